//! How far a connection may be changed, and what a person must have confirmed before: one table, which
//! every command and every screen follows.

use serde::{Deserialize, Serialize};

use crate::words::words;

words! {
    /// How far a connection may change things, the least first.
    Protection, "protection" {
        ReadOnly = "read_only",
        /// Each change is confirmed.
        Confirm = "confirm",
        Full = "full",
    }
}

words! {
    /// A row of the table: what kind of change it is.
    ChangeKind, "change" {
        /// Pause, resume, run now, try now, revive and the like, of one thing.
        One = "one",
        /// Saving what was written in a form.
        Edit = "edit",
        Delete = "delete",
        /// At most [`FEW`] at once.
        BulkFew = "bulk_few",
        /// More than that, or all that match.
        BulkMany = "bulk_many",
        /// The schema, and a scheduler inside this program.
        SetUp = "set_up",
        /// The virtual clock and faults on purpose.
        Rehearse = "rehearse",
    }
}

words! {
    /// A cell of the table: what must have happened before.
    Asks, "asks" {
        /// It is done at once, and can be undone.
        Nothing = "nothing",
        /// A dialog with the consequence.
        Dialog = "dialog",
        /// A dialog in which the name of the connection was typed.
        TypedName = "typed_name",
        /// Only on a database that is marked as a sandbox.
        Sandbox = "sandbox",
        /// It is not done at all.
        Never = "never",
    }
}

/// So many at once are looked at one by one in a dialog.
pub const FEW: usize = 5;

/// The table.
pub fn asks(kind: ChangeKind, protection: Protection) -> Asks {
    use Protection::*;
    match (kind, protection) {
        (_, ReadOnly) => Asks::Never,
        (ChangeKind::Rehearse, Confirm | Full) => Asks::Sandbox,
        (ChangeKind::One | ChangeKind::Edit | ChangeKind::Delete, Confirm) => Asks::Dialog,
        (ChangeKind::One | ChangeKind::Edit | ChangeKind::Delete, Full) => Asks::Nothing,
        (ChangeKind::BulkFew, Confirm | Full) => Asks::Dialog,
        (ChangeKind::BulkMany | ChangeKind::SetUp, Confirm) => Asks::TypedName,
        (ChangeKind::BulkMany | ChangeKind::SetUp, Full) => Asks::Dialog,
    }
}

words! {
    /// Everything that changes a database, by the name of its command.
    Mutation, "mutation" {
        MigrateConnection = "migrate_connection",
        MigrateProfile = "migrate_profile",
        CreateTenant = "create_tenant",
        SetTenantPolicy = "set_tenant_policy",
        CreateDefinition = "create_definition",
        UpdateDefinition = "update_definition",
        DisableDefinition = "disable_definition",
        TestDefinition = "test_definition",
        RunBulk = "run_bulk",
        ApplyImport = "apply_import",
        MuteError = "mute_error",
        StartRevivePlan = "start_revive_plan",
        StopRevivePlan = "stop_revive_plan",
        UndoRevivePlan = "undo_revive_plan",
        CreateRoutine = "create_routine",
        UpdateRoutine = "update_routine",
        PauseRoutine = "pause_routine",
        ResumeRoutine = "resume_routine",
        RunRoutine = "run_routine",
        ReviveRoutine = "revive_routine",
        DeleteRoutine = "delete_routine",
        RestoreRoutine = "restore_routine",
        TryRoutineNow = "try_routine_now",
        StopRetryingRoutine = "stop_retrying_routine",
        BringBackRoutineAtOnce = "bring_back_routine_at_once",
        CancelRun = "cancel_run",
        ReplayRun = "replay_run",
        StartScheduler = "start_scheduler",
        SweepOnce = "sweep_once",
        MoveClock = "move_clock",
        SetFaults = "set_faults",
        FinishRun = "finish_run",
        CapDefinition = "cap_definition",
        ImportCrontab = "import_crontab",
    }
}

