//! A test: what a database answers, a line for each thing that was looked at. Changes nothing.

mod inside;

use routine_domain::{Instant, ProfileDetails, ProfileId, Protection};
use routine_engine::wall_clock;
use routine_store::{
    Address, ConnectOptions, Database, Rights, SchemaFound, Store, StoreError, connect,
};

use inside::look_inside;

use super::{migrations, place, surroundings::Surroundings};
use crate::{
    CommandError, Desk, passwords, profiles,
    session::Target,
    wire::{
        ConnectionCheck, ConnectionReport, ConnectionRequest, ConnectionState, PasswordSource,
        SchemaState, Verdict,
    },
};

/// A difference of clocks that nobody notices, in milliseconds.
const CLOCKS_AGREE_MS: i64 = 2_000;

const REACHABLE: &str = "Reachable";
const SIGNED_IN: &str = "Signed in";
const CLOCK: &str = "Clock";
const ZONE_DATA: &str = "Zone data";
const SCHEMA: &str = "Schema";
const WORKERS: &str = "Workers";
const HUB: &str = "Hub";
const TENANTS: &str = "Tenants";
const ENDPOINTS: &str = "Endpoints";
/// Said to those who examine what is around a database as well.
const ROLE: &str = "Role";
const SECRETS: &str = "Secrets";
const HAND_OFF: &str = "Hand-off";

/// The lines that every report has, in this order.
const ALWAYS: [&str; 7] = [REACHABLE, SIGNED_IN, CLOCK, ZONE_DATA, SCHEMA, WORKERS, HUB];

/// Said only where there is something to say.
const OCCASIONAL: [&str; 2] = [TENANTS, ENDPOINTS];

/// Every line there is, in order.
pub const CHECKS: [&str; 12] = [
    REACHABLE, SIGNED_IN, CLOCK, ZONE_DATA, SCHEMA, WORKERS, HUB, TENANTS, ENDPOINTS, ROLE,
    SECRETS, HAND_OFF,
];

/// Tries a database by its address.
pub async fn test(
    desk: &Desk,
    request: ConnectionRequest,
) -> Result<ConnectionReport, CommandError> {
    let address = place::parse(&request.url)?;
    let target = place::target_of(desk, address);
    Ok(look_at(desk, &target, request.password, None).await)
}

/// The same, and what a fleet needs beside its database, as it is where this runs.
pub async fn examine(
    desk: &Desk,
    request: ConnectionRequest,
    around: &Surroundings,
) -> Result<ConnectionReport, CommandError> {
    let address = place::parse(&request.url)?;
    let target = place::target_of(desk, address);
    Ok(look_at(desk, &target, request.password, Some(around)).await)
}

/// Tries what is written in a form, before it is kept.
pub async fn test_details(
    desk: &Desk,
    details: ProfileDetails,
    password: Option<String>,
) -> Result<ConnectionReport, CommandError> {
    let details = details.checked()?;
    let mut target = place::target_of(desk, Address::of(&details.place));
    target.level = details.protection;
    Ok(look_at(desk, &target, password, None).await)
}

/// Tries a profile, with the password that is kept for it.
pub async fn test_profile(desk: &Desk, id: ProfileId) -> Result<ConnectionReport, CommandError> {
    let profile = profiles::find(desk, id)?;
    Ok(look_at(desk, &place::target_of_profile(&profile), None, None).await)
}

