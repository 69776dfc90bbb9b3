use super::{PolicyEffect, note};
use crate::TenantPolicy;

pub(super) fn runs(before: &TenantPolicy, after: &TenantPolicy) -> Option<PolicyEffect> {
    let days = after.retention_days;
    if days == before.retention_days {
        return None;
    }
    let sentence = match days < before.retention_days {
        true => {
            format!("Finished runs older than {days} days are removed, and cannot be brought back.")
        }
        false => format!("Finished runs are kept for {days} days; what was removed stays removed."),
    };
    note("retention_days", sentence).map(|effect| PolicyEffect {
        warns: days < before.retention_days,
        ..effect
    })
}

pub(super) fn failures(before: &TenantPolicy, after: &TenantPolicy) -> Option<PolicyEffect> {
    let days = after.failure_retention_days;
    if days == before.failure_retention_days {
        return None;
    }
    let sentence = match days <= after.retention_days {
        true => "Runs that went wrong are kept as long as the others.".to_owned(),
        false => format!("Runs that went wrong are kept for {days} days."),
    };
    note("failure_retention_days", sentence).map(|effect| PolicyEffect {
        warns: days < before.failure_retention_days,
        ..effect
    })
}

pub(super) fn newest(before: &TenantPolicy, after: &TenantPolicy) -> Option<PolicyEffect> {
    let runs = after.keep_newest_runs;
    if runs == before.keep_newest_runs {
        return None;
    }
    let sentence = match runs {
        1 => "The newest run of each routine is kept however old it is.".to_owned(),
        _ => format!("The newest {runs} runs of each routine are kept however old they are."),
    };
    note("keep_newest_runs", sentence).map(|effect| PolicyEffect {
        warns: runs < before.keep_newest_runs,
        ..effect
    })
}
