use routine_commands::{
    CommandError, ErrorCode, definitions, routines, runs, tenants,
    wire::{DefinitionDraft, RoutineAt, RoutineDraft},
};
use routine_domain::{
    DefinitionId, Launcher, RoutineId, RunId, Simulation, TenantId, TenantPolicy, TriggerSpec,
};
use routine_tests::{TestDatabase, instant, on_both};

use crate::bench::{Bench, at};

on_both! {
    refused_drafts_change_nothing,
    what_is_not_there_is_not_found,
    names_are_taken_once,
    the_cap_of_enabled_routines_is_kept,
    an_accepted_trigger_survives_a_stricter_policy,
}

fn cron(expression: &str, zone: &str) -> TriggerSpec {
    TriggerSpec::Cron {
        expression: expression.into(),
        zone: zone.into(),
    }
}

async fn journal(db: &TestDatabase) -> usize {
    db.texts("SELECT kind FROM audit_events").await.len()
}

fn refused(error: &CommandError, code: ErrorCode, field: Option<&str>) {
    assert_eq!(error.code, code, "{error}");
    assert_eq!(error.field.as_deref(), field, "{error}");
    assert!(
        !error.message.contains('\n') && error.message.ends_with('.'),
        "{error}"
    );
}

async fn refused_drafts_change_nothing(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let policy = TenantPolicy::default();
    tenants::set_policy(&bench.desk, bench.tenant, None, policy)
        .await
        .unwrap();
    let made = bench.create("Morning").await;
    let good = || bench.draft("Evening");
    let with = |trigger| RoutineDraft { trigger, ..good() };
    let drafts = [
        (
            RoutineDraft {
                name: "é".repeat(121),
                ..good()
            },
            "name",
        ),
        (
            RoutineDraft {
                name: "  ".into(),
                ..good()
            },
            "name",
        ),
        (
            RoutineDraft {
                instruction: "x".repeat(2_001),
                ..good()
            },
            "instruction",
        ),
        (
            RoutineDraft {
                input: "{oops".into(),
                ..good()
            },
            "input",
        ),
        (
            RoutineDraft {
                input: format!("\"{}\"", "x".repeat(65_536)),
                ..good()
            },
            "input",
        ),
        (
            RoutineDraft {
                definition_id: DefinitionId::new(instant(0)),
                ..good()
            },
            "definition_id",
        ),
        (with(cron("0 9 31 2 *", "UTC")), "trigger.cron"),
        (with(cron("75 9 * * *", "UTC")), "trigger.cron"),
        (with(cron("0 9 * * *", "Mars/Olympus")), "trigger.zone"),
        (with(cron("*/10 * * * *", "UTC")), "trigger.cron"),
        (with(cron("30 0 9 * * *", "UTC")), "trigger.cron"),
        (with(TriggerSpec::Once { at: instant(0) }), "trigger.at"),
        (
            with(TriggerSpec::Interval {
                every_seconds: 60,
                anchor: instant(0),
            }),
            "trigger.every_seconds",
        ),
        (
            with(TriggerSpec::Interval {
                every_seconds: 0,
                anchor: instant(0),
            }),
            "trigger.every_seconds",
        ),
    ];
    let before = journal(&db).await;
    for (draft, field) in drafts {
        let error = routines::create(&bench.desk, draft.clone())
            .await
            .unwrap_err();
        refused(&error, ErrorCode::Invalid, Some(field));
        let error = routines::update(&bench.desk, at(&made), draft)
            .await
            .unwrap_err();
        refused(&error, ErrorCode::Invalid, Some(field));
    }
    let long = routines::pause(&bench.desk, at(&made), "x".repeat(401), None).await;
    refused(&long.unwrap_err(), ErrorCode::Invalid, Some("reason"));
    let input = routines::run(&bench.desk, made.row.id, Some("not JSON".into())).await;
    refused(&input.unwrap_err(), ErrorCode::Invalid, Some("input"));
    let idle = DefinitionDraft {
        tenant_id: bench.tenant,
        name: "Idle".into(),
        launcher: Launcher::Simulated(Simulation {
            succeeds: 0,
            ..Simulation::default()
        }),
        concurrency_cap: None,
    };
    let idle = definitions::create(&bench.desk, idle).await;
    refused(&idle.unwrap_err(), ErrorCode::Invalid, Some("succeeds"));
    let short = TenantPolicy {
        lease_seconds: 10,
        ..TenantPolicy::default()
    };
    let short = tenants::set_policy(&bench.desk, bench.tenant, None, short).await;
    refused(
        &short.unwrap_err(),
        ErrorCode::Invalid,
        Some("lease_seconds"),
    );

    assert_eq!(journal(&db).await, before);
    let read = routines::get(&bench.desk, made.row.id).await.unwrap();
    assert_eq!(read.row.revision, made.row.revision);
}

