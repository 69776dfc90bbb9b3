//! Which routines a command is about, as options.

use clap::Args;
use routine_commands::{
    CommandError, Desk,
    wire::{RoutineMatch, RoutineView},
};
use routine_domain::{StateName, TriggerKind};

use crate::{lookup, words};

#[derive(Debug, Args)]
pub struct MatchArgs {
    /// all, failing, off, manual or deleted.
    #[arg(long, default_value = "all", value_parser = words::view)]
    view: RoutineView,
    /// Words in the name, the instruction or the owner.
    #[arg(long)]
    search: Option<String>,
    /// Only routines in this state; may be given several times.
    #[arg(long)]
    state: Vec<StateName>,
    /// Only this kind of trigger; may be given several times.
    #[arg(long)]
    trigger: Vec<TriggerKind>,
    /// The tenant's name or id.
    #[arg(long)]
    tenant: Option<String>,
    /// Exactly this owner.
    #[arg(long)]
    owner: Option<String>,
}

impl MatchArgs {
    pub async fn read(self, desk: &Desk) -> Result<RoutineMatch, CommandError> {
        Ok(RoutineMatch {
            view: self.view,
            search: self.search,
            states: self.state,
            triggers: self.trigger,
            tenant_id: lookup::tenant_id(desk, self.tenant.as_deref()).await?,
            owner: self.owner,
            ..RoutineMatch::default()
        })
    }
}
