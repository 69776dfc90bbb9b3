//! Some hundred histories on one database, with two workers that fail, hang and die, and a clock that
//! jumps.

use std::{
    collections::HashMap,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::Arc,
};

use chrono::Duration;
use routine_domain::{Instant, RunId};
use routine_engine::{Clock, ManualClock};
use routine_store::model::{RecordedFilter, RunError, RunEvent, RunReport};
use routine_tests::{TestDatabase, instant};

use super::{
    crew::Crew,
    history::{Book, begin},
    oracle::{Ends, judge, judge_overlap},
    outside::{Outside, Seen},
    rows::{self, RunRow},
};
use crate::{
    dice::Dice,
    proof::{evidence, is_sound},
};

/// In how many rounds of a minute everything must have come to its end.
const LAST_ROUNDS: u32 = 60;

pub struct World {
    db: TestDatabase,
    clock: Arc<ManualClock>,
    latest: Instant,
    dice: Dice,
    outside: Arc<Outside>,
    crews: [Crew; 2],
    books: Vec<Book>,
    ends: Ends,
}

impl World {
    pub async fn new(db: TestDatabase, seed: u64, histories: u64) -> World {
        let clock = Arc::new(ManualClock::new(instant(0)));
        let mut dice = Dice::new(seed);
        let mut books = Vec::new();
        for number in 0..histories {
            let name = format!("Tenant {number}");
            books.extend(begin(&*db.store, &name, &mut dice, clock.now()).await);
        }
        World {
            outside: Outside::new(clock.clone(), seed),
            crews: [Crew::new(&db, 0).await, Crew::new(&db, 1).await],
            latest: clock.now(),
            ends: Ends::default(),
            db,
            clock,
            dice,
            books,
        }
    }

    pub async fn live_and_be_judged(mut self) {
        for step in 0..12 + self.dice.below(19) {
            self.people_act().await;
            self.move_clock().await;
            self.workers_act().await;
            self.observe().await;
            if step % 4 == 0 {
                self.look_at_runs().await;
            }
        }
        self.come_to_rest().await;
        let runs = self.look_at_runs().await;
        self.be_judged(&runs);
        self.be_proven(&runs).await;
    }

    async fn people_act(&mut self) {
        for book in &mut self.books {
            if self.dice.percent(20) {
                book.act(&*self.db.store, &mut self.dice, self.clock.now())
                    .await;
            }
        }
        if self.dice.percent(30) {
            self.hubs_report().await;
        }
    }

    /// How the work ended that went on elsewhere; sometimes twice, and differently.
    async fn hubs_report(&mut self) {
        let running = "SELECT CAST(id AS TEXT) FROM runs WHERE status IN ('running', 'abandoned') ORDER BY id";
        let mut runs = self.db.texts(running).await;
        let received = self.outside.received();
        runs.retain(|run| received.contains(run));
        let mut reports = Vec::new();
        for run in runs {
            if self.dice.percent(60) {
                reports.extend(
                    (0..1 + self.dice.below(2))
                        .map(|_| self.report(&run))
                        .collect::<Vec<_>>(),
                );
            }
        }
        let now = self.clock.now();
        self.db.store.record_reports(&reports, now).await.unwrap();
    }

    fn report(&mut self, run: &str) -> RunReport {
        let event = match self.dice.percent(70) {
            true => RunEvent::Succeeded { output: None },
            false => RunEvent::Failed {
                error: RunError {
                    code: "failed".into(),
                    message: "It failed elsewhere.".into(),
                    detail: None,
                },
                output: None,
            },
        };
        RunReport {
            run_id: RunId(run.parse().unwrap()),
            epoch: None,
            at: self.clock.now(),
            event,
        }
    }

    async fn move_clock(&mut self) {
        let seconds = match self.dice.below(20) {
            0..4 => 0,
            4..9 => self.dice.below(30) as i64,
            9..15 => 61 + self.dice.below(120) as i64,
            15..17 => 300 + self.dice.below(900) as i64,
            17 => 3_600 + self.dice.below(3_600) as i64,
            _ => -(self.dice.below(1_200) as i64),
        };
        self.clock.advance(Duration::seconds(seconds));
        self.rest().await;
    }

    async fn workers_act(&mut self) {
        let (door, clock) = (&self.outside, &self.clock);
        let chosen = self.dice.below(2) as usize;
        let times = 1 + self.dice.below(40) as u32;
        let [first, second] = &mut self.crews;
        let crew = if chosen == 0 {
            &mut *first
        } else {
            &mut *second
        };
        match self.dice.below(20) {
            0..8 => crew.passes(door, clock).await,
            8..11 => crew.fails(times, door, clock).await,
            11..15 => crew.dies(times, door, clock).await,
            15..17 => {
                tokio::join!(first.passes(door, clock), second.passes(door, clock));
            }
            17 => {
                let lapses = Duration::seconds(61 + self.dice.below(120) as i64);
                let others = async {
                    clock.advance(lapses);
                    second.passes(door, clock).await;
                };
                first.stalls(times.div_ceil(4), others, door, clock).await;
            }
            18 => {
                tokio::join!(first.dies(times, door, clock), second.passes(door, clock));
            }
            _ => {}
        }
        self.rest().await;
    }

