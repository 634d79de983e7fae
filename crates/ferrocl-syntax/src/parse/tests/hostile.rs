//! Text that tries to break the parser: deep, long, truncated, random. It has to end, soon, on a small stack, with few messages.

use std::time::{Duration, Instant};

use super::{Parsed, parse, parse_as};
use crate::ast::{ExprKind, MAX_NESTING, TranslationUnit};
use crate::options::Standard;

/// What threads of the runtime may have left when a program is built.
const STACK: usize = 1 << 20;

/// Runs on a thread with that little stack.
fn on_small_stack<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK);
        builder.spawn_scoped(scope, run).expect("a thread").join().expect("the parser does not panic")
    })
}

/// The deepest path through expressions, not counting steps down left spines.
fn expression_depth(unit: &TranslationUnit) -> usize {
    let mut depths: Vec<usize> = Vec::new();
    for expr in &unit.exprs {
        let of = |id: &crate::ast::ExprId| depths[id.0 as usize];
        // The parser adds children before parents.
        let depth = match &expr.kind {
            ExprKind::Binary { left, right, .. } | ExprKind::Comma { left, right } => {
                of(left).max(of(right) + 1)
            }
            ExprKind::Index { base, index } => of(base).max(of(index) + 1),
            ExprKind::Call { callee, arguments } => {
                of(callee).max(arguments.iter().map(of).max().unwrap_or(0) + 1)
            }
            ExprKind::Member { base, .. } => of(base),
            ExprKind::Postfix { operand, .. } => of(operand),
            ExprKind::Assign { target, value, .. } => of(target).max(of(value)) + 1,
            ExprKind::Conditional { condition, then, otherwise } => {
                of(condition).max(of(otherwise)).max(then.as_ref().map_or(0, of)) + 1
            }
            ExprKind::Paren(inner)
            | ExprKind::Unary { operand: inner, .. }
            | ExprKind::Cast { operand: inner, .. }
            | ExprKind::SizeofExpr(inner)
            | ExprKind::AlignofExpr(inner)
            | ExprKind::VecStepExpr(inner)
            | ExprKind::AsType { operand: inner, .. } => of(inner) + 1,
            ExprKind::VectorLiteral { parts, .. } => parts.iter().map(of).max().unwrap_or(0) + 1,
            _ => 1,
        };
        depths.push(depth);
    }
    depths.into_iter().max().unwrap_or(0)
}

