//! `routinectl` as a person or a service manager starts it: real processes, on both databases.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on must stop with what went wrong"
)]

mod bench;
mod crontabs;
mod ctl;
mod deliveries;
mod demo;
mod doctor;
mod evidence;
mod flow;
mod receiver;
mod revive;
mod sandbox;
mod schedule;
mod secrets;
mod service;
mod takeaway;
mod workers;
