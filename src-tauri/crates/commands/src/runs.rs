//! History.

use chrono::Duration;
use routine_domain::{Instant, RunId, RunStatus, TenantPolicy, text};
use routine_store::{
    Store,
    model::{self, ReportOutcome, Run, RunEvent, RunFilter, RunReport},
};

use crate::{
    CommandError, Desk, ErrorCode, cursor,
    wire::{
        FinishReport, FinishResult, MissedSpan, RunDetail, RunError, RunPage, RunQuery, RunRow, Tag,
    },
};

pub async fn list(desk: &Desk, query: RunQuery) -> Result<RunPage, CommandError> {
    let filter = RunFilter {
        statuses: query.statuses,
        dead_lettered: query.dead_lettered,
        causes: query.causes,
        routine_id: query.routine_id,
        tenant_id: query.tenant_id,
        from: query.from,
        to: query.to,
        after: query.cursor.as_deref().map(cursor::run_key).transpose()?,
        limit: cursor::page_size(query.limit)?,
    };
    let reading = desk.reading().await?;
    let page = reading.store.list_runs(&filter).await?;
    Ok(RunPage {
        rows: page.rows.into_iter().map(RunRow::from).collect(),
        next_cursor: page.next.map(cursor::of_runs),
        now: reading.now,
    })
}

pub async fn get(desk: &Desk, id: RunId) -> Result<RunDetail, CommandError> {
    let reading = desk.reading().await?;
    let store = reading.store.as_ref();
    let run = store.get_run(id).await?.ok_or_else(|| not_found(id))?;
    let attempts = match run.scheduled_for {
        Some(at) => store.list_attempts(run.routine_id, at).await?,
        None => vec![run.clone()],
    };
    let next_attempt_at = next_attempt(store, &run).await?;
    let policy = store
        .get_tenant(run.tenant_id)
        .await?
        .map_or_else(TenantPolicy::default, |tenant| tenant.policy);
    Ok(RunDetail {
        idempotency_key: run.idempotency_key.clone(),
        revision: run.revision,
        error: error_of(&run),
        input: run
            .input_override
            .clone()
            .unwrap_or_else(|| run.input.clone()),
        input_overridden: run.input_override.is_some(),
        instruction: run.instruction.clone(),
        output: run.output.clone(),
        delivery: run.delivery,
        delivery_error: run.delivery_error.clone(),
        definition_name: run.definition_name.clone(),
        launcher: run.launcher.to_string(),
        claimed_at: (run.status != RunStatus::Missed).then_some(run.recorded_at),
        launched_at: run.launched_at,
        lease_until: run.lease_until,
        take_overs: run.take_overs,
        attempts: attempts.into_iter().map(RunRow::from).collect(),
        next_attempt_at,
        dead_letter_after: policy.dead_letter_after,
        now: reading.now,
        row: run.into(),
    })
}

/// Records how work that was handed off ended. The first outcome wins.
pub async fn finish(desk: &Desk, report: FinishReport) -> Result<FinishResult, CommandError> {
    let writing = desk.writing().await?;
    let event = match report.succeeded {
        true => RunEvent::Succeeded {
            output: report.output,
        },
        false => RunEvent::Failed {
            error: model::RunError {
                code: "reported".into(),
                message: text::error_sentence(
                    report
                        .error
                        .as_deref()
                        .unwrap_or("The work reported a failure without a reason."),
                ),
                detail: None,
            },
            output: report.output,
        },
    };
    let report = RunReport {
        run_id: report.run_id,
        epoch: None,
        at: writing.now,
        event,
    };
    let outcomes = writing
        .store
        .record_reports(std::slice::from_ref(&report), writing.now)
        .await?;
    match outcomes.into_iter().next() {
        Some(ReportOutcome::Recorded { .. }) => {
            desk.announce(&[Tag::Runs, Tag::Routines]);
            Ok(FinishResult::Recorded)
        }
        Some(ReportOutcome::LostTheRace {
            status: RunStatus::Claimed,
        }) => Err(CommandError::new(
            ErrorCode::Refused,
            "The run has not been launched yet, so it cannot have ended.",
        )),
        Some(ReportOutcome::LostTheRace { status }) => Ok(FinishResult::LostTheRace { status }),
        Some(ReportOutcome::NotFound) | None => Err(not_found(report.run_id)),
    }
}

/// When the occurrence of this run will be launched again, where a retry of it waits.
async fn next_attempt(store: &dyn Store, run: &Run) -> Result<Option<Instant>, CommandError> {
    let Some(routine) = store.get_routine(run.routine_id).await? else {
        return Ok(None);
    };
    let placement = routine.placement;
    Ok(placement
        .retry
        .filter(|retry| Some(retry.scheduled_for) == run.scheduled_for)
        .and(placement.next_fire_at))
}

fn error_of(run: &Run) -> Option<RunError> {
    Some(RunError {
        code: run.error_code.clone()?,
        message: run.message.clone().unwrap_or_default(),
        detail: run.detail.clone(),
    })
}

fn not_found(id: RunId) -> CommandError {
    CommandError::new(
        ErrorCode::NotFound,
        format!("There is no run with the id {id}."),
    )
}

/// Whole milliseconds, at most what a `u32` holds (49 days).
fn milliseconds(span: Duration) -> u32 {
    u32::try_from(span.num_milliseconds().max(0)).unwrap_or(u32::MAX)
}

impl From<Run> for RunRow {
    fn from(run: Run) -> Self {
        let duration = run.launched_at.zip(run.finished_at);
        Self {
            id: run.id,
            routine_id: run.routine_id,
            routine_name: run.routine_name,
            tenant_id: run.tenant_id,
            tenant_name: run.tenant_name,
            scheduled_for: run.scheduled_for,
            attempt: run.attempt,
            cause: run.cause,
            status: run.status,
            waits_for: run.waits_for,
            worker: run.worker,
            recorded_at: run.recorded_at,
            started_at: run.started_at,
            finished_at: run.finished_at,
            duration_ms: duration.map(|(launched, ended)| milliseconds(ended - launched)),
            message: run.message,
            missed: run
                .missed_until
                .zip(run.missed_count)
                .map(|(until, count)| MissedSpan { until, count }),
            dead_lettered: run.dead_lettered,
        }
    }
}
