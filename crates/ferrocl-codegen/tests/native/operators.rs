//! Every operator and conversion on boundary values, at every width, against the evaluator.

use std::fmt::Write;

use ferrocl_codegen::{Emit, Options, Target, compile, emit};
use ferrocl_ir::eval::scalar;
use ferrocl_ir::text::Named;
use ferrocl_ir::{BinaryOp, CompareOp, Conversion, Rounding, Scalar, UnaryOp};

use crate::support::*;

const SCALARS: [Scalar; 7] =
    [Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64, Scalar::F16, Scalar::F32, Scalar::F64];
const WIDTHS: [u32; 5] = [1, 4, 8, 16, 32];

/// Numbers from a fixed seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 ^ (self.0 >> 29)).wrapping_mul(0xbf58476d1ce4e5b9) ^ (self.0 >> 17)
    }
}

/// Values of a type that are worth a look, as bits.
fn interesting(ty: Scalar) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    let mut random = Random(7);
    if !ty.is_float() {
        for shift in 0..ty.bits() {
            let bit = 1u64 << shift;
            values.extend([bit, bit - 1, bit.wrapping_neg(), !bit]);
        }
        values.extend([3, 5, 7, 10, 100, 1000003]);
        values.extend((0..8).map(|_| random.next()));
    } else {
        let mut numbers = vec![
            0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.5, 0.1, 3.1, 100.7, 1e-3, 1e10, 65504.0, 65519.9,
            65520.0,
        ];
        for exponent in [
            -24i32, -14, -15, -126, -127, -149, -1022, -1074, 7, 8, 10, 11, 15, 16, 23, 24, 31, 32, 52, 53,
            63, 64, 127, 1023,
        ] {
            let power = 2f64.powi(exponent);
            numbers.extend([power, power * 1.5, power - 0.5, power + 0.5, power - 1.0, power + 1.0]);
        }
        numbers.extend([f64::INFINITY, f64::NAN, f64::MAX, f32::MAX.into()]);
        for number in numbers {
            for sign in [1.0, -1.0] {
                let nearest = scalar::convert(
                    Conversion::FloatToFloat { rounding: Rounding::NearestEven },
                    Scalar::F64,
                    ty,
                    (number * sign).to_bits(),
                );
                values.push(nearest);
                // Its neighbours.
                if number.is_finite() {
                    values.extend([nearest.wrapping_add(1), nearest.wrapping_sub(1)]);
                }
            }
        }
        values.extend((0..24).map(|_| random.next()));
    }
    for value in &mut values {
        *value &= ty.mask();
    }
    values.retain(|&v| !is_signalling(ty, v));
    values.sort();
    values.dedup();
    values
}

fn nan(ty: Scalar, v: u64) -> bool {
    ty.is_float() && scalar::float_to_f64(ty, v).is_nan()
}
fn is_signalling(ty: Scalar, v: u64) -> bool {
    let quiet = match ty {
        Scalar::F16 => 1 << 9,
        Scalar::F32 => 1 << 22,
        _ => 1 << 51,
    };
    nan(ty, v) && v & quiet == 0
}

/// Array elements as bytes.
fn pack(ty: Scalar, values: &[u64]) -> Vec<u8> {
    let size = ty.bytes() as usize;
    values.iter().flat_map(|v| v.to_le_bytes()[..size].to_vec()).collect()
}
fn unpack(ty: Scalar, bytes: &[u8]) -> Vec<u64> {
    let word = |chunk: &[u8]| chunk.iter().rev().fold(0, |w, &b| w << 8 | u64::from(b));
    bytes.chunks(ty.bytes() as usize).map(word).collect()
}

/// One result of the kernel: how it is written in the text form, its type, and what it should be.
struct Output {
    op: String,
    ty: Scalar,
    expected: Box<dyn Fn(&[u64]) -> u64>,
}

