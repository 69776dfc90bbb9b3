//! What a change of policy says about those it meets.
#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on must stop with what went wrong"
)]

use routine_domain::{
    TenantPolicy, TriggerSpec,
    instant::from_millis,
    policy_effects::{Standing, effects},
};

fn routine(name: &str, owner: &str, every_seconds: u32) -> Standing {
    Standing {
        name: name.into(),
        owner: owner.into(),
        trigger: TriggerSpec::Interval {
            every_seconds,
            anchor: from_millis(1_700_000_000_000).unwrap(),
        },
        takes_a_place: true,
        is_live: true,
        consecutive_failures: 0,
        failed_runs: 0,
    }
}

fn told(after: TenantPolicy, routines: &[Standing]) -> Vec<(&'static str, Vec<String>, bool)> {
    effects(&TenantPolicy::default(), &after, routines)
        .into_iter()
        .map(|effect| (effect.field, effect.names, effect.warns))
        .collect()
}

#[test]
fn what_did_not_change_has_no_effect() {
    let routines = [routine("often", "ines", 60)];
    assert_eq!(told(TenantPolicy::default(), &routines), []);
}

#[test]
fn a_higher_floor_and_a_lower_cap_name_whom_they_meet() {
    let mut routines = vec![
        routine("often", "ines", 1_800),
        routine("daily", "ines", 86_400),
    ];
    routines[1].takes_a_place = false;
    routines.push(routine("hourly", "bo", 3_600));
    routines.push(routine("hourly too", "bo", 3_600));
    let after = TenantPolicy {
        minimum_interval_seconds: 3_600,
        enabled_cap: 1,
        ..TenantPolicy::default()
    };
    assert_eq!(
        told(after, &routines),
        [
            ("minimum_interval_seconds", vec!["often".to_owned()], true),
            ("enabled_cap", vec!["bo (2)".to_owned()], true),
        ]
    );
}

#[test]
fn lower_limits_name_who_stands_before_them() {
    let mut routines = vec![
        routine("failing", "ines", 86_400),
        routine("off", "ines", 86_400),
    ];
    routines[0].consecutive_failures = 2;
    routines[1].failed_runs = 9;
    routines[1].is_live = false;
    let after = TenantPolicy {
        dead_letter_after: 3,
        fatigue_after: 5,
        retention_days: 30,
        ..TenantPolicy::default()
    };
    assert_eq!(
        told(after, &routines),
        [
            ("dead_letter_after", vec!["failing".to_owned()], true),
            ("fatigue_after", vec![], false),
            ("retention_days", vec![], true),
        ]
    );
}

#[test]
fn every_value_has_a_sentence() {
    let after = TenantPolicy {
        minimum_interval_seconds: 1,
        enabled_cap: 1,
        grace_seconds: 1,
        dead_letter_after: 1,
        fatigue_after: 1,
        lease_seconds: 90,
        launch_timeout_seconds: 40,
        concurrency_cap: Some(2),
        breaker: false,
        retention_days: 1,
        keep_newest_runs: 1,
        failure_retention_days: 1,
    };
    assert_eq!(told(after, &[]).len(), 12);
}
