//! Databases of one's own in the real window: set up, and several side by side at different levels.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on must stop with what went wrong"
)]

mod obstacles;

use std::path::Path;

use routine_desktop_tests::{App, Display, Page, Result};
use routine_tests::{Engine, Seed, TestDatabase, run};
use serde_json::{Value, json};

const ENTER: &str = "\u{E007}";
const CONTROL_SHIFT_C: &str = "\u{E009}\u{E008}c";

#[test]
fn an_empty_postgres_is_set_up_from_the_window() {
    run(Engine::Postgres, |db| async move {
        let url = db.emptied().await;
        let empty = TestDatabase { url, ..db };
        set_up_server(&empty).await.unwrap();
    });
}

#[test]
fn a_new_file_is_set_up_from_the_window() {
    run(Engine::Sqlite, |db| async move {
        let file = db.emptied().await.replace("sqlite:", "");
        set_up_file(&file).await.unwrap();
    });
}

async fn set_up_server(db: &TestDatabase) -> Result<()> {
    let home = tempfile::tempdir()?;
    let display = Display::open().await?;
    let app = App::open(&display, home.path(), &[]).await?;
    let page = app.page();
    page.click("Connect…").await?;
    page.fill("Address", "127.0.0.1").await?;
    page.fill("Port", "1").await?;
    page.fill("Database", "routines").await?;
    page.click("Test").await?;
    page.wait_for_text("cannot be reached").await?;

    let server = Server::of(db);
    page.fill("Port", &server.port).await?;
    page.fill("Database", &server.database).await?;
    page.fill("User", &server.user).await?;
    page.fill("Password", &server.password).await?;
    page.click("Full control").await?;
    page.click("Save and open").await?;
    give_first_tenant(page).await?;
    app.close().await?;

    // It is remembered: the next start opens it. Its password is not, where no keychain answers: it
    // is asked for.
    let again = App::open(&display, home.path(), &[]).await?;
    let page = again.page();
    page.fill("Password", &server.password).await?;
    page.click("Open again").await?;
    page.wait_for_text("Nobody is sweeping.").await?;
    again.close().await
}

async fn set_up_file(file: &str) -> Result<()> {
    let home = tempfile::tempdir()?;
    let display = Display::open().await?;
    let app = App::open(&display, home.path(), &[]).await?;
    let page = app.page();
    page.click("Choose file…").await?;
    page.fill("File", file).await?;
    page.click("Save and open").await?;
    give_first_tenant(page).await?;
    app.close().await?;

    let again = App::open(&display, home.path(), &[]).await?;
    again.page().wait_for_text("Nobody is sweeping.").await?;
    again.close().await
}

async fn give_first_tenant(page: &Page) -> Result<()> {
    page.fill("Tenant", "Alder Freight").await?;
    page.click("Migrate and create the first tenant").await?;
    page.wait_for_text("Nobody is sweeping.").await?;
    page.press("gr").await?;
    page.wait_for_text("No routines yet").await
}

/// Where a test's server listens, and as whom.
struct Server {
    user: String,
    password: String,
    port: String,
    database: String,
}

impl Server {
    fn of(db: &TestDatabase) -> Self {
        let (user, place) = db.url["postgres://".len()..].rsplit_once('@').unwrap();
        let (place, database) = place.split_once('/').unwrap();
        let database = database.split('?').next().unwrap_or_default();
        Self {
            user: user.split(':').next().unwrap_or_default().to_owned(),
            password: db.address.password().unwrap_or_default().to_owned(),
            port: place.rsplit(':').next().unwrap_or_default().to_owned(),
            database: database.to_owned(),
        }
    }
}

/// A home in which these connections are remembered; the first was open last.
fn keep(home: &Path, profiles: &[(&str, &TestDatabase, &str)]) -> Result<()> {
    keep_with(home, profiles, &json!({}))
}

