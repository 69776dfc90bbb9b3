//! One field of an expression: its range, its names, and how its text becomes a set of values.

use crate::Invalid;

use super::{refusal, values::ValueSet};

/// The fields in the order in which a six-field expression writes them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Field {
    Second,
    Minute,
    Hour,
    DayOfMonth,
    Month,
    DayOfWeek,
}

const MONTHS: [&str; 12] = [
    "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC",
];
const DAYS: [&str; 7] = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

impl Field {
    pub const ALL: [Self; 6] = [
        Self::Second,
        Self::Minute,
        Self::Hour,
        Self::DayOfMonth,
        Self::Month,
        Self::DayOfWeek,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Second => "second",
            Self::Minute => "minute",
            Self::Hour => "hour",
            Self::DayOfMonth => "day of month",
            Self::Month => "month",
            Self::DayOfWeek => "day of week",
        }
    }

    /// The least and the greatest number that may be written; day of week 7 is Sunday again.
    pub fn bounds(self) -> (u32, u32) {
        match self {
            Self::Second | Self::Minute => (0, 59),
            Self::Hour => (0, 23),
            Self::DayOfMonth => (1, 31),
            Self::Month => (1, 12),
            Self::DayOfWeek => (0, 7),
        }
    }

    /// How many different values there are: the greatest step with a meaning.
    pub fn size(self) -> u32 {
        match self {
            Self::Second | Self::Minute => 60,
            Self::Hour => 24,
            Self::DayOfMonth => 31,
            Self::Month => 12,
            Self::DayOfWeek => 7,
        }
    }

    /// Every value, Sunday as 0 only.
    pub fn full(self) -> ValueSet {
        let (low, _) = self.bounds();
        (low..low + self.size()).collect()
    }

    fn named(self, word: &str) -> Option<u32> {
        let (names, first) = match self {
            Self::Month => (&MONTHS[..], 1),
            Self::DayOfWeek => (&DAYS[..], 0),
            _ => return None,
        };
        let found = names
            .iter()
            .position(|name| name.eq_ignore_ascii_case(word));
        found
            .and_then(|index| u32::try_from(index).ok())
            .map(|index| index + first)
    }

    /// Reads one field: a list of `*`, `a`, `a-b`, each with an optional `/step`.
    pub fn parse(self, text: &str) -> Result<ValueSet, Invalid> {
        let mut values = ValueSet::default();
        for item in text.split(',') {
            let (low, high, step) = self.item(item, text)?;
            // Bounds are checked by now: at most 60 rounds.
            (low..=high)
                .step_by(step as usize)
                .for_each(|value| values.insert(value));
        }
        if self == Self::DayOfWeek && values.contains(7) {
            values.remove(7);
            values.insert(0);
        }
        Ok(values)
    }

    /// Lowest value, highest value and step of one item of a list.
    fn item(self, item: &str, text: &str) -> Result<(u32, u32, u32), Invalid> {
        if item.is_empty() {
            return Err(refusal::empty_item(self, text));
        }
        let (base, step) = match item.split_once('/') {
            None => (item, None),
            Some((base, step)) => (base, Some(self.step(step, item)?)),
        };
        let (least, greatest) = self.bounds();
        let (low, high) = if base == "*" {
            (least, greatest)
        } else if let Some((from, to)) = base.split_once('-') {
            let (low, high) = (self.value(from, item)?, self.value(to, item)?);
            if low > high {
                return Err(refusal::backward(self, base, low, high, step));
            }
            (low, high)
        } else {
            let value = self.value(base, item)?;
            (value, if step.is_some() { greatest } else { value })
        };
        Ok((low, high, step.unwrap_or(1)))
    }

    fn value(self, word: &str, item: &str) -> Result<u32, Invalid> {
        if let Some(value) = self.named(word) {
            return Ok(value);
        }
        if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(refusal::not_a_value(self, word, item));
        }
        let (low, high) = self.bounds();
        word.parse()
            .ok()
            .filter(|value| (low..=high).contains(value))
            .ok_or_else(|| refusal::out_of_range(self, word))
    }

    fn step(self, word: &str, item: &str) -> Result<u32, Invalid> {
        if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(refusal::not_a_step(self, item));
        }
        word.parse()
            .ok()
            .filter(|step| (1..=self.size()).contains(step))
            .ok_or_else(|| refusal::step_out_of_range(self, word))
    }
}
