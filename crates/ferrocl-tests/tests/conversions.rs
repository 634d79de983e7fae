//! The values of every conversion between all pairs of types, on every engine, against an exact model
//! (sections "Conversions and Type Casting" and "Vector Data Load and Store Functions").
//!
//! For each source type there is one program with a kernel for each target type; a kernel writes what every form of the
//! conversion gives, one after the other: `convert_T` with every modifier, casts, implicit conversions. Values stand in memory
//! in one kernel, and as constants in the text in another, where they are converted when the program is compiled.
//!
//! Where the specification leaves a result open (from floats out of range without `_sat`, section "Out-of-Range Behavior
//! and Saturated Conversions"), the engines have to agree with each other.

use std::fmt::Write;

use ferrocl_tests::engines::{Engine, Runner};
use ferrocl_tests::exact::{
    BOOL, DOUBLE, ELEMENTS, Element, Expected, FLOAT, HALF, INT, Kind, Mode, boundary_values, converted,
};

const PRAGMA: &str = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n";
const OPTIONS: &str = "-w";

/// The model itself, on values that can be worked out by hand.
#[test]
fn the_model() {
    let uchar = ELEMENTS[1];
    let double = |value: f64| value.to_bits();
    let cases = [
        // 1 + 2^-24 lies halfway between 1 and the next float, 1 + 3 * 2^-24 between that and the one after.
        (DOUBLE, FLOAT, double(1.0 + 2f64.powi(-24)), None, 0x3f80_0000),
        (DOUBLE, FLOAT, double(1.0 + 3.0 * 2f64.powi(-24)), None, 0x3f80_0002),
        (DOUBLE, FLOAT, double(-1.0 - 2f64.powi(-24)), Some(Mode::Down), 0xbf80_0001),
        (DOUBLE, FLOAT, double(-1.0 - 2f64.powi(-24)), Some(Mode::Up), 0xbf80_0000),
        // Half of the least subnormal is a tie with zero; what is above it is not.
        (DOUBLE, FLOAT, double(2f64.powi(-150)), None, 0),
        (DOUBLE, FLOAT, double(2f64.powi(-150)) + 1, None, 1),
        (DOUBLE, FLOAT, double(-1e-300), Some(Mode::Zero), 0x8000_0000),
        (DOUBLE, FLOAT, double(1e300), Some(Mode::Zero), 0x7f7f_ffff),
        (DOUBLE, FLOAT, double(1e300), None, 0x7f80_0000),
        (FLOAT, HALF, 65519.996f32.to_bits().into(), None, 0x7bff),
        (FLOAT, HALF, 65520f32.to_bits().into(), None, 0x7c00),
        (INT, FLOAT, 16_777_217, None, 0x4b80_0000),
        (INT, FLOAT, 16_777_217, Some(Mode::Up), 0x4b80_0001),
        (HALF, DOUBLE, 1, None, double(2f64.powi(-24))),
        (INT, uchar, u64::from((-1i32).cast_unsigned()), None, 255),
        (FLOAT, uchar, 2.5f32.to_bits().into(), Some(Mode::Nearest), 2),
        (FLOAT, uchar, 254.5f32.to_bits().into(), Some(Mode::Up), 255),
        (FLOAT, BOOL, f32::NAN.to_bits().into(), None, 1),
    ];
    for (from, to, bits, mode, wanted) in cases {
        let got = converted(from, to, bits, false, mode);
        assert_eq!(got, Expected::Bits(wanted), "{} to {}, {mode:?}", from.show(bits), to.name);
    }
    let below: u64 = (-7f32).to_bits().into();
    assert_eq!(converted(FLOAT, uchar, below, true, None), Expected::Bits(0));
    assert_eq!(converted(FLOAT, uchar, below, false, None), Expected::Unspecified);
}

/// One way to write a conversion.
struct Form {
    /// An expression of the target type; `$` stands for the operand.
    text: String,
    saturate: bool,
    mode: Option<Mode>,
}

