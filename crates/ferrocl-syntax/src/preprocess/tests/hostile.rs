//! Input that no one would write: bounded time, bounded memory, an error, no panic.

use arbtest::arbtest;

use super::*;

/// Preprocesses; panics show by themselves.
fn survive(text: &[u8]) -> Outcome {
    run_with(
        text,
        &BuildOptions::default(),
        &[("self", "#include \"self\"\n#include \"self\"\n"), ("x", "x\n")],
    )
}

#[track_caller]
fn ends_with(text: &str, code: &str) {
    let outcome = survive(text.as_bytes());
    let list = outcome.diagnostics.list();
    let last = list.last().unwrap_or_else(|| panic!("no diagnostic"));
    assert_eq!(last.code.name(), code, "{}", outcome.report());
}

#[test]
fn long_runs() {
    for unit in [
        "(",
        "#if (",
        "a ",
        "\"",
        "'",
        "\\",
        "/*",
        "#",
        "##",
        "\\\n",
        "\n#define A",
        "\0",
        "?",
        "\r",
        "'\\",
        "L'",
        "0x",
        "<:",
        "%:",
        "\u{a0}",
        "ä",
    ] {
        survive(unit.repeat(100_000).as_bytes());
    }
    survive(format!("#define F(x) x\n{}", "F(".repeat(50_000)).as_bytes());
    survive(format!("#define F(x) x\n{}{}", "F(".repeat(5000), ")".repeat(5000)).as_bytes());
    survive(format!("#if {}1", "(".repeat(100_000)).as_bytes());
    survive(format!("#if {}1", "-".repeat(100_000)).as_bytes());
    survive(format!("#if {}1", "1?".repeat(100_000)).as_bytes());
    survive(format!("#if 1{}", "+1".repeat(100_000)).as_bytes());
    survive(format!("{}x", "#if 1\n".repeat(100_000)).as_bytes());
    survive(format!("#if 0\n{}x", "#if 1\n".repeat(100_000)).as_bytes());
    survive(format!("#define F({}x) x", "a,".repeat(50_000)).as_bytes());
    let names: String = (0..20_000).map(|number| format!("a{number},")).collect();
    survive(format!("#define F({names}x) {names} x\nF(1)").as_bytes());
}

#[test]
fn bombs() {
    let mut text = String::from("#define A0 x x\n");
    for level in 1..64 {
        text.push_str(&format!("#define A{level} A{} A{}\n", level - 1, level - 1));
    }
    ends_with(&format!("{text}A63"), "CL0010");
    let mut text = String::from("#define A0(x) x x\n");
    for level in 1..64 {
        text.push_str(&format!("#define A{level}(x) A{}(x x)\n", level - 1));
    }
    ends_with(&format!("{text}A63(y)"), "CL0010");
    // The string of a string of a string doubles its backslashes each time.
    let mut text = String::from("#define S(x) #x\n#define T(x) S(x)\n#define X \"\\\"\n");
    text.push_str(&format!("{}\"\\\\\"{}", "T(".repeat(60), ")".repeat(60)));
    ends_with(&text, "CL0010");
    let mut text = String::from("#define P(a, b) a##b\n#define Q(a) P(a, a)\n");
    text.push_str(&format!("{}x{}", "Q(".repeat(60), ")".repeat(60)));
    ends_with(&text, "CL0010");
    // Arguments that hold calls that hold calls (found by fuzzing).
    let text = "#define EIGHT(x) (((((((( + *s + t[0] + p[0] + (int)vector.x + sized[0] + (hp == 0);x))))))))\n\
         #define MANY(x) EIGHT(EIGHT(EIGHT(__VA_ARGS__(EIGHT(EIGHT(EIGHT(EIG.T(x))))))))\n\
         int b = MANY(MANY(MANY(MANY(MANY(1)))));";
    ends_with(text, "CL0010");
    // Nothing at all, very often.
    let mut text = String::from("#define A0\n");
    for level in 1..64 {
        text.push_str(&format!("#define A{level} A{} A{}\n", level - 1, level - 1));
    }
    ends_with(&format!("{text}A63"), "CL0010");
}

