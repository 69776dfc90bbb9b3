//! Measures the engine. Every figure is taken beside a floor: raw SQL that does the same work on the
//! same database, by the same program, in rounds that take turns. Nothing of the product depends on
//! this crate but the command line.

mod burst;
mod error;
mod floor;
mod hand_off;
mod history;
mod idle;
mod pickup;
mod place;
mod population;
mod process;
mod race;
mod raw;
mod report;
mod statements;

pub use burst::Burst;
pub use error::{BenchError, BenchResult};
pub use hand_off::HandOff;
pub use history::History;
pub use idle::Idle;
pub use pickup::Pickup;
pub use place::Place;
pub use population::Population;
pub use race::Race;
pub use raw::Raw;
pub use report::Report;

use floor::Floor;
