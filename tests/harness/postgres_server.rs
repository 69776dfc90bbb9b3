//! One PostgreSQL server for all test processes of a machine: the first one starts it, and it stops
//! when the last one has ended. `ROUTINE_TEST_POSTGRES_URL` names another one to use instead.

use std::{
    collections::hash_map::DefaultHasher,
    fs::{self, File},
    hash::{Hash, Hasher},
    net::TcpListener,
    os::unix::{fs::PermissionsExt, process::CommandExt},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::OnceLock,
};

use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tokio::sync::OnceCell;

use crate::database::{open, unique};

/// A server to make databases on.
#[derive(Clone)]
pub(crate) struct Server {
    /// Of its maintenance database, with the password.
    pub(crate) url: String,
}

pub(crate) struct Folder(PathBuf);

impl Server {
    pub(crate) fn shared() -> Server {
        static SHARED: OnceLock<Server> = OnceLock::new();
        SHARED
            .get_or_init(|| match std::env::var("ROUTINE_TEST_POSTGRES_URL") {
                Ok(url) => Server { url },
                Err(_) => Server {
                    url: Folder::new().serve(),
                },
            })
            .clone()
    }

    /// The URL of one of its databases.
    pub(crate) fn url(&self, database: &str) -> String {
        let (server, query) = self.url.split_once('?').unwrap_or((&self.url, ""));
        let end = server
            .rfind('/')
            .filter(|at| *at > "postgres://".len())
            .unwrap_or(server.len());
        format!("{}/{database}?{query}", &server[..end])
    }

    pub(crate) async fn run(&self, sql: &str) {
        let mut connection = PgConnection::connect(&self.url)
            .await
            .expect("the server answers");
        let done = sqlx::query(AssertSqlSafe(sql.to_owned()))
            .execute(&mut connection)
            .await;
        done.unwrap_or_else(|error| panic!("{sql}: {error}"));
        connection.close().await.expect("the connection ends");
    }

    /// A database of the present schema to copy; made by whoever needs it first.
    pub(crate) async fn template(&self) -> &'static str {
        static TEMPLATE: OnceCell<String> = OnceCell::const_new();
        TEMPLATE.get_or_init(|| self.make_template()).await
    }

    async fn make_template(&self) -> String {
        let name = format!("template_{:x}", schema_hash());
        let lock = Folder::new().lock("template.lock");
        let mut connection = PgConnection::connect(&self.url)
            .await
            .expect("the server answers");
        let found: Option<i32> = sqlx::query_scalar("SELECT 1 FROM pg_database WHERE datname = $1")
            .bind(&name)
            .fetch_optional(&mut connection)
            .await
            .expect("the server lists its databases");
        if found.is_none() {
            // Named last, so that a half-made one is never copied.
            let draft = unique("draft");
            self.run(&format!("CREATE DATABASE {draft}")).await;
            let database = open(&self.url(&draft)).await;
            database
                .migrate()
                .await
                .expect("an empty database migrates");
            database
                .store()
                .await
                .expect("the schema is current")
                .close()
                .await;
            self.run(&format!("ALTER DATABASE {draft} RENAME TO {name}"))
                .await;
        }
        connection.close().await.expect("the connection ends");
        drop(lock);
        name
    }
}

/// Changes with every change of a migration, so that worktrees with different ones do not meet.
fn schema_hash() -> u64 {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations/postgres");
    let files = fs::read_dir(folder).expect("the migrations are there");
    let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in files {
        fs::read(file)
            .expect("a readable migration")
            .hash(&mut hasher);
    }
    hasher.finish()
}

impl Folder {
    /// For a server that one test has to itself.
    pub(crate) fn own() -> Folder {
        let folder = Folder::new().file(&unique("own"));
        fs::create_dir_all(&folder).expect("a folder for the test server");
        Folder(folder)
    }

