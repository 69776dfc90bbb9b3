use routine_domain::{Instant, Routine, RoutineChange, state::OffBy, text::error_sentence};

use super::{Dialect, SqlStore};
use crate::{StoreError, StoreResult, model::Actor};

impl<D: Dialect> SqlStore<D> {
    /// The scheduler's own change of a routine that it holds locked, in the transaction that found
    /// the reason.
    pub(super) async fn switch_off(
        &self,
        session: &mut D::Session,
        routine: &Routine,
        (by, reason): (OffBy, &str),
        actor: &Actor,
        now: Instant,
    ) -> StoreResult<()> {
        let change = RoutineChange::SwitchOff {
            by,
            reason: error_sentence(reason),
        };
        let after = change.apply(routine, &actor.name, now).map_err(|refusal| {
            StoreError::Internal(format!(
                "The routine \"{}\" could not be switched off: {refusal}",
                routine.name
            ))
        })?;
        self.write_change(session, routine, &after, change.word(), actor, now)
            .await
    }
}
