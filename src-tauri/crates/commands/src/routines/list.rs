use std::collections::HashMap;

use routine_domain::{Destination, RoutineId};
use routine_store::{
    Store,
    model::{self, RoutineFilter, RoutineKey, RoutineOrder},
};

use super::{actions::offers, matching, not_found, row};
use crate::{
    CommandError, Desk, cursor,
    desk::Reading,
    schedule,
    wire::{RoutineCounts, RoutineDetail, RoutinePage, RoutineQuery, RoutineSort, StripMark},
};

/// Marks in the strip of one routine.
const STRIP: u32 = 20;
/// Fires previewed in the detail.
const NEXT_FIRES: u32 = 10;

pub async fn list(desk: &Desk, query: RoutineQuery) -> Result<RoutinePage, CommandError> {
    let limit = cursor::page_size(query.limit)?;
    let order = order_of(query.sort);
    let after = query
        .cursor
        .as_deref()
        .map(|cursor| key_in(order, cursor))
        .transpose()?;
    let reading = desk.reading().await?;
    let store = reading.store.as_ref();
    let counts = store.count_routines(query.matching.tenant_id).await?.into();
    let Some(matching) = matching::of(query.matching, reading.now) else {
        return Ok(RoutinePage {
            rows: Vec::new(),
            next_cursor: None,
            matching: 0,
            counts,
            now: reading.now,
        });
    };
    let filter = RoutineFilter {
        matching,
        order,
        after,
        limit,
    };
    let page = store.list_routines(&filter, reading.now).await?;
    let ids: Vec<_> = page.rows.iter().map(|listing| listing.routine.id).collect();
    let mut strips = strips(store, &ids).await?;
    let rows = page
        .rows
        .into_iter()
        .map(|listing| {
            let recent = strips.remove(&listing.routine.id).unwrap_or_default();
            row::of(listing, recent, reading.protection, reading.now)
        })
        .collect();
    Ok(RoutinePage {
        rows,
        next_cursor: page.next.map(cursor::of_routines),
        matching: page.matching,
        counts,
        now: reading.now,
    })
}

pub async fn get(desk: &Desk, id: RoutineId) -> Result<RoutineDetail, CommandError> {
    detail(&desk.reading().await?, id).await
}

pub(super) async fn detail(
    reading: &Reading,
    id: RoutineId,
) -> Result<RoutineDetail, CommandError> {
    let Reading {
        store,
        now,
        protection,
    } = reading;
    let listing = store
        .get_listing(id, *now)
        .await?
        .ok_or_else(|| not_found(id))?;
    let routine = listing.routine.clone();
    let definition = store
        .get_definition(routine.definition_id)
        .await?
        .ok_or_else(|| not_found(id))?;
    let offers = offers(&listing.facts, *protection);
    let recent = strips(store.as_ref(), &[id]).await?.remove(&id);
    Ok(RoutineDetail {
        row: row::of(listing, recent.unwrap_or_default(), *protection, *now),
        instruction: routine.instruction,
        definition: definition.into(),
        input: routine.input,
        next_fires: match routine.deleted {
            None => schedule::fires(&routine.trigger, *now, NEXT_FIRES),
            Some(_) => Vec::new(),
        },
        offers,
        trigger: routine.trigger,
        misfire: routine.misfire,
        overlap: routine.overlap,
        destination_place: routine.destination.as_ref().map(Destination::place),
        destination: routine.destination,
        created_at: routine.created_at,
        created_by: routine.created_by,
        updated_at: routine.updated_at,
        now: *now,
    })
}

async fn strips(
    store: &dyn Store,
    ids: &[RoutineId],
) -> Result<HashMap<RoutineId, Vec<StripMark>>, CommandError> {
    let mut strips: HashMap<RoutineId, Vec<StripMark>> = HashMap::new();
    for mark in store.recent_runs(ids, STRIP).await? {
        strips.entry(mark.routine_id).or_default().push(mark.into());
    }
    Ok(strips)
}

fn order_of(sort: RoutineSort) -> RoutineOrder {
    match sort {
        RoutineSort::NextFire => RoutineOrder::NextFire,
        RoutineSort::Name => RoutineOrder::Name,
        RoutineSort::Created => RoutineOrder::Created,
    }
}

/// A cursor handed out under another order would skip rows.
fn key_in(order: RoutineOrder, text: &str) -> Result<RoutineKey, CommandError> {
    let key = cursor::routine_key(text)?;
    match (order, &key) {
        (RoutineOrder::NextFire, RoutineKey::NextFire { .. })
        | (RoutineOrder::Name, RoutineKey::Name { .. })
        | (RoutineOrder::Created, RoutineKey::Created { .. }) => Ok(key),
        _ => Err(cursor::refused().into()),
    }
}

impl From<model::RoutineCounts> for RoutineCounts {
    fn from(counts: model::RoutineCounts) -> Self {
        Self {
            all: counts.all,
            failing: counts.failing,
            off: counts.off,
            manual: counts.manual,
            deleted: counts.deleted,
        }
    }
}
