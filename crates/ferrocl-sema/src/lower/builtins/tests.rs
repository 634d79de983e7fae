//! Built-in functions with operators as their home, on constants: lowering folds them by the IR's evaluator, so that
//! what comes out is what every engine computes.

use ferrocl_base::{Diagnostics, IndexVec, Interner, SourceMap, Span};
use ferrocl_ir::{Bits, Op, Stmt};
use ferrocl_syntax::ast::TranslationUnit;
use ferrocl_syntax::options::{BuildOptions, Standard};

use crate::analyse::Analyzer;
use crate::builtins::overloads::Resolution;
use crate::builtins::table::ELEMENTS;
use crate::hir::{self, ExprKind, StmtKind};
use crate::operation::Element;
use crate::types::name::scalar_text;
use crate::types::{AddressSpace, QualifiedType, ScalarName, TypeId};

/// The bits of a number in a scalar type; `0x…` are the bits themselves.
fn bits_of(text: &str, name: ScalarName) -> u64 {
    let scalar = Element::of_name(name).scalar;
    if let Some(hex) = text.strip_prefix("0x") {
        return u64::from_str_radix(hex, 16).expect("hexadecimal") & scalar.mask();
    }
    if scalar.is_float() {
        let value: f64 = text.parse().unwrap_or_else(|_| panic!("{text} is no number"));
        return match name {
            ScalarName::Float => (value as f32).to_bits().into(),
            ScalarName::Double => value.to_bits(),
            _ => ferrocl_ir::eval::scalar::convert(
                ferrocl_ir::Conversion::FloatToFloat { rounding: ferrocl_ir::Rounding::NearestEven },
                ferrocl_ir::Scalar::F64,
                ferrocl_ir::Scalar::F16,
                value.to_bits(),
            ),
        };
    }
    let value: i128 = text.parse().unwrap_or_else(|_| panic!("{text} is no number"));
    value as u64 & scalar.mask()
}

/// `float4`, as element and width.
fn gentype_of(text: &str) -> (ScalarName, u8) {
    let digits = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
    let (name, width) = text.split_at(digits);
    let name = ELEMENTS.into_iter().find(|&e| scalar_text(e) == name).unwrap_or_else(|| panic!("{text}"));
    (name, width.parse().unwrap_or(1))
}

/// What a call gives, and what it stores through a pointer argument.
struct Outcome {
    result: Option<Bits>,
    stored: Vec<Bits>,
    result_type: String,
}

/// Calls a function. An argument is a type and its components (`int4 1 2 3 4`), or a pointer type (`int4*`).
fn call(name: &str, arguments: &[&str]) -> Outcome {
    let options = BuildOptions { standard: Standard::Cl31, ..BuildOptions::default() };
    let (unit, map) = (TranslationUnit::default(), SourceMap::new());
    let (mut interner, mut diagnostics) = (Interner::new(), Diagnostics::new());
    let name = interner.intern(name);
    let fp16 = interner.intern("cl_khr_fp16");
    let mut analyzer = Analyzer::new(&unit, &map, &mut interner, &options, &mut diagnostics);
    analyzer.set_extension(fp16, true);
    let mut parameters = Vec::new();
    let arguments: Vec<hir::ExprId> =
        arguments.iter().map(|text| argument(&mut analyzer, &mut parameters, text)).collect();
    let Some(Resolution::Builtin { callee, result }) =
        analyzer.resolve_call(name, Span::NONE, &[], &arguments, &arguments)
    else {
        let reported: Vec<_> = diagnostics.list().iter().map(|d| d.message.clone()).collect();
        panic!("{reported:?}");
    };
    let result_type = analyzer.program.types.name(analyzer.interner, result);
    let is_void = result == crate::types::TypeTable::VOID;
    let expr = add(&mut analyzer, ExprKind::BuiltinCall { callee, arguments }, result);
    let statement = if is_void { StmtKind::Expr(expr) } else { StmtKind::Return(Some(expr)) };
    let mut program = std::mem::take(&mut analyzer.program);
    program.functions.push(hir::Function {
        name,
        result,
        parameters,
        written_types: Vec::new(),
        variables: std::mem::take(&mut analyzer.current.variables),
        exprs: std::mem::take(&mut analyzer.current.exprs),
        labels: IndexVec::new(),
        body: Some(vec![hir::Stmt { kind: statement, span: Span::NONE }]),
        kernel: None,
        is_library: false,
        link_name: None,
        span: Span::NONE,
    });
    let module = crate::lower::lower(&program, &interner, &options, &mut diagnostics);
    let reported: Vec<_> = diagnostics.list().iter().map(|d| d.message.clone()).collect();
    let module = module.unwrap_or_else(|| panic!("{reported:?}"));
    ferrocl_ir::verify(&module).unwrap_or_else(|errors| panic!("{errors:?}"));
    let function = module.functions.iter().next().expect("one function");
    let constant = |value| match &function.values[value].op {
        Op::Constant(bits) => bits.clone(),
        op => panic!("not folded: {op:?}"),
    };
    let mut outcome = Outcome { result: None, stored: Vec::new(), result_type };
    for stmt in &function.body {
        match stmt {
            Stmt::Return(Some(value)) => outcome.result = Some(constant(*value)),
            Stmt::Store { value, .. } => outcome.stored.push(constant(*value)),
            _ => {}
        }
    }
    outcome
}

