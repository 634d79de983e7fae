//! Links the driver so that it stays in the process once it was loaded.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // Its threads outlive every object of the program's: a loader that unloaded the library would take their code away.
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
    }
}
