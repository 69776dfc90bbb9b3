//! A test: what a database answers, a line for each thing that was looked at. Changes nothing.

use routine_domain::{
    Instant, ProbeFinding, ProfileDetails, ProfileId, Protection, instant::in_words,
    zone::TZDB_VERSION,
};
use routine_engine::wall_clock;
use routine_store::{
    Address, ConnectOptions, Database, SchemaFound, Store, StoreError, connect, model::EndpointDown,
};

use super::{migrations, place};
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
/// A worker that was not heard of for longer is not counted, in seconds.
const HEARD_SECONDS: i64 = 60;

const REACHABLE: &str = "Reachable";
const SIGNED_IN: &str = "Signed in";
const CLOCK: &str = "Clock";
const ZONE_DATA: &str = "Zone data";
const SCHEMA: &str = "Schema";
const WORKERS: &str = "Workers";
const HUB: &str = "Hub";
/// Said only where there is something to say.
const TENANTS: &str = "Tenants";
const ENDPOINTS: &str = "Endpoints";

/// The lines that every report has, in this order.
const ALWAYS: [&str; 7] = [REACHABLE, SIGNED_IN, CLOCK, ZONE_DATA, SCHEMA, WORKERS, HUB];

/// Tries a database by its address.
pub async fn test(
    desk: &Desk,
    request: ConnectionRequest,
) -> Result<ConnectionReport, CommandError> {
    let address = place::parse(&request.url)?;
    let target = place::target_of(desk, address);
    Ok(examine(desk, &target, request.password).await)
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
    Ok(examine(desk, &target, password).await)
}

/// Tries a profile, with the password that is kept for it.
pub async fn test_profile(desk: &Desk, id: ProfileId) -> Result<ConnectionReport, CommandError> {
    let profile = profiles::find(desk, id)?;
    Ok(examine(desk, &place::target_of_profile(&profile), None).await)
}

async fn examine(desk: &Desk, target: &Target, password: Option<String>) -> ConnectionReport {
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
                    let found = look(target, &database, answered).await;
                    database.close().await;
                    found
                }
                Err(error) => refused(&target.address, error),
            }
        }
    };
    for name in ALWAYS {
        if !findings.checks.iter().any(|check| check.name == name) {
            findings.say(name, Verdict::NotReached, "Not looked at.");
        }
    }
    let place = |check: &ConnectionCheck| ALWAYS.iter().position(|name| *name == check.name);
    findings
        .checks
        .sort_by_key(|check| place(check).unwrap_or(ALWAYS.len()));
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

async fn look(target: &Target, database: &Database, answered: chrono::Duration) -> Findings {
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
            Ok(store) => look_inside(&mut findings, store.as_ref()).await,
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
    match (target.level, database.may_write) {
        (Protection::ReadOnly, _) => {
            findings.say(
                SIGNED_IN,
                Verdict::Ok,
                format!("{who}, opened for reading only."),
            );
        }
        (_, Some(false)) => {
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

async fn look_inside(findings: &mut Findings, store: &dyn Store) {
    match store.planned_with_other_zone_data().await {
        Ok(others) => say_zone_data(findings, others),
        Err(error) => findings.say(ZONE_DATA, Verdict::Failed, error.to_string()),
    }
    if let Err(error) = say_fleet(findings, store).await {
        findings.say(WORKERS, Verdict::Failed, error.to_string());
    }
    match store.list_tenants().await {
        Ok(tenants) if tenants.is_empty() => findings.say(
            TENANTS,
            Verdict::Warning,
            "There is no tenant yet. Make the first one.",
        ),
        Ok(_) => {}
        Err(error) => findings.say(TENANTS, Verdict::Failed, error.to_string()),
    }
    match store.endpoints_down().await {
        Ok(down) if down.is_empty() => {}
        Ok(down) => say_endpoints(findings, &down),
        Err(error) => findings.say(ENDPOINTS, Verdict::Failed, error.to_string()),
    }
}

/// Who works here, and what they found when they asked the hubs.
async fn say_fleet(findings: &mut Findings, store: &dyn Store) -> Result<(), StoreError> {
    let now = store.now().await?;
    let heard = now - chrono::Duration::seconds(HEARD_SECONDS);
    let fleet = store.fleet(1, false, now).await?;
    let awake = fleet
        .workers
        .iter()
        .filter(|worker| worker.stopped_at.is_none() && worker.heartbeat_at >= heard)
        .count();
    match awake {
        0 => findings.say(
            WORKERS,
            Verdict::Warning,
            "None was seen in the past minute, so nothing fires.",
        ),
        count => findings.say(
            WORKERS,
            Verdict::Ok,
            format!("{count} seen in the past minute."),
        ),
    }
    let probes = store.list_probes().await?;
    let refusals: Vec<_> = probes
        .iter()
        .filter(|probe| probe.finding != ProbeFinding::Accepted)
        .map(|probe| format!("{}: {}", probe.worker, probe.message))
        .collect();
    match (probes.len(), refusals.is_empty()) {
        (0, _) => findings.say(HUB, Verdict::NotReached, "No worker has asked a hub yet."),
        (_, true) => findings.say(HUB, Verdict::Ok, "It answers, and takes the secret."),
        _ => findings.say(HUB, Verdict::Warning, refusals.join(" ")),
    }
    Ok(())
}

fn say_endpoints(findings: &mut Findings, down: &[EndpointDown]) {
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
