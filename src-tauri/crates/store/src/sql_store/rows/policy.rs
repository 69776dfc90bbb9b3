use routine_domain::TenantPolicy;

use crate::{StoreResult, sql_store::Columns};

pub(crate) const POLICY_COLUMNS: &str = "t.minimum_interval_seconds, t.enabled_cap, t.grace_seconds, \
    t.dead_letter_after, t.fatigue_after, t.lease_seconds, t.launch_timeout_seconds, \
    t.concurrency_cap, t.breaker, t.retention_days, t.failure_retention_days, t.keep_newest_runs";

pub(crate) fn policy(row: &impl Columns) -> StoreResult<TenantPolicy> {
    Ok(TenantPolicy {
        minimum_interval_seconds: row.int("minimum_interval_seconds")?,
        enabled_cap: row.int("enabled_cap")?,
        grace_seconds: row.int("grace_seconds")?,
        dead_letter_after: row.int("dead_letter_after")?,
        fatigue_after: row.int("fatigue_after")?,
        lease_seconds: row.int("lease_seconds")?,
        launch_timeout_seconds: row.int("launch_timeout_seconds")?,
        concurrency_cap: row.opt_int("concurrency_cap")?,
        breaker: row.flag("breaker")?,
        retention_days: row.int("retention_days")?,
        failure_retention_days: row.int("failure_retention_days")?,
        keep_newest_runs: row.int("keep_newest_runs")?,
    })
}
