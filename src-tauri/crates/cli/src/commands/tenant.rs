use clap::Subcommand;
use routine_commands::{
    CommandError, tenants,
    wire::{Retention, TenantRow},
};
use routine_domain::{Instant, Invalid, TenantPolicy};
use serde_json::{Map, Value};

use crate::{answer::Answer, failure, lookup, open, table};

#[derive(Debug, Subcommand)]
pub enum TenantCommand {
    /// Make a tenant.
    Create { name: String },
    /// All tenants with their policies.
    List,
    /// What is about to be removed of a tenant's history, and from when on it is whole.
    Retention {
        /// The tenant's name or id.
        tenant: String,
    },
    /// Change values of a tenant's policy, for example `minimum_interval_seconds=60`; an empty value
    /// takes a cap away.
    SetPolicy {
        /// The tenant's name or id.
        tenant: String,
        #[arg(required = true, value_name = "KEY=VALUE")]
        values: Vec<String>,
    },
}

pub async fn run(database: Option<&str>, command: TenantCommand) -> Result<Answer, CommandError> {
    let desk = open::desk(database).await?;
    match command {
        TenantCommand::Create { name } => {
            let tenant = tenants::create(&desk, name).await?;
            Answer::new(&tenant, format!("Made {} ({}).", tenant.name, tenant.id))
        }
        TenantCommand::List => {
            let tenants = tenants::list(&desk).await?;
            Answer::new(&tenants, listed(&tenants))
        }
        TenantCommand::Retention { tenant } => {
            let tenant = lookup::tenant(&desk, &tenant).await?;
            let retention = tenants::retention(&desk, tenant.id).await?;
            Answer::new(&retention, told(&retention))
        }
        TenantCommand::SetPolicy { tenant, values } => {
            let tenant = lookup::tenant(&desk, &tenant).await?;
            let policy = changed(&tenant.policy, &values)?;
            let tenant = tenants::set_policy(&desk, tenant.id, None, policy).await?;
            Answer::new(&tenant, format!("Changed the policy of {}.", tenant.name))
        }
    }
}

fn listed(tenants: &[TenantRow]) -> String {
    let rows: Vec<_> = tenants
        .iter()
        .map(|tenant| {
            vec![
                tenant.id.to_string(),
                tenant.name.clone(),
                tenant.routines.to_string(),
                format!("{} s", tenant.policy.minimum_interval_seconds),
            ]
        })
        .collect();
    table::lay_out(&["id", "name", "routines", "floor"], &rows)
}

fn told(retention: &Retention) -> String {
    let time = |at: Instant| at.format("%Y-%m-%d %H:%M:%S UTC");
    let oldest = retention
        .oldest
        .map(|at| format!(", the oldest of {}", time(at)))
        .unwrap_or_default();
    let since = match retention.runs_kept_since {
        Some(since) => format!("Nothing that was recorded since {} has been.", time(since)),
        None => "Nothing has been so far.".to_owned(),
    };
    format!(
        "{}{} finished runs of {} are to be removed from {} on{oldest}. {since}",
        retention.runs,
        if retention.or_more { "+" } else { "" },
        retention.tenant_name,
        time(retention.next_at),
    )
}

/// The policy with the values laid over it; an unknown key or a value of another kind is refused.
fn changed(policy: &TenantPolicy, values: &[String]) -> Result<TenantPolicy, CommandError> {
    let Ok(Value::Object(mut fields)) = serde_json::to_value(policy) else {
        return Err(failure::internal(
            "The policy could not be written as JSON.",
        ));
    };
    let known: Vec<String> = fields.keys().cloned().collect();
    for value in values {
        let (key, text) = value.split_once('=').ok_or_else(|| {
            Invalid::new(
                "policy",
                format!("\"{value}\" is not of the form KEY=VALUE."),
            )
        })?;
        if !known.iter().any(|name| name == key) {
            return Err(Invalid::new(
                key,
                format!(
                    "\"{key}\" is not part of a policy. Use one of: {}.",
                    known.join(", ")
                ),
            )
            .into());
        }
        lay_over(&mut fields, key, text)?;
    }
    serde_json::from_value(Value::Object(fields)).map_err(failure::internal)
}

fn lay_over(fields: &mut Map<String, Value>, key: &str, text: &str) -> Result<(), Invalid> {
    let value = match text {
        "" => Value::Null,
        _ => serde_json::from_str(text).unwrap_or(Value::String(text.to_owned())),
    };
    let mut tried = fields.clone();
    tried.insert(key.to_owned(), value.clone());
    match serde_json::from_value::<TenantPolicy>(Value::Object(tried)) {
        Ok(_) => {
            fields.insert(key.to_owned(), value);
            Ok(())
        }
        Err(_) => Err(Invalid::new(
            key,
            format!(
                "\"{text}\" is not a value for {key}. Durations and counts are whole numbers, breaker is true or false."
            ),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_laid_over_the_policy_and_strangers_refused() {
        let policy = TenantPolicy::default();
        let values = ["grace_seconds=5".to_owned(), "concurrency_cap=3".to_owned()];
        let after = changed(&policy, &values).unwrap();
        assert_eq!((after.grace_seconds, after.concurrency_cap), (5, Some(3)));
        let without = changed(&after, &["concurrency_cap=".to_owned()]).unwrap();
        assert_eq!(without.concurrency_cap, None);
        for (refused, field) in [
            ("colour=red", "colour"),
            ("grace_seconds=soon", "grace_seconds"),
            ("grace_seconds=", "grace_seconds"),
            ("grace_seconds", "policy"),
        ] {
            let error = changed(&policy, &[refused.to_owned()]).unwrap_err();
            assert_eq!(error.field.as_deref(), Some(field), "{refused}");
        }
    }
}
