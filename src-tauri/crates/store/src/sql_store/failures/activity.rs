use std::collections::BTreeMap;

use chrono::Duration;
use routine_domain::Instant;
use sqlx::AssertSqlSafe;

use crate::{
    StoreResult,
    model::{ACTIVITY_HOURS, ErrorActivity},
    sql_store::{
        Arg, Columns, Dialect, Session, SqlStore, args,
        batch::{Batch, Kind},
    },
};

const ERRORS: Batch = Batch(&[("fingerprint", Kind::Text)]);

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn fetch_activity(
        &self,
        fingerprints: &[String],
        now: Instant,
    ) -> StoreResult<Vec<ErrorActivity>> {
        if fingerprints.is_empty() {
            return Ok(Vec::new());
        }
        let errors = || ERRORS.bind::<D>(fingerprints.iter().map(|error| args![error]));
        let mut session = self.db.read().await?;
        let mut found = BTreeMap::new();
        let seen = session.fetch(AssertSqlSafe(seen_sql::<D>()), vec![errors()]);
        for row in seen.await? {
            let error = row.text("fingerprint")?;
            let activity = ErrorActivity {
                fingerprint: error.clone(),
                hours: vec![0; ACTIVITY_HOURS],
                first_seen: row.opt_instant("first_seen")?,
                last_seen: row.opt_instant("last_seen")?,
            };
            found.insert(error, activity);
        }
        let hours = i64::try_from(ACTIVITY_HOURS).unwrap_or(i64::MAX);
        let from = now - Duration::hours(hours);
        let values = vec![errors(), Arg::from(from), Arg::from(now)];
        for row in session
            .fetch(AssertSqlSafe(hours_sql::<D>()), values)
            .await?
        {
            let hour = usize::try_from(row.int("hour")?).unwrap_or(usize::MAX);
            let activity = found.get_mut(&row.text("fingerprint")?);
            let slot = activity.and_then(|activity| activity.hours.get_mut(hour));
            if let Some(slot) = slot {
                *slot = row.int("failures")?;
            }
        }
        Ok(found.into_values().collect())
    }
}

/// The two ends of each error's stretch in the index.
fn seen_sql<D: Dialect>() -> String {
    let end = |order: &str| {
        format!(
            "(SELECT u.recorded_at FROM runs AS u
               WHERE u.fingerprint = b.fingerprint AND u.fingerprint IS NOT NULL
               ORDER BY u.recorded_at {order} LIMIT 1)"
        )
    };
    format!(
        "SELECT b.fingerprint, {} AS first_seen, {} AS last_seen FROM {} AS b",
        end("ASC"),
        end("DESC"),
        ERRORS.rows_of::<D>("$1")
    )
}

/// `$1` the errors, `$2` from, `$3` until.
fn hours_sql<D: Dialect>() -> String {
    // Instants are milliseconds on the one side and timestamps on the other.
    let hour = D::pick(
        "(u.recorded_at - $2) / 3600000",
        "CAST(floor(extract(epoch FROM u.recorded_at - $2) / 3600) AS bigint)",
    );
    format!(
        "SELECT b.fingerprint, {hour} AS hour, count(*) AS failures
           FROM {} AS b CROSS JOIN runs AS u
          WHERE u.fingerprint = b.fingerprint AND u.fingerprint IS NOT NULL
            AND u.recorded_at >= $2 AND u.recorded_at < $3
          GROUP BY b.fingerprint, {hour}",
        ERRORS.rows_of::<D>("$1")
    )
}
