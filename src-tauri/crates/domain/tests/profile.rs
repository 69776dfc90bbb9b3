//! Connections as they are written, kept, exported and taken in again.
#![allow(clippy::unwrap_used, reason = "a test stops with what went wrong")]

use routine_domain::{
    Profile, ProfileColour, ProfileDetails, ProfileId, ProfilePlace, Protection, TlsMode,
    profile::{export, import, read},
};
use serde_json::{Value, json};

fn staging() -> ProfileDetails {
    ProfileDetails {
        name: "Staging EU".into(),
        place: ProfilePlace::Postgres {
            host: "staging-db.eu".into(),
            port: Some(5433),
            database: "routines".into(),
            user: "desk_admin".into(),
            tls: TlsMode::VerifyFull,
            certificate: Some("/etc/ssl/staging.pem".into()),
            parameters: String::new(),
        },
        colour: ProfileColour::Ochre,
        protection: Protection::Confirm,
    }
}

fn id() -> ProfileId {
    ProfileId::new(routine_domain::instant::from_millis(1_700_000_000_000).unwrap())
}

/// The same with one value of its place replaced.
fn with(field: &str, value: Value) -> ProfileDetails {
    let mut written = serde_json::to_value(staging()).unwrap();
    written["place"][field] = value;
    serde_json::from_value(written).unwrap()
}

#[test]
fn what_is_wrong_is_named() {
    let mut unnamed = staging();
    unnamed.name = "  ".into();
    assert_eq!(unnamed.checked().unwrap_err().field, "name");
    for (field, value) in [
        ("host", json!("")),
        ("host", json!("ines:secret@db")),
        ("port", json!(0)),
        ("database", json!(" ")),
        ("certificate", json!("https://ca.example")),
        ("parameters", json!("a=b&password=secret")),
    ] {
        let refused = with(field, value).checked().unwrap_err();
        assert_eq!(refused.field, field);
        assert!(!refused.message.contains("secret"), "{refused}");
    }
    let spaced = with("host", json!(" staging-db.eu ")).checked().unwrap();
    assert_eq!(spaced, staging());
}

#[test]
fn a_round_trip_keeps_all_but_the_level() {
    let profile = Profile {
        id: id(),
        details: staging(),
    };
    let text = export(std::slice::from_ref(&profile)).unwrap();
    assert!(!text.contains(&profile.id.to_string()), "{text}");
    let (taken, left_out) = import(&text).unwrap();
    let expected = ProfileDetails {
        protection: Protection::ReadOnly,
        ..staging()
    };
    assert_eq!((taken, left_out), (vec![expected], Vec::new()));
}

#[test]
fn an_entry_that_is_no_connection_is_left_out_by_name() {
    let text = json!({
        "routine_desk_profiles": 1,
        "profiles": [{ "name": "Old", "place": { "engine": "mysql" } }, 7, staging()],
    });
    let (taken, left_out) = import(&text.to_string()).unwrap();
    assert_eq!(taken.len(), 1);
    assert!(left_out[0].starts_with("Old: "), "{left_out:?}");
    assert!(left_out[1].starts_with("Entry 2: "), "{left_out:?}");
    for text in ["", "[]", r#"{"profiles": []}"#] {
        assert_eq!(import(text).unwrap_err().field, "text");
    }
    let later = r#"{"routine_desk_profiles": 2, "profiles": []}"#;
    assert!(import(later).unwrap_err().message.contains("form 2"));
}

#[test]
fn a_secret_in_a_file_is_not_taken_in() {
    let mut entry = serde_json::to_value(staging()).unwrap();
    entry["place"]["password"] = "open sesame".into();
    let text = json!({ "routine_desk_profiles": 1, "profiles": [entry] });
    let (taken, _) = import(&text.to_string()).unwrap();
    assert!(!format!("{taken:?}").contains("open sesame"));
}

#[test]
fn words_of_a_later_version_cost_that_choice_only() {
    let mut kept = json!({ "id": id(), "details": staging() });
    kept["details"]["protection"] = "four_eyes".into();
    kept["details"]["colour"] = "plaid".into();
    let profile = read(&kept).unwrap();
    assert_eq!(profile.details.protection, Protection::ReadOnly);
    assert_eq!(profile.details.colour, ProfileColour::Slate);
    assert_eq!(profile.details.place, staging().place);
    // How a server proves itself is not guessed.
    kept["details"]["place"]["tls"] = "quantum".into();
    assert_eq!(read(&kept), None);
}
