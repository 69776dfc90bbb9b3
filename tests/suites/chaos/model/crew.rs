//! Worker processes of a history, as far as one can tell from outside: they pass, meet an error, die,
//! and are replaced.

use std::{pin::pin, sync::Arc};

use chrono::Duration;
use routine_domain::LauncherKind;
use routine_engine::{Clock, EnvironmentSecrets, ManualClock, Worker, WorkerConfig};
use routine_store::{
    Database, Store,
    faults::{Fault, Faults},
};
use routine_tests::TestDatabase;
use tokio::sync::watch;

use super::outside::{Door, Outside};

/// How far the clock may follow those who sleep while a pass comes to rest.
const REST_SECONDS: i64 = 5;

/// A worker's place: when it dies, another one of the same abilities comes.
pub struct Crew {
    number: usize,
    lives: u32,
    store: Arc<dyn Store>,
    faults: Faults,
    body: Option<(Worker, watch::Receiver<usize>)>,
    _database: Database,
}

impl Crew {
    pub async fn new(db: &TestDatabase, number: usize) -> Crew {
        let database = db.open_again().await;
        Crew {
            number,
            lives: 0,
            store: database.store().await.unwrap(),
            faults: database.faults(),
            body: None,
            _database: database,
        }
    }

    fn worker(&mut self, outside: &Arc<Outside>, clock: &Arc<ManualClock>) -> &Worker {
        if self.body.is_none() {
            self.lives += 1;
            let name = format!("worker {}-{}", self.number, self.lives);
            let secrets = Arc::new(EnvironmentSecrets::from_variables([]));
            let config = WorkerConfig {
                launchers: LauncherKind::ALL.to_vec(),
                ..WorkerConfig::new(name, "1.0", secrets)
            };
            let door = Door::to(outside);
            let hanging = door.hanging.subscribe();
            let worker = Worker::with_launcher(config, self.store.clone(), clock.clone(), door);
            self.body = Some((worker, hanging));
        }
        &self.body.as_ref().unwrap().0
    }

    /// One pass in which nothing goes wrong.
    pub async fn passes(&mut self, outside: &Arc<Outside>, clock: &Arc<ManualClock>) {
        let report = self.worker(outside, clock).sweep().await.unwrap();
        assert_eq!(report.counts.error, None);
        self.rests(clock).await;
    }

    /// One pass with an error of the database in it, and those that make up for it.
    pub async fn fails(&mut self, times: u32, outside: &Arc<Outside>, clock: &Arc<ManualClock>) {
        self.worker(outside, clock);
        self.faults.arm(Fault::Fail, None, times);
        let faults = self.faults.clone();
        let swept = self.worker(outside, clock).sweep().await;
        tokio::select! {
            biased;
            () = faults.struck() => {}
            () = self.rests(clock) => {}
        }
        if self.faults.disarm() {
            assert_eq!(swept.unwrap().counts.error, None);
            return;
        }
        while !self.is_at_rest() {
            clock.advance(Duration::seconds(1));
            self.worker(outside, clock).sweep().await.unwrap();
            tokio::task::yield_now().await;
        }
    }

    /// One pass, at some point of which the worker is gone.
    pub async fn dies(&mut self, times: u32, outside: &Arc<Outside>, clock: &Arc<ManualClock>) {
        self.worker(outside, clock);
        self.faults.arm(Fault::Hang, None, times);
        let faults = self.faults.clone();
        tokio::select! {
            biased;
            () = faults.struck() => {}
            () = self.passes(outside, clock) => {}
        }
        self.faults.disarm();
        self.body = None;
        // Its tasks end when they are next looked at.
        for _ in 0..3 {
            tokio::task::yield_now().await;
        }
    }

    /// One pass in which the whole worker stands still after some commit while `meanwhile` goes by, and
    /// then goes on as if nothing had happened.
    pub async fn stalls(
        &mut self,
        times: u32,
        meanwhile: impl Future<Output = ()>,
        outside: &Arc<Outside>,
        clock: &Arc<ManualClock>,
    ) {
        self.faults.arm(Fault::Stall, None, times);
        let faults = self.faults.clone();
        let swept = {
            let mut pass = pin!(self.worker(outside, clock).sweep());
            let swept = tokio::select! {
                biased;
                () = faults.struck() => None,
                swept = &mut pass => Some(swept),
            };
            match swept {
                None => {
                    let others = async {
                        meanwhile.await;
                        faults.go_on();
                    };
                    // Where another task stands still, the pass may be in a transaction, whose locks
                    // the others wait for: it goes on until that ends.
                    tokio::join!(pass, others).0
                }
                Some(swept) => {
                    faults.go_on();
                    if !faults.disarm() {
                        // One of its tasks stood still.
                        faults.struck().await;
                    }
                    swept
                }
            }
        };
        assert_eq!(swept.unwrap().counts.error, None);
        faults.disarm();
        self.rests(clock).await;
    }

    fn is_at_rest(&self) -> bool {
        self.body.as_ref().is_none_or(|(worker, hanging)| {
            let load = worker.load();
            load.unwritten == 0 && load.launching == *hanging.borrow()
        })
    }

    /// Resolves once every launch has come to a result that is written, but for those that hang.
    pub async fn rests(&self, clock: &Arc<ManualClock>) {
        let Some((worker, hanging)) = &self.body else {
            return;
        };
        let mut hanging = hanging.clone();
        let rested = async {
            loop {
                let hang = *hanging.borrow_and_update();
                let is_at_rest =
                    |load: &routine_engine::Load| load.unwritten == 0 && load.launching == hang;
                tokio::select! {
                    () = worker.until(is_at_rest) => return,
                    changed = hanging.changed() => changed.unwrap(),
                }
            }
        };
        let limit = clock.now() + Duration::seconds(REST_SECONDS);
        let mut follow = pin!(clock.follow_sleepers(limit));
        tokio::select! {
            biased;
            () = rested => {}
            () = &mut follow => {}
        }
    }
}