async fn what_is_not_there_is_not_found(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let nowhere = RoutineAt {
        id: RoutineId::new(instant(0)),
        revision: 1,
    };
    let tenant = TenantId::new(instant(0));
    let draft = RoutineDraft {
        tenant_id: tenant,
        ..bench.draft("Morning")
    };
    let errors = [
        routines::get(&bench.desk, nowhere.id).await.err(),
        routines::resume(&bench.desk, nowhere).await.err(),
        routines::run(&bench.desk, nowhere.id, None).await.err(),
        routines::update(&bench.desk, nowhere, bench.draft("Morning"))
            .await
            .err(),
        routines::create(&bench.desk, draft).await.err(),
        runs::get(&bench.desk, RunId::new(instant(0))).await.err(),
        tenants::set_policy(&bench.desk, tenant, None, TenantPolicy::default())
            .await
            .err(),
    ];
    for error in errors {
        refused(&error.unwrap(), ErrorCode::NotFound, None);
    }
}

async fn names_are_taken_once(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let tenant = tenants::create(&bench.desk, "Acme".into()).await;
    refused(&tenant.unwrap_err(), ErrorCode::Invalid, Some("name"));
    let draft = DefinitionDraft {
        tenant_id: bench.tenant,
        name: "Digest".into(),
        launcher: Launcher::Simulated(Simulation::default()),
        concurrency_cap: None,
    };
    let definition = definitions::create(&bench.desk, draft).await;
    refused(&definition.unwrap_err(), ErrorCode::Invalid, Some("name"));
}

async fn the_cap_of_enabled_routines_is_kept(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let policy = TenantPolicy {
        enabled_cap: 1,
        ..TenantPolicy::local_demo()
    };
    tenants::set_policy(&bench.desk, bench.tenant, None, policy)
        .await
        .unwrap();
    bench.create("Morning").await;
    let error = routines::create(&bench.desk, bench.draft("Evening")).await;
    refused(&error.unwrap_err(), ErrorCode::Refused, None);
    let off = RoutineDraft {
        enabled: false,
        ..bench.draft("Evening")
    };
    let off = routines::create(&bench.desk, off).await.unwrap();
    let error = routines::resume(&bench.desk, at(&off)).await.unwrap_err();
    refused(&error, ErrorCode::Refused, None);
}

async fn an_accepted_trigger_survives_a_stricter_policy(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let draft = RoutineDraft {
        trigger: cron("*/5 * * * *", "UTC"),
        ..bench.draft("Morning")
    };
    let made = routines::create(&bench.desk, draft.clone()).await.unwrap();
    let policy = TenantPolicy::default();
    tenants::set_policy(&bench.desk, bench.tenant, None, policy)
        .await
        .unwrap();
    let renamed = RoutineDraft {
        name: "Evening".into(),
        ..draft
    };
    let renamed = routines::update(&bench.desk, at(&made), renamed)
        .await
        .unwrap();
    assert_eq!(renamed.row.name, "Evening");
}
