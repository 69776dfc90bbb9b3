//! 10,000 hand-offs with 64 in flight, each sent twice, over two hubs: none lost, none doubled.

use std::sync::Arc;

use futures_util::{StreamExt, stream};
use routine_domain::Simulation;
use routine_engine::SystemClock;
use routine_hub::{Runner, runners::SimulatedRunner};
use routine_tests::{TestDatabase, on_both};

use crate::acting::*;

on_both! {
    ten_thousand_hand_offs_lose_none_and_double_none,
}

const RUNS: usize = 10_000;
const IN_FLIGHT: usize = 64;

async fn ten_thousand_hand_offs_lose_none_and_double_none(db: TestDatabase) {
    let orders = launched(&db, &http(), RUNS).await;
    let runner = || -> Option<Arc<dyn Runner>> {
        let clock = Arc::new(SystemClock::new());
        Some(Arc::new(SimulatedRunner::new(clock, Simulation::default())))
    };
    let hubs = [
        serve_hub(&db, "hub-1", &[("HUB", SECRET)], runner()).await,
        serve_hub(&db, "hub-2", &[("HUB", SECRET)], runner()).await,
    ];
    let requests = orders.iter().enumerate().flat_map(|(number, order)| {
        // Every tenth a second time, to the other hub.
        let again = number % 10 == 0;
        let to = [Some(number % 2), again.then_some((number + 1) % 2)];
        to.into_iter()
            .flatten()
            .map(move |hub| (hub, order.lease.run_id))
    });
    let refused = stream::iter(requests)
        .map(|(hub, run)| {
            let hub = &hubs[hub];
            async move { hub.hand_off(run).await }
        })
        .buffer_unordered(IN_FLIGHT)
        // One that comes after its run has ended is told so.
        .filter(|status| std::future::ready(*status != 202 && *status != 400))
        .count()
        .await;
    assert_eq!(refused, 0);
    for hub in &hubs {
        hub.hub.idle().await;
    }
    let ended = db
        .texts("SELECT status || '=' || count(*) FROM runs GROUP BY status")
        .await;
    assert_eq!(ended, [format!("succeeded={RUNS}")]);
    let carried = db
        .texts("SELECT 'keys=' || count(*) FROM carries WHERE ended_at IS NOT NULL")
        .await;
    assert_eq!(carried, [format!("keys={RUNS}")]);
}
