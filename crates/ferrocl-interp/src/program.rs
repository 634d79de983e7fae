//! A kernel decoded for running: its code, where its registers, constants and variables are.

use ferrocl_base::Span;
use ferrocl_base::id::Id;
use ferrocl_ir::text::Named;
use ferrocl_ir::{
    CollectiveGroup, CollectiveOp, FunctionId, GlobalId, Module, ModuleInfo, Scalar, ValueType, WorkItemQuery,
};
use rustc_hash::FxHashMap;

use crate::address::{Address, AllocationKind};
use crate::assign::{self, FunctionLayout};
use crate::emit;
use crate::error::Allocation;
use crate::instruction::{Instruction, Register};
use crate::memory::Place;

/// A kernel with all that it calls, decoded.
pub struct Program<'m> {
    pub(crate) module: &'m Module,
    pub(crate) kernel: FunctionId,
    pub(crate) code: Vec<Instruction>,
    /// For each instruction, the source text that it comes from.
    pub(crate) spans: Vec<Span>,
    /// Lists of registers that instructions refer to.
    pub(crate) lists: Vec<Register>,
    pub(crate) printfs: Vec<Printf>,
    pub(crate) collectives: Vec<Collective>,
    /// The functions, callers before callees, so the kernel first.
    pub(crate) functions: Vec<DecodedFunction>,
    /// What a work-item's window holds at first: zeros, then the constants.
    pub(crate) window: Vec<u64>,
    /// The registers of the kernel's parameters.
    pub(crate) parameters: Vec<Register>,
    /// The queries that the code uses: their registers are the numbers of [`query_register`].
    pub(crate) queries: Vec<(WorkItemQuery, u8)>,
    pub(crate) private_places: Vec<Place>,
    /// Bytes of private memory of one work-item.
    pub(crate) private_size: u64,
    pub(crate) local_places: Vec<Place>,
    /// Bytes of the local variables.
    pub(crate) local_size: u64,
    pub(crate) has_barrier: bool,
}

pub(crate) struct DecodedFunction {
    pub id: FunctionId,
    /// Where its code starts; the next one's follows it.
    pub start: u32,
    /// How many instructions it has.
    pub length: u32,
}

pub(crate) struct Printf {
    pub format: GlobalId,
    pub arguments: Vec<(ValueType, Vec<Register>)>,
}

/// A collective with its registers.
pub(crate) struct Collective {
    pub group: CollectiveGroup,
    pub op: CollectiveOp,
    /// The operand's type.
    pub ty: Scalar,
    pub to: Register,
    pub operand: Register,
    pub source: Option<Register>,
}

/// The registers at the head of the window: work-item queries, then scratch, then the kernel's parameters.
pub(crate) const QUERY_REGISTERS: u32 = 3 * <WorkItemQuery as Named>::ALL.len() as u32;
/// Registers for moves whose targets are also sources.
pub(crate) const SCRATCH: u32 = QUERY_REGISTERS;
pub(crate) const SCRATCH_COUNT: u32 = 16;
pub(crate) const FIRST_PARAMETER: u32 = SCRATCH + SCRATCH_COUNT;

/// The register of a work-item query.
pub(crate) fn query_register(query: WorkItemQuery, dimension: u8) -> Register {
    query as u32 * 3 + u32::from(dimension)
}

