//! Running a function on its cases, and what came out.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ferrocl_runtime::base::render::{self, Format as Rendering};
use ferrocl_runtime::{Argument, Buffer, Build, Device, Engine, Kernel, Launch, target_from_environment};
use ferrocl_sema::builtins::Ulp;

use super::inputs::Cases;
use super::wide::{Wide, scale};
use super::{Function, Kind, MAX_INPUTS, MAX_OUTPUTS, Slot};

/// How many cases a launch takes at most. (Cases and results of a block stay in the cache.)
const BLOCK: usize = 1 << 14;

/// What runs the kernels.
#[derive(Debug, Clone, Copy)]
pub struct Way {
    /// The engine.
    pub engine: Engine,
    /// Work-items in a vector; chosen where it is `None`.
    pub lanes: Option<u32>,
}

impl Way {
    /// Vector code with the lanes that are chosen by itself.
    pub const NATIVE: Way = Way { engine: Engine::Native, lanes: None };
}

/// What a sweep found.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// How many results were compared.
    pub results: u64,
    /// The greatest error, in the unit of the bound.
    pub worst: f64,
    /// Where it was.
    pub worst_at: Option<Example>,
    /// The sum of the finite errors.
    pub sum: f64,
    /// How many results have an error above the bound.
    pub over: u64,
    /// How many are NaN, infinite or a zero of the wrong sign where they must not be, or the other way round; or
    /// differ from an exact result.
    pub wrong: u64,
    /// The first of those.
    pub wrong_at: Option<Example>,
    /// How many results other ways gave in other bits than the first (NaN for NaN is the same).
    pub unequal: u64,
    /// The first of those, in words.
    pub unequal_at: Option<String>,
}

/// A case with what it gave.
#[derive(Debug, Clone, Copy)]
pub struct Example {
    /// Which case.
    pub case: u64,
    /// The arguments' bits.
    pub inputs: [u64; MAX_INPUTS],
    /// Which component of the results.
    pub component: usize,
    /// Its bits.
    pub got: u64,
    /// What it should be.
    pub expected: Wide,
}

impl std::fmt::Display for Way {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.engine, self.lanes) {
            (Engine::Interpreter, _) => f.write_str("the interpreter"),
            (Engine::Native, None) => f.write_str("vector code"),
            (Engine::Native, Some(1)) => f.write_str("one lane"),
            (Engine::Native, Some(lanes)) => write!(f, "{lanes} lanes"),
        }
    }
}

impl Tally {
    fn merge(&mut self, other: Tally) {
        if other.worst > self.worst || self.worst_at.is_none() {
            (self.worst, self.worst_at) = (other.worst, other.worst_at);
        }
        let earlier = |example: &Option<Example>| example.map_or(u64::MAX, |example| example.case);
        if earlier(&other.wrong_at) < earlier(&self.wrong_at) {
            self.wrong_at = other.wrong_at;
        }
        self.unequal_at = self.unequal_at.take().or(other.unequal_at);
        self.unequal += other.unequal;
        self.results += other.results;
        self.sum += other.sum;
        self.over += other.over;
        self.wrong += other.wrong;
    }
    /// Whether everything is as the table says, and the same in every way.
    pub fn is_good(&self) -> bool {
        self.over == 0 && self.wrong == 0 && self.unequal == 0
    }
}

/// A function compiled, with room for a block of cases.
pub struct Runner<'a> {
    function: &'a Function,
    device: Device,
    kernel: Kernel,
    way: Way,
    arguments: Vec<Argument>,
    buffers: Vec<(Slot, Arc<Buffer>)>,
    bytes: Vec<u8>,
    capacity: usize,
}

/// Compiles the kernel of a function.
pub fn build(function: &Function) -> Result<Kernel, String> {
    let text = function.source();
    let target = target_from_environment().map_err(|error| error.to_string())?;
    let build = Build::new(&target, "sweep.cl", text.as_bytes(), "-cl-std=CL3.0");
    let Some(program) = build.program() else {
        return Err(render::render(build.map(), build.diagnostics(), Rendering::BuildLog));
    };
    program.kernel("sweep").map_err(|error| error.to_string())
}

