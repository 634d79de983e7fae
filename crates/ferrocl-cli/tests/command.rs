//! The command as a user runs it: output, exit status, files.

use std::path::PathBuf;
use std::process::{Command, Output};

/// Runs `ferrocl` in the repository's root.
fn ferrocl(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ferrocl"))
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .args(arguments)
        .output()
        .expect("the command starts")
}
fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}
fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
/// A file of this test run.
fn scratch(name: &str, content: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).expect("the scratch folder can be written");
    path
}

const SAXPY: &str = "kernel void saxpy(float a, global const float *x, global float *y)
{
    int i = get_global_id(0);
    y[i] = a * x[i] + y[i];
}
";

#[test]
fn run_prints_what_a_kernel_wrote_on_both_engines() {
    let file = scratch("saxpy.cl", SAXPY);
    for engine in [&["--engine", "interp"][..], &[], &["--lanes", "1"], &["--lanes", "4", "--threads", "1"]] {
        let mut arguments = vec![
            "run",
            file.to_str().unwrap(),
            "-g",
            "1001",
            "a=2",
            "x=ramp:1001",
            "y=fill:1001:0.5",
            "--print",
            "y:3",
        ];
        arguments.extend(engine);
        let output = ferrocl(&arguments);
        assert!(output.status.success(), "{}", err(&output));
        assert_eq!(out(&output), "0.5\n2.5\n4.5\n", "{engine:?}");
    }
}

#[test]
fn run_reads_and_writes_files() {
    let file = scratch(
        "swap.cl",
        "kernel void swap(global uchar4 *p) { size_t i = get_global_id(0) + get_global_id(1) * get_global_size(0); p[i] = p[i].zyxw; }",
    );
    let bytes = scratch("pixels.bin", "");
    std::fs::write(&bytes, [1u8, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 255, 10, 11, 12, 255]).unwrap();
    let (png, npy, csv) =
        (bytes.with_extension("png"), bytes.with_extension("npy"), bytes.with_extension("csv"));
    let run = |input: &PathBuf, outs: &[&PathBuf]| {
        let input = format!("p=@{}", input.display());
        let outs: Vec<String> = outs.iter().map(|path| format!("p={}", path.display())).collect();
        let mut arguments = vec!["run", file.to_str().unwrap(), "-g", "2,2", &input];
        outs.iter().for_each(|out| arguments.extend(["--out", out]));
        let output = ferrocl(&arguments);
        assert!(output.status.success(), "{}", err(&output));
    };
    run(&bytes, &[&png, &npy, &csv]);
    assert_eq!(std::fs::read_to_string(&csv).unwrap(), "3,2,1,255\n6,5,4,255\n9,8,7,255\n12,11,10,255\n");
    // Swapped again, by way of the picture and of the array, the bytes are what they were.
    for again in [&png, &npy] {
        let back = bytes.with_extension("back");
        run(again, &[&back]);
        assert_eq!(std::fs::read(&back).unwrap(), std::fs::read(&bytes).unwrap(), "{}", again.display());
    }
}

#[test]
fn misuse_and_faults_have_their_own_exit_status() {
    let file = scratch("status.cl", SAXPY);
    let file = file.to_str().unwrap();
    let cases: &[(&[&str], i32, &str)] = &[
        (&["run", file, "-g", "8"], 2, "a=1 x=zeros:1000 y=zeros:1000"),
        (&["run", file, "-g", "8", "b=1"], 2, "no parameter `b`"),
        (&["run", file, "-g", "eight", "a=1"], 2, "not a size"),
        (&["run", file, "-g", "8", "a=1", "x=what", "y=zeros:8"], 2, "a buffer takes"),
        (&["run", file, "-g", "8", "-l", "3", "a=1", "x=zeros:8", "y=zeros:8"], 1, "not a multiple"),
        (&["run", "no-such-file.cl", "-g", "8"], 1, "cannot be read"),
        (&["explain", "CL9999"], 2, "no diagnostic code"),
        (&["explain", "sine"], 2, "is it `sin`?"),
        (&["check", file, "--build", "-cl-nonsense"], 1, "CL0001"),
        (&["nonsense"], 2, "unrecognized subcommand"),
    ];
    for (arguments, status, text) in cases {
        let output = ferrocl(arguments);
        assert_eq!(output.status.code(), Some(*status), "{arguments:?}: {}", err(&output));
        assert!(err(&output).contains(text), "{arguments:?}: {}", err(&output));
    }
}

