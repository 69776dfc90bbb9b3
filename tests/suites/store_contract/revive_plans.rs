//! Plans that revive many routines, step by step.

use routine_domain::{
    Routine, RoutineChange, RoutineId, TenantPolicy,
    revive_plan::{ItemOutcome, PlanStatus},
};
use routine_store::model::{
    ChangeOutcome, NewRevivePlan, NewRoutine, PlanEnd, PlanMove, RevivePlan,
};
use routine_tests::{Seed, TestDatabase, on_both};

use crate::acting::*;

on_both! {
    a_plan_revives_its_routines_over_the_window,
    a_canary_is_launched_before_anything_is_revived,
    a_canary_that_fails_leaves_everything_as_it_was,
    what_changed_meanwhile_is_a_conflict_and_what_lives_is_left_out,
    the_cap_leaves_a_routine_out,
    an_owner_has_the_places_the_cap_leaves,
    too_many_that_fail_again_stop_it,
    a_stopped_plan_leaves_the_rest,
    an_undo_puts_back_what_nothing_has_come_of,
    an_undo_comes_too_late_after_half_a_minute,
    a_plan_makes_itself_heard_when_its_step_is_due,
}

type PlanId = routine_domain::RevivePlanId;

/// Dead-lettered routines, by their names.
async fn dead(db: &TestDatabase, seed: &Seed, names: &[&str]) -> Vec<Routine> {
    let mut made = Vec::new();
    for name in names {
        made.push(seed.create(&*db.store, &seed.routine(name)).await);
    }
    let sql = "UPDATE routines SET next_fire_at = NULL, consecutive_failures = 5,
        dead_lettered_at = created_at";
    db.execute(sql).await.unwrap();
    made
}

fn plan_of(routines: &[Routine]) -> NewRevivePlan {
    NewRevivePlan {
        subject: "The hub answered 503".into(),
        routines: routines
            .iter()
            .map(|routine| (routine.id, routine.revision))
            .collect(),
        canary: None,
        spread_seconds: 600,
        stop_after: None,
    }
}

async fn start(db: &TestDatabase, seed: &Seed, new: &NewRevivePlan, minute: i64) -> PlanId {
    db.store
        .create_revive_plan(new, &seed.actor, minutes(minute))
        .await
        .unwrap()
}

async fn plan(db: &TestDatabase, id: PlanId) -> RevivePlan {
    db.store.get_revive_plan(id).await.unwrap().unwrap()
}

/// Every step that is due, and how many there were.
async fn steps(db: &TestDatabase, id: PlanId, now: routine_domain::Instant) -> u32 {
    let mut moved = 0;
    while db.store.step_revive_plan(id, now).await.unwrap() == PlanMove::Moved {
        moved += 1;
    }
    moved
}

fn outcomes(plan: &RevivePlan) -> Vec<Option<ItemOutcome>> {
    plan.items.iter().map(|item| item.outcome).collect()
}

async fn is_dead(db: &TestDatabase, id: RoutineId) -> bool {
    routine(db, id).await.placement.dead_lettered_at.is_some()
}

async fn a_plan_revives_its_routines_over_the_window(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let routines = dead(&db, &seed, &["a", "b"]).await;
    let id = start(&db, &seed, &plan_of(&routines), 10).await;
    assert_eq!(db.store.resume_due(minutes(10)).await.unwrap().plans, [id]);
    assert_eq!(steps(&db, id, minutes(10)).await, 1);
    let half = plan(&db, id).await;
    assert_eq!(outcomes(&half), [Some(ItemOutcome::Revived), None]);
    assert_eq!(half.next_step_at, Some(minutes(15)));
    assert_eq!(half.items[0].next_fire_at, Some(minutes(11)));
    assert!(!is_dead(&db, half.items[0].routine_id).await);
    assert!(is_dead(&db, half.items[1].routine_id).await);
    assert_eq!(steps(&db, id, minutes(14)).await, 0);

    // The last revival, and the end.
    assert_eq!(steps(&db, id, minutes(15)).await, 2);
    let done = plan(&db, id).await;
    assert_eq!((done.status, done.next_step_at), (PlanStatus::Done, None));
    assert_eq!(done.ended_at, Some(minutes(15)));
    assert!(
        db.store
            .resume_due(minutes(99))
            .await
            .unwrap()
            .plans
            .is_empty()
    );
    let listed = db.store.list_revive_plans(5).await.unwrap();
    assert_eq!(
        (listed.len(), &*listed[0].subject),
        (1, "The hub answered 503")
    );
    for routine in &routines {
        let subject = format!("routine:{}", routine.id);
        let journal = db.store.list_audit_events(Some(&subject), 1).await.unwrap();
        assert_eq!(
            (&*journal[0].kind, &*journal[0].actor),
            ("routine.revived", "ines@desk")
        );
    }
}

