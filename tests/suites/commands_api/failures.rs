//! Failures by error, and plans that revive them, as screens ask for them.

use chrono::Duration;
use routine_commands::{
    ErrorCode, failures, revive_plans, routines, runs, scheduler,
    wire::{FailureGrouping, FailuresQuery, ReviveDraft, ReviveRequest, ReviveScope, RoutineAt},
};
use routine_domain::{
    FailureLane, RoutineId, Simulation,
    revive_plan::{ItemOutcome, PlanStatus},
};
use routine_tests::{TestDatabase, on_both};

use crate::bench::Bench;

on_both! {
    dead_letters_are_put_together_by_their_error,
    an_error_is_muted_and_still_seen_to_grow,
    a_plan_is_drafted_started_carried_on_and_undone,
    a_plan_that_cannot_be_is_refused_and_changes_nothing,
}

/// Dead-lettered routines: every launch is refused, and one failure is enough.
async fn dead(db: &TestDatabase, names: &[&str]) -> (Bench, Vec<RoutineId>) {
    let refusing = Simulation {
        succeeds: 0,
        refuses: 1,
        ..Simulation::default()
    };
    let bench = Bench::running(db, refusing).await;
    let mut ids = Vec::new();
    for name in names {
        let made = routines::create(&bench.desk, bench.due_draft(name)).await;
        ids.push(made.unwrap().row.id);
    }
    db.execute("UPDATE routines SET next_fire_at = created_at")
        .await
        .unwrap();
    scheduler::sweep(&bench.desk).await.unwrap();
    (bench, ids)
}

fn by(by: FailureGrouping) -> FailuresQuery {
    FailuresQuery {
        by,
        tenant_id: None,
        limit: 50,
    }
}

fn everything() -> ReviveScope {
    ReviveScope {
        lane: None,
        fingerprint: None,
        tenant_id: None,
        routines: Vec::new(),
    }
}

fn request(draft: &ReviveDraft) -> ReviveRequest {
    let at = |candidate: &routine_commands::wire::ReviveCandidate| RoutineAt {
        id: candidate.id,
        revision: candidate.revision,
    };
    ReviveRequest {
        subject: draft.subject.clone(),
        routines: draft.candidates.iter().map(at).collect(),
        canary: None,
        spread_seconds: 0,
        stop_after: None,
    }
}

async fn dead_letters_are_put_together_by_their_error(db: TestDatabase) {
    let (bench, _) = dead(&db, &["a", "b", "c", "d", "e"]).await;
    let page = failures::list(&bench.desk, by(FailureGrouping::Error))
        .await
        .unwrap();
    assert_eq!((page.routines, page.errors), (5, 1));
    let lanes: Vec<_> = page.lanes.iter().map(|lane| lane.routines).collect();
    assert_eq!(lanes, [0, 5, 0]);
    let group = &page.lanes[1].groups[0];
    assert_eq!(
        (group.routines, group.shown.len(), group.members.len()),
        (5, 4, 5)
    );
    assert_eq!((group.tenants, &*group.tenant_names[0]), (1, "Acme"));
    let error = group.error.as_ref().unwrap();
    assert_eq!((error.failures, error.hours.len()), (5, 24));
    assert!(!error.sentence.is_empty());

    let page_of_error = failures::get(&bench.desk, error.fingerprint.clone(), None);
    let page_of_error = page_of_error.await.unwrap();
    assert_eq!(page_of_error.lanes[1].count, 5);
    assert_eq!(page_of_error.error.sentence, error.sentence);

    // Its run leads there.
    let run = page_of_error.lanes[1].routines[0].run_id.unwrap();
    let run = runs::get(&bench.desk, run).await.unwrap();
    assert_eq!(
        run.error.unwrap().fingerprint,
        Some(error.fingerprint.clone())
    );

    let page = failures::list(&bench.desk, by(FailureGrouping::One))
        .await
        .unwrap();
    assert_eq!(page.lanes[1].groups.len(), 5);
    let page = failures::list(&bench.desk, by(FailureGrouping::Tenant))
        .await
        .unwrap();
    assert_eq!(&*page.lanes[1].groups[0].title, "Acme");
    let unknown = failures::get(&bench.desk, "0123456789ab".into(), None).await;
    assert_eq!(unknown.unwrap_err().code, ErrorCode::NotFound);
}

