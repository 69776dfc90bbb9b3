//! Pages of history. Each filter is served by an index of its own: what did not succeed is rare, and
//! is found by its status, one status at a time, never by going through everything.

use std::{collections::BTreeSet, fmt::Display};

use routine_domain::{Cause, RunStatus};

use super::row;
use crate::{
    StoreResult,
    model::{Run, RunFilter, RunKey, RunPage},
    sql_store::{Arg, Args, Dialect, SqlStore},
};

pub(super) const NEWEST_FIRST: &str = "u.recorded_at DESC, u.id DESC";

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn page_of_runs(&self, filter: &RunFilter) -> StoreResult<RunPage> {
        let (sql, values) = chosen::<D>(filter);
        let mut session = self.db.read().await?;
        let rows = row::runs::<D>(&mut session, &sql, NEWEST_FIRST, values).await?;
        Ok(cut(rows, filter.limit))
    }
}

/// A page of at most `limit` rows, of one row more where there are more.
pub(super) fn cut(mut rows: Vec<Run>, limit: u32) -> RunPage {
    let limit = limit as usize;
    let next = (rows.len() > limit)
        .then(|| rows[..limit].last().map(key))
        .flatten();
    rows.truncate(limit);
    RunPage { rows, next }
}

pub(super) fn key(run: &Run) -> RunKey {
    RunKey {
        recorded_at: run.recorded_at,
        id: run.id,
    }
}

/// One statement over `runs` that yields the page and one row more, by which the next is known.
pub(super) fn chosen<D: Dialect>(filter: &RunFilter) -> (String, Args) {
    let mut values = Args::new();
    let mut bind = |value: Arg| {
        values.push(value);
        format!("${}", values.len())
    };
    let mut conditions = Vec::new();
    if let Some(routine) = filter.routine_id {
        conditions.push(format!("u.routine_id = {}", bind(routine.into())));
    }
    if let Some(tenant) = filter.tenant_id {
        conditions.push(format!("u.tenant_id = {}", bind(tenant.into())));
    }
    if let Some(from) = filter.from {
        conditions.push(format!("u.recorded_at >= {}", bind(from.into())));
    }
    if let Some(to) = filter.to {
        conditions.push(format!("u.recorded_at < {}", bind(to.into())));
    }
    if let Some(after) = filter.after {
        let (at, id) = (bind(after.recorded_at.into()), bind(after.id.into()));
        conditions.push(format!("(u.recorded_at, u.id) < ({at}, {id})"));
    }
    if filter.dead_lettered {
        // As the index spells it on each side.
        conditions.push(D::pick("u.dead_lettered = 1", "u.dead_lettered").into());
    }
    let limit = bind(i64::from(filter.limit).saturating_add(1).into());
    let branches: Vec<_> = branches(filter)
        .iter()
        .map(|branch| {
            let conditions = conditions.iter().chain(branch).cloned();
            let conditions = conditions.collect::<Vec<_>>().join(" AND ");
            let condition = match conditions.as_str() {
                "" => String::new(),
                conditions => format!("WHERE {conditions}"),
            };
            format!("SELECT u.* FROM runs AS u {condition} ORDER BY {NEWEST_FIRST} LIMIT {limit}")
        })
        .collect();
    let sql = match branches.as_slice() {
        [one] => one.clone(),
        many => format!(
            "SELECT u.* FROM ({}) AS u ORDER BY {NEWEST_FIRST} LIMIT {limit}",
            many.iter()
                .map(|branch| format!("SELECT * FROM ({branch}) AS u"))
                .collect::<Vec<_>>()
                .join(" UNION ALL ")
        ),
    };
    (sql, values)
}

/// The further conditions of each part of the statement. A routine's own history and the dead
/// letters are short enough to be gone through.
fn branches(filter: &RunFilter) -> Vec<Vec<String>> {
    let causes = any_of("u.cause", &filter.causes);
    let statuses = any_of("u.status", &filter.statuses);
    if filter.routine_id.is_some() || filter.dead_lettered {
        return vec![statuses.into_iter().chain(causes).collect()];
    }
    if filter.statuses.is_empty() {
        return match by_cause(&filter.causes) {
            Some(branches) => branches,
            None => vec![causes.into_iter().collect()],
        };
    }
    let of_status = |status: &RunStatus| {
        let mut branch = vec![format!("u.status = '{status}'")];
        if *status != RunStatus::Succeeded {
            // Spelled out, or the partial indexes are not used.
            branch.push("u.status <> 'succeeded'".into());
        }
        branch.extend(causes.clone());
        branch
    };
    distinct(&filter.statuses).iter().map(of_status).collect()
}

/// All but the planned fires are rare enough to be found by their cause.
fn by_cause(causes: &[Cause]) -> Option<Vec<Vec<String>>> {
    if causes.is_empty() || causes.contains(&Cause::Schedule) {
        return None;
    }
    let branch = |cause| {
        vec![
            format!("u.cause = '{cause}'"),
            "u.cause <> 'schedule'".into(),
        ]
    };
    Some(distinct(causes).into_iter().map(branch).collect())
}

/// A word asked for twice must not find its rows twice.
fn distinct<T: Copy + Ord>(words: &[T]) -> BTreeSet<T> {
    words.iter().copied().collect()
}

/// The words stand in the statement itself: they are constants, and the planner knows their shares.
fn any_of(column: &str, words: &[impl Display]) -> Option<String> {
    if words.is_empty() {
        return None;
    }
    let words: Vec<_> = words.iter().map(|word| format!("'{word}'")).collect();
    Some(format!("{column} IN ({})", words.join(", ")))
}
