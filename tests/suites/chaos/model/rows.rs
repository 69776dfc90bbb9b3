//! What the database says, read past the store.

use chrono::DateTime;
use routine_domain::Instant;
use routine_tests::{Engine, TestDatabase};
use serde_json::Value;

/// A routine's row.
#[derive(Debug)]
pub struct RoutineRow {
    pub id: String,
    pub revision: u32,
    pub schedule_revision: u32,
    pub off_by: Option<String>,
    pub off_at: Option<Instant>,
    pub dead_lettered_at: Option<Instant>,
    pub deleted: bool,
    pub done: bool,
    pub next_fire_at: Option<Instant>,
    pub updated_at: Instant,
    pub retries: bool,
}

/// A row of history.
#[derive(Debug)]
pub struct RunRow {
    pub id: String,
    pub routine: String,
    pub schedule_revision: u32,
    pub scheduled_for: Option<Instant>,
    pub attempt: u32,
    pub key: String,
    pub by_hand: bool,
    pub status: String,
    pub waits: bool,
    pub recorded_at: Instant,
    pub finished_at: Option<Instant>,
    pub missed: Option<(Instant, u32)>,
    pub dead_lettered: bool,
}

impl RunRow {
    pub fn is_open(&self) -> bool {
        matches!(&*self.status, "claimed" | "launching" | "running")
    }
}

pub async fn routines(db: &TestDatabase) -> Vec<RoutineRow> {
    let columns = "id, revision, schedule_revision, off_by, @off_at, @dead_lettered_at, @deleted_at, @done_at, @next_fire_at, @updated_at, @retry_for";
    let rows = table(db, columns, "routines").await;
    rows.iter()
        .map(|row| RoutineRow {
            id: text(&row[0]),
            revision: number(&row[1]),
            schedule_revision: number(&row[2]),
            off_by: row[3].as_str().map(str::to_owned),
            off_at: instant(&row[4]),
            dead_lettered_at: instant(&row[5]),
            deleted: !row[6].is_null(),
            done: !row[7].is_null(),
            next_fire_at: instant(&row[8]),
            updated_at: instant(&row[9]).unwrap(),
            retries: !row[10].is_null(),
        })
        .collect()
}

pub async fn runs(db: &TestDatabase) -> Vec<RunRow> {
    let columns = "id, routine_id, schedule_revision, @scheduled_for, attempt, idempotency_key, cause, status, waits_for, @recorded_at, @finished_at, @missed_until, missed_count, dead_lettered";
    let rows = table(db, columns, "runs").await;
    rows.iter()
        .map(|row| RunRow {
            id: text(&row[0]),
            routine: text(&row[1]),
            schedule_revision: number(&row[2]),
            scheduled_for: instant(&row[3]),
            attempt: number(&row[4]),
            key: text(&row[5]),
            by_hand: matches!(row[6].as_str().unwrap(), "manual" | "replay" | "webhook"),
            status: text(&row[7]),
            waits: !row[8].is_null(),
            recorded_at: instant(&row[9]).unwrap(),
            finished_at: instant(&row[10]),
            missed: instant(&row[11]).map(|until| (until, number(&row[12]))),
            dead_lettered: row[13] == Value::Bool(true) || row[13] == 1,
        })
        .collect()
}

/// Columns marked with `@` are instants, answered as milliseconds.
async fn table(db: &TestDatabase, columns: &str, table: &str) -> Vec<Vec<Value>> {
    let columns = columns
        .split(", ")
        .map(|column| match (column.strip_prefix('@'), db.engine) {
            (Some(column), Engine::Postgres) => {
                format!("(extract(epoch FROM {column}) * 1000)::bigint")
            }
            (Some(column), Engine::Sqlite) => column.to_owned(),
            (None, _) => column.to_owned(),
        });
    let array = match db.engine {
        Engine::Sqlite => "json_array",
        Engine::Postgres => "json_build_array",
    };
    let columns = columns.collect::<Vec<_>>().join(", ");
    let sql = format!("SELECT CAST({array}({columns}) AS TEXT) FROM {table} ORDER BY id");
    let rows = db.texts(sql).await;
    rows.iter()
        .map(|row| serde_json::from_str(row).unwrap())
        .collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

fn number(value: &Value) -> u32 {
    u32::try_from(value.as_u64().unwrap()).unwrap()
}

fn instant(value: &Value) -> Option<Instant> {
    DateTime::from_timestamp_millis(value.as_i64()?)
}
