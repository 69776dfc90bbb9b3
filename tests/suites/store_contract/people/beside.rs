use std::collections::{HashMap, HashSet};

use routine_domain::{Cause, RunStatus, TriggerSpec};
use routine_store::model::{NewRoutine, OpenRuns, Run, RunFilter, RunKey};
use routine_tests::{TestDatabase, on_both};

use crate::acting::*;

on_both! {
    neighbours_lead_through_the_whole_history_of_a_routine,
    the_last_success_lies_before_the_run,
    open_runs_are_told_apart,
    text_is_found_in_errors_keys_and_inputs,
}

fn key(run: &Run) -> RunKey {
    RunKey {
        recorded_at: run.recorded_at,
        id: run.id,
    }
}

async fn neighbours_lead_through_the_whole_history_of_a_routine(db: TestDatabase) {
    let (seed, routine) = seeded(&db).await;
    seed.create(&*db.store, &seed.routine("Other")).await;
    for minute in [1, 2, 4] {
        for order in claim(&db, minutes(minute)).await.orders {
            begin(&db, order.lease, minutes(minute)).await;
            report(&db, order.lease, minutes(minute), succeeded()).await;
        }
    }
    let filter = RunFilter {
        routine_id: Some(routine.id),
        ..all_runs()
    };
    let own = db.store.list_runs(&filter).await.unwrap().rows;
    assert!(own.len() > 3, "a claim wrote two rows at one instant");
    for (place, run) in own.iter().enumerate() {
        let beside = db.store.run_neighbours(routine.id, key(run)).await.unwrap();
        assert_eq!(beside.previous.as_ref(), own.get(place + 1));
        assert_eq!(
            beside.next.as_ref(),
            place.checked_sub(1).map(|at| &own[at])
        );
    }
}

async fn the_last_success_lies_before_the_run(db: TestDatabase) {
    let (_, routine) = seeded(&db).await;
    let mut runs = Vec::new();
    for (minute, event) in [
        (1, succeeded()),
        (2, failed()),
        (3, succeeded()),
        (4, failed()),
    ] {
        let order = launch_one(&db, minutes(minute)).await;
        report(&db, order.lease, minutes(minute), event).await;
        let run = db.store.get_run(order.lease.run_id).await.unwrap();
        runs.push(run.unwrap());
    }
    let before = async |run: &Run| {
        let found = db.store.last_success(routine.id, key(run)).await.unwrap();
        found.map(|run| run.id)
    };
    assert_eq!(before(&runs[0]).await, None);
    assert_eq!(before(&runs[1]).await, Some(runs[0].id));
    assert_eq!(before(&runs[2]).await, Some(runs[0].id));
    assert_eq!(before(&runs[3]).await, Some(runs[2].id));
}

async fn open_runs_are_told_apart(db: TestDatabase) {
    let (seed, routine) = seeded(&db).await;
    let quiet = NewRoutine {
        trigger: TriggerSpec::Manual,
        ..seed.routine("quiet")
    };
    let quiet = seed.create(&*db.store, &quiet).await;
    let open = async || {
        let asked = [quiet.id, routine.id];
        db.store.count_open_runs(&asked).await.unwrap()
    };
    assert_eq!(open().await, HashMap::new());
    launch_one(&db, minutes(1)).await;
    for _ in 0..2 {
        db.store
            .request_run(routine.id, Cause::Manual, None, &seed.actor, minutes(1))
            .await
            .unwrap();
    }
    let expected = OpenRuns {
        not_launched: 2,
        under_way: 1,
    };
    assert_eq!(open().await, HashMap::from([(routine.id, expected)]));
}

async fn text_is_found_in_errors_keys_and_inputs(db: TestDatabase) {
    let (seed, routine) = seeded(&db).await;
    let order = launch_one(&db, minutes(1)).await;
    report(&db, order.lease, minutes(1), failed()).await;
    for input in [r#"{"customer":"Alder 50%"}"#, r#"{"customer":"Birch"}"#] {
        db.store
            .request_run(
                routine.id,
                Cause::Manual,
                Some(input),
                &seed.actor,
                minutes(2),
            )
            .await
            .unwrap();
    }
    let search = async |text: &str, limit: u32| {
        let filter = RunFilter {
            limit,
            ..all_runs()
        };
        db.store.search_runs(&filter, text).await.unwrap()
    };
    let found = async |text: &str| {
        let page = search(text, 50).await;
        assert_eq!((page.next, page.stopped_at), (None, None));
        page.rows.len()
    };
    assert_eq!(found("THE WORK FAILED").await, 1);
    assert_eq!(found("http 503").await, 1);
    assert_eq!(found("alder 50%").await, 1);
    assert_eq!(found("customer").await, 2);
    assert_eq!(found("al_er").await, 0, "it is no pattern");
    assert_eq!(found(&order.idempotency_key).await, 1);
    assert_eq!(found("nowhere").await, 0);

    let first = search("customer", 1).await;
    let next = RunFilter {
        after: first.next,
        limit: 1,
        ..all_runs()
    };
    let second = db.store.search_runs(&next, "customer").await.unwrap();
    let both: HashSet<_> = first
        .rows
        .iter()
        .chain(&second.rows)
        .map(|run| run.id)
        .collect();
    assert_eq!((both.len(), second.next), (2, None));
    let narrowed = RunFilter {
        statuses: vec![RunStatus::Failed],
        ..all_runs()
    };
    let narrowed = db.store.search_runs(&narrowed, "customer").await.unwrap();
    assert!(narrowed.rows.is_empty());
}