fn add(analyzer: &mut Analyzer, kind: ExprKind, ty: TypeId) -> hir::ExprId {
    analyzer.add(hir::Expr { kind, ty, place: None, flags: Default::default(), span: Span::NONE })
}

fn argument(analyzer: &mut Analyzer, parameters: &mut Vec<hir::VariableId>, text: &str) -> hir::ExprId {
    let mut words = text.split_whitespace();
    let ty = words.next().expect("a type");
    if let Some(pointee) = ty.strip_suffix('*') {
        let (name, width) = gentype_of(pointee);
        let pointee = analyzer.program.types.gentype(name, width);
        let ty = analyzer.program.types.pointer(QualifiedType::new(pointee, AddressSpace::Global));
        let variable = analyzer.current.variables.push(hir::Variable {
            name: None,
            ty: QualifiedType::new(ty, AddressSpace::Private),
            align: 8,
            span: Span::NONE,
        });
        parameters.push(variable);
        let place = analyzer.add(hir::Expr {
            kind: ExprKind::Variable(variable),
            ty,
            place: Some(hir::Place {
                is_const: false,
                is_volatile: false,
                space: AddressSpace::Private,
                align: 8,
            }),
            flags: Default::default(),
            span: Span::NONE,
        });
        return analyzer.value(place);
    }
    let (name, width) = gentype_of(ty);
    let bits: Bits = words.map(|word| bits_of(word, name)).collect();
    assert_eq!(bits.len(), usize::from(width), "{text}");
    let ty = analyzer.program.types.gentype(name, width);
    add(analyzer, ExprKind::Constant(bits), ty)
}

/// What a call gives must have these components in the result's type; `nan` is any NaN.
#[track_caller]
fn gives(name: &str, arguments: &[&str], expected: &str) {
    let outcome = call(name, arguments);
    compare(
        &outcome.result.expect("a result"),
        &outcome.result_type,
        expected,
        &format!("{name}{arguments:?}"),
    );
}

#[track_caller]
fn compare(bits: &Bits, ty: &str, expected: &str, what: &str) {
    let (name, _) = gentype_of(ty);
    let words: Vec<&str> = expected.split_whitespace().collect();
    assert_eq!(bits.len(), words.len(), "{what}: {ty}");
    for (&bits, word) in bits.iter().zip(words) {
        let scalar = Element::of_name(name).scalar;
        if word == "nan" {
            let is_nan =
                ferrocl_ir::eval::scalar::compare(ferrocl_ir::CompareOp::FloatUnordered, scalar, bits, bits);
            assert!(is_nan, "{what}: {bits:#x} is no NaN");
            continue;
        }
        assert_eq!(bits, bits_of(word, name), "{what}: {bits:#x}, not {word}");
    }
}

/// The same with a pointer as the last argument: what is stored there too.
#[track_caller]
fn gives_and_stores(name: &str, arguments: &[&str], expected: &str, pointee: &str, stored: &str) {
    let pointer = format!("{pointee}*");
    let mut all = arguments.to_vec();
    all.push(&pointer);
    let outcome = call(name, &all);
    let what = format!("{name}{arguments:?}");
    compare(&outcome.result.expect("a result"), &outcome.result_type, expected, &what);
    assert_eq!(outcome.stored.len(), 1, "{what}");
    compare(&outcome.stored[0], pointee, stored, &format!("{what} stores"));
}

