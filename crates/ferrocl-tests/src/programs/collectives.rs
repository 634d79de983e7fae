//! Functions that the work-items of a work-group or a sub-group call together, and copies that they make together.
//!
//! Nothing here shows (as the functions in [`super::subgroups`] do) how many work-items a sub-group has: what sub-groups find goes into
//! counters, whose sums are those of the work-group, or is undone by the function that undoes it.

use ferrocl_syntax::ast::ScalarName;
use ferrocl_syntax::options::Standard;

use super::barriers::{CELLS, GROUP_ITEMS, prefix};
use super::places::{Access, Variable};
use super::tree::Node;
use super::types::{INT, Type};
use super::whole::Generator;

/// Types that work-group functions take and whose sums do not depend on an order.
const INTEGERS: [ScalarName; 4] = [ScalarName::Int, ScalarName::Uint, ScalarName::Long, ScalarName::Ulong];

impl Generator {
    /// Whether all work-items of the group come here.
    pub(super) fn is_shared_place(&self) -> bool {
        self.flow.may_have_barriers && !self.flow.divergent
    }

    /// A variable with the result of a function of the work-group.
    pub(super) fn work_group_function(&mut self) -> Option<Node> {
        if !self.has_newer_features() || !self.is_shared_place() {
            return None;
        }
        let name = self.name("w");
        let (ty, is_uniform, call) = match self.random.below(8) {
            0 | 1 => {
                let (function, operand) = (self.random.pick(&["all", "any"]), self.any_integer(3, false));
                // Which number says yes is left open.
                (INT, true, format!("work_group_{function}((int)({operand} & 3)) != 0"))
            }
            2 | 3 => {
                let elements = [&INTEGERS[..], &[ScalarName::Float, ScalarName::Double]].concat();
                let ty = Type::new(self.random.pick(&elements), 1);
                let value = self.expression(ty, 3, false);
                // The place is the same for all; that of a group that is not full is smaller.
                let places: Vec<String> = (0..self.dimensions)
                    .map(|d| {
                        let place = self.any_integer(1, true);
                        format!("(uint){place} % get_local_size({d})")
                    })
                    .collect();
                (ty, true, format!("work_group_broadcast({value}, {})", places.join(", ")))
            }
            kind => {
                let ty = Type::new(self.random.pick(&INTEGERS), 1);
                let more: &[&str] = match self.dialect.is_strict {
                    true => &["add", "min", "max"],
                    false => &["add", "min", "max", "mul", "and", "or", "xor"],
                };
                let operation = self.random.pick(more);
                let value = self.summand(ty, operation);
                let form = match kind {
                    4 | 5 => "reduce",
                    6 => "scan_inclusive",
                    _ => "scan_exclusive",
                };
                (ty, kind < 6, format!("work_group_{form}_{operation}({value})"))
            }
        };
        self.variables.push(Variable { is_uniform, ..Variable::new(name.clone(), ty) });
        Some(Node::text(format!("{} {name} = {call};", ty.name())))
    }

    /// A value whose sum over a group does not overflow where that may not be.
    fn summand(&mut self, ty: Type, operation: &str) -> String {
        let value = self.expression(ty, 3, false);
        if self.dialect.is_strict && operation == "add" {
            return format!("({value} & ({})0xffff)", ty.name());
        }
        value
    }

