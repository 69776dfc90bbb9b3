//! "What would have happened on Sunday at three?", in the real window: a sandbox, a hub that fails, and
//! both clock changes of a year.
#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on must stop with what went wrong"
)]

use routine_desktop_tests::{App, Display, Page, Result};
use routine_domain::{Overlap, TriggerSpec};
use routine_store::model::NewRoutine;
use routine_tests::{Engine, Seed, TestDatabase, run};

#[test]
fn a_sandbox_goes_through_both_clock_changes_with_a_failing_hub() {
    run(Engine::Sqlite, |db| async move {
        travel(&db).await.unwrap();
    });
}

async fn travel(db: &TestDatabase) -> Result<()> {
    fill(db).await;
    let home = tempfile::tempdir()?;
    let display = Display::open().await?;
    let app = App::open(&display, home.path(), &[]).await?;
    let page = app.page();
    page.click("Choose file…").await?;
    page.fill("File", &db.url.replace("sqlite:", "")).await?;
    page.click("Full control").await?;
    page.click("Save and open").await?;
    page.wait_for_text("Nobody is sweeping.").await?;
    page.press("gs").await?;
    page.wait_for_text("Faults on purpose").await?;
    page.click("Start scheduler").await?;
    page.wait_for_text("This app claims what is due").await?;
    page.press("\u{E009}\u{E007}").await?;
    page.wait_for_text("Running inside this app").await?;
    page.click("Hub answers 503, for 1 launch in 4").await?;
    page.wait_until(
        "byName('Hub answers 503, for 1 launch in 4')?.getAttribute('aria-checked') === 'true'",
    )
    .await?;
    // From whatever day it is: first one change, then the other.
    for _ in 0..2 {
        pass_the_change(page).await?;
        page.wait_for_text("Every occurrence exactly once").await?;
        page.wait_for_text("Virtual time, sandbox only").await?;
        page.wait_for_text("virtual, held").await?;
    }
    app.close().await
}

/// The clock stands still, on a Sunday, once it is there.
async fn pass_the_change(page: &Page) -> Result<()> {
    let clock = "document.querySelector('section[aria-label=\"Virtual clock\"] small').innerText";
    let before = page.script(&format!("return {clock}")).await?;
    page.press("d").await?;
    page.wait_until(&format!(
        "{clock} !== {before} && {clock}.startsWith('Sunday') && !document.querySelector('[aria-busy]')"
    ))
    .await
}

async fn fill(db: &TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    db.store.mark_sandbox(true, &seed.actor).await.unwrap();
    let now = db.store.now().await.unwrap();
    for (name, expression) in [
        ("Night ledger", "30 2 * * *"),
        ("Tide table", "*/20 * * * *"),
    ] {
        let new = NewRoutine {
            trigger: TriggerSpec::Cron {
                expression: expression.into(),
                zone: "Europe/Vienna".into(),
            },
            overlap: Overlap::Allow,
            ..seed.routine(name)
        };
        seed.create_at(&*db.store, &new, now).await;
    }
}
