//! Fires that were computed with another release of the zone data.

use routine_domain::{
    Instant, Routine, RoutineId, recorded_plan::ScheduleChange, replan::replan, zone::TZDB_VERSION,
};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::claim_rows::{Move, move_routines};
use crate::{
    StoreResult,
    sql_store::{
        Columns, Dialect, Session, SqlStore, args,
        journal::Entry,
        rows::{ROUTINE_COLUMNS, json, routine},
        schedule_changes::record_changes,
    },
};

const REPLANNED: &str = "routine.replanned";
const SCHEDULER: &str = "scheduler";

/// Routines written in one transaction.
const BATCH: u32 = 500;

const OTHER: &str = "r.trigger_kind = 'cron' AND r.next_fire_at IS NOT NULL AND r.zone_data <> $1";

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn count_other_zone_data(&self) -> StoreResult<u32> {
        let sql = format!("SELECT count(*) AS other FROM routines AS r WHERE {OTHER}");
        let mut session = self.db.read().await?;
        let row = session
            .fetch_optional(AssertSqlSafe(sql), args![TZDB_VERSION])
            .await?;
        row.map_or(Ok(0), |row| row.int("other"))
    }

    pub(super) async fn renew_zone_data(&self, now: Instant) -> StoreResult<u32> {
        if self.count_other_zone_data().await? == 0 {
            return Ok(0);
        }
        let mut moved = 0;
        let mut last = RoutineId(Uuid::nil());
        loop {
            let mut session = self.db.write().await?;
            let found = lock_others::<D>(&mut session, last, now).await?;
            let Some((newest, _)) = found.last() else {
                return Ok(moved);
            };
            last = newest.id;
            moved += self.replan_all(&mut session, &found, now).await?;
            session.commit().await?;
        }
    }

    /// Answers how many of them fire at another time now.
    async fn replan_all(
        &self,
        session: &mut D::Session,
        found: &[(Routine, Option<Instant>)],
        now: Instant,
    ) -> StoreResult<u32> {
        let mut moves = Vec::with_capacity(found.len());
        let mut entries = Vec::new();
        let mut changes = Vec::with_capacity(found.len());
        for (routine, decided_until) in found {
            let placement = match replan(routine, *decided_until, now) {
                Ok(placement) => placement,
                Err(refused) => {
                    // The claim that comes to it will switch it off with the same sentence.
                    tracing::warn!(routine = %routine.id, %refused, "it cannot be planned any more");
                    continue;
                }
            };
            let after = Routine {
                placement: placement.clone(),
                ..routine.clone()
            };
            if after.placement != routine.placement {
                entries.push(entry(routine, &after)?);
            }
            changes.push((routine.id, replanned(routine, &after, SCHEDULER, now)));
            moves.push(Move {
                routine: routine.id,
                seen: routine.placement.next_fire_at,
                placement,
            });
        }
        move_routines::<D>(session, &moves).await?;
        record_changes::<D>(session, &changes).await?;
        self.note_all(session, &entries, now).await?;
        if !entries.is_empty() {
            session.wake();
        }
        Ok(u32::try_from(entries.len()).unwrap_or(u32::MAX))
    }
}

/// The next routines behind `last` that are not due, each with the newest occurrence that its history
/// knows. What is due is planned by its claim, and what waits for a retry has a fire of no zone.
async fn lock_others<D: Dialect>(
    session: &mut D::Session,
    last: RoutineId,
    now: Instant,
) -> StoreResult<Vec<(Routine, Option<Instant>)>> {
    // SQLite has one writer at a time. Without `KEY`, runs that refer to a routine can be written
    // meanwhile.
    let lock = D::pick("", "FOR NO KEY UPDATE OF r");
    let sql = format!(
        "SELECT {ROUTINE_COLUMNS},
                (SELECT coalesce(u.missed_until, u.scheduled_for) FROM runs AS u
                  WHERE u.routine_id = r.id AND u.scheduled_for IS NOT NULL
                  ORDER BY u.scheduled_for DESC LIMIT 1) AS decided_until
           FROM routines AS r
          WHERE {OTHER} AND r.next_fire_at > $2 AND r.retry_for IS NULL AND r.id > $3
          ORDER BY r.id LIMIT $4 {lock}"
    );
    let rows = session
        .fetch(AssertSqlSafe(sql), args![TZDB_VERSION, now, last, BATCH])
        .await?;
    rows.iter()
        .map(|row| Ok((routine(row)?, row.opt_instant("decided_until")?)))
        .collect()
}

/// The record of a plan that goes on by other zone data.
pub(super) fn replanned(
    before: &Routine,
    after: &Routine,
    actor: &str,
    now: Instant,
) -> ScheduleChange {
    ScheduleChange::between(Some(before), after, REPLANNED, actor, now)
}

fn entry(before: &Routine, after: &Routine) -> StoreResult<Entry<'static>> {
    Ok(Entry {
        tenant: Some(before.tenant_id),
        actor: SCHEDULER,
        kind: REPLANNED,
        subject: format!("routine:{}", before.id),
        before: Some(json(before)?),
        after: Some(json(after)?),
    })
}
