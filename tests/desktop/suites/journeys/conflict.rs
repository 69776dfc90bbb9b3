//! Two people edit one routine: one in the window, the other with `routinectl`, who is faster.

use routine_desktop_tests::Result;
use routine_tests::{Engine, run};

use crate::scene::Scene;

#[test]
fn a_lost_race_is_shown_and_both_changes_are_kept() {
    run(Engine::Sqlite, |db| async move {
        let scene = Scene::on(&db, |ctl| {
            ctl.tenant();
            ctl.definition("Digest", &["--simulated", "succeeds=1"]);
            let daily = ["--cron", "0 9 * * *", "--zone", "Europe/Vienna"];
            ctl.routine("Morning", "Digest", &daily);
        });
        let scene = scene.await.unwrap();
        journey(&scene).await.unwrap();
        scene.app.close().await.unwrap();
    });
}

async fn journey(scene: &Scene) -> Result<()> {
    let page = scene.page();
    page.press("gr").await?;
    page.pick_row("Morning, Acme, scheduled").await?;
    page.press("e").await?;
    page.fill("Name", "Morning digest").await?;

    let pause = ["routine", "pause", "Morning", "--reason", "Holiday"];
    scene.ctl().run(&pause);
    page.click("Save 1 change").await?;
    page.wait_for_text("Someone else saved first.").await?;
    // Their pause is taken over, the new name is kept; nothing of either is lost.
    page.wait_until("byName('Theirs Off')?.checked").await?;
    page.click("Save 1 change").await?;
    page.pick_row("Morning digest, Acme, off").await?;
    scene.ctl().run(&["routine", "show", "Morning digest"]);
    Ok(())
}
