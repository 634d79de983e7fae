//! Random programs: OpenCL C that is well defined by construction, on which every engine must agree to the bit.
//!
//! A program is made from a seed ([`Generator`]). It reads nothing that was not written, stays inside its memory, races on nothing,
//! comes to an end, and never shows the bits of a NaN, which the specification leaves open; integer arithmetic that the
//! specification leaves open but FerroCL defines (overflow, division by zero, conversions out of range) is in it.
//! [`check`] runs it on the interpreter and as vector code at several widths and compares every buffer;
//! [`shrink`] makes a program that shows a difference smaller.
//!
//! A [`Case`] is a program with its launch as one text, so that it can be kept, sent to another process, and run again.
//!
//! * [`random`]: the random numbers;
//! * [`types`]: scalar and vector types, as far as the generator needs to know them;
//! * `calls`: which built-in functions give what, from the table of built-in functions;
//! * `expressions`, `places`, `statements`, `barriers`, `functions`, `whole`: the generator, from the inside out.
//!
//! What does not live here: programs that do not compile (`fuzz_front_end`), random kernel IR (the interpreter's tests).

mod barriers;
mod calls;
pub mod check;
pub mod clock;
mod collectives;
pub mod content;
mod declarations;
mod dialect;
mod expressions;
mod functions;
pub mod images;
mod places;
mod printing;
pub mod shrink;
mod statements;
mod strict;
mod subgroups;
mod tree;
mod types;
mod whole;

pub use dialect::Dialect;
pub use tree::{Node, render};
pub use whole::Generator;

/// A program with its launch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// What it was made from, and what the buffers are filled from.
    pub seed: u64,
    /// How it is built.
    pub options: String,
    /// How many dimensions the launch has.
    pub dimensions: u32,
    /// Work-items.
    pub global: [u64; 3],
    /// Work-items of a group.
    pub local: [u64; 3],
    /// What global ids start from.
    pub offset: [u64; 3],
    /// Whether results depend on how many work-items a sub-group has.
    pub depends_on_sub_groups: bool,
    /// The text.
    pub source: String,
}

/// What the first line of a case's text begins with.
const HEADER: &str = "// random program:";

impl Case {
    /// Whether all work-groups are of the same size.
    pub fn is_uniform(&self) -> bool {
        self.global.iter().zip(&self.local).all(|(global, local)| global % local == 0)
    }
    /// The case as one text: the launch in the first line, then the program.
    pub fn to_text(&self) -> String {
        let list = |numbers: [u64; 3]| numbers.map(|number| number.to_string()).join(",");
        format!(
            "{HEADER} seed={} dimensions={} global={} local={} offset={} sub-groups={} options={}\n{}",
            self.seed,
            self.dimensions,
            list(self.global),
            list(self.local),
            list(self.offset),
            u32::from(self.depends_on_sub_groups),
            self.options,
            self.source
        )
    }
    /// A case from its text; what is wrong with it otherwise.
    pub fn from_text(text: &str) -> Result<Case, String> {
        let wrong = || format!("the text does not begin with `{HEADER}` and a launch");
        let (header, source) = text.split_once('\n').ok_or_else(wrong)?;
        let (launch, options) =
            header.strip_prefix(HEADER).and_then(|rest| rest.split_once("options=")).ok_or_else(wrong)?;
        let mut case = Case {
            seed: 0,
            options: options.trim().to_owned(),
            dimensions: 1,
            global: [1; 3],
            local: [1; 3],
            offset: [0; 3],
            depends_on_sub_groups: false,
            source: source.to_owned(),
        };
        for part in launch.split_whitespace() {
            let (name, value) = part.split_once('=').ok_or_else(wrong)?;
            let numbers: Vec<u64> = value
                .split(',')
                .map(|number| number.parse().map_err(|_| wrong()))
                .collect::<Result<_, _>>()?;
            let first = *numbers.first().ok_or_else(wrong)?;
            let all = || <[u64; 3]>::try_from(numbers.as_slice()).map_err(|_| wrong());
            match name {
                "seed" => case.seed = first,
                "sub-groups" => case.depends_on_sub_groups = first != 0,
                "dimensions" => case.dimensions = u32::try_from(first).map_err(|_| wrong())?,
                "global" => case.global = all()?,
                "local" => case.local = all()?,
                "offset" => case.offset = all()?,
                _ => return Err(wrong()),
            }
        }
        Ok(case)
    }
}
