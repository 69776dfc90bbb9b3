//! Faults on purpose: what goes wrong in a sandbox, and when. Every decision follows from the seed and
//! from what it is about, so that the same seed and start bring the same faults.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use crate::{Instant, Invalid, RoutineId, draw::draw, instant::from_millis, words::words};

words! {
    /// What can go wrong on purpose.
    FaultKind, "fault" {
        HubUnavailable = "hub_unavailable",
        LaunchUnanswered = "launch_unanswered",
        WorkerDies = "worker_dies",
        DatabaseBusy = "database_busy",
        ClockAhead = "clock_ahead",
        RunsTooLong = "runs_too_long",
    }
}

/// The database is busy in one minute of so many.
const BUSY_MINUTES: u64 = 10;
const MINUTE_MS: i64 = 60_000;

impl FaultKind {
    /// In a list of switches.
    pub fn label(self) -> &'static str {
        match self {
            Self::HubUnavailable => "Hub answers 503",
            Self::LaunchUnanswered => "Launch never answers",
            Self::WorkerDies => "Worker dies after claim",
            Self::DatabaseBusy => "Database is busy",
            Self::ClockAhead => "Worker clock runs ahead",
            Self::RunsTooLong => "Runs take too long",
        }
    }

    /// How much of it, in words.
    pub fn extent(self, amount: u32) -> String {
        let (before, after) = self.unit();
        let text = format!("{before} {amount} {after}");
        text.trim().to_owned()
    }

    /// The words around its amount.
    pub fn unit(self) -> (&'static str, &'static str) {
        match self {
            Self::HubUnavailable => ("for 1 launch in", ""),
            Self::LaunchUnanswered => ("1 launch in", "is repeated"),
            Self::WorkerDies => ("once every", "claims"),
            Self::DatabaseBusy => ("for", "s at a time"),
            Self::ClockAhead => ("by", "s"),
            Self::RunsTooLong => ("", "min each"),
        }
    }

    /// What is taken where nobody says how much.
    pub fn usual(self) -> u32 {
        match self {
            Self::HubUnavailable => 4,
            Self::LaunchUnanswered | Self::WorkerDies => 10,
            Self::DatabaseBusy => 5,
            Self::ClockAhead => 90,
            Self::RunsTooLong => 12,
        }
    }

    /// The largest amount; the smallest is 1.
    pub fn most(self) -> u32 {
        match self {
            Self::HubUnavailable | Self::LaunchUnanswered | Self::WorkerDies => 10_000,
            Self::DatabaseBusy => 50,
            Self::ClockAhead => 86_400,
            Self::RunsTooLong => 1_440,
        }
    }
}

/// The faults of a sandbox: how much of each, none where it is off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(deny_unknown_fields)]
pub struct SandboxFaults {
    pub seed: u32,
    /// One launch in so many.
    pub hub_unavailable: Option<u32>,
    /// One launch in so many.
    pub launch_unanswered: Option<u32>,
    /// One claim in so many.
    pub worker_dies: Option<u32>,
    /// Seconds at a time.
    pub database_busy: Option<u32>,
    /// Seconds.
    pub clock_ahead: Option<u32>,
    /// Minutes each.
    pub runs_too_long: Option<u32>,
}

/// What a fault is decided by: one launch.
#[derive(Debug, Clone, Copy)]
pub struct LaunchSubject {
    pub routine: RoutineId,
    /// The planned time, or that of the request.
    pub occurrence: Instant,
    pub attempt: u32,
    pub take_overs: u32,
}

/// What goes wrong with a launch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LaunchFault {
    /// Its worker is not heard of again, and nothing was sent.
    WorkerDies,
    /// It was sent, and nobody answers.
    Unanswered,
    /// The hub answered 503.
    Unavailable,
}

impl SandboxFaults {
    pub fn amount(&self, kind: FaultKind) -> Option<u32> {
        match kind {
            FaultKind::HubUnavailable => self.hub_unavailable,
            FaultKind::LaunchUnanswered => self.launch_unanswered,
            FaultKind::WorkerDies => self.worker_dies,
            FaultKind::DatabaseBusy => self.database_busy,
            FaultKind::ClockAhead => self.clock_ahead,
            FaultKind::RunsTooLong => self.runs_too_long,
        }
    }

    pub fn with(mut self, kind: FaultKind, amount: Option<u32>) -> Self {
        let slot = match kind {
            FaultKind::HubUnavailable => &mut self.hub_unavailable,
            FaultKind::LaunchUnanswered => &mut self.launch_unanswered,
            FaultKind::WorkerDies => &mut self.worker_dies,
            FaultKind::DatabaseBusy => &mut self.database_busy,
            FaultKind::ClockAhead => &mut self.clock_ahead,
            FaultKind::RunsTooLong => &mut self.runs_too_long,
        };
        *slot = amount;
        self
    }

    pub fn check(&self) -> Result<(), Invalid> {
        for kind in FaultKind::ALL {
            let most = kind.most();
            if let Some(amount) = self.amount(*kind)
                && !(1..=most).contains(&amount)
            {
                return Err(Invalid::new(
                    kind.as_str(),
                    format!(
                        "\"{}\" cannot be set to {amount}. Choose from 1 to {most}.",
                        kind.label()
                    ),
                ));
            }
        }
        Ok(())
    }

    /// What goes wrong with this launch.
    pub fn of_launch(&self, subject: LaunchSubject) -> Option<LaunchFault> {
        let faults = [
            (FaultKind::WorkerDies, LaunchFault::WorkerDies),
            (FaultKind::LaunchUnanswered, LaunchFault::Unanswered),
            (FaultKind::HubUnavailable, LaunchFault::Unavailable),
        ];
        let struck = faults.into_iter().find(|(kind, _)| {
            self.amount(*kind)
                .is_some_and(|one_in| self.strikes(*kind, subject, one_in))
        });
        struck.map(|(_, fault)| fault)
    }

    /// Until when the database is busy, where it is at `now`.
    pub fn busy_until(&self, now: Instant) -> Option<Instant> {
        let seconds = i64::from(self.database_busy?);
        let minute = now.timestamp_millis().div_euclid(MINUTE_MS);
        let kind = FaultKind::DatabaseBusy;
        let drawn = draw(&[
            &self.seed.to_be_bytes(),
            kind.as_str().as_bytes(),
            &minute.to_be_bytes(),
        ]);
        let until = from_millis(minute * MINUTE_MS)? + TimeDelta::seconds(seconds);
        (drawn.is_multiple_of(BUSY_MINUTES) && now < until).then_some(until)
    }

    fn strikes(&self, kind: FaultKind, subject: LaunchSubject, one_in: u32) -> bool {
        let drawn = draw(&[
            &self.seed.to_be_bytes(),
            kind.as_str().as_bytes(),
            subject.routine.0.as_bytes(),
            &subject.occurrence.timestamp_millis().to_be_bytes(),
            &subject.attempt.to_be_bytes(),
            &subject.take_overs.to_be_bytes(),
        ]);
        drawn.is_multiple_of(u64::from(one_in.max(1)))
    }
}
