use std::time::Duration;

use routine_commands::{
    ErrorCode, connection, failures, revive_plans, routines, scheduler, tenants,
    wire::{
        ConnectionReport, ConnectionRequest, ConnectionState, Protection, ReviveRequest,
        RoutineDetail, SchemaState, Tag, Verdict,
    },
};
use routine_domain::RevivePlanId;
use routine_store::Address;
use routine_tests::{Engine, TestDatabase, on_both};

use crate::bench::{Bench, all_routines, desk, open, profile};

on_both! {
    an_empty_database_is_migrated_with_its_first_tenant,
    a_newer_schema_is_refused_by_name,
    a_test_says_what_it_finds_and_changes_nothing,
    what_was_open_is_opened_again,
    changes_and_a_shutdown_reach_those_who_listen,
    what_can_only_be_read_refuses_every_change,
    an_address_that_leads_nowhere_leaves_the_desk_usable,
}

/// The URL of a database of the same kind without any table.
async fn emptied(db: &TestDatabase) -> String {
    match db.engine {
        Engine::Sqlite => format!("{}.new", db.url),
        Engine::Postgres => {
            db.execute("DROP SCHEMA public CASCADE").await.unwrap();
            db.execute("CREATE SCHEMA public").await.unwrap();
            db.url.clone()
        }
    }
}

async fn test(desk: &routine_commands::Desk, url: &str) -> ConnectionReport {
    let request = ConnectionRequest {
        url: url.to_owned(),
        password: None,
    };
    connection::test(desk, request).await.unwrap()
}

fn verdict(report: &ConnectionReport, name: &str) -> Verdict {
    let check = report.checks.iter().find(|check| check.name == name);
    check.unwrap().verdict
}

async fn an_empty_database_is_migrated_with_its_first_tenant(db: TestDatabase) {
    let url = emptied(&db).await;
    let (desk, _) = desk();
    let info = open(&desk, &url).await.unwrap();
    assert_eq!(info.schema, SchemaState::Empty);
    let refused = routines::list(&desk, all_routines()).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::OlderSchema);

    let unnamed = connection::migrate(&desk, Some("  ".into()))
        .await
        .unwrap_err();
    assert_eq!(unnamed.field.as_deref(), Some("name"));
    let still = connection::status(&desk).await.unwrap().connection.unwrap();
    assert_eq!(still.schema, SchemaState::Empty);

    let info = connection::migrate(&desk, Some("Acme".into()))
        .await
        .unwrap();
    assert_eq!(info.schema, SchemaState::Current);
    assert!(!info.without_tenants);
    // Again is no harm, and makes no second tenant.
    connection::migrate(&desk, Some("Other".into()))
        .await
        .unwrap();
    let names: Vec<_> = tenants::list(&desk)
        .await
        .unwrap()
        .into_iter()
        .map(|tenant| tenant.name)
        .collect();
    assert_eq!(names, ["Acme"]);
    connection::close(&desk).await.unwrap();
}

async fn a_newer_schema_is_refused_by_name(db: TestDatabase) {
    db.execute(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         SELECT 9999, 'later', success, checksum, 0 FROM _sqlx_migrations WHERE version = 1",
    )
    .await
    .unwrap();
    let (desk, _) = desk();
    let refused = open(&desk, &db.url).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::NewerSchema);
    assert!(refused.message.contains("9999"), "{refused}");
    let report = test(&desk, &db.url).await;
    assert_eq!(report.state, ConnectionState::NewerThanApp);
    assert!(!report.usable);
    assert_eq!(verdict(&report, "Schema"), Verdict::Failed);
    assert!(
        connection::status(&desk)
            .await
            .unwrap()
            .connection
            .is_none()
    );
}

async fn a_test_says_what_it_finds_and_changes_nothing(db: TestDatabase) {
    let (desk, host) = desk();
    let report = test(&desk, &db.url).await;
    assert!(report.usable);
    assert_eq!(report.schema, Some(SchemaState::Current));
    assert_eq!(report.state, ConnectionState::Ready);
    assert_eq!(verdict(&report, "Signed in"), Verdict::Ok);
    assert_eq!(verdict(&report, "Workers"), Verdict::Warning);
    let migrations = report.migrations.unwrap();
    assert!(migrations.len() >= 10 && migrations.iter().all(|one| one.applied_at.is_some()));
    assert_eq!(verdict(&report, "Clock"), Verdict::Ok);
    assert_eq!(verdict(&report, "Tenants"), Verdict::Warning);
    assert!(
        connection::status(&desk)
            .await
            .unwrap()
            .remembered
            .is_none()
    );
    assert!(host.keychain.lock().unwrap().is_empty());

    let url = emptied(&db).await;
    let report = test(&desk, &url).await;
    assert_eq!(report.schema, Some(SchemaState::Empty));
    assert!(report.usable);
    let again = test(&desk, &url).await;
    assert_eq!(again.schema, Some(SchemaState::Empty));
    if let Some(path) = url.strip_prefix("sqlite:") {
        assert!(!std::path::Path::new(path).exists());
    }
}

