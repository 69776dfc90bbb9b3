//! One file per group of commands.

pub mod bench;
pub mod bundle;
pub mod definition;
pub mod demo;
pub mod doctor;
pub mod evidence;
pub mod explain;
pub mod export;
mod faults;
pub mod hub;
pub mod import;
pub mod journal;
pub mod migrate;
pub mod revive;
pub mod routine;
mod routine_bulk;
mod routine_draft;
mod routine_match;
pub mod runs;
pub mod sandbox;
pub mod schedule;
pub mod simulate;
pub mod tenant;
pub mod twin;
pub mod worker;
