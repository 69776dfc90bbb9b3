//! Values on the command line that are neither numbers nor free text.

use routine_commands::wire::{RoutineSort, RoutineView};
use routine_domain::{Instant, Invalid, instant};
use serde::de::{DeserializeOwned, IntoDeserializer, value};

pub fn moment(text: &str) -> Result<Instant, Invalid> {
    chrono::DateTime::parse_from_rfc3339(text)
        .map(|at| instant::truncate(at.to_utc()))
        .map_err(|_| Invalid::new("time", "not a time; write it like 2026-01-05T08:00:00Z"))
}

pub fn view(text: &str) -> Result<RoutineView, Invalid> {
    word(text, "view", "all, failing, off, manual or deleted")
}

pub fn sort(text: &str) -> Result<RoutineSort, Invalid> {
    word(text, "sort", "next_fire, name or created")
}

fn word<T: DeserializeOwned>(text: &str, field: &str, known: &str) -> Result<T, Invalid> {
    let written: value::StrDeserializer<'_, value::Error> = text.into_deserializer();
    T::deserialize(written).map_err(|_| Invalid::new(field, format!("use {known}")))
}
