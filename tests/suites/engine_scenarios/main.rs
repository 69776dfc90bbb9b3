//! What the engine does to a real database, on SQLite and on PostgreSQL, while a test moves the
//! clock and answers for the outside world.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "the functions here are tests, run on both engines"
)]

mod by_hand;
mod cancels;
mod caps;
mod deliveries;
mod failures;
mod launching;
mod loop_around;
mod outage;
mod outcomes;
mod overlap;
mod retention;
mod revive_plans;
mod rules;
mod scene;
mod schedule;
mod stopping;
mod take_over;
mod zone_data;
