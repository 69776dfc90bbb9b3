//! How the web view draws. Where a machine has no graphics device, WebKit would still draw through
//! OpenGL and compute that in software: ten times the work for each frame of a list that scrolls.

use std::{env, io, os::unix::process::CommandExt, path::Path, process::Command};

/// A person's own choice, in either direction, is left alone.
const CHOICE: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";

/// WebKit reads the choice from the environment, which may change only while a process is alone: so the
/// program begins once more in its own place, with the same id, arguments and files.
pub fn suit_this_machine() -> io::Result<()> {
    if env::var_os(CHOICE).is_some() || draws(Path::new("/dev/dri")) {
        return Ok(());
    }
    let mut arguments = env::args_os();
    let mut again = Command::new(env::current_exe()?);
    if let Some(name) = arguments.next() {
        again.arg0(name);
    }
    Err(again.args(arguments).env(CHOICE, "1").exec())
}

/// Whether one of the graphics devices of this folder draws; others only show.
fn draws(devices: &Path) -> bool {
    let Ok(mut devices) = devices.read_dir() else {
        return false;
    };
    devices.any(|device| {
        device.is_ok_and(|device| device.file_name().to_string_lossy().starts_with("render"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_render_node_draws() {
        let devices = tempfile::tempdir().unwrap();
        assert!(!draws(&devices.path().join("missing")));
        std::fs::write(devices.path().join("card0"), "").unwrap();
        assert!(!draws(devices.path()));
        std::fs::write(devices.path().join("renderD128"), "").unwrap();
        assert!(draws(devices.path()));
    }
}