    /// Has sub-groups change counters, each once.
    pub(super) fn sub_group_count(&mut self) -> Option<Node> {
        if !self.has_sub_groups() || self.counters.is_empty() {
            return None;
        }
        // In a part of the sub-group, Intel's driver changes other memory too.
        if self.dialect.is_strict && !self.is_shared_place() {
            return None;
        }
        let (counters, ty) = self.counters[self.random.below(self.counters.len())].clone();
        let cell = self.random.below(CELLS.len());
        let operation = match cell {
            0 => "add",
            cell => CELLS[cell][0],
        };
        let is_arithmetic = matches!(operation, "add" | "min" | "max");
        let (form, first) = match self.is_shared_place() && is_arithmetic && self.random.chance(50) {
            true => ("sub_group", "get_sub_group_local_id() == 0"),
            false => ("sub_group_non_uniform", "sub_group_elect()"),
        };
        let value = self.summand(ty, operation);
        let call = match operation {
            // A ballot's bits.
            "add" if form.ends_with("uniform") && self.random.chance(40) => {
                format!("({})sub_group_ballot_bit_count(sub_group_ballot((int)({value} & 1)))", ty.name())
            }
            "add" if form == "sub_group" && self.random.chance(30) => {
                format!("({})get_sub_group_size()", ty.name())
            }
            _ => format!("{form}_reduce_{operation}({value})"),
        };
        let name = self.name("g");
        let atomic = format!("{}{operation}(&{counters}[{cell}], {name});", prefix(ty));
        Some(Node::text(format!("{{ {} {name} = {call}; if ({first}) {atomic} }}", ty.name())))
    }

    /// A variable with a value that goes through a sub-group and comes back.
    pub(super) fn sub_group_round_trip(&mut self) -> Option<Node> {
        if !self.has_sub_groups() || !self.is_shared_place() {
            return None;
        }
        let ty = Type::new(self.any_element(), 1);
        let value = self.expression(ty, 3, false);
        let name = self.name("s");
        let text = ty.name();
        // `sub_group_rotate` has no way back in a sub-group that is not full.
        let lines = match self.random.below(5) {
            0 => format!("{text} {name} = sub_group_shuffle({value}, get_sub_group_local_id());"),
            1 if ty.is_unsigned() => {
                let copy = self.name("s");
                format!(
                    "{text} {copy} = {value};\n{text} {name} = ({text})(sub_group_scan_inclusive_add({copy}) - sub_group_scan_exclusive_add({copy}));"
                )
            }
            2 if ty == INT => {
                format!("{text} {name} = sub_group_inverse_ballot(sub_group_ballot((int)({value} & 1)));")
            }
            3 => {
                let value = self.expression(ty, 3, true);
                format!("{text} {name} = sub_group_broadcast({value}, 0);")
            }
            4 if !ty.is_float() => {
                let value = self.expression(ty, 3, true);
                format!("{text} {name} = sub_group_reduce_max({value});")
            }
            _ => return None,
        };
        self.variables.push(Variable::new(name, ty));
        Some(Node::text(lines))
    }

    pub(super) fn has_sub_groups(&self) -> bool {
        self.has_newer_features() && self.standard >= Standard::Cl30
    }

    /// Copies a part of an input to an array in local memory, which all work-items then read.
    pub(super) fn copying_phase(&mut self) -> Option<Node> {
        let at = (!self.locals.is_empty()).then(|| self.random.below(self.locals.len()))?;
        let sources: Vec<String> = self
            .variables
            .iter()
            .filter(|v| v.ty == self.locals[at].1 && v.access == Access::Input && v.name.starts_with("in_"))
            .map(|v| v.name.clone())
            .collect();
        if sources.is_empty() {
            return None;
        }
        let (name, ty) = self.locals.swap_remove(at);
        let source = sources[self.random.below(sources.len())].clone();
        let event = self.name("e");
        // An input has as many elements, and more.
        let (function, length, stride) = match self.random.below(3) {
            0 => ("async_work_group_strided_copy", GROUP_ITEMS / 4, ", 3"),
            _ => ("async_work_group_copy", GROUP_ITEMS, ""),
        };
        let mut nodes = vec![
            Node::fixed(format!("event_t {event} = {function}({name}, {source}, {length}{stride}, 0);")),
            Node::fixed(format!("wait_group_events(1, &{event});")),
        ];
        nodes.extend(self.reading_phase(&name, ty, Access::Elements(length as usize), true));
        self.locals.push((name, ty));
        Some(Node::Group(nodes))
    }
}
