//! A database with a tenant in it, the window open on it, and a second client beside it.

use std::process::Command;

use routine_desktop_tests::{App, Display, Page, Result};
use routine_tests::{Engine, TestDatabase, routinectl};
use tempfile::TempDir;

pub const ENTER: &str = "\u{E007}";
pub const TAB: &str = "\u{E004}";
pub const ESCAPE: &str = "\u{E00C}";
pub const LEFT: &str = "\u{E012}";
pub const RIGHT: &str = "\u{E014}";
pub const DOWN: &str = "\u{E015}";
/// Held until the end of what is pressed with it.
pub const CONTROL: &str = "\u{E009}";
pub const ALT: &str = "\u{E00A}";

pub struct Scene {
    pub app: App,
    url: String,
    home: TempDir,
    _display: Display,
}

impl Scene {
    /// The window on the database, which `prepare` has filled by the other client.
    pub async fn on(db: &TestDatabase, prepare: impl FnOnce(&Ctl)) -> Result<Self> {
        let home = tempfile::tempdir()?;
        prepare(&Ctl::new(&db.url, &home));
        let display = Display::open().await?;
        let app = App::open(&display, home.path(), &[]).await?;
        connect(app.page(), db).await?;
        Ok(Self {
            app,
            url: db.url.clone(),
            home,
            _display: display,
        })
    }

    pub fn page(&self) -> &Page {
        self.app.page()
    }

    pub fn ctl(&self) -> Ctl<'_> {
        Ctl::new(&self.url, &self.home)
    }
}

/// `routinectl`, as the second client of the same database.
pub struct Ctl<'a> {
    url: &'a str,
    home: &'a TempDir,
}

impl<'a> Ctl<'a> {
    fn new(url: &'a str, home: &'a TempDir) -> Self {
        Self { url, home }
    }

    /// It must succeed.
    pub fn run(&self, arguments: &[&str]) {
        let output = Command::new(routinectl())
            .args(arguments)
            .env("ROUTINE_DATABASE_URL", self.url)
            .env("ROUTINE_DESK_HOME", self.home.path())
            .env_remove("RUST_LOG")
            .output()
            .unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
    }

    /// A tenant whose routines may fire every second and give up at the second refusal.
    pub fn tenant(&self) {
        self.run(&["tenant", "create", "Acme"]);
        let policy = ["minimum_interval_seconds=1", "dead_letter_after=2"];
        self.run(&[&["tenant", "set-policy", "Acme"][..], &policy].concat());
    }

    pub fn definition(&self, name: &str, launcher: &[&str]) {
        let begin = ["definition", "create", name, "--tenant", "Acme"];
        self.run(&[&begin[..], launcher].concat());
    }

    pub fn routine(&self, name: &str, definition: &str, trigger: &[&str]) {
        let begin = ["routine", "create", name, "--tenant", "Acme"];
        let what = ["--definition", definition, "--instruction", "Do it."];
        self.run(&[&begin[..], &what, trigger].concat());
    }
}

/// As a person does who means to change things there.
async fn connect(page: &Page, db: &TestDatabase) -> Result<()> {
    match db.engine {
        Engine::Sqlite => {
            page.click("Choose file…").await?;
            page.fill("File", &db.url.replace("sqlite:", "")).await?;
        }
        Engine::Postgres => {
            let (user, place) = db.url["postgres://".len()..].rsplit_once('@').unwrap();
            let (place, database) = place.split_once('/').unwrap();
            let parts = [
                ("Address", "127.0.0.1"),
                ("Port", place.rsplit(':').next().unwrap_or_default()),
                ("Database", database.split('?').next().unwrap_or_default()),
                ("User", user.split(':').next().unwrap_or_default()),
                ("Password", db.address.password().unwrap_or_default()),
            ];
            page.click("Connect…").await?;
            for (label, text) in parts {
                page.fill(label, text).await?;
            }
        }
    }
    page.click("Full control").await?;
    page.click("Save and open").await?;
    page.wait_for_text("Nobody is sweeping.").await
}
