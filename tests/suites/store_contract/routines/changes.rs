//! Changing routines: who wins, what is written, what the database itself refuses.

use std::time::Duration;

use routine_domain::{
    Instant, Routine, RoutineChange, RoutineEdit, RoutineId, TenantPolicy, TriggerSpec,
    state::OffBy,
};
use routine_store::model::{Actor, ChangeOutcome};
use routine_tests::{Seed, TestDatabase, instant, on_both};

on_both! {
    two_edits_at_once_are_one_success_and_one_conflict,
    every_change_is_kept_and_noted,
    a_revision_is_written_only_when_it_is_told_something_else,
    a_change_that_makes_no_sense_is_refused,
    another_tenants_definition_is_refused,
    zombies_are_refused_by_the_database,
    a_change_wakes_whoever_waits,
}

fn edit(routine: &Routine, name: &str) -> RoutineChange {
    RoutineChange::Edit(Box::new(RoutineEdit {
        name: name.into(),
        instruction: routine.instruction.clone(),
        definition_id: routine.definition_id,
        input: routine.input.clone(),
        trigger: routine.trigger.clone(),
        misfire: routine.misfire,
        overlap: routine.overlap,
        destination: routine.destination.clone(),
        enabled: true,
    }))
}

async fn changed(db: &TestDatabase, id: RoutineId, change: &RoutineChange, at: Instant) -> Routine {
    let actor = Actor::new("bo@desk");
    match db
        .store
        .change_routine(id, None, change, &actor, at)
        .await
        .unwrap()
    {
        ChangeOutcome::Changed(routine) => *routine,
        other => panic!("{other:?}"),
    }
}

async fn two_edits_at_once_are_one_success_and_one_conflict(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let made = seed.create(&*db.store, &seed.routine("one")).await;
    let save = |who: &'static str| {
        let (store, change) = (db.store.clone(), edit(&made, who));
        let id = made.id;
        tokio::spawn(async move {
            store
                .change_routine(id, Some(1), &change, &Actor::new(who), instant(1))
                .await
                .unwrap()
        })
    };
    let (first, second) = (save("ines"), save("bo"));
    let (first, second) = (first.await.unwrap(), second.await.unwrap());
    let (winner, loser) = match (first, second) {
        (ChangeOutcome::Changed(winner), loser) | (loser, ChangeOutcome::Changed(winner)) => {
            (winner, loser)
        }
        neither => panic!("{neither:?}"),
    };
    let ChangeOutcome::Conflict {
        current,
        changed_by,
    } = loser
    else {
        panic!("{loser:?}");
    };
    assert_eq!((current.revision, &current.name), (2, &changed_by));
    assert_eq!(current, winner);
}

async fn every_change_is_kept_and_noted(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let made = seed.create(&*db.store, &seed.routine("one")).await;
    let timed_pause = RoutineChange::Pause {
        reason: "holiday".into(),
        resume_at: Some(instant(500)),
    };
    let fatigue = RoutineChange::SwitchOff {
        by: OffBy::Fatigue,
        reason: "Ten runs failed in a row.".into(),
    };
    let changes = [
        edit(&made, "two"),
        timed_pause,
        RoutineChange::Resume,
        fatigue,
        RoutineChange::Revive,
        RoutineChange::Delete,
        RoutineChange::Restore,
    ];
    for (number, change) in (1..).zip(&changes) {
        let after = changed(&db, made.id, change, instant(number)).await;
        assert_eq!(i64::from(after.revision), number + 1);
        assert_eq!(
            db.store.get_routine(made.id).await.unwrap(),
            Some(after),
            "{change:?}"
        );
    }
    let subject = format!("routine:{}", made.id);
    let events = db
        .store
        .list_audit_events(Some(&subject), 20)
        .await
        .unwrap();
    let kinds: Vec<_> = events
        .iter()
        .rev()
        .map(|event| event.kind.as_str())
        .collect();
    let words: Vec<_> = changes.iter().map(RoutineChange::word).collect();
    assert_eq!(kinds[0], "routine.created");
    assert_eq!(kinds[1..], words);
    assert!(
        events
            .windows(2)
            .all(|pair| pair[0].before == pair[1].after)
    );
    let nobody = RoutineId::new(instant(0));
    let delete = RoutineChange::Delete;
    let outcome = db
        .store
        .change_routine(nobody, None, &delete, &seed.actor, instant(1))
        .await;
    assert_eq!(outcome.unwrap(), ChangeOutcome::NotFound);
}

