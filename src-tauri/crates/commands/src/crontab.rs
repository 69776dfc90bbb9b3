//! Crontabs turned into routines. They come in switched off, since their cron may still run them.

mod draft;
mod taken;

use routine_domain::{
    Mutation, RoutineId, TenantId, TenantPolicy, Zone,
    crontab::{self, Content, Line},
};

use crate::{
    CommandError, Desk,
    desk::Writing,
    routines, tenants,
    wire::{CrontabImport, CrontabLine, CrontabReport, LineOutcome, Tag},
};

use draft::Draft;
use taken::Taken;

/// Goes through the file from its first line to its last. A line that is refused keeps back no
/// other; a database that fails ends the import, and a second one passes over what is there already.
pub async fn import(desk: &Desk, request: CrontabImport) -> Result<CrontabReport, CommandError> {
    let writing = match request.apply {
        true => Some(desk.writing(Mutation::ImportCrontab).await?),
        false => None,
    };
    let store = desk.reading().await?.store;
    let tenant = store
        .get_tenant(request.tenant_id)
        .await?
        .ok_or_else(|| tenants::not_found(request.tenant_id))?;
    let zone = request.zone.unwrap_or_else(|| desk.host.viewer_zone());
    let terms = Terms {
        file: request.file,
        zone: Zone::parse(&zone)?,
        policy: tenant.policy,
    };
    let crontab = crontab::read(&request.bytes, request.form)?;
    let mut taken = Taken::of(store.as_ref(), tenant.id).await?;
    let mut lines = Vec::with_capacity(crontab.lines.len());
    for line in crontab.lines {
        lines.push(match judge(&line, &terms, &mut taken) {
            Err((outcome, sentence)) => told(line, outcome, sentence),
            Ok(draft) => {
                let routine_id = match &writing {
                    Some(writing) => Some(write(&draft, tenant.id, writing).await?),
                    None => None,
                };
                CrontabLine {
                    name: Some(draft.name),
                    routine_id,
                    ..told(line, LineOutcome::Created, draft.sentence)
                }
            }
        });
    }
    if lines.iter().any(|line| line.routine_id.is_some()) {
        desk.announce(&[Tag::Routines, Tag::Tenants, Tag::Definitions]);
    }
    Ok(report(lines, crontab.notes, request.apply))
}

/// What holds for every line.
struct Terms {
    file: String,
    /// Where the file names none.
    zone: Zone,
    policy: TenantPolicy,
}

/// What is to be written for a line, or what to say instead.
fn judge(line: &Line, terms: &Terms, taken: &mut Taken) -> Result<Draft, (LineOutcome, String)> {
    match &line.content {
        Content::Job(job) => {
            let mut draft = Draft::of(job, line.number, terms)
                .map_err(|refused| (LineOutcome::Refused, refused.message))?;
            match taken.twin_of(&draft) {
                Some(twin) => Err((
                    LineOutcome::Skipped,
                    format!("\"{twin}\" runs the same command by the same schedule already."),
                )),
                None => {
                    taken.give_name(&mut draft);
                    Ok(draft)
                }
            }
        }
        Content::Setting(sentence) => Err((LineOutcome::Heeded, sentence.clone())),
        Content::Skipped(sentence) => Err((LineOutcome::Skipped, sentence.clone())),
        Content::Refused(sentence) => Err((LineOutcome::Refused, sentence.clone())),
    }
}

async fn write(
    draft: &Draft,
    tenant_id: TenantId,
    Writing { store, now, actor }: &Writing,
) -> Result<RoutineId, CommandError> {
    let definition = store
        .create_definition(tenant_id, &draft.name, &draft.launcher, None, actor, *now)
        .await?;
    let routine = draft.routine(tenant_id, definition.id, actor.name.clone());
    let outcome = store.create_routine(&routine, actor, *now).await?;
    Ok(routines::created(outcome)?.id)
}

fn told(line: Line, outcome: LineOutcome, sentence: String) -> CrontabLine {
    CrontabLine {
        line: line.number,
        text: line.text,
        outcome,
        sentence,
        name: None,
        routine_id: None,
    }
}

fn report(lines: Vec<CrontabLine>, notes: Vec<String>, applied: bool) -> CrontabReport {
    let count = |outcome| {
        let of_them = lines.iter().filter(|line| line.outcome == outcome).count();
        u32::try_from(of_them).unwrap_or(u32::MAX)
    };
    CrontabReport {
        created: count(LineOutcome::Created),
        heeded: count(LineOutcome::Heeded),
        skipped: count(LineOutcome::Skipped),
        refused: count(LineOutcome::Refused),
        lines,
        notes,
        applied,
    }
}
