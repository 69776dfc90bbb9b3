//! `routinectl` as a person or a service manager starts it: real processes, on both databases.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on must stop with what went wrong"
)]

mod bench;
mod crontabs;
mod ctl;
mod demo;
mod doctor;
mod evidence;
mod flow;
mod receiver;
mod revive;
mod schedule;
mod takeaway;
mod workers;
