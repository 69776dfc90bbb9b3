//! Both databases have the same schema, and come to it forward only.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "the functions here are tests, run on both engines"
)]

use std::collections::BTreeSet;

use routine_store::{SchemaFound, StoreError};
use routine_tests::{Engine, Seed, TestDatabase, on_both, run_on_each};

on_both! {
    migrating_again_changes_nothing,
    a_newer_schema_is_refused,
    anothers_migrations_are_refused,
}

/// Each line one fact: a column, a key, a constraint, an index.
async fn facts(db: &TestDatabase) -> BTreeSet<String> {
    let statements = match db.engine {
        Engine::Sqlite => include_str!("schema_parity/sqlite.sql"),
        Engine::Postgres => include_str!("schema_parity/postgres.sql"),
    };
    let mut facts = BTreeSet::new();
    for statement in statements
        .split(";\n")
        .filter(|text| !text.trim().is_empty())
    {
        let lines = db.texts(statement).await;
        assert!(!lines.is_empty(), "nothing comes of {statement}");
        facts.extend(lines);
    }
    if db.engine == Engine::Sqlite {
        for table in db
            .texts("SELECT sql FROM sqlite_schema WHERE type = 'table'")
            .await
        {
            facts.extend(checks(&table));
        }
    }
    facts
}

/// SQLite lists no CHECK constraints, so they are read from the text of a table, one a line: the
/// named ones by name, the others as PostgreSQL would name them.
fn checks(table: &str) -> Vec<String> {
    let lines: Vec<&str> = table.lines().map(str::trim).collect();
    let name = lines[0].split_whitespace().nth(2).unwrap();
    let mut checks = Vec::new();
    for (number, line) in lines.iter().enumerate().skip(1) {
        let words: Vec<_> = line.split_whitespace().collect();
        let next = lines.get(number + 1).copied().unwrap_or_default();
        match words[..] {
            ["CONSTRAINT", constraint, ..]
                if line.contains(" CHECK") || next.starts_with("CHECK") =>
            {
                checks.push(format!("check {name} {constraint}"));
            }
            ["CONSTRAINT", ..] | ["--", ..] | [] => {}
            // Types of their own on the other side: JSON and booleans.
            _ if line.contains("json_valid(") || line.contains("IN (0, 1)") => {}
            [column, ..] if line.contains(" CHECK (") => {
                checks.push(format!("check {name} {name}_{column}_check"));
            }
            _ => {}
        }
    }
    checks
}

#[test]
fn both_databases_have_the_same_schema() {
    let [sqlite, postgres] = run_on_each(|db| async move { facts(&db).await });
    let only = |these: &BTreeSet<String>, others: &BTreeSet<String>| -> Vec<String> {
        these.difference(others).cloned().collect()
    };
    assert_eq!(
        only(&sqlite, &postgres),
        Vec::<String>::new(),
        "only on SQLite"
    );
    assert_eq!(
        only(&postgres, &sqlite),
        Vec::<String>::new(),
        "only on PostgreSQL"
    );
    for sample in [
        "column routines.next_fire_at integer",
        "column routines.name text not null",
        "primary key run_counts (tenant_id, day, status)",
        "unique runs (routine_id, scheduled_for, attempt)",
        "foreign key routines (tenant_id, definition_id) to definitions (tenant_id, id)",
        "index routines_due on routines (next_fire_at) where",
        "check routines routines_next_fire_iff_live",
        "check routines routines_misfire_check",
    ] {
        assert!(sqlite.contains(sample), "{sample} is not among {sqlite:#?}");
    }
}

async fn migrating_again_changes_nothing(db: TestDatabase) {
    Seed::new(&*db.store).await;
    let before = facts(&db).await;
    let again = db.open_again().await;
    assert_eq!(again.schema, SchemaFound::Current);
    assert_eq!(
        again.migrate().await.unwrap(),
        again.migrate().await.unwrap()
    );
    assert_eq!(facts(&db).await, before);
    assert_eq!(db.store.list_tenants().await.unwrap().len(), 1);
}

async fn a_newer_schema_is_refused(db: TestDatabase) {
    let sql =
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
               SELECT 9999, 'from the future', success, checksum, 0 FROM _sqlx_migrations
                WHERE version = 1";
    db.execute(sql).await.unwrap();
    let newer = db.open_again().await;
    let expected = match newer.schema {
        SchemaFound::Newer {
            found: 9999,
            expected,
        } => expected,
        other => panic!("{other:?}"),
    };
    let store = newer.store().await.map(|_| ()).unwrap_err();
    for refused in [store, newer.migrate().await.unwrap_err()] {
        match refused {
            StoreError::NewerSchema {
                found,
                expected: ours,
            } => {
                assert_eq!((found, ours), (9999, expected));
            }
            other => panic!("{other:?}"),
        }
    }
}

async fn anothers_migrations_are_refused(db: TestDatabase) {
    db.execute(
        "UPDATE _sqlx_migrations SET checksum = CAST('other' AS BYTEA)".replace(
            "BYTEA",
            if db.engine == Engine::Sqlite {
                "BLOB"
            } else {
                "BYTEA"
            },
        ),
    )
    .await
    .unwrap();
    let refused = db.try_open_again().await.map(|_| ()).unwrap_err();
    assert!(
        matches!(&refused, StoreError::NotUsable(why) if why.contains("Migration 1 ")),
        "{refused}"
    );
}
