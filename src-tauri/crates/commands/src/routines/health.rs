use routine_domain::{
    RoutineId,
    health::{Health, PastRun},
    words::duration,
};

use super::not_found;
use crate::{
    CommandError, Desk,
    wire::{HealthRun, RoutineHealth},
};

/// The newest runs that health is judged by.
const LOOKED_AT: u32 = 200;

pub async fn health(desk: &Desk, id: RoutineId) -> Result<RoutineHealth, CommandError> {
    let reading = desk.reading().await?;
    let store = reading.store.as_ref();
    if store.get_routine(id).await?.is_none() {
        return Err(not_found(id));
    }
    let runs = store.recent_outcomes(id, LOOKED_AT).await?;
    let looked_at = u32::try_from(runs.len()).unwrap_or(u32::MAX);
    let health = Health::of(&runs);
    // What was not looked at may go on with the streak.
    let at_least = health.streak_is_open && looked_at == LOOKED_AT;
    Ok(RoutineHealth {
        streak: streak(health.clean_streak, at_least),
        clean_streak: health.clean_streak,
        typical: typical(&health),
        typical_ms: health.typical_ms,
        last_success: health.last_success.map(named),
        last_failure: health.last_failure.map(named),
        looked_at,
        now: reading.now,
    })
}

fn streak(fires: u32, at_least: bool) -> String {
    let least = if at_least { "At least " } else { "" };
    match fires {
        0 => "No planned fire has succeeded since the last failure.".to_owned(),
        1 => "The last planned fire succeeded.".to_owned(),
        _ => format!("{least}{fires} planned fires in a row succeeded."),
    }
}

fn typical(health: &Health) -> String {
    match health.typical_ms {
        None => "Nothing has succeeded yet, so there is no typical duration.".to_owned(),
        Some(ms) if health.timed == 1 => {
            format!("The one run that succeeded took {}.", duration(ms))
        }
        Some(ms) => format!(
            "It usually takes {}: the median of {} runs that succeeded.",
            duration(ms),
            health.timed
        ),
    }
}

fn named(run: PastRun) -> HealthRun {
    HealthRun {
        run_id: run.id,
        at: run.finished_at.unwrap_or(run.recorded_at),
        message: run.message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_say_no_more_than_was_looked_at() {
        assert_eq!(
            streak(200, true),
            "At least 200 planned fires in a row succeeded."
        );
        assert_eq!(streak(3, false), "3 planned fires in a row succeeded.");
        assert_eq!(streak(1, false), "The last planned fire succeeded.");
        let never = Health::of(&[]);
        assert!(typical(&never).contains("no typical duration"));
    }
}
