//! `docs/state-machine.md` and both schemas say the same as the domain's one table of legal moves.

use routine_domain::RunStatus;

const PAGE: &str = include_str!("../../docs/state-machine.md");
const SCHEMAS: [&str; 2] = [
    include_str!("../../migrations/sqlite/0001_first_schema.sql"),
    include_str!("../../migrations/postgres/0001_first_schema.sql"),
];

#[test]
fn the_state_machine_page_says_the_same() {
    for from in RunStatus::ALL {
        let next: Vec<_> = RunStatus::ALL
            .iter()
            .filter(|next| from.may_become(**next))
            .map(|next| next.as_str())
            .collect();
        let moves = match next.as_slice() {
            [] => "nothing".to_owned(),
            next => next.join(", "),
        };
        let line = format!("| {from} | {moves} |");
        assert!(PAGE.contains(&line), "docs/state-machine.md lacks: {line}");
    }
}

#[test]
fn both_schemas_allow_exactly_these_statuses() {
    let words: Vec<_> = RunStatus::ALL
        .iter()
        .map(|status| format!("'{status}'"))
        .collect();
    for schema in SCHEMAS {
        let check = schema
            .split("status TEXT NOT NULL CHECK (status IN (")
            .nth(1)
            .and_then(|rest| rest.split(')').next())
            .expect("runs.status has its CHECK");
        let stored: Vec<_> = check.split(',').map(str::trim).collect();
        assert_eq!(stored, words);
    }
}
