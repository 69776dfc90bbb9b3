use super::{
    Population, drawn, numbers,
    routines::{dealt, id_of},
};
use crate::{BenchResult, raw::Raw};

/// Of a thousand runs so many end so; all others succeed.
const ENDS: [(&str, u32); 4] = [
    ("failed", 10),
    ("schedule_failed", 6),
    ("skipped", 4),
    ("missed", 2),
];

/// One layer after the other, from the past to the present: each is one run of every routine.
pub(super) async fn write(raw: &mut Raw, population: &Population, layers: u32) -> BenchResult<()> {
    if layers == 0 {
        return Ok(());
    }
    // The oldest layer may not be whole.
    let rest = population.runs - (layers - 1) * population.routines;
    for layer in (1..=layers).rev() {
        let last = if layer == layers {
            rest
        } else {
            population.routines
        };
        raw.run(layer_sql(raw, population, layer, last)).await?;
    }
    let day = raw.milliseconds("recorded_at");
    raw.run(format!(
        "INSERT INTO run_counts (tenant_id, day, status, runs)
         SELECT tenant_id, {day} / 86400000, status, count(*) FROM runs GROUP BY 1, 2, 3"
    ))
    .await?;
    Ok(())
}

fn layer_sql(raw: &Raw, population: &Population, layer: u32, last: u32) -> String {
    let lot = drawn("n", layer, population.seed);
    let recorded = format!("o.ms + {lot} % 800");
    let finished = format!("o.ms + {lot} % 800 + {lot} % 30000");
    let status = ends_case(&lot);
    let launched = |value: &str| {
        format!("CASE WHEN {status} IN ('skipped', 'missed') THEN NULL ELSE {value} END")
    };
    let missed = |value: &str| format!("CASE WHEN {status} = 'missed' THEN {value} END");
    let routine = id_of(raw, "n");
    let attempt = format!("CASE WHEN {status} = 'missed' THEN 0 ELSE 1 END");
    let started_at = format!(
        "CASE WHEN {status} IN ('succeeded', 'failed') THEN {} END",
        raw.instant(&recorded)
    );
    let code = format!(
        "CASE {status} WHEN 'failed' THEN 'exit_code' WHEN 'schedule_failed' THEN 'refused' END"
    );
    let message = format!(
        "CASE {status} WHEN 'failed' THEN 'The program ended with exit code 1.'
            WHEN 'schedule_failed' THEN 'The connection was refused.'
            WHEN 'skipped' THEN 'Skipped: an earlier run was still open.'
            WHEN 'missed' THEN 'Missed: no worker looked in time.' END"
    );
    format!(
        "INSERT INTO runs
            (id, tenant_id, routine_id, revision, schedule_revision, scheduled_for, attempt,
             idempotency_key, cause, status, recorded_at, lag_ms, launched_at, started_at,
             finished_at, worker, lease_epoch, take_overs, error_code, message, output,
             dead_lettered, missed_until, missed_count, delivery)
         {numbers}
         SELECT {id}, p.tenant_id, {routine}, 1, 1, {scheduled}, {attempt},
                CAST({routine} AS TEXT) || ':' || o.written, 'schedule', {status}, {recorded_at},
                {lag}, {launched_at}, {started_at}, {finished_at}, 'worker-' || {worker},
                1, 0, {code}, {message}, NULL, FALSE, {until}, {count}, 'none'
           FROM numbers, population_places AS p, population_triggers AS t,
                population_times AS o
          WHERE {dealt} AND o.number = t.number AND o.layer = {time}",
        numbers = numbers(raw, last),
        // What is due is not in the history yet.
        time = layer + u32::from(population.due),
        id = raw.id(&recorded, "n", &layer.to_string()),
        scheduled = raw.instant("o.ms"),
        recorded_at = raw.instant(&recorded),
        lag = launched(&format!("{lot} % 800")),
        launched_at = launched(&raw.instant(&recorded)),
        finished_at = raw.instant(&finished),
        worker = raw.pick("(n % 4)", "CAST(n % 4 AS TEXT)"),
        until = missed(&raw.instant("o.ms")),
        count = missed("1"),
        dealt = dealt(population),
    )
}

fn ends_case(lot: &str) -> String {
    let mut below = 0;
    let cases = ENDS.map(|(status, share)| {
        below += share;
        format!("WHEN {lot} % 1000 < {below} THEN '{status}'")
    });
    format!("CASE {} ELSE 'succeeded' END", cases.join(" "))
}
