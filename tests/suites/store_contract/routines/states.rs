//! The one place where SQL knows the states of a routine agrees with the domain.

use std::collections::BTreeSet;

use routine_domain::{
    RoutineChange, RoutineId, RoutineState, StateName, TriggerSpec, instant::rfc3339, state::OffBy,
};
use routine_store::model::{ChangeOutcome, NewRoutine, RoutineFilter, RoutineMatch, RoutineOrder};
use routine_tests::{Engine, Seed, TestDatabase, instant, on_both};

on_both! { filters_agree_with_the_domain_for_every_state, counts_agree_with_the_states }

/// The instant at which the states are looked at. Timed routines were made for the minute after it.
const NOW: i64 = 10_000;

/// One routine in each state, by its state's name, and some on the borders.
async fn one_of_each(db: &TestDatabase) -> Seed {
    let seed = Seed::new(&*db.store).await;
    let store = &*db.store;
    let make = async |name: &str, trigger: Option<TriggerSpec>| {
        let plain = seed.routine(name);
        let trigger = trigger.unwrap_or(plain.trigger.clone());
        seed.create_at(store, &NewRoutine { trigger, ..plain }, instant(NOW))
            .await
            .id
    };
    let change = async |id: RoutineId, change: RoutineChange| {
        let outcome = store
            .change_routine(id, None, &change, &seed.actor, instant(NOW))
            .await;
        assert!(matches!(outcome.unwrap(), ChangeOutcome::Changed(_)));
    };
    let pause = || RoutineChange::Pause {
        reason: "holiday".into(),
        resume_at: None,
    };
    let switch = |by| RoutineChange::SwitchOff {
        by,
        reason: "why".into(),
    };

    make("scheduled", None).await;
    make("manual", Some(TriggerSpec::Manual)).await;
    make("done", Some(TriggerSpec::Once { at: instant(1) })).await;
    change(make("deleted", None).await, RoutineChange::Delete).await;
    let both = make("deleted while off", None).await;
    change(both, pause()).await;
    change(both, RoutineChange::Delete).await;
    change(make("off", None).await, pause()).await;
    change(make("switched_off", None).await, switch(OffBy::Fatigue)).await;
    change(
        make("cannot_fire", None).await,
        switch(OffBy::Unschedulable),
    )
    .await;
    for name in [
        "overdue",
        "scheduled but late",
        "backing_off",
        "running",
        "running and overdue",
        "dead_lettered",
    ] {
        make(name, None).await;
    }
    open_run(
        db,
        make("manual but running", Some(TriggerSpec::Manual)).await,
    )
    .await;
    let at = |seconds| time(db, instant(seconds));
    for (name, set) in [
        (
            "overdue",
            format!(
                "next_fire_at = {}",
                time(db, instant(NOW - 60) - chrono::Duration::milliseconds(1))
            ),
        ),
        (
            "scheduled but late",
            format!("next_fire_at = {}", at(NOW - 60)),
        ),
        (
            "backing_off",
            format!(
                "retry_for = {}, retry_attempt = 2, consecutive_failures = 1",
                at(NOW - 5)
            ),
        ),
        (
            "running and overdue",
            format!("next_fire_at = {}", at(NOW - 600)),
        ),
        (
            "dead_lettered",
            format!("dead_lettered_at = {}, next_fire_at = NULL", at(NOW - 5)),
        ),
    ] {
        let sql = format!("UPDATE routines SET {set} WHERE name = '{name}'");
        assert_eq!(db.execute(sql).await.unwrap(), 1, "{name}");
    }
    for name in ["running", "running and overdue"] {
        let ids = db
            .texts(format!(
                "SELECT CAST(id AS TEXT) FROM routines WHERE name = '{name}'"
            ))
            .await;
        open_run(db, ids[0].parse().unwrap()).await;
    }
    seed
}

fn time(db: &TestDatabase, at: routine_domain::Instant) -> String {
    match db.engine {
        Engine::Sqlite => at.timestamp_millis().to_string(),
        Engine::Postgres => format!("'{}'", rfc3339(at)),
    }
}

