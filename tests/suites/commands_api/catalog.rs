//! Definitions and policies as the screens edit them.

use routine_commands::{
    ErrorCode, definitions, routines, runs, scheduler, tenants,
    wire::{DefinitionAt, DefinitionDraft, DefinitionRow, RoutineMatch, RoutineQuery},
};
use routine_domain::{DefinitionId, Launcher, RunStatus, Simulation, TenantPolicy};
use routine_tests::{TestDatabase, instant, on_both};

use crate::bench::{Bench, all_routines, at};

on_both! {
    a_lost_edit_of_a_definition_is_noticed,
    a_cap_is_made_and_edited_with_its_definition,
    a_policy_says_what_it_would_do_and_does_not_do_it,
    a_lost_edit_of_a_policy_is_noticed,
    a_test_launch_is_a_run_of_its_own_routine,
    what_cannot_be_tested_is_refused,
}

async fn definition(bench: &Bench) -> DefinitionRow {
    let all = definitions::list(&bench.desk, None).await.unwrap();
    all.into_iter()
        .find(|each| each.id == bench.definition)
        .unwrap()
}

fn seen(row: &DefinitionRow) -> DefinitionAt {
    DefinitionAt {
        id: row.id,
        revision: row.revision,
    }
}

async fn a_lost_edit_of_a_definition_is_noticed(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let row = definition(&bench).await;
    let fails = Launcher::Simulated(Simulation {
        succeeds: 0,
        fails: 1,
        ..Simulation::default()
    });
    let update = async |at, name: &str| {
        definitions::update(&bench.desk, at, name.into(), fails.clone(), None).await
    };
    let edited = update(seen(&row), " Weekly digest ").await.unwrap();
    assert_eq!(
        (edited.name.as_str(), edited.revision),
        ("Weekly digest", 2)
    );
    let lost = update(seen(&row), "Other").await.unwrap_err();
    assert_eq!(lost.code, ErrorCode::Conflict);
    assert!(lost.message.starts_with("ines@bench changed it first"));
    let lost = definitions::disable(&bench.desk, row.id, Some(1), true).await;
    assert_eq!(lost.unwrap_err().code, ErrorCode::Conflict);
    let nameless = update(seen(&edited), " ").await.unwrap_err();
    assert_eq!(nameless.field.as_deref(), Some("name"));
    let mut nobody = seen(&edited);
    nobody.id = DefinitionId::new(instant(0));
    assert_eq!(
        update(nobody, "x").await.unwrap_err().code,
        ErrorCode::NotFound
    );

    // From the next launch on.
    let made = bench.create("Morning").await;
    let run = routines::run(&bench.desk, made.row.id, None).await.unwrap();
    scheduler::sweep(&bench.desk).await.unwrap();
    let ended = runs::get(&bench.desk, run.id).await.unwrap();
    assert_eq!(ended.row.status, RunStatus::Failed);
}

async fn a_cap_is_made_and_edited_with_its_definition(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let draft = |concurrency_cap| DefinitionDraft {
        tenant_id: bench.tenant,
        name: "Capped".into(),
        launcher: Launcher::Simulated(Simulation::default()),
        concurrency_cap,
    };
    let refused = definitions::create(&bench.desk, draft(Some(0))).await;
    assert_eq!(
        refused.unwrap_err().field.as_deref(),
        Some("concurrency_cap")
    );
    let made = definitions::create(&bench.desk, draft(Some(3)))
        .await
        .unwrap();
    assert_eq!(made.concurrency_cap, Some(3));
    let update = async |row: &DefinitionRow, cap| {
        let (name, launcher) = (row.name.clone(), row.launcher.clone());
        definitions::update(&bench.desk, seen(row), name, launcher, cap).await
    };
    let refused = update(&made, Some(1_000_001)).await.unwrap_err();
    assert!(refused.message.contains("from 1 to 1000000"), "{refused}");
    let fewer = update(&made, Some(2)).await.unwrap();
    assert_eq!(
        (fewer.concurrency_cap, fewer.revision),
        (Some(2), made.revision + 1)
    );
    let lost = update(&made, None).await.unwrap_err();
    assert_eq!(lost.code, ErrorCode::Conflict);
    assert_eq!(update(&fewer, None).await.unwrap().concurrency_cap, None);
}

