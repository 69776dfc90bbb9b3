//! A local twin: routines of the open database in a SQLite file of their own. Every launcher is
//! simulated and secrets are left out, so that whatever is tried there reaches nothing real.

use std::path::{Path, PathBuf};

use routine_domain::{
    Invalid, Launcher, Simulation, TenantPolicy,
    exchange::{Document, ImportVerdict, ItemKind},
    redaction,
};
use routine_store::{Address, ConnectOptions, Store, connect, model::Actor};

use crate::{
    CommandError, Desk, exchange,
    wire::{ImportReport, Twin, TwinRequest},
};

/// What the file is called where nobody says so.
const NAME: &str = "twin";

/// Makes the file; the open database is only read.
pub async fn copy(desk: &Desk, request: TwinRequest) -> Result<Twin, CommandError> {
    let document = exchange::document(desk, request.choice, true)
        .await?
        .content();
    let file = match request.file {
        Some(file) => free(PathBuf::from(file))?,
        None => beside(&desk.host.demo_database()),
    };
    let options = ConnectOptions {
        create: true,
        ..ConnectOptions::default()
    };
    let database = connect(&Address::file(file.clone()), &options).await?;
    database.migrate().await?;
    let store = database.store().await?;
    let written = fill(document, store.as_ref(), &desk.actor()).await;
    store.close().await;
    Ok(twin(&file, &written?))
}

async fn fill(
    mut document: Document,
    store: &dyn Store,
    actor: &Actor,
) -> Result<ImportReport, CommandError> {
    let policies = lay_open(&mut document);
    let report = exchange::fill(&document, store, actor).await?;
    // What was accepted there under another policy is accepted here too: the policy comes last.
    for tenant in store.list_tenants().await? {
        let policy = policies.iter().find(|(name, _)| *name == tenant.name);
        if let Some((_, policy)) = policy {
            let now = store.now().await?;
            store
                .set_tenant_policy(tenant.id, None, policy, actor, now)
                .await?;
        }
    }
    store.mark_sandbox(true, actor).await?;
    Ok(report)
}

/// Puts simulated launchers in, takes secrets out, and gives every tenant room; answers the policies
/// they are to have in the end.
fn lay_open(document: &mut Document) -> Vec<(String, TenantPolicy)> {
    let mut policies = Vec::new();
    for tenant in &mut document.tenants {
        let policy = tenant.policy.take().unwrap_or_default();
        tenant.policy = Some(TenantPolicy {
            minimum_interval_seconds: 1,
            enabled_cap: 1_000_000,
            ..policy.clone()
        });
        policies.push((tenant.name.clone(), policy));
        for definition in &mut tenant.definitions {
            definition.launcher = Launcher::Simulated(Simulation::default());
        }
        for routine in &mut tenant.routines {
            routine.input = redaction::redacted(&routine.input);
        }
    }
    policies
}

fn free(file: PathBuf) -> Result<PathBuf, CommandError> {
    match file.exists() {
        false => Ok(file),
        true => Err(Invalid::new(
            "file",
            format!(
                "{} is there already, and a twin never overwrites a file. Name another one.",
                file.display()
            ),
        )
        .into()),
    }
}

/// `twin.db`, `twin-2.db`, … in the folder of the demo.
fn beside(demo: &Path) -> PathBuf {
    let mut number = 1_u32;
    loop {
        let name = match number {
            1 => format!("{NAME}.db"),
            _ => format!("{NAME}-{number}.db"),
        };
        let file = demo.with_file_name(name);
        if !file.exists() {
            return file;
        }
        number += 1;
    }
}

fn twin(file: &Path, report: &ImportReport) -> Twin {
    let made = |kind| {
        let made = report.items.iter();
        let made = made.filter(|item| item.kind == kind && item.verdict == ImportVerdict::Create);
        u32::try_from(made.count()).unwrap_or(u32::MAX)
    };
    let left_out = report.items.iter();
    let left_out = left_out.filter(|item| item.verdict == ImportVerdict::Refused);
    Twin {
        file: file.display().to_string(),
        tenants: made(ItemKind::Tenant),
        definitions: made(ItemKind::Definition),
        routines: made(ItemKind::Routine),
        left_out: left_out
            .map(|item| format!("{}: {}", item.name, item.sentence))
            .collect(),
    }
}
