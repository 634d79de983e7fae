//! A thin, checked-where-it-counts layer over LLVM's C interface: the only place that calls it.
//!
//! [`Type`] and [`Value`] are plain handles. Unlike in a wrapper that types them at compile time, a value may be a
//! scalar or a vector and the same code serves both: that is what code for W lanes needs, where W
//! may be 1. They are valid as long as the [`Context`] that made them, which the code that emits owns and keeps to
//! its end; none leaves the crate.
//!
//! * this file: contexts, modules, types, constants, functions and attributes;
//! * [`builder`][]: instructions;
//! * [`machine`][]: target machines, passes, object code and assembly;
//! * [`jit`][]: objects in memory.

pub mod builder;
pub mod jit;
pub mod machine;

use std::ffi::{CStr, CString};
use std::os::raw::{c_char, c_uint};

use llvm_sys::LLVMLinkage;
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::core::*;
use llvm_sys::prelude::*;

pub use builder::Builder;

/// LLVM's version.
pub fn version() -> [u32; 3] {
    let [mut major, mut minor, mut patch] = [0; 3];
    // SAFETY: three places for numbers.
    unsafe { LLVMGetVersion(&mut major, &mut minor, &mut patch) };
    [major, minor, patch]
}

/// A type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Type(LLVMTypeRef);

/// A constant, instruction result, function or global.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Value(LLVMValueRef);

/// A basic block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Block(LLVMBasicBlockRef);

/// A metadata node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Metadata(LLVMMetadataRef);

/// Text for the C interface; a NUL inside ends it.
fn c_text(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default()
}

/// Takes over a message that LLVM allocated.
fn take_message(message: *mut c_char) -> String {
    if message.is_null() {
        return String::new();
    }
    // SAFETY: LLVM gives a NUL-terminated string that is ours to read, then to dispose of, once.
    unsafe {
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeMessage(message);
        text
    }
}

/// Owns everything that is made in it.
pub struct Context(LLVMContextRef);

impl Context {
    /// An empty context.
    pub fn new() -> Context {
        // SAFETY: no conditions.
        unsafe { Context(LLVMContextCreate()) }
    }
    /// An empty module.
    pub fn module(&self, name: &str) -> Module {
        // SAFETY: the context is alive.
        unsafe {
            Module { raw: LLVMModuleCreateWithNameInContext(c_text(name).as_ptr(), self.0), context: self.0 }
        }
    }
    /// A place to make instructions.
    pub fn builder(&self) -> Builder {
        Builder::new(self.0)
    }
    /// The integer type of this width.
    pub fn int(&self, bits: u32) -> Type {
        // SAFETY: the context is alive; widths are small.
        unsafe { Type(LLVMIntTypeInContext(self.0, bits)) }
    }
    /// IEEE binary16.
    pub fn half(&self) -> Type {
        // SAFETY: the context is alive.
        unsafe { Type(LLVMHalfTypeInContext(self.0)) }
    }
    /// IEEE binary32.
    pub fn float(&self) -> Type {
        // SAFETY: the context is alive.
        unsafe { Type(LLVMFloatTypeInContext(self.0)) }
    }
    /// IEEE binary64.
    pub fn double(&self) -> Type {
        // SAFETY: the context is alive.
        unsafe { Type(LLVMDoubleTypeInContext(self.0)) }
    }
    /// No value.
    pub fn void(&self) -> Type {
        // SAFETY: the context is alive.
        unsafe { Type(LLVMVoidTypeInContext(self.0)) }
    }
    /// An address.
    pub fn pointer(&self) -> Type {
        // SAFETY: the context is alive.
        unsafe { Type(LLVMPointerTypeInContext(self.0, 0)) }
    }
    /// A structure without padding of these members.
    pub fn packed_struct(&self, members: &[Type]) -> Type {
        // SAFETY: `Type` is a transparent handle in memory (one pointer); the count is the slice's.
        unsafe {
            let mut list: Vec<LLVMTypeRef> = members.iter().map(|t| t.0).collect();
            Type(LLVMStructTypeInContext(self.0, list.as_mut_ptr(), list.len() as c_uint, 1))
        }
    }
    /// A constant array of bytes.
    pub fn bytes(&self, bytes: &[u8]) -> Value {
        // SAFETY: pointer and length are the slice's.
        unsafe { Value(LLVMConstStringInContext2(self.0, bytes.as_ptr().cast(), bytes.len(), 1)) }
    }
    /// A constant structure without padding.
    pub fn packed_constant(&self, members: &[Value]) -> Value {
        // SAFETY: the members are constants of this context.
        unsafe {
            let mut list: Vec<LLVMValueRef> = members.iter().map(|t| t.0).collect();
            Value(LLVMConstStructInContext(self.0, list.as_mut_ptr(), list.len() as c_uint, 1))
        }
    }
    /// A metadata node of these operands.
    pub fn node(&self, operands: &[Metadata]) -> Metadata {
        // SAFETY: the operands belong to this context.
        unsafe {
            let mut list: Vec<LLVMMetadataRef> = operands.iter().map(|m| m.0).collect();
            Metadata(LLVMMDNodeInContext2(self.0, list.as_mut_ptr(), list.len()))
        }
    }
    /// The number of a kind of metadata.
    pub fn metadata_kind(&self, name: &str) -> u32 {
        // SAFETY: pointer and length are the string's.
        unsafe { LLVMGetMDKindIDInContext(self.0, name.as_ptr().cast(), name.len() as c_uint) }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: made by `new`; modules and builders of it are dropped before it (field order of their owners).
        unsafe { LLVMContextDispose(self.0) }
    }
}

