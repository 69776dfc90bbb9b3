use routine_domain::{
    DefinitionId, Instant, Launcher, Misfire, Overlap, Routine, Simulation, TenantId, TenantPolicy,
    TriggerSpec, instant::from_millis,
};
use routine_store::{
    Store,
    model::{Actor, CreateOutcome, NewRoutine},
};

/// `seconds` after the instant that tests call the beginning.
pub fn instant(seconds: i64) -> Instant {
    from_millis(1_700_000_000_000 + seconds * 1_000).expect("an instant in range")
}

/// A tenant with one simulated definition, and routines for it.
#[derive(Debug, Clone)]
pub struct Seed {
    pub tenant: TenantId,
    pub definition: DefinitionId,
    pub actor: Actor,
}

impl Seed {
    pub async fn new(store: &dyn Store) -> Seed {
        Self::with_policy(store, "Acme", &TenantPolicy::local_demo()).await
    }

    pub async fn with_policy(store: &dyn Store, tenant: &str, policy: &TenantPolicy) -> Seed {
        let actor = Actor::new("ines@desk");
        let launcher = Launcher::Simulated(Simulation::default());
        let tenant = store
            .create_tenant(tenant, policy, &actor, instant(0))
            .await
            .expect("a tenant")
            .id;
        let definition = store
            .create_definition(tenant, "Digest", &launcher, None, &actor, instant(0))
            .await;
        Seed {
            tenant,
            definition: definition.expect("a definition").id,
            actor,
        }
    }

    /// Every minute from the beginning, on, owned by the actor.
    pub fn routine(&self, name: &str) -> NewRoutine {
        NewRoutine {
            tenant_id: self.tenant,
            name: name.into(),
            instruction: format!("Do {name}."),
            definition_id: self.definition,
            input: "{}".into(),
            owner: self.actor.name.clone(),
            trigger: TriggerSpec::Interval {
                every_seconds: 60,
                anchor: instant(0),
            },
            misfire: Misfire::FireOnce,
            overlap: Overlap::Skip,
            destination: None,
            enabled: true,
            preset_key: None,
        }
    }

    /// Creates it at the beginning.
    pub async fn create(&self, store: &dyn Store, new: &NewRoutine) -> Routine {
        self.create_at(store, new, instant(0)).await
    }

    pub async fn create_at(&self, store: &dyn Store, new: &NewRoutine, now: Instant) -> Routine {
        match store
            .create_routine(new, &self.actor, now)
            .await
            .expect("the routine is written")
        {
            CreateOutcome::Created(routine) => *routine,
            other => panic!("{other:?}"),
        }
    }
}
