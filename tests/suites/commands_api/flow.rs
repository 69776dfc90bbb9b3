use routine_commands::{
    ErrorCode, definitions, routines, runs, scheduler,
    wire::{FinishReport, FinishResult, RoutineAction, RoutineDraft, RoutineView},
};
use routine_domain::{Cause, LauncherKind, RunStatus, Simulation, StateName, TriggerSpec};
use routine_tests::{TestDatabase, on_both};

use crate::bench::{Bench, all_routines, at, runs_of};

on_both! {
    a_routine_is_made_changed_and_found_again,
    two_people_saving_at_once_get_one_success_and_one_conflict,
    a_pause_and_its_end_keep_what_was_there,
    a_run_asked_for_is_made_by_the_next_pass,
    a_dead_letter_is_shown_and_revived,
    what_is_deleted_keeps_its_history_and_comes_back,
    a_disabled_definition_takes_no_new_routine,
    the_first_report_of_an_end_wins,
}

async fn a_routine_is_made_changed_and_found_again(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let made = bench.create("Morning").await;
    assert_eq!(made.row.owner, "ines@bench");
    assert_eq!(made.row.state.name(), StateName::Manual);
    assert_eq!(made.definition.launcher.kind(), LauncherKind::Simulated);

    let draft = RoutineDraft {
        name: " Evening ".into(),
        input: r#"{"id": 9007199254740993}"#.into(),
        trigger: TriggerSpec::Cron {
            expression: "30 18 * * 1-5".into(),
            zone: "Europe/Vienna".into(),
        },
        ..bench.draft("")
    };
    let draft = RoutineDraft {
        instruction: "Close the day.".into(),
        ..draft
    };
    let edited = routines::update(&bench.desk, at(&made), draft)
        .await
        .unwrap();
    assert_eq!(edited.row.name, "Evening");
    assert_eq!(edited.row.revision, 2);
    assert_eq!(edited.input, r#"{"id": 9007199254740993}"#);
    assert_eq!(edited.next_fires.len(), 10);
    assert_eq!(edited.row.next_fire_at, Some(edited.next_fires[0].at));
    assert_eq!(edited.row.trigger.raw, "30 18 * * 1-5");

    let read = routines::get(&bench.desk, made.row.id).await.unwrap();
    assert_eq!(read.row.next_fire_at, edited.row.next_fire_at);
    let page = routines::list(&bench.desk, all_routines()).await.unwrap();
    assert_eq!((page.matching, page.counts.all), (1, 1));
    assert_eq!(page.rows[0].name, "Evening");
}

async fn two_people_saving_at_once_get_one_success_and_one_conflict(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let seen = bench.create("Morning").await;
    let save = |name: &str| {
        let draft = RoutineDraft {
            name: name.into(),
            ..bench.draft("Morning")
        };
        routines::update(&bench.desk, at(&seen), draft)
    };
    let (first, second) = tokio::join!(save("First"), save("Second"));
    let (won, lost) = match (first, second) {
        (Ok(won), Err(lost)) | (Err(lost), Ok(won)) => (won, lost),
        other => panic!("{other:?}"),
    };
    assert_eq!(lost.code, ErrorCode::Conflict);
    assert!(
        lost.message.starts_with("ines@bench changed it at "),
        "{lost}"
    );
    assert!(
        lost.message.ends_with("(revision 2). Nothing was written."),
        "{lost}"
    );
    let read = routines::get(&bench.desk, seen.row.id).await.unwrap();
    assert_eq!(read.row.name, won.row.name);
}

async fn a_pause_and_its_end_keep_what_was_there(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let made = bench.create("Morning").await;
    let paused = routines::pause(&bench.desk, at(&made), "Holiday".into(), None)
        .await
        .unwrap();
    assert_eq!(paused.row.state.name(), StateName::Off);
    assert!(paused.row.actions.contains(&RoutineAction::Resume));
    let again = routines::pause(&bench.desk, at(&paused), String::new(), None).await;
    assert_eq!(again.unwrap_err().code, ErrorCode::Refused);
    let resumed = routines::resume(&bench.desk, at(&paused)).await.unwrap();
    assert_eq!(resumed.row.state.name(), StateName::Manual);
    let passed = Some(routine_tests::instant(0));
    let late = routines::pause(&bench.desk, at(&resumed), String::new(), passed).await;
    assert_eq!(late.unwrap_err().field.as_deref(), Some("resume_at"));
}

async fn a_run_asked_for_is_made_by_the_next_pass(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let routine = bench.create("Morning").await.row.id;
    let input = r#"{"only": "today"}"#.to_owned();
    let asked = routines::run(&bench.desk, routine, Some(input.clone()))
        .await
        .unwrap();
    assert_eq!(
        (asked.status, asked.cause),
        (RunStatus::Claimed, Cause::Manual)
    );

    let status = scheduler::sweep(&bench.desk).await.unwrap();
    assert!(!status.heartbeat.silent);
    assert_eq!(status.sweeps[0].launched, 1);
    let run = runs::get(&bench.desk, asked.id).await.unwrap();
    assert_eq!(run.row.status, RunStatus::Succeeded);
    assert_eq!((run.input, run.input_overridden), (input, true));
    assert_eq!(run.output.as_deref(), Some("Simulated: Do Morning."));
    assert_eq!(run.attempts.len(), 1);
    let page = runs::list(&bench.desk, runs_of(routine)).await.unwrap();
    assert_eq!(page.rows.len(), 1);
    let read = routines::get(&bench.desk, routine).await.unwrap();
    assert_eq!(read.row.recent[0].status, RunStatus::Succeeded);
}

async fn a_dead_letter_is_shown_and_revived(db: TestDatabase) {
    let refusing = Simulation {
        succeeds: 0,
        refuses: 1,
        ..Simulation::default()
    };
    let bench = Bench::running(&db, refusing).await;
    let draft = bench.due_draft("Every second");
    let made = routines::create(&bench.desk, draft).await.unwrap();
    // The next whole second comes within the pass's own time, or with one of the next passes.
    let dead = loop {
        scheduler::sweep(&bench.desk).await.unwrap();
        let read = routines::get(&bench.desk, made.row.id).await.unwrap();
        if read.row.state.name() == StateName::DeadLettered {
            break read;
        }
    };
    assert_eq!(dead.row.next_fire_at, None);
    assert_eq!(dead.row.actions[0], RoutineAction::Revive);
    let failed = runs::list(&bench.desk, {
        let mut query = runs_of(made.row.id);
        query.dead_lettered = true;
        query
    })
    .await
    .unwrap();
    assert_eq!(failed.rows[0].status, RunStatus::ScheduleFailed);
    let detail = runs::get(&bench.desk, failed.rows[0].id).await.unwrap();
    assert_eq!(detail.dead_letter_after, 1);
    assert!(detail.error.is_some());

    let failing = routines::list(&bench.desk, {
        let mut query = all_routines();
        query.matching.view = RoutineView::Failing;
        query
    })
    .await
    .unwrap();
    assert_eq!((failing.rows.len(), failing.counts.failing), (1, 1));
    let revived = routines::revive(&bench.desk, at(&dead)).await.unwrap();
    assert_eq!(revived.row.consecutive_failures, 0);
    assert!(revived.row.next_fire_at.is_some());
    let again = routines::revive(&bench.desk, at(&revived)).await;
    assert_eq!(again.unwrap_err().code, ErrorCode::Refused);
}

async fn what_is_deleted_keeps_its_history_and_comes_back(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let made = bench.create("Morning").await;
    routines::run(&bench.desk, made.row.id, None).await.unwrap();
    scheduler::sweep(&bench.desk).await.unwrap();
    let deleted = routines::delete(&bench.desk, at(&made)).await.unwrap();
    assert_eq!(deleted.row.actions, [RoutineAction::Restore]);
    assert_eq!(deleted.row.recent.len(), 1);
    let refused = routines::run(&bench.desk, made.row.id, None)
        .await
        .unwrap_err();
    assert_eq!(refused.code, ErrorCode::Refused);
    let page = routines::list(&bench.desk, all_routines()).await.unwrap();
    assert_eq!((page.rows.len(), page.counts.deleted), (0, 1));
    let restored = routines::restore(&bench.desk, at(&deleted)).await.unwrap();
    assert_eq!(restored.row.state.name(), StateName::Manual);
}

async fn a_disabled_definition_takes_no_new_routine(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    bench.create("Morning").await;
    let disabled = definitions::disable(&bench.desk, bench.definition, true)
        .await
        .unwrap();
    assert_eq!(disabled.used_by, 1);
    let refused = routines::create(&bench.desk, bench.draft("Evening")).await;
    assert_eq!(refused.unwrap_err().field.as_deref(), Some("definition_id"));
    definitions::disable(&bench.desk, bench.definition, false)
        .await
        .unwrap();
    bench.create("Evening").await;
}

async fn the_first_report_of_an_end_wins(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let routine = bench.create("Morning").await.row.id;
    let run = routines::run(&bench.desk, routine, None).await.unwrap().id;
    let report = |succeeded| FinishReport {
        run_id: run,
        succeeded,
        output: None,
        error: None,
    };
    let early = runs::finish(&bench.desk, report(true)).await.unwrap_err();
    assert_eq!(early.code, ErrorCode::Refused);
    scheduler::sweep(&bench.desk).await.unwrap();
    let late = runs::finish(&bench.desk, report(false)).await.unwrap();
    assert!(matches!(
        late,
        FinishResult::LostTheRace {
            status: RunStatus::Succeeded
        }
    ));
}