/// Section "Integer Functions".
#[test]
fn integers() {
    gives("abs", &["char4 -128 -1 0 127"], "128 1 0 127");
    gives("abs", &["uint 0xffffffff"], "0xffffffff");
    gives("abs_diff", &["int -2147483648", "int 2147483647"], "0xffffffff");
    gives("abs_diff", &["uchar 3", "uchar 200"], "197");
    gives("add_sat", &["char 100", "char 100"], "127");
    gives("add_sat", &["short2 32767 -32768", "short2 1 -1"], "32767 -32768");
    gives("sub_sat", &["uchar 5", "uchar 6"], "0");
    gives("sub_sat", &["int -2147483648", "int 1"], "-2147483648");
    gives("hadd", &["int -1", "int 0"], "-1");
    gives("hadd", &["uchar 255", "uchar 255"], "255");
    gives("hadd", &["int 2147483647", "int 2147483647"], "2147483647");
    gives("rhadd", &["int -1", "int 0"], "0");
    gives("rhadd", &["uchar2 255 254", "uchar2 254 0"], "255 127");
    gives("rhadd", &["long -9223372036854775808", "long -9223372036854775807"], "-9223372036854775807");
    gives("clamp", &["int4 -5 0 5 9", "int 0", "int 7"], "0 0 5 7");
    gives("clamp", &["uint 0xffffffff", "uint 1", "uint 9"], "9");
    gives("clz", &["uchar4 0 1 128 64"], "8 7 0 1");
    gives("clz", &["ulong 1"], "63");
    gives("ctz", &["ushort4 0 1 32768 6"], "16 0 15 1");
    gives("popcount", &["int -1"], "32");
    gives("mul_hi", &["int -2147483648", "int 2"], "-1");
    gives("mul_hi", &["uint 0xffffffff", "uint 0xffffffff"], "0xfffffffe");
    gives("mad_hi", &["short 16384", "short 8", "short -3"], "-1");
    gives("rotate", &["uchar 0x81", "uchar 9"], "3");
    gives("rotate", &["int 0x80000001", "int -1"], "0xc0000000");
    gives("upsample", &["char -1", "uchar 1"], "-255");
    gives("upsample", &["uint 1", "uint 0xffffffff"], "0x1ffffffff");
    gives("mul24", &["int -3", "int 7"], "-21");
    gives("mad24", &["uint 0xffffff", "uint 2", "uint 5"], "0x2000003");
    gives("max", &["char2 -1 5", "char 0"], "0 5");
    gives("max", &["uchar2 0xff 5", "uchar 0"], "0xff 5");
    gives("min", &["long -1", "long 1"], "-1");
}

/// `mad_sat` saturates the sum and not the product (case 68 of the shared ones).
#[test]
fn mad_sat() {
    gives("mad_sat", &["long 1", "long -1", "long 0"], "-1");
    gives("mad_sat", &["long 9223372036854775807", "long 2", "long 5"], "9223372036854775807");
    gives(
        "mad_sat",
        &["long -9223372036854775808", "long 2", "long 9223372036854775807"],
        "-9223372036854775808",
    );
    // 3037000500² is 2^63 + 145474192: minus a little more, it fits.
    gives("mad_sat", &["long 3037000500", "long 3037000500", "long -145474193"], "9223372036854775807");
    gives("mad_sat", &["long 3037000500", "long 3037000500", "long -145474194"], "9223372036854775806");
    gives("mad_sat", &["long 3037000500", "long -3037000500", "long 145474192"], "-9223372036854775808");
    gives("mad_sat", &["long 3037000500", "long -3037000500", "long 145474193"], "-9223372036854775807");
    gives("mad_sat", &["ulong 0xffffffffffffffff", "ulong 2", "ulong 0"], "0xffffffffffffffff");
    gives("mad_sat", &["ulong 0xffffffff", "ulong 0xffffffff", "ulong 0x1fffffffe"], "0xffffffffffffffff");
    gives("mad_sat", &["ulong 0xffffffff", "ulong 0xffffffff", "ulong 0x1ffffffff"], "0xffffffffffffffff");
    gives("mad_sat", &["char 100", "char 2", "char -100"], "100");
    gives("mad_sat", &["uchar 20", "uchar 20", "uchar 1"], "255");
    gives("mad_sat", &["ushort 65535", "ushort 65535", "ushort 65535"], "65535");
    gives("mad_sat", &["int 2147483647", "int 2147483647", "int -2147483648"], "2147483647");
    gives("mad_sat", &["uint 0xffffffff", "uint 0xffffffff", "uint 0xffffffff"], "0xffffffff");
    gives("mad_sat", &["uint 2", "uint 3", "uint 4"], "10");
}