/// A module. Its context must outlive it.
pub struct Module {
    raw: LLVMModuleRef,
    context: LLVMContextRef,
}

impl Module {
    /// The handle, for the target machine.
    fn raw(&self) -> LLVMModuleRef {
        self.raw
    }
    /// Says which target it is for.
    pub fn set_target(&self, triple: &str, layout: &str) {
        // SAFETY: the module is alive.
        unsafe {
            LLVMSetTarget(self.raw, c_text(triple).as_ptr());
            LLVMSetDataLayout(self.raw, c_text(layout).as_ptr());
        }
    }
    /// A new function.
    pub fn add_function(&self, name: &str, ty: Type) -> Value {
        // SAFETY: the module is alive, `ty` is a function type.
        unsafe { Value(LLVMAddFunction(self.raw, c_text(name).as_ptr(), ty.0)) }
    }
    /// A declared or defined function.
    pub fn function(&self, name: &str) -> Option<Value> {
        // SAFETY: the module is alive.
        let found = unsafe { LLVMGetNamedFunction(self.raw, c_text(name).as_ptr()) };
        (!found.is_null()).then_some(Value(found))
    }
    /// How many blocks there are, and the most ways that lead to one whose values depend on the way.
    pub fn branching(&self) -> (u32, u32) {
        let (mut blocks, mut widest) = (0, 0);
        // SAFETY: the module is alive; each list is walked to its end, and only phi nodes are asked for their ways.
        unsafe {
            let mut function = LLVMGetFirstFunction(self.raw);
            while !function.is_null() {
                let mut block = LLVMGetFirstBasicBlock(function);
                while !block.is_null() {
                    blocks += 1;
                    let first = LLVMGetFirstInstruction(block);
                    if !first.is_null() && !LLVMIsAPHINode(first).is_null() {
                        widest = widest.max(LLVMCountIncoming(first));
                    }
                    block = LLVMGetNextBasicBlock(block);
                }
                function = LLVMGetNextFunction(function);
            }
        }
        (blocks, widest)
    }
    /// A constant of this type in the object, whose content is set later by [`set_constant`](Self::set_constant).
    pub fn declare_constant(&self, name: &str, ty: Type, align: u32) -> Value {
        // SAFETY: the module is alive.
        unsafe {
            let global = LLVMAddGlobal(self.raw, ty.0, c_text(name).as_ptr());
            LLVMSetGlobalConstant(global, 1);
            LLVMSetLinkage(global, LLVMLinkage::LLVMInternalLinkage);
            LLVMSetAlignment(global, align);
            Value(global)
        }
    }
    /// The content of a declared constant.
    pub fn set_constant(&self, global: Value, value: Value) {
        // SAFETY: `global` is a global variable and `value` a constant of its type.
        unsafe { LLVMSetInitializer(global.0, value.0) }
    }
    /// The declaration of an intrinsic, overloaded on these types.
    pub fn intrinsic(&self, name: &str, types: &[Type]) -> (Value, Type) {
        // SAFETY: the name is an intrinsic's (asserted), the types are its overloads.
        unsafe {
            let id = LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len());
            assert!(id != 0, "LLVM has no intrinsic {name}");
            let mut list: Vec<LLVMTypeRef> = types.iter().map(|t| t.0).collect();
            let function = LLVMGetIntrinsicDeclaration(self.raw, id, list.as_mut_ptr(), list.len());
            let ty = LLVMIntrinsicGetType(self.context, id, list.as_mut_ptr(), list.len());
            (Value(function), Type(ty))
        }
    }
    /// The text form.
    pub fn text(&self) -> String {
        // SAFETY: the module is alive.
        take_message(unsafe { LLVMPrintModuleToString(self.raw) })
    }
    /// What LLVM's verifier says against it.
    pub fn verify(&self) -> Result<(), String> {
        let mut message = std::ptr::null_mut();
        // SAFETY: the module is alive; the message is taken over.
        let broken = unsafe {
            LLVMVerifyModule(self.raw, LLVMVerifierFailureAction::LLVMReturnStatusAction, &mut message)
        };
        let message = take_message(message);
        if broken != 0 { Err(message) } else { Ok(()) }
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        // SAFETY: made by `Context::module`, disposed of once.
        unsafe { LLVMDisposeModule(self.raw) }
    }
}