    /// Until nothing more happens by itself.
    async fn rest(&mut self) {
        let clock = &self.clock;
        let [first, second] = &self.crews;
        tokio::join!(first.rests(clock), second.rests(clock));
        self.latest = self.latest.max(clock.now());
    }

    async fn observe(&mut self) {
        let rows = rows::routines(&self.db).await;
        let rows: HashMap<_, _> = rows.iter().map(|row| (&*row.id, row)).collect();
        for book in &mut self.books {
            book.observe(rows[&*book.id.to_string()], self.latest);
        }
    }

    async fn look_at_runs(&mut self) -> Vec<RunRow> {
        let runs = rows::runs(&self.db).await;
        self.ends.observe(&runs);
        let books: Vec<_> = self.books.iter().collect();
        judge_overlap(&books, &runs);
        runs
    }

    /// All is well from here on, and time goes by until nothing is left to do.
    async fn come_to_rest(&mut self) {
        self.outside.calm_down();
        self.clock.set(self.latest);
        for _ in 0..LAST_ROUNDS {
            self.clock.advance(Duration::seconds(61));
            self.rest().await;
            let mut due = Vec::new();
            loop {
                for crew in &mut self.crews {
                    crew.passes(&self.outside, &self.clock).await;
                }
                self.rest().await;
                self.hubs_end().await;
                self.observe().await;
                let before = std::mem::replace(&mut due, self.due().await);
                if due == before || due.is_empty() {
                    break;
                }
            }
            if due.is_empty() && self.is_quiet().await {
                return;
            }
        }
        panic!("it does not come to rest: {:#?}", self.due().await);
    }

    async fn hubs_end(&mut self) {
        let running =
            "SELECT CAST(id AS TEXT) FROM runs WHERE status = 'running' AND heartbeat_at IS NULL";
        let runs = self.db.texts(running).await;
        let reports: Vec<_> = runs.iter().map(|run| self.report(run)).collect();
        let now = self.clock.now();
        self.db.store.record_reports(&reports, now).await.unwrap();
    }

    async fn due(&self) -> Vec<(String, Instant)> {
        let now = self.clock.now();
        let rows = rows::routines(&self.db).await;
        let fires = rows
            .into_iter()
            .filter_map(|row| Some((row.id, row.next_fire_at?)));
        fires.filter(|(_, at)| *at <= now).collect()
    }

    async fn is_quiet(&self) -> bool {
        let open =
            "SELECT status FROM runs WHERE status IN ('claimed', 'launching', 'running') LIMIT 1";
        let rows = rows::routines(&self.db).await;
        self.db.texts(open).await.is_empty() && !rows.iter().any(|row| row.retries)
    }

    /// The evidence must find what the oracle found: nothing.
    async fn be_proven(&self, runs: &[RunRow]) {
        let now = self.clock.now();
        let report = evidence(&*self.db.store, None, now).await;
        assert_eq!(report.examined as usize, self.books.len());
        for told in &report.routines {
            if is_sound(&told.tally, told.unrecorded_change) {
                continue;
            }
            let id = told.routine_id.to_string();
            let runs = runs.iter().filter(|run| run.routine == id);
            runs.for_each(|run| eprintln!("{run:?}"));
            let book = self.books.iter().find(|book| book.id == told.routine_id);
            let recorded = RecordedFilter {
                tenant_id: None,
                routine_id: Some(told.routine_id),
                after: None,
                limit: 1,
            };
            let recorded = self.db.store.recorded_routines(&recorded).await.unwrap();
            panic!("at {now}, {book:#?}\n{recorded:#?}\n{told:#?}");
        }
    }

    fn be_judged(&self, runs: &[RunRow]) {
        let mut runs_of: HashMap<&str, Vec<&RunRow>> = HashMap::new();
        for run in runs {
            runs_of.entry(&run.routine).or_default().push(run);
        }
        let seen = self.outside.seen.lock().unwrap();
        let mut seen_of: HashMap<_, Vec<&Seen>> = HashMap::new();
        for launch in seen.iter() {
            seen_of.entry(launch.routine).or_default().push(launch);
        }
        for book in &self.books {
            let runs = runs_of.remove(&*book.id.to_string()).unwrap_or_default();
            let seen = seen_of.remove(&book.id).unwrap_or_default();
            let now = self.clock.now();
            let judged = catch_unwind(AssertUnwindSafe(|| judge(book, &runs, &seen, now)));
            if let Err(lost) = judged {
                eprintln!("at {now}, {book:#?}");
                runs.iter().for_each(|run| eprintln!("{run:?}"));
                resume_unwind(lost);
            }
        }
    }
}
