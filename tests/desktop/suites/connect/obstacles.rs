//! What stands in the way of opening a database, or of changing it.

use std::{fs, os::unix::fs::PermissionsExt, path::Path};

use routine_desktop_tests::{App, Display, Result};
use routine_tests::{Certificate, Engine, OwnServer, TestDatabase, run, run_on_own_server};
use serde_json::json;

use super::{Server, fill, keep, keep_with, runs_of, tries_in_vain};

#[test]
fn what_stands_in_the_way_is_said_in_words() {
    run(Engine::Postgres, |db| async move {
        obstacles(&db).await.unwrap();
    });
}

/// No keychain, a wrong password, a newer schema, and a server that has gone.
async fn obstacles(db: &TestDatabase) -> Result<()> {
    let home = tempfile::tempdir()?;
    keep(home.path(), &[("Staging EU", db, "full")])?;
    let display = Display::open().await?;
    let app = App::open(&display, home.path(), &[]).await?;
    let page = app.page();
    let server = Server::of(db);
    page.fill("Password", "open sesame").await?;
    page.click("Open again").await?;
    page.wait_for_text("The server refused to sign in").await?;
    page.fill("Password", &server.password).await?;
    page.click("Open again").await?;
    page.wait_for_text("Staging EU").await?;
    page.wait_until("location.hash.startsWith('#/connections') || location.hash === '#/today'")
        .await?;

    db.execute(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         SELECT 9999, 'later', success, checksum, 0 FROM _sqlx_migrations WHERE version = 1",
    )
    .await
    .unwrap();
    page.press("gc").await?;
    page.press("t").await?;
    page.wait_for_text("Newer than this app").await?;
    page.wait_for_text("Update Routine Desk").await?;

    page.fill("Port", "1").await?;
    page.click("Save").await?;
    page.wait_for_text("cannot be reached").await?;
    app.close().await
}

#[test]
fn a_certificate_that_has_expired_is_said_so() {
    run_on_own_server(|db, server| async move { certificates(&db, &server).await.unwrap() });
}

/// The first one ran out years ago; with the next it opens.
async fn certificates(db: &TestDatabase, server: &OwnServer) -> Result<()> {
    let (expired, good) = (Certificate::until(2021), Certificate::until(2999));
    let home = tempfile::tempdir()?;
    let roots = home.path().join("roots.pem");
    let both = [fs::read(expired.file())?, fs::read(good.file())?].concat();
    fs::write(&roots, both)?;
    let trust = json!({ "tls": "verify-full", "certificate": roots });
    keep_with(home.path(), &[("Staging EU", db, "full")], &trust)?;
    server.show(&expired);
    let display = Display::open().await?;
    let app = App::open(&display, home.path(), &[]).await?;
    let page = app.page();
    page.wait_for_text("is not believed: it expired on 1 January 2021.")
        .await?;

    server.show(&good);
    page.click("Open again").await?;
    page.wait_for_text("refused to sign in").await?;
    page.fill("Password", &Server::of(db).password).await?;
    page.click("Open again").await?;
    page.wait_until("location.hash.startsWith('#/connections') || location.hash === '#/today'")
        .await?;
    app.close().await
}

#[test]
fn a_file_that_may_not_be_written_opens_for_reading() {
    run(Engine::Sqlite, |db| async move {
        fill(&db, "Morning").await;
        let file = db.url.replace("sqlite:", "");
        protect(Path::new(&file), 0o444, 0o555);
        let looked = only_read(&db).await;
        protect(Path::new(&file), 0o644, 0o755);
        looked.unwrap();
        assert_eq!(runs_of(&db).await, 0);
    });
}

fn protect(file: &Path, mode: u32, of_folder: u32) {
    let folder = file.parent().unwrap();
    for (path, mode) in [(file, mode), (folder, of_folder)] {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }
}

async fn only_read(db: &TestDatabase) -> Result<()> {
    let home = tempfile::tempdir()?;
    keep(home.path(), &[("Archive", db, "full")])?;
    let display = Display::open().await?;
    let app = App::open_without_rights(&display, home.path(), &[]).await?;
    tries_in_vain(app.page(), "Archive").await?;
    app.close().await
}
