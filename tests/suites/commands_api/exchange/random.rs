//! Tenants that nobody would write, of what people do write.

use proptest::{
    collection::vec, prelude::*, sample::select, strategy::ValueTree, test_runner::TestRunner,
};
use routine_domain::{
    HubCommand, Launcher, Misfire, Overlap, Simulation, TenantPolicy, TriggerSpec,
    exchange::{DefinitionPart, Document, RoutinePart, TenantPart},
};
use routine_tests::instant;

/// The same ones every time.
pub fn documents(count: usize) -> Vec<Document> {
    let mut runner = TestRunner::deterministic();
    (0..count)
        .map(|number| {
            let name = format!("Tenant {number}");
            tenant(name).new_tree(&mut runner).unwrap().current()
        })
        .collect()
}

/// What two exports have in common whatever their order.
pub fn sorted(mut document: Document) -> Document {
    for tenant in &mut document.tenants {
        tenant
            .definitions
            .sort_by(|one, other| one.name.cmp(&other.name));
        tenant
            .routines
            .sort_by(|one, other| one.name.cmp(&other.name));
    }
    document
}

fn tenant(name: String) -> impl Strategy<Value = Document> {
    let definitions = vec(
        (
            text(),
            launcher(),
            prop::option::of(1_u32..9),
            any::<bool>(),
        ),
        1..4,
    );
    let routines = vec(
        (
            text(),
            text(),
            any::<prop::sample::Index>(),
            input(),
            trigger(),
            rules(),
            any::<bool>(),
        ),
        0..6,
    );
    (definitions, routines, 1_u32..900).prop_map(move |(definitions, routines, grace)| {
        let definitions: Vec<_> = definitions
            .into_iter()
            .enumerate()
            .map(
                |(number, (name, launcher, concurrency_cap, disabled))| DefinitionPart {
                    name: format!("{name}{number}").trim().to_owned(),
                    origin: None,
                    launcher,
                    concurrency_cap,
                    disabled,
                },
            )
            .collect();
        let routines = routines.into_iter().enumerate();
        let routines = routines.map(|(number, part)| {
            let (name, instruction, definition, input, trigger, (misfire, overlap), enabled) = part;
            RoutinePart {
                name: format!("{name}{number}").trim().to_owned(),
                origin: None,
                instruction,
                definition: definition.get(&definitions).name.clone(),
                input,
                owner: Some("ines: the \"owner\"".to_owned()),
                trigger,
                misfire,
                overlap,
                destination: None,
                enabled,
                preset: None,
            }
        });
        Document::new(vec![TenantPart {
            name: name.clone(),
            origin: None,
            policy: Some(TenantPolicy {
                grace_seconds: grace,
                ..TenantPolicy::local_demo()
            }),
            routines: routines.collect(),
            definitions,
        }])
    })
}

/// Words that other notations give a meaning, signs, lines, and letters of all kinds.
fn text() -> impl Strategy<Value = String> {
    let odd = select(vec![
        "no",
        "null",
        "~",
        "1e3",
        "0x1F",
        "- a",
        "a: b",
        "# c",
        "'",
        "\"q\" \\ \\n",
        "{x}",
        "[y]",
        "%",
        "*a",
        "&b",
        "!t",
        "|",
        ">",
        "@",
        "`",
        "2026-01-05",
        "12:30:45",
        "émigré",
        "日本",
        "a\tb",
        "line\nline",
        "line\n\n  indented\nend",
        "true",
        "\u{7f}x",
        "y\u{85}\u{2028}z",
    ]);
    prop_oneof![
        odd.prop_map(str::to_owned),
        "[a-zA-Z0-9:,#'\"{}\\[\\]&*!|>%@`?-][ -~]{0,30}[a-z]".prop_map(|text| text),
    ]
}

fn input() -> impl Strategy<Value = String> {
    select(vec![
        "{}",
        "null",
        "7",
        r#"{"id": 9007199254740993, "rate": 4.50}"#,
        "[1,\n  2]",
        r#""text with \"quotes\" and \u00e9""#,
        r#"{"a":{"b":[true,null,"- x"]}}"#,
    ])
    .prop_map(str::to_owned)
}

fn trigger() -> impl Strategy<Value = TriggerSpec> {
    prop_oneof![
        select(vec!["0 9 * * *", "*/15 8-18 * * 1-5", "30 0 3 1 * *"]).prop_map(|expression| {
            TriggerSpec::Cron {
                expression: expression.to_owned(),
                zone: "Europe/Vienna".to_owned(),
            }
        }),
        (1_u32..9_000, 0_i64..100_000).prop_map(|(every_seconds, at)| TriggerSpec::Interval {
            every_seconds,
            anchor: instant(at),
        }),
        (0_i64..100_000).prop_map(|at| TriggerSpec::Once { at: instant(at) }),
        Just(TriggerSpec::Manual),
    ]
}

fn rules() -> impl Strategy<Value = (Misfire, Overlap)> {
    (select(Misfire::ALL.to_vec()), select(Overlap::ALL.to_vec()))
}

fn launcher() -> impl Strategy<Value = Launcher> {
    prop_oneof![
        (
            prop::option::of(Just("HUB_TOKEN".to_owned())),
            any::<bool>()
        )
            .prop_map(|(secret_name, with_command)| Launcher::Http {
                url: "https://hub.example:8443/internal/run?a=b".to_owned(),
                secret_name,
                command: with_command.then(|| HubCommand {
                    program: "/bin/true".to_owned(),
                    args: vec!["--x".to_owned(), "no".to_owned()],
                    time_limit_seconds: 60,
                    repeatable: true,
                }),
            }),
        (vec(text(), 0..3), 1_u32..900).prop_map(|(args, time_limit_seconds)| {
            Launcher::Command {
                program: "/usr/bin/env".to_owned(),
                args,
                time_limit_seconds,
                repeatable: false,
            }
        }),
        (0_u32..5, 0_u32..5, 0_u32..9_000).prop_map(|(fails, refuses, duration_ms)| {
            Launcher::Simulated(Simulation {
                succeeds: 1,
                fails,
                refuses,
                duration_ms,
            })
        }),
    ]
}