    fn new() -> Folder {
        let user = std::env::var("USER").unwrap_or_else(|_| "nobody".into());
        let folder = std::env::temp_dir().join(format!("routine-desk-tests-{user}"));
        fs::create_dir_all(&folder).expect("a folder for the test server");
        Folder(folder)
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn open(&self, name: &str) -> File {
        let file = File::options()
            .create(true)
            .append(true)
            .open(self.file(name));
        file.expect("a lock file")
    }

    fn lock(&self, name: &str) -> File {
        let file = self.open(name);
        file.lock().expect("a lock");
        file
    }

    /// The URL of the running server, started if need be, and kept for this process's life.
    fn serve(&self) -> String {
        static IN_USE: OnceLock<File> = OnceLock::new();
        IN_USE.get_or_init(|| self.in_use());
        let starting = self.lock("start.lock");
        let url = self.running().unwrap_or_else(|| self.start());
        drop(starting);
        url
    }

    /// The server runs as long as somebody holds this.
    pub(crate) fn in_use(&self) -> File {
        let in_use = self.open("users.lock");
        in_use.lock_shared().expect("a shared lock");
        in_use
    }

    fn running(&self) -> Option<String> {
        let status = self
            .as_owner("pg_ctl")
            .arg("-D")
            .arg(self.file("data"))
            .arg("status")
            .output();
        let runs = status.is_ok_and(|output| output.status.success());
        fs::read_to_string(self.file("url")).ok().filter(|_| runs)
    }

    pub(crate) fn start(&self) -> String {
        let data = self.file("data");
        let secret = self.file("secret");
        if !data.join("PG_VERSION").exists() {
            fs::write(&secret, unique("secret")).expect("a password file");
            fs::set_permissions(&secret, fs::Permissions::from_mode(0o600)).expect("kept private");
            fs::create_dir_all(&data).expect("a data folder");
            if is_root() {
                finish(
                    Command::new("chown")
                        .arg("postgres")
                        .arg(&data)
                        .arg(&secret),
                );
            }
            finish(
                // In clear, and only on this machine: an unoptimized client takes long to hash.
                self.as_owner("initdb")
                    .args(["--username=postgres", "--auth=password", "--encoding=UTF8"])
                    .args(["--locale=C.UTF-8", "--no-instructions"])
                    .arg(format!("--pwfile={}", secret.display()))
                    .arg("-D")
                    .arg(&data),
            );
        }
        let socket = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = socket.local_addr().expect("a free port").port();
        drop(socket);
        let settings = format!(
            "-c port={port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' \
             -c max_connections=200 -c shared_buffers=256MB"
        );
        finish(
            self.as_owner("pg_ctl")
                .args(["start", "-w", "-l"])
                .arg(data.join("server.log"))
                .arg("-D")
                .arg(&data)
                .arg("-o")
                .arg(settings),
        );
        self.stop_after_the_last();
        let password = fs::read_to_string(&secret).expect("the password");
        let url = format!("postgres://postgres:{password}@127.0.0.1:{port}/postgres");
        fs::write(self.file("url"), &url).expect("the URL is noted");
        fs::set_permissions(self.file("url"), fs::Permissions::from_mode(0o600))
            .expect("kept private");
        url
    }

    /// A process that waits until nobody holds `users.lock` any more, then stops the server. Where
    /// there is no `flock` the server goes on, for the next run.
    fn stop_after_the_last(&self) {
        let stop = self.as_owner("pg_ctl");
        let mut wait = Command::new("flock");
        wait.arg(self.file("users.lock"))
            .arg("flock")
            .arg(self.file("start.lock"));
        wait.arg(stop.get_program()).args(stop.get_args());
        wait.args(["stop", "-m", "fast", "-D"])
            .arg(self.file("data"));
        wait.stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        wait.process_group(0).spawn().ok();
    }

    /// PostgreSQL refuses to run as root.
    pub(crate) fn as_owner(&self, program: &str) -> Command {
        let program = binary(program);
        if !is_root() {
            return Command::new(program);
        }
        let mut command = Command::new("runuser");
        command.args(["-u", "postgres", "--"]).arg(program);
        command
    }
}

pub fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|me| std::os::unix::fs::MetadataExt::uid(&me) == 0)
}

/// The newest installed one.
fn binary(program: &str) -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten();
    let mut folders: Vec<_> = versions.map(|version| version.path().join("bin")).collect();
    folders.sort();
    folders.reverse();
    let path = std::env::var_os("PATH").unwrap_or_default();
    folders.extend(std::env::split_paths(&path));
    let found = folders
        .into_iter()
        .map(|folder| folder.join(program))
        .find(|file| file.exists());
    found.unwrap_or_else(|| {
        panic!(
            "{program} was not found. Install PostgreSQL, put its programs on the PATH, or name a server in ROUTINE_TEST_POSTGRES_URL."
        )
    })
}

pub(crate) fn finish(command: &mut Command) {
    // The server it starts must not keep the pipes of the test run open.
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let status = command
        .status()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(status.success(), "{command:?} failed with {status}");
}
