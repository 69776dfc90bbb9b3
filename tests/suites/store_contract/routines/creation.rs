//! Creating routines, and the cap under which they are on.

use routine_domain::{
    DefinitionId, Misfire, Overlap, RoutineChange, RoutineId, TenantPolicy, TriggerSpec,
};
use routine_store::model::{ChangeOutcome, CreateOutcome};
use routine_tests::{Seed, TestDatabase, instant, on_both};

on_both! {
    a_routine_comes_back_as_it_was_made,
    born_disabled_it_is_off_by_its_maker,
    manual_and_past_triggers_have_no_next_fire,
    another_tenants_definition_is_not_there,
    a_preset_is_made_once_and_never_again,
    racing_creations_admit_exactly_the_cap,
    racing_resumes_admit_exactly_the_cap,
    a_pause_with_an_end_keeps_its_place,
}

async fn a_routine_comes_back_as_it_was_made(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let new = routine_store::model::NewRoutine {
        input: r#"{ "id": 9007199254740993,  "price": 4.50 }"#.into(),
        misfire: Misfire::FireAll,
        overlap: Overlap::QueueOne,
        ..seed.routine("Größe")
    };
    let made = seed.create_at(&*db.store, &new, instant(30)).await;
    assert_eq!(made.input, new.input);
    assert_eq!(made.placement.next_fire_at, Some(instant(60)));
    assert_eq!((made.revision, made.schedule_revision), (1, 1));
    assert_eq!(
        db.store.get_routine(made.id).await.unwrap(),
        Some(made.clone())
    );
    assert_eq!(
        db.store
            .get_routine(RoutineId::new(instant(0)))
            .await
            .unwrap(),
        None
    );

    let inputs = db
        .texts("SELECT CAST(input AS TEXT) FROM routine_revisions")
        .await;
    assert_eq!(inputs, [new.input]);
    let events = db
        .store
        .list_audit_events(Some(&format!("routine:{}", made.id)), 5)
        .await
        .unwrap();
    assert_eq!(events.len(), 1);
    assert_eq!(
        (events[0].kind.as_str(), events[0].at),
        ("routine.created", instant(30))
    );
    let after = serde_json::from_str(events[0].after.as_deref().unwrap()).unwrap();
    assert_eq!(made, after);
}

async fn born_disabled_it_is_off_by_its_maker(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let new = routine_store::model::NewRoutine {
        enabled: false,
        ..seed.routine("quiet")
    };
    let made = seed.create(&*db.store, &new).await;
    assert_eq!(made.off.as_ref().unwrap().actor, "ines@desk");
    assert_eq!(made.placement.next_fire_at, None);
    assert_eq!(db.store.get_routine(made.id).await.unwrap(), Some(made));
}

async fn manual_and_past_triggers_have_no_next_fire(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let manual = routine_store::model::NewRoutine {
        trigger: TriggerSpec::Manual,
        ..seed.routine("by hand")
    };
    let manual = seed.create(&*db.store, &manual).await;
    assert_eq!(
        (manual.placement.next_fire_at, manual.placement.done_at),
        (None, None)
    );
    let past = routine_store::model::NewRoutine {
        trigger: TriggerSpec::Once { at: instant(5) },
        ..seed.routine("long ago")
    };
    let past = seed.create_at(&*db.store, &past, instant(6)).await;
    assert_eq!(
        (past.placement.next_fire_at, past.placement.done_at),
        (None, Some(instant(6)))
    );
}

async fn another_tenants_definition_is_not_there(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let other = Seed::with_policy(&*db.store, "Beta", &TenantPolicy::default()).await;
    for definition in [other.definition, DefinitionId::new(instant(0))] {
        let new = routine_store::model::NewRoutine {
            definition_id: definition,
            ..seed.routine("thief")
        };
        let outcome = db
            .store
            .create_routine(&new, &seed.actor, instant(0))
            .await
            .unwrap();
        assert_eq!(outcome, CreateOutcome::NoSuchDefinition);
    }
}

