//! One open database: what it is called, how far it may be changed, and the scheduler inside this
//! program that works on it.

use std::{
    sync::{Arc, PoisonError, RwLock as Lock},
    time::Duration,
};

use routine_domain::{
    Confirmation, Instant, ProfileColour, ProfileDetails, ProfileId, Protection, TenantPolicy,
    protection::{ChangeKind, Guard, Withheld},
};
use routine_store::{Address, Store, StoreError};
use tokio::{
    sync::{Mutex, RwLock, broadcast},
    task::AbortHandle,
};

use crate::{
    CommandError, ErrorCode,
    scheduler::{Embedded, Moment},
    wire::{SchemaState, Tag},
};

/// A database to open, and what the person said of it.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    pub address: Address,
    pub profile: Option<ProfileId>,
    pub name: String,
    pub colour: ProfileColour,
    pub level: Protection,
}

pub(crate) struct Session {
    pub address: Address,
    pub password: Option<String>,
    pub schema: SchemaState,
    /// The demo's own file: born with the demo's policy.
    pub local_demo: bool,
    pub opened_at: Instant,
    pub scheduler: RwLock<Option<Embedded>>,
    pub moment: Moment,
    /// Its name, colour and level may be changed while it is open.
    target: Lock<Target>,
    /// The role or the file allows changes, and it was opened for them.
    may_write: bool,
    /// Held while the clock of a sandbox goes through time.
    pub walking: Mutex<()>,
    /// None until the database has the present schema.
    store: Option<Arc<dyn Store>>,
    watch: Option<AbortHandle>,
}

/// What is known of a database once it answered.
pub(crate) struct Opened {
    pub target: Target,
    pub password: Option<String>,
    pub may_write: bool,
    pub schema: SchemaState,
    pub local_demo: bool,
    pub opened_at: Instant,
    pub store: Option<Arc<dyn Store>>,
}

impl Session {
    /// Begins to announce what others change.
    pub fn begin(opened: Opened, changes: broadcast::Sender<Vec<Tag>>) -> Self {
        let watch = opened.store.clone().map(|store| {
            let passing_on = async move {
                loop {
                    store.changed().await;
                    let _ = changes.send(vec![Tag::Routines, Tag::Runs, Tag::Scheduler]);
                }
            };
            tokio::spawn(passing_on).abort_handle()
        });
        Self {
            address: opened.target.address.clone(),
            password: opened.password,
            schema: opened.schema,
            local_demo: opened.local_demo,
            opened_at: opened.opened_at,
            scheduler: RwLock::new(None),
            moment: Moment::default(),
            target: Lock::new(opened.target),
            may_write: opened.may_write,
            walking: Mutex::default(),
            store: opened.store,
            watch,
        }
    }

    pub fn store(&self) -> Result<Arc<dyn Store>, CommandError> {
        if let Some(store) = &self.store {
            return Ok(store.clone());
        }
        Err(match self.schema {
            SchemaState::Older { found, expected } => {
                StoreError::OlderSchema { found, expected }.into()
            }
            _ => CommandError::new(
                ErrorCode::OlderSchema,
                format!("{} holds no tables yet. Migrate it first.", self.address),
            ),
        })
    }

    pub fn target(&self) -> Target {
        let target = self.target.read().unwrap_or_else(PoisonError::into_inner);
        target.clone()
    }

    /// Another name, colour or level, where the way in which it was opened still fits. Answers
    /// whether it does; if not, it is to be opened again.
    pub fn take(&self, details: &ProfileDetails) -> bool {
        let mut target = self.target.write().unwrap_or_else(PoisonError::into_inner);
        let was_for_reading = target.level == Protection::ReadOnly;
        let is_for_reading = details.protection == Protection::ReadOnly;
        if Address::of(&details.place) != target.address || was_for_reading != is_for_reading {
            return false;
        }
        target.name.clone_from(&details.name);
        target.colour = details.colour;
        target.level = details.protection;
        true
    }

    /// The level that was chosen, as far as the rights allow it.
    pub fn level(&self) -> Protection {
        match self.may_write {
            true => self.target().level,
            false => Protection::ReadOnly,
        }
    }

    /// Read-only until the schema is proven too.
    pub fn protection(&self) -> Protection {
        match self.schema {
            SchemaState::Current => self.level(),
            _ => Protection::ReadOnly,
        }
    }

    /// The schema is what is missing, so setting it up is judged by the level alone. `sandbox` is the
    /// mark in the database.
    pub fn permit(
        &self,
        kind: ChangeKind,
        confirmed: Option<&Confirmation>,
        sandbox: bool,
    ) -> Result<(), Withheld> {
        let target = self.target();
        let protection = match kind {
            ChangeKind::SetUp => self.level(),
            _ => self.protection(),
        };
        let guard = Guard {
            name: &target.name,
            protection,
            sandbox,
        };
        guard.permit(kind, confirmed)
    }

    /// What a tenant made here is born with.
    pub fn tenant_policy(&self) -> TenantPolicy {
        match self.local_demo {
            true => TenantPolicy::local_demo(),
            false => TenantPolicy::default(),
        }
    }

    pub async fn end(&self, deadline: Duration) {
        if let Some(watch) = &self.watch {
            watch.abort();
        }
        if let Some(scheduler) = self.scheduler.write().await.take() {
            let deadline = chrono::Duration::from_std(deadline).unwrap_or_default();
            scheduler.stop(deadline).await;
        }
        if let Some(store) = &self.store {
            store.close().await;
        }
    }
}
