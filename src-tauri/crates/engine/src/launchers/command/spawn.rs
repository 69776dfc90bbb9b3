//! Starts a program so that it dies with this process.
//!
//! Linux sends the parent-death signal when the *thread* that started the program ends, and the
//! runtime's threads come and go. So one thread that lives as long as the process starts them all.

use std::{io, process::Stdio, sync::OnceLock};

use tokio::{
    process::{Child, Command},
    runtime::Handle,
    sync::{mpsc, oneshot},
};

struct Request {
    command: Command,
    /// The runtime that is to watch the child.
    runtime: Handle,
    started: oneshot::Sender<io::Result<Child>>,
}

/// Starts `command` with a piped stdin, in a process group of its own.
pub(super) async fn spawn(mut command: Command) -> io::Result<Child> {
    command.stdin(Stdio::piped()).process_group(0);
    die_with_this_process(&mut command);
    let (started, answer) = oneshot::channel();
    let request = Request {
        command,
        runtime: Handle::current(),
        started,
    };
    starter()?
        .send(request)
        .map_err(|_| io::Error::other("the thread that starts programs has ended"))?;
    answer.await.unwrap_or_else(|_| {
        Err(io::Error::other(
            "the thread that starts programs has ended",
        ))
    })
}

fn starter() -> io::Result<mpsc::UnboundedSender<Request>> {
    static STARTER: OnceLock<mpsc::UnboundedSender<Request>> = OnceLock::new();
    if let Some(starter) = STARTER.get() {
        return Ok(starter.clone());
    }
    let (requests, queue) = mpsc::unbounded_channel();
    // Two first callers may race; the loser's thread ends with its sender.
    std::thread::Builder::new()
        .name("program-starter".into())
        .spawn(move || start_all(queue))?;
    Ok(STARTER.get_or_init(|| requests).clone())
}

fn start_all(mut queue: mpsc::UnboundedReceiver<Request>) {
    while let Some(Request {
        mut command,
        runtime,
        started,
    }) = queue.blocking_recv()
    {
        let _entered = runtime.enter();
        // A child that nobody waits for any more is dropped here, which kills nothing by itself.
        if let Err(Ok(mut orphan)) = started.send(command.spawn()) {
            let _ = orphan.start_kill();
        }
    }
}

#[cfg(target_os = "linux")]
fn die_with_this_process(command: &mut Command) {
    use rustix::process::{Signal, getpid, getppid, set_parent_process_death_signal};

    let parent = getpid();
    let ask = move || {
        set_parent_process_death_signal(Some(Signal::KILL))?;
        // The parent may have died before the line above: then no signal will come.
        if getppid() == Some(parent) {
            Ok(())
        } else {
            Err(io::Error::from(rustix::io::Errno::SRCH))
        }
    };
    #[expect(
        unsafe_code,
        reason = "between fork and exec only two system calls are made, and nothing is allocated"
    )]
    // SAFETY: `ask` is async-signal-safe: prctl and getppid, no locks, no allocation.
    unsafe {
        command.pre_exec(ask);
    }
}

#[cfg(not(target_os = "linux"))]
fn die_with_this_process(_command: &mut Command) {}
