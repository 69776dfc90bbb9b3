//! `docs/rules-kept.md` names a test or a decision for every rule; they must exist.
#![allow(clippy::unwrap_used, reason = "a test stops with what went wrong")]

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

const RULES: usize = 47;

#[test]
fn every_rule_has_its_tests() {
    let page = fs::read_to_string(root().join("docs/rules-kept.md")).unwrap();
    let tests = tests();
    let findings = findings(&page, &tests);
    assert!(findings.is_empty(), "{findings:#?}");
}

#[test]
fn a_missing_rule_and_a_missing_test_are_found() {
    let tests = HashSet::from(["it_holds".to_owned()]);
    let row = |number: usize| format!("| R-{number} | it holds | `it_holds` |\n");
    let all: String = (1..=RULES).map(row).collect();
    assert!(findings(&all, &tests).is_empty());
    assert_eq!(findings(&all.replace(&row(7), ""), &tests).len(), 1);
    let unknown = all.replace(&row(7), "| R-7 | it holds | `it_does_not` |\n");
    assert_eq!(findings(&unknown, &tests).len(), 1);
    let empty = all.replace(&row(7), "| R-7 | it holds | soon |\n");
    assert_eq!(findings(&empty, &tests).len(), 1);
    let decided = all.replace(&row(7), "| R-7 | it holds | `docs/decisions/none.md` |\n");
    assert_eq!(findings(&decided, &tests).len(), 1);
}

fn findings(page: &str, tests: &HashSet<String>) -> Vec<String> {
    let rule = |number| {
        let start = format!("| R-{number} |");
        let Some(row) = page.lines().find(|line| line.starts_with(&start)) else {
            return vec![format!("R-{number} is not there")];
        };
        let held_by = row.trim_end_matches([' ', '|']).rsplit('|').next().unwrap();
        let names: Vec<_> = held_by.split('`').skip(1).step_by(2).collect();
        if names.is_empty() {
            return vec![format!("R-{number} is held by nothing")];
        }
        let missing = names.iter().filter(|name| !exists(name, tests));
        missing
            .map(|name| format!("R-{number}: there is no {name}"))
            .collect()
    };
    (1..=RULES).flat_map(rule).collect()
}

fn exists(name: &str, tests: &HashSet<String>) -> bool {
    match name.starts_with("docs/decisions/") {
        true => root().join(name).is_file(),
        false => tests.contains(name),
    }
}

/// The names of all functions in the test sources and beside the code.
fn tests() -> HashSet<String> {
    let mut names = HashSet::new();
    for folder in ["tests/suites", "src-tauri/crates"] {
        read(&root().join(folder), &mut names);
    }
    names
}

fn read(folder: &Path, names: &mut HashSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read(&path, names);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let source = fs::read_to_string(&path).unwrap();
            let functions = source.lines().filter_map(|line| {
                let line = line.trim_start();
                let line = line.strip_prefix("async ").unwrap_or(line);
                line.strip_prefix("fn ")?.split('(').next()
            });
            names.extend(functions.map(str::to_owned));
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
