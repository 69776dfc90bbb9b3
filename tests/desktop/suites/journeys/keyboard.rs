//! An administrator who never touches the mouse, on the demo. After each step the focus is somewhere,
//! and the database says what the screen does.

use std::path::Path;

use routine_desktop_tests::{App, Display, Page, Result};
use routine_domain::{Cause, RunStatus, TriggerSpec};
use serde_json::json;

use crate::{
    records::Records,
    scene::{ALT, CONTROL, DOWN, ENTER, ESCAPE, LEFT, RIGHT, TAB},
};

/// No form has more fields, and no list of the demo more rows than this.
const MOST_STEPS: usize = 60;

const SHEEP: &str = "Counting sheep";
const RATES: &str = "Carrier rate import";

#[tokio::test]
async fn everything_is_reached_by_keys_alone() -> Result<()> {
    let home = tempfile::tempdir()?;
    let display = Display::open().await?;
    let app = App::open(&display, home.path(), &[]).await?;
    let desk = open_demo(app.page(), home.path()).await?;

    desk.move_and_peek().await?;
    desk.create().await?;
    desk.pause_and_undo().await?;
    desk.run_and_open_it().await?;
    desk.find_out_why().await?;
    desk.revive().await?;
    desk.look_around().await?;
    desk.records.close().await;
    app.close().await
}

async fn open_demo<'a>(page: &'a Page, home: &Path) -> Result<Desk<'a>> {
    page.wait_for_text("Open a place where routines live")
        .await?;
    page.wait_until(ON_PAGE).await?;
    page.press(ENTER).await?;
    page.wait_for_text(RATES).await?;
    let records = Records::of(&home.join("demo.db")).await;
    Ok(Desk { page, records })
}

struct Desk<'a> {
    page: &'a Page,
    records: Records,
}

/// Nothing in the page has the focus, but the page itself does.
const ON_PAGE: &str = "document.activeElement === document.querySelector('main')";
const IN_DIALOG: &str = "document.activeElement.closest('[role=dialog]')";