async fn a_revision_is_written_only_when_it_is_told_something_else(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let made = seed.create(&*db.store, &seed.routine("one")).await;
    let pause = RoutineChange::Pause {
        reason: String::new(),
        resume_at: None,
    };
    changed(&db, made.id, &pause, instant(1)).await;
    changed(&db, made.id, &RoutineChange::Resume, instant(2)).await;
    changed(&db, made.id, &edit(&made, "two"), instant(3)).await;
    let revisions = db
        .texts("SELECT name || ' ' || revision || ' ' || changed_by FROM routine_revisions ORDER BY revision")
        .await;
    assert_eq!(revisions, ["one 1 ines@desk", "two 4 bo@desk"]);
}

async fn a_change_that_makes_no_sense_is_refused(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let made = seed.create(&*db.store, &seed.routine("one")).await;
    for change in [
        RoutineChange::Resume,
        RoutineChange::Revive,
        RoutineChange::Restore,
    ] {
        let outcome = db
            .store
            .change_routine(made.id, Some(1), &change, &seed.actor, instant(1))
            .await;
        assert!(
            matches!(outcome.unwrap(), ChangeOutcome::Refused(_)),
            "{change:?}"
        );
    }
    assert_eq!(db.store.get_routine(made.id).await.unwrap(), Some(made));
}

async fn another_tenants_definition_is_refused(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let other = Seed::with_policy(&*db.store, "Beta", &TenantPolicy::default()).await;
    let mut made = seed.create(&*db.store, &seed.routine("one")).await;
    made.definition_id = other.definition;
    let steal = edit(&made, "one");
    let outcome = db
        .store
        .change_routine(made.id, Some(1), &steal, &seed.actor, instant(1))
        .await;
    match outcome.unwrap() {
        ChangeOutcome::Refused(routine_domain::ChangeRefusal::Invalid(refused)) => {
            assert_eq!(refused.field, "definition_id");
        }
        other => panic!("{other:?}"),
    }
}

async fn zombies_are_refused_by_the_database(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    seed.create(&*db.store, &seed.routine("timed")).await;
    let manual = routine_store::model::NewRoutine {
        trigger: TriggerSpec::Manual,
        ..seed.routine("manual")
    };
    seed.create(&*db.store, &manual).await;
    for (set, constraint) in [
        (
            "next_fire_at = NULL WHERE name = 'timed'",
            "routines_next_fire_iff_live",
        ),
        (
            "next_fire_at = created_at WHERE name = 'manual'",
            "routines_next_fire_iff_live",
        ),
        (
            "done_at = created_at WHERE name = 'timed'",
            "routines_next_fire_iff_live",
        ),
        (
            "deleted_by = 'x' WHERE name = 'timed'",
            "routines_deleted_is_whole",
        ),
        (
            "off_by = 'person', next_fire_at = NULL WHERE name = 'timed'",
            "routines_off_is_whole",
        ),
        (
            "retry_for = created_at WHERE name = 'timed'",
            "routines_retry_is_whole",
        ),
    ] {
        let refused = db
            .execute(format!("UPDATE routines SET {set}"))
            .await
            .unwrap_err();
        assert!(refused.to_string().contains(constraint), "{set}: {refused}");
    }
}

async fn a_change_wakes_whoever_waits(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let made = seed.create(&*db.store, &seed.routine("one")).await;
    let elsewhere = db.open_again().await.store().await.unwrap();
    // Whatever happened before may ring once; then only news does.
    for store in [&db.store, &elsewhere] {
        let waits = tokio::spawn({
            let store = store.clone();
            async move {
                store.changed().await;
                store.changed().await;
                store.changed().await;
            }
        });
        let news = async {
            while !waits.is_finished() {
                changed(&db, made.id, &edit(&made, "one"), instant(1)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), news)
            .await
            .expect("news is heard");
    }
    elsewhere.close().await;
}
