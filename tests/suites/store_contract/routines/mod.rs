//! Routines as people see and change them.

mod changes;
mod creation;
mod lists;
mod paging;
mod states;
