//! Persistence only. One contract, [`Store`], whose methods are intents: each is one transaction and
//! one transition, and answers who won as a value. Decisions are the domain's; nothing here launches,
//! waits or reads a clock: every method takes `now`.

pub mod contract;
pub mod error;
pub mod model;

pub use contract::{Catalog, Routines, Runs, Store, Sweeps};
pub use error::{StoreError, StoreResult};
