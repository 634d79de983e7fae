//! `printf`: each lane that is on hands a record (see [`crate::abi::PrintfRecord`]) to the launch.

use ferrocl_ir::{GlobalId, ValueId};

use super::Emitter;
use super::lanes::{Lane, Mask};
use crate::abi::{LaunchInfo, PrintfRecord};
use crate::llvm::Value;
use crate::llvm::builder::IntPredicate;

/// A word of the record.
enum Word {
    /// The same in every record.
    Constant(u64),
    /// The lane's scalar of this number among the inputs.
    Input(usize),
}

impl Emitter<'_> {
    /// Prints; the result is 0, as the records' text is made later.
    pub fn printf(&mut self, format: GlobalId, arguments: &[ValueId], mask: Mask) -> Lane {
        let mut words = vec![Word::Constant(format.0.into())];
        let mut inputs = Vec::new();
        for &argument in arguments {
            words.push(Word::Constant(PrintfRecord::header(self.kernel.values[argument].ty)));
            for lane in self.lanes(argument) {
                words.push(Word::Input(inputs.len()));
                inputs.push(lane);
            }
        }
        let length = 8 * words.len() as u64;
        let record = self.variable(self.types.i64.array(words.len() as u64), 8);
        let callback = self.launch_field(std::mem::offset_of!(LaunchInfo, printf), self.types.pointer, 8);
        let context =
            self.launch_field(std::mem::offset_of!(LaunchInfo, printf_context), self.types.pointer, 8);
        let ty = self.cx.void().function(&[self.types.pointer, self.types.pointer, self.types.i64]);
        self.by_lane(&inputs, mask, false, &mut |e, scalars| {
            for (number, word) in words.iter().enumerate() {
                let value = match word {
                    Word::Constant(value) => e.types.i64.constant(*value),
                    Word::Input(index) => e.printf_word(scalars[*index]),
                };
                let place = e.b.offset(record, e.types.i64.constant(8 * number as u64));
                e.b.store(value, place, 8);
            }
            let address = e.b.pointer_to_int(callback, e.types.i64);
            let wanted = e.b.icmp(IntPredicate::LLVMIntNE, address, e.types.i64.zero());
            let call = e.b.new_block(e.function, "print");
            let printed = e.b.new_block(e.function, "printed");
            e.b.branch_if(wanted, call, printed);
            e.b.position_at_end(call);
            e.b.call(ty, callback, &[context, record, e.types.i64.constant(length)]);
            e.b.branch(printed);
            e.b.position_at_end(printed);
            None
        });
        Lane::Uniform(self.types.i32.zero())
    }
    /// A component's bits, zeros above.
    fn printf_word(&mut self, v: Value) -> Value {
        let ty = v.ty();
        if ty == self.types.pointer {
            return self.b.pointer_to_int(v, self.types.i64);
        }
        let is_float = [self.types.f32, self.types.f64].contains(&ty);
        let integer = if is_float { self.float_bits(v) } else { v };
        if integer.ty() == self.types.i64 { integer } else { self.b.zext(integer, self.types.i64) }
    }
}
