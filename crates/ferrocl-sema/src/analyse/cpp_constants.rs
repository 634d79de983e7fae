//! Calls of functions in constant expressions of C++ for OpenCL (C++17 [expr.const]): a small machine that runs typed trees.
//!
//! Objects are bytes, and an address is the number of an object and an offset in it, so that pointers and references need nothing of their
//! own. What a run may do is bounded in steps, bytes and depth; built-in functions, `printf` and `goto` end it without a result.

use std::rc::Rc;

use ferrocl_ir::{Bits, eval};
use smallvec::smallvec;

use super::Analyzer;
use super::constant::{Constant, ConstantPlace, ConstantRoot};
use super::constant_data::Contents;
use crate::hir::{self, ConversionKind, ExprId, ExprKind, FunctionId, GlobalId, Stmt, StmtKind, VariableId};
use crate::operation;
use crate::types::{AddressSpace, QualifiedType, Type, TypeId, TypeTable};

/// How many nodes one run may evaluate.
const MAX_STEPS: u32 = 1 << 20;
/// How many bytes its objects may have.
const MAX_BYTES: u64 = 1 << 20;
/// How deep its calls may nest.
const MAX_DEPTH: u32 = 64;

/// Why a run has no result.
enum Stop {
    /// It does what no constant expression can, or too much.
    Fails,
    /// It calls a function whose body has not been read.
    Needs(FunctionId),
}

type Run<T> = Result<T, Stop>;

/// A value: the bits of each component, or the bytes of a struct, union or array.
#[derive(Clone)]
enum Value {
    Bits(Bits),
    Bytes(Vec<u8>),
}

/// A place: where an object lies, or components of a vector that lies there.
enum Place {
    Address(u64),
    Components(u64, TypeId, Vec<u8>),
}

/// What follows a statement.
enum Flow {
    Next,
    Break,
    Continue,
    Return(Option<Value>),
}

/// The objects of a run.
struct Machine {
    objects: Vec<Vec<u8>>,
    /// Program-scope data among them.
    globals: Vec<(GlobalId, u64)>,
    steps: u32,
    bytes: u64,
    depth: u32,
}

/// A call in progress.
struct Frame<'p> {
    function: &'p hir::Function,
    variables: Vec<Option<u64>>,
}

