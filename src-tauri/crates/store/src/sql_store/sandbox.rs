//! What a database is as a whole: its time, and, where it is a sandbox, its clock and its faults.

mod back;
mod copy;

use async_trait::async_trait;
use routine_domain::{ClockMove, Instant, SandboxFaults, VirtualClock, instant::rfc3339};
use serde_json::json;
use sqlx::AssertSqlSafe;

use super::{
    Arg, Columns, Dialect, Session, SqlStore, args, columns::unreadable, journal::Entry, present,
    rows,
};
use crate::{
    Sandbox, StoreResult,
    model::{Actor, Copied, Environment},
};

const SUBJECT: &str = "sandbox";

#[async_trait]
impl<D: Dialect> Sandbox for SqlStore<D> {
    async fn environment(&self) -> StoreResult<Environment> {
        let mut session = self.db.read().await?;
        let row = session.fetch_optional(AssertSqlSafe(select::<D>("")), args![]);
        environment_of(&present(row.await?)?)
    }

    async fn mark_sandbox(&self, filled: bool, actor: &Actor) -> StoreResult<bool> {
        let mut session = self.db.write().await?;
        let marked = session.execute(
            "UPDATE environment SET sandbox = TRUE
              WHERE NOT sandbox AND ($1 OR NOT EXISTS (SELECT 1 FROM tenants))",
            args![filled],
        );
        if marked.await? > 0 {
            let now = locked::<D>(&mut session).await?.now();
            self.note_sandbox(&mut session, "sandbox.marked", (None, None), actor, now)
                .await?;
        }
        let is_sandbox = locked::<D>(&mut session).await?.is_sandbox;
        session.commit().await?;
        Ok(is_sandbox)
    }

    async fn move_clock(
        &self,
        step: ClockMove,
        actor: Option<&Actor>,
    ) -> StoreResult<Option<Environment>> {
        let mut session = self.db.write().await?;
        let before = locked::<D>(&mut session).await?;
        if !before.is_sandbox {
            return Ok(None);
        }
        let after = Environment {
            clock: step.apply(before.clock, before.real),
            ..before
        };
        let now = after.now();
        session
            .execute(
                "UPDATE environment SET manual_now = $1, manual_since = $2, manual_rate = $3",
                args![
                    after.clock.map(|clock| clock.shown),
                    after.clock.map(|clock| clock.since),
                    after.clock.map_or(0, |clock| clock.rate),
                ],
            )
            .await?;
        if now < before.now() {
            self.undo_later(&mut session, now).await?;
        }
        if let Some(actor) = actor {
            let states = (Some(told(&before)), Some(told(&after)));
            self.note_sandbox(&mut session, "sandbox.clock_moved", states, actor, now)
                .await?;
        }
        session.wake();
        session.commit().await?;
        Ok(Some(after))
    }

    async fn set_faults(
        &self,
        faults: Option<&SandboxFaults>,
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<bool> {
        let mut session = self.db.write().await?;
        let before = locked::<D>(&mut session).await?;
        if !before.is_sandbox {
            return Ok(false);
        }
        let json = |faults: Option<&SandboxFaults>| faults.map(rows::json).transpose();
        let (old, new) = (json(before.faults.as_ref())?, json(faults)?);
        session
            .execute(
                "UPDATE environment SET faults = $1",
                args![Arg::opt_json(new.as_deref())],
            )
            .await?;
        self.note_sandbox(&mut session, "sandbox.faults_set", (old, new), actor, now)
            .await?;
        session.wake();
        session.commit().await?;
        Ok(true)
    }

    async fn write_copy(&self, copied: &Copied, actor: &Actor, now: Instant) -> StoreResult<()> {
        self.insert_copy(copied, actor, now).await
    }
}

impl<D: Dialect> SqlStore<D> {
    async fn note_sandbox(
        &self,
        session: &mut D::Session,
        kind: &str,
        (before, after): (Option<String>, Option<String>),
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<()> {
        let entry = Entry {
            tenant: None,
            actor: &actor.name,
            kind,
            subject: SUBJECT.to_owned(),
            before,
            after,
        };
        self.note(session, entry, now).await
    }
}

/// Whoever changes it reads it so first.
async fn locked<D: Dialect>(session: &mut D::Session) -> StoreResult<Environment> {
    // SQLite has one writer at a time.
    let lock = D::pick("", "FOR UPDATE");
    let row = session.fetch_optional(AssertSqlSafe(select::<D>(lock)), args![]);
    environment_of(&present(row.await?)?)
}

fn select<D: Dialect>(lock: &str) -> String {
    format!("SELECT {} FROM environment {lock}", columns::<D>())
}

/// What [`environment_of`] reads.
pub(super) fn columns<D: Dialect>() -> String {
    // There is no common word for the clock.
    let clock = D::pick(
        "CAST(round(unixepoch('now', 'subsec') * 1000) AS INTEGER)",
        "clock_timestamp()",
    );
    format!("sandbox, manual_now, manual_since, manual_rate, faults, {clock} AS real_now")
}

pub(super) fn environment_of(row: &impl Columns) -> StoreResult<Environment> {
    let real = routine_domain::instant::truncate(row.instant("real_now")?);
    let clock = match row.opt_instant("manual_now")? {
        Some(shown) => Some(VirtualClock {
            shown,
            since: row.opt_instant("manual_since")?.unwrap_or(real),
            rate: row.int("manual_rate")?,
        }),
        None => None,
    };
    let faults = row.opt_text("faults")?;
    let faults =
        faults.map(|text| serde_json::from_str(&text).map_err(|_| unreadable("faults", text)));
    Ok(Environment {
        is_sandbox: row.flag("sandbox")?,
        real,
        clock,
        faults: faults.transpose()?,
    })
}

/// The clock as the journal tells it.
fn told(environment: &Environment) -> String {
    match environment.clock {
        Some(VirtualClock { rate, .. }) => {
            json!({ "shows": rfc3339(environment.now()), "rate": rate }).to_string()
        }
        None => json!({ "shows": "real time" }).to_string(),
    }
}
