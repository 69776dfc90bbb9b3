use async_trait::async_trait;
use routine_store::model::{CarryOutcome, HandOff};

/// Does the work of a run that was handed off.
#[async_trait]
pub trait Runner: Send + Sync {
    /// Whether work that a lost hub may have done may be done again.
    fn is_repeatable(&self, hand_off: &HandOff) -> bool;

    /// Resolves when the work has ended or has been passed on. Dropping it ends the work.
    async fn run(&self, hand_off: &HandOff) -> Ended;
}

/// What became of the work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    With(CarryOutcome),
    /// It goes on elsewhere, and its end is reported to `…/finish`.
    Elsewhere,
}