impl<'a> Runner<'a> {
    /// Makes room for blocks of `capacity` cases.
    pub fn new(
        function: &'a Function,
        kernel: Kernel,
        way: Way,
        capacity: usize,
    ) -> Result<Runner<'a>, String> {
        let mut buffers = Vec::new();
        for &slot in function.inputs.iter().chain(&function.outputs) {
            let bytes = capacity * slot.components * function.element_size(slot.kind);
            buffers.push((slot, Arc::new(Buffer::new(bytes).map_err(|error| error.to_string())?)));
        }
        let arguments = buffers
            .iter()
            .map(|(_, buffer)| Argument::Buffer { buffer: buffer.clone(), offset: 0 })
            .collect();
        let device = Device::new(Some(1)).map_err(|error| error.to_string())?;
        Ok(Runner { function, device, kernel, way, arguments, buffers, bytes: Vec::new(), capacity })
    }

    /// Runs some cases; the results' components, case by case.
    pub fn run(&mut self, cases: &[[u64; MAX_INPUTS]]) -> Result<Vec<[u64; MAX_OUTPUTS]>, String> {
        assert!(cases.len() <= self.capacity);
        let shown = |error: ferrocl_runtime::Error| error.to_string();
        let inputs = self.function.inputs.len();
        let mut first = 0;
        for (slot, buffer) in &self.buffers[..inputs] {
            let size = self.function.element_size(slot.kind);
            self.bytes.clear();
            for case in cases {
                for component in &case[first..first + slot.components] {
                    self.bytes.extend_from_slice(&component.to_le_bytes()[..size]);
                }
            }
            buffer.write(0, &self.bytes).map_err(shown)?;
            first += slot.components;
        }
        let mut launch = Launch::new(1, [cases.len() as u64, 1, 1]);
        (launch.engine, launch.lanes) = (self.way.engine, self.way.lanes);
        self.device.launch(&self.kernel, &self.arguments, &launch).map_err(shown)?;
        let mut results = vec![[0; MAX_OUTPUTS]; cases.len()];
        let mut first = 0;
        for (slot, buffer) in &self.buffers[inputs..] {
            let size = self.function.element_size(slot.kind);
            self.bytes.resize(cases.len() * slot.components * size, 0);
            buffer.read(0, &mut self.bytes).map_err(shown)?;
            for (result, bytes) in results.iter_mut().zip(self.bytes.chunks_exact(size * slot.components)) {
                for (component, bytes) in result[first..].iter_mut().zip(bytes.chunks_exact(size)) {
                    let mut word = [0; 8];
                    word[..size].copy_from_slice(bytes);
                    *component = u64::from_le_bytes(word);
                }
            }
            first += slot.components;
        }
        Ok(results)
    }
}

/// Runs a function on all of its cases, on so many threads, and compares: what the first way gives with the reference, what the others give
/// with that.
pub fn sweep(function: &Function, cases: &Cases<'_>, ways: &[Way], threads: usize) -> Result<Tally, String> {
    sweep_built(function, &build(function)?, cases, ways, threads)
}

/// The same with the kernel that [`build`] gave.
pub fn sweep_built(
    function: &Function,
    kernel: &Kernel,
    cases: &Cases<'_>,
    ways: &[Way],
    threads: usize,
) -> Result<Tally, String> {
    let capacity = BLOCK.min(cases.count() as usize);
    let next = AtomicU64::new(0);
    let work = || -> Result<Tally, String> {
        let mut runners = ways
            .iter()
            .map(|&way| Runner::new(function, kernel.clone(), way, capacity))
            .collect::<Result<Vec<Runner<'_>>, String>>()?;
        let (runner, others) = runners.split_first_mut().ok_or("no way to run it is given")?;
        let mut judge = Judge::new(function, cases);
        let mut block = Vec::with_capacity(capacity);
        loop {
            let first = next.fetch_add(capacity as u64, Ordering::Relaxed);
            let end = cases.count().min(first + capacity as u64);
            if first >= end {
                return Ok(judge.tally);
            }
            block.clear();
            for index in first..end {
                let mut case = [0; MAX_INPUTS];
                cases.case(index, &mut case);
                block.push(case);
            }
            let results = runner.run(&block)?;
            for (offset, (case, result)) in block.iter().zip(&results).enumerate() {
                judge.compare(first + offset as u64, case, result);
            }
            for other in &mut *others {
                let again = other.run(&block)?;
                judge.compare_ways(&block, &results, &again, other.way);
            }
        }
    };
    let tallies: Vec<Result<Tally, String>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .map(|worker| worker.join().unwrap_or_else(|_| Err("a thread of the sweep panicked".into())))
            .collect()
    });
    let mut total = Tally::default();
    for tally in tallies {
        total.merge(tally?);
    }
    Ok(total)
}

/// Compares results with the reference.
struct Judge<'a> {
    function: &'a Function,
    cases: &'a Cases<'a>,
    input_kinds: Vec<Kind>,
    output_kinds: Vec<Kind>,
    is_exact: bool,
    is_relative: bool,
    is_mad: bool,
    bound: f64,
    tally: Tally,
}