/// Constructs that nest: what stands before the whole, the opening part, the innermost, the closing part, what stands behind.
const NESTS: &[(&str, &str, &str, &str, &str)] = &[
    ("int a = ", "(", "1", ")", ";"),
    ("int a = ", "-", "1", "", ";"),
    ("int a = ", "(int)", "1", "", ";"),
    ("int a = ", "(float4)(1, ", "1", ")", ";"),
    ("int a = ", "(int4)", "(1)", "", ";"),
    ("int a = ", "(int[]){", "1", "}", ";"),
    ("int a = ", "f(", "1", ")", ";"),
    ("int a = ", "b[", "1", "]", ";"),
    ("int a = ", "1 ? ", "2", " : 3", ";"),
    ("int a = ", "1 ? 2 : ", "3", "", ";"),
    ("int a = ", "b = ", "3", "", ";"),
    ("int a = ", "1 || 2 && 3 | 4 ^ 5 & 6 == 7 < 8 << 9 + 10 * (", "11", ")", ";"),
    ("int a = ", "sizeof ", "a", "", ";"),
    ("int a = ", "sizeof(struct { int b[", "1", "]; })", ";"),
    ("int a = ", "sizeof(int[", "1", "])", ";"),
    ("int a = ", "vec_step(", "1", ")", ";"),
    ("int a = ", "__builtin_astype(", "1", ", int)", ";"),
    ("int a = ", "__extension__ ", "1", "", ";"),
    ("int a = ", "({ ", "1;", " });", ";"),
    ("int a = ", "({ int b = ", "1", "; b; })", ";"),
    ("int a = ", "_Generic(1, int: ", "1", ")", ";"),
    ("int a = ", "_Generic(", "1", ", default: 2)", ";"),
    ("int a = ", "__builtin_choose_expr(1, ", "1", ", 2)", ";"),
    ("int a = ", "__builtin_offsetof(t, a[", "1", "])", ";"),
    ("int a = ", "__builtin_bit_cast(int, ", "1", ")", ";"),
    ("int a = ", "__builtin_types_compatible_p(int, typeof(", "1", "))", ";"),
    ("", "_Alignas(sizeof(struct { ", "", "int x; }))", " int a;"),
    ("", "struct { _Static_assert(sizeof(", "int", "), \"\"); } ", "y;"),
    ("int a = ", "(typeof(", "int", "))1", ";"),
    ("int a = ", "{", "1", "}", ";"),
    ("int a = ", "{[", "1", "] = 1}", ";"),
    ("int ", "(", "a", ")", ";"),
    ("int ", "(*", "a", ")[2]", ";"),
    ("int ", "*", "a", "", ";"),
    ("int ", "*const restrict ", "a", "", ";"),
    ("int a", "[1]", "", "", ";"),
    ("int a", "(int", "", ")", ";"),
    ("void f(", "int a(", "void", ")", ");"),
    ("void f(int", "(", "*", ")", ");"),
    ("", "struct { ", "int x;", " } y;", ""),
    ("", "struct { int x[sizeof(", "int", ")]; } ", "y;"),
    ("int a = ", "sizeof(enum { A = ", "1", " })", ";"),
    ("typeof(", "typeof(", "int", ")", ") a;"),
    ("int a ", "__attribute__((a(sizeof(int ", "", "))))", ";"),
    ("void f(void) ", "{", "", "}", ""),
    ("void f(void) { ", "if (1) ", ";", "", " }"),
    ("void f(void) { ", "if (1) ; else while (1) ", ";", "", " }"),
    ("void f(void) { ", "while (1) ", ";", "", " }"),
    ("void f(void) { ", "do ", ";", " while (1);", " }"),
    ("void f(void) { ", "for (;;) ", ";", "", " }"),
    ("void f(void) { ", "switch (1) case 1: ", ";", "", " }"),
    ("void f(void) { ", "for (int i = 0; ; ) { if (1) { switch (1) { case 1: ", ";", " } } }", " }"),
    ("void f(void) { ", "int f(void) { ", ";", " }", " }"),
    ("void f(void) { ", "else ", ";", "", " }"),
    ("int a = ", "float4(", "1", ")", ";"),
    ("int a = ", "static_cast<int>(", "1", ")", ";"),
    ("int a = ", "static_cast<typeof(", "int", ")>(1)", ";"),
    ("int a = ", "a::", "b", "", ";"),
    ("int a = ", "({", "1", ";})", ";"),
    ("int a = ", "^{", "1", ";}", ";"),
    ("", "namespace n { ", "", "} ", ""),
    ("int a = ", "[", "1", "]", ";"),
];

fn nested(nest: &(&str, &str, &str, &str, &str), times: usize) -> String {
    let (before, open, inner, close, behind) = nest;
    format!("{before}{}{inner}{}{behind}", open.repeat(times), close.repeat(times))
}

#[test]
fn deep_nesting_ends_on_a_small_stack() {
    for nest in NESTS {
        for times in [10, MAX_NESTING / 4, MAX_NESTING, MAX_NESTING + 1, 20_000] {
            let text = nested(nest, times);
            let (errors, messages, depth) = on_small_stack(|| {
                let parsed = parse(&text);
                let _ = parsed.dump();
                (parsed.diagnostics.error_count(), parsed.messages(), expression_depth(&parsed.unit))
            });
            assert!(depth <= 3 * MAX_NESTING + 16, "{nest:?} × {times}: depth {depth}");
            if times == 20_000 {
                assert!((1..=101).contains(&errors), "{nest:?}: {errors} errors\n{messages}");
            }
        }
    }
}

#[test]
fn the_limit_is_named() {
    let fits = parse(&nested(&NESTS[0], MAX_NESTING));
    fits.is_clean();
    let too_deep = parse(&nested(&NESTS[0], MAX_NESTING + 1));
    assert!(too_deep.messages().starts_with("CL0207: code nests deeper than 256 levels\n"));
    assert_eq!(too_deep.diagnostics.list().len(), 1);
}

#[test]
fn what_may_be_long_is_long() {
    let n = 200_000;
    let texts = [
        format!("int a = 1{};", " + 1".repeat(n)),
        format!("int a = 1{};", " * 2 + 3".repeat(n / 2)),
        format!("void f(void) {{ 1{}; }}", ", 2".repeat(n)),
        format!("int a = b{};", ".x[1](2)->y++".repeat(n / 8)),
        format!("void f(void) {{ if (1) ; {} else ; }}", "else if (2) ; ".repeat(n / 8)),
        format!("void f(void) {{ switch (1) {{ {} ; }} }}", "case 1: default: a: ".repeat(n / 8)),
        format!("int a{};", ", *b = 1".repeat(n / 8)),
        format!("int a[] = {{{}}};", "1, ".repeat(n)),
        format!("void f(int a{});", ", int b".repeat(n / 8)),
        format!("struct S {{ {} }};", "int a; ".repeat(n / 8)),
        format!("enum E {{ {} }};", "A, ".repeat(n / 2)),
        format!("void f(void) {{ {} }}", "1;".repeat(n / 2)),
        format!("int {} a;", "const ".repeat(n)),
        format!("int {} a;", "__attribute__((x)) ".repeat(n / 8)),
        "int a;".repeat(n / 4),
    ];
    for text in &texts {
        let length = on_small_stack(|| parse(text).is_clean().dump().len());
        assert!(length > 0);
    }
}

