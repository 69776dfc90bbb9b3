//! What a trigger will do, before it is saved. Every time shown anywhere comes from here, and here
//! from the function that the engine claims by.

mod shown;

use chrono::TimeDelta;
use routine_domain::{
    CronExpression, CronKind, Instant, Invalid, TenantPolicy, Trigger, TriggerSpec, Zone,
    preview::{diff as compare, preview as look_ahead},
};

use crate::{
    CommandError, Desk, tenants,
    wire::{
        ClockChangeNote, CronField, DiffRequest, FirePreview, NotFired, PreviewRequest,
        TriggerDiff, TriggerPreview, TriggerWords,
    },
};

/// How many years ahead clock changes are looked at for fires that come too close.
const WARN_YEARS: u32 = 2;

/// How many fires one track of a week shows.
const WEEK_LISTED: usize = 100;

pub async fn preview(desk: &Desk, request: PreviewRequest) -> Result<TriggerPreview, CommandError> {
    if !(1..=50).contains(&request.count) {
        return Err(Invalid::new(
            "count",
            format!("The count is {}. It must be from 1 to 50.", request.count),
        )
        .into());
    }
    let reading = desk.reading().await?;
    let tenant = reading
        .store
        .get_tenant(request.tenant_id)
        .await?
        .ok_or_else(|| tenants::not_found(request.tenant_id))?;
    let trigger = request.trigger.parse()?;
    Ok(preview_of(
        &trigger,
        &tenant.policy,
        reading.now,
        request.count,
    ))
}

/// What saving `new` in place of `old` changes in the coming thirty days.
pub async fn diff(desk: &Desk, request: DiffRequest) -> Result<TriggerDiff, CommandError> {
    let now = desk.reading().await?.now;
    let (old, new) = (request.old.parse()?, request.new.parse()?);
    let week = now + TimeDelta::days(7);
    let changed = compare(&old, &new, now, now + TimeDelta::days(30));
    Ok(TriggerDiff {
        week_before: old.fires(now, week, WEEK_LISTED),
        week_after: new.fires(now, week, WEEK_LISTED),
        fires_before: changed.fires_before,
        fires_after: changed.fires_after,
        gone: changed.gone,
        come: changed.come,
        first: changed.first,
        now,
    })
}

/// The zones that a cron expression may name, in the order of the zone data.
pub async fn zones(_desk: &Desk) -> Result<Vec<String>, CommandError> {
    Ok(Zone::names().map(str::to_owned).collect())
}

/// The next fires of an expression, without any database.
pub struct NextFires {
    pub fires: Vec<Instant>,
    pub description: String,
    pub kind: CronKind,
}

pub fn next(
    expression: &str,
    zone: &str,
    from: Instant,
    count: u32,
) -> Result<NextFires, CommandError> {
    let expression = CronExpression::parse(expression)?;
    let zone = Zone::parse(zone)?;
    let trigger = Trigger::Cron {
        expression: expression.clone(),
        zone,
    };
    Ok(NextFires {
        fires: trigger.after(from).take(count as usize).collect(),
        description: trigger.describe().sentence,
        kind: expression.kind(),
    })
}

/// Refuses a trigger that cannot be planned, or that fires more often than the tenant allows.
pub(crate) fn check(trigger: &TriggerSpec, policy: &TenantPolicy) -> Result<(), Invalid> {
    let trigger = trigger.parse()?;
    trigger.check_seconds(policy.minimum_interval_seconds)?;
    trigger.check_floor(policy.minimum_interval_seconds)?;
    Ok(())
}

/// A stored trigger in words; one that cannot be planned any more still says what was written.
pub(crate) fn words(spec: &TriggerSpec) -> TriggerWords {
    let (raw, zone) = match spec {
        TriggerSpec::Cron { expression, zone } => (expression.clone(), Some(zone.clone())),
        TriggerSpec::Interval { every_seconds, .. } => {
            (format!("interval {}", span(*every_seconds)), None)
        }
        TriggerSpec::Once { .. } => ("once".to_owned(), None),
        TriggerSpec::Manual => ("manual".to_owned(), None),
    };
    match spec.parse() {
        Ok(trigger) => TriggerWords {
            sentence: trigger.describe().sentence,
            raw,
            zone,
            refusal: None,
        },
        Err(refused) => TriggerWords {
            sentence: "Cannot be planned".to_owned(),
            raw,
            zone,
            refusal: Some(refused.message),
        },
    }
}

