//! The proof: what there had to be against what there is, for any routines and any window.

use std::collections::HashMap;

use chrono::{DateTime, Duration};
use routine_domain::{
    Instant, Invalid, RoutineId, TenantId,
    evidence::{Finding, Tally, Trace, examine},
    instant::truncate,
    recorded_plan::{RecordedPlan, Standing},
};
use routine_store::{
    Store,
    model::{RecordedFilter, RecordedRoutine, TraceFilter},
};

use crate::{
    CommandError, Desk, cursor,
    wire::{EvidenceQuery, EvidenceReport, RoutineEvidence},
};

/// The window where none is asked for.
const WINDOW: Duration = Duration::hours(24);
/// Routines read at a time.
const PAGE: u32 = 200;
/// Rows and occurrences examined at a time: a window with more is halved.
const SLICE: u32 = 20_000;
/// Parts of a strip.
const PARTS: usize = 24;
/// Findings told of one routine.
const FINDINGS: usize = 50;

/// Whose evidence; of all routines where nothing is named.
#[derive(Debug, Clone, Copy, Default)]
pub struct Filter {
    pub tenant_id: Option<TenantId>,
    pub routine_id: Option<RoutineId>,
    /// Parts of each strip, where the usual number is not wanted.
    pub parts: Option<usize>,
}

pub async fn evidence(desk: &Desk, query: EvidenceQuery) -> Result<EvidenceReport, CommandError> {
    let limit = cursor::page_size(query.limit)?;
    let reading = desk.reading().await?;
    let window = window(&query, reading.now)?;
    let of = Filter {
        tenant_id: query.tenant_id,
        routine_id: query.routine_id,
        parts: None,
    };
    let mut report = gather(reading.store.as_ref(), of, window, reading.now).await?;
    report.routines.sort_by(|a, b| {
        let order = |told: &RoutineEvidence| std::cmp::Reverse(gravity(told));
        (order(a), &a.routine_name, a.routine_id).cmp(&(order(b), &b.routine_name, b.routine_id))
    });
    report.routines.truncate(limit as usize);
    Ok(report)
}

/// All of it, in no particular order, as of `now`.
pub async fn gather(
    store: &dyn Store,
    of: Filter,
    (from, to): (Instant, Instant),
    now: Instant,
) -> Result<EvidenceReport, CommandError> {
    let mut report = EvidenceReport {
        from,
        to,
        tally: Tally::default(),
        dead_lettered: 0,
        unrecorded_changes: 0,
        examined: 0,
        routines: Vec::new(),
        now,
    };
    let mut filter = RecordedFilter {
        tenant_id: of.tenant_id,
        routine_id: of.routine_id,
        after: None,
        limit: PAGE,
    };
    loop {
        let page = store.recorded_routines(&filter).await?;
        let Some(last) = page.last() else {
            return Ok(report);
        };
        filter.after = Some(last.routine.id);
        let parts = of.parts.unwrap_or(PARTS);
        for told in examine_page(store, &page, parts, (from, to), now).await? {
            report.tally += told.tally;
            report.dead_lettered += u32::from(told.dead_lettered);
            report.unrecorded_changes += u32::from(told.unrecorded_change);
            report.examined += 1;
            report.routines.push(told);
        }
    }
}

fn window(query: &EvidenceQuery, now: Instant) -> Result<(Instant, Instant), Invalid> {
    let to = query.to.map_or(now, truncate).min(now);
    let from = query.from.map_or(to - WINDOW, truncate);
    if from < to {
        return Ok((from, to));
    }
    Err(Invalid::new(
        "from",
        format!(
            "The window from {} to {} is empty. It must begin before it ends, and before now.",
            from.format("%Y-%m-%d %H:%M:%S UTC"),
            to.format("%Y-%m-%d %H:%M:%S UTC"),
        ),
    ))
}

/// One routine while its window is gone through.
struct Subject<'a> {
    recorded: &'a RecordedRoutine,
    plan: RecordedPlan<'a>,
    /// All that is asked about.
    window: (Instant, Instant),
    /// Where the proof begins.
    from: Instant,
    told: RoutineEvidence,
}