/// Runs a kernel that applies all of these to the same operands (each component of them), and compares. `operands` are arrays of one length.
fn check(ty: Scalar, components: u8, operands: &[Vec<u64>], outputs: &[Output]) {
    let n = usize::from(components);
    let count = operands[0].len().next_multiple_of(n);
    let vector = |s: Scalar| if n == 1 { s.to_string() } else { format!("{s}x{n}") };
    // A 3-vector takes the place of four.
    let places = if n == 3 { 4 } else { n };
    let items = count / n;
    let mut text = String::from("function f0 \"k\" -> void kernel {\n");
    let mut next = 0;
    let mut id = || {
        next += 1;
        format!("v{}", next - 1)
    };
    let inputs: Vec<String> = operands.iter().map(|_| id()).collect();
    let results: Vec<String> = outputs.iter().map(|_| id()).collect();
    for p in inputs.iter().chain(&results) {
        writeln!(text, "  parameter {p}: ptr.global \"{p}\"").unwrap();
    }
    text.push_str("  body {\n");
    let item = id();
    writeln!(text, "    let {item}: i64 = work_item global_id 0").unwrap();
    let scale = |s: Scalar| u64::from(s.bytes()) * places as u64;
    let mut values = Vec::new();
    for input in &inputs {
        let (p, v) = (id(), id());
        writeln!(text, "    let {p}: ptr.global = pointer_offset {input} index {item} scale {}", scale(ty))
            .unwrap();
        writeln!(text, "    let {v}: {} = load {p} align {}", vector(ty), ty.bytes()).unwrap();
        values.push(v);
    }
    for (output, result) in outputs.iter().zip(&results) {
        let mut v = id();
        let mut op = output.op.clone();
        for (i, value) in values.iter().enumerate() {
            op = op.replace(&format!("${i}"), value);
        }
        writeln!(text, "    let {v}: {} = {op}", vector(output.ty)).unwrap();
        let mut stored = output.ty;
        if stored == Scalar::Bool {
            stored = Scalar::I8;
            let wide = id();
            writeln!(text, "    let {wide}: {} = zero_extend {v}", vector(stored)).unwrap();
            v = wide;
        }
        let p = id();
        writeln!(
            text,
            "    let {p}: ptr.global = pointer_offset {result} index {item} scale {}",
            scale(stored)
        )
        .unwrap();
        writeln!(text, "    store {v} to {p} align {}", stored.bytes()).unwrap();
    }
    text.push_str("  }\n}\n");

    // Elements in their places.
    let spread = |values: &[u64]| -> Vec<u64> {
        (0..items * places)
            .map(|i| match i % places {
                c if c < n => values.get(i / places * n + c).copied().unwrap_or(0),
                _ => 0,
            })
            .collect()
    };
    let mut args: Vec<Arg> = operands.iter().map(|o| Arg::Buffer(pack(ty, &spread(o)))).collect();
    for output in outputs {
        args.push(Arg::Buffer(vec![0xee; items * places * output.ty.bytes() as usize]));
    }
    let source = Source::ir(&text);
    let kernel = source.last_kernel();
    let program = source.program(kernel);
    for width in WIDTHS {
        let compiled = compile(&program, kernel, &Options { width: Some(width), ..Options::default() })
            .unwrap_or_else(|e| panic!("{e}"));
        let mut got = args.clone();
        run_native(&compiled, &line(items as u64, 64), &mut got, u64::MAX);
        for (output, arg) in outputs.iter().zip(&got[operands.len()..]) {
            let Arg::Buffer(bytes) = arg else { unreachable!() };
            let stored = if output.ty == Scalar::Bool { Scalar::I8 } else { output.ty };
            let got = unpack(stored, bytes);
            for i in 0..operands[0].len() {
                let operands: Vec<u64> = operands.iter().map(|o| o[i]).collect();
                let expected = (output.expected)(&operands);
                let got = got[i / n * places + i % n];
                let same = got == expected || (nan(output.ty, got) && nan(output.ty, expected));
                assert!(
                    same,
                    "width {width}, {} components: {} of {ty} {operands:#x?}: expected {expected:#x}, got {got:#x}",
                    n, output.op
                );
            }
        }
    }
}