/// The next fires of a stored trigger; none of one that cannot be planned.
pub(crate) fn fires(spec: &TriggerSpec, now: Instant, count: u32) -> Vec<FirePreview> {
    match spec.parse() {
        Ok(trigger) => look_ahead(&trigger, now, count as usize)
            .fires
            .into_iter()
            .map(FirePreview::from)
            .collect(),
        Err(_) => Vec::new(),
    }
}

fn preview_of(
    trigger: &Trigger,
    policy: &TenantPolicy,
    now: Instant,
    count: u32,
) -> TriggerPreview {
    let ahead = look_ahead(trigger, now, count as usize);
    let floor = policy.minimum_interval_seconds;
    TriggerPreview {
        sentence: ahead.description.sentence,
        fires: ahead.fires.into_iter().map(FirePreview::from).collect(),
        not_fired: ahead.not_fired.iter().map(NotFired::from).collect(),
        fields: fields(trigger),
        next_clock_change: ahead.next_clock_change.map(|change| ClockChangeNote {
            at: change.at,
            offset_before_seconds: change.offset_before_seconds,
            offset_after_seconds: change.offset_after_seconds,
        }),
        floor: shown::floor(trigger, floor),
        clock_notes: ahead.effects.iter().map(shown::effect).collect(),
        warnings: trigger
            .floor_warnings(floor, now, WARN_YEARS)
            .iter()
            .map(|warning| {
                format!(
                    "On {} the clock change brings two fires {} s apart.",
                    warning.date, warning.gap_seconds
                )
            })
            .collect(),
        now,
    }
}

fn fields(trigger: &Trigger) -> Vec<CronField> {
    let Trigger::Cron { expression, .. } = trigger else {
        return Vec::new();
    };
    expression
        .fields()
        .into_iter()
        .map(|field| CronField {
            label: field.label,
            text: field.text,
            meaning: field.meaning,
        })
        .collect()
}

/// `15 min`, `1 h`, `90 s`: the largest unit that divides it.
fn span(seconds: u32) -> String {
    let (size, unit) = match seconds {
        s if s % 86_400 == 0 => (86_400, "d"),
        s if s % 3_600 == 0 => (3_600, "h"),
        s if s % 60 == 0 => (60, "min"),
        _ => (1, "s"),
    };
    format!("{} {unit}", seconds / size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use routine_domain::instant::from_millis;

    #[test]
    fn a_trigger_that_cannot_be_planned_is_shown_with_its_refusal() {
        let shown = words(&TriggerSpec::Cron {
            expression: "0 9 * * *".into(),
            zone: "Mars/Olympus".into(),
        });
        assert_eq!(shown.raw, "0 9 * * *");
        assert_eq!(shown.zone.as_deref(), Some("Mars/Olympus"));
        assert!(shown.refusal.unwrap().contains("Mars/Olympus"));
    }

    #[test]
    fn the_preview_says_what_the_floor_refuses() {
        let trigger = TriggerSpec::Interval {
            every_seconds: 90,
            anchor: from_millis(1_700_000_000_000).unwrap(),
        };
        assert_eq!(words(&trigger).raw, "interval 90 s");
        let parsed = trigger.parse().unwrap();
        let now = from_millis(1_700_000_000_000).unwrap();
        let strict = preview_of(&parsed, &TenantPolicy::default(), now, 3);
        let refused = strict.floor.unwrap();
        assert!(!refused.kept && refused.sentence.contains("floor"));
        assert_eq!(strict.fires.len(), 3);
        let demo = preview_of(&parsed, &TenantPolicy::local_demo(), now, 3);
        let kept = demo.floor.unwrap();
        assert!(kept.kept);
        assert_eq!(
            kept.sentence,
            "Closest two fires are 1 min 30 s apart. The floor is 1 s."
        );
        assert_eq!(
            check(&trigger, &TenantPolicy::default()).unwrap_err().field,
            "trigger.every_seconds"
        );
    }
}
