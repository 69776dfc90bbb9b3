//! A routine to decide about.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot be set up should stop at once"
)]
#![allow(dead_code, reason = "each suite takes what it needs")]

use routine_domain::{
    DefinitionId, Instant, Misfire, Overlap, Routine, RoutineId, TenantId, TriggerSpec,
    change::placement_from, instant::from_millis, routine::Retry,
};

/// 2026-01-05T08:00:00Z.
pub fn eight() -> Instant {
    from_millis(1_767_600_000_000).unwrap()
}

pub fn minutes(count: i64) -> chrono::Duration {
    chrono::Duration::minutes(count)
}

/// Fires every hour from eight o'clock on.
pub fn hourly() -> Routine {
    let at = eight() - minutes(60);
    let trigger = TriggerSpec::Interval {
        every_seconds: 3_600,
        anchor: eight(),
    };
    Routine {
        id: RoutineId::new(at),
        tenant_id: TenantId::new(at),
        name: "Standup notes".into(),
        instruction: "Post the standup notes".into(),
        definition_id: DefinitionId::new(at),
        input: "{}".into(),
        owner: "ines".into(),
        placement: placement_from(&trigger.parse().unwrap(), at),
        trigger,
        misfire: Misfire::FireOnce,
        overlap: Overlap::Skip,
        destination: None,
        revision: 1,
        schedule_revision: 1,
        off: None,
        deleted: None,
        streaks: Default::default(),
        created_by: "ines@desk".into(),
        created_at: at,
        updated_at: at,
    }
}

/// Two launches of seven o'clock were refused.
pub fn backing_off() -> Routine {
    let mut routine = hourly();
    routine.streaks.consecutive_failures = 2;
    routine.placement.retry = Some(Retry {
        scheduled_for: eight() - minutes(60),
        attempt: 3,
    });
    routine.placement.next_fire_at = Some(eight() + minutes(1));
    routine
}

/// Gave up at five to eight.
pub fn dead() -> Routine {
    let mut routine = hourly();
    routine.streaks.consecutive_failures = 5;
    routine.placement.next_fire_at = None;
    routine.placement.dead_lettered_at = Some(eight() - minutes(5));
    routine
}
