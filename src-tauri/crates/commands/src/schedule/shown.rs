//! The domain's preview in the words of the wire.

use chrono::NaiveDateTime;
use routine_domain::{
    Trigger,
    cron::{self, Mark, NotFiredReason},
    preview::{ChangeEffect, PreviewFire},
    words::length,
};

use crate::wire::{FireMark, FirePreview, FloorNote, NotFired};

/// The verdict on the floor, with the distance it was judged by.
pub(super) fn floor(trigger: &Trigger, floor_seconds: u32) -> Option<FloorNote> {
    let verdict = trigger
        .check_seconds(floor_seconds)
        .and_then(|()| trigger.check_floor(floor_seconds));
    match verdict {
        Ok(verdict) => verdict.least_seconds.map(|least| FloorNote {
            kept: true,
            sentence: format!(
                "Closest two fires are {} apart. The floor is {}.",
                length(least),
                length(floor_seconds)
            ),
        }),
        Err(refused) => Some(FloorNote {
            kept: false,
            sentence: refused.message,
        }),
    }
}

/// What one clock change does to a trigger.
pub(super) fn effect(effect: &ChangeEffect) -> String {
    let change = &effect.change;
    let day = change.reading_after().format("%a %-d %b %Y");
    let way = if change.is_gap() { "forward" } else { "back" };
    let mut parts = Vec::new();
    if let Some(moved) = &effect.moved {
        let fires = moved.wall_clock.format("%H:%M");
        parts.push(match &moved.mark {
            Some(Mark::MovedFromGap { wall_clock }) => {
                format!(
                    "{} does not exist, it fires at {fires}",
                    wall_clock.format("%H:%M")
                )
            }
            _ => format!("it fires at {fires}"),
        });
    }
    if effect.not_fired > 0 {
        parts.push(match effect.not_fired {
            1 => "one clock time stays without a fire of its own".to_owned(),
            times => format!("{times} clock times stay without a fire of their own"),
        });
    }
    match effect.repeated {
        0 => {}
        1 => parts.push("one fire comes in both passes".to_owned()),
        fires => parts.push(format!("{fires} fires come in both passes")),
    }
    match parts.as_slice() {
        [] => format!("Clocks go {way} {day}, no effect here."),
        parts => format!("Clocks go {way} {day}: {}.", parts.join(", ")),
    }
}

impl From<PreviewFire> for FirePreview {
    fn from(fire: PreviewFire) -> Self {
        Self {
            at: fire.at,
            wall_clock: reading(fire.wall_clock),
            offset_seconds: fire.offset_seconds,
            mark: fire.mark.map(|mark| match mark {
                Mark::MovedFromGap { wall_clock } => FireMark::MovedFromGap {
                    wall_clock: reading(wall_clock),
                },
                Mark::FirstOfTwo => FireMark::FirstOfTwo,
            }),
        }
    }
}

impl From<&cron::NotFired> for NotFired {
    fn from(left_out: &cron::NotFired) -> Self {
        let time = left_out.wall_clock.format("%H:%M");
        Self {
            wall_clock: reading(left_out.wall_clock),
            offset_seconds: left_out.offset_seconds,
            reason: match left_out.reason {
                NotFiredReason::SecondPass => {
                    format!("Not fired again: {time} comes twice, the first one fires.")
                }
                NotFiredReason::InGap => {
                    format!("Not fired: the clock is put forward over {time}.")
                }
                NotFiredReason::MergedAfterGap => format!(
                    "Not fired on its own: {time} does not exist, the one fire after the gap stands for it."
                ),
            },
        }
    }
}

/// `2026-10-25T02:30:00`, with nothing of a zone in it.
fn reading(wall_clock: NaiveDateTime) -> String {
    wall_clock.format("%Y-%m-%dT%H:%M:%S").to_string()
}