fn unary_outputs(ty: Scalar) -> Vec<Output> {
    let float = |op: UnaryOp| {
        matches!(
            op,
            UnaryOp::FloatNegate
                | UnaryOp::FloatAbs
                | UnaryOp::Sqrt
                | UnaryOp::Floor
                | UnaryOp::Ceil
                | UnaryOp::Trunc
                | UnaryOp::RoundEven
                | UnaryOp::RoundAway
        )
    };
    let wanted = UnaryOp::ALL
        .iter()
        .filter(|(op, _)| float(*op) == ty.is_float() && !matches!(op, UnaryOp::AnyTrue | UnaryOp::AllTrue));
    wanted
        .map(|&(op, name)| Output {
            op: format!("{name} $0"),
            ty,
            expected: Box::new(move |o| scalar::unary(op, ty, o[0])),
        })
        .collect()
}

fn binary_outputs(ty: Scalar) -> Vec<Output> {
    let mut outputs: Vec<Output> = BinaryOp::ALL
        .iter()
        .filter(|(op, _)| {
            op.is_on_floats() == ty.is_float() && (ty == Scalar::I32 || !op.is_on_packed_bytes())
        })
        .map(|&(op, name)| Output {
            op: format!("{name} $0, $1"),
            ty,
            expected: Box::new(move |o| scalar::binary(op, ty, o[0], o[1])),
        })
        .collect();
    let float_compare = |op: CompareOp| {
        matches!(
            op,
            CompareOp::FloatEqual
                | CompareOp::FloatNotEqual
                | CompareOp::FloatLess
                | CompareOp::FloatLessEqual
                | CompareOp::FloatOrdered
                | CompareOp::FloatUnordered
        )
    };
    for &(op, name) in CompareOp::ALL.iter().filter(|(op, _)| float_compare(*op) == ty.is_float()) {
        outputs.push(Output {
            op: format!("{name} $0, $1"),
            ty: Scalar::Bool,
            expected: Box::new(move |o| scalar::compare(op, ty, o[0], o[1]).into()),
        });
    }
    outputs
}

/// Every pair of some values.
fn pairs(values: &[u64]) -> Vec<Vec<u64>> {
    let left = values.iter().flat_map(|&a| values.iter().map(move |_| a)).collect();
    let right = values.iter().flat_map(|_| values.iter().copied()).collect();
    vec![left, right]
}

#[test]
fn unary() {
    for ty in SCALARS {
        for components in [1, 3] {
            check(ty, components, &[interesting(ty)], &unary_outputs(ty));
        }
    }
}

#[test]
fn binary() {
    for ty in SCALARS {
        let mut values = interesting(ty);
        // Enough for every corner, few enough for all pairs.
        while values.len() > 70 {
            let mut keep = 0;
            values.retain(|_| {
                keep += 1;
                keep % 3 != 0
            });
        }
        check(ty, 1, &pairs(&values), &binary_outputs(ty));
    }
}

#[test]
fn vectors() {
    for ty in SCALARS {
        let values: Vec<u64> = interesting(ty).into_iter().step_by(5).collect();
        // Components are independent of each other in every operator, so some operators stand for all.
        let some = ["add $", "mul_high_signed", "float_sub", "float_min", "less_signed $0", "float_less "];
        for components in [2, 3, 4, 8, 16] {
            let mut outputs = binary_outputs(ty);
            outputs.retain(|o| some.iter().any(|s| format!("{} ", o.op).starts_with(s)));
            check(ty, components, &pairs(&values), &outputs);
        }
    }
}

