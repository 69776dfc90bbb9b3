//! What the databases are able to do for this work with nothing around it: set-based SQL on narrow
//! tables of the same database. A fire is claimed by compare-and-set, its row written under four
//! indexes, its outcome recorded; two transactions a batch of 500.

use routine_engine::Stopwatch;
use sqlx::{AssertSqlSafe, Row};

use crate::{BenchResult, population::numbers, process::processor_seconds, raw::Raw};

const BATCH: usize = 500;

pub struct Floor {
    raw: Raw,
    fires: u32,
}

impl Floor {
    pub async fn new(mut raw: Raw, fires: u32) -> BenchResult<Self> {
        let (id, at) = raw.pick(("TEXT", "INTEGER"), ("UUID", "TIMESTAMPTZ(3)"));
        raw.run_all(&[
            format!("CREATE TABLE floor_routines (id {id} NOT NULL PRIMARY KEY, next_fire_at {at} NOT NULL)"),
            "CREATE INDEX floor_due ON floor_routines (next_fire_at)".into(),
            format!(
                "CREATE TABLE floor_runs (id {id} NOT NULL PRIMARY KEY, routine_id {id} NOT NULL,
                    scheduled_for {at} NOT NULL, attempt INTEGER NOT NULL, status TEXT NOT NULL,
                    recorded_at {at} NOT NULL, finished_at {at},
                    UNIQUE (routine_id, scheduled_for, attempt))"
            ),
            "CREATE INDEX floor_newest ON floor_runs (recorded_at DESC, id DESC)".into(),
            "CREATE INDEX floor_by_routine ON floor_runs (routine_id, recorded_at DESC, id DESC)".into(),
        ])
        .await?;
        // A history, as the engine has one beside it.
        let id = |of: &str| raw.id(of, "n", "0");
        let past = format!(
            "INSERT INTO floor_runs
                (id, routine_id, scheduled_for, attempt, status, recorded_at, finished_at)
             {numbers} SELECT {}, {}, {at}, 1, 'past', {at}, {at} FROM numbers",
            id("1500000000000"),
            id("1600000000000"),
            numbers = numbers(&raw, fires),
            at = raw.instant("1500000000000 + n"),
        );
        raw.run(past).await?;
        Ok(Self { raw, fires })
    }

    /// One round, in seconds, and how many of them the processor worked in this process.
    pub async fn round(&mut self) -> BenchResult<(f64, f64)> {
        self.reset().await?;
        let began_with = processor_seconds();
        let watch = Stopwatch::start();
        let mut claimed = 0;
        while claimed < self.fires as usize {
            let ids = match &mut self.raw {
                Raw::Sqlite(_) => self.sqlite_batch().await?,
                Raw::Postgres(_) => self.postgres_batch().await?,
            };
            claimed += ids;
        }
        Ok((watch.seconds(), processor_seconds() - began_with))
    }

    async fn reset(&mut self) -> BenchResult<()> {
        let raw = &mut self.raw;
        let at = raw.instant("1700000000000 + n");
        let fill = format!(
            "INSERT INTO floor_routines (id, next_fire_at)
             {numbers} SELECT {id}, {at} FROM numbers",
            numbers = numbers(raw, self.fires),
            id = raw.id("1600000000000", "n", "0"),
        );
        for sql in [
            "DELETE FROM floor_runs WHERE status <> 'past'",
            "DELETE FROM floor_routines",
            &fill,
        ] {
            raw.run(sql).await?;
        }
        raw.settle().await
    }

    async fn postgres_batch(&mut self) -> BenchResult<usize> {
        let Raw::Postgres(db) = &mut self.raw else {
            return Ok(0);
        };
        run(db, "BEGIN").await?;
        let due = sqlx::query(
            "SELECT id, next_fire_at FROM floor_routines WHERE next_fire_at <= $1
              ORDER BY next_fire_at LIMIT 500 FOR UPDATE SKIP LOCKED",
        )
        .bind(now())
        .fetch_all(&mut *db)
        .await?;
        let mut ids: Vec<uuid::Uuid> = Vec::with_capacity(BATCH);
        let mut seen: Vec<routine_domain::Instant> = Vec::with_capacity(BATCH);
        let mut runs = Vec::with_capacity(BATCH);
        for row in &due {
            ids.push(row.try_get(0)?);
            seen.push(row.try_get(1)?);
            runs.push(routine_domain::RunId::new(now()).0);
        }
        sqlx::query(
            "UPDATE floor_routines AS r SET next_fire_at = b.seen + interval '1 day' * 36500
               FROM unnest($1::uuid[], $2::timestamptz[]) AS b (id, seen)
              WHERE r.id = b.id AND r.next_fire_at = b.seen",
        )
        .bind(&ids)
        .bind(&seen)
        .execute(&mut *db)
        .await?;
        sqlx::query(
            "INSERT INTO floor_runs (id, routine_id, scheduled_for, attempt, status, recorded_at)
             SELECT b.id, b.routine_id, b.seen, 1, 'running', $4
               FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) AS b (id, routine_id, seen)",
        )
        .bind(&runs)
        .bind(&ids)
        .bind(&seen)
        .bind(now())
        .execute(&mut *db)
        .await?;
        run(db, "COMMIT").await?;
        run(db, "BEGIN").await?;
        sqlx::query(
            "UPDATE floor_runs SET status = 'succeeded', finished_at = $2
              WHERE id = ANY($1) AND status = 'running'",
        )
        .bind(&runs)
        .bind(now())
        .execute(&mut *db)
        .await?;
        run(db, "COMMIT").await?;
        Ok(runs.len())
    }

    async fn sqlite_batch(&mut self) -> BenchResult<usize> {
        let Raw::Sqlite(db) = &mut self.raw else {
            return Ok(0);
        };
        let at = now().timestamp_millis();
        lite(db, "BEGIN IMMEDIATE").await?;
        let due = sqlx::query(
            "SELECT id, next_fire_at FROM floor_routines WHERE next_fire_at <= $1
              ORDER BY next_fire_at LIMIT 500",
        )
        .bind(at)
        .fetch_all(&mut *db)
        .await?;
        let mut claimed = Vec::with_capacity(BATCH);
        for row in &due {
            let (id, seen): (String, i64) = (row.try_get(0)?, row.try_get(1)?);
            claimed.push(format!(
                "[\"{}\",\"{id}\",{seen}]",
                routine_domain::RunId::new(now())
            ));
        }
        let batch = format!("[{}]", claimed.join(","));
        sqlx::query(
            "UPDATE floor_routines AS r SET next_fire_at = b.seen + 3153600000000
               FROM (SELECT value ->> 1 AS id, value ->> 2 AS seen FROM json_each($1)) AS b
              WHERE r.id = b.id AND r.next_fire_at = b.seen",
        )
        .bind(&batch)
        .execute(&mut *db)
        .await?;
        sqlx::query(
            "INSERT INTO floor_runs (id, routine_id, scheduled_for, attempt, status, recorded_at)
             SELECT value ->> 0, value ->> 1, value ->> 2, 1, 'running', $2 FROM json_each($1)",
        )
        .bind(&batch)
        .bind(at)
        .execute(&mut *db)
        .await?;
        lite(db, "COMMIT").await?;
        lite(db, "BEGIN IMMEDIATE").await?;
        sqlx::query(
            "UPDATE floor_runs SET status = 'succeeded', finished_at = $2
              WHERE id IN (SELECT value ->> 0 FROM json_each($1)) AND status = 'running'",
        )
        .bind(&batch)
        .bind(at)
        .execute(&mut *db)
        .await?;
        lite(db, "COMMIT").await?;
        Ok(claimed.len())
    }
}

fn now() -> routine_domain::Instant {
    routine_engine::wall_clock()
}

async fn run(db: &mut sqlx::PgConnection, sql: &'static str) -> Result<(), sqlx::Error> {
    sqlx::query(AssertSqlSafe(sql.to_owned()))
        .execute(db)
        .await
        .map(|_| ())
}

async fn lite(db: &mut sqlx::SqliteConnection, sql: &'static str) -> Result<(), sqlx::Error> {
    sqlx::query(AssertSqlSafe(sql.to_owned()))
        .execute(db)
        .await
        .map(|_| ())
}
