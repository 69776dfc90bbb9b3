//! What a program prints: both streams through one pipe, so that the order is kept.

use std::{io, os::fd::OwnedFd};

use tokio::{net::unix::pipe::Receiver, process::Command};

use crate::launchers::text::Tail;

/// How much of the end of the output is kept, in bytes.
const KEPT: usize = 64 * 1024;
/// A pipe holds at most this much on Linux: what a program can have left in it.
const PIPE_CAPACITY: usize = 1024 * 1024;
const CHUNK: usize = 8 * 1024;

pub(super) struct Output {
    pipe: Receiver,
    tail: Tail,
}

impl Output {
    /// Sends what `command` prints here.
    pub(super) fn capture(command: &mut Command) -> io::Result<Self> {
        let (reader, writer) = io::pipe()?;
        command.stdout(writer.try_clone()?).stderr(writer);
        Ok(Self {
            pipe: Receiver::from_owned_fd(OwnedFd::from(reader))?,
            tail: Tail::new(KEPT),
        })
    }

    /// Reads until nobody holds the other end any more. May be dropped and called again.
    pub(super) async fn keep(&mut self) {
        while self.pipe.readable().await.is_ok() {
            match self.take_chunk() {
                Ok(0) => return,
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(_) => return,
            }
        }
    }

    /// What was kept, with what is still in the pipe.
    pub(super) fn into_text(mut self) -> Option<String> {
        for _ in 0..PIPE_CAPACITY / CHUNK {
            if !matches!(self.take_chunk(), Ok(1..)) {
                break;
            }
        }
        self.tail.into_text()
    }

    fn take_chunk(&mut self) -> io::Result<usize> {
        let mut chunk = [0; CHUNK];
        let read = self.pipe.try_read(&mut chunk)?;
        self.tail.write(&chunk[..read]);
        Ok(read)
    }
}
