use clap::Args;
use routine_commands::{CommandError, Desk, wire::RoutineDraft};
use routine_domain::{Destination, DestinationForm, Instant, Misfire, Overlap, TriggerSpec};
use routine_engine::wall_clock;

use crate::{lookup, words};

/// What `routine create` says about the routine to be made.
#[derive(Debug, Args)]
pub struct CreateArgs {
    name: String,
    /// The tenant's name or id.
    #[arg(long)]
    tenant: String,
    /// The definition's name or id, of that tenant.
    #[arg(long)]
    definition: String,
    /// What it is to do.
    #[arg(long)]
    instruction: String,
    /// JSON that is handed over at each run.
    #[arg(long, value_name = "JSON", default_value = "{}")]
    input: String,
    #[command(flatten)]
    trigger: TriggerArgs,
    /// The zone of a cron expression.
    #[arg(long, default_value = "UTC", requires = "cron")]
    zone: String,
    /// The first fire of an interval; now where it is left out.
    #[arg(long, value_name = "TIME", value_parser = words::moment, requires = "every")]
    anchor: Option<Instant>,
    /// If late: fire_once, skip or fire_all.
    #[arg(long, default_value = "fire_once")]
    misfire: Misfire,
    /// If still running: skip, queue_one or allow.
    #[arg(long, default_value = "skip")]
    overlap: Overlap,
    /// Where results are posted: an address, or none.
    #[arg(long, value_name = "URL", default_value = "none")]
    destination: String,
    /// How they are put: json, or slack for a text that people read.
    #[arg(long, value_name = "FORM", default_value = "json")]
    destination_form: DestinationForm,
    /// The name of the secret that the destination wants as a bearer.
    #[arg(long, value_name = "NAME")]
    destination_secret: Option<String>,
    /// A time of `--at` that has passed fires now, instead of being refused.
    #[arg(long, requires = "at")]
    run_at_once: bool,
    /// Born switched off.
    #[arg(long)]
    disabled: bool,
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct TriggerArgs {
    /// Fire by this cron expression.
    #[arg(long, value_name = "EXPRESSION")]
    cron: Option<String>,
    /// Fire every so many seconds.
    #[arg(long, value_name = "SECONDS")]
    every: Option<u32>,
    /// Fire once at this time.
    #[arg(long, value_name = "TIME", value_parser = words::moment)]
    at: Option<Instant>,
    /// Fire only when asked to.
    #[arg(long)]
    manual: bool,
}

impl CreateArgs {
    pub async fn into_draft(self, desk: &Desk) -> Result<RoutineDraft, CommandError> {
        let destination = Destination::parse(
            &self.destination,
            self.destination_form,
            self.destination_secret,
        )?;
        let tenant = lookup::tenant(desk, &self.tenant).await?;
        let definition = lookup::definition(desk, Some(tenant.id), &self.definition).await?;
        let trigger = match (self.trigger.cron, self.trigger.every, self.trigger.at) {
            (Some(expression), ..) => TriggerSpec::Cron {
                expression,
                zone: self.zone,
            },
            (_, Some(every_seconds), _) => TriggerSpec::Interval {
                every_seconds,
                anchor: self.anchor.unwrap_or_else(wall_clock),
            },
            (.., Some(at)) => TriggerSpec::Once { at },
            _ => TriggerSpec::Manual,
        };
        Ok(RoutineDraft {
            tenant_id: tenant.id,
            name: self.name,
            instruction: self.instruction,
            definition_id: definition.id,
            input: self.input,
            trigger,
            misfire: self.misfire,
            overlap: self.overlap,
            destination,
            enabled: !self.disabled,
            run_at_once: self.run_at_once,
        })
    }
}
