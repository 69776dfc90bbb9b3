use routine_domain::Invalid;
use routine_engine::EngineError;
use routine_store::StoreError;

pub type BenchResult<T> = Result<T, BenchError>;

#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A statement of the measurement itself.
    #[error("The measuring statement failed: {0}. The database stays as it was before.")]
    Statement(#[from] sqlx::Error),
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// There is no place for a database, or no process to be had; one sentence.
    #[error("{0}")]
    Place(String),
    /// What came out is not what was put in, so its speed means nothing; one sentence.
    #[error("{0}")]
    Wrong(String),
}
