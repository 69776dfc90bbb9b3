//! What the workers are kept busy with, and what must have become of it in the end.

use std::{
    collections::{BTreeMap, HashMap},
    fs,
    path::PathBuf,
};

use chrono::{DateTime, Duration, SecondsFormat, SubsecRound};
use routine_domain::{
    Instant, Launcher, Misfire, Overlap, RoutineChange, RoutineId, TenantPolicy, TriggerSpec,
};
use routine_store::model::{Actor, ChangeOutcome, CreateOutcome, NewRoutine};
use routine_tests::{Engine, TestDatabase};

use super::receiver::Receiver;
use crate::proof::{evidence, is_sound};

const EVERY_SECONDS: i64 = 2;
const LOOK_EVERY: std::time::Duration = std::time::Duration::from_millis(100);
const HANDED_OFF: usize = 6;
const STARTED: usize = 3;

/// How a routine's occurrences are carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    HandOff,
    Program { repeatable: bool },
}

pub struct Load {
    pub receiver: Receiver,
    routines: Vec<(RoutineId, Way)>,
    anchor: Instant,
    folder: tempfile::TempDir,
}

impl Load {
    pub async fn begin(db: &TestDatabase) -> Load {
        let receiver = Receiver::start().await;
        let folder = tempfile::tempdir().unwrap();
        let now = db.store.now().await.unwrap();
        let actor = actor();
        let policy = TenantPolicy {
            lease_seconds: 3,
            launch_timeout_seconds: 2,
            dead_letter_after: 100,
            breaker: false,
            ..TenantPolicy::local_demo()
        };
        let tenant = db
            .store
            .create_tenant("Chaos", &policy, &actor, now)
            .await
            .unwrap()
            .id;
        let mut load = Load {
            anchor: now.trunc_subsecs(0) + Duration::seconds(2),
            routines: Vec::new(),
            receiver,
            folder,
        };
        let ways = [
            (Way::HandOff, HANDED_OFF),
            (Way::Program { repeatable: false }, STARTED),
            (Way::Program { repeatable: true }, STARTED),
        ];
        for (way, count) in ways {
            let launcher = load.launcher(way);
            let name = format!("{way:?}");
            let definition = db
                .store
                .create_definition(tenant, &name, &launcher, None, &actor, now)
                .await
                .unwrap()
                .id;
            for number in 0..count {
                let new = NewRoutine {
                    tenant_id: tenant,
                    name: format!("{name} {number}"),
                    instruction: "Do it.".into(),
                    definition_id: definition,
                    input: "{}".into(),
                    owner: actor.name.clone(),
                    trigger: TriggerSpec::Interval {
                        every_seconds: EVERY_SECONDS as u32,
                        anchor: load.anchor,
                    },
                    misfire: Misfire::FireAll,
                    overlap: Overlap::Allow,
                    destination: None,
                    enabled: true,
                    preset_key: None,
                };
                let outcome = db.store.create_routine(&new, &actor, now).await.unwrap();
                let CreateOutcome::Created(routine) = outcome else {
                    panic!("{outcome:?}");
                };
                load.routines.push((routine.id, way));
            }
        }
        load
    }

    fn launcher(&self, way: Way) -> Launcher {
        match way {
            Way::HandOff => Launcher::Http {
                url: self.receiver.url.clone(),
                secret_name: None,
                command: None,
            },
            Way::Program { repeatable } => Launcher::Command {
                program: "/bin/sh".into(),
                // One short append is whole whoever else appends.
                args: vec![
                    "-c".into(),
                    "echo \"$IDEMPOTENCY_KEY\" >> \"$0\"".into(),
                    self.starts_file().display().to_string(),
                ],
                time_limit_seconds: 30,
                repeatable,
            },
        }
    }

    fn starts_file(&self) -> PathBuf {
        self.folder.path().join("starts")
    }

    /// Nothing new comes after this; what has come by then is still carried out.
    pub async fn end(&self, db: &TestDatabase) {
        let mut looks = tokio::time::interval(LOOK_EVERY);
        for (id, _) in &self.routines {
            while !self.ends(db, *id).await {
                looks.tick().await;
            }
        }
        let open =
            "SELECT status FROM runs WHERE status IN ('claimed', 'launching', 'running') LIMIT 1";
        while !db.texts(open).await.is_empty() {
            looks.tick().await;
        }
    }

    /// Resolves once something has been due for a while and nobody could write its claim.
    pub async fn until_stuck(&self, db: &TestDatabase) {
        let mut looks = tokio::time::interval(LOOK_EVERY);
        loop {
            looks.tick().await;
            let late = db.store.now().await.unwrap() - Duration::seconds(2 * EVERY_SECONDS);
            let (id, _) = self.routines[0];
            let routine = db.store.get_routine(id).await.unwrap().unwrap();
            if routine.placement.next_fire_at.is_some_and(|at| at < late) {
                return;
            }
        }
    }

    /// Pauses it at a moment when nothing of it is due or waits to be launched.
    async fn ends(&self, db: &TestDatabase, id: RoutineId) -> bool {
        let now = db.store.now().await.unwrap();
        let routine = db.store.get_routine(id).await.unwrap().unwrap();
        let placement = &routine.placement;
        if placement.retry.is_some() || placement.next_fire_at.is_none_or(|at| at <= now) {
            return false;
        }
        let claimed =
            format!("SELECT status FROM runs WHERE routine_id = '{id}' AND status = 'claimed'");
        if !db.texts(claimed).await.is_empty() {
            return false;
        }
        let pause = RoutineChange::Pause {
            reason: "The test ends.".into(),
            resume_at: None,
        };
        let (actor, revision) = (actor(), Some(routine.revision));
        let outcome = db.store.change_routine(id, revision, &pause, &actor, now);
        matches!(outcome.await.unwrap(), ChangeOutcome::Changed(_))
    }

