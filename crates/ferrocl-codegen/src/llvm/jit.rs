//! Objects in memory: LLVM's ORC links them. One ORC instance serves the process; each object has a symbol space of
//! its own, so that objects with equal names live side by side and each can be unloaded.

use std::ffi::c_void;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, OnceLock};

use llvm_sys::core::LLVMCreateMemoryBufferWithMemoryRangeCopy;
use llvm_sys::error::LLVMErrorRef;
use llvm_sys::orc2::lljit::*;
use llvm_sys::orc2::*;

use super::c_text;
use super::machine::{Cpu, check};

/// A function that loaded code may call: its name there and its address.
pub type RuntimeSymbol = (&'static str, *const c_void);

struct Jit {
    raw: LLVMOrcLLJITRef,
    session: LLVMOrcExecutionSessionRef,
    /// Symbol spaces that hold nothing any more, to be used again; and how many there are.
    spaces: Mutex<Spaces>,
}

#[derive(Default)]
struct Spaces {
    free: Vec<Space>,
    made: usize,
}

#[derive(Clone, Copy)]
struct Space(LLVMOrcJITDylibRef);

// SAFETY: ORC's sessions and symbol spaces are made for use from several threads; they lock inside.
unsafe impl Send for Space {}
// SAFETY: as above.
unsafe impl Sync for Space {}
// SAFETY: as above.
unsafe impl Send for Jit {}
// SAFETY: as above.
unsafe impl Sync for Jit {}

fn jit() -> Result<&'static Jit, String> {
    static JIT: OnceLock<Result<Jit, String>> = OnceLock::new();
    let made = JIT.get_or_init(|| {
        // The native target must be known before ORC asks for it.
        let _ = Cpu::host();
        let mut raw = std::ptr::null_mut();
        // SAFETY: a null builder asks for the defaults; the instance is never disposed of, as loaded code may run to the end.
        unsafe {
            check(LLVMOrcCreateLLJIT(&mut raw, std::ptr::null_mut()))?;
            Ok(Jit { raw, session: LLVMOrcLLJITGetExecutionSession(raw), spaces: Mutex::default() })
        }
    });
    made.as_ref().map_err(Clone::clone)
}

/// Code in memory; it is unloaded with this.
pub struct Loaded {
    space: Space,
}

impl Loaded {
    /// Links an object file. `symbols` are what it may call.
    pub fn new(object: &[u8], symbols: &[RuntimeSymbol]) -> Result<Loaded, String> {
        let jit = jit()?;
        let space = {
            let mut spaces = jit.spaces.lock().unwrap_or_else(|e| e.into_inner());
            match spaces.free.pop() {
                Some(space) => space,
                None => {
                    spaces.made += 1;
                    let name = c_text(&format!("kernel {}", spaces.made));
                    // SAFETY: the session is alive; the name is new.
                    Space(unsafe { LLVMOrcExecutionSessionCreateBareJITDylib(jit.session, name.as_ptr()) })
                }
            }
        };
        let loaded = Loaded { space };
        // SAFETY: the session, the space and the copied object are alive; ORC takes over the materialisation unit (on success) and
        // the buffer (always); each interned name is one reference, which ORC takes over with the unit.
        unsafe {
            let mut pairs: Vec<LLVMOrcCSymbolMapPair> = symbols
                .iter()
                .map(|(name, address)| LLVMOrcCSymbolMapPair {
                    Name: LLVMOrcExecutionSessionIntern(jit.session, c_text(name).as_ptr()),
                    Sym: LLVMJITEvaluatedSymbol {
                        Address: *address as u64,
                        Flags: LLVMJITSymbolFlags {
                            GenericFlags: LLVMJITSymbolGenericFlags::LLVMJITSymbolGenericFlagsExported as u8
                                | LLVMJITSymbolGenericFlags::LLVMJITSymbolGenericFlagsCallable as u8,
                            TargetFlags: 0,
                        },
                    },
                })
                .collect();
            if !pairs.is_empty() {
                let unit = LLVMOrcAbsoluteSymbols(pairs.as_mut_ptr(), pairs.len());
                let error = LLVMOrcJITDylibDefine(space.0, unit);
                if !error.is_null() {
                    LLVMOrcDisposeMaterializationUnit(unit);
                    check(error)?;
                }
            }
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
                object.as_ptr().cast(),
                object.len(),
                c"kernel".as_ptr(),
            );
            check(LLVMOrcLLJITAddObjectFile(jit.raw, space.0, buffer))?;
        }
        Ok(loaded)
    }
    /// The address of a symbol that the object defines.
    pub fn address(&self, name: &str) -> Result<u64, String> {
        type Answer = Sender<Result<u64, String>>;
        extern "C" fn receive(
            error: LLVMErrorRef,
            pairs: LLVMOrcCSymbolMapPairs,
            count: usize,
            answer: *mut c_void,
        ) {
            // SAFETY: `answer` is the box that the lookup was given, which calls this once; the pairs are valid during the call.
            let (answer, found) = unsafe {
                let found = check(error).and_then(|()| match count {
                    0 => Err("the symbol is missing".into()),
                    _ => Ok((*pairs).Sym.Address),
                });
                (Box::from_raw(answer.cast::<Answer>()), found)
            };
            // Whoever asked waits for it.
            let _ = answer.send(found);
        }
        let jit = jit()?;
        // ORC has one list of objects that are to be linked: a thread that looks something up may link another's, so that the answer
        // can come on another thread and after the lookup has returned.
        let (sender, answer) = channel();
        let sender: *mut Answer = Box::into_raw(Box::new(sender));
        // SAFETY: the receiving function takes the box back; the interned name's reference is given to the lookup.
        unsafe {
            let mut order = [LLVMOrcCJITDylibSearchOrderElement {
                JD: self.space.0,
                JDLookupFlags: LLVMOrcJITDylibLookupFlags::LLVMOrcJITDylibLookupFlagsMatchAllSymbols,
            }];
            let mut set = [LLVMOrcCLookupSetElement {
                Name: LLVMOrcExecutionSessionIntern(jit.session, c_text(name).as_ptr()),
                LookupFlags: LLVMOrcSymbolLookupFlags::LLVMOrcSymbolLookupFlagsRequiredSymbol,
            }];
            LLVMOrcExecutionSessionLookup(
                jit.session,
                LLVMOrcLookupKind::LLVMOrcLookupKindStatic,
                order.as_mut_ptr(),
                order.len(),
                set.as_mut_ptr(),
                set.len(),
                receive,
                sender.cast(),
            );
        }
        answer.recv().map_err(|_| "the linker gave no answer".to_owned())?
    }
}

impl Drop for Loaded {
    fn drop(&mut self) {
        let Ok(jit) = jit() else { return };
        // SAFETY: the space is this object's alone, and nobody runs its code any more (the owner's promise).
        let cleared = check(unsafe { LLVMOrcJITDylibClear(self.space.0) });
        if cleared.is_ok() {
            jit.spaces.lock().unwrap_or_else(|e| e.into_inner()).free.push(self.space);
        }
    }
}
