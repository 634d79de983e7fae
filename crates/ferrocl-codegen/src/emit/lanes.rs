//! Values of all lanes as the emitter holds them, and the helpers that bring them into the form that an instruction
//! needs.

use ferrocl_ir::{Scalar, ValueId, ValueType};
use smallvec::SmallVec;

use super::Emitter;
use crate::llvm::{Type, Value, constant_vector};
use crate::plan::{Linear, Shape};

/// One component, for all lanes.
#[derive(Clone, Copy, Debug)]
pub enum Lane {
    /// One scalar for all lanes.
    Uniform(Value),
    /// The first lane's scalar and the step.
    Linear {
        /// The first lane's.
        base: Value,
        /// The step, see [`Linear::stride`].
        stride: i64,
        /// Whether all lanes are known to be in 0..2^31, so that the vector can be made in 32 bits.
        small: bool,
    },
    /// As an address linear, as a value a vector.
    Address {
        /// The first lane's.
        base: Value,
        /// The step.
        stride: i64,
        /// The value.
        vector: Value,
    },
    /// A vector, which is linear as an address where `guard` is set.
    Guarded {
        /// The first lane's, where it is.
        base: Value,
        /// The step, where it is.
        stride: i64,
        /// One bit.
        guard: Value,
        /// The value.
        vector: Value,
    },
    /// A vector with an element for each lane (at width 1 a scalar).
    Varying(Value),
}

/// Masks that as many operations have made are hidden from LLVM, see [`Emitter::settle_mask`]. Kernels seldom come near it.
const MAX_MASK_DEPTH: u32 = 5;

/// The components of a value.
pub type Lanes = SmallVec<[Lane; 1]>;

/// Which lanes are on.
#[derive(Clone, Copy, Debug)]
pub enum Mask {
    /// All of the lane group's.
    All,
    /// Those whose bit is set.
    Lanes(Value),
}

impl Lane {
    /// The first lane's address of one that is linear as an address.
    pub fn base_of_linear(self) -> Option<Value> {
        match self {
            Lane::Linear { base, .. } | Lane::Address { base, .. } => Some(base),
            _ => None,
        }
    }
    /// The scalar of a uniform component.
    pub fn uniform(self) -> Option<Value> {
        match self {
            Lane::Uniform(value) => Some(value),
            _ => None,
        }
    }
}

