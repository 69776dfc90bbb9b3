use routine_domain::TenantId;
use sqlx::AssertSqlSafe;

use crate::{
    StoreResult,
    model::OwnerPlaces,
    sql_store::{
        Columns, Dialect, Session, SqlStore, args,
        batch::{Batch, Kind},
    },
};

const OWNERS: Batch = Batch(&[("tenant_id", Kind::Id), ("owner", Kind::Text)]);

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn count_places(
        &self,
        owners: &[(TenantId, String)],
    ) -> StoreResult<Vec<OwnerPlaces>> {
        let sql = format!(
            "SELECT t.id AS tenant_id, b.owner, t.enabled_cap,
                    (SELECT count(*) FROM routines AS r
                      WHERE r.tenant_id = t.id AND r.owner = b.owner AND r.deleted_at IS NULL
                        AND (r.off_by IS NULL OR r.resume_at IS NOT NULL)) AS taken
               FROM {} AS b JOIN tenants AS t ON t.id = b.tenant_id",
            OWNERS.rows_of::<D>("$1")
        );
        let owners = owners.iter().map(|(tenant, owner)| args![*tenant, owner]);
        let owners = OWNERS.bind::<D>(owners);
        let mut session = self.db.read().await?;
        let rows = session.fetch(AssertSqlSafe(sql), vec![owners]).await?;
        let places = rows.iter().map(|row| {
            Ok(OwnerPlaces {
                tenant_id: TenantId(row.id("tenant_id")?),
                owner: row.text("owner")?,
                taken: row.int("taken")?,
                cap: row.int("enabled_cap")?,
            })
        });
        places.collect()
    }
}
