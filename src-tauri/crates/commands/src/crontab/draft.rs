use routine_domain::{
    DefinitionId, Invalid, Launcher, Misfire, Overlap, TenantId, TriggerSpec,
    crontab::{Job, cut, name_of},
    text::INSTRUCTION_LIMIT,
};
use routine_store::model::NewRoutine;

use super::Terms;
use crate::schedule;

/// A definition and its routine, within all limits.
pub(super) struct Draft {
    pub name: String,
    pub instruction: String,
    pub launcher: Launcher,
    pub trigger: TriggerSpec,
    /// When it will fire, and as whom.
    pub sentence: String,
}

impl Draft {
    pub fn of(job: &Job, line: u32, terms: &Terms) -> Result<Self, Invalid> {
        let trigger = TriggerSpec::Cron {
            expression: job.expression.to_string(),
            zone: job.zone.unwrap_or(terms.zone).name().to_owned(),
        };
        schedule::check(&trigger, &terms.policy)?;
        let launcher = job.launcher();
        launcher.check()?;
        let written_for = match &job.user {
            Some(user) => format!(", for the user {user}"),
            None => String::new(),
        };
        let instruction = format!(
            "crontab line {line} of {}{written_for}: {}",
            terms.file, job.command
        );
        Ok(Self {
            name: name_of(&job.command),
            instruction: cut(&instruction, INSTRUCTION_LIMIT),
            launcher,
            sentence: sentence(job, &trigger),
            trigger,
        })
    }

    /// Late and overlapping fires go as they go in cron: what is too late does not come, and what
    /// still runs keeps nothing back.
    pub fn routine(
        &self,
        tenant_id: TenantId,
        definition_id: DefinitionId,
        owner: String,
    ) -> NewRoutine {
        NewRoutine {
            tenant_id,
            name: self.name.clone(),
            instruction: self.instruction.clone(),
            definition_id,
            input: "{}".to_owned(),
            owner,
            trigger: self.trigger.clone(),
            misfire: Misfire::Skip,
            overlap: Overlap::Allow,
            destination: None,
            enabled: false,
            preset_key: None,
        }
    }
}

fn sentence(job: &Job, trigger: &TriggerSpec) -> String {
    let words = schedule::words(trigger);
    let zone = words.zone.unwrap_or_default();
    let fires = format!("{}, {zone}.", words.sentence);
    match &job.user {
        Some(user) => format!("{fires} It runs as its worker does, not as {user}."),
        None => fires,
    }
}
