//! A database of one's own, from the first-run page: tested, opened, migrated, given its first tenant.

use routine_desktop_tests::{App, Display, Result};
use routine_tests::{Engine, run};

#[test]
fn an_empty_postgres_is_set_up_from_the_window() {
    run(Engine::Postgres, |db| async move {
        let url = db.emptied().await;
        let password = db.address.password();
        set_up(&url, "Connect…", "Address", password).await.unwrap();
    });
}

#[test]
fn a_new_file_is_set_up_from_the_window() {
    run(Engine::Sqlite, |db| async move {
        let url = db.emptied().await;
        set_up(&url, "Choose file…", "File", None).await.unwrap();
    });
}

async fn set_up(url: &str, choice: &str, label: &str, password: Option<&str>) -> Result<()> {
    let home = tempfile::tempdir()?;
    let display = Display::open().await?;
    let app = App::open(&display, home.path(), &[]).await?;
    let page = app.page();
    page.click(choice).await?;
    page.fill(label, "postgres://desk@127.0.0.1:1/routines")
        .await?;
    page.click("Test").await?;
    page.wait_for_text("cannot be reached").await?;

    page.fill(label, url).await?;
    page.click("Open").await?;
    page.fill("Tenant", "Alder Freight").await?;
    page.click("Migrate and create the first tenant").await?;
    page.wait_for_text("Nobody is sweeping.").await?;
    page.press("gr").await?;
    page.wait_for_text("No routines yet").await?;
    app.close().await?;

    // What was chosen is remembered: the next start opens it. Its password is not, where no keychain
    // answers: it is asked for.
    let again = App::open(&display, home.path(), &[]).await?;
    let page = again.page();
    if let Some(password) = password {
        page.fill("Password", password).await?;
        page.click("Open again").await?;
    }
    page.wait_for_text("Nobody is sweeping.").await?;
    page.press("gr").await?;
    page.wait_for_text("No routines yet").await?;
    page.wait_for_text("Nobody is sweeping.").await?;
    again.close().await
}
