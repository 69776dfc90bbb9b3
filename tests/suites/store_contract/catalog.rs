//! Tenants, definitions and the journal.

use routine_domain::{DefinitionId, Launcher, LauncherKind, Simulation, TenantId, TenantPolicy};
use routine_store::{StoreError, model::Actor};
use routine_tests::{Seed, TestDatabase, instant, on_both};

on_both! {
    a_tenant_comes_back_as_it_was_made,
    a_tenants_name_is_taken_once,
    tenants_come_by_name_with_their_routines,
    a_policy_is_replaced_and_noted,
    definitions_come_back_as_they_were_made,
    a_definitions_name_is_taken_once_in_its_tenant,
    disabling_is_noted_once_and_undone,
    the_journal_is_newest_first_and_limited,
    names_of_121_characters_are_refused,
    a_lease_shorter_than_a_launch_is_refused,
}

fn ines() -> Actor {
    Actor::new("ines@desk")
}

fn simulated() -> Launcher {
    Launcher::Simulated(Simulation::default())
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
    let delete = routine_domain::RoutineChange::Delete;
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
        .set_tenant_policy(made.id, &stricter, &ines(), instant(5))
        .await
        .unwrap();
    assert_eq!(changed.unwrap().policy, stricter);
    let nobody = TenantId::new(instant(9));
    assert_eq!(
        store
            .set_tenant_policy(nobody, &stricter, &ines(), instant(5))
            .await
            .unwrap(),
        None
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
    let has_roles = db.engine == routine_tests::Engine::Postgres;
    assert_eq!(set.database_role.is_some(), has_roles);
}

async fn definitions_come_back_as_they_were_made(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let hub = Launcher::Http {
        url: "https://Hub.example/run".into(),
        secret_name: Some("HUB_TOKEN".into()),
    };
    let made = db
        .store
        .create_definition(seed.tenant, "Hub", &hub, &ines(), instant(1))
        .await
        .unwrap();
    assert_eq!(
        (made.tenant_name.as_str(), made.used_by, made.disabled_at),
        ("Acme", 0, None)
    );
    assert_eq!(made.launcher, hub);
    assert_eq!(
        db.store.get_definition(made.id).await.unwrap(),
        Some(made.clone())
    );
    assert_eq!(
        db.store
            .get_definition(DefinitionId::new(instant(2)))
            .await
            .unwrap(),
        None
    );
    let endpoint = db
        .texts("SELECT endpoint FROM definitions WHERE endpoint IS NOT NULL")
        .await;
    assert_eq!(endpoint, ["https://hub.example:443"]);

    seed.create(&*db.store, &seed.routine("one")).await;
    let other = Seed::with_policy(&*db.store, "Beta", &TenantPolicy::default()).await;
    let names = |definitions: Vec<routine_store::model::Definition>| -> Vec<_> {
        definitions
            .into_iter()
            .map(|d| (d.tenant_name, d.name, d.used_by, d.launcher.kind()))
            .collect()
    };
    let simulated = LauncherKind::Simulated;
    let all = names(db.store.list_definitions(None).await.unwrap());
    assert_eq!(
        all,
        [
            ("Acme".into(), "Digest".into(), 1, simulated),
            ("Acme".into(), "Hub".into(), 0, LauncherKind::Http),
            ("Beta".into(), "Digest".into(), 0, simulated),
        ]
    );
    let of_one = names(db.store.list_definitions(Some(other.tenant)).await.unwrap());
    assert_eq!(of_one, all[2..]);
}

async fn a_definitions_name_is_taken_once_in_its_tenant(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let other = Seed::with_policy(&*db.store, "Beta", &TenantPolicy::default()).await;
    let launcher = simulated();
    let define = async |tenant, name: &str| {
        db.store
            .create_definition(tenant, name, &launcher, &seed.actor, instant(0))
            .await
    };
    let again = define(seed.tenant, "Digest").await;
    assert!(matches!(
        again,
        Err(StoreError::Taken { field: "name", .. })
    ));
    define(seed.tenant, "New").await.unwrap();
    define(other.tenant, "New").await.unwrap();
}

async fn disabling_is_noted_once_and_undone(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let store = &db.store;
    for (at, disabled, since) in [
        (5, true, Some(instant(5))),
        (6, true, Some(instant(5))),
        (7, false, None),
    ] {
        let changed = store
            .disable_definition(seed.definition, disabled, &ines(), instant(at))
            .await;
        assert_eq!(changed.unwrap().unwrap().disabled_at, since, "{at}");
    }
    let subject = format!("definition:{}", seed.definition);
    let events = store.list_audit_events(Some(&subject), 10).await.unwrap();
    let kinds: Vec<_> = events.iter().map(|event| event.kind.as_str()).collect();
    assert_eq!(
        kinds,
        [
            "definition.enabled",
            "definition.disabled",
            "definition.created"
        ]
    );
    let nobody = DefinitionId::new(instant(9));
    assert_eq!(
        store
            .disable_definition(nobody, true, &ines(), instant(8))
            .await
            .unwrap(),
        None
    );
}

async fn the_journal_is_newest_first_and_limited(db: TestDatabase) {
    for (at, name) in [(1, "one"), (3, "three"), (2, "two"), (3, "four")] {
        let policy = TenantPolicy::default();
        db.store
            .create_tenant(name, &policy, &ines(), instant(at))
            .await
            .unwrap();
    }
    let events = db.store.list_audit_events(None, 3).await.unwrap();
    let after = |event: &routine_store::model::AuditEvent| {
        let after: serde_json::Value = serde_json::from_str(event.after.as_ref().unwrap()).unwrap();
        after["name"].as_str().unwrap().to_owned()
    };
    assert_eq!(
        events.iter().map(after).collect::<Vec<_>>(),
        ["four", "three", "two"]
    );
    assert!(
        db.store
            .list_audit_events(Some("tenant:nobody"), 3)
            .await
            .unwrap()
            .is_empty()
    );
}

async fn names_of_121_characters_are_refused(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let (fits, long) = ("é".repeat(120), "é".repeat(121));
    let policy = TenantPolicy::default();
    assert!(
        db.store
            .create_tenant(&fits, &policy, &ines(), instant(0))
            .await
            .is_ok()
    );
    assert!(
        db.store
            .create_tenant(&long, &policy, &ines(), instant(0))
            .await
            .is_err()
    );
    let define = |name: String| {
        let (store, tenant) = (db.store.clone(), seed.tenant);
        async move {
            store
                .create_definition(tenant, &name, &simulated(), &ines(), instant(0))
                .await
        }
    };
    assert!(define(fits.clone()).await.is_ok());
    assert!(define(long.clone()).await.is_err());
    assert!(define(String::new()).await.is_err());
    seed.create(&*db.store, &seed.routine(&fits)).await;
    let too_long = db
        .store
        .create_routine(&seed.routine(&long), &ines(), instant(0))
        .await;
    assert!(
        matches!(too_long, Err(StoreError::Internal(_))),
        "{too_long:?}"
    );
}

async fn a_lease_shorter_than_a_launch_is_refused(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let policy = TenantPolicy {
        lease_seconds: 30,
        ..TenantPolicy::default()
    };
    let set = db
        .store
        .set_tenant_policy(seed.tenant, &policy, &ines(), instant(0))
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
