//! What a filter asks for, as a condition on `r`, and the statements that need no more than that.

use routine_domain::{Instant, RoutineId, TenantId};
use sqlx::AssertSqlSafe;

use super::states::{overdue_before, predicate};
use crate::{
    StoreResult,
    model::{RoutineMatch, RoutineTarget},
    sql_store::{Arg, Args, Columns, Dialect, Session, SqlStore, args},
};

/// Matches are counted so far, and then called more.
const COUNTED: u32 = 10_000;

/// A condition in the making: text of constants, and the values it binds.
#[derive(Clone, Default)]
pub(super) struct Condition {
    pub(super) text: String,
    pub(super) values: Args,
}

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn fetch_count(&self, asked: &RoutineMatch, now: Instant) -> StoreResult<u32> {
        count::<D>(&mut self.db.read().await?, matching(asked, now)).await
    }

    pub(super) async fn fetch_targets(
        &self,
        asked: &RoutineMatch,
        limit: u32,
        now: Instant,
    ) -> StoreResult<Vec<RoutineTarget>> {
        let mut condition = matching(asked, now);
        let limit = condition.bind(limit);
        let sql = format!(
            "SELECT r.id, r.name, r.revision FROM routines AS r
              WHERE {} ORDER BY r.name, r.id LIMIT {limit}",
            condition.text
        );
        let mut session = self.db.read().await?;
        let rows = session.fetch(AssertSqlSafe(sql), condition.values).await?;
        let target = |row: &<D::Session as Session>::Row| {
            Ok(RoutineTarget {
                id: RoutineId(row.id("id")?),
                name: row.text("name")?,
                revision: row.int("revision")?,
            })
        };
        rows.iter().map(target).collect()
    }

    pub(super) async fn fetch_owners(&self, tenant: Option<TenantId>) -> StoreResult<Vec<String>> {
        let (condition, values) = match tenant {
            None => ("", Args::new()),
            Some(tenant) => ("AND r.tenant_id = $1", args![tenant]),
        };
        let sql = format!(
            "SELECT DISTINCT r.owner FROM routines AS r
              WHERE r.deleted_at IS NULL {condition} ORDER BY r.owner"
        );
        let mut session = self.db.read().await?;
        let rows = session.fetch(AssertSqlSafe(sql), values).await?;
        rows.iter().map(|row| row.text("owner")).collect()
    }
}

pub(super) async fn count<D: Dialect>(
    session: &mut D::Session,
    mut matches: Condition,
) -> StoreResult<u32> {
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

/// What is asked for, wherever a page begins.
pub(super) fn matching(asked: &RoutineMatch, now: Instant) -> Condition {
    let mut condition = Condition::default();
    if asked.states.is_empty() {
        condition.and("r.deleted_at IS NULL");
    } else {
        let mut bound = None;
        let mut overdue = || {
            bound
                .get_or_insert_with(|| condition.bind(overdue_before(now)))
                .clone()
        };
        let states = asked.states.iter();
        let states = states.map(|state| format!("({})", predicate(*state, &mut overdue)));
        let any = format!("({})", states.collect::<Vec<_>>().join(" OR "));
        condition.and(&any);
    }
    if !asked.triggers.is_empty() {
        let kinds: Vec<_> = asked
            .triggers
            .iter()
            .map(|kind| format!("'{kind}'"))
            .collect();
        condition.and(&format!("r.trigger_kind IN ({})", kinds.join(", ")));
    }
    if let Some(tenant) = asked.tenant_id {
        condition.compare("r.tenant_id =", tenant);
    }
    if let Some(owner) = &asked.owner {
        condition.compare("r.owner =", owner);
    }
    if let Some(at) = asked.due_by {
        condition.compare("r.next_fire_at <=", at);
    }
    if let Some(at) = asked.off_since {
        condition.compare("r.off_at <=", at);
    }
    let search = asked.search.as_deref().map(str::trim);
    if let Some(search) = search.filter(|text| !text.is_empty()) {
        let pattern = condition.bind(format!("%{}%", literal(&search.to_lowercase())));
        condition.and(&format!("r.search_text LIKE {pattern} ESCAPE '\\'"));
    }
    condition
}

/// Text that `LIKE` takes as it stands.
fn literal(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('%', "\\%")
        .replace('_', "\\_")
}

impl Condition {
    /// The placeholder of one more value.
    pub(super) fn bind(&mut self, value: impl Into<Arg>) -> String {
        self.values.push(value.into());
        format!("${}", self.values.len())
    }

    pub(super) fn and(&mut self, text: &str) {
        if !self.text.is_empty() {
            self.text.push_str(" AND ");
        }
        self.text.push_str(text);
    }

    /// `comparison` with one value, such as `r.owner =`.
    fn compare(&mut self, comparison: &str, value: impl Into<Arg>) {
        let value = self.bind(value);
        self.and(&format!("{comparison} {value}"));
    }

    /// A row comparison with a key: `(a, b) >` and two values.
    pub(super) fn beyond(&mut self, comparison: &str, key: Args) {
        let key: Vec<_> = key.into_iter().map(|part| self.bind(part)).collect();
        self.and(&format!("{comparison} ({})", key.join(", ")));
    }
}
