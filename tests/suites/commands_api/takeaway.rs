//! What is taken out of a database to be looked at or tried elsewhere: bundles and twins.

use routine_commands::{
    bundle, connection, definitions, routines, runs, scheduler, tenants, twin,
    wire::{ConnectionRequest, ExchangeChoice, RoutineDraft, TwinRequest},
};
use routine_domain::{Launcher, Simulation};
use routine_tests::{TestDatabase, on_both};

use crate::bench::{Bench, all_routines, desk, open, runs_of};

on_both! {
    a_bundle_tells_a_run_without_its_database_and_without_secrets,
    a_twin_starts_nothing_real,
}

async fn a_bundle_tells_a_run_without_its_database_and_without_secrets(db: TestDatabase) {
    let failing = Simulation {
        succeeds: 0,
        refuses: 1,
        ..Simulation::default()
    };
    let bench = Bench::running(&db, failing).await;
    let draft = RoutineDraft {
        input: r#"{"id": 9007199254740993, "api_token": "s3cret"}"#.into(),
        instruction: "Call it with password=hunter2.".into(),
        ..bench.due_draft("incident")
    };
    let routine = routines::create(&bench.desk, draft).await.unwrap();
    // It is due within a second.
    let row = loop {
        scheduler::sweep(&bench.desk).await.unwrap();
        let page = runs::list(&bench.desk, runs_of(routine.row.id)).await;
        if let Some(row) = page.unwrap().rows.pop() {
            break row;
        }
    };
    let run = runs::get(&bench.desk, row.id).await.unwrap();

    let made = bundle::make(&bench.desk, run.row.id).await.unwrap();
    assert!(made.file_name.contains(&run.row.id.to_string()));
    for secret in ["s3cret", "hunter2"] {
        assert!(!made.text.contains(secret));
    }
    // Nothing is open where it is read.
    let read = bundle::read(&made.text).unwrap();
    assert_eq!(read.run.row.id, run.row.id);
    assert_eq!(read.run.row.message, run.row.message);
    assert_eq!(
        read.run.input,
        r#"{"id":9007199254740993,"api_token":"••••••"}"#
    );
    assert_eq!(read.attempts.len(), run.attempts.len());
    assert_eq!(read.explanation.unwrap().run_id, Some(run.row.id));
    assert_eq!(read.routine.unwrap().row.name, "incident");
    assert!(!read.changes.unwrap().rows.is_empty());
    assert!(!read.sweeps.is_empty() && !read.workers.is_empty());
    assert_eq!(read.made_by, "ines@bench");

    for (text, said) in [
        ("{}", "is no incident bundle"),
        ("nonsense", "is no incident bundle"),
        (
            r#"{"format":"routine-desk-bundle","version":2}"#,
            "Use a newer Routine Desk",
        ),
        (
            r#"{"format":"routine-desk-bundle","version":1}"#,
            "is damaged",
        ),
    ] {
        let refused = bundle::read(text).unwrap_err();
        assert!(refused.message.contains(said), "{}", refused.message);
    }
}

async fn a_twin_starts_nothing_real(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let row = definitions::list(&bench.desk, None)
        .await
        .unwrap()
        .remove(0);
    let real = Launcher::Http {
        url: "https://hub.example/internal/routines/run".into(),
        secret_name: Some("HUB".into()),
        command: None,
    };
    let seen = routine_commands::wire::DefinitionAt {
        id: row.id,
        revision: row.revision,
    };
    definitions::update(&bench.desk, seen, row.name, real, None)
        .await
        .unwrap();
    let draft = RoutineDraft {
        input: r#"{"token":"s3cret"}"#.into(),
        ..bench.due_draft("copied")
    };
    routines::create(&bench.desk, draft).await.unwrap();
    bench.create("also").await;
    // Stricter than when they were made: a twin takes them along all the same.
    let policy = routine_domain::TenantPolicy {
        enabled_cap: 1,
        ..Default::default()
    };
    tenants::set_policy(&bench.desk, bench.tenant, None, policy.clone())
        .await
        .unwrap();

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("twin.db").display().to_string();
    let request = TwinRequest {
        choice: ExchangeChoice::Tenant { id: bench.tenant },
        file: Some(file.clone()),
    };
    let made = twin::copy(&bench.desk, request.clone()).await.unwrap();
    assert_eq!((made.tenants, made.definitions, made.routines), (1, 1, 2));
    assert_eq!(made.left_out, [] as [String; 0]);
    let refused = twin::copy(&bench.desk, request).await.unwrap_err();
    assert!(refused.message.contains("never overwrites"));

    let (other, _) = desk();
    open(&other, &file).await.unwrap();
    let copies = definitions::list(&other, None).await.unwrap();
    assert_eq!(
        copies[0].launcher,
        Launcher::Simulated(Simulation::default())
    );
    assert_eq!(tenants::list(&other).await.unwrap()[0].policy, policy);
    let page = routines::list(&other, all_routines()).await.unwrap();
    assert_eq!(page.rows.len(), 2);
    let copied = page.rows.iter().find(|row| row.name == "copied").unwrap();
    let copied = routines::get(&other, copied.id).await.unwrap();
    assert_eq!(copied.input, r#"{"token":"••••••"}"#);
    // Where nobody names a file, each copy has its own.
    let unnamed = TwinRequest {
        choice: ExchangeChoice::All,
        file: None,
    };
    let first = twin::copy(&bench.desk, unnamed.clone()).await.unwrap().file;
    let second = twin::copy(&bench.desk, unnamed).await.unwrap().file;
    assert!(first.ends_with("twin.db") && second.ends_with("twin-2.db"));
    let reopened = ConnectionRequest {
        url: first,
        password: None,
    };
    connection::open(&other, reopened).await.unwrap();
}
