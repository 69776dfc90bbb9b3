//! Pages of history: every filter alone and together, and no row twice or never.

use std::collections::HashSet;

use routine_domain::{Cause, Misfire, RunStatus};
use routine_store::model::{Run, RunFilter};
use routine_tests::{Seed, TestDatabase, instant, on_both};

use crate::acting::*;

on_both! {
    pages_follow_each_other_without_gaps,
    statuses_and_causes_are_found_and_merged,
    a_span_of_time_includes_its_beginning,
    a_routine_and_a_tenant_have_their_own_history,
    a_run_tells_what_it_was_claimed_with,
    attempts_come_oldest_first,
}

async fn list(db: &TestDatabase, filter: RunFilter) -> Vec<Run> {
    let page = db.store.list_runs(&filter).await.unwrap();
    assert_eq!(page.next, None);
    page.rows
}

/// Five routines, three minutes: succeeded, failed, missed and skipped runs, one by hand.
async fn varied(db: &TestDatabase) -> (Seed, Vec<Run>) {
    let seed = Seed::new(&*db.store).await;
    for number in 0..5 {
        let mut new = seed.routine(&format!("Routine {number}"));
        new.misfire = if number == 4 {
            Misfire::Skip
        } else {
            Misfire::FireOnce
        };
        seed.create(&*db.store, &new).await;
    }
    for minute in [1, 2, 4] {
        let orders = claim(db, minutes(minute)).await.orders;
        for (number, order) in orders.iter().enumerate() {
            begin(db, order.lease, minutes(minute)).await;
            let event = if number == 1 { failed() } else { succeeded() };
            if number != 3 {
                report(db, order.lease, minutes(minute), event).await;
            }
        }
    }
    let asked = history(db).await[0].routine_id;
    db.store
        .request_run(asked, Cause::Manual, None, &seed.actor, minutes(5))
        .await
        .unwrap();
    let runs = history(db).await;
    let newest_first = |a: &Run, b: &Run| (b.recorded_at, b.id) < (a.recorded_at, a.id);
    assert!(runs.is_sorted_by(newest_first));
    (seed, runs)
}

async fn pages_follow_each_other_without_gaps(db: TestDatabase) {
    let (_, runs) = varied(&db).await;
    for statuses in [
        vec![],
        vec![RunStatus::Missed, RunStatus::Succeeded, RunStatus::Skipped],
    ] {
        let wanted = |run: &&Run| statuses.is_empty() || statuses.contains(&run.status);
        let mut filter = RunFilter {
            statuses: statuses.clone(),
            limit: 4,
            ..all_runs()
        };
        let mut paged = Vec::new();
        loop {
            let page = db.store.list_runs(&filter).await.unwrap();
            assert!(page.rows.len() <= 4);
            paged.extend(page.rows);
            match page.next {
                Some(key) => filter.after = Some(key),
                None => break,
            }
        }
        assert_eq!(
            paged,
            runs.iter().filter(wanted).cloned().collect::<Vec<_>>()
        );
    }
}

async fn statuses_and_causes_are_found_and_merged(db: TestDatabase) {
    let (seed, runs) = varied(&db).await;
    let present: HashSet<_> = runs.iter().map(|run| run.status).collect();
    assert!(present.len() >= 5, "{present:?}");
    let causes: HashSet<_> = runs.iter().map(|run| run.cause).collect();
    assert!(causes.len() >= 3, "{causes:?}");
    for status in RunStatus::ALL {
        for cause in Cause::ALL {
            for tenant_id in [None, Some(seed.tenant)] {
                let both = RunFilter {
                    statuses: vec![*status, RunStatus::Skipped],
                    causes: vec![*cause],
                    tenant_id,
                    ..all_runs()
                };
                let expected: Vec<_> = runs
                    .iter()
                    .filter(|run| both.statuses.contains(&run.status) && run.cause == *cause)
                    .cloned()
                    .collect();
                assert_eq!(list(&db, both).await, expected, "{status} {cause}");
            }
        }
        let one = RunFilter {
            statuses: vec![*status, *status],
            ..all_runs()
        };
        let expected = runs.iter().filter(|run| run.status == *status).cloned();
        assert_eq!(list(&db, one).await, expected.collect::<Vec<_>>());
    }
    for cause in Cause::ALL {
        let one = RunFilter {
            causes: vec![*cause, Cause::Manual],
            ..all_runs()
        };
        let expected = runs
            .iter()
            .filter(|run| [*cause, Cause::Manual].contains(&run.cause));
        assert_eq!(
            list(&db, one).await,
            expected.cloned().collect::<Vec<_>>(),
            "{cause}"
        );
    }
}

