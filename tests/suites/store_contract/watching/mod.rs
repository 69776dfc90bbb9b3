//! What a person keeps an eye on.

mod day;
mod journal;
