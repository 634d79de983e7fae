//! The run loop: one work-item to its end or to a barrier.

use ferrocl_ir::{AddressSpace, AtomicOp, BinaryOp, Scalar, eval::scalar, format};

use crate::address::{Address, AllocationKind};
use crate::error::{AccessKind, RunErrorKind};
use crate::instruction::Instruction;
use crate::memory::{Fault, Spaces};
use crate::program::{Printf, Program};

/// What a work-item needs to go on, beside its registers and memory.
#[derive(Debug, Clone, Default)]
pub(crate) struct WorkItemState {
    /// The next instruction.
    pub pc: usize,
    /// Where the calls that it is in return to, innermost last.
    pub calls: Vec<u32>,
}

impl WorkItemState {
    /// Where it is in the order of the text, from the kernel inwards.
    pub fn position(&self) -> impl Iterator<Item = usize> + '_ {
        self.calls.iter().map(|&back| back as usize).chain([self.pc])
    }
    /// Whether both are at the same place, reached by the same calls.
    pub fn is_at(&self, other: &WorkItemState) -> bool {
        // Comparing empty slices byte by byte is slow on some CPUs: a masked load from nowhere.
        self.pc == other.pc
            && self.calls.len() == other.calls.len()
            && (self.calls.is_empty() || self.calls == other.calls)
    }
}

/// Why a work-item stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    Finished,
    /// Its program counter is after the barrier.
    Barrier,
    SubGroupBarrier,
    /// Its program counter is after the program's collective of this number, whose result it waits for.
    Collective(u32),
}

/// What work-items share beside memory.
pub(crate) struct Shared {
    pub steps: u64,
    pub max_steps: u64,
    pub output: Vec<u8>,
    pub max_output: usize,
}

impl Shared {
    #[inline(always)]
    pub fn count(&mut self, weight: u32) -> Result<(), Fault> {
        self.steps += u64::from(weight);
        if self.steps > self.max_steps { Err(self.too_long()) } else { Ok(()) }
    }
    #[cold]
    fn too_long(&self) -> Fault {
        Box::new(RunErrorKind::StepLimit { steps: self.steps })
    }
}

#[inline(always)]
fn f32_of(word: u64) -> f32 {
    f32::from_bits(word as u32)
}

