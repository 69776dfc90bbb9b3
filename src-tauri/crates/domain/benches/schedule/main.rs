//! What a schedule costs, beside the crates one would use instead, in one run: the `cron` crate's
//! own walk (UTC, no zone) and `croner` (which knows zones). `make bench` runs it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a benchmark may panic"
)]

mod peers;
mod table;

use std::{hint::black_box, path::Path, time::Duration};

use criterion::Criterion;
use routine_domain::{Trigger, preview};

use peers::{Routine, instants};
use table::Table;

/// Title of the case, the expression, and the largest ratio to the `cron` crate that is wanted.
const NEXT: [(&str, &str, f64); 5] = [
    ("next: weekdays at 9", "0 9 * * MON-FRI", 1.5),
    ("next: 29 February", "0 0 29 2 *", 1.5),
    ("next: first of the month", "30 6 1 * *", 1.5),
    ("next: every 5 minutes", "*/5 * * * *", 8.0),
    ("next: every 15 minutes", "*/15 * * * *", 8.0),
];

/// What teams really write: most of it once a day or once a week.
const MIXED: [&str; 16] = [
    "0 9 * * MON-FRI",
    "30 8 * * MON-FRI",
    "0 0 * * *",
    "15 2 * * *",
    "30 2 * * SUN",
    "0 6 * * MON",
    "0 18 * * FRI",
    "0 7,12,17 * * *",
    "0 8-18 * * MON-FRI",
    "0 5 1 * *",
    "0 4 1,15 * *",
    "0 0 1 1,4,7,10 *",
    "*/15 * * * *",
    "*/30 7-18 * * MON-FRI",
    "0 * * * *",
    "20 */6 * * *",
];

const ZONES: [&str; 8] = [
    "America/New_York",
    "Europe/Vienna",
    "UTC",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
    "America/Sao_Paulo",
    "Africa/Casablanca",
    "Pacific/Auckland",
];

const ROUTINES: usize = 100_000;

fn main() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("benches");
    let mut criterion = Criterion::default()
        .without_plots()
        .output_directory(&folder)
        .warm_up_time(Duration::from_millis(200))
        // Many samples of a millisecond: what other processes interrupt stays out of the median.
        .measurement_time(Duration::from_millis(500))
        .sample_size(500)
        .nresamples(2_000)
        .configure_from_args();
    let mut table = Table::new(folder);
    for (title, expression, most) in NEXT {
        next(&mut criterion, title, expression);
        table.row(title, Some(most));
    }
    all_next(&mut criterion, "next: 100,000 routines");
    table.row("next: 100,000 routines", None);
    parse(&mut criterion, "parse: 16 expressions");
    table.row("parse: 16 expressions", None);
    alone(&mut criterion, &mut table);
    criterion.final_summary();
    print!("{table}");
}

/// One question each, from instants all over ten years.
fn next(criterion: &mut Criterion, title: &str, expression: &str) {
    let routine = Routine::new(expression, "America/New_York");
    let from = instants(routine.zone);
    let mut group = criterion.benchmark_group(title);
    let mut turn = from.iter().cycle();
    group.bench_function("ours", |bench| {
        bench.iter(|| routine.next(black_box(turn.next().unwrap())));
    });
    group.bench_function("cron", |bench| {
        bench.iter(|| routine.next_of_cron(black_box(turn.next().unwrap())));
    });
    group.bench_function("croner", |bench| {
        bench.iter(|| routine.next_of_croner(black_box(turn.next().unwrap())));
    });
}

/// What recomputing every next fire costs, after a change of the zone data for example.
fn all_next(criterion: &mut Criterion, title: &str) {
    let kinds: Vec<(Routine, Vec<_>)> = MIXED
        .iter()
        .flat_map(|expression| ZONES.map(|zone| Routine::new(expression, zone)))
        .map(|routine| (instants(routine.zone), routine))
        .map(|(from, routine)| (routine, from))
        .collect();
    let routines = || {
        (0..ROUTINES).map(|n| {
            let (routine, from) = &kinds[n % kinds.len()];
            (routine, &from[n / kinds.len() % from.len()])
        })
    };
    let mut group = criterion.benchmark_group(title);
    group.sample_size(10);
    group.bench_function("ours", |bench| {
        bench.iter(|| {
            routines()
                .filter(|(routine, from)| routine.next(from).is_some())
                .count()
        });
    });
    group.bench_function("cron", |bench| {
        bench.iter(|| {
            let found = routines().filter(|(routine, from)| routine.next_of_cron(from).is_some());
            found.count()
        });
    });
    group.bench_function("croner", |bench| {
        bench.iter(|| {
            let found = routines().filter(|(routine, from)| routine.next_of_croner(from).is_some());
            found.count()
        });
    });
}

fn parse(criterion: &mut Criterion, title: &str) {
    let mut group = criterion.benchmark_group(title);
    group.bench_function("ours", |bench| {
        bench.iter(|| MIXED.map(|text| peers::parse(black_box(text))));
    });
    group.bench_function("cron", |bench| {
        bench.iter(|| MIXED.map(|text| peers::parse_by_cron(black_box(text))));
    });
    group.bench_function("croner", |bench| {
        bench.iter(|| MIXED.map(|text| peers::parse_by_croner(black_box(text))));
    });
}

/// What no peer answers.
fn alone(criterion: &mut Criterion, table: &mut Table) {
    let trigger = |expression| Routine::new(expression, "America/New_York").trigger;
    let from = instants(chrono_tz::UTC)[0].to_utc();
    let floor: [(&str, Trigger); 3] = [
        ("floor: every 15 minutes", trigger("*/15 * * * *")),
        ("floor: weekdays at 9", trigger("0 9 * * MON-FRI")),
        // The whole calendar cycle has to be looked at.
        ("floor: 29 February", trigger("0 0 29 2 *")),
    ];
    for (title, trigger) in floor {
        let mut group = criterion.benchmark_group(title);
        group.bench_function("ours", |bench| {
            bench.iter(|| trigger.check_floor(black_box(900)))
        });
        drop(group);
        table.row(title, None);
    }
    for (title, expression) in [
        ("preview of ten: every 15 minutes", "*/15 * * * *"),
        ("preview of ten: weekdays at 9", "0 9 * * MON-FRI"),
    ] {
        let trigger = trigger(expression);
        let mut group = criterion.benchmark_group(title);
        group.bench_function("ours", |bench| {
            bench.iter(|| preview::preview(&trigger, black_box(from), 10));
        });
        drop(group);
        table.row(title, None);
    }
}
