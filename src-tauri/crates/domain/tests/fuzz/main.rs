//! Whatever is written and wherever it is asked, a schedule answers: no panic, no hang, no fire in
//! the past. `PROPTEST_CASES` sets how long it tries.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

mod answers;
mod texts;

#[path = "../model/mod.rs"]
mod model;

use proptest::prelude::*;
use routine_domain::{CronExpression, Instant, Trigger, TriggerSpec, Zone};

use model::places::{instant, zone_and_instant};

/// Some twenty seconds without optimisation.
const CASES: u32 = 24_000;

fn config() -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok();
    ProptestConfig::with_cases(asked.map_or(CASES, |cases| cases.parse().unwrap()))
}

/// Near clock changes mostly, and at the ends of what can be said.
fn zone_and_start() -> impl Strategy<Value = (Zone, Instant)> {
    let ends = prop_oneof![Just(Instant::MIN_UTC), Just(Instant::MAX_UTC)];
    (zone_and_instant(), proptest::option::weighted(0.05, ends))
        .prop_map(|((zone, near), end)| (zone, end.unwrap_or(near)))
}

fn other_trigger() -> impl Strategy<Value = Option<Trigger>> {
    let spec = prop_oneof![
        (texts::any(), zone_and_instant()).prop_map(|(expression, (zone, _))| TriggerSpec::Cron {
            expression,
            zone: zone.name().to_owned(),
        }),
        (any::<u32>(), instant()).prop_map(|(every_seconds, anchor)| TriggerSpec::Interval {
            every_seconds,
            anchor,
        }),
        instant().prop_map(|at| TriggerSpec::Once { at }),
        Just(TriggerSpec::Manual),
    ];
    spec.prop_map(|spec| spec.parse().ok())
}

/// From a second to some thirty years, each magnitude as likely.
fn span() -> impl Strategy<Value = chrono::TimeDelta> {
    (0u32..30, 0i64..1 << 30)
        .prop_map(|(bits, seconds)| chrono::TimeDelta::seconds(1 + seconds % (1 << bits)))
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn every_question_has_an_answer(
        text in texts::any(),
        (zone, from) in zone_and_start(),
        span in span(),
        other in other_trigger(),
    ) {
        let expression = match CronExpression::parse(&text) {
            Ok(expression) => expression,
            Err(refused) => return answers::teach(&refused),
        };
        let trigger = Trigger::Cron { expression, zone };
        let until = from.checked_add_signed(span).unwrap_or(from);
        answers::words_and_floor(&trigger, from)?;
        answers::fires(&trigger, from)?;
        answers::preview(&trigger, from)?;
        answers::passed(&trigger, from, until)?;
        if let Some(other) = other {
            answers::fires(&other, from)?;
            answers::preview(&other, from)?;
            answers::passed(&other, from, until)?;
            answers::diff(&trigger, &other, from, until)?;
            answers::diff(&other, &trigger, from, until)?;
        }
    }
}
