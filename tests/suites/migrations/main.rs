//! From every older schema, with a row in each of its tables, to the present one: nothing is lost and
//! nothing is changed. A schema with a new table brings its rows in a file `NNNN.sql` here.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test stops with what went wrong"
)]

use std::{collections::BTreeMap, fs, path::Path};

use routine_store::{Address, ConnectOptions, connect};
use routine_tests::{Engine, TestDatabase, instant, on_both};
use sqlx::migrate::Migrator;

on_both! { every_older_schema_keeps_its_rows }

async fn every_older_schema_keeps_its_rows(db: TestDatabase) {
    let engine = match db.engine {
        Engine::Sqlite => "sqlite",
        Engine::Postgres => "postgres",
    };
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let all = Migrator::new(here.join("../migrations").join(engine))
        .await
        .unwrap();
    let versions: Vec<i64> = all.iter().map(|migration| migration.version).collect();
    for version in versions {
        let db = Emptied::of(&db, version).await;
        let mut older = Migrator::new(here.join("../migrations").join(engine))
            .await
            .unwrap();
        older
            .migrations
            .to_mut()
            .retain(|migration| migration.version <= version);
        for migration in older.migrations.clone().iter() {
            let mut step = Migrator::new(here.join("../migrations").join(engine))
                .await
                .unwrap();
            step.migrations
                .to_mut()
                .retain(|known| known.version <= migration.version);
            db.migrate(&step).await;
            let seed = here.join(format!("suites/migrations/{:04}.sql", migration.version));
            if let Ok(seed) = fs::read_to_string(seed) {
                db.fill(&seed).await;
            }
        }
        let before = db.contents(&db.tables().await).await;
        for (table, (_, rows)) in &before {
            assert!(
                !rows.is_empty(),
                "schema {version}: no row of {table} to keep"
            );
        }
        let address = Address::parse(&db.url).unwrap();
        let database = connect(&address, &ConnectOptions::default()).await.unwrap();
        database.migrate().await.unwrap();
        database.store().await.unwrap().close().await;
        for (table, (columns, rows)) in before {
            let after = db.rows(&table, &columns).await;
            assert_eq!(after, rows, "schema {version}: {table}");
        }
    }
}

/// The test's place without any schema.
struct Emptied {
    url: String,
    db: TestDatabase,
}

type Contents = BTreeMap<String, (Vec<String>, Vec<String>)>;

impl Emptied {
    async fn of(db: &TestDatabase, version: i64) -> Self {
        let url = db.emptied().await;
        // Each version has a file of its own.
        let url = url.replace("empty.db", &format!("schema{version}.db"));
        let db = TestDatabase {
            url: match db.engine {
                Engine::Sqlite => format!("{url}?mode=rwc"),
                Engine::Postgres => url.clone(),
            },
            ..db.clone()
        };
        Self { url, db }
    }

    async fn migrate(&self, migrator: &Migrator) {
        match self.db.engine {
            Engine::Sqlite => {
                let pool = sqlx::SqlitePool::connect(&self.db.url).await.unwrap();
                migrator.run(&pool).await.unwrap();
                pool.close().await;
            }
            Engine::Postgres => {
                let pool = sqlx::PgPool::connect(&self.db.url).await.unwrap();
                migrator.run(&pool).await.unwrap();
                pool.close().await;
            }
        }
    }

    async fn fill(&self, seed: &str) {
        let lines = seed.lines().filter(|line| !line.starts_with("--"));
        let seed = self.with_instants(&lines.collect::<Vec<_>>().join("\n"));
        for statement in seed.split(";\n").filter(|text| !text.trim().is_empty()) {
            let done = self.db.execute(statement).await;
            assert_eq!(
                done.unwrap_or_else(|error| panic!("{statement}: {error}")),
                1
            );
        }
    }

    fn with_instants(&self, seed: &str) -> String {
        let mut parts = seed.split(" @");
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let end = part.find(|sign: char| !sign.is_ascii_digit()).unwrap();
            let at = instant(part[..end].parse().unwrap());
            text += &match self.db.engine {
                Engine::Sqlite => format!(" {}", at.timestamp_millis()),
                Engine::Postgres => format!(" to_timestamp({})", at.timestamp()),
            };
            text += &part[end..];
        }
        text
    }

    async fn tables(&self) -> Vec<String> {
        let tables = match self.db.engine {
            Engine::Sqlite => {
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
            }
            Engine::Postgres => "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'",
        };
        let mut tables = self.db.texts(tables).await;
        tables.retain(|table| table != "_sqlx_migrations");
        tables
    }

    async fn contents(&self, tables: &[String]) -> Contents {
        let mut contents = Contents::new();
        for table in tables {
            let columns = match self.db.engine {
                Engine::Sqlite => format!("SELECT name FROM pragma_table_info('{table}')"),
                Engine::Postgres => format!(
                    "SELECT column_name::text FROM information_schema.columns
                      WHERE table_schema = 'public' AND table_name = '{table}' ORDER BY ordinal_position"
                ),
            };
            let columns = self.db.texts(columns).await;
            let rows = self.rows(table, &columns).await;
            contents.insert(table.clone(), (columns, rows));
        }
        contents
    }

    async fn rows(&self, table: &str, columns: &[String]) -> Vec<String> {
        let cells = columns
            .iter()
            .map(|column| format!("coalesce(CAST({column} AS TEXT), 'null')"));
        let row = cells.collect::<Vec<_>>().join(" || ' | ' || ");
        self.db
            .texts(format!("SELECT {row} FROM {table} ORDER BY 1"))
            .await
    }
}
