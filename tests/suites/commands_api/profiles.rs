//! The connections that are remembered: kept, tested, handed on, and their passwords apart.

use std::sync::atomic::Ordering;

use routine_commands::{
    Desk, ErrorCode, Host, connection, profiles,
    wire::{ConnectionState, DatabaseEngine, PasswordSource, Verdict},
};
use routine_domain::{Confirmation, Protection, SweepId};
use routine_store::Engine;
use routine_tests::{TestDatabase, instant, on_both, run};

use crate::bench::{desk, details, profile};

on_both! {
    profiles_are_kept_changed_and_forgotten,
    a_file_of_profiles_holds_no_secret_and_raises_no_level,
    a_waiting_migration_is_listed_with_its_words,
    a_database_that_cannot_be_reached_says_why,
}

async fn names(desk: &Desk) -> Vec<String> {
    let rows = profiles::list(desk).await.unwrap();
    rows.into_iter()
        .map(|row| row.profile.details.name)
        .collect()
}

async fn profiles_are_kept_changed_and_forgotten(db: TestDatabase) {
    let (desk, host) = desk();
    let staging = profile(&desk, &db, "Staging EU", Protection::Full).await;
    let taken = details(&db.url, "Staging EU", Protection::Full);
    let refused = profiles::save(&desk, None, taken, None).await.unwrap_err();
    assert_eq!(refused.field.as_deref(), Some("name"));
    let copy = profiles::duplicate(&desk, staging.id).await.unwrap();
    assert_eq!(names(&desk).await, ["Staging EU", "Staging EU 2"]);

    connection::open_profile(&desk, staging.id, None)
        .await
        .unwrap();
    let rows = profiles::list(&desk).await.unwrap();
    assert_eq!((rows[0].open, rows[1].open), (true, false));
    // What is open takes its new name at once.
    let renamed = details(&db.url, "Staging", Protection::Full);
    profiles::save(&desk, Some(staging.id), renamed, None)
        .await
        .unwrap();
    let open = connection::status(&desk).await.unwrap().connection.unwrap();
    assert_eq!(open.name, "Staging");

    let refused = profiles::remove(&desk, staging.id).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::Refused);
    connection::close(&desk).await.unwrap();
    // The other one signs in with the same password.
    let has_password = db.engine == Engine::Postgres;
    profiles::remove(&desk, staging.id).await.unwrap();
    assert_eq!(host.keychain.lock().unwrap().is_empty(), !has_password);
    profiles::remove(&desk, copy.id).await.unwrap();
    assert!(host.keychain.lock().unwrap().is_empty());
    assert!(host.profiles().profiles.is_empty());
    let gone = connection::open_profile(&desk, copy.id, None)
        .await
        .unwrap_err();
    assert_eq!(gone.code, ErrorCode::NotFound);
}

async fn a_file_of_profiles_holds_no_secret_and_raises_no_level(db: TestDatabase) {
    let (desk, _) = desk();
    let staging = profile(&desk, &db, "Staging EU", Protection::Full).await;
    connection::open_profile(&desk, staging.id, None)
        .await
        .unwrap();
    connection::close(&desk).await.unwrap();
    let text = profiles::export(&desk).unwrap();
    if let Some(password) = db.address.password() {
        assert!(!text.contains(password), "{text}");
    }
    let imported = profiles::import(&desk, &text).await.unwrap();
    assert_eq!(imported.left_out, Vec::<String>::new());
    let added = &imported.added[0].details;
    assert_eq!(added.name, "Staging EU 2");
    assert_eq!(added.protection, Protection::ReadOnly);
    assert_eq!(added.place, staging.details.place);
    assert_eq!(names(&desk).await.len(), 2);
    let refused = profiles::import(&desk, "no JSON").await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::Invalid);
}

async fn a_waiting_migration_is_listed_with_its_words(db: TestDatabase) {
    let (desk, _) = desk();
    let staging = profile(&desk, &db, "Staging EU", Protection::Full).await;
    let report = connection::test_profile(&desk, staging.id).await.unwrap();
    let newest = report.migrations.unwrap().pop().unwrap().number;
    db.execute(format!(
        "DELETE FROM _sqlx_migrations WHERE version = {newest}"
    ))
    .await
    .unwrap();
    let report = connection::test_profile(&desk, staging.id).await.unwrap();
    assert_eq!(report.state, ConnectionState::MigrationWaits);
    let migrations = report.migrations.unwrap();
    let waits: Vec<_> = migrations
        .iter()
        .filter(|migration| migration.applied_at.is_none())
        .map(|migration| migration.number)
        .collect();
    assert_eq!(waits, [newest]);
    let engine = match db.engine {
        Engine::Sqlite => DatabaseEngine::Sqlite,
        Engine::Postgres => DatabaseEngine::Postgres,
    };
    let text = connection::migration(engine, newest).unwrap();
    assert_eq!(text.name, migrations.last().unwrap().name);
    assert!(
        text.sql
            .contains(&migrations.last().unwrap().note.clone().unwrap()[..12])
    );
    let info = connection::open_profile(&desk, staging.id, None)
        .await
        .unwrap();
    assert_eq!(info.protection, Protection::ReadOnly);
}

