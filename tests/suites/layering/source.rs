//! Rules on single lines: one clock, one palette, one bridge, no test that does not run.

use crate::tree::{SourceFile, assert_none, files, planted};

const CLOCK: &str = "src-tauri/crates/engine/src/clock";
const TOKENS: &str = "ui/src/styles/tokens.css";
const BRIDGE: &str = "ui/src/backend/";

#[test]
fn one_place_reads_the_wall_clock() {
    let findings = lines(&files(&["rs"]), |file, line| {
        let excused = file.is_within(CLOCK) || file.is_within("tests/suites/layering/");
        !excused && lifts_the_ban(line)
    });
    assert_none(
        "only the engine's clock may lift the ban on wall clocks:",
        &findings,
    );
}

#[test]
fn colours_have_names() {
    let findings = lines(&files(&["css", "tsx"]), |file, line| {
        file.path != TOKENS && file.is_within("ui/src/") && has_raw_colour(line)
    });
    assert_none("use a token of ui/src/styles/tokens.css:", &findings);
}

#[test]
fn one_folder_knows_the_bridge() {
    let findings = lines(&files(&["ts", "tsx"]), |file, line| {
        file.is_within("ui/src/")
            && !file.is_within(BRIDGE)
            && file.path != "ui/src/bindings.ts"
            && imports_the_bridge(line)
    });
    assert_none("import from ui/src/backend instead:", &findings);
}

#[test]
fn no_test_is_left_out() {
    let findings = lines(&files(&["rs", "ts", "tsx"]), |_, line| {
        leaves_a_test_out(line)
    });
    assert_none("a test that does not run proves nothing:", &findings);
}

#[test]
fn each_rule_finds_what_it_forbids() {
    assert!(lifts_the_ban("#[allow(clippy::disallowed_methods)]"));
    assert!(lifts_the_ban(
        "#![expect(clippy::disallowed_methods, reason = \"x\")]"
    ));
    assert!(has_raw_colour("  color: #0a6880;"));
    assert!(has_raw_colour("  background: rgba(0, 0, 0, .2);"));
    assert!(!has_raw_colour(
        "  color: var(--accent); /* #1 of the list */"
    ));
    assert!(!has_raw_colour("<use href=\"#face-plate\" />"));
    assert!(imports_the_bridge(
        "import { listen } from \"@tauri-apps/api/event\";"
    ));
    assert!(imports_the_bridge(
        "import type { RunRow } from \"../../bindings\";"
    ));
    assert!(!imports_the_bridge(
        "import type { RunRow } from \"@/backend\";"
    ));
    assert!(leaves_a_test_out(concat!("    #[", "ignore = \"slow\"]")));
    for way in ["skip", "only", "todo", "fixme"] {
        assert!(leaves_a_test_out(&format!(
            "it.{way}(\"renders\", () => {{"
        )));
    }
    assert!(!leaves_a_test_out("rows.skip(1)"));
}

fn lines(files: &[SourceFile], broken: impl Fn(&SourceFile, &str) -> bool) -> Vec<String> {
    let mut findings = Vec::new();
    for file in files {
        for (number, line) in file.text.lines().enumerate() {
            if broken(file, line) {
                findings.push(format!("{} {}", file.at(number), line.trim()));
            }
        }
    }
    findings
}

/// The ban itself stands in clippy.toml.
fn lifts_the_ban(line: &str) -> bool {
    line.contains("clippy::disallowed_methods")
}

fn has_raw_colour(line: &str) -> bool {
    const FUNCTIONS: [&str; 6] = ["rgb(", "rgba(", "hsl(", "hsla(", "oklch(", "lab("];
    FUNCTIONS.iter().any(|function| line.contains(function))
        || line.match_indices('#').any(|(at, _)| {
            let rest = &line[at + 1..];
            let word = rest
                .find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-')
                .map_or(rest, |end| &rest[..end]);
            matches!(word.len(), 3 | 4 | 6 | 8)
                && word.chars().all(|digit| digit.is_ascii_hexdigit())
        })
}

fn imports_the_bridge(line: &str) -> bool {
    let Some((_, from)) = line.split_once("from ").or(line.split_once("import(")) else {
        return false;
    };
    let module = from.trim_matches(|letter| "\"';() ".contains(letter));
    module.starts_with("@tauri-apps/") || module == "bindings" || module.ends_with("/bindings")
}

/// An attribute of Rust's, or a word of Vitest's and Playwright's with a way to leave it out.
fn leaves_a_test_out(line: &str) -> bool {
    const ATTRIBUTE: &str = concat!("#[", "ignore");
    let called = |word: &str, way: &str| line.contains(&format!("{word}.{way}("));
    line.contains(ATTRIBUTE)
        || ["it", "test", "describe"].iter().any(|word| {
            ["skip", "only", "todo", "fixme"]
                .iter()
                .any(|way| called(word, way))
        })
}

#[test]
fn findings_name_the_line() {
    let file = planted("ui/src/app/Frame.css", "a {\n  color: #fff;\n}");
    let found = lines(&[file], |_, line| has_raw_colour(line));
    assert_eq!(found, ["ui/src/app/Frame.css:2 color: #fff;"]);
}
