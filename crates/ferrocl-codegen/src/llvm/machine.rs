//! Target machines: which CPU code is for, the passes over a module, object code and assembly.

use std::cell::RefCell;
use std::ffi::CStr;
use std::sync::Once;

use llvm_sys::core::{LLVMDisposeMemoryBuffer, LLVMDisposeMessage, LLVMGetBufferSize, LLVMGetBufferStart};
use llvm_sys::error::{LLVMDisposeErrorMessage, LLVMErrorRef, LLVMGetErrorMessage};
use llvm_sys::target::{LLVMCopyStringRepOfTargetData, LLVMDisposeTargetData};
use llvm_sys::target_machine::*;
use llvm_sys::transforms::pass_builder::{
    LLVMCreatePassBuilderOptions, LLVMDisposePassBuilderOptions, LLVMPassBuilderOptionsSetLoopUnrolling,
    LLVMRunPasses,
};

use super::{Module, c_text, take_message};

/// A CPU that code is made for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cpu {
    /// LLVM's triple.
    pub triple: String,
    /// LLVM's name of the CPU.
    pub name: String,
    /// LLVM's feature string: `+avx2,-avx512f,…`.
    pub features: String,
}

fn initialise() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: the initialisers may be called at any time; `Once` keeps them from running at the same time.
        unsafe {
            use llvm_sys::target::*;
            LLVMInitializeX86TargetInfo();
            LLVMInitializeX86Target();
            LLVMInitializeX86TargetMC();
            LLVMInitializeX86AsmPrinter();
            LLVMInitializeAArch64TargetInfo();
            LLVMInitializeAArch64Target();
            LLVMInitializeAArch64TargetMC();
            LLVMInitializeAArch64AsmPrinter();
        }
    });
}

impl Cpu {
    /// The CPU that this program runs on.
    pub fn host() -> Cpu {
        initialise();
        // SAFETY: each gives a string that is ours.
        unsafe {
            Cpu {
                triple: take_message(LLVMGetDefaultTargetTriple()),
                name: take_message(LLVMGetHostCPUName()),
                features: take_message(LLVMGetHostCPUFeatures()),
            }
        }
    }
}

/// An error of LLVM's as text.
pub(super) fn check(error: LLVMErrorRef) -> Result<(), String> {
    if error.is_null() {
        return Ok(());
    }
    // SAFETY: a live error is consumed by asking for its message, which is ours to dispose of.
    unsafe {
        let message = LLVMGetErrorMessage(error);
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeErrorMessage(message);
        Err(text)
    }
}

/// Makes code for one CPU. It belongs to one thread.
pub struct Machine {
    raw: LLVMTargetMachineRef,
    layout: String,
    triple: String,
}

/// How much is done for good machine code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// What code that runs deserves.
    Full,
    /// As little as can be: for code that would take minutes otherwise.
    Least,
}

/// What is made of a module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// Text.
    Assembly,
    /// A relocatable object file.
    Object,
}

impl Machine {
    /// A machine for this CPU.
    pub fn new(cpu: &Cpu, effort: Effort) -> Result<Machine, String> {
        initialise();
        let level = match effort {
            Effort::Full => LLVMCodeGenOptLevel::LLVMCodeGenLevelDefault,
            Effort::Least => LLVMCodeGenOptLevel::LLVMCodeGenLevelNone,
        };
        let triple = c_text(&cpu.triple);
        let mut target = std::ptr::null_mut();
        let mut message = std::ptr::null_mut();
        // SAFETY: out-parameters are ours; the machine is made with live strings and disposed of in `drop`.
        unsafe {
            if LLVMGetTargetFromTriple(triple.as_ptr(), &mut target, &mut message) != 0 {
                return Err(take_message(message));
            }
            let raw = LLVMCreateTargetMachine(
                target,
                triple.as_ptr(),
                c_text(&cpu.name).as_ptr(),
                c_text(&cpu.features).as_ptr(),
                level,
                LLVMRelocMode::LLVMRelocPIC,
                LLVMCodeModel::LLVMCodeModelSmall,
            );
            if raw.is_null() {
                return Err(format!("LLVM cannot make code for {}", cpu.triple));
            }
            let data = LLVMCreateTargetDataLayout(raw);
            let text = LLVMCopyStringRepOfTargetData(data);
            let layout = CStr::from_ptr(text).to_string_lossy().into_owned();
            LLVMDisposeMessage(text);
            LLVMDisposeTargetData(data);
            Ok(Machine { raw, layout, triple: cpu.triple.clone() })
        }
    }
    /// Calls `f` with a machine for this CPU; each thread keeps the one that it used last.
    pub fn with<R>(cpu: &Cpu, f: impl FnOnce(&Machine) -> R) -> Result<R, String> {
        thread_local! {
            static LAST: RefCell<Option<(Cpu, Machine)>> = const { RefCell::new(None) };
        }
        let kept = LAST.with_borrow_mut(|last| last.take()).filter(|(of, _)| of == cpu);
        let (of, machine) = match kept {
            Some(kept) => kept,
            None => (cpu.clone(), Machine::new(cpu, Effort::Full)?),
        };
        let result = f(&machine);
        LAST.with_borrow_mut(|last| *last = Some((of, machine)));
        Ok(result)
    }
    /// Says in the module that it is for this machine.
    pub fn prepare(&self, module: &Module) {
        module.set_target(&self.triple, &self.layout);
    }
    /// Runs passes, in LLVM's pipeline syntax.
    pub fn run_passes(&self, module: &Module, passes: &str) -> Result<(), String> {
        // SAFETY: module and machine are alive; the options are disposed of.
        unsafe {
            let options = LLVMCreatePassBuilderOptions();
            LLVMPassBuilderOptionsSetLoopUnrolling(options, 1);
            let error = LLVMRunPasses(module.raw(), c_text(passes).as_ptr(), self.raw, options);
            LLVMDisposePassBuilderOptions(options);
            check(error)
        }
    }
    /// Object code or assembly. (Code generation changes the module.)
    pub fn emit(&self, module: &Module, kind: FileKind) -> Result<Vec<u8>, String> {
        let file = match kind {
            FileKind::Assembly => LLVMCodeGenFileType::LLVMAssemblyFile,
            FileKind::Object => LLVMCodeGenFileType::LLVMObjectFile,
        };
        let mut message = std::ptr::null_mut();
        let mut buffer = std::ptr::null_mut();
        // SAFETY: module and machine are alive; the buffer is copied and disposed of.
        unsafe {
            if LLVMTargetMachineEmitToMemoryBuffer(self.raw, module.raw(), file, &mut message, &mut buffer)
                != 0
            {
                return Err(take_message(message));
            }
            let start: *const u8 = LLVMGetBufferStart(buffer).cast();
            let bytes = std::slice::from_raw_parts(start, LLVMGetBufferSize(buffer)).to_vec();
            LLVMDisposeMemoryBuffer(buffer);
            Ok(bytes)
        }
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        // SAFETY: made by `new`, disposed of once.
        unsafe { LLVMDisposeTargetMachine(self.raw) }
    }
}
