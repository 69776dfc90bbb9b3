//! One open database: what it is called, how far it may be changed, and the scheduler inside this
//! program that works on it.

use std::{sync::Arc, time::Duration};

use routine_domain::{Instant, TenantPolicy};
use routine_store::{Address, Store, StoreError};
use tokio::{
    sync::{Mutex, RwLock, broadcast},
    task::AbortHandle,
};

use crate::{
    CommandError, ErrorCode,
    scheduler::Embedded,
    wire::{Protection, SchemaState, Tag},
};

pub(crate) struct Session {
    pub address: Address,
    pub password: Option<String>,
    pub protection: Protection,
    pub schema: SchemaState,
    /// The demo's own file: born with the demo's policy.
    pub local_demo: bool,
    pub opened_at: Instant,
    pub scheduler: RwLock<Option<Embedded>>,
    /// Held while the clock of a sandbox goes through time.
    pub walking: Mutex<()>,
    /// None until the database has the present schema.
    store: Option<Arc<dyn Store>>,
    watch: Option<AbortHandle>,
}

/// What is known of a database once it answered.
pub(crate) struct Opened {
    pub address: Address,
    pub password: Option<String>,
    pub protection: Protection,
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
            address: opened.address,
            password: opened.password,
            protection: opened.protection,
            schema: opened.schema,
            local_demo: opened.local_demo,
            opened_at: opened.opened_at,
            scheduler: RwLock::new(None),
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

    pub fn refuse_read_only(&self) -> Result<(), CommandError> {
        match self.protection {
            Protection::ReadOnly => Err(CommandError::new(
                ErrorCode::ReadOnly,
                "The database can only be read, so nothing was changed.",
            )),
            Protection::Confirm | Protection::Full => Ok(()),
        }
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
