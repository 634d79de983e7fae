//! What work-items do together: phases with barriers round local memory, and atomics whose order does not show.

use ferrocl_syntax::ast::ScalarName;
use ferrocl_syntax::options::Standard;

use super::places::{Access, Variable};
use super::tree::Node;
use super::types::{Type, element_name, element_size};
use super::whole::Generator;

/// The most work-items in a group: the length of local arrays.
pub(super) const GROUP_ITEMS: u64 = 64;

/// Operations that commute with themselves, one list for each cell of counters.
pub(super) const CELLS: [&[&str]; 6] =
    [&["add", "sub", "inc", "dec"], &["and"], &["or"], &["xor"], &["min"], &["max"]];

impl Generator {
    fn barrier(&mut self) -> Node {
        let flags = self.random.pick(&[
            "CLK_LOCAL_MEM_FENCE",
            "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE",
            "CLK_LOCAL_MEM_FENCE",
        ]);
        Node::fixed(format!("barrier({flags});"))
    }

    /// Each work-item writes its place, all wait, each reads any place, all wait.
    pub(super) fn phase(&mut self) -> Option<Node> {
        if !self.flow.may_have_barriers || self.flow.divergent {
            return None;
        }
        if self.random.chance(30) {
            return self.counting_phase();
        }
        if self.random.chance(20)
            && let Some(node) = self.copying_phase()
        {
            return Some(node);
        }
        if self.locals.is_empty() {
            return None;
        }
        let at = self.random.below(self.locals.len());
        let (name, ty) = self.locals.swap_remove(at);
        let place = self.random.pick(&["lid", "lid", "lsize - 1 - lid"]);
        let value = self.expression(ty, 3, false);
        self.excluded.clear();
        self.effect_target = None;
        let mut nodes = vec![Node::fixed(format!("{name}[{place}] = {value};")), self.barrier()];
        nodes.extend(self.reading_phase(&name, ty, Access::Until("lsize".to_owned()), false));
        self.locals.push((name, ty));
        Some(Node::Group(nodes))
    }

    /// Statements that may read an array in local memory, and a barrier before anyone writes it again.
    pub(super) fn reading_phase(
        &mut self,
        name: &str,
        ty: Type,
        access: Access,
        is_uniform: bool,
    ) -> Vec<Node> {
        let variables = self.variables.len();
        self.variables.push(Variable {
            access,
            is_constant: true,
            is_uniform,
            is_aliased: true,
            is_private: false,
            ..Variable::new(name, ty)
        });
        let count = 1 + self.random.below(4);
        let mut nodes = self.statements(count);
        // What was declared inside stays; the array does not.
        self.variables.remove(variables);
        nodes.push(self.barrier());
        nodes
    }

    /// Counters in local memory: the first work-item sets them, all change them, all read them.
    fn counting_phase(&mut self) -> Option<Node> {
        let at = (!self.local_counters.is_empty()).then(|| self.random.below(self.local_counters.len()))?;
        let (name, ty) = self.local_counters.swap_remove(at);
        let mut set = String::new();
        for cell in 0..CELLS.len() {
            let value = self.expression(ty, 1, true);
            set.push_str(&format!(" {name}[{cell}] = {value};"));
        }
        self.excluded.clear();
        self.effect_target = None;
        let mut nodes = vec![Node::fixed(format!("if (lid == 0) {{{set} }}")), self.barrier()];
        self.counters.push((name.clone(), ty));
        let count = 2 + self.random.below(3);
        nodes.extend(self.statements(count));
        nodes.extend(self.atomic());
        self.counters.pop();
        nodes.push(self.barrier());
        let variables = self.variables.len();
        self.variables.push(Variable {
            access: Access::Elements(CELLS.len()),
            is_constant: true,
            is_uniform: true,
            is_aliased: true,
            is_private: false,
            ..Variable::new(name.clone(), ty)
        });
        let count = 1 + self.random.below(2);
        nodes.extend(self.statements(count));
        self.variables.remove(variables);
        nodes.push(self.barrier());
        self.local_counters.push((name, ty));
        Some(Node::Group(nodes))
    }

    /// An atomic on counters that work-items share, or on memory of the work-item, where the old value shows too.
    pub(super) fn atomic(&mut self) -> Option<Node> {
        let own = self.writable(|v| {
            v.is_own()
                && matches!(
                    v.ty.element,
                    ScalarName::Int | ScalarName::Uint | ScalarName::Long | ScalarName::Ulong
                )
                && v.ty.is_scalar()
        });
        if let Some(own) = own.filter(|_| self.random.chance(30)) {
            let index = self.index(super::whole::OWN, 2, false);
            let place = format!("&{}[{index}]", own.name);
            let target = self
                .writable(|v| v.ty == own.ty && !v.is_uniform && v.access == Access::Plain && !v.is_punned)?;
            let prefix = prefix(own.ty);
            let (a, b) = (self.expression(own.ty, 2, false), self.expression(own.ty, 2, false));
            let operation = self
                .random
                .pick(&["add", "sub", "xchg", "cmpxchg", "min", "max", "and", "or", "xor", "inc", "dec"]);
            let arguments = match operation {
                "inc" | "dec" => String::new(),
                "cmpxchg" => format!(", {a}, {b}"),
                _ => format!(", {a}"),
            };
            return Some(Node::text(format!("{} = {prefix}{operation}({place}{arguments});", target.name)));
        }
        if self.counters.is_empty() {
            return None;
        }
        let (name, ty) = self.counters[self.random.below(self.counters.len())].clone();
        let cell = self.random.below(CELLS.len());
        let operation = self.random.pick(CELLS[cell]);
        if self.standard >= Standard::Cl20 && !matches!(operation, "inc" | "dec") && self.random.chance(40) {
            let value = self.expression(ty, 3, false);
            let (space, scope) = match name.starts_with('l') {
                true => ("local", "memory_scope_work_group"),
                false => ("global", "memory_scope_device"),
            };
            let place = format!("(volatile {space} atomic_{} *)&{name}[{cell}]", ty.name());
            return Some(Node::text(format!(
                "atomic_fetch_{operation}_explicit({place}, {value}, memory_order_relaxed, {scope});"
            )));
        }
        let value = match operation {
            "inc" | "dec" => String::new(),
            _ => format!(", {}", self.expression(ty, 3, false)),
        };
        Some(Node::text(format!("{}{operation}(&{name}[{cell}]{value});", prefix(ty))))
    }

    /// A type that atomics work on.
    pub(super) fn counter_type(&mut self) -> Type {
        Type::new(
            self.random.pick(&[
                ScalarName::Int,
                ScalarName::Uint,
                ScalarName::Int,
                ScalarName::Uint,
                ScalarName::Long,
                ScalarName::Ulong,
            ]),
            1,
        )
    }
}

/// The atomics of 64 bits are those of extensions.
pub(super) fn prefix(ty: Type) -> &'static str {
    debug_assert!(element_name(ty.element).len() > 2);
    if element_size(ty.element) == 8 { "atom_" } else { "atomic_" }
}
