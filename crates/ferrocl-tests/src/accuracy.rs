//! How accurate the built-in functions are: their kernels run on many inputs and are compared with a reference.
//!
//! The table (`lib/builtins.decl`) says which functions there are, what they take and how great their error may be; nothing is
//! listed a second time here but the reference of each.
//! * [`format`]: floating-point formats, and errors in units in the last place;
//! * [`oracle`]: what each function should give, in `f64`; [`vectors`]: the same for geometric ones; [`double`]: the same for
//!   `double`, where `f64` is too coarse, in numbers of twice as many bits ([`wide`], [`wide_functions`]);
//! * [`inputs`]: what it is tried on;
//! * [`sweep`]: running it, and what came out;
//! * [`edges`]: results that the specification prescribes to the bit.
//!
//! `cargo xtask ulp` is the long run, the test target `accuracy` the short one.

pub mod double;
pub mod edges;
pub mod format;
pub mod inputs;
pub mod oracle;
pub mod sweep;
pub mod vectors;
pub mod wide;
pub mod wide_functions;

use ferrocl_sema::builtins::Ulp;
use ferrocl_sema::builtins::table::{ElementPattern, Row, TypePattern, rows};
use ferrocl_syntax::ast::ScalarName;

use format::Format;
use oracle::Oracle;
use wide::Wide;

/// The most components that a function takes, all arguments together (`cross` and `distance` of 4-vectors).
pub const MAX_INPUTS: usize = 8;
/// The most components that it gives, results behind pointers included.
pub const MAX_OUTPUTS: usize = 4;

/// What a component is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A number of the function's format.
    Float,
    /// An `int`.
    Int,
    /// The unsigned integer as wide as the format.
    Bits,
}

/// An argument or a result.
#[derive(Debug, Clone, Copy)]
pub struct Slot {
    /// What its components are.
    pub kind: Kind,
    /// How many it has.
    pub components: usize,
}

/// One overload of a function, with its reference.
pub struct Function {
    /// The row of the table.
    pub row: &'static Row,
    /// gentype's width.
    pub width: u8,
    /// gentype's element.
    pub format: &'static Format,
    /// The arguments, but for those that are pointers to results.
    pub inputs: Vec<Slot>,
    /// The result, and those behind pointers.
    pub outputs: Vec<Slot>,
    /// What it should give.
    pub oracle: Oracle,
    /// How great the error may be.
    pub bound: Ulp,
}

/// Every function of floating-point numbers in this format, vectors of the geometric ones included. The error names one
/// without a reference.
pub fn functions(format: &'static Format) -> Result<Vec<Function>, String> {
    let mut found = Vec::new();
    for row in rows() {
        let is_geometric = row.section == "Geometric Functions";
        let is_swept = is_geometric || matches!(row.section, "Math Functions" | "Common Functions");
        if !is_swept || !row.elements.contains(format.element) {
            continue;
        }
        for width in row.width_list() {
            if width == 1 || is_geometric {
                found.push(Function::new(row, width, format)?);
            }
        }
    }
    Ok(found)
}

impl Function {
    fn new(row: &'static Row, width: u8, format: &'static Format) -> Result<Function, String> {
        let slot = |ty: &TypePattern| {
            let kind = match ty.element {
                ElementPattern::Gentype => Kind::Float,
                ElementPattern::Unsigned => Kind::Bits,
                ElementPattern::Fixed(ScalarName::Int) => Kind::Int,
                _ => {
                    return Err(format!(
                        "{}: what `{:?}` is in a sweep is not said",
                        row.prototype, ty.element
                    ));
                }
            };
            let components = ty.at(format.element, width).map_or(1, |(_, components)| components.into());
            Ok(Slot { kind, components })
        };
        let mut inputs = Vec::new();
        let mut outputs = vec![slot(&row.result)?];
        for parameter in row.parameters {
            let list = if parameter.ty.pointer.is_some() { &mut outputs } else { &mut inputs };
            list.push(slot(&parameter.ty)?);
        }
        let oracle = if format.is_small() { oracle::of(row.name) } else { double::of(row.name) }
            .ok_or_else(|| format!("`{}` has no reference for `{}`", row.name, format.name))?;
        Ok(Function { row, width, format, inputs, outputs, oracle, bound: row.ulp_of(format.element) })
    }