    /// Every occurrence has its runs, every one handed off was received, and none was started twice.
    /// Answers how many there were.
    pub async fn judge(&self, db: &TestDatabase) -> u32 {
        let calls = self.receiver.calls();
        let started = fs::read_to_string(self.starts_file()).unwrap_or_default();
        let mut starts: HashMap<&str, u32> = HashMap::new();
        for key in started.lines() {
            *starts.entry(key).or_default() += 1;
        }
        let (mut occurrences, mut backed_off) = (0, 0);
        for (id, way) in &self.routines {
            let paused = self.paused_at(db, *id).await;
            let mut rows = self.rows(db, *id).await;
            let missed = self.missed(db, *id).await;
            let all = (0..).map(|number| self.anchor + Duration::seconds(number * EVERY_SECONDS));
            for at in all.take_while(|at| *at <= paused) {
                occurrences += 1;
                let key = format!("{id}:{}", at.to_rfc3339_opts(SecondsFormat::Millis, true));
                let Some(statuses) = rows.remove(&key) else {
                    let explained = missed
                        .iter()
                        .any(|(from, until)| *from <= at && at <= *until);
                    assert!(explained, "{key} left no trace");
                    backed_off += 1;
                    continue;
                };
                let (last, before) = statuses.split_last().unwrap();
                let tried = before.iter().all(|status| status == "schedule_failed");
                assert!(tried, "{key} was tried again: {statuses:?}");
                let count = starts.get(&*key).copied().unwrap_or_default();
                // Claimed at the very moment of the pause, which it obeyed.
                if last == "skipped" && at + Duration::seconds(EVERY_SECONDS) > paused {
                    assert!(count == 0 && !calls.contains_key(&key), "{key} was skipped");
                    continue;
                }
                match way {
                    Way::HandOff => {
                        assert!(
                            calls.contains_key(&key),
                            "{key} was not received: {statuses:?}"
                        );
                        assert_eq!(last, "succeeded", "{key}");
                    }
                    Way::Program { repeatable: true } => {
                        assert!(count >= 1, "{key} was not started: {statuses:?}");
                    }
                    Way::Program { repeatable: false } => {
                        let known = count == 1 || (count == 0 && last == "abandoned");
                        assert!(known, "{key} was started {count} times: {statuses:?}");
                    }
                }
            }
            assert!(rows.is_empty(), "runs of no occurrence: {rows:?}");
        }
        let ours = |key: &&String| {
            self.routines
                .iter()
                .any(|(id, _)| key.starts_with(&id.to_string()))
        };
        let stranger = calls.keys().find(|key| !ours(key));
        assert_eq!(stranger, None, "a call of nobody");
        // Whose workers died four times in a row had to back off; that must stay rare.
        assert!(
            backed_off * 4 <= occurrences,
            "{backed_off} of {occurrences} were missed"
        );
        let now = db.store.now().await.unwrap();
        let report = evidence(&*db.store, None, now).await;
        let is_sound = is_sound(&report.tally, report.unrecorded_changes > 0);
        assert!(is_sound, "{:?} {:#?}", report.tally, report.routines);
        assert_eq!(report.tally.due, occurrences);
        occurrences
    }

    /// The statuses of an occurrence's attempts, by its key.
    async fn rows(&self, db: &TestDatabase, id: RoutineId) -> BTreeMap<String, Vec<String>> {
        let sql = format!(
            "SELECT idempotency_key || ' ' || status FROM runs
              WHERE routine_id = '{id}' AND attempt > 0 ORDER BY attempt"
        );
        let mut rows: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for row in db.texts(sql).await {
            let (key, status) = row.split_once(' ').unwrap();
            rows.entry(key.to_owned())
                .or_default()
                .push(status.to_owned());
        }
        rows
    }

    async fn missed(&self, db: &TestDatabase, id: RoutineId) -> Vec<(Instant, Instant)> {
        let (from, until) = (millis(db, "scheduled_for"), millis(db, "missed_until"));
        let sql = format!(
            "SELECT {from} || ' ' || {until} FROM runs WHERE routine_id = '{id}' AND status = 'missed'"
        );
        let rows = db.texts(sql).await;
        let span = |row: &String| {
            let (from, until) = row.split_once(' ').unwrap();
            (instant(from), instant(until))
        };
        rows.iter().map(span).collect()
    }

    async fn paused_at(&self, db: &TestDatabase, id: RoutineId) -> Instant {
        let at = millis(db, "off_at");
        let sql = format!("SELECT CAST({at} AS TEXT) FROM routines WHERE id = '{id}'");
        instant(&db.texts(sql).await[0])
    }
}

fn actor() -> Actor {
    Actor::new("chaos@desk")
}

fn millis(db: &TestDatabase, column: &str) -> String {
    match db.engine {
        Engine::Sqlite => column.to_owned(),
        Engine::Postgres => format!("(extract(epoch FROM {column}) * 1000)::bigint"),
    }
}

fn instant(millis: &str) -> Instant {
    DateTime::from_timestamp_millis(millis.parse().unwrap()).unwrap()
}
