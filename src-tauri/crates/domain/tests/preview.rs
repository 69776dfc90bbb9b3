//! What the editor shows before a trigger is saved.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

use routine_domain::{
    Instant, Trigger, TriggerSpec,
    cron::{CronKind, Mark, NotFiredReason},
    preview::{Preview, diff, preview},
};

fn at(text: &str) -> Instant {
    text.parse().expect(text)
}

fn cron(expression: &str, zone: &str) -> Trigger {
    let spec = TriggerSpec::Cron {
        expression: expression.to_owned(),
        zone: zone.to_owned(),
    };
    spec.parse().expect(expression)
}

/// Fires and what is not fired, one line each.
fn lines(preview: &Preview) -> Vec<String> {
    let fires = preview.fires.iter().map(|fire| {
        let mark = match fire.mark {
            None => String::new(),
            Some(Mark::FirstOfTwo) => " first of two".to_owned(),
            Some(Mark::MovedFromGap { wall_clock }) => format!(" for {wall_clock}"),
        };
        (
            fire.at,
            format!(
                "{} {:+}{mark}",
                fire.wall_clock,
                fire.offset_seconds / 3_600
            ),
        )
    });
    let not_fired = preview.not_fired.iter().map(|entry| {
        let offset = entry
            .offset_seconds
            .map_or("never".to_owned(), |s| format!("{:+}", s / 3_600));
        (
            entry.at,
            format!(
                "{} {offset} not fired: {:?}",
                entry.wall_clock, entry.reason
            ),
        )
    });
    let mut all: Vec<_> = fires.chain(not_fired).collect();
    all.sort();
    all.into_iter().map(|(_, line)| line).collect()
}

#[test]
fn a_time_shown_twice_fires_the_first_time() {
    let preview = preview(
        &cron("30 2 * * *", "Europe/Vienna"),
        at("2026-10-23T12:00:00Z"),
        3,
    );
    assert_eq!(
        lines(&preview),
        [
            "2026-10-24 02:30:00 +2",
            "2026-10-25 02:30:00 +2 first of two",
            "2026-10-25 02:30:00 +1 not fired: SecondPass",
            "2026-10-26 02:30:00 +1",
        ]
    );
    assert_eq!(preview.description.sentence, "At 02:30 every day");
    assert_eq!(preview.kind, Some(CronKind::FixedTime));
    let change = preview.next_clock_change.unwrap();
    assert_eq!(change.at, at("2026-10-25T01:00:00Z"));
    assert_eq!(
        (change.offset_before_seconds, change.offset_after_seconds),
        (7_200, 3_600)
    );
    // The gap in March is announced although none of the three fires reaches it.
    let [fold, gap] = preview.effects[..] else {
        panic!("{:?}", preview.effects)
    };
    assert_eq!((fold.moved, fold.not_fired, fold.repeated), (None, 1, 0));
    assert_eq!(gap.moved.unwrap().at, at("2027-03-28T01:00:00Z"));
}

#[test]
fn times_in_a_gap_become_one_fire() {
    let from = at("2024-03-09T20:00:00Z");
    let moved = preview(&cron("0,20,40 2 * * *", "America/New_York"), from, 1);
    assert_eq!(
        lines(&moved),
        [
            "2024-03-10 02:20:00 never not fired: MergedAfterGap",
            "2024-03-10 02:40:00 never not fired: MergedAfterGap",
            "2024-03-10 03:00:00 -4 for 2024-03-10 02:00:00",
        ]
    );
    let merged = preview(&cron("30 2,3 * * *", "America/New_York"), from, 2);
    assert_eq!(
        lines(&merged),
        [
            "2024-03-10 03:00:00 -4 for 2024-03-10 02:30:00",
            "2024-03-10 03:30:00 -4"
        ]
    );
    let ordinary = preview(&cron("0 2,3 * * *", "America/New_York"), from, 1);
    assert_eq!(
        lines(&ordinary),
        [
            "2024-03-10 02:00:00 never not fired: MergedAfterGap",
            "2024-03-10 03:00:00 -4"
        ]
    );
}

