//! What a routine is, which states it can be in, and what may happen to it next.
//!
//! No IO, no async, no clock: every function that depends on time takes `now`. Whatever needs a
//! database, a socket or a timer belongs to the crates above.

pub mod action;
pub mod backoff;
pub mod breaker;
pub mod caps;
pub mod change;
pub mod consequence;
pub mod cron;
pub mod crontab;
pub mod definition;
pub mod delivery;
pub mod evidence;
pub mod exchange;
pub mod explain;
pub mod failure_lane;
pub mod field_changes;
pub mod fingerprint;
pub mod hand_off;
pub mod health;
pub mod id;
pub mod instant;
pub mod interval;
pub mod invalid;
pub mod notices;
pub mod plan;
pub mod policy;
pub mod policy_effects;
pub mod preview;
pub mod recorded_plan;
pub mod redaction;
pub mod release;
pub mod replan;
pub mod retention;
pub mod revive_plan;
pub mod routine;
pub mod run;
pub mod shared_cause;
pub mod state;
pub mod text;
pub mod timeline;
pub mod trigger;
pub mod waiting;
pub mod words;
pub mod zone;

pub use action::{RoutineAction, RunAction};
pub use change::{ChangeRefusal, RoutineChange, RoutineEdit};
pub use cron::{CronExpression, CronKind};
pub use definition::{HubCommand, Launcher, LauncherKind, Simulation};
pub use failure_lane::FailureLane;
pub use hand_off::{CarryEnd, ProbeFinding, RefusalReason};
pub use id::{AuditId, DefinitionId, RevivePlanId, RoutineId, RunId, SweepId, TenantId};
pub use instant::Instant;
pub use interval::Interval;
pub use invalid::Invalid;
pub use policy::{Misfire, Overlap, TenantPolicy};
pub use routine::Routine;
pub use run::{Cause, Delivery, RunStatus};
pub use state::{RoutineState, StateFacts, StateName};
pub use trigger::{Trigger, TriggerKind, TriggerSpec};
pub use waiting::{Wait, WaitsOn};
pub use words::Description;
pub use zone::Zone;
