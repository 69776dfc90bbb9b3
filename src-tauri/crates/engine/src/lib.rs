//! Decides and acts: the clock, one pass, the loop around it, and the launchers that start work.
//!
//! Nothing here writes to a database but through `routine_store::Store`, and nothing here knows a
//! screen, a command line or a shell.

pub mod clock;
mod error;
pub mod launchers;
pub mod secrets;
mod take_over;

pub use clock::{Clock, ManualClock, SystemClock, wall_clock};
pub use error::EngineError;
pub use launchers::{Launch, LaunchResult, Launchers, Work, WorkOutcome};
pub use secrets::{DirectorySecrets, EnvironmentSecrets, Secret, Secrets};
pub use take_over::{TakeOver, plan_take_over};
