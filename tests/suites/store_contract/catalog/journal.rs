//! Who changed what.

use routine_domain::TenantPolicy;
use routine_store::model::AuditEvent;
use routine_tests::{TestDatabase, instant, on_both};

use super::ines;

on_both! {
    the_journal_is_newest_first_and_limited,
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
    let after = |event: &AuditEvent| {
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
