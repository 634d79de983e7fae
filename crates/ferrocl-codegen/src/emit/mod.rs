//! From a plan to LLVM IR.
//!
//! The emitter makes one function, the work-group function (see [`crate::abi::WorkGroupFunction`]): loops over lane
//! groups ([`launch`]) round the kernel's statements ([`control`]), which it walks as they stand, with a mask
//! that says which lanes are on.
//!
//! * [`lanes`]: values of all lanes and masks;
//! * [`calls`]: functions that are called, where a kernel keeps some;
//! * [`barrier`]: work-groups whose items wait for each other;
//! * [`collective`]: what lanes and work-groups find out together;
//! * [`values`]: from an IR op to code, by shape;
//! * [`ops`], [`division`], [`convert`]: the operators on scalars and vectors alike;
//! * [`bytes`]: operators on integers as four packed bytes;
//! * [`float`], [`half`]: floating-point operators;
//! * [`memory`], [`interleave`]: loads and stores;
//! * [`atomics`], [`printf`]: what goes lane by lane.
//! * [`spaces`]: where generic pointers point.
//!
//! One rule holds everywhere: **code is reached only while a lane is on.** So uniform loads, uniform loops and calls need no
//! mask. Where lanes may have gone (after an `if` from which some left), the emitter asks whether one is left
//! and otherwise jumps to where the next can go on. Only code that can do no harm is emitted under a mask that may be
//! empty.

mod atomics;
mod barrier;
mod bytes;
mod calls;
mod collective;
mod control;
mod convert;
mod division;
mod float;
mod globals;
mod half;
mod interleave;
mod lanes;
mod launch;
mod memory;
mod ops;
mod printf;
mod scattered;
mod spaces;
mod values;

use ferrocl_base::id::Id;
use ferrocl_ir::{Function, SlotId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::llvm::{Block, Builder, Context, Module, Type, Value};
use crate::plan::describe::Planned;
use crate::plan::{Plan, SlotHome};
use crate::target::Target;
use lanes::{Lane, Lanes};

pub use calls::Callee;

/// The types that come up all the time.
struct Types {
    bit: Type,
    i8: Type,
    i16: Type,
    i32: Type,
    i64: Type,
    f16: Type,
    f32: Type,
    f64: Type,
    pointer: Type,
}

impl Types {
    fn new(cx: &Context) -> Types {
        Types {
            bit: cx.int(1),
            i8: cx.int(8),
            i16: cx.int(16),
            i32: cx.int(32),
            i64: cx.int(64),
            f16: cx.half(),
            f32: cx.float(),
            f64: cx.double(),
            pointer: cx.pointer(),
        }
    }
}

/// Numbers of the kinds of metadata.
struct Kinds {
    invariant_load: u32,
}

/// What is emitted for one kernel.
struct Emitter<'a> {
    cx: &'a Context,
    module: &'a Module,
    b: Builder,
    types: Types,
    kinds: Kinds,
    ir: &'a ferrocl_ir::Module,
    program_data: &'a crate::abi::ProgramData,
    kernel: &'a Function,
    plan: &'a Plan,
    target: &'a Target,
    width: u32,
    /// The function that is being made.
    function: Value,
    /// The block of variables at its start.
    variables: Block,
    /// The values of the lane group at hand.
    values: Vec<Option<Lanes>>,
    /// The kernel's parameters.
    parameters: Vec<Lanes>,
    /// For each private variable in registers: its components' places.
    slots: Vec<SmallVec<[Value; 1]>>,
    /// Constants of the module that are in the object.
    constants: Vec<Option<Value>>,
    /// What the work-group function was given, and what it knows of the launch.
    launch: launch::Launch,
    /// Where the work-items of the lane group at hand are.
    item: launch::Item,
    /// The constructs round the statement at hand.
    frames: Vec<control::Frame>,
    /// Places where masks meet.
    joins: Vec<control::Join>,
    /// How many operations made a mask, for those that others are made from; see [`Emitter::settle_mask`].
    mask_depths: FxHashMap<Value, u32>,
    /// The variable that long-made masks go through.
    mask_place: Option<Value>,
    /// Places for lanes that are off.
    unused: scattered::Unused,
    /// For kernels with barriers.
    group: Option<barrier::Group<'a>>,
    /// Functions that stay functions.
    callees: Vec<calls::Made>,
    /// Where the private memory of the function at hand begins, and how much there is of all that are called.
    private: calls::Frame,
    /// Where `return` leaves the components of its value.
    results: SmallVec<[Value; 1]>,
}

/// The name of the work-group function in the object.
pub const ENTRY: &str = "ferrocl_work_group";

/// Makes the work-group function of a kernel, and the functions that it calls (callees first); gives the bytes of scratch memory that each
/// lane group of a work-group needs.
pub fn emit<'a>(
    cx: &'a Context,
    module: &'a Module,
    program_data: &'a crate::abi::ProgramData,
    planned: &Planned<'a>,
) -> u64 {
    let &Planned { module: ir, function: kernel, tree, plan, group, target, callees, called_bytes, .. } =
        planned;
    let types = Types::new(cx);
    let ty = cx.void().function(&[types.pointer; 5]);
    let function = module.add_function(ENTRY, ty);
    for parameter in 1..=5 {
        function.add_attribute(cx, parameter, "noalias", 0);
    }
    let mut emitter = Emitter::new(cx, module, ir, program_data, kernel, plan, target, function);
    emitter.launch = launch::Launch::of_work_group(function);
    emitter.private = calls::Frame {
        start: called_bytes,
        called: called_bytes,
        of_lane_group: plan.layout.bytes,
        for_each_lane_group: group.is_some(),
    };
    emitter.make_callees(callees);
    let start = emitter.b.new_block(function, "start");
    emitter.b.position_at_end(start);
    emitter.read_arguments();
    emitter.make_slots();
    if let Some(group) = group {
        emitter.begin_group(group);
    }
    emitter.work_group_function(tree, group);
    emitter.b.return_void();
    emitter.b.position_at_end(emitter.variables);
    emitter.b.branch(start);
    emitter.group.as_ref().map_or(0, |g| g.bytes)
}

