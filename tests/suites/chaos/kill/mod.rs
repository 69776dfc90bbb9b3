//! Real worker processes under load, killed at every point between two statements and at random
//! moments, while their database crashes, cuts them off or runs out of room.

mod load;
mod process;
mod receiver;

use std::{collections::BTreeSet, sync::Arc};

use load::Load;
use process::{Start, WorkerProcess};
use routine_domain::LauncherKind;
use routine_engine::{EnvironmentSecrets, SystemClock, Worker, WorkerConfig};
use routine_tests::{Engine, OwnServer, TestDatabase, run, run_on_own_server};

use crate::{dice::Dice, number};

/// Points that only a database with work for it comes to; a worker that looks for them in vain would
/// wait for ever.
const RARE: [&str; 2] = ["update tenants", "select json_each"];
/// Keys accepted between two kills, at most.
const APART: u64 = 12;

#[test]
fn killed_workers_on_one_sqlite_file_lose_and_double_nothing() {
    run(Engine::Sqlite, |db| async move {
        Fight::begin(db, 2, None).await.fight().await;
    });
}

#[test]
fn killed_workers_on_postgres_lose_and_double_nothing() {
    run_on_own_server(|db, server| async move {
        Fight::begin(db, 4, Some(server)).await.fight().await;
    });
}

struct Fight {
    db: TestDatabase,
    server: Option<OwnServer>,
    load: Load,
    workers: Vec<WorkerProcess>,
    started: u32,
    dice: Dice,
}

impl Fight {
    async fn begin(db: TestDatabase, workers: usize, server: Option<OwnServer>) -> Fight {
        let seed =
            number("ROUTINE_CHAOS_SEED").unwrap_or_else(|| Dice::thrown_anew().below(1 << 32));
        println!("{}: {workers} workers, seed {seed}", db.engine.as_str());
        let mut fight = Fight {
            load: Load::begin(&db).await,
            workers: Vec::new(),
            started: 0,
            dice: Dice::new(seed),
            server,
            db,
        };
        for _ in 0..workers {
            let worker = fight.start(None, None);
            fight.workers.push(worker);
        }
        fight
    }

    async fn fight(mut self) {
        self.load.receiver.accepts(5).await;
        let name = self.db.engine.as_str();
        let points = self.points().await;
        for point in &points {
            println!("{name}: a worker dies {point}");
            self.die_at(point).await;
        }
        let kills = number("ROUTINE_CHAOS_KILLS").unwrap_or(24);
        for kill in 0..kills {
            let accepted = 1 + self.dice.below(APART);
            self.load.receiver.accepts(accepted).await;
            println!("{name}: a worker is killed");
            self.replace_gone();
            self.kill_one();
            if kill % 8 == 3 {
                self.trouble_the_database(kill).await;
            }
        }
        println!("{name}: the load ends");
        self.load.end(&self.db).await;
        for worker in self.workers.drain(..) {
            worker.stops().await;
        }
        let occurrences = self.load.judge(&self.db).await;
        println!(
            "{name}: {occurrences} occurrences, {} workers killed at {} points and {kills} moments",
            points.len() as u64 + kills,
            points.len()
        );
    }

    fn start(&mut self, kill_at: Option<(&str, u32)>, disk_pages: Option<u64>) -> WorkerProcess {
        self.started += 1;
        let start = Start {
            name: format!("worker {}", self.started),
            kill_at,
            disk_pages,
        };
        WorkerProcess::start(&self.db, &start)
    }

    /// Every point that a worker passes when it is born and works.
    async fn points(&self) -> BTreeSet<String> {
        let database = self.db.open_again().await;
        database.faults().record();
        let store = database.store().await.unwrap();
        let secrets = Arc::new(EnvironmentSecrets::from_variables([]));
        let config = WorkerConfig {
            launchers: LauncherKind::ALL.to_vec(),
            ..WorkerConfig::new("recorder", "1.0", secrets)
        };
        let worker = Worker::new(config, store.clone(), Arc::new(SystemClock::new()));
        while !database
            .faults()
            .recorded()
            .contains("after commit of insert run_counts")
        {
            worker.sweep().await.unwrap();
            worker.settled().await;
        }
        drop(worker);
        let mut points = database.faults().recorded();
        // A transaction that found nothing to write has no name: another worker had been quicker.
        points.retain(|point| {
            !point.ends_with(" of ") && !RARE.iter().any(|rare| point.ends_with(rare))
        });
        store.close().await;
        points
    }

    /// One more worker comes and dies there.
    async fn die_at(&mut self, point: &str) {
        // Some points lie in a worker's birth and are passed once.
        let worker = self.start(Some((point, 1)), None);
        worker.dies(point).await;
    }

    /// As a service manager does.
    fn replace_gone(&mut self) {
        for chosen in 0..self.workers.len() {
            if self.workers[chosen].has_gone() {
                self.workers[chosen] = self.start(None, None);
            }
        }
    }

    /// And another one takes its place.
    fn kill_one(&mut self) {
        let chosen = self.dice.below(self.workers.len() as u64) as usize;
        self.workers.swap_remove(chosen).kill();
        let worker = self.start(None, None);
        self.workers.push(worker);
    }

    async fn trouble_the_database(&mut self, kill: u64) {
        match &self.server {
            Some(server) if kill % 16 == 3 => {
                server.crash_and_come_back();
            }
            Some(_) => {
                let cut = "SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
                            WHERE application_name = 'routine-desk'";
                self.db.texts(cut).await;
            }
            None => self.fill_the_disk().await,
        }
    }

    /// All workers find the disk full for a while; then there is room again.
    async fn fill_the_disk(&mut self) {
        let pages = self
            .db
            .texts("SELECT CAST(page_count AS TEXT) FROM pragma_page_count")
            .await;
        let pages = pages[0].parse::<u64>().unwrap() + 2;
        let count = self.workers.len();
        self.workers.clear();
        for _ in 0..count {
            let worker = self.start(None, Some(pages));
            self.workers.push(worker);
        }
        self.load.until_stuck(&self.db).await;
        for chosen in 0..count {
            let worker = self.start(None, None);
            std::mem::replace(&mut self.workers[chosen], worker).kill();
        }
    }
}
