//! Events to the screens: which reads are stale, never the data itself.

use routine_commands::wire::Tag;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Serialize, Deserialize, specta::Type, tauri_specta::Event)]
pub struct DeskChanged {
    pub tags: Vec<Tag>,
}

/// A link waits to be followed.
#[derive(Debug, Clone, Serialize, Deserialize, specta::Type, tauri_specta::Event)]
pub struct LinkOpened;

/// A command was chosen from the menu bar.
#[derive(Debug, Clone, Serialize, Deserialize, specta::Type, tauri_specta::Event)]
pub struct CommandChosen {
    pub id: String,
}
