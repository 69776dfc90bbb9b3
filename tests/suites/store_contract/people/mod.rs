//! What people do to runs and to retries that wait.

mod beside;
mod cancels;
mod replays;
mod retries;
