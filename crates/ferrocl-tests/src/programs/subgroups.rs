//! Functions of sub-groups whose results depend on which work-items are together: programs with these are compared by the interpreter
//! with sub-groups as large as the vector code's.
//!
//! Where an index leads out of a sub-group that is not full, the result is open: there the value is the work-item's own.

use ferrocl_sema::builtins::table::ELEMENTS;
use ferrocl_syntax::ast::ScalarName;

use super::places::Variable;
use super::tree::Node;
use super::types::{INT, Type, UINT, is_float};
use super::whole::Generator;

impl Generator {
    /// A variable with what a sub-group finds.
    pub(super) fn sub_group_function(&mut self) -> Option<Node> {
        if !self.has_exact_sub_groups {
            return None;
        }
        let is_shared = self.is_shared_place();
        let name = self.name("u");
        let (ty, value) = match self.random.below(10) {
            // Who is here is asked for by those that do not need all.
            0..=2 => {
                let integers: Vec<ScalarName> = ELEMENTS.into_iter().filter(|&e| !is_float(e)).collect();
                let ty = Type::new(self.random.pick(&integers), 1);
                let (form, operation) = match is_shared {
                    true if self.random.chance(50) => ("sub_group", self.random.pick(&["add", "min", "max"])),
                    _ => (
                        "sub_group_non_uniform",
                        self.random.pick(&["add", "mul", "min", "max", "and", "or", "xor"]),
                    ),
                };
                let kind = self.random.pick(&["reduce", "scan_inclusive", "scan_exclusive"]);
                let value = self.expression(ty, 3, false);
                (ty, format!("{form}_{kind}_{operation}({value})"))
            }
            3 => {
                let value = self.expression(INT, 3, false);
                let function = self.random.pick(&["all", "any", "all_equal"]);
                (INT, format!("(sub_group_non_uniform_{function}({value} & 3) != 0)"))
            }
            4 => {
                let value = self.expression(INT, 3, false);
                let function = self.random.pick(&["bit_count", "inclusive_scan", "exclusive_scan"]);
                (UINT, format!("sub_group_ballot_{function}(sub_group_ballot({value} & 1))"))
            }
            5 => {
                let ty = Type::new(self.any_element(), 1);
                let value = self.expression(ty, 3, false);
                (ty, format!("sub_group_broadcast_first({value})"))
            }
            6 => {
                let query = self.random.pick(&[
                    "get_sub_group_size()",
                    "get_sub_group_id()",
                    "get_sub_group_local_id()",
                    "get_num_sub_groups()",
                    "(sub_group_elect() ? 1u : 0u)",
                    "sub_group_ballot_bit_count(sub_group_ballot(1) & get_sub_group_le_mask())",
                    "sub_group_ballot_find_msb(sub_group_ballot(1))",
                    "sub_group_ballot_find_lsb(sub_group_ballot(1))",
                ]);
                (UINT, query.to_owned())
            }
            _ if !is_shared => return None,
            7 => {
                let ty = Type::new(self.any_element(), 1);
                let (value, index) = (self.expression(ty, 3, false), self.any_integer(2, true));
                (ty, format!("sub_group_broadcast({value}, (uint){index} % get_sub_group_size())"))
            }
            8 => {
                let ty = Type::new(self.any_element(), 1);
                let (value, index) = (self.expression(ty, 3, false), self.any_integer(2, false));
                (ty, format!("sub_group_shuffle({value}, (uint){index} % get_sub_group_size())"))
            }
            _ => {
                let ty = Type::new(self.any_element(), 1);
                let value = self.expression(ty, 3, false);
                let step = 1 + self.random.below(5);
                let (function, other) = self.random.pick(&[
                    ("shuffle_up", "get_sub_group_local_id() - {}"),
                    ("shuffle_down", "get_sub_group_local_id() + {}"),
                    ("shuffle_xor", "(get_sub_group_local_id() ^ {})"),
                ]);
                let other = other.replace("{}", &step.to_string());
                let own = self.name("u");
                let text = ty.name();
                // Both are made by all; only a part of one is chosen.
                let lines = format!(
                    "{text} {own} = {value};\n{text} {name} = sub_group_{function}({own}, {step});\n\
                     if (!({other} < get_sub_group_size())) {name} = {own};"
                );
                self.variables.push(Variable::new(name, ty));
                return Some(Node::text(lines));
            }
        };
        self.variables.push(Variable::new(name.clone(), ty));
        Some(Node::text(format!("{} {name} = {value};", ty.name())))
    }
}
