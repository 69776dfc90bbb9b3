//! Texts to read as an expression: the lines of the case files, whole and damaged, and noise.

use std::sync::LazyLock;

use proptest::{prelude::*, sample::select};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    expr: String,
}

/// Every expression of the cases, accepted and refused.
static CORPUS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let read = |text| serde_json::from_str::<Vec<Case>>(text).expect("the cases are readable");
    let cron = read(include_str!("../../../../../tests/data/cron-cases.json"));
    let floor = read(include_str!("../../../../../tests/data/floor-cases.json"));
    cron.into_iter()
        .chain(floor)
        .map(|case| case.expr)
        .collect()
});

/// What expressions are made of, and what people put there by mistake.
const PIECES: [&str; 32] = [
    "*",
    "/",
    "-",
    ",",
    " ",
    "\t",
    "0",
    "1",
    "7",
    "23",
    "29",
    "31",
    "59",
    "60",
    "00",
    "*/",
    "0-59",
    "4294967296",
    "SUN",
    "fri-sun",
    "JAN",
    "?",
    "L",
    "#",
    "W",
    "@daily",
    "@",
    "\n",
    "\u{2217}",
    "é",
    "\0",
    "CRON_TZ=UTC",
];

pub fn any() -> impl Strategy<Value = String> {
    let corpus = || select(CORPUS.as_slice());
    prop_oneof![
        6 => (corpus(), proptest::collection::vec(edit(), 0..5))
            .prop_map(|(text, edits)| edits.iter().fold(text, |text, edit| edit.apply(&text))),
        // The fields of one with those of another.
        3 => (corpus(), corpus(), 0usize..6).prop_map(|(head, tail, at)| {
            let fields = head.split(' ').take(at).chain(tail.split(' ').skip(at));
            fields.collect::<Vec<_>>().join(" ")
        }),
        2 => proptest::collection::vec(field(), 5..7).prop_map(|fields| fields.join(" ")),
        1 => proptest::collection::vec(select(&PIECES[..]), 0..90).prop_map(|pieces| pieces.concat()),
        1 => proptest::arbitrary::any::<String>(),
    ]
}

/// A field with a good chance to be accepted.
fn field() -> impl Strategy<Value = String> {
    let item = prop_oneof![
        Just("*".to_owned()),
        (1u32..8).prop_map(|value| value.to_string()),
        (0u32..60).prop_map(|value| value.to_string()),
        (0u32..8, 1u32..60).prop_map(|(low, more)| format!("{low}-{}", low + more)),
        (1u32..60).prop_map(|step| format!("*/{step}")),
        (0u32..8, 1u32..13).prop_map(|(low, step)| format!("{low}/{step}")),
    ];
    proptest::collection::vec(item, 1..3).prop_map(|items| items.join(","))
}

#[derive(Debug, Clone)]
struct Edit {
    at: prop::sample::Index,
    removed: usize,
    piece: &'static str,
}

fn edit() -> impl Strategy<Value = Edit> {
    let piece = prop_oneof![Just(""), select(&PIECES[..])];
    (
        proptest::arbitrary::any::<prop::sample::Index>(),
        0usize..4,
        piece,
    )
        .prop_map(|(at, removed, piece)| Edit { at, removed, piece })
}

impl Edit {
    /// Puts the piece in the place of some characters.
    fn apply(&self, text: &str) -> String {
        let characters: Vec<char> = text.chars().collect();
        let start = self.at.index(characters.len() + 1);
        let end = (start + self.removed).min(characters.len());
        let (head, tail) = (&characters[..start], &characters[end..]);
        head.iter()
            .copied()
            .chain(self.piece.chars())
            .chain(tail.iter().copied())
            .collect()
    }
}
