//! `#`, `##`, variable arguments, predefined macros.

use super::*;
use crate::options::Standard;

#[test]
fn stringizing() {
    assert_expands("#define S(x) #x\nS( a  +\n b )S(\"\\n\")S('\"')S()", r#""a + b\"\\n\"\'\"\'""#);
    assert_expands("#define S(x) #x\n#define A 1\nS(A)", "\"A\"");
    assert_expands("#define S(...) #__VA_ARGS__\nS(a,b , c)", "\"a,b , c\"");
    assert_expands("#define S(x) #x\nS(/* one */a/* two */b)", "\"a b\"");
    assert_expands("#define S(x) # x\nS(<: %:)", "\"<: %:\"");
    assert_eq!(
        run("#define S(x) #x\nS(\\)").report(),
        "CL0107 2: the string that `#` makes here would end with a `\\`\n"
    );
}

#[test]
fn pasting() {
    assert_expands(
        "#define P(a, b) a##b\nP(x, 1) P(1, e5f) P(+, +) P(<<, =) P(., 5f) P(->,) P(L, x)",
        "x1 1e5f ++ <<= .5f -> Lx",
    );
    assert_expands("#define P(a, b) a##b\n#define x1 found\nP(x, 1)", "found");
    assert_expands("#define P(a, b) a ## b\nP(x y, z w)", "x yz w");
    assert_expands("#define A x ## y\nA", "xy");
    // An operand of `##` is not expanded first.
    assert_expands(
        "#define ONE 1\n#define P(a, b) a##b\n#define Q(a, b) P(a, b)\nP(x, ONE) Q(x, ONE)",
        "xONE x1",
    );
    assert_expands("#define P(a, ...) a##__VA_ARGS__\nP(x, 1, 2) P(x)", "x1 , 2 x");
    let outcome = run("#define P(a, b) a##b\nP(/, /) P(1, +) P(\"a\", \"b\")");
    assert_eq!(outcome.text(), "/ / 1 + \"ab\"");
    assert_eq!(outcome.report().lines().count(), 3);
}

#[test]
fn variable_arguments() {
    let text = "#define F(a, ...) [a, ## __VA_ARGS__]\n#define G(a, rest...) <a, rest>\n#define H(...) {__VA_ARGS__}\n";
    let run = |call: &str| clean(&format!("{text}{call}"));
    assert_eq!(run("F(1) F(1,) F(1, 2) F(1, 2, 3)"), "[ 1 ] [ 1 ] [ 1 , 2 ] [ 1 , 2 , 3 ]");
    assert_eq!(run("G(1, 2, (3, 4))"), "< 1 , 2 , ( 3 , 4 ) >");
    assert_eq!(run("H() H(1, 2)"), "{ } { 1 , 2 }");
    assert_expands("#define ONE 1\n#define F(a, ...) a, ## __VA_ARGS__\nF(ONE, ONE)", "1 , 1");
}

#[test]
fn hidden_macros_stay_hidden() {
    // The inner `f` is never expanded again, even outside of the expansion that hid it.
    assert_expands("#define f(a) f\n#define g f\nf(1)(2) g(1)(2)", "f ( 2 ) f ( 2 )");
    assert_expands("#define foo() bar\n#define bar foo\nbar()()", "foo ( )");
    assert_expands("#define AA BB\n#define BB AA CC\n#define CC BB\nAA", "AA BB");
}

#[test]
fn predefined() {
    let with = |standard, text: &str| {
        let options = BuildOptions { standard, ..Default::default() };
        run_with(text.as_bytes(), &options, &[]).text()
    };
    assert_eq!(
        clean("__OPENCL_VERSION__ __OPENCL_C_VERSION__ CL_VERSION_1_0 CL_VERSION_3_1"),
        "300 120 100 310"
    );
    assert_eq!(with(Standard::Cl30, "__OPENCL_C_VERSION__ __opencl_c_fp64 __opencl_c_int64"), "300 1 1");
    assert_eq!(
        with(Standard::Cl20, "__opencl_c_fp64 NULL ATOMIC_VAR_INIT(3)"),
        "__opencl_c_fp64 ( ( void * ) 0 ) ( 3 )"
    );
    assert_eq!(
        with(Standard::Cl12, "NULL ATOMIC_VAR_INIT(3) __ROUNDING_MODE__"),
        "NULL ATOMIC_VAR_INIT ( 3 ) __ROUNDING_MODE__"
    );
    assert_eq!(with(Standard::Cl10, "__ROUNDING_MODE__"), "rte");
    assert_eq!(
        clean("M_PI M_PI_F M_PI_H INT_MIN ULONG_MAX CLK_GLOBAL_MEM_FENCE"),
        "3.1415926535897932385 3.1415926535897932385f 3.1415926535897932385h ( - 2147483647 - 1 ) 18446744073709551615ul 2u"
    );
    assert_eq!(clean("__kernel_exec(8, float4) kernel_exec(8, float4)").split("__kernel ").count(), 3);
    assert_eq!(
        clean("__FAST_RELAXED_MATH__ __IMAGE_SUPPORT__ __EMBEDDED_PROFILE__"),
        "__FAST_RELAXED_MATH__ 1 __EMBEDDED_PROFILE__"
    );
    let (fast, _) = BuildOptions::parse("-cl-fast-relaxed-math");
    assert_eq!(run_with(b"__FAST_RELAXED_MATH__", &fast, &[]).text(), "1");
    assert_eq!(clean("#ifdef cl_khr_fp64\n1\n#endif\n#ifdef cl_khr_gl_sharing\n2\n#endif"), "1");
    assert_eq!(clean("#undef M_PI\nM_PI __COUNTER__ __COUNTER__"), "M_PI 0 1");
    assert_eq!(
        clean(
            "#if INT_MAX == 2147483647 && INT_MIN < 0 && FLT_MIN_EXP == -125 && UINT_MAX > 0 && SHRT_MIN == -32768\n1\n#endif"
        ),
        "1"
    );
}

#[test]
fn file_and_line() {
    assert_eq!(
        clean("__LINE__\n\\\n__LINE__ __FILE__\n#line 7 \"a\\\\b\"\n__LINE__ __FILE__"),
        "1 3 \"test.cl\" 7 \"a\\\\b\""
    );
    assert_eq!(clean("#define L __LINE__\n#define F(x) x L\nL F(\n1\n)"), "3 1 5");
    let outcome = run_with(
        b"#include \"h\"\n__FILE__ __LINE__",
        &BuildOptions::default(),
        &[("h", "__FILE__ __LINE__\n#line 100\n__LINE__\n")],
    );
    assert_eq!(outcome.text(), "\"h\" 1 100 \"test.cl\" 2");
}

#[test]
fn options_define_macros() {
    let (options, diagnostics) =
        BuildOptions::parse(r#"-D A -DB=2 -D "F(x)=x + 1" -D A=3 -U B -DT=\"t\" -DE="#);
    assert!(!diagnostics.has_errors());
    let outcome = run_with(b"A B F(0) T E __LINE__", &options, &[]);
    assert_eq!(outcome.text(), "3 B 0 + 1 \"t\" 1");
    assert_eq!(outcome.report(), "CL0140 1: the macro `A` is defined again with other contents\n");
    let options = BuildOptions {
        macros: vec![MacroOption::Define { name: "A".into(), definition: "1\n#error no\\".into() }],
        ..Default::default()
    };
    assert_eq!(run_with(b"A", &options, &[]).text(), "1");
}
