//! Points between any two statements at which a test lets the program die, hang or see its database
//! fail. Only builds with debug assertions have them; in a release build they are nothing.
//!
//! A point is named by the statement it stands before (`before update runs`), or by the last one of
//! the transaction that ends (`before commit of update runs`, `after commit of update runs`), so that
//! a statement that is added later has its points by itself.

use std::{
    collections::BTreeSet,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use tokio::sync::{Notify, watch};

use crate::{StoreError, StoreResult};

/// `POINT:N` kills the process when it reaches the point for the N-th time.
pub const KILL_AT: &str = "ROUTINE_KILL_AT";
/// How many pages a SQLite file may have before its disk counts as full.
pub const DISK_PAGES: &str = "ROUTINE_DISK_PAGES";

const AFTER_COMMIT: &str = "after commit of";

/// What happens at a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// SIGKILL to this process.
    Kill,
    /// Whoever gets there stays there.
    Hang,
    /// The whole process stands still until it is told to go on. Struck after a commit only: nobody
    /// can wait out a transaction that stands still.
    Stall,
    /// The statement is not run: the database cannot be reached.
    Fail,
}

/// The points of one open database.
#[derive(Clone, Default)]
pub struct Faults(Arc<Shared>);

#[derive(Default)]
struct Shared {
    is_watched: AtomicBool,
    plan: Mutex<Plan>,
    struck: Notify,
    stands_still: watch::Sender<bool>,
}

#[derive(Default)]
struct Plan {
    armed: Option<Armed>,
    recorded: Option<BTreeSet<String>>,
}

struct Armed {
    fault: Fault,
    /// None: any.
    point: Option<String>,
    /// How often it may still be passed.
    passes: u32,
}

impl Armed {
    fn stands_at(&self, point: &str) -> bool {
        let is_wanted = self.point.as_ref().is_none_or(|wanted| wanted == point);
        is_wanted && (self.fault != Fault::Stall || point.starts_with(AFTER_COMMIT))
    }
}

impl Faults {
    /// Armed as the environment says, for processes.
    pub(crate) fn of_environment() -> Self {
        let faults = Self::default();
        if cfg!(debug_assertions)
            && let Ok(wanted) = std::env::var(KILL_AT)
            && let Some((point, times)) = wanted.rsplit_once(':')
            && let Ok(times) = times.parse::<u32>()
        {
            faults.arm(Fault::Kill, Some(point), times);
        }
        faults
    }

    /// At the `times`-th reach of the point, or of any; once.
    pub fn arm(&self, fault: Fault, point: Option<&str>, times: u32) {
        self.plan().armed = Some(Armed {
            fault,
            point: point.map(str::to_owned),
            passes: times.saturating_sub(1),
        });
        self.0.is_watched.store(true, Ordering::Relaxed);
    }

    /// Answers whether it was still armed.
    pub fn disarm(&self) -> bool {
        let mut plan = self.plan();
        self.0
            .is_watched
            .store(plan.recorded.is_some(), Ordering::Relaxed);
        plan.armed.take().is_some()
    }

    /// From here on, keeps the names of the points that are reached.
    pub fn record(&self) {
        self.plan().recorded.get_or_insert_default();
        self.0.is_watched.store(true, Ordering::Relaxed);
    }

    pub fn recorded(&self) -> BTreeSet<String> {
        self.plan().recorded.clone().unwrap_or_default()
    }

    /// Resolves once the fault has struck.
    pub async fn struck(&self) {
        self.0.struck.notified().await;
    }

    /// Ends a stall.
    pub fn go_on(&self) {
        self.0.stands_still.send_replace(false);
    }

    /// Resolves while nothing stands still.
    async fn goes_on(&self) {
        let mut stands_still = self.0.stands_still.subscribe();
        // The sender lives as long as `self`, so waiting cannot fail.
        let _ = stands_still.wait_for(|stands_still| !stands_still).await;
    }

    fn is_watched(&self) -> bool {
        cfg!(debug_assertions) && self.0.is_watched.load(Ordering::Relaxed)
    }

    async fn reach(&self, point: String) -> StoreResult<()> {
        match self.due(point) {
            None => Ok(()),
            Some(Fault::Kill) => {
                kill();
                Ok(())
            }
            Some(Fault::Hang) => std::future::pending().await,
            Some(Fault::Stall) => {
                self.goes_on().await;
                Ok(())
            }
            Some(Fault::Fail) => Err(StoreError::Unavailable(
                "The database cannot be reached: a test wants it so.".into(),
            )),
        }
    }

