//! The top of the repository is a table of contents: a new folder there is a decision.

use std::{collections::BTreeSet, fs};

use crate::tree::root;

const FOLDERS: [&str; 8] = [
    ".cargo",
    ".ci",
    "docs",
    "icons",
    "migrations",
    "src-tauri",
    "tests",
    "ui",
];

/// Made by tools, never committed.
const BUILT: [&str; 3] = [".cache", ".git", "target"];

#[test]
fn only_known_folders_stand_at_the_top() {
    let found: BTreeSet<_> = fs::read_dir(root())
        .unwrap()
        .map(Result::unwrap)
        .filter(|entry| entry.file_type().unwrap().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap())
        .filter(|name| !BUILT.contains(&name.as_str()))
        .collect();
    assert_eq!(found, FOLDERS.map(str::to_owned).into());
}
