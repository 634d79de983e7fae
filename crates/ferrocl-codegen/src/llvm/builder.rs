//! Instructions. Each method appends one instruction (or gives the constant that it folds to) at the
//! builder's place; operands may be scalars or vectors of one length.

use std::os::raw::c_uint;

use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::{LLVMAtomicOrdering, LLVMAtomicRMWBinOp, LLVMIntPredicate, LLVMRealPredicate};

use super::{Block, Module, Type, Value};

pub use llvm_sys::LLVMAtomicOrdering as Ordering;
pub use llvm_sys::LLVMAtomicRMWBinOp as RmwOp;
pub use llvm_sys::LLVMIntPredicate as IntPredicate;
pub use llvm_sys::LLVMRealPredicate as RealPredicate;

/// A place to make instructions.
pub struct Builder {
    raw: LLVMBuilderRef,
    context: LLVMContextRef,
}

const NO_NAME: *const std::os::raw::c_char = c"".as_ptr();

macro_rules! binary {
    ($($(#[$doc:meta])* $name:ident $build:ident;)*) => { $(
        $(#[$doc])*
        pub fn $name(&self, a: Value, b: Value) -> Value {
            debug_assert!(a.ty() == b.ty(), concat!(stringify!($name), " of two types"));
            // SAFETY: the builder stands in a block; the operands are values of the function or constants.
            unsafe { Value($build(self.raw, a.0, b.0, NO_NAME)) }
        }
    )* };
}

macro_rules! cast {
    ($($(#[$doc:meta])* $name:ident $build:ident;)*) => { $(
        $(#[$doc])*
        pub fn $name(&self, a: Value, to: Type) -> Value {
            if a.ty() == to {
                return a;
            }
            // SAFETY: the builder stands in a block; the caller's types are such that the cast exists.
            unsafe { Value($build(self.raw, a.0, to.0, NO_NAME)) }
        }
    )* };
}

impl Builder {
    pub(super) fn new(context: LLVMContextRef) -> Builder {
        // SAFETY: the context is alive.
        unsafe { Builder { raw: LLVMCreateBuilderInContext(context), context } }
    }

    binary! {
        /// Wrapping sum.
        add LLVMBuildAdd;
        /// Wrapping difference.
        sub LLVMBuildSub;
        /// Wrapping product.
        mul LLVMBuildMul;
        /// Signed quotient; the divisor must be neither 0 nor overflow.
        sdiv LLVMBuildSDiv;
        /// Unsigned quotient; the divisor must not be 0.
        udiv LLVMBuildUDiv;
        /// Signed remainder.
        srem LLVMBuildSRem;
        /// Unsigned remainder.
        urem LLVMBuildURem;
        /// Count below the width.
        shl LLVMBuildShl;
        /// Count below the width, zeros from above.
        lshr LLVMBuildLShr;
        /// Count below the width, sign from above.
        ashr LLVMBuildAShr;
        /// Bitwise and.
        and LLVMBuildAnd;
        /// Bitwise or.
        or LLVMBuildOr;
        /// Bitwise exclusive or.
        xor LLVMBuildXor;
        /// Floating sum.
        fadd LLVMBuildFAdd;
        /// Floating difference.
        fsub LLVMBuildFSub;
        /// Floating product.
        fmul LLVMBuildFMul;
        /// Floating quotient.
        fdiv LLVMBuildFDiv;
    }
    cast! {
        /// Low bits of an integer.
        trunc LLVMBuildTrunc;
        /// Zeros above.
        zext LLVMBuildZExt;
        /// Sign above.
        sext LLVMBuildSExt;
        /// Same bits.
        bitcast LLVMBuildBitCast;
        /// Signed integer to float.
        sitofp LLVMBuildSIToFP;
        /// Unsigned integer to float.
        uitofp LLVMBuildUIToFP;
        /// Float to signed integer, in range.
        fptosi LLVMBuildFPToSI;
        /// Float to unsigned integer, in range.
        fptoui LLVMBuildFPToUI;
        /// Float to a wider one.
        fpext LLVMBuildFPExt;
        /// Float to a narrower one.
        fptrunc LLVMBuildFPTrunc;
        /// Integer to pointer.
        int_to_pointer LLVMBuildIntToPtr;
        /// Pointer to integer.
        pointer_to_int LLVMBuildPtrToInt;
    }

    /// Sum that wraps neither as unsigned nor as signed numbers.
    pub fn add_no_wrap(&self, a: Value, b: Value) -> Value {
        let sum = self.add(a, b);
        // SAFETY: flags are set on an instruction only, an `add`.
        unsafe {
            if !LLVMIsAInstruction(sum.0).is_null() {
                LLVMSetNUW(sum.0, 1);
                LLVMSetNSW(sum.0, 1);
            }
        }
        sum
    }
    /// Zero extension of a number whose sign bit is clear.
    pub fn zext_non_negative(&self, a: Value, to: Type) -> Value {
        let wide = self.zext(a, to);
        // SAFETY: the flag is set on a `zext` instruction only.
        unsafe {
            if !LLVMIsAZExtInst(wide.0).is_null() {
                LLVMSetNNeg(wide.0, 1);
            }
        }
        wide
    }
    /// Negated, wrapping.
    pub fn neg(&self, a: Value) -> Value {
        // SAFETY: the builder stands in a block.
        unsafe { Value(LLVMBuildNeg(self.raw, a.0, NO_NAME)) }
    }
    /// Every bit flipped.
    pub fn not(&self, a: Value) -> Value {
        // SAFETY: the builder stands in a block.
        unsafe { Value(LLVMBuildNot(self.raw, a.0, NO_NAME)) }
    }
    /// Sign bit flipped.
    pub fn fneg(&self, a: Value) -> Value {
        // SAFETY: the builder stands in a block.
        unsafe { Value(LLVMBuildFNeg(self.raw, a.0, NO_NAME)) }
    }
    /// Compares integers or pointers.
    pub fn icmp(&self, predicate: LLVMIntPredicate, a: Value, b: Value) -> Value {
        debug_assert!(a.ty() == b.ty(), "comparison of two types");
        // SAFETY: the builder stands in a block; the operands have one type.
        unsafe { Value(LLVMBuildICmp(self.raw, predicate, a.0, b.0, NO_NAME)) }
    }
    /// Compares floats.
    pub fn fcmp(&self, predicate: LLVMRealPredicate, a: Value, b: Value) -> Value {
        debug_assert!(a.ty() == b.ty(), "comparison of two types");
        // SAFETY: the builder stands in a block; the operands have one type.
        unsafe { Value(LLVMBuildFCmp(self.raw, predicate, a.0, b.0, NO_NAME)) }
    }
    /// `condition ? then : otherwise`; the condition is one bit, or a vector of bits as long as the values.
    pub fn select(&self, condition: Value, then: Value, otherwise: Value) -> Value {
        debug_assert!(then.ty() == otherwise.ty(), "selection of two types");
        // SAFETY: the builder stands in a block; the values have one type.
        unsafe { Value(LLVMBuildSelect(self.raw, condition.0, then.0, otherwise.0, NO_NAME)) }
    }
    /// Every element the scalar `a`; `a` itself where `to` is no vector.
    pub fn splat(&self, a: Value, to: Type) -> Value {
        if !to.is_vector() {
            return a;
        }
        let lanes = to.lanes();
        if a.is_constant() {
            return to.splat_constant(a);
        }
        let i32_type = self.int_type(32);
        let first = self.insert(a.ty().vector(lanes).poison(), a, i32_type.constant(0));
        self.shuffle(first, first, &vec![0; lanes as usize])
    }
    fn int_type(&self, bits: u32) -> Type {
        // SAFETY: the context is alive.
        unsafe { Type(LLVMIntTypeInContext(self.context, bits)) }
    }
    /// An element of a vector; the index may be any integer.
    pub fn extract(&self, vector: Value, index: Value) -> Value {
        // SAFETY: the builder stands in a block; `vector` is one.
        unsafe { Value(LLVMBuildExtractElement(self.raw, vector.0, index.0, NO_NAME)) }
    }
    /// An element of a vector by number.
    pub fn extract_at(&self, vector: Value, index: u32) -> Value {
        self.extract(vector, self.int_type(32).constant(index.into()))
    }
    /// The vector with an element replaced.
    pub fn insert(&self, vector: Value, element: Value, index: Value) -> Value {
        // SAFETY: the builder stands in a block; the element has the vector's element type.
        unsafe { Value(LLVMBuildInsertElement(self.raw, vector.0, element.0, index.0, NO_NAME)) }
    }
    /// Elements picked from two vectors of one type, numbered through; `u32::MAX` picks nothing.
    pub fn shuffle(&self, left: Value, right: Value, picks: &[u32]) -> Value {
        let i32_type = self.int_type(32);
        let list: Vec<Value> = picks
            .iter()
            .map(|&p| if p == u32::MAX { i32_type.poison() } else { i32_type.constant(p.into()) })
            .collect();
        let mask = super::constant_vector(&list);
        // SAFETY: the builder stands in a block; picks are below twice the length.
        unsafe { Value(LLVMBuildShuffleVector(self.raw, left.0, right.0, mask.0, NO_NAME)) }
    }
    /// `base` and `offset` bytes; either may be a vector.
    pub fn offset(&self, base: Value, offset: Value) -> Value {
        self.element_offset(self.int_type(8), base, offset)
    }
    /// `base` and `index` elements of this type; either may be a vector.
    pub fn element_offset(&self, element: Type, base: Value, index: Value) -> Value {
        // SAFETY: the builder stands in a block; `base` is a pointer (vector), `index` an integer (vector).
        unsafe { Value(LLVMBuildGEP2(self.raw, element.0, base.0, [index.0].as_mut_ptr(), 1, NO_NAME)) }
    }
    /// Memory of the function's frame, in the block where the builder stands (the entry).
    pub fn alloca(&self, ty: Type, align: u32) -> Value {
        // SAFETY: the builder stands in a block; the result is an instruction.
        unsafe {
            let place = LLVMBuildAlloca(self.raw, ty.0, NO_NAME);
            if align != 0 {
                LLVMSetAlignment(place, align);
            }
            Value(place)
        }
    }
    /// Reads memory.
    pub fn load(&self, ty: Type, pointer: Value, align: u32) -> Value {
        // SAFETY: the builder stands in a block; `pointer` is one.
        unsafe {
            let value = LLVMBuildLoad2(self.raw, ty.0, pointer.0, NO_NAME);
            LLVMSetAlignment(value, align.max(1));
            Value(value)
        }
    }
    /// Writes memory; the instruction comes back.
    pub fn store(&self, value: Value, pointer: Value, align: u32) -> Value {
        // SAFETY: the builder stands in a block; `pointer` is one.
        unsafe {
            let store = LLVMBuildStore(self.raw, value.0, pointer.0);
            LLVMSetAlignment(store, align.max(1));
            Value(store)
        }
    }
    /// Marks a load or store as one that must happen.
    pub fn set_volatile(&self, access: Value) {
        // SAFETY: a load or store instruction.
        unsafe { LLVMSetVolatile(access.0, 1) }
    }
    /// Makes a load or store atomic.
    pub fn set_atomic(&self, access: Value, ordering: LLVMAtomicOrdering) {
        // SAFETY: a load or store instruction.
        unsafe { LLVMSetOrdering(access.0, ordering) }
    }
    /// A read-modify-write; the old value.
    pub fn atomic_rmw(
        &self,
        op: LLVMAtomicRMWBinOp,
        pointer: Value,
        operand: Value,
        ordering: LLVMAtomicOrdering,
    ) -> Value {
        // SAFETY: the builder stands in a block; the operand is a scalar that the operation takes.
        unsafe { Value(LLVMBuildAtomicRMW(self.raw, op, pointer.0, operand.0, ordering, 0)) }
    }
    /// A compare-and-exchange; `{old value, whether it was equal}`, of which this gives the old value.
    pub fn compare_exchange(
        &self,
        pointer: Value,
        expected: Value,
        desired: Value,
        success: LLVMAtomicOrdering,
        failure: LLVMAtomicOrdering,
    ) -> (Value, Value) {
        // SAFETY: the builder stands in a block; the operands are integers of one type.
        unsafe {
            let pair =
                LLVMBuildAtomicCmpXchg(self.raw, pointer.0, expected.0, desired.0, success, failure, 0);
            let old = LLVMBuildExtractValue(self.raw, pair, 0, NO_NAME);
            let equal = LLVMBuildExtractValue(self.raw, pair, 1, NO_NAME);
            (Value(old), Value(equal))
        }
    }
    /// A fence.
    pub fn fence(&self, ordering: LLVMAtomicOrdering) {
        // SAFETY: the builder stands in a block.
        unsafe {
            LLVMBuildFence(self.raw, ordering, 0, NO_NAME);
        }
    }
    /// Calls a function of this type.
    pub fn call(&self, ty: Type, function: Value, arguments: &[Value]) -> Value {
        // SAFETY: the builder stands in a block; arguments match the type.
        unsafe {
            let mut list: Vec<LLVMValueRef> = arguments.iter().map(|v| v.0).collect();
            let call =
                LLVMBuildCall2(self.raw, ty.0, function.0, list.as_mut_ptr(), list.len() as c_uint, NO_NAME);
            Value(call)
        }
    }
    /// Calls an intrinsic overloaded on these types.
    pub fn intrinsic(&self, module: &Module, name: &str, types: &[Type], arguments: &[Value]) -> Value {
        let (function, ty) = module.intrinsic(name, types);
        self.call(ty, function, arguments)
    }
    /// Says which freedoms a floating instruction has (LLVM's fast-math bits).
    pub fn set_fast_math(&self, instruction: Value, flags: u32) {
        // SAFETY: set on instructions that take the flags only.
        unsafe {
            if flags != 0
                && !LLVMIsAInstruction(instruction.0).is_null()
                && LLVMCanValueUseFastMathFlags(instruction.0) != 0
            {
                LLVMSetFastMathFlags(instruction.0, flags);
            }
        }
    }

    /// A new block at the end of the function.
    pub fn new_block(&self, function: Value, name: &str) -> Block {
        let name = super::c_text(name);
        // SAFETY: `function` is one of this context.
        unsafe { Block(LLVMAppendBasicBlockInContext(self.context, function.0, name.as_ptr())) }
    }
    /// Stands at the end of a block.
    pub fn position_at_end(&self, block: Block) {
        // SAFETY: the block is alive.
        unsafe { LLVMPositionBuilderAtEnd(self.raw, block.0) }
    }
    /// Stands at the start of a block that holds instructions.
    pub fn position_at_start(&self, block: Block) {
        // SAFETY: the block is alive and not empty.
        unsafe { LLVMPositionBuilderBefore(self.raw, LLVMGetFirstInstruction(block.0)) }
    }
    /// Where it stands.
    pub fn block(&self) -> Block {
        // SAFETY: the builder stands in a block.
        unsafe { Block(LLVMGetInsertBlock(self.raw)) }
    }
    /// Goes there.
    pub fn branch(&self, to: Block) {
        // SAFETY: the builder stands at the end of a block without terminator.
        unsafe {
            LLVMBuildBr(self.raw, to.0);
        }
    }
    /// Goes to one or the other; the branch comes back.
    pub fn branch_if(&self, condition: Value, then: Block, otherwise: Block) -> Value {
        // SAFETY: as `branch`; the condition is one bit.
        unsafe { Value(LLVMBuildCondBr(self.raw, condition.0, then.0, otherwise.0)) }
    }
    /// Ends a block that control never comes to.
    pub fn unreachable(&self) {
        // SAFETY: as `branch`.
        unsafe {
            LLVMBuildUnreachable(self.raw);
        }
    }
    /// Leaves the function.
    pub fn return_void(&self) {
        // SAFETY: as `branch`, in a function without result.
        unsafe {
            LLVMBuildRetVoid(self.raw);
        }
    }
    /// A value that depends on where control came from.
    pub fn phi(&self, ty: Type, incoming: &[(Value, Block)]) -> Value {
        // SAFETY: the builder stands at a block's start.
        let phi = unsafe { Value(LLVMBuildPhi(self.raw, ty.0, NO_NAME)) };
        self.add_incoming(phi, incoming);
        phi
    }
    /// More places that control comes from.
    pub fn add_incoming(&self, phi: Value, incoming: &[(Value, Block)]) {
        // SAFETY: `phi` is one, and the values have its type.
        unsafe {
            for (value, block) in incoming {
                LLVMAddIncoming(phi.0, [value.0].as_mut_ptr(), [block.0].as_mut_ptr(), 1);
            }
        }
    }
}

impl Drop for Builder {
    fn drop(&mut self) {
        // SAFETY: made by `new`, disposed of once.
        unsafe { LLVMDisposeBuilder(self.raw) }
    }
}
