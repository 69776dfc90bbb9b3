//! Measures the engine. Every figure is taken beside a floor: raw SQL that does the same work on the
//! same database, by the same program, in rounds that take turns. Nothing of the product depends on
//! this crate but the command line.

mod burst;
mod error;
mod floor;
mod hand_off;
mod place;
mod population;
mod process;
mod raw;
mod report;

pub use burst::Burst;
pub use error::{BenchError, BenchResult};
pub use hand_off::HandOff;
pub use place::Place;
pub use population::Population;
pub use raw::Raw;
pub use report::Report;

use floor::Floor;
