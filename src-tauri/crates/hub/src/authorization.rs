//! Whether a request brings the hub's secret.

use axum::http::{HeaderMap, header::AUTHORIZATION};
use routine_domain::RefusalReason;
use routine_engine::Secret;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// The whole header is compared by digest, in constant time: neither its length nor a first matching
/// part shows in how long it takes. The digests are made in every case, so that the three refusals
/// take alike.
pub fn authorize(headers: &HeaderMap, secret: Option<&Secret>) -> Result<(), RefusalReason> {
    let brought = headers
        .get(AUTHORIZATION)
        .map(|value| value.as_bytes())
        .unwrap_or_default();
    let usable = secret
        .map(Secret::expose)
        .filter(|secret| !secret.is_empty());
    let expected = format!("Bearer {}", usable.unwrap_or_default());
    let digests = [brought, expected.as_bytes()].map(Sha256::digest);
    let same = digests[0][..].ct_eq(&digests[1][..]);
    match (usable, bool::from(same)) {
        (None, _) => Err(RefusalReason::Unconfigured),
        (Some(_), true) => Ok(()),
        (Some(_), false) if brought.is_empty() => Err(RefusalReason::Missing),
        (Some(_), false) => Err(RefusalReason::Wrong),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(header: Option<&str>, secret: Option<&str>) -> Result<(), RefusalReason> {
        let mut headers = HeaderMap::new();
        if let Some(header) = header {
            headers.insert(AUTHORIZATION, header.parse().unwrap());
        }
        authorize(&headers, secret.map(Secret::new).as_ref())
    }

    #[test]
    fn only_the_whole_header_is_right() {
        assert_eq!(verdict(Some("Bearer s3cret"), Some("s3cret")), Ok(()));
        for wrong in [
            "s3cret",
            "bearer s3cret",
            "Bearer  s3cret",
            "Bearer s3cret ,",
            "Bearer s3cre",
            "Bearer s3crets",
            "Bearer ",
            "Basic s3cret",
        ] {
            assert_eq!(
                verdict(Some(wrong), Some("s3cret")),
                Err(RefusalReason::Wrong),
                "{wrong}"
            );
        }
    }

    #[test]
    fn the_three_refusals_are_told_apart() {
        assert_eq!(verdict(None, Some("s3cret")), Err(RefusalReason::Missing));
        assert_eq!(
            verdict(Some("Bearer x"), None),
            Err(RefusalReason::Unconfigured)
        );
        // An empty secret would let "Bearer " in.
        assert_eq!(
            verdict(Some("Bearer "), Some("")),
            Err(RefusalReason::Unconfigured)
        );
    }
}
