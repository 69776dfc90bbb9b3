//! What the suites share: real databases of both engines, and rows to begin with. It never replaces
//! the product by an imitation.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot set up must stop with what went wrong"
)]

mod certificate;
mod database;
mod own_server;
mod postgres_server;
mod program;
mod scripted_launcher;
mod seed;

pub use certificate::Certificate;
pub use database::{TestDatabase, run, run_on_each, run_unsynced};
pub use own_server::{OwnServer, run_on_own_server};
pub use postgres_server::is_root;
pub use program::{of_this_package, routinectl};
pub use routine_store::Engine;
pub use scripted_launcher::{Answer, Gate, ScriptedLauncher};
pub use seed::{Seed, instant};

/// Declares each test once and runs it on both databases, as `sqlite::name` and `postgres::name`:
///
/// ```text
/// on_both! { names_are_unique, lists_are_sorted }
///
/// async fn names_are_unique(db: TestDatabase) { … }
/// ```
#[macro_export]
macro_rules! on_both {
    ($($test:ident),* $(,)?) => {
        mod sqlite {
            $(#[test] fn $test() { $crate::run($crate::Engine::Sqlite, super::$test); })*
        }

        mod postgres {
            $(#[test] fn $test() { $crate::run($crate::Engine::Postgres, super::$test); })*
        }
    };
}