impl Emitter<'_> {
    /// LLVM's type of a scalar.
    pub fn scalar_type(&self, scalar: Scalar) -> Type {
        match scalar {
            Scalar::Bool => self.types.bit,
            Scalar::I8 => self.types.i8,
            // A half is its bits, see `half`.
            Scalar::I16 | Scalar::F16 => self.types.i16,
            Scalar::I32 => self.types.i32,
            Scalar::I64 => self.types.i64,
            Scalar::F32 => self.types.f32,
            Scalar::F64 => self.types.f64,
        }
    }
    /// LLVM's type of one component of a value.
    pub fn component_type(&self, ty: ValueType) -> Type {
        ty.scalar().map_or(self.types.pointer, |scalar| self.scalar_type(scalar))
    }
    /// A vector of one element a lane; at width 1 the element's type.
    pub fn wide(&self, element: Type) -> Type {
        if self.width == 1 { element } else { element.vector(self.width) }
    }
    /// `0, step, 2 * step, …` as a vector of this integer.
    pub fn lane_steps(&self, element: Type, step: i64) -> Value {
        if self.width == 1 {
            return element.zero();
        }
        let list: Vec<Value> =
            (0..i64::from(self.width)).map(|lane| element.constant(lane.wrapping_mul(step) as u64)).collect();
        constant_vector(&list)
    }
    /// The component as a vector.
    pub fn vector(&mut self, lane: Lane) -> Value {
        match lane {
            Lane::Varying(value)
            | Lane::Address { vector: value, .. }
            | Lane::Guarded { vector: value, .. } => value,
            Lane::Uniform(value) => self.b.splat(value, self.wide(value.ty())),
            Lane::Linear { base, stride, small } => self.linear_vector(base, stride, small),
        }
    }
    fn linear_vector(&mut self, base: Value, stride: i64, small: bool) -> Value {
        let ty = base.ty();
        if ty == self.types.pointer {
            let steps = self.lane_steps(self.types.i64, stride);
            return self.b.offset(base, steps);
        }
        if small && ty == self.types.i64 {
            let narrow = self.b.trunc(base, self.types.i32);
            let vector = self.linear_vector(narrow, stride, false);
            return self.b.zext_non_negative(vector, self.wide(ty));
        }
        let first = self.b.splat(base, self.wide(ty));
        let steps = self.lane_steps(ty, stride);
        self.b.add(first, steps)
    }
    /// The components of a value.
    pub fn lanes(&mut self, id: ValueId) -> Lanes {
        if let Some(lanes) = &self.values[id.0 as usize] {
            return lanes.clone();
        }
        self.floating_value(id)
    }
    /// A component of a value.
    pub fn lane(&mut self, id: ValueId, component: usize) -> Lane {
        self.lanes(id)[component]
    }
    /// A component of a value as a vector.
    pub fn lane_vector(&mut self, id: ValueId, component: usize) -> Value {
        let lane = self.lane(id, component);
        self.vector(lane)
    }
    /// A component in the form that its shape says: a scalar for uniform ones, else a vector.
    pub fn shaped(&mut self, lane: Lane, shape: Shape) -> Value {
        match (lane, shape.is_uniform()) {
            (Lane::Uniform(value), true) => value,
            (Lane::Varying(value), _) => value,
            // Its step is lost where it is cut.
            (lane, true) => self.base(lane),
            (lane, false) => self.vector(lane),
        }
    }
    /// What holds a value that an instruction has computed in the form of its shape.
    pub fn computed(&self, value: Value, shape: Shape) -> Lane {
        if shape.is_uniform() { Lane::Uniform(value) } else { Lane::Varying(value) }
    }
    /// A linear component with this first lane.
    pub fn linear(&self, base: Value, linear: Linear) -> Lane {
        let small = matches!(linear.range, Some((low, high)) if low >= 0 && high < 1 << 31);
        Lane::Linear { base, stride: linear.stride, small }
    }
    /// The first lane of a component that is linear (or uniform).
    pub fn base(&self, lane: Lane) -> Value {
        match lane {
            Lane::Uniform(value) | Lane::Linear { base: value, .. } | Lane::Address { base: value, .. } => {
                value
            }
            Lane::Guarded { base: value, .. } | Lane::Varying(value) => value,
        }
    }

    /// The mask as a vector of bits.
    pub fn mask_bits(&self, mask: Mask) -> Value {
        match mask {
            Mask::All => self.all_ones(),
            Mask::Lanes(bits) => bits,
        }
    }
    /// A vector of set bits.
    pub fn all_ones(&self) -> Value {
        self.wide(self.types.bit).constant(1)
    }
    /// The lanes of `mask` whose bit in `bits` is set.
    pub fn mask_and(&mut self, mask: Mask, bits: Value) -> Value {
        match mask {
            Mask::All => bits,
            Mask::Lanes(mask) => self.b.and(mask, bits),
        }
    }
    /// How many operations on masks made this one.
    pub fn mask_depth(&self, mask: Mask) -> u32 {
        match mask {
            Mask::All => 0,
            Mask::Lanes(bits) => self.mask_depths.get(&bits).copied().unwrap_or(0),
        }
    }
    /// A mask that was made from another one, in a form that LLVM does not look through where that one has a long history.
    ///
    /// Each link of a long chain of `else if` takes lanes from the mask of the link before. LLVM asks of each link whether all
    /// links before imply it, which takes a time that grows with the square of the chain's length. So every
    /// [`MAX_MASK_DEPTH`] links the mask goes through a variable that LLVM must take to change by itself.
    pub fn settle_mask(&mut self, bits: Value, from: Mask) -> Value {
        let depth = self.mask_depth(from) + 1;
        if depth < MAX_MASK_DEPTH {
            self.mask_depths.insert(bits, depth);
            return bits;
        }
        let word = self.mask_word(bits);
        let place = match self.mask_place {
            Some(place) => place,
            None => self.variable(word.ty(), 0),
        };
        self.mask_place = Some(place);
        let store = self.b.store(word, place, 0);
        self.b.set_volatile(store);
        let word = self.b.load(word.ty(), place, 0);
        self.b.set_volatile(word);
        self.b.bitcast(word, bits.ty())
    }
    /// Whether a lane is on, as one bit.
    pub fn any(&mut self, bits: Value) -> Value {
        let word = self.mask_word(bits);
        self.b.icmp(crate::llvm::builder::IntPredicate::LLVMIntNE, word, word.ty().zero())
    }
    /// The mask as an integer with a bit for each lane.
    pub fn mask_word(&mut self, bits: Value) -> Value {
        if self.width == 1 { bits } else { self.b.bitcast(bits, self.cx.int(self.width)) }
    }
    /// `condition ? then : otherwise`, with one bit or a vector of bits.
    pub fn blend(&mut self, mask: Mask, then: Value, otherwise: Value) -> Value {
        match mask {
            Mask::All => then,
            Mask::Lanes(bits) => self.b.select(bits, then, otherwise),
        }
    }
}
