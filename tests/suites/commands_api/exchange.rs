//! Out of one database and into another, and what an import says before it does.

mod limits;
mod random;

use routine_commands::{
    CommandError, ErrorCode, definitions, exchange, routines, tenants,
    wire::{
        ExchangeChoice, ExchangeFormat, ExportRequest, ImportItem, ImportReport, ImportRequest,
        ItemKind, RoutineDraft,
    },
};
use routine_domain::exchange::{Document, RoutinePart};
use routine_tests::{TestDatabase, on_both};

use crate::bench::{Bench, at, desk, open};

on_both! {
    what_goes_out_comes_back_the_same,
    a_preview_writes_nothing_and_an_import_what_it_said,
    what_was_changed_since_its_export_is_a_conflict,
    a_preview_that_is_out_of_date_is_not_applied,
    a_selection_takes_its_definitions_along,
    a_secret_in_an_input_is_noted,
}

#[test]
fn what_is_no_such_file_is_refused_in_a_sentence() {
    for (text, said) in [
        ("", "The file was not exported by Routine Desk"),
        ("0 1 * * * tidy", "cannot be read"),
        ("{\"format\": \"routine-desk\"", "cannot be read"),
        (
            "format: other\nversion: 1\n",
            "was not exported by Routine Desk",
        ),
        (
            "format: routine-desk\nversion: 2\ntenants: 7\n",
            "Use a newer Routine Desk.",
        ),
        (
            "format: routine-desk\nversion: 1\ntenants: []\ncolour: red\n",
            "colour",
        ),
    ] {
        let refused = exchange::read(text).unwrap_err();
        assert!(
            refused.message.contains(said),
            "{text:?}: {}",
            refused.message
        );
    }
}

fn request(text: &str) -> ImportRequest {
    ImportRequest {
        text: text.to_owned(),
        overwrite: false,
        seal: None,
    }
}

async fn export(bench: &Bench, format: ExchangeFormat) -> String {
    let choice = ExchangeChoice::Tenant { id: bench.tenant };
    let request = ExportRequest { choice, format };
    exchange::export(&bench.desk, request).await.unwrap().text
}

pub async fn exported(bench: &Bench) -> Document {
    exchange::read(&export(bench, ExchangeFormat::Yaml).await).unwrap()
}

pub async fn preview(bench: &Bench, document: &Document) -> ImportReport {
    exchange::preview(&bench.desk, request(&yaml(document)))
        .await
        .unwrap()
}

pub async fn import(bench: &Bench, document: &Document) -> Result<ImportReport, CommandError> {
    exchange::import(&bench.desk, request(&yaml(document))).await
}

/// As a person could have written it: JSON is YAML too, but is read by another reader.
fn yaml(document: &Document) -> String {
    serde_json::to_string(document).unwrap()
}

pub fn item<'a>(report: &'a ImportReport, name: &str) -> &'a ImportItem {
    let mut found = report.items.iter().filter(|item| item.name == name);
    found.next_back().unwrap()
}

pub fn part<'a>(document: &'a mut Document, name: &str) -> &'a mut RoutinePart {
    let mut routines = document.tenants[0].routines.iter_mut();
    routines.find(|routine| routine.name == name).unwrap()
}

/// Random tenants go in, come out in both formats, and are the same; a second time nothing is left
/// to do. Both engines are held to the documents themselves, and so to each other.
async fn what_goes_out_comes_back_the_same(db: TestDatabase) {
    let (desk, _) = desk();
    open(&desk, &db.url).await.unwrap();
    for (number, document) in random::documents(24).into_iter().enumerate() {
        let text = yaml(&document);
        let report = exchange::import(&desk, request(&text)).await.unwrap();
        assert_eq!((report.refused, report.conflicts), (0, 0), "{report:#?}");
        assert!(report.applied && report.updated + report.unchanged == 0);
        let all = tenants::list(&desk).await.unwrap();
        let name = &document.tenants[0].name;
        let tenant = all.iter().find(|tenant| tenant.name == *name).unwrap();
        let choice = ExchangeChoice::Tenant { id: tenant.id };
        let format = match number % 2 {
            0 => ExchangeFormat::Yaml,
            _ => ExchangeFormat::Json,
        };
        let exported = exchange::export(&desk, ExportRequest { choice, format })
            .await
            .unwrap();
        let read = exchange::read(&exported.text).unwrap();
        assert_eq!(
            random::sorted(read.content()),
            random::sorted(document),
            "{}",
            exported.text
        );
        let again = exchange::import(&desk, request(&exported.text))
            .await
            .unwrap();
        assert_eq!(again.unchanged as usize, again.items.len(), "{again:#?}");
    }
}