#[test]
fn an_interval_like_expression_repeats_and_skips_with_the_clock() {
    let trigger = cron("*/30 2 * * *", "Europe/Berlin");
    let gap = preview(&trigger, at("2024-03-30T12:00:00Z"), 1);
    assert_eq!(
        lines(&gap),
        [
            "2024-03-31 02:00:00 never not fired: InGap",
            "2024-03-31 02:30:00 never not fired: InGap",
            "2024-04-01 02:00:00 +2",
        ]
    );
    let overlap = preview(&trigger, at("2024-10-26T12:00:00Z"), 4);
    assert_eq!(
        lines(&overlap),
        [
            "2024-10-27 02:00:00 +2",
            "2024-10-27 02:30:00 +2",
            "2024-10-27 02:00:00 +1",
            "2024-10-27 02:30:00 +1",
        ]
    );
    assert_eq!(overlap.effects[0].repeated, 2);
}

#[test]
fn long_lists_say_that_they_are_cut() {
    let cut = preview(
        &cron("* * * * * *", "Europe/Berlin"),
        at("2024-03-31T00:59:58Z"),
        2,
    );
    assert_eq!(cut.not_fired.len(), 64);
    assert!(cut.not_fired_is_cut);
    assert!(
        cut.not_fired
            .iter()
            .all(|entry| entry.reason == NotFiredReason::InGap)
    );
    assert_eq!(cut.effects[0].not_fired, 3_600);
}

#[test]
fn triggers_without_a_zone_are_shown_in_utc() {
    let spec = TriggerSpec::Once {
        at: at("2026-10-22T18:00:00Z"),
    };
    let once = preview(&spec.parse().unwrap(), at("2026-10-22T17:00:00Z"), 10);
    assert_eq!(lines(&once), ["2026-10-22 18:00:00 +0"]);
    assert_eq!((once.kind, once.next_clock_change), (None, None));
    assert!(
        preview(&Trigger::Manual, at("2026-10-22T17:00:00Z"), 10)
            .fires
            .is_empty()
    );
}

#[test]
fn the_wire_form_is_flat_and_snake_case() {
    let moved = preview(
        &cron("30 2 * * *", "America/New_York"),
        at("2024-03-09T20:00:00Z"),
        1,
    );
    let json = serde_json::to_value(&moved).unwrap();
    assert_eq!(json["kind"], "fixed_time");
    assert_eq!(json["fires"][0]["wall_clock"], "2024-03-10T03:00:00");
    assert_eq!(json["fires"][0]["mark"]["kind"], "moved_from_gap");
    assert_eq!(
        json["fires"][0]["mark"]["wall_clock"],
        "2024-03-10T02:30:00"
    );
    assert_eq!(serde_json::from_value::<Preview>(json).unwrap(), moved);
}

#[test]
fn a_diff_lists_what_goes_and_what_comes() {
    let (from, to) = (at("2026-10-22T12:00:00Z"), at("2026-11-21T12:00:00Z"));
    let weekdays = cron("30 2 * * 1-5", "Europe/Vienna");
    let daily = cron("30 2 * * *", "Europe/Vienna");
    let widened = diff(&weekdays, &daily, from, to);
    assert_eq!((widened.fires_before, widened.fires_after), (21, 30));
    assert_eq!((widened.gone.len(), widened.come.len()), (0, 9));
    assert_eq!(widened.first, Some(at("2026-10-23T00:30:00Z")));
    assert!(widened.complete);
    let narrowed = diff(&daily, &weekdays, from, to);
    assert_eq!(narrowed.gone, widened.come);
    let created = diff(&Trigger::Manual, &cron("* * * * *", "UTC"), from, to);
    assert_eq!(
        (created.fires_after, created.come.len(), created.complete),
        (43_200, 200, false)
    );
}
