//! Tenants, definitions and the journal.

mod definitions;
mod journal;
mod tenants;

use routine_domain::{Launcher, Simulation};
use routine_store::model::Actor;

fn ines() -> Actor {
    Actor::new("ines@desk")
}

fn simulated() -> Launcher {
    Launcher::Simulated(Simulation::default())
}
