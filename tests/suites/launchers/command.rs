use std::{
    io::{BufRead, BufReader, Read},
    path::PathBuf,
    sync::Arc,
};

use chrono::Duration;
use routine_domain::{Launcher, instant::rfc3339};
use routine_engine::{
    Launch, LaunchResult, ManualClock, Work, WorkOutcome, launchers::CommandLauncher,
};
use routine_store::model::{LaunchOrder, RunError};
use routine_tests::instant;
use tempfile::TempDir;

use crate::orders::{order, script};

/// Says that it runs and then hangs, as does a process it started: both hold the file `$0` open.
const HANG: &str = r#"exec 9>"$0"; sleep 1000 & echo up >&9; wait"#;

fn clock() -> Arc<ManualClock> {
    Arc::new(ManualClock::new(instant(0)))
}

async fn start(clock: &Arc<ManualClock>, order: &LaunchOrder) -> Work {
    match CommandLauncher::new(clock.clone()).launch(order).await {
        LaunchResult::Started(work) => work,
        _ => panic!("it did not start"),
    }
}

async fn refusal(order: &LaunchOrder) -> RunError {
    match CommandLauncher::new(clock()).launch(order).await {
        LaunchResult::Refused(error) => error,
        _ => panic!("it was not refused"),
    }
}

async fn outcome(order: &LaunchOrder) -> WorkOutcome {
    start(&clock(), order).await.await
}

async fn output(order: &LaunchOrder) -> String {
    match outcome(order).await {
        WorkOutcome::Succeeded { output } => output.unwrap_or_default(),
        WorkOutcome::Failed { error, .. } => panic!("{error:?}"),
    }
}

async fn failure(order: &LaunchOrder) -> (RunError, Option<String>) {
    match outcome(order).await {
        WorkOutcome::Failed { error, output } => (error, output),
        WorkOutcome::Succeeded { output } => panic!("it succeeded: {output:?}"),
    }
}

/// A pipe with a name: whoever reads it sees its end when the last process that wrote has ended.
struct NamedPipe {
    path: PathBuf,
    _folder: TempDir,
}

impl NamedPipe {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.unwrap().success());
        Self {
            path,
            _folder: folder,
        }
    }

    fn name(&self) -> &str {
        self.path.to_str().unwrap()
    }

    /// Resolves once `HANG` runs, to what waits for its end.
    async fn up(&self) -> impl FnOnce() + Send + 'static {
        let path = self.path.clone();
        let opened = tokio::task::spawn_blocking(move || {
            let mut pipe = BufReader::new(std::fs::File::open(path).unwrap());
            let mut line = String::new();
            pipe.read_line(&mut line).unwrap();
            assert_eq!(line, "up\n");
            pipe
        });
        let mut pipe = opened.await.unwrap();
        move || {
            pipe.read_to_end(&mut Vec::new()).unwrap();
        }
    }
}

#[tokio::test]
async fn a_program_is_told_its_input_and_who_it_is() {
    let order = script(
        r#"cat; echo " $0"; echo "$ROUTINE_ID $RUN_ID $SCHEDULED_FOR $IDEMPOTENCY_KEY""#,
        "an argument; not a command",
    );
    let expected = format!(
        "{{\"channel\":\"ops\"}} an argument; not a command\n{} {} {} the key\n",
        order.routine_id,
        order.lease.run_id,
        rfc3339(instant(0)),
    );
    assert_eq!(output(&order).await, expected);
}

