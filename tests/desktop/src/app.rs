//! The application, built and started with a home of its own.

use std::{
    path::{Path, PathBuf},
    process::Stdio,
};

use reqwest::Method;
use routine_tests::{is_root, of_this_package};
use tokio::process::Command;

use crate::{Display, Error, Page, Result, driver::Driver};

pub struct App {
    page: Page,
}

impl App {
    /// Opens the window on `display`; settings and the demo database live in `home`.
    pub async fn open(display: &Display, home: &Path, arguments: &[&str]) -> Result<Self> {
        let application = built_app().await?;
        let driver = Driver::start(|command| surroundings(command, display, home)).await?;
        let session = driver.open(&application, arguments).await?;
        Ok(Self {
            page: Page::new(driver, session),
        })
    }

    /// The same by somebody whom permissions hold back, also where the tests run as root.
    pub async fn open_without_rights(
        display: &Display,
        home: &Path,
        arguments: &[&str],
    ) -> Result<Self> {
        let application = built_app().await?;
        let driver = Driver::start(|command| surroundings(command, display, home)).await?;
        let session = if is_root() {
            // From util-linux: it becomes the program that it is given.
            let held_back = "--bounding-set=-dac_override,-dac_read_search";
            let application = application.to_string_lossy();
            let arguments = [&[held_back, &application], arguments].concat();
            driver
                .open(Path::new("/usr/bin/setpriv"), &arguments)
                .await?
        } else {
            driver.open(&application, arguments).await?
        };
        Ok(Self {
            page: Page::new(driver, session),
        })
    }

    pub fn page(&self) -> &Page {
        &self.page
    }

    /// Closes the window as a person does.
    pub async fn close(self) -> Result<()> {
        self.page.command(Method::DELETE, "", None).await?;
        Ok(())
    }

    /// The application alone, with nobody driving it.
    pub async fn command(display: &Display, home: &Path) -> Result<Command> {
        let mut command = Command::new(built_app().await?);
        command.stdin(Stdio::null()).kill_on_drop(true);
        surroundings(&mut command, display, home);
        Ok(command)
    }
}

/// The same for every machine: no session bus (and so no keychain), no theme, one zone.
fn surroundings(command: &mut Command, display: &Display, home: &Path) {
    command
        .env("DISPLAY", display.name())
        .env_remove("WAYLAND_DISPLAY")
        .env("GDK_BACKEND", "x11")
        .env("DBUS_SESSION_BUS_ADDRESS", "disabled:")
        .env("NO_AT_BRIDGE", "1")
        .env("TZ", "Europe/Vienna")
        .env("ROUTINE_DESK_HOME", home);
}

/// Builds what is out of date, so that a test never looks at yesterday's program. The whole
/// workspace is named because that is how `make` builds it: nothing is compiled twice.
pub async fn built_app() -> Result<PathBuf> {
    let mut cargo = Command::new("cargo");
    for name in of_this_package() {
        cargo.env_remove(name);
    }
    cargo
        .args(["build", "--quiet", "--workspace", "--bins"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    // target/debug/deps/window-… → target/debug/routine-desk
    let this = std::env::current_exe()?;
    if this.ancestors().any(|folder| folder.ends_with("release")) {
        cargo.arg("--release");
    }
    if !cargo.status().await?.success() {
        return Err(Error::NotBuilt);
    }
    this.ancestors()
        .map(|folder| folder.join("routine-desk"))
        .find(|application| application.is_file())
        .ok_or(Error::NotBuilt)
}
