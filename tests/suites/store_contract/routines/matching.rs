//! Which routines a condition finds, and what is counted, listed and picked by it.

use chrono::TimeDelta;
use routine_domain::{RoutineChange, TenantPolicy, TriggerKind, TriggerSpec};
use routine_store::model::{NewRoutine, RoutineMatch};
use routine_tests::{Seed, TestDatabase, instant, on_both};

on_both! {
    each_condition_narrows,
    owners_are_named_once,
    targets_carry_the_revision_they_were_found_at,
}

async fn names(db: &TestDatabase, matching: RoutineMatch) -> Vec<String> {
    let found = db.store.find_targets(&matching, 100, instant(0)).await;
    let counted = db
        .store
        .count_matching(&matching, instant(0))
        .await
        .unwrap();
    let found = found.unwrap();
    assert_eq!(found.len(), counted as usize);
    found.into_iter().map(|target| target.name).collect()
}

async fn each_condition_narrows(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let routine = |name: &str, owner: &str, trigger| NewRoutine {
        owner: owner.into(),
        trigger,
        ..seed.routine(name)
    };
    let once = TriggerSpec::Once { at: instant(7_200) };
    for new in [
        routine("a", "ines", once),
        routine("b", "ines", TriggerSpec::Manual),
        routine("c", "bo", seed.routine("").trigger),
    ] {
        seed.create(&*db.store, &new).await;
    }
    let any = RoutineMatch::default;
    let conditions = [
        (any(), vec!["a", "b", "c"]),
        (
            RoutineMatch {
                owner: Some("ines".into()),
                ..any()
            },
            vec!["a", "b"],
        ),
        (
            RoutineMatch {
                owner: Some("INES".into()),
                ..any()
            },
            vec![],
        ),
        (
            RoutineMatch {
                triggers: vec![TriggerKind::Once, TriggerKind::Manual],
                ..any()
            },
            vec!["a", "b"],
        ),
        (
            RoutineMatch {
                due_by: Some(instant(7_199)),
                ..any()
            },
            vec!["c"],
        ),
        (
            RoutineMatch {
                due_by: Some(instant(7_200)),
                owner: Some("ines".into()),
                ..any()
            },
            vec!["a"],
        ),
    ];
    for (matching, expected) in conditions {
        assert_eq!(names(&db, matching.clone()).await, expected, "{matching:?}");
    }
    let paused = &db.store.find_targets(&any(), 1, instant(0)).await.unwrap()[0];
    let pause = RoutineChange::Pause {
        reason: String::new(),
        resume_at: None,
    };
    db.store
        .change_routine(paused.id, None, &pause, &seed.actor, instant(0))
        .await
        .unwrap();
    for (days, expected) in [(0, vec!["a"]), (1, vec![])] {
        let matching = RoutineMatch {
            off_since: Some(instant(0) - TimeDelta::days(days)),
            ..any()
        };
        assert_eq!(names(&db, matching).await, expected);
    }
}

async fn owners_are_named_once(db: TestDatabase) {
    let acme = Seed::new(&*db.store).await;
    let beta = Seed::with_policy(&*db.store, "Beta", &TenantPolicy::local_demo()).await;
    for (seed, name, owner) in [
        (&acme, "a", "zoe"),
        (&acme, "b", "bo"),
        (&acme, "c", "bo"),
        (&beta, "d", "kim"),
    ] {
        let new = NewRoutine {
            owner: owner.into(),
            ..seed.routine(name)
        };
        let made = seed.create(&*db.store, &new).await;
        if name == "a" {
            let delete = RoutineChange::Delete;
            db.store
                .change_routine(made.id, None, &delete, &seed.actor, instant(0))
                .await
                .unwrap();
        }
    }
    assert_eq!(db.store.list_owners(None).await.unwrap(), ["bo", "kim"]);
    let of_acme = db.store.list_owners(Some(acme.tenant)).await.unwrap();
    assert_eq!(of_acme, ["bo"]);
}

async fn targets_carry_the_revision_they_were_found_at(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let made = seed.create(&*db.store, &seed.routine("one")).await;
    seed.create(&*db.store, &seed.routine("two")).await;
    db.store
        .change_routine(
            made.id,
            None,
            &RoutineChange::Pause {
                reason: String::new(),
                resume_at: None,
            },
            &seed.actor,
            instant(1),
        )
        .await
        .unwrap();
    let found = db
        .store
        .find_targets(&RoutineMatch::default(), 1, instant(1))
        .await
        .unwrap();
    let [target] = found.as_slice() else {
        panic!("{found:?}");
    };
    assert_eq!(
        (target.id, target.name.as_str(), target.revision),
        (made.id, "one", 2)
    );
}