/// Section "Extended Bit Operations".
#[test]
fn bit_fields() {
    gives("bitfield_insert", &["uint 0xaaaaaaaa", "uint 0xff", "uint 4", "uint 8"], "0xaaaaaffa");
    gives("bitfield_insert", &["uchar 0xaa", "uchar 0xff", "uint 0", "uint 0"], "0xaa");
    gives("bitfield_insert", &["uchar 0xaa", "uchar 0x55", "uint 0", "uint 8"], "0x55");
    gives(
        "bitfield_insert",
        &["long2 0 -1", "long2 1 0", "uint 63", "uint 1"],
        "0x8000000000000000 0x7fffffffffffffff",
    );
    gives("bitfield_extract_signed", &["uint 0xf0", "uint 4", "uint 4"], "-1");
    gives("bitfield_extract_signed", &["short 0x7ff", "uint 0", "uint 0"], "0");
    gives("bitfield_extract_unsigned", &["int 0xf0", "uint 4", "uint 4"], "15");
    gives("bitfield_extract_unsigned", &["char -1", "uint 0", "uint 8"], "255");
    gives("bit_reverse", &["uchar2 1 0x0f"], "0x80 0xf0");
}

/// Sections "Math Functions" and "Additional Requirements Beyond C99 TC2".
#[test]
fn floats() {
    gives("fmax", &["float nan", "float 1"], "1");
    gives("fmax", &["float 2", "float nan"], "2");
    gives("fmin", &["float2 nan 2", "float 3"], "3 2");
    gives("fmax", &["double nan", "double nan"], "nan");
    gives("fmax", &["half4 1 nan -1 nan", "half4 nan 5 -2 nan"], "1 5 -1 nan");
    gives("fdim", &["float4 3 1 nan inf", "float4 1 3 1 inf"], "2 0 nan 0");
    gives("fdim", &["float 1", "float nan"], "nan");
    gives("fmod", &["float4 5.5 -5.5 0 1", "float4 2 2 nan inf"], "1.5 -1.5 nan 1");
    gives("copysign", &["float nan", "float -1"], "nan");
    gives("copysign", &["double2 1 -2", "double2 -0.0 0"], "-1 2");
    gives("fabs", &["float 0xffc00000"], "0x7fc00000");
    gives("rint", &["float4 0.5 1.5 -0.5 2.5"], "0 2 -0.0 2");
    gives("round", &["float4 0.5 1.5 -0.5 0x3effffff"], "1 2 -1 0");
    gives("round", &["float -0.25"], "-0.0");
    gives("trunc", &["float -0.75"], "-0.0");
    gives("ceil", &["double -0.5"], "-0.0");
    gives("fma", &["float 0x3f800001", "float 0x3f800001", "float 0xbf800002"], "0x28800000");
    gives("maxmag", &["float4 -3 3 -3 nan", "float4 2 -4 3 1"], "-3 -4 3 1");
    gives("minmag", &["float4 -3 3 -3 1", "float4 2 -4 3 nan"], "2 3 -3 1");
    gives("nan", &["uint 5"], "0x7fc00005");
    gives("nan", &["ulong 0xffffffffffffffff"], "0x7fffffffffffffff");
    gives("sqrt", &["float4 4 -1 -0.0 inf"], "2 nan -0.0 inf");
    gives("rsqrt", &["float4 4 0 -0.0 inf"], "0.5 inf -inf 0");
    gives("native_recip", &["float2 4 -0.0"], "0.25 -inf");
    gives("half_divide", &["float 1", "float 8"], "0.125");
    gives("mad", &["float 2", "float 3", "float 4"], "10");
}

