use routine_store::model::{EndpointDown, HubProbe};

use crate::{
    CommandError, Desk,
    wire::{EndpointRow, HubProbeRow},
};

/// The endpoints that are down, longest first.
pub async fn endpoints(desk: &Desk) -> Result<Vec<EndpointRow>, CommandError> {
    let reading = desk.reading().await?;
    let down = reading.store.endpoints_down().await?;
    Ok(down.into_iter().map(EndpointRow::from).collect())
}

impl From<EndpointDown> for EndpointRow {
    fn from(down: EndpointDown) -> Self {
        Self {
            endpoint: down.endpoint,
            since: down.since,
            waiting: down.waiting,
            next_probe_at: down.next_probe_at,
        }
    }
}

impl From<HubProbe> for HubProbeRow {
    fn from(probe: HubProbe) -> Self {
        Self {
            hub: shown(&probe.url),
            worker: probe.worker,
            asked_at: probe.probed_at,
            finding: probe.finding,
            sentence: probe.message,
        }
    }
}

/// Without its scheme, and without what follows the path: that may be as good as a password.
fn shown(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split(['?', '#']).next().unwrap_or_default().to_owned()
}
