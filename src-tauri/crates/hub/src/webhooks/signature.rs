//! Whether a call is from someone who knows the key of its routine, and from now.
//!
//! ```text
//! Routine-Webhook-Id: 8a51c9                    the sender's own id of the call
//! Routine-Webhook-Timestamp: 1767225600         seconds since 1970, UTC
//! Routine-Webhook-Signature: v1=5f2b…           HMAC-SHA256 over "<id>.<timestamp>.<body>", in hex
//! ```
//!
//! The key of a routine is the HMAC-SHA256 of its id under the hub's secret, in hex: whoever fires one
//! routine fires no other, nor does a call that was listened to.

use axum::http::HeaderMap;
use hmac::{Hmac, KeyInit, Mac};
use routine_domain::{Instant, RefusalReason};
use routine_engine::Secret;
use sha2::Sha256;

pub const ID: &str = "routine-webhook-id";
pub const TIMESTAMP: &str = "routine-webhook-timestamp";
pub const SIGNATURE: &str = "routine-webhook-signature";

/// The only form so far.
const VERSION: &str = "v1=";
/// A call from longer ago, or from further ahead, is somebody's recording or a wrong clock.
const WINDOW_SECONDS: i64 = 300;
const BYTES: usize = 32;

/// The id of a call that may be believed: it is signed with the key of `routine` under one of the
/// secrets. Signatures are computed in every case and compared in constant time, so that the refusals
/// take alike.
pub fn verify(
    headers: &HeaderMap,
    body: &[u8],
    routine: &str,
    secrets: &[Secret],
    now: Instant,
) -> Result<String, RefusalReason> {
    let mut keys: Vec<Secret> = secrets
        .iter()
        .filter(|secret| !secret.expose().is_empty())
        .map(|secret| routine_key(secret, routine))
        .collect();
    let configured = !keys.is_empty();
    if !configured {
        keys.push(routine_key(&Secret::new(""), routine));
    }
    let [id, timestamp, signature] = [ID, TIMESTAMP, SIGNATURE].map(|name| only(headers, name));
    let brought = bytes_of(signature);
    let same = keys.iter().fold(false, |same, key| {
        let mac = call_mac(key, id, timestamp, body);
        mac.verify_slice(&brought.unwrap_or_default()).is_ok() | same
    });
    if !configured {
        return Err(RefusalReason::Unconfigured);
    }
    if id.is_empty() || timestamp.is_empty() || signature.is_empty() {
        return Err(RefusalReason::Missing);
    }
    if !same || brought.is_none() {
        return Err(RefusalReason::Wrong);
    }
    let since = timestamp
        .parse::<i64>()
        .ok()
        .and_then(|sent| now.timestamp().checked_sub(sent));
    match since.map(i64::unsigned_abs) {
        Some(seconds) if seconds <= WINDOW_SECONDS.unsigned_abs() => Ok(id.to_owned()),
        _ => Err(RefusalReason::Stale),
    }
}

/// What the senders of one routine sign with.
pub fn routine_key(secret: &Secret, routine: &str) -> Secret {
    let mut mac = mac(secret);
    mac.update(routine.as_bytes());
    Secret::new(hex(mac))
}

/// What a sender puts into the header of the signature.
pub fn sign(key: &Secret, id: &str, timestamp: i64, body: &[u8]) -> String {
    let mac = call_mac(key, id, &timestamp.to_string(), body);
    format!("{VERSION}{}", hex(mac))
}

fn call_mac(key: &Secret, id: &str, timestamp: &str, body: &[u8]) -> Hmac<Sha256> {
    let mut mac = mac(key);
    for part in [id.as_bytes(), b".", timestamp.as_bytes(), b".", body] {
        mac.update(part);
    }
    mac
}

#[expect(clippy::expect_used, reason = "RFC 2104 takes a key of any length")]
fn mac(key: &Secret) -> Hmac<Sha256> {
    Hmac::new_from_slice(key.expose().as_bytes()).expect("a key of any length is taken")
}

fn hex(mac: Hmac<Sha256>) -> String {
    let bytes = mac.finalize().into_bytes();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The value of a header that is there once, and is text.
fn only<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => value.to_str().unwrap_or_default().trim(),
        _ => "",
    }
}

