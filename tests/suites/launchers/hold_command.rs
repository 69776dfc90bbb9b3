//! A worker to be killed: starts the script it is given, with one argument, and waits for its end.

#[path = "orders.rs"]
mod orders;

use std::sync::Arc;

use routine_engine::{Launch, LaunchResult, SystemClock, launchers::CommandLauncher};

#[tokio::main]
async fn main() {
    let mut args = std::env::args().skip(1);
    let (Some(script), Some(argument)) = (args.next(), args.next()) else {
        panic!("give a script and its argument");
    };
    let launcher = CommandLauncher::new(Arc::new(SystemClock::new()));
    let LaunchResult::Started(work) = launcher.launch(&orders::script(&script, &argument)).await
    else {
        panic!("the script did not start");
    };
    work.await;
}