impl<'m> Program<'m> {
    /// Decodes a kernel of a verified module.
    pub fn new(module: &'m Module, info: &ModuleInfo, kernel: FunctionId) -> Program<'m> {
        let order = reachable(info, kernel);
        let positions: FxHashMap<FunctionId, u32> =
            order.iter().enumerate().map(|(position, &id)| (id, position as u32)).collect();
        let mut tables = Tables::new(module, info, kernel);
        let layouts: Vec<FunctionLayout> = order
            .iter()
            .enumerate()
            .map(|(position, &id)| assign::assign(module, info, id, position, &mut tables))
            .collect();

        // A function's frame lies above the frames of all that may call it.
        let mut bases = vec![(tables.first_frame, 0u64); order.len()];
        let (mut frames_end, mut private_size) = (tables.first_frame, 0);
        for (position, &id) in order.iter().enumerate() {
            let (base, private) = bases[position];
            let end = (base + layouts[position].frame_size, private + layouts[position].private_size);
            (frames_end, private_size) = (frames_end.max(end.0), private_size.max(end.1));
            for callee in &info.functions[id].callees {
                let callee = &mut bases[positions[callee] as usize];
                *callee = (callee.0.max(end.0), callee.1.max(end.1));
            }
        }
        for place in &mut tables.private_places {
            place.start += bases[place.function].1;
        }
        let frames: Vec<u32> = bases.iter().map(|base| base.0).collect();
        let code =
            emit::emit(module, &order, &layouts, &frames, frames_end, &positions, &mut tables.constants);

        let ends = code.starts.iter().skip(1).copied().chain([code.code.len() as u32]);
        let functions = (order.iter().zip(&code.starts).zip(ends))
            .map(|((&id, &start), end)| DecodedFunction { id, start, length: end - start })
            .collect();

        let mut window = vec![0; frames_end as usize];
        window.extend(&tables.constants.words);
        Program {
            module,
            kernel,
            code: code.code,
            spans: code.spans,
            lists: code.lists,
            printfs: code.printfs,
            collectives: code.collectives,
            functions,
            window,
            parameters: tables.parameters,
            queries: tables.queries,
            private_places: tables.private_places,
            private_size,
            local_size: info.functions[kernel].local_size,
            local_places: tables.local_places,
            has_barrier: info.functions[kernel].has_barrier,
        }
    }

    /// A list of registers.
    pub(crate) fn list(&self, start: u32, count: u8) -> &[Register] {
        &self.lists[start as usize..start as usize + usize::from(count)]
    }

    /// The position of the function that an instruction belongs to.
    pub(crate) fn function_at(&self, pc: usize) -> usize {
        self.functions.partition_point(|f| f.start as usize <= pc) - 1
    }
}

/// The functions that the kernel reaches, callers first.
fn reachable(info: &ModuleInfo, kernel: FunctionId) -> Vec<FunctionId> {
    let mut needed = vec![false; info.functions.len()];
    needed[kernel.index()] = true;
    let mut order = Vec::new();
    for &id in info.call_order.iter().rev() {
        if needed[id.index()] {
            order.push(id);
            for callee in &info.functions[id].callees {
                needed[callee.index()] = true;
            }
        }
    }
    // A caller of the kernel may come before it in the order, but is not needed; so the kernel is first.
    order
}

/// What the functions of a program share.
pub(crate) struct Tables {
    pub constants: Constants,
    pub parameters: Vec<Register>,
    pub queries: Vec<(WorkItemQuery, u8)>,
    pub private_places: Vec<Place>,
    pub local_places: Vec<Place>,
    pub local_numbers: FxHashMap<(FunctionId, ferrocl_ir::LocalId), usize>,
    pub kernel: FunctionId,
    pub first_frame: u32,
}

impl Tables {
    fn new(module: &Module, info: &ModuleInfo, kernel: FunctionId) -> Tables {
        let mut next = FIRST_PARAMETER;
        let mut parameters = Vec::new();
        for parameter in &module.functions[kernel].parameters {
            parameters.push(next);
            next += u32::from(parameter.ty.components());
        }
        let mut local_places = Vec::new();
        let mut local_numbers = FxHashMap::default();
        for &(function, local, offset) in &info.functions[kernel].local_layout {
            local_numbers.insert((function, local), local_places.len());
            local_places.push(Place {
                start: offset,
                size: module.functions[function].locals[local].size,
                allocation: Allocation::Local(function, local),
                function: 0,
            });
        }
        Tables {
            constants: Constants::default(),
            parameters,
            queries: Vec::new(),
            private_places: Vec::new(),
            local_places,
            local_numbers,
            kernel,
            first_frame: next,
        }
    }

    /// The address of a local variable.
    pub fn local_address(&self, function: FunctionId, local: ferrocl_ir::LocalId) -> Address {
        Address::new(AllocationKind::Local, self.local_numbers[&(function, local)])
    }
}

/// Words that stand in registers from the start, each once.
#[derive(Default)]
pub(crate) struct Constants {
    pub words: Vec<u64>,
    numbers: FxHashMap<u64, u32>,
}

impl Constants {
    /// The constant's number.
    pub fn number(&mut self, word: u64) -> u32 {
        *self.numbers.entry(word).or_insert_with(|| {
            self.words.push(word);
            self.words.len() as u32 - 1
        })
    }
}
