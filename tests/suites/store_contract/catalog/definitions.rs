//! What can be run.

use routine_domain::{DefinitionId, Launcher, LauncherKind, TenantPolicy};
use routine_store::{
    StoreError,
    model::{Definition, DefinitionEdit, EditOutcome},
};
use routine_tests::{Seed, TestDatabase, instant, on_both};

use super::{ines, simulated};

on_both! {
    definitions_come_back_as_they_were_made,
    a_definitions_name_is_taken_once_in_its_tenant,
    disabling_is_noted_once_and_undone,
    an_edit_replaces_all_of_it_once,
    names_of_121_characters_are_refused,
}

async fn definitions_come_back_as_they_were_made(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let hub = Launcher::Http {
        url: "https://Hub.example/run".into(),
        secret_name: Some("HUB_TOKEN".into()),
        command: None,
    };
    let made = db
        .store
        .create_definition(seed.tenant, "Hub", &hub, None, &ines(), instant(1))
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
    let names = |definitions: Vec<Definition>| -> Vec<_> {
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
            .create_definition(tenant, name, &launcher, None, &seed.actor, instant(0))
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
            .disable_definition(seed.definition, None, disabled, &ines(), instant(at))
            .await;
        assert_eq!(edited(changed.unwrap()).disabled_at, since, "{at}");
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
            .disable_definition(nobody, None, true, &ines(), instant(8))
            .await
            .unwrap(),
        EditOutcome::NotFound
    );
}

fn edited(outcome: EditOutcome<Definition>) -> Definition {
    match outcome {
        EditOutcome::Edited(definition) => definition,
        other => panic!("{other:?}"),
    }
}

async fn an_edit_replaces_all_of_it_once(db: TestDatabase) {
    let seed = Seed::new(&*db.store).await;
    let store = &db.store;
    let hub = Launcher::Http {
        url: "https://hub.example/run".into(),
        secret_name: Some("HUB_TOKEN".into()),
        command: None,
    };
    let edit = async |revision, name| {
        let wanted = DefinitionEdit {
            name,
            launcher: &hub,
            cap: None,
        };
        store
            .edit_definition(seed.definition, revision, wanted, &ines(), instant(3))
            .await
    };
    let now = edited(edit(Some(1), "Hub").await.unwrap());
    assert_eq!(
        (now.name.as_str(), &now.launcher, now.revision),
        ("Hub", &hub, 2)
    );
    match edit(Some(1), "Late").await.unwrap() {
        EditOutcome::Conflict {
            current,
            changed_by,
        } => assert_eq!((current, changed_by.as_str()), (now.clone(), "ines@desk")),
        other => panic!("{other:?}"),
    }
    let columns = "SELECT launcher || ' ' || secret_name || ' ' || endpoint FROM definitions";
    assert_eq!(
        db.texts(columns).await,
        ["http HUB_TOKEN https://hub.example:443"]
    );
    store
        .create_definition(
            seed.tenant,
            "Other",
            &simulated(),
            None,
            &ines(),
            instant(4),
        )
        .await
        .unwrap();
    let taken = edit(None, "Other").await;
    assert!(matches!(
        taken,
        Err(StoreError::Taken { field: "name", .. })
    ));
    // Its own name is no obstacle.
    assert_eq!(edited(edit(None, "Hub").await.unwrap()).revision, 3);
    let subject = format!("definition:{}", seed.definition);
    let newest = &store.list_audit_events(Some(&subject), 1).await.unwrap()[0];
    assert_eq!(newest.kind, "definition.edited");
    assert!(newest.after.as_ref().unwrap().contains("hub.example"));
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
                .create_definition(tenant, &name, &simulated(), None, &ines(), instant(0))
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
