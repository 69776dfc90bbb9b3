//! The rows and answers of the contract, in the domain's types.

mod catalog;
mod evidence;
mod routines;
mod runs;
mod sweeps;

pub use catalog::*;
pub use evidence::*;
pub use routines::*;
pub use runs::*;
pub use sweeps::*;