async fn a_policy_says_what_it_would_do_and_does_not_do_it(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let desk = &bench.desk;
    for number in 0..10 {
        routines::create(desk, bench.due_draft(&format!("often {number}")))
            .await
            .unwrap();
    }
    let stricter = TenantPolicy {
        enabled_cap: 3,
        minimum_interval_seconds: 900,
        dead_letter_after: 1,
        ..TenantPolicy::local_demo()
    };
    let effects = tenants::preview_policy(desk, bench.tenant, stricter.clone())
        .await
        .unwrap();
    let told: Vec<_> = effects
        .iter()
        .map(|effect| (effect.field.as_str(), effect.names.len(), effect.more))
        .collect();
    assert_eq!(
        told,
        [("minimum_interval_seconds", 8, 2), ("enabled_cap", 1, 0)]
    );
    assert_eq!(effects[1].names, ["ines@bench (10)"]);
    let short = TenantPolicy {
        lease_seconds: 1,
        ..stricter.clone()
    };
    let refused = tenants::preview_policy(desk, bench.tenant, short).await;
    assert_eq!(refused.unwrap_err().field.as_deref(), Some("lease_seconds"));

    tenants::set_policy(desk, bench.tenant, None, stricter)
        .await
        .unwrap();
    let page = routines::list(desk, all_routines()).await.unwrap();
    assert!(page.rows.iter().all(|row| row.enabled));
}

async fn a_lost_edit_of_a_policy_is_noticed(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let desk = &bench.desk;
    let seen = tenants::list(desk).await.unwrap()[0].revision;
    let set = async |policy| tenants::set_policy(desk, bench.tenant, Some(seen), policy).await;
    let first = set(TenantPolicy::local_demo()).await.unwrap();
    assert_eq!(first.revision, seen + 1);
    let lost = set(TenantPolicy::default()).await.unwrap_err();
    assert_eq!(lost.code, ErrorCode::Conflict);
    let kept = &tenants::list(desk).await.unwrap()[0];
    assert_eq!(kept.policy, TenantPolicy::local_demo());
}

async fn a_test_launch_is_a_run_of_its_own_routine(db: TestDatabase) {
    let fails = Simulation {
        succeeds: 0,
        refuses: 1,
        ..Simulation::default()
    };
    let bench = Bench::running(&db, fails).await;
    let desk = &bench.desk;
    let user = bench.create("Morning").await;
    let input = r#"{"n": 9007199254740993}"#;
    let first = definitions::test(desk, bench.definition, input.into())
        .await
        .unwrap();
    scheduler::sweep(desk).await.unwrap();
    let run = runs::get(desk, first.id).await.unwrap();
    assert_eq!(run.row.status, RunStatus::ScheduleFailed);
    assert_eq!(run.input, input);

    let its_own = routines::get(desk, first.routine_id).await.unwrap();
    assert_eq!(its_own.row.name, "Test of Digest");
    assert!(!its_own.row.enabled);
    assert_eq!(its_own.row.consecutive_failures, 0);
    let untouched = routines::get(desk, user.row.id).await.unwrap();
    assert_eq!(untouched.row.revision, user.row.revision);
    assert!(untouched.row.recent.is_empty());

    // Deleted, it comes back with the next test, which is the same routine.
    routines::delete(desk, at(&its_own)).await.unwrap();
    let second = definitions::test(desk, bench.definition, "{}".into())
        .await
        .unwrap();
    assert_eq!(second.routine_id, first.routine_id);
    let using = RoutineQuery {
        matching: RoutineMatch {
            definition_id: Some(bench.definition),
            ..RoutineMatch::default()
        },
        ..all_routines()
    };
    assert_eq!(routines::list(desk, using).await.unwrap().matching, 2);
}

async fn what_cannot_be_tested_is_refused(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let desk = &bench.desk;
    let test = async |id, input: &str| definitions::test(desk, id, input.into()).await;
    let broken = test(bench.definition, "{").await.unwrap_err();
    assert_eq!(broken.field.as_deref(), Some("input"));
    let nobody = test(DefinitionId::new(instant(0)), "{}").await.unwrap_err();
    assert_eq!(nobody.code, ErrorCode::NotFound);
    definitions::disable(desk, bench.definition, None, true)
        .await
        .unwrap();
    let disabled = test(bench.definition, "{}").await.unwrap_err();
    assert_eq!(disabled.code, ErrorCode::Refused);
    assert_eq!(
        routines::count(desk, RoutineMatch::default())
            .await
            .unwrap(),
        0
    );
}
