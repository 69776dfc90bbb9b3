//! The files of this repository as people wrote them: nothing built, nothing downloaded.

use std::{
    fs,
    path::{Path, PathBuf},
};

const NOT_OURS: [&str; 7] = [
    ".cache",
    ".git",
    "dist",
    "gen",
    "node_modules",
    "out",
    "target",
];

/// A text file, by its path from the root with forward slashes.
pub struct SourceFile {
    pub path: String,
    pub text: String,
}

impl SourceFile {
    pub fn has_extension(&self, wanted: &[&str]) -> bool {
        let extension = self.path.rsplit_once('.').map_or("", |(_, end)| end);
        wanted.contains(&extension)
    }

    pub fn is_within(&self, folder: &str) -> bool {
        self.path.starts_with(folder)
    }

    /// `path:line`, as an editor opens it.
    pub fn at(&self, line: usize) -> String {
        format!("{}:{}", self.path, line + 1)
    }
}

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All files with one of these extensions.
pub fn files(extensions: &[&str]) -> Vec<SourceFile> {
    let mut found = Vec::new();
    collect(&root(), "", extensions, &mut found);
    assert!(!found.is_empty(), "no {extensions:?} file was found");
    found
}

fn collect(folder: &Path, prefix: &str, extensions: &[&str], found: &mut Vec<SourceFile>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let path = format!("{prefix}{name}");
        if entry.file_type().unwrap().is_dir() {
            if !NOT_OURS.contains(&name.as_str()) {
                collect(&entry.path(), &format!("{path}/"), extensions, found);
            }
        } else if name
            .rsplit_once('.')
            .is_some_and(|(_, end)| extensions.contains(&end))
        {
            found.push(SourceFile {
                path,
                text: fs::read_to_string(entry.path()).unwrap(),
            });
        }
    }
}

/// Fails with every finding at once, so that one run shows all that is to be mended.
pub fn assert_none(rule: &str, findings: &[String]) {
    assert!(findings.is_empty(), "{rule}\n  {}\n", findings.join("\n  "));
}

pub fn planted(path: &str, text: &str) -> SourceFile {
    SourceFile {
        path: path.to_owned(),
        text: text.to_owned(),
    }
}
