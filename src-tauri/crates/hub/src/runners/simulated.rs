use std::sync::Arc;

use async_trait::async_trait;
use routine_domain::{Launcher, Simulation};
use routine_engine::{Clock, Launch, launchers::SimulatedLauncher};
use routine_store::model::{HandOff, LaunchOrder};

use super::ended;
use crate::{Ended, Runner};

/// Pretends, the same way each time.
pub struct SimulatedRunner {
    launcher: SimulatedLauncher,
    simulation: Simulation,
}

impl SimulatedRunner {
    pub fn new(clock: Arc<dyn Clock>, simulation: Simulation) -> Self {
        Self {
            launcher: SimulatedLauncher::new(clock),
            simulation,
        }
    }
}

#[async_trait]
impl Runner for SimulatedRunner {
    fn is_repeatable(&self, _: &HandOff) -> bool {
        true
    }

    async fn run(&self, hand_off: &HandOff) -> Ended {
        let order = LaunchOrder {
            launcher: Launcher::Simulated(self.simulation.clone()),
            ..hand_off.order.clone()
        };
        ended(self.launcher.launch(&order).await).await
    }
}