async fn look_at(
    desk: &Desk,
    target: &Target,
    password: Option<String>,
    around: Option<&Surroundings>,
) -> ConnectionReport {
    let began = wall_clock();
    let given = password.filter(|password| !password.is_empty());
    let (password, source) = match given {
        Some(given) => (Some(given), PasswordSource::Typed),
        None => match target.address.password() {
            Some(written) => (Some(written.to_owned()), PasswordSource::Typed),
            None => passwords::find(desk, &target.address.account()).await,
        },
    };
    let mut findings = match place::is_missing_file(&target.address) {
        true => no_file_yet(&target.address),
        false => {
            let options = ConnectOptions {
                password,
                create: false,
                read_only: target.level == Protection::ReadOnly,
            };
            match connect(&target.address, &options).await {
                Ok(database) => {
                    let answered = wall_clock() - began;
                    let found = look(target, &database, around, answered).await;
                    database.close().await;
                    found
                }
                Err(error) => refused(&target.address, error),
            }
        }
    };
    let all = if around.is_some() {
        &CHECKS[..]
    } else {
        &ALWAYS
    };
    for name in all.iter().filter(|name| !OCCASIONAL.contains(name)) {
        if !findings.checks.iter().any(|check| check.name == *name) {
            findings.say(name, Verdict::NotReached, "Not looked at.");
        }
    }
    let place = |check: &ConnectionCheck| CHECKS.iter().position(|name| *name == check.name);
    findings
        .checks
        .sort_by_key(|check| place(check).unwrap_or(CHECKS.len()));
    let failed = |check: &ConnectionCheck| check.verdict == Verdict::Failed;
    let ended = wall_clock();
    ConnectionReport {
        state: findings.state,
        usable: !findings.checks.iter().any(failed),
        checks: findings.checks,
        schema: findings.schema,
        version: findings.version,
        migrations: findings.migrations,
        password: source,
        tested_at: ended,
        took_ms: u32::try_from((ended - began).num_milliseconds().max(0)).unwrap_or(u32::MAX),
    }
}

/// What is known so far.
struct Findings {
    state: ConnectionState,
    checks: Vec<ConnectionCheck>,
    schema: Option<SchemaState>,
    version: Option<String>,
    migrations: Option<Vec<crate::wire::MigrationRow>>,
}

impl Findings {
    fn new(state: ConnectionState) -> Self {
        Self {
            state,
            checks: Vec::new(),
            schema: None,
            version: None,
            migrations: None,
        }
    }

    fn say(&mut self, name: &str, verdict: Verdict, sentence: impl Into<String>) {
        self.checks.push(ConnectionCheck {
            name: name.to_owned(),
            verdict,
            sentence: sentence.into(),
        });
    }
}

fn no_file_yet(address: &Address) -> Findings {
    let mut findings = Findings::new(ConnectionState::FileNotFound);
    findings.say(
        REACHABLE,
        Verdict::Warning,
        format!(
            "There is no file {} yet. Migrating it makes one.",
            place::shown(address)
        ),
    );
    findings.schema = Some(SchemaState::Empty);
    findings
}

fn refused(address: &Address, error: StoreError) -> Findings {
    let sentence = error.to_string();
    let state = match &error {
        StoreError::WrongPassword(_) => ConnectionState::NeedsPassword,
        StoreError::Unavailable(_) => ConnectionState::Unreachable,
        StoreError::NotUsable(_) if place::is_absent(address) => ConnectionState::FileNotFound,
        _ => ConnectionState::NotUsable,
    };
    let mut findings = Findings::new(state);
    match state {
        ConnectionState::NeedsPassword => {
            findings.say(REACHABLE, Verdict::Ok, "The server answers.");
            findings.say(SIGNED_IN, Verdict::Failed, sentence);
        }
        _ => findings.say(REACHABLE, Verdict::Failed, sentence),
    }
    findings
}

async fn look(
    target: &Target,
    database: &Database,
    around: Option<&Surroundings>,
    answered: chrono::Duration,
) -> Findings {
    let mut findings = Findings::new(ConnectionState::Ready);
    findings.version = Some(database.version.clone());
    findings.schema = Some(database.schema.into());
    let answered = answered.num_milliseconds().max(0);
    let encrypted = match database.encrypted {
        None => "",
        Some(false) => ", not encrypted",
        Some(true) if place::is_verified(&target.address) => ", TLS verified",
        Some(true) => ", TLS, server not verified",
    };
    findings.say(
        REACHABLE,
        Verdict::Ok,
        format!("{} in {answered} ms{encrypted}.", database.version),
    );
    say_rights(&mut findings, target, database);
    match database.now().await {
        Ok(there) => say_clock(&mut findings, wall_clock(), there),
        Err(error) => findings.say(CLOCK, Verdict::Failed, error.to_string()),
    }
    say_schema(&mut findings, database.schema);
    if let Ok(found) = database.migrations().await {
        findings.migrations = Some(migrations::rows(database.engine, found));
    }
    if database.schema == SchemaFound::Current {
        match database.store().await {
            Ok(store) => {
                look_inside(&mut findings, store.as_ref()).await;
                if let Some(around) = around {
                    say_role(&mut findings, database);
                    look_around(&mut findings, around, store.as_ref()).await;
                }
            }
            Err(error) => findings.say(SCHEMA, Verdict::Failed, error.to_string()),
        }
    }
    findings
}

