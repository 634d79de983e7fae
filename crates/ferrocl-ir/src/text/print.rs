//! Module → text.

use std::fmt::Write;

use ferrocl_base::id::Id;

use super::names::Named;
use crate::image::ParameterObject;
use crate::*;

/// What of a function a note of [`print_function_with`] is on.
#[derive(Debug, Clone, Copy)]
pub enum Place<'a> {
    /// A parameter, by its number.
    Parameter(usize),
    /// A private variable.
    Slot(SlotId),
    /// A local variable.
    Local(LocalId),
    /// A value that exists everywhere.
    Value(ValueId),
    /// A statement (for constructs: its first line).
    Statement(&'a Stmt),
    /// The end of the function's statements.
    End,
}

/// Comments that go with a line of the text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Note {
    /// Lines above it, each a comment of its own.
    pub above: Vec<String>,
    /// At its end; nothing if empty.
    pub beside: String,
}

/// The column at which notes beside lines begin, where the lines are not longer.
const NOTE_COLUMN: usize = 64;

/// The module as text.
pub fn print(module: &Module) -> String {
    let mut printer = Printer { out: String::new(), notes: None };
    for (id, global) in module.globals.iter_enumerated() {
        printer.global(id, global);
    }
    for (id, function) in module.functions.iter_enumerated() {
        printer.function(id, function);
    }
    printer.out
}

/// One function as text, as it stands in [`print`]'s text of its module.
pub fn print_function(module: &Module, id: FunctionId) -> String {
    let mut printer = Printer { out: String::new(), notes: None };
    printer.function(id, &module.functions[id]);
    printer.out
}

/// One function as text with comments, which reads back as [`print_function`]'s does.
pub fn print_function_with(
    module: &Module,
    id: FunctionId,
    notes: &mut dyn FnMut(Place<'_>) -> Note,
) -> String {
    let mut printer = Printer { out: String::new(), notes: Some(notes) };
    printer.function(id, &module.functions[id]);
    printer.out
}

struct Printer<'n> {
    out: String,
    notes: Option<&'n mut dyn FnMut(Place<'_>) -> Note>,
}

// Writing to a String does not fail.
macro_rules! put {
    ($self:expr, $($arg:tt)*) => {{ let _ = write!($self.out, $($arg)*); }};
}