impl Type {
    /// The vector of `n` of it.
    pub fn vector(self, n: u32) -> Type {
        // SAFETY: the element is a scalar or pointer type.
        unsafe { Type(LLVMVectorType(self.0, n)) }
    }
    /// The array of `n` of it.
    pub fn array(self, n: u64) -> Type {
        // SAFETY: the element is a sized type.
        unsafe { Type(LLVMArrayType2(self.0, n)) }
    }
    /// The type of functions from these to it.
    pub fn function(self, parameters: &[Type]) -> Type {
        // SAFETY: the count is the slice's.
        unsafe {
            let mut list: Vec<LLVMTypeRef> = parameters.iter().map(|t| t.0).collect();
            Type(LLVMFunctionType(self.0, list.as_mut_ptr(), list.len() as c_uint, 0))
        }
    }
    /// How many elements a vector has; 1 for others.
    pub fn lanes(self) -> u32 {
        if self.is_vector() {
            // SAFETY: it is a vector type.
            unsafe { LLVMGetVectorSize(self.0) }
        } else {
            1
        }
    }
    /// Whether it is a vector.
    pub fn is_vector(self) -> bool {
        // SAFETY: the type is alive.
        unsafe { LLVMGetTypeKind(self.0) == llvm_sys::LLVMTypeKind::LLVMVectorTypeKind }
    }
    /// The element of a vector; others themselves.
    pub fn element(self) -> Type {
        if self.is_vector() {
            // SAFETY: it is a vector type.
            unsafe { Type(LLVMGetElementType(self.0)) }
        } else {
            self
        }
    }
    /// This element in the shape of `like`: a vector as long, or a scalar.
    pub fn in_shape_of(self, like: Type) -> Type {
        if like.is_vector() { self.element().vector(like.lanes()) } else { self.element() }
    }
    /// Zero of it.
    pub fn zero(self) -> Value {
        // SAFETY: the type is alive.
        unsafe { Value(LLVMConstNull(self.0)) }
    }
    /// A value that nothing may look at.
    pub fn poison(self) -> Value {
        // SAFETY: the type is alive.
        unsafe { Value(LLVMGetPoison(self.0)) }
    }
    /// An integer constant (in every element, for vectors); higher bits are dropped.
    pub fn constant(self, value: u64) -> Value {
        // SAFETY: an integer type or vector of it.
        unsafe {
            let element = self.element();
            let bits = LLVMGetIntTypeWidth(element.0);
            let one = LLVMConstInt(element.0, if bits < 64 { value & ((1 << bits) - 1) } else { value }, 0);
            self.splat_constant(Value(one))
        }
    }
    /// A floating constant (in every element, for vectors).
    pub fn real(self, value: f64) -> Value {
        // SAFETY: a floating type or vector of it.
        let one = unsafe { Value(LLVMConstReal(self.element().0, value)) };
        self.splat_constant(one)
    }
    /// A constant of a vector type with this element everywhere; for scalars the element.
    pub fn splat_constant(self, element: Value) -> Value {
        if self.is_vector() { constant_vector(&vec![element; self.lanes() as usize]) } else { element }
    }
}

