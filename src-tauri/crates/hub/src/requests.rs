//! What is read from a request before anything of it is believed. Public for those who throw noise
//! at it, and for senders that sign.

use routine_domain::RunId;
use serde_json::Value;

pub use crate::{
    authorization::authorize,
    webhooks::{ID, SIGNATURE, TIMESTAMP, routine_key, sign, verify},
};

/// Of a hand-off nothing but the id: who owns the run and what it does stands in the database.
pub fn run_id(body: &[u8]) -> Option<RunId> {
    let body: Value = serde_json::from_slice(body).ok()?;
    body.get("routineRunId")?.as_str()?.parse().ok()
}
