//! Why a claimed run waits: for the program as a key, for people in words.

use std::{fmt, str::FromStr};

use crate::{DefinitionId, Instant, Invalid, TenantId, instant::in_words};

/// What has to end before a claimed run may be launched. Its written form is a key: runs that wait
/// for the same are found by it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum WaitsOn {
    /// An earlier run of its routine, or that one's back-off.
    Run,
    /// A place under the tenant's concurrency cap.
    Tenant(TenantId),
    /// A place under its definition's.
    Definition(DefinitionId),
    /// An endpoint that is down.
    Endpoint(String),
}

impl fmt::Display for WaitsOn {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WaitsOn::Run => out.write_str("run"),
            WaitsOn::Tenant(id) => write!(out, "cap:tenant:{id}"),
            WaitsOn::Definition(id) => write!(out, "cap:definition:{id}"),
            WaitsOn::Endpoint(endpoint) => write!(out, "endpoint:{endpoint}"),
        }
    }
}

impl FromStr for WaitsOn {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let after = |prefix: &str| text.strip_prefix(prefix);
        let known = if text == "run" {
            Some(WaitsOn::Run)
        } else if let Some(id) = after("cap:tenant:") {
            id.parse().ok().map(WaitsOn::Tenant)
        } else if let Some(id) = after("cap:definition:") {
            id.parse().ok().map(WaitsOn::Definition)
        } else {
            after("endpoint:").map(|endpoint| WaitsOn::Endpoint(endpoint.to_owned()))
        };
        known.ok_or_else(|| {
            Invalid::new(
                "waits_on",
                format!("\"{text}\" is nothing that a run waits for."),
            )
        })
    }
}

/// Why a run may not be launched yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wait {
    pub on: WaitsOn,
    /// Follows "waits for ".
    pub words: String,
}

impl Wait {
    pub fn for_endpoint(endpoint: &str, down_since: Instant) -> Self {
        Self {
            words: format!(
                "an answer: endpoint {endpoint} is down since {}",
                in_words(down_since)
            ),
            on: WaitsOn::Endpoint(endpoint.to_owned()),
        }
    }

    /// All `cap` places of `what`, such as `definition "Digest"`, are taken.
    pub(crate) fn for_place(on: WaitsOn, cap: u32, open: u32, what: &str) -> Self {
        Self {
            on,
            words: format!("a place: {open} of {cap} runs of {what} are open"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instant::from_millis;

    #[test]
    fn a_key_reads_back_as_what_it_was_written_from() {
        let now = from_millis(1_700_000_000_000).unwrap();
        for on in [
            WaitsOn::Run,
            WaitsOn::Tenant(TenantId::new(now)),
            WaitsOn::Definition(DefinitionId::new(now)),
            WaitsOn::Endpoint("http://hub.example:80".into()),
        ] {
            assert_eq!(on.to_string().parse(), Ok(on));
        }
        for text in ["", "cap", "cap:tenant:x", "endpoints:http://a:80"] {
            assert!(text.parse::<WaitsOn>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_words_name_the_endpoint_and_the_time() {
        let since = from_millis(1_700_000_000_000).unwrap();
        let wait = Wait::for_endpoint("http://hub.example:80", since);
        assert_eq!(
            wait.words,
            "an answer: endpoint http://hub.example:80 is down since 2023-11-14 22:13:20 UTC"
        );
    }
}