#[test]
fn deep_hide_sets() {
    let mut text = String::from("#define A0 x\n");
    for level in 1..20_000 {
        text.push_str(&format!("#define A{level} A{}\n", level - 1));
    }
    assert_eq!(survive(format!("{text}A1000").as_bytes()).text(), "x");
    ends_with(&format!("{text}A19999"), "CL0010");
}

#[test]
fn deep_operators() {
    ends_with(&format!("#if {}\"x\"{}\n#endif", "__has_include(".repeat(5000), ")".repeat(5000)), "CL0010");
    survive(format!("#if {}\n#endif", "defined(".repeat(50_000)).as_bytes());
    survive("_Pragma(".repeat(50_000).as_bytes());
}

/// Long texts that macros repeat.
#[test]
fn long_literals_many_times() {
    let uses = "N N N N N N N N\n".repeat(2000);
    ends_with(&format!("#define N {}\n{uses}", "1".repeat(10_000)), "CL0010");
    ends_with(&format!("#define N '{}'\n{uses}", "a".repeat(10_000)), "CL0010");
    ends_with(&format!("#define N \"{}\"\n{uses}", "a".repeat(10_000)), "CL0010");
    ends_with(&format!("#define N {}\n{uses}", "ä".repeat(5_000)), "CL0010");
    ends_with(&format!("#define N {}\n#if {}0\n#endif", "1".repeat(10_000), "N + ".repeat(8000)), "CL0010");
    let line = format!("{} x", "__LINE__ __FILE__ ".repeat(50_000));
    assert_eq!(survive(line.as_bytes()).tokens.len(), 100_002);
}

#[test]
fn include_bombs() {
    ends_with("#include \"self\"", "CL0131");
    ends_with(&"#include \"x\"\n".repeat(30_000), "CL0131");
}

#[test]
fn random_bytes() {
    arbtest(|data| {
        let bytes: Vec<u8> = data.arbitrary()?;
        survive(&bytes);
        Ok(())
    })
    .budget_ms(300);
}

/// Random sequences of what means something to a preprocessor.
#[test]
fn random_programs() {
    const PIECES: &[&str] = &[
        "#define ",
        "#undef ",
        "#if ",
        "#ifdef ",
        "#ifndef ",
        "#elif ",
        "#else",
        "#endif",
        "#include ",
        "#line ",
        "#pragma ",
        "#error ",
        "\n",
        "\n",
        "\n",
        " ",
        " ",
        "A",
        "B",
        "F",
        "G",
        "A(",
        "F(x, y) ",
        "F(x, ...) ",
        "G() ",
        "F(",
        "G(",
        "(",
        ")",
        ",",
        "x",
        "y",
        "__VA_ARGS__",
        "#",
        "##",
        "#x",
        " ## ",
        "defined ",
        "defined(",
        "__has_include(",
        "_Pragma(",
        "\"unroll\"",
        "\"self\"",
        "<x>",
        "\"x\"",
        "1",
        "0",
        "1u",
        "0x",
        "1e",
        ".5",
        "'a'",
        "'",
        "\"",
        "\\",
        "\\\n",
        "/*",
        "*/",
        "//",
        "+",
        "-",
        "/",
        "%",
        "<<",
        "?",
        ":",
        "__LINE__",
        "__FILE__",
        "__COUNTER__",
        "OPENCL ",
        "EXTENSION ",
        "once",
        "unroll ",
        "%:",
        "<:",
        "L",
        "\0",
        "é",
        "\r",
        "...",
    ];
    arbtest(|data| {
        let mut text = String::new();
        while !data.is_empty() {
            text.push_str(data.choose(PIECES)?);
        }
        let outcome = survive(text.as_bytes());
        assert!(matches!(outcome.tokens.last(), Some(Token { kind: TokenKind::End, .. })));
        // What is reported can be shown.
        for format in
            [ferrocl_base::render::Format::Human { color: true }, ferrocl_base::render::Format::BuildLog]
        {
            ferrocl_base::render::render(&outcome.map, &outcome.diagnostics, format);
        }
        Ok(())
    })
    .budget_ms(1500);
}
