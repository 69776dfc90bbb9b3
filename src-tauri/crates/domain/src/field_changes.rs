//! What differs between two recorded states of a thing, field by field. Works on JSON text, so that
//! numbers stay as they were written, and hides what stands under a name that promises a secret.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{
    definition::endpoint,
    redaction::{HIDDEN, promises_secret},
};

/// One field that differs. `None` is "not there".
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FieldDifference {
    /// `name`, `trigger.expression`, `input.supplier_ids`
    pub field: String,
    pub before: Option<String>,
    pub after: Option<String>,
}

/// Counters and times that move with every write and say nothing by themselves.
const BOOKKEEPING: [&str; 3] = ["updated_at", "schedule_revision", "zone_data"];
/// JSON that is kept as text: its inside is compared.
const JSON_TEXT: [&str; 1] = ["input"];

type Fields = BTreeMap<String, String>;

/// By field name. A thing that was made or is gone differs in every field that is not empty.
pub fn field_changes(before: Option<&str>, after: Option<&str>) -> Vec<FieldDifference> {
    let (before, after) = (fields(before), fields(after));
    let names = before
        .keys()
        .chain(after.keys().filter(|name| !before.contains_key(*name)));
    let mut changes: Vec<_> = names
        .filter(|name| before.get(*name) != after.get(*name))
        .map(|name| FieldDifference {
            field: name.clone(),
            before: before.get(name).map(|text| shown(name, text)),
            after: after.get(name).map(|text| shown(name, text)),
        })
        .collect();
    changes.sort_by(|one, other| one.field.cmp(&other.field));
    changes
}

fn fields(json: Option<&str>) -> Fields {
    let mut found = Fields::new();
    if let Some(json) = json {
        flatten("", json, &mut found);
    }
    found
}

fn flatten(path: &str, json: &str, found: &mut Fields) {
    if let Ok(inside) = serde_json::from_str::<BTreeMap<String, Box<RawValue>>>(json) {
        for (name, value) in inside {
            let is_top = path.is_empty();
            if is_top && BOOKKEEPING.contains(&name.as_str()) {
                continue;
            }
            let below = if is_top {
                name.clone()
            } else {
                format!("{path}.{name}")
            };
            match serde_json::from_str::<String>(value.get()) {
                Ok(text) if is_top && JSON_TEXT.contains(&name.as_str()) => {
                    flatten(&below, &text, found);
                }
                _ => flatten(&below, value.get(), found),
            }
        }
        return;
    }
    if json.trim() == "null" {
        return;
    }
    let text = serde_json::from_str::<String>(json).unwrap_or_else(|_| json.to_owned());
    found.insert(path.to_owned(), text);
}

/// Only what people write themselves is hidden: elsewhere a secret is a name. The path of a
/// destination may be as good as a password.
fn shown(field: &str, text: &str) -> String {
    if field == "destination.url"
        && let Some(endpoint) = endpoint(text)
    {
        return format!("{endpoint}/…");
    }
    let mut parts = field.split('.');
    let is_written = parts.next().is_some_and(|first| JSON_TEXT.contains(&first));
    if is_written && parts.any(promises_secret) {
        return HIDDEN.to_owned();
    }
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(field: &str, before: Option<&str>, after: Option<&str>) -> FieldDifference {
        FieldDifference {
            field: field.into(),
            before: before.map(str::to_owned),
            after: after.map(str::to_owned),
        }
    }

    #[test]
    fn only_what_differs_is_named_and_numbers_stay_as_written() {
        let before = r#"{"name":"Digest","updated_at":1,"off":null,
            "trigger":{"kind":"cron","expression":"0 9 * * *"},"input":"{\"id\":9007199254740993,\"rate\":4.50}"}"#;
        let after = r#"{"name":"Digest","updated_at":2,"off":{"by":"person","reason":"hub restart"},
            "trigger":{"kind":"cron","expression":"0 8 * * *"},"input":"{\"id\":9007199254740994,\"rate\":4.50}"}"#;
        assert_eq!(
            field_changes(Some(before), Some(after)),
            [
                change(
                    "input.id",
                    Some("9007199254740993"),
                    Some("9007199254740994")
                ),
                change("off.by", None, Some("person")),
                change("off.reason", None, Some("hub restart")),
                change("trigger.expression", Some("0 9 * * *"), Some("0 8 * * *")),
            ]
        );
    }

    #[test]
    fn what_was_made_differs_in_all_its_fields() {
        assert_eq!(
            field_changes(None, Some(r#"{"name":"Acme","cap":null,"grace":600}"#)),
            [
                change("grace", None, Some("600")),
                change("name", None, Some("Acme"))
            ]
        );
        assert_eq!(field_changes(None, None), []);
        assert_eq!(
            field_changes(Some("7"), Some("\"seven\"")),
            [change("", Some("7"), Some("seven"))]
        );
    }

    #[test]
    fn of_a_destination_only_the_host_is_told() {
        let after =
            r#"{"destination":{"kind":"webhook","url":"https://chat.example/hooks/T0/abc"}}"#;
        let changes = field_changes(Some(r#"{"destination":null}"#), Some(after));
        assert_eq!(
            changes[1],
            change("destination.url", None, Some("https://chat.example:443/…"))
        );
    }

    #[test]
    fn a_secret_that_someone_wrote_into_an_input_is_hidden() {
        let before = r#"{"secret_name":"HUB","input":"{\"api_token\":\"s3cret\"}"}"#;
        let after = r#"{"secret_name":"HUB2","input":"{\"api_token\":\"0ther\"}"}"#;
        let changes = field_changes(Some(before), Some(after));
        assert_eq!(
            changes[0],
            change("input.api_token", Some(HIDDEN), Some(HIDDEN))
        );
        assert_eq!(changes[1], change("secret_name", Some("HUB"), Some("HUB2")));
    }
}