impl Printer<'_> {
    /// Writes the comments above a line that is next; gives the one for its end.
    fn above(&mut self, place: Place<'_>, indent: usize) -> String {
        let Some(notes) = &mut self.notes else { return String::new() };
        let Note { above, beside } = notes(place);
        for line in above {
            put!(self, "{:indent$}// {line}\n", "");
        }
        beside
    }
    /// Writes the comment at the end of the line that was just finished.
    fn beside(&mut self, note: &str) {
        if note.is_empty() || self.out.pop() != Some('\n') {
            return;
        }
        let start = self.out.rfind('\n').map_or(0, |end| end + 1);
        let pad = NOTE_COLUMN.saturating_sub(self.out.len() - start).max(1);
        put!(self, "{:pad$}// {note}\n", "");
    }

    fn global(&mut self, id: GlobalId, global: &Global) {
        put!(self, "global {id} {} ", global.space);
        self.quoted(&global.name);
        put!(self, " align {} {{\n", global.align);
        for line in global.bytes.chunks(32) {
            self.out.push_str("  bytes");
            for byte in line {
                put!(self, " {byte:02x}");
            }
            self.out.push('\n');
        }
        for r in &global.relocations {
            put!(self, "  address at {} of {} plus {}\n", r.offset, r.target, r.addend);
        }
        self.out.push_str("}\n");
    }

    fn function(&mut self, id: FunctionId, function: &Function) {
        put!(self, "function {id} ");
        self.quoted(&function.name);
        put!(self, " -> {}{} {{\n", function.result, if function.kernel.is_some() { " kernel" } else { "" });
        if let Some(kernel) = &function.kernel {
            self.kernel(kernel);
        }
        for (number, parameter) in function.parameters.iter().enumerate() {
            let note = self.above(Place::Parameter(number), 2);
            self.parameter(parameter);
            self.beside(&note);
        }
        for (id, slot) in function.slots.iter_enumerated() {
            let note = self.above(Place::Slot(id), 2);
            put!(self, "  slot {id}: ");
            match slot.ty {
                SlotType::Value(ty) => put!(self, "{ty} "),
                SlotType::Bytes { size, align, element } => {
                    put!(self, "bytes {size} align {align} ");
                    if let Some(element) = element {
                        put!(self, "of {element} ");
                    }
                }
            }
            self.quoted(&slot.name);
            self.out.push('\n');
            self.beside(&note);
        }
        for (id, local) in function.locals.iter_enumerated() {
            let note = self.above(Place::Local(id), 2);
            put!(self, "  local {id} ");
            self.quoted(&local.name);
            put!(self, " size {} align {}\n", local.size, local.align);
            self.beside(&note);
        }
        if function.label_count != 0 {
            put!(self, "  labels {}\n", function.label_count);
        }
        let mut evaluated = vec![false; function.values.len()];
        for parameter in &function.parameters {
            mark(&mut evaluated, parameter.value);
        }
        mark_lets(&function.body, &mut evaluated);
        for (id, value) in function.values.iter_enumerated() {
            if !evaluated[id.index()] {
                let note = self.above(Place::Value(id), 2);
                put!(self, "  value {id}");
                self.value(value);
                self.beside(&note);
            }
        }
        self.out.push_str("  body {\n");
        self.statements(function, &function.body, 4);
        self.above(Place::End, 4);
        self.out.push_str("  }\n}\n");
    }

    fn kernel(&mut self, kernel: &Kernel) {
        for (word, size) in [
            ("required_work_group_size", kernel.required_work_group_size),
            ("work_group_size_hint", kernel.work_group_size_hint),
        ] {
            if let Some([x, y, z]) = size {
                put!(self, "  {word} {x} {y} {z}\n");
            }
        }
        if let Some(hint) = &kernel.vector_type_hint {
            self.out.push_str("  vector_type_hint ");
            self.quoted(hint);
            self.out.push('\n');
        }
        if !kernel.attributes.is_empty() {
            self.out.push_str("  attributes ");
            self.quoted(&kernel.attributes);
            self.out.push('\n');
        }
    }

    fn parameter(&mut self, parameter: &Parameter) {
        put!(self, "  parameter {}: {} ", parameter.value, parameter.ty);
        self.quoted(&parameter.name);
        if !parameter.type_name.is_empty() {
            self.out.push_str(" type ");
            self.quoted(&parameter.type_name);
        }
        if let Some((size, align)) = parameter.aggregate {
            put!(self, " aggregate {size} align {align}");
        }
        match parameter.object {
            Some(ParameterObject::Image(kind, access)) => put!(self, " {} {}", access.name(), kind.name()),
            Some(ParameterObject::Sampler) => put!(self, " sampler"),
            None => {}
        }
        if let Some(pointee) = &parameter.pointee {
            put!(self, " pointee {} size {}", pointee.ty, pointee.size);
            if pointee.signed {
                self.out.push_str(" signed");
            }
        }
        for (word, set) in [
            ("const", parameter.is_const),
            ("restrict", parameter.is_restrict),
            ("volatile", parameter.is_volatile),
        ] {
            if set {
                put!(self, " {word}");
            }
        }
        self.out.push('\n');
    }

    fn statements(&mut self, function: &Function, list: &[Stmt], indent: usize) {
        for stmt in list {
            let note = self.above(Place::Statement(stmt), indent);
            put!(self, "{:indent$}", "");
            match stmt {
                Stmt::Let(id) => {
                    put!(self, "let {id}");
                    match function.values.get(*id) {
                        Some(value) => self.value(value),
                        None => self.out.push('\n'),
                    }
                }
                Stmt::SlotStore { slot, value, .. } => put!(self, "set {slot} = {value}\n"),
                Stmt::Store { pointer, value, access, .. } => {
                    put!(self, "store {value} to {pointer}");
                    self.access(access);
                    self.out.push('\n');
                }
                Stmt::AtomicStore { pointer, value, ordering, .. } => {
                    put!(self, "atomic_store {value} to {pointer} {}\n", ordering.name())
                }
                Stmt::Copy { to, from, size, align, .. } => {
                    put!(self, "copy {from} to {to} size {size} align {align}\n")
                }
                Stmt::Zero { to, size, align, .. } => put!(self, "zero {to} size {size} align {align}\n"),
                Stmt::SlotStart(slot) => put!(self, "start {slot}\n"),
                Stmt::Block { label, body } => {
                    put!(self, "block {label} {{\n");
                    self.beside(&note);
                    self.statements(function, body, indent + 2);
                    put!(self, "{:indent$}}}\n", "");
                }
                Stmt::Loop { label, body, unroll, .. } => {
                    put!(self, "loop {label} ");
                    match *unroll {
                        0 => {}
                        u32::MAX => self.out.push_str("unroll all "),
                        n => put!(self, "unroll {n} "),
                    }
                    self.out.push_str("{\n");
                    self.beside(&note);
                    self.statements(function, body, indent + 2);
                    put!(self, "{:indent$}}}\n", "");
                }
                Stmt::If { condition, then, otherwise, .. } => {
                    put!(self, "if {condition} {{\n");
                    self.beside(&note);
                    self.statements(function, then, indent + 2);
                    if !otherwise.is_empty() {
                        put!(self, "{:indent$}}} else {{\n", "");
                        self.statements(function, otherwise, indent + 2);
                    }
                    put!(self, "{:indent$}}}\n", "");
                }
                Stmt::Break(label) => put!(self, "break {label}\n"),
                Stmt::Continue(label) => put!(self, "continue {label}\n"),
                Stmt::Return(None) => self.out.push_str("return\n"),
                Stmt::Return(Some(value)) => put!(self, "return {value}\n"),
                Stmt::Barrier { local, global, sub_group, .. } => put!(
                    self,
                    "barrier{}{}{}\n",
                    if *sub_group { " sub_group" } else { "" },
                    if *local { " local" } else { "" },
                    if *global { " global" } else { "" }
                ),
                Stmt::Fence { ordering, .. } => put!(self, "fence {}\n", ordering.name()),
            }
            if !matches!(stmt, Stmt::Block { .. } | Stmt::Loop { .. } | Stmt::If { .. }) {
                self.beside(&note);
            }
        }
    }

    /// `: type = op` and the end of the line.
    fn value(&mut self, value: &Value) {
        put!(self, ": {} = ", value.ty);
        match &value.op {
            Op::Parameter(number) => put!(self, "parameter {number}"),
            Op::Constant(bits) => {
                self.out.push_str("constant ");
                let components = bits.iter().map(|&word| constant_text(value.ty, word)).collect::<Vec<_>>();
                match components.as_slice() {
                    [one] if value.ty.components() == 1 => self.out.push_str(one),
                    list => put!(self, "[{}]", list.join(", ")),
                }
            }
            Op::Undefined => self.out.push_str("undefined"),
            Op::Unary(op, a) => put!(self, "{} {a}", op.name()),
            Op::Binary(op, a, b) => put!(self, "{} {a}, {b}", op.name()),
            Op::Fma(a, b, c) => put!(self, "fma {a}, {b}, {c}"),
            Op::Compare(op, a, b) => put!(self, "{} {a}, {b}", op.name()),
            Op::Select { condition, then, otherwise } => {
                put!(self, "select {condition}, {then}, {otherwise}")
            }
            Op::Convert(conversion, a) => {
                self.conversion(conversion);
                put!(self, " {a}");
            }
            Op::Bitcast(a) => put!(self, "bitcast {a}"),
            Op::Splat(a) => put!(self, "splat {a}"),
            Op::Construct(list) => {
                self.out.push_str("construct");
                self.list(" ", list);
            }
            Op::Extract(a, index) => put!(self, "extract {a} at {index}"),
            Op::ExtractDynamic(a, index) => put!(self, "extract_dynamic {a}, {index}"),
            Op::Insert { vector, index, value } => put!(self, "insert {value} into {vector} at {index}"),
            Op::Shuffle { left, right, picks } => {
                put!(self, "shuffle {left}, {right} [");
                for (i, &pick) in picks.iter().enumerate() {
                    if i > 0 {
                        self.out.push_str(", ");
                    }
                    match pick {
                        SHUFFLE_UNDEFINED => self.out.push('_'),
                        pick => put!(self, "{pick}"),
                    }
                }
                self.out.push(']');
            }
            Op::SlotLoad(slot) => put!(self, "get {slot}"),
            Op::SlotAddress(slot) => put!(self, "address {slot}"),
            Op::LocalAddress(local) => put!(self, "address {local}"),
            Op::GlobalAddress(global) => put!(self, "address {global}"),
            Op::PointerOffset { base, index, scale, offset } => {
                put!(self, "pointer_offset {base}");
                if let Some(index) = index {
                    put!(self, " index {index}");
                }
                if index.is_some() || *scale != 0 {
                    put!(self, " scale {scale}");
                }
                if *offset != 0 {
                    put!(self, " offset {offset}");
                }
            }
            Op::PointerToInteger(a) => put!(self, "pointer_to_integer {a}"),
            Op::IntegerToPointer(a) => put!(self, "integer_to_pointer {a}"),
            Op::PointerCast { pointer, checked } => {
                put!(self, "pointer_cast {pointer}{}", if *checked { " checked" } else { "" })
            }
            Op::Load { pointer, access } => {
                put!(self, "load {pointer}");
                self.access(access);
            }
            Op::AtomicUpdate { op, pointer, operand, ordering } => {
                put!(self, "atomic_update {} {pointer}, {operand} {}", op.name(), ordering.name())
            }
            Op::AtomicCompareExchange { pointer, expected, desired, ordering } => {
                put!(self, "atomic_compare_exchange {pointer}, {expected}, {desired} {}", ordering.name())
            }
            Op::AtomicLoad { pointer, ordering } => put!(self, "atomic_load {pointer} {}", ordering.name()),
            Op::Collective { group, op, operand, source } => {
                put!(self, "collective {} ", group.name());
                match op {
                    CollectiveOp::Reduce(op) => put!(self, "reduce {}", op.name()),
                    CollectiveOp::ScanInclusive(op) => put!(self, "scan_inclusive {}", op.name()),
                    CollectiveOp::ScanExclusive(op) => put!(self, "scan_exclusive {}", op.name()),
                    CollectiveOp::ReduceClustered(op, size) => {
                        put!(self, "reduce_clustered {} {size}", op.name())
                    }
                    CollectiveOp::Broadcast => self.out.push_str("broadcast"),
                    CollectiveOp::Shuffle => self.out.push_str("shuffle"),
                    CollectiveOp::Ballot => self.out.push_str("ballot"),
                }
                put!(self, " {operand}");
                if let Some(source) = source {
                    put!(self, ", {source}");
                }
            }
            Op::WorkItem(query, dimension) => put!(self, "work_item {} {dimension}", query.name()),
            Op::Call { function, arguments } => {
                put!(self, "call {function}");
                self.list(" ", arguments);
            }
            Op::Printf { format, arguments } => {
                put!(self, "printf {format}");
                self.list(", ", arguments);
            }
        }
        for (name, flag) in FLAG_NAMES {
            if value.flags.contains(flag) {
                put!(self, " {name}");
            }
        }
        self.out.push('\n');
    }

    fn list(&mut self, first: &str, list: &[ValueId]) {
        for (i, id) in list.iter().enumerate() {
            self.out.push_str(if i == 0 { first } else { ", " });
            put!(self, "{id}");
        }
    }

    fn access(&mut self, access: &Access) {
        put!(self, " align {}{}", access.align, if access.volatile { " volatile" } else { "" });
    }

    fn conversion(&mut self, conversion: &Conversion) {
        let sign = |signed: bool| if signed { "signed" } else { "unsigned" };
        match *conversion {
            Conversion::Truncate => self.out.push_str("truncate"),
            Conversion::ZeroExtend => self.out.push_str("zero_extend"),
            Conversion::SignExtend => self.out.push_str("sign_extend"),
            Conversion::SaturateInteger { from_signed, to_signed } => {
                put!(self, "saturate_integer {} {}", sign(from_signed), sign(to_signed))
            }
            Conversion::IntegerToFloat { signed, rounding } => {
                put!(self, "integer_to_float {} {}", sign(signed), rounding.name())
            }
            Conversion::FloatToInteger { signed, rounding, saturate } => put!(
                self,
                "float_to_integer {} {}{}",
                sign(signed),
                rounding.name(),
                if saturate { " saturate" } else { "" }
            ),
            Conversion::FloatToFloat { rounding } => put!(self, "float_to_float {}", rounding.name()),
        }
    }

    fn quoted(&mut self, text: &str) {
        self.out.push('"');
        for c in text.chars() {
            match c {
                '"' => self.out.push_str("\\\""),
                '\\' => self.out.push_str("\\\\"),
                c if c.is_control() => put!(self, "\\u{{{:x}}}", c as u32),
                c => self.out.push(c),
            }
        }
        self.out.push('"');
    }
}

