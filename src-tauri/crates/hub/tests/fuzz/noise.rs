//! Bodies and headers that no worker sends: right ones, damaged, and noise.

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use proptest::{prelude::*, sample::select};
use routine_hub::requests::{ID, SIGNATURE, TIMESTAMP};

const BODIES: [&str; 12] = [
    r#"{"routineRunId":"019a0000-0000-7000-8000-000000000005"}"#,
    r#"{"routineRunId":{"routineRunId":"019a0000-0000-7000-8000-000000000005"}}"#,
    r#"{"status":"succeeded","output":{"n":9007199254740993}}"#,
    r#"{"status":"failed","error":{"code":"disk","message":"No disk."}}"#,
    r#"{"routineRunId":"019a0000-0000-7000-8000-000000000005","routineRunId":7}"#,
    "{}",
    "[]",
    "null",
    "1e999",
    "\"\\u0000\\ud800\"",
    "",
    "routineRunId=1",
];

/// What JSON is made of, and what breaks those who read it.
const PIECES: [&str; 24] = [
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\"",
    "\\",
    "\\u",
    "\0",
    "\r\n",
    " ",
    "null",
    "true",
    "-",
    "0",
    "1e308",
    "\"routineRunId\"",
    "\"status\"",
    "\"succeeded\"",
    "\u{feff}",
    "é",
    "\u{202e}",
    "status",
];

const NAMES: [&str; 9] = [
    "authorization",
    "Authorization",
    ID,
    TIMESTAMP,
    SIGNATURE,
    "content-length",
    "host",
    "x-forwarded-for",
    "idempotency-key",
];

const VALUES: [&str; 14] = [
    "Bearer hunter2-is-not-to-be-seen",
    "bearer hunter2-is-not-to-be-seen",
    "Bearer hunter2-is-not-to-be-see",
    "Bearer  hunter2-is-not-to-be-seen",
    "Bearer ",
    "Basic aHVudGVyMg==",
    "hunter2-is-not-to-be-seen",
    "v1=0000000000000000000000000000000000000000000000000000000000000000",
    "v1=",
    "1700000000",
    "-1",
    "9223372036854775808",
    "",
    "é",
];

pub fn body() -> impl Strategy<Value = Vec<u8>> {
    let known = || select(&BODIES[..]).prop_map(|body| body.as_bytes().to_vec());
    prop_oneof![
        3 => (known(), proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4))
            .prop_map(|(mut body, edits)| {
                for (at, byte) in edits {
                    let place = at.index(body.len() + 1);
                    if place < body.len() { body[place] = byte } else { body.push(byte) }
                }
                body
            }),
        3 => known(),
        2 => proptest::collection::vec(select(&PIECES[..]), 0..60)
            .prop_map(|pieces| pieces.concat().into_bytes()),
        1 => (1_usize..4_000).prop_map(|depth| "[".repeat(depth).into_bytes()),
        1 => proptest::collection::vec(any::<u8>(), 0..200),
    ]
}

pub fn headers() -> impl Strategy<Value = Vec<(String, Vec<u8>)>> {
    let name = prop_oneof![
        6 => select(&NAMES[..]).prop_map(str::to_owned),
        1 => "[!-~]{1,20}",
    ];
    let value = prop_oneof![
        6 => select(&VALUES[..]).prop_map(|value| value.as_bytes().to_vec()),
        1 => "[ -~]{0,80}".prop_map(String::into_bytes),
        1 => proptest::collection::vec(any::<u8>(), 0..80),
    ];
    proptest::collection::vec((name, value), 0..8)
}

/// One thing about a call that is not as it was signed.
#[derive(Debug, Clone)]
pub enum Damage {
    Bit(prop::sample::Index, u8),
    Longer(u8),
    Header(&'static str, prop::sample::Index),
    Without(&'static str),
    Twice(&'static str),
}

pub fn damage() -> impl Strategy<Value = Damage> {
    let header = || select(&[ID, TIMESTAMP, SIGNATURE][..]);
    let place = any::<prop::sample::Index>;
    prop_oneof![
        (place(), 0_u8..8).prop_map(|(at, bit)| Damage::Bit(at, bit)),
        any::<u8>().prop_map(Damage::Longer),
        (header(), place()).prop_map(|(name, at)| Damage::Header(name, at)),
        header().prop_map(Damage::Without),
        header().prop_map(Damage::Twice),
    ]
}

impl Damage {
    /// None where there is nothing to be damaged.
    pub fn apply(&self, headers: &HeaderMap, body: &[u8]) -> (Option<HeaderMap>, Vec<u8>) {
        let (mut headers, mut body) = (headers.clone(), body.to_vec());
        match self {
            Damage::Bit(..) if body.is_empty() => return (None, body),
            Damage::Bit(at, bit) => {
                let place = at.index(body.len());
                body[place] ^= 1 << bit;
            }
            Damage::Longer(byte) => body.push(*byte),
            Damage::Header(name, at) => {
                let mut value = headers[*name].as_bytes().to_vec();
                let place = at.index(value.len());
                // Another digit or letter, so that it stays a header.
                value[place] = if value[place] == b'7' { b'8' } else { b'7' };
                headers.insert(
                    HeaderName::from_static(name),
                    HeaderValue::from_bytes(&value).unwrap(),
                );
            }
            Damage::Without(name) => {
                headers.remove(*name);
            }
            Damage::Twice(name) => {
                let value = headers[*name].clone();
                headers.append(HeaderName::from_static(name), value);
            }
        }
        (Some(headers), body)
    }
}