#[test]
fn neighbours() {
    gives("nextafter", &["float4 1 1 0 -0.0", "float4 2 0 1 1"], "0x3f800001 0x3f7fffff 1e-45 1e-45");
    gives("nextafter", &["float4 0 -0.0 1 1", "float4 -1 -1 1 nan"], "-1e-45 -1e-45 1 nan");
    gives(
        "nextafter",
        &["float4 -1 -1 inf 3.4028235e38", "float4 -2 0 0 inf"],
        "0xbf800001 0xbf7fffff 0x7f7fffff inf",
    );
    gives("nextafter", &["float2 1e-45 -0.0", "float2 -1 0"], "0 0");
    gives("nextafter", &["double 1", "double inf"], "0x3ff0000000000001");
    gives("nextafter", &["half 1", "half -1"], "0x3bff");
}

#[test]
fn exponents() {
    gives("ilogb", &["float4 1 0.75 1e-45 0"], "0 -1 -149 -2147483648");
    gives("ilogb", &["float4 inf nan -8 1.1754942e-38"], "2147483647 2147483647 3 -127");
    gives("ilogb", &["double2 5e-324 1024"], "-1074 10");
    gives("ilogb", &["half2 6e-8 0.5"], "-24 -1");
    gives("logb", &["float4 1 0 inf nan"], "0 -inf inf nan");
    gives("logb", &["float2 1e-45 -inf"], "-149 inf");
    gives("ldexp", &["float4 1 1 1 1.5", "int4 10 -149 -150 -149"], "1024 1e-45 0 3e-45");
    // The nearest even of two denormals, rounded once: 0x1.000002p0 * 2^-149 - … stays above half.
    gives(
        "ldexp",
        &["float4 0x3f800001 0x3fc00001 1e-45 1e-45", "int4 -150 -149 149 276"],
        "1e-45 3e-45 1 0x7f000000",
    );
    gives("ldexp", &["float4 inf nan -0.0 1", "int4 -10000 5 7 2147483647"], "inf nan -0.0 inf");
    gives(
        "ldexp",
        &["float4 -1 3.4e38 1 1e-45", "int4 -2147483648 -2147483648 128 2147483647"],
        "-0.0 0 inf inf",
    );
    gives("ldexp", &["double 1", "int -1074"], "5e-324");
    gives("ldexp", &["half2 1 1", "int 15"], "32768 32768");
    gives("ldexp", &["half2 0x0001 0x3c00", "int2 39 -25"], "32768 0");
    gives_and_stores("frexp", &["float4 8 0.75 -0.0 1e-45"], "0.5 0.75 -0.0 0.5", "int4", "4 0 0 -148");
    gives_and_stores("frexp", &["float2 -inf nan"], "-inf nan", "int2", "0 0");
    gives_and_stores("frexp", &["double -3"], "-0.75", "int", "2");
    gives_and_stores("frexp", &["half 0x0001"], "0.5", "int", "-23");
    gives_and_stores("modf", &["float4 3.25 -3.25 inf -inf"], "0.25 -0.25 0 -0.0", "float4", "3 -3 inf -inf");
    gives_and_stores("modf", &["float2 -0.0 nan"], "-0.0 nan", "float2", "-0.0 nan");
    gives_and_stores(
        "fract",
        &["float4 3.25 -3.25 -1e-20 nan"],
        "0.25 0.75 0x3f7fffff nan",
        "float4",
        "3 -4 -1 nan",
    );
    gives_and_stores("fract", &["float4 0 -0.0 inf -inf"], "0 -0.0 0 -0.0", "float4", "0 -0.0 inf -inf");
}

/// Sections "Common Functions" and "Geometric Functions".
#[test]
fn common_and_geometric() {
    gives("clamp", &["float4 -1 0.5 2 nan", "float 0", "float 1"], "0 0.5 1 0");
    gives("degrees", &["float 0x40490fdb"], "180");
    gives("radians", &["double 180"], "0x400921fb54442d18");
    gives("max", &["float2 1 5", "float 3"], "3 5");
    gives("min", &["double 1", "double 3"], "1");
    gives("mix", &["float2 1 2", "float2 3 4", "float 0.5"], "2 3");
    gives("step", &["float 1", "float4 0.5 1 1.5 2"], "0 1 1 1");
    gives("smoothstep", &["float 0", "float 2", "float4 -1 1 2 3"], "0 0.5 1 1");
    gives("sign", &["float4 -3 -0.0 0 nan"], "-1 -0.0 0 0");
    gives("sign", &["float inf"], "1");
    gives("cross", &["float3 1 0 0", "float3 0 1 0"], "0 0 1");
    gives("cross", &["float4 1 2 3 9", "float4 4 5 6 9"], "-3 6 -3 0");
    gives("dot", &["float4 1 2 3 4", "float4 5 6 7 8"], "70");
    gives("dot", &["double 3", "double 4"], "12");
    gives("fast_length", &["float2 3 4"], "5");
    gives("fast_distance", &["float2 1 1", "float2 4 5"], "5");
    gives("fast_normalize", &["float2 3 0"], "1 0");
    gives("fast_normalize", &["float3 0 -0.0 0"], "0 -0.0 0");
}

