//! Every method of the store's contract, held to it on SQLite and on PostgreSQL.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "the functions here are tests, run on both engines"
)]

mod acting;
mod administrators;
mod catalog;
mod claims;
mod clock;
mod deliveries;
mod evidence;
mod failures;
mod history;
mod hubs;
mod launches;
mod passes;
mod people;
mod reports;
mod retention;
mod revive_plans;
mod routines;
mod sandbox;
mod streaks;
mod takeaway;
mod waking;
mod watching;
mod webhooks;
mod zone_data;
