//! What a fleet needs beside its database: the secrets that are in use, and hubs that take what they
//! are handed.

use std::{collections::BTreeSet, sync::Arc};

use routine_domain::ProbeFinding;
use routine_engine::{
    Clock, Secrets, hub_targets, launchers::HttpLauncher, secrets::VARIABLE_PREFIX,
};
use routine_store::{Store, StoreResult};

use crate::wire::Verdict;

/// What is around whoever looks: a worker started here would have the same.
pub struct Surroundings {
    pub clock: Arc<dyn Clock>,
    pub secrets: Arc<dyn Secrets>,
    /// The hub that all runs would be handed to, whatever their definitions name.
    pub hub: Option<String>,
}

pub(super) type Found = (Verdict, String);

impl Surroundings {
    pub(super) async fn secrets(&self, store: &dyn Store) -> StoreResult<Found> {
        let mut in_use: BTreeSet<String> = store
            .list_destination_secrets()
            .await?
            .into_iter()
            .collect();
        let definitions = store.list_definitions(None).await?;
        let enabled = definitions
            .iter()
            .filter(|definition| definition.disabled_at.is_none());
        in_use.extend(enabled.filter_map(|it| it.launcher.secret_name().map(str::to_owned)));
        let unknown = in_use
            .iter()
            .filter(|name| self.secrets.resolve(name).is_none());
        let unknown: Vec<_> = unknown.map(String::as_str).collect();
        if let Some(first) = unknown.first() {
            return Ok((
                Verdict::Failed,
                format!(
                    "Not known here: {}. Set {VARIABLE_PREFIX}{first}, or put a file {first} into the folder of --secrets-dir; ask where workers are started.",
                    unknown.join(", ")
                ),
            ));
        }
        let names = in_use.into_iter().collect::<Vec<_>>();
        Ok((
            Verdict::Ok,
            match names.is_empty() {
                true => "None is in use.".to_owned(),
                false => format!("All that are in use are known here: {}.", names.join(", ")),
            },
        ))
    }

    /// Asks each hub with its secret and without a run. Records nothing.
    pub(super) async fn hand_off(&self, store: &dyn Store) -> StoreResult<Found> {
        let http = HttpLauncher::new(self.clock.clone(), self.secrets.clone());
        let mut verdict = Verdict::Ok;
        let mut sentences = Vec::new();
        for (url, secret_name) in hub_targets(store, self.hub.as_deref()).await? {
            let probed = http.probe(&url, secret_name.as_deref()).await;
            if probed.finding != ProbeFinding::Accepted {
                verdict = Verdict::Failed;
            }
            sentences.push(probed.message);
        }
        if sentences.is_empty() {
            sentences.push("No definition hands anything off.".to_owned());
        }
        Ok((verdict, sentences.join(" ")))
    }
}