async fn what_was_open_is_opened_again(db: TestDatabase) {
    let (desk, host) = desk();
    let profile = profile(&desk, &db, "Staging EU", Protection::Full).await;
    let account = Address::of(&profile.details.place).account();
    // A password goes to the keychain once it has worked.
    assert!(host.keychain.lock().unwrap().is_empty());
    connection::open_profile(&desk, profile.id, None)
        .await
        .unwrap();
    connection::close(&desk).await.unwrap();
    let status = connection::status(&desk).await.unwrap();
    let remembered = status.remembered.unwrap();
    assert_eq!((remembered.id, remembered.error), (profile.id, None));
    assert_eq!(remembered.name, "Staging EU");
    if let Some(password) = db.address.password() {
        let kept = host.keychain.lock().unwrap().get(&account).cloned();
        assert_eq!(kept.as_deref(), Some(password));
        let wrong = (account.clone(), "wrong".to_owned());
        host.keychain.lock().unwrap().extend([wrong]);
        let refused = connection::open_last(&desk).await.unwrap_err();
        assert_eq!(refused.code, ErrorCode::NeedsPassword);
        let status = connection::status(&desk).await.unwrap();
        let remembered = status.remembered.unwrap();
        assert!(remembered.needs_password);
        assert!(host.keychain.lock().unwrap().is_empty());
        assert_eq!(remembered.error, Some(refused));
        connection::open_profile(&desk, profile.id, Some(password.to_owned()))
            .await
            .unwrap();
        connection::close(&desk).await.unwrap();
    }
    connection::open_last(&desk).await.unwrap();
    let status = connection::status(&desk).await.unwrap();
    assert!(status.remembered.is_none());
    assert_eq!(status.connection.unwrap().profile_id, Some(profile.id));
}

async fn changes_and_a_shutdown_reach_those_who_listen(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let mut changes = bench.desk.changes();
    bench.create("Morning").await;
    assert!(changes.recv().await.unwrap().contains(&Tag::Routines));
    // What another process does is heard as well.
    let (other, _) = desk();
    open(&other, &db.url).await.unwrap();
    let page = routines::list(&other, all_routines()).await.unwrap();
    while changes.try_recv().is_ok() {}
    routines::run(&other, page.rows[0].id, None).await.unwrap();
    while !changes.recv().await.unwrap().contains(&Tag::Runs) {}
    connection::close(&other).await.unwrap();

    let started = scheduler::start(&bench.desk).await.unwrap();
    assert!(started.embedded.running);
    bench.desk.shutdown(Duration::from_secs(5)).await;
    let refused = routines::list(&bench.desk, all_routines())
        .await
        .unwrap_err();
    assert_eq!(refused.code, ErrorCode::Refused);
    assert_eq!(refused.message, "No database is open.");
}

/// SQLite knows no read-only role, and a superuser may write to any file.
async fn what_can_only_be_read_refuses_every_change(db: TestDatabase) {
    if db.engine == Engine::Sqlite {
        return;
    }
    let bench = Bench::new(&db).await;
    let made = bench.create("Morning").await;
    let name = db.texts("SELECT current_database()::text").await.remove(0);
    db.execute(format!(
        "ALTER DATABASE {name} SET default_transaction_read_only = on"
    ))
    .await
    .unwrap();
    let info = open(&bench.desk, &db.url).await.unwrap();
    assert_eq!(info.protection, Protection::ReadOnly);
    let read = routines::get(&bench.desk, made.row.id).await.unwrap();
    assert!(read.row.actions.is_empty());
    let refusals = [
        routines::create(&bench.desk, bench.draft("Evening"))
            .await
            .err(),
        routines::run(&bench.desk, made.row.id, None).await.err(),
        routines::delete(&bench.desk, crate::bench::at(&made))
            .await
            .err(),
        tenants::create(&bench.desk, "Other".into()).await.err(),
        failures::mute(&bench.desk, "0123456789ab".into(), None)
            .await
            .err(),
        revive_plans::start(&bench.desk, one_routine(&made))
            .await
            .err(),
        revive_plans::stop(&bench.desk, RevivePlanId::new(read.now))
            .await
            .err(),
        revive_plans::undo(&bench.desk, RevivePlanId::new(read.now))
            .await
            .err(),
        scheduler::start(&bench.desk).await.err(),
        scheduler::sweep(&bench.desk).await.err(),
        connection::migrate(&bench.desk, None).await.err(),
    ];
    for refusal in refusals {
        assert_eq!(refusal.unwrap().code, ErrorCode::ReadOnly);
    }
}

fn one_routine(made: &RoutineDetail) -> ReviveRequest {
    ReviveRequest {
        subject: "One".into(),
        routines: vec![crate::bench::at(made)],
        canary: None,
        spread_seconds: 0,
        stop_after: None,
    }
}

async fn an_address_that_leads_nowhere_leaves_the_desk_usable(db: TestDatabase) {
    let (desk, _) = desk();
    open(&desk, &db.url).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("notes.txt");
    std::fs::write(&text, "These are notes, and no database at all.".repeat(40)).unwrap();
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = closed.local_addr().unwrap().port();
    drop(closed);
    let nowhere = folder.path().join("none").join("desk.db");
    for (url, code) in [
        (
            format!("postgres://ines@127.0.0.1:{port}/desk"),
            ErrorCode::Unavailable,
        ),
        (text.display().to_string(), ErrorCode::Invalid),
        (folder.path().display().to_string(), ErrorCode::Invalid),
        (nowhere.display().to_string(), ErrorCode::Invalid),
        ("mysql://host/desk".to_owned(), ErrorCode::Invalid),
        (String::new(), ErrorCode::Invalid),
    ] {
        let refused = open(&desk, &url).await.unwrap_err();
        assert_eq!(refused.code, code, "{url}: {refused}");
        if code == ErrorCode::Invalid {
            assert_eq!(refused.field.as_deref(), Some("url"));
        }
        let line = refused.message.trim_end_matches('.');
        assert!(!line.is_empty() && !line.contains('\n'), "{refused}");
    }
    // What was open before is still open.
    assert!(tenants::list(&desk).await.unwrap().is_empty());
}
