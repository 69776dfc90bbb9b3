//! The launchers against the real outside: programs of this machine and servers on loopback.
#![allow(
    clippy::unwrap_used,
    reason = "what the tests here share must stop with what went wrong"
)]

mod command;
mod http;
mod orders;
