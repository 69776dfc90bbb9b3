//! Whether the hubs that definitions name would take a hand-off from this worker.

use std::collections::BTreeSet;

use routine_domain::Launcher;
use routine_store::{Store, StoreResult, model::HubProbe};

use crate::{Worker, launchers::HttpLauncher};

/// Each address once with each secret, of the definitions that are not disabled. `hub` replaces the
/// addresses.
pub async fn hub_targets(
    store: &dyn Store,
    hub: Option<&str>,
) -> StoreResult<BTreeSet<(String, Option<String>)>> {
    let definitions = store.list_definitions(None).await?;
    let enabled = definitions
        .into_iter()
        .filter(|definition| definition.disabled_at.is_none());
    let targets = enabled.filter_map(|definition| match definition.launcher {
        Launcher::Http {
            url, secret_name, ..
        } => Some((hub.map_or(url, str::to_owned), secret_name)),
        Launcher::Command { .. } | Launcher::Simulated(_) => None,
    });
    Ok(targets.collect())
}

impl Worker {
    /// Asks each hub with this worker's secrets and without a run, and records what it found, for
    /// people to see. A hub that refuses keeps no worker from starting.
    pub async fn probe_hubs(&self) -> StoreResult<Vec<HubProbe>> {
        let shared = &self.shared;
        if shared.synchronise().await.is_ok() && shared.sandbox.is_virtual() {
            return Ok(Vec::new());
        }
        let hub = shared.config.hub.as_deref();
        let http = HttpLauncher::new(shared.clock.clone(), shared.config.secrets.clone());
        let mut probes = Vec::new();
        for (url, secret_name) in hub_targets(&*shared.store, hub).await? {
            let probed = http.probe(&url, secret_name.as_deref()).await;
            let probe = HubProbe {
                worker: shared.config.name.clone(),
                url,
                probed_at: shared.synchronise().await?,
                finding: probed.finding,
                message: probed.message,
            };
            shared.store.record_probe(&probe).await?;
            probes.push(probe);
        }
        Ok(probes)
    }
}
