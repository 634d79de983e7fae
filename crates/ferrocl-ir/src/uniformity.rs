//! Which values are the same for all work-items of a group, whatever the launch: conservatively, so a value that is not
//! called uniform may be so too.
//!
//! * A value is uniform if its operands are and its op gives the same for the same operands. A load is, if its address is
//!   uniform and not private: work-items that see different bytes at one address, without a barrier between, race, which
//!   OpenCL leaves undefined.
//! * Control flow is uniform where all work-items of the group that run the enclosing list of statements are there together:
//!   not in a branch whose condition varies, nor after a jump from such a branch until its target, nor in a loop that some
//!   work-items leave before others.
//! * A slot is uniform if it is only written with uniform values, under uniform control.
//!
//! A barrier under control that is not uniform is one that some work-items may not reach (6.15.8): the
//! analysis lists those, for diagnostics. Values are "the same" among work-items that evaluate them in the same turn of
//! enclosing loops.

use ferrocl_base::id::Id;
use ferrocl_base::{IndexVec, Span};

use crate::*;

/// What the analysis found.
#[derive(Debug, Clone, PartialEq)]
pub struct Uniformity {
    /// For each value, whether it is uniform. Values that nothing evaluates are.
    pub values: IndexVec<ValueId, bool>,
    /// For each slot, whether what it holds is. Those in memory never are.
    pub slots: IndexVec<SlotId, bool>,
    /// Barriers, and collectives of the work-group, that may be reached by some work-items of a group only.
    pub divergent_barriers: Vec<Span>,
}

/// After so many rounds the analysis gives up and calls everything varying: each but the last finds a slot or loop.
const MAX_ROUNDS: usize = 100;

/// Analyses a verified function. Of a function that is no kernel, parameters are taken to vary.
pub fn uniformity(function: &Function, info: &FunctionInfo) -> Uniformity {
    let mut walk = Walk {
        function,
        values: function.values.iter().map(|_| true).collect(),
        slots: (function.slots.iter_enumerated())
            .map(|(id, slot)| matches!(slot.ty, SlotType::Value(_)) && !info.address_taken[id])
            .collect(),
        divergent_loops: vec![false; function.label_count as usize],
        barriers: Vec::new(),
        enclosing: Vec::new(),
        pending: Vec::new(),
        divergent: 0,
        changed: true,
    };
    for id in function.values.ids() {
        let value = &function.values[id];
        if value.op.is_floating() {
            walk.values[id] = walk.is_uniform(value);
        }
    }
    for _ in 0..MAX_ROUNDS {
        if !walk.changed {
            break;
        }
        walk.changed = false;
        walk.barriers.clear();
        walk.pending.clear();
        walk.list(&function.body);
    }
    if walk.changed {
        walk.values = function.values.iter().map(|value| matches!(value.op, Op::Constant(_))).collect();
        walk.slots = function.slots.iter().map(|_| false).collect();
    }
    Uniformity { values: walk.values, slots: walk.slots, divergent_barriers: walk.barriers }
}

struct Walk<'f> {
    function: &'f Function,
    values: IndexVec<ValueId, bool>,
    slots: IndexVec<SlotId, bool>,
    /// Loops that some work-items may leave before others.
    divergent_loops: Vec<bool>,
    barriers: Vec<Span>,
    /// The enclosing labelled statements; whether each is a loop.
    enclosing: Vec<(LabelId, bool)>,
    /// Where work-items may be that jumped from here: labels, or `None` for the function's end.
    pending: Vec<Option<LabelId>>,
    /// How many enclosing branches have a condition that varies, and loops that diverge.
    divergent: usize,
    changed: bool,
}

