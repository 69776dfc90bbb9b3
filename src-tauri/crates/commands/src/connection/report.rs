use routine_domain::{Instant, instant::in_words, zone::TZDB_VERSION};
use routine_engine::wall_clock;
use routine_store::{
    Address, ConnectOptions, Database, SchemaFound, Store, StoreError, connect, model::EndpointDown,
};

use super::place;
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
const CLOCK: &str = "Clock";
const TENANTS: &str = "Tenants";
const ZONE_DATA: &str = "Zone data";
const ENDPOINTS: &str = "Endpoints";
const ALL: [&str; 8] = [
    REACHABLE, SIGNED_IN, SCHEMA, MAY_WRITE, CLOCK, TENANTS, ZONE_DATA, ENDPOINTS,
];

/// Tries a connection and says what it found. Changes nothing, creates no file.
pub async fn test(
    desk: &Desk,
    request: ConnectionRequest,
) -> Result<ConnectionReport, CommandError> {
    let address = place::parse(&request.url)?;
    if place::is_missing_file(&address) {
        return Ok(no_file_yet(&address));
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
        Ok(database) => look(&database).await,
        Err(error) => refused(error),
    };
    Ok(report)
}

/// The lines so far; those not said are filled up at the end.
#[derive(Default)]
struct Findings(Vec<ConnectionCheck>);

impl Findings {
    fn say(&mut self, name: &str, verdict: Verdict, sentence: impl Into<String>) {
        self.0.push(ConnectionCheck {
            name: name.to_owned(),
            verdict,
            sentence: sentence.into(),
        });
    }

    fn report(mut self, schema: Option<SchemaState>) -> ConnectionReport {
        for name in ALL.iter().skip(self.0.len()) {
            self.say(name, Verdict::NotReached, "Not looked at.");
        }
        ConnectionReport {
            usable: self.0.iter().all(|line| line.verdict != Verdict::Failed),
            checks: self.0,
            schema,
        }
    }
}

fn no_file_yet(address: &Address) -> ConnectionReport {
    let mut findings = Findings::default();
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

fn refused(error: StoreError) -> ConnectionReport {
    let mut findings = Findings::default();
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

async fn look(database: &Database) -> ConnectionReport {
    let mut findings = Findings::default();
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
    if database.schema == SchemaFound::Current {
        match database.store().await {
            Ok(store) => {
                look_inside(&mut findings, store.as_ref()).await;
                store.close().await;
            }
            Err(error) => findings.say(CLOCK, Verdict::Failed, error.to_string()),
        }
    }
    findings.report(Some(schema))
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
