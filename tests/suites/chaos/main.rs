//! The promise under attack: nothing lost, nothing doubled, whatever dies. `docs/chaos.md` says what
//! runs where and how to repeat a seed.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test stops with what went wrong"
)]

mod dice;
mod kill;
mod model;
mod proof;

/// A number in the environment.
fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().expect("a number"))
}
