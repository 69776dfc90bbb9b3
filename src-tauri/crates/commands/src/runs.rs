//! History.

mod actions;
mod compare;
mod delivery;
mod detail;
mod hand_off;

pub use actions::{cancel, replay};
pub use compare::compare;
pub use detail::get;

use chrono::Duration;
use routine_domain::{Invalid, Mutation, RunId, RunStatus, text};
use routine_store::model::{self, ReportOutcome, Run, RunEvent, RunFilter, RunReport};

use crate::{
    CommandError, Desk, ErrorCode, cursor,
    wire::{FinishReport, FinishResult, MissedSpan, RunPage, RunQuery, RunRow, Tag},
};

pub async fn list(desk: &Desk, query: RunQuery) -> Result<RunPage, CommandError> {
    let search = query.search.as_deref().map(str::trim).unwrap_or_default();
    let search = search.to_owned();
    if !search.is_empty() && query.from.is_none() {
        return Err(Invalid::new(
            "search",
            "A search goes through the runs one by one, so it needs a beginning in time. Choose one, such as the last 7 days.",
        )
        .into());
    }
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
    let (rows, next, stopped_at) = if search.is_empty() {
        let page = reading.store.list_runs(&filter).await?;
        (page.rows, page.next, None)
    } else {
        let page = reading.store.search_runs(&filter, &search).await?;
        (page.rows, page.next, page.stopped_at)
    };
    Ok(RunPage {
        rows: rows.into_iter().map(RunRow::from).collect(),
        next_cursor: next.map(cursor::of_runs),
        searched_to: stopped_at.map(|key| key.recorded_at),
        now: reading.now,
    })
}

/// Records how work that was handed off ended. The first outcome wins.
pub async fn finish(desk: &Desk, report: FinishReport) -> Result<FinishResult, CommandError> {
    let writing = desk.writing(Mutation::FinishRun).await?;
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

pub(crate) fn not_found(id: RunId) -> CommandError {
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
