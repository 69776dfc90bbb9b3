//! Pages of a long history beside those of one a tenth as long, and beside the raw statement.

use std::sync::Arc;

use routine_domain::{RoutineId, RunStatus, TenantId};
use routine_engine::{Stopwatch, wall_clock};
use routine_store::{
    Store,
    model::{RunFilter, RunKey},
};

use crate::{
    BenchResult, Place, Population, Report,
    raw::Raw,
    report::{median, percentile},
};

const PAGE: u32 = 50;
/// How many rows deep the deep page lies.
const DEEP: u32 = 20_000;
/// Pages of a round.
const TIMES: u32 = 20;

pub struct History {
    pub routines: u32,
    pub rounds: u32,
    /// Runs of the long history.
    pub stored: u32,
}

struct Archive {
    place: Place,
    store: Arc<dyn Store>,
    raw: Raw,
    pages: Vec<(&'static str, RunFilter)>,
}

impl History {
    pub async fn measure(&self, database: Option<&str>) -> BenchResult<Report> {
        let short = Archive::of(self.routines, (self.stored / 10).max(1), database).await?;
        let mut long = Archive::of(self.routines, self.stored, database).await?;
        let mut report = Report::on(&long.place, &mut long.raw, "history").await?;
        let mut raw = Vec::new();
        let mut newest = Vec::new();
        let pages = long.pages.clone().into_iter().zip(short.pages.clone());
        for (number, ((name, of_long), (_, of_short))) in pages.enumerate() {
            let (mut ours, mut shorts) = (Vec::new(), Vec::new());
            for _ in 0..self.rounds {
                ours.extend(long.times(&of_long).await?);
                shorts.extend(short.times(&of_short).await?);
                if number == 0 {
                    raw.extend(long.raw_times().await?);
                }
            }
            report.figure(format!("{name}_p50_ms"), median(&ours) * 1e3);
            report.figure(format!("{name}_p95_ms"), percentile(&ours, 95) * 1e3);
            report.figure(format!("{name}_growth"), median(&ours) / median(&shorts));
            if number == 0 {
                newest = ours;
            }
        }
        let (page, floor) = (median(&newest), median(&raw));
        report.routines = self.routines;
        report.runs = self.rounds;
        report.floor_fires_per_second = Some(1.0 / floor);
        report.ratio_to_floor = Some(floor / page);
        report.figure("pages_per_second", 1.0 / page);
        report.figure("raw_page_ms", floor * 1e3);
        report.figure("stored_runs", f64::from(self.stored));
        for archive in [short, long] {
            archive.end().await?;
        }
        Ok(report.finish())
    }
}

impl Archive {
    async fn of(routines: u32, runs: u32, database: Option<&str>) -> BenchResult<Self> {
        let place = Place::beside(database).await?;
        match Self::filled(&place, routines, runs).await {
            Ok((store, raw, pages)) => Ok(Self {
                place,
                store,
                raw,
                pages,
            }),
            Err(error) => {
                place.take_away().await?;
                Err(error)
            }
        }
    }

    async fn filled(
        place: &Place,
        routines: u32,
        runs: u32,
    ) -> BenchResult<(Arc<dyn Store>, Raw, Vec<(&'static str, RunFilter)>)> {
        let store = place.store().await?;
        let mut raw = place.raw().await?;
        let population = Population::everyday(routines, runs);
        population.fill(&*store, &mut raw, wall_clock()).await?;
        let pages = pages(&*store).await?;
        Ok((store, raw, pages))
    }

    /// Seconds of each.
    async fn times(&self, filter: &RunFilter) -> BenchResult<Vec<f64>> {
        let mut times = Vec::new();
        for _ in 0..TIMES {
            let watch = Stopwatch::start();
            self.store.list_runs(filter).await?;
            times.push(watch.seconds());
        }
        Ok(times)
    }

    async fn raw_times(&mut self) -> BenchResult<Vec<f64>> {
        let mut times = Vec::new();
        for _ in 0..TIMES {
            let watch = Stopwatch::start();
            self.raw
                .rows(format!(
                    "SELECT * FROM runs ORDER BY recorded_at DESC, id DESC LIMIT {PAGE}"
                ))
                .await?;
            times.push(watch.seconds());
        }
        Ok(times)
    }

    async fn end(self) -> BenchResult<()> {
        self.store.close().await;
        self.raw.close().await?;
        self.place.take_away().await
    }
}

/// What people look at, the newest first.
async fn pages(store: &dyn Store) -> BenchResult<Vec<(&'static str, RunFilter)>> {
    let all = RunFilter {
        statuses: Vec::new(),
        dead_lettered: false,
        causes: Vec::new(),
        routine_id: None,
        tenant_id: None,
        from: None,
        to: None,
        after: None,
        limit: PAGE,
    };
    let of_status = |status| RunFilter {
        statuses: vec![status],
        ..all.clone()
    };
    let deep = RunFilter {
        limit: DEEP,
        ..all.clone()
    };
    let mut pages = vec![
        ("newest", all.clone()),
        ("schedule_failed", of_status(RunStatus::ScheduleFailed)),
        ("no_such_status", of_status(RunStatus::Abandoned)),
    ];
    if let Some(last) = store.list_runs(&deep).await?.rows.last() {
        let of = |tenant_id: Option<TenantId>, routine_id: Option<RoutineId>| RunFilter {
            tenant_id,
            routine_id,
            ..all.clone()
        };
        pages.extend([
            ("tenant", of(Some(last.tenant_id), None)),
            ("routine", of(None, Some(last.routine_id))),
            (
                "deep",
                RunFilter {
                    after: Some(RunKey {
                        recorded_at: last.recorded_at,
                        id: last.id,
                    }),
                    ..all.clone()
                },
            ),
        ]);
    }
    Ok(pages)
}