impl<'a> Judge<'a> {
    fn new(function: &'a Function, cases: &'a Cases<'a>) -> Judge<'a> {
        Judge {
            function,
            cases,
            input_kinds: function.input_kinds(),
            output_kinds: function.output_kinds(),
            is_exact: matches!(function.bound, Ulp::Exact | Ulp::CorrectlyRounded),
            is_relative: !matches!(function.bound, Ulp::Absolute(_) | Ulp::AbsoluteOfSquare { .. }),
            is_mad: function.row.name == "mad",
            bound: function.bound.limit(function.width).map_or(f64::INFINITY, f64::from),
            tally: Tally::default(),
        }
    }

    fn compare(&mut self, index: u64, case: &[u64; MAX_INPUTS], result: &[u64; MAX_OUTPUTS]) {
        let format = self.function.format;
        let mut x = [0.0; MAX_INPUTS];
        for ((x, bits), kind) in x.iter_mut().zip(case).zip(&self.input_kinds) {
            *x = match kind {
                Kind::Float => format.decode(*bits),
                Kind::Int => (*bits as i32).into(),
                Kind::Bits => *bits as f64,
            };
        }
        let x = &x[..self.input_kinds.len()];
        if !self.cases.applies(x) {
            return;
        }
        let expected = self.function.oracle.expected(format, x);
        // Absolute errors may be given in proportion to the square of the greatest argument.
        let unit = match self.function.bound {
            Ulp::AbsoluteOfSquare { .. } => {
                let most = x.iter().fold(0f64, |most, x| most.max(x.abs()));
                most * most * 2f64.powi(1 - format.digits)
            }
            _ => 1.0,
        };
        for component in 0..self.output_kinds.len() {
            let (got, expected) = (result[component], expected[component]);
            let example = Example { case: index, inputs: *case, component, got, expected };
            if self.output_kinds[component] == Kind::Int {
                self.tally.results += 1;
                if f64::from(got as i32) != expected.pair.high && !expected.is_nan() {
                    self.wrong(example);
                }
                continue;
            }
            let number = format.decode(got);
            let difference = (number - expected.nearest()) - scale(expected.pair.low, expected.exponent);
            let error = match self.is_relative {
                true => format.error(number, expected),
                false if number.is_nan() && expected.is_nan() => 0.0,
                false if got == format.encode(expected.nearest()) || difference == 0.0 => 0.0,
                false if unit == 0.0 => f64::INFINITY,
                false => difference.abs() / unit,
            };
            self.tally.results += 1;
            if self.is_mad && self.is_two_roundings(case, got) {
                continue;
            }
            let is_special = match (number.is_nan(), expected.is_nan()) {
                (true, true) => {
                    // Quiet ones, unless a signalling one came in.
                    format.is_signalling(got) && !case.iter().any(|&bits| format.is_signalling(bits))
                }
                (false, false) => {
                    (!expected.is_finite() && number.is_finite())
                        || (number == 0.0
                            && self.is_relative
                            && number.is_sign_negative() != expected.is_negative())
                        || (self.is_exact && got != format.encode(expected.nearest()))
                }
                _ => true,
            };
            if is_special && self.bound.is_finite() {
                self.wrong(example);
                continue;
            }
            if error.is_finite() {
                self.tally.sum += error;
            }
            if error > self.tally.worst || self.tally.worst_at.is_none() {
                self.tally.worst = error;
                self.tally.worst_at = Some(example);
            }
            if error > self.bound && !self.is_exact {
                self.tally.over += 1;
            }
        }
    }

    /// Compares what another way gave.
    fn compare_ways(
        &mut self,
        cases: &[[u64; MAX_INPUTS]],
        results: &[[u64; MAX_OUTPUTS]],
        again: &[[u64; MAX_OUTPUTS]],
        way: Way,
    ) {
        if results == again {
            return;
        }
        for ((case, result), other) in cases.iter().zip(results).zip(again) {
            for ((&kind, &a), &b) in self.output_kinds.iter().zip(result).zip(other) {
                if self.function.is_same(kind, a, b) {
                    continue;
                }
                self.tally.unequal += 1;
                if self.tally.unequal_at.is_none() {
                    self.tally.unequal_at =
                        Some(self.function.show_difference(case, kind, a, &way.to_string(), b));
                }
            }
        }
    }

    fn wrong(&mut self, example: Example) {
        self.tally.wrong += 1;
        if self.tally.wrong_at.is_none() {
            self.tally.wrong_at = Some(example);
        }
    }

    /// mad may be a product and a sum, each rounded.
    fn is_two_roundings(&self, case: &[u64; MAX_INPUTS], got: u64) -> bool {
        let format = self.function.format;
        let product = format.encode(format.decode(case[0]) * format.decode(case[1]));
        format.encode(format.decode(product) + format.decode(case[2])) == got
    }
}

impl Example {
    /// `(x, y) = got, not expected`.
    pub fn text(&self, function: &Function) -> String {
        let kind = function.output_kinds()[self.component];
        let place =
            if function.output_components() > 1 { format!("[{}]", self.component) } else { String::new() };
        format!(
            "({}){place} = {}, not {}",
            function.show_inputs(&self.inputs),
            function.show(kind, self.got),
            function.show_reference(self.expected)
        )
    }
}