/// The same, with more of what leads to a server.
fn keep_with(home: &Path, profiles: &[(&str, &TestDatabase, &str)], more: &Value) -> Result<()> {
    let entries: Vec<_> = profiles
        .iter()
        .enumerate()
        .map(|(at, (name, db, level))| {
            let mut place = match db.engine {
                Engine::Sqlite => json!({
                    "engine": "sqlite",
                    "file": db.url.replace("sqlite:", ""),
                }),
                Engine::Postgres => {
                    let server = Server::of(db);
                    json!({
                        "engine": "postgres",
                        "host": "127.0.0.1",
                        "port": server.port.parse::<u16>().unwrap(),
                        "database": server.database,
                        "user": server.user,
                        "tls": "prefer",
                        "certificate": null,
                        "parameters": "",
                    })
                }
            };
            for (name, value) in more.as_object().into_iter().flatten() {
                place[name] = value.clone();
            }
            json!({
                "id": id(at),
                "details": {
                    "name": name,
                    "place": place,
                    "colour": if at == 0 { "moss" } else { "brick" },
                    "protection": level,
                },
            })
        })
        .collect();
    let settings = json!({ "profiles": entries, "last_profile": id(0) });
    std::fs::write(home.join("settings.json"), settings.to_string())?;
    Ok(())
}

fn id(at: usize) -> String {
    format!("0199a3c2-0000-7000-8000-{at:012}")
}

/// One routine each, in databases that are open at different levels, one after the other.
#[test]
fn two_connections_are_kept_apart_by_their_levels() {
    run(Engine::Sqlite, |first| async move {
        fill(&first, "Morning").await;
        let second = copy(&first, "production.db");
        levels(&first, &second).await.unwrap();
    });
}

async fn fill(db: &TestDatabase, name: &str) {
    let store = db.store.as_ref();
    let seed = Seed::new(store).await;
    let mut routine = seed.routine(name);
    routine.trigger = routine_domain::TriggerSpec::Manual;
    seed.create(store, &routine).await;
    // All of it into the one file.
    store.close().await;
}

fn copy(db: &TestDatabase, name: &str) -> TestDatabase {
    let url = db.url.replace("desk.db", name);
    std::fs::copy(db.url.replace("sqlite:", ""), url.replace("sqlite:", "")).unwrap();
    TestDatabase { url, ..db.clone() }
}

async fn levels(staging: &TestDatabase, production: &TestDatabase) -> Result<()> {
    let home = tempfile::tempdir()?;
    keep(
        home.path(),
        &[
            ("Staging", staging, "confirm"),
            ("Production", production, "read_only"),
        ],
    )?;
    let display = Display::open().await?;
    let app = App::open(&display, home.path(), &[]).await?;
    let page = app.page();
    page.wait_for_text("Confirm changes").await?;

    // It asks first; a no leaves everything as it was.
    page.press("gr").await?;
    page.pick_row("Morning").await?;
    page.click("Run now").await?;
    page.wait_for_text("Run now “Morning” on Staging?").await?;
    page.click("Cancel").await?;
    page.click("Run now").await?;
    page.wait_for_text("Run now “Morning” on Staging?").await?;
    page.press("\u{E009}\u{E007}").await?;
    page.wait_for_text("Started Morning").await?;
    assert_eq!(runs_of(staging).await, 1);

    // The other one, by keys: nothing can be changed there.
    page.press(CONTROL_SHIFT_C).await?;
    page.wait_until("byName('Search or run a command', '[role=combobox]')")
        .await?;
    page.press("Production").await?;
    page.press(ENTER).await?;
    tries_in_vain(page, "Production").await?;
    assert_eq!(runs_of(production).await, 0);
    app.close().await
}

/// On a connection that is read-only: whatever could be done is held back, also by its key.
async fn tries_in_vain(page: &Page, name: &str) -> Result<()> {
    page.wait_for_text(&format!("{name} is read-only.")).await?;
    page.press("gr").await?;
    page.pick_row("Morning").await?;
    page.wait_until("document.querySelector('button[aria-disabled=true]')")
        .await?;
    page.press("r").await?;
    page.settle().await
}

async fn runs_of(db: &TestDatabase) -> usize {
    db.texts("SELECT id FROM runs").await.len()
}