async fn with_canary(db: &TestDatabase, seed: &Seed) -> (Vec<Routine>, PlanId) {
    let routines = dead(db, seed, &["a", "b", "c"]).await;
    let new = NewRevivePlan {
        canary: Some(routines[1].id),
        ..plan_of(&routines)
    };
    let id = start(db, seed, &new, 10).await;
    assert_eq!(steps(db, id, minutes(10)).await, 0);
    assert_eq!(plan(db, id).await.status, PlanStatus::Canary);
    for routine in &routines {
        assert!(is_dead(db, routine.id).await);
    }
    (routines, id)
}

async fn end_canary(db: &TestDatabase, event: routine_store::model::RunEvent) {
    let orders = take_up(db, "w1", minutes(10)).await;
    assert_eq!(orders.len(), 1);
    begin(db, orders[0].lease, minutes(10)).await;
    report(db, orders[0].lease, minutes(10), event).await;
}

async fn a_canary_is_launched_before_anything_is_revived(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let (routines, id) = with_canary(&db, &seed).await;
    end_canary(&db, succeeded()).await;
    // It is looked at again two seconds later; then the canary itself comes back.
    assert_eq!(steps(&db, id, minutes(11)).await, 2);
    let spreading = plan(&db, id).await;
    assert_eq!(spreading.status, PlanStatus::Spreading);
    assert_eq!(spreading.items[0].routine_id, routines[1].id);
    let times: Vec<_> = spreading.items.iter().map(|item| item.revive_at).collect();
    let expected = [
        minutes(11),
        minutes(11) + ms(200_000),
        minutes(11) + ms(400_000),
    ];
    assert_eq!(times, expected.map(Some));
    let revived = [Some(ItemOutcome::Revived), None, None];
    assert_eq!(outcomes(&spreading), revived);
}

async fn a_canary_that_fails_leaves_everything_as_it_was(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let (routines, id) = with_canary(&db, &seed).await;
    end_canary(&db, refused()).await;
    assert_eq!(steps(&db, id, minutes(11)).await, 1);
    let stopped = plan(&db, id).await;
    assert_eq!(stopped.status, PlanStatus::Stopped);
    assert_eq!(
        stopped.message.as_deref(),
        Some("The canary could not be launched. Nothing was revived.")
    );
    assert_eq!(outcomes(&stopped), [None, None, None]);
    for before in &routines {
        assert!(is_dead(&db, before.id).await);
        assert_eq!(routine(&db, before.id).await.revision, before.revision);
    }
}

