//! The use cases as the screens call them, on both databases.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on must stop with what went wrong"
)]

mod actions;
mod bench;
mod bulk;
mod catalog;
mod connections;
mod deliveries;
mod demo;
mod evidence;
mod exchange;
mod explain;
mod failures;
mod flow;
mod history;
mod next_fires;
mod pages;
mod profiles;
mod protection;
mod refusals;
mod sandbox;
mod schedules;
mod secrets;
mod simulate;
mod takeaway;
mod watching;