impl Analyzer<'_> {
    /// What a call of a function is at compile time, if its arguments are constant and the function can be run.
    pub(super) fn fold_call(&mut self, function: FunctionId, arguments: &[ExprId]) -> Option<Constant> {
        if !self.is_cpp() || !(self.constexpr_functions.contains(&function) || self.current.id.is_none()) {
            return None;
        }
        let mut values = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            values.push(self.argument_value(argument)?);
        }
        // Bodies that a run turns out to need are read, and the run begins anew.
        for _ in 0..MAX_DEPTH {
            let mut machine =
                Machine { objects: Vec::new(), globals: Vec::new(), steps: 0, bytes: 0, depth: 0 };
            let result = values
                .iter()
                .map(|value| self.given_value(&mut machine, value))
                .collect::<Run<Vec<Value>>>()
                .and_then(|values| self.run_function(&mut machine, function, values));
            match result {
                Ok(Some(value)) => return self.as_constant(&machine, function, value),
                Ok(None) | Err(Stop::Fails) => return None,
                Err(Stop::Needs(id)) => {
                    if self.constant_runs > 8 {
                        return None;
                    }
                    self.constant_runs += 1;
                    self.use_function(id, self.program.functions[id].span);
                    self.read_body(id);
                    self.constant_runs -= 1;
                    if self.program.functions[id].body.as_ref().is_none_or(Vec::is_empty) {
                        return None;
                    }
                }
            }
        }
        None
    }
    /// The constant value of an argument; the bytes of an aggregate.
    fn argument_value(&mut self, argument: ExprId) -> Option<Given> {
        if let ExprKind::AddressOf(place) = self.current.exprs[argument].kind
            && !matches!(self.fold_constant(argument), Some(Constant::Address(..)))
        {
            // A reference to a temporary object or a constant.
            let ty = self.type_of(place);
            let Constant::Place(place) = self.fold_constant(place)? else { return None };
            let value = self.read(&place, ty)?;
            return Some(Given::Object(ty, Box::new(self.constant_value(ty, &value)?)));
        }
        if let ExprKind::Convert { kind: ConversionKind::Pointer, operand, .. } =
            self.current.exprs[argument].kind
        {
            return self.argument_value(operand);
        }
        let ty = self.type_of(argument);
        match self.fold_constant(argument)? {
            Constant::Address(global, offset) => Some(Given::Address(global, offset)),
            value => Some(Given::Value(self.constant_value(ty, &value)?)),
        }
    }
    fn constant_value(&self, ty: TypeId, value: &Constant) -> Option<Value> {
        match value {
            Constant::Bits(bits) => Some(Value::Bits(bits.clone())),
            Constant::Aggregate(_) => {
                let mut data = super::constant_data::StaticData::zeroed(self.program.types.size_of(ty));
                self.store(&mut data, 0, ty, value)?;
                let contents = data.finish();
                contents.relocations.is_empty().then_some(Value::Bytes(contents.bytes))
            }
            Constant::Address(..) | Constant::Place(_) => None,
        }
    }
    fn given_value(&self, machine: &mut Machine, given: &Given) -> Run<Value> {
        match given {
            Given::Value(value) => Ok(value.clone()),
            Given::Address(global, offset) => {
                let base = self.global_address(machine, *global)?;
                Ok(Value::Bits(smallvec![base.wrapping_add(*offset as u64)]))
            }
            Given::Object(ty, value) => {
                let address = machine.object(self.program.types.size_of(*ty))?;
                self.write(machine, address, *ty, value)?;
                Ok(Value::Bits(smallvec![address]))
            }
        }
    }
    fn as_constant(&self, machine: &Machine, function: FunctionId, value: Value) -> Option<Constant> {
        let ty = self.program.functions[function].result;
        match (value, self.program.types.get(ty)) {
            (Value::Bits(bits), Type::Pointer(_) | Type::Reference(_)) => {
                let address = *bits.first()?;
                if address == 0 {
                    return Some(Constant::Bits(bits));
                }
                let base = address & !u64::from(u32::MAX);
                let (global, _) = machine.globals.iter().find(|(_, at)| *at == base)?;
                Some(Constant::Address(*global, (address - base) as i64))
            }
            (Value::Bits(bits), _) => Some(Constant::Bits(bits)),
            (Value::Bytes(bytes), _) => {
                if self.has_pointers(ty) {
                    return None;
                }
                let root = ConstantRoot::Literal(
                    Rc::new(Contents { bytes, relocations: Vec::new() }),
                    QualifiedType::new(ty, AddressSpace::Private),
                );
                Some(Constant::Aggregate(ConstantPlace { root, offset: 0 }))
            }
        }
    }
    /// Whether a type has pointers in it. (Types are as deep as `MAX_TYPE_DEPTH` at most.)
    fn has_pointers(&self, ty: TypeId) -> bool {
        match self.program.types.get(ty) {
            Type::Pointer(_) => true,
            Type::Array { element, .. } => self.has_pointers(element.ty),
            Type::Record(record) => self.program.types.records[*record]
                .fields
                .iter()
                .flatten()
                .any(|field| self.has_pointers(field.ty.ty)),
            _ => false,
        }
    }

    fn run_function(
        &self,
        machine: &mut Machine,
        id: FunctionId,
        arguments: Vec<Value>,
    ) -> Run<Option<Value>> {
        let function = &self.program.functions[id];
        let Some(body) = &function.body else { return Err(Stop::Needs(id)) };
        if self.is_unread(id) {
            return Err(Stop::Needs(id));
        }
        if machine.depth >= MAX_DEPTH || arguments.len() != function.parameters.len() {
            return Err(Stop::Fails);
        }
        machine.depth += 1;
        let mut frame = Frame { function, variables: vec![None; function.variables.len()] };
        for (&parameter, value) in function.parameters.iter().zip(arguments) {
            let ty = function.variables[parameter].ty.ty;
            let address = self.variable(machine, &mut frame, parameter)?;
            self.write(machine, address, ty, &value)?;
        }
        let flow = self.run_list(machine, &mut frame, body)?;
        machine.depth -= 1;
        Ok(match flow {
            Flow::Return(value) => value,
            _ => None,
        })
    }
    fn variable(&self, machine: &mut Machine, frame: &mut Frame<'_>, id: VariableId) -> Run<u64> {
        let index = id.0 as usize;
        if let Some(address) = frame.variables[index] {
            return Ok(address);
        }
        let ty = frame.function.variables[id].ty;
        if ty.space != AddressSpace::Private {
            return Err(Stop::Fails);
        }
        let address = machine.object(self.program.types.size_of(ty.ty))?;
        frame.variables[index] = Some(address);
        Ok(address)
    }
    fn global_address(&self, machine: &mut Machine, id: GlobalId) -> Run<u64> {
        if let Some(&(_, address)) = machine.globals.iter().find(|(global, _)| *global == id) {
            return Ok(address);
        }
        let global = &self.program.globals[id];
        let unchanging = global.ty.space == AddressSpace::Constant || global.ty.is_const;
        let bytes = match &global.bytes {
            Some(bytes) if unchanging && global.relocations.is_empty() => bytes.clone(),
            // Its address is known, and nothing of what is there.
            _ => Vec::new(),
        };
        let address = machine.object(0)?;
        machine.bytes = machine.bytes.saturating_add(bytes.len() as u64);
        if machine.bytes > MAX_BYTES {
            return Err(Stop::Fails);
        }
        if let Some(last) = machine.objects.last_mut() {
            *last = bytes;
        }
        machine.globals.push((id, address));
        Ok(address)
    }

    fn run_list(&self, machine: &mut Machine, frame: &mut Frame<'_>, list: &[Stmt]) -> Run<Flow> {
        for stmt in list {
            match self.run_stmt(machine, frame, stmt)? {
                Flow::Next => {}
                flow => return Ok(flow),
            }
        }
        Ok(Flow::Next)
    }
    fn run_stmt(&self, machine: &mut Machine, frame: &mut Frame<'_>, stmt: &Stmt) -> Run<Flow> {
        machine.step()?;
        match &stmt.kind {
            StmtKind::Expr(expr) => {
                self.run_effect(machine, frame, *expr)?;
            }
            StmtKind::Declare(variable, initializer) => {
                let address = self.variable(machine, frame, *variable)?;
                if let Some(initializer) = initializer {
                    let ty = frame.function.variables[*variable].ty.ty;
                    self.initialise(machine, frame, address, ty, initializer)?;
                }
            }
            StmtKind::Block(list) => return self.run_list(machine, frame, list),
            StmtKind::If(arms, otherwise) => {
                for arm in arms {
                    if self.truth(machine, frame, arm.condition)? {
                        return self.run_stmt(machine, frame, &arm.then);
                    }
                }
                if let Some(otherwise) = otherwise {
                    return self.run_stmt(machine, frame, otherwise);
                }
            }
            StmtKind::While(condition, body, _) => {
                while self.truth(machine, frame, *condition)? {
                    match self.run_stmt(machine, frame, body)? {
                        Flow::Break => break,
                        Flow::Return(value) => return Ok(Flow::Return(value)),
                        Flow::Next | Flow::Continue => {}
                    }
                }
            }
            StmtKind::DoWhile(body, condition, _) => loop {
                match self.run_stmt(machine, frame, body)? {
                    Flow::Break => break,
                    Flow::Return(value) => return Ok(Flow::Return(value)),
                    Flow::Next | Flow::Continue => {}
                }
                if !self.truth(machine, frame, *condition)? {
                    break;
                }
            },
            StmtKind::For(init, condition, step, body, _) => {
                self.run_list(machine, frame, init)?;
                loop {
                    machine.step()?;
                    if let Some(condition) = condition
                        && !self.truth(machine, frame, *condition)?
                    {
                        break;
                    }
                    match self.run_stmt(machine, frame, body)? {
                        Flow::Break => break,
                        Flow::Return(value) => return Ok(Flow::Return(value)),
                        Flow::Next | Flow::Continue => {}
                    }
                    if let Some(step) = step {
                        self.run_effect(machine, frame, *step)?;
                    }
                }
            }
            StmtKind::Switch(value, body) => {
                let bits = self.bits(machine, frame, *value)?;
                let StmtKind::Block(list) = &body.kind else { return Err(Stop::Fails) };
                let matches = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Case(low, high, _) if low <= bits[0] && bits[0] <= high);
                let start = list
                    .iter()
                    .position(matches)
                    .or_else(|| list.iter().position(|stmt| matches!(stmt.kind, StmtKind::Default(_))));
                if let Some(start) = start {
                    match self.run_list(machine, frame, &list[start..])? {
                        Flow::Next | Flow::Break => {}
                        flow => return Ok(flow),
                    }
                }
            }
            StmtKind::Case(_, _, body) | StmtKind::Default(body) => {
                return self.run_stmt(machine, frame, body);
            }
            StmtKind::Break => return Ok(Flow::Break),
            StmtKind::Continue => return Ok(Flow::Continue),
            StmtKind::Return(value) => {
                let value = match value {
                    Some(value) => Some(self.run(machine, frame, *value)?),
                    None => None,
                };
                return Ok(Flow::Return(value));
            }
            StmtKind::Empty => {}
            StmtKind::Goto(_) | StmtKind::Label(..) => return Err(Stop::Fails),
        }
        Ok(Flow::Next)
    }
    fn initialise(
        &self,
        machine: &mut Machine,
        frame: &mut Frame<'_>,
        address: u64,
        ty: TypeId,
        initializer: &hir::Initializer,
    ) -> Run<()> {
        match initializer {
            hir::Initializer::Value(value) => {
                let value = self.run(machine, frame, *value)?;
                self.write(machine, address, ty, &value)
            }
            hir::Initializer::Parts(parts) => {
                let size = self.program.types.size_of(ty) as usize;
                machine.slice(address, size)?.fill(0);
                for part in parts {
                    let value = self.run(machine, frame, part.value)?;
                    let ty = frame.function.exprs[part.value].ty;
                    self.write(machine, address.wrapping_add(part.offset), ty, &value)?;
                }
                Ok(())
            }
        }
    }
    fn truth(&self, machine: &mut Machine, frame: &mut Frame<'_>, expr: ExprId) -> Run<bool> {
        let bits = self.bits(machine, frame, expr)?;
        self.is_true(frame.function.exprs[expr].ty, &bits)
    }
    fn is_true(&self, ty: TypeId, bits: &Bits) -> Run<bool> {
        let element = operation::Element::of(&self.program.types, ty).ok_or(Stop::Fails)?;
        Ok(super::constant::not_zero(element, bits)[0] != 0)
    }
    fn bits(&self, machine: &mut Machine, frame: &mut Frame<'_>, expr: ExprId) -> Run<Bits> {
        match self.run(machine, frame, expr)? {
            Value::Bits(bits) => Ok(bits),
            Value::Bytes(_) => Err(Stop::Fails),
        }
    }
    /// An expression for its effects.
    fn run_effect(&self, machine: &mut Machine, frame: &mut Frame<'_>, expr: ExprId) -> Run<()> {
        let found = &frame.function.exprs[expr];
        match (&found.kind, found.place) {
            (ExprKind::Call(id, arguments), None) => {
                let (id, arguments) = (*id, arguments.clone());
                let values = self.run_all(machine, frame, &arguments)?;
                self.run_function(machine, id, values)?;
            }
            (ExprKind::Convert { kind: ConversionKind::Void, operand, .. }, _) => {
                self.run_effect(machine, frame, *operand)?;
            }
            (ExprKind::Comma(left, right), None) => {
                self.run_effect(machine, frame, *left)?;
                self.run_effect(machine, frame, *right)?;
            }
            (_, Some(_)) => {
                self.place(machine, frame, expr)?;
            }
            (_, None) => {
                self.run(machine, frame, expr)?;
            }
        }
        Ok(())
    }
    fn run_all(&self, machine: &mut Machine, frame: &mut Frame<'_>, list: &[ExprId]) -> Run<Vec<Value>> {
        list.iter().map(|&expr| self.run(machine, frame, expr)).collect()
    }
    /// The value of an expression that is none of a place.
    fn run(&self, machine: &mut Machine, frame: &mut Frame<'_>, expr: ExprId) -> Run<Value> {
        machine.step()?;
        machine.depth += 1;
        if machine.depth >= 3 * MAX_DEPTH {
            return Err(Stop::Fails);
        }
        let result = self.run_node(machine, frame, expr);
        machine.depth -= 1;
        result
    }
    fn run_node(&self, machine: &mut Machine, frame: &mut Frame<'_>, expr: ExprId) -> Run<Value> {
        let function = frame.function;
        let found = &function.exprs[expr];
        let ty = found.ty;
        let type_of = |id: ExprId| function.exprs[id].ty;
        Ok(Value::Bits(match &found.kind {
            ExprKind::Constant(bits) => bits.clone(),
            ExprKind::AddressOf(operand)
            | ExprKind::Convert { kind: ConversionKind::ArrayToPointer, operand, .. } => {
                smallvec![self.object_address(machine, frame, *operand)?]
            }
            ExprKind::Convert { kind: ConversionKind::Load, operand, .. } => {
                if function.exprs[*operand].place.is_none() {
                    return self.run(machine, frame, *operand);
                }
                let place = self.place(machine, frame, *operand)?;
                return self.load(machine, &place, ty);
            }
            ExprKind::Convert { kind, operand, .. } => {
                let from = type_of(*operand);
                let bits = self.bits(machine, frame, *operand)?;
                self.converted(*kind, from, ty, bits)?
            }
            ExprKind::Unary(op, operand) => {
                let from = type_of(*operand);
                let bits = self.bits(machine, frame, *operand)?;
                self.unary_bits(*op, from, &bits, ty).ok_or(Stop::Fails)?
            }
            ExprKind::Binary(op, left, right) => {
                let from = type_of(*left);
                let a = self.bits(machine, frame, *left)?;
                let b = self.bits(machine, frame, *right)?;
                self.binary_bits(*op, from, &a, &b, ty).ok_or(Stop::Fails)?
            }
            ExprKind::ShortCircuit(is_and, left, right) => {
                let left = self.truth(machine, frame, *left)?;
                let result = if left == *is_and { self.truth(machine, frame, *right)? } else { left };
                smallvec![result.into()]
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                let chosen = if self.truth(machine, frame, *condition)? { *then } else { *otherwise };
                return self.run(machine, frame, chosen);
            }
            ExprKind::PointerAdd { pointer, index, negative } => {
                let Type::Pointer(pointee) = *self.program.types.get(ty) else { return Err(Stop::Fails) };
                let size = self.program.types.size_of(pointee.ty).max(1);
                let pointer = self.bits(machine, frame, *pointer)?[0];
                let bytes = self.bits(machine, frame, *index)?[0].wrapping_mul(size);
                smallvec![moved(pointer, bytes, *negative)]
            }
            ExprKind::PointerDifference(left, right) => {
                let Type::Pointer(pointee) = *self.program.types.get(type_of(*left)) else {
                    return Err(Stop::Fails);
                };
                let size = self.program.types.size_of(pointee.ty).max(1) as i64;
                let a = self.bits(machine, frame, *left)?[0];
                let b = self.bits(machine, frame, *right)?[0];
                smallvec![(a.wrapping_sub(b) as i64 / size) as u64]
            }
            ExprKind::Assign(target, value) => {
                let place = self.place(machine, frame, *target)?;
                let value = self.run(machine, frame, *value)?;
                self.store_value(machine, &place, ty, &value)?;
                return Ok(value);
            }
            ExprKind::CompoundAssign { op, place, before, value, computation, after } => {
                let place_type = type_of(*place);
                let target = self.place(machine, frame, *place)?;
                let mut bits = self.load_bits(machine, &target, place_type)?;
                let operand = self.bits(machine, frame, *value)?;
                if let Type::Pointer(pointee) = *self.program.types.get(place_type) {
                    let bytes = operand[0].wrapping_mul(self.program.types.size_of(pointee.ty).max(1));
                    bits = smallvec![moved(bits[0], bytes, *op == hir::BinaryOp::Sub)];
                } else {
                    let mut from = place_type;
                    for &(kind, to, _) in before {
                        bits = self.converted(kind, from, to, bits)?;
                        from = to;
                    }
                    bits = self
                        .binary_bits(*op, *computation, &bits, &operand, *computation)
                        .ok_or(Stop::Fails)?;
                    let mut from = *computation;
                    for &(kind, to, _) in after {
                        bits = self.converted(kind, from, to, bits)?;
                        from = to;
                    }
                }
                let value = Value::Bits(bits);
                self.store_value(machine, &target, place_type, &value)?;
                return Ok(value);
            }
            ExprKind::Increment { place, decrement, prefix } => {
                let place_type = type_of(*place);
                let target = self.place(machine, frame, *place)?;
                let before = self.load_bits(machine, &target, place_type)?;
                let after = self.stepped(place_type, &before, *decrement)?;
                self.store_value(machine, &target, place_type, &Value::Bits(after.clone()))?;
                if *prefix { after } else { before }
            }
            ExprKind::Comma(left, right) => {
                self.run_effect(machine, frame, *left)?;
                return self.run(machine, frame, *right);
            }
            ExprKind::VectorLiteral(parts) => {
                let mut bits = Bits::new();
                for &part in parts {
                    bits.extend(self.bits(machine, frame, part)?);
                }
                bits
            }
            ExprKind::Swizzle { base, components } if found.place.is_none() => {
                let bits = match function.exprs[*base].place {
                    Some(_) => {
                        let place = self.place(machine, frame, *base)?;
                        self.load_bits(machine, &place, type_of(*base))?
                    }
                    None => self.bits(machine, frame, *base)?,
                };
                picked(&bits, components)?
            }
            ExprKind::Member { base, record, field } if found.place.is_none() => {
                let Value::Bytes(bytes) = self.run(machine, frame, *base)? else { return Err(Stop::Fails) };
                let fields = self.program.types.records[*record].fields.as_ref().ok_or(Stop::Fails)?;
                let offset = fields.get(*field as usize).ok_or(Stop::Fails)?.offset as usize;
                let address = machine.object(bytes.len() as u64)?;
                machine.slice(address, bytes.len())?.copy_from_slice(&bytes);
                return self.load(machine, &Place::Address(address + offset as u64), ty);
            }
            ExprKind::Call(id, arguments) => {
                let values = self.run_all(machine, frame, arguments)?;
                return self.run_function(machine, *id, values)?.ok_or(Stop::Fails);
            }
            _ if found.place.is_some() => {
                let place = self.place(machine, frame, expr)?;
                return self.load(machine, &place, ty);
            }
            _ => return Err(Stop::Fails),
        }))
    }
    fn stepped(&self, ty: TypeId, bits: &Bits, decrement: bool) -> Run<Bits> {
        if let Type::Pointer(pointee) = *self.program.types.get(ty) {
            let size = self.program.types.size_of(pointee.ty).max(1);
            return Ok(smallvec![moved(bits[0], size, decrement)]);
        }
        if ty == TypeTable::BOOL {
            return Ok(smallvec![if decrement { bits[0] ^ 1 } else { 1 }]);
        }
        if !matches!(self.program.types.get(ty), Type::Scalar(_)) {
            return Err(Stop::Fails);
        }
        let one = self.converted(ConversionKind::Arithmetic, TypeTable::INT, ty, smallvec![1])?;
        let op = if decrement { hir::BinaryOp::Sub } else { hir::BinaryOp::Add };
        self.binary_bits(op, ty, bits, &one, ty).ok_or(Stop::Fails)
    }
    fn converted(&self, kind: ConversionKind, from: TypeId, to: TypeId, bits: Bits) -> Run<Bits> {
        Ok(match kind {
            ConversionKind::Arithmetic => {
                self.convert_bits(from, to, None, false, &bits).ok_or(Stop::Fails)?
            }
            ConversionKind::Explicit { rounding, saturate } => {
                self.convert_bits(from, to, rounding, saturate, &bits).ok_or(Stop::Fails)?
            }
            ConversionKind::Widen => eval::splat(operation::components(&self.program.types, to), &bits),
            ConversionKind::Pointer => bits,
            ConversionKind::NullPointer => smallvec![0],
            ConversionKind::PointerToBool => smallvec![u64::from(bits[0] != 0)],
            _ => return Err(Stop::Fails),
        })
    }
    /// Where the object of a place lies.
    fn place(&self, machine: &mut Machine, frame: &mut Frame<'_>, expr: ExprId) -> Run<Place> {
        machine.step()?;
        let function = frame.function;
        let found = &function.exprs[expr];
        Ok(match &found.kind {
            ExprKind::Variable(id) => Place::Address(self.variable(machine, frame, *id)?),
            ExprKind::Global(id) => Place::Address(self.global_address(machine, *id)?),
            ExprKind::Dereference(pointer) => Place::Address(self.bits(machine, frame, *pointer)?[0]),
            ExprKind::Member { base, record, field } => {
                let address = self.object_address(machine, frame, *base)?;
                let fields = self.program.types.records[*record].fields.as_ref().ok_or(Stop::Fails)?;
                Place::Address(address.wrapping_add(fields.get(*field as usize).ok_or(Stop::Fails)?.offset))
            }
            ExprKind::Swizzle { base, components } => {
                let address = self.object_address(machine, frame, *base)?;
                Place::Components(address, function.exprs[*base].ty, components.clone())
            }
            ExprKind::ComponentIndex { base, index } => {
                let index = self.bits(machine, frame, *index)?[0];
                let address = self.object_address(machine, frame, *base)?;
                let ty = function.exprs[*base].ty;
                if index >= operation::components(&self.program.types, ty).into() {
                    return Err(Stop::Fails);
                }
                Place::Components(address, ty, vec![index as u8])
            }
            ExprKind::CompoundLiteral(variable, initializer) => {
                let address = self.variable(machine, frame, *variable)?;
                let ty = function.variables[*variable].ty.ty;
                self.initialise(machine, frame, address, ty, initializer)?;
                Place::Address(address)
            }
            _ => return Err(Stop::Fails),
        })
    }
    /// The address of a place that is no component of a vector.
    fn object_address(&self, machine: &mut Machine, frame: &mut Frame<'_>, expr: ExprId) -> Run<u64> {
        match self.place(machine, frame, expr)? {
            Place::Address(address) => Ok(address),
            Place::Components(..) => Err(Stop::Fails),
        }
    }
    /// The same as [`Self::load`] for what is no struct, union or array.
    fn load_bits(&self, machine: &mut Machine, place: &Place, ty: TypeId) -> Run<Bits> {
        match self.load(machine, place, ty)? {
            Value::Bits(bits) => Ok(bits),
            Value::Bytes(_) => Err(Stop::Fails),
        }
    }
    fn load(&self, machine: &mut Machine, place: &Place, ty: TypeId) -> Run<Value> {
        match place {
            Place::Components(address, vector, components) => {
                let bits = self.load_bits(machine, &Place::Address(*address), *vector)?;
                Ok(Value::Bits(picked(&bits, components)?))
            }
            Place::Address(address) => {
                let size = self.program.types.size_of(ty) as usize;
                let bytes = machine.slice(*address, size)?;
                if matches!(self.program.types.get(ty), Type::Record(_) | Type::Array { .. }) {
                    return Ok(Value::Bytes(bytes.to_vec()));
                }
                let (width, components) = self.shape(ty)?;
                let words = bytes.chunks_exact(width).take(components).map(|bytes| {
                    let mut word = [0; 8];
                    word[..width].copy_from_slice(bytes);
                    u64::from_le_bytes(word)
                });
                Ok(Value::Bits(words.collect()))
            }
        }
    }
    /// How many bytes a component of a value has, and how many there are.
    fn shape(&self, ty: TypeId) -> Run<(usize, usize)> {
        let value_type = operation::value_type(&self.program.types, ty).ok_or(Stop::Fails)?;
        let width = value_type.scalar().map_or(8, |scalar| scalar.bytes() as usize);
        if width == 0 {
            return Err(Stop::Fails);
        }
        Ok((width, value_type.components().into()))
    }
    fn store_value(&self, machine: &mut Machine, place: &Place, ty: TypeId, value: &Value) -> Run<()> {
        match place {
            Place::Address(address) => {
                // Program-scope data is not written.
                let base = address & !u64::from(u32::MAX);
                if machine.globals.iter().any(|(_, at)| *at == base) {
                    return Err(Stop::Fails);
                }
                self.write(machine, *address, ty, value)
            }
            Place::Components(address, vector, components) => {
                let whole = Place::Address(*address);
                let (Value::Bits(mut bits), Value::Bits(new)) = (self.load(machine, &whole, *vector)?, value)
                else {
                    return Err(Stop::Fails);
                };
                for (&component, &word) in components.iter().zip(new) {
                    *bits.get_mut(usize::from(component)).ok_or(Stop::Fails)? = word;
                }
                self.store_value(machine, &whole, *vector, &Value::Bits(bits))
            }
        }
    }
    fn write(&self, machine: &mut Machine, address: u64, ty: TypeId, value: &Value) -> Run<()> {
        match value {
            Value::Bytes(bytes) => machine.slice(address, bytes.len())?.copy_from_slice(bytes),
            Value::Bits(bits) => {
                let (width, _) = self.shape(ty)?;
                let place = machine.slice(address, width * bits.len())?;
                for (place, word) in place.chunks_exact_mut(width).zip(bits) {
                    place.copy_from_slice(&word.to_le_bytes()[..width]);
                }
            }
        }
        Ok(())
    }
}

