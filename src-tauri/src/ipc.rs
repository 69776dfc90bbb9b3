//! The one list of commands and events. Each command is a one-line wrapper: what it does stands in
//! `routine-commands`, which knows nothing of Tauri.

mod bulk;
mod bundle;
mod connection;
mod definitions;
mod evidence;
mod exchange;
mod failures;
mod journal;
mod revive_plans;
mod routines;
mod runs;
mod sandbox;
mod schedule;
mod scheduler;
mod settings;
mod shell;
mod simulate;
mod tenants;
mod today;

use tauri_specta::{Builder, collect_commands, collect_events};

use crate::events::{CommandChosen, DeskChanged, LinkOpened};

pub fn builder() -> Builder<tauri::Wry> {
    Builder::new()
        .commands(collect_commands![
            connection::get_app_status,
            connection::open_demo,
            connection::list_profiles,
            connection::save_profile,
            connection::duplicate_profile,
            connection::remove_profile,
            connection::export_profiles,
            connection::import_profiles,
            connection::test_profile,
            connection::test_details,
            connection::open_profile,
            connection::lower_protection,
            connection::get_migration,
            connection::migrate_connection,
            connection::migrate_profile,
            connection::close_connection,
            tenants::list_tenants,
            tenants::create_tenant,
            tenants::get_retention,
            tenants::preview_tenant_policy,
            tenants::set_tenant_policy,
            definitions::list_definitions,
            definitions::create_definition,
            definitions::disable_definition,
            definitions::test_definition,
            definitions::update_definition,
            evidence::get_evidence,
            evidence::explain_fire,
            journal::list_journal,
            exchange::export_to_file,
            exchange::preview_import,
            exchange::apply_import,
            exchange::make_twin,
            bundle::save_bundle,
            bundle::read_bundle,
            bulk::get_bulk_progress,
            bulk::run_bulk,
            bulk::stop_bulk,
            routines::count_matching_routines,
            routines::list_owners,
            failures::list_failures,
            failures::get_error,
            failures::mute_error,
            revive_plans::draft_revive_plan,
            revive_plans::start_revive_plan,
            revive_plans::get_revive_plan,
            revive_plans::list_revive_plans,
            revive_plans::stop_revive_plan,
            revive_plans::undo_revive_plan,
            routines::list_routines,
            routines::get_routine,
            routines::get_routine_changes,
            routines::get_routine_fires,
            routines::get_routine_health,
            routines::create_routine,
            routines::update_routine,
            routines::pause_routine,
            routines::resume_routine,
            routines::run_routine,
            routines::revive_routine,
            routines::delete_routine,
            routines::restore_routine,
            routines::try_routine_now,
            routines::stop_retrying_routine,
            routines::bring_back_routine_at_once,
            routines::get_bulk_consequence,
            routines::get_consequence,
            schedule::preview_trigger,
            schedule::diff_trigger,
            schedule::list_zones,
            runs::list_runs,
            runs::get_run,
            runs::compare_run,
            runs::cancel_run,
            runs::replay_run,
            scheduler::get_scheduler,
            scheduler::list_endpoints_down,
            scheduler::start_scheduler,
            scheduler::stop_scheduler,
            scheduler::sweep_once,
            sandbox::get_sandbox,
            sandbox::move_clock,
            sandbox::set_faults,
            sandbox::create_sandbox,
            shell::take_link,
            shell::set_menu,
            settings::get_settings,
            settings::save_settings,
            simulate::simulate,
            simulate::get_simulate_progress,
            simulate::stop_simulate,
            today::get_today,
            today::get_timeline,
        ])
        .events(collect_events![CommandChosen, DeskChanged, LinkOpened])
        .disable_serde_phases()
}