/// Texts of a megabyte and more; each ends soon with few messages.
#[test]
fn megabytes_of_nonsense() {
    let fill = |piece: &str, bytes: usize| piece.repeat(bytes / piece.len());
    let pieces = [
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "<",
        ",",
        ";",
        "-",
        "*",
        "a ",
        "1 ",
        "int ",
        "if ",
        "if (",
        "for(",
        "else ",
        "case ",
        "case 1: ",
        "struct ",
        "struct {",
        "f(a, ",
        "({",
        "(int)",
        "= ",
        "a = {",
        "{ int a; ",
        "typedef ",
        "a::",
        "a b ",
        "a * ",
        "a (",
        "(a) ",
        "int a( ",
        "__attribute__((",
        "sizeof ",
        "? ",
        "1 ? ",
        ": ",
        "^{",
        "void f() {",
        "kernel void f() {",
        "\nkernel void f() {",
        "a;\n",
        "x y;",
        "}\n",
        "0;\n",
        "return\n",
        "f(a, b, c)\n",
        "template<",
        "class a {",
        "namespace n {",
        "asm(",
        "_Generic(",
        "enum {",
        "enum { A, ",
        "a, ",
        "[[",
        "\"s\" ",
        ". ",
        "a.",
        "(float4)(",
        "do ",
        "goto ",
        "#pragma unroll\n",
        "int f(a) int a; ",
        "int f(a, b) ",
        "a: ",
        "a { ",
        "{ ( ",
        "( { ",
        "( [ { ",
        "{ ) ",
        "( ; ",
        "[ } ",
        "struct S { int a ",
        "struct { } \n",
        "struct { } x \n",
        "f(((( ",
        "int a[ ",
        "int (*a ",
        "(a)(a)",
        "if (a) b else ",
    ];
    for piece in pieces {
        let text = fill(piece, 200_000);
        let begin = Instant::now();
        on_small_stack(|| {
            let parsed = parse(&text);
            assert!(parsed.diagnostics.error_count() <= 101, "{piece}");
            let _ = parsed.dump();
            for prefix in [
                "void f(void) { ",
                "int a = ",
                "void f(",
                "struct S { ",
                "int a[] = { ",
                "void f(void) { for (",
            ] {
                let parsed = parse(&format!("{prefix}{}", &text[..text.len() / 8]));
                assert!(parsed.diagnostics.error_count() <= 101, "{prefix}{piece}");
            }
        });
        // Quadratic behaviour would take minutes.
        assert!(begin.elapsed() < Duration::from_secs(20), "{piece}: {:?}", begin.elapsed());
    }
    let text = fill("(", 10 << 20);
    let parsed = on_small_stack(|| parse(&text));
    assert!(parsed.diagnostics.list().len() <= 2, "{}", parsed.messages());
}

/// A text with most of what there is.
const SAMPLE: &str = r#"
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define SQUARE(x) ((x) * (x))
typedef struct __attribute__((packed)) Node { float4 p; struct Node *next; union { int i; float f; } u[2]; } Node;
enum Mode { FAST = 1, SLOW = FAST << 1, };
__constant float W[2][3] = { { 1.0f, 2.0f }, [1] = { [2] = 3.0f } };
static inline float helper(global const float *restrict p, int n) __attribute__((noinline));
_Static_assert(sizeof(Node) > 0, "size");
float helper(global const float *restrict p, int n) {
    #pragma OPENCL FP_CONTRACT OFF
    float s = 0, t[4];
    for (int i = 0, j = n; i < n; i++, j--) {
        if (i & 1) s += p[i]; else if (i == j) continue; else { s -= SQUARE(p[j]); }
    }
    switch (n) { case 1: case 2 ... 4: s = 1; break; default: goto out; }
    do { s *= 0.5f; } while (s > 1.0f && n-- > 0 || !n);
out:
    return n > 0 ? s : (float)(n, 1) + vec_step(float4) * sizeof(t) - __builtin_astype(n, float);
}
__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void run(__global Node *nodes, __local float *tmp, const uint4 k, int (*unused)[3]) {
    local int shared[SQUARE(4)];
    size_t id = get_global_id(0);
    Node copy = { .p = (float4)(1, 2, (float2)(3)).wzyx, .u[0].i = 3 }, *q = &nodes[id];
    __attribute__((opencl_unroll_hint(2))) while (q->next) q = q->next;
    q->p.xy = (int2){1, 2}.x ? ~k.s01 : -k.lo, tmp[id] = helper((global float *)nodes, *(int *)&copy.p);
    barrier(CLK_LOCAL_MEM_FENCE);
    printf("%d %s\n", 'a', "text");
}
"#;

