use routine_domain::RunId;

use crate::{
    StoreResult,
    model::CancelRequest,
    sql_store::{Columns, Dialect, Session, SqlStore, args},
};

/// The condition repeats the index.
const TO_CANCEL: &str = "
    SELECT id, cancel_requested_by FROM runs
     WHERE worker = $1 AND cancel_requested_at IS NOT NULL AND finished_at IS NULL";

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn fetch_cancel_requests(
        &self,
        worker: &str,
    ) -> StoreResult<Vec<CancelRequest>> {
        let mut session = self.db.read().await?;
        let rows = session.fetch(TO_CANCEL, args![worker]).await?;
        let requests = rows.iter().map(|row| {
            Ok(CancelRequest {
                run_id: RunId(row.id("id")?),
                requested_by: row.text("cancel_requested_by")?,
            })
        });
        requests.collect()
    }
}
