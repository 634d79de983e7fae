//! Source texts in every form that a host program may hand over: with any line ends, without a last one, with what editors and
//! C strings leave at both ends, with nothing in them. All of them build, and their kernels run (C99 5.1.1.2).

use ferrocl_runtime::codegen::Target;
use ferrocl_tests::engines::{Engine, Runner, build};

/// What the kernel `t` of a text writes, an int on every engine.
#[track_caller]
fn gives(source: &str, expected: i32) {
    let runner = Runner::new("source.cl", source, "");
    for engine in Engine::all() {
        let out = runner.run(engine, "t", &[], 4, 1);
        let value = i32::from_le_bytes(out.try_into().unwrap());
        assert_eq!(value, expected, "{engine}: {:?}", &source[..source.len().min(200)]);
    }
}

/// Lines of a program whose result depends on where its lines end.
const LINES: [&str; 8] = [
    "/* a comment",
    "   of two lines */ // and one of one",
    "#define SUM(a, \\",
    "            b) ((a) + (b))",
    "#pragma OPENCL FP_CONTRACT ON",
    "kernel void t(global int *out) {",
    "    *out = SUM(10, 20) + __LINE__;",
    "}",
];

#[test]
fn line_ends() {
    for end in ["\n", "\r\n", "\r"] {
        // The sum stands on line 7.
        gives(&LINES.join(end), 37);
        gives(&(LINES.join(end) + end), 37);
        gives(&(end.repeat(3) + &LINES.join(end)), 40);
    }
    // Mixed: each line ends as it does.
    let mixed: String =
        LINES.iter().zip(["\n", "\r\n", "\r"].iter().cycle()).flat_map(|(a, b)| [*a, b]).collect();
    gives(&mixed, 37);
}

#[test]
fn ends_of_the_text() {
    let program = LINES.join("\n");
    // A byte order mark before, zero bytes and white space after.
    gives(&format!("\u{feff}{program}"), 37);
    for tail in
        ["\0", "\0\0\0\0\0", "\n\0", " \t\u{b}\u{c}", "\n\n\n", "\r\n\r\n\0", "// end", "/* end */", "\n#"]
    {
        gives(&format!("{program}{tail}"), 37);
    }
    // A directive, and a splice, that the text's end ends.
    gives(&format!("{program}\n#undef SUM"), 37);
    gives(&format!("{program}\\\n"), 37);
}

#[test]
fn white_space() {
    let program = "kernel\tvoid\u{b}t\u{c}(\r\n\tglobal\tint*\tout)\n\n\n{\t*out\t=\t1;\u{c}}";
    gives(program, 1);
    // None where none is needed.
    gives("kernel void t(global int*o){int i=1,j=2;*o=i+++j;*o+=-i- -j;}", 3);
}

#[test]
fn spliced_lines() {
    // In the midst of every kind of token, of a comment, of a directive; one after the other; with any line end.
    for end in ["\n", "\r\n"] {
        let program = "ker\\\nnel vo\\\n\\\nid t(glo\\\nbal int *out) /\\\n* in a comment *\\\n/ {\n\
                       // this comment goes on \\\n*out = 1;\n#def\\\nine TEN 1\\\n0\n*o\\\nut +\\\n= TEN * 1\\\n00 + sizeof(\"a\\\nb\"); }";
        let program = program.replace("*o\\\nut", "*out = 0; *o\\\nut").replace('\n', end);
        gives(&program, 1003);
    }
}

#[test]
fn long_lines() {
    // A sum on one line of a megabyte, and a comment and a name of that size.
    let terms = 1 << 10;
    let sum: String = (0..terms).map(|_| format!("{}+ 1", " ".repeat(1000))).collect();
    gives(&format!("kernel void t(global int *out) {{ *out = 0 {sum}; }}"), terms);
    let comment = "x".repeat(1 << 20);
    gives(&format!("/*{comment}*/ kernel void t(global int *out) {{ *out = 5; }} //{comment}"), 5);
    let name = "n".repeat(60_000);
    gives(&format!("kernel void t(global int *out) {{ int {name} = 6; *out = {name}; }}"), 6);
    // As many lines.
    gives(&format!("{}kernel void t(global int *out) {{ *out = __LINE__; }}", "\n".repeat(300_000)), 300_001);
}

#[test]
fn without_kernels() {
    let sources: [&[u8]; 12] = [
        b"",
        b"\0",
        b"\n",
        b" \t\r\n",
        b"\xef\xbb\xbf",
        b"// nothing",
        b"/* nothing */",
        b"#define NOTHING",
        b"#if 0\nthis is no program\n#endif",
        b"int square(int x) { return x * x; }",
        b"constant int table[2] = {1, 2};",
        b"typedef struct { int a; } S; int declared(S s);",
    ];
    for source in sources {
        for options in ["", "-cl-std=CL3.0", "-w -cl-fast-relaxed-math"] {
            let program = build(&Target::host(), "source.cl", source, options)
                .unwrap_or_else(|report| panic!("{:?}: {report}", String::from_utf8_lossy(source)));
            assert_eq!(program.kernel_names(), Vec::<String>::new());
        }
    }
}
