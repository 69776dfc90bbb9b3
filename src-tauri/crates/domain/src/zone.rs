//! Time zones, by their IANA names.

/// The release of the zone data that next fires are computed with.
pub const TZDB_VERSION: &str = chrono_tz::IANA_TZDB_VERSION;
