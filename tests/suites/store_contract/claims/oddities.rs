//! What should not happen, and must not hold up anything else.

use routine_domain::{RoutineChange, state::OffBy};
use routine_tests::{TestDatabase, on_both};

use crate::acting::*;

on_both! {
    an_unplannable_routine_is_switched_off_and_holds_up_nobody,
    a_row_nobody_can_read_holds_up_nobody,
    an_occurrence_that_exists_is_left_and_the_routine_moves_on,
    a_clock_set_back_fires_nothing_twice,
}

async fn an_unplannable_routine_is_switched_off_and_holds_up_nobody(db: TestDatabase) {
    let (seed, routine) = seeded(&db).await;
    let broken = seed.create(&*db.store, &seed.routine("Broken")).await;
    let spec = r#"{"kind":"cron","expression":"nonsense","zone":"UTC"}"#;
    let sql = format!(
        "UPDATE routines SET trigger_kind = 'cron', trigger_spec = '{spec}' WHERE id = '{}'",
        broken.id
    );
    assert_eq!(db.execute(sql).await.unwrap(), 1);
    let batch = claim(&db, minutes(1)).await;
    assert_eq!((batch.orders.len(), batch.switched_off), (1, 1));
    assert_eq!(batch.orders[0].routine_id, routine.id);
    let off = crate::acting::routine(&db, broken.id).await.off.unwrap();
    assert_eq!((off.by, &*off.actor), (OffBy::Unschedulable, "w1"));
    let subject = format!("routine:{}", broken.id);
    let journal = db.store.list_audit_events(Some(&subject), 1).await.unwrap();
    assert_eq!(
        (&*journal[0].kind, &*journal[0].actor),
        ("routine.switched_off", "w1")
    );
}

async fn a_row_nobody_can_read_holds_up_nobody(db: TestDatabase) {
    let (seed, routine) = seeded(&db).await;
    let broken = seed.create(&*db.store, &seed.routine("Broken")).await;
    let sql = format!(
        "UPDATE routines SET trigger_spec = '[]' WHERE id = '{}'",
        broken.id
    );
    assert_eq!(db.execute(sql).await.unwrap(), 1);
    let batch = claim(&db, minutes(1)).await;
    assert_eq!(batch.orders[0].routine_id, routine.id);
    assert_eq!(batch.held, [broken.id]);
}

async fn an_occurrence_that_exists_is_left_and_the_routine_moves_on(db: TestDatabase) {
    let (seed, first) = seeded(&db).await;
    let other = seed.create(&*db.store, &seed.routine("Other")).await;
    claim(&db, minutes(1)).await;
    let back = |id| {
        let at = match db.engine {
            routine_tests::Engine::Sqlite => minutes(1).timestamp_millis().to_string(),
            routine_tests::Engine::Postgres => "'2023-11-14T22:14:20Z'".into(),
        };
        format!("UPDATE routines SET next_fire_at = {at} WHERE id = '{id}'")
    };
    db.execute(back(first.id)).await.unwrap();
    let batch = claim(&db, minutes(2)).await;
    assert_eq!(batch.orders.len(), 0, "both overlap their open runs");
    assert_eq!((batch.examined, batch.skipped), (2, 2));
    for id in [first.id, other.id] {
        let placement = routine(&db, id).await.placement;
        assert_eq!(placement.next_fire_at, Some(minutes(3)));
    }
    let of_first = history(&db).await;
    let of_first = of_first.iter().filter(|run| run.routine_id == first.id);
    let mut attempts: Vec<_> = of_first
        .map(|run| (run.scheduled_for, run.attempt))
        .collect();
    attempts.sort();
    assert_eq!(
        attempts,
        [
            (Some(minutes(1)), 0),
            (Some(minutes(1)), 1),
            (Some(minutes(2)), 1),
        ]
    );
}

async fn a_clock_set_back_fires_nothing_twice(db: TestDatabase) {
    let (seed, routine) = seeded(&db).await;
    let first = launch_one(&db, minutes(5)).await;
    report(&db, first.lease, minutes(5), succeeded()).await;
    assert_eq!(claim(&db, minutes(2)).await.examined, 0);
    // Pausing and resuming by that clock plans what has been fired already.
    let (pause, resume) = (
        RoutineChange::Pause {
            reason: String::new(),
            resume_at: None,
        },
        RoutineChange::Resume,
    );
    for change in [pause, resume] {
        let changed = db
            .store
            .change_routine(routine.id, None, &change, &seed.actor, minutes(2));
        changed.await.unwrap();
    }
    for minute in 3..=5 {
        let batch = claim(&db, minutes(minute)).await;
        let again = batch
            .orders
            .iter()
            .filter(|order| order.scheduled_for == Some(minutes(5)));
        assert_eq!(again.count(), 0);
        for order in batch.orders {
            begin(&db, order.lease, minutes(minute)).await;
            report(&db, order.lease, minutes(minute), succeeded()).await;
        }
    }
    let runs = history(&db).await;
    let fives = runs
        .iter()
        .filter(|run| run.scheduled_for == Some(minutes(5)));
    assert_eq!(fives.count(), 1);
    let placement = crate::acting::routine(&db, routine.id).await.placement;
    assert_eq!(placement.next_fire_at, Some(minutes(6)));
}
