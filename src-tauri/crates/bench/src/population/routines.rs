use routine_domain::{Instant, recorded_plan::CREATED, zone::TZDB_VERSION};

use super::{ACTOR, Population, drawn, numbers};
use crate::{BenchResult, raw::Raw};

const VERBS: [&str; 8] = [
    "Post", "Check", "Renew", "Send", "Collect", "Compare", "Archive", "Count",
];
const THINGS: [&str; 12] = [
    "standup notes",
    "open invoices",
    "expiring certificates",
    "price lists",
    "sensor readings",
    "support tickets",
    "delivery dates",
    "stock levels",
    "release notes",
    "backup reports",
    "visitor badges",
    "unread reviews",
];

/// The same number is the same routine for its runs.
pub(super) fn id_of(raw: &Raw, number: &str) -> String {
    // A time of its own, so that ids do not depend on when they are made.
    raw.id("1700000000000", number, "0")
}

/// The conditions that deal place `p` and trigger `t` to the number `n`.
pub(super) fn dealt(population: &Population) -> String {
    format!(
        "p.place = n % {} AND t.number = {} % {}",
        population.places(),
        drawn("n", 0, population.seed),
        population.triggers.len()
    )
}

pub(super) async fn write(raw: &mut Raw, population: &Population, now: Instant) -> BenchResult<()> {
    if population.routines == 0 {
        return Ok(());
    }
    let number = raw.pick("n", "CAST(n AS TEXT)");
    let words = format!(
        "{} || ' ' || {} || ' ' || {number}",
        one_of(&VERBS, "n % 8"),
        one_of(&THINGS, "(n / 8) % 12")
    );
    let (json, id) = raw.pick(("TEXT", "TEXT"), ("JSON", "UUID"));
    let next = if population.due {
        "newest_ms"
    } else {
        "next_ms"
    };
    let claimed = match population.due || population.runs == 0 {
        true => "NULL".to_owned(),
        false => raw.instant("t.newest_ms"),
    };
    // Its first occurrence that history knows, or now.
    let oldest = "coalesce((SELECT min(o.ms) FROM population_times AS o WHERE o.number = t.number), 0) - 1000";
    let created = match population.runs {
        0 => raw.at(now),
        _ => raw.instant(oldest),
    };
    raw.run(format!(
        "INSERT INTO routines
            (id, tenant_id, name, instruction, definition_id, input, owner, search_text,
             trigger_kind, trigger_spec, misfire, overlap, revision, schedule_revision,
             next_fire_at, zone_data, newest_claimed_for, consecutive_failures, failed_runs,
             created_by, created_at, updated_at)
         {numbers}
         SELECT {routine}, p.tenant_id, {words}, {words} || ' and say what is new.',
                p.definition_id, CAST('{{}}' AS {json}), 'owner' || {owner} || '@desk',
                lower({words}) || ' ' || lower({words}) || ' and say what is new. owner' || {owner} || '@desk',
                t.kind, CAST(t.spec AS {json}), 'fire_once', 'skip', 1, 1, {next}, '{TZDB_VERSION}',
                {claimed}, 0, 0, '{ACTOR}', {created}, {created}
           FROM numbers, population_places AS p, population_triggers AS t WHERE {dealt}",
        numbers = numbers(raw, population.routines),
        routine = id_of(raw, "n"),
        owner = raw.pick("(n % 400)", "CAST(n % 400 AS TEXT)"),
        next = raw.instant(&format!("t.{next}")),
        claimed = raw.pick(claimed.clone(), format!("CAST({claimed} AS TIMESTAMPTZ)")),
        dealt = dealt(population),
    ))
    .await?;
    // What history knows was planned when the routine was made.
    let (first, times) = match population.runs {
        0 => ("r.next_fire_at", String::new()),
        _ => (
            "coalesce(o.first_at, r.next_fire_at)",
            format!(
                "LEFT JOIN (SELECT t.spec, {} AS first_at FROM population_times AS o
                      JOIN population_triggers AS t ON t.number = o.number GROUP BY t.spec) AS o
                     ON o.spec = CAST(r.trigger_spec AS TEXT)",
                raw.instant("min(o.ms)")
            ),
        ),
    };
    raw.run(format!(
        "INSERT INTO routine_revisions
            (routine_id, revision, schedule_revision, name, instruction, definition_id, input,
             trigger_spec, changed_by, changed_at)
         SELECT CAST(id AS {id}), revision, schedule_revision, name, instruction, definition_id,
                input, trigger_spec, created_by, created_at FROM routines"
    ))
    .await?;
    raw.run(format!(
        "INSERT INTO schedule_changes
            (routine_id, number, at, kind, actor, revision, standing, trigger_spec, zone_data,
             planned_from)
         SELECT r.id, 1, r.created_at, '{CREATED}', r.created_by, r.revision, 'on', r.trigger_spec,
                r.zone_data, {first}
           FROM routines AS r {times}",
    ))
    .await?;
    Ok(())
}

fn one_of(words: &[&str], number: &str) -> String {
    let cases = words
        .iter()
        .enumerate()
        .map(|(at, word)| format!("WHEN {at} THEN '{word}'"));
    format!("CASE {number} {} END", cases.collect::<Vec<_>>().join(" "))
}
