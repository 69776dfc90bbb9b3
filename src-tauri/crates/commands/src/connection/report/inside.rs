//! What the tables of a database tell: its zone data, its fleet, its tenants, its endpoints.

use routine_domain::{ProbeFinding, instant::in_words, zone::TZDB_VERSION};
use routine_store::{Store, StoreError, model::EndpointDown};

use super::{ENDPOINTS, Findings, HUB, TENANTS, WORKERS, ZONE_DATA};
use crate::wire::Verdict;

/// A worker that was not heard of for longer is not counted, in seconds.
const HEARD_SECONDS: i64 = 60;

pub(super) async fn look_inside(findings: &mut Findings, store: &dyn Store) {
    match store.planned_with_other_zone_data().await {
        Ok(others) => say_zone_data(findings, others),
        Err(error) => findings.say(ZONE_DATA, Verdict::Failed, error.to_string()),
    }
    if let Err(error) = say_fleet(findings, store).await {
        findings.say(WORKERS, Verdict::Failed, error.to_string());
    }
    match store.list_tenants().await {
        Ok(tenants) if tenants.is_empty() => findings.say(
            TENANTS,
            Verdict::Warning,
            "There is no tenant yet. Make the first one.",
        ),
        Ok(_) => {}
        Err(error) => findings.say(TENANTS, Verdict::Failed, error.to_string()),
    }
    match store.endpoints_down().await {
        Ok(down) if down.is_empty() => {}
        Ok(down) => say_endpoints(findings, &down),
        Err(error) => findings.say(ENDPOINTS, Verdict::Failed, error.to_string()),
    }
}

/// Who works here, and what they found when they asked the hubs.
async fn say_fleet(findings: &mut Findings, store: &dyn Store) -> Result<(), StoreError> {
    let now = store.now().await?;
    let heard = now - chrono::Duration::seconds(HEARD_SECONDS);
    let fleet = store.fleet(1, false, now).await?;
    let awake = fleet
        .workers
        .iter()
        .filter(|worker| worker.stopped_at.is_none() && worker.heartbeat_at >= heard)
        .count();
    match awake {
        0 => findings.say(
            WORKERS,
            Verdict::Warning,
            "None was seen in the past minute, so nothing fires.",
        ),
        count => findings.say(
            WORKERS,
            Verdict::Ok,
            format!("{count} seen in the past minute."),
        ),
    }
    let probes = store.list_probes().await?;
    let refusals: Vec<_> = probes
        .iter()
        .filter(|probe| probe.finding != ProbeFinding::Accepted)
        .map(|probe| format!("{}: {}", probe.worker, probe.message))
        .collect();
    match (probes.len(), refusals.is_empty()) {
        (0, _) => findings.say(HUB, Verdict::NotReached, "No worker has asked a hub yet."),
        (_, true) => findings.say(HUB, Verdict::Ok, "It answers, and takes the secret."),
        _ => findings.say(HUB, Verdict::Warning, refusals.join(" ")),
    }
    Ok(())
}

fn say_endpoints(findings: &mut Findings, down: &[EndpointDown]) {
    let sentences = down.iter().map(|down| {
        let runs = if down.waiting == 1 {
            "run waits"
        } else {
            "runs wait"
        };
        let since = in_words(down.since);
        format!(
            "{} is down since {since}; {} {runs} for it.",
            down.endpoint, down.waiting
        )
    });
    let sentence = sentences.collect::<Vec<_>>().join(" ");
    findings.say(ENDPOINTS, Verdict::Warning, sentence);
}

fn say_zone_data(findings: &mut Findings, others: u32) {
    let own = format!("tzdb {TZDB_VERSION}, compiled in");
    match others {
        0 => findings.say(ZONE_DATA, Verdict::Ok, format!("{own}.")),
        _ => {
            let routines = if others == 1 { "routine" } else { "routines" };
            findings.say(
                ZONE_DATA,
                Verdict::Warning,
                format!(
                    "{own}; {others} {routines} computed with another one. Starting a worker recomputes them."
                ),
            );
        }
    }
}
