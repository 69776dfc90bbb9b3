//! From one desk to another: a link into a page, and a bundle that opens where no database is.

use std::path::{Path, PathBuf};

use routine_desktop_tests::{App, Display, Result};

#[tokio::test]
async fn a_link_opens_its_page_and_a_bundle_opens_elsewhere() -> Result<()> {
    let home = tempfile::tempdir()?;
    let display = Display::open().await?;
    let link = "routinedesk://Local%20demo/runs?status=schedule_failed";
    let app = App::open(&display, home.path(), &["--demo", link]).await?;
    let page = app.page();
    page.wait_until("location.hash.startsWith('#/runs?')")
        .await?;
    page.pick_row("Supplier price watch, Alder Freight, schedule-failed")
        .await?;
    page.press("\u{E007}").await?;
    page.wait_for_text("Attempt 1").await?;
    page.click("More actions").await?;
    page.click("Save incident bundle").await?;
    page.wait_for_text("Bundle saved as").await?;
    app.close().await?;

    let bundle = saved(home.path())?.unwrap();
    let other_home = tempfile::tempdir()?;
    let other = App::open(&display, other_home.path(), &[]).await?;
    let page = other.page();
    page.wait_for_text("Open local demo").await?;
    page.script("location.hash = '#/bundles'").await?;
    page.wait_for_text("An incident bundle is one run in one file")
        .await?;
    page.upload(&bundle).await?;
    page.wait_for_text("From a bundle.").await?;
    page.wait_for_text("Supplier price watch").await?;
    page.wait_for_text("Why did it (not) fire?").await?;
    other.close().await
}

fn saved(home: &Path) -> Result<Option<PathBuf>> {
    let mut files = std::fs::read_dir(home)?.filter_map(|entry| Some(entry.ok()?.path()));
    let is_bundle = |path: &PathBuf| path.to_string_lossy().ends_with(".routinebundle.json");
    Ok(files.find(is_bundle))
}
