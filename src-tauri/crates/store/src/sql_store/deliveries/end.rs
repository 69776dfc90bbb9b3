//! How an attempt ended, and what follows.

use routine_domain::{
    Delivery, DeliveryEnd, Instant,
    delivery::{retry_at, standing_after},
    text::error_sentence,
};
use sqlx::AssertSqlSafe;

use crate::{
    StoreResult,
    model::DeliveryOrder,
    sql_store::{Columns, Dialect, Session, SqlStore, args, runs::storable},
};

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn close_attempt(
        &self,
        worker: &str,
        order: &DeliveryOrder,
        end: DeliveryEnd,
        message: Option<&str>,
        now: Instant,
    ) -> StoreResult<Option<Delivery>> {
        let (run, number) = (order.run_id, order.attempt);
        let message = message.map(|message| error_sentence(&storable(message)));
        let mut session = self.db.write().await?;
        // The run first, as wherever both are written. SQLite has one writer at a time.
        let lock = D::pick("", "FOR NO KEY UPDATE");
        let sql = format!("SELECT delivery FROM runs WHERE id = $1 {lock}");
        let found = session
            .fetch_optional(AssertSqlSafe(sql), args![run])
            .await?;
        let Some(found) = found else {
            return Ok(None);
        };
        if found.word::<Delivery>("delivery")? == Delivery::Delivered {
            return Ok(None);
        }
        let arrived = end == DeliveryEnd::Delivered;
        let closed = session
            .execute(
                "UPDATE delivery_attempts
                    SET ended_at = $3, outcome = $4, message = $5, sent_to = $6
                  WHERE run_id = $1 AND attempt = $2
                    AND ($8 OR (ended_at IS NULL AND worker = $7))",
                args![
                    run,
                    number,
                    now,
                    end.as_str(),
                    message.as_deref(),
                    order.destination.as_ref().map(|place| place.place()),
                    worker,
                    arrived,
                ],
            )
            .await?;
        if closed == 0 {
            return Ok(None);
        }
        if arrived {
            // What someone else had planned meanwhile is not made any more.
            session
                .execute(
                    "DELETE FROM delivery_attempts WHERE run_id = $1 AND ended_at IS NULL",
                    args![run],
                )
                .await?;
        }
        if let Some(again) = retry_at(end, number, now) {
            session
                .execute(
                    "INSERT INTO delivery_attempts (run_id, attempt, due_at) VALUES ($1, $2, $3)",
                    args![run, number + 1, again],
                )
                .await?;
        }
        let standing = standing_after(end, number);
        session
            .execute(
                "UPDATE runs SET delivery = $2, delivery_error = $3 WHERE id = $1",
                args![run, standing.as_str(), message.as_deref()],
            )
            .await?;
        session.commit().await?;
        Ok(Some(standing))
    }
}
