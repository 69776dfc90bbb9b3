//! Text found in history. No index helps with that, so a search looks through the newest rows of its
//! filter, at most so many at a time, and says where it stopped.

use super::{page, row};
use crate::{
    StoreResult,
    model::{RunFilter, RunKey, RunSearchPage},
    sql_store::{Columns, Dialect, Session, SqlStore, runs::REVISION_OF_RUN},
};
use routine_domain::RunId;
use sqlx::AssertSqlSafe;

/// Rows looked through for one page: well under a tenth of a second.
pub(super) const LOOKED_THROUGH: u32 = 10_000;

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn page_of_search(
        &self,
        filter: &RunFilter,
        text: &str,
    ) -> StoreResult<RunSearchPage> {
        let looked_through = RunFilter {
            // The statement asks for one more than the limit.
            limit: LOOKED_THROUGH - 1,
            ..filter.clone()
        };
        let (candidates, mut values) = page::chosen::<D>(&looked_through);
        let last_value = values.clone();
        values.push(pattern(text).into());
        let pattern = format!("${}", values.len());
        values.push(i64::from(filter.limit).saturating_add(1).into());
        let limit = format!("${}", values.len());
        // SQLite's LIKE knows no case of its own accord.
        let like = D::pick("LIKE", "ILIKE");
        let found = [
            "u.message",
            "u.error_code",
            "u.detail",
            "u.idempotency_key",
            // JSON of its own kind on PostgreSQL.
            "CAST(coalesce(u.input_override, v.input) AS TEXT)",
        ]
        .map(|column| format!("{column} {like} {pattern} ESCAPE '!'"))
        .join(" OR ");
        let sql = format!(
            "SELECT u.* FROM ({candidates}) AS u CROSS JOIN routine_revisions AS v
              WHERE {REVISION_OF_RUN} AND ({found})
              ORDER BY {} LIMIT {limit}",
            page::NEWEST_FIRST
        );
        let mut session = self.db.read().await?;
        let mut rows = row::runs::<D>(&mut session, &sql, page::NEWEST_FIRST, values).await?;
        let wanted = filter.limit as usize;
        if rows.len() > wanted {
            rows.truncate(wanted);
            let next = rows.last().map(page::key);
            return Ok(RunSearchPage {
                rows,
                next,
                stopped_at: None,
            });
        }
        let last = format!(
            "SELECT u.recorded_at, u.id FROM ({candidates}) AS u
              ORDER BY {} LIMIT 1 OFFSET {}",
            page::NEWEST_FIRST,
            LOOKED_THROUGH - 1
        );
        let last = session
            .fetch_optional(AssertSqlSafe(last), last_value)
            .await?;
        let stopped_at = match last {
            Some(row) => Some(RunKey {
                recorded_at: row.instant("recorded_at")?,
                id: RunId(row.id("id")?),
            }),
            None => None,
        };
        Ok(RunSearchPage {
            rows,
            next: stopped_at,
            stopped_at,
        })
    }
}

/// The text anywhere, as it stands.
fn pattern(text: &str) -> String {
    let mut pattern = String::from("%");
    for letter in text.chars() {
        if matches!(letter, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_searched_for_is_no_pattern() {
        assert_eq!(pattern("50%_a!"), "%50!%!_a!!%");
    }
}
