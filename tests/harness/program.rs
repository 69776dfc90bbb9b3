//! The command line's program.

use std::{path::PathBuf, process::Command, sync::OnceLock};

/// The program as it is now: tests of another package do not build it by themselves.
pub fn routinectl() -> PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT
        .get_or_init(|| {
            let test = std::env::current_exe().expect("cargo has built this test");
            let profile = test.ancestors().nth(2).expect("cargo has built this test");
            let mut cargo = Command::new(env!("CARGO"));
            cargo
                // Another selection than all tests have would build the dependencies anew.
                .args(["build", "--quiet", "--workspace", "--bin", "routinectl"])
                .arg("--target-dir")
                .arg(profile.parent().expect("cargo has built this test"))
                .current_dir(env!("CARGO_MANIFEST_DIR"));
            if profile.ends_with("release") {
                cargo.arg("--release");
            }
            assert!(cargo.status().expect("cargo has built this test").success());
            profile.join("routinectl")
        })
        .clone()
}
