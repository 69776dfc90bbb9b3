//! The rows and answers of the contract, in the domain's types.

mod catalog;
mod hubs;
mod operations;
mod routines;
mod runs;
mod sweeps;

pub use catalog::*;
pub use hubs::*;
pub use operations::*;
pub use routines::*;
pub use runs::*;
pub use sweeps::*;
