//! What the evidence says of any history, and what it says when one row of it is gone or too many.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "the functions here are tests"
)]

#[path = "../common/mod.rs"]
mod common;
mod history;

use chrono::Duration;
use proptest::prelude::*;
use routine_domain::{
    Misfire, Overlap, RoutineChange, RoutineEdit, RunStatus, TriggerSpec, evidence::Tally,
};

use common::{eight, minutes};
use history::History;

#[derive(Debug, Clone)]
enum Step {
    Pass(i64),
    Claim,
    End(RunStatus),
    Change(u8),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let ends = prop::sample::select(vec![
        RunStatus::Succeeded,
        RunStatus::Failed,
        RunStatus::ScheduleFailed,
        RunStatus::ScheduleFailed,
        RunStatus::Abandoned,
    ]);
    let step = prop_oneof![
        4 => (1_i64..400).prop_map(Step::Pass),
        1 => (400_i64..20_000).prop_map(Step::Pass),
        1 => (-3_000_i64..0).prop_map(Step::Pass),
        6 => Just(Step::Claim),
        5 => ends.prop_map(Step::End),
        3 => (0_u8..9).prop_map(Step::Change),
    ];
    prop::collection::vec(step, 1..60)
}

fn trigger(which: u8) -> TriggerSpec {
    match which % 3 {
        0 => TriggerSpec::Interval {
            every_seconds: 60,
            anchor: eight(),
        },
        1 => TriggerSpec::Cron {
            expression: "*/5 * * * *".into(),
            zone: "Europe/Vienna".into(),
        },
        _ => TriggerSpec::Once {
            at: eight() + minutes(10),
        },
    }
}

fn change(history: &History, which: u8) -> RoutineChange {
    match which {
        0 => RoutineChange::Pause {
            reason: String::new(),
            resume_at: None,
        },
        1 | 2 => RoutineChange::Resume,
        3 | 4 => RoutineChange::Revive,
        5 => RoutineChange::Delete,
        6 | 7 => RoutineChange::Restore,
        _ => edit(
            history,
            trigger(u8::from(history.changes.len().is_multiple_of(2))),
        ),
    }
}

fn edit(history: &History, trigger: TriggerSpec) -> RoutineChange {
    let routine = &history.routine;
    RoutineChange::Edit(Box::new(RoutineEdit {
        name: routine.name.clone(),
        instruction: routine.instruction.clone(),
        definition_id: routine.definition_id,
        input: routine.input.clone(),
        trigger,
        misfire: routine.misfire,
        overlap: routine.overlap,
        destination: routine.destination.clone(),
        enabled: routine.off.is_none(),
    }))
}

fn any_history() -> impl Strategy<Value = History> {
    let misfires = prop::sample::select(Misfire::ALL.to_vec());
    let overlaps = prop::sample::select(Overlap::ALL.to_vec());
    (0_u8..3, misfires, overlaps, steps()).prop_map(|(kind, misfire, overlap, steps)| {
        let mut history = History::new(trigger(kind), misfire, overlap);
        for step in steps {
            match step {
                Step::Pass(seconds) => history.pass(seconds),
                Step::Claim => history.claim(),
                Step::End(status) => history.end(status),
                Step::Change(which) => {
                    let change = change(&history, which);
                    history.change(&change);
                }
            }
        }
        history
    })
}

fn sum(tally: &Tally) -> u32 {
    tally.fired
        + tally.schedule_failed
        + tally.skipped
        + tally.missed
        + tally.abandoned
        + tally.open
        + tally.lost
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn no_history_loses_or_doubles_an_occurrence(history in any_history()) {
        let tally = history.evidence().tally;
        prop_assert_eq!((tally.lost, tally.doubled, tally.not_provable), (0, 0, 0));
        prop_assert_eq!(tally.due, sum(&tally));
    }

    #[test]
    fn a_window_in_two_parts_shows_the_same(history in any_history(), cut in 0_i64..40_000) {
        let (from, to) = (eight() - Duration::days(1), eight() + Duration::days(400));
        let middle = eight() + Duration::seconds(cut);
        let mut parts = history.evidence_of(from, middle).tally;
        parts += history.evidence_of(middle, to).tally;
        prop_assert_eq!(parts, history.evidence().tally);
    }

    #[test]
    fn a_row_taken_away_is_lost(mut history in any_history(), which in any::<prop::sample::Index>()) {
        let before = history.evidence().tally;
        prop_assume!(!history.rows.is_empty());
        let gone = history.rows.remove(which.index(history.rows.len())).trace;
        // Another row may stand for the same occurrence.
        let told = |at| history.rows.iter().any(|row| {
            let trace = &row.trace;
            trace.scheduled_for == at || trace.missed_until.is_some_and(|until| trace.scheduled_for <= at && at <= until)
        });
        prop_assume!(gone.missed_until.is_none() && !told(gone.scheduled_for));
        let after = history.evidence().tally;
        prop_assert_eq!((after.lost, after.doubled, after.due), (1, 0, before.due));
    }

    #[test]
    fn a_launch_under_another_key_is_doubled(mut history in any_history(), which in any::<prop::sample::Index>()) {
        prop_assume!(history.rows.iter().any(|row| row.trace.was_launched));
        let launched: Vec<_> = (0..history.rows.len()).filter(|at| history.rows[*at].trace.was_launched).collect();
        let row = &mut history.rows[*which.get(&launched)].trace;
        row.idempotency_key.push('x');
        let tally = history.evidence().tally;
        prop_assert_eq!((tally.lost, tally.doubled), (0, 1));
        prop_assert_eq!(tally.due, sum(&tally));
    }
}
