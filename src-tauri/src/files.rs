//! Files that are saved for a person: never over one that is there.

use std::{
    fs::OpenOptions,
    io::{ErrorKind, Write},
    path::{Path, PathBuf},
};

use routine_commands::HostError;

/// Under this name, or the first like it that is free: `a.yaml`, `a (2).yaml`, …
pub fn save(folder: &Path, name: &str, text: &str) -> Result<PathBuf, HostError> {
    let mut number = 1_u32;
    loop {
        let path = folder.join(numbered(name, number));
        let made = OpenOptions::new().write(true).create_new(true).open(&path);
        match made.and_then(|mut file| file.write_all(text.as_bytes())) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            Err(source) => return Err(HostError::FileNotWritten { path, source }),
        }
    }
}

fn numbered(name: &str, number: u32) -> String {
    // A name is a name, and no way to another folder.
    let name = name.replace(['/', '\\'], "-");
    if number == 1 {
        return name;
    }
    match name.split_once('.') {
        Some((stem, ending)) => format!("{stem} ({number}).{ending}"),
        None => format!("{name} ({number})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_overwritten_and_no_name_leads_elsewhere() {
        let folder = tempfile::tempdir().unwrap();
        let names = ["a.yaml", "a.yaml", "../b"].map(|name| {
            let path = save(folder.path(), name, name).unwrap();
            assert_eq!(path.parent(), Some(folder.path()));
            path.file_name().unwrap().to_str().unwrap().to_owned()
        });
        assert_eq!(names, ["a.yaml", "a (2).yaml", "..-b"]);
    }
}
