//! Kernels of many expressions over the same operands, and the comparison of what they give.

use std::fmt::Write;

use ferrocl_tests::engines::{Engine, Runner};
use ferrocl_tests::exact::{BOOL, Element, Expected};

/// The operands of one component of a work-item.
#[derive(Clone, Copy)]
pub struct Operands {
    /// `a`.
    pub a: u64,
    /// `b`.
    pub b: u64,
    /// `c`, of the same type as `a`.
    pub c: u64,
    /// `s`: a scalar of the type of `b`, another one in each work-item.
    pub s: u64,
    /// `u`: a scalar of the type of `b`, the same in all work-items.
    pub u: u64,
}

/// An expression and what it gives.
pub struct Case {
    /// Statements before it.
    pub before: String,
    /// The expression.
    pub text: String,
    /// Its type, for a vector that of a component.
    pub result: Element,
    /// A component's value.
    pub expected: Box<dyn Fn(Operands) -> Expected>,
}

/// An expression on its own.
pub fn case(
    text: impl Into<String>,
    result: Element,
    expected: impl Fn(Operands) -> Expected + 'static,
) -> Case {
    Case { before: String::new(), text: text.into(), result, expected: Box::new(expected) }
}

/// A kernel of such expressions.
pub struct Kernel {
    pub name: String,
    /// Components of `a`, `b`, `c` and of every result.
    pub components: usize,
    pub a: Element,
    pub b: Element,
    /// Values of `a`, `b` and `c`, one after the other for the components of one work-item after the other.
    pub values: [Vec<u64>; 3],
    pub cases: Vec<Case>,
}

/// Every pair of some values; the third operand is one of the first's, in another order. As many as whole vectors of any width
/// take.
pub fn pairs(left: &[u64], right: &[u64]) -> [Vec<u64>; 3] {
    let count = (left.len() * right.len()).next_multiple_of(48);
    let at = |index: usize| (left[index / right.len() % left.len()], right[index % right.len()]);
    // A step that has no divisor in common with the number of values goes through all of them.
    let third = |index: usize| left[(index * 7 + index / left.len()) % left.len()];
    [
        (0..count).map(|index| at(index).0).collect(),
        (0..count).map(|index| at(index).1).collect(),
        (0..count).map(third).collect(),
    ]
}

fn vector(ty: Element, components: usize) -> String {
    if components == 1 { ty.name.to_owned() } else { format!("{}{components}", ty.name) }
}

fn stored(ty: Element) -> &'static str {
    if ty == BOOL { "uchar" } else { ty.name }
}

impl Kernel {
    fn count(&self) -> usize {
        self.values[0].len()
    }
    /// Where the results of a case begin, in bytes; each has room for the widest type.
    fn offset(&self, case: usize) -> usize {
        case * self.count() * 8
    }
    fn text(&self) -> String {
        let n = self.components;
        let (a, b) = (self.a, self.b);
        let load = |name: &str| {
            if n == 1 { format!("in_{name}[i]") } else { format!("vload{n}(i, in_{name})") }
        };
        let mut text = format!(
            "kernel void {}(global const {} *in_a, global const {} *in_b, global const {} *in_c, global uchar *out) {{\n",
            self.name,
            stored(a),
            stored(b),
            stored(a)
        );
        writeln!(text, "size_t i = get_global_id(0);").unwrap();
        for (name, ty) in [("a", a), ("b", b), ("c", a)] {
            writeln!(text, "{} {name} = {};", vector(ty, n), load(name)).unwrap();
        }
        writeln!(text, "{} s = in_b[i * {n}], u = in_b[0];", b.name).unwrap();
        for (number, case) in self.cases.iter().enumerate() {
            let result = stored(case.result);
            let out = format!("(global {result} *)(out + {})", self.offset(number));
            let store = match n {
                1 => format!("({out})[i] = {}", case.text),
                _ => format!("vstore{n}({}, i, {out})", case.text),
            };
            writeln!(text, "{{ {} {store}; }}", case.before).unwrap();
        }
        text.push_str("}\n");
        text
    }
    fn operands(&self, index: usize) -> Operands {
        let [a, b, c] = [0, 1, 2].map(|operand| self.values[operand][index]);
        let s = self.values[1][index / self.components * self.components];
        Operands { a, b, c, s, u: self.values[1][0] }
    }
    fn check(&self, runner: &Runner, engines: &[Engine], problems: &mut Vec<String>) {
        let inputs: Vec<Vec<u8>> =
            [self.a, self.b, self.a].iter().zip(&self.values).map(|(ty, values)| ty.pack(values)).collect();
        let inputs: Vec<&[u8]> = inputs.iter().map(Vec::as_slice).collect();
        let items = self.count() / self.components;
        let run = |engine| runner.run(engine, &self.name, &inputs, self.offset(self.cases.len()), items);
        let interpreted = run(Engine::Interpreter);
        for &engine in engines {
            let native = if engine == Engine::Interpreter { None } else { Some(run(engine)) };
            let got = native.as_ref().unwrap_or(&interpreted);
            for (number, case) in self.cases.iter().enumerate() {
                let ty = case.result;
                for index in 0..self.count() {
                    let place = |bytes: &[u8]| ty.read(&bytes[self.offset(number)..], index);
                    let (value, other) = (place(got), place(&interpreted));
                    let operands = self.operands(index);
                    let expected = (case.expected)(operands);
                    let agree = value == other || ty.is_nan(value) && ty.is_nan(other);
                    if ty.meets(value, expected) && agree {
                        continue;
                    }
                    let (a, b) = (self.a, self.b);
                    problems.push(format!(
                        "{}: {} {}, component {} ({engine}): {}, not {expected:x?} (interpreter: {})\n    a = {}, b = {}, c = {}, s = {}, u = {}",
                        self.name,
                        case.before,
                        case.text,
                        index % self.components,
                        ty.show(value),
                        ty.show(other),
                        a.show(operands.a),
                        b.show(operands.b),
                        a.show(operands.c),
                        b.show(operands.s),
                        b.show(operands.u),
                    ));
                }
            }
        }
    }
}

/// Runs kernels, which become one program, each on its engines, and says what is wrong.
#[track_caller]
pub fn check(kernels: &[(Kernel, Vec<Engine>)]) {
    let mut source = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n".to_owned();
    for (kernel, _) in kernels {
        source.push_str(&kernel.text());
    }
    let runner = Runner::new("operators.cl", &source, "-w");
    let mut problems = Vec::new();
    for (kernel, engines) in kernels {
        kernel.check(&runner, engines, &mut problems);
    }
    let count = problems.len();
    problems.truncate(10);
    assert!(count == 0, "{count} wrong values:\n{}", problems.join("\n"));
}
