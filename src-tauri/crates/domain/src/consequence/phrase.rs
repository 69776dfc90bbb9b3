//! Sentences whose times are not yet written out: each reader has a zone of his own.

use serde::{Deserialize, Serialize};

use crate::{Instant, instant::rfc3339};

/// A piece of a sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "snake_case")]
pub enum Phrase {
    Words(String),
    At(Instant),
}

/// One sentence, in pieces.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(transparent)]
pub struct Sentence(pub Vec<Phrase>);

impl std::fmt::Display for Sentence {
    /// With times in UTC.
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for phrase in &self.0 {
            match phrase {
                Phrase::Words(words) => out.write_str(words)?,
                Phrase::At(at) => out.write_str(&rfc3339(*at))?,
            }
        }
        Ok(())
    }
}

impl From<&str> for Phrase {
    fn from(words: &str) -> Self {
        Phrase::Words(words.to_owned())
    }
}

impl From<String> for Phrase {
    fn from(words: String) -> Self {
        Phrase::Words(words)
    }
}

pub(super) fn sentence<P: Into<Phrase>>(parts: impl IntoIterator<Item = P>) -> Sentence {
    Sentence(parts.into_iter().map(Into::into).collect())
}

/// `1 fire`, `36 fires`.
pub(super) fn count(number: u32, thing: &str) -> String {
    match number {
        1 => format!("1 {thing}"),
        many => format!("{many} {thing}s"),
    }
}
