use routine_domain::{Cause, RoutineChange, RoutineEdit, RunStatus};
use routine_store::model::ReplayOutcome;
use routine_tests::{TestDatabase, on_both};

use crate::acting::*;

on_both! {
    a_replay_is_told_what_the_run_was_told,
    only_what_has_ended_is_replayed_and_only_of_a_routine_that_is_there,
}

async fn a_replay_is_told_what_the_run_was_told(db: TestDatabase) {
    let (seed, routine) = seeded(&db).await;
    let order = launch_one(&db, minutes(1)).await;
    report(&db, order.lease, minutes(1), failed()).await;
    let edit = RoutineEdit {
        name: routine.name.clone(),
        instruction: "Something else.".into(),
        definition_id: routine.definition_id,
        input: r#"{"n":2}"#.into(),
        trigger: routine.trigger.clone(),
        misfire: routine.misfire,
        overlap: routine.overlap,
        destination: routine.destination.clone(),
        enabled: true,
    };
    let edit = RoutineChange::Edit(Box::new(edit));
    db.store
        .change_routine(routine.id, None, &edit, &seed.actor, minutes(1))
        .await
        .unwrap();

    let of = order.lease.run_id;
    let replay = |of, input| db.store.replay_run(of, input, &seed.actor, minutes(1));
    let ReplayOutcome::Requested(again) = replay(of, None).await.unwrap() else {
        panic!("it was not replayed");
    };
    assert_eq!(
        (again.cause, again.status, again.replay_of),
        (Cause::Replay, RunStatus::Claimed, Some(of))
    );
    assert_eq!((again.scheduled_for, again.revision), (None, 1));
    assert_eq!(again.instruction, "Do Standup.");
    assert_eq!(
        again.idempotency_key,
        format!("{}:run:{}", routine.id, again.id)
    );
    let orders = take_up(&db, "w1", minutes(1)).await;
    assert_eq!(orders[0].input, "{}");
    begin(&db, orders[0].lease, minutes(1)).await;
    report(&db, orders[0].lease, minutes(1), failed()).await;
    let after = self::routine(&db, routine.id).await;
    assert_eq!(after.streaks.failed_runs, 1, "a replay does not count");

    let input = r#"{"n": 9007199254740993}"#;
    let ReplayOutcome::Requested(edited) = replay(of, Some(input)).await.unwrap() else {
        panic!("it was not replayed");
    };
    assert_eq!(edited.input_override.as_deref(), Some(input));
    let orders = take_up(&db, "w1", minutes(1)).await;
    assert_eq!(orders[0].input, input);
    begin(&db, orders[0].lease, minutes(1)).await;
    report(&db, orders[0].lease, minutes(1), succeeded()).await;
    let ReplayOutcome::Requested(once_more) = replay(edited.id, None).await.unwrap() else {
        panic!("it was not replayed");
    };
    assert_eq!(once_more.input_override.as_deref(), Some(input));
    let journal = db
        .store
        .list_audit_events(Some(&format!("run:{}", once_more.id)), 1)
        .await;
    assert_eq!(journal.unwrap()[0].kind, "run.replayed");
}

async fn only_what_has_ended_is_replayed_and_only_of_a_routine_that_is_there(db: TestDatabase) {
    let (seed, routine) = seeded(&db).await;
    let order = launch_one(&db, minutes(1)).await;
    let of = order.lease.run_id;
    let replay = || db.store.replay_run(of, None, &seed.actor, minutes(1));
    assert!(matches!(
        replay().await.unwrap(),
        ReplayOutcome::Refused(reason) if reason.contains("not ended")
    ));
    report(&db, order.lease, minutes(1), succeeded()).await;
    db.store
        .change_routine(
            routine.id,
            None,
            &RoutineChange::Delete,
            &seed.actor,
            minutes(1),
        )
        .await
        .unwrap();
    assert!(matches!(
        replay().await.unwrap(),
        ReplayOutcome::Refused(reason) if reason.contains("deleted")
    ));
    assert_eq!(history(&db).await.len(), 1);
    let nothing = routine_domain::RunId::new(minutes(1));
    let outcome = db
        .store
        .replay_run(nothing, None, &seed.actor, minutes(1))
        .await;
    assert_eq!(outcome.unwrap(), ReplayOutcome::NotFound);
}
