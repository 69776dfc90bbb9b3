use crate::{
    StoreResult,
    model::HubProbe,
    sql_store::{Columns, Dialect, Session, SqlStore, args},
};

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn write_probe(&self, probe: &HubProbe) -> StoreResult<()> {
        let mut session = self.db.write().await?;
        session
            .execute(
                "INSERT INTO hub_probes (worker, url, probed_at, finding, message)
                 VALUES ($1, $2, $3, $4, $5)
                 ON CONFLICT (worker, url) DO UPDATE
                    SET probed_at = excluded.probed_at, finding = excluded.finding,
                        message = excluded.message",
                args![
                    &probe.worker,
                    &probe.url,
                    probe.probed_at,
                    probe.finding.as_str(),
                    &probe.message
                ],
            )
            .await?;
        session.commit().await
    }

    pub(super) async fn fetch_probes(&self) -> StoreResult<Vec<HubProbe>> {
        let mut session = self.db.read().await?;
        let rows = session
            .fetch(
                "SELECT worker, url, probed_at, finding, message FROM hub_probes ORDER BY worker, url",
                args![],
            )
            .await?;
        rows.iter().map(probe).collect()
    }
}

fn probe(row: &impl Columns) -> StoreResult<HubProbe> {
    Ok(HubProbe {
        worker: row.text("worker")?,
        url: row.text("url")?,
        probed_at: row.instant("probed_at")?,
        finding: row.word("finding")?,
        message: row.text("message")?,
    })
}
