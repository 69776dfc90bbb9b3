//! Where a failing routine stands: the three lanes of the failures page.

use crate::words::words;

words! {
    /// How far a failing routine has come.
    FailureLane, "lane" {
        /// Backing off: it will be launched again.
        Retrying = "retrying",
        /// Dead-lettered.
        Dead = "dead",
        /// Switched off by the system.
        Off = "off",
    }
}

impl FailureLane {
    /// Whether a plan can bring its routines back: a retry comes by itself.
    pub fn can_be_revived(self) -> bool {
        self != FailureLane::Retrying
    }
}
