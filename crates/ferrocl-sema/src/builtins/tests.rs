//! Overload resolution on types alone, without a program around the call.

use expect_test::{Expect, expect};
use ferrocl_base::{Diagnostics, Interner, SourceMap, Span};
use ferrocl_syntax::ast::{ScalarName, TranslationUnit};
use ferrocl_syntax::options::{BuildOptions, Standard};

use super::overloads::Resolution;
use super::table::{self, Accesses, ELEMENTS, PatternType, Spaces, WIDTHS};
use crate::analyse::Analyzer;
use crate::hir;
use crate::types::name::scalar_text;
use crate::types::{AddressSpace, ImageAccess, ImageKind, QualifiedType, Type, TypeId};

/// A type of the form `[space [const] [volatile]] scalar[width][*]`.
fn parse_type(analyzer: &mut Analyzer, text: &str) -> TypeId {
    let pointer = text.ends_with('*');
    let words: Vec<&str> = text.trim_end_matches('*').split_whitespace().collect();
    if text == "sampler_t" {
        return analyzer.program.types.intern(Type::Sampler);
    }
    if let [access, kind] = words[..]
        && let (Some(access), Some(kind)) = (ImageAccess::from_name(access), ImageKind::from_name(kind))
    {
        return analyzer.program.types.intern(Type::Image(kind, access));
    }
    let base = *words.last().expect("a type");
    let digits = base.find(|c: char| c.is_ascii_digit()).unwrap_or(base.len());
    let (name, width) = base.split_at(digits);
    let name = if name == "size_t" { "ulong" } else { name };
    let ty = match name {
        "bool" => crate::types::TypeTable::BOOL,
        "void" => crate::types::TypeTable::VOID,
        "event_t" => analyzer.program.types.intern(Type::Event),
        _ if name.starts_with("atomic_") => {
            analyzer.program.types.intern(Type::Atomic(scalar_named(&name["atomic_".len()..])))
        }
        _ => {
            let element = scalar_named(name);
            analyzer.program.types.gentype(element, width.parse().unwrap_or(1))
        }
    };
    if !pointer {
        return ty;
    }
    let space = match words[0] {
        "global" => AddressSpace::Global,
        "local" => AddressSpace::Local,
        "constant" => AddressSpace::Constant,
        "private" => AddressSpace::Private,
        "generic" => AddressSpace::Generic,
        _ => panic!("{text}: address space"),
    };
    let pointee = QualifiedType {
        is_const: words.contains(&"const"),
        is_volatile: words.contains(&"volatile"),
        ..QualifiedType::new(ty, space)
    };
    analyzer.program.types.pointer(pointee)
}

fn scalar_named(name: &str) -> ScalarName {
    ELEMENTS.into_iter().find(|&e| scalar_text(e) == name).unwrap_or_else(|| panic!("{name}"))
}

/// Resolves `name(type, …)` and says what came out.
fn resolve_in(call: &str, standard: Standard, fp16: bool) -> String {
    let (name, list) = call.trim_end_matches(')').split_once('(').expect("a call");
    let options = BuildOptions { standard, ..BuildOptions::default() };
    let (unit, map) = (TranslationUnit::default(), SourceMap::new());
    let (mut interner, mut diagnostics) = (Interner::new(), Diagnostics::new());
    let name = interner.intern(name);
    let fp16_name = interner.intern("cl_khr_fp16");
    let mut analyzer = Analyzer::new(&unit, &map, &mut interner, &options, &mut diagnostics);
    if fp16 {
        analyzer.set_extension(fp16_name, true);
    }
    let types: Vec<TypeId> = list
        .split(',')
        .map(str::trim)
        .filter(|text| !text.is_empty())
        .map(|text| parse_type(&mut analyzer, text))
        .collect();
    let arguments: Vec<hir::ExprId> = types
        .into_iter()
        .map(|ty| {
            analyzer.add(hir::Expr {
                kind: hir::ExprKind::Error,
                ty,
                place: None,
                flags: Default::default(),
                span: Span::NONE,
            })
        })
        .collect();
    let resolution = analyzer.resolve_call(name, Span::NONE, &[], &arguments, &arguments);
    let mut out = match resolution {
        Some(Resolution::Builtin { callee, result }) => {
            let text = |ty| analyzer.program.types.name(analyzer.interner, ty);
            let parameters: Vec<String> = callee.parameters.iter().map(|&ty| text(ty)).collect();
            format!("{} {}({})\n", text(result), callee.row.row().name, parameters.join(", "))
        }
        Some(Resolution::User(_)) => unreachable!("there is no user function"),
        None => String::new(),
    };
    for diagnostic in diagnostics.list() {
        out += &format!("{}: {}\n", diagnostic.code.name(), diagnostic.message);
        for note in &diagnostic.notes {
            out += &format!("  note: {note}\n");
        }
        for suggestion in &diagnostic.suggestions {
            out += &format!("  help: {}\n", suggestion.message);
        }
    }
    out
}

