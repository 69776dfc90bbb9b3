//! Programs the tests stand on, ended with the value that holds them.

use std::process::Stdio;

use tokio::process::{Child, Command};

use crate::{Error, Result};

/// Starts a tool that dies with its handle; `package` is where Debian keeps it.
pub fn start(
    tool: &'static str,
    package: &'static str,
    set_up: impl FnOnce(&mut Command),
) -> Result<Child> {
    let mut command = Command::new(tool);
    command.stdin(Stdio::null()).kill_on_drop(true);
    set_up(&mut command);
    command.spawn().map_err(|source| Error::Tool {
        tool,
        package,
        source,
    })
}
