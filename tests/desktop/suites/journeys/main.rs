//! What an administrator goes through in the real window, on a database that others use as well.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on must stop with what went wrong"
)]

mod conflict;
mod giving_up;
mod hub;
mod keyboard;
mod outage;
mod records;
mod scene;
