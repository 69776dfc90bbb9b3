//! Routines as people see and change them.

mod changes;
mod creation;
mod lists;
mod matching;
mod paging;
mod states;
