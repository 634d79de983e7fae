//! One expression through the front end: its type and text, or why it is rejected; values of constant ones.

use ferrocl_base::Severity;
use ferrocl_sema::dump::dump_expression;
use ferrocl_sema::hir::{ConversionKind, Expr, ExprKind, Program};
use ferrocl_sema::types::TypeTable;
use ferrocl_sema::{Compiler, hir};
use ferrocl_syntax::BuildOptions;
use ferrocl_syntax::preprocess::NoIncludes;

/// An object of each arithmetic type, named after it, and pointers, records and the like.
pub const OBJECTS: &str = "
    bool b; char c; uchar uc; short s; ushort us; int i; uint ui; long l; ulong ul; float f; double d;
    char2 c2; uchar2 uc2; short2 s2; ushort2 us2; int2 i2; uint2 ui2; long2 l2; ulong2 ul2; float2 f2; double2 d2;
    char3 c3; uchar3 uc3; short3 s3; ushort3 us3; int3 i3; uint3 ui3; long3 l3; ulong3 ul3; float3 f3; double3 d3;
    char4 c4; uchar4 uc4; short4 s4; ushort4 us4; int4 i4; uint4 ui4; long4 l4; ulong4 ul4; float4 f4; double4 d4;
    int8 i8; float8 f8; float16 f16; char8 c8; short8 s8; uint8 ui8; uchar16 uc16;
    enum E e; struct S st; struct S *sp; struct P pk; int a[5];
    global int *gp; local int *lp; private int *pp; constant int *kp; global const int *gcp; global float *gf;
    global void *gv; global half *gh; global float4 *gf4; global struct I *gi; const int ci; const int4 ci4;
    volatile int vi; size_t sz; ptrdiff_t pd;
";

/// Types that the objects have.
pub const TYPES: &str = "
    enum E { EA, EB = -1 }; struct I;
    struct S { int m; float4 v; int r[3]; union { float w; struct { int q; }; }; const int k; };
    struct P { char c; int i; } __attribute__((packed));
    int one(int x) { return x; } int4 four(int4 x) { return x; } void none(void) {}
    struct S record(struct S x) { return x; } int *behind(int *x) { return x; }
";

/// What became of an expression.
#[derive(Debug)]
pub struct Analysed {
    /// Its type, if it has one.
    pub ty: Option<String>,
    /// The typed tree as text.
    pub text: String,
    /// Code and message of each diagnostic in its line.
    pub diagnostics: Vec<(Severity, &'static str, String)>,
}

impl Analysed {
    /// The codes of errors.
    pub fn errors(&self) -> Vec<&'static str> {
        self.codes(Severity::Error)
    }
    fn codes(&self, severity: Severity) -> Vec<&'static str> {
        self.diagnostics.iter().filter(|found| found.0 == severity).map(|found| found.1).collect()
    }
}

/// Analyses an expression on [`OBJECTS`] under these build options.
pub fn analysed_with(options: &str, expression: &str) -> Analysed {
    analysed_in(options, "", expression)
}

/// The same with more text before the function.
pub fn analysed_in(options: &str, before: &str, expression: &str) -> Analysed {
    let source = format!(
        "{TYPES}\n{before}\nvoid probe(void)\n{{\n{}\n(void)({expression});\n}}\n",
        OBJECTS.replace('\n', " ")
    );
    // The last line but one; the expression may have many.
    let first = source.lines().count() as u32 - 1 - expression.matches('\n').count() as u32;
    let (options, _) = BuildOptions::parse(options);
    let mut compiler = Compiler::new(&options);
    let tokens = compiler.preprocess("probe.cl", source.as_bytes(), &mut NoIncludes);
    let unit = compiler.parse(&tokens);
    let program = compiler.analyse(&unit);
    let mut diagnostics = Vec::new();
    for diagnostic in compiler.diagnostics.list() {
        let position = compiler.map.outermost(diagnostic.labels[0].span).low;
        let line = compiler.map.locate(position).map_or(0, |location| location.line);
        if line < first {
            assert!(diagnostic.severity != Severity::Error, "in the objects: {}", diagnostic.message);
            continue;
        }
        diagnostics.push((diagnostic.severity, diagnostic.code.name(), diagnostic.message.clone()));
    }
    let function = program
        .functions
        .iter()
        .find(|function| compiler.interner.text(function.name) == "probe")
        .expect("the function is there");
    let mut last = function.exprs.next_id();
    last.0 -= 1;
    // The cast to void that stands round the expression.
    if let Expr { kind: ExprKind::Convert { kind: ConversionKind::Void, operand, .. }, .. } =
        function.exprs[last]
    {
        last = operand;
    }
    let ty = function.exprs[last].ty;
    Analysed {
        ty: (ty != TypeTable::ERROR).then(|| program.types.name(&compiler.interner, ty)),
        text: dump_expression(&program, &compiler.interner, function, last),
        diagnostics,
    }
}