/// A running run, written past the store.
async fn open_run(db: &TestDatabase, routine: RoutineId) {
    let id = routine_domain::RunId::new(instant(NOW));
    let at = time(db, instant(NOW - 30));
    let sql = format!(
        "INSERT INTO runs (id, tenant_id, routine_id, revision, schedule_revision, attempt,
            idempotency_key, cause, status, recorded_at, lease_epoch, take_overs, dead_lettered, delivery)
         SELECT '{id}', tenant_id, id, 1, 1, 1, 'key', 'manual', 'running', {at}, 1, 0, FALSE, 'none'
           FROM routines WHERE id = '{routine}'"
    );
    assert_eq!(db.execute(sql).await.unwrap(), 1);
}

fn filter(states: Vec<StateName>) -> RoutineFilter {
    RoutineFilter {
        matching: RoutineMatch {
            states,
            ..RoutineMatch::default()
        },
        order: RoutineOrder::Name,
        after: None,
        limit: 100,
    }
}

async fn filters_agree_with_the_domain_for_every_state(db: TestDatabase) {
    one_of_each(&db).await;
    let now = instant(NOW);
    let everything = filter(StateName::ALL.to_vec());
    let all = db.store.list_routines(&everything, now).await.unwrap();
    assert_eq!((all.rows.len(), all.matching), (15, 15));
    let mut seen = BTreeSet::new();
    for state in StateName::ALL {
        let page = db
            .store
            .list_routines(&filter(vec![*state]), now)
            .await
            .unwrap();
        let expected: Vec<_> = all
            .rows
            .iter()
            .filter(|row| RoutineState::derive(&row.facts, now).name() == *state)
            .cloned()
            .collect();
        let names: Vec<_> = expected
            .iter()
            .map(|row| row.routine.name.clone())
            .collect();
        assert!(
            names.iter().all(|name| name.starts_with(state.as_str())
                || (name == "manual but running" && *state == StateName::Running)),
            "{state}: {names:?}"
        );
        assert!(!names.is_empty(), "no routine is {state}");
        assert_eq!(page.rows, expected, "{state}");
        assert_eq!(page.matching as usize, expected.len());
        seen.extend(names);
    }
    assert_eq!(seen.len(), 15);

    let present = db.store.list_routines(&filter(vec![]), now).await.unwrap();
    assert!(present.rows.iter().all(|row| row.routine.deleted.is_none()));
    assert_eq!(present.rows.len(), 13);
    let two = filter(vec![StateName::Overdue, StateName::Deleted]);
    assert_eq!(
        db.store.list_routines(&two, now).await.unwrap().rows.len(),
        3
    );
    let running = all
        .rows
        .iter()
        .find(|row| row.routine.name == "running")
        .unwrap();
    assert_eq!(running.facts.running_since, Some(instant(NOW - 30)));
    let one = db.store.get_listing(running.routine.id, now).await.unwrap();
    assert_eq!(one.as_ref(), Some(running));
    let asked = [RoutineId::new(now), running.routine.id];
    let many = db.store.get_listings(&asked).await.unwrap();
    assert_eq!(many, std::slice::from_ref(running));
    assert_eq!(
        (
            running.tenant_name.as_str(),
            running.definition_name.as_str()
        ),
        ("Acme", "Digest")
    );
}

async fn counts_agree_with_the_states(db: TestDatabase) {
    let seed = one_of_each(&db).await;
    let counts = db.store.count_routines(None).await.unwrap();
    assert_eq!(
        db.store.count_routines(Some(seed.tenant)).await.unwrap(),
        counts
    );
    let seen = (
        counts.all,
        counts.failing,
        counts.off,
        counts.manual,
        counts.deleted,
    );
    assert_eq!(seen, (13, 4, 1, 2, 2));
    let nobody = routine_domain::TenantId::new(instant(0));
    assert_eq!(
        db.store.count_routines(Some(nobody)).await.unwrap(),
        Default::default()
    );
}
