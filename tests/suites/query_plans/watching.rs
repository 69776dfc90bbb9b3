//! Which statements a call sends, and what the database makes of them.

use std::{fmt::Debug, future::Future, sync::Mutex};

use routine_domain::TenantPolicy;
use routine_tests::{Engine, Seed, TestDatabase};
use sqlx::{AssertSqlSafe, Connection, PgConnection, Row, SqliteConnection};
use tracing::{
    Event, Subscriber,
    field::{Field, Visit},
    instrument::WithSubscriber,
};
use tracing_subscriber::{Layer, layer::Context, layer::SubscriberExt};

/// The statements a future sends through the store, in order.
pub async fn statements_of(work: impl Future<Output = ()>) -> Vec<String> {
    let seen: &'static Mutex<Vec<String>> = Box::leak(Box::default());
    work.with_subscriber(tracing_subscriber::registry().with(Statements(seen)))
        .await;
    seen.lock().unwrap().clone()
}

struct Statements(&'static Mutex<Vec<String>>);

impl<S: Subscriber> Layer<S> for Statements {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        if event.metadata().target() == "routine_store::sql" {
            event.record(&mut Statements(self.0));
        }
    }
}

impl Visit for Statements {
    fn record_str(&mut self, _: &Field, sql: &str) {
        self.0.lock().unwrap().push(sql.to_owned());
    }

    fn record_debug(&mut self, _: &Field, _: &dyn Debug) {}
}

/// Fails unless the plan of a statement names the index.
pub async fn assert_uses(db: &TestDatabase, sql: &str, index: &str) {
    let plan = plan(db, sql).await;
    assert!(
        plan.contains(index),
        "{index} is not used by\n{sql}\n\n{plan}"
    );
}

async fn plan(db: &TestDatabase, sql: &str) -> String {
    match db.engine {
        Engine::Sqlite => {
            let mut connection = SqliteConnection::connect(&db.url).await.unwrap();
            let sql = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"));
            let lines = sqlx::raw_sql(sql).fetch_all(&mut connection).await.unwrap();
            connection.close().await.unwrap();
            let lines = lines.iter().map(|line| line.get::<String, _>("detail"));
            lines.collect::<Vec<_>>().join("\n")
        }
        Engine::Postgres => {
            let mut connection = PgConnection::connect(&db.url).await.unwrap();
            let values = (1..)
                .take_while(|n| sql.contains(&format!("${n}")))
                .map(|_| "NULL");
            let values = values.collect::<Vec<_>>().join(", ");
            let values = if values.is_empty() {
                values
            } else {
                format!("({values})")
            };
            // The plan that serves every value, which is what a prepared statement comes to.
            let script = format!(
                "SET plan_cache_mode = force_generic_plan; PREPARE watched AS {sql};
                 EXPLAIN EXECUTE watched{values}"
            );
            let lines = sqlx::raw_sql(AssertSqlSafe(script))
                .fetch_all(&mut connection)
                .await
                .unwrap();
            connection.close().await.unwrap();
            let lines = lines.iter().map(|line| line.get::<String, _>(0));
            lines.collect::<Vec<_>>().join("\n")
        }
    }
}

/// 20,000 routines of the first of two tenants, with a run and an audit event each. Answers the
/// second tenant, which has sixty.
pub async fn many_rows(db: &TestDatabase) -> Seed {
    let large = Seed::new(&*db.store).await;
    let small = Seed::with_policy(&*db.store, "Beta", &TenantPolicy::local_demo()).await;
    large.create(&*db.store, &large.routine("large")).await;
    for number in 0..60 {
        small
            .create(&*db.store, &small.routine(&format!("small {number}")))
            .await;
    }
    let (id, later) = match db.engine {
        Engine::Sqlite => (
            "printf('%08x-0000-7000-8000-000000000000', n)",
            "created_at + 60000 * n",
        ),
        Engine::Postgres => (
            "CAST(lpad(to_hex(n), 8, '0') || '-0000-7000-8000-000000000000' AS uuid)",
            "created_at + n * interval '1 minute'",
        ),
    };
    let numbers = "WITH RECURSIVE numbers (n) AS (
        SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)";
    let kept = "tenant_id, instruction, definition_id, input, owner, search_text, trigger_kind,
        trigger_spec, misfire, overlap, revision, schedule_revision, zone_data,
        consecutive_failures, failed_runs, created_by, updated_at";
    for sql in [
        format!(
            "INSERT INTO routines (id, name, next_fire_at, created_at, {kept})
             {numbers} SELECT {id}, name || n, {later}, {later}, {kept}
               FROM routines, numbers WHERE name = 'large'"
        ),
        format!(
            "INSERT INTO runs (id, tenant_id, routine_id, revision, schedule_revision, attempt,
                idempotency_key, cause, status, recorded_at, finished_at, lease_epoch, take_overs,
                dead_lettered, delivery)
             {numbers} SELECT {id}, tenant_id, {id}, 1, 1, 1, 'key', 'schedule', 'succeeded', {later},
                {later}, 1, 0, FALSE, 'none'
               FROM routines, numbers WHERE name = 'large'"
        ),
        format!(
            "INSERT INTO audit_events (id, at, actor, kind, subject)
             {numbers} SELECT {id}, {later}, created_by || n % 500, 'kind.' || n % 50, 'routine:' || n
               FROM routines, numbers WHERE name = 'large'"
        ),
    ] {
        assert_eq!(db.execute(sql).await.unwrap(), 20_000);
    }
    if db.engine == Engine::Postgres {
        db.execute("ANALYZE").await.unwrap();
    }
    small
}
