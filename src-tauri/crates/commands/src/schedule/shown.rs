//! The domain's preview in the words of the wire.

use chrono::NaiveDateTime;
use routine_domain::{
    cron::{self, Mark, NotFiredReason},
    preview::PreviewFire,
};

use crate::wire::{FireMark, FirePreview, NotFired};

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
