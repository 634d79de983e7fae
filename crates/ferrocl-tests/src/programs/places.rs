//! What an expression may read and a statement may write: variables, elements of arrays, members, what pointers point to.

use super::types::Type;
use super::whole::{Generator, OWN};

/// How a variable is indexed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Access {
    /// It is one object.
    Plain,
    /// So many elements.
    Elements(usize),
    /// As many elements as the expression says (an `uint`), each written before.
    Until(String),
    /// An input: elements for every multiple of the work-item's number up to [`INPUT_STRIDE`], and [`INPUT_ROOM`] more.
    Input,
}

/// How many elements inputs have for each work-item.
pub(super) const INPUT_STRIDE: usize = 4;
/// How many elements inputs have beyond those; a power of two.
pub(super) const INPUT_ROOM: usize = 64;

/// Something with a type that has been written and may be read.
#[derive(Debug, Clone)]
pub(super) struct Variable {
    /// An expression for it, without the index.
    pub name: String,
    pub ty: Type,
    pub access: Access,
    /// Whether every work-item of a group has the same content at the same place of the program.
    pub is_uniform: bool,
    pub is_constant: bool,
    /// Whether there may be another name for it.
    pub is_aliased: bool,
    /// Whether its bits are read as another type too: no NaN may be written to it.
    pub is_punned: bool,
    /// Whether it is a member of a packed struct: no pointer may point to it or its elements.
    pub is_packed: bool,
    /// Whether it is a variable whose address may go to a pointer to private memory.
    pub is_private: bool,
}

impl Variable {
    /// A private variable that may be written, and has no other name.
    pub(super) fn new(name: impl Into<String>, ty: Type) -> Variable {
        Variable {
            name: name.into(),
            ty,
            access: Access::Plain,
            is_uniform: false,
            is_constant: false,
            is_aliased: false,
            is_punned: false,
            is_packed: false,
            is_private: true,
        }
    }
    /// Whether it is the memory of the work-item in a buffer.
    pub(super) fn is_own(&self) -> bool {
        self.access == Access::Elements(OWN) && !self.is_private
    }
}

impl Generator {
    /// Whether an expression may read it now.
    fn is_readable(&self, variable: &Variable, uniform: bool) -> bool {
        (!uniform || variable.is_uniform) && !self.excludes(variable)
    }
    /// Whether the statement that is being made writes it at an unknown moment.
    fn excludes(&self, variable: &Variable) -> bool {
        self.excluded.contains(&variable.name)
    }
    /// Whether a statement may write it now.
    fn is_writable(&self, variable: &Variable) -> bool {
        !(variable.is_constant || self.excludes(variable) || variable.is_uniform && self.flow.divergent)
    }
    /// An expression for something of this type, where there is something.
    pub(super) fn read(&mut self, ty: Type, depth: usize, uniform: bool) -> Option<String> {
        let found: Vec<usize> = (0..self.variables.len())
            .filter(|&i| self.variables[i].ty == ty && self.is_readable(&self.variables[i], uniform))
            .collect();
        if found.is_empty() {
            return None;
        }
        let variable = self.variables[self.random.pick(&found)].clone();
        Some(self.place(&variable, depth, uniform))
    }
    /// Something of any type that an expression may read.
    pub(super) fn read_any(&mut self, uniform: bool, wanted: impl Fn(Type) -> bool) -> Option<Type> {
        let found: Vec<Type> = self
            .variables
            .iter()
            .filter(|v| wanted(v.ty) && self.is_readable(v, uniform))
            .map(|v| v.ty)
            .collect();
        (!found.is_empty()).then(|| self.random.pick(&found))
    }
    /// A variable that a statement may write.
    pub(super) fn writable(&mut self, wanted: impl Fn(&Variable) -> bool) -> Option<Variable> {
        let found: Vec<usize> = (0..self.variables.len())
            .filter(|&i| self.is_writable(&self.variables[i]) && wanted(&self.variables[i]))
            .collect();
        (!found.is_empty()).then(|| self.variables[self.random.pick(&found)].clone())
    }
    /// The object, with an index where it is an array.
    pub(super) fn place(&mut self, variable: &Variable, depth: usize, uniform: bool) -> String {
        let name = &variable.name;
        let depth = depth.min(2);
        match &variable.access {
            Access::Plain => name.clone(),
            Access::Elements(1) => format!("(*{name})"),
            Access::Elements(count) => {
                let index = self.index(*count, depth, uniform);
                match self.random.below(8) {
                    _ if variable.is_packed => format!("{name}[{index}]"),
                    0 => format!("(*({name} + {index}))"),
                    1 => format!("((&{name}[0])[{index}])"),
                    _ => format!("{name}[{index}]"),
                }
            }
            Access::Until(count) => {
                let index = self.any_integer(depth, uniform);
                format!("{name}[(uint){index} % {count}]")
            }
            Access::Input => {
                let linear = self.linear.clone().filter(|_| !uniform);
                let (stride, more) = (self.random.below(INPUT_STRIDE + 1), self.random.below(INPUT_ROOM));
                match (linear, self.random.below(4)) {
                    (Some(linear), 0) => format!("{name}[{linear} + {more}]"),
                    (Some(linear), 1) => format!("{name}[{linear} * {stride} + {more}]"),
                    (Some(linear), 2) => format!("{name}[{} - {linear}]", self.items - 1 + more as u64),
                    _ => {
                        let index = self.any_integer(depth, uniform);
                        format!("{name}[{index} & {}]", INPUT_ROOM - 1)
                    }
                }
            }
        }
    }
    /// An index below `count`.
    pub(super) fn index(&mut self, count: usize, depth: usize, uniform: bool) -> String {
        if self.random.chance(30) {
            return self.random.below(count).to_string();
        }
        let index = self.any_integer(depth, uniform);
        if count.is_power_of_two() {
            return format!("({index} & {})", count - 1);
        }
        format!("((uint){index} % {count}u)")
    }
    /// An integer scalar of some type.
    pub(super) fn any_integer(&mut self, depth: usize, uniform: bool) -> String {
        let is_integer = |ty: Type| ty.is_scalar() && !ty.is_float();
        let known = if self.random.chance(70) { self.read_any(uniform, is_integer) } else { None };
        let ty = known.unwrap_or(super::types::INT);
        self.expression(ty, depth.saturating_sub(1), uniform)
    }
}
