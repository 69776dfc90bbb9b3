//! A hub on loopback, asked over real HTTP, on SQLite and on PostgreSQL.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "the functions here are tests, run on both engines"
)]

mod acting;
mod carrying;
mod hostile;
mod many;
mod protocol;
mod runners;
mod webhooks;
