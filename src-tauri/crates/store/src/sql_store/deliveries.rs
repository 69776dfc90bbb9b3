//! Results on their way: one open row per pending delivery, taken by lease.

use async_trait::async_trait;
use routine_domain::{Delivery, DeliveryEnd, Instant, RoutineId, RunId};
use sqlx::AssertSqlSafe;

mod end;

use super::{
    Arg, Columns, Dialect, Session, SqlStore, args,
    batch::{Batch, Kind},
};
use crate::{
    Deliveries, StoreResult,
    model::{DeliveryAttempt, DeliveryOrder, RunError},
};

const NAMES: Batch = Batch(&[("name", Kind::Text)]);
const TAKEN: Batch = Batch(&[("run_id", Kind::Id), ("attempt", Kind::Int)]);

/// The code of an error that was stored without one.
const FAILED: &str = "failed";

#[async_trait]
impl<D: Dialect> Deliveries for SqlStore<D> {
    async fn next_delivery_at(&self, secrets: &[String]) -> StoreResult<Option<Instant>> {
        let sql = format!(
            "SELECT min(a.due_at) AS due_at {} AND {}",
            OPEN,
            known::<D>("$1")
        );
        let mut session = self.db.read().await?;
        let row = session
            .fetch_optional(AssertSqlSafe(sql), vec![names::<D>(secrets)])
            .await?;
        row.map_or(Ok(None), |row| row.opt_instant("due_at"))
    }

    async fn take_deliveries(
        &self,
        worker: &str,
        secrets: &[String],
        limit: u32,
        lease_until: Instant,
        now: Instant,
    ) -> StoreResult<Vec<DeliveryOrder>> {
        let mut session = self.db.write().await?;
        // SQLite has one writer at a time.
        let lock = D::pick("", "FOR UPDATE OF a SKIP LOCKED");
        let sql = format!(
            "SELECT a.run_id, a.attempt, r.destination, t.name AS tenant_name, u.routine_id,
                    r.name AS routine_name, r.owner, u.idempotency_key, u.scheduled_for, u.cause,
                    u.status, u.launched_at, u.finished_at, u.error_code, u.message, u.detail,
                    u.output
               {OPEN} AND a.due_at <= $2 AND {known}
              ORDER BY a.due_at, a.run_id LIMIT $3 {lock}",
            known = known::<D>("$1"),
        );
        let values = args![names::<D>(secrets), now, limit];
        let rows = session.fetch(AssertSqlSafe(sql), values).await?;
        let orders: Vec<_> = rows.iter().map(order).collect::<StoreResult<_>>()?;
        if orders.is_empty() {
            return Ok(orders);
        }
        let sql = format!(
            "UPDATE delivery_attempts AS a SET worker = $2, started_at = $3, due_at = $4
               FROM {} AS b WHERE a.run_id = b.run_id AND a.attempt = b.attempt",
            TAKEN.rows_of::<D>("$1")
        );
        let taken = orders
            .iter()
            .map(|order| args![order.run_id, order.attempt]);
        let values = args![TAKEN.bind::<D>(taken), worker, now, lease_until];
        session.execute(AssertSqlSafe(sql), values).await?;
        session.commit().await?;
        Ok(orders)
    }

    async fn end_delivery(
        &self,
        worker: &str,
        order: &DeliveryOrder,
        end: DeliveryEnd,
        message: Option<&str>,
        now: Instant,
    ) -> StoreResult<Option<Delivery>> {
        self.close_attempt(worker, order, end, message, now).await
    }

    async fn list_delivery_attempts(&self, run: RunId) -> StoreResult<Vec<DeliveryAttempt>> {
        let mut session = self.db.read().await?;
        let rows = session
            .fetch(
                "SELECT attempt, due_at, worker, started_at, ended_at, sent_to, outcome, message
                   FROM delivery_attempts WHERE run_id = $1 ORDER BY attempt",
                args![run],
            )
            .await?;
        rows.iter().map(attempt).collect()
    }

    async fn list_destination_secrets(&self) -> StoreResult<Vec<String>> {
        let mut session = self.db.read().await?;
        let rows = session
            .fetch(
                "SELECT DISTINCT r.destination ->> 'secret_name' AS name FROM routines AS r
                  WHERE r.destination ->> 'secret_name' IS NOT NULL AND r.deleted_at IS NULL
                  ORDER BY name",
                args![],
            )
            .await?;
        rows.iter().map(|row| row.text("name")).collect()
    }
}

/// The open attempts `a` with the run, the routine and the tenant of each.
const OPEN: &str = "FROM delivery_attempts AS a CROSS JOIN runs AS u CROSS JOIN routines AS r
    CROSS JOIN tenants AS t
    WHERE a.ended_at IS NULL AND u.id = a.run_id AND r.id = u.routine_id AND t.id = u.tenant_id";

/// The condition that the destination of the routine `r` wants no secret, or one of these. One that
/// was taken away in the meantime wants none: whoever finds it says so.
fn known<D: Dialect>(secrets: &str) -> String {
    format!(
        "(r.destination ->> 'secret_name' IS NULL
          OR r.destination ->> 'secret_name' IN (SELECT name FROM {} AS known))",
        NAMES.rows_of::<D>(secrets)
    )
}

fn names<D: Dialect>(secrets: &[String]) -> Arg {
    NAMES.bind::<D>(secrets.iter().map(|name| args![name]))
}

fn order(row: &impl Columns) -> StoreResult<DeliveryOrder> {
    let message = row.opt_text("message")?;
    let code = row.opt_text("error_code")?;
    let detail = row.opt_text("detail")?;
    Ok(DeliveryOrder {
        run_id: RunId(row.id("run_id")?),
        attempt: row.int("attempt")?,
        // One that cannot be read is as good as none, and holds up no other.
        destination: row
            .opt_text("destination")?
            .and_then(|text| serde_json::from_str(&text).ok()),
        tenant_name: row.text("tenant_name")?,
        routine_id: RoutineId(row.id("routine_id")?),
        routine_name: row.text("routine_name")?,
        owner: row.text("owner")?,
        idempotency_key: row.text("idempotency_key")?,
        scheduled_for: row.opt_instant("scheduled_for")?,
        cause: row.word("cause")?,
        status: row.word("status")?,
        launched_at: row.opt_instant("launched_at")?,
        finished_at: row.opt_instant("finished_at")?,
        error: message.map(|message| RunError {
            code: code.unwrap_or_else(|| FAILED.to_owned()),
            message,
            detail,
        }),
        output: row.opt_text("output")?,
    })
}

fn attempt(row: &impl Columns) -> StoreResult<DeliveryAttempt> {
    Ok(DeliveryAttempt {
        attempt: row.int("attempt")?,
        due_at: row.instant("due_at")?,
        worker: row.opt_text("worker")?,
        started_at: row.opt_instant("started_at")?,
        ended_at: row.opt_instant("ended_at")?,
        sent_to: row.opt_text("sent_to")?,
        outcome: row.opt_word("outcome")?,
        message: row.opt_text("message")?,
    })
}
