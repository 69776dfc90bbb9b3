//! Names that say nothing are not used for types and files.

use crate::tree::{SourceFile, assert_none, files, planted};

const EMPTY_WORDS: [&str; 3] = ["manager", "helper", "util"];
const BEFORE_A_TYPE: [&str; 6] = ["struct", "enum", "trait", "type", "class", "interface"];

#[test]
fn types_and_files_have_telling_names() {
    let findings: Vec<_> = files(&["rs", "ts", "tsx", "css", "sql"])
        .iter()
        .filter(|file| !file.is_within("tests/suites/layering/"))
        .flat_map(empty_names)
        .collect();
    assert_none("say what it is or does instead:", &findings);
}

#[test]
fn an_empty_name_is_found() {
    assert_eq!(empty_names(&planted("ui/src/utils.ts", "")).len(), 1);
    assert_eq!(
        empty_names(&planted("a.rs", "pub struct RunManager;")).len(),
        1
    );
    assert_eq!(
        empty_names(&planted("a.ts", "export type DateHelper = 1;")).len(),
        1
    );
    assert!(empty_names(&planted("a.rs", "/// Not a run manager.\nstruct Run;")).is_empty());
}

fn empty_names(file: &SourceFile) -> Vec<String> {
    let stem = file.path.rsplit('/').next().unwrap();
    let in_path = says_nothing(stem).then(|| file.path.clone());
    let in_types = file.text.lines().enumerate().flat_map(|(line, text)| {
        type_names(text)
            .filter(|name| says_nothing(name))
            .map(move |name| format!("{} {name}", file.at(line)))
    });
    in_path.into_iter().chain(in_types).collect()
}

fn type_names(line: &str) -> impl Iterator<Item = &str> {
    let code = line.split("//").next().unwrap_or_default();
    let words: Vec<_> = code.split_whitespace().collect();
    let names: Vec<_> = words
        .windows(2)
        .filter(|pair| BEFORE_A_TYPE.contains(&pair[0]))
        .map(|pair| pair[1])
        .collect();
    names.into_iter()
}

fn says_nothing(name: &str) -> bool {
    let name = name.to_lowercase();
    EMPTY_WORDS.iter().any(|word| name.contains(word))
}