async fn examine_page(
    store: &dyn Store,
    page: &[RecordedRoutine],
    parts: usize,
    (from, to): (Instant, Instant),
    now: Instant,
) -> Result<Vec<RoutineEvidence>, CommandError> {
    let mut subjects: Vec<_> = page
        .iter()
        .map(|recorded| Subject::new(recorded, parts, (from, to), now))
        .collect();
    let mut windows = vec![(from, to)];
    while let Some((from, to)) = windows.pop() {
        let filter = TraceFilter {
            routines: page.iter().map(|recorded| recorded.routine.id).collect(),
            from,
            to,
            limit: SLICE,
        };
        let traces = store.traces(&filter).await?;
        let planned: u64 = subjects
            .iter()
            .map(|subject| subject.planned(from, to))
            .sum();
        let half = (to - from) / 2;
        let too_many = traces.len() >= SLICE as usize || planned > u64::from(SLICE);
        if too_many && half >= Duration::milliseconds(1) {
            let middle = truncate(from + half);
            windows.extend([(middle, to), (from, middle)]);
            continue;
        }
        let mut traces_of: HashMap<RoutineId, Vec<Trace>> = HashMap::new();
        for (routine, trace) in traces {
            traces_of.entry(routine).or_default().push(trace);
        }
        for subject in &mut subjects {
            let traces = traces_of.remove(&subject.recorded.routine.id);
            subject.examine(&traces.unwrap_or_default(), (from, to));
        }
    }
    Ok(subjects.into_iter().map(|subject| subject.told).collect())
}

impl<'a> Subject<'a> {
    fn new(
        recorded: &'a RecordedRoutine,
        parts: usize,
        (from, to): (Instant, Instant),
        now: Instant,
    ) -> Self {
        let plan = RecordedPlan::of(&recorded.routine, &recorded.changes, now);
        // A run is recorded at its planned time or later.
        let provable = plan
            .recorded_from()
            .max(recorded.runs_kept_since)
            .unwrap_or(DateTime::UNIX_EPOCH);
        let planned = plan
            .spans
            .iter()
            .filter(|span| span.began.standing == Standing::On);
        let unproven = planned.map(|span| span.count(from, to.min(provable)));
        let lasted = plan.spans.iter().any(|span| {
            span.began.standing == Standing::DeadLettered
                && span.began.at < to
                && span.ended.is_none_or(|ended| ended.at > from)
        });
        let told = RoutineEvidence {
            routine_id: recorded.routine.id,
            routine_name: recorded.routine.name.clone(),
            tenant_name: recorded.tenant_name.clone(),
            tally: Tally {
                not_provable: unproven.fold(0, u32::saturating_add),
                ..Tally::default()
            },
            dead_lettered: lasted,
            unrecorded_change: plan.unrecorded_change,
            provable_from: (provable > from).then_some(provable),
            strip: vec![None; parts],
            findings: Vec::new(),
        };
        Self {
            recorded,
            plan,
            window: (from, to),
            from: provable,
            told,
        }
    }

    fn planned(&self, from: Instant, to: Instant) -> u64 {
        let spans = self.plan.spans.iter();
        spans.map(|span| u64::from(span.count(from, to))).sum()
    }

    fn examine(&mut self, traces: &[Trace], (from, to): (Instant, Instant)) {
        let from = from.max(self.from);
        if from >= to {
            return;
        }
        let evidence = examine(self.recorded.routine.id, &self.plan, traces, (from, to));
        self.told.tally += evidence.tally;
        self.told.findings.extend(evidence.findings);
        // Windows come in the order of their times, and every one may be the last.
        worst_first(&mut self.told.findings);
        for (at, bucket) in evidence.occurrences {
            let parts = self.told.strip.len();
            let slot = &mut self.told.strip[part(at, parts, self.window)];
            *slot = (*slot).max(Some(bucket));
        }
    }
}

fn worst_first(findings: &mut Vec<Finding>) {
    findings.sort_by_key(|finding| (std::cmp::Reverse(finding.bucket), finding.scheduled_for));
    findings.truncate(FINDINGS);
}

/// Which part of a strip over the window shows an occurrence in it.
fn part(at: Instant, parts: usize, (from, to): (Instant, Instant)) -> usize {
    let (past, whole) = (
        (at - from).num_milliseconds(),
        (to - from).num_milliseconds(),
    );
    let part = i128::from(past) * parts as i128 / i128::from(whole.max(1));
    usize::try_from(part).map_or(0, |part| part.min(parts - 1))
}

/// How much there is to look at.
fn gravity(told: &RoutineEvidence) -> (u32, bool, u32, bool) {
    let Tally {
        lost,
        doubled,
        open,
        ..
    } = told.tally;
    (
        lost + doubled,
        told.unrecorded_change,
        open,
        told.dead_lettered,
    )
}
