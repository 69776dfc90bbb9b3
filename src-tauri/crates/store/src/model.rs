//! The rows and answers of the contract, in the domain's types.

mod catalog;
mod routines;
mod runs;
mod sweeps;
mod watching;

pub use catalog::*;
pub use routines::*;
pub use runs::*;
pub use sweeps::*;
pub use watching::*;
