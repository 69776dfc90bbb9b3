//! The menu bar, where a person wants one. The screens know every command and what is possible now;
//! they hand the list over, and hear which one was chosen. Keys stay theirs: they stand in the text,
//! since a second place that listens to them would take them away from fields.

use serde::{Deserialize, Serialize};
use tauri::{
    AppHandle,
    menu::{MenuBuilder, MenuItemBuilder, SubmenuBuilder},
};
use tauri_specta::Event;

use crate::events::CommandChosen;

/// Before the ids of what the screens put into the bar.
const OURS: &str = "command:";

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct MenuGroup {
    pub label: String,
    pub items: Vec<MenuEntry>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct MenuEntry {
    pub id: String,
    pub label: String,
    /// As a person reads them: `Ctrl K`.
    pub keys: Option<String>,
    pub enabled: bool,
}

/// None of them takes the bar away.
pub fn set(app: &AppHandle, groups: &[MenuGroup]) {
    let done = match groups {
        [] => app.remove_menu().map(|_| ()),
        groups => build(app, groups),
    };
    if let Err(error) = done {
        tracing::warn!(%error, "the menu bar could not be set");
    }
}

fn build(app: &AppHandle, groups: &[MenuGroup]) -> tauri::Result<()> {
    let mut bar = MenuBuilder::new(app);
    for group in groups {
        let mut menu = SubmenuBuilder::new(app, &group.label);
        for entry in &group.items {
            let text = match &entry.keys {
                Some(keys) => format!("{}    {keys}", entry.label),
                None => entry.label.clone(),
            };
            let item = MenuItemBuilder::with_id(format!("{OURS}{}", entry.id), text)
                .enabled(entry.enabled)
                .build(app)?;
            menu = menu.item(&item);
        }
        bar = bar.item(&menu.build()?);
    }
    app.set_menu(bar.build()?)?;
    Ok(())
}

pub fn on_chosen(app: &AppHandle, id: &str) {
    let Some(id) = id.strip_prefix(OURS) else {
        return;
    };
    let chosen = CommandChosen { id: id.to_owned() };
    if let Err(error) = chosen.emit(app) {
        tracing::warn!(%error, "a choice from the menu did not reach the window");
    }
}
