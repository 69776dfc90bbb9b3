//! Crontabs turned into routines. They come in switched off, since their cron may still run them.

mod draft;
mod taken;

use std::sync::Arc;

use routine_domain::{
    TenantPolicy, Zone,
    crontab::{self, Content, Job, Line},
};
use routine_store::{Store, model::NewRoutine};

use crate::{
    CommandError, Desk,
    desk::{Reading, Writing},
    routines, schedule, tenants,
    wire::{CrontabImport, CrontabLine, CrontabReport, LineOutcome, Tag},
};

use draft::Draft;
use taken::Taken;

/// Goes through the file from its first line to its last. A line that is refused keeps back no
/// other; a database that fails ends the import, and a second one passes over what is there already.
pub async fn import(desk: &Desk, request: CrontabImport) -> Result<CrontabReport, CommandError> {
    let Reading { store, .. } = desk.reading().await?;
    let writing = match request.dry_run {
        true => None,
        false => Some(desk.writing().await?),
    };
    let tenant = store
        .get_tenant(request.tenant_id)
        .await?
        .ok_or_else(|| tenants::not_found(request.tenant_id))?;
    let zone = request.zone.unwrap_or_else(|| desk.host.viewer_zone());
    let crontab = crontab::read(&request.bytes, request.form)?;
    let mut import = Import {
        taken: Taken::of(store.as_ref(), tenant.id).await?,
        file: request.file,
        zone: Zone::parse(&zone)?,
        policy: tenant.policy,
        writing,
    };
    let mut lines = Vec::with_capacity(crontab.lines.len());
    for line in crontab.lines {
        lines.push(import.line(request.tenant_id, line).await?);
    }
    let report = report(lines, crontab.notes, request.dry_run);
    if report.created > 0 && !report.dry_run {
        desk.announce(&[Tag::Routines, Tag::Tenants, Tag::Definitions]);
    }
    Ok(report)
}

struct Import {
    taken: Taken,
    file: String,
    zone: Zone,
    policy: TenantPolicy,
    /// None in a dry run.
    writing: Option<Writing>,
}