#[test]
fn fused_multiply_add() {
    for ty in [Scalar::F16, Scalar::F32, Scalar::F64] {
        let values: Vec<u64> = interesting(ty).into_iter().step_by(9).collect();
        let mut operands = vec![Vec::new(), Vec::new(), Vec::new()];
        for &a in &values {
            for &b in &values {
                for &c in &values {
                    operands[0].push(a);
                    operands[1].push(b);
                    operands[2].push(c);
                }
            }
        }
        let output = Output {
            op: "fma $0, $1, $2".into(),
            ty,
            expected: Box::new(move |o| scalar::fma(ty, o[0], o[1], o[2])),
        };
        check(ty, 1, &operands, &[output]);
    }
}

/// Every conversion from a type.
fn conversion_outputs(from: Scalar) -> Vec<Output> {
    let mut list = Vec::new();
    for to in SCALARS {
        let mut add = |text: String, conversion: Conversion| {
            list.push(Output {
                op: format!("{text} $0"),
                ty: to,
                expected: Box::new(move |o| scalar::convert(conversion, from, to, o[0])),
            });
        };
        let sign = |s: bool| if s { "signed" } else { "unsigned" };
        match (from.is_float(), to.is_float()) {
            (false, false) => {
                if to.bits() < from.bits() {
                    add("truncate".into(), Conversion::Truncate);
                } else if to.bits() > from.bits() {
                    add("zero_extend".into(), Conversion::ZeroExtend);
                    add("sign_extend".into(), Conversion::SignExtend);
                }
                for from_signed in [false, true] {
                    for to_signed in [false, true] {
                        add(
                            format!("saturate_integer {} {}", sign(from_signed), sign(to_signed)),
                            Conversion::SaturateInteger { from_signed, to_signed },
                        );
                    }
                }
            }
            (false, true) => {
                for signed in [false, true] {
                    for &(rounding, name) in Rounding::ALL {
                        add(
                            format!("integer_to_float {} {name}", sign(signed)),
                            Conversion::IntegerToFloat { signed, rounding },
                        );
                    }
                }
            }
            (true, false) => {
                for signed in [false, true] {
                    for saturate in [false, true] {
                        for &(rounding, name) in Rounding::ALL {
                            let end = if saturate { " saturate" } else { "" };
                            add(
                                format!("float_to_integer {} {name}{end}", sign(signed)),
                                Conversion::FloatToInteger { signed, rounding, saturate },
                            );
                        }
                    }
                }
            }
            (true, true) => {
                if from != to {
                    for &(rounding, name) in Rounding::ALL {
                        add(format!("float_to_float {name}"), Conversion::FloatToFloat { rounding });
                    }
                }
            }
        }
    }
    list
}

#[test]
fn conversions() {
    for from in SCALARS {
        check(from, 1, &[interesting(from)], &conversion_outputs(from));
    }
}

#[test]
fn half_to_all() {
    // Every half there is.
    let values: Vec<u64> = (0..=0xffff).filter(|&v| !is_signalling(Scalar::F16, v)).collect();
    check(Scalar::F16, 1, &[values], &conversion_outputs(Scalar::F16));
}

/// LLVM can compare and round halves themselves where it knows that it is the same, but of vectors does it one by one.
#[test]
fn halves_stay_floats() {
    let source = Source::c(
        "kernel void k(global const half *in, global float *out, global int *n) {
            size_t i = get_global_id(0);
            float x = vload_half(i, in), y = vload_half(i + 7, in);
            out[i] = x < y ? floor(x) : fmax(x, 2.0f);
            n[i] = convert_int_sat_rte(y) + isnan(x) + (x == 1.0f);
        }",
    );
    if Target::host().has_f16_arithmetic() {
        return;
    }
    let kernel = source.last_kernel();
    let options = Options { width: Some(16), ..Options::default() };
    let text = emit(&source.program(kernel), kernel, &options, Emit::OptimisedLlvmIr).expect("LLVM IR");
    let text = String::from_utf8(text).expect("text");
    assert!(text.contains("x half>"), "the halves are read as a vector");
    for line in text.lines().filter(|line| line.contains("half")) {
        let is_wrong = line.contains("fcmp") || line.contains("floor") || line.contains("round");
        assert!(!is_wrong, "{line}");
    }
}
