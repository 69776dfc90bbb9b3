//! However much there is, and however far one scrolls: few rows stand in the page. Counts, not times.

use std::process::Command;

use routine_desktop_tests::{App, Display, Page, Result};
use routine_tests::routinectl;
use serde_json::json;

/// However tall the window.
const MOST_ROWS: u32 = 60;
/// Enough to come past the third page of fifty rows.
const FRAMES: u32 = 300;
const THIRD_PAGE: u32 = 100;

#[tokio::test]
async fn at_most_sixty_rows_stand_in_the_page() -> Result<()> {
    let home = tempfile::tempdir()?;
    let database = format!("sqlite:{}", home.path().join("many.db").display());
    let filled = Command::new(routinectl())
        .args(["--database", &database, "demo"])
        .args(["--routines", "3000", "--runs", "6000"])
        .output()?;
    assert!(filled.status.success(), "{filled:?}");
    let settings = json!({ "last_connection": database });
    std::fs::write(home.path().join("settings.json"), settings.to_string())?;

    let display = Display::open().await?;
    let app = App::open(&display, home.path(), &[]).await?;
    app.page().wait_for_text("Nobody is sweeping.").await?;
    for address in ["#/routines", "#/runs?from=all"] {
        few_rows(app.page(), address).await?;
    }
    app.close().await
}

async fn few_rows(page: &Page, address: &str) -> Result<()> {
    let address = json!(address);
    page.script(&format!("location.hash = {address}")).await?;
    page.wait_until("document.querySelectorAll('[role=row][data-index]').length > 5")
        .await?;
    let seen = page.scroll(FRAMES).await?;
    assert!(seen.rows_at_most <= MOST_ROWS, "{address}: {seen:?}");
    assert!(seen.farthest_row > THIRD_PAGE, "{address}: {seen:?}");
    Ok(())
}
