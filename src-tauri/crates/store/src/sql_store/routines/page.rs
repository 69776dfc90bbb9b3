use routine_domain::Instant;
use sqlx::AssertSqlSafe;

use super::{
    list::{BESIDE, LISTING, listing},
    states::{overdue_before, predicate},
};
use crate::{
    StoreResult,
    model::{RoutineFilter, RoutineKey, RoutineListing, RoutineOrder, RoutinePage},
    sql_store::{Arg, Args, Columns, Dialect, Session, SqlStore, rows::ROUTINE_COLUMNS},
};

/// Matches are counted so far, and then called more.
const COUNTED: u32 = 10_000;

/// A condition in the making: text of constants, and the values it binds.
#[derive(Clone, Default)]
struct Condition {
    text: String,
    values: Args,
}

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
        let matches = matching(filter, now);
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

async fn count<D: Dialect>(session: &mut D::Session, mut matches: Condition) -> StoreResult<u32> {
    let limit = matches.bind(COUNTED + 1);
    let sql = format!(
        "SELECT count(*) AS matching FROM (SELECT 1 FROM routines AS r WHERE {} LIMIT {limit}) AS m",
        matches.text
    );
    let row = session
        .fetch_optional(AssertSqlSafe(sql), matches.values)
        .await?;
    row.map_or(Ok(0), |row| row.int("matching"))
}

/// What the filter asks for, wherever the page begins.
fn matching(filter: &RoutineFilter, now: Instant) -> Condition {
    let mut condition = Condition::default();
    if filter.states.is_empty() {
        condition.and("r.deleted_at IS NULL");
    } else {
        let mut bound = None;
        let mut overdue = || {
            bound
                .get_or_insert_with(|| condition.bind(overdue_before(now)))
                .clone()
        };
        let states = filter.states.iter();
        let states = states.map(|state| format!("({})", predicate(*state, &mut overdue)));
        let any = format!("({})", states.collect::<Vec<_>>().join(" OR "));
        condition.and(&any);
    }
    if let Some(tenant) = filter.tenant_id {
        let tenant = condition.bind(tenant);
        condition.and(&format!("r.tenant_id = {tenant}"));
    }
    if let Some(search) = filter
        .search
        .as_deref()
        .map(str::trim)
        .filter(|text| !text.is_empty())
    {
        let pattern = condition.bind(format!("%{}%", literal(&search.to_lowercase())));
        condition.and(&format!("r.search_text LIKE {pattern} ESCAPE '\\'"));
    }
    condition
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

/// Text that `LIKE` takes as it stands.
fn literal(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('%', "\\%")
        .replace('_', "\\_")
}

impl Condition {
    /// The placeholder of one more value.
    fn bind(&mut self, value: impl Into<Arg>) -> String {
        self.values.push(value.into());
        format!("${}", self.values.len())
    }

    fn and(&mut self, text: &str) {
        if !self.text.is_empty() {
            self.text.push_str(" AND ");
        }
        self.text.push_str(text);
    }

    /// A row comparison with a key: `(a, b) >` and two values.
    fn beyond(&mut self, comparison: &str, key: Args) {
        let key: Vec<_> = key.into_iter().map(|part| self.bind(part)).collect();
        self.and(&format!("{comparison} ({})", key.join(", ")));
    }
}