async fn an_error_is_muted_and_still_seen_to_grow(db: TestDatabase) {
    let (bench, _) = dead(&db, &["a", "b", "c"]).await;
    let read = async || {
        let page = failures::list(&bench.desk, by(FailureGrouping::Error))
            .await
            .unwrap();
        (page.now, page.lanes[1].groups[0].error.clone().unwrap())
    };
    let (now, error) = read().await;
    assert!(error.growing && error.muted.is_none());
    let until = Some(now + Duration::hours(8));
    let mute = async |until| failures::mute(&bench.desk, error.fingerprint.clone(), until).await;
    mute(until).await.unwrap();
    let (_, muted) = read().await;
    assert!(muted.growing);
    assert_eq!(muted.muted.unwrap().by, "ines@bench");
    mute(None).await.unwrap();
    assert_eq!(read().await.1.muted, None);

    let passed = mute(Some(now - Duration::hours(1))).await.unwrap_err();
    assert_eq!(passed.field.as_deref(), Some("until"));
    let foreign = failures::mute(&bench.desk, "x".into(), until)
        .await
        .unwrap_err();
    assert_eq!(foreign.field.as_deref(), Some("fingerprint"));
}

async fn a_plan_is_drafted_started_carried_on_and_undone(db: TestDatabase) {
    let (bench, ids) = dead(&db, &["a", "b"]).await;
    let slow = "UPDATE routines SET trigger_spec = '{\"kind\":\"interval\",\"every_seconds\":86400,\"anchor\":\"2020-01-01T00:00:00Z\"}'";
    db.execute(slow).await.unwrap();
    let draft = revive_plans::draft(&bench.desk, everything())
        .await
        .unwrap();
    assert_eq!(draft.candidates.len(), 2);
    assert!(draft.left_out.is_empty() && draft.canary.is_some());
    assert!(draft.candidates[0].next_fire_at.unwrap() > draft.now);

    let plan = revive_plans::start(&bench.desk, request(&draft))
        .await
        .unwrap();
    assert!(plan.can_stop && plan.status == PlanStatus::Spreading);
    scheduler::sweep(&bench.desk).await.unwrap();
    let done = revive_plans::get(&bench.desk, plan.id).await.unwrap();
    assert_eq!(done.status, PlanStatus::Done);
    assert!(done.can_undo && done.undo_until.is_some());
    assert!(
        done.items
            .iter()
            .all(|item| item.outcome == Some(ItemOutcome::Revived))
    );
    assert_eq!(revive_plans::list(&bench.desk).await.unwrap().len(), 1);

    let named = ReviveScope {
        routines: ids.clone(),
        ..everything()
    };
    let nothing = revive_plans::draft(&bench.desk, named).await.unwrap();
    assert_eq!((nothing.candidates.len(), nothing.left_out.len()), (0, 2));

    let undone = revive_plans::undo(&bench.desk, plan.id).await.unwrap();
    assert_eq!(undone.status, PlanStatus::Undone);
    assert!(!undone.can_undo);
    let page = failures::list(&bench.desk, by(FailureGrouping::Error))
        .await
        .unwrap();
    assert_eq!(page.lanes[1].routines, 2);
    let again = revive_plans::undo(&bench.desk, plan.id).await.unwrap_err();
    assert_eq!(again.code, ErrorCode::Refused);
}

async fn a_plan_that_cannot_be_is_refused_and_changes_nothing(db: TestDatabase) {
    let (bench, _) = dead(&db, &["a"]).await;
    let draft = revive_plans::draft(&bench.desk, everything())
        .await
        .unwrap();
    let good = request(&draft);
    let twice = [good.routines.clone(), good.routines.clone()].concat();
    for (field, request) in [
        (
            "routines",
            ReviveRequest {
                routines: Vec::new(),
                ..good.clone()
            },
        ),
        (
            "routines",
            ReviveRequest {
                routines: twice,
                ..good.clone()
            },
        ),
        (
            "canary",
            ReviveRequest {
                canary: Some(RoutineId::new(draft.now)),
                ..good.clone()
            },
        ),
        (
            "spread_seconds",
            ReviveRequest {
                spread_seconds: 86_401,
                ..good.clone()
            },
        ),
        (
            "stop_after",
            ReviveRequest {
                stop_after: Some(0),
                ..good.clone()
            },
        ),
    ] {
        let refused = revive_plans::start(&bench.desk, request).await.unwrap_err();
        assert_eq!(refused.field.as_deref(), Some(field));
    }
    let retrying = ReviveScope {
        lane: Some(FailureLane::Retrying),
        ..everything()
    };
    let refused = revive_plans::draft(&bench.desk, retrying)
        .await
        .unwrap_err();
    assert_eq!(refused.field.as_deref(), Some("lane"));
    assert!(revive_plans::list(&bench.desk).await.unwrap().is_empty());
}
