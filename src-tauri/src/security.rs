//! What the window may do and load, held to a list: a line more here is a decision, not a side effect
//! of a new library.

use serde_json::{Value, json};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn read(path: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(format!("{ROOT}/{path}")).unwrap()).unwrap()
}

#[test]
fn the_window_may_hear_events_and_nothing_else_of_the_shell() {
    let files: Vec<_> = std::fs::read_dir(format!("{ROOT}/capabilities"))
        .unwrap()
        .map(|file| file.unwrap().file_name())
        .collect();
    assert_eq!(files, ["main.json"]);
    let capability = read("capabilities/main.json");
    assert_eq!(
        capability["permissions"],
        json!(["core:event:allow-listen", "core:event:allow-unlisten"])
    );
    assert_eq!(capability["windows"], json!(["main"]));
    for wider in ["remote", "webviews", "local"] {
        assert!(capability.get(wider).is_none(), "{wider}");
    }
}

#[test]
fn nothing_is_loaded_from_anywhere_else() {
    let app = read("tauri.conf.json")["app"].clone();
    let policy = app["security"]["csp"].as_str().unwrap();
    let mut parts: Vec<_> = policy.split("; ").collect();
    parts.sort_unstable();
    assert_eq!(
        parts,
        [
            "base-uri 'none'",
            "connect-src ipc: http://ipc.localhost",
            "default-src 'none'",
            "font-src 'self' data:",
            "form-action 'none'",
            "frame-ancestors 'none'",
            "img-src 'self' data:",
            "script-src 'self'",
            // The primitives of the screens place their layers by inline styles.
            "style-src 'self' 'unsafe-inline'",
        ]
    );
    let security = app["security"].as_object().unwrap();
    assert_eq!(security.len(), 1, "{security:?}");
    assert!(app.get("withGlobalTauri").is_none());
}

#[test]
fn nothing_asks_for_updates() {
    let config = read("tauri.conf.json");
    assert_eq!(
        config["plugins"],
        json!({ "deep-link": { "desktop": { "schemes": ["routinedesk"] } } })
    );
    assert!(config["bundle"].get("createUpdaterArtifacts").is_none());
}

/// The screens mask by a list of their own, since nothing is to be shown before an answer comes.
#[test]
fn the_screens_hide_what_stands_under_the_same_names() {
    let screens = std::fs::read_to_string(format!("{ROOT}/../ui/src/components/jsonLayout.ts"));
    let words = routine_domain::redaction::SECRET_WORDS.join("|");
    assert!(
        screens
            .unwrap()
            .contains(&format!("const SECRET = /{words}/i;"))
    );
}
