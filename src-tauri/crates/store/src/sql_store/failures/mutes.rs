use routine_domain::{Instant, instant::rfc3339};
use serde_json::json;

use crate::{
    StoreResult,
    model::{Actor, ErrorMute},
    sql_store::{Columns, Dialect, Session, SqlStore, args, journal::Entry},
};

impl<D: Dialect> SqlStore<D> {
    pub(super) async fn fetch_mutes(&self, now: Instant) -> StoreResult<Vec<ErrorMute>> {
        let mut session = self.db.read().await?;
        let rows = session.fetch(
            "SELECT fingerprint, muted_until, muted_by FROM error_mutes
              WHERE muted_until > $1 ORDER BY fingerprint",
            args![now],
        );
        let mutes = rows.await?;
        let mutes = mutes.iter().map(|row| {
            Ok(ErrorMute {
                fingerprint: row.text("fingerprint")?,
                until: row.instant("muted_until")?,
                by: row.text("muted_by")?,
            })
        });
        mutes.collect()
    }

    pub(super) async fn write_mute(
        &self,
        fingerprint: &str,
        until: Option<Instant>,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<()> {
        let mut session = self.db.write().await?;
        match until {
            Some(until) => {
                session
                    .execute(
                        "INSERT INTO error_mutes (fingerprint, muted_until, muted_by, muted_at)
                         VALUES ($1, $2, $3, $4)
                         ON CONFLICT (fingerprint) DO UPDATE SET
                            muted_until = excluded.muted_until, muted_by = excluded.muted_by,
                            muted_at = excluded.muted_at",
                        args![fingerprint, until, actor.name.as_str(), now],
                    )
                    .await?
            }
            None => {
                session
                    .execute(
                        "DELETE FROM error_mutes WHERE fingerprint = $1",
                        args![fingerprint],
                    )
                    .await?
            }
        };
        let entry = Entry {
            tenant: None,
            actor: &actor.name,
            kind: until.map_or("error.unmuted", |_| "error.muted"),
            subject: format!("error:{fingerprint}"),
            before: None,
            after: until.map(|until| json!({ "until": rfc3339(until) }).to_string()),
        };
        self.note(&mut session, entry, now).await?;
        session.commit().await
    }
}
