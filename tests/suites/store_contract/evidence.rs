//! Every change of a plan leaves its record, in the transaction of the change, and the rows that touch
//! a window are found.

use routine_domain::{
    Routine, RoutineChange, RoutineEdit, RoutineId, TriggerSpec,
    recorded_plan::{ScheduleChange, Standing},
};
use routine_store::model::{RecordedFilter, RecordedRoutine, TraceFilter};
use routine_tests::{Seed, TestDatabase, instant, on_both};

use crate::{acting::*, streaks::dead_letter};

on_both! {
    each_change_of_a_plan_is_recorded_with_its_instant,
    what_moves_no_plan_leaves_no_record,
    a_dead_letter_and_its_end_are_recorded,
    fatigue_is_recorded,
    newer_zone_data_is_recorded_by_whoever_plans_with_it,
    routines_come_in_pages_with_all_their_records,
    traces_touch_their_window,
    a_missed_row_reaches_into_a_window_past_those_of_an_earlier_plan,
    one_back_off_after_the_other_is_one_missed_row,
}

async fn recorded_of(db: &TestDatabase, id: RoutineId) -> RecordedRoutine {
    let filter = RecordedFilter {
        tenant_id: None,
        routine_id: Some(id),
        after: None,
        limit: 1,
    };
    let mut found = db.store.recorded_routines(&filter).await.unwrap();
    assert_eq!(found.len(), 1);
    found.remove(0)
}

async fn changes_of(db: &TestDatabase, id: RoutineId) -> Vec<ScheduleChange> {
    recorded_of(db, id).await.changes
}

async fn change(db: &TestDatabase, seed: &Seed, id: RoutineId, change: RoutineChange, at: i64) {
    let outcome = db
        .store
        .change_routine(id, None, &change, &seed.actor, instant(at))
        .await;
    assert!(
        matches!(
            outcome.unwrap(),
            routine_store::model::ChangeOutcome::Changed(_)
        ),
        "{change:?}"
    );
}

fn pause() -> RoutineChange {
    RoutineChange::Pause {
        reason: "holidays".into(),
        resume_at: Some(instant(100)),
    }
}

fn edit(routine: &Routine, name: &str, trigger: TriggerSpec) -> RoutineChange {
    RoutineChange::Edit(Box::new(RoutineEdit {
        name: name.into(),
        instruction: routine.instruction.clone(),
        definition_id: routine.definition_id,
        input: routine.input.clone(),
        trigger,
        misfire: routine.misfire,
        overlap: routine.overlap,
        destination: routine.destination.clone(),
        enabled: true,
    }))
}

async fn each_change_of_a_plan_is_recorded_with_its_instant(db: TestDatabase) {
    let (seed, routine) = seeded(&db).await;
    let id = routine.id;
    let other = TriggerSpec::Interval {
        every_seconds: 90,
        anchor: instant(0),
    };
    change(&db, &seed, id, pause(), 70).await;
    // The scheduler's own resume.
    db.store.resume_due(instant(100)).await.unwrap();
    change(
        &db,
        &seed,
        id,
        edit(&routine, "Standup", other.clone()),
        130,
    )
    .await;
    change(&db, &seed, id, RoutineChange::Delete, 131).await;
    change(&db, &seed, id, RoutineChange::Restore, 200).await;
    let changes = changes_of(&db, id).await;
    let told: Vec<_> = changes
        .iter()
        .map(|change| {
            (
                change.kind.as_str(),
                change.at,
                change.standing,
                change.dropped_from,
                change.planned_from,
            )
        })
        .collect();
    let at = |seconds| Some(instant(seconds));
    assert_eq!(
        told,
        [
            ("routine.created", instant(0), Standing::On, None, at(60)),
            // The minute before the pause was never claimed.
            ("routine.paused", instant(70), Standing::Off, at(60), None),
            ("routine.resumed", instant(100), Standing::On, None, at(120)),
            (
                "routine.edited",
                instant(130),
                Standing::On,
                at(120),
                at(180)
            ),
            (
                "routine.deleted",
                instant(131),
                Standing::Deleted,
                at(180),
                None
            ),
            (
                "routine.restored",
                instant(200),
                Standing::On,
                None,
                at(270)
            ),
        ]
    );
    assert_eq!(changes[1].reason.as_deref(), Some("holidays"));
    assert_eq!(
        (&*changes[1].actor, &*changes[2].actor),
        (&*seed.actor.name, "scheduler")
    );
    assert_eq!(changes[3].trigger, other);
}

