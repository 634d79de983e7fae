//! Declarations of rarer kinds: variables of `bool`, of enumerations and in program scope, arrays of arrays, qualifiers.

use super::places::{Access, Variable};
use super::tree::Node;
use super::types::{INT, Type};
use super::whole::Generator;

/// What the text of a variable of `bool` or of an enumeration begins with, where it is read: as an `int`.
const AS_INT: &str = "((int)";

impl Generator {
    /// A `bool` or a variable of an enumeration: a new one, or another value for one that is there.
    pub(super) fn small_variable(&mut self) -> Node {
        let known: Vec<String> = self
            .variables
            .iter()
            .filter_map(|v| v.name.strip_prefix(AS_INT)?.strip_suffix(')').map(str::to_owned))
            .filter(|name| name.starts_with('b') || name.starts_with('e'))
            .collect();
        let depth = 1 + self.random.below(3);
        let old = (!known.is_empty() && self.random.chance(50))
            .then(|| known[self.random.below(known.len())].clone());
        let is_enumeration = match &old {
            Some(name) => name.starts_with('e'),
            None => self.enumeration.is_some() && self.random.chance(40),
        };
        let name = old.clone().unwrap_or_else(|| self.name(if is_enumeration { "e" } else { "b" }));
        let (ty, value) = match self.enumeration.clone().filter(|_| is_enumeration) {
            Some(ty) => {
                let value = format!("({ty})({} & 7)", self.any_integer(depth, false));
                (ty, value)
            }
            None => ("bool".to_owned(), self.condition(depth, false)),
        };
        if old.is_some() {
            return Node::text(format!("{name} = {value};"));
        }
        self.variables.push(Variable {
            is_constant: true,
            is_private: false,
            ..Variable::new(format!("{AS_INT}{name})"), INT)
        });
        Node::text(format!("{ty} {name} = {value};"))
    }

    /// An enumeration, whose constants are ints.
    pub(super) fn enumeration(&mut self) -> Node {
        let name = self.name("E");
        let mut list = Vec::new();
        for number in 0..2 + self.random.below(4) {
            let constant = format!("{name}_{number}");
            list.push(match self.random.below(3) {
                0 => format!("{constant} = {}", INT.literal(&mut self.random, self.dialect)),
                // The one after the greatest `int` would be none.
                _ => format!("{constant} = {}", self.random.below(100)),
            });
            self.variables.push(Variable {
                is_constant: true,
                is_uniform: true,
                is_private: false,
                ..Variable::new(constant, INT)
            });
        }
        // With a negative constant, the type that holds them is signed.
        list.push(format!("{name}_least = -1"));
        self.enumeration = Some(name.clone());
        Node::text(format!("typedef enum {{ {} }} {name};", list.join(", ")))
    }

    /// A variable in program scope that each work-item has a part of, and what the kernel does with it first.
    pub(super) fn program_variable(&mut self, body: &mut Vec<Node>) -> Option<Node> {
        if !self.has_newer_features() {
            return None;
        }
        let ty = self.some_type();
        let (name, pointer) = (self.name("G"), self.name("o"));
        let count = 1 + self.random.below(4);
        let length = self.items * count as u64;
        let mut first = format!("global {} *{pointer} = {name} + lin * {count};\n", ty.name());
        for index in 0..count {
            let value = ty.literal(&mut self.random, self.dialect);
            first.push_str(&format!("{pointer}[{index}] = {value};\n"));
        }
        // It lasts from launch to launch: what was there before has to be overwritten.
        body.push(Node::fixed(first));
        self.variables.push(Variable {
            access: Access::Elements(count),
            is_aliased: true,
            is_private: false,
            ..Variable::new(pointer, ty)
        });
        let qualifier = self.random.pick(&["global ", "", "static global "]);
        Some(Node::text(format!("{qualifier}{} {name}[{length}];", ty.name())))
    }

    /// An array of arrays.
    pub(super) fn rows(&mut self) -> Node {
        let ty = self.some_type();
        let name = self.name("v");
        let (rows, count) = (1 + self.random.below(3), 1 + self.random.below(4));
        let parts: Vec<String> = (0..rows * count).map(|_| self.expression(ty, 2, false)).collect();
        let list: Vec<String> = parts.chunks(count).map(|row| format!("{{{}}}", row.join(", "))).collect();
        for row in 0..rows {
            self.variables.push(Variable {
                access: Access::Elements(count),
                is_aliased: true,
                ..Variable::new(format!("{name}[{row}]"), ty)
            });
        }
        Node::text(format!("{} {name}[{rows}][{count}] = {{{}}};", ty.name(), list.join(", ")))
    }

    /// A variable that is `const` or `volatile`.
    pub(super) fn qualified(&mut self, ty: Type, depth: usize) -> Node {
        let name = self.name("v");
        let value = self.expression(ty, depth, false);
        let is_constant = self.random.chance(50);
        self.variables.push(Variable { is_constant, is_private: false, ..Variable::new(name.clone(), ty) });
        let qualifier = if is_constant { "const" } else { "volatile" };
        Node::text(format!("{qualifier} {} {name} = {value};", ty.name()))
    }
}
