//! Routines, definitions and policies as a file, and from a file. What a file would do is decided in
//! `routine_domain::exchange`; here it is read, met with what stands, and written.

mod collect;
mod meet;
mod text;
mod write;

use routine_domain::{
    Mutation,
    exchange::{Document, ImportVerdict, Item, Terms, plan},
    protection::Reach,
};
use routine_store::{Store, model::Actor};
use sha2::{Digest, Sha256};

use crate::{
    CommandError, Desk, ErrorCode,
    desk::Writing,
    wire::{
        ExchangeChoice, ExportRequest, Exported, ImportItem, ImportReport, ImportRequest,
        SavedExport, Tag,
    },
};

pub use text::read;

/// Reads only; a secret is in the file by its name alone.
pub async fn export(desk: &Desk, request: ExportRequest) -> Result<Exported, CommandError> {
    let document = document(desk, request.choice, false).await?;
    let count = |each: fn(&routine_domain::exchange::TenantPart) -> usize| {
        let sum = document.tenants.iter().map(each).sum::<usize>();
        u32::try_from(sum).unwrap_or(u32::MAX)
    };
    Ok(Exported {
        file_name: text::file_name(&document, request.format),
        tenants: count(|_| 1),
        definitions: count(|tenant| tenant.definitions.len()),
        routines: count(|tenant| tenant.routines.len()),
        notes: collect::notes(&document),
        text: text::write(&document, request.format)?,
    })
}

/// Exports to a file of this computer, where the host has a place for it.
pub async fn save(desk: &Desk, request: ExportRequest) -> Result<SavedExport, CommandError> {
    let exported = export(desk, request).await?;
    let file = desk.host.save_file(&exported.file_name, &exported.text)?;
    Ok(SavedExport {
        file: file.display().to_string(),
        tenants: exported.tenants,
        definitions: exported.definitions,
        routines: exported.routines,
        notes: exported.notes,
    })
}

/// What of the open database a choice means, as a file holds it.
pub(crate) async fn document(
    desk: &Desk,
    choice: ExchangeChoice,
    with_policies: bool,
) -> Result<Document, CommandError> {
    collect::document(&desk.reading().await?, choice, with_policies).await
}

/// What an import would do. Changes nothing.
pub async fn preview(desk: &Desk, request: ImportRequest) -> Result<ImportReport, CommandError> {
    let document = read(&request.text)?;
    let reading = desk.reading().await?;
    let items = planned(
        &document,
        reading.store.as_ref(),
        &desk.actor(),
        request.overwrite,
    )
    .await?;
    Ok(report(&items, items.iter().map(shown).collect(), false))
}

/// Applies what a preview showed: each part in a transaction of its own, against the revision that
/// was looked at. What cannot be written is said, and keeps back no other part.
pub async fn import(desk: &Desk, request: ImportRequest) -> Result<ImportReport, CommandError> {
    let document = read(&request.text)?;
    let reach = Reach::Several(document.parts());
    let writing = desk.writing_to(Mutation::ApplyImport, reach).await?;
    let Writing { store, actor, .. } = writing;
    let items = planned(&document, store.as_ref(), &actor, request.overwrite).await?;
    if request.seal.is_some_and(|seal| seal != seal_of(&items)) {
        return Err(CommandError::new(
            ErrorCode::Conflict,
            "What is there has changed since the preview, so nothing was written. Look at the preview again.",
        ));
    }
    let done = write::apply(&items, store.as_ref(), &actor).await?;
    desk.announce(&[
        Tag::Routines,
        Tag::Tenants,
        Tag::Definitions,
        Tag::Runs,
        Tag::Connection,
    ]);
    Ok(report(&items, done, true))
}

/// Writes a document into a database of its own, where nothing stands in its way.
pub(crate) async fn fill(
    document: &Document,
    store: &dyn Store,
    actor: &Actor,
) -> Result<ImportReport, CommandError> {
    let items = planned(document, store, actor, true).await?;
    let done = write::apply(&items, store, actor).await?;
    Ok(report(&items, done, true))
}

async fn planned(
    document: &Document,
    store: &dyn Store,
    actor: &Actor,
    overwrite: bool,
) -> Result<Vec<Item>, CommandError> {
    let standing = meet::standing(document, store).await?;
    let terms = Terms {
        overwrite,
        actor: &actor.name,
        now: store.now().await?,
    };
    Ok(plan(document, &standing, terms))
}

fn shown(item: &Item) -> ImportItem {
    ImportItem {
        kind: item.kind,
        tenant: item.tenant.clone(),
        name: item.name.clone(),
        verdict: item.verdict,
        sentence: item.sentence.clone(),
    }
}

fn report(planned: &[Item], items: Vec<ImportItem>, applied: bool) -> ImportReport {
    let count = |verdict| {
        let of_them = items.iter().filter(|item| item.verdict == verdict).count();
        u32::try_from(of_them).unwrap_or(u32::MAX)
    };
    ImportReport {
        created: count(ImportVerdict::Create),
        updated: count(ImportVerdict::Update),
        conflicts: count(ImportVerdict::Conflict),
        unchanged: count(ImportVerdict::Unchanged),
        refused: count(ImportVerdict::Refused),
        seal: seal_of(planned),
        items,
        applied,
    }
}

/// Two plans have one seal only where they say the same of the same revisions.
fn seal_of(items: &[Item]) -> String {
    let mut digest = Sha256::new();
    for item in items {
        let seen = item.step.as_ref().and_then(|step| step.seen());
        let seen = seen.unwrap_or_default();
        for part in [item.kind.as_str(), &item.tenant, &item.name] {
            digest.update(part);
            digest.update([0]);
        }
        digest.update(item.verdict.as_str());
        digest.update(seen);
        digest.update([0]);
    }
    let digest = digest.finalize();
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}
