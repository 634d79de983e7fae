//! Program-scope data: constants are in the object, variables in the program's block (see `abi::ProgramData`).

use ferrocl_base::id::Id;
use ferrocl_ir::GlobalId;

use super::Emitter;
use crate::abi::LaunchInfo;
use crate::llvm::{Value, constant_offset};

impl Emitter<'_> {
    /// The address of program-scope data.
    pub fn global_address(&mut self, id: GlobalId) -> Value {
        match self.program_data.offsets[id.index()] {
            None => self.constant_address(id),
            Some(offset) => {
                let field = std::mem::offset_of!(LaunchInfo, program_data);
                let block = self.launch_field(field, self.types.pointer, 8);
                self.b.offset(block, self.types.i64.constant(offset))
            }
        }
    }

    /// A constant in the object. What it points to is there too; cycles are fine, as each is declared before it is filled.
    fn constant_address(&mut self, id: GlobalId) -> Value {
        if let Some(place) = self.constants[id.index()] {
            return place;
        }
        let global = &self.ir.globals[id];
        let mut relocations: Vec<_> = global.relocations.iter().collect();
        relocations.sort_by_key(|r| r.offset);
        let mut types = Vec::new();
        let mut at = 0usize;
        for relocation in &relocations {
            types.push(self.types.i8.array(relocation.offset - at as u64));
            types.push(self.types.pointer);
            at = relocation.offset as usize + 8;
        }
        types.push(self.types.i8.array((global.bytes.len() - at) as u64));
        let ty = self.cx.packed_struct(&types);
        let name = if global.name.is_empty() { "text" } else { &global.name };
        // A vector access to a constant may be wider than its elements' alignment says: give it what registers like.
        let place = self.module.declare_constant(name, ty, global.align.max(16));
        self.constants[id.index()] = Some(place);
        let mut members = Vec::new();
        let mut at = 0usize;
        for relocation in &relocations {
            let start = relocation.offset as usize;
            members.push(self.cx.bytes(&global.bytes[at..start]));
            let target = self.constant_address(relocation.target);
            let addend = self.types.i64.constant(relocation.addend as u64);
            members.push(constant_offset(target, self.types.i8, addend));
            at = start + 8;
        }
        members.push(self.cx.bytes(&global.bytes[at..]));
        self.module.set_constant(place, self.cx.packed_constant(&members));
        place
    }
}
