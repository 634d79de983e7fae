//! Conditional groups, includes, pragmas.

use super::*;

#[test]
fn groups() {
    assert_expands("#if 1\na\n#elif 1\nb\n#else\nc\n#endif", "a");
    assert_expands("#if 0\na\n#elif 1\nb\n#elif 1\nx\n#else\nc\n#endif\nd", "b d");
}

#[test]
fn nested_groups() {
    let text = "\
#ifndef A
#  if 0
     no
#    if 1
       no
#    else
       no
#    endif
#  else
     yes
#  endif
#else
#  if 1
#  endif
#endif
";
    assert_expands(text, "yes");
    assert_expands(&format!("#define A\n{text}"), "");
}

#[test]
fn skipped_text_is_not_read() {
    assert_expands(
        "#if 0\n don't \"/* \n #if '\n /* \n#endif */ #endif\n/* x */ # /* y */ endif // z\na",
        "a",
    );
    assert_expands("#if 0\n// \\\n#endif\nno\n#endif\na", "a");
    assert_expands("%:if 0\nno\n%:else\na\n%:endif", "a");
    assert_expands("#if 0\nx #endif\n#error no\n#include \"no\"\n#foo\n#12\n#\n#endif", "");
}

#[test]
fn values_of_conditions() {
    for (condition, holds) in [
        ("1 ? 0 : 1", false),
        ("2 - 1 - 1", false),
        ("2 * 3 + 4 == 10 && 2 + 3 * 4 == 14", true),
        ("1 | 2 ^ 3 & 4", true),
        ("-1 < 0u", false),
        ("-1 >> 63 == -1 && -1u >> 63 == 1", true),
        ("0x8000000000000000 < 0", false),
        ("'\\377' < 0", true),
        ("1 << -1 == 0", true),
        ("defined A || defined(A)", false),
        ("!defined __LINE__", false),
        ("1 == 1 == 1 ? (0 || 0) : 1", false),
        ("+1 == - -1 && ~~1 && !!1", true),
        ("(2, 3) || 1", false),
    ] {
        let outcome = run(&format!("#if {condition}\nyes\n#endif"));
        assert_eq!(outcome.text() == "yes", holds, "{condition}");
    }
}

#[test]
fn includes() {
    let files: &[(&'static str, &'static str)] = &[
        ("a.h", "#ifndef A\n#define A\na\n#endif\n"),
        ("once.h", "#pragma once\nonce"),
        ("nested.h", "before\n#include \"a.h\"\nafter"),
        ("macro.h", "#define M m"),
    ];
    let run = |text: &str| {
        let outcome = run_with(text.as_bytes(), &BuildOptions::default(), files);
        assert_eq!(outcome.report(), "");
        outcome.text()
    };
    assert_eq!(run("#include \"a.h\"\n#include <a.h>\nx"), "a x");
    assert_eq!(run("#include \"once.h\"\n#include \"once.h\"\nx"), "once x");
    assert_eq!(run("#include \"nested.h\"\n#include \"macro.h\"\nM"), "before a after m");
    assert_eq!(run("#define NAME <a.h>\n#include NAME\n#define F(x) #x\n#include F(once.h)"), "a once");
    assert_eq!(run("#if __has_include(<a.h>) && !__has_include(\"b.h\")\nyes\n#endif"), "yes");
    assert_eq!(run("#  include /* x */ \"a.h\" // y\nz"), "a z");
}

#[test]
fn what_starts_in_a_file_ends_in_it() {
    let files: &[(&'static str, &'static str)] = &[("open.h", "F(1,"), ("if.h", "#if 1\n"), ("name.h", "F")];
    let run = |text: &str| run_with(text.as_bytes(), &BuildOptions::default(), files);
    let outcome = run("#define F(a, b) a b\n#include \"open.h\"\n2) x");
    assert_eq!(outcome.report(), "CL0147 1: the call of the macro `F` has no closing parenthesis\n");
    assert_eq!(outcome.text(), "0 2 ) x");
    assert_eq!(run("#include \"if.h\"\nx").report(), "CL0123 1: this conditional has no `#endif`\n");
    assert_eq!(run("#define F(a) a\n#include \"name.h\"\n(1)").text(), "F ( 1 )");
}

#[test]
fn pragmas() {
    assert_eq!(
        clean("#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#pragma OPENCL EXTENSION all:disable\nx"),
        "<extension cl_khr_fp64 true> <extension all false> x"
    );
    assert_eq!(
        clean(
            "#pragma OPENCL FP_CONTRACT ON\n#pragma STDC FP_CONTRACT OFF\n#pragma OPENCL FP_CONTRACT DEFAULT"
        ),
        "<FpContract(Some(true))> <FpContract(Some(false))> <FpContract(None)>"
    );
    assert_eq!(clean("#define N 2\n#pragma unroll\n#pragma unroll N\n"), "<Unroll(None)> <Unroll(Some(2))>");
    assert_eq!(
        clean(
            "#pragma unroll(4)\n#pragma GCC unroll 8\n#pragma nounroll\n#pragma clang loop unroll_count(3) vectorize(enable)\n#pragma clang loop unroll(disable)\n#pragma clang loop unroll(full)"
        ),
        "<Unroll(Some(4))> <Unroll(Some(8))> <NoUnroll> <Unroll(Some(3))> <NoUnroll> <Unroll(None)>"
    );
    assert_eq!(
        clean(
            "#define U(n) _Pragma(#n) x\nU(unroll 4) _Pragma(\"OPENCL FP_CONTRACT ON\") \"a\" _Pragma(\"unroll\") \"b\""
        ),
        "<Unroll(Some(4))> x <FpContract(Some(true))> \"a\" <Unroll(None)> \"b\""
    );
    assert_eq!(clean("#define F(x) x\nF(_Pragma(\"unroll 2\") 1)"), "<Unroll(Some(2))> 1");
}

#[test]
fn lines_left_by_another_preprocessor() {
    assert_eq!(
        clean("# 1 \"<built-in>\"\n# 0 \"x\" 3\n# 42 \"file.cl\" 2\n__LINE__ __FILE__"),
        "42 \"file.cl\""
    );
}
