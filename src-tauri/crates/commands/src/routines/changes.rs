//! What was changed about a routine, from the journal: who, when, and each value before and after.

use std::collections::HashMap;

use routine_domain::{DefinitionId, Routine, RoutineId, TriggerSpec, instant::rfc3339};
use routine_store::model::AuditEvent;

use super::not_found;
use crate::{
    CommandError, Desk, schedule,
    wire::{FieldChange, RoutineChanged, RoutineChanges},
};

/// The newest changes that are listed.
const LISTED: usize = 200;

type Names = HashMap<DefinitionId, String>;

pub async fn changes(desk: &Desk, id: RoutineId) -> Result<RoutineChanges, CommandError> {
    let reading = desk.reading().await?;
    let store = reading.store.as_ref();
    let routine = store.get_routine(id).await?.ok_or_else(|| not_found(id))?;
    let definitions = store.list_definitions(Some(routine.tenant_id)).await?;
    let names: Names = definitions
        .into_iter()
        .map(|each| (each.id, each.name))
        .collect();
    let one_more = u32::try_from(LISTED + 1).unwrap_or(u32::MAX);
    let subject = format!("routine:{id}");
    let mut events = store.list_audit_events(Some(&subject), one_more).await?;
    let older = events.len() > LISTED;
    events.truncate(LISTED);
    Ok(RoutineChanges {
        rows: events
            .into_iter()
            .map(|event| changed(event, &names))
            .collect(),
        older,
        now: reading.now,
    })
}

fn changed(event: AuditEvent, names: &Names) -> RoutineChanged {
    let (before, after) = (
        routine(event.before.as_deref()),
        routine(event.after.as_deref()),
    );
    RoutineChanged {
        id: event.id,
        at: event.at,
        actor: event.actor,
        what: what(&event.kind, after.as_ref()),
        revision: after.as_ref().map(|routine| routine.revision),
        fields: match (&before, &after) {
            (Some(before), Some(after)) => fields(before, after, names),
            _ => Vec::new(),
        },
    }
}

/// The routine that an event kept. Another version may have written it otherwise: then it is not
/// taken apart, and the event is still listed.
fn routine(json: Option<&str>) -> Option<Routine> {
    serde_json::from_str(json?).ok()
}

fn what(kind: &str, after: Option<&Routine>) -> String {
    let reason = after
        .and_then(|routine| routine.off.as_ref())
        .map(|off| off.reason.as_str())
        .filter(|reason| !reason.is_empty());
    let because = |word: &str| match reason {
        Some(reason) => format!("{word}: {reason}"),
        None => word.to_owned(),
    };
    match kind {
        "routine.created" => "Created".to_owned(),
        "routine.edited" => "Edited".to_owned(),
        "routine.paused" => because("Paused"),
        "routine.resumed" => "Resumed".to_owned(),
        "routine.revived" => "Revived".to_owned(),
        "routine.switched_off" => because("Switched off by the system"),
        "routine.deleted" => "Deleted".to_owned(),
        "routine.restored" => "Restored".to_owned(),
        "routine.replanned" => "Planned anew with newer zone data".to_owned(),
        // A kind that a newer program wrote is printed as it is stored.
        other => format!("\"{other}\""),
    }
}

fn fields(before: &Routine, after: &Routine, names: &Names) -> Vec<FieldChange> {
    let definition = |routine: &Routine| match names.get(&routine.definition_id) {
        Some(name) => name.clone(),
        None => routine.definition_id.to_string(),
    };
    let text = |read: fn(&Routine) -> String| (read(before), read(after));
    [
        ("Name", text(|routine| routine.name.clone()), false),
        (
            "Instruction",
            text(|routine| routine.instruction.clone()),
            false,
        ),
        ("Definition", (definition(before), definition(after)), false),
        (
            "Schedule",
            text(|routine| schedule_words(&routine.trigger)),
            false,
        ),
        (
            "If late",
            text(|routine| routine.misfire.words().to_owned()),
            false,
        ),
        (
            "If still running",
            text(|routine| routine.overlap.words().to_owned()),
            false,
        ),
        ("Input", text(|routine| routine.input.clone()), true),
        ("State", text(standing), false),
        ("Next fire", text(next_fire), false),
    ]
    .into_iter()
    .filter(|(_, (before, after), _)| before != after)
    .map(|(label, (before, after), code)| FieldChange {
        label: label.to_owned(),
        before,
        after,
        code,
    })
    .collect()
}

/// The sentence, and behind it what was written: two expressions may read alike.
fn schedule_words(trigger: &TriggerSpec) -> String {
    let words = schedule::words(trigger);
    match (trigger, words.zone) {
        (TriggerSpec::Manual, _) => words.sentence,
        (TriggerSpec::Once { at }, _) => format!("Once, {}", rfc3339(*at)),
        (_, Some(zone)) => format!("{} ({}, {zone})", words.sentence, words.raw),
        (_, None) => format!("{} ({})", words.sentence, words.raw),
    }
}

fn standing(routine: &Routine) -> String {
    let placement = &routine.placement;
    let word = match (&routine.deleted, &routine.off) {
        (Some(_), _) => "deleted",
        (None, Some(_)) => "off",
        _ if placement.dead_lettered_at.is_some() => "dead-lettered",
        _ if placement.done_at.is_some() => "done",
        _ => "on",
    };
    word.to_owned()
}

fn next_fire(routine: &Routine) -> String {
    let at = routine.placement.next_fire_at;
    at.map_or_else(|| "none".to_owned(), rfc3339)
}
