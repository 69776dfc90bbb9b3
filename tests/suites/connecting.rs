//! From an address to a store: what is found, what is refused, and in which words.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "the functions here are tests, run on both engines"
)]

use std::net::TcpListener;

use routine_domain::TenantPolicy;
use routine_store::{
    Address, ConnectOptions, Database, Engine, SchemaFound, StoreError, StoreResult, connect,
    model::Actor,
};
use routine_tests::{Seed, TestDatabase, instant, on_both, run};
use sqlx::{Connection, SqliteConnection};

on_both! {
    an_empty_database_becomes_a_store,
    anothers_tables_are_left_alone,
    opened_for_reading_it_takes_no_changes,
    a_closed_store_says_so,
    the_database_introduces_itself,
}

async fn open(url: &str, options: ConnectOptions) -> StoreResult<Database> {
    connect(&Address::parse(url).unwrap(), &options).await
}

async fn refused(url: &str, options: ConnectOptions) -> StoreError {
    match open(url, options).await {
        Ok(_) => panic!("{url} was opened"),
        Err(refused) => refused,
    }
}

fn create() -> ConnectOptions {
    ConnectOptions {
        create: true,
        ..ConnectOptions::default()
    }
}

async fn an_empty_database_becomes_a_store(db: TestDatabase) {
    let url = db.emptied().await;
    let database = open(&url, create()).await.unwrap();
    assert_eq!(database.schema, SchemaFound::Empty);
    let early = database.store().await.map(|_| ()).unwrap_err();
    assert!(
        matches!(early, StoreError::OlderSchema { found: 0, .. }),
        "{early}"
    );
    let reached = database.migrate().await.unwrap();
    assert_eq!(database.migrate().await.unwrap(), reached);
    let store = database.store().await.unwrap();
    Seed::new(&*store).await;
    assert_eq!(
        open(&url, create()).await.unwrap().schema,
        SchemaFound::Current
    );
    store.close().await;
}

async fn anothers_tables_are_left_alone(db: TestDatabase) {
    let url = db.emptied().await;
    let theirs = TestDatabase { url, ..db };
    if theirs.engine == Engine::Sqlite {
        std::fs::write(theirs.url.trim_start_matches("sqlite:"), b"").unwrap();
    }
    theirs
        .execute("CREATE TABLE invoices (id INTEGER)")
        .await
        .unwrap();
    let refused = refused(&theirs.url, create()).await;
    assert!(
        matches!(&refused, StoreError::NotUsable(why) if why.contains("\"invoices\"")),
        "{refused}"
    );
    if theirs.engine == Engine::Sqlite {
        let bytes = std::fs::read(theirs.url.trim_start_matches("sqlite:")).unwrap();
        assert_eq!(bytes[18..20], [1, 1], "its journal mode was changed");
    }
}

async fn opened_for_reading_it_takes_no_changes(db: TestDatabase) {
    Seed::new(&*db.store).await;
    let options = ConnectOptions {
        read_only: true,
        ..ConnectOptions::default()
    };
    let database = open(&db.url, options).await.unwrap();
    assert!(database.read_only);
    assert!(matches!(
        database.migrate().await,
        Err(StoreError::ReadOnly(_))
    ));
    let store = database.store().await.unwrap();
    assert_eq!(store.list_tenants().await.unwrap().len(), 1);
    let policy = TenantPolicy::default();
    let written = store
        .create_tenant("Beta", &policy, &Actor::new("bo@desk"), instant(0))
        .await;
    assert!(
        matches!(written, Err(StoreError::ReadOnly(_))),
        "{written:?}"
    );
    assert!(!db.open_again().await.read_only);
    store.close().await;
}

async fn a_closed_store_says_so(db: TestDatabase) {
    db.store.close().await;
    assert!(matches!(
        db.store.now().await,
        Err(StoreError::Unavailable(_))
    ));
    assert!(matches!(
        db.store.list_tenants().await,
        Err(StoreError::Unavailable(_))
    ));
}

async fn the_database_introduces_itself(db: TestDatabase) {
    let database = db.open_again().await;
    assert_eq!(database.engine, db.engine);
    assert!(
        database.version.starts_with(db.engine.as_str()),
        "{}",
        database.version
    );
    let role = (db.engine == Engine::Postgres).then_some("postgres");
    assert_eq!(database.role.as_deref(), role);
}

