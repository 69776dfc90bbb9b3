//! An incident bundle: one run with all that explains it, in one redacted file that opens without
//! the database it came from.

mod hide;

use chrono::Duration;
use routine_domain::{Invalid, RunId, zone::TZDB_VERSION};
use serde::Deserialize;

use crate::{
    CommandError, Desk, ErrorCode, explain, routines, runs, scheduler,
    wire::{Bundle, BundleFile, RunDetail, SweepRow},
};

/// What such a file calls itself.
const FORMAT: &str = "routine-desk-bundle";
const VERSION: u32 = 1;
/// More than any bundle holds.
const MAX_BYTES: usize = 32 * 1024 * 1024;
/// How far before and after a run its sweeps are told.
const AROUND: Duration = Duration::minutes(2);
/// Sweeps told at most.
const SWEEPS: u32 = 100;
/// Attempts told in full at most, the newest ones.
const ATTEMPTS: usize = 20;

pub async fn make(desk: &Desk, id: RunId) -> Result<BundleFile, CommandError> {
    let bundle = gather(desk, id).await?;
    let text = serde_json::to_string_pretty(&bundle).map_err(|error| {
        CommandError::new(
            ErrorCode::Internal,
            format!("The bundle could not be written: {error}."),
        )
    })?;
    Ok(BundleFile {
        file_name: format!("run-{id}.routinebundle.json"),
        text,
    })
}

/// Makes one and saves it on this computer; answers the file.
pub async fn save(desk: &Desk, id: RunId) -> Result<String, CommandError> {
    let made = make(desk, id).await?;
    let file = desk.host.save_file(&made.file_name, &made.text)?;
    Ok(file.display().to_string())
}

/// What a file holds. Needs no database.
pub fn read(text: &str) -> Result<Bundle, CommandError> {
    #[derive(Deserialize)]
    struct Head {
        format: Option<String>,
        version: Option<u32>,
    }
    let refused = |sentence: String| Err(Invalid::new("file", sentence).into());
    if text.len() > MAX_BYTES {
        return refused(format!(
            "The file has {} bytes. A bundle has at most {MAX_BYTES}.",
            text.len()
        ));
    }
    let head = serde_json::from_str::<Head>(text).ok();
    match head
        .as_ref()
        .map(|head| (head.format.as_deref(), head.version))
    {
        Some((Some(FORMAT), Some(VERSION))) => {}
        Some((Some(FORMAT), Some(version))) if version > VERSION => {
            return refused(format!(
                "The bundle is of version {version}, and this program reads version {VERSION}. Use a newer Routine Desk."
            ));
        }
        _ => {
            return refused(
                "The file is no incident bundle of Routine Desk. Save one from the page of a run."
                    .to_owned(),
            );
        }
    }
    match serde_json::from_str(text) {
        Ok(bundle) => Ok(hide::secrets(bundle)),
        Err(error) => refused(format!("The bundle is damaged: {error}.")),
    }
}

async fn gather(desk: &Desk, id: RunId) -> Result<Bundle, CommandError> {
    let run = runs::get(desk, id).await?;
    let reading = desk.reading().await?;
    let store = reading.store.as_ref();
    let routine_id = run.row.routine_id;
    let explanation = match run.row.scheduled_for {
        Some(at) => optional(explain::explain(desk, routine_id, Some(at)).await)?,
        None => None,
    };
    let (from, to) = span(&run);
    let sweeps = store.sweeps_between(from, to, SWEEPS).await?;
    let bundle = Bundle {
        format: FORMAT.to_owned(),
        version: VERSION,
        made_at: reading.now,
        made_by: desk.host.actor(),
        program: env!("CARGO_PKG_VERSION").to_owned(),
        engine: desk.session().await?.address.engine().as_str().to_owned(),
        zone_data: TZDB_VERSION.to_owned(),
        attempts: attempts(desk, &run).await?,
        explanation,
        routine: optional(routines::get(desk, routine_id).await)?,
        changes: optional(routines::changes(desk, routine_id).await)?,
        sweeps: sweeps.into_iter().map(SweepRow::from).collect(),
        workers: scheduler::status(desk, false).await?.workers,
        run,
    };
    Ok(hide::secrets(bundle))
}

async fn attempts(desk: &Desk, run: &RunDetail) -> Result<Vec<RunDetail>, CommandError> {
    let first = run.attempts.len().saturating_sub(ATTEMPTS);
    let mut all = Vec::new();
    for attempt in &run.attempts[first..] {
        all.push(runs::get(desk, attempt.id).await?);
    }
    Ok(all)
}

fn span(run: &RunDetail) -> (routine_domain::Instant, routine_domain::Instant) {
    let row = &run.row;
    let from = row
        .scheduled_for
        .unwrap_or(row.recorded_at)
        .min(row.recorded_at);
    let to = row.finished_at.unwrap_or(run.now).max(row.recorded_at);
    (from - AROUND, to + AROUND)
}

/// What is gone is left out; anything else that fails, fails.
fn optional<T>(found: Result<T, CommandError>) -> Result<Option<T>, CommandError> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.code == ErrorCode::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
