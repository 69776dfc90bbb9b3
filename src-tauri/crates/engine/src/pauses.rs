//! How long to wait before a database that failed is asked again: 1, 2, 4 … 30 s.

use chrono::Duration;

const LONGEST_SECONDS: i64 = 30;

/// Counts failures in a row.
#[derive(Default)]
pub struct Pauses {
    failures: u32,
}

impl Pauses {
    /// After one more failure.
    pub fn after_failure(&mut self) -> Duration {
        let seconds = (1_i64 << self.failures.min(5)).min(LONGEST_SECONDS);
        self.failures = self.failures.saturating_add(1);
        Duration::seconds(seconds)
    }

    pub fn reset(&mut self) {
        self.failures = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_to_half_a_minute_and_start_over() {
        let mut pauses = Pauses::default();
        let seconds: Vec<_> = (0..7)
            .map(|_| pauses.after_failure().num_seconds())
            .collect();
        assert_eq!(seconds, [1, 2, 4, 8, 16, 30, 30]);
        pauses.reset();
        assert_eq!(pauses.after_failure().num_seconds(), 1);
    }
}