async fn what_moves_no_plan_leaves_no_record(db: TestDatabase) {
    let (seed, routine) = seeded(&db).await;
    let rename = edit(&routine, "Renamed", routine.trigger.clone());
    change(&db, &seed, routine.id, rename, 1).await;
    let order = launch_one(&db, minutes(1)).await;
    report(&db, order.lease, minutes(1), succeeded()).await;
    assert_eq!(changes_of(&db, routine.id).await.len(), 1);
}

async fn a_dead_letter_and_its_end_are_recorded(db: TestDatabase) {
    let (seed, routine) = seeded(&db).await;
    let at = dead_letter(&db, routine.id).await;
    let revived = (at - instant(0)).num_seconds() + 5;
    change(&db, &seed, routine.id, RoutineChange::Revive, revived).await;
    let changes = changes_of(&db, routine.id).await;
    let [_, gave_up, back] = &changes[..] else {
        panic!("{changes:?}");
    };
    assert_eq!(
        (
            &*gave_up.kind,
            &*gave_up.actor,
            gave_up.at,
            gave_up.standing
        ),
        ("routine.dead_lettered", "w1", at, Standing::DeadLettered)
    );
    assert_eq!(
        (&*back.kind, back.standing),
        ("routine.revived", Standing::On)
    );
}

async fn fatigue_is_recorded(db: TestDatabase) {
    let (_, routine) = seeded(&db).await;
    for minute in 1..=10 {
        let order = launch_one(&db, minutes(minute)).await;
        report(&db, order.lease, minutes(minute), failed()).await;
    }
    let changes = changes_of(&db, routine.id).await;
    let last = changes.last().unwrap();
    assert_eq!(
        (&*last.kind, last.at, last.standing),
        ("routine.switched_off", minutes(10), Standing::Off)
    );
    assert_eq!(last.dropped_from, Some(minutes(11)));
    assert_eq!(last.reason.as_deref(), Some("Its last 10 runs failed."));
}

async fn newer_zone_data_is_recorded_by_whoever_plans_with_it(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let hourly = TriggerSpec::Cron {
        expression: "30 * * * *".into(),
        zone: "Europe/Vienna".into(),
    };
    let mut new = seed.routine("Ahead");
    new.trigger = hourly;
    let ahead = seed.create(&*db.store, &new).await;
    new.name = "Due".into();
    let due = seed.create(&*db.store, &new).await;
    let first = due.placement.next_fire_at.unwrap();
    db.execute("UPDATE routines SET zone_data = '1999z'")
        .await
        .unwrap();
    // The one is planned anew while its fire lies ahead, the other by its claim.
    db.store.refresh_zone_data(instant(1)).await.unwrap();
    db.execute(format!(
        "UPDATE routines SET zone_data = '1999z' WHERE id = '{}'",
        due.id
    ))
    .await
    .unwrap();
    assert_eq!(claim(&db, first).await.orders.len(), 2);
    let last = |changes: Vec<ScheduleChange>| changes.last().cloned().unwrap();
    let ahead = last(changes_of(&db, ahead.id).await);
    assert_eq!(
        (&*ahead.kind, ahead.at, ahead.planned_from),
        ("routine.replanned", instant(1), Some(first))
    );
    let due = last(changes_of(&db, due.id).await);
    let next = first + chrono::Duration::hours(1);
    assert_eq!(
        (&*due.kind, &*due.actor, due.at),
        ("routine.replanned", "w1", first)
    );
    assert_eq!(
        (due.dropped_from, due.planned_from),
        (Some(next), Some(next))
    );
}

