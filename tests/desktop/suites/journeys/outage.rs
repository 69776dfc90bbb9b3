//! The database goes away under the open window, and comes back.

use routine_desktop_tests::Result;
use routine_tests::{OwnServer, run_on_own_server};

use crate::scene::Scene;

#[test]
fn the_window_outlives_a_database_that_stops() {
    run_on_own_server(|db, server| async move {
        let scene = Scene::on(&db, |ctl| {
            ctl.tenant();
            ctl.definition("Digest", &["--simulated", "succeeds=1"]);
            let daily = ["--cron", "0 9 * * *", "--zone", "Europe/Vienna"];
            ctl.routine("Morning", "Digest", &daily);
        });
        let scene = scene.await.unwrap();
        journey(&scene, &server).await.unwrap();
        scene.app.close().await.unwrap();
    });
}

async fn journey(scene: &Scene, server: &OwnServer) -> Result<()> {
    let page = scene.page();
    page.press("gr").await?;
    page.pick_row("Morning, Acme, scheduled").await?;

    server.stop();
    // What was read stays readable, with its age; what would change something is held back.
    page.wait_for_text("is not answering").await?;
    page.pick_row("Morning, Acme, scheduled").await?;
    page.wait_until("!byName('New routine') || byName('New routine').ariaDisabled === 'true'")
        .await?;

    server.come_back();
    page.wait_until("!document.body.innerText.includes('is not answering')")
        .await?;
    // The same window goes on, with reads and with writes.
    scene
        .ctl()
        .run(&["routine", "pause", "Morning", "--reason", "Holiday"]);
    page.pick_row("Morning, Acme, off").await?;
    page.press("p").await?;
    page.pick_row("Morning, Acme, scheduled").await
}