fn bytes_of(signature: &str) -> Option<[u8; BYTES]> {
    let hex = signature.strip_prefix(VERSION)?.as_bytes();
    if hex.len() != 2 * BYTES {
        return None;
    }
    let digit = |sign: u8| char::from(sign).to_digit(16);
    let mut bytes = [0; BYTES];
    for (byte, pair) in bytes.iter_mut().zip(hex.chunks_exact(2)) {
        *byte = u8::try_from(digit(pair[0])? * 16 + digit(pair[1])?).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use routine_domain::instant::from_millis;

    const NOW: i64 = 1_700_000_000;

    fn call(parts: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in parts {
            headers.append(*name, value.parse().unwrap());
        }
        headers
    }

    fn verdict(headers: &HeaderMap, secrets: &[&str]) -> Result<String, RefusalReason> {
        let now = from_millis(NOW * 1_000).unwrap();
        let secrets: Vec<_> = secrets.iter().copied().map(Secret::new).collect();
        verify(headers, b"{}", "r-1", &secrets, now)
    }

    fn signed(at: i64) -> HeaderMap {
        let key = routine_key(&Secret::new("s3cret"), "r-1");
        let signature = sign(&key, "one", at, b"{}");
        call(&[
            (ID, "one"),
            (TIMESTAMP, &at.to_string()),
            (SIGNATURE, &signature),
        ])
    }

    #[test]
    fn the_signature_is_the_one_that_others_compute() {
        // printf 'one.1700000000.{}' | openssl dgst -sha256 -hmac s3cret
        let expected = "v1=c7085d8d0a2bbfb47ac50526383a047aa27a2b9e1f16ab40e7e016b18d8be5d3";
        let signature = sign(&Secret::new("s3cret"), "one", NOW, b"{}");
        assert_eq!(signature, expected);
        // printf r-1 | openssl dgst -sha256 -hmac s3cret
        let expected = "0afd8e92c217eeb56a92568f2c13d7febfbed6551b3441dfc1dd384c0ac73aef";
        let key = routine_key(&Secret::new("s3cret"), "r-1");
        assert_eq!(key.expose(), expected);
    }

    #[test]
    fn a_call_is_believed_for_five_minutes_around_its_time() {
        for (at, expected) in [
            (NOW, Ok("one".to_owned())),
            (NOW - 300, Ok("one".to_owned())),
            (NOW + 300, Ok("one".to_owned())),
            (NOW - 301, Err(RefusalReason::Stale)),
            (NOW + 301, Err(RefusalReason::Stale)),
            (i64::MIN, Err(RefusalReason::Stale)),
        ] {
            assert_eq!(verdict(&signed(at), &["s3cret"]), expected, "{at}");
        }
    }

    #[test]
    fn a_secret_is_changed_while_senders_still_use_the_former() {
        let right = signed(NOW);
        for secrets in [["s3cret", "next"], ["next", "s3cret"]] {
            assert_eq!(verdict(&right, &secrets), Ok("one".to_owned()));
        }
        assert_eq!(verdict(&right, &["next"]), Err(RefusalReason::Wrong));
    }

    #[test]
    fn a_call_for_one_routine_is_none_for_another() {
        let now = from_millis(NOW * 1_000).unwrap();
        let secrets = [Secret::new("s3cret")];
        let elsewhere = verify(&signed(NOW), b"{}", "r-2", &secrets, now);
        assert_eq!(elsewhere, Err(RefusalReason::Wrong));
    }

    #[test]
    fn the_refusals_are_told_apart() {
        let right = signed(NOW);
        assert_eq!(verdict(&right, &[]), Err(RefusalReason::Unconfigured));
        assert_eq!(verdict(&right, &[""]), Err(RefusalReason::Unconfigured));
        assert_eq!(verdict(&right, &["other"]), Err(RefusalReason::Wrong));
        for missing in [ID, TIMESTAMP, SIGNATURE] {
            let mut headers = right.clone();
            headers.remove(missing);
            assert_eq!(verdict(&headers, &["s3cret"]), Err(RefusalReason::Missing));
        }
        for (name, value) in [
            (ID, "two"),
            (TIMESTAMP, "1700000001"),
            (SIGNATURE, "v1=00"),
            (SIGNATURE, "v2=00"),
        ] {
            let mut headers = right.clone();
            headers.insert(name, value.parse().unwrap());
            assert_eq!(verdict(&headers, &["s3cret"]), Err(RefusalReason::Wrong));
        }
        let mut twice = right.clone();
        twice.append(ID, "two".parse().unwrap());
        assert_eq!(verdict(&twice, &["s3cret"]), Err(RefusalReason::Missing));
    }
}
