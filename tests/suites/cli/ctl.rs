//! One `routinectl`, and what it answered.

use std::process::{Child, Command, Output, Stdio};

use routine_tests::routinectl;
use serde_json::Value;
use tempfile::TempDir;

/// `routinectl` on one database, at home in a folder of its own.
pub struct Ctl {
    url: Option<String>,
    home: TempDir,
}

/// A command that did not do what was asked.
#[derive(Debug)]
pub struct Failure {
    pub exit_code: i32,
    pub code: String,
    pub field: Option<String>,
    pub message: String,
}

impl Ctl {
    pub fn on(url: &str) -> Self {
        Self {
            url: Some(url.to_owned()),
            ..Self::at_home()
        }
    }

    /// On the demo's database.
    pub fn at_home() -> Self {
        Self {
            url: None,
            home: tempfile::tempdir().unwrap(),
        }
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(routinectl());
        command
            .args(arguments)
            .env("ROUTINE_DESK_HOME", self.home.path())
            .env_remove("ROUTINE_DATABASE_URL")
            .env_remove("RUST_LOG");
        if let Some(url) = &self.url {
            command.env("ROUTINE_DATABASE_URL", url);
        }
        command
    }

    /// What it prints as JSON; it must succeed.
    pub fn json(&self, arguments: &[&str]) -> Value {
        let output = self.output(arguments);
        let shown = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{arguments:?}: {shown}");
        serde_json::from_slice(&output.stdout).unwrap()
    }

    /// How it fails; it must, in one sentence on standard error and the same on standard output.
    pub fn fails(&self, arguments: &[&str]) -> Failure {
        let output = self.output(arguments);
        let answer: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|_| panic!("{arguments:?}: {output:?}"));
        let error = &answer["error"];
        let message = error["message"].as_str().unwrap().to_owned();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said.trim_end(), message);
        Failure {
            exit_code: output.status.code().unwrap(),
            code: error["code"].as_str().unwrap().to_owned(),
            field: error["field"].as_str().map(str::to_owned),
            message,
        }
    }

    fn output(&self, arguments: &[&str]) -> Output {
        let arguments = [&["--json"], arguments].concat();
        self.command(&arguments).output().unwrap()
    }

    pub fn text(&self, arguments: &[&str]) -> String {
        let output = self.command(arguments).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    pub fn worker(&self, name: &str) -> WorkerProcess {
        let child = self
            .command(&["worker", "--json", "--poll-seconds", "1", "--name", name])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        WorkerProcess { child }
    }
}

/// A worker that is killed with its test.
pub struct WorkerProcess {
    child: Child,
}

impl WorkerProcess {
    /// Asks it to stop, and waits until it has.
    pub fn stop(mut self) {
        let told = Command::new("kill")
            .arg("-TERM")
            .arg(self.child.id().to_string())
            .status();
        assert!(told.unwrap().success());
        assert!(self.child.wait().unwrap().success());
    }

    /// Takes it away in the middle of whatever it does.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
