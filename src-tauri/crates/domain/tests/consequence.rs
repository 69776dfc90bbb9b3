//! What is said before an action is taken.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

mod common;

use common::{backing_off, dead, eight, hourly, minutes};
use routine_domain::{
    Routine, RoutineAction, RoutineChange, TriggerSpec,
    consequence::{Consequence, Member, Situation, consequence, consequence_of_many},
};

fn told(action: RoutineAction, routine: &Routine) -> Consequence {
    consequence(action, None, calm(routine), eight())
}

fn calm(routine: &Routine) -> Situation<'_> {
    Situation {
        routine,
        dead_letter_after: 5,
        not_launched: 0,
        under_way: 0,
    }
}

fn words(told: &Consequence) -> Vec<String> {
    told.sentences.iter().map(ToString::to_string).collect()
}

fn paused(routine: &Routine) -> Routine {
    let pause = RoutineChange::Pause {
        reason: String::new(),
        resume_at: None,
    };
    let then = eight() - minutes(200);
    pause.apply(routine, "ines@desk", then).unwrap()
}

#[test]
fn a_pause_counts_what_does_not_happen_and_says_what_becomes_of_open_runs() {
    let routine = hourly();
    assert_eq!(
        words(&told(RoutineAction::Pause, &routine)),
        ["No fire from 2026-01-05T08:00:00.000Z on happens until someone resumes it."]
    );
    let situation = Situation {
        not_launched: 1,
        under_way: 2,
        ..calm(&routine)
    };
    let until = eight() + minutes(150);
    let long = consequence(RoutineAction::Pause, Some(until), situation, eight());
    assert_eq!(long.fires_lost, Some(3));
    assert_eq!(long.first_fire, Some(eight() + minutes(180)));
    assert_eq!(
        words(&long),
        [
            "3 fires until 2026-01-05T10:30:00.000Z will not happen.",
            "It then fires again at 2026-01-05T11:00:00.000Z.",
            "What is not launched yet (1 run) is skipped.",
            "What is under way (2 runs) goes on to its end.",
        ]
    );
}

#[test]
fn a_pause_drops_the_retry_and_leaves_the_streak() {
    assert_eq!(
        words(&told(RoutineAction::Pause, &backing_off())),
        [
            "No fire from 2026-01-05T09:00:00.000Z on happens until someone resumes it.",
            "The retry at 2026-01-05T08:01:00.000Z is dropped.",
            "The streak stays at 2 of 5 launch failures.",
        ]
    );
}

#[test]
fn a_resume_fires_nothing_for_the_past_and_leaves_a_dead_letter() {
    let resumed = told(RoutineAction::Resume, &paused(&hourly()));
    assert_eq!(resumed.fires_lost, Some(1));
    assert_eq!(
        words(&resumed),
        [
            "It next fires at 2026-01-05T09:00:00.000Z.",
            "Nothing fires for the past: 1 planned time since 2026-01-05T04:40:00.000Z.",
        ]
    );
    let stays = told(RoutineAction::Resume, &paused(&dead()));
    assert_eq!(stays.first_fire, None);
    assert!(words(&stays)[0].starts_with("It stays dead-lettered"));
}

#[test]
fn a_revive_says_when_it_fires_and_that_the_streak_ends() {
    let revived = told(RoutineAction::Revive, &dead());
    assert_eq!(revived.first_fire, Some(eight() + minutes(60)));
    assert_eq!(
        words(&revived).last().unwrap(),
        "The streak of failures is cleared."
    );
}

#[test]
fn a_single_fire_that_passed_asks_whether_it_runs_at_once() {
    let mut once = hourly();
    let at = eight() - minutes(30);
    once.trigger = TriggerSpec::Once { at };
    once.placement.next_fire_at = Some(at);
    let asks = told(RoutineAction::Resume, &paused(&once));
    assert_eq!(asks.passed_once, Some(at));
    let launched = {
        let mut routine = paused(&once);
        routine.placement.done_at = Some(at);
        routine
    };
    assert_eq!(told(RoutineAction::Resume, &launched).passed_once, None);
    let mut gave_up = once.clone();
    gave_up.placement.next_fire_at = None;
    gave_up.placement.dead_lettered_at = Some(at);
    assert_eq!(told(RoutineAction::Revive, &gave_up).passed_once, Some(at));
}

