//! What can keep a pass from running at all.

use routine_store::StoreError;

#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The worker was told to stop; a new one must be made.
    #[error("The worker \"{worker}\" has stopped. Start the scheduler again.")]
    Stopped { worker: String },
}
