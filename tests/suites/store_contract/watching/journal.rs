//! Pages of the journal: every filter, and no entry twice or never.

use routine_domain::RoutineChange;
use routine_store::model::{JournalEntry, JournalFilter};
use routine_tests::{Seed, TestDatabase, instant, on_both};

on_both! {
    pages_of_the_journal_follow_each_other_without_gaps,
    the_journal_is_narrowed_by_subject_actor_kind_tenant_and_time,
    entries_name_what_they_are_about,
}

fn all() -> JournalFilter {
    JournalFilter {
        limit: 100,
        ..JournalFilter::default()
    }
}

async fn read(db: &TestDatabase, filter: JournalFilter) -> Vec<JournalEntry> {
    db.store.journal(&filter).await.unwrap().rows
}

async fn three_changes(db: &TestDatabase) -> (Seed, routine_domain::RoutineId) {
    let seed = Seed::new(&*db.store).await;
    let routine = seed.create(&*db.store, &seed.routine("Digest")).await;
    for (at, change) in [
        (
            10,
            RoutineChange::Pause {
                reason: "hub restart".into(),
                resume_at: None,
            },
        ),
        (20, RoutineChange::Resume),
    ] {
        db.store
            .change_routine(routine.id, None, &change, &seed.actor, instant(at))
            .await
            .unwrap();
    }
    (seed, routine.id)
}

async fn pages_of_the_journal_follow_each_other_without_gaps(db: TestDatabase) {
    three_changes(&db).await;
    let whole = read(&db, all()).await;
    assert_eq!(whole.len(), 5);
    assert!(whole.is_sorted_by(|a, b| (b.event.at, b.event.id) < (a.event.at, a.event.id)));
    let mut filter = JournalFilter { limit: 2, ..all() };
    let mut paged = Vec::new();
    loop {
        let page = db.store.journal(&filter).await.unwrap();
        assert!(page.rows.len() <= 2);
        paged.extend(page.rows);
        match page.next {
            Some(key) => filter.after = Some(key),
            None => break,
        }
    }
    assert_eq!(paged, whole);
}

async fn the_journal_is_narrowed_by_subject_actor_kind_tenant_and_time(db: TestDatabase) {
    let (seed, id) = three_changes(&db).await;
    let kinds = |entries: Vec<JournalEntry>| -> Vec<String> {
        entries.into_iter().map(|entry| entry.event.kind).collect()
    };
    let subject = Some(format!("routine:{id}"));
    let of_routine = kinds(read(&db, JournalFilter { subject, ..all() }).await);
    assert_eq!(
        of_routine,
        ["routine.resumed", "routine.paused", "routine.created"]
    );
    let nobody = JournalFilter {
        actor: Some("nobody".into()),
        ..all()
    };
    assert!(read(&db, nobody).await.is_empty());
    let mine = JournalFilter {
        actor: Some(seed.actor.name.clone()),
        tenant_id: Some(seed.tenant),
        ..all()
    };
    assert_eq!(read(&db, mine).await.len(), 5);
    let kind = JournalFilter {
        kinds: vec!["routine.paused".into(), "tenant.created".into()],
        ..all()
    };
    assert_eq!(
        kinds(read(&db, kind).await),
        ["routine.paused", "tenant.created"]
    );
    let span = JournalFilter {
        from: Some(instant(10)),
        to: Some(instant(20)),
        ..all()
    };
    assert_eq!(kinds(read(&db, span).await), ["routine.paused"]);
}

async fn entries_name_what_they_are_about(db: TestDatabase) {
    let (seed, id) = three_changes(&db).await;
    db.store
        .request_run(
            id,
            routine_domain::Cause::Manual,
            None,
            &seed.actor,
            instant(30),
        )
        .await
        .unwrap();
    let named: Vec<_> = read(&db, all())
        .await
        .into_iter()
        .map(|entry| (entry.event.kind, entry.subject_name.unwrap()))
        .collect();
    let name = |kind: &str| {
        let found = named.iter().find(|(of, _)| of == kind);
        found.unwrap().1.as_str()
    };
    assert_eq!(name("run.requested"), "Digest");
    assert_eq!(name("routine.created"), "Digest");
    assert_eq!(name("tenant.created"), "Acme");
    assert_eq!(
        read(&db, all()).await[0].tenant_name.as_deref(),
        Some("Acme")
    );
}
