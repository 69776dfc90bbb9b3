//! What an import may not do: past a cap, under a floor, over what was deleted.

use routine_commands::{
    routines,
    wire::{ImportVerdict, RoutineDraft},
};
use routine_domain::{TenantPolicy, TriggerSpec, exchange::RoutinePart};
use routine_store::model::{Actor, CreateOutcome, NewRoutine};
use routine_tests::{TestDatabase, instant, on_both};

use super::{exported, import, item, part, preview};
use crate::bench::{Bench, at};

on_both! {
    caps_and_floors_hold,
    what_was_deleted_is_not_made_again,
    a_preset_is_made_once_and_off,
    of_several_alike_the_same_one_is_found,
}

async fn caps_and_floors_hold(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    bench.create("first").await;
    let mut document = exported(&bench).await;
    let policy = TenantPolicy {
        enabled_cap: 2,
        minimum_interval_seconds: 600,
        ..TenantPolicy::default()
    };
    document.tenants[0].policy = Some(policy);
    let template = part(&mut document, "first").clone();
    let with = |name: &str, change: fn(&mut RoutinePart)| {
        let mut part = RoutinePart {
            name: name.into(),
            origin: None,
            ..template.clone()
        };
        change(&mut part);
        part
    };
    document.tenants[0].routines.extend([
        with("often", |part| {
            part.trigger = TriggerSpec::Interval {
                every_seconds: 60,
                anchor: instant(0),
            };
        }),
        with("second", |_| {}),
        with("third", |_| {}),
        with("third, off", |part| part.enabled = false),
        with("another's", |part| part.owner = Some("omar@desk".into())),
        with("past", |part| {
            part.owner = Some("nils@desk".into());
            part.trigger = TriggerSpec::Once { at: instant(0) };
        }),
    ]);
    let done = import(&bench, &document).await.unwrap();
    let verdict = |name| item(&done, name).verdict;
    assert_eq!(
        item(&done, "often").sentence,
        "Fires every 1 min. The floor is 10 min."
    );
    assert_eq!(
        item(&done, "third").sentence,
        "ines@bench would have more than 2 routines switched on, the most this tenant allows. Raise its enabled_cap, or import it switched off."
    );
    for made in ["second", "third, off", "another's", "past"] {
        assert_eq!(verdict(made), ImportVerdict::Create, "{made}");
    }
    assert!(item(&done, "past").sentence.contains("so it does not fire"));
    assert_eq!((done.created, done.refused), (4, 2));
}

async fn what_was_deleted_is_not_made_again(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let seen = bench.create("gone").await;
    let mut document = exported(&bench).await;
    routines::delete(&bench.desk, at(&seen)).await.unwrap();
    let said = import(&bench, &document).await.unwrap();
    assert_eq!(item(&said, "gone").verdict, ImportVerdict::Refused);
    assert!(
        item(&said, "gone")
            .sentence
            .starts_with("ines@bench deleted it at ")
    );
    part(&mut document, "gone").origin = None;
    let said = import(&bench, &document).await.unwrap();
    assert_eq!(item(&said, "gone").verdict, ImportVerdict::Create);
}

async fn a_preset_is_made_once_and_off(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    bench.create("plain").await;
    let new = NewRoutine {
        tenant_id: bench.tenant,
        name: "Weekly digest".into(),
        instruction: "Write it.".into(),
        definition_id: bench.definition,
        input: "{}".into(),
        owner: "ines@bench".into(),
        trigger: TriggerSpec::Manual,
        misfire: routine_domain::Misfire::Skip,
        overlap: routine_domain::Overlap::Skip,
        destination: None,
        enabled: true,
        preset_key: Some("weekly".into()),
    };
    let actor = Actor::new("ines@bench");
    let made = db
        .store
        .create_routine(&new, &actor, instant(0))
        .await
        .unwrap();
    let CreateOutcome::Created(made) = made else {
        panic!("{made:?}");
    };
    let mut document = exported(&bench).await;
    assert_eq!(
        part(&mut document, "Weekly digest").preset.as_deref(),
        Some("weekly")
    );

    // Found by its preset, whatever it is called; a deleted one stays deleted.
    let digest = part(&mut document, "Weekly digest");
    (digest.name, digest.origin) = ("Digest of the week".into(), None);
    let said = preview(&bench, &document).await;
    assert_eq!(
        item(&said, "Digest of the week").sentence,
        "Changes its name."
    );
    let row = routines::get(&bench.desk, made.id).await.unwrap();
    routines::delete(&bench.desk, at(&row)).await.unwrap();
    let said = preview(&bench, &document).await;
    assert_eq!(
        item(&said, "Digest of the week").verdict,
        ImportVerdict::Refused
    );

    document.tenants[0].name = "Other".into();
    part(&mut document, "Digest of the week").enabled = true;
    let done = import(&bench, &document).await.unwrap();
    assert_eq!(
        item(&done, "Digest of the week").sentence,
        "Made, switched off, as every preset is."
    );
}

async fn of_several_alike_the_same_one_is_found(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    for input in ["1", "2"] {
        let draft = RoutineDraft {
            input: input.into(),
            ..bench.draft("twin")
        };
        routines::create(&bench.desk, draft).await.unwrap();
    }
    let mut document = exported(&bench).await;
    for routine in &mut document.tenants[0].routines {
        routine.origin = None;
    }
    let said = preview(&bench, &document).await;
    assert_eq!(said.unchanged as usize, said.items.len());
    part(&mut document, "twin").input = "3".into();
    let said = preview(&bench, &document).await;
    let refused = said
        .items
        .iter()
        .find(|item| item.verdict == ImportVerdict::Refused);
    assert_eq!(
        refused.unwrap().sentence,
        "2 routines are called \"twin\" here. Name the one you mean by its origin."
    );
}