    fn due(&self, point: String) -> Option<Fault> {
        let mut plan = self.plan();
        let fault = match &mut plan.armed {
            Some(armed) if armed.stands_at(&point) => {
                let is_due = armed.passes == 0;
                armed.passes = armed.passes.saturating_sub(1);
                is_due.then_some(armed.fault)
            }
            _ => None,
        };
        if let Some(fault) = fault {
            plan.armed = None;
            // At once, so that nothing else of the process gets by.
            self.0.stands_still.send_replace(fault == Fault::Stall);
            self.0.struck.notify_one();
        }
        if let Some(recorded) = &mut plan.recorded {
            recorded.insert(point);
        }
        fault
    }

    fn plan(&self) -> MutexGuard<'_, Plan> {
        self.0.plan.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What one session passes.
pub(crate) struct Trail {
    faults: Faults,
    last: String,
}

impl Trail {
    /// Before the session has a connection.
    pub(crate) async fn begin(faults: &Faults) -> Self {
        if faults.is_watched() {
            faults.goes_on().await;
        }
        Self {
            faults: faults.clone(),
            last: String::new(),
        }
    }

    pub(crate) async fn before(&mut self, sql: &str) -> StoreResult<()> {
        if !self.faults.is_watched() {
            return Ok(());
        }
        let name = name(sql);
        let point = format!("before {name}");
        // What touches no table, such as the ring before a commit, names no commit.
        if name.contains(' ') {
            self.last = name;
        }
        self.faults.reach(point).await
    }

    pub(crate) async fn before_commit(&self) -> StoreResult<()> {
        self.at("before commit of").await
    }

    /// A failure here is one whose change stands all the same.
    pub(crate) async fn after_commit(&self) -> StoreResult<()> {
        self.at(AFTER_COMMIT).await
    }

    async fn at(&self, place: &str) -> StoreResult<()> {
        if !self.faults.is_watched() {
            return Ok(());
        }
        self.faults.reach(format!("{place} {}", self.last)).await
    }
}

/// The most pages a SQLite file may have, where a test wants a disk that is full.
pub(crate) fn disk_pages() -> Option<String> {
    std::env::var(DISK_PAGES)
        .ok()
        .filter(|_| cfg!(debug_assertions))
}

/// What a statement does, and to which table: `update runs`.
fn name(sql: &str) -> String {
    let mut words = sql.split_whitespace();
    let verb = words.next().unwrap_or_default().to_lowercase();
    let table = if verb == "update" {
        words.next()
    } else {
        words
            .by_ref()
            .find(|word| matches!(*word, "FROM" | "INTO"))
            .and_then(|_| words.next())
    };
    let table = table.unwrap_or_default();
    let table = table.split('(').next().unwrap_or_default();
    format!("{verb} {table}").trim_end().to_owned()
}

#[cfg(unix)]
fn kill() {
    use rustix::process::{Signal, getpid, kill_process};
    if kill_process(getpid(), Signal::KILL).is_ok() {
        // The signal is on its way.
        std::thread::park();
    }
}

#[cfg(not(unix))]
fn kill() {
    std::process::abort();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_named_by_what_the_statement_does() {
        for (sql, expected) in [
            ("UPDATE runs AS u\n SET status = $1", "update runs"),
            ("INSERT INTO runs\n (id) VALUES ($1)", "insert runs"),
            ("SELECT 1 AS one FROM routines AS r", "select routines"),
            ("SELECT id FROM json_each($1) AS b", "select json_each"),
            ("SELECT pg_notify('routine_desk', '')", "select"),
        ] {
            assert_eq!(name(sql), expected);
        }
    }

    #[tokio::test]
    async fn a_fault_comes_once_at_its_time_and_place() {
        let faults = Faults::default();
        faults.record();
        faults.arm(Fault::Fail, Some("before update runs"), 2);
        let mut trail = Trail::begin(&faults).await;
        assert!(trail.before("UPDATE runs SET a = 1").await.is_ok());
        assert!(trail.before("UPDATE routines SET a = 1").await.is_ok());
        assert!(trail.before("UPDATE runs SET a = 1").await.is_err());
        assert!(trail.before("UPDATE runs SET a = 1").await.is_ok());
        assert!(!faults.disarm());
        assert_eq!(
            faults.recorded().into_iter().collect::<Vec<_>>(),
            ["before update routines", "before update runs"]
        );
    }
}
