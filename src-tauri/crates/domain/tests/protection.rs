//! The confirmation table of the interface's specification, row by row, and what each cell demands.
#![allow(clippy::unwrap_used, reason = "a test stops with what went wrong")]

use routine_domain::protection::{
    Asks, ChangeKind, Confirmation, FEW, Guard, Mutation, Protection, Reach, Withheld, asks,
};

/// Read-only, confirm changes, full control.
const TABLE: [(ChangeKind, [Asks; 3]); 7] = [
    (ChangeKind::One, [Asks::Never, Asks::Dialog, Asks::Nothing]),
    (ChangeKind::Edit, [Asks::Never, Asks::Dialog, Asks::Nothing]),
    (
        ChangeKind::Delete,
        [Asks::Never, Asks::Dialog, Asks::Nothing],
    ),
    (
        ChangeKind::BulkFew,
        [Asks::Never, Asks::Dialog, Asks::Dialog],
    ),
    (
        ChangeKind::BulkMany,
        [Asks::Never, Asks::TypedName, Asks::Dialog],
    ),
    (
        ChangeKind::SetUp,
        [Asks::Never, Asks::TypedName, Asks::Dialog],
    ),
    (
        ChangeKind::Rehearse,
        [Asks::Never, Asks::Sandbox, Asks::Sandbox],
    ),
];

#[test]
fn the_table_is_the_specification() {
    let kinds: Vec<_> = TABLE.iter().map(|(kind, _)| *kind).collect();
    assert_eq!(kinds, ChangeKind::ALL);
    for (kind, cells) in TABLE {
        let row: Vec<_> = Protection::ALL
            .iter()
            .map(|level| asks(kind, *level))
            .collect();
        assert_eq!(row, cells, "{kind}");
    }
}

#[test]
fn every_action_stands_in_its_row() {
    use Mutation::*;
    let row = |mutation: Mutation| mutation.kind(Reach::One);
    for one in [
        PauseRoutine,
        ResumeRoutine,
        RunRoutine,
        TryRoutineNow,
        ReviveRoutine,
    ] {
        assert_eq!(row(one), ChangeKind::One);
    }
    assert_eq!(row(UpdateRoutine), ChangeKind::Edit);
    assert_eq!(row(DeleteRoutine), ChangeKind::Delete);
    for set_up in [MigrateConnection, MigrateProfile, StartScheduler] {
        assert_eq!(row(set_up), ChangeKind::SetUp);
    }
    for rehearsed in [MoveClock, SetFaults] {
        assert_eq!(row(rehearsed), ChangeKind::Rehearse);
    }
    for bulk in [RunBulk, ApplyImport, StartRevivePlan] {
        assert_eq!(bulk.kind(Reach::Several(1)), ChangeKind::One);
        assert_eq!(bulk.kind(Reach::Several(FEW)), ChangeKind::BulkFew);
        assert_eq!(bulk.kind(Reach::Several(FEW + 1)), ChangeKind::BulkMany);
        assert_eq!(bulk.kind(Reach::AllMatching), ChangeKind::BulkMany);
    }
}

fn guard(protection: Protection) -> Guard<'static> {
    Guard {
        name: "Staging EU",
        protection,
        sandbox: false,
    }
}

fn typed(name: &str) -> Option<Confirmation> {
    Some(Confirmation {
        typed_name: Some(name.to_owned()),
    })
}

#[test]
fn nothing_passes_on_a_read_only_connection() {
    for kind in ChangeKind::ALL {
        let refused = guard(Protection::ReadOnly).permit(*kind, typed("Staging EU").as_ref());
        assert!(refused.is_err(), "{kind}");
    }
}

#[test]
fn a_dialog_is_enough_where_no_name_is_asked_for() {
    let confirm = guard(Protection::Confirm);
    let seen = Confirmation::default();
    let refused = confirm.permit(ChangeKind::One, None).unwrap_err();
    assert!(matches!(refused, Withheld::Unconfirmed { .. }));
    assert_eq!(confirm.permit(ChangeKind::One, Some(&seen)), Ok(()));

    let refused = confirm.permit(ChangeKind::SetUp, Some(&seen)).unwrap_err();
    assert!(matches!(refused, Withheld::Untyped { .. }));
    let refused = confirm
        .permit(ChangeKind::SetUp, typed("Staging").as_ref())
        .unwrap_err();
    assert!(refused.to_string().contains("\"Staging\""), "{refused}");
    let named = typed(" Staging EU ");
    assert_eq!(confirm.permit(ChangeKind::SetUp, named.as_ref()), Ok(()));
}

#[test]
fn full_control_still_shows_what_reaches_many() {
    let full = guard(Protection::Full);
    assert_eq!(full.permit(ChangeKind::Delete, None), Ok(()));
    assert!(full.permit(ChangeKind::BulkMany, None).is_err());
    let seen = Confirmation::default();
    assert_eq!(full.permit(ChangeKind::BulkMany, Some(&seen)), Ok(()));
}

#[test]
fn only_a_sandbox_rehearses() {
    let sandbox = |level| Guard {
        sandbox: true,
        ..guard(level)
    };
    for level in [Protection::Confirm, Protection::Full] {
        let refused = guard(level).permit(ChangeKind::Rehearse, typed("Staging EU").as_ref());
        assert!(matches!(refused, Err(Withheld::NotASandbox { .. })));
        assert_eq!(sandbox(level).permit(ChangeKind::Rehearse, None), Ok(()));
    }
    let refused = sandbox(Protection::ReadOnly).permit(ChangeKind::Rehearse, None);
    assert!(matches!(refused, Err(Withheld::ReadOnly { .. })));
}
