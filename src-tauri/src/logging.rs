//! Logs go to standard error; `RUST_LOG` chooses what.

use tracing_subscriber::EnvFilter;

pub fn start() {
    let filter = EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| EnvFilter::new("info,sqlx=warn,zbus=warn"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .init();
}
