//! Zones and instants to try schedules at.

use chrono::TimeDelta;
use proptest::{prelude::*, sample::select};
use routine_domain::{Instant, Zone};

fn zone() -> impl Strategy<Value = Zone> {
    select(Zone::names().collect::<Vec<_>>()).prop_map(|name| Zone::parse(name).unwrap())
}

/// 1990 to 2039, in whole seconds.
pub fn instant() -> impl Strategy<Value = Instant> {
    (631_152_000i64..2_208_988_800).prop_map(|at| chrono::DateTime::from_timestamp(at, 0).unwrap())
}

/// An instant near a clock change of the zone, where there is one.
pub fn zone_and_instant() -> impl Strategy<Value = (Zone, Instant)> {
    (zone(), instant(), -30 * 3_600i64..30 * 3_600).prop_map(|(zone, at, seconds)| {
        let near = zone.next_change(at).map_or(at, |change| change.at);
        (zone, near + TimeDelta::seconds(seconds))
    })
}