async fn what_changed_meanwhile_is_a_conflict_and_what_lives_is_left_out(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let routines = dead(&db, &seed, &["changed", "alive"]).await;
    let mut new = plan_of(&routines);
    new.spread_seconds = 0;
    for (routine, change) in [
        (&routines[0], RoutineChange::Delete),
        (&routines[1], RoutineChange::Revive),
    ] {
        let changed = db
            .store
            .change_routine(routine.id, None, &change, &seed.actor, minutes(1));
        assert!(matches!(changed.await.unwrap(), ChangeOutcome::Changed(_)));
    }
    // Looked at after that change: it lives, so there is nothing to do.
    new.routines[1].1 += 1;
    let id = start(&db, &seed, &new, 10).await;
    assert_eq!(steps(&db, id, minutes(10)).await, 3);
    let done = plan(&db, id).await;
    assert_eq!(done.status, PlanStatus::Done);
    let of = |id| {
        done.items
            .iter()
            .find(|item| item.routine_id == id)
            .unwrap()
    };
    let conflict = of(routines[0].id);
    assert_eq!(conflict.outcome, Some(ItemOutcome::Conflict));
    assert!(
        conflict
            .message
            .as_ref()
            .unwrap()
            .starts_with("ines@desk changed it")
    );
    let left_out = of(routines[1].id);
    assert_eq!(left_out.outcome, Some(ItemOutcome::Skipped));
    assert!(
        left_out
            .message
            .as_ref()
            .unwrap()
            .contains("nothing to revive")
    );
}

async fn the_cap_leaves_a_routine_out(db: TestDatabase) {
    let policy = TenantPolicy {
        enabled_cap: 1,
        ..TenantPolicy::local_demo()
    };
    let seed = Seed::with_policy(&*db.store, "Acme", &policy).await;
    let tired = seed.create(&*db.store, &seed.routine("tired")).await;
    let sql = "UPDATE routines SET next_fire_at = NULL, off_by = 'fatigue', off_actor = 'w1',
        off_reason = 'Its last 10 runs failed.', off_at = created_at";
    db.execute(sql).await.unwrap();
    seed.create(&*db.store, &seed.routine("on")).await;
    let id = start(&db, &seed, &plan_of(std::slice::from_ref(&tired)), 10).await;
    steps(&db, id, minutes(10)).await;
    let done = plan(&db, id).await;
    assert_eq!(outcomes(&done), [Some(ItemOutcome::Skipped)]);
    assert!(
        done.items[0]
            .message
            .as_ref()
            .unwrap()
            .contains("the most this tenant allows")
    );
    assert!(routine(&db, tired.id).await.off.is_some());
}

async fn an_owner_has_the_places_the_cap_leaves(db: TestDatabase) {
    let policy = TenantPolicy {
        enabled_cap: 7,
        ..TenantPolicy::local_demo()
    };
    let seed = Seed::with_policy(&*db.store, "Acme", &policy).await;
    for name in ["a", "b", "off"] {
        let new = NewRoutine {
            enabled: name != "off",
            ..seed.routine(name)
        };
        seed.create(&*db.store, &new).await;
    }
    let asked = ["ines@desk", "nobody"].map(|owner| (seed.tenant, owner.to_owned()));
    let mut found = db.store.owner_places(&asked).await.unwrap();
    found.sort_by(|one, other| one.owner.cmp(&other.owner));
    let places: Vec<_> = found.iter().map(|it| (it.taken, it.cap)).collect();
    assert_eq!(places, [(2, 7), (0, 7)]);
    assert!(db.store.owner_places(&[]).await.unwrap().is_empty());
}

async fn too_many_that_fail_again_stop_it(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let routines = dead(&db, &seed, &["a", "b"]).await;
    let new = NewRevivePlan {
        stop_after: Some(1),
        ..plan_of(&routines)
    };
    let id = start(&db, &seed, &new, 10).await;
    steps(&db, id, minutes(10)).await;
    let order = launch_one(&db, minutes(11)).await;
    report(&db, order.lease, minutes(11), refused()).await;
    assert_eq!(steps(&db, id, minutes(15)).await, 1);
    let stopped = plan(&db, id).await;
    assert_eq!(stopped.status, PlanStatus::Stopped);
    assert!(stopped.message.as_ref().unwrap().contains("failed again"));
    assert_eq!(outcomes(&stopped), [Some(ItemOutcome::Revived), None]);
}