/// The math flags in the order in which they print.
pub(super) const FLAG_NAMES: [(&str, MathFlags); 5] = [
    ("contract", MathFlags::CONTRACT),
    ("finite", MathFlags::FINITE),
    ("no_signed_zeros", MathFlags::NO_SIGNED_ZEROS),
    ("reassociate", MathFlags::REASSOCIATE),
    ("approximate_divide", MathFlags::APPROXIMATE_DIVIDE),
];

fn mark(evaluated: &mut [bool], id: ValueId) {
    if let Some(place) = evaluated.get_mut(id.index()) {
        *place = true;
    }
}

fn mark_lets(list: &[Stmt], evaluated: &mut [bool]) {
    for stmt in list {
        match stmt {
            Stmt::Let(id) => mark(evaluated, *id),
            Stmt::Block { body, .. } | Stmt::Loop { body, .. } => mark_lets(body, evaluated),
            Stmt::If { then, otherwise, .. } => {
                mark_lets(then, evaluated);
                mark_lets(otherwise, evaluated);
            }
            _ => {}
        }
    }
}

/// One component of a constant.
fn constant_text(ty: ValueType, word: u64) -> String {
    let hexadecimal = || format!("{word:#x}");
    let Some(scalar) = ty.scalar() else {
        return if word == 0 && ty.is_pointer() { "null".into() } else { hexadecimal() };
    };
    if word & !scalar.mask() != 0 {
        return hexadecimal();
    }
    // `{:?}` of floats is the shortest text that reads back, with a point or an exponent.
    match scalar {
        Scalar::Bool => if word == 0 { "false" } else { "true" }.into(),
        Scalar::I8 => (word as i8).to_string(),
        Scalar::I16 => (word as i16).to_string(),
        Scalar::I32 => (word as i32).to_string(),
        Scalar::I64 => (word as i64).to_string(),
        Scalar::F16 => match half::f16::from_bits(word as u16) {
            x if x.is_nan() => hexadecimal(),
            x => format!("{:?}", x.to_f32()),
        },
        Scalar::F32 => match f32::from_bits(word as u32) {
            x if x.is_nan() => hexadecimal(),
            x => format!("{x:?}"),
        },
        Scalar::F64 => match f64::from_bits(word) {
            x if x.is_nan() => hexadecimal(),
            x => format!("{x:?}"),
        },
    }
}
