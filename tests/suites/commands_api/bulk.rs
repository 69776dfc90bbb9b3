//! One action on many routines.

use routine_commands::{
    ErrorCode, bulk, routines,
    wire::{
        BulkAction, BulkReport, BulkRequest, BulkTarget, RoutineDetail, RoutineMatch, RoutineQuery,
        RoutineView, Tag,
    },
};
use routine_domain::{RoutineId, StateName};
use routine_tests::{TestDatabase, on_both};

use crate::bench::{Bench, all_routines, at};

on_both! {
    every_item_is_told_apart,
    a_filter_is_held_to_what_was_counted,
    a_stop_leaves_the_rest_alone,
    running_many_leaves_their_schedules_alone,
    what_a_bulk_action_does_is_told_before,
}

fn pause() -> BulkAction {
    BulkAction::Pause {
        reason: "hub restart".into(),
        resume_at: None,
    }
}

fn matching(matching: RoutineMatch, at_most: u32) -> BulkTarget {
    BulkTarget::Matching { matching, at_most }
}

/// One that is paused, and one of which somebody holds an old revision.
async fn off_and_changed(bench: &Bench) -> (RoutineDetail, RoutineDetail) {
    let (off, changed) = (bench.create("off").await, bench.create("changed").await);
    let pause = |routine| routines::pause(&bench.desk, at(routine), String::new(), None);
    let paused = pause(&off).await.unwrap();
    pause(&changed).await.unwrap();
    (paused, changed)
}

async fn every_item_is_told_apart(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let desk = &bench.desk;
    let plain = bench.create("plain").await;
    let gone = RoutineId::new(routine_tests::instant(0));
    let (paused, changed) = off_and_changed(&bench).await;
    let mut items = vec![at(&plain), at(&paused), at(&changed), at(&plain)];
    items[3].id = gone;
    let request = BulkRequest {
        action: pause(),
        target: BulkTarget::Chosen { items },
    };
    let report = routines::run_bulk(desk, request).await.unwrap();
    assert_eq!((report.done, report.stopped), (1, None));
    let left_out: Vec<_> = report
        .left_out
        .iter()
        .map(|item| (item.name.clone(), item.reason.as_str()))
        .collect();
    assert_eq!(
        left_out,
        [
            ("off".into(), "It is off already, by ines@bench."),
            (gone.to_string(), "There is no such routine."),
        ]
    );
    let conflicts = report.conflicts;
    assert_eq!(
        (conflicts.len(), conflicts[0].name.as_str()),
        (1, "changed")
    );
    assert_eq!(conflicts[0].changed_by, "ines@bench");
    let now = routines::get(desk, plain.row.id).await.unwrap();
    assert_eq!(now.row.state.name(), StateName::Off);
    assert_eq!(bulk::progress(desk), None);
}

async fn a_filter_is_held_to_what_was_counted(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let desk = &bench.desk;
    for name in ["one", "two", "other"] {
        bench.create(name).await;
    }
    let asked = RoutineMatch {
        search: Some("do o".into()),
        ..RoutineMatch::default()
    };
    assert_eq!(routines::count(desk, asked.clone()).await.unwrap(), 2);
    let with = |at_most| BulkRequest {
        action: BulkAction::Delete,
        target: matching(asked.clone(), at_most),
    };
    let refused = routines::run_bulk(desk, with(1)).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::Refused);
    let refused = routines::run_bulk(desk, with(10_001)).await.unwrap_err();
    assert!(refused.message.contains("10,000"), "{refused}");
    assert_eq!(routines::count(desk, asked.clone()).await.unwrap(), 2);

    let report = routines::run_bulk(desk, with(2)).await.unwrap();
    assert_eq!(report.done, 2);
    assert_eq!(routines::count(desk, asked.clone()).await.unwrap(), 0);
    let deleted = RoutineMatch {
        view: RoutineView::Deleted,
        ..asked
    };
    let restore = BulkRequest {
        action: BulkAction::Restore,
        target: matching(deleted.clone(), 2),
    };
    assert_eq!(routines::run_bulk(desk, restore).await.unwrap().done, 2);
    let page = routines::list(
        desk,
        RoutineQuery {
            matching: deleted,
            ..all_routines()
        },
    )
    .await
    .unwrap();
    assert_eq!((page.rows.len(), page.counts.deleted), (0, 0));
}