async fn a_stopped_plan_leaves_the_rest(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let routines = dead(&db, &seed, &["a", "b"]).await;
    let id = start(&db, &seed, &plan_of(&routines), 10).await;
    steps(&db, id, minutes(10)).await;
    let stop = || db.store.stop_revive_plan(id, &seed.actor, minutes(11));
    assert_eq!(stop().await.unwrap(), Some(PlanEnd::Ended));
    assert!(matches!(stop().await.unwrap(), Some(PlanEnd::Refused(_))));
    assert_eq!(steps(&db, id, minutes(99)).await, 0);
    let stopped = plan(&db, id).await;
    assert_eq!(outcomes(&stopped), [Some(ItemOutcome::Revived), None]);
    assert_eq!(stopped.message.as_deref(), Some("Stopped by ines@desk."));
    let nobody = routine_domain::RevivePlanId::new(minutes(1));
    let unknown = db.store.stop_revive_plan(nobody, &seed.actor, minutes(11));
    assert_eq!(unknown.await.unwrap(), None);
}

async fn an_undo_puts_back_what_nothing_has_come_of(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let routines = dead(&db, &seed, &["fired", "changed", "quiet"]).await;
    let mut new = plan_of(&routines);
    new.spread_seconds = 0;
    let before = routine(&db, routines[2].id).await;
    let id = start(&db, &seed, &new, 10).await;
    steps(&db, id, minutes(10)).await;
    let pause = RoutineChange::Pause {
        reason: String::new(),
        resume_at: None,
    };
    let at = minutes(10) + ms(1_000);
    let paused = db
        .store
        .change_routine(routines[1].id, None, &pause, &seed.actor, at);
    assert!(matches!(paused.await.unwrap(), ChangeOutcome::Changed(_)));
    let sql = format!(
        "UPDATE routines SET next_fire_at = updated_at WHERE id = '{}'",
        routines[0].id
    );
    db.execute(sql).await.unwrap();
    assert_eq!(claim(&db, at).await.orders.len(), 1);

    let undo = || db.store.undo_revive_plan(id, &seed.actor, at + ms(1_000));
    assert_eq!(undo().await.unwrap(), Some(PlanEnd::Ended));
    let undone = plan(&db, id).await;
    assert_eq!(undone.status, PlanStatus::Undone);
    let of = |id| {
        undone
            .items
            .iter()
            .find(|item| item.routine_id == id)
            .unwrap()
    };
    let told = |id| {
        (
            of(id).outcome.unwrap(),
            of(id).message.clone().unwrap_or_default(),
        )
    };
    let (outcome, why) = told(routines[0].id);
    assert_eq!(
        (outcome, &*why),
        (ItemOutcome::Revived, "It had fired already.")
    );
    let (outcome, why) = told(routines[1].id);
    assert_eq!(outcome, ItemOutcome::Revived);
    assert!(why.starts_with("ines@desk changed it since"), "{why}");
    assert_eq!(told(routines[2].id).0, ItemOutcome::Undone);
    let after = routine(&db, routines[2].id).await;
    assert_eq!(
        (after.placement, after.streaks, after.off),
        (before.placement, before.streaks, before.off)
    );
    assert!(matches!(undo().await.unwrap(), Some(PlanEnd::Refused(_))));
}

async fn an_undo_comes_too_late_after_half_a_minute(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let routines = dead(&db, &seed, &["a"]).await;
    let id = start(&db, &seed, &plan_of(&routines), 10).await;
    steps(&db, id, minutes(10)).await;
    let late = db
        .store
        .undo_revive_plan(id, &seed.actor, minutes(10) + ms(30_000));
    match late.await.unwrap() {
        Some(PlanEnd::Refused(why)) => assert!(why.contains("30 s ago"), "{why}"),
        other => panic!("{other:?}"),
    }
    assert!(!is_dead(&db, routines[0].id).await);
}

async fn a_plan_makes_itself_heard_when_its_step_is_due(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let routines = dead(&db, &seed, &["a", "b"]).await;
    let id = start(&db, &seed, &plan_of(&routines), 10).await;
    steps(&db, id, minutes(10)).await;
    db.execute(
        "UPDATE routines SET next_fire_at = NULL, done_at = created_at
        WHERE next_fire_at IS NOT NULL",
    )
    .await
    .unwrap();
    let wake = db.store.next_wake(minutes(10)).await.unwrap();
    assert_eq!(wake, Some(minutes(15)));
}
