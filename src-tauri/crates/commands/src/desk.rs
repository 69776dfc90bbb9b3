//! The desk: one host, at most one open database, and the word that something changed.

use std::{sync::Arc, time::Duration};

use routine_domain::{
    Confirmation, Instant, Mutation, Protection,
    protection::{ChangeKind, Reach},
};
use routine_store::{Store, model::Actor};
use tokio::sync::{RwLock, broadcast};

use crate::{
    CommandError, ErrorCode, bulk, host::Host, passwords::Typed, session::Session, simulate,
    wire::Tag,
};

/// How many unread changes a listener may fall behind; a lost one costs a stale view until the next.
const CHANGES_KEPT: usize = 256;

/// What all use cases are functions of. A clone is the same desk.
#[derive(Clone)]
pub struct Desk {
    pub(crate) host: Arc<dyn Host>,
    session: Arc<RwLock<Option<Arc<Session>>>>,
    /// Why the remembered connection could not be opened, until something is opened.
    reopen_error: Arc<RwLock<Option<CommandError>>>,
    changes: broadcast::Sender<Vec<Tag>>,
    /// The one bulk action that may be under way.
    pub(crate) bulk: Arc<bulk::Slot>,
    /// The one simulation that may be under way.
    pub(crate) simulation: Arc<simulate::Slot>,
    pub(crate) typed: Arc<Typed>,
    /// What the person confirmed for the command that is given on this clone.
    confirmation: Option<Confirmation>,
}

/// A database that is ready to be read, and its time now.
pub(crate) struct Reading {
    pub store: Arc<dyn Store>,
    pub now: Instant,
    pub protection: Protection,
}

/// A database that may be changed, its time now, and who changes it.
pub(crate) struct Writing {
    pub store: Arc<dyn Store>,
    pub now: Instant,
    pub actor: Actor,
}

impl Desk {
    pub fn new(host: Arc<dyn Host>) -> Self {
        Self {
            host,
            session: Arc::default(),
            reopen_error: Arc::default(),
            changes: broadcast::channel(CHANGES_KEPT).0,
            bulk: Arc::default(),
            simulation: Arc::default(),
            typed: Arc::default(),
            confirmation: None,
        }
    }

    /// The same desk, for a command that a person has confirmed so.
    pub fn confirmed(&self, confirmation: Option<Confirmation>) -> Self {
        Self {
            confirmation,
            ..self.clone()
        }
    }

    pub(crate) fn confirmation(&self) -> Option<&Confirmation> {
        self.confirmation.as_ref()
    }

    /// Which reads become stale, from now on: by commands of this desk, or by anyone who changes the
    /// open database.
    pub fn changes(&self) -> broadcast::Receiver<Vec<Tag>> {
        self.changes.subscribe()
    }

    /// Stops the embedded scheduler within `deadline` and closes the database; what is still being
    /// launched then is left to be taken over.
    pub async fn shutdown(&self, deadline: Duration) {
        if let Some(session) = self.session.write().await.take() {
            session.end(deadline).await;
        }
    }

    pub(crate) async fn session(&self) -> Result<Arc<Session>, CommandError> {
        self.open_session()
            .await
            .ok_or_else(|| CommandError::new(ErrorCode::Refused, "No database is open."))
    }

    pub(crate) async fn open_session(&self) -> Option<Arc<Session>> {
        self.session.read().await.clone()
    }

    /// Puts a session in the place of the one before, which ends.
    pub(crate) async fn replace_session(&self, session: Option<Session>, deadline: Duration) {
        let before = {
            let mut slot = self.session.write().await;
            std::mem::replace(&mut *slot, session.map(Arc::new))
        };
        if let Some(before) = before {
            before.end(deadline).await;
        }
        *self.reopen_error.write().await = None;
        self.announce(&Tag::ALL);
    }

    pub(crate) async fn reading(&self) -> Result<Reading, CommandError> {
        let session = self.session().await?;
        let store = session.store()?;
        Ok(Reading {
            now: store.now().await?,
            store,
            protection: session.protection(),
        })
    }

    /// The way to every change of the open database: refused where its protection level, or what was
    /// confirmed, does not allow it.
    pub(crate) async fn permit(
        &self,
        mutation: Mutation,
        reach: Reach,
    ) -> Result<Arc<Session>, CommandError> {
        let session = self.session().await?;
        let kind = mutation.kind(reach);
        let sandbox = match kind {
            ChangeKind::Rehearse => session.store()?.environment().await?.is_sandbox,
            _ => false,
        };
        session.permit(kind, self.confirmation(), sandbox)?;
        Ok(session)
    }

    pub(crate) async fn writing(&self, mutation: Mutation) -> Result<Writing, CommandError> {
        self.writing_to(mutation, Reach::One).await
    }

    /// The same, of what may be many.
    pub(crate) async fn writing_to(
        &self,
        mutation: Mutation,
        reach: Reach,
    ) -> Result<Writing, CommandError> {
        let session = self.permit(mutation, reach).await?;
        let store = session.store()?;
        Ok(Writing {
            now: store.now().await?,
            store,
            actor: self.actor(),
        })
    }

    pub(crate) fn actor(&self) -> Actor {
        Actor::new(self.host.actor())
    }

    pub(crate) fn announce(&self, tags: &[Tag]) {
        // Nobody listening is no error: the command line has no screens.
        let _ = self.changes.send(tags.to_vec());
    }

    pub(crate) fn announcer(&self) -> broadcast::Sender<Vec<Tag>> {
        self.changes.clone()
    }

    pub(crate) async fn reopen_error(&self) -> Option<CommandError> {
        self.reopen_error.read().await.clone()
    }

    pub(crate) async fn remember_reopen_error(&self, error: &CommandError) {
        *self.reopen_error.write().await = Some(error.clone());
        self.announce(&[Tag::Connection]);
    }
}
