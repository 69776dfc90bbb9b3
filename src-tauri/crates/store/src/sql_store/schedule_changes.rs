//! The records of what plans were made of, each written in the transaction of its change.

use routine_domain::{Instant, Routine, RoutineId, recorded_plan::ScheduleChange};
use sqlx::AssertSqlSafe;

use crate::{
    StoreResult,
    sql_store::{
        Columns, Dialect, Session, SqlStore, args,
        batch::{Batch, Kind},
        rows::{json, parsed},
    },
};

const RECORDS: Batch = Batch(&[
    ("routine_id", Kind::Id),
    ("at", Kind::Instant),
    ("kind", Kind::Text),
    ("actor", Kind::Text),
    ("reason", Kind::Text),
    ("revision", Kind::Int),
    ("standing", Kind::Text),
    ("trigger_spec", Kind::Text),
    ("zone_data", Kind::Text),
    ("dropped_from", Kind::Instant),
    ("planned_from", Kind::Instant),
]);

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn record_change(
        &self,
        session: &mut D::Session,
        before: Option<&Routine>,
        after: &Routine,
        (kind, actor): (&str, &str),
        now: Instant,
    ) -> StoreResult<()> {
        let change = ScheduleChange::between(before, after, kind, actor, now);
        record_changes::<D>(session, &[(after.id, change)]).await
    }
}

/// At most one record of each routine, whose lock the caller holds.
pub(super) async fn record_changes<D: Dialect>(
    session: &mut D::Session,
    changes: &[(RoutineId, ScheduleChange)],
) -> StoreResult<()> {
    if changes.is_empty() {
        return Ok(());
    }
    // In a batch JSON is text, which PostgreSQL turns into no other type by itself.
    let trigger = D::pick("b.trigger_spec", "CAST(b.trigger_spec AS json)");
    let sql = format!(
        "INSERT INTO schedule_changes
            (routine_id, number, at, kind, actor, reason, revision, standing, trigger_spec,
             zone_data, dropped_from, planned_from)
         SELECT b.routine_id,
                (SELECT coalesce(max(c.number), 0) + 1 FROM schedule_changes AS c
                  WHERE c.routine_id = b.routine_id),
                b.at, b.kind, b.actor, b.reason, b.revision, b.standing, {trigger},
                b.zone_data, b.dropped_from, b.planned_from
           FROM {} AS b",
        RECORDS.rows_of::<D>("$1")
    );
    let rows = changes.iter().map(|(routine, change)| {
        Ok(args![
            *routine,
            change.at,
            change.kind.as_str(),
            change.actor.as_str(),
            change.reason.as_deref(),
            change.revision,
            change.standing.as_str(),
            json(&change.trigger)?,
            change.zone_data.as_str(),
            change.dropped_from,
            change.planned_from,
        ])
    });
    let rows = RECORDS.bind::<D>(rows.collect::<StoreResult<Vec<_>>>()?);
    session.execute(AssertSqlSafe(sql), args![rows]).await?;
    Ok(())
}

/// What [`change`] reads, of `c`; the names apart from those of a routine beside it.
pub(super) const CHANGE_COLUMNS: &str = "c.at AS change_at, c.kind AS change_kind, \
    c.actor AS change_actor, c.reason AS change_reason, c.revision AS change_revision, \
    c.standing AS change_standing, c.trigger_spec AS change_trigger, \
    c.zone_data AS change_zone_data, c.dropped_from, c.planned_from";

/// None where an outer join found no record.
pub(super) fn change(row: &impl Columns) -> StoreResult<Option<ScheduleChange>> {
    let Some(at) = row.opt_instant("change_at")? else {
        return Ok(None);
    };
    Ok(Some(ScheduleChange {
        at,
        kind: row.text("change_kind")?,
        actor: row.text("change_actor")?,
        reason: row.opt_text("change_reason")?,
        revision: row.int("change_revision")?,
        standing: row.word("change_standing")?,
        trigger: parsed(row, "change_trigger")?,
        zone_data: row.text("change_zone_data")?,
        dropped_from: row.opt_instant("dropped_from")?,
        planned_from: row.opt_instant("planned_from")?,
    }))
}
