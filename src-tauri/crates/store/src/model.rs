//! The rows and answers of the contract, in the domain's types.

mod catalog;
mod deliveries;
mod evidence;
mod failures;
mod hubs;
mod operations;
mod retention;
mod revive_plans;
mod routines;
mod runs;
mod sandbox;
mod sweeps;
mod watching;

pub use catalog::*;
pub use deliveries::*;
pub use evidence::*;
pub use failures::*;
pub use hubs::*;
pub use operations::*;
pub use retention::*;
pub use revive_plans::*;
pub use routines::*;
pub use runs::*;
pub use sandbox::*;
pub use sweeps::*;
pub use watching::*;
