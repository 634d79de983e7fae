//! From an IR op to code, by shape: where a result is uniform the scalar instruction, where it is linear the first
//! lane's, where it varies the vector instruction.

use ferrocl_ir::{BinaryOp, Conversion, MathFlags, Op, Scalar, UnaryOp, ValueId, ValueType};
use smallvec::{SmallVec, smallvec};

use super::Emitter;
use super::lanes::{Lane, Lanes, Mask};
use crate::llvm::Value;
use crate::plan::{Linear, Shape, Shapes, SlotHome};

impl Emitter<'_> {
    /// Evaluates a value now.
    pub fn let_value(&mut self, id: ValueId, mask: Mask) {
        let lanes = self.evaluate(id, mask);
        self.values[id.0 as usize] = Some(lanes);
        self.keep_for_group(id, mask);
    }

    /// A value that exists everywhere.
    pub fn floating_value(&mut self, id: ValueId) -> Lanes {
        let value = &self.kernel.values[id];
        debug_assert!(value.op.is_floating(), "{id} is used before it is made");
        let ty = self.component_type(value.ty);
        let count = usize::from(value.ty.components().max(1));
        match &value.op {
            Op::Parameter(number) => self.parameters[*number as usize].clone(),
            Op::Constant(bits) => bits
                .iter()
                .map(|&word| {
                    let constant = match value.ty.scalar() {
                        None => self.b.int_to_pointer(self.types.i64.constant(word), self.types.pointer),
                        Some(scalar) if scalar.is_float() => {
                            let integer = self.cx.int(scalar.bits()).constant(word);
                            self.b.bitcast(integer, ty)
                        }
                        Some(_) => ty.constant(word),
                    };
                    Lane::Uniform(constant)
                })
                .collect(),
            Op::SlotAddress(slot) => smallvec![self.slot_address(*slot)],
            Op::LocalAddress(local) => {
                let offset = self.types.i64.constant(self.plan.locals[local.0 as usize]);
                smallvec![Lane::Uniform(self.b.offset(self.launch.local, offset))]
            }
            Op::GlobalAddress(global) => smallvec![Lane::Uniform(self.global_address(*global))],
            // Undefined bits are zeros: they cost nothing, and are the same each time.
            _ => smallvec![Lane::Uniform(ty.zero()); count],
        }
    }

    pub fn evaluate(&mut self, id: ValueId, mask: Mask) -> Lanes {
        let plan = self.plan;
        let kernel = self.kernel;
        let value = &kernel.values[id];
        let shapes = plan.shapes(id);
        let scalar_of = |id: ValueId| kernel.values[id].ty.scalar().unwrap_or(Scalar::I64);
        match &value.op {
            Op::Unary(op @ (UnaryOp::AnyTrue | UnaryOp::AllTrue), a) => {
                let lanes = self.lanes(*a);
                let mut result: Option<Value> = None;
                for lane in lanes {
                    let bits = self.shaped(lane, shapes[0]);
                    result = Some(match (result, op) {
                        (None, _) => bits,
                        (Some(r), UnaryOp::AnyTrue) => self.b.or(r, bits),
                        (Some(r), _) => self.b.and(r, bits),
                    });
                }
                let result = result.unwrap_or(self.types.bit.zero());
                smallvec![self.computed(result, shapes[0])]
            }
            Op::Unary(op, a) => {
                let scalar = scalar_of(*a);
                self.each(shapes, |e, i, shape| {
                    let a = e.lane(*a, i);
                    if let Shape::Linear(linear) = shape {
                        let base = e.base(a);
                        let base = e.unary_op(*op, scalar, base);
                        return e.linear(base, linear);
                    }
                    let a = e.shaped(a, shape);
                    let result = e.unary_op(*op, scalar, a);
                    e.computed(result, shape)
                })
            }
            Op::Binary(op, a, b) => {
                let scalar = scalar_of(*a);
                self.each(shapes, |e, i, shape| {
                    let (a, b) = (e.lane(*a, i), e.lane(*b, i));
                    e.binary_lane(*op, scalar, a, b, shape, value.flags)
                })
            }
            Op::Fma(a, b, c) => {
                let scalar = scalar_of(*a);
                self.each(shapes, |e, i, shape| {
                    let [a, b, c] = [*a, *b, *c].map(|id| {
                        let lane = e.lane(id, i);
                        e.shaped(lane, shape)
                    });
                    let result = e.fma_op(scalar, a, b, c);
                    e.computed(result, shape)
                })
            }
            Op::Compare(op, a, b) => self.each(shapes, |e, i, shape| {
                let (x, y) = (e.lane(*a, i), e.lane(*b, i));
                // Two linear values with one step are equal in all lanes or in none.
                if let (Lane::Linear { .. }, Lane::Linear { .. }, true) = (x, y, shape.is_uniform()) {
                    let (x, y) = (e.base(x), e.base(y));
                    return Lane::Uniform(e.compare_op(*op, x, y));
                }
                let (x, y) = (e.shaped(x, shape), e.shaped(y, shape));
                let result = e.compare_op(*op, x, y);
                e.computed(result, shape)
            }),
            Op::Select { condition, then, otherwise } => {
                let whole = kernel.values[*condition].ty.components() == 1;
                self.each(shapes, |e, i, shape| {
                    let condition = e.lane(*condition, if whole { 0 } else { i });
                    let (then, otherwise) = (e.lane(*then, i), e.lane(*otherwise, i));
                    e.select_lane(condition, then, otherwise, shape)
                })
            }
            Op::Convert(conversion, a) => {
                let (from, to) = (scalar_of(*a), value.ty.scalar().unwrap_or(Scalar::I64));
                self.each(shapes, |e, i, shape| {
                    let a = e.lane(*a, i);
                    e.convert_lane(*conversion, from, to, a, shape)
                })
            }
            Op::Bitcast(a) => self.bitcast(*a, value.ty, shapes),
            Op::Splat(a) => {
                let lane = self.lane(*a, 0);
                smallvec![lane; shapes.len()]
            }
            Op::Construct(list) => list.iter().map(|id| self.lane(*id, 0)).collect(),
            Op::Extract(a, index) => smallvec![self.lane(*a, usize::from(*index))],
            Op::ExtractDynamic(a, index) => smallvec![self.extract_dynamic(*a, *index, shapes[0])],
            Op::Insert { vector, index, value } => {
                let mut lanes = self.lanes(*vector);
                lanes[usize::from(*index)] = self.lane(*value, 0);
                lanes
            }
            Op::Shuffle { left, right, picks } => {
                let (left, right) = (self.lanes(*left), self.lanes(*right));
                let ty = self.component_type(value.ty);
                picks
                    .iter()
                    .map(|&pick| match usize::from(pick) {
                        pick if pick < left.len() => left[pick],
                        pick if pick < 2 * left.len() => right[pick - left.len()],
                        _ => Lane::Uniform(ty.zero()),
                    })
                    .collect()
            }
            Op::SlotLoad(slot) => {
                if plan.home(*slot) != SlotHome::Registers {
                    return self.memory_slot_load(*slot, value.ty, mask);
                }
                let component = self.component_type(value.ty);
                let slot_shapes = plan.slot_shapes(*slot);
                self.each(slot_shapes, |e, i, shape| {
                    let place = e.slots[slot.0 as usize][i];
                    match shape {
                        Shape::Varying => Lane::Varying(e.b.load(e.wide(component), place, 0)),
                        Shape::Linear(linear) => {
                            let base = e.b.load(component, place, 0);
                            e.linear(base, linear)
                        }
                        _ => Lane::Uniform(e.b.load(component, place, 0)),
                    }
                })
            }
            Op::PointerOffset { base, index, scale, offset } => {
                // In memory that is laid out by elements, the next byte but the element's is a row of all lanes further.
                let spread = if plan.is_by_element(id) { self.width } else { 1 };
                let scale = scale.wrapping_mul(spread.into());
                let offset = offset.wrapping_mul(spread.into());
                smallvec![self.pointer_offset(*base, *index, scale, offset, shapes[0])]
            }
            Op::PointerToInteger(a) | Op::IntegerToPointer(a) => {
                let to_integer = matches!(value.op, Op::PointerToInteger(_));
                let to = if to_integer { self.types.i64 } else { self.types.pointer };
                let lane = self.lane(*a, 0);
                let cast = |v: Value| {
                    let to = to.in_shape_of(v.ty());
                    if to_integer { self.b.pointer_to_int(v, to) } else { self.b.int_to_pointer(v, to) }
                };
                smallvec![match lane {
                    Lane::Uniform(v) => Lane::Uniform(cast(v)),
                    Lane::Varying(v) => Lane::Varying(cast(v)),
                    Lane::Linear { base, stride, .. } =>
                        Lane::Linear { base: cast(base), stride, small: false },
                    Lane::Address { base, stride, vector } => {
                        Lane::Address { base: cast(base), stride, vector: cast(vector) }
                    }
                    Lane::Guarded { base, stride, guard, vector } => {
                        Lane::Guarded { base: cast(base), stride, guard, vector: cast(vector) }
                    }
                }]
            }
            Op::PointerCast { pointer, checked: false } => self.lanes(*pointer),
            Op::PointerCast { pointer, checked: true } => {
                let lane = self.lane(*pointer, 0);
                let address = self.shaped(lane, shapes[0]);
                let checked = self.checked_cast(address, value.ty);
                smallvec![self.computed(checked, shapes[0])]
            }
            Op::Load { pointer, access } => self.load(*pointer, value.ty, *access, mask),
            Op::AtomicUpdate { op, pointer, operand, ordering } => {
                smallvec![self.atomic_update(id, *op, *pointer, *operand, *ordering, mask)]
            }
            Op::AtomicCompareExchange { pointer, expected, desired, ordering } => {
                smallvec![self.atomic_compare_exchange(*pointer, *expected, *desired, *ordering, mask)]
            }
            Op::AtomicLoad { pointer, ordering } => self.atomic_load(value.ty, *pointer, *ordering, mask),
            // (Those of work-groups are steps of the group.)
            Op::Collective { op, operand, source, .. } => {
                smallvec![self.sub_group_collective(*op, *operand, *source, mask)]
            }
            Op::WorkItem(query, dimension) => smallvec![self.work_item(*query, *dimension, shapes[0])],
            Op::Printf { format, arguments } => smallvec![self.printf(*format, arguments, mask)],
            Op::Call { function, arguments } => self.call(*function, arguments, value.ty),
            // The rest exists everywhere.
            _ => self.floating_value(id),
        }
    }

    /// The components of a value, each by its shape.
    fn each(&mut self, shapes: &Shapes, mut f: impl FnMut(&mut Self, usize, Shape) -> Lane) -> Lanes {
        let mut lanes = SmallVec::with_capacity(shapes.len());
        for (i, shape) in shapes.iter().enumerate() {
            lanes.push(f(self, i, *shape));
        }
        lanes
    }

    fn binary_lane(
        &mut self,
        op: BinaryOp,
        scalar: Scalar,
        a: Lane,
        b: Lane,
        shape: Shape,
        flags: MathFlags,
    ) -> Lane {
        match shape {
            Shape::Guarded(linear) => self.guarded_binary(op, scalar, a, b, linear, flags),
            Shape::Linear(linear) => {
                let (x, y) = (self.base(a), self.base(b));
                let base = self.binary_op(op, scalar, x, y, flags);
                if !linear.address_only {
                    return self.linear(base, linear);
                }
                let (x, y) = (self.vector(a), self.vector(b));
                let vector = self.binary_op(op, scalar, x, y, flags);
                Lane::Address { base, stride: linear.stride, vector }
            }
            // The difference of two linear values with one step.
            Shape::Uniform if matches!(a, Lane::Linear { .. }) && matches!(b, Lane::Linear { .. }) => {
                let (x, y) = (self.base(a), self.base(b));
                Lane::Uniform(self.binary_op(op, scalar, x, y, flags))
            }
            _ => {
                let (a, b) = (self.shaped(a, shape), self.shaped(b, shape));
                let result = self.binary_op(op, scalar, a, b, flags);
                self.computed(result, shape)
            }
        }
    }

    /// An operator whose result may turn out linear.
    fn guarded_binary(
        &mut self,
        op: BinaryOp,
        scalar: Scalar,
        a: Lane,
        b: Lane,
        linear: Linear,
        flags: MathFlags,
    ) -> Lane {
        let (x, y) = (self.vector(a), self.vector(b));
        let vector = self.binary_op(op, scalar, x, y, flags);
        let mut guard: Option<Value> = None;
        for lane in [a, b] {
            if let Lane::Guarded { guard: one, .. } = lane {
                guard = Some(guard.map_or(one, |g| self.b.and(g, one)));
            }
        }
        let clamps = matches!(
            op,
            BinaryOp::MinSigned | BinaryOp::MaxSigned | BinaryOp::MinUnsigned | BinaryOp::MaxUnsigned
        );
        let base = if clamps {
            let (linear_side, limit) = match a {
                Lane::Uniform(limit) => (b, limit),
                _ => (a, self.base(b)),
            };
            let base = self.base(linear_side);
            let one = self.stays_linear(op, base, linear.stride, limit);
            guard = Some(guard.map_or(one, |g| self.b.and(g, one)));
            base
        } else {
            let (x, y) = (self.base(a), self.base(b));
            self.binary_op(op, scalar, x, y, flags)
        };
        let guard = guard.unwrap_or(self.types.bit.zero());
        Lane::Guarded { base, stride: linear.stride, guard, vector }
    }

    /// Whether a limit changes no lane of a linear value, and none of its lanes wraps.
    fn stays_linear(&mut self, op: BinaryOp, base: Value, stride: i64, limit: Value) -> Value {
        use crate::llvm::builder::IntPredicate::*;
        let (is_max, at_most) = match op {
            BinaryOp::MinSigned => (false, LLVMIntSLE),
            BinaryOp::MaxSigned => (true, LLVMIntSLE),
            BinaryOp::MinUnsigned => (false, LLVMIntULE),
            _ => (true, LLVMIntULE),
        };
        let last = base.ty().constant(stride.wrapping_mul(i64::from(self.width) - 1) as u64);
        let last = self.b.add(base, last);
        let (low, high) = if stride > 0 { (base, last) } else { (last, base) };
        let in_order = self.b.icmp(at_most, low, high);
        let inside = match is_max {
            true => self.b.icmp(at_most, limit, low),
            false => self.b.icmp(at_most, high, limit),
        };
        self.b.and(in_order, inside)
    }

    fn select_lane(&mut self, condition: Lane, then: Lane, otherwise: Lane, shape: Shape) -> Lane {
        match (shape, condition) {
            (Shape::Linear(linear), Lane::Uniform(bit)) => {
                let (a, b) = (self.base(then), self.base(otherwise));
                let base = self.b.select(bit, a, b);
                self.linear(base, linear)
            }
            (_, Lane::Uniform(bit)) => {
                let (a, b) = (self.shaped(then, shape), self.shaped(otherwise, shape));
                let result = self.b.select(bit, a, b);
                self.computed(result, shape)
            }
            _ => {
                let (c, a, b) = (self.vector(condition), self.vector(then), self.vector(otherwise));
                Lane::Varying(self.b.select(c, a, b))
            }
        }
    }

    fn convert_lane(
        &mut self,
        conversion: Conversion,
        from: Scalar,
        to: Scalar,
        a: Lane,
        shape: Shape,
    ) -> Lane {
        if let (Shape::Guarded(linear), Lane::Guarded { base, guard, vector, .. }) = (shape, a) {
            let vector = self.convert_op(conversion, from, to, vector);
            let signed = linear.address_only || conversion == Conversion::SignExtend;
            let conversion = if signed { Conversion::SignExtend } else { conversion };
            let base = self.convert_op(conversion, from, to, base);
            return Lane::Guarded { base, stride: linear.stride, guard, vector };
        }
        let Shape::Linear(linear) = shape else {
            let a = self.shaped(a, shape);
            let result = self.convert_op(conversion, from, to, a);
            return self.computed(result, shape);
        };
        if !linear.address_only {
            let base = self.base(a);
            let base = self.convert_op(conversion, from, to, base);
            return self.linear(base, linear);
        }
        self.extended_index(conversion, from, to, a, linear)
    }

    /// A 32-bit index whose lanes may wrap, extended: as an address it goes on from the sign-extended first lane.
    fn extended_index(
        &mut self,
        conversion: Conversion,
        from: Scalar,
        to: Scalar,
        a: Lane,
        linear: Linear,
    ) -> Lane {
        let first = self.base(a);
        let base = self.b.sext(first, self.scalar_type(to));
        let vector = self.vector(a);
        let vector = self.convert_op(conversion, from, to, vector);
        Lane::Address { base, stride: linear.stride, vector }
    }

    /// The same bits as components of another type.
    fn bitcast(&mut self, a: ValueId, to: ValueType, shapes: &Shapes) -> Lanes {
        let from = self.kernel.values[a].ty;
        let lanes = self.lanes(a);
        let (Some(source), Some(target)) = (from.scalar(), to.scalar()) else { return lanes };
        let target_type = self.scalar_type(target);
        if from.components() == to.components() {
            return self.each(shapes, |e, i, shape| {
                if source == target || matches!(shape, Shape::Linear(_) | Shape::Guarded(_)) {
                    return lanes[i];
                }
                let value = e.shaped(lanes[i], shape);
                let result = e.b.bitcast(value, target_type.in_shape_of(value.ty()));
                e.computed(result, shape)
            });
        }
        // Through integers: wide components are cut, narrow ones put together.
        let (source_bits, target_bits) = (source.bits(), target.bits());
        let shape = shapes[0];
        let source_int = self.cx.int(source_bits);
        let target_int = self.cx.int(target_bits);
        let words: Vec<Value> = lanes
            .iter()
            .map(|&lane| {
                let value = self.shaped(lane, shape);
                self.b.bitcast(value, source_int.in_shape_of(value.ty()))
            })
            .collect();
        let like = words[0].ty();
        let target_int = target_int.in_shape_of(like);
        let mut results = Lanes::new();
        for i in 0..u32::from(to.components()) {
            let word = if source_bits > target_bits {
                let at = i * target_bits;
                let word = words[(at / source_bits) as usize];
                let shifted = self.b.lshr(word, like.constant((at % source_bits).into()));
                self.b.trunc(shifted, target_int)
            } else {
                let ratio = target_bits / source_bits;
                let mut word: Option<Value> = None;
                for part in 0..ratio {
                    let Some(&piece) = words.get((i * ratio + part) as usize) else { continue };
                    let piece = self.b.zext(piece, target_int);
                    let piece = self.b.shl(piece, target_int.constant((part * source_bits).into()));
                    word = Some(word.map_or(piece, |w| self.b.or(w, piece)));
                }
                word.unwrap_or(target_int.zero())
            };
            let value = self.b.bitcast(word, target_type.in_shape_of(like));
            results.push(self.computed(value, shape));
        }
        results
    }

    /// A component by a value: a chain of selections, as components are separate registers.
    fn extract_dynamic(&mut self, a: ValueId, index: ValueId, shape: Shape) -> Lane {
        let lanes = self.lanes(a);
        let index = self.lane(index, 0);
        let index = self.shaped(index, shape);
        let ty = index.ty();
        let wrapped = self.b.and(index, ty.constant(lanes.len().next_power_of_two() as u64 - 1));
        let mut result = self.shaped(lanes[0], shape);
        for (i, &lane) in lanes.iter().enumerate().skip(1) {
            let value = self.shaped(lane, shape);
            let hit =
                self.b.icmp(crate::llvm::builder::IntPredicate::LLVMIntEQ, wrapped, ty.constant(i as u64));
            result = self.b.select(hit, value, result);
        }
        self.computed(result, shape)
    }

    /// `base + index * scale + offset`.
    fn pointer_offset(
        &mut self,
        base_id: ValueId,
        index: Option<ValueId>,
        scale: u64,
        offset: i64,
        shape: Shape,
    ) -> Lane {
        let i64_type = self.types.i64;
        let base = self.lane(base_id, 0);
        let constant = i64_type.constant(offset as u64);
        let Some(index_id) = index else {
            return self.map_address(base, |e, p| {
                let offset = constant_like(constant, p, e.types.i64);
                e.b.offset(p, offset)
            });
        };
        let index = self.lane(index_id, 0);
        let linear_first = |e: &mut Self| {
            let (b, i) = (e.base(base), e.base(index));
            let scaled = e.b.mul(i, i64_type.constant(scale));
            let sum = if offset == 0 { scaled } else { e.b.add(scaled, constant) };
            e.b.offset(b, sum)
        };
        match shape {
            Shape::Linear(linear) => {
                let first = linear_first(self);
                self.linear(first, linear)
            }
            s if s.is_uniform() => Lane::Uniform(linear_first(self)),
            Shape::Guarded(linear) => {
                let first = linear_first(self);
                let vector = self.pointer_offset(base_id, index_id.into(), scale, offset, Shape::Varying);
                let vector = self.vector(vector);
                let mut guard: Option<Value> = None;
                for lane in [base, index] {
                    if let Lane::Guarded { guard: one, .. } = lane {
                        guard = Some(guard.map_or(one, |g| self.b.and(g, one)));
                    }
                }
                let guard = guard.unwrap_or(self.types.bit.zero());
                Lane::Guarded { base: first, stride: linear.stride, guard, vector }
            }
            _ => {
                // The constant goes to the base: where that is uniform, memory instructions then take a scalar base and a vector
                // of indices.
                let base = match base {
                    Lane::Uniform(p) if offset != 0 => self.b.offset(p, constant),
                    Lane::Uniform(p) => p,
                    lane => {
                        let p = self.vector(lane);
                        if offset == 0 { p } else { self.b.offset(p, constant_like(constant, p, i64_type)) }
                    }
                };
                let (indices, scale) = self.scaled_indices(index_id, index, scale);
                Lane::Varying(match scale {
                    1 => self.b.offset(base, indices),
                    2 => self.b.element_offset(self.types.i16, base, indices),
                    4 => self.b.element_offset(self.types.i32, base, indices),
                    _ => self.b.element_offset(i64_type, base, indices),
                })
            }
        }
    }

    /// Indices as a 64-bit vector, multiplied so that a scale of 1, 2, 4 or 8 is left; in 32 bits as long as it can be.
    fn scaled_indices(&mut self, id: ValueId, index: Lane, scale: u64) -> (Value, u64) {
        let (rest, left) = match scale {
            1 | 2 | 4 | 8 => (1, scale),
            _ => (scale, 1),
        };
        let i64_type = self.types.i64;
        if self.plan.assumptions.compact
            && scale < 1 << 20
            && let Op::Convert(Conversion::SignExtend | Conversion::ZeroExtend, narrow) =
                self.kernel.values[id].op
            && self.kernel.values[narrow].ty == ValueType::Scalar(Scalar::I32)
            && (self.values[narrow.0 as usize].is_some() || self.kernel.values[narrow].op.is_floating())
        {
            // What an active lane reaches is below 2^30 bytes away, so 32 bits hold it (see `plan::shape`).
            let narrow = self.lane_vector(narrow, 0);
            let scaled = if rest == 1 { narrow } else { self.b.mul(narrow, narrow.ty().constant(rest)) };
            return (self.b.sext(scaled, self.wide(i64_type)), left);
        }
        let wide = self.vector(index);
        let scaled = if rest == 1 { wide } else { self.b.mul(wide, wide.ty().constant(rest)) };
        (scaled, left)
    }

    /// An address changed in the same way in all lanes.
    fn map_address(&mut self, address: Lane, f: impl Fn(&mut Self, Value) -> Value) -> Lane {
        match address {
            Lane::Uniform(p) => Lane::Uniform(f(self, p)),
            Lane::Varying(p) => Lane::Varying(f(self, p)),
            Lane::Linear { base, stride, .. } => Lane::Linear { base: f(self, base), stride, small: false },
            Lane::Address { base, stride, vector } => {
                Lane::Address { base: f(self, base), stride, vector: f(self, vector) }
            }
            Lane::Guarded { base, stride, guard, vector } => {
                Lane::Guarded { base: f(self, base), stride, guard, vector: f(self, vector) }
            }
        }
    }
}

/// A constant of this integer in the shape of an address or a vector of them.
fn constant_like(constant: Value, pointer: Value, integer: crate::llvm::Type) -> Value {
    integer.in_shape_of(pointer.ty()).splat_constant(constant)
}
