//! PostgreSQL, three workers and two hubs as real processes on loopback, while hubs are killed,
//! restarted with another secret, made slow and cut off.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on must stop with what went wrong"
)]

mod parts;
mod proxy;
mod trouble;
