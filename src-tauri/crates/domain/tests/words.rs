//! The sentences that people read.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

use routine_domain::{CronExpression, TriggerSpec};

fn words(text: &str) -> String {
    let description = CronExpression::parse(text).expect(text).describe();
    assert_eq!(
        description.honest,
        !description.sentence.contains("Too irregular")
    );
    description.sentence
}

#[test]
fn expressions_read_as_a_person_would_say_them() {
    for (text, sentence) in [
        ("0 9 * * 1-5", "At 09:00, Monday to Friday"),
        (
            "*/15 7-18 * * 1-5",
            "Every 15 minutes from 07:00 to 18:45, Monday to Friday",
        ),
        ("0 22 * * *", "At 22:00 every day"),
        ("0 16 * * 4", "At 16:00 on Thursdays"),
        ("0 9 * * 0,6", "At 09:00 on Saturdays and Sundays"),
        ("0 9 * * FRI,SAT,SUN", "At 09:00, Friday to Sunday"),
        ("30 5 1 * *", "At 05:30 on the 1st"),
        ("30 5 22 * *", "At 05:30 on the 22nd"),
        ("0 0 1 1 *", "At 00:00 on 1 January"),
        ("0 0 1,15 * *", "At 00:00 on days 1 and 15"),
        ("0 0 13 * 5", "At 00:00 on day 13 and on Fridays"),
        (
            "0 0 13 10 1-5",
            "At 00:00 on day 13 and on every day from Monday to Friday, in October",
        ),
        (
            "0 0 */2 * 1",
            "At 00:00 on days 1 to 31 in steps of 2, only if Monday",
        ),
        ("0 0 1-31 * 1", "At 00:00 every day"),
        ("0 0 * 6-8 *", "At 00:00 every day, from June to August"),
        ("0 9,17 * * *", "At 09:00 and 17:00 every day"),
        (
            "0 9-17 * * 1-5",
            "At 09:00, then every hour to 17:00, Monday to Friday",
        ),
        ("*/15 * * * *", "Every 15 minutes"),
        ("* * * * *", "Every minute"),
        ("@hourly", "Every hour"),
        ("26 * * * *", "Hourly at minute 26"),
        ("1-59/15 * * * *", "Every 15 minutes past :01"),
        ("0 */2 * * *", "Every 2 hours"),
        ("15 */2 * * *", "Every 2 hours from 00:15"),
        ("*/20 2 * * *", "Every 20 minutes from 02:00 to 02:40"),
        ("*/25 * * * *", "At minutes 0, 25 and 50 of every hour"),
        (
            "*/25 8-18 * * *",
            "Whenever the clock shows minutes 0, 25 and 50 of hours 8 to 18",
        ),
        ("*/60 9 * * *", "Whenever the clock shows 09:00"),
        (
            "0,25,50 8-18 * * *",
            "At minutes 0, 25 and 50 of hours 8 to 18 every day",
        ),
        (
            "0-59/15 0-23 * * *",
            "At 00:00, then every 15 minutes to 23:45 every day",
        ),
        ("30 0 9 * * *", "At 09:00:30 every day"),
        ("*/30 * * * * *", "Every 30 seconds"),
        (
            "10-12 5 * * * *",
            "At seconds 10 to 12 of minute 5 of every hour",
        ),
        ("* * 29 2 *", "Every minute on 29 February"),
    ] {
        assert_eq!(words(text), sentence, "{text}");
    }
}

#[test]
fn no_sentence_is_forced_on_an_irregular_expression() {
    let text = "1,4,9,16,25,36,49 1,2,3,5,8,13,21 1,4,9,16,25 1,2,3,5,8 1,3,6";
    let description = CronExpression::parse(text).unwrap().describe();
    assert!(!description.honest);
    assert!(description.sentence.contains(text));
}

#[test]
fn other_triggers_have_words_too() {
    let at = "2026-10-22T18:00:00Z".parse().unwrap();
    let anchor = "2026-10-22T00:10:00Z".parse().unwrap();
    let interval = |every_seconds| TriggerSpec::Interval {
        every_seconds,
        anchor,
    };
    for (spec, sentence) in [
        (TriggerSpec::Once { at }, "Once, Thu 22 Oct 2026 18:00 UTC"),
        (TriggerSpec::Manual, "Only when started by hand"),
        (interval(5_400), "Every 90 minutes from 00:10 UTC"),
        (
            interval(25_200),
            "Every 7 hours from Thu 22 Oct 2026 00:10 UTC",
        ),
    ] {
        assert_eq!(spec.parse().unwrap().describe().sentence, sentence);
    }
}

#[test]
fn fields_are_taken_apart_for_the_editor() {
    let fields = |text: &str| -> Vec<String> {
        let fields = CronExpression::parse(text).unwrap().fields();
        let shown = fields
            .iter()
            .map(|f| format!("{} {}: {}", f.label, f.text, f.meaning));
        shown.collect()
    };
    assert_eq!(
        fields("*/15 7-18 * JAN,feb 1-5"),
        [
            "minute */15: 0 to 45 in steps of 15",
            "hour 7-18: 7 to 18",
            "day *: any day",
            "month JAN,feb: January and February",
            "weekday 1-5: Monday to Friday",
        ]
    );
    assert_eq!(fields("@daily")[..2], ["minute 0: 0", "hour 0: 0"]);
    assert_eq!(fields("5 0 9 * * *")[0], "second 5: 5");
}
