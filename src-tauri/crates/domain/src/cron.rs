//! Cron expressions: the dialect, its meaning in a zone, and its description in words.
//!
//! Syntax and zones are ours and strict; the `cron` crate only walks the calendar (see `walk`).

use std::{fmt, sync::Arc};

use serde::{Deserialize, Serialize};

use crate::Invalid;

mod changes;
mod count;
mod days;
mod field;
mod fires;
mod refusal;
mod syntax;
mod times;
mod values;
mod walk;
mod words;

use days::Days;
use field::Field;
use times::DayTimes;
use walk::Walk;

pub use changes::{Mark, NotFired, NotFiredReason};
pub use syntax::MAX_BYTES;
pub(crate) use times::DAY;
pub use words::FieldMeaning;

/// An accepted expression. Cheap to clone; parsed once.
#[derive(Clone)]
pub struct CronExpression {
    text: Arc<str>,
    kind: CronKind,
    has_seconds: bool,
    walk: Arc<Walk>,
}

/// How an expression goes through a clock change (the rule of Debian's cron).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CronKind {
    /// Names times of the day: one that is skipped fires right after the gap, one that comes
    /// twice fires the first time only.
    FixedTime,
    /// Second, minute or hour starts with `*`: fires whenever the clock shows a matching time.
    IntervalLike,
}

impl CronExpression {
    /// Reads five fields, six with leading seconds, or a macro such as `@daily`.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let texts = syntax::split(text)?;
        let mut sets = [values::ValueSet::default(); 6];
        for ((set, field), text) in sets.iter_mut().zip(Field::ALL).zip(texts) {
            *set = field.parse(text)?;
        }
        let [seconds, minutes, hours, month_days, months, weekdays] = sets;
        let [second, minute, hour, month_day, _, weekday] = texts.map(|text| text.starts_with('*'));
        let days = Days {
            month_days,
            months,
            weekdays,
            either: !month_day && !weekday,
        };
        if days.never() {
            return Err(refusal::never(month_days.first(), months));
        }
        let times = DayTimes {
            seconds,
            minutes,
            hours,
        };
        let walk = Walk::new(times, days).ok_or_else(|| {
            refusal::refuse(format!(
                "\"{text}\" is beyond the calendar: write a simpler expression."
            ))
        })?;
        Ok(Self {
            text: text.into(),
            kind: match second || minute || hour {
                true => CronKind::IntervalLike,
                false => CronKind::FixedTime,
            },
            has_seconds: syntax::has_seconds(text),
            walk: Arc::new(walk),
        })
    }

    /// The text as it was written.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    pub fn kind(&self) -> CronKind {
        self.kind
    }

    /// The least distance in seconds of two neighbouring fires in the whole cycle of the calendar,
    /// on the wall clock, and the second of the day at which it starts.
    pub(crate) fn least_distance(&self) -> (u32, u32) {
        let Walk { times, days, .. } = &*self.walk;
        let overnight = days.least_distance().saturating_mul(DAY) - (times.last() - times.first());
        let across = std::iter::once((overnight, times.last()));
        let within_day = times.gaps().map(|gap| (gap.seconds, gap.start));
        within_day
            .chain(across)
            .min_by_key(|(seconds, _)| *seconds)
            .unwrap_or((DAY, 0))
    }

    /// Whether its fires on a day all keep one distance.
    pub(crate) fn is_even(&self) -> bool {
        self.walk
            .times
            .even_step()
            .is_some_and(|step| step == self.least_distance().0)
    }

    /// Whether six fields were written.
    pub fn has_seconds(&self) -> bool {
        self.has_seconds
    }
}

/// By the text: two texts with the same meaning are two expressions.
impl PartialEq for CronExpression {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for CronExpression {}

impl fmt::Debug for CronExpression {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("CronExpression").field(&self.text).finish()
    }
}

impl fmt::Display for CronExpression {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.text)
    }
}
