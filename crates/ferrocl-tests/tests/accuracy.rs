//! The built-in functions of floating-point numbers against their bounds in `lib/builtins.decl`, on samples; against
//! `tests/accuracy/edge-cases.txt`; and the engines against each other, bit for bit. One test is one overload.
//! `cargo xtask ulp` is the same on many more numbers.

use std::sync::Arc;

use ferrocl_runtime::Engine;
use ferrocl_tests::accuracy::edges::edges;
use ferrocl_tests::accuracy::format::{DOUBLE, FLOAT, Format, HALF};
use ferrocl_tests::accuracy::inputs::Cases;
use ferrocl_tests::accuracy::sweep::{Runner, Way, build, sweep_built};
use ferrocl_tests::accuracy::wide::scale;
use ferrocl_tests::accuracy::{Function, MAX_INPUTS, MAX_OUTPUTS, functions};
use ferrocl_tests::corpus;
use libtest_mimic::{Arguments, Failed, Trial};

/// Functions of one number get about so many bit patterns, others so many cases.
const SAMPLES: u64 = 16_000;
/// How many of the cases the interpreter and one lane get.
const COMPARED: u64 = 1_500;

fn main() {
    let arguments = Arguments::from_args();
    let path = corpus("accuracy").join("edge-cases.txt");
    let rules: Arc<str> = std::fs::read_to_string(&path).expect("the edge cases are there").into();
    let mut trials = vec![
        Trial::test("errors", || errors().map_err(Failed::from)),
        Trial::test("references", || references().map_err(Failed::from)),
    ];
    for format in [&FLOAT, &HALF, &DOUBLE] {
        match functions(format) {
            Ok(list) => trials.extend(list.into_iter().map(|function| {
                let rules = rules.clone();
                let name = format!("{}/{}", format.name, function.name());
                Trial::test(name, move || check(&function, &rules).map_err(Failed::from))
            })),
            Err(message) => trials.push(Trial::test(format.name, || Err(Failed::from(message)))),
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// Section "Relative Error as ULPs": the unit in the last place of numbers of each kind, and errors at the ends.
fn errors() -> Result<(), String> {
    let unit = |format: &Format, number: f64, exponent: i32| {
        let got = format.ulp_exponent(number.into());
        if got == exponent { Ok(()) } else { Err(format!("ulp({number:?}) is 2^{got}, not 2^{exponent}")) }
    };
    unit(&FLOAT, 1.5, -23)?;
    // 1 is equally near to itself and nearer to the number below than to the one above.
    unit(&FLOAT, 1.0, -24)?;
    unit(&FLOAT, 1.0 + 1e-10, -23)?;
    unit(&FLOAT, 1.0 - 1e-10, -24)?;
    unit(&FLOAT, 0.0, -149)?;
    unit(&FLOAT, 1e-60, -149)?;
    unit(&FLOAT, 2f64.powi(-126), -149)?;
    unit(&FLOAT, 2f64.powi(-125), -149)?;
    unit(&FLOAT, 3f64 * 2f64.powi(-126), -148)?;
    unit(&FLOAT, 1e39, 104)?;
    unit(&HALF, 1.5, -10)?;
    unit(&DOUBLE, 1.5, -52)?;
    unit(&DOUBLE, 1.0, -53)?;
    unit(&DOUBLE, 0.0, -1074)?;
    unit(&DOUBLE, f64::MAX, 971)?;
    let error = |result: f64, reference: f64, expected: f64| {
        let got = FLOAT.error(result, reference.into());
        if got == expected {
            Ok(())
        } else {
            Err(format!("the error of {result:?} is {got:?}, not {expected:?}"))
        }
    };
    error(1.25, 1.5, 2f64.powi(21))?;
    error(f64::INFINITY, f64::from(f32::MAX), 1.0)?;
    error(f64::INFINITY, 1e60, 0.0)?;
    error(f64::NAN, 1.0, f64::INFINITY)?;
    error(1.0, f64::INFINITY, f64::INFINITY)?;
    error(f64::NAN, f64::NAN, 0.0)?;
    // A half is rounded once, whatever stands far behind.
    let half = HALF.encode(768.75 - 1e-12);
    if HALF.decode(half) != 768.5 { Err("768.75 - ε is rounded up".into()) } else { Ok(()) }
}

/// The references for `double` against `tests/accuracy/references.txt`.
fn references() -> Result<(), String> {
    let path = corpus("accuracy").join("references.txt");
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let functions = functions(&DOUBLE)?;
    let mut problems = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut words = line.split(' ');
        let name = words.next().unwrap_or_default();
        let numbers: Vec<f64> =
            words.map(str::parse).collect::<Result<_, _>>().map_err(|_| line.to_owned())?;
        let function = functions.iter().find(|function| function.row.name == name).ok_or(line)?;
        let (x, value) = numbers.split_at(numbers.len() - 3);
        let got = function.oracle.expected(&DOUBLE, x)[0];
        // The relative difference; both values are scaled to about 1.
        let shift = got.exponent - value[2] as i32;
        let difference = (scale(got.pair.high, shift) - value[0]) + (scale(got.pair.low, shift) - value[1]);
        let error = (difference / value[0]).abs();
        // Where they are small, logarithms of Γ and 1 - erf(x) are differences.
        let bound = if matches!(name, "lgamma" | "erfc") { 2f64.powi(-75) } else { 2f64.powi(-90) };
        if error.is_nan() || error > bound {
            problems.push(format!("2^{:.1} off: {line}", error.log2()));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// The error bound, the prescribed results, and every engine.
fn check(function: &Function, rules: &str) -> Result<(), String> {
    let step = (function.format.mask() / SAMPLES) | 1;
    let cases = Cases::new(function, step, SAMPLES);
    let kernel = build(function)?;
    let tally = sweep_built(function, &kernel, &cases, &[Way::NATIVE], 1)?;
    if !tally.is_good() {
        let shown = tally.wrong_at.or(tally.worst_at).map_or(String::new(), |example| example.text(function));
        return Err(format!(
            "{} results have more error than {} (the worst {}), {} are wrong: {}{shown}",
            tally.over, function.bound, tally.worst, tally.wrong, function.row.name
        ));
    }
    let edges = edges(rules, function)?;
    // The edges, and cases at even distances.
    let mut compared: Vec<[u64; MAX_INPUTS]> = edges.iter().map(|edge| edge.inputs).collect();
    for index in 0..COMPARED.min(cases.count()) {
        let mut case = [0; MAX_INPUTS];
        cases.case(index * (cases.count() / COMPARED).max(1), &mut case);
        compared.push(case);
    }
    let run = |way: Way| -> Result<Vec<[u64; MAX_OUTPUTS]>, String> {
        Runner::new(function, kernel.clone(), way, compared.len())?.run(&compared)
    };
    let native = run(Way::NATIVE)?;
    for (edge, results) in edges.iter().zip(&native) {
        if let Some(problem) = edge.problem(function, results) {
            return Err(problem);
        }
    }
    let others =
        [Way { engine: Engine::Native, lanes: Some(1) }, Way { engine: Engine::Interpreter, lanes: None }];
    for way in others {
        let results = run(way)?;
        for ((case, vector), other) in compared.iter().zip(&native).zip(&results) {
            for ((kind, &a), &b) in function.output_kinds().into_iter().zip(vector).zip(other) {
                if !function.is_same(kind, a, b) {
                    return Err(function.show_difference(case, kind, a, &way.to_string(), b));
                }
            }
        }
    }
    Ok(())
}
