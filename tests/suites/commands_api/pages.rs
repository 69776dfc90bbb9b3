use std::collections::BTreeSet;

use routine_commands::{
    ErrorCode, routines, runs,
    wire::{RoutineQuery, RoutineSort, RunQuery},
};
use routine_tests::{TestDatabase, on_both};

use crate::bench::{Bench, all_routines, runs_of};

on_both! {
    cursors_lead_through_every_routine_once,
    cursors_lead_through_every_run_once,
    a_cursor_of_another_list_is_refused,
}

async fn cursors_lead_through_every_routine_once(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    for number in 0..7 {
        let draft = match number % 2 {
            0 => bench.draft(&format!("Routine {number}")),
            _ => bench.due_draft(&format!("Routine {number}")),
        };
        routines::create(&bench.desk, draft).await.unwrap();
    }
    for sort in [
        RoutineSort::NextFire,
        RoutineSort::Name,
        RoutineSort::Created,
    ] {
        let mut names = Vec::new();
        let mut cursor = None;
        loop {
            let page = routines::list(
                &bench.desk,
                RoutineQuery {
                    sort,
                    cursor,
                    limit: 3,
                    ..all_routines()
                },
            )
            .await
            .unwrap();
            assert_eq!(page.matching, 7);
            names.extend(page.rows.into_iter().map(|row| row.name));
            cursor = page.next_cursor;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(names.len(), 7, "{sort:?}");
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), 7, "{sort:?}");
    }
}

async fn cursors_lead_through_every_run_once(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let routine = bench.create("Morning").await.row.id;
    let mut asked = BTreeSet::new();
    for _ in 0..5 {
        asked.insert(routines::run(&bench.desk, routine, None).await.unwrap().id);
    }
    let mut seen = Vec::new();
    let mut cursor = None;
    loop {
        let page = runs::list(
            &bench.desk,
            RunQuery {
                cursor,
                limit: 2,
                ..runs_of(routine)
            },
        )
        .await
        .unwrap();
        seen.extend(page.rows.into_iter().map(|row| row.id));
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(seen.len(), 5);
    assert_eq!(seen.into_iter().collect::<BTreeSet<_>>(), asked);
}

async fn a_cursor_of_another_list_is_refused(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    for name in ["a", "b"] {
        bench.create(name).await;
    }
    let ask = |sort, cursor| RoutineQuery {
        sort,
        cursor,
        limit: 1,
        ..all_routines()
    };
    let page = routines::list(&bench.desk, ask(RoutineSort::Name, None))
        .await
        .unwrap();
    for (sort, cursor) in [
        (RoutineSort::Created, page.next_cursor),
        (RoutineSort::Name, Some("nonsense".to_owned())),
    ] {
        let refused = routines::list(&bench.desk, ask(sort, cursor))
            .await
            .unwrap_err();
        assert_eq!(refused.code, ErrorCode::Invalid);
        assert_eq!(refused.field.as_deref(), Some("cursor"));
    }
    let greedy = RoutineQuery {
        limit: 201,
        ..all_routines()
    };
    let refused = routines::list(&bench.desk, greedy).await.unwrap_err();
    assert_eq!(refused.field.as_deref(), Some("limit"));
}