async fn a_preset_is_made_once_and_never_again(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let new = routine_store::model::NewRoutine {
        preset_key: Some("standup".into()),
        ..seed.routine("Standup")
    };
    let made = seed.create(&*db.store, &new).await;
    assert!(made.off.is_some(), "a preset is born disabled");
    let delete = RoutineChange::Delete;
    for _ in 0..2 {
        let again = db.store.create_routine(&new, &seed.actor, instant(0)).await;
        let CreateOutcome::PresetExists(there) = again.unwrap() else {
            panic!("it was made again");
        };
        assert_eq!(there.id, made.id);
        let _ = db
            .store
            .change_routine(made.id, None, &delete, &seed.actor, instant(1))
            .await
            .unwrap();
    }
}

fn capped(cap: u32) -> TenantPolicy {
    TenantPolicy {
        enabled_cap: cap,
        ..TenantPolicy::local_demo()
    }
}

async fn racing_creations_admit_exactly_the_cap(db: TestDatabase) {
    let seed = Seed::with_policy(&*db.store, "Acme", &capped(10)).await;
    let mut racers = tokio::task::JoinSet::new();
    for number in 0..100 {
        let (store, seed) = (db.store.clone(), seed.clone());
        racers.spawn(async move {
            let new = seed.routine(&format!("racer {number}"));
            store
                .create_routine(&new, &seed.actor, instant(0))
                .await
                .unwrap()
        });
    }
    let outcomes = racers.join_all().await;
    let full = CreateOutcome::CapReached {
        owner: "ines@desk".into(),
        cap: 10,
    };
    let admitted = outcomes
        .iter()
        .filter(|outcome| matches!(outcome, CreateOutcome::Created(_)));
    assert_eq!(admitted.count(), 10);
    assert_eq!(
        outcomes.iter().filter(|outcome| **outcome == full).count(),
        90
    );
    // Another owner has a cap of its own.
    let theirs = routine_store::model::NewRoutine {
        owner: "bo@desk".into(),
        ..seed.routine("theirs")
    };
    seed.create(&*db.store, &theirs).await;
}

async fn racing_resumes_admit_exactly_the_cap(db: TestDatabase) {
    let seed = Seed::with_policy(&*db.store, "Acme", &capped(3)).await;
    let mut racers = tokio::task::JoinSet::new();
    for number in 0..100 {
        let new = routine_store::model::NewRoutine {
            enabled: false,
            ..seed.routine(&format!("racer {number}"))
        };
        let made = seed.create(&*db.store, &new).await;
        let (store, seed) = (db.store.clone(), seed.clone());
        racers.spawn(async move {
            let resume = RoutineChange::Resume;
            store
                .change_routine(made.id, Some(1), &resume, &seed.actor, instant(1))
                .await
                .unwrap()
        });
    }
    let outcomes = racers.join_all().await;
    let on = outcomes
        .iter()
        .filter(|outcome| matches!(outcome, ChangeOutcome::Changed(_)))
        .count();
    assert_eq!(on, 3);
    let full = ChangeOutcome::CapReached {
        owner: "ines@desk".into(),
        cap: 3,
    };
    assert_eq!(
        outcomes.iter().filter(|outcome| **outcome == full).count(),
        97
    );
}

async fn a_pause_with_an_end_keeps_its_place(db: TestDatabase) {
    let seed = Seed::with_policy(&*db.store, "Acme", &capped(1)).await;
    let first = seed.create(&*db.store, &seed.routine("first")).await;
    let pause = |resume_at| RoutineChange::Pause {
        reason: "holiday".into(),
        resume_at,
    };
    let change = async |change: RoutineChange, at| {
        db.store
            .change_routine(first.id, None, &change, &seed.actor, instant(at))
            .await
            .unwrap()
    };
    let second = async || {
        let new = seed.routine("second");
        db.store
            .create_routine(&new, &seed.actor, instant(2))
            .await
            .unwrap()
    };
    assert!(matches!(
        change(pause(Some(instant(900))), 1).await,
        ChangeOutcome::Changed(_)
    ));
    assert!(matches!(second().await, CreateOutcome::CapReached { .. }));
    assert!(matches!(
        change(RoutineChange::Resume, 3).await,
        ChangeOutcome::Changed(_)
    ));
    assert!(matches!(
        change(pause(None), 4).await,
        ChangeOutcome::Changed(_)
    ));
    assert!(matches!(second().await, CreateOutcome::Created(_)));
    assert!(matches!(
        change(RoutineChange::Resume, 5).await,
        ChangeOutcome::CapReached { .. }
    ));
}
