fn main() {
    // The built screens are embedded; a fresh build of them must reach the program.
    println!("cargo:rerun-if-changed=../ui/dist");
    tauri_build::build();
}
