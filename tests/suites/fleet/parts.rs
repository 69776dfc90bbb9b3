//! The processes of a fleet, and the pipe on which its work is heard.

use std::{
    collections::HashSet,
    io::{BufRead, BufReader},
    net::{SocketAddr, TcpListener},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use routine_tests::routinectl;
use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt, BufReader as AsyncReader, Lines},
    net::unix::pipe,
};

pub const SECRET: &str = "hunter2-is-not-to-be-seen";

/// Everything that a part of the fleet is started with.
pub struct Fleet {
    pub url: String,
    pub folder: PathBuf,
}

pub struct Process(Child);

impl Fleet {
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(routinectl());
        command
            .args(arguments)
            .env("ROUTINE_DESK_HOME", &self.folder)
            .env("ROUTINE_DATABASE_URL", &self.url)
            .env("RUST_LOG", "warn")
            .env("ROUTINE_LOG_FORMAT", "json");
        command
    }

    pub fn json(&self, arguments: &[&str]) -> Value {
        let output = self
            .command(&[&["--json"], arguments].concat())
            .output()
            .unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        serde_json::from_slice(&output.stdout).unwrap()
    }

    pub fn worker(&self, name: &str) -> Process {
        let arguments = ["worker", "--name", name, "--poll-seconds", "1"];
        let mut command = self.command(&arguments);
        Process(command.env("ROUTINE_SECRET_HUB", SECRET).spawn().unwrap())
    }

    pub fn hub(&self, name: &str, address: SocketAddr, secret: &str) -> Process {
        let address = address.to_string();
        let arguments = [
            "hub", "--name", name, "--listen", &address, "--runner", "command",
        ];
        let mut child = self
            .command(&arguments)
            .env("ROUTINE_SECRET_HUB", secret)
            .env("RUST_LOG", "info")
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(child.stderr.take().unwrap()).lines();
        let listens = |line: &String| line.contains("listening");
        assert!(
            said.any(|line| listens(&line.unwrap())),
            "the hub does not start"
        );
        // Whatever else it says, nobody waits for a reader.
        std::thread::spawn(move || said.for_each(drop));
        Process(child)
    }
}

impl Process {
    fn signal(&self, name: &str) {
        let told = Command::new("kill")
            .arg(name)
            .arg(self.0.id().to_string())
            .status();
        assert!(told.unwrap().success());
    }

    pub fn freeze(&self) {
        self.signal("-STOP");
    }

    pub fn thaw(&self) {
        self.signal("-CONT");
    }

    /// Takes it away in the middle of whatever it does.
    pub fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    /// Asks it to stop, and waits until it has.
    pub fn stop(mut self) {
        self.signal("-TERM");
        assert!(self.0.wait().unwrap().success());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// An address nobody listens at just now.
pub fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
}

/// Every real start of a program, heard by the key it was started with.
pub struct Starts {
    lines: Lines<AsyncReader<pipe::Receiver>>,
    keys: HashSet<String>,
    pub twice: Vec<String>,
}

impl Starts {
    pub fn listen(pipe: &Path) -> Self {
        assert!(Command::new("mkfifo").arg(pipe).status().unwrap().success());
        // Open for writing too: it never ends, and whoever writes never waits for a reader.
        let receiver = pipe::OpenOptions::new()
            .read_write(true)
            .open_receiver(pipe)
            .unwrap();
        Self {
            lines: AsyncReader::new(receiver).lines(),
            keys: HashSet::new(),
            twice: Vec::new(),
        }
    }

    pub async fn next(&mut self) -> String {
        let key = self.lines.next_line().await.unwrap().unwrap();
        if !self.keys.insert(key.clone()) {
            self.twice.push(key.clone());
        }
        key
    }

    pub async fn count(&mut self, starts: usize) {
        for _ in 0..starts {
            self.next().await;
        }
    }

    /// Hears everything until this key comes.
    pub async fn until(&mut self, key: &str) {
        while self.next().await != key {}
    }
}
