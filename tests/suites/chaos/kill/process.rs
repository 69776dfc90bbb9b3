//! One worker process.

use std::{
    os::unix::process::ExitStatusExt,
    process::{Child, Command, ExitStatus, Stdio},
    time::Duration,
};

use routine_store::faults::{DISK_PAGES, KILL_AT};
use routine_tests::{TestDatabase, routinectl};

const SIGKILL: i32 = 9;
/// The exit code of a command whose database is away.
const UNAVAILABLE: i32 = 5;
/// Far longer than any worker takes to reach any point.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct WorkerProcess(Child);

pub struct Start<'a> {
    pub name: String,
    /// Die at the point when it is reached for the n-th time.
    pub kill_at: Option<(&'a str, u32)>,
    pub disk_pages: Option<u64>,
}

impl WorkerProcess {
    pub fn start(db: &TestDatabase, start: &Start<'_>) -> Self {
        let mut command = Command::new(routinectl());
        command
            .args([
                "--json",
                "worker",
                "--poll-seconds",
                "1",
                "--allow-commands",
            ])
            .args(["--name", &start.name])
            .env("ROUTINE_DATABASE_URL", &db.url)
            .env("RUST_LOG", "off")
            .stdout(Stdio::null());
        if let Some((point, times)) = start.kill_at {
            command.env(KILL_AT, format!("{point}:{times}"));
        }
        if let Some(pages) = start.disk_pages {
            command.env(DISK_PAGES, pages.to_string());
        }
        Self(command.spawn().unwrap())
    }

    pub fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    /// A worker that comes while the database is away goes again, and says so by its exit code.
    pub fn has_gone(&mut self) -> bool {
        let status = self.0.try_wait().unwrap();
        if let Some(status) = status {
            assert_eq!(status.code(), Some(UNAVAILABLE), "{status}");
        }
        status.is_some()
    }

    /// Resolves once it has killed itself.
    pub async fn dies(self, point: &str) {
        let status = self.ends(point).await;
        assert_eq!(status.signal(), Some(SIGKILL), "{point}: {status}");
    }

    /// Tells it to stop, and it must do so in good order; one that came while the database was away
    /// has gone already.
    pub async fn stops(mut self) {
        if self.has_gone() {
            return;
        }
        let told = Command::new("kill")
            .arg("-TERM")
            .arg(self.0.id().to_string())
            .status();
        assert!(told.unwrap().success());
        let status = self.ends("its stop").await;
        assert!(status.success(), "{status}");
    }

    async fn ends(mut self, what: &str) -> ExitStatus {
        let id = self.0.id();
        let waiting = tokio::task::spawn_blocking(move || self.0.wait().unwrap());
        match tokio::time::timeout(PATIENCE, waiting).await {
            Ok(status) => status.unwrap(),
            Err(_) => {
                // The process is waited for in a thread of its own, which must not outlive the test.
                let _ = Command::new("kill")
                    .arg("-KILL")
                    .arg(id.to_string())
                    .status();
                panic!("a worker never came to {what}");
            }
        }
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
