//! Whatever arrives, a hub's request is read without a panic, and believed only where it is right to
//! the last bit. `PROPTEST_CASES` sets how long it tries; a failure prints the seed that repeats it.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

mod noise;

use axum::http::{HeaderMap, HeaderName, HeaderValue, header::AUTHORIZATION};
use proptest::prelude::*;
use routine_domain::{Instant, RefusalReason, instant::from_millis};
use routine_engine::{Secret, launchers::read_outcome};
use routine_hub::requests::{
    ID, SIGNATURE, TIMESTAMP, authorize, routine_key, run_id, sign, verify,
};

/// Some ten seconds without optimisation.
const CASES: u32 = 4_000;
const SECRET: &str = "hunter2-is-not-to-be-seen";
const ROUTINE: &str = "0192d3a0-5c1e-7b41-9c44-0242ac120002";
const NOW: i64 = 1_700_000_000;

fn config() -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok();
    ProptestConfig::with_cases(asked.map_or(CASES, |cases| cases.parse().unwrap()))
}

fn now() -> Instant {
    from_millis(NOW * 1_000).unwrap()
}

fn headers(parts: &[(String, Vec<u8>)]) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for (name, value) in parts {
        // What HTTP itself would not let through never comes as far as this.
        let name = HeaderName::from_bytes(name.as_bytes());
        if let (Ok(name), Ok(value)) = (name, HeaderValue::from_bytes(value)) {
            headers.append(name, value);
        }
    }
    headers
}

/// A call as its rightful sender makes it.
fn signed(id: &str, at: i64, body: &[u8]) -> HeaderMap {
    let key = routine_key(&Secret::new(SECRET), ROUTINE);
    let signature = sign(&key, id, at, body);
    let mut headers = HeaderMap::new();
    headers.insert(ID, id.parse().unwrap());
    headers.insert(TIMESTAMP, at.to_string().parse().unwrap());
    headers.insert(SIGNATURE, signature.parse().unwrap());
    headers
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_body_is_an_id_or_it_is_nothing(body in noise::body()) {
        let id = run_id(&body);
        let read: Option<serde_json::Value> = serde_json::from_slice(&body).ok();
        let named = read.as_ref().and_then(|body| body["routineRunId"].as_str());
        prop_assert_eq!(id, named.and_then(|text| text.parse().ok()));
        // The other body of the hub's: an outcome, which has a status.
        if read_outcome(&body).is_some() {
            prop_assert!(String::from_utf8_lossy(&body).contains("status"));
        }
    }

    #[test]
    fn only_the_very_header_is_the_secret(parts in noise::headers()) {
        let headers = headers(&parts);
        let secret = Secret::new(SECRET);
        let right = format!("Bearer {SECRET}");
        let first = headers.get(AUTHORIZATION).map(HeaderValue::as_bytes);
        let verdict = authorize(&headers, Some(&secret));
        prop_assert_eq!(verdict.is_ok(), first == Some(right.as_bytes()));
        prop_assert_eq!(authorize(&headers, None), Err(RefusalReason::Unconfigured));
        prop_assert_eq!(
            authorize(&headers, Some(&Secret::new(""))),
            Err(RefusalReason::Unconfigured)
        );
    }

    #[test]
    fn noise_is_no_call(parts in noise::headers(), body in noise::body()) {
        let headers = headers(&parts);
        for secrets in [&[][..], &[Secret::new("")], &[Secret::new(SECRET)]] {
            prop_assert!(verify(&headers, &body, ROUTINE, secrets, now()).is_err());
        }
    }

    #[test]
    fn a_call_is_believed_whole_and_in_time_and_in_no_other_way(
        id in "[!-~]{1,40}",
        seconds in -900_i64..900,
        body in noise::body(),
        damage in noise::damage(),
    ) {
        let secrets = [Secret::new(SECRET)];
        let headers = signed(&id, NOW + seconds, &body);
        let verdict = verify(&headers, &body, ROUTINE, &secrets, now());
        if seconds.abs() <= 300 {
            prop_assert_eq!(verdict, Ok(id));
        } else {
            prop_assert_eq!(verdict, Err(RefusalReason::Stale));
        }
        let (damaged, body) = damage.apply(&headers, &body);
        if let Some(damaged) = damaged {
            let verdict = verify(&damaged, &body, ROUTINE, &secrets, now());
            prop_assert!(
                matches!(verdict, Err(RefusalReason::Wrong | RefusalReason::Missing)),
                "{:?} {:?}", verdict, damage
            );
        }
    }
}
