//! The outside world, as far as a launch sees it: it answers what a test wrote down for each routine.
//! Everything before and after the answer is the product's own.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex},
};

use async_trait::async_trait;
use routine_domain::{Launcher, RoutineId};
use routine_engine::{Launch, LaunchResult, WorkOutcome};
use routine_store::model::{LaunchOrder, RunError};
use tokio::sync::{Semaphore, watch};

/// Holds answers back: each `open` lets one through.
#[derive(Clone)]
pub struct Gate(Arc<Semaphore>);

impl Gate {
    pub fn closed() -> Self {
        Self(Arc::new(Semaphore::new(0)))
    }

    pub fn open(&self) {
        self.0.add_permits(1);
    }

    /// Waits to be let through.
    pub async fn pass(&self) {
        self.0
            .acquire()
            .await
            .expect("it is never taken away")
            .forget();
    }
}

/// One answer to one launch.
#[derive(Clone)]
pub enum Answer {
    Succeeds,
    Fails,
    Refuses,
    /// The endpoint is not there, or says to try later.
    IsUnavailable,
    HandsOff,
    /// It was sent, and the connection was cut.
    IsUnknown,
    /// It was sent, and no answer came in time.
    TimesOut,
    /// Never answers.
    Hangs,
    /// Gives the other answer once the gate is open.
    Waits(Gate, Box<Answer>),
    /// Starts at once; the work succeeds once the gate is open.
    Works(Gate),
}

/// Answers each routine's launches in the order written down, and succeeds after that.
pub struct ScriptedLauncher {
    /// Given instead of any other while it stands.
    outage: Mutex<Option<Answer>>,
    answers: Mutex<HashMap<RoutineId, VecDeque<Answer>>>,
    launches: watch::Sender<Vec<LaunchOrder>>,
}

impl ScriptedLauncher {
    pub fn new() -> Arc<Self> {
        Arc::new(Self {
            outage: Mutex::default(),
            answers: Mutex::default(),
            launches: watch::Sender::new(Vec::new()),
        })
    }

    pub fn script(&self, routine: RoutineId, answers: impl IntoIterator<Item = Answer>) {
        let mut scripts = self.answers.lock().expect("no test panicked here");
        scripts.entry(routine).or_default().extend(answers);
    }

    /// All HTTP hand-offs are answered by this, until there is none any more.
    pub fn outage(&self, answer: Option<Answer>) {
        *self.outage.lock().expect("no test panicked here") = answer;
    }

    /// Everything launched until now, oldest first.
    pub fn launches(&self) -> Vec<LaunchOrder> {
        self.launches.borrow().clone()
    }

    /// Resolves once `count` launches were made in all.
    pub async fn launched(&self, count: usize) {
        self.until(|launches| launches.len() >= count).await;
    }

    /// Resolves once what was launched until then is such that `reached` holds.
    pub async fn until(&self, mut reached: impl FnMut(&[LaunchOrder]) -> bool) {
        let mut launches = self.launches.subscribe();
        let reached = launches.wait_for(|launches| reached(launches));
        reached.await.expect("the launcher is alive");
    }

    fn next(&self, order: &LaunchOrder) -> Answer {
        let outage = self.outage.lock().expect("no test panicked here").clone();
        if let (Some(answer), Launcher::Http { .. }) = (outage, &order.launcher) {
            return answer;
        }
        let mut scripts = self.answers.lock().expect("no test panicked here");
        let answer = scripts
            .get_mut(&order.routine_id)
            .and_then(VecDeque::pop_front);
        answer.unwrap_or(Answer::Succeeds)
    }
}

#[async_trait]
impl Launch for ScriptedLauncher {
    async fn launch(&self, order: &LaunchOrder) -> LaunchResult {
        let mut answer = self.next(order);
        self.launches
            .send_modify(|launches| launches.push(order.clone()));
        while let Answer::Waits(gate, then) = answer {
            gate.pass().await;
            answer = *then;
        }
        match answer {
            Answer::Succeeds | Answer::Waits(..) => LaunchResult::Finished(succeeded()),
            Answer::Fails => LaunchResult::Finished(WorkOutcome::Failed {
                error: error("failed", "The work failed."),
                output: None,
            }),
            Answer::Refuses => LaunchResult::Refused(error("refused", "The hub said no.")),
            Answer::IsUnavailable => {
                LaunchResult::Refused(error("unavailable", "The hub answered 503."))
            }
            Answer::TimesOut => LaunchResult::Unknown(error("timeout", "No answer in 30 s.")),
            Answer::HandsOff => LaunchResult::HandedOff,
            Answer::IsUnknown => LaunchResult::Unknown(error("no_answer", "No answer came.")),
            Answer::Hangs => std::future::pending().await,
            Answer::Works(gate) => LaunchResult::Started(Box::pin(async move {
                gate.pass().await;
                succeeded()
            })),
        }
    }
}

fn succeeded() -> WorkOutcome {
    WorkOutcome::Succeeded {
        output: Some("done".into()),
    }
}

fn error(code: &str, message: &str) -> RunError {
    RunError {
        code: code.into(),
        message: message.into(),
        detail: None,
    }
}
