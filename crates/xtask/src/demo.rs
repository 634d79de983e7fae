//! `cargo xtask demo`: set-up, then the main job. A kernel is compiled to vector code and filters a picture.

use anyhow::Result;

use crate::{setup, shell};

/// Runs the demo.
pub fn run() -> Result<()> {
    setup::run()?;
    println!("Building FerroCL (the first time takes a few minutes).");
    shell::run(shell::cargo().args(["build", "--release", "--package", "ferrocl-cli"]))?;
    let root = shell::root();
    let ferrocl = root.join("target/release/ferrocl");
    let output = root.join("target/demo");
    std::fs::create_dir_all(&output)?;
    let photo = output.join("photo.png");
    let filtered = output.join("filtered.png");
    let ferrocl = |arguments: &[&str]| {
        shell::run(std::process::Command::new(&ferrocl).current_dir(&root).args(arguments))
    };
    let (width, height) = (1920, 1080);
    let size = format!("{width},{height}");
    let pixels = width * height;

    println!("\n1. examples/scene.cl renders a picture of {width} x {height}.");
    ferrocl(&[
        "run",
        "examples/scene.cl",
        "-k",
        "scene",
        "-g",
        &size,
        "--time",
        "1",
        &format!("picture=zeros:{pixels}"),
        &format!("width={width}"),
        &format!("height={height}"),
        "--out",
        &format!("picture={}", photo.display()),
    ])?;
    println!("\n2. examples/bilateral.cl smooths it and keeps its edges: with vectors, and with one lane.");
    let filter = |lanes: &[&str], out: &std::path::Path| {
        let input = format!("input=@{}", photo.display());
        let result = format!("output=zeros:{pixels}");
        let (w, h) = (format!("width={width}"), format!("height={height}"));
        let out = format!("output={}", out.display());
        let mut arguments =
            vec!["run", "examples/bilateral.cl", "-k", "bilateral", "-g", &size, "--time", "5"];
        arguments.extend(lanes);
        arguments.extend([
            input.as_str(),
            &result,
            &w,
            &h,
            "radius=4",
            "sigma_space=3",
            "sigma_colour=0.12",
            "--out",
            &out,
        ]);
        ferrocl(&arguments)
    };
    filter(&[], &filtered)?;
    filter(&["--lanes", "1"], &output.join("filtered-one-lane.png"))?;
    println!("\nThe picture before: {}", photo.display());
    println!("The picture after:  {}", filtered.display());
    Ok(())
}
