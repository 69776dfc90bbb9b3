//! The local demo: a small cast of tenants and routines with a past, and days of the same engine on a
//! virtual clock.

mod cast;
mod past;
mod rehearsal;
mod seed;
mod simulation;
mod stories;
mod troupe;

pub use seed::seed;
pub use simulation::{DemoReport, simulate_days};
