//! The day, the journal and the settings.

use routine_commands::{
    ErrorCode, journal, routines, scheduler, settings, today,
    wire::{JournalQuery, RoutineAt, RoutineDraft, Settings},
};
use routine_domain::{Simulation, TriggerSpec};
use routine_tests::{TestDatabase, instant, on_both};

use crate::bench::{Bench, desk};

on_both! {
    the_day_names_what_many_failures_share,
    the_timeline_plans_what_the_engine_will_fire,
    the_journal_tells_what_changed_and_leads_through_every_entry,
}

/// Every launch is refused, and one failure dead-letters.
async fn refusing(db: &TestDatabase) -> Bench {
    let simulation = Simulation {
        succeeds: 0,
        refuses: 1,
        ..Simulation::default()
    };
    Bench::running(db, simulation).await
}

async fn the_day_names_what_many_failures_share(db: TestDatabase) {
    let bench = refusing(&db).await;
    for number in 0..3 {
        let draft = bench.due_draft(&format!("Routine {number}"));
        routines::create(&bench.desk, draft).await.unwrap();
    }
    let calm = today::get(&bench.desk, None).await.unwrap();
    assert!(calm.failing.is_empty() && calm.shared_cause.is_none());
    // The next whole second comes within the pass's own time, or with one of the next passes.
    let day = loop {
        scheduler::sweep(&bench.desk).await.unwrap();
        let day = today::get(&bench.desk, Some(bench.tenant)).await.unwrap();
        if day.attention.dead_lettered == 3 {
            break day;
        }
    };
    assert_eq!(day.attention.routines, 3);
    assert_eq!(day.failing.len(), 3);
    assert!(day.failing.iter().all(|row| row.error.is_some()));
    let cause = day.shared_cause.unwrap();
    assert_eq!((cause.runs, cause.routines), (3, 3));
    assert!(cause.sentence.starts_with("3 launches of 3 routines"));
    assert!(!day.pulse.is_empty());

    let line = today::timeline(&bench.desk, None).await.unwrap();
    let failed: u32 = line
        .past
        .iter()
        .flat_map(|slot| &slot.counts)
        .map(|count| count.runs)
        .sum();
    assert_eq!(failed, 3);
    assert_eq!((line.stopped, line.held_back), (3, None));
}

async fn the_timeline_plans_what_the_engine_will_fire(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let hourly = RoutineDraft {
        trigger: TriggerSpec::Interval {
            every_seconds: 9_000,
            anchor: instant(0),
        },
        ..bench.draft("Morning")
    };
    let routine = routines::create(&bench.desk, hourly).await.unwrap();
    let line = today::timeline(&bench.desk, None).await.unwrap();
    let planned: u32 = line.planned.iter().map(|slot| slot.fires).sum();
    let detail = routines::get(&bench.desk, routine.row.id).await.unwrap();
    let expected = detail
        .next_fires
        .iter()
        .filter(|fire| fire.at <= line.to)
        .count();
    assert_eq!(planned as usize, expected);
    assert!(!line.planned_is_cut && line.past_cut_at.is_none());
    assert_eq!((line.to - line.from).num_hours(), 48);
}

async fn the_journal_tells_what_changed_and_leads_through_every_entry(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let row = bench.create("Morning").await.row;
    let at = RoutineAt {
        id: row.id,
        revision: row.revision,
    };
    routines::pause(&bench.desk, at, "hub restart".into(), None)
        .await
        .unwrap();
    let ask = |cursor| JournalQuery {
        subject: Some(format!("routine:{}", row.id)),
        cursor,
        limit: 1,
        ..JournalQuery::default()
    };
    let newest = journal::list(&bench.desk, ask(None)).await.unwrap();
    let paused = &newest.rows[0];
    assert_eq!(paused.kind, "routine.paused");
    assert_eq!(paused.subject.kind, "routine");
    assert_eq!(paused.subject.name.as_deref(), Some("Morning"));
    let reason = paused
        .changes
        .iter()
        .find(|change| change.field == "off.reason");
    assert_eq!(reason.unwrap().after.as_deref(), Some("hub restart"));

    let first = journal::list(&bench.desk, ask(newest.next_cursor))
        .await
        .unwrap();
    assert_eq!(first.rows[0].kind, "routine.created");
    assert_eq!(first.next_cursor, None);
    let refused = journal::list(&bench.desk, ask(Some("7b".into()))).await;
    assert_eq!(refused.unwrap_err().field.as_deref(), Some("cursor"));
}

#[tokio::test]
async fn settings_that_make_no_sense_are_refused() {
    let (desk, _) = desk();
    let usual = settings::get(&desk).await.unwrap();
    assert_eq!(usual.settings, Settings::default());
    assert_eq!(usual.desktop_zone, "Europe/Vienna");
    let refused = settings::save(
        &desk,
        Settings {
            scale_percent: 300,
            ..Settings::default()
        },
    );
    let refused = refused.await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::Invalid);
    assert_eq!(refused.field.as_deref(), Some("scale_percent"));
}