/// Section "Relational Functions": 1 for scalars, −1 in vectors, of integers as wide.
#[test]
fn relations() {
    gives("isequal", &["float nan", "float nan"], "0");
    gives("isnotequal", &["float nan", "float 1"], "1");
    gives("isnotequal", &["double2 nan 1", "double2 1 1"], "-1 0");
    gives("isgreater", &["float4 1 2 3 nan", "float4 2 2 2 2"], "0 0 -1 0");
    gives("isgreaterequal", &["float 2", "float 2"], "1");
    gives("isless", &["half2 1 2", "half2 2 1"], "-1 0");
    gives("islessequal", &["float 3", "float 2"], "0");
    gives("islessgreater", &["float4 1 2 3 nan", "float4 2 2 2 2"], "-1 0 -1 0");
    gives("isfinite", &["float4 1 inf -inf nan"], "-1 0 0 0");
    gives("isinf", &["float4 1 inf -inf nan"], "0 -1 -1 0");
    gives("isnan", &["double nan"], "1");
    gives("isnormal", &["float4 0 1e-40 1.1754944e-38 inf"], "0 0 -1 0");
    gives("isnormal", &["half4 0x03ff 0x0400 nan 0x8400"], "0 -1 0 -1");
    gives("isordered", &["float 1", "float nan"], "0");
    gives("isunordered", &["float2 1 2", "float2 nan 2"], "-1 0");
    gives("signbit", &["float4 -0.0 0 0xffc00000 -1"], "-1 0 -1 -1");
    gives("signbit", &["double -1"], "1");
    gives("any", &["int4 1 2 3 0x7fffffff"], "0");
    gives("any", &["char2 0 -128"], "1");
    gives("all", &["short3 -1 -2 -32768"], "1");
    gives("all", &["long2 -1 1"], "0");
    gives("any", &["int -5"], "1");
    gives("bitselect", &["uchar 0x0f", "uchar 0xf0", "uchar 0x3c"], "0x33");
    gives("bitselect", &["float 1", "float -1", "float -0.0"], "-1");
    gives("select", &["int 1", "int 2", "int 4"], "2");
    gives("select", &["int4 1 2 3 4", "int4 10 20 30 40", "int4 1 -1 0x7fffffff 0x80000000"], "1 20 3 40");
    gives("select", &["float2 1 2", "float2 3 4", "uint2 0x80000000 1"], "3 2");
}

/// Section "Vector Data Load and Store Functions": what is stored, after rounding.
#[test]
fn half_stores() {
    let store = |name: &str, data: &str| {
        let outcome = call(name, &[data, "ulong 3", "half*"]);
        outcome.stored[0].to_vec()
    };
    assert_eq!(store("vstore_half", "float 65520"), [0x7c00]);
    assert_eq!(store("vstore_half_rtz", "float 65520"), [0x7bff]);
    assert_eq!(store("vstore_half_rtp", "float 1.00048828125"), [0x3c01]);
    assert_eq!(store("vstore_half_rtn", "float 1.00048828125"), [0x3c00]);
    assert_eq!(store("vstore_half_rte", "float 1.00048828125"), [0x3c00]);
    assert_eq!(store("vstore_half", "float 8.940697e-8"), [0x0002]);
    assert_eq!(store("vstore_half_rtp", "float -2.9802329e-8"), [0x8000]);
    assert_eq!(store("vstore_half2", "float2 0.1 -65504"), [0x2e66, 0xfbff]);
    assert_eq!(store("vstorea_half3_rtn", "double3 1 -1 -65520"), [0x3c00, 0xbc00, 0xfc00]);
}
