//! What a run is handed to, in facts for a person. No secret is among them: neither what stands
//! before the host of an address nor what follows its path.

use routine_domain::{Launcher, words::length};

use crate::wire::HandOffFact;

pub(super) fn facts(launcher: &Launcher, launch_timeout_seconds: u32) -> Vec<HandOffFact> {
    let fact = |label: &str, value: String| HandOffFact {
        label: label.to_owned(),
        value,
    };
    match launcher {
        Launcher::Http {
            url, secret_name, ..
        } => vec![
            fact("Request", format!("POST {}", path(url))),
            fact("To", to(launcher)),
            fact("Time limit", length(launch_timeout_seconds)),
            fact(
                "Secret",
                secret_name.clone().unwrap_or_else(|| "none".to_owned()),
            ),
        ],
        Launcher::Command {
            program,
            args,
            time_limit_seconds,
            repeatable,
        } => vec![
            fact("Program", program.clone()),
            fact("Arguments", args.len().to_string()),
            fact("Time limit", length(*time_limit_seconds)),
            fact(
                "Repeatable",
                if *repeatable { "yes" } else { "no" }.to_owned(),
            ),
        ],
        Launcher::Simulated(simulation) => vec![fact(
            "Simulated",
            format!(
                "{} succeed, {} fail, {} are refused",
                simulation.succeeds, simulation.fails, simulation.refuses
            ),
        )],
    }
}

/// Host and port: how it is spoken to stands in the request.
fn to(launcher: &Launcher) -> String {
    let endpoint = launcher.endpoint().unwrap_or_default();
    match endpoint.split_once("://") {
        Some((_, place)) => place.to_owned(),
        None => endpoint,
    }
}

fn path(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    rest.find('/').map_or("/", |start| &rest[start..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_secret_of_an_address_is_shown() {
        let launcher = Launcher::Http {
            url: "https://user:pw@hub.example:8443/internal/run?token=abc#x".into(),
            secret_name: Some("HUB".into()),
            command: None,
        };
        let facts = facts(&launcher, 30);
        let shown: Vec<_> = facts.iter().map(|fact| fact.value.as_str()).collect();
        assert_eq!(
            shown,
            ["POST /internal/run", "hub.example:8443", "30 s", "HUB"]
        );
        assert_eq!(path("http://hub.example"), "/");
    }
}