/// A constant vector of constants.
pub fn constant_vector(elements: &[Value]) -> Value {
    // SAFETY: the elements are constants of one type.
    unsafe {
        let mut list: Vec<LLVMValueRef> = elements.iter().map(|v| v.0).collect();
        Value(LLVMConstVector(list.as_mut_ptr(), list.len() as c_uint))
    }
}

/// `base` and `offset` bytes, as a constant.
pub fn constant_offset(base: Value, byte: Type, offset: Value) -> Value {
    // SAFETY: `base` is a constant pointer, `offset` a constant integer.
    unsafe { Value(LLVMConstGEP2(byte.0, base.0, [offset.0].as_mut_ptr(), 1)) }
}

impl Value {
    /// Its type.
    pub fn ty(self) -> Type {
        // SAFETY: the value is alive.
        unsafe { Type(LLVMTypeOf(self.0)) }
    }
    /// A function's parameter.
    pub fn parameter(self, index: u32) -> Value {
        // SAFETY: a function with so many parameters.
        unsafe { Value(LLVMGetParam(self.0, index)) }
    }
    /// Names it, for people who read the text form.
    pub fn set_name(self, name: &str) {
        // SAFETY: pointer and length are the string's.
        unsafe { LLVMSetValueName2(self.0, name.as_ptr().cast(), name.len()) }
    }
    /// Whether it is a constant.
    pub fn is_constant(self) -> bool {
        // SAFETY: the value is alive.
        unsafe { LLVMIsConstant(self.0) != 0 }
    }
    /// Attaches metadata to an instruction.
    pub fn set_metadata(self, context: &Context, kind: u32, node: Metadata) {
        // SAFETY: an instruction of this context; constants that folding made of it are left alone.
        unsafe {
            if !LLVMIsAInstruction(self.0).is_null() {
                LLVMSetMetadata(self.0, kind, LLVMMetadataAsValue(context.0, node.0));
            }
        }
    }
    /// Attaches an attribute without value (`nounwind`, …) to a function (`place` `u32::MAX`), its result (0) or a
    /// parameter (1 and up).
    pub fn add_attribute(self, context: &Context, place: u32, name: &str, value: u64) {
        // SAFETY: a function; the name is an enum attribute's (asserted).
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            assert!(kind != 0, "LLVM has no attribute {name}");
            LLVMAddAttributeAtIndex(self.0, place, LLVMCreateEnumAttribute(context.0, kind, value));
        }
    }
    /// Only this object sees the function.
    pub fn make_internal(self) {
        // SAFETY: called on functions of a module that is alive.
        unsafe { LLVMSetLinkage(self.0, LLVMLinkage::LLVMInternalLinkage) }
    }
    /// Attaches a string attribute to a function.
    pub fn add_text_attribute(self, context: &Context, name: &str, value: &str) {
        // SAFETY: pointers and lengths are the strings'.
        unsafe {
            let attribute = LLVMCreateStringAttribute(
                context.0,
                name.as_ptr().cast(),
                name.len() as c_uint,
                value.as_ptr().cast(),
                value.len() as c_uint,
            );
            LLVMAddAttributeAtIndex(self.0, u32::MAX, attribute);
        }
    }
}
