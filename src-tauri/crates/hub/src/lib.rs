//! The receiving side of a hand-off (product.md, section 6). A hub checks who asks, reads the run and
//! everything about it from the stored rows, carries it out with a runner, and records the outcome.
//! It never believes a request about who owns what, and never starts one key twice.

mod answers;
mod authorization;
mod carry;
mod hub;
mod refusals;
pub mod requests;
mod routes;
mod runner;
pub mod runners;
mod serve;
mod webhooks;

pub use hub::{Hub, HubConfig};
pub use runner::{Ended, Runner};
pub use serve::serve;
