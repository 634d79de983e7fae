//! Results that are prescribed to the bit: the rules of `tests/accuracy/edge-cases.txt`. (The format is described there.)

use std::f64::consts::PI;

use super::format::Format;
use super::{Function, Kind, MAX_INPUTS, MAX_OUTPUTS};

/// A rule with its numbers filled in.
#[derive(Debug)]
pub struct Edge {
    /// The line of the file.
    pub line: usize,
    /// The arguments' bits.
    pub inputs: [u64; MAX_INPUTS],
    /// What each result must be; `None` is anything.
    pub expected: [Option<f64>; MAX_OUTPUTS],
}

impl Edge {
    /// Why results break the rule; `None` if they do not.
    pub fn problem(&self, function: &Function, results: &[u64; MAX_OUTPUTS]) -> Option<String> {
        let format = function.format;
        for (index, (slot, expected)) in function.outputs.iter().zip(&self.expected).enumerate() {
            let Some(expected) = *expected else { continue };
            let bits = results[index];
            let (got, is_right) = match slot.kind {
                Kind::Int => (f64::from(bits as i32), f64::from(bits as i32) == expected),
                _ if expected.is_nan() => {
                    let got = format.decode(bits);
                    (got, got.is_nan() && !format.is_signalling(bits))
                }
                _ => (format.decode(bits), bits == format.encode(expected)),
            };
            if !is_right {
                let inputs = function.show_inputs(&self.inputs);
                return Some(format!(
                    "edge-cases.txt:{}: {}({inputs}) gives {got:?} as result {index}, not {expected:?}",
                    self.line, function.row.name
                ));
            }
        }
        None
    }
}

/// The rules of a file for a function, filled in. The error says which line cannot be read.
pub fn edges(text: &str, function: &Function) -> Result<Vec<Edge>, String> {
    let plain = function.row.name.strip_prefix("half_").unwrap_or(function.row.name);
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let at = |message: String| format!("edge-cases.txt:{}: {message}", index + 1);
        let (name, rest) = line.split_once('(').ok_or_else(|| at("`(` missing".into()))?;
        if name != plain {
            continue;
        }
        let signs: &[bool] = if line.contains('±') { &[false, true] } else { &[false] };
        for is_negative in signs {
            let rest = if *is_negative {
                rest.replace('±', "-").replace('∓', "")
            } else {
                rest.replace('±', "").replace('∓', "-")
            };
            let (arguments, results) = rest.split_once(") = ").ok_or_else(|| at("`) = ` missing".into()))?;
            fill(index + 1, arguments, results, function, &mut found).map_err(at)?;
        }
    }
    Ok(found)
}

/// Every combination of the numbers that the arguments stand for.
fn fill(
    line: usize,
    arguments: &str,
    results: &str,
    function: &Function,
    found: &mut Vec<Edge>,
) -> Result<(), String> {
    let format = function.format;
    let lists: Vec<Vec<f64>> =
        arguments.split(',').map(|word| numbers(word.trim(), format)).collect::<Result<_, _>>()?;
    if lists.len() != function.inputs.len() {
        return Err(format!("`{}` takes {} arguments", function.row.name, function.inputs.len()));
    }
    let count: usize = lists.iter().map(Vec::len).product();
    for index in 0..count {
        let mut rest = index;
        let mut inputs = [0; MAX_INPUTS];
        let mut first = f64::NAN;
        let mut fits = true;
        for (position, (list, slot)) in lists.iter().zip(&function.inputs).enumerate() {
            let number = list[rest % list.len()];
            rest /= list.len();
            if position == 0 {
                first = number;
            }
            inputs[position] = match slot.kind {
                Kind::Float => format.encode(number),
                Kind::Int | Kind::Bits => (number as i32 as u32).into(),
            };
            fits &= slot.kind != Kind::Int || f64::from(number as i32) == number;
        }
        // The greatest odd and even numbers of a format may be no `int`.
        if !fits {
            continue;
        }
        let mut expected = [None; MAX_OUTPUTS];
        for (expected, word) in expected.iter_mut().zip(results.split(',')) {
            *expected = match word.trim() {
                "_" => None,
                "x" => Some(first),
                word => Some(number(word, format)?),
            };
        }
        found.push(Edge { line, inputs, expected });
    }
    Ok(())
}

