//! Endpoints that are down, for people to look at.

use routine_domain::{WaitsOn, breaker::next_probe_at};

use crate::{
    StoreResult,
    model::EndpointDown,
    sql_store::{Columns, Dialect, Session, SqlStore, args},
};

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn fetch_endpoints_down(&self) -> StoreResult<Vec<EndpointDown>> {
        let mut session = self.db.read().await?;
        let rows = session
            .fetch(
                "SELECT endpoint, opened_at, last_probe_at FROM endpoint_breakers
                  WHERE opened_at IS NOT NULL ORDER BY opened_at, endpoint",
                args![],
            )
            .await?;
        let mut down = rows.iter().map(read).collect::<StoreResult<Vec<_>>>()?;
        for seen in &mut down {
            let on = WaitsOn::Endpoint(seen.endpoint.clone()).to_string();
            let waiting = session.fetch_optional(
                "SELECT count(*) AS waiting FROM runs WHERE waits_on = $1",
                args![on],
            );
            if let Some(row) = waiting.await? {
                seen.waiting = row.int("waiting")?;
            }
        }
        Ok(down)
    }
}

fn read(row: &impl Columns) -> StoreResult<EndpointDown> {
    let since = row.instant("opened_at")?;
    let last_probe_at = row.opt_instant("last_probe_at")?;
    Ok(EndpointDown {
        endpoint: row.text("endpoint")?,
        since,
        last_probe_at,
        next_probe_at: next_probe_at(since, last_probe_at),
        waiting: 0,
    })
}