#[tokio::test]
async fn a_path_that_leads_nowhere_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let absent = refused(&path("absent.db"), ConnectOptions::default())
        .await
        .to_string();
    assert!(absent.contains(&path("absent.db")), "{absent}");
    let no_folder = refused(&path("no/desk.db"), create()).await.to_string();
    assert!(
        no_folder.contains(&format!("The folder {} does not exist", path("no"))),
        "{no_folder}"
    );
    let is_folder = refused(&path(""), create()).await.to_string();
    assert!(is_folder.contains("is a folder"), "{is_folder}");
    std::fs::write(path("letter.txt"), "Dear Ines, ".repeat(200)).unwrap();
    let letter = refused(&path("letter.txt"), create()).await;
    assert!(
        matches!(&letter, StoreError::NotUsable(why) if why.contains("not a SQLite database")),
        "{letter}"
    );
}

#[test]
fn a_locked_file_is_given_up_after_its_time() {
    run(Engine::Sqlite, |db| async move {
        let mut other = SqliteConnection::connect(&db.url).await.unwrap();
        sqlx::query("BEGIN IMMEDIATE")
            .execute(&mut other)
            .await
            .unwrap();
        let policy = TenantPolicy::default();
        let actor = Actor::new("bo@desk");
        let written = db
            .store
            .create_tenant("Beta", &policy, &actor, instant(0))
            .await
            .unwrap_err();
        assert!(
            matches!(&written, StoreError::Unavailable(why) if why.contains("locked")),
            "{written}"
        );
        // Readers are not kept out, nor is opening it.
        assert!(db.store.list_tenants().await.unwrap().is_empty());
        assert!(!db.open_again().await.read_only);
        other.close().await.unwrap();
    });
}

#[test]
fn a_server_that_refuses_says_why_and_never_the_password() {
    run(Engine::Postgres, |db| async move {
        let password = db.address.password().unwrap().to_owned();
        let mut told = Vec::new();

        let wrong = ConnectOptions {
            password: Some("s3cret".into()),
            ..ConnectOptions::default()
        };
        let error = refused(&db.url, wrong).await;
        assert!(matches!(error, StoreError::WrongPassword(_)), "{error}");
        told.push(error);

        let nowhere = format!("{}_gone", db.url.trim_end_matches('?'));
        let error = refused(&nowhere, ConnectOptions::default()).await;
        assert!(
            matches!(&error, StoreError::NotUsable(why) if why.contains("_gone")),
            "{error}"
        );
        told.push(error);

        let socket = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = socket.local_addr().unwrap().port();
        drop(socket);
        let closed = format!("postgres://ines:{password}@127.0.0.1:{port}/desk");
        let error = refused(&closed, ConnectOptions::default()).await;
        let shown = format!("postgres://ines@127.0.0.1:{port}/desk cannot be reached");
        assert!(
            matches!(&error, StoreError::Unavailable(why) if why.starts_with(&shown)),
            "{error}"
        );
        told.push(error);

        for error in told {
            let told = format!("{error} {error:?}");
            assert!(
                !told.contains(&password) && !told.contains("s3cret"),
                "{told}"
            );
        }
    });
}

#[test]
fn a_role_that_may_only_read_is_known_as_such() {
    run(Engine::Postgres, |db| async move {
        let role = format!(
            "reader_{}",
            routine_domain::SweepId::new(instant(0)).0.simple()
        );
        for sql in [
            format!("CREATE ROLE {role} LOGIN PASSWORD 'pw'"),
            format!("GRANT SELECT ON ALL TABLES IN SCHEMA public TO {role}"),
        ] {
            db.execute(sql).await.unwrap();
        }
        let (_, place) = db.url.rsplit_once('@').unwrap();
        let url = format!("postgres://{role}:pw@{place}");
        let database = open(&url, ConnectOptions::default()).await.unwrap();
        assert!(database.read_only);
        assert_eq!(database.role.as_deref(), Some(role.as_str()));
        let store = database.store().await.unwrap();
        assert!(store.list_tenants().await.unwrap().is_empty());
        let policy = TenantPolicy::default();
        let written = store
            .create_tenant("Beta", &policy, &Actor::new("bo@desk"), instant(0))
            .await;
        assert!(
            matches!(written, Err(StoreError::ReadOnly(_))),
            "{written:?}"
        );
        store.close().await;
        for sql in [format!("DROP OWNED BY {role}"), format!("DROP ROLE {role}")] {
            db.execute(sql).await.unwrap();
        }
    });
}