impl Desk<'_> {
    async fn move_and_peek(&self) -> Result<()> {
        let page = self.page;
        self.go("gr", "#/routines").await?;
        page.wait_until("document.querySelector('[role=row][aria-label]')")
            .await?;
        // Rows may change places meanwhile: what counts is that another one is reached, and come back to.
        let mut passed = Vec::new();
        for key in ["j", "j", "k", "j"] {
            let before = passed.last().cloned().unwrap_or_default();
            page.press(key).await?;
            page.wait_until(&format!(
                "{ON_A_ROW} && {FOCUSED_NAME} !== {}",
                json!(before)
            ))
            .await?;
            passed.push(page.script(&format!("return {FOCUSED_NAME}")).await?);
        }
        page.press(" ").await?;
        page.wait_until(INSPECTED).await?;
        page.press("j").await?;
        page.wait_until(INSPECTED).await?;
        page.press(ESCAPE).await?;
        page.wait_until("!document.querySelector('aside[aria-label]')")
            .await?;
        page.wait_until(ON_A_ROW).await
    }

    async fn create(&self) -> Result<()> {
        let page = self.page;
        page.press("n").await?;
        page.wait_until(&in_field("Name")).await?;
        page.press(SHEEP).await?;
        self.tab_to("Instruction").await?;
        page.press("Count them").await?;
        page.press(TAB).await?;
        page.wait_until("document.activeElement === byName('Cron')")
            .await?;
        page.press(RIGHT).await?;
        page.wait_until("document.activeElement === byName('Interval')")
            .await?;
        self.tab_to("Every").await?;
        page.press(&format!("{CONTROL}a")).await?;
        page.press("6").await?;
        self.tab_to("Definition").await?;
        page.press("Assist").await?;
        page.press(DOWN).await?;
        page.press(ENTER).await?;
        page.wait_until(&in_field("Definition")).await?;
        assert_eq!(self.records.find(SHEEP).await, None, "nothing is saved yet");

        page.press(&format!("{CONTROL}s")).await?;
        // The keys go on at what was made.
        self.on_row(&format!("{SHEEP}, Alder Freight, scheduled"))
            .await?;
        let made = self.records.routine(SHEEP).await;
        assert_eq!(made.instruction, "Count them");
        assert!(
            matches!(made.trigger, TriggerSpec::Interval { every_seconds, .. } if every_seconds == 6 * 60 * 60),
            "{:?}",
            made.trigger
        );
        assert_eq!((made.revision, made.off), (1, None));
        Ok(())
    }

    async fn pause_and_undo(&self) -> Result<()> {
        let page = self.page;
        page.press("p").await?;
        page.wait_until(&in_field("Reason")).await?;
        page.press("They sleep").await?;
        page.press(&format!("{CONTROL}{ENTER}")).await?;
        self.on_row(&format!("{SHEEP}, Alder Freight, off")).await?;
        let paused = self.records.routine(SHEEP).await;
        let reason = paused.off.map(|off| off.reason);
        assert_eq!(reason.as_deref(), Some("They sleep"));
        assert_eq!(paused.placement.next_fire_at, None);

        // It is offered for ten seconds.
        page.wait_until("byName('Undo')").await?;
        page.press(&format!("{CONTROL}z")).await?;
        self.on_row(&format!("{SHEEP}, Alder Freight, scheduled"))
            .await?;
        let resumed = self.records.routine(SHEEP).await;
        assert_eq!(resumed.off, None);
        assert_eq!(resumed.revision, paused.revision + 1);
        assert!(resumed.placement.next_fire_at.is_some());
        Ok(())
    }

    async fn run_and_open_it(&self) -> Result<()> {
        let page = self.page;
        page.press("r").await?;
        page.wait_for_text(&format!("Started {SHEEP}")).await?;
        self.on_row(SHEEP).await?;
        let run = self.records.only_run_of(SHEEP).await;
        assert_eq!(run.cause, Cause::Manual);

        self.go("gu", "#/runs").await?;
        let ended = format!("{SHEEP}, Alder Freight, succeeded");
        page.wait_until(&row(&ended)).await?;
        let run = self.records.only_run_of(SHEEP).await;
        assert_eq!(run.status, RunStatus::Succeeded);
        self.step_to_row(&ended).await?;
        page.press(ENTER).await?;
        self.on_page(&format!("#/runs/{}", run.id)).await?;
        page.wait_for_text("Succeeded").await
    }

    /// What gave up is explained, and looking changes nothing.
    async fn find_out_why(&self) -> Result<()> {
        let page = self.page;
        let before = self.records.routine(RATES).await;
        assert!(before.placement.dead_lettered_at.is_some());
        self.go("gr", "#/routines").await?;
        page.press("/").await?;
        page.wait_until(&in_field("Filter routines")).await?;
        page.press("carrier rate").await?;
        page.wait_until("document.querySelectorAll('[role=row][aria-label]').length === 1")
            .await?;
        // The first empties the field, the second leaves it.
        page.press(ESCAPE).await?;
        page.press(ESCAPE).await?;
        page.wait_until(ON_PAGE).await?;
        self.step_to_row(RATES).await?;
        page.press("w").await?;
        self.on_page("#/fires/").await?;
        page.wait_for_text("Did not fire: dead-lettered since")
            .await?;
        assert_eq!(self.records.routine(RATES).await, before);
        Ok(())
    }

    async fn revive(&self) -> Result<()> {
        let page = self.page;
        self.go("gf", "#/failures").await?;
        page.press("2").await?;
        self.on_page("#/failures/dead").await?;
        page.wait_until("document.querySelector('article[data-selected]')")
            .await?;
        page.press("v").await?;
        page.wait_until(IN_DIALOG).await?;
        page.wait_for_text("1 will be revived.").await?;
        page.press(&format!("{CONTROL}{ENTER}")).await?;
        self.on_page("#/failures/revive/").await?;
        page.wait_for_text("1 revived").await?;
        let revived = self.records.routine(RATES).await;
        assert_eq!(revived.placement.dead_lettered_at, None);
        assert_eq!(revived.streaks.consecutive_failures, 0);
        assert!(revived.placement.next_fire_at.is_some());
        Ok(())
    }

    async fn look_around(&self) -> Result<()> {
        let page = self.page;
        page.press(&format!("{CONTROL}k")).await?;
        page.wait_until(&in_field("Search or run a command"))
            .await?;
        page.press("journal").await?;
        page.wait_until(
            "document.querySelector('[role=option][aria-selected=true]')?.innerText.includes('Journal')",
        )
        .await?;
        page.press(ENTER).await?;
        self.on_page("#/journal").await?;
        page.wait_for_text(SHEEP).await?;
        assert_eq!(
            self.records.changes_of(SHEEP).await,
            ["routine.created", "routine.paused", "routine.resumed"]
        );

        page.press("?").await?;
        page.wait_until(IN_DIALOG).await?;
        page.wait_for_text("Search or run a command").await?;
        page.press(ESCAPE).await?;
        self.on_page("#/journal").await?;
        page.press(&format!("{ALT}{LEFT}")).await?;
        self.on_page("#/failures/revive/").await
    }

    async fn go(&self, keys: &str, address: &str) -> Result<()> {
        self.page.press(keys).await?;
        self.on_page(address).await
    }

    async fn on_page(&self, address: &str) -> Result<()> {
        let there = format!("location.hash.startsWith({})", json!(address));
        self.page.wait_until(&format!("{there} && {ON_PAGE}")).await
    }

    async fn on_row(&self, begins: &str) -> Result<()> {
        let focused = format!("document.activeElement === {}", row(begins));
        self.page.wait_until(&focused).await
    }

    /// Down the list from where the cursor is, as far as there are rows.
    async fn step_to_row(&self, begins: &str) -> Result<()> {
        self.page.wait_until(&row(begins)).await?;
        let focused = format!("document.activeElement === {}", row(begins));
        for _ in 0..MOST_STEPS {
            self.page.press("j").await?;
            if self.page.holds(&focused).await? {
                return Ok(());
            }
        }
        self.page.wait_until(&focused).await
    }

    /// Onwards from field to field, as far as there are any.
    async fn tab_to(&self, label: &str) -> Result<()> {
        for _ in 0..MOST_STEPS {
            self.page.press(TAB).await?;
            if self.page.holds(&in_field(label)).await? {
                return Ok(());
            }
        }
        self.page.wait_until(&in_field(label)).await
    }
}

const ON_A_ROW: &str = "document.activeElement.matches('[role=row]')";
const FOCUSED_NAME: &str = "document.activeElement.ariaLabel?.split(',')[0]";

/// The inspector shows the row that has the focus.
const INSPECTED: &str = "document.activeElement.getAttribute('aria-label')\
    ?.startsWith(document.querySelector('aside[aria-label]')?.ariaLabel + ',')";

fn row(begins: &str) -> String {
    let begins = json!(format!("[role=row][aria-label^={}]", json!(begins)));
    format!("document.querySelector({begins})")
}

fn in_field(label: &str) -> String {
    let label = json!(label);
    format!("document.activeElement === byName({label}, 'input, textarea')")
}