/// How many things a mutation reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    One,
    Several(usize),
    /// Whatever matches a filter.
    AllMatching,
}

impl Mutation {
    pub fn kind(self, reach: Reach) -> ChangeKind {
        use Mutation::*;
        match self {
            MigrateConnection | MigrateProfile | StartScheduler => ChangeKind::SetUp,
            MoveClock | SetFaults => ChangeKind::Rehearse,
            CreateTenant | SetTenantPolicy | CreateDefinition | UpdateDefinition
            | DisableDefinition | CapDefinition | CreateRoutine | UpdateRoutine => ChangeKind::Edit,
            DeleteRoutine => ChangeKind::Delete,
            RunBulk | ApplyImport | StartRevivePlan | ImportCrontab => match reach {
                Reach::One | Reach::Several(0 | 1) => ChangeKind::One,
                Reach::Several(count) if count <= FEW => ChangeKind::BulkFew,
                Reach::Several(_) | Reach::AllMatching => ChangeKind::BulkMany,
            },
            TestDefinition
            | MuteError
            | StopRevivePlan
            | UndoRevivePlan
            | PauseRoutine
            | ResumeRoutine
            | RunRoutine
            | ReviveRoutine
            | RestoreRoutine
            | TryRoutineNow
            | StopRetryingRoutine
            | BringBackRoutineAtOnce
            | CancelRun
            | ReplayRun
            | FinishRun
            | SweepOnce => ChangeKind::One,
        }
    }
}

/// That a person saw the consequence in a dialog and said yes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Confirmation {
    /// The name of the connection as it was typed there, where it was asked for.
    pub typed_name: Option<String>,
}

/// What a change is judged by.
#[derive(Debug, Clone, Copy)]
pub struct Guard<'a> {
    /// The name of the connection.
    pub name: &'a str,
    pub protection: Protection,
    /// Its database is marked so.
    pub sandbox: bool,
}

/// Why a change is not made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Withheld {
    #[error(
        "{name} is read-only, so nothing was changed. Its protection level can be raised in Connections, where its schema and your rights allow it."
    )]
    ReadOnly { name: String },
    #[error("{name} asks before each change, and this one was not confirmed. Nothing was changed.")]
    Unconfirmed { name: String },
    #[error("{name} wants its name typed before this change. Nothing was changed.")]
    Untyped { name: String },
    #[error(
        "\"{typed}\" is not the name of this connection, so nothing was changed. Type {name} to confirm."
    )]
    Mistyped { name: String, typed: String },
    #[error(
        "{name} is no sandbox: its time is real, and so is what it launches. Make a sandbox to move its clock or to let it fail."
    )]
    NotASandbox { name: String },
}

impl Guard<'_> {
    /// The one decision: whether a change of this kind may be made, with what was confirmed.
    pub fn permit(
        &self,
        kind: ChangeKind,
        confirmed: Option<&Confirmation>,
    ) -> Result<(), Withheld> {
        let name = self.name.to_owned();
        match asks(kind, self.protection) {
            Asks::Nothing => Ok(()),
            Asks::Dialog if confirmed.is_some() => Ok(()),
            Asks::Dialog => Err(Withheld::Unconfirmed { name }),
            Asks::TypedName => {
                let typed = confirmed.and_then(|given| given.typed_name.as_deref());
                match typed.map(str::trim) {
                    Some(typed) if typed == self.name.trim() => Ok(()),
                    Some(typed) => Err(Withheld::Mistyped {
                        name,
                        typed: typed.chars().take(120).collect(),
                    }),
                    None => Err(Withheld::Untyped { name }),
                }
            }
            Asks::Sandbox if self.sandbox => Ok(()),
            Asks::Sandbox => Err(Withheld::NotASandbox { name }),
            Asks::Never => Err(Withheld::ReadOnly { name }),
        }
    }
}
