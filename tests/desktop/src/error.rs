use std::io;

pub type Result<T> = std::result::Result<T, Error>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(
        "{tool} could not be started ({source}). The desktop tests need it: on Debian install the \
         package {package}, or run `make test`, which does"
    )]
    Tool {
        tool: &'static str,
        package: &'static str,
        source: io::Error,
    },
    #[error("{tool} started and did not become ready within {seconds} s")]
    NotReady { tool: &'static str, seconds: u64 },
    #[error("the application could not be built; `cargo build --workspace --bins` says why")]
    NotBuilt,
    #[error(
        "the window did not show within {seconds} s: {wanted}\n\nThe focus was on {focus}. It showed:\n{shown}"
    )]
    NotShown {
        wanted: String,
        seconds: u64,
        focus: String,
        shown: String,
    },
    #[error("the window refused {command}: {message}")]
    Refused { command: String, message: String },
    #[error("WebKitWebDriver did not answer: {0}")]
    Driver(#[from] reqwest::Error),
    #[error(transparent)]
    Io(#[from] io::Error),
}