impl<'a> Emitter<'a> {
    /// For the body of this function of the object.
    #[allow(clippy::too_many_arguments)]
    fn new(
        cx: &'a Context,
        module: &'a Module,
        ir: &'a ferrocl_ir::Module,
        program_data: &'a crate::abi::ProgramData,
        kernel: &'a Function,
        plan: &'a Plan,
        target: &'a Target,
        function: Value,
    ) -> Emitter<'a> {
        let types = Types::new(cx);
        function.add_attribute(cx, u32::MAX, "nounwind", 0);
        let bits = target.vector_bits().to_string();
        function.add_text_attribute(cx, "prefer-vector-width", &bits);
        function.add_text_attribute(cx, "min-legal-vector-width", &bits);
        function.add_text_attribute(cx, "target-cpu", target.cpu_name());
        function.add_text_attribute(cx, "target-features", target.features());
        function.add_text_attribute(cx, "no-trapping-math", "true");
        function.add_text_attribute(cx, "no-builtins", "");
        let b = cx.builder();
        let variables = b.new_block(function, "variables");
        Emitter {
            cx,
            module,
            launch: launch::Launch::none(&types),
            item: launch::Item::none(&types),
            types,
            kinds: Kinds { invariant_load: cx.metadata_kind("invariant.load") },
            ir,
            program_data,
            kernel,
            plan,
            target,
            width: plan.width,
            function,
            variables,
            values: vec![None; kernel.values.len()],
            parameters: Vec::new(),
            slots: Vec::new(),
            constants: vec![None; ir.globals.len()],
            frames: Vec::new(),
            joins: Vec::new(),
            mask_depths: FxHashMap::default(),
            mask_place: None,
            unused: scattered::Unused::default(),
            group: None,
            callees: Vec::new(),
            private: calls::Frame::default(),
            results: SmallVec::new(),
            b,
        }
    }
}

impl Emitter<'_> {
    /// Says that a load reads what never changes while the function runs, and can be read at any time.
    fn mark_invariant(&mut self, load: Value) {
        load.set_metadata(self.cx, self.kinds.invariant_load, self.cx.node(&[]));
    }
    /// Memory in the function's frame.
    fn variable(&mut self, ty: Type, align: u32) -> Value {
        let here = self.b.block();
        self.b.position_at_end(self.variables);
        let place = self.b.alloca(ty, align);
        self.b.position_at_end(here);
        place
    }
    /// Places for the private variables that are in registers: LLVM promotes them.
    fn make_slots(&mut self) {
        for (id, slot) in self.kernel.slots.iter_enumerated() {
            let mut places = SmallVec::new();
            if self.plan.home(id) == SlotHome::Registers
                && let ferrocl_ir::SlotType::Value(ty) = slot.ty
            {
                for shape in self.plan.slot_shapes(id).clone() {
                    let component = self.component_type(ty);
                    let ty = match shape {
                        crate::plan::Shape::Varying => self.wide(component),
                        _ => component,
                    };
                    let place = self.variable(ty, 0);
                    place.set_name(&slot.name);
                    places.push(place);
                }
            }
            self.slots.push(places);
        }
    }
    /// Gives a variable in registers a first content, so that nothing unspecified is carried from turn to turn.
    fn clear_slot(&mut self, slot: SlotId) {
        let SlotHome::Registers = self.plan.home(slot) else { return };
        let ferrocl_ir::SlotType::Value(ty) = self.kernel.slots[slot].ty else { return };
        let component = self.component_type(ty);
        for (place, shape) in
            self.slots[slot.index()].clone().into_iter().zip(self.plan.slot_shapes(slot).clone())
        {
            let ty = if shape == crate::plan::Shape::Varying { self.wide(component) } else { component };
            self.b.store(ty.zero(), place, 0);
        }
    }
    /// The parameter's place among the packed arguments, read.
    fn read_arguments(&mut self) {
        let layout = crate::abi::argument_layout(self.kernel);
        for (parameter, place) in self.kernel.parameters.iter().zip(&layout) {
            let at = self.b.offset(self.launch.arguments, self.types.i64.constant(place.offset));
            let component = self.component_type(parameter.ty);
            let lanes = if parameter.aggregate.is_some() {
                SmallVec::from_slice(&[Lane::Uniform(at)])
            } else {
                let (size, align) = crate::abi::packed_type(parameter.ty);
                let count = u32::from(parameter.ty.components());
                let step = size / count.next_power_of_two().max(1);
                (0..count)
                    .map(|i| {
                        let place = self.b.offset(at, self.types.i64.constant((i * step).into()));
                        let align = if i == 0 { align } else { step };
                        Lane::Uniform(self.b.load(component, place, align))
                    })
                    .collect()
            };
            self.parameters.push(lanes);
        }
    }
}
