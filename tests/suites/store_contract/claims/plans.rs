//! The plans of the domain, as they are written down.

use routine_domain::{Cause, Misfire, Overlap, RunStatus, TriggerSpec};
use routine_tests::{Seed, TestDatabase, instant, on_both};

use crate::acting::*;

on_both! {
    a_disabled_definition_is_skipped_and_says_so,
    an_open_run_skips_the_next_fire,
    one_fire_may_wait_and_a_second_is_skipped,
    catching_up_holds_until_the_one_before_has_ended,
    a_month_stale_routine_is_current_after_one_pass,
    a_once_is_done_when_it_is_claimed,
}

async fn a_disabled_definition_is_skipped_and_says_so(db: TestDatabase) {
    let (seed, routine) = seeded(&db).await;
    db.store
        .disable_definition(seed.definition, None, true, &seed.actor, instant(1))
        .await
        .unwrap();
    let batch = claim(&db, minutes(1)).await;
    assert_eq!((batch.orders.len(), batch.skipped), (0, 1));
    let runs = history(&db).await;
    assert_eq!(runs[0].status, RunStatus::Skipped);
    let message = runs[0].message.as_deref().unwrap();
    assert_eq!(message, "Skipped: its definition \"Digest\" is disabled.");
    let after = crate::acting::routine(&db, routine.id).await;
    assert_eq!(after.placement.next_fire_at, Some(minutes(2)));
    assert_eq!(counts(&db).await, ["skipped=1"]);
}

async fn an_open_run_skips_the_next_fire(db: TestDatabase) {
    seeded(&db).await;
    launch_one(&db, minutes(1)).await;
    let batch = claim(&db, minutes(2)).await;
    assert_eq!((batch.orders.len(), batch.skipped), (0, 1));
    let message = history(&db).await[0].message.clone().unwrap();
    assert!(
        message.contains("the run of 2023-11-14 22:14:20 UTC was still open"),
        "{message}"
    );
}

async fn one_fire_may_wait_and_a_second_is_skipped(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let mut new = seed.routine("Patient");
    new.overlap = Overlap::QueueOne;
    seed.create(&*db.store, &new).await;
    launch_one(&db, minutes(1)).await;
    let waiting = claim(&db, minutes(2)).await;
    assert_eq!((waiting.orders.len(), waiting.skipped), (0, 0));
    let run = &history(&db).await[0];
    assert_eq!(run.status, RunStatus::Claimed);
    assert_eq!(
        run.waits_for.as_deref(),
        Some("the run of 2023-11-14 22:14:20 UTC to end")
    );
    assert_eq!(
        (run.lease_until, run.worker.as_deref(), run.lease_epoch),
        (None, None, 0)
    );
    assert_eq!(claim(&db, minutes(3)).await.skipped, 1);
}

async fn catching_up_holds_until_the_one_before_has_ended(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let mut new = seed.routine("Thorough");
    new.misfire = Misfire::FireAll;
    let id = seed.create(&*db.store, &new).await.id;
    let now = minutes(3);
    let first = launch_one(&db, now).await;
    assert_eq!(
        (first.scheduled_for, first.cause),
        (Some(minutes(1)), Cause::CatchUp)
    );
    let held = claim(&db, now).await;
    assert_eq!(
        (held.held, held.orders.len(), held.examined),
        (vec![id], 0, 1)
    );
    report(&db, first.lease, now, succeeded()).await;
    assert_eq!(claim_one(&db, now).await.scheduled_for, Some(minutes(2)));
}

async fn a_month_stale_routine_is_current_after_one_pass(db: TestDatabase) {
    let (_, routine) = seeded(&db).await;
    let now = minutes(40 * 24 * 60) + ms(500);
    let batch = claim(&db, now).await;
    assert_eq!(batch.orders[0].cause, Cause::CatchUp);
    assert_eq!(batch.missed, 40 * 24 * 60 - 1);
    let after = crate::acting::routine(&db, routine.id).await.placement;
    assert_eq!(after.next_fire_at, Some(minutes(40 * 24 * 60 + 1)));
    let missed = &history(&db).await[1];
    assert_eq!((missed.status, missed.attempt), (RunStatus::Missed, 0));
    assert_eq!(missed.missed_until, Some(minutes(40 * 24 * 60 - 1)));
    assert_eq!(missed.finished_at, Some(now));
    assert_eq!(claim(&db, now).await.examined, 0);
}

async fn a_once_is_done_when_it_is_claimed(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let mut new = seed.routine("Once");
    new.trigger = TriggerSpec::Once { at: minutes(1) };
    let id = seed.create(&*db.store, &new).await.id;
    let order = launch_one(&db, minutes(1)).await;
    assert_eq!(order.cause, Cause::Once);
    let placement = routine(&db, id).await.placement;
    assert_eq!(
        (placement.next_fire_at, placement.done_at),
        (None, Some(minutes(1)))
    );

    report(&db, order.lease, minutes(1), refused()).await;
    let placement = routine(&db, id).await.placement;
    assert_eq!(
        (placement.next_fire_at, placement.done_at),
        (Some(minutes(2)), None)
    );
    assert_eq!(claim_one(&db, minutes(2)).await.cause, Cause::Retry);
    assert_eq!(routine(&db, id).await.placement.done_at, Some(minutes(2)));
}
