use routine_store::model::EndpointDown;

use crate::{CommandError, Desk, wire::EndpointRow};

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
