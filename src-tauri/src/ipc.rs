//! The one list of commands and events. Each command is a one-line wrapper: what it does stands in
//! `routine-commands`, which knows nothing of Tauri.

mod connection;
mod definitions;
mod evidence;
mod routines;
mod runs;
mod schedule;
mod scheduler;
mod tenants;

use tauri_specta::{Builder, collect_commands, collect_events};

use crate::events::DeskChanged;

pub fn builder() -> Builder<tauri::Wry> {
    Builder::new()
        .commands(collect_commands![
            connection::get_app_status,
            connection::open_demo,
            connection::test_connection,
            connection::open_connection,
            connection::open_remembered,
            connection::migrate_connection,
            connection::close_connection,
            tenants::list_tenants,
            tenants::create_tenant,
            definitions::list_definitions,
            definitions::create_definition,
            evidence::get_evidence,
            evidence::explain_fire,
            routines::list_routines,
            routines::get_routine,
            routines::create_routine,
            routines::update_routine,
            routines::pause_routine,
            routines::resume_routine,
            routines::run_routine,
            routines::revive_routine,
            routines::delete_routine,
            routines::restore_routine,
            schedule::preview_trigger,
            schedule::diff_trigger,
            schedule::list_zones,
            runs::list_runs,
            runs::get_run,
            scheduler::get_scheduler,
            scheduler::start_scheduler,
            scheduler::stop_scheduler,
            scheduler::sweep_once,
        ])
        .events(collect_events![DeskChanged])
        .disable_serde_phases()
}
