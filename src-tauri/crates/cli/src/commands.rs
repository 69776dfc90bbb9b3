//! One file per group of commands.

pub mod definition;
pub mod demo;
pub mod doctor;
pub mod evidence;
pub mod explain;
pub mod import;
pub mod migrate;
pub mod routine;
mod routine_draft;
pub mod runs;
pub mod schedule;
pub mod tenant;
pub mod worker;
