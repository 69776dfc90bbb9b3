//! A newcomer's first minutes, in the real window: open the demo, make a routine that runs a real
//! program, see what it wrote, look at what failed, and bring a dead-lettered routine back.

use routine_desktop_tests::{App, Display, Page, Result};

const ENTER: &str = "\u{E007}";

#[tokio::test]
async fn a_routine_is_made_fires_and_shows_its_output() -> Result<()> {
    let home = tempfile::tempdir()?;
    let display = Display::open().await?;
    let app = App::open(&display, home.path(), &[]).await?;
    let page = app.page();

    page.wait_for_text("Open a place where routines live")
        .await?;
    page.click("Open local demo").await?;
    // The day comes first.
    page.wait_for_text("Carrier rate import").await?;
    page.press("gr").await?;
    page.wait_until("location.hash.startsWith('#/routines')")
        .await?;

    create_greeting(page).await?;
    see_it_succeed(page).await?;
    see_what_failed(page).await?;
    revive(page).await?;
    app.close().await
}

async fn create_greeting(page: &Page) -> Result<()> {
    page.click("New routine").await?;
    page.fill("Name", "Greeting").await?;
    page.fill("Instruction", "Say hello").await?;
    page.click("Interval").await?;
    page.fill("Every", "2").await?;
    page.click("Unit").await?;
    page.click("seconds").await?;
    page.click("New definition…").await?;
    page.fill("Definition name", "Echo").await?;
    page.click("Local command").await?;
    page.fill("Program", "/bin/echo").await?;
    page.fill("Arguments", "hello from the routine").await?;
    page.click("Create definition").await?;
    page.wait_until("!byName('Definition name')").await?;
    page.click("Create routine").await?;
    page.pick_row("Greeting, Alder Freight").await
}

/// Its program ran on schedule, and what it wrote is in the run's detail.
async fn see_it_succeed(page: &Page) -> Result<()> {
    page.click("Runs").await?;
    page.pick_row("Greeting, Alder Freight, succeeded").await?;
    page.press(ENTER).await?;
    page.wait_for_text("hello from the routine").await
}

/// The history holds a launch that was refused, and the one that was the last allowed.
async fn see_what_failed(page: &Page) -> Result<()> {
    page.script("location.hash = '#/runs?status=%5B%22schedule_failed%22%5D'")
        .await?;
    page.wait_for_text("Schedule-failed").await?;
    page.wait_for_text("gave up").await
}

async fn revive(page: &Page) -> Result<()> {
    page.press("gr").await?;
    page.pick_row("Carrier rate import, Alder Freight, dead-lettered")
        .await?;
    page.click("Revive").await?;
    page.pick_row("Carrier rate import, Alder Freight, scheduled")
        .await
}
