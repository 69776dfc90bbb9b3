//! domain ← store ← engine ← commands ← {desktop shell, routinectl}; nothing sees the tests.

use std::{
    collections::{BTreeMap, BTreeSet},
    process::Command,
};

use serde_json::Value;

use crate::tree::{assert_none, root};

/// Each crate of the product and the crates of the product that it may know.
const MAY_KNOW: [(&str, &[&str]); 8] = [
    ("routine-domain", &[]),
    ("routine-store", &["routine-domain"]),
    ("routine-engine", &["routine-domain", "routine-store"]),
    (
        "routine-hub",
        &["routine-domain", "routine-store", "routine-engine"],
    ),
    (
        "routine-commands",
        &["routine-domain", "routine-store", "routine-engine"],
    ),
    (
        "routine-bench",
        &[
            "routine-domain",
            "routine-store",
            "routine-engine",
            "routine-hub",
        ],
    ),
    ("routinectl", COMMAND_LINE),
    ("routine-desk", DESKTOP),
];
const DESKTOP: &[&str] = &[
    "routine-domain",
    "routine-store",
    "routine-engine",
    "routine-commands",
];
const COMMAND_LINE: &[&str] = &[
    "routine-domain",
    "routine-store",
    "routine-engine",
    "routine-commands",
    "routine-hub",
    "routine-bench",
];

/// A worker on a server needs none of these.
const GUI: [&str; 7] = [
    "gdk",
    "gtk",
    "tao",
    "tauri",
    "webkit2gtk",
    "wry",
    "tauri-specta",
];

#[test]
fn crates_know_only_what_is_below_them() {
    let metadata = metadata();
    let packages = packages(&metadata);
    let mut findings = Vec::new();
    for (name, allowed) in MAY_KNOW {
        for known in ours(packages[name]) {
            if !allowed.contains(&known.as_str()) {
                findings.push(format!("{name} depends on {known}"));
            }
        }
    }
    assert_none("a crate knows what is above it:", &findings);
}

#[test]
fn every_member_has_a_place_in_the_direction() {
    let metadata = metadata();
    let members: BTreeSet<_> = packages(&metadata)
        .into_iter()
        .filter(|(_, package)| package["source"].is_null())
        .map(|(name, _)| name)
        .collect();
    let expected: BTreeSet<_> = MAY_KNOW
        .iter()
        .map(|(name, _)| *name)
        .chain(["routine-tests", "routine-desktop-tests"])
        .collect();
    assert_eq!(members, expected);
}

#[test]
fn the_headless_command_links_no_gui_library() {
    let metadata = metadata();
    let linked = reached_from(&metadata, "routinectl");
    assert!(linked.contains("sqlx"), "the graph was not followed");
    let findings: Vec<_> = GUI
        .iter()
        .filter(|library| linked.contains(**library))
        .map(|library| format!("routinectl links {library}"))
        .collect();
    assert_none("a worker must not need a desktop:", &findings);

    let desktop = reached_from(&metadata, "routine-desk");
    assert!(
        desktop.contains("tauri"),
        "the names of GUI libraries moved"
    );
}

fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).unwrap()
}

fn packages(metadata: &Value) -> BTreeMap<&str, &Value> {
    metadata["packages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|package| (package["name"].as_str().unwrap(), package))
        .collect()
}

/// The crates of this workspace among its dependencies, those of its tests included.
fn ours(package: &Value) -> Vec<String> {
    package["dependencies"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|dependency| dependency.get("path").is_some_and(Value::is_string))
        .map(|dependency| dependency["name"].as_str().unwrap().to_owned())
        .collect()
}

/// Names of all packages that end up in the program, its own tests' left out.
fn reached_from<'a>(metadata: &'a Value, name: &str) -> BTreeSet<&'a str> {
    let names: BTreeMap<_, _> = metadata["packages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|package| (text(&package["id"]), text(&package["name"])))
        .collect();
    let nodes: BTreeMap<_, _> = metadata["resolve"]["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|node| (text(&node["id"]), &node["deps"]))
        .collect();
    let start = names.iter().find(|(_, known)| **known == name).unwrap().0;

    let mut reached = BTreeSet::new();
    let mut open = vec![*start];
    while let Some(id) = open.pop() {
        if !reached.insert(id) {
            continue;
        }
        for dependency in nodes[id].as_array().unwrap() {
            let linked = dependency["dep_kinds"]
                .as_array()
                .unwrap()
                .iter()
                .any(|kind| kind["kind"].is_null());
            if linked {
                open.push(text(&dependency["pkg"]));
            }
        }
    }
    reached.into_iter().map(|id| names[id]).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}