#[tokio::test]
async fn a_run_without_a_planned_time_has_no_such_variable() {
    let order = LaunchOrder {
        scheduled_for: None,
        ..script(r#"echo "${SCHEDULED_FOR-none}""#, "")
    };
    assert_eq!(output(&order).await, "none\n");
}

#[tokio::test]
async fn both_streams_are_kept_in_the_order_they_were_written() {
    let order = script("echo 1; echo 2 >&2; echo 3; echo 4 >&2", "");
    assert_eq!(output(&order).await, "1\n2\n3\n4\n");
    assert_eq!(output(&script("exit 0", "")).await, "");
}

#[tokio::test]
async fn only_the_end_of_a_long_output_is_kept_and_that_is_said() {
    let order = script("head -c 200000 /dev/zero | tr '\\0' x; echo end", "");
    let text = output(&order).await;
    let (notice, kept) = text.split_once('\n').unwrap();
    assert_eq!(notice, "[only the end of 200004 bytes of output is kept]");
    assert_eq!(kept.len(), 64 * 1024);
    assert!(kept.ends_with("xxend\n"));
}

#[tokio::test]
async fn a_program_that_reads_nothing_is_not_held_up_by_its_input() {
    let order = LaunchOrder {
        input: "x".repeat(1_000_000),
        ..script("echo done", "")
    };
    assert_eq!(output(&order).await, "done\n");
}

#[tokio::test]
async fn a_program_that_cannot_be_started_is_refused_with_the_reason() {
    let missing = order(Launcher::Command {
        program: "/no/such/program".into(),
        args: Vec::new(),
        time_limit_seconds: 60,
        repeatable: false,
    });
    let error = refusal(&missing).await;
    assert_eq!(error.code, "could_not_start");
    assert_eq!(
        error.message,
        "The program \"/no/such/program\" could not be started: No such file or directory (os error 2)."
    );
}

#[tokio::test]
async fn an_exit_code_is_a_failure_with_the_end_of_the_output() {
    let (error, output) = failure(&script("echo broken; exit 3", "")).await;
    assert_eq!(error.code, "exit_code");
    assert_eq!(error.message, "The program ended with exit code 3.");
    assert_eq!(error.detail.as_deref(), Some("broken\n"));
    assert_eq!(output.as_deref(), Some("broken\n"));
}

#[tokio::test]
async fn a_program_killed_by_a_signal_says_so() {
    let (error, _) = failure(&script("kill -TERM $$", "")).await;
    assert_eq!(error.code, "signal");
    assert_eq!(error.message, "The program was killed by signal 15.");
}

#[tokio::test]
async fn the_time_limit_kills_the_program_and_what_it_started() {
    let (clock, pipe) = (clock(), NamedPipe::new());
    let work = tokio::spawn(start(&clock, &script(HANG, pipe.name())).await);
    let all_ended = pipe.up().await;
    let limit = instant(0) + Duration::seconds(60);
    clock.someone_sleeps_until(limit).await;
    clock.set(limit);
    let WorkOutcome::Failed { error, .. } = work.await.unwrap() else {
        panic!("it succeeded");
    };
    assert_eq!(error.code, "time_limit");
    assert!(error.message.contains("time limit of 60 s"), "{error:?}");
    tokio::task::spawn_blocking(all_ended).await.unwrap();
}

#[tokio::test]
async fn dropping_the_work_ends_the_program_and_what_it_started() {
    let (clock, pipe) = (clock(), NamedPipe::new());
    let work = start(&clock, &script(HANG, pipe.name())).await;
    let all_ended = pipe.up().await;
    drop(work);
    tokio::task::spawn_blocking(all_ended).await.unwrap();
}

#[tokio::test]
async fn a_process_left_behind_does_not_hold_up_the_end() {
    let pipe = NamedPipe::new();
    let order = script(r#"cat "$0" & echo done"#, pipe.name());
    assert_eq!(output(&order).await, "done\n");
    // The one left behind ends with its own input.
    drop(std::fs::File::create(&pipe.path).unwrap());
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_program_dies_with_its_worker() {
    let pipe = NamedPipe::new();
    let mut worker = std::process::Command::new(env!("CARGO_BIN_EXE_hold-command"))
        .args([r#"exec 9>"$0"; echo up >&9; exec sleep 1000"#, pipe.name()])
        .spawn()
        .unwrap();
    let ended = pipe.up().await;
    worker.kill().unwrap();
    worker.wait().unwrap();
    tokio::task::spawn_blocking(ended).await.unwrap();
}