fn resolve(call: &str) -> String {
    resolve_in(call, Standard::Cl12, false)
}

fn check(call: &str, expected: Expect) {
    expected.assert_eq(&resolve(call));
}

/// Resolves calls that must succeed without a word.
fn accept(calls: &[(&str, &str)]) {
    for (call, expected) in calls {
        assert_eq!(resolve(call).trim_end(), *expected, "{call}");
    }
}

#[test]
fn exact_overloads() {
    accept(&[
        ("max(float4, float4)", "float4 max(float4, float4)"),
        ("max(float4, float)", "float4 max(float4, float)"),
        ("max(uchar16, uchar)", "uchar16 max(uchar16, uchar)"),
        ("clamp(int3, int, int)", "int3 clamp(int3, int, int)"),
        ("step(float, float8)", "float8 step(float, float8)"),
        ("abs(char4)", "uchar4 abs(char4)"),
        ("upsample(short2, ushort2)", "int2 upsample(short2, ushort2)"),
        ("dot(float3, float3)", "float dot(float3, float3)"),
        ("cross(double4, double4)", "double4 cross(double4, double4)"),
        ("isnan(float)", "int isnan(float)"),
        ("isnan(double)", "int isnan(double)"),
        ("isless(double2, double2)", "long2 isless(double2, double2)"),
        ("any(char16)", "int any(char16)"),
        ("select(float4, float4, int4)", "float4 select(float4, float4, int4)"),
        ("select(char2, char2, uchar2)", "char2 select(char2, char2, uchar2)"),
        ("nan(uint3)", "float3 nan(uint3)"),
        ("nan(ulong)", "double nan(ulong)"),
        ("ilogb(float4)", "int4 ilogb(float4)"),
        ("ldexp(float4, int)", "float4 ldexp(float4, int)"),
        ("get_global_id(uint)", "ulong get_global_id(uint)"),
    ]);
}

#[test]
fn scalars_convert_as_in_clang() {
    accept(&[
        // float stays: the int converts, while double would take a promotion besides.
        ("fmax(float, int)", "float fmax(float, float)"),
        ("fmax(int, float)", "float fmax(float, float)"),
        ("fmin(float2, double)", "float2 fmin(float2, float)"),
        ("clamp(float4, int, int)", "float4 clamp(float4, float, float)"),
        ("fma(float4, float, int)", "float4 fma(float4, float4, float4)"),
        ("mix(float3, float3, double)", "float3 mix(float3, float3, float)"),
        ("get_global_id(int)", "ulong get_global_id(uint)"),
        ("select(float, float, bool)", "float select(float, float, int)"),
        ("abs(bool)", "uint abs(int)"),
        ("fabs(double)", "double fabs(double)"),
        ("ldexp(float, short)", "float ldexp(float, int)"),
    ]);
}

