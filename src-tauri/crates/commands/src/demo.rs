//! The local demo.
use std::sync::Arc;
use routine_domain::Instant;
use routine_store::Store;
use crate::CommandError;
pub async fn seed(_store: Arc<dyn Store>, _now: Instant) -> Result<(), CommandError> { Ok(()) }
