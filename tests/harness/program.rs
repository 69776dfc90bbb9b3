//! The command line's program, and how a test asks for what it has not built.

use std::{path::PathBuf, process::Command, sync::OnceLock};

/// The program as it is now: tests of another package do not build it by themselves.
pub fn routinectl() -> PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT
        .get_or_init(|| {
            let test = std::env::current_exe().expect("cargo has built this test");
            let profile = test.ancestors().nth(2).expect("cargo has built this test");
            let mut cargo = Command::new(env!("CARGO"));
            for name in of_this_package() {
                cargo.env_remove(name);
            }
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

/// What cargo tells the tests of a package about it. Build scripts that look at such variables would
/// run again, and most dependencies be compiled again, whenever somebody else builds.
pub fn of_this_package() -> impl Iterator<Item = String> {
    let told = ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_EXE_"];
    std::env::vars_os()
        .filter_map(|(name, _)| name.into_string().ok())
        .filter(move |name| told.iter().any(|begin| name.starts_with(begin)))
}
