//! A display of its own, so that the tests see the same screen everywhere and disturb no one.

use std::{process::Stdio, time::Duration};

use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::Child,
    time::timeout,
};

use crate::{Error, Result, tools};

const READY_WITHIN: Duration = Duration::from_secs(20);

pub struct Display {
    name: String,
    /// The display ends with it.
    _server: Child,
}

impl Display {
    pub async fn open() -> Result<Self> {
        let mut server = tools::start("Xvfb", "xvfb", |command| {
            command
                .args([
                    "-displayfd",
                    "1",
                    "-screen",
                    "0",
                    "1440x1000x24",
                    "-nolisten",
                    "tcp",
                ])
                .stdout(Stdio::piped())
                .stderr(Stdio::null());
        })?;
        let not_ready = || Error::NotReady {
            tool: "Xvfb",
            seconds: READY_WITHIN.as_secs(),
        };
        // It picks a free number and writes it once it accepts windows.
        let number = server.stdout.take().ok_or_else(not_ready)?;
        let mut number = BufReader::new(number).lines();
        let number = timeout(READY_WITHIN, number.next_line())
            .await
            .map_err(|_| not_ready())??
            .ok_or_else(not_ready)?;
        Ok(Self {
            name: format!(":{number}"),
            _server: server,
        })
    }

    pub fn name(&self) -> &str {
        &self.name
    }
}
