//! The local demo: a small cast of tenants and routines with a past, and days of the same engine on a
//! virtual clock.

mod cast;
mod past;
mod seed;
mod stories;

pub use seed::seed;
