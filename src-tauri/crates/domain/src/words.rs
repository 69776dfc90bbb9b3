//! Closed sets of words that stand in tables, on the wire and on the command line alike, and the
//! small pieces of English that several descriptions share.

use serde::{Deserialize, Serialize};

/// Declares an enum whose variants have exactly one written form each.
macro_rules! words {
    (
        $(#[$doc:meta])* $name:ident, $field:literal {
            $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)+
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "specta", derive(specta::Type))]
        pub enum $name {
            $($(#[$variant_doc])* #[serde(rename = $word)] $variant,)+
        }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The stored form.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                out.write_str(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::Invalid;

            fn from_str(text: &str) -> Result<Self, $crate::Invalid> {
                match text {
                    $($word => Ok($name::$variant),)+
                    _ => Err($crate::Invalid::new(
                        $field,
                        format!(
                            "\"{text}\" is not a known {}. Use one of: {}.",
                            $field,
                            [$($word),+].join(", "),
                        ),
                    )),
                }
            }
        }
    };
}

pub(crate) use words;

pub(crate) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// In cron's order: Sunday is 0.
pub(crate) const WEEKDAYS: [&str; 7] = [
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];

/// A trigger in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Description {
    pub sentence: String,
    /// False when no short sentence would say exactly when it fires: show the fields as well.
    pub honest: bool,
}

impl Description {
    pub(crate) fn exact(sentence: String) -> Self {
        Self {
            sentence,
            honest: true,
        }
    }
}

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn join(items: &[String], last: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [head @ .., tail] => format!("{} {last} {tail}", head.join(", ")),
    }
}

/// What follows "every": `minute`, `15 minutes`, `36 hours`.
pub(crate) fn period(seconds: u32) -> String {
    let (size, unit) = match seconds {
        s if s % 86_400 == 0 => (86_400, "day"),
        s if s % 3_600 == 0 => (3_600, "hour"),
        s if s % 60 == 0 => (60, "minute"),
        _ => (1, "second"),
    };
    match seconds / size {
        1 => unit.to_owned(),
        n => format!("{n} {unit}s"),
    }
}

/// A length in its two greatest units: `10 min`, `23 h 30 min`, `1461 d`.
pub fn length(seconds: u32) -> String {
    let parts = [
        (seconds / 86_400, "d"),
        (seconds / 3_600 % 24, "h"),
        (seconds / 60 % 60, "min"),
        (seconds % 60, "s"),
    ];
    let shown: Vec<String> = parts
        .iter()
        .skip_while(|(n, _)| *n == 0)
        .take(2)
        .filter(|(n, _)| *n > 0)
        .map(|(n, unit)| format!("{n} {unit}"))
        .collect();
    match shown.is_empty() {
        true => "0 s".to_owned(),
        false => shown.join(" "),
    }
}

/// How long something took, in the unit that fits: `420 ms`, `41 s`, `2 min 5 s`.
pub fn duration(ms: u32) -> String {
    match ms {
        0..1_000 => format!("{ms} ms"),
        _ => length(ms / 1_000),
    }
}

/// A time of day, with seconds only where there are any.
pub(crate) fn clock(second_of_day: u32) -> String {
    let (hour, minute) = (second_of_day / 3_600, second_of_day / 60 % 60);
    match second_of_day % 60 {
        0 => format!("{hour:02}:{minute:02}"),
        second => format!("{hour:02}:{minute:02}:{second:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_short_and_exact_to_two_units() {
        for (seconds, words) in [
            (0, "0 s"),
            (45, "45 s"),
            (600, "10 min"),
            (84_600, "23 h 30 min"),
            (86_400, "1 d"),
            (86_460, "1 d"),
            (126_230_400, "1461 d"),
        ] {
            assert_eq!(length(seconds), words);
        }
    }

    #[test]
    fn periods_use_the_greatest_unit_that_divides_them() {
        assert_eq!(period(60), "minute");
        assert_eq!(period(5_400), "90 minutes");
        assert_eq!(period(129_600), "36 hours");
    }
}