/// Analyses an expression on [`OBJECTS`].
pub fn analysed(expression: &str) -> Analysed {
    analysed_with("", expression)
}

/// Expects an expression to be accepted, with this type.
#[track_caller]
pub fn accept(expression: &str, ty: &str) {
    accept_with("", expression, ty);
}

/// The same under build options.
#[track_caller]
pub fn accept_with(options: &str, expression: &str, ty: &str) {
    let found = analysed_with(options, expression);
    assert!(found.errors().is_empty(), "`{expression}` is rejected: {:?}", found.diagnostics);
    assert_eq!(found.ty.as_deref(), Some(ty), "the type of `{expression}`");
}

/// Expects an expression to be rejected with one error of this code, whose message holds the text.
#[track_caller]
pub fn reject(expression: &str, code: &str, text: &str) {
    reject_with("", expression, code, text);
}

/// The same under build options.
#[track_caller]
pub fn reject_with(options: &str, expression: &str, code: &str, text: &str) {
    let found = analysed_with(options, expression);
    let errors: Vec<_> = found.diagnostics.iter().filter(|found| found.0 == Severity::Error).collect();
    match errors[..] {
        [(_, name, message)] => {
            assert_eq!(*name, code, "`{expression}`: {message}");
            assert!(message.contains(text), "`{expression}`: {message:?} does not say {text:?}");
        }
        _ => panic!("`{expression}` should give one error, and gives {errors:?} of type {:?}", found.ty),
    }
}

/// Expects an expression to be accepted with one warning of this code, whose message holds the text.
#[track_caller]
pub fn warn(expression: &str, code: &str, text: &str) {
    let found = analysed(expression);
    match &found.diagnostics[..] {
        [(Severity::Warning, name, message)] => {
            assert_eq!(*name, code, "`{expression}`: {message}");
            assert!(message.contains(text), "`{expression}`: {message:?} does not say {text:?}");
        }
        other => panic!("`{expression}` should give one warning, and gives {other:?}"),
    }
}

/// Expects an expression to be accepted without a word.
#[track_caller]
pub fn silent(expression: &str) {
    let found = analysed(expression);
    assert!(found.diagnostics.is_empty(), "`{expression}` gives {:?}", found.diagnostics);
}

/// The bytes of a constant initialised by an expression.
#[track_caller]
pub fn constant_bytes(ty: &str, expression: &str) -> Vec<u8> {
    let (program, problems) = constant_program(ty, expression);
    assert!(problems.is_empty(), "`{expression}`: {problems:?}");
    let global = program.globals.iter().rfind(|global| global.name.is_some()).expect("it is declared");
    global.bytes.clone().expect("it is defined")
}

fn constant_program(ty: &str, expression: &str) -> (hir::Program, Vec<String>) {
    let source = format!("constant {ty} value = {expression};\n");
    let options = BuildOptions::parse("").0;
    let mut compiler = Compiler::new(&options);
    let tokens = compiler.preprocess("constant.cl", source.as_bytes(), &mut NoIncludes);
    let unit = compiler.parse(&tokens);
    let program: Program = compiler.analyse(&unit);
    let errors = compiler.diagnostics.list().iter().filter(|found| found.severity == Severity::Error);
    let problems = errors.map(|found| format!("{} {}", found.code.name(), found.message)).collect();
    (program, problems)
}

/// The value of a constant expression of type `int` or a vector of it.
#[track_caller]
pub fn int_values(ty: &str, expression: &str) -> Vec<i32> {
    constant_bytes(ty, expression).as_chunks::<4>().0.iter().map(|bytes| i32::from_le_bytes(*bytes)).collect()
}

/// The value of a constant expression of type `float` or a vector of it.
#[track_caller]
pub fn float_values(ty: &str, expression: &str) -> Vec<f32> {
    constant_bytes(ty, expression).as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
}