/// A number by name or in decimal.
fn number(word: &str, format: &Format) -> Result<f64, String> {
    if let Some(positive) = word.strip_prefix('-') {
        return number(positive, format).map(|number| -number);
    }
    let unit = 2f64.powi(-format.digits);
    Ok(match word {
        "inf" => f64::INFINITY,
        "nan" => f64::NAN,
        "pi" => PI,
        "pi/2" => PI / 2.0,
        "pi/4" => PI / 4.0,
        "3pi/4" => PI * 0.75,
        // The least positive number.
        "least" => format.decode(1),
        "below-1" => 1.0 - unit,
        "below-half" => 0.5 - unit / 2.0,
        _ => word.parse().map_err(|_| format!("`{word}` is no number"))?,
    })
}

/// The numbers that an argument stands for.
fn numbers(word: &str, format: &Format) -> Result<Vec<f64>, String> {
    let Some(set) = word.strip_prefix('{').and_then(|word| word.strip_suffix('}')) else {
        return Ok(vec![number(word, format)?]);
    };
    let unit = 2f64.powi(-format.digits);
    let greatest = format.decode(format.infinity() - 1);
    let least_normal = 2f64.powi(format.min_exponent);
    let positive = vec![format.decode(1), least_normal, 0.1, 0.5, 1.0, 1.5, 3.0, 1000.0, greatest];
    let negated = |list: &[f64]| list.iter().map(|x| -x).collect::<Vec<f64>>();
    let with = |mut list: Vec<f64>, more: &[f64]| {
        list.extend(more);
        list
    };
    let above_one = vec![1.0 + 2.0 * unit, 1.5, 2.0, 1000.0, greatest, f64::INFINITY];
    let below_one = vec![format.decode(1), least_normal, 0.1, 0.5, 1.0 - unit];
    let odd = vec![1.0, 3.0, 5.0, 101.0, 2f64.powi(format.digits) - 1.0];
    let even = vec![2.0, 4.0, 100.0, 2f64.powi(format.digits - 1) + 2.0];
    let fraction = vec![0.5, 1.5, 3.25, 2f64.powi(format.digits - 2) + 0.5];
    Ok(match set {
        "finite>0" => positive,
        "finite<0" => negated(&positive),
        ">0" => with(positive, &[f64::INFINITY]),
        "<0" => with(negated(&positive), &[f64::NEG_INFINITY]),
        "finite" => with(with(negated(&positive), &positive), &[0.0, -0.0]),
        "any" => with(
            with(negated(&positive), &positive),
            &[0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN],
        ),
        ">1" => above_one,
        "<-1" => negated(&above_one),
        "<1" => with(negated(&positive), &[f64::NEG_INFINITY, 0.0, -0.0, 0.5, 1.0 - unit]),
        "0..1" => below_one,
        "-1..0" => negated(&below_one),
        "odd>0" => odd,
        "odd<0" => negated(&odd),
        "even>0" => even,
        "even<0" => negated(&even),
        // Positive and finite, but no odd integer.
        "not odd>0" => with(even, &fraction),
        "not odd<0" => negated(&with(even, &fraction)),
        "fraction" => with(negated(&fraction), &fraction),
        "positive integer" => with(odd, &even),
        "negative integer" => negated(&with(odd, &even)),
        "integer" => with(with(negated(&odd), &even), &[0.0, 2147483647.0, -2147483648.0]),
        // n + ½.
        "halves" => vec![0.5, -0.5, 1.5, -1.5, 100.5, -101.5, 2f64.powi(format.digits - 2) + 0.5],
        _ => return Err(format!("`{{{set}}}` is no set of numbers")),
    })
}
