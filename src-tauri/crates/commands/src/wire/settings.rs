use serde::{Deserialize, Serialize};
use specta::Type;

/// What a person chose on this desktop. Local: no database knows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Settings {
    pub theme: Theme,
    /// The IANA zone that times are shown in; none follows the desktop.
    pub zone: Option<String>,
    pub density: Density,
    pub live: LivePace,
    pub notices: Notices,
    pub habits: Habits,
    pub default_window: DefaultWindow,
    pub time_format: TimeFormat,
    /// Size of everything, 80 to 150.
    pub scale_percent: u32,
}

impl Settings {
    pub const SCALES: std::ops::RangeInclusive<u32> = 80..=150;
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::System,
            zone: None,
            density: Density::Comfortable,
            live: LivePace::Usual,
            notices: Notices::default(),
            habits: Habits::default(),
            default_window: DefaultWindow::Week,
            time_format: TimeFormat::H24,
            scale_percent: 100,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    System,
    Light,
    Dark,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Density {
    Comfortable,
    Compact,
}

/// How often the screens ask again by themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum LivePace {
    /// Every 2 s, lists every 5 s.
    Usual,
    /// Five times as rarely, for a slow or metered line.
    Slow,
}

/// Which changes are told while one looks at something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(default)]
pub struct Notices {
    pub dead_lettered: bool,
    pub switched_off: bool,
    pub nobody_sweeps: bool,
    pub canary_failed: bool,
    pub recovered: bool,
}

impl Default for Notices {
    fn default() -> Self {
        Self {
            dead_lettered: true,
            switched_off: true,
            nobody_sweeps: true,
            canary_failed: true,
            recovered: true,
        }
    }
}

/// How the application behaves on the desktop around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(default)]
pub struct Habits {
    /// The system's own notifications while the window is not in front.
    pub system_notices: bool,
    /// A sign in the tray with the state and a way out; never the only way.
    pub tray: bool,
    /// Closing the window leaves a scheduler inside this program running.
    pub keep_running: bool,
    /// A menu bar with every command.
    pub menu_bar: bool,
}

impl Default for Habits {
    fn default() -> Self {
        Self {
            system_notices: true,
            tray: false,
            keep_running: false,
            menu_bar: cfg!(target_os = "macos"),
        }
    }
}

/// The part of history that lists begin with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
pub enum DefaultWindow {
    #[serde(rename = "1h")]
    Hour,
    #[serde(rename = "24h")]
    Day,
    #[serde(rename = "7d")]
    Week,
    #[serde(rename = "all")]
    All,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
pub enum TimeFormat {
    #[serde(rename = "24h")]
    H24,
    #[serde(rename = "12h")]
    H12,
    /// As the system writes times.
    #[serde(rename = "system")]
    System,
}

/// The settings, and where they are kept.
#[derive(Debug, Clone, Serialize, Deserialize, Type)]
pub struct SettingsStatus {
    pub settings: Settings,
    /// The file; none where this host keeps none.
    pub file: Option<String>,
    /// What was wrong with the file when it was read, in a sentence.
    pub warning: Option<String>,
    /// The zone of this desktop, for "same as the desktop".
    pub desktop_zone: String,
}
