//! A routine is made, fires, is refused, backs off, gives up, is explained, and comes back with the
//! others of its kind by a plan that tries one of them first.

use routine_desktop_tests::{Page, Result};
use routine_tests::{Engine, run};

use crate::{
    hub::Hub,
    scene::{CONTROL, DOWN, ENTER, Scene},
};

#[test]
fn what_gave_up_is_explained_and_revived_in_bulk() {
    run(Engine::Sqlite, |db| async move {
        let hub = Hub::start().await.unwrap();
        let scene = Scene::on(&db, |ctl| {
            ctl.tenant();
            ctl.definition("Ledger hub", &["--http", &hub.url]);
            for name in ["Invoices", "Reminders"] {
                ctl.routine(name, "Ledger hub", &["--every", "2"]);
            }
        });
        let scene = scene.await.unwrap();
        journey(scene.page(), &hub).await.unwrap();
        scene.app.close().await.unwrap();
    });
}

async fn journey(page: &Page, hub: &Hub) -> Result<()> {
    create(page).await?;
    page.press("gs").await?;
    page.click("Start scheduler").await?;
    page.wait_for_text("This app claims what is due").await?;
    page.press(&format!("{CONTROL}{ENTER}")).await?;
    page.wait_for_text("Running inside this app").await?;

    give_up(page).await?;
    explain(page).await?;

    hub.recover();
    revive(page).await?;
    page.press("gr").await?;
    page.pick_row("Balances, Acme, scheduled").await
}

async fn create(page: &Page) -> Result<()> {
    page.press("gr").await?;
    page.click("New routine").await?;
    page.fill("Name", "Balances").await?;
    page.fill("Instruction", "Compare the balances").await?;
    page.click("Interval").await?;
    page.fill("Every", "2").await?;
    page.click("Unit").await?;
    page.click("seconds").await?;
    page.fill("Definition", "Ledger").await?;
    page.press(DOWN).await?;
    page.press(ENTER).await?;
    page.click("Create routine").await?;
    page.pick_row("Balances, Acme").await
}

/// Each was refused once and waits; tried at once, each is refused a second time, its last.
async fn give_up(page: &Page) -> Result<()> {
    page.press("gr").await?;
    page.pick_row("Balances, Acme, backing off, 1 of 2").await?;
    page.press("gf").await?;
    page.click("Try 3 now…").await?;
    page.click("Try now").await?;
    page.wait_for_text("Nothing is backing off.").await
}

async fn explain(page: &Page) -> Result<()> {
    page.press("gr").await?;
    page.pick_row("Balances, Acme, dead-lettered").await?;
    page.press("w").await?;
    page.wait_until("location.hash.startsWith('#/fires/')")
        .await?;
    page.wait_for_text("Did not fire: dead-lettered since")
        .await
}

async fn revive(page: &Page) -> Result<()> {
    page.press("gf").await?;
    page.click("Revive 3…").await?;
    page.wait_for_text("3 will be revived.").await?;
    page.click("over").await?;
    page.click("at once").await?;
    page.click("Start with the canary").await?;
    page.wait_until("location.hash.startsWith('#/failures/revive/')")
        .await?;
    page.wait_for_text("3 revived").await?;
    page.wait_for_text("canary run").await?;
    page.wait_for_text("Done").await
}
