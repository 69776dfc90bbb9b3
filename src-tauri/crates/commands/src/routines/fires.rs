use routine_domain::{Instant, RoutineId};

use super::not_found;
use crate::{
    CommandError, Desk, cursor, schedule,
    wire::{RoutineFires, RunRow},
};

/// Planned times to come that are listed.
const UPCOMING: u32 = 20;

/// The planned times of a routine: those to come, and a page of those that passed with what became
/// of each.
pub async fn fires(
    desk: &Desk,
    id: RoutineId,
    cursor: Option<String>,
    limit: u32,
) -> Result<RoutineFires, CommandError> {
    let after = cursor.as_deref().map(cursor::run_key).transpose()?;
    let limit = cursor::page_size(limit)?;
    let reading = desk.reading().await?;
    let store = reading.store.as_ref();
    let routine = store.get_routine(id).await?.ok_or_else(|| not_found(id))?;
    let page = store.list_fires(id, after, limit).await?;
    let placement = &routine.placement;
    let next: Option<Instant> = placement.next_fire_at;
    Ok(RoutineFires {
        upcoming: match next {
            Some(_) => schedule::fires(&routine.trigger, reading.now, UPCOMING),
            None => Vec::new(),
        },
        retry_at: placement.retry.and(next),
        past: page.rows.into_iter().map(RunRow::from).collect(),
        next_cursor: page.next.map(cursor::of_runs),
        now: reading.now,
    })
}