async fn routines_come_in_pages_with_all_their_records(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let policy = routine_domain::TenantPolicy::local_demo();
    let other = Seed::with_policy(&*db.store, "Zeta", &policy).await;
    other.create(&*db.store, &other.routine("Elsewhere")).await;
    let mut made = Vec::new();
    for number in 0..5 {
        let new = seed.routine(&format!("Routine {number}"));
        made.push(seed.create(&*db.store, &new).await.id);
        change(&db, &seed, made[number], pause(), 1).await;
    }
    let mut filter = RecordedFilter {
        tenant_id: Some(seed.tenant),
        routine_id: None,
        after: None,
        limit: 2,
    };
    let mut seen = Vec::new();
    loop {
        let page = db.store.recorded_routines(&filter).await.unwrap();
        assert!(page.len() <= 2);
        assert!(page.iter().all(|recorded| recorded.changes.len() == 2));
        let Some(last) = page.last() else { break };
        assert_eq!((&*last.tenant_name, last.runs_kept_since), ("Acme", None));
        filter.after = Some(last.routine.id);
        seen.extend(page.iter().map(|recorded| recorded.routine.id));
    }
    made.sort();
    assert_eq!(seen, made);
}

async fn traces_touch_their_window(db: TestDatabase) {
    let (_, routine) = seeded(&db).await;
    // Minutes 1 to 4 are missed, 5 is claimed; then 6 and 7.
    for minute in [5, 6, 7] {
        let order = launch_one(&db, minutes(minute)).await;
        report(&db, order.lease, minutes(minute), succeeded()).await;
    }
    let between = |from, to| TraceFilter {
        routines: vec![routine.id],
        from: minutes(from),
        to: minutes(to),
        limit: 100,
    };
    let planned = |mut traces: Vec<(RoutineId, routine_domain::evidence::Trace)>| {
        traces.sort_by_key(|(_, trace)| trace.scheduled_for);
        let times = traces.into_iter().map(|(_, trace)| trace.scheduled_for);
        times.collect::<Vec<_>>()
    };
    let found = |filter| {
        let store = db.store.clone();
        async move { planned(store.traces(&filter).await.unwrap()) }
    };
    assert_eq!(found(between(6, 7)).await, [minutes(6)]);
    assert_eq!(found(between(3, 5)).await, [minutes(1)], "it reaches in");
    assert_eq!(found(between(0, 9)).await.len(), 4);
    assert!(found(between(0, 1)).await.is_empty());
    let mut few = between(0, 9);
    few.limit = 3;
    assert_eq!(db.store.traces(&few).await.unwrap().len(), 3);
    let (id, trace) = db.store.traces(&between(3, 4)).await.unwrap().remove(0);
    assert_eq!((id, trace.missed_until), (routine.id, Some(minutes(4))));
    assert!(!trace.was_launched);
}

async fn a_missed_row_reaches_into_a_window_past_those_of_an_earlier_plan(db: TestDatabase) {
    let (seed, routine) = seeded(&db).await;
    let order = launch_one(&db, minutes(6)).await;
    report(&db, order.lease, minutes(6), succeeded()).await;
    // The clock is set back, and half a minute later than before is the new plan.
    let shifted = TriggerSpec::Interval {
        every_seconds: 60,
        anchor: instant(30),
    };
    let edited = edit(&routine, "Shifted", shifted);
    change(&db, &seed, routine.id, edited, 60).await;
    let order = launch_one(&db, minutes(10)).await;
    report(&db, order.lease, minutes(10), succeeded()).await;
    let filter = TraceFilter {
        routines: vec![routine.id],
        from: minutes(7),
        to: minutes(8),
        limit: 9,
    };
    let traces = db.store.traces(&filter).await.unwrap();
    let reaches = traces.iter().map(|(_, trace)| trace.missed_until);
    let until = minutes(9) - chrono::Duration::seconds(30);
    assert_eq!(reaches.collect::<Vec<_>>(), [Some(until)]);
}

async fn one_back_off_after_the_other_is_one_missed_row(db: TestDatabase) {
    let (_, routine) = seeded(&db).await;
    for at in [1, 2, 4] {
        let order = launch_one(&db, minutes(at)).await;
        report(&db, order.lease, minutes(at), refused()).await;
    }
    let missed = db
        .texts("SELECT CAST(missed_count AS TEXT) FROM runs WHERE status = 'missed'")
        .await;
    assert_eq!(missed, ["3"]);
    let filter = TraceFilter {
        routines: vec![routine.id],
        from: minutes(4),
        to: minutes(5),
        limit: 9,
    };
    let traces = db.store.traces(&filter).await.unwrap();
    let untils: Vec<_> = traces.iter().map(|(_, trace)| trace.missed_until).collect();
    assert_eq!(untils, [Some(minutes(4))]);
    counts(&db).await;
}
