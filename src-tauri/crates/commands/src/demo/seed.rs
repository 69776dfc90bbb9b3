use std::sync::Arc;

use chrono::Duration;
use routine_domain::{Instant, instant};
use routine_store::Store;

use super::{cast::Cast, past::Past, stories};
use crate::CommandError;

/// How long ago the demo's tenants began.
const AGE: Duration = Duration::hours(30);

/// Fills an empty database with the demo: every state of a routine and every status of a run, with the
/// past they come from. Real launchers fire within seconds of `now`.
pub async fn seed(store: Arc<dyn Store>, now: Instant) -> Result<(), CommandError> {
    // The past ends at a whole minute, so that schedules read well; what really starts does so soon.
    let present = now;
    let now = present - Duration::milliseconds(present.timestamp_millis() % 60_000);
    let began = now - AGE;
    let store = store.as_ref();
    let cast = Cast::hire(store, began).await?;
    let past = Past::new(store, began, now);
    past.sweep(began).await?;
    stories::healthy(&past, &cast).await?;
    stories::failing(&past, &cast).await?;
    stories::out_of_the_schedule(&past, &cast).await?;
    stories::in_progress(&past, &cast).await?;
    past.sweep(now - Duration::seconds(2)).await?;
    stories::real(&past, &cast, instant::truncate(present)).await?;
    past.end().await
}
