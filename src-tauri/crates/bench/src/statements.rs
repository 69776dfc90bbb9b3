//! Counts the statements that this process sends through the store.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use tracing::{
    Event, Metadata, Subscriber,
    span::{Attributes, Id, Record},
    subscriber::SetGlobalDefaultError,
};

/// Where the store tells of each statement.
const TOLD_TO: &str = "routine_store::sql";

pub struct Counted(Arc<AtomicU64>);

impl Counted {
    pub fn so_far(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// From now on, for the rest of this process. Nobody else may listen to it.
pub fn count() -> Result<Counted, SetGlobalDefaultError> {
    let counted = Arc::new(AtomicU64::new(0));
    tracing::subscriber::set_global_default(Counter(counted.clone()))?;
    Ok(Counted(counted))
}

struct Counter(Arc<AtomicU64>);

impl Subscriber for Counter {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == TOLD_TO
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, _: &Event<'_>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}