/// The components of a vector with these numbers.
fn picked(bits: &Bits, components: &[u8]) -> Run<Bits> {
    components.iter().map(|&c| bits.get(usize::from(c)).copied().ok_or(Stop::Fails)).collect()
}

/// An address so many bytes behind another, or before it.
fn moved(address: u64, bytes: u64, back: bool) -> u64 {
    if back { address.wrapping_sub(bytes) } else { address.wrapping_add(bytes) }
}

/// An argument of a run.
enum Given {
    Value(Value),
    /// The address of program-scope data.
    Address(GlobalId, i64),
    /// The address of an object of a type with this value.
    Object(TypeId, Box<Value>),
}

impl Machine {
    fn step(&mut self) -> Run<()> {
        self.steps += 1;
        if self.steps > MAX_STEPS { Err(Stop::Fails) } else { Ok(()) }
    }
    /// The address of a new object.
    fn object(&mut self, size: u64) -> Run<u64> {
        self.bytes = self.bytes.saturating_add(size.max(8));
        if self.bytes > MAX_BYTES {
            return Err(Stop::Fails);
        }
        self.objects.push(vec![0; size as usize]);
        Ok((self.objects.len() as u64) << 32)
    }
    /// The bytes at an address; they have to lie in one object.
    fn slice(&mut self, address: u64, size: usize) -> Run<&mut [u8]> {
        let (object, offset) = ((address >> 32) as usize, (address & u64::from(u32::MAX)) as usize);
        let object =
            object.checked_sub(1).and_then(|index| self.objects.get_mut(index)).ok_or(Stop::Fails)?;
        let end = offset.checked_add(size).ok_or(Stop::Fails)?;
        object.get_mut(offset..end).ok_or(Stop::Fails)
    }
}
