//! Pretends: the outcome of an attempt is drawn by a hash of what it is, so that the same history
//! comes out every time, on every worker.

use std::sync::Arc;

use async_trait::async_trait;
use chrono::Duration;
use routine_domain::{Launcher, Simulation, draw};
use routine_store::model::LaunchOrder;

use super::{Launch, LaunchResult, WorkOutcome, error, not_mine};
use crate::Clock;

pub struct SimulatedLauncher {
    clock: Arc<dyn Clock>,
}

impl SimulatedLauncher {
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock }
    }
}

#[async_trait]
impl Launch for SimulatedLauncher {
    async fn launch(&self, order: &LaunchOrder) -> LaunchResult {
        let Launcher::Simulated(simulation) = &order.launcher else {
            return not_mine("simulated");
        };
        let outcome = match draw(simulation, order) {
            Draw::Refuses => {
                return LaunchResult::Refused(error(
                    "simulated",
                    "The simulated launch was refused, as its definition asks for.",
                    None,
                ));
            }
            Draw::Fails => WorkOutcome::Failed {
                error: error(
                    "simulated",
                    "The simulated run failed, as its definition asks for.",
                    None,
                ),
                output: None,
            },
            Draw::Succeeds => WorkOutcome::Succeeded {
                output: Some(format!("Simulated: {}", order.instruction)),
            },
        };
        if simulation.duration_ms == 0 {
            return LaunchResult::Finished(outcome);
        }
        let clock = self.clock.clone();
        let end = clock.now() + Duration::milliseconds(i64::from(simulation.duration_ms));
        LaunchResult::Started(Box::pin(async move {
            clock.sleep_until(end).await;
            outcome
        }))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Draw {
    Succeeds,
    Fails,
    Refuses,
}

fn draw(simulation: &Simulation, order: &LaunchOrder) -> Draw {
    let succeeds = u64::from(simulation.succeeds);
    let fails = u64::from(simulation.fails);
    // A definition's weights are never all 0; were they, everything would succeed.
    let total = (succeeds + fails + u64::from(simulation.refuses)).max(1);
    match hash(order) % total {
        ticket if ticket < succeeds => Draw::Succeeds,
        ticket if ticket < succeeds + fails => Draw::Fails,
        _ if simulation.refuses == 0 => Draw::Succeeds,
        _ => Draw::Refuses,
    }
}

/// Over routine, occurrence and attempt.
fn hash(order: &LaunchOrder) -> u64 {
    let occurrence = match order.scheduled_for {
        Some(at) => at.timestamp_millis().to_be_bytes().to_vec(),
        None => order.lease.run_id.0.as_bytes().to_vec(),
    };
    draw::draw(&[
        order.routine_id.0.as_bytes(),
        &occurrence,
        &order.attempt.to_be_bytes(),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ManualClock, launchers::sample};
    use routine_domain::{RoutineId, instant::from_millis};

    fn simulation(succeeds: u32, fails: u32, refuses: u32) -> Simulation {
        Simulation {
            succeeds,
            fails,
            refuses,
            duration_ms: 0,
        }
    }

    fn order(attempt: u32) -> LaunchOrder {
        LaunchOrder {
            attempt,
            routine_id: RoutineId(uuid::Uuid::from_u128(0x0199_a3c2 << 96)),
            ..sample::order(Launcher::Simulated(simulation(1, 0, 0)))
        }
    }

    #[test]
    fn the_hash_is_the_same_for_ever() {
        // Worked out apart from this program.
        assert_eq!(hash(&order(1)), 10768174543746321150);
    }

    #[test]
    fn weights_say_how_often_each_outcome_comes() {
        let weights = simulation(6, 3, 1);
        let count = |wanted| {
            (0..10_000)
                .filter(|attempt| draw(&weights, &order(*attempt)) == wanted)
                .count()
        };
        assert!((5_700..6_300).contains(&count(Draw::Succeeds)));
        assert!((2_700..3_300).contains(&count(Draw::Fails)));
        assert!((850..1_150).contains(&count(Draw::Refuses)));
    }

    #[tokio::test]
    async fn work_with_a_duration_ends_on_the_clock() {
        let start = from_millis(1_700_000_000_000).unwrap();
        let clock = Arc::new(ManualClock::new(start));
        let launcher = SimulatedLauncher::new(clock.clone());
        let order = sample::order(Launcher::Simulated(Simulation {
            duration_ms: 1_500,
            ..simulation(1, 0, 0)
        }));
        let LaunchResult::Started(work) = launcher.launch(&order).await else {
            panic!("it did not start");
        };
        let drive = async {
            let end = start + Duration::milliseconds(1_500);
            clock.someone_sleeps_until(end).await;
            clock.set(end);
        };
        let (outcome, ()) = tokio::join!(work, drive);
        assert!(matches!(outcome, WorkOutcome::Succeeded { .. }));
    }
}