async fn a_stop_leaves_the_rest_alone(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let desk = &bench.desk;
    for name in 0..60 {
        bench.create(&format!("{name:02}")).await;
    }
    let request = || BulkRequest {
        action: pause(),
        target: matching(RoutineMatch::default(), 60),
    };
    let mut changes = desk.changes();
    // Stops at the first chunk that is announced, and tries another one beside it.
    let stopping = async {
        loop {
            let stale = changes.recv().await.unwrap();
            let under_way = bulk::progress(desk);
            if stale == [Tag::Bulk] && under_way.is_some_and(|progress| progress.handled > 0) {
                let beside = routines::run_bulk(desk, request()).await.unwrap_err();
                assert!(beside.message.contains("Pause of 60"), "{beside}");
                assert!(bulk::stop(desk));
                return;
            }
        }
    };
    let (report, ()) = tokio::join!(routines::run_bulk(desk, request()), stopping);
    let BulkReport {
        done,
        left_out,
        conflicts,
        stopped,
    } = report.unwrap();
    assert!((25..60).contains(&done), "{done}");
    assert_eq!(stopped, Some(60 - done));
    assert_eq!((left_out, conflicts), (vec![], vec![]));
    let page = routines::list(desk, all_routines()).await.unwrap();
    assert_eq!(page.counts.off, done);
    assert!(!bulk::stop(desk));
}

async fn running_many_leaves_their_schedules_alone(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let made = routines::create(&bench.desk, bench.due_draft("soon"))
        .await
        .unwrap();
    let request = BulkRequest {
        action: BulkAction::RunNow,
        target: BulkTarget::Chosen {
            items: vec![at(&made)],
        },
    };
    let report = routines::run_bulk(&bench.desk, request).await.unwrap();
    assert_eq!(report.done, 1);
    let now = routines::get(&bench.desk, made.row.id).await.unwrap();
    assert_eq!(now.row.revision, made.row.revision);
    assert_eq!(now.row.recent.len(), 1);
}

async fn what_a_bulk_action_does_is_told_before(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let desk = &bench.desk;
    let plain = routines::create(desk, bench.due_draft("plain")).await;
    let plain = plain.unwrap();
    let (paused, changed) = off_and_changed(&bench).await;
    let items = vec![at(&plain), at(&paused), at(&changed)];
    let told = async |action, target| {
        let request = BulkRequest { action, target };
        let told = routines::bulk_consequence(desk, request).await?;
        let sentences = told.sentences.iter().map(ToString::to_string);
        Ok::<_, routine_commands::CommandError>(sentences.collect::<Vec<_>>())
    };
    let chosen = BulkTarget::Chosen { items };
    let sentences = told(pause(), chosen.clone()).await.unwrap();
    assert!(sentences[1].contains("in the next day"), "{sentences:?}");
    assert_eq!(
        sentences[2..],
        [
            "Left out as they are: 1 paused.",
            "Changed by someone else since they were chosen, and left out: 1.",
        ]
    );
    // Telling changes nothing.
    assert_eq!(
        routines::get(desk, plain.row.id)
            .await
            .unwrap()
            .row
            .state
            .name(),
        plain.row.state.name()
    );
    let passed = BulkAction::Pause {
        reason: String::new(),
        resume_at: Some(routine_tests::instant(-60)),
    };
    let passed = told(passed, chosen).await.unwrap_err();
    assert_eq!(passed.field.as_deref(), Some("resume_at"));

    let all = matching(RoutineMatch::default(), 3);
    let sentences = told(BulkAction::Resume, all.clone()).await.unwrap();
    assert_eq!(sentences[0], "2 routines will have no next fire.");
    for number in 0..198 {
        bench.create(&format!("more {number}")).await;
    }
    let sentences = told(BulkAction::RunNow, all).await.unwrap();
    assert!(sentences[0].starts_with("200 extra runs"), "{sentences:?}");
    assert_eq!(
        sentences.last().unwrap(),
        "These numbers are of the first 200 of 201 routines."
    );
}
