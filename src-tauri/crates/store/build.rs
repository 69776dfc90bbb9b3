//! A new migration is compiled in without touching a Rust file.

fn main() {
    println!("cargo:rerun-if-changed=../../../migrations");
}
