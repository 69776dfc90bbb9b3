//! What is failing: three lanes, put together by error, by tenant, or one by one.

mod groups;

use std::collections::{BTreeSet, HashMap};

use routine_domain::{
    FailureLane, Instant, Invalid, Mutation, TenantId, fingerprint::is_growing, instant::truncate,
};
use routine_store::{
    Store,
    model::{self, ErrorActivity, FailingFilter},
};

pub(crate) use groups::title_of;

use crate::{
    CommandError, Desk, ErrorCode,
    desk::Writing,
    wire::{
        ErrorFacts, ErrorLane, ErrorMute, ErrorPage, FailingRoutine, FailureLanePage, FailuresPage,
        FailuresQuery, Tag,
    },
};

/// Failing routines looked at in a lane, the newest first: enough for an outage of a fleet, and
/// bounded.
pub(crate) const LOOKED_AT: u32 = 5_000;
/// Routines of one error that are listed in a lane.
const LISTED: usize = 200;

pub async fn list(desk: &Desk, query: FailuresQuery) -> Result<FailuresPage, CommandError> {
    let limit = crate::cursor::page_size(query.limit)? as usize;
    let reading = desk.reading().await?;
    let store = reading.store.as_ref();
    let mut lanes = Vec::with_capacity(FailureLane::ALL.len());
    for lane in FailureLane::ALL {
        lanes.push((*lane, lane_of(store, *lane, query.tenant_id).await?));
    }
    let errors: BTreeSet<_> = lanes
        .iter()
        .flat_map(|(_, rows)| rows.iter().map(|row| &row.fingerprint))
        .collect();
    let errors = count(errors.len());
    let gave_up = groups::count_by_error(&lanes);
    let mut pages = Vec::with_capacity(lanes.len());
    for (lane, rows) in lanes {
        let bounded = rows.len() > LOOKED_AT as usize;
        let oldest = rows.last().map(|row| row.since);
        let next_fire_at = rows.iter().filter_map(|row| row.next_fire_at).min();
        let routines = count(rows.len());
        let mut groups = groups::of(rows, query.by);
        let more_groups = count(groups.len().saturating_sub(limit));
        groups.truncate(limit);
        pages.push(FailureLanePage {
            lane,
            groups: with_facts(store, groups, &gave_up, lane, reading.now).await?,
            more_groups,
            routines,
            bounded,
            next_fire_at,
            oldest,
        });
    }
    Ok(FailuresPage {
        routines: pages.iter().map(|page| page.routines).sum(),
        lanes: pages,
        errors,
        off_by_person: store.count_routines(query.tenant_id).await?.off,
        now: reading.now,
    })
}

/// Everything that fails with one error now.
pub async fn get(
    desk: &Desk,
    fingerprint: String,
    tenant_id: Option<TenantId>,
) -> Result<ErrorPage, CommandError> {
    let reading = desk.reading().await?;
    let store = reading.store.as_ref();
    let mut lanes = Vec::new();
    let mut newest: Option<model::FailingRoutine> = None;
    for lane in FailureLane::ALL {
        let mut rows = lane_of(store, *lane, tenant_id).await?;
        rows.retain(|row| row.fingerprint == fingerprint);
        let last = rows.iter().max_by_key(|row| row.failed_at).cloned();
        newest = newest
            .into_iter()
            .chain(last)
            .max_by_key(|row| row.failed_at);
        lanes.push(ErrorLane {
            lane: *lane,
            count: count(rows.len()),
            routines: rows
                .into_iter()
                .take(LISTED)
                .map(FailingRoutine::from)
                .collect(),
        });
    }
    let facts = facts(store, std::slice::from_ref(&fingerprint), reading.now).await?;
    let mut error = facts
        .into_values()
        .next()
        .ok_or_else(|| not_found(&fingerprint))?;
    match newest {
        Some(row) => (error.code, error.sentence) = (row.error_code, row.message),
        // Nothing fails with it any more: it is resolved, if it ever was.
        None if error.last_seen.is_none() => return Err(not_found(&fingerprint)),
        None => {}
    }
    Ok(ErrorPage {
        error,
        lanes,
        now: reading.now,
    })
}

/// Keeps an error from calling anyone until then; none lets it call again.
pub async fn mute(
    desk: &Desk,
    fingerprint: String,
    until: Option<Instant>,
) -> Result<(), CommandError> {
    let Writing { store, now, actor } = desk.writing(Mutation::MuteError).await?;
    let is_one =
        fingerprint.len() == 12 && fingerprint.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_one {
        return Err(Invalid::new(
            "fingerprint",
            format!("\"{fingerprint}\" is not the fingerprint of an error: it has twelve hexadecimal digits."),
        )
        .into());
    }
    let until = until.map(truncate);
    if until.is_some_and(|until| until <= now) {
        return Err(Invalid::new("until", "That time has passed. Give one in the future.").into());
    }
    store.mute_error(&fingerprint, until, &actor, now).await?;
    desk.announce(&[Tag::Routines]);
    Ok(())
}

/// The lane, newest first; one more than is looked at, if there are more.
pub(crate) async fn lane_of(
    store: &dyn Store,
    lane: FailureLane,
    tenant_id: Option<TenantId>,
) -> Result<Vec<model::FailingRoutine>, CommandError> {
    let filter = FailingFilter {
        lane,
        tenant_id,
        limit: LOOKED_AT + 1,
    };
    Ok(store.list_failing(&filter).await?)
}

async fn with_facts(
    store: &dyn Store,
    groups: Vec<groups::Group>,
    gave_up: &HashMap<String, u32>,
    lane: FailureLane,
    now: Instant,
) -> Result<Vec<crate::wire::FailureGroup>, CommandError> {
    let errors: BTreeSet<_> = groups
        .iter()
        .filter_map(groups::Group::fingerprint)
        .collect();
    let errors: Vec<_> = errors.into_iter().collect();
    let facts = facts(store, &errors, now).await?;
    let shown = groups.into_iter().map(|group| {
        let error = group
            .fingerprint()
            .and_then(|error| facts.get(&error).cloned());
        let elsewhere = match lane {
            FailureLane::Retrying => group.fingerprint().and_then(|error| gave_up.get(&error)),
            _ => None,
        };
        group.shown(error, elsewhere.copied().unwrap_or(0))
    });
    Ok(shown.collect())
}

/// What is known of each error beside its sentence.
async fn facts(
    store: &dyn Store,
    fingerprints: &[String],
    now: Instant,
) -> Result<HashMap<String, ErrorFacts>, CommandError> {
    let mutes = store.list_error_mutes(now).await?;
    let found = store.error_activity(fingerprints, now).await?;
    let facts = found.into_iter().map(|activity| {
        let ErrorActivity {
            fingerprint,
            hours,
            first_seen,
            last_seen,
        } = activity;
        let mute = mutes.iter().find(|mute| mute.fingerprint == fingerprint);
        let facts = ErrorFacts {
            fingerprint: fingerprint.clone(),
            code: String::new(),
            sentence: String::new(),
            failures: hours.iter().copied().fold(0, u32::saturating_add),
            growing: is_growing(&hours),
            hours,
            first_seen,
            last_seen,
            muted: mute.map(|mute| ErrorMute {
                until: mute.until,
                by: mute.by.clone(),
            }),
        };
        (fingerprint, facts)
    });
    Ok(facts.collect())
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

fn not_found(fingerprint: &str) -> CommandError {
    CommandError::new(
        ErrorCode::NotFound,
        format!("No failure with the fingerprint {fingerprint} is known."),
    )
}