impl Walk<'_> {
    fn is_uniform(&self, value: &Value) -> bool {
        let mut operands = true;
        value.op.for_each_operand(|id| operands &= self.values[id]);
        let required = || self.function.kernel.as_ref().and_then(|kernel| kernel.required_work_group_size);
        match &value.op {
            Op::Parameter(_) => self.function.kernel.is_some(),
            Op::WorkItem(WorkItemQuery::GlobalId | WorkItemQuery::LocalId, dimension) => {
                required().is_some_and(|size| size[usize::from(*dimension)] == 1)
            }
            Op::WorkItem(
                WorkItemQuery::SubGroupSize | WorkItemQuery::SubGroupId | WorkItemQuery::SubGroupLocalId,
                _,
            ) => false,
            Op::Collective { group, op, .. } => {
                *group == CollectiveGroup::WorkGroup && (op.is_uniform() || operands)
            }
            Op::SlotLoad(slot) => self.slots[*slot],
            Op::Load { pointer, access } => {
                use AddressSpace::{Constant, Global, Local};
                let shared = matches!(
                    self.function.values[*pointer].ty,
                    ValueType::Pointer(Global | Local | Constant)
                );
                operands && shared && !access.volatile
            }
            // The address of a private variable is each work-item's own.
            Op::SlotAddress(_)
            | Op::AtomicUpdate { .. }
            | Op::AtomicCompareExchange { .. }
            | Op::AtomicLoad { .. }
            | Op::Call { .. }
            | Op::Printf { .. } => false,
            _ => operands,
        }
    }

    fn is_divergent(&self) -> bool {
        self.divergent > 0 || !self.pending.is_empty()
    }

    fn list(&mut self, list: &[Stmt]) {
        for stmt in list {
            self.stmt(stmt);
        }
    }

    /// A labelled statement: inside it, work-items that jumped to its label are missing.
    fn labelled(&mut self, label: LabelId, is_loop: bool, body: &[Stmt]) {
        let diverges = is_loop && self.divergent_loops[label.index()];
        self.divergent += usize::from(diverges);
        self.enclosing.push((label, is_loop));
        self.list(body);
        self.enclosing.pop();
        self.divergent -= usize::from(diverges);
        self.pending.retain(|&target| target != Some(label));
    }

    /// Some work-items leave here for `target`. Loops within it go on without them; `leaves` says whether the
    /// target, if it is a loop, does so too.
    fn jump(&mut self, target: Option<LabelId>, leaves: bool) {
        if !self.is_divergent() {
            return;
        }
        for i in (0..self.enclosing.len()).rev() {
            let (label, is_loop) = self.enclosing[i];
            let is_target = Some(label) == target;
            if is_loop && (!is_target || leaves) && !self.divergent_loops[label.index()] {
                self.divergent_loops[label.index()] = true;
                self.changed = true;
            }
            if is_target {
                break;
            }
        }
        if !self.pending.contains(&target) {
            self.pending.push(target);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        if let Stmt::Let(id) = stmt
            && let Op::Collective { group: CollectiveGroup::WorkGroup, .. } = self.function.values[*id].op
            && self.is_divergent()
        {
            self.barriers.push(self.function.values[*id].span);
        }
        match stmt {
            Stmt::Let(id) if self.values[*id] && !self.is_uniform(&self.function.values[*id]) => {
                self.values[*id] = false;
                self.changed = true;
            }
            Stmt::SlotStore { slot, value, .. }
                if self.slots[*slot] && (!self.values[*value] || self.is_divergent()) =>
            {
                self.slots[*slot] = false;
                self.changed = true;
            }
            Stmt::Block { label, body } => self.labelled(*label, false, body),
            Stmt::Loop { label, body, .. } => self.labelled(*label, true, body),
            Stmt::If { condition, then, otherwise, .. } => {
                let varies = usize::from(!self.values[*condition]);
                self.divergent += varies;
                // Both branches start from the same work-items.
                let before = self.pending.len();
                self.list(then);
                let jumped = self.pending.split_off(before);
                self.list(otherwise);
                for target in jumped {
                    if !self.pending.contains(&target) {
                        self.pending.push(target);
                    }
                }
                self.divergent -= varies;
            }
            Stmt::Break(label) => self.jump(Some(*label), true),
            Stmt::Continue(label) => self.jump(Some(*label), false),
            Stmt::Return(_) => self.jump(None, true),
            Stmt::Barrier { span, sub_group: false, .. } if self.is_divergent() => self.barriers.push(*span),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ids of values and slots that vary, and how many barriers diverge.
    #[track_caller]
    fn varying(head: &str, body: &str) -> (Vec<u32>, Vec<u32>, usize) {
        let text = format!(
            "function f0 \"t\" -> void kernel {{
               {head}
               parameter v0: ptr.global \"p\"
               parameter v1: i32 \"n\"
               slot s0: i32 \"a\"
               slot s1: i32 \"b\"
               slot s2: i32 \"c\"
               labels 3
               value v2: i32 = constant 1
               body {{
                 let v3: i64 = work_item local_id 0
                 let v4: i32 = truncate v3
                 let v5: bool = equal v4, v1
                 let v6: bool = equal v2, v1
                 {body}
               }}
             }}"
        );
        let module = read(&text).unwrap_or_else(|error| panic!("{error}"));
        let info = verify(&module).unwrap_or_else(|errors| panic!("{errors:#?}"));
        let id = FunctionId(0);
        let found = uniformity(&module.functions[id], &info.functions[id]);
        let values = found.values.iter_enumerated().filter(|(_, uniform)| !**uniform).map(|(id, _)| id.0);
        let slots = found.slots.iter_enumerated().filter(|(_, uniform)| !**uniform).map(|(id, _)| id.0);
        (values.collect(), slots.collect(), found.divergent_barriers.len())
    }

    #[test]
    fn values_follow_their_operands() {
        let body = "let v7: i64 = work_item group_id 0
             let v8: ptr.global = pointer_offset v0 index v7 scale 4
             let v9: i32 = load v8 align 4
             let v10: ptr.global = pointer_offset v0 index v3 scale 4
             let v11: i32 = load v10 align 4
             let v12: i32 = atomic_update add v0, v2 relaxed
             let v13: i32 = add v9, v1
             let v14: i32 = add v9, v11";
        assert_eq!(varying("", body), (vec![3, 4, 5, 10, 11, 12, 14], vec![], 0));
        // One work-item in that dimension: nothing varies but the atomic's result.
        assert_eq!(varying("required_work_group_size 1 1 1", body).0, [12]);
    }

    #[test]
    fn collectives_of_the_work_group_are_barriers() {
        let body = "let v7: i32 = collective work_group reduce add v4
             let v8: i32 = collective work_group scan_inclusive add v4
             let v9: i32 = collective sub_group reduce add v4
             if v5 {
               let v10: i32 = collective work_group reduce add v2
               let v11: i32 = collective active reduce add v2
             }";
        assert_eq!(varying("", body), (vec![3, 4, 5, 8, 9, 11], vec![], 1));
    }

    #[test]
    fn slots_vary_by_value_and_by_control() {
        let body = "set s0 = v2
             set s1 = v4
             set s2 = v2
             if v5 {
               set s2 = v2
             }
             if v6 {
               set s0 = v1
             }
             let v7: i32 = get s0
             let v8: i32 = get s1
             let v9: i32 = get s2
             barrier local";
        assert_eq!(varying("", body), (vec![3, 4, 5, 8, 9], vec![1, 2], 0));
    }

    /// Values that a loop carries, found only in the second round.
    #[test]
    fn loops_carry_variation() {
        let body = "set s0 = v2
             set s1 = v2
             loop l0 {
               let v7: i32 = get s0
               let v8: i32 = get s1
               set s1 = v7
               set s0 = v4
               if v6 {
                 break l0
               }
               barrier local
             }";
        assert_eq!(varying("", body), (vec![3, 4, 5, 7, 8], vec![0, 1], 0));
    }

    /// A loop that work-items leave one by one: what it writes varies, after it too.
    #[test]
    fn loops_left_at_different_turns() {
        let body = "set s0 = v2
             loop l0 {
               let v7: i32 = get s0
               let v8: i32 = add v7, v2
               set s0 = v8
               barrier local
               let v9: bool = less_signed v4, v2
               if v9 {
                 break l0
               }
             }
             barrier local";
        assert_eq!(varying("", body), (vec![3, 4, 5, 7, 8, 9], vec![0], 1));
        // Left together, it is uniform.
        let body = body.replace("less_signed v4", "less_signed v1");
        assert_eq!(varying("", &body), (vec![3, 4, 5], vec![], 0));
    }

    /// `continue` divides only the rest of the turn; `return` everything after it.
    #[test]
    fn jumps_divide_until_their_target() {
        let body = "loop l0 {
               barrier local
               if v5 {
                 continue l0
               }
               set s0 = v2
               barrier local
               if v6 {
                 break l0
               }
             }
             set s1 = v2";
        // After the divided `continue` comes a `break` of those that are left: the loop diverges.
        assert_eq!(varying("", body), (vec![3, 4, 5], vec![0], 2));
        let body = "block l0 {
               if v5 {
                 break l0
               }
               set s0 = v2
               barrier local
             }
             set s1 = v2
             barrier local
             if v5 {
               return
             }
             barrier local
             set s2 = v2";
        assert_eq!(varying("", body), (vec![3, 4, 5], vec![0, 2], 2));
    }

    /// A uniform branch in a varying one is still reached by some only.
    #[test]
    fn nested_branches() {
        let body = "if v5 {
               if v6 {
                 set s0 = v2
                 barrier local
               }
             } else {
               set s1 = v2
             }";
        assert_eq!(varying("", body), (vec![3, 4, 5], vec![0, 1], 1));
    }

    #[test]
    fn private_memory_and_helpers_vary() {
        let text = "function f0 \"f\" -> i32 {
               parameter v0: i32 \"x\"
               slot s0: i32 \"y\"
               value v1: ptr.private = address s0
               value v2: i32 = constant 3
               body {
                 store v2 to v1 align 4
                 let v3: i32 = load v1 align 4
                 let v4: i32 = add v0, v2
                 return v4
               }
             }";
        let module = read(text).unwrap();
        let info = verify(&module).unwrap();
        let found = uniformity(&module.functions[FunctionId(0)], &info.functions[FunctionId(0)]);
        assert_eq!(found.values.as_slice(), [false, false, true, false, false]);
        assert_eq!(found.slots.as_slice(), [false]);
    }
}
