use routine_domain::Instant;
use sqlx::AssertSqlSafe;

use super::{
    list::{BESIDE, LISTING, listing},
    matching::{Condition, count, matching},
};
use crate::{
    StoreResult,
    model::{RoutineFilter, RoutineKey, RoutineListing, RoutineOrder, RoutinePage},
    sql_store::{Dialect, Session, SqlStore, rows::ROUTINE_COLUMNS},
};

/// One run through an index, in its order.
struct Leg {
    condition: Condition,
    order: &'static str,
}

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn fetch_page(
        &self,
        filter: &RoutineFilter,
        now: Instant,
    ) -> StoreResult<RoutinePage> {
        let matches = matching(&filter.matching, now);
        let mut session = self.db.read().await?;
        let mut rows: Vec<RoutineListing> = Vec::new();
        // One more than asked for tells whether there is a next page.
        let wanted = filter.limit.saturating_add(1);
        for mut leg in legs(filter, &matches) {
            let missing = wanted.saturating_sub(u32::try_from(rows.len()).unwrap_or(u32::MAX));
            if missing == 0 {
                break;
            }
            let limit = leg.condition.bind(missing);
            let sql = format!(
                "SELECT {ROUTINE_COLUMNS}, {LISTING} FROM routines AS r {BESIDE}
                  WHERE {} ORDER BY {} LIMIT {limit}",
                leg.condition.text, leg.order
            );
            let found = session
                .fetch(AssertSqlSafe(sql), leg.condition.values)
                .await?;
            for row in &found {
                rows.push(listing(row)?);
            }
        }
        let asked = usize::try_from(filter.limit).unwrap_or(usize::MAX);
        let more = rows.len() > asked;
        rows.truncate(asked);
        let next = rows
            .last()
            .filter(|_| more)
            .map(|last| key(filter.order, last));
        let matching = count::<D>(&mut session, matches).await?;
        Ok(RoutinePage {
            rows,
            next,
            matching,
        })
    }
}

/// The rows after the filter's key, in its order. Nulls have no common place in an order, so those
/// without a next fire are a leg of their own.
fn legs(filter: &RoutineFilter, matches: &Condition) -> Vec<Leg> {
    let leg = |order, add: &dyn Fn(&mut Condition)| {
        let mut condition = matches.clone();
        add(&mut condition);
        Leg { condition, order }
    };
    let timed = "r.next_fire_at, r.name, r.id";
    let by_name = "r.name, r.id";
    match (filter.order, &filter.after) {
        (RoutineOrder::Name, Some(RoutineKey::Name { name, id })) => {
            vec![leg(by_name, &|c| {
                c.beyond("(r.name, r.id) >", vec![name.into(), (*id).into()])
            })]
        }
        (RoutineOrder::Name, _) => vec![leg(by_name, &|_| ())],
        (RoutineOrder::Created, after) => vec![leg("r.created_at DESC, r.id DESC", &|c| {
            if let Some(RoutineKey::Created { created_at, id }) = after {
                c.beyond(
                    "(r.created_at, r.id) <",
                    vec![(*created_at).into(), (*id).into()],
                );
            }
        })],
        (
            RoutineOrder::NextFire,
            Some(RoutineKey::NextFire {
                next_fire_at: None,
                name,
                id,
            }),
        ) => {
            vec![leg(by_name, &|c| {
                c.and("r.next_fire_at IS NULL");
                c.beyond("(r.name, r.id) >", vec![name.into(), (*id).into()]);
            })]
        }
        (RoutineOrder::NextFire, after) => vec![
            leg(timed, &|c| {
                c.and("r.next_fire_at IS NOT NULL");
                if let Some(RoutineKey::NextFire {
                    next_fire_at: Some(at),
                    name,
                    id,
                }) = after
                {
                    let key = vec![(*at).into(), name.into(), (*id).into()];
                    c.beyond("(r.next_fire_at, r.name, r.id) >", key);
                }
            }),
            leg(by_name, &|c| c.and("r.next_fire_at IS NULL")),
        ],
    }
}

fn key(order: RoutineOrder, last: &RoutineListing) -> RoutineKey {
    let routine = &last.routine;
    let (id, name) = (routine.id, routine.name.clone());
    match order {
        RoutineOrder::NextFire => {
            let next_fire_at = routine.placement.next_fire_at;
            RoutineKey::NextFire {
                next_fire_at,
                name,
                id,
            }
        }
        RoutineOrder::Name => RoutineKey::Name { name, id },
        RoutineOrder::Created => RoutineKey::Created {
            created_at: routine.created_at,
            id,
        },
    }
}
