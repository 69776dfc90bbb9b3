//! An administrator who never touches the mouse: the demo, a routine, a pause and its undo.

use routine_desktop_tests::{App, Display, Page, Result};
use serde_json::json;

use crate::scene::{ALT, CONTROL, DOWN, ENTER, ESCAPE, LEFT, TAB};

/// No form has more fields than this.
const MOST_FIELDS: usize = 40;

#[tokio::test]
async fn everything_is_reached_by_keys_alone() -> Result<()> {
    let home = tempfile::tempdir()?;
    let display = Display::open().await?;
    let app = App::open(&display, home.path(), &[]).await?;
    let page = app.page();

    page.wait_for_text("Open a place where routines live")
        .await?;
    page.settle().await?;
    page.press(ENTER).await?;
    page.wait_for_text("Carrier rate import").await?;
    page.press("gr").await?;
    page.wait_until("document.querySelector('[role=row][aria-label]')")
        .await?;

    create(page).await?;
    pause_and_undo(page).await?;
    look_around(page).await?;
    app.close().await
}

async fn create(page: &Page) -> Result<()> {
    page.press("n").await?;
    focused(page, "Name").await?;
    page.settle().await?;
    page.press("Counting sheep").await?;
    tab_to(page, "Instruction").await?;
    page.press("Count them").await?;
    tab_to(page, "Definition").await?;
    page.press(DOWN).await?;
    page.press(DOWN).await?;
    page.press(ENTER).await?;
    page.press(&format!("{CONTROL}s")).await?;
    row(page, "Counting sheep, Alder Freight, scheduled").await
}

async fn pause_and_undo(page: &Page) -> Result<()> {
    page.press("p").await?;
    focused(page, "Reason").await?;
    page.settle().await?;
    page.press("They sleep").await?;
    page.press(&format!("{CONTROL}{ENTER}")).await?;
    // It is offered for ten seconds.
    page.wait_until("byName('Undo')").await?;
    page.press(&format!("{CONTROL}z")).await?;
    page.wait_until("!byName('Undo')").await?;
    row(page, "Counting sheep, Alder Freight, scheduled").await
}

async fn look_around(page: &Page) -> Result<()> {
    page.press("/").await?;
    focused(page, "Filter routines").await?;
    page.settle().await?;
    page.press("sheep").await?;
    page.wait_until("document.querySelectorAll('[role=row][aria-label]').length === 1")
        .await?;
    page.press(ESCAPE).await?;

    page.press(&format!("{CONTROL}k")).await?;
    focused(page, "Search or run a command").await?;
    page.press("go to journal").await?;
    page.press(ESCAPE).await?;
    page.press("gj").await?;
    page.wait_for_text("Counting sheep").await?;
    page.press(&format!("{ALT}{LEFT}")).await?;
    page.wait_until("location.hash.startsWith('#/routines')")
        .await?;
    page.press("?").await?;
    page.wait_until("document.querySelector('[role=dialog]')")
        .await?;
    page.press(ESCAPE).await?;
    page.wait_until("!document.querySelector('[role=dialog]')")
        .await
}

async fn row(page: &Page, begins: &str) -> Result<()> {
    let row = json!(format!("[role=row][aria-label^={}]", json!(begins)));
    page.wait_until(&format!("document.querySelector({row})"))
        .await
}

fn is_focused(label: &str) -> String {
    format!(
        "document.activeElement === byName({}, 'input, textarea')",
        json!(label)
    )
}

async fn focused(page: &Page, label: &str) -> Result<()> {
    page.wait_until(&is_focused(label)).await
}

/// Onwards from field to field, as far as there are any.
async fn tab_to(page: &Page, label: &str) -> Result<()> {
    for _ in 0..MOST_FIELDS {
        page.press(TAB).await?;
        if page.holds(&is_focused(label)).await? {
            return Ok(());
        }
    }
    focused(page, label).await
}