/// Every way to convert from one scalar type to another.
fn forms(from: Element, to: Element) -> Vec<Form> {
    let plain = |text: String| Form { text, saturate: false, mode: None };
    let mut forms = vec![
        plain(format!("({})$", to.name)),
        plain("$".into()),
        plain(format!("argument_{}($)", to.name)),
        plain(format!("returned_{}($)", to.name)),
    ];
    // `bool` has no conversion functions.
    if from == BOOL || to == BOOL {
        return forms;
    }
    for saturate in [false, true] {
        if saturate && to.is_float() {
            continue;
        }
        let sat = if saturate { "_sat" } else { "" };
        for mode in [None].into_iter().chain(Mode::ALL.map(Some)) {
            let suffix = mode.map_or("", Mode::suffix);
            forms.push(Form { text: format!("convert_{}{sat}{suffix}($)", to.name), saturate, mode });
        }
    }
    forms
}

/// The type that stands for another one in a buffer.
fn stored(ty: Element) -> &'static str {
    if ty == BOOL { "uchar" } else { ty.name }
}

/// A constant expression with this value.
fn literal(ty: Element, bits: u64) -> String {
    match ty.kind {
        Kind::Float => format!("as_{}(({}){bits:#x}UL)", ty.name, word(ty)),
        _ => format!("({}){bits:#x}UL", ty.name),
    }
}

/// The unsigned integer as wide as a type.
fn word(ty: Element) -> &'static str {
    match ty.bits {
        8 => "uchar",
        16 => "ushort",
        32 => "uint",
        _ => "ulong",
    }
}

/// Collects what is wrong, and says the first of it.
#[derive(Default)]
struct Problems {
    list: Vec<String>,
}

impl Problems {
    fn add(&mut self, problem: impl FnOnce() -> String) {
        self.list.push(if self.list.len() < 12 { problem() } else { String::new() });
    }
    #[track_caller]
    fn none(mut self) {
        let count = self.list.len();
        self.list.truncate(12);
        assert!(count == 0, "{count} wrong values:\n{}", self.list.join("\n"));
    }
}

/// Compares what an engine gave with what is expected, and, where that is open, with what the interpreter gave.
struct Results<'r> {
    to: Element,
    engine: Engine,
    got: &'r [u8],
    interpreted: &'r [u8],
}

impl Results<'_> {
    fn check(
        &self,
        index: usize,
        expected: Expected,
        problems: &mut Problems,
        what: impl FnOnce() -> String,
    ) {
        let (got, other) = (self.to.read(self.got, index), self.to.read(self.interpreted, index));
        let agrees = got == other || self.to.is_nan(got) && self.to.is_nan(other);
        if !self.to.meets(got, expected) || !agrees {
            problems.add(|| {
                let wanted = match expected {
                    Expected::Bits(bits) => self.to.show(bits),
                    Expected::Nan => "NaN".into(),
                    Expected::Unspecified => format!("{}, as interpreted", self.to.show(other)),
                };
                format!("{} ({}): {}, not {wanted}", what(), self.engine, self.to.show(got))
            });
        }
    }
}

/// Every conversion from a type, of values in memory and of constants.
fn check_scalars(from: Element) {
    let values = boundary_values(from);
    // As constants only some: each is a statement.
    let constants: Vec<u64> = values.iter().copied().step_by(values.len().div_ceil(9)).collect();
    let targets: Vec<Element> = ELEMENTS.into_iter().chain([BOOL]).collect();
    let mut source = PRAGMA.to_owned();
    for &to in &targets {
        let name = to.name;
        writeln!(source, "{name} argument_{name}({name} x) {{ return x; }}").unwrap();
        writeln!(source, "{name} returned_{name}({} x) {{ return x; }}", from.name).unwrap();
        let parameters = format!("global {} *out", stored(to));
        let forms = forms(from, to);
        writeln!(source, "kernel void to_{name}(global const {} *in, {parameters}) {{", stored(from))
            .unwrap();
        writeln!(source, "size_t i = get_global_id(0); {} x = in[i];", from.name).unwrap();
        for (number, form) in forms.iter().enumerate() {
            let at = number * values.len();
            writeln!(source, "{{ {name} y = {}; out[{at} + i] = y; }}", form.text.replace('$', "x")).unwrap();
        }
        writeln!(source, "}}\nkernel void constants_to_{name}({parameters}) {{").unwrap();
        for (number, form) in forms.iter().enumerate() {
            for (index, &bits) in constants.iter().enumerate() {
                let text = form.text.replace('$', &format!("({})", literal(from, bits)));
                let at = number * constants.len() + index;
                writeln!(source, "{{ {name} y = {text}; out[{at}] = y; }}").unwrap();
            }
        }
        source.push_str("}\n");
    }
    let runner = Runner::new("conversions.cl", &source, OPTIONS);
    let input = from.pack(&values);
    let mut problems = Problems::default();
    for &to in &targets {
        let forms = forms(from, to);
        let check = |engine, got: &[u8], interpreted: &[u8], values: &[u64], problems: &mut Problems| {
            let results = Results { to, engine, got, interpreted };
            for (number, form) in forms.iter().enumerate() {
                for (index, &bits) in values.iter().enumerate() {
                    let expected = converted(from, to, bits, form.saturate, form.mode);
                    results.check(number * values.len() + index, expected, problems, || {
                        let operand = format!("({} {})", from.name, from.show(bits));
                        format!("{} y = {}", to.name, form.text.replace('$', &operand))
                    });
                }
            }
        };
        let kernel = format!("to_{}", to.name);
        let size = forms.len() * values.len() * to.bytes();
        let run = |engine| runner.run(engine, &kernel, &[&input], size, values.len());
        let interpreted = run(Engine::Interpreter);
        for engine in Engine::all() {
            check(engine, &run(engine), &interpreted, &values, &mut problems);
        }
        let kernel = format!("constants_to_{}", to.name);
        let size = forms.len() * constants.len() * to.bytes();
        let run = |engine| runner.run(engine, &kernel, &[], size, 1);
        let folded = run(Engine::Interpreter);
        for engine in [Engine::Interpreter, Engine::Native(4)] {
            check(engine, &run(engine), &folded, &constants, &mut problems);
        }
    }
    problems.none();
}

