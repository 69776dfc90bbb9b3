//! The use cases: what a screen or the command line can ask for, and the types of the answers.
//!
//! Knows no shell: no Tauri, no terminal, no paths. Everything is a function of a [`Desk`].

pub mod bulk;
pub mod bundle;
pub mod connection;
pub mod crontab;
mod cursor;
pub mod definitions;
pub mod demo;
mod desk;
pub mod error;
pub mod evidence;
pub mod exchange;
pub mod explain;
pub mod failures;
pub mod host;
pub mod journal;
pub mod notices;
mod passwords;
pub mod profiles;
pub mod revive_plans;
pub mod routines;
pub mod runs;
pub mod sandbox;
pub mod schedule;
pub mod scheduler;
mod session;
pub mod settings;
pub mod simulate;
pub mod tenants;
pub mod today;
pub mod twin;
pub mod wire;

pub use desk::Desk;
pub use error::{CommandError, ErrorCode};
pub use host::{Host, HostError, KeptProfiles, KeptSettings};