fn say_rights(findings: &mut Findings, target: &Target, database: &Database) {
    let who = match &database.role {
        Some(role) => role.clone(),
        None => "A file needs no sign-in".to_owned(),
    };
    match (target.level, database.rights) {
        (Protection::ReadOnly, _) => {
            findings.say(
                SIGNED_IN,
                Verdict::Ok,
                format!("{who}, opened for reading only."),
            );
        }
        (_, Some(Rights::Reads)) => {
            findings.state = ConnectionState::NoRights;
            findings.say(
                SIGNED_IN,
                Verdict::Warning,
                format!(
                    "{who}, may only read: nothing can be changed, and no scheduler can run here."
                ),
            );
        }
        _ => findings.say(SIGNED_IN, Verdict::Ok, format!("{who}, may write.")),
    }
}

fn say_role(findings: &mut Findings, database: &Database) {
    let sentence = match (&database.role, database.rights) {
        (None, Some(Rights::Changes | Rights::Migrates)) => {
            "A file that this account may write: it may do everything."
        }
        (None, _) => "A file that this account may only read.",
        (Some(_), Some(Rights::Migrates)) => {
            "It may migrate, change rows and read: the owner's rights."
        }
        (Some(_), Some(Rights::Changes)) => {
            "It may change rows and read, not migrate: what workers, hubs and administrators need."
        }
        (Some(_), _) => "It may only read: the rights of someone who looks.",
    };
    findings.say(ROLE, Verdict::Ok, sentence);
}

async fn look_around(findings: &mut Findings, around: &Surroundings, store: &dyn Store) {
    match around.secrets(store).await {
        Ok((verdict, sentence)) => findings.say(SECRETS, verdict, sentence),
        Err(error) => return findings.say(SECRETS, Verdict::Failed, error.to_string()),
    }
    match around.hand_off(store).await {
        Ok((verdict, sentence)) => findings.say(HAND_OFF, verdict, sentence),
        Err(error) => findings.say(HAND_OFF, Verdict::Failed, error.to_string()),
    }
}

fn say_schema(findings: &mut Findings, schema: SchemaFound) {
    match schema {
        SchemaFound::Current => {
            findings.say(SCHEMA, Verdict::Ok, "It has the schema of this program.");
        }
        SchemaFound::Empty => {
            findings.state = ConnectionState::Empty;
            findings.say(
                SCHEMA,
                Verdict::Warning,
                "It is empty. Migrating makes the tables.",
            );
        }
        SchemaFound::Older { found, expected } => {
            findings.state = ConnectionState::MigrationWaits;
            findings.say(
                SCHEMA,
                Verdict::Warning,
                format!("It has schema {found}, this program needs {expected}. Migrate it."),
            );
        }
        SchemaFound::Newer { found, expected } => {
            findings.state = ConnectionState::NewerThanApp;
            findings.say(
                SCHEMA,
                Verdict::Failed,
                StoreError::NewerSchema { found, expected }.to_string(),
            );
        }
    }
}

fn say_clock(findings: &mut Findings, here: Instant, there: Instant) {
    let difference = (there - here).num_milliseconds();
    let which = if difference < 0 { "behind" } else { "ahead of" };
    if difference.abs() <= CLOCKS_AGREE_MS {
        let sentence = format!("{} ms {which} this computer.", difference.abs());
        return findings.say(CLOCK, Verdict::Ok, sentence);
    }
    let seconds = difference.abs() / 1_000;
    findings.say(
        CLOCK,
        Verdict::Warning,
        format!(
            "Its clock is {seconds} s {which} this computer's. The database's decides when routines fire."
        ),
    );
}
