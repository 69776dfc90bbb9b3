//! Searching, tenants apart, and strips of recent runs.

use routine_domain::{RoutineId, RunId, RunStatus, TenantPolicy, instant::rfc3339};
use routine_store::model::{NewRoutine, RoutineFilter, RoutineMatch, RoutineOrder};
use routine_tests::{Engine, Seed, TestDatabase, instant, on_both};

on_both! {
    a_search_finds_any_case_and_takes_signs_as_they_stand,
    a_tenant_sees_only_its_own,
    strips_hold_the_newest_runs_oldest_first,
}

async fn found(db: &TestDatabase, search: &str) -> Vec<String> {
    let filter = RoutineFilter {
        matching: RoutineMatch {
            search: Some(search.into()),
            ..RoutineMatch::default()
        },
        order: RoutineOrder::Name,
        after: None,
        limit: 100,
    };
    let page = db.store.list_routines(&filter, instant(0)).await.unwrap();
    assert_eq!(page.matching as usize, page.rows.len());
    page.rows.into_iter().map(|row| row.routine.name).collect()
}

async fn a_search_finds_any_case_and_takes_signs_as_they_stand(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    for (name, instruction, owner) in [
        ("ÉTÉ 50% off", "Send the digest.", "ines@desk"),
        ("plain 50 off", "Write a_b down.", "ines@desk"),
        ("third", r"C:\temp", "Bo@Desk"),
    ] {
        let new = NewRoutine {
            instruction: instruction.into(),
            owner: owner.into(),
            ..seed.routine(name)
        };
        seed.create(&*db.store, &new).await;
    }
    for (search, names) in [
        ("été", vec!["ÉTÉ 50% off"]),
        ("OFF", vec!["plain 50 off", "ÉTÉ 50% off"]),
        ("50%", vec!["ÉTÉ 50% off"]),
        ("%", vec!["ÉTÉ 50% off"]),
        ("a_b", vec!["plain 50 off"]),
        ("_", vec!["plain 50 off"]),
        (r"c:\t", vec!["third"]),
        ("bo@desk", vec!["third"]),
        ("digest", vec!["ÉTÉ 50% off"]),
        ("third c", vec![]),
        ("  third ", vec!["third"]),
        ("' OR 1=1 --", vec![]),
    ] {
        assert_eq!(found(&db, search).await, names, "{search}");
    }
    assert_eq!(found(&db, "  ").await.len(), 3);
}

async fn a_tenant_sees_only_its_own(db: TestDatabase) {
    let acme = Seed::new(&*db.store).await;
    let beta = Seed::with_policy(&*db.store, "Beta", &TenantPolicy::local_demo()).await;
    acme.create(&*db.store, &acme.routine("of acme")).await;
    beta.create(&*db.store, &beta.routine("of beta")).await;
    for (seed, name) in [(&acme, "of acme"), (&beta, "of beta")] {
        let filter = RoutineFilter {
            matching: RoutineMatch {
                tenant_id: Some(seed.tenant),
                search: Some("of".into()),
                ..RoutineMatch::default()
            },
            order: RoutineOrder::NextFire,
            after: None,
            limit: 10,
        };
        let page = db.store.list_routines(&filter, instant(0)).await.unwrap();
        let names: Vec<_> = page
            .rows
            .iter()
            .map(|row| row.routine.name.as_str())
            .collect();
        assert_eq!((names, page.matching), (vec![name], 1));
        assert_eq!(
            db.store
                .count_routines(Some(seed.tenant))
                .await
                .unwrap()
                .all,
            1
        );
    }
    let moved = format!(
        "UPDATE routines SET tenant_id = '{}' WHERE name = 'of beta'",
        acme.tenant
    );
    assert!(db.execute(moved).await.is_err());
}

async fn strips_hold_the_newest_runs_oldest_first(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let one = seed.create(&*db.store, &seed.routine("one")).await.id;
    let two = seed.create(&*db.store, &seed.routine("two")).await.id;
    let none = seed.create(&*db.store, &seed.routine("none")).await.id;
    for number in 1..=5 {
        finished_run(&db, one, number).await;
    }
    finished_run(&db, two, 9).await;
    let strips = db.store.recent_runs(&[one, none, two], 3).await.unwrap();
    let of = |routine: RoutineId| -> Vec<_> {
        let marks = strips.iter().filter(|mark| mark.routine_id == routine);
        marks.map(|mark| mark.recorded_at).collect()
    };
    assert_eq!(of(one), [instant(3), instant(4), instant(5)]);
    assert_eq!(of(two), [instant(9)]);
    assert_eq!(strips.len(), 4);
    assert!(
        strips
            .iter()
            .all(|mark| mark.status == RunStatus::Succeeded)
    );
    assert!(
        strips
            .iter()
            .all(|mark| mark.scheduled_for == Some(mark.recorded_at))
    );
    assert!(db.store.recent_runs(&[], 3).await.unwrap().is_empty());
}

async fn finished_run(db: &TestDatabase, routine: RoutineId, at: i64) {
    let id = RunId::new(instant(at));
    let at = match db.engine {
        Engine::Sqlite => instant(at).timestamp_millis().to_string(),
        Engine::Postgres => format!("CAST('{}' AS timestamptz)", rfc3339(instant(at))),
    };
    let sql = format!(
        "INSERT INTO runs (id, tenant_id, routine_id, revision, schedule_revision, attempt,
            scheduled_for, idempotency_key, cause, status, recorded_at, finished_at, lease_epoch,
            take_overs, dead_lettered, delivery)
         SELECT '{id}', tenant_id, id, 1, 1, 1, {at}, 'key', 'schedule', 'succeeded', {at}, {at}, 1,
            0, FALSE, 'none'
           FROM routines WHERE id = '{routine}'"
    );
    assert_eq!(db.execute(sql).await.unwrap(), 1);
}
