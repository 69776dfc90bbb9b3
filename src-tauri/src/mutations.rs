//! Every command either carries a confirmation and is a mutation, or is named here as one that changes
//! no database. What a mutation is refused for is tested by its name, on both databases, in
//! `tests/suites/commands_api/protection.rs`.

use std::{collections::BTreeMap, fs};

use routine_domain::Mutation;
use specta_typescript::Typescript;

/// Commands that leave every database as it is. Before a name is added here: does it write? Then it
/// is a [`Mutation`], takes a confirmation, and goes through `Desk::permit`.
const CHANGES_NOTHING: &[&str] = &[
    // This desktop's own.
    "get_app_status",
    "open_demo",
    "list_profiles",
    "save_profile",
    "duplicate_profile",
    "remove_profile",
    "export_profiles",
    "import_profiles",
    "test_profile",
    "test_details",
    "open_profile",
    "lower_protection",
    "create_sandbox",
    "take_link",
    "set_menu",
    // A file of its own.
    "export_to_file",
    "make_twin",
    "save_bundle",
    "read_bundle",
    "close_connection",
    "get_settings",
    "save_settings",
    // An end is never held back.
    "stop_bulk",
    "stop_simulate",
    "stop_scheduler",
    // Reads.
    "compare_run",
    "count_matching_routines",
    "diff_trigger",
    "draft_revive_plan",
    "explain_fire",
    "get_bulk_consequence",
    "get_bulk_progress",
    "get_consequence",
    "get_error",
    "get_evidence",
    "get_migration",
    "get_retention",
    "get_revive_plan",
    "get_routine",
    "get_routine_changes",
    "get_routine_fires",
    "get_routine_health",
    "get_run",
    "get_sandbox",
    "get_simulate_progress",
    "get_scheduler",
    "get_timeline",
    "get_today",
    "list_definitions",
    "list_endpoints_down",
    "list_failures",
    "list_journal",
    "list_owners",
    "list_revive_plans",
    "list_routines",
    "list_runs",
    "list_tenants",
    "list_zones",
    "preview_import",
    "preview_tenant_policy",
    "preview_trigger",
    "simulate",
];

/// Given on the command line only.
const COMMAND_LINE: &[Mutation] = &[
    Mutation::FinishRun,
    Mutation::CapDefinition,
    Mutation::ImportCrontab,
];

#[test]
fn every_command_says_whether_it_changes_a_database() {
    let commands = commands();
    assert!(commands.len() > 60, "the list was not read");
    let mut findings = Vec::new();
    for (name, takes_confirmation) in &commands {
        let is_mutation = name.parse::<Mutation>().is_ok();
        let is_none = CHANGES_NOTHING.contains(&name.as_str());
        if is_mutation == is_none {
            findings.push(format!("{name} is to be a Mutation, or named as none"));
        }
        if is_mutation != *takes_confirmation {
            findings.push(format!("{name}: exactly mutations take a confirmation"));
        }
    }
    let missing = Mutation::ALL.iter().filter(|mutation| {
        !COMMAND_LINE.contains(mutation) && !commands.contains_key(mutation.as_str())
    });
    findings.extend(missing.map(|mutation| format!("there is no command {mutation}")));
    let gone = CHANGES_NOTHING
        .iter()
        .filter(|name| !commands.contains_key(**name));
    findings.extend(gone.map(|name| format!("there is no command {name}")));
    assert!(findings.is_empty(), "{findings:#?}");
}

/// Each command of the one list, as the generated client gives it, and whether it is given a
/// confirmation.
fn commands() -> BTreeMap<String, bool> {
    let file = tempfile::NamedTempFile::with_suffix(".ts").unwrap();
    crate::ipc::builder()
        .export(Typescript::default(), file.path())
        .unwrap();
    let client = fs::read_to_string(file.path()).unwrap();
    let calls = client.lines().filter_map(|line| {
        let (_, call) = line.split_once("__TAURI_INVOKE(\"")?;
        let name = call.split('"').next()?;
        Some((name.to_owned(), line.contains("confirmation")))
    });
    calls.collect()
}
