//! Pages are complete and free of duplicates in each order, with ties and without a next fire.

use routine_domain::{Instant, TriggerSpec};
use routine_store::{
    Store,
    model::{NewRoutine, RoutineFilter, RoutineKey, RoutineListing, RoutineMatch, RoutineOrder},
};
use routine_tests::{Seed, TestDatabase, instant, on_both};

on_both! {
    pages_are_complete_in_each_order,
    a_page_begins_after_its_key_even_when_that_row_is_gone,
    an_exact_page_has_no_next,
}

fn filter(order: RoutineOrder, after: Option<RoutineKey>, limit: u32) -> RoutineFilter {
    RoutineFilter {
        matching: RoutineMatch::default(),
        order,
        after,
        limit,
    }
}

async fn all_pages(store: &dyn Store, order: RoutineOrder, limit: u32) -> Vec<RoutineListing> {
    let mut rows = Vec::new();
    let mut after = None;
    loop {
        let page = store
            .list_routines(&filter(order, after, limit), instant(0))
            .await
            .unwrap();
        assert!(page.rows.len() <= limit as usize);
        assert_eq!(page.matching, 24);
        rows.extend(page.rows);
        assert!(
            rows.len() <= 24,
            "a page begins where the one before it did"
        );
        after = page.next;
        if after.is_none() {
            return rows;
        }
    }
}

/// 24 routines: names, instants and next fires that are shared by several, and none at all.
async fn many(db: &TestDatabase) -> Seed {
    let seed = Seed::new(&*db.store).await;
    for number in 0..24 {
        let trigger = match number % 4 {
            0 => TriggerSpec::Manual,
            1 => TriggerSpec::Once { at: instant(500) },
            _ => TriggerSpec::Interval {
                every_seconds: 100 * (1 + number % 3),
                anchor: instant(0),
            },
        };
        let name = format!("routine {}", number % 5);
        let new = NewRoutine {
            trigger,
            ..seed.routine(&name)
        };
        seed.create_at(&*db.store, &new, instant(i64::from(number % 6)))
            .await;
    }
    seed
}

async fn pages_are_complete_in_each_order(db: TestDatabase) {
    many(&db).await;
    for order in [
        RoutineOrder::NextFire,
        RoutineOrder::Name,
        RoutineOrder::Created,
    ] {
        let whole = all_pages(&*db.store, order, 24).await;
        let mut sorted = whole.clone();
        sorted.sort_by_key(|row| sort_key(order, row));
        assert_eq!(whole, sorted, "{order:?}");
        for limit in [1, 2, 5, 7, 23] {
            assert_eq!(
                all_pages(&*db.store, order, limit).await,
                whole,
                "{order:?} by {limit}"
            );
        }
    }
}

type SortKey = (bool, i64, String, i128);

fn sort_key(order: RoutineOrder, row: &RoutineListing) -> SortKey {
    let routine = &row.routine;
    let id = i128::try_from(routine.id.0.as_u128() >> 1).unwrap();
    let ms = |at: Instant| at.timestamp_millis();
    let next = routine.placement.next_fire_at;
    match order {
        RoutineOrder::NextFire => (next.is_none(), next.map_or(0, ms), routine.name.clone(), id),
        RoutineOrder::Name => (false, 0, routine.name.clone(), id),
        RoutineOrder::Created => (false, -ms(routine.created_at), String::new(), -id),
    }
}

async fn a_page_begins_after_its_key_even_when_that_row_is_gone(db: TestDatabase) {
    let seed = many(&db).await;
    for order in [
        RoutineOrder::NextFire,
        RoutineOrder::Name,
        RoutineOrder::Created,
    ] {
        let whole = all_pages(&*db.store, order, 24).await;
        let first = db
            .store
            .list_routines(&filter(order, None, 9), instant(0))
            .await
            .unwrap();
        let last = &first.rows[8].routine;
        let delete = routine_domain::RoutineChange::Delete;
        db.store
            .change_routine(last.id, None, &delete, &seed.actor, instant(9))
            .await
            .unwrap();
        let rest = db
            .store
            .list_routines(&filter(order, first.next, 50), instant(0))
            .await
            .unwrap();
        assert_eq!(rest.rows, whole[9..], "{order:?}");
        let restore = routine_domain::RoutineChange::Restore;
        db.store
            .change_routine(last.id, None, &restore, &seed.actor, instant(0))
            .await
            .unwrap();
    }
}

async fn an_exact_page_has_no_next(db: TestDatabase) {
    many(&db).await;
    let page = db
        .store
        .list_routines(&filter(RoutineOrder::Name, None, 24), instant(0))
        .await
        .unwrap();
    assert_eq!((page.rows.len(), page.next), (24, None));
    let none = db
        .store
        .list_routines(&filter(RoutineOrder::Name, None, 0), instant(0))
        .await
        .unwrap();
    assert_eq!((none.rows.len(), none.next, none.matching), (0, None, 24));
}
