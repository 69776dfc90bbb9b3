use routine_domain::{Instant, instant::in_words, zone::TZDB_VERSION};
use routine_engine::wall_clock;
use routine_store::{
    Address, ConnectOptions, Database, Rights, SchemaFound, Store, StoreError, connect,
    model::EndpointDown,
};

use super::{place, surroundings::Surroundings};
use crate::{
    CommandError, Desk,
    wire::{ConnectionCheck, ConnectionReport, ConnectionRequest, SchemaState, Verdict},
};

/// A difference of clocks that nobody notices, in milliseconds.
const CLOCKS_AGREE_MS: i64 = 2_000;

/// What is looked at, in this order; what comes after a failure is not reached.
const REACHABLE: &str = "Reachable";
const SIGNED_IN: &str = "Signed in";
const SCHEMA: &str = "Schema";
const MAY_WRITE: &str = "May write";
const ROLE: &str = "Role";
const CLOCK: &str = "Clock";
const TENANTS: &str = "Tenants";
const ZONE_DATA: &str = "Zone data";
const ENDPOINTS: &str = "Endpoints";
const SECRETS: &str = "Secrets";
const HAND_OFF: &str = "Hand-off";

/// Every check of [`examine`], in order; [`test`] leaves out the last two.
pub const CHECKS: [&str; 11] = [
    REACHABLE, SIGNED_IN, SCHEMA, MAY_WRITE, ROLE, CLOCK, TENANTS, ZONE_DATA, ENDPOINTS, SECRETS,
    HAND_OFF,
];
const OF_DATABASE: usize = 9;

/// Tries a connection and says what it found. Changes nothing, creates no file.
pub async fn test(
    desk: &Desk,
    request: ConnectionRequest,
) -> Result<ConnectionReport, CommandError> {
    look_at(desk, request, None).await
}

/// The same, and what a fleet needs beside its database, as it is where this runs.
pub async fn examine(
    desk: &Desk,
    request: ConnectionRequest,
    around: &Surroundings,
) -> Result<ConnectionReport, CommandError> {
    look_at(desk, request, Some(around)).await
}

async fn look_at(
    desk: &Desk,
    request: ConnectionRequest,
    around: Option<&Surroundings>,
) -> Result<ConnectionReport, CommandError> {
    let findings = Findings::of(around);
    let address = place::parse(&request.url)?;
    if place::is_missing_file(&address) {
        return Ok(no_file_yet(findings, &address));
    }
    let password = match request.password.filter(|password| !password.is_empty()) {
        Some(password) => Some(password),
        None if address.password().is_some() => None,
        None => desk.host.password(&address.to_string()).await,
    };
    let options = ConnectOptions {
        password,
        ..ConnectOptions::default()
    };
    let report = match connect(&address, &options).await {
        Ok(database) => look(findings, &database, around).await,
        Err(error) => refused(findings, error),
    };
    Ok(report)
}

/// The lines so far; those not said are filled up at the end.
struct Findings {
    said: Vec<ConnectionCheck>,
    all: &'static [&'static str],
}

impl Findings {
    fn of(around: Option<&Surroundings>) -> Self {
        Self {
            said: Vec::new(),
            all: match around {
                Some(_) => &CHECKS,
                None => &CHECKS[..OF_DATABASE],
            },
        }
    }

    fn say(&mut self, name: &str, verdict: Verdict, sentence: impl Into<String>) {
        self.said.push(ConnectionCheck {
            name: name.to_owned(),
            verdict,
            sentence: sentence.into(),
        });
    }

    fn report(mut self, schema: Option<SchemaState>) -> ConnectionReport {
        for name in self.all.iter().skip(self.said.len()) {
            self.say(name, Verdict::NotReached, "Not looked at.");
        }
        ConnectionReport {
            usable: self.said.iter().all(|line| line.verdict != Verdict::Failed),
            checks: self.said,
            schema,
        }
    }
}

fn no_file_yet(mut findings: Findings, address: &Address) -> ConnectionReport {
    findings.say(
        REACHABLE,
        Verdict::Warning,
        format!(
            "There is no file {} yet. Migrating it makes one.",
            place::shown(address)
        ),
    );
    findings.report(Some(SchemaState::Empty))
}

fn refused(mut findings: Findings, error: StoreError) -> ConnectionReport {
    let sentence = error.to_string();
    match error {
        StoreError::WrongPassword(_) => {
            findings.say(REACHABLE, Verdict::Ok, "The server answers.");
            findings.say(SIGNED_IN, Verdict::Failed, sentence);
        }
        _ => findings.say(REACHABLE, Verdict::Failed, sentence),
    }
    findings.report(None)
}

async fn look(
    mut findings: Findings,
    database: &Database,
    around: Option<&Surroundings>,
) -> ConnectionReport {
    findings.say(
        REACHABLE,
        Verdict::Ok,
        format!("{} answers.", database.version),
    );
    findings.say(
        SIGNED_IN,
        Verdict::Ok,
        match &database.role {
            Some(role) => format!("Signed in as {role}."),
            None => "A file needs no sign-in.".to_owned(),
        },
    );
    let schema = SchemaState::from(database.schema);
    say_schema(&mut findings, database.schema);
    match database.read_only {
        true => findings.say(
            MAY_WRITE,
            Verdict::Warning,
            "It can only be read: nothing can be changed, and no scheduler can run here.",
        ),
        false => findings.say(MAY_WRITE, Verdict::Ok, "It can be changed."),
    }
    say_role(&mut findings, database);
    if database.schema == SchemaFound::Current {
        match database.store().await {
            Ok(store) => {
                look_inside(&mut findings, store.as_ref()).await;
                if let Some(around) = around {
                    look_around(&mut findings, around, store.as_ref()).await;
                }
                store.close().await;
            }
            Err(error) => findings.say(CLOCK, Verdict::Failed, error.to_string()),
        }
    }
    findings.report(Some(schema))
}

