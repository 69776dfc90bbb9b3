//! A pass by hand where no scheduler runs: by a worker of the moment, which says goodbye once nothing
//! of it is under way. Passes that overlap share it, since the goodbye of one would give back what the
//! next has claimed under the same name.

use std::sync::Arc;

use routine_engine::Worker;
use tokio::sync::{Mutex, oneshot};

use crate::{CommandError, ErrorCode};

#[derive(Default)]
pub(crate) struct Moment(Arc<Mutex<Option<Hired>>>);

struct Hired {
    worker: Arc<Worker>,
    /// Those that have not ended yet.
    passes: usize,
}

impl Moment {
    /// Resolves once every launch of the pass has come to a result.
    pub async fn sweep(
        &self,
        hire: impl FnOnce() -> Result<Worker, CommandError>,
    ) -> Result<(), CommandError> {
        let worker = self.enter(hire).await?;
        let (tell, told) = oneshot::channel();
        let slot = self.0.clone();
        // A task of its own: whoever asked may be gone before the work has ended.
        tokio::spawn(async move {
            let swept = worker.sweep().await;
            if swept.is_ok() {
                worker.settled().await;
            }
            // Nobody listens any more: it is in the log of sweeps all the same.
            let _ = tell.send(swept);
            leave(&slot, &worker).await;
        });
        match told.await {
            Ok(swept) => Ok(swept.map(drop)?),
            Err(_) => Err(CommandError::new(
                ErrorCode::Internal,
                "The pass broke off.",
            )),
        }
    }

    async fn enter(
        &self,
        hire: impl FnOnce() -> Result<Worker, CommandError>,
    ) -> Result<Arc<Worker>, CommandError> {
        let mut slot = self.0.lock().await;
        let hired = match slot.take() {
            Some(hired) => hired,
            None => Hired {
                worker: Arc::new(hire()?),
                passes: 0,
            },
        };
        let hired = slot.insert(hired);
        hired.passes += 1;
        Ok(hired.worker.clone())
    }
}

async fn leave(slot: &Mutex<Option<Hired>>, worker: &Worker) {
    worker.idle().await;
    if let Err(error) = worker.deliver().await {
        tracing::warn!(%error, "results could not be delivered");
    }
    // Held through the goodbye: nobody comes under its name before.
    let mut slot = slot.lock().await;
    if let Some(hired) = slot.as_mut() {
        hired.passes -= 1;
        if hired.passes > 0 {
            return;
        }
    }
    *slot = None;
    if let Err(error) = worker.stop(chrono::Duration::zero()).await {
        tracing::warn!(%error, "a worker of the moment could not say goodbye");
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use routine_domain::{
        Cause, Instant, Launcher, Misfire, Overlap, RunId, RunStatus, Simulation, TenantPolicy,
        TriggerSpec, instant::from_millis,
    };
    use routine_engine::{EnvironmentSecrets, ManualClock, WorkerConfig};
    use routine_store::{
        Address, ConnectOptions, Store, connect,
        model::{Actor, CreateOutcome, NewRoutine},
    };

    use super::*;

    /// A run of work that goes on until the clock is moved.
    async fn request(store: &dyn Store, name: &str, now: Instant) -> RunId {
        let actor = Actor::new("ines");
        let policy = TenantPolicy::default();
        let tenant = store.create_tenant(name, &policy, &actor, now).await;
        let tenant_id = tenant.unwrap().id;
        let long = Launcher::Simulated(Simulation {
            duration_ms: 60_000,
            ..Simulation::default()
        });
        let definition = store.create_definition(tenant_id, "Long", &long, None, &actor, now);
        let new = NewRoutine {
            tenant_id,
            name: name.into(),
            instruction: "Do it.".into(),
            definition_id: definition.await.unwrap().id,
            input: "{}".into(),
            owner: actor.name.clone(),
            trigger: TriggerSpec::Manual,
            misfire: Misfire::FireOnce,
            overlap: Overlap::Skip,
            destination: None,
            enabled: true,
            preset_key: None,
        };
        let CreateOutcome::Created(routine) =
            store.create_routine(&new, &actor, now).await.unwrap()
        else {
            panic!("{name} was not made");
        };
        let run = store.request_run(routine.id, Cause::Manual, None, &actor, now);
        run.await.unwrap().unwrap().id
    }

    #[tokio::test]
    async fn a_pass_beside_work_of_another_is_made_by_the_same_worker() {
        let database = connect(&Address::memory(), &ConnectOptions::default())
            .await
            .unwrap();
        database.migrate().await.unwrap();
        let store = database.store().await.unwrap();
        let now = from_millis(1_800_000_000_000).unwrap();
        let clock = Arc::new(ManualClock::new(now));
        let hired = AtomicUsize::new(0);
        let hire = || {
            hired.fetch_add(1, Ordering::Relaxed);
            let secrets = Arc::new(EnvironmentSecrets::from_variables([]));
            let config = WorkerConfig::new("by hand", "1.0", secrets);
            Ok(Worker::new(config, store.clone(), clock.clone()))
        };
        let moment = Moment::default();
        for name in ["first", "second"] {
            let run = request(&*store, name, now).await;
            moment.sweep(hire).await.unwrap();
            let run = store.get_run(run).await.unwrap().unwrap();
            assert_eq!(run.status, RunStatus::Running, "{name}");
        }
        assert_eq!(hired.load(Ordering::Relaxed), 1);
    }
}
