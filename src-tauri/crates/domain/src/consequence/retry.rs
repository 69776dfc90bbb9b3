//! What becomes of a launch that waits to be made again.

use super::{Phrase, Situation, Told, phrase::count};

impl Told<'_> {
    pub(super) fn tries_now(&mut self) {
        let Situation {
            routine,
            dead_letter_after,
            ..
        } = self.situation;
        let Some(retry) = routine.placement.retry else {
            return;
        };
        self.say([
            format!("Attempt {} at the fire of ", retry.attempt).into(),
            Phrase::At(retry.scheduled_for),
            " starts as soon as a worker looks, under the same key.".into(),
        ]);
        let failures = routine.streaks.consecutive_failures + 1;
        let end = if failures >= dead_letter_after {
            " and dead-letters it"
        } else {
            ""
        };
        self.say([format!(
            "Should it be refused again, that counts as failure {failures} of {dead_letter_after}{end}."
        )]);
    }

    pub(super) fn stops_retrying(&mut self) {
        let Some(retry) = self.situation.routine.placement.retry else {
            return;
        };
        let made = retry.attempt.saturating_sub(1);
        self.say([
            "The fire of ".into(),
            Phrase::At(retry.scheduled_for),
            format!(" ends as schedule-failed after {}.", count(made, "attempt")).into(),
        ]);
        let trigger = self.trigger.as_ref();
        let passed = trigger.map_or(0, |trigger| {
            trigger.count_between(retry.scheduled_for, self.now)
        });
        self.consequence.fires_lost = Some(passed);
        if passed > 0 {
            self.say([format!(
                "What passed meanwhile ({}) is recorded as missed.",
                count(passed, "planned time")
            )]);
        }
        let first = self.next_planned();
        self.first_fire(first, "It goes on at ");
        self.streak_stays();
    }
}