#[test]
fn truncation_at_every_byte() {
    parse(SAMPLE).is_clean();
    for end in 0..SAMPLE.len() {
        let parsed = parse(&SAMPLE[..end]);
        // A text that merely ends has few faults: an open bracket, an open comment, half a word.
        assert!(parsed.diagnostics.error_count() <= 3, "{}\n{}", &SAMPLE[..end], parsed.messages());
        let _ = parsed.dump();
    }
}

#[test]
fn every_token_removed_or_doubled() {
    // Single slips: the messages stay few and the functions behind are still found.
    let pieces: Vec<(usize, usize)> = {
        let mut map = ferrocl_base::SourceMap::new();
        let mut interner = ferrocl_base::Interner::new();
        let mut diagnostics = ferrocl_base::Diagnostics::new();
        let options = crate::BuildOptions::default();
        let file = map.add("t.cl", SAMPLE, ferrocl_base::Span::NONE).expect("it is short");
        let tokens = crate::preprocess(
            &mut map,
            &mut interner,
            file,
            &options,
            &mut crate::NoIncludes,
            &mut diagnostics,
        );
        let outside = tokens.iter().filter(|t| t.span.expansion == ferrocl_base::ExpansionId::NONE);
        outside.map(|t| (t.span.low as usize - 1, t.span.high as usize - 1)).collect()
    };
    let mut worst = (0, String::new());
    for &(low, high) in &pieces {
        let removed = format!("{} {}", &SAMPLE[..low], &SAMPLE[high..]);
        let doubled = format!("{} {}", &SAMPLE[..high], &SAMPLE[low..]);
        for text in [removed, doubled] {
            let parsed = parse(&text);
            let errors = parsed.diagnostics.error_count();
            if errors > worst.0 {
                worst = (errors, format!("{text}\n{}", parsed.messages()));
            }
        }
    }
    assert!(worst.0 <= 4, "{} errors\n{}", worst.0, worst.1);
}

#[test]
fn token_soup() {
    let words = [
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ".",
        "->",
        "++",
        "--",
        "&",
        "*",
        "+",
        "-",
        "~",
        "!",
        "/",
        "%",
        "<<",
        "<",
        ">",
        "==",
        "^",
        "|",
        "&&",
        "||",
        "^^",
        "?",
        ":",
        "::",
        ";",
        ";",
        ";",
        "...",
        "=",
        "+=",
        ",",
        ",",
        "#",
        "@",
        "a",
        "b",
        "T",
        "x",
        "f",
        "1",
        "2.0f",
        "'c'",
        "\"s\"",
        "int",
        "float4",
        "uint",
        "unsigned",
        "long",
        "double",
        "void",
        "struct",
        "union",
        "enum",
        "typedef",
        "static",
        "const",
        "global",
        "__local",
        "kernel",
        "if",
        "else",
        "for",
        "while",
        "do",
        "switch",
        "case",
        "default",
        "break",
        "return",
        "goto",
        "sizeof",
        "vec_step",
        "__builtin_astype",
        "__attribute__",
        "_Static_assert",
        "typeof",
        "__extension__",
        "_Generic",
        "asm",
        "auto",
        "pipe",
        "read_only",
        "image2d_t",
        "template",
        "class",
        "namespace",
        "nullptr",
        "static_cast",
        "true",
        "\n#pragma unroll\n",
        "\n#pragma OPENCL FP_CONTRACT ON\n",
        "\n",
        "quad",
        "complex",
        "opencl_unroll_hint",
        "inline",
    ];
    arbtest::arbtest(|source| {
        let mut text = String::new();
        while !source.is_empty() && text.len() < 2000 {
            text.push_str(source.choose(&words)?);
            text.push(' ');
        }
        for standard in [Standard::Cl12, Standard::Cl30] {
            let parsed: Parsed = parse_as(&text, standard);
            let _ = parsed.dump();
        }
        Ok(())
    })
    .size_min(64)
    .budget_ms(3000);
}

/// Past the limit of errors the tokens may end anywhere, in the middle of open brackets.
#[test]
fn more_errors_than_are_kept() {
    on_small_stack(|| {
        let source = format!("struct s {{ flo{}", "{` is  ".repeat(400));
        assert!(parse(&source).diagnostics.is_full());
    });
}
