//! Properties of schedules over random expressions, zones and years, and over arbitrary text.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

use std::collections::HashMap;

use chrono::TimeDelta;
use proptest::{prelude::*, sample::select};
use routine_domain::{CronExpression, Instant, Trigger, TriggerSpec, Zone};

mod model;

use model::{
    Clock, expression,
    places::{instant, zone_and_instant},
};

fn trigger(text: &str, zone: Zone) -> Option<Trigger> {
    let expression = CronExpression::parse(text).ok()?;
    Some(Trigger::Cron { expression, zone })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn fires_equal_a_scan_of_every_minute(
        model in expression(),
        (zone, from) in zone_and_instant(),
    ) {
        let Some(trigger) = trigger(&model.text(), zone) else {
            return Ok(());
        };
        let to = from + TimeDelta::hours(40);
        let expected = model.fires(&Clock::record(zone, from, to), from, to);
        prop_assert_eq!(&trigger.fires(from, to, usize::MAX), &expected, "{} {} {}", model.text(), zone, from);
        prop_assert_eq!(trigger.count_between(from, to) as usize, expected.len());
        prop_assert_eq!(trigger.newest(from, to), expected.last().copied());
    }

    #[test]
    fn counting_equals_walking_over_years(
        model in expression(),
        (zone, from) in zone_and_instant(),
        days in 1i64..1_500,
    ) {
        let Some(trigger) = trigger(&model.text(), zone) else {
            return Ok(());
        };
        let walked = trigger.fires(from, from + TimeDelta::days(days), 400);
        let Some(to) = walked.last().copied() else {
            return Ok(());
        };
        prop_assert!(walked.is_sorted_by(|a, b| a < b));
        prop_assert_eq!(trigger.count_between(from, to) as usize, walked.len(), "{} {} {} {}", model.text(), zone, from, to);
        let passed = trigger.passed(walked[0], to).unwrap();
        prop_assert_eq!((passed.first, passed.newest), (walked[0], to));
        prop_assert_eq!(passed.count as usize, walked.len());
        prop_assert_eq!(passed.next, trigger.next_after(to));
    }

    #[test]
    fn intervals_keep_their_anchor(
        every_seconds in 1u32..,
        anchor in instant(),
        after in instant(),
    ) {
        let trigger = TriggerSpec::Interval { every_seconds, anchor }.parse().unwrap();
        let next = trigger.next_after(after).unwrap();
        prop_assert!(next > after && next >= anchor);
        prop_assert_eq!((next - anchor).num_seconds() % i64::from(every_seconds), 0);
        prop_assert!(next == anchor || next - TimeDelta::seconds(every_seconds.into()) <= after);
        prop_assert_eq!(trigger.count_between(after, next), 1);
    }

    #[test]
    fn arbitrary_text_never_panics(
        text in prop_oneof![
            any::<String>(),
            "[-0-9*,/ ]{0,40}",
            "[-0-9*,/?#@~LWHa-zA-Z\t ]{0,60}",
            "([0-9*]{1,2}[-,/]?[0-9]{0,10} ){4,7}",
        ],
        (zone, from) in zone_and_instant(),
    ) {
        match CronExpression::parse(&text) {
            Err(refused) => {
                prop_assert_eq!(refused.field, "trigger.cron");
                prop_assert!(refused.message.ends_with('.'), "{}", refused.message);
                prop_assert!(refused.message.chars().count() <= 400, "{}", refused.message);
            }
            Ok(expression) => {
                prop_assert_eq!(expression.as_str(), &text);
                let trigger = Trigger::Cron { expression, zone };
                prop_assert!(!trigger.describe().sentence.is_empty());
                prop_assert!(trigger.check_floor(1).is_ok());
                for after in [from, Instant::MIN_UTC, Instant::MAX_UTC] {
                    prop_assert!(trigger.next_after(after).is_none_or(|next| next > after));
                }
                prop_assert_eq!(trigger.spec().parse(), Ok(trigger));
            }
        }
    }
}

/// Few values per field, so that many expressions share their words.
fn narrow_expression() -> impl Strategy<Value = String> {
    let minute = select(vec![
        "0", "*/60", "0/60", "*/30", "0,30", "0-59/30", "*/25", "0,25,50", "*", "0-59",
    ]);
    let hour = select(vec![
        "*",
        "0-23",
        "*/24",
        "0",
        "*/12",
        "0,12",
        "2",
        "2-3",
        "1-4",
        "0,5,6,17,20",
    ]);
    let month_day = select(vec![
        "*", "1-31", "1", "*/31", "*/2", "1-31/2", "13", "30,31",
    ]);
    let month = select(vec!["*", "1-12", "1", "JAN", "6-8", "6,7,8", "4"]);
    let weekday = select(vec![
        "*", "0-6", "1-7", "0", "7", "SUN", "*/7", "1-5", "MON-FRI", "*/2", "0,2,4,6",
    ]);
    (minute, hour, month_day, month, weekday).prop_map(|fields| {
        format!(
            "{} {} {} {} {}",
            fields.0, fields.1, fields.2, fields.3, fields.4
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1))]

    #[test]
    fn the_same_words_mean_the_same_fires(
        texts in proptest::collection::vec(narrow_expression(), 2_000),
    ) {
        let from: Instant = "2011-10-30T00:00:00Z".parse().unwrap();
        let later: Instant = "2015-11-30T00:00:00Z".parse().unwrap();
        let mut said: HashMap<String, (String, Vec<u32>)> = HashMap::new();
        for text in texts {
            // Changes by an hour, by half an hour, and by a whole day.
            let fires = ["America/New_York", "Australia/Lord_Howe", "Pacific/Apia"].map(|name| {
                let trigger = trigger(&text, Zone::parse(name).unwrap())?;
                Some((trigger.describe().sentence, trigger.count_between(from, later)))
            });
            let [Some((sentence, _)), ..] = &fires else {
                continue;
            };
            let counts: Vec<u32> = fires.iter().flatten().map(|(_, count)| *count).collect();
            let first = said.entry(sentence.clone()).or_insert_with(|| (text.clone(), counts.clone()));
            prop_assert_eq!(&first.1, &counts, "`{}` and `{}` are both \"{}\"", first.0, text, sentence);
        }
        prop_assert!(said.len() > 100);
    }
}