#[test]
fn retrying_is_told_with_its_attempt_and_its_end() {
    let routine = backing_off();
    let tried = words(&told(RoutineAction::TryNow, &routine));
    assert!(
        tried[0].starts_with("Attempt 3 at the fire of 2026-01-05T07:00:00.000Z"),
        "{tried:?}"
    );
    assert!(tried[1].ends_with("counts as failure 3 of 5."), "{tried:?}");
    let mut last = backing_off();
    last.streaks.consecutive_failures = 4;
    let tried = words(&told(RoutineAction::TryNow, &last));
    assert!(
        tried[1].ends_with("5 of 5 and dead-letters it."),
        "{tried:?}"
    );
    assert_eq!(
        words(&told(RoutineAction::StopRetrying, &routine)),
        [
            "The fire of 2026-01-05T07:00:00.000Z ends as schedule-failed after 2 attempts.",
            "What passed meanwhile (1 planned time) is recorded as missed.",
            "It goes on at 2026-01-05T09:00:00.000Z.",
            "The streak stays at 2 of 5 launch failures.",
        ]
    );
}

fn member(routine: Routine) -> Member {
    Member {
        facts: routine.facts(5, None, Some(eight())),
        routine,
        not_launched: 0,
        under_way: 0,
    }
}

fn told_of_many(action: RoutineAction, members: &[Member]) -> Vec<String> {
    let told = consequence_of_many(action, None, members, eight());
    told.iter().map(ToString::to_string).collect()
}

#[test]
fn a_pause_of_many_sums_the_fires_of_a_day_and_leaves_out_what_is_off() {
    let mut open = member(hourly());
    (open.not_launched, open.under_way) = (1, 2);
    let members = [
        open,
        member(backing_off()),
        member(paused(&hourly())),
        member(dead()),
    ];
    assert_eq!(
        told_of_many(RoutineAction::Pause, &members),
        [
            "None of them fires until someone resumes it.",
            // 25 from eight to eight, 24 from nine on.
            "49 fires in the next day will not happen; the first would have been at 2026-01-05T08:00:00.000Z.",
            "What waits for a retry (1 fire) is dropped.",
            "What is not launched yet (1 run) is skipped.",
            "What is under way (2 runs) goes on to its end.",
            "Left out as they are: 1 paused.",
        ]
    );
    let until = eight() + minutes(90);
    let short = consequence_of_many(RoutineAction::Pause, Some(until), &members, eight());
    let short: Vec<_> = short.iter().map(ToString::to_string).collect();
    assert_eq!(
        short[..2],
        [
            "3 fires until 2026-01-05T09:30:00.000Z will not happen; the first would have been at 2026-01-05T08:00:00.000Z.",
            "Then they fire again, the first at 2026-01-05T10:00:00.000Z.",
        ]
    );
    let deleted = told_of_many(RoutineAction::Delete, &members);
    assert_eq!(deleted[0], "None of them fires until someone restores it.");
    assert!(
        !deleted.iter().any(|told| told.starts_with("Left out")),
        "{deleted:?}"
    );
}

#[test]
fn bringing_many_back_says_the_first_fire_and_that_nothing_fires_for_the_past() {
    let mut once = hourly();
    once.trigger = TriggerSpec::Once {
        at: eight() - minutes(30),
    };
    let members = [
        member(paused(&hourly())),
        member(paused(&dead())),
        member(paused(&once)),
        member(hourly()),
    ];
    assert_eq!(
        told_of_many(RoutineAction::Resume, &members),
        [
            "1 routine comes back into the schedule; the first fire is at 2026-01-05T09:00:00.000Z.",
            "What has passed (1 single time) is left without a run.",
            "1 routine will have no next fire.",
            "Nothing fires for the past: 1 planned time went by.",
            "Left out as they are: 1 scheduled.",
        ]
    );
    assert_eq!(
        told_of_many(RoutineAction::Revive, &[member(dead()), member(dead())]),
        [
            "2 routines come back into the schedule; the first fire is at 2026-01-05T09:00:00.000Z.",
            "Nothing fires for the past: 2 planned times went by.",
            "Their streaks of failures are cleared.",
        ]
    );
    assert_eq!(
        told_of_many(RoutineAction::Revive, &[member(paused(&hourly()))]),
        ["Left out as they are: 1 paused."]
    );
}

#[test]
fn trying_and_running_many_says_what_ends_and_what_stays() {
    let mut last = backing_off();
    last.streaks.consecutive_failures = 4;
    let waiting = [member(backing_off()), member(last), member(hourly())];
    assert_eq!(
        told_of_many(RoutineAction::TryNow, &waiting),
        [
            "What waits (2 fires) is tried as soon as a worker looks, each under the same key.",
            "For 1 routine it is the last try before a dead letter.",
            "Left out as they are: 1 scheduled.",
        ]
    );
    let mut open = member(hourly());
    open.under_way = 1;
    assert_eq!(
        told_of_many(RoutineAction::RunNow, &[open, member(dead())]),
        [
            "2 extra runs start by hand. No schedule moves, and no streak is touched.",
            "They run beside 1 open run.",
            "What is dead-lettered (1 routine) stays so, even if its run succeeds.",
        ]
    );
}
