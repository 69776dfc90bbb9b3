//! What a claim writes, whom it passes over, and that nothing is claimed twice.

mod batches;
mod firing;
mod oddities;
mod plans;
