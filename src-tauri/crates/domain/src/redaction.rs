//! Hides what stands under a name that promises a secret: in JSON by its keys, in other text by what
//! is written like one (`token=…`, `Authorization: …`, the user of an address). The one place that
//! knows the names; the screens' list is held to this one by a test.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use serde_json::value::RawValue;

/// A name that contains one of these, in any case, promises a secret.
pub const SECRET_WORDS: [&str; 5] = ["password", "secret", "token", "key", "authorization"];
/// What is shown instead.
pub const HIDDEN: &str = "••••••";

/// Whether what stands under this name is to be hidden.
pub fn promises_secret(name: &str) -> bool {
    let name = name.to_lowercase();
    SECRET_WORDS.iter().any(|word| name.contains(word))
}

/// The same text without what it hides. JSON keeps its order and its numbers as they were written.
pub fn redacted(text: &str) -> String {
    match serde_json::from_str::<&RawValue>(text) {
        Ok(json) => redacted_json(json.get()),
        Err(_) => redacted_text(text),
    }
}

/// The first name in a JSON text that holds something to be hidden.
pub fn secret_key(json: &str) -> Option<String> {
    if let Ok(Members(members)) = serde_json::from_str(json) {
        return members.into_iter().find_map(|(name, value)| {
            match promises_secret(&name) && !is_empty(value.get()) {
                true => Some(name),
                false => secret_key(value.get()),
            }
        });
    }
    let items: Vec<Box<RawValue>> = serde_json::from_str(json).ok()?;
    items.iter().find_map(|item| secret_key(item.get()))
}

fn is_empty(value: &str) -> bool {
    matches!(value, "null" | "\"\"" | "{}" | "[]")
}

fn redacted_json(json: &str) -> String {
    if let Ok(Members(members)) = serde_json::from_str(json) {
        let shown = members.into_iter().map(|(name, value)| {
            let value = match promises_secret(&name) {
                true => format!("\"{HIDDEN}\""),
                false => redacted_json(value.get()),
            };
            format!("{}:{value}", quoted(&name))
        });
        return format!("{{{}}}", shown.collect::<Vec<_>>().join(","));
    }
    if let Ok(items) = serde_json::from_str::<Vec<Box<RawValue>>>(json) {
        let shown = items.iter().map(|item| redacted_json(item.get()));
        return format!("[{}]", shown.collect::<Vec<_>>().join(","));
    }
    match serde_json::from_str::<String>(json) {
        Ok(text) => quoted(&redacted_text(&text)),
        Err(_) => json.to_owned(),
    }
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

fn redacted_text(text: &str) -> String {
    let lines = text.split_inclusive('\n').map(redacted_line);
    lines.collect()
}

/// From left to right: a name, what stands between it and its value, the value.
fn redacted_line(line: &str) -> String {
    let mut shown = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((name_end, value, end)) = assignment(rest) {
        shown.push_str(&without_users(&rest[..name_end]));
        shown.push_str(&rest[name_end..value]);
        shown.push_str(HIDDEN);
        rest = &rest[end..];
    }
    shown.push_str(&without_users(rest));
    shown
}

/// Where the first name that promises a secret ends, and where its value begins and ends.
fn assignment(text: &str) -> Option<(usize, usize, usize)> {
    let is_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.');
    let mut from = 0;
    while let Some(at) = text[from..].find(['=', ':']).map(|at| from + at) {
        from = at + 1;
        let before = text[..at].trim_end_matches(['"', '\'', ' ']);
        let start = before.rfind(|letter| !is_name(letter)).map_or(0, |last| {
            last + before[last..].chars().next().map_or(1, char::len_utf8)
        });
        if !promises_secret(&before[start..]) {
            continue;
        }
        let after = text[at + 1..].trim_start_matches([' ', '"', '\'']);
        let value = text.len() - after.len();
        let whole_line = before[start..].to_lowercase().contains("authorization");
        let ends = |letter: char| match whole_line {
            true => matches!(letter, '\n' | '\r'),
            false => letter.is_whitespace() || matches!(letter, '&' | ';' | ',' | '"' | '\''),
        };
        let end = after.find(ends).map_or(text.len(), |length| value + length);
        if end > value {
            return Some((before.len(), value, end));
        }
    }
    None
}

/// `https://user:password@host` without what stands before the host.
fn without_users(text: &str) -> String {
    let mut parts = text.split("://");
    let mut shown = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        shown.push_str("://");
        let authority = part
            .find(|letter: char| letter.is_whitespace() || matches!(letter, '/' | '?' | '#'))
            .unwrap_or(part.len());
        match part[..authority].rfind('@') {
            Some(at) => {
                shown.push_str(HIDDEN);
                shown.push_str(&part[at..]);
            }
            None => shown.push_str(part),
        }
    }
    shown
}

/// An object's members in their order.
struct Members(Vec<(String, Box<RawValue>)>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Members;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_loses_its_secrets_and_nothing_else() {
        let text = r#"{"z":9007199254740993,"api_key":"k-1","nested":[{"Password":{"a":1},"rate":4.50}],"a":null}"#;
        assert_eq!(
            redacted(text),
            r#"{"z":9007199254740993,"api_key":"••••••","nested":[{"Password":"••••••","rate":4.50}],"a":null}"#
        );
        assert_eq!(
            redacted(r#"{"p\u0061ssword":"x"}"#),
            r#"{"password":"••••••"}"#
        );
        assert_eq!(redacted(r#""token=abc""#), r#""token=••••••""#);
        assert_eq!(redacted("7"), "7");
    }

    #[test]
    fn text_loses_what_is_written_like_a_secret() {
        for (text, shown) in [
            ("HTTP 503", "HTTP 503"),
            ("PGPASSWORD=hunter2 psql", "PGPASSWORD=•••••• psql"),
            (
                "Authorization: Bearer abc def\nnext",
                "Authorization: ••••••\nnext",
            ),
            (
                "GET https://h/run?token=abc&page=2",
                "GET https://h/run?token=••••••&page=2",
            ),
            ("postgres://ines:pw@db/x é", "postgres://••••••@db/x é"),
            ("'secret': 'é1', ok", "'secret': '••••••', ok"),
            ("a key: ", "a key: "),
            ("at 10:00 the hub answered", "at 10:00 the hub answered"),
        ] {
            assert_eq!(redacted(text), shown);
        }
    }

    #[test]
    fn a_secret_in_an_input_is_named() {
        assert_eq!(
            secret_key(r#"{"a":[{"api_token":"x"}]}"#).as_deref(),
            Some("api_token")
        );
        assert_eq!(secret_key(r#"{"token":"","key":null}"#), None);
        assert_eq!(secret_key("not json"), None);
    }
}