macro_rules! scalars {
    ($($test:ident: $index:expr;)*) => { $(#[test] fn $test() { check_scalars($index) })* };
}
scalars! {
    from_bool: BOOL;
    from_char: ELEMENTS[0];
    from_uchar: ELEMENTS[1];
    from_short: ELEMENTS[2];
    from_ushort: ELEMENTS[3];
    from_int: ELEMENTS[4];
    from_uint: ELEMENTS[5];
    from_long: ELEMENTS[6];
    from_ulong: ELEMENTS[7];
    from_half: HALF;
    from_float: FLOAT;
    from_double: DOUBLE;
}

/// Components are converted each for itself: every width with some pairs and modes. A scalar that is cast to a vector is for every
/// component; a `bool` gives −1 there in integers (section "Explicit Casts").
#[test]
fn vectors() {
    let mut problems = Problems::default();
    for (number, from) in ELEMENTS.into_iter().enumerate() {
        let mut values = boundary_values(from);
        let count = 48 * (values.len() / 48).clamp(1, 4);
        let step = (values.len() / count).max(1);
        values = values.iter().copied().cycle().step_by(step).take(count).collect();
        let input = from.pack(&values);
        let mut source = PRAGMA.to_owned();
        let mut kernels = Vec::new();
        for (turn, n) in [2, 3, 4, 8, 16].into_iter().enumerate() {
            for k in 0..2 {
                let to = ELEMENTS[(number * 3 + turn * 2 + k * 5) % ELEMENTS.len()];
                let mode = Mode::ALL[(number + turn + k) % 4];
                let name = to.name;
                let sat = if to.is_float() { "" } else { "_sat" };
                let forms = [
                    (format!("convert_{name}{n}(x)"), false, None),
                    (format!("convert_{name}{n}{sat}{}(x)", mode.suffix()), !to.is_float(), Some(mode)),
                    (format!("({name}{n})x.s1"), false, None),
                    (format!("({name}{n})(bool)x.s1"), false, None),
                ];
                let from_name = from.name;
                writeln!(
                    source,
                    "kernel void to_{name}{n}(global const {from_name} *in, global {name} *out) {{
                    size_t i = get_global_id(0); {from_name}{n} x = vload{n}(i, in);"
                )
                .unwrap();
                for (number, (text, ..)) in forms.iter().enumerate() {
                    writeln!(source, "vstore{n}({text}, i, out + {});", number * count).unwrap();
                }
                source.push_str("}\n");
                kernels.push((to, n, forms));
            }
        }
        let runner = Runner::new("vectors.cl", &source, OPTIONS);
        for (to, n, forms) in kernels {
            let kernel = format!("to_{}{n}", to.name);
            let size = forms.len() * count * to.bytes();
            let run = |engine| runner.run(engine, &kernel, &[&input], size, count / n);
            let interpreted = run(Engine::Interpreter);
            for engine in Engine::all() {
                let got = run(engine);
                let results = Results { to, engine, got: &got, interpreted: &interpreted };
                for (number, (text, saturate, mode)) in forms.iter().enumerate() {
                    for index in 0..count {
                        let spread = values[index / n * n + 1];
                        let (bits, expected) = match number {
                            0 | 1 => (values[index], converted(from, to, values[index], *saturate, *mode)),
                            2 => (spread, converted(from, to, spread, false, None)),
                            _ if from.number(spread).is_zero() => (spread, Expected::Bits(0)),
                            _ if to.is_float() => (
                                spread,
                                ferrocl_tests::exact::Number::from_integer(1).encoded(to, Mode::Nearest),
                            ),
                            _ => (spread, Expected::Bits(to.mask())),
                        };
                        results.check(number * count + index, expected, &mut problems, || {
                            format!(
                                "{text}, component {} of {}{n}: {}",
                                index % n,
                                from.name,
                                from.show(bits)
                            )
                        });
                    }
                }
            }
        }
    }
    problems.none();
}

/// `vstore_half` with every rounding mode rounds like a conversion to half, `vload_half` gives every half's value
/// exactly; neither needs `cl_khr_fp16`.
#[test]
fn half_storage() {
    let mut problems = Problems::default();
    for from in [FLOAT, DOUBLE] {
        let mut values = boundary_values(from);
        values.resize(values.len().next_multiple_of(48), 0);
        let count = values.len();
        let input = from.pack(&values);
        let mut source = String::new();
        let modes = || [None].into_iter().chain(Mode::ALL.map(Some));
        for n in [1, 2, 3, 4, 8, 16] {
            let (width, vector) =
                if n == 1 { (String::new(), String::new()) } else { (n.to_string(), n.to_string()) };
            let name = from.name;
            let load = if n == 1 { "in[i]".into() } else { format!("vload{n}(i, in)") };
            writeln!(
                source,
                "kernel void store{n}(global const {name} *in, global half *out) {{
                size_t i = get_global_id(0); {name}{vector} x = {load};"
            )
            .unwrap();
            for (number, mode) in modes().enumerate() {
                let suffix = mode.map_or("", Mode::suffix);
                writeln!(source, "vstore_half{width}{suffix}(x, i, out + {});", number * count).unwrap();
            }
            source.push_str("}\n");
        }
        let runner = Runner::new("half_storage.cl", &source, OPTIONS);
        for n in [1, 2, 3, 4, 8, 16] {
            let run = |engine| runner.run(engine, &format!("store{n}"), &[&input], 5 * count * 2, count / n);
            let interpreted = run(Engine::Interpreter);
            for engine in Engine::all() {
                let got = run(engine);
                let results = Results { to: HALF, engine, got: &got, interpreted: &interpreted };
                for (number, mode) in modes().enumerate() {
                    for (index, &bits) in values.iter().enumerate() {
                        let expected = converted(from, HALF, bits, false, mode);
                        results.check(number * count + index, expected, &mut problems, || {
                            format!("vstore_half{n} {mode:?} of {} {}", from.name, from.show(bits))
                        });
                    }
                }
            }
        }
    }
    let halves = boundary_values(HALF);
    let count = halves.len() / 48 * 48;
    let input = HALF.pack(&halves[..count]);
    let mut source = String::new();
    for n in [1, 2, 3, 4, 8, 16] {
        let (width, store) = if n == 1 {
            (String::new(), "out[i] = x".into())
        } else {
            (n.to_string(), format!("vstore{n}(x, i, out)"))
        };
        writeln!(
            source,
            "kernel void load{n}(global const half *in, global float *out) {{
            size_t i = get_global_id(0); float{width} x = vload_half{width}(i, in); {store}; }}"
        )
        .unwrap();
    }
    let runner = Runner::new("half_loads.cl", &source, OPTIONS);
    for n in [1, 2, 3, 4, 8, 16] {
        let run = |engine| runner.run(engine, &format!("load{n}"), &[&input], count * 4, count / n);
        let interpreted = run(Engine::Interpreter);
        for engine in Engine::all() {
            let got = run(engine);
            let results = Results { to: FLOAT, engine, got: &got, interpreted: &interpreted };
            for (index, &bits) in halves[..count].iter().enumerate() {
                let expected = converted(HALF, FLOAT, bits, false, None);
                results.check(index, expected, &mut problems, || format!("vload_half{n} of {bits:#x}"));
            }
        }
    }
    problems.none();
}