/// From an empty database to a ready one, without opening it.
#[test]
fn a_profile_is_migrated_from_the_list() {
    run(Engine::Postgres, |db| async move {
        let url = db.emptied().await;
        let empty = TestDatabase { url, ..db };
        let (desk, _) = desk();
        let new = profile(&desk, &empty, "New", Protection::Confirm).await;
        let refused = connection::migrate_profile(&desk, new.id)
            .await
            .unwrap_err();
        assert_eq!(refused.code, ErrorCode::NeedsTypedName);
        let report = connection::test_profile(&desk, new.id).await.unwrap();
        assert_eq!(report.state, ConnectionState::Empty);
        let typed = Confirmation {
            typed_name: Some("New".into()),
        };
        connection::migrate_profile(&desk.confirmed(Some(typed)), new.id)
            .await
            .unwrap();
        let report = connection::test_profile(&desk, new.id).await.unwrap();
        assert_eq!(report.state, ConnectionState::Ready);
        assert!(
            connection::status(&desk)
                .await
                .unwrap()
                .connection
                .is_none()
        );
    });
}

async fn a_database_that_cannot_be_reached_says_why(db: TestDatabase) {
    let (desk, _) = desk();
    let (url, state) = match db.engine {
        Engine::Sqlite => ("/nowhere/desk.db".to_owned(), ConnectionState::FileNotFound),
        Engine::Postgres => (
            "postgres://ines@127.0.0.1:9/desk".to_owned(),
            ConnectionState::Unreachable,
        ),
    };
    let lost = details(&url, "Lost", Protection::Full);
    let lost = profiles::save(&desk, None, lost, None).await.unwrap();
    let report = connection::test_profile(&desk, lost.id).await.unwrap();
    assert_eq!(report.state, state);
    assert!(!report.usable && report.checks.len() == 7);
    assert_eq!(report.checks[0].verdict, Verdict::Failed);
    assert_eq!(report.checks[1].verdict, Verdict::NotReached);
    assert!(
        connection::open_profile(&desk, lost.id, None)
            .await
            .is_err()
    );
    assert!(
        connection::status(&desk)
            .await
            .unwrap()
            .connection
            .is_none()
    );
}

/// Where no keychain answers, a password is asked for once in each run of the program.
#[test]
fn without_a_keychain_a_password_is_asked_at_each_start() {
    run(Engine::Postgres, |db| async move {
        let (first, host) = desk();
        host.has_keychain.store(false, Ordering::Relaxed);
        let staging = profile(&first, &db, "Staging EU", Protection::Full).await;
        connection::open_profile(&first, staging.id, None)
            .await
            .unwrap();
        connection::close(&first).await.unwrap();
        let report = connection::test_profile(&first, staging.id).await.unwrap();
        assert_eq!(
            (report.state, report.password),
            (ConnectionState::Ready, PasswordSource::Typed)
        );
        connection::open_last(&first).await.unwrap();
        connection::close(&first).await.unwrap();

        let again = Desk::new(host.clone());
        let refused = connection::open_last(&again).await.unwrap_err();
        assert_eq!(refused.code, ErrorCode::NeedsPassword);
        let report = connection::test_profile(&again, staging.id).await.unwrap();
        assert_eq!(
            (report.state, report.password),
            (ConnectionState::NeedsPassword, PasswordSource::Elsewhere)
        );
        let password = db.address.password().map(str::to_owned);
        connection::open_profile(&again, staging.id, password)
            .await
            .unwrap();
        assert!(host.keychain.lock().unwrap().is_empty());
        connection::close(&again).await.unwrap();
    });
}

#[test]
fn a_role_without_rights_is_told_where_more_was_chosen() {
    run(Engine::Postgres, |db| async move {
        let role = format!("reader_{}", SweepId::new(instant(0)).0.simple());
        for sql in [
            format!("CREATE ROLE {role} LOGIN PASSWORD 'pw'"),
            format!("GRANT SELECT ON ALL TABLES IN SCHEMA public TO {role}"),
        ] {
            db.execute(sql).await.unwrap();
        }
        let (_, place) = db.url.rsplit_once('@').unwrap();
        let url = format!("postgres://{role}@{place}");
        let (desk, _) = desk();
        for (name, level, state) in [
            ("Full", Protection::Full, ConnectionState::NoRights),
            ("Reading", Protection::ReadOnly, ConnectionState::Ready),
        ] {
            let details = details(&url, name, level);
            let kept = profiles::save(&desk, None, details, Some("pw".into()))
                .await
                .unwrap();
            let report = connection::test_profile(&desk, kept.id).await.unwrap();
            assert_eq!(report.state, state, "{name}");
            let info = connection::open_profile(&desk, kept.id, None)
                .await
                .unwrap();
            assert_eq!(info.level, Protection::ReadOnly, "{name}");
        }
        connection::close(&desk).await.unwrap();
        for sql in [format!("DROP OWNED BY {role}"), format!("DROP ROLE {role}")] {
            db.execute(sql).await.unwrap();
        }
    });
}
