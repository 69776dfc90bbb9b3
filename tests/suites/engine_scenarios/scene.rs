//! What every scenario begins with.

use std::sync::Arc;

use chrono::Duration;
use routine_domain::{
    Instant, Launcher, LauncherKind, Routine, RoutineChange, RoutineId, RunStatus, TriggerSpec,
};
use routine_engine::{Clock, EnvironmentSecrets, ManualClock, SweepReport, Worker, WorkerConfig};
use routine_store::{
    Store,
    model::{ChangeOutcome, NewRoutine, Run, RunFilter},
};
use routine_tests::{Engine, ScriptedLauncher, Seed, TestDatabase, instant};

pub struct Scene {
    pub db: TestDatabase,
    pub store: Arc<dyn Store>,
    pub clock: Arc<ManualClock>,
    pub launcher: Arc<ScriptedLauncher>,
    pub seed: Seed,
}

impl Scene {
    /// At the beginning of time: one tenant, nothing to do.
    pub async fn new(db: TestDatabase) -> Scene {
        Scene {
            store: db.store.clone(),
            clock: Arc::new(ManualClock::new(instant(0))),
            launcher: ScriptedLauncher::new(),
            seed: Seed::new(&*db.store).await,
            db,
        }
    }

    pub fn config(&self, name: &str) -> WorkerConfig {
        let secrets = Arc::new(EnvironmentSecrets::from_variables([]));
        WorkerConfig {
            launchers: LauncherKind::ALL.to_vec(),
            ..WorkerConfig::new(name, "1.0", secrets)
        }
    }

    pub fn worker(&self, name: &str) -> Worker {
        self.worker_with(self.config(name))
    }

    pub fn worker_with(&self, config: WorkerConfig) -> Worker {
        Worker::with_launcher(
            config,
            self.store.clone(),
            self.clock.clone(),
            self.launcher.clone(),
        )
    }

    /// First due a minute after the beginning, then every `every_seconds`.
    pub fn every(&self, every_seconds: u32) -> NewRoutine {
        NewRoutine {
            trigger: TriggerSpec::Interval {
                every_seconds,
                anchor: instant(60),
            },
            ..self.seed.routine("Standup notes")
        }
    }

    pub async fn create(&self, new: NewRoutine) -> RoutineId {
        let now = self.clock.now();
        self.seed.create_at(&*self.store, &new, now).await.id
    }

    /// The same routine, but run by a program that repeats its input.
    pub async fn by_command(&self, new: NewRoutine, repeatable: bool) -> NewRoutine {
        let launcher = Launcher::Command {
            program: "/bin/cat".into(),
            args: Vec::new(),
            time_limit_seconds: 60,
            repeatable,
        };
        let (tenant, actor) = (self.seed.tenant, &self.seed.actor);
        let now = self.clock.now();
        let made = self
            .store
            .create_definition(tenant, "Program", &launcher, None, actor, now);
        NewRoutine {
            definition_id: made.await.unwrap().id,
            ..new
        }
    }

    /// Moves the clock to `seconds` after the beginning.
    pub fn at(&self, seconds: i64) {
        self.clock.set(instant(seconds));
    }

    pub fn later(&self, seconds: i64) {
        self.clock.advance(Duration::seconds(seconds));
    }

    /// One pass, with all its launches come to a result.
    pub async fn pass(&self, worker: &Worker) -> SweepReport {
        let report = worker.sweep().await.unwrap();
        assert_eq!(report.counts.error, None);
        worker.settled().await;
        report
    }

    pub async fn routine(&self, id: RoutineId) -> Routine {
        self.store.get_routine(id).await.unwrap().unwrap()
    }

    pub async fn change(&self, id: RoutineId, change: RoutineChange) -> Routine {
        let (actor, now) = (&self.seed.actor, self.clock.now());
        let outcome = self.store.change_routine(id, None, &change, actor, now);
        match outcome.await.unwrap() {
            ChangeOutcome::Changed(routine) => *routine,
            other => panic!("{other:?}"),
        }
    }

    pub async fn pause(&self, id: RoutineId) -> Routine {
        let pause = RoutineChange::Pause {
            reason: "maintenance".into(),
            resume_at: None,
        };
        self.change(id, pause).await
    }

    /// Every run of a routine, oldest first.
    pub async fn runs(&self, id: RoutineId) -> Vec<Run> {
        let filter = RunFilter {
            statuses: Vec::new(),
            dead_lettered: false,
            causes: Vec::new(),
            routine_id: Some(id),
            tenant_id: None,
            from: None,
            to: None,
            after: None,
            limit: 500,
        };
        let mut runs = self.store.list_runs(&filter).await.unwrap().rows;
        runs.reverse();
        runs
    }

    pub async fn statuses(&self, id: RoutineId) -> Vec<RunStatus> {
        let runs = self.runs(id).await;
        runs.iter().map(|run| run.status).collect()
    }

    /// Which occurrences were launched, in the order they were.
    pub fn launched_for(&self) -> Vec<Option<Instant>> {
        let launches = self.launcher.launches();
        launches.iter().map(|order| order.scheduled_for).collect()
    }

    /// Makes the database refuse to INSERT or UPDATE a routine's runs.
    pub async fn refuse(&self, verb: &str, routine: RoutineId) {
        let trigger = format!("CREATE TRIGGER poison BEFORE {verb} ON runs");
        let when = format!("WHEN (NEW.routine_id = '{routine}')");
        let statements = match self.db.engine {
            Engine::Sqlite => vec![format!(
                "{trigger} {when} BEGIN SELECT RAISE(ABORT, 'poison'); END"
            )],
            Engine::Postgres => vec![
                "CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql
                     AS $$ BEGIN RAISE EXCEPTION 'poison'; END $$"
                    .to_owned(),
                format!("{trigger} FOR EACH ROW {when} EXECUTE FUNCTION poison()"),
            ],
        };
        for statement in statements {
            self.db.execute(statement).await.unwrap();
        }
    }

    /// Lets it accept them again.
    pub async fn accept(&self) {
        let statement = match self.db.engine {
            Engine::Sqlite => "DROP TRIGGER poison",
            Engine::Postgres => "DROP FUNCTION poison() CASCADE",
        };
        self.db.execute(statement).await.unwrap();
    }
}
