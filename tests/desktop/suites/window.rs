//! The real window: it opens, shows the built screens, and ends when it is told to.

use std::{process::Stdio, time::Duration};

use routine_desktop_tests::{App, Display, Result};
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::Command,
    time::timeout,
};

/// The shell gives its scheduler five seconds; the rest is the machine's.
const END_WITHIN: Duration = Duration::from_secs(20);

#[tokio::test]
async fn the_window_shows_the_built_screens() -> Result<()> {
    let home = tempfile::tempdir()?;
    let display = Display::open().await?;
    let app = App::open(&display, home.path(), &[]).await?;
    let page = app.page();

    assert_eq!(page.title().await?, "Routine Desk");
    let size = page.script("return [innerWidth, innerHeight]").await?;
    assert_eq!(size, serde_json::json!([1280, 820]));
    assert!(page.picture().await?.starts_with(b"\x89PNG"));
    app.close().await
}

#[tokio::test]
async fn a_signal_ends_it_cleanly() -> Result<()> {
    let home = tempfile::tempdir()?;
    let display = Display::open().await?;
    for signal in ["-TERM", "-INT"] {
        let mut app = App::command(&display, home.path())
            .await?
            .stderr(Stdio::piped())
            .spawn()?;
        let mut log = BufReader::new(app.stderr.take().unwrap()).lines();
        while let Some(line) = log.next_line().await? {
            if line.contains("the window is open") {
                break;
            }
        }
        let pid = app.id().unwrap().to_string();
        Command::new("kill").args([signal, &pid]).status().await?;
        let status = timeout(END_WITHIN, app.wait()).await.unwrap()?;
        assert!(status.success(), "{signal}: {status}");
    }
    Ok(())
}
