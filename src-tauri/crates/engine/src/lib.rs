//! Decides and acts: the clock, one pass, the loop around it, and the launchers that start work.
//!
//! Nothing here writes to a database but through `routine_store::Store`, and nothing here knows a
//! screen, a command line or a shell.

mod cancels;
pub mod clock;
mod config;
mod courier;
mod error;
mod events;
mod hubs;
mod launch;
pub mod launchers;
mod leases;
mod load;
pub mod measures;
mod pauses;
mod prune;
mod reports;
mod runner;
mod sandbox;
pub mod secrets;
mod shared;
mod sweep;
mod take_over;
mod walk;
mod worker;

pub use clock::{Clock, Deadline, ManualClock, Reading, Stopwatch, SystemClock, wall_clock};
pub use config::WorkerConfig;
pub use courier::DeliveryReport;
pub use error::EngineError;
pub use events::{EngineEvent, SweepReport};
pub use hubs::hub_targets;
pub use launchers::{Launch, LaunchResult, Launchers, Work, WorkOutcome};
pub use load::Load;
pub use pauses::Pauses;
pub use runner::{Scheduler, SchedulerHandle};
pub use secrets::{DirectorySecrets, EnvironmentSecrets, Secret, Secrets};
pub use take_over::{TakeOver, plan_take_over};
pub use walk::Steer;
pub use worker::Worker;