#[test]
fn the_interpreter_names_the_fault_and_its_place() {
    let file =
        scratch("bounds.cl", "kernel void bounds(global int *o)\n{\n    o[get_global_id(0)] = 1;\n}\n");
    let output = ferrocl(&["run", file.to_str().unwrap(), "-g", "5", "o=zeros:4", "--engine", "interp"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("bounds.cl:3:"), "{}", err(&output));
    assert!(err(&output).contains("(4, 0, 0)"), "{}", err(&output));
}

#[test]
fn check_reports_in_three_formats() {
    let file =
        scratch("mixed.cl", "kernel void k(global float4 *a, global int4 *b)\n{\n    a[0] = b[0];\n}\n");
    let file = file.to_str().unwrap();
    let human = ferrocl(&["check", file]);
    assert_eq!(human.status.code(), Some(1));
    assert!(err(&human).contains("convert_float4") && err(&human).contains("as_float4"), "{}", err(&human));
    let short = out(&ferrocl(&["check", "--error-format", "short", file]));
    assert!(short.contains("mixed.cl:3:12: error[CL0405]") && short.lines().count() == 1, "{short}");
    let json: serde_json::Value =
        serde_json::from_str(&out(&ferrocl(&["check", "--error-format", "json", file]))).unwrap();
    assert_eq!((json["code"].as_str(), json["line"].as_u64()), (Some("CL0405"), Some(3)));
}

#[test]
fn eval_gives_type_value_and_bits() {
    // The seeds' examples: an operator on vectors, and a reinterpretation.
    let output = ferrocl(&["eval", "(int4)(7, -3, -2, 5) + (int4)(1, 2, 3, 4)", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(json["type"], "int4");
    assert_eq!(json["value"], serde_json::json!([8, -1, 1, 9]));
    assert_eq!(json["bits"][1], "0xffffffff");
    assert_eq!(out(&ferrocl(&["eval", "as_float(0x3f800000)"])), "float\n  1.0  0x3f800000\n");
    let nan = ferrocl(&["eval", "(float2)(NAN, -INFINITY)", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&out(&nan)).unwrap();
    assert_eq!(json["value"], serde_json::json!(["NaN", "-inf"]));
    let steps = out(&ferrocl(&["eval", "v * 2", "--decl", "float4 v = 1.5f;", "--steps"]));
    assert!(steps.contains("converted from `int` to `float` and widened to `float4`"), "{steps}");
    let wrong = ferrocl(&["eval", "f + i", "--decl", "float4 f; int4 i;", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&out(&wrong)).unwrap();
    assert_eq!((wrong.status.code(), json["diagnostics"][0]["severity"].as_str()), (Some(1), Some("error")));
}

#[test]
fn compile_shows_every_stage() {
    let file = scratch("stages.cl", SAXPY);
    for (stage, text) in [
        ("tokens", "saxpy"),
        ("ast", "saxpy"),
        ("hir", "saxpy"),
        ("ir", "saxpy"),
        ("lanes", "// varying; 1 whole vector"),
        ("llvm", "ferrocl_work_group"),
        ("asm", "ferrocl_work_group"),
    ] {
        let output = ferrocl(&["compile", file.to_str().unwrap(), "--emit", stage]);
        assert!(
            output.status.success() && out(&output).contains(text),
            "{stage}: {}{}",
            out(&output),
            err(&output)
        );
    }
    let object = ferrocl(&["compile", file.to_str().unwrap(), "--emit", "obj"]);
    assert!(object.stdout.starts_with(b"\x7fELF"), "{}", err(&object));
}

#[test]
fn compile_says_why_a_kernel_gathers() {
    let file = scratch(
        "gathers.cl",
        "kernel void picks(global const int *from, global const int *at, global int *to) {\n\
         int i = get_global_id(0);\n\
         to[i] = from[at[i]];\n\
         }\n",
    );
    let arguments = ["compile", file.to_str().unwrap(), "--emit", "lanes", "--lanes", "8"];
    let text = out(&ferrocl(&arguments));
    assert!(text.contains("kernel `picks`: 8 lanes along x"), "{text}");
    assert!(text.contains("gathers.cl:3: load v"), "{text}");
    assert!(text.contains("gathers.cl:3: to[i] = from[at[i]];"), "{text}");
    assert!(text.contains("is read from memory\n"), "{text}");
    assert!(text.contains("// varying; 1 gather of 4 bytes"), "{text}");
}

#[test]
fn wrong_numbers_are_named() {
    let file = scratch("numbers.cl", "kernel void k(global int *o) { o[get_global_id(0)] = 1; }");
    let file = file.to_str().unwrap();
    let run = |more: &[&str]| ferrocl(&[&["run", file, "o=zeros:4"], more].concat());
    for (arguments, code, text) in [
        (["-g", "-4"].as_slice(), 2, "`-4` is not a size"),
        (&["-g", "4", "--offset", "-1"], 2, "`-1` is not a size"),
        (&["-g", "4", "--lanes", "0"], 2, "a lane width of 0 is not possible"),
        (&["-g", "4", "--lanes", "3"], 2, "a lane width of 3 is not possible"),
        (&["-g", "4", "-l", "0"], 2, "a local size of 0 is not allowed"),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", err(&output));
        assert!(err(&output).contains(text), "{arguments:?}: {}", err(&output));
    }
    assert!(run(&["-g", "4", "--threads", "99999999"]).status.success());
}

#[test]
fn calls_that_double_at_each_level_stay_calls() {
    const LEVELS: i32 = 20;
    fn value(level: i32, x: i32) -> i32 {
        match level {
            0 => x.wrapping_mul(3).wrapping_add(1),
            _ => value(level - 1, x) ^ value(level - 1, x.wrapping_add(level)),
        }
    }
    let mut source = String::from("uint f0(uint x) { return x * 3 + 1; }\n");
    for level in 1..=LEVELS {
        let below = level - 1;
        source += &format!("uint f{level}(uint x) {{ return f{below}(x) ^ f{below}(x + {level}); }}\n");
    }
    source += &format!("kernel void k(global uint *o) {{ o[0] = f{LEVELS}(o[0]); }}");
    let file = scratch("doubles.cl", &source);
    let output = ferrocl(&["run", file.to_str().unwrap(), "-g", "1", "o=5", "--print", "o"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let expected = value(LEVELS, 5).cast_unsigned().to_string();
    assert_eq!(out(&output).lines().last(), Some(expected.as_str()));
}

#[test]
fn explain_and_info_answer() {
    assert!(out(&ferrocl(&["explain", "cl0405"])).contains("CL0405"));
    let text = out(&ferrocl(&["explain", "atan2"]));
    for part in ["gentype atan2(gentype y, gentype x)", "6 ULP (float)", "section \"Math Functions\""] {
        assert!(text.contains(part), "{text}");
    }
    assert!(out(&ferrocl(&["explain"])).lines().count() > 50);
    let json: serde_json::Value = serde_json::from_str(&out(&ferrocl(&["info", "--json"]))).unwrap();
    assert!(json["lanes"]["32"].as_u64().is_some_and(|lanes| lanes >= 4));
}
