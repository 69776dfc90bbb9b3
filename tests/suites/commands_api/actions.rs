//! What an administrator does to a run, and what is said before and after.

use chrono::Duration;
use routine_commands::{
    ErrorCode, routines, runs, scheduler,
    wire::{CancelResult, RoutineAction, RunAction, RunQuery, WayBack},
};
use routine_domain::{Cause, RunStatus, Simulation, TriggerSpec};
use routine_tests::{TestDatabase, on_both};

use crate::bench::{Bench, at, runs_of};

on_both! {
    an_action_is_offered_with_the_reason_where_it_is_not_possible,
    a_run_is_cancelled_and_replayed,
    a_search_needs_a_beginning_in_time,
    a_run_is_compared_with_the_success_before_it,
    a_consequence_is_told_before_a_pause,
}

async fn an_action_is_offered_with_the_reason_where_it_is_not_possible(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let made = bench.create("Morning").await;
    let possible: Vec<_> = made
        .offers
        .iter()
        .filter(|offer| offer.why_not.is_none())
        .map(|offer| offer.action)
        .collect();
    assert_eq!(possible, made.row.actions);
    assert_eq!(made.offers.len(), RoutineAction::ALL.len());
    let refused = routines::try_now(&bench.desk, at(&made)).await.unwrap_err();
    let told = made
        .offers
        .iter()
        .find(|offer| offer.action == RoutineAction::TryNow);
    assert_eq!(refused.code, ErrorCode::Refused);
    assert_eq!(Some(&refused.message), told.unwrap().why_not.as_ref());
    let refused = routines::bring_back_at_once(&bench.desk, at(&made), WayBack::Resume)
        .await
        .unwrap_err();
    assert_eq!(refused.code, ErrorCode::Refused);
}

async fn a_run_is_cancelled_and_replayed(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let made = bench.create("Morning").await;
    let asked = routines::run(&bench.desk, made.row.id, None).await.unwrap();
    let allowed = async |id| {
        let detail = runs::get(&bench.desk, id).await.unwrap();
        let offers = detail.offers.into_iter();
        offers
            .filter(|offer| offer.why_not.is_none())
            .map(|offer| offer.action)
            .collect::<Vec<_>>()
    };
    assert_eq!(allowed(asked.id).await, [RunAction::Cancel]);
    let cancelled = runs::cancel(&bench.desk, asked.id).await.unwrap();
    assert_eq!(cancelled, CancelResult::Cancelled);
    assert_eq!(allowed(asked.id).await, [RunAction::Replay]);
    let refused = runs::cancel(&bench.desk, asked.id).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::Refused);

    let input = r#"{"id": 9007199254740993}"#.to_owned();
    let replay = runs::replay(&bench.desk, asked.id, Some(input.clone()))
        .await
        .unwrap();
    scheduler::sweep(&bench.desk).await.unwrap();
    let detail = runs::get(&bench.desk, replay.id).await.unwrap();
    assert_eq!(
        (detail.row.cause, detail.row.status),
        (Cause::Replay, RunStatus::Succeeded)
    );
    assert_eq!((detail.replay_of, &detail.input), (Some(asked.id), &input));
    assert_eq!(detail.previous.map(|run| run.id), Some(asked.id));
    let refused = runs::replay(&bench.desk, asked.id, Some("{".into())).await;
    assert_eq!(refused.unwrap_err().field.as_deref(), Some("input"));
    let nothing = routine_domain::RunId::new(routine_tests::instant(0));
    for code in [
        runs::cancel(&bench.desk, nothing).await.unwrap_err().code,
        runs::replay(&bench.desk, nothing, None)
            .await
            .unwrap_err()
            .code,
    ] {
        assert_eq!(code, ErrorCode::NotFound);
    }
}

async fn a_search_needs_a_beginning_in_time(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let made = bench.create("Morning").await;
    let input = Some(r#"{"customer":"Alder"}"#.to_owned());
    let asked = routines::run(&bench.desk, made.row.id, input)
        .await
        .unwrap();
    let query = RunQuery {
        search: Some(" alder ".into()),
        ..runs_of(made.row.id)
    };
    let refused = runs::list(&bench.desk, query.clone()).await.unwrap_err();
    assert_eq!(refused.field.as_deref(), Some("search"));
    let bounded = RunQuery {
        from: Some(asked.recorded_at - Duration::days(7)),
        ..query
    };
    let found = runs::list(&bench.desk, bounded).await.unwrap();
    assert_eq!((found.rows.len(), found.searched_to), (1, None));
}

async fn a_run_is_compared_with_the_success_before_it(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let made = bench.create("Morning").await;
    let run = async |input: &str| {
        let asked = routines::run(&bench.desk, made.row.id, Some(input.to_owned())).await;
        scheduler::sweep(&bench.desk).await.unwrap();
        asked.unwrap().id
    };
    let first = run("1").await;
    let second = run("2").await;
    assert!(
        runs::compare(&bench.desk, first)
            .await
            .unwrap()
            .success
            .is_none()
    );
    let compared = runs::compare(&bench.desk, second).await.unwrap();
    assert_eq!(compared.success.map(|run| run.id), Some(first));
    let differing: Vec<_> = compared
        .aspects
        .iter()
        .filter(|aspect| !aspect.same)
        .map(|aspect| (&*aspect.aspect, &*aspect.success, &*aspect.this))
        .collect();
    assert_eq!(differing, [("input", "1", "2")]);
}

async fn a_consequence_is_told_before_a_pause(db: TestDatabase) {
    let bench = Bench::running(&db, Simulation::default()).await;
    let mut draft = bench.draft("Hourly");
    draft.trigger = TriggerSpec::Interval {
        every_seconds: 3_600,
        anchor: routine_tests::instant(0),
    };
    let made = routines::create(&bench.desk, draft).await.unwrap();
    routines::run(&bench.desk, made.row.id, None).await.unwrap();
    let until = made.now + Duration::hours(5);
    let told = routines::consequence(&bench.desk, made.row.id, RoutineAction::Pause, Some(until));
    let told = told.await.unwrap();
    assert_eq!((told.fires_lost, told.why_not), (Some(5), None));
    let words: Vec<_> = told.sentences.iter().map(ToString::to_string).collect();
    assert!(words[0].starts_with("5 fires until "), "{words:?}");
    assert!(
        words.contains(&"What is not launched yet (1 run) is skipped.".to_owned()),
        "{words:?}"
    );
    let passed = routines::consequence(
        &bench.desk,
        made.row.id,
        RoutineAction::Pause,
        Some(made.now),
    );
    assert_eq!(
        passed.await.unwrap_err().field.as_deref(),
        Some("resume_at")
    );
}