async fn a_span_of_time_includes_its_beginning(db: TestDatabase) {
    let (_, runs) = varied(&db).await;
    let (from, to) = (Some(minutes(2)), Some(minutes(5)));
    let span = list(
        &db,
        RunFilter {
            from,
            to,
            ..all_runs()
        },
    )
    .await;
    let expected = runs
        .iter()
        .filter(|run| run.recorded_at >= minutes(2) && run.recorded_at < minutes(5));
    assert_eq!(span, expected.cloned().collect::<Vec<_>>());
    assert!(!span.is_empty() && span.len() < runs.len());
}

async fn a_routine_and_a_tenant_have_their_own_history(db: TestDatabase) {
    let (_, runs) = varied(&db).await;
    let policy = routine_domain::TenantPolicy::local_demo();
    let other = Seed::with_policy(&*db.store, "Zeta", &policy).await;
    let tenant_id = Some(other.tenant);
    assert_eq!(
        list(
            &db,
            RunFilter {
                tenant_id,
                ..all_runs()
            }
        )
        .await,
        []
    );
    for status in RunStatus::ALL {
        let statuses = vec![*status];
        assert_eq!(
            list(
                &db,
                RunFilter {
                    tenant_id,
                    statuses,
                    ..all_runs()
                }
            )
            .await,
            []
        );
    }
    let id = runs[0].routine_id;
    let own = RunFilter {
        routine_id: Some(id),
        statuses: vec![RunStatus::Succeeded, RunStatus::Claimed],
        ..all_runs()
    };
    let expected = runs
        .iter()
        .filter(|run| run.routine_id == id && own.statuses.contains(&run.status));
    let expected: Vec<_> = expected.cloned().collect();
    assert!(expected.len() > 1);
    assert_eq!(list(&db, own).await, expected);
}

async fn a_run_tells_what_it_was_claimed_with(db: TestDatabase) {
    let (seed, before) = seeded(&db).await;
    let pause = routine_domain::RoutineChange::Pause {
        reason: String::new(),
        resume_at: None,
    };
    for change in [pause, routine_domain::RoutineChange::Resume] {
        db.store
            .change_routine(before.id, None, &change, &seed.actor, instant(1))
            .await
            .unwrap();
    }
    let order = claim_one(&db, minutes(1)).await;
    let edit = routine_domain::RoutineEdit {
        name: "Renamed".into(),
        instruction: "Do something else.".into(),
        definition_id: before.definition_id,
        input: "[]".into(),
        trigger: before.trigger.clone(),
        misfire: before.misfire,
        overlap: before.overlap,
        destination: before.destination.clone(),
        enabled: true,
    };
    let edit = routine_domain::RoutineChange::Edit(Box::new(edit));
    db.store
        .change_routine(before.id, None, &edit, &seed.actor, minutes(1))
        .await
        .unwrap();
    let run = db.store.get_run(order.lease.run_id).await.unwrap().unwrap();
    assert_eq!((run.revision, &*run.routine_name), (3, "Renamed"));
    assert_eq!((&*run.instruction, &*run.input), ("Do Standup.", "{}"));
    assert_eq!(
        (&*run.tenant_name, &*run.definition_name),
        ("Acme", "Digest")
    );
    let unknown = routine_domain::RunId::new(instant(0));
    assert_eq!(db.store.get_run(unknown).await.unwrap(), None);
}

async fn attempts_come_oldest_first(db: TestDatabase) {
    let (_, routine) = seeded(&db).await;
    let order = launch_one(&db, minutes(1)).await;
    report(&db, order.lease, minutes(1), refused()).await;
    launch_one(&db, minutes(2)).await;
    let attempts = db
        .store
        .list_attempts(routine.id, minutes(1))
        .await
        .unwrap();
    let numbers: Vec<_> = attempts
        .iter()
        .map(|run| (run.attempt, run.cause))
        .collect();
    assert_eq!(numbers, [(1, Cause::Schedule), (2, Cause::Retry)]);
    assert_eq!(
        db.store
            .list_attempts(routine.id, minutes(9))
            .await
            .unwrap(),
        []
    );
}