/// What came before may have failed: then these are not reached either.
async fn look_around(findings: &mut Findings, around: &Surroundings, store: &dyn Store) {
    if findings.said.len() != OF_DATABASE {
        return;
    }
    match around.secrets(store).await {
        Ok((verdict, sentence)) => findings.say(SECRETS, verdict, sentence),
        Err(error) => return findings.say(SECRETS, Verdict::Failed, error.to_string()),
    }
    match around.hand_off(store).await {
        Ok((verdict, sentence)) => findings.say(HAND_OFF, verdict, sentence),
        Err(error) => findings.say(HAND_OFF, Verdict::Failed, error.to_string()),
    }
}

fn say_role(findings: &mut Findings, database: &Database) {
    let sentence = match (&database.role, database.rights) {
        (None, Rights::Reads) => "A file that this account may only read.",
        (None, _) => "A file that this account may write: it may do everything.",
        (Some(_), Rights::Migrates) => "It may migrate, change rows and read: the owner's rights.",
        (Some(_), Rights::Changes) => {
            "It may change rows and read, not migrate: what workers, hubs and administrators need."
        }
        (Some(_), Rights::Reads) => "It may only read: the rights of someone who looks.",
    };
    findings.say(ROLE, Verdict::Ok, sentence);
}

fn say_schema(findings: &mut Findings, schema: SchemaFound) {
    match schema {
        SchemaFound::Current => {
            findings.say(SCHEMA, Verdict::Ok, "It has the schema of this program.");
        }
        SchemaFound::Empty => findings.say(
            SCHEMA,
            Verdict::Warning,
            "It is empty. Migrating makes the tables.",
        ),
        SchemaFound::Older { found, expected } => findings.say(
            SCHEMA,
            Verdict::Warning,
            format!("It has schema {found}, this program needs {expected}. Migrate it."),
        ),
        SchemaFound::Newer { found, expected } => findings.say(
            SCHEMA,
            Verdict::Failed,
            StoreError::NewerSchema { found, expected }.to_string(),
        ),
    }
}

async fn look_inside(findings: &mut Findings, store: &dyn Store) {
    match store.now().await {
        Ok(database_now) => say_clock(findings, wall_clock(), database_now),
        Err(error) => return findings.say(CLOCK, Verdict::Failed, error.to_string()),
    }
    match store.list_tenants().await {
        Ok(tenants) if tenants.is_empty() => findings.say(
            TENANTS,
            Verdict::Warning,
            "There is no tenant yet. Make the first one.",
        ),
        Ok(tenants) => findings.say(
            TENANTS,
            Verdict::Ok,
            match tenants.len() {
                1 => "1 tenant.".to_owned(),
                count => format!("{count} tenants."),
            },
        ),
        Err(error) => return findings.say(TENANTS, Verdict::Failed, error.to_string()),
    }
    match store.planned_with_other_zone_data().await {
        Ok(others) => say_zone_data(findings, others),
        Err(error) => return findings.say(ZONE_DATA, Verdict::Failed, error.to_string()),
    }
    match store.endpoints_down().await {
        Ok(down) => say_endpoints(findings, &down),
        Err(error) => findings.say(ENDPOINTS, Verdict::Failed, error.to_string()),
    }
}

fn say_endpoints(findings: &mut Findings, down: &[EndpointDown]) {
    if down.is_empty() {
        return findings.say(ENDPOINTS, Verdict::Ok, "None is known to be down.");
    }
    let sentences = down.iter().map(|down| {
        let runs = if down.waiting == 1 {
            "run waits"
        } else {
            "runs wait"
        };
        let since = in_words(down.since);
        format!(
            "{} is down since {since}; {} {runs} for it.",
            down.endpoint, down.waiting
        )
    });
    let sentence = sentences.collect::<Vec<_>>().join(" ");
    findings.say(ENDPOINTS, Verdict::Warning, sentence);
}

fn say_zone_data(findings: &mut Findings, others: u32) {
    let own = format!("tzdb {TZDB_VERSION}, compiled in");
    match others {
        0 => findings.say(ZONE_DATA, Verdict::Ok, format!("{own}.")),
        _ => {
            let routines = if others == 1 { "routine" } else { "routines" };
            findings.say(
                ZONE_DATA,
                Verdict::Warning,
                format!(
                    "{own}; {others} {routines} computed with another one. Starting a worker recomputes them."
                ),
            );
        }
    }
}

fn say_clock(findings: &mut Findings, here: Instant, there: Instant) {
    let difference = (here - there).num_milliseconds();
    if difference.abs() <= CLOCKS_AGREE_MS {
        return findings.say(CLOCK, Verdict::Ok, "Its clock agrees with this computer's.");
    }
    let seconds = difference.abs() / 1_000;
    let which = if difference > 0 { "behind" } else { "ahead of" };
    findings.say(
        CLOCK,
        Verdict::Warning,
        format!(
            "Its clock is {seconds} s {which} this computer's. The database's decides when routines fire."
        ),
    );
}