#[test]
fn ambiguous_calls() {
    check(
        "max(uchar, int)",
        expect![[r#"
            CL0511: the call of `max` with (uchar, int) is ambiguous
              note: these fit equally well: `max(uchar, uchar)`, `max(int, int)`
              help: cast the argument: `(uchar)(…)`
        "#]],
    );
    check(
        "max(int, uint)",
        expect![[r#"
            CL0511: the call of `max` with (int, uint) is ambiguous
              note: these fit equally well: `max(int, int)`, `max(uint, uint)`
              help: cast the argument: `(int)(…)`
        "#]],
    );
    check(
        "clamp(float, int, int)",
        expect![[r#"
            CL0511: the call of `clamp` with (float, int, int) is ambiguous
              note: these fit equally well: `clamp(int, int, int)`, `clamp(float, float, float)`
              help: cast the argument: `(float)(…)`
              help: cast the argument: `(float)(…)`
        "#]],
    );
    check(
        "sqrt(int)",
        expect![[r#"
            CL0511: the call of `sqrt` with (int) is ambiguous
              note: these fit equally well: `sqrt(float)`, `sqrt(double)`
              help: cast the argument: `(float)(…)`
        "#]],
    );
    for call in [
        "fmax(float, double)",
        "rotate(uint, int)",
        "min(ulong, int)",
        "nan(int)",
        "select(double, double, int)",
        "cross(float, float)",
    ] {
        assert!(resolve(call).starts_with("CL0511"), "{call}: {}", resolve(call));
    }
}

#[test]
fn no_overload() {
    check(
        "dot(float3, float4)",
        expect![[r#"
            CL0510: no overload of `dot` takes (float3, float4)
              note: there is `uint dot(uchar4 a, uchar4 b)`
              note: there is `int dot(char4 a, char4 b)`
              note: there is `int dot(uchar4 a, char4 b)`
              note: there is `int dot(char4 a, uchar4 b)`
              note: there is `sgentype dot(gentype p0, gentype p1)` with gentype half, float, double or a vector of up to 4
              help: argument 2 has to be `float3`
        "#]],
    );
    check(
        "fma(float4, float4, int4)",
        expect![[r#"
            CL0510: no overload of `fma` takes (float4, float4, int4)
              note: there is `gentype fma(gentype a, gentype b, gentype c)` with gentype half, float, double or a vector of it
              help: convert argument 3 with `convert_float4(…)`
        "#]],
    );
    check(
        "sqrt(int4)",
        expect![[r#"
            CL0510: no overload of `sqrt` takes (int4)
              note: there is `gentype sqrt(gentype x)` with gentype half, float, double or a vector of it
              help: convert argument 1 with `convert_float4(…)`
        "#]],
    );
    check(
        "clamp(float, float)",
        expect![[r#"
            CL0512: `clamp` takes 3 arguments, not 2
              note: there is `gentype clamp(gentype x, gentype minval, gentype maxval)` with gentype any integer or a vector of it
              note: there is `gentype clamp(gentype x, sgentype minval, sgentype maxval)` with gentype any integer, as a vector
              note: there is `gentype clamp(gentype x, gentype minval, gentype maxval)` with gentype half, float, double or a vector of it
              note: there is `gentype clamp(gentype x, sgentype minval, sgentype maxval)` with gentype half, float, double, as a vector
        "#]],
    );
    check(
        "atomic_add(private int*, int)",
        expect![[r#"
            CL0510: no overload of `atomic_add` takes (private int*, int)
              note: there is `gentype atomic_add(volatile gentype *p, gentype val)` with gentype int, uint
              help: argument 1 has to point to local or global memory, not to private memory
        "#]],
    );
    check(
        "vstore4(float4, int, constant float*)",
        expect![[r#"
            CL0510: no overload of `vstore4` takes (float4, int, constant float*)
              note: there is `void vstore4(gentype4 data, size_t offset, gentype *p)` with gentype any number
              help: argument 3 has to point to private, local or global memory, not to constant memory
        "#]],
    );
}

#[test]
fn pointers() {
    accept(&[
        ("vload4(int, global const float*)", "float4 vload4(ulong, global const float*)"),
        ("vload3(size_t, constant uchar*)", "uchar3 vload3(ulong, constant const uchar*)"),
        ("vstore2(int2, int, local int*)", "void vstore2(int2, ulong, local int*)"),
        ("vload_half(int, global half*)", "float vload_half(ulong, global const half*)"),
        (
            "vstore_half4_rtz(double4, int, private half*)",
            "void vstore_half4_rtz(double4, ulong, private half*)",
        ),
        ("fract(float4, private float4*)", "float4 fract(float4, private float4*)"),
        ("frexp(float, local int*)", "float frexp(float, local int*)"),
        // The pointer decides, the value converts.
        ("atomic_add(global uint*, int)", "uint atomic_add(global uint*, uint)"),
        (
            "atomic_cmpxchg(local volatile int*, uint, int)",
            "int atomic_cmpxchg(local volatile int*, int, int)",
        ),
        ("atomic_xchg(global float*, float)", "float atomic_xchg(global float*, float)"),
    ]);
    // Clang takes these with a warning, which the conversion of the argument gives.
    accept(&[
        ("vstore_half(float, int, global ushort*)", "void vstore_half(float, ulong, global half*)"),
        ("atomic_inc(global const int*)", "int atomic_inc(global int*)"),
        ("vload2(int, global volatile float*)", "float2 vload2(ulong, global const float*)"),
    ]);
    assert!(resolve("vload4(int, global void*)").starts_with("CL0511"));
}

#[test]
fn versions_and_extensions() {
    let newer = resolve_in("popcount(int)", Standard::Cl11, false);
    assert!(newer.starts_with("CL0513: `popcount` needs OpenCL C 1.2"), "{newer}");
    assert_eq!(resolve("popcount(int)"), "int popcount(int)\n");
    assert_eq!(resolve_in("ctz(uint)", Standard::Cl20, false), "uint ctz(uint)\n");
    // half overloads exist where half arithmetic does.
    assert!(resolve("sqrt(half)").starts_with("float sqrt(float)"));
    assert_eq!(resolve_in("sqrt(half)", Standard::Cl12, true), "half sqrt(half)\n");
    assert_eq!(resolve_in("fmax(half4, half)", Standard::Cl12, true), "half4 fmax(half4, half)\n");
    // The helpers of the library are not the program's.
    assert!(resolve("sinn(float)").starts_with("CL0501: nothing declares a function `sinn`"));
}

#[test]
fn unknown_names_find_neighbours() {
    check(
        "no_such_function(int)",
        expect![[r#"
            CL0501: nothing declares a function `no_such_function`
              note: OpenCL C has no implicit declarations: a function is declared before its first call
        "#]],
    );
    check(
        "get_gobal_id(int)",
        expect![[r#"
            CL0501: nothing declares a function `get_gobal_id`
              note: OpenCL C has no implicit declarations: a function is declared before its first call
              help: there is a built-in function `get_global_id`
        "#]],
    );
}

/// Every overload that the table has is found by a call with exactly its parameters' types.
#[test]
fn every_overload_resolves_to_itself() {
    for row in table::rows().filter(|row| !row.is_internal()) {
        for element in row.elements.iter() {
            for width in row.width_list() {
                let types: Vec<String> = row
                    .parameters
                    .iter()
                    .map(|parameter| {
                        let base = match parameter.ty.pattern_type(element, width) {
                            PatternType::Arithmetic(name, 1) => scalar_text(name).to_string(),
                            PatternType::Arithmetic(name, n) => format!("{}{n}", scalar_text(name)),
                            PatternType::Atomic(name) => format!("atomic_{}", scalar_text(name)),
                            PatternType::Event => "event_t".to_string(),
                            PatternType::Void => "void".to_string(),
                            PatternType::Bool => "bool".to_string(),
                            PatternType::Sampler => "sampler_t".to_string(),
                            PatternType::Image(kind, Accesses::Writable) => {
                                format!("write_only {}", kind.name())
                            }
                            PatternType::Image(kind, _) => format!("read_only {}", kind.name()),
                        };
                        match parameter.ty.pointer.map(|pointer| pointer.spaces) {
                            None => base,
                            Some(Spaces::Local) => format!("local {base}*"),
                            Some(_) => format!("global {base}*"),
                        }
                    })
                    .collect();
                let call = format!("{}({})", row.name, types.join(", "));
                let outcome = resolve_in(&call, Standard::Cl31, true);
                let listed = types.join(", ").replace("global ", "").replace("local ", "");
                let plain = outcome.replace("global ", "").replace("local ", "").replace("const ", "");
                assert!(plain.ends_with(&format!("{}({listed})\n", row.name)), "{call}: {outcome}");
            }
        }
    }
    assert_eq!(WIDTHS.len(), 6);
    assert_eq!(ELEMENTS.len(), ScalarName::Double as usize + 1);
}

/// The hash table finds every name and nothing else.
#[test]
fn lookup() {
    for row in table::rows() {
        assert!(table::find(row.name).any(|id| std::ptr::eq(id.row(), row)), "{}", row.name);
    }
    assert_eq!(table::find("").len(), 0);
    assert_eq!(table::find("get_global_ix").len(), 0);
}
