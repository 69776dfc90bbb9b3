//! Where a routine's results go.

use serde::{Deserialize, Serialize};

use crate::{
    Invalid,
    definition::{check_address, check_secret_name, endpoint},
    words::words,
};

/// What is written on the command line for no destination.
const NOWHERE: &str = "none";
const EXAMPLE: &str = "https://chat.example/hooks/results";

words! {
    /// How a result is put into a request.
    DestinationForm, "form" {
        /// All that is known of the run, as one object.
        Json = "json",
        /// `{"text": …}`, as Slack's incoming hooks and those made after them take it.
        Slack = "slack",
    }
}

/// A place for results, as stored and as sent to and from the screens. A routine without one sends
/// them nowhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Destination {
    /// Posts them to an address.
    Webhook {
        url: String,
        #[serde(default = "json")]
        form: DestinationForm,
        /// The name of the bearer secret; its value is never stored.
        #[serde(default)]
        secret_name: Option<String>,
    },
}

fn json() -> DestinationForm {
    DestinationForm::Json
}

impl Destination {
    /// From what a person writes: an address, or `none`.
    pub fn parse(
        text: &str,
        form: DestinationForm,
        secret_name: Option<String>,
    ) -> Result<Option<Self>, Invalid> {
        if text == NOWHERE {
            return match secret_name {
                None => Ok(None),
                Some(name) => Err(Invalid::new(
                    "destination.secret_name",
                    format!(
                        "Results that go nowhere need no secret {name}. Name an address too, or leave the secret out."
                    ),
                )),
            };
        }
        let destination = Self::Webhook {
            url: text.to_owned(),
            form,
            secret_name,
        };
        destination.check()?;
        Ok(Some(destination))
    }

    /// Refuses what nothing could ever be sent to.
    pub fn check(&self) -> Result<(), Invalid> {
        let Self::Webhook {
            url, secret_name, ..
        } = self;
        check_address(url, EXAMPLE)
            .and_then(|()| secret_name.as_deref().map_or(Ok(()), check_secret_name))
            .map_err(|refused| {
                Invalid::new(format!("destination.{}", refused.field), refused.message)
            })
    }

    /// The secret a worker must know to deliver there.
    pub fn secret_name(&self) -> Option<&str> {
        let Self::Webhook { secret_name, .. } = self;
        secret_name.as_deref()
    }

    /// Its host, and the port where that is not the usual one: what may be shown of an address whose
    /// path may be as good as a password.
    pub fn place(&self) -> String {
        let Self::Webhook { url, .. } = self;
        let endpoint = endpoint(url).unwrap_or_default();
        let usual = [("https://", ":443"), ("http://", ":80")];
        for (scheme, port) in usual {
            if let Some(place) = endpoint.strip_prefix(scheme) {
                return place.strip_suffix(port).unwrap_or(place).to_owned();
            }
        }
        endpoint
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str, secret: Option<&str>) -> Result<Option<Destination>, Invalid> {
        Destination::parse(text, DestinationForm::Json, secret.map(str::to_owned))
    }

    #[test]
    fn an_address_or_none_is_a_destination() {
        assert_eq!(parse("none", None), Ok(None));
        let place = |url| parse(url, None).unwrap().unwrap().place();
        assert_eq!(
            place("https://Chat.example/hooks/T0/secret"),
            "chat.example"
        );
        assert_eq!(place("http://127.0.0.1:8080/x"), "127.0.0.1:8080");
        assert_eq!(place("http://chat.example:443/x"), "chat.example:443");
    }

    #[test]
    fn what_nothing_could_be_sent_to_is_refused_by_its_field() {
        for (url, secret, field) in [
            ("chat.example", None, "destination.url"),
            ("https://me:pw@chat.example/", None, "destination.url"),
            (
                "https://chat.example/",
                Some("no name"),
                "destination.secret_name",
            ),
            ("none", Some("CHAT"), "destination.secret_name"),
        ] {
            assert_eq!(parse(url, secret).unwrap_err().field, field, "{url}");
        }
        let refused = parse("chat.example", None).unwrap_err();
        assert!(
            refused
                .message
                .ends_with("for example https://chat.example/hooks/results.")
        );
    }

    #[test]
    fn the_written_form_names_its_kind() {
        let written = r#"{"kind":"webhook","url":"https://chat.example/x"}"#;
        let read: Destination = serde_json::from_str(written).unwrap();
        assert_eq!(Some(read), parse("https://chat.example/x", None).unwrap());
        assert!(serde_json::from_str::<Destination>(r#"{"kind":"mail"}"#).is_err());
    }
}
