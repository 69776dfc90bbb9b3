//! The shape of this repository, as tests: who may know whom, and what may stand where. The reasons
//! are in ARCHITECTURE.md; each rule names the file that breaks it.

#![allow(
    clippy::unwrap_used,
    reason = "a rule that cannot be checked has failed"
)]

mod crates;
mod folders;
mod size;
mod source;
mod tree;
mod words;
