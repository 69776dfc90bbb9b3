//! Whether a call is from someone who knows the secret, and from now.
//!
//! ```text
//! Routine-Webhook-Id: 8a51c9                    the sender's own id of the call
//! Routine-Webhook-Timestamp: 1767225600         seconds since 1970, UTC
//! Routine-Webhook-Signature: v1=5f2b…           HMAC-SHA256 over "<id>.<timestamp>.<body>", in hex
//! ```

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

/// The id of a call that may be believed. The signature is computed in every case and compared in
/// constant time, so that the refusals take alike.
pub fn verify(
    headers: &HeaderMap,
    body: &[u8],
    secret: Option<&Secret>,
    now: Instant,
) -> Result<String, RefusalReason> {
    let usable = secret
        .map(Secret::expose)
        .filter(|secret| !secret.is_empty());
    let [id, timestamp, signature] = [ID, TIMESTAMP, SIGNATURE].map(|name| only(headers, name));
    let computed = mac(usable.unwrap_or_default(), id, timestamp, body);
    let brought = bytes_of(signature);
    let same = computed.is_some_and(|mac| mac.verify_slice(&brought.unwrap_or_default()).is_ok());
    if usable.is_none() {
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

/// What a sender puts into the header of the signature.
pub fn sign(secret: &Secret, id: &str, timestamp: i64, body: &[u8]) -> Option<String> {
    let mac = mac(secret.expose(), id, &timestamp.to_string(), body)?;
    let bytes = mac.finalize().into_bytes();
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    Some(format!("{VERSION}{hex}"))
}

/// Every length of key is accepted, so there always is one.
fn mac(secret: &str, id: &str, timestamp: &str, body: &[u8]) -> Option<Hmac<Sha256>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).ok()?;
    for part in [id.as_bytes(), b".", timestamp.as_bytes(), b".", body] {
        mac.update(part);
    }
    Some(mac)
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

    fn verdict(headers: &HeaderMap, secret: Option<&str>) -> Result<String, RefusalReason> {
        let now = from_millis(NOW * 1_000).unwrap();
        verify(headers, b"{}", secret.map(Secret::new).as_ref(), now)
    }

    fn signed(at: i64) -> HeaderMap {
        let signature = sign(&Secret::new("s3cret"), "one", at, b"{}").unwrap();
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
        assert_eq!(signature.as_deref(), Some(expected));
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
            assert_eq!(verdict(&signed(at), Some("s3cret")), expected, "{at}");
        }
    }

    #[test]
    fn the_refusals_are_told_apart() {
        let right = signed(NOW);
        assert_eq!(verdict(&right, None), Err(RefusalReason::Unconfigured));
        assert_eq!(verdict(&right, Some("")), Err(RefusalReason::Unconfigured));
        assert_eq!(verdict(&right, Some("other")), Err(RefusalReason::Wrong));
        for missing in [ID, TIMESTAMP, SIGNATURE] {
            let mut headers = right.clone();
            headers.remove(missing);
            assert_eq!(
                verdict(&headers, Some("s3cret")),
                Err(RefusalReason::Missing)
            );
        }
        for (name, value) in [
            (ID, "two"),
            (TIMESTAMP, "1700000001"),
            (SIGNATURE, "v1=00"),
            (SIGNATURE, "v2=00"),
        ] {
            let mut headers = right.clone();
            headers.insert(name, value.parse().unwrap());
            assert_eq!(verdict(&headers, Some("s3cret")), Err(RefusalReason::Wrong));
        }
        let mut twice = right.clone();
        twice.append(ID, "two".parse().unwrap());
        assert_eq!(verdict(&twice, Some("s3cret")), Err(RefusalReason::Missing));
    }
}
