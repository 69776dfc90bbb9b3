//! The world outside: hubs that accept an idempotency key once, and programs that start whenever they
//! are told to. It answers by chance and notes what it saw.

use std::{
    collections::{HashMap, HashSet},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use async_trait::async_trait;
use chrono::Duration;
use routine_domain::{Instant, Launcher, RoutineId, RunId};
use routine_engine::{Clock, Launch, LaunchResult, ManualClock, WorkOutcome};
use routine_store::model::{LaunchOrder, RunError};
use tokio::sync::watch;

use crate::dice::Dice;

/// Shorter than the launch time limit of the tenants.
const HANG_SECONDS: i64 = 20;

pub struct Outside {
    clock: Arc<ManualClock>,
    dice: Mutex<Dice>,
    /// All is well from now on.
    calm: AtomicBool,
    pub seen: Mutex<Vec<Seen>>,
    /// By key: what a hub answered when it accepted it.
    accepted: Mutex<HashMap<String, Answer>>,
}

/// One launch that reached the outside.
pub struct Seen {
    pub run: RunId,
    pub routine: RoutineId,
    pub scheduled_for: Option<Instant>,
    pub key: String,
    pub starts_for_good: bool,
}

#[derive(Debug, Clone, Copy)]
enum Answer {
    Succeeds,
    Fails,
    Refuses,
    HandsOff,
    IsUnknown,
    Works(u64),
}

impl Outside {
    pub fn new(clock: Arc<ManualClock>, seed: u64) -> Arc<Self> {
        Arc::new(Self {
            clock,
            dice: Mutex::new(Dice::new(seed)),
            calm: AtomicBool::new(false),
            seen: Mutex::default(),
            accepted: Mutex::default(),
        })
    }

    pub fn calm_down(&self) {
        self.calm.store(true, Ordering::Relaxed);
    }

    /// The runs of which it has heard.
    pub fn received(&self) -> HashSet<String> {
        let seen = self.seen.lock().unwrap();
        seen.iter().map(|launch| launch.run.to_string()).collect()
    }

    fn hangs(&self) -> bool {
        !self.calm.load(Ordering::Relaxed) && self.dice.lock().unwrap().percent(5)
    }

    fn answer(&self, order: &LaunchOrder) -> Answer {
        let is_hub = !matches!(order.launcher, Launcher::Command { .. });
        let mut accepted = self.accepted.lock().unwrap();
        let known = accepted.get(&order.idempotency_key).filter(|_| is_hub);
        let answer = known.copied().unwrap_or_else(|| self.draw(is_hub));
        if is_hub && !matches!(answer, Answer::Refuses | Answer::IsUnknown) {
            accepted.insert(order.idempotency_key.clone(), answer);
        }
        self.seen.lock().unwrap().push(Seen {
            run: order.lease.run_id,
            routine: order.routine_id,
            scheduled_for: order.scheduled_for,
            key: order.idempotency_key.clone(),
            starts_for_good: starts_for_good(&order.launcher) && !matches!(answer, Answer::Refuses),
        });
        answer
    }

    fn draw(&self, is_hub: bool) -> Answer {
        if self.calm.load(Ordering::Relaxed) {
            return Answer::Succeeds;
        }
        let mut dice = self.dice.lock().unwrap();
        match dice.below(100) {
            0..45 => Answer::Succeeds,
            45..60 => Answer::Fails,
            60..82 => Answer::Refuses,
            82..90 if is_hub => Answer::HandsOff,
            90..95 if is_hub => Answer::IsUnknown,
            _ if is_hub => Answer::Succeeds,
            _ => Answer::Works(dice.below(300)),
        }
    }

    fn result(&self, answer: Answer) -> LaunchResult {
        match answer {
            Answer::Succeeds => LaunchResult::Finished(succeeded()),
            Answer::Fails => LaunchResult::Finished(WorkOutcome::Failed {
                error: error("failed"),
                output: None,
            }),
            Answer::Refuses => LaunchResult::Refused(error("refused")),
            Answer::HandsOff => LaunchResult::HandedOff,
            Answer::IsUnknown => LaunchResult::Unknown(error("no_answer")),
            Answer::Works(seconds) => {
                let clock = self.clock.clone();
                let end = clock.now() + Duration::seconds(seconds as i64);
                LaunchResult::Started(Box::pin(async move {
                    clock.sleep_until(end).await;
                    succeeded()
                }))
            }
        }
    }
}

/// Whether a second start would be a second piece of work.
fn starts_for_good(launcher: &Launcher) -> bool {
    matches!(
        launcher,
        Launcher::Command {
            repeatable: false,
            ..
        }
    )
}

/// One worker's way to the outside, with the number of launches that hang there.
pub struct Door {
    outside: Arc<Outside>,
    pub hanging: watch::Sender<usize>,
}

impl Door {
    pub fn to(outside: &Arc<Outside>) -> Arc<Self> {
        Arc::new(Self {
            outside: outside.clone(),
            hanging: watch::Sender::new(0),
        })
    }
}

#[async_trait]
impl Launch for Door {
    async fn launch(&self, order: &LaunchOrder) -> LaunchResult {
        let answer = self.outside.answer(order);
        if self.outside.hangs() {
            let _hanging = Hanging::at(&self.hanging);
            let clock = &self.outside.clock;
            let until = clock.now() + Duration::seconds(HANG_SECONDS);
            clock.sleep_until(until).await;
        }
        self.outside.result(answer)
    }
}

struct Hanging<'a>(&'a watch::Sender<usize>);

impl<'a> Hanging<'a> {
    fn at(count: &'a watch::Sender<usize>) -> Self {
        count.send_modify(|count| *count += 1);
        Self(count)
    }
}

impl Drop for Hanging<'_> {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}

fn succeeded() -> WorkOutcome {
    WorkOutcome::Succeeded { output: None }
}

fn error(code: &str) -> RunError {
    RunError {
        code: code.into(),
        message: "The outside said so.".into(),
        detail: None,
    }
}
