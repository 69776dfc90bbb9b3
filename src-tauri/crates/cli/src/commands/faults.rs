//! Faults on purpose, as two commands take them.

use clap::Args;
use routine_domain::{FaultKind, Invalid, SandboxFaults};

#[derive(Debug, Args)]
pub struct FaultArgs {
    /// A fault on purpose, such as `hub_unavailable=4` (1 launch in 4); may be given several times.
    /// Others: launch_unanswered, worker_dies, database_busy, clock_ahead, runs_too_long.
    #[arg(long = "fault", value_name = "FAULT[=AMOUNT]", value_parser = fault)]
    faults: Vec<(FaultKind, u32)>,
    /// The same seed brings the same faults.
    #[arg(long, value_name = "SEED")]
    seed: Option<u32>,
}

impl FaultArgs {
    pub fn faults(&self, seed: u32) -> SandboxFaults {
        let none = SandboxFaults {
            seed: self.seed.unwrap_or(seed),
            ..SandboxFaults::default()
        };
        let wanted = self.faults.iter();
        wanted.fold(none, |faults, (kind, amount)| {
            faults.with(*kind, Some(*amount))
        })
    }
}

fn fault(text: &str) -> Result<(FaultKind, u32), Invalid> {
    let (kind, amount) = match text.split_once('=') {
        Some((kind, amount)) => (kind.parse::<FaultKind>()?, Some(amount)),
        None => (text.parse::<FaultKind>()?, None),
    };
    match amount.map(str::parse) {
        None => Ok((kind, kind.usual())),
        Some(Ok(amount)) => Ok((kind, amount)),
        Some(Err(_)) => Err(Invalid::new(
            "fault",
            format!("\"{text}\" names no whole number. Write it like {kind}=4."),
        )),
    }
}