#[inline(always)]
fn read_word(bytes: &[u8]) -> u64 {
    match *bytes {
        [a] => a.into(),
        [a, b] => u16::from_le_bytes([a, b]).into(),
        [a, b, c, d] => u32::from_le_bytes([a, b, c, d]).into(),
        [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
        _ => 0,
    }
}

#[inline(always)]
fn write_word(bytes: &mut [u8], word: u64) {
    let from = word.to_le_bytes();
    match bytes.len() {
        4 => bytes.copy_from_slice(&from[..4]),
        8 => bytes.copy_from_slice(&from),
        n => bytes.copy_from_slice(&from[..n.min(8)]),
    }
}

/// Runs until the work-item stops. On a fault its program counter is after the instruction that did it.
pub(crate) fn run(
    program: &Program<'_>,
    registers: &mut [u64],
    state: &mut WorkItemState,
    spaces: &mut Spaces<'_>,
    shared: &mut Shared,
) -> Result<Stop, Fault> {
    let code = program.code.as_slice();
    let mut pc = state.pc;
    // Keeps the program counter for whoever reports the fault.
    macro_rules! attempt {
        ($result:expr) => {
            match $result {
                Ok(value) => value,
                Err(fault) => {
                    state.pc = pc;
                    return Err(fault);
                }
            }
        };
    }
    macro_rules! get {
        ($register:expr) => {
            registers[$register as usize]
        };
    }
    macro_rules! set {
        ($register:expr, $value:expr) => {{
            let value = $value;
            registers[$register as usize] = value;
        }};
    }
    macro_rules! i32_op {
        ($to:expr, $a:expr, $b:expr, $method:ident) => {
            set!($to, (get!($a) as u32).$method(get!($b) as u32).into())
        };
    }
    macro_rules! f32_op {
        ($to:expr, $a:expr, $op:tt, $b:expr) => {
            set!($to, (f32_of(get!($a)) $op f32_of(get!($b))).to_bits().into())
        };
    }
    macro_rules! f64_op {
        ($to:expr, $a:expr, $op:tt, $b:expr) => {
            set!($to, (f64::from_bits(get!($a)) $op f64::from_bits(get!($b))).to_bits())
        };
    }
    loop {
        let instruction = code[pc];
        pc += 1;
        use Instruction as I;
        match instruction {
            I::Move { to, from } => set!(to, get!(from)),
            I::Add32 { to, a, b } => i32_op!(to, a, b, wrapping_add),
            I::Sub32 { to, a, b } => i32_op!(to, a, b, wrapping_sub),
            I::Mul32 { to, a, b } => i32_op!(to, a, b, wrapping_mul),
            I::Add64 { to, a, b } => set!(to, get!(a).wrapping_add(get!(b))),
            I::Sub64 { to, a, b } => set!(to, get!(a).wrapping_sub(get!(b))),
            I::Mul64 { to, a, b } => set!(to, get!(a).wrapping_mul(get!(b))),
            I::And { to, a, b } => set!(to, get!(a) & get!(b)),
            I::Or { to, a, b } => set!(to, get!(a) | get!(b)),
            I::Xor { to, a, b } => set!(to, get!(a) ^ get!(b)),
            I::ShiftLeft32 { to, a, b } => i32_op!(to, a, b, wrapping_shl),
            I::ShiftRightUnsigned32 { to, a, b } => i32_op!(to, a, b, wrapping_shr),
            I::FloatAdd32 { to, a, b } => f32_op!(to, a, +, b),
            I::FloatSub32 { to, a, b } => f32_op!(to, a, -, b),
            I::FloatMul32 { to, a, b } => f32_op!(to, a, *, b),
            I::FloatDiv32 { to, a, b } => f32_op!(to, a, /, b),
            I::Fma32 { to, a, b, c } => {
                set!(to, f32_of(get!(a)).mul_add(f32_of(get!(b)), f32_of(get!(c))).to_bits().into())
            }
            I::FloatAdd64 { to, a, b } => f64_op!(to, a, +, b),
            I::FloatSub64 { to, a, b } => f64_op!(to, a, -, b),
            I::FloatMul64 { to, a, b } => f64_op!(to, a, *, b),
            I::Equal { to, a, b } => set!(to, (get!(a) == get!(b)).into()),
            I::NotEqual { to, a, b } => set!(to, (get!(a) != get!(b)).into()),
            I::LessUnsigned { to, a, b } => set!(to, (get!(a) < get!(b)).into()),
            I::LessEqualUnsigned { to, a, b } => set!(to, (get!(a) <= get!(b)).into()),
            I::LessSigned32 { to, a, b } => set!(to, ((get!(a) as i32) < get!(b) as i32).into()),
            I::LessEqualSigned32 { to, a, b } => set!(to, (get!(a) as i32 <= get!(b) as i32).into()),
            I::FloatLess32 { to, a, b } => set!(to, (f32_of(get!(a)) < f32_of(get!(b))).into()),
            I::FloatLessEqual32 { to, a, b } => set!(to, (f32_of(get!(a)) <= f32_of(get!(b))).into()),
            I::SignExtend32 { to, a } => set!(to, i64::from(get!(a) as i32) as u64),

            I::Unary { op, ty, to, a } => set!(to, scalar::unary(op, ty, get!(a))),
            I::Binary { op, ty, to, a, b } => set!(to, scalar::binary(op, ty, get!(a), get!(b))),
            I::Fma { ty, to, a, b, c } => set!(to, scalar::fma(ty, get!(a), get!(b), get!(c))),
            I::Compare { op, ty, to, a, b } => set!(to, scalar::compare(op, ty, get!(a), get!(b)).into()),
            I::Convert { conversion, from, ty, to, a } => {
                set!(to, scalar::convert(conversion, from, ty, get!(a)))
            }
            I::Select { to, condition, then, otherwise } => {
                set!(to, if get!(condition) != 0 { get!(then) } else { get!(otherwise) })
            }
            I::Any { to, list, count } => {
                set!(to, program.list(list, count).iter().any(|&r| get!(r) != 0).into())
            }
            I::All { to, list, count } => {
                set!(to, program.list(list, count).iter().all(|&r| get!(r) != 0).into())
            }
            I::Pick { to, index, list, count } => {
                let picked = ferrocl_ir::eval::dynamic_index(count, get!(index));
                set!(to, picked.map_or(0, |i| get!(program.list(list, count)[usize::from(i)])))
            }
            I::Bitcast { to, list, count, from, bits } => {
                bitcast(registers, to, program.list(list, count), from.into(), bits.into())
            }
            I::Index { to, base, index, scale } => {
                set!(to, get!(base).wrapping_add(get!(index).wrapping_mul(scale.into())))
            }
            I::CastChecked { to, from, space } => set!(to, cast_checked(get!(from), space)),

            I::Load { to, pointer, bytes, align } => {
                let bytes = attempt!(spaces.access(
                    Address(get!(pointer)),
                    bytes.into(),
                    1 << align,
                    AccessKind::Read
                ));
                set!(to, read_word(bytes))
            }
            I::LoadVector { to, pointer, bytes, align, count } => {
                let size = u64::from(bytes) * u64::from(count);
                let from =
                    attempt!(spaces.access(Address(get!(pointer)), size, 1 << align, AccessKind::Read));
                let to = to as usize;
                for (place, part) in
                    registers[to..to + usize::from(count)].iter_mut().zip(from.chunks_exact(bytes.into()))
                {
                    *place = read_word(part);
                }
            }
            I::Store { value, pointer, bytes, align } => {
                let bytes = attempt!(spaces.access(
                    Address(get!(pointer)),
                    bytes.into(),
                    1 << align,
                    AccessKind::Write
                ));
                write_word(bytes, get!(value));
            }
            I::StoreVector { list, pointer, bytes, align, count } => {
                let size = u64::from(bytes) * u64::from(count);
                let to = attempt!(spaces.access(Address(get!(pointer)), size, 1 << align, AccessKind::Write));
                for (part, &value) in to.chunks_exact_mut(bytes.into()).zip(program.list(list, count)) {
                    write_word(part, get!(value));
                }
            }
            I::Copy { to, from, size, align } => {
                let (to, from, size) = (Address(get!(to)), Address(get!(from)), get!(size));
                attempt!(spaces.copy(to, from, size, 1 << align))
            }
            I::Zero { to, size, align } => {
                attempt!(spaces.access(Address(get!(to)), get!(size), 1 << align, AccessKind::Write)).fill(0)
            }
            I::AtomicUpdate { op, ty, to, pointer, operand } => {
                let size = u64::from(ty.bytes());
                let bytes = attempt!(spaces.access(Address(get!(pointer)), size, size, AccessKind::Atomic));
                let old = read_word(bytes);
                write_word(bytes, atomic(op, ty, old, get!(operand)));
                set!(to, old)
            }
            I::AtomicCompareExchange { bytes, to, pointer, expected, desired } => {
                let size = bytes.into();
                let bytes = attempt!(spaces.access(Address(get!(pointer)), size, size, AccessKind::Atomic));
                let old = read_word(bytes);
                if old == get!(expected) {
                    write_word(bytes, get!(desired));
                }
                set!(to, old)
            }
            I::AtomicLoad { bytes, to, pointer } => {
                let size = bytes.into();
                let bytes = attempt!(spaces.access(Address(get!(pointer)), size, size, AccessKind::Read));
                set!(to, read_word(bytes))
            }
            I::AtomicStore { bytes, value, pointer } => {
                let size = bytes.into();
                let bytes = attempt!(spaces.access(Address(get!(pointer)), size, size, AccessKind::Atomic));
                write_word(bytes, get!(value));
            }

            I::Jump { target } => pc = target as usize,
            I::Unless { condition, target } => {
                if get!(condition) == 0 {
                    pc = target as usize;
                }
            }
            I::Turn { target, weight } => {
                attempt!(shared.count(weight));
                pc = target as usize;
            }
            I::Call { function } => {
                let callee = &program.functions[function as usize];
                attempt!(shared.count(callee.length));
                state.calls.push(pc as u32);
                spaces.active[spaces.active_base + function as usize] = true;
                pc = callee.start as usize;
            }
            I::Return => {
                let Some(back) = state.calls.pop() else {
                    state.pc = pc;
                    return Ok(Stop::Finished);
                };
                let function = program.function_at(pc - 1);
                spaces.active[spaces.active_base + function] = false;
                pc = back as usize;
            }
            I::Barrier => {
                state.pc = pc;
                return Ok(Stop::Barrier);
            }
            I::SubGroupBarrier => {
                state.pc = pc;
                return Ok(Stop::SubGroupBarrier);
            }
            I::Collective { number } => {
                state.pc = pc;
                return Ok(Stop::Collective(number));
            }
            I::Printf { to, number } => {
                let printf = &program.printfs[number as usize];
                let result = attempt!(print(program, printf, registers, spaces, shared));
                set!(to, result as u32 as u64)
            }
        }
    }
}

/// Components of another width with the same bits, lowest first. The sources may be among the targets.
fn bitcast(registers: &mut [u64], to: u32, list: &[u32], from: u32, bits: u32) {
    let mut words = [0u64; 16];
    for (word, &register) in words.iter_mut().zip(list) {
        *word = registers[register as usize];
    }
    let mask = u64::MAX >> (64 - bits);
    let count = list.len() as u32 * from / bits;
    for i in 0..count {
        let at = i * bits;
        let mut word = 0;
        if bits <= from {
            word = words[(at / from) as usize] >> (at % from);
        } else {
            for part in 0..bits / from {
                word |= words[(at / from + part) as usize] << (part * from);
            }
        }
        registers[(to + i) as usize] = word & mask;
    }
}

fn cast_checked(pointer: u64, space: AddressSpace) -> u64 {
    let fits = match Address(pointer).kind() {
        Some(AllocationKind::Private) => space == AddressSpace::Private,
        Some(AllocationKind::Local) => space == AddressSpace::Local,
        Some(AllocationKind::Buffer | AllocationKind::Global) => space == AddressSpace::Global,
        Some(AllocationKind::Argument) => space == AddressSpace::Constant,
        None => false,
    };
    if fits || space == AddressSpace::Generic { pointer } else { 0 }
}

fn atomic(op: AtomicOp, ty: Scalar, old: u64, operand: u64) -> u64 {
    let op = match op {
        AtomicOp::Exchange => return operand,
        AtomicOp::Add => BinaryOp::Add,
        AtomicOp::Sub => BinaryOp::Sub,
        AtomicOp::And => BinaryOp::And,
        AtomicOp::Or => BinaryOp::Or,
        AtomicOp::Xor => BinaryOp::Xor,
        AtomicOp::MinSigned => BinaryOp::MinSigned,
        AtomicOp::MinUnsigned => BinaryOp::MinUnsigned,
        AtomicOp::MaxSigned => BinaryOp::MaxSigned,
        AtomicOp::MaxUnsigned => BinaryOp::MaxUnsigned,
        AtomicOp::FloatAdd => BinaryOp::FloatAdd,
        AtomicOp::FloatMin => BinaryOp::FloatMin,
        AtomicOp::FloatMax => BinaryOp::FloatMax,
    };
    scalar::binary(op, ty, old, operand)
}

fn print(
    program: &Program<'_>,
    printf: &Printf,
    registers: &[u64],
    spaces: &mut Spaces<'_>,
    shared: &mut Shared,
) -> Result<i32, Fault> {
    let words: Vec<Vec<u64>> = printf
        .arguments
        .iter()
        .map(|(_, list)| list.iter().map(|&r| registers[r as usize]).collect())
        .collect();
    let arguments: Vec<format::Argument<'_>> = printf
        .arguments
        .iter()
        .zip(&words)
        .map(|((ty, _), words)| format::Argument { ty: *ty, words })
        .collect();
    let bytes = &program.module.globals[printf.format].bytes;
    let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
    let mut fault = None;
    let mut string = |address: u64| match spaces.rest(Address(address)) {
        Ok(rest) => Some(rest[..rest.iter().position(|&b| b == 0).unwrap_or(rest.len())].to_vec()),
        Err(error) => {
            fault = Some(error);
            None
        }
    };
    let result = format::write(&mut shared.output, &bytes[..end], &arguments, &mut string);
    if let Some(fault) = fault {
        return Err(fault);
    }
    if shared.output.len() > shared.max_output {
        shared.output.truncate(shared.max_output);
        return Err(Box::new(RunErrorKind::OutputLimit { limit: shared.max_output }));
    }
    Ok(result)
}