    /// Its name, with the width where that is not 1.
    pub fn name(&self) -> String {
        if self.width == 1 {
            self.row.name.to_owned()
        } else {
            format!("{}, n = {}", self.row.name, self.width)
        }
    }
    /// How many components it takes.
    pub fn input_components(&self) -> usize {
        self.inputs.iter().map(|slot| slot.components).sum()
    }
    /// How many components it gives.
    pub fn output_components(&self) -> usize {
        self.outputs.iter().map(|slot| slot.components).sum()
    }
    /// What each component that it takes is.
    pub fn input_kinds(&self) -> Vec<Kind> {
        kinds(&self.inputs)
    }
    /// What each component that it gives is.
    pub fn output_kinds(&self) -> Vec<Kind> {
        kinds(&self.outputs)
    }
    /// A component in the shortest form that reads back.
    pub fn show(&self, kind: Kind, bits: u64) -> String {
        match kind {
            Kind::Float if self.format.size == 4 => format!("{:?}", f32::from_bits(bits as u32)),
            Kind::Float => format!("{:?}", self.format.decode(bits)),
            Kind::Int => (bits as i32).to_string(),
            Kind::Bits => format!("{bits:#x}"),
        }
    }
    /// A reference, with what a double leaves over.
    pub fn show_reference(&self, reference: Wide) -> String {
        let rest = wide::scale(reference.pair.low, reference.exponent);
        let sign = if rest < 0.0 { '-' } else { '+' };
        match reference.nearest() {
            nearest if self.format.is_small() || rest == 0.0 => format!("{nearest:?}"),
            nearest => format!("{nearest:?} {sign} {:.2e}", rest.abs()),
        }
    }
    /// Whether two results are the same: their bits are, or both are NaN.
    pub fn is_same(&self, kind: Kind, a: u64, b: u64) -> bool {
        a == b || kind == Kind::Float && self.format.decode(a).is_nan() && self.format.decode(b).is_nan()
    }
    /// What vector code gave for a case, and what something else did.
    pub fn show_difference(&self, case: &[u64; MAX_INPUTS], kind: Kind, a: u64, who: &str, b: u64) -> String {
        format!(
            "{}({}): vector code gives {} ({a:#x}), {who} {} ({b:#x})",
            self.row.name,
            self.show_inputs(case),
            self.show(kind, a),
            self.show(kind, b)
        )
    }
    /// The arguments, separated by commas.
    pub fn show_inputs(&self, inputs: &[u64; MAX_INPUTS]) -> String {
        let shown: Vec<String> =
            self.input_kinds().iter().zip(inputs).map(|(kind, bits)| self.show(*kind, *bits)).collect();
        shown.join(", ")
    }
    /// Whether it takes one number of few bits, so that all of them can be tried.
    pub fn takes_all_patterns(&self) -> bool {
        self.input_components() == 1 && self.inputs[0].kind == Kind::Float && self.format.is_small()
    }
    /// The type of one component in OpenCL C.
    pub fn element(&self, kind: Kind) -> &'static str {
        match kind {
            Kind::Float => self.format.name,
            Kind::Int => "int",
            Kind::Bits => self.format.bits_name,
        }
    }
    /// The bytes of one component.
    pub fn element_size(&self, kind: Kind) -> usize {
        match kind {
            Kind::Float | Kind::Bits => self.format.size,
            Kind::Int => 4,
        }
    }
    /// A kernel `sweep` that calls it for each work-item.
    pub fn source(&self) -> String {
        let ty = |slot: &Slot| match slot.components {
            1 => self.element(slot.kind).to_owned(),
            n => format!("{}{n}", self.element(slot.kind)),
        };
        let mut parameters = Vec::new();
        let mut before = String::new();
        let mut after = String::new();
        let mut arguments = Vec::new();
        for (index, slot) in self.inputs.iter().enumerate() {
            parameters.push(format!("global const {} *x{index}", self.element(slot.kind)));
            arguments.push(match slot.components {
                1 => format!("x{index}[i]"),
                n => format!("vload{n}(i, x{index})"),
            });
        }
        for (index, slot) in self.outputs.iter().enumerate() {
            parameters.push(format!("global {} *y{index}", self.element(slot.kind)));
            before.push_str(&format!("    {} r{index};\n", ty(slot)));
            if index > 0 {
                arguments.push(format!("&r{index}"));
            }
            after.push_str(&match slot.components {
                1 => format!("    y{index}[i] = r{index};\n"),
                n => format!("    vstore{n}(r{index}, i, y{index});\n"),
            });
        }
        let extension = match self.format.element {
            ScalarName::Half => "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n",
            _ => "",
        };
        format!(
            "{extension}kernel void sweep({})\n{{\n    size_t i = get_global_id(0);\n{before}    r0 = {}({});\n{after}}}\n",
            parameters.join(", "),
            self.row.name,
            arguments.join(", ")
        )
    }
}

fn kinds(slots: &[Slot]) -> Vec<Kind> {
    slots.iter().flat_map(|slot| std::iter::repeat_n(slot.kind, slot.components)).collect()
}
