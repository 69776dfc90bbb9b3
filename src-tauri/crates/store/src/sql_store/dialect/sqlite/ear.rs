//! Hears what other processes write to the file: SQLite calls nobody, so it is looked at. A look at
//! the file's times costs next to nothing and no statement; the database is only asked when they moved.

use std::{
    path::PathBuf,
    sync::{Mutex, PoisonError},
    time::{Duration, SystemTime},
};

use sqlx::SqlitePool;
use tokio::time::MissedTickBehavior;

/// How soon an edit by another process is heard.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// Looks after which the database is asked all the same: two commits within one tick of the file
/// system's clock look like one.
const ASK_AFTER: u32 = 200;

pub(super) struct Ear {
    /// Where each commit is written first.
    log: PathBuf,
    heard: Mutex<Heard>,
}

#[derive(Default)]
struct Heard {
    looks: u32,
    log: Option<(SystemTime, u64)>,
    /// The count of the changes by others.
    version: Option<i64>,
}

impl Ear {
    pub(super) fn at(writer: &SqlitePool) -> Self {
        let mut log = writer
            .connect_options()
            .get_filename()
            .as_os_str()
            .to_owned();
        log.push("-wal");
        Self {
            log: log.into(),
            heard: Mutex::default(),
        }
    }

    /// Whatever is written from now on will be heard.
    pub(super) async fn prick(&self, writer: &SqlitePool) {
        self.others_wrote(writer).await;
    }

    /// Calls out whenever another process has written, until the database is closed.
    pub(super) async fn hear(&self, writer: &SqlitePool, call: impl Fn()) {
        let mut look = tokio::time::interval(LOOK_EVERY);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while !writer.is_closed() {
            look.tick().await;
            if self.log_moved() && self.others_wrote(writer).await {
                call();
            }
        }
    }

    fn log_moved(&self) -> bool {
        let seen = std::fs::metadata(&self.log)
            .and_then(|log| Ok((log.modified()?, log.len())))
            .ok();
        let mut heard = self.lock();
        heard.looks += 1;
        let moved = heard.log != seen || heard.looks >= ASK_AFTER;
        if moved {
            heard.looks = 0;
            heard.log = seen;
        }
        moved
    }

    /// Asked on the connection that writes, which does not count its own changes. A file that cannot
    /// be read counts as changed: whoever wakes up finds out why.
    async fn others_wrote(&self, writer: &SqlitePool) -> bool {
        let version = sqlx::query_scalar::<_, i64>("PRAGMA data_version").fetch_one(writer);
        match version.await {
            Ok(version) => self.lock().version.replace(version) != Some(version),
            Err(_) => !writer.is_closed(),
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
