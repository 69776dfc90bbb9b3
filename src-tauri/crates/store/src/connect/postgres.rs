use std::{str::FromStr, time::Duration};

use chrono::DateTime;
use rustls::{CertificateError, pki_types::UnixTime};
use sqlx::{
    ConnectOptions as _, Connection, PgPool,
    postgres::{PgConnectOptions, PgPoolOptions},
};

use super::{Address, ConnectOptions, Rights};
use crate::{
    StoreError, StoreResult,
    failure::{failure, in_words},
    sql_store::{Columns, Dialect, Postgres, Session, args},
};

const CONNECTIONS: u32 = 8;
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);
/// The triggers that wake workers know the program by it, and leave its own writes to `Session::wake`.
const APPLICATION: &str = "routine-desk";
const STATEMENT_TIMEOUT: &str = "15s";

/// `PGPASSWORD` and `~/.pgpass` are honoured by the driver where no password is given.
pub(super) async fn open(
    url: &str,
    address: &Address,
    options: &ConnectOptions,
) -> StoreResult<Postgres> {
    let mut server = PgConnectOptions::from_str(url)
        .map_err(failure)?
        .application_name(APPLICATION)
        .options([("statement_timeout", STATEMENT_TIMEOUT)])
        .disable_statement_logging();
    if let Some(password) = options.password.as_deref().or(address.password()) {
        server = server.password(password);
    }
    if options.read_only {
        server = server.options([("default_transaction_read_only", "on")]);
    }
    // One connection first: a pool would go on trying and then only say that it ran out of time.
    let first = tokio::time::timeout(ACQUIRE_TIMEOUT, server.connect()).await;
    let first = first.map_err(|_| no_answer(address, "no answer within 5 s"))?;
    match first {
        Ok(connection) => connection.close().await.map_err(failure)?,
        Err(sqlx::Error::Io(error)) => return Err(unreachable(address, &error)),
        Err(error) => return Err(failure(error)),
    }
    let pool: PgPool = PgPoolOptions::new()
        .max_connections(CONNECTIONS)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .connect_lazy_with(server);
    Ok(Postgres::new(pool))
}

/// What the driver calls a broken connection may be a certificate that is not believed.
fn unreachable(address: &Address, error: &std::io::Error) -> StoreError {
    match error.get_ref().and_then(|error| error.downcast_ref()) {
        Some(rustls::Error::InvalidCertificate(fault)) => {
            let (place, fault) = (place(address), distrust(fault));
            StoreError::Unavailable(format!(
                "The certificate of {place} is not believed: {fault}. Renew it at the server, or correct the certificate and the TLS mode here."
            ))
        }
        _ => no_answer(address, &in_words(error)),
    }
}

fn distrust(fault: &CertificateError) -> String {
    let day = |time: &UnixTime| {
        let seconds = i64::try_from(time.as_secs()).unwrap_or(i64::MAX);
        DateTime::from_timestamp(seconds, 0).map_or_else(
            || "an unknown day".to_owned(),
            |time| time.format("%-d %B %Y").to_string(),
        )
    };
    match fault {
        CertificateError::Expired => "it has expired".into(),
        CertificateError::ExpiredContext { not_after, .. } => {
            format!("it expired on {}", day(not_after))
        }
        CertificateError::NotValidYetContext { not_before, .. } => {
            format!("it is good from {} on", day(not_before))
        }
        CertificateError::UnknownIssuer => "nobody here knows who signed it".into(),
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "it was made for another name".into()
        }
        other => other.to_string(),
    }
}

/// Without what the driver is told beside it.
fn place(address: &Address) -> String {
    let shown = address.to_string();
    shown.split('?').next().unwrap_or_default().to_owned()
}

fn no_answer(address: &Address, why: &str) -> StoreError {
    let place = place(address);
    StoreError::Unavailable(format!(
        "{place} cannot be reached ({why}). Check that the server runs and that the address is right."
    ))
}

/// Who is signed in where, and what is accepted from us.
pub(super) struct Introduced {
    pub(super) role: String,
    pub(super) version: String,
    pub(super) rights: Rights,
    /// It accepts no changes from this connection.
    pub(super) read_only: bool,
    pub(super) encrypted: bool,
}

pub(super) async fn introduce(db: &Postgres) -> StoreResult<Introduced> {
    let row = db
        .read()
        .await?
        .fetch_optional(
            "SELECT current_user::text AS role, current_setting('server_version') AS version,
                    current_setting('transaction_read_only') = 'on' AS read_only,
                    coalesce(NOT has_table_privilege(to_regclass('routines'), 'UPDATE'), FALSE)
                    AS only_reads,
                    coalesce(has_schema_privilege(current_schema(), 'CREATE'), FALSE) AS creates,
                    coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), FALSE)
                    AS encrypted",
            args![],
        )
        .await?
        .ok_or_else(|| StoreError::Internal("The server does not say who it is.".into()))?;
    let rights = match (row.flag("only_reads")?, row.flag("creates")?) {
        (true, _) => Rights::Reads,
        (false, true) => Rights::Migrates,
        (false, false) => Rights::Changes,
    };
    Ok(Introduced {
        role: row.text("role")?,
        version: format!("PostgreSQL {}", row.text("version")?),
        rights,
        read_only: rights == Rights::Reads || row.flag("read_only")?,
        encrypted: row.flag("encrypted")?,
    })
}
