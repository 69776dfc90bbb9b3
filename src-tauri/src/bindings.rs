//! The generated client of the screens is committed; this test says when it is out of date.

use specta_typescript::Typescript;

const COMMITTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../ui/src/bindings.ts");

/// `UPDATE=1 cargo test -p routine-desk bindings` writes the file instead of comparing.
#[test]
fn bindings_are_up_to_date() {
    let fresh = tempfile::NamedTempFile::with_suffix(".ts").unwrap();
    crate::ipc::builder()
        .export(
            Typescript::default()
                .header("/* Generated from the Rust commands: `make bindings` renews it. */\n"),
            fresh.path(),
        )
        .unwrap();
    let fresh = std::fs::read_to_string(fresh.path()).unwrap();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(COMMITTED, &fresh).unwrap();
    }
    let committed = std::fs::read_to_string(COMMITTED).unwrap();
    assert_eq!(
        committed, fresh,
        "run `make bindings` and commit the result"
    );
}