async fn a_preview_writes_nothing_and_an_import_what_it_said(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    bench.create("kept").await;
    let mut document = exported(&bench).await;
    part(&mut document, "kept").instruction = "Do it otherwise.".into();
    let mut new = part(&mut document, "kept").clone();
    (new.name, new.origin) = ("new".into(), None);
    let mut homeless = new.clone();
    (homeless.name, homeless.definition) = ("homeless".into(), "Nothing".into());
    document.tenants[0].routines.extend([new, homeless]);

    let said = preview(&bench, &document).await;
    assert!(!said.applied);
    assert_eq!(
        (said.created, said.updated, said.refused, said.unchanged),
        (1, 1, 1, 2)
    );
    assert_eq!(item(&said, "kept").sentence, "Changes its instruction.");
    assert_eq!(
        item(&said, "homeless").sentence,
        "Neither the file nor the tenant has a definition \"Nothing\" that could be used."
    );
    let before = exported(&bench).await;
    assert_eq!(before.tenants[0].routines.len(), 1);

    let done = import(&bench, &document).await.unwrap();
    assert_eq!(
        ImportReport {
            applied: false,
            ..done.clone()
        },
        said
    );
    let after = exported(&bench).await;
    assert_eq!(after.tenants[0].routines.len(), 2);
    let kept = after.tenants[0]
        .routines
        .iter()
        .find(|each| each.name == "kept")
        .unwrap();
    assert_eq!(kept.instruction, "Do it otherwise.");
    assert_eq!(kept.origin.unwrap().revision, 2);
}

async fn what_was_changed_since_its_export_is_a_conflict(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let seen = bench.create("shared").await;
    let mut document = exported(&bench).await;
    let draft = RoutineDraft {
        instruction: "Somebody else's.".into(),
        ..bench.draft("shared")
    };
    routines::update(&bench.desk, at(&seen), draft)
        .await
        .unwrap();
    part(&mut document, "shared").instruction = "The file's.".into();

    let said = import(&bench, &document).await.unwrap();
    assert_eq!((said.conflicts, said.updated), (1, 0));
    assert!(
        item(&said, "shared")
            .sentence
            .contains("revision 2 and was exported at revision 1")
    );
    let now = routines::get(&bench.desk, seen.row.id).await.unwrap();
    assert_eq!(now.instruction, "Somebody else's.");

    let over = ImportRequest {
        overwrite: true,
        ..request(&yaml(&document))
    };
    let done = exchange::import(&bench.desk, over).await.unwrap();
    assert_eq!((done.conflicts, done.updated), (0, 1));
    let now = routines::get(&bench.desk, seen.row.id).await.unwrap();
    assert_eq!(
        (now.instruction.as_str(), now.row.revision),
        ("The file's.", 3)
    );
}

async fn a_preview_that_is_out_of_date_is_not_applied(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let seen = bench.create("moving").await;
    let mut document = exported(&bench).await;
    let moving = part(&mut document, "moving");
    (moving.origin, moving.instruction) = (None, "The file's.".into());
    let said = preview(&bench, &document).await;
    routines::pause(&bench.desk, at(&seen), String::new(), None)
        .await
        .unwrap();

    let sealed = ImportRequest {
        seal: Some(said.seal),
        ..request(&yaml(&document))
    };
    let refused = exchange::import(&bench.desk, sealed.clone())
        .await
        .unwrap_err();
    assert_eq!(refused.code, ErrorCode::Conflict);
    let seal = preview(&bench, &document).await.seal;
    let sealed = ImportRequest {
        seal: Some(seal),
        ..sealed
    };
    assert_eq!(
        exchange::import(&bench.desk, sealed).await.unwrap().updated,
        1
    );
}

async fn a_selection_takes_its_definitions_along(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let chosen = bench.create("chosen").await;
    bench.create("left").await;
    let definition = definitions::list(&bench.desk, None)
        .await
        .unwrap()
        .remove(0);
    // The routine of a test launch belongs to its definition, and is never exported.
    definitions::test(&bench.desk, definition.id, "{}".into())
        .await
        .unwrap();
    let choice = ExchangeChoice::Routines {
        ids: vec![chosen.row.id],
    };
    let request = ExportRequest {
        choice,
        format: ExchangeFormat::Json,
    };
    let exported = exchange::export(&bench.desk, request).await.unwrap();
    assert_eq!(
        (exported.tenants, exported.definitions, exported.routines),
        (1, 1, 1)
    );
    assert_eq!(exported.file_name, "routines-acme.json");
    let document = exchange::read(&exported.text).unwrap();
    assert_eq!(document.tenants[0].policy, None);
    let whole = ExchangeChoice::Tenant { id: bench.tenant };
    let request = ExportRequest {
        choice: whole,
        format: ExchangeFormat::Json,
    };
    assert_eq!(
        exchange::export(&bench.desk, request)
            .await
            .unwrap()
            .routines,
        2
    );
    let said = preview(&bench, &document).await;
    let kinds: Vec<_> = said.items.iter().map(|item| item.kind).collect();
    assert_eq!(
        kinds,
        [ItemKind::Tenant, ItemKind::Definition, ItemKind::Routine]
    );
    assert_eq!(said.unchanged, 3);
}

async fn a_secret_in_an_input_is_noted(db: TestDatabase) {
    let bench = Bench::new(&db).await;
    let draft = RoutineDraft {
        input: r#"{"api_token": "s3cret"}"#.into(),
        ..bench.draft("careless")
    };
    routines::create(&bench.desk, draft).await.unwrap();
    let choice = ExchangeChoice::All;
    let request = ExportRequest {
        choice,
        format: ExchangeFormat::Yaml,
    };
    let exported = exchange::export(&bench.desk, request).await.unwrap();
    assert_eq!(exported.notes.len(), 1);
    assert!(
        exported.notes[0]
            .starts_with("The input of \"careless\" holds a value under \"api_token\"")
    );
}
