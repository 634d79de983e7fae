//! Functions that are called: where inlining everything would make a kernel too large, some functions stay functions.
//!
//! Such a kernel has one lane, so a function computes for one work-item, with its values in scalars as any compiler has them. It is given
//! what the work-group function was given, where the work-item is, its arguments component by component, and where its result goes.
//! There is no recursion, so each function has its private memory at a fixed place, after that of all that may call it; the
//! memory of all functions comes first in the scratch memory, that of the kernel behind it.

use ferrocl_ir::{Function, FunctionId, ValueId, ValueType};
use smallvec::smallvec;

use super::lanes::{Lane, Lanes, Mask};
use super::launch::Launch;
use super::{Emitter, Types};
use crate::llvm::{Type, Value};
use crate::plan::{Plan, Tree};

/// A function that a kernel calls, planned.
pub struct Callee<'a> {
    /// Its number in the module.
    pub id: FunctionId,
    /// Itself.
    pub function: &'a Function,
    /// Its statements.
    pub tree: &'a Tree<'a>,
    /// Their plan, for one lane.
    pub plan: &'a Plan,
    /// Where its private memory begins in the scratch memory.
    pub private_start: u64,
}

/// A function that has been made.
pub struct Made {
    id: FunctionId,
    function: Value,
    ty: Type,
}

/// Where private memory is in the scratch memory.
#[derive(Clone, Copy, Default)]
pub struct Frame {
    /// Where that of the function at hand begins.
    pub start: u64,
    /// Bytes of all functions that are called. Then comes the kernel's.
    pub called: u64,
    /// Bytes of the kernel's lane group.
    pub of_lane_group: u64,
    /// Whether there is one for each lane group of the work-group.
    pub for_each_lane_group: bool,
}

/// The bytes that a component of a result takes.
const RESULT_BYTES: u64 = 8;

impl<'a> Emitter<'a> {
    /// Makes the functions that the kernel calls, callees first.
    pub fn make_callees(&mut self, callees: &'a [Callee<'a>]) {
        for callee in callees {
            let ty = self.callee_type(callee.function);
            let function = self.module.add_function(&callee.function.name, ty);
            function.make_internal();
            let mut made = Emitter::new(
                self.cx,
                self.module,
                self.ir,
                self.program_data,
                callee.function,
                callee.plan,
                self.target,
                function,
            );
            made.private = Frame { start: callee.private_start, ..self.private };
            made.callees = std::mem::take(&mut self.callees);
            made.constants = std::mem::take(&mut self.constants);
            made.called_function(callee.tree);
            self.callees = made.callees;
            self.constants = made.constants;
            self.callees.push(Made { id: callee.id, function, ty });
        }
    }

    fn callee_type(&self, function: &Function) -> Type {
        let Types { pointer, i64, .. } = self.types;
        let id = self.id_type();
        let mut types = vec![pointer, pointer, pointer, pointer, id, id, id, i64];
        for parameter in &function.parameters {
            let component = self.component_type(parameter.ty);
            types.extend((0..parameter.ty.components().max(1)).map(|_| component));
        }
        if function.result != ValueType::Void {
            types.push(pointer);
        }
        self.cx.void().function(&types)
    }

    /// The whole of a called function.
    fn called_function(&mut self, tree: &Tree) {
        let start = self.b.new_block(self.function, "start");
        self.b.position_at_end(start);
        let mut next = 0;
        let mut parameter = || {
            next += 1;
            self.function.parameter(next - 1)
        };
        self.launch = Launch {
            record: parameter(),
            range: parameter(),
            local: parameter(),
            scratch: parameter(),
            arguments: self.types.pointer.zero(),
        };
        let local = [parameter(), parameter(), parameter()];
        self.item.local = local;
        self.item.lane_group = parameter();
        for of in &self.kernel.parameters {
            let components = (0..of.ty.components().max(1)).map(|_| Lane::Uniform(parameter())).collect();
            self.parameters.push(components);
        }
        if self.kernel.result != ValueType::Void {
            let place = parameter();
            self.results = (0..u64::from(self.kernel.result.components().max(1)))
                .map(|i| self.b.offset(place, self.types.i64.constant(i * RESULT_BYTES)))
                .collect();
        }
        self.read_range();
        self.make_slots();
        for slot in self.kernel.slots.ids() {
            self.clear_slot(slot);
        }
        self.body(&tree.steps, Mask::All);
        self.b.return_void();
        self.b.position_at_end(self.variables);
        self.b.branch(start);
    }

    /// A `return`'s value goes to where the caller reads it. (Kernels have none.)
    pub fn leave_result(&mut self, value: Option<ValueId>) {
        let Some(value) = value else { return };
        for (lane, place) in self.lanes(value).into_iter().zip(self.results.clone()) {
            let component = self.base(lane);
            self.b.store(component, place, RESULT_BYTES as u32);
        }
    }

    /// Calls a function.
    pub fn call(&mut self, id: FunctionId, arguments: &[ValueId], ty: ValueType) -> Lanes {
        let Some(&Made { function, ty: function_type, .. }) = self.callees.iter().find(|made| made.id == id)
        else {
            unreachable!("callees are made before those that call them");
        };
        let Launch { record, range, local, scratch, .. } = self.launch;
        let [x, y, z] = self.item.local;
        let mut values = vec![record, range, local, scratch, x, y, z, self.item.lane_group];
        for &argument in arguments {
            for lane in self.lanes(argument) {
                let component = self.base(lane);
                values.push(component);
            }
        }
        if ty == ValueType::Void {
            self.b.call(function_type, function, &values);
            return smallvec![Lane::Uniform(self.types.i32.zero())];
        }
        let count = u64::from(ty.components().max(1));
        let place = self.variable(self.types.i64.array(count), RESULT_BYTES as u32);
        values.push(place);
        self.b.call(function_type, function, &values);
        let component = self.component_type(ty);
        (0..count)
            .map(|i| {
                let at = self.b.offset(place, self.types.i64.constant(i * RESULT_BYTES));
                Lane::Uniform(self.b.load(component, at, RESULT_BYTES as u32))
            })
            .collect()
    }
}
