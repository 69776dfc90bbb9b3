//! Tenants and their policies.

use routine_domain::{RoutineChange, TenantId, TenantPolicy};
use routine_store::{StoreError, model::EditOutcome};
use routine_tests::{Engine, Seed, TestDatabase, instant, on_both};

use super::ines;

on_both! {
    a_tenant_comes_back_as_it_was_made,
    a_tenants_name_is_taken_once,
    tenants_come_by_name_with_their_routines,
    a_policy_is_replaced_and_noted,
    a_lease_shorter_than_a_launch_is_refused,
}

async fn a_tenant_comes_back_as_it_was_made(db: TestDatabase) {
    let policy = TenantPolicy {
        concurrency_cap: Some(7),
        breaker: false,
        ..TenantPolicy::default()
    };
    let made = db
        .store
        .create_tenant("Größe 工", &policy, &ines(), instant(1))
        .await
        .unwrap();
    assert_eq!(
        (made.name.as_str(), made.routines, made.created_at),
        ("Größe 工", 0, instant(1))
    );
    assert_eq!(made.policy, policy);
    assert_eq!(db.store.get_tenant(made.id).await.unwrap(), Some(made));
    assert_eq!(
        db.store
            .get_tenant(TenantId::new(instant(2)))
            .await
            .unwrap(),
        None
    );
}

async fn a_tenants_name_is_taken_once(db: TestDatabase) {
    let policy = TenantPolicy::default();
    db.store
        .create_tenant("Acme", &policy, &ines(), instant(0))
        .await
        .unwrap();
    let again = db
        .store
        .create_tenant("Acme", &policy, &ines(), instant(0))
        .await;
    match again.unwrap_err() {
        StoreError::Taken { field, message } => {
            assert_eq!(field, "name");
            assert!(message.contains("\"Acme\""), "{message}");
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(db.store.list_tenants().await.unwrap().len(), 1);
    assert_eq!(db.store.list_audit_events(None, 10).await.unwrap().len(), 1);
}

async fn tenants_come_by_name_with_their_routines(db: TestDatabase) {
    let policy = TenantPolicy::local_demo();
    let beta = Seed::with_policy(&*db.store, "Beta", &policy).await;
    Seed::with_policy(&*db.store, "Acme", &policy).await;
    let kept = beta.create(&*db.store, &beta.routine("kept")).await;
    let gone = beta.create(&*db.store, &beta.routine("gone")).await;
    let delete = RoutineChange::Delete;
    db.store
        .change_routine(gone.id, None, &delete, &ines(), instant(1))
        .await
        .unwrap();
    let tenants = db.store.list_tenants().await.unwrap();
    let seen: Vec<_> = tenants
        .iter()
        .map(|tenant| (tenant.name.as_str(), tenant.routines))
        .collect();
    assert_eq!(seen, [("Acme", 0), ("Beta", 1)]);
    assert_eq!(kept.tenant_id, tenants[1].id);
}

async fn a_policy_is_replaced_and_noted(db: TestDatabase) {
    let policy = TenantPolicy::default();
    let made = db
        .store
        .create_tenant("Acme", &policy, &ines(), instant(0))
        .await
        .unwrap();
    let stricter = TenantPolicy {
        enabled_cap: 3,
        concurrency_cap: Some(2),
        ..policy.clone()
    };
    let store = &db.store;
    let changed = store
        .set_tenant_policy(made.id, None, &stricter, &ines(), instant(5))
        .await
        .unwrap();
    let EditOutcome::Edited(changed) = changed else {
        panic!("{changed:?}");
    };
    assert_eq!((changed.policy, changed.revision), (stricter.clone(), 2));
    let late = store
        .set_tenant_policy(made.id, Some(1), &policy, &ines(), instant(6))
        .await
        .unwrap();
    assert!(
        matches!(&late, EditOutcome::Conflict { changed_by, .. } if changed_by == "ines@desk"),
        "{late:?}"
    );
    let nobody = TenantId::new(instant(9));
    assert_eq!(
        store
            .set_tenant_policy(nobody, None, &stricter, &ines(), instant(5))
            .await
            .unwrap(),
        EditOutcome::NotFound
    );

    let events = store
        .list_audit_events(Some(&format!("tenant:{}", made.id)), 10)
        .await
        .unwrap();
    let kinds: Vec<_> = events.iter().map(|event| event.kind.as_str()).collect();
    assert_eq!(kinds, ["tenant.policy_set", "tenant.created"]);
    let set = &events[0];
    assert_eq!(
        (set.at, set.actor.as_str(), set.tenant_id),
        (instant(5), "ines@desk", Some(made.id))
    );
    let read = |text: &Option<String>| serde_json::from_str(text.as_deref().unwrap()).unwrap();
    let (before, after): (TenantPolicy, TenantPolicy) = (read(&set.before), read(&set.after));
    assert_eq!((before, after), (policy, stricter));
    let has_roles = db.engine == Engine::Postgres;
    assert_eq!(set.database_role.is_some(), has_roles);
}

async fn a_lease_shorter_than_a_launch_is_refused(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let policy = TenantPolicy {
        lease_seconds: 30,
        ..TenantPolicy::default()
    };
    let set = db
        .store
        .set_tenant_policy(seed.tenant, None, &policy, &ines(), instant(0))
        .await;
    assert!(
        set.unwrap_err()
            .to_string()
            .contains("tenants_lease_outlives_launch")
    );
    let kept = db
        .store
        .get_tenant(seed.tenant)
        .await
        .unwrap()
        .unwrap()
        .policy;
    assert_eq!(kept, TenantPolicy::local_demo());
}
