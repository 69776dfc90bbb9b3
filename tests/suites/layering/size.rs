//! Files stay small enough to be read at one sitting.

use crate::tree::{SourceFile, assert_none, files, planted};

const LIMIT: usize = 400;
const COMPONENT_LIMIT: usize = 200;

/// Longer than the limit for a reason that is said here.
const EXCEPTIONS: [(&str, &str); 1] = [("ui/src/bindings.ts", "generated")];

#[test]
fn files_are_short() {
    let findings: Vec<_> = files(&["rs", "ts", "tsx", "css"])
        .iter()
        .filter_map(too_long)
        .collect();
    assert_none("split these files:", &findings);
}

#[test]
fn exceptions_are_still_needed() {
    let all = files(&["rs", "ts", "tsx", "css"]);
    for (path, _) in EXCEPTIONS {
        let file = all.iter().find(|file| file.path == path);
        assert!(
            file.is_some_and(|file| file.text.lines().count() > LIMIT),
            "{path} needs no exception any more"
        );
    }
}

#[test]
fn a_long_file_is_found() {
    assert!(too_long(&planted("src/a.rs", &"\n".repeat(LIMIT))).is_none());
    assert!(too_long(&planted("src/a.rs", &"\n".repeat(LIMIT + 1))).is_some());
    let component = "\n".repeat(COMPONENT_LIMIT + 1);
    assert!(too_long(&planted("ui/src/components/Table.tsx", &component)).is_some());
    assert!(too_long(&planted("ui/src/components/Table.test.tsx", &component)).is_none());
}

fn too_long(file: &SourceFile) -> Option<String> {
    let is_component = file.is_within("ui/src/components/")
        && file.has_extension(&["tsx"])
        && !file.path.ends_with(".test.tsx");
    let limit = if is_component { COMPONENT_LIMIT } else { LIMIT };
    let lines = file.text.lines().count();
    let excused = EXCEPTIONS.iter().any(|(path, _)| *path == file.path);
    (lines > limit && !excused).then(|| format!("{}: {lines} lines of {limit}", file.path))
}
