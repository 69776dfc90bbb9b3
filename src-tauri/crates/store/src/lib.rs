//! Persistence only. One contract, [`Store`], whose methods are intents: each is one transaction and
//! one transition, and answers who won as a value. Decisions are the domain's; nothing here launches,
//! waits or reads a clock: every method takes `now`.

pub mod connect;
pub mod contract;
pub mod error;
mod failure;
pub mod faults;
pub mod model;
mod sql_store;

pub use connect::{
    Address, ConnectOptions, Database, Engine, MigrationFound, Rights, SchemaFound, connect,
    migration_text,
};
pub use contract::{
    Catalog, Deliveries, Evidence, Failures, Hubs, Operations, Retention, RevivePlans, Routines,
    Runs, Sandbox, Store, Sweeps, Watching,
};
pub use error::{StoreError, StoreResult};
