//! Constant expressions (C99 6.6): typed expressions evaluated by `ferrocl_ir::eval`.
//!
//! Everything that can be evaluated counts as constant, as in other compilers of OpenCL C: operators, conversions, addresses
//! of program-scope data, elements and members of `constant` (and other `const`) data, and `const` variables of integer type
//! with a constant initialiser. A result is kept for each expression, so that asking again costs nothing.
//!
//! Expressions may be as deep as the source made them, so they are walked with an explicit stack.

use std::rc::Rc;

use ferrocl_base::codes::{expressions, initialisers as codes};
use ferrocl_base::{Code, Diagnostic, Span};
use ferrocl_ir::{self as ir, AddressSpace, Bits, Scalar, ValueType, eval};
use ferrocl_syntax::ast::{self, ScalarName};
use smallvec::smallvec;

use super::Analyzer;
use super::constant_data::{Contents, StaticData};
use crate::hir::{self, ConversionKind, ExprId, ExprKind, GlobalId};
use crate::operation::{self, BinaryOperation, Element, ElementConversion};
use crate::types::{QualifiedType, Type, TypeId};

/// What an expression is at compile time.
#[derive(Debug, Clone)]
pub(crate) enum Constant {
    /// A scalar, vector, or pointer without object (null): the bits of each component.
    Bits(Bits),
    /// The address of program-scope data, and how many bytes are added to it.
    Address(GlobalId, i64),
    /// A place (an lvalue).
    Place(ConstantPlace),
    /// The value of a struct, union or array that lies there.
    Aggregate(ConstantPlace),
}

/// A place whose contents can be known.
#[derive(Debug, Clone)]
pub(crate) struct ConstantPlace {
    /// The object.
    pub root: ConstantRoot,
    /// In bytes from its start.
    pub offset: u64,
}

/// The object that a constant place is in.
#[derive(Debug, Clone)]
pub(crate) enum ConstantRoot {
    /// Program-scope data.
    Global(GlobalId),
    /// A compound literal with constant contents.
    Literal(Rc<Contents>, QualifiedType),
    /// A place with this value, which is no program-scope data.
    Known(Bits),
    /// An address that is a number: nothing is there, but members have addresses (`&((struct s *)0)->member`).
    Absolute(u64),
}

/// The largest compound literal whose contents are evaluated, in bytes.
const MAX_LITERAL: u64 = 64 << 10;

impl Analyzer<'_> {
    /// The value of an integer constant expression. What is not one is reported as `what` ("the length of an array").
    pub fn constant_integer(&mut self, expr: ast::ExprId, what: &str) -> Option<i128> {
        self.constant_integer_or(expr, what, codes::NOT_CONSTANT)
    }
    /// The same, with the code of the report about what is not constant.
    pub(super) fn constant_integer_or(&mut self, expr: ast::ExprId, what: &str, code: Code) -> Option<i128> {
        let value = self.expression_value(expr);
        let ty = self.type_of(value);
        match self.program.types.get(ty) {
            Type::Error => return None,
            Type::Bool => {}
            _ if self.integer_name(ty).is_some() => {}
            _ => {
                let found = self.program.types.name(self.interner, ty);
                let diagnostic = Diagnostic::new(
                    codes::NOT_CONSTANT,
                    self.span_of(value),
                    format!("{what} has to be an integer, but this has type `{found}`"),
                )
                .help("convert it, as in `(int)(…)`");
                self.report(diagnostic);
                return None;
            }
        }
        match self.fold(value) {
            Some(bits) => Some(self.integer_value(ty, bits[0])),
            None => {
                self.report_not_constant(value, what, code);
                None
            }
        }
    }
    /// The integer that values of a type are, if it is an integer type; `None` for `bool` too.
    pub(super) fn integer_name(&self, ty: TypeId) -> Option<ScalarName> {
        match *self.program.types.get(ty) {
            Type::Scalar(ScalarName::Half | ScalarName::Float | ScalarName::Double) => None,
            Type::Scalar(name) => Some(name),
            Type::Enum(id) => Some(self.program.types.enums[id].underlying),
            _ => None,
        }
    }
    /// The value of an integer's bits.
    pub(super) fn integer_value(&self, ty: TypeId, bits: u64) -> i128 {
        match Element::of(&self.program.types, ty) {
            Some(element) if element.signed => eval::scalar::signed(element.scalar, bits).into(),
            _ => bits.into(),
        }
    }

    /// The value of an expression of the current function, if it is constant: the bits of each component.
    /// Reports nothing.
    pub fn fold(&mut self, expr: ExprId) -> Option<Bits> {
        match self.fold_constant(expr)? {
            Constant::Bits(bits) => Some(bits),
            _ => None,
        }
    }
    /// The program-scope data and the bytes added to it, if an expression is such an address. Reports nothing.
    pub fn fold_address(&mut self, expr: ExprId) -> Option<(GlobalId, i64)> {
        match self.fold_constant(expr)? {
            Constant::Address(global, offset) => Some((global, offset)),
            _ => None,
        }
    }
    /// What an expression of the current function is at compile time.
    pub(crate) fn fold_constant(&mut self, expr: ExprId) -> Option<Constant> {
        let mut pending = vec![(expr, false)];
        while let Some((id, operands_done)) = pending.pop() {
            if self.current.folded.contains_key(&id) {
                continue;
            }
            if operands_done {
                let result = self.fold_node(id);
                self.current.folded.insert(id, result);
            } else {
                pending.push((id, true));
                let first = pending.len();
                self.push_operands(id, &mut pending);
                // In source order, so that what is cheap to reject is seen first.
                pending[first..].reverse();
            }
        }
        self.current.folded.get(&expr).cloned().flatten()
    }
    /// Evaluates every expression of the current function, as far as it is constant.
    pub(super) fn fold_all(&mut self) {
        for id in self.current.exprs.ids().skip(self.current.folded_to) {
            self.fold_constant(id);
        }
        self.current.folded_to = self.current.exprs.len();
    }
    /// Keeps what is known of the values of the current function's expressions.
    pub(super) fn keep_values(&mut self, function: hir::FunctionId) {
        for (&id, known) in &self.current.folded {
            if let Some(Constant::Bits(bits)) = known {
                self.kept_values.insert((function, id), bits.clone());
            }
        }
    }
    /// Forgets the value of a variable that is written or whose address is taken.
    pub(super) fn forget_value(&mut self, place: ExprId) {
        let mut id = place;
        loop {
            match self.current.exprs[id].kind {
                ExprKind::Variable(variable) => {
                    self.current.known_values.remove(&variable);
                    return;
                }
                ExprKind::Member { base, .. }
                | ExprKind::Swizzle { base, .. }
                | ExprKind::ComponentIndex { base, .. } => id = base,
                _ => return,
            }
        }
    }
    /// Forgets what is known of the expressions from `first` on, and the expressions themselves: nothing refers to them any more.
    pub(super) fn forget_expressions(&mut self, first: usize) {
        for id in first..self.current.exprs.len() {
            self.current.folded.remove(&ExprId(id as u32));
        }
        self.current.exprs.truncate(first);
        self.current.folded_to = self.current.folded_to.min(first);
    }

    /// The operands that decide what an expression is; none where it is never constant.
    fn push_operands(&self, id: ExprId, pending: &mut Vec<(ExprId, bool)>) {
        match &self.current.exprs[id].kind {
            ExprKind::Assign(..)
            | ExprKind::CompoundAssign { .. }
            | ExprKind::Increment { .. }
            | ExprKind::Call(..)
            | ExprKind::BuiltinCall { .. }
            | ExprKind::FenceFlags(_)
            | ExprKind::Statements(..)
            | ExprKind::Printf { .. } => {}
            kind => kind.for_each_operand(|operand| pending.push((operand, false))),
        }
    }

    /// The constant of an operand that was evaluated before.
    fn known(&self, id: ExprId) -> Option<&Constant> {
        self.current.folded.get(&id)?.as_ref()
    }
    fn known_bits(&self, id: ExprId) -> Option<&Bits> {
        match self.known(id)? {
            Constant::Bits(bits) => Some(bits),
            _ => None,
        }
    }
    fn known_place(&self, id: ExprId) -> Option<&ConstantPlace> {
        match self.known(id)? {
            Constant::Place(place) => Some(place),
            _ => None,
        }
    }

    /// Evaluates an expression whose operands are evaluated.
    fn fold_node(&mut self, id: ExprId) -> Option<Constant> {
        let expr = &self.current.exprs[id];
        let ty = expr.ty;
        match &expr.kind {
            ExprKind::Constant(bits) => Some(Constant::Bits(bits.clone())),
            ExprKind::Variable(variable) => {
                let bits = self.current.known_values.get(variable)?.clone();
                Some(Constant::Place(ConstantPlace { root: ConstantRoot::Known(bits), offset: 0 }))
            }
            ExprKind::Global(global) => {
                Some(Constant::Place(ConstantPlace { root: ConstantRoot::Global(*global), offset: 0 }))
            }
            ExprKind::Dereference(pointer) => match self.known(*pointer)? {
                Constant::Address(global, offset) => Some(Constant::Place(ConstantPlace {
                    root: ConstantRoot::Global(*global),
                    offset: u64::try_from(*offset).ok()?,
                })),
                Constant::Bits(address) => Some(Constant::Place(ConstantPlace {
                    root: ConstantRoot::Absolute(*address.first()?),
                    offset: 0,
                })),
                _ => None,
            },
            ExprKind::Member { base, record, field } => {
                let field = self.program.types.records[*record].fields.as_ref()?.get(*field as usize)?;
                let (offset, field_type) = (field.offset, field.ty.ty);
                match self.known(*base)? {
                    Constant::Place(place) => Some(Constant::Place(place.at(offset)?)),
                    Constant::Aggregate(place) => self.read(&place.at(offset)?, field_type),
                    _ => None,
                }
            }
            ExprKind::Swizzle { base, components } => {
                let vector = match self.known(*base)? {
                    Constant::Bits(bits) => bits.clone(),
                    Constant::Place(place) => match self.read(place, self.type_of(*base))? {
                        Constant::Bits(bits) => bits,
                        _ => return None,
                    },
                    _ => return None,
                };
                let picked: Option<Bits> =
                    components.iter().map(|&c| vector.get(usize::from(c)).copied()).collect();
                Some(self.as_found(*base, picked?))
            }
            ExprKind::ComponentIndex { base, index } => {
                let index = usize::try_from(*self.known_bits(*index)?.first()?).ok()?;
                let component = match self.known(*base)? {
                    Constant::Bits(bits) => *bits.get(index)?,
                    Constant::Place(place) => match self.read(place, self.type_of(*base))? {
                        Constant::Bits(bits) => *bits.get(index)?,
                        _ => return None,
                    },
                    _ => return None,
                };
                Some(self.as_found(*base, smallvec![component]))
            }
            ExprKind::AddressOf(place) => {
                let place = self.known_place(*place)?.clone();
                self.address(&place)
            }
            ExprKind::Convert { kind, operand, .. } => {
                let (kind, operand) = (*kind, *operand);
                self.fold_conversion(kind, operand, ty)
            }
            ExprKind::Unary(op, a) => self.fold_unary(*op, *a, ty).map(Constant::Bits),
            ExprKind::Binary(op, a, b) => self.fold_binary(*op, *a, *b, ty).map(Constant::Bits),
            ExprKind::ShortCircuit(is_and, a, b) => {
                let truth = |id| self.known_truth(id);
                let left = truth(*a)?;
                let result = if left != *is_and { left } else { truth(*b)? };
                Some(Constant::Bits(smallvec![result.into()]))
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                let chosen = if self.known_truth(*condition)? { *then } else { *otherwise };
                self.known(chosen).cloned()
            }
            ExprKind::VectorSelect(condition, then, otherwise) => {
                let width =
                    operation::value_type(&self.program.types, self.type_of(*condition))?.scalar()?.bits();
                let condition: Bits =
                    self.known_bits(*condition)?.iter().map(|bits| bits >> (width - 1) & 1).collect();
                let (then, otherwise) = (self.known_bits(*then)?, self.known_bits(*otherwise)?);
                Some(Constant::Bits(eval::select(&condition, then, otherwise)))
            }
            ExprKind::PointerAdd { pointer, index, negative } => {
                let Type::Pointer(pointee) = *self.program.types.get(ty) else { return None };
                let size = i128::from(self.program.types.size_of(pointee.ty).max(1));
                let index = self.integer_value(self.type_of(*index), *self.known_bits(*index)?.first()?);
                let bytes = index.checked_mul(if *negative { -size } else { size })?;
                match self.known(*pointer)? {
                    Constant::Address(global, offset) => {
                        Some(Constant::Address(*global, i64::try_from(bytes + i128::from(*offset)).ok()?))
                    }
                    Constant::Bits(bits) => {
                        Some(Constant::Bits(smallvec![bits[0].wrapping_add(bytes as u64)]))
                    }
                    _ => None,
                }
            }
            ExprKind::PointerDifference(a, b) => {
                let Type::Pointer(pointee) = *self.program.types.get(self.type_of(*a)) else { return None };
                let size = i64::try_from(self.program.types.size_of(pointee.ty).max(1)).ok()?;
                let distance = match (self.known(*a)?, self.known(*b)?) {
                    (Constant::Address(a, x), Constant::Address(b, y)) if a == b => x.checked_sub(*y)?,
                    (Constant::Bits(a), Constant::Bits(b)) => a[0].wrapping_sub(b[0]) as i64,
                    _ => return None,
                };
                Some(Constant::Bits(smallvec![distance.checked_div(size)? as u64]))
            }
            ExprKind::Comma(a, b) => {
                self.known(*a)?;
                self.known(*b).cloned()
            }
            ExprKind::VectorLiteral(parts) => {
                let mut bits = Bits::new();
                for &part in parts {
                    bits.extend_from_slice(self.known_bits(part)?);
                }
                Some(Constant::Bits(bits))
            }
            ExprKind::AsType(operand) => {
                let from = operation::value_type(&self.program.types, self.type_of(*operand))?;
                let to = operation::value_type(&self.program.types, ty)?;
                as_type(from, to, self.known_bits(*operand)?).map(Constant::Bits)
            }
            ExprKind::CompoundLiteral(variable, initializer) => {
                let literal_type = self.current.variables[*variable].ty;
                let size = self.program.types.size_of(literal_type.ty);
                if size > MAX_LITERAL {
                    return None;
                }
                let mut data = StaticData::zeroed(size);
                match &**initializer {
                    hir::Initializer::Value(value) => {
                        self.store(&mut data, 0, self.type_of(*value), self.known(*value)?)?
                    }
                    hir::Initializer::Parts(parts) => {
                        for part in parts {
                            let value = self.known(part.value)?;
                            self.store(&mut data, part.offset, self.type_of(part.value), value)?;
                        }
                    }
                }
                let root = ConstantRoot::Literal(Rc::new(data.finish()), literal_type);
                Some(Constant::Place(ConstantPlace { root, offset: 0 }))
            }
            ExprKind::Call(function, arguments) => {
                let (function, arguments) = (*function, arguments.clone());
                self.fold_call(function, &arguments)
            }
            ExprKind::Error
            | ExprKind::Assign(..)
            | ExprKind::CompoundAssign { .. }
            | ExprKind::Increment { .. }
            | ExprKind::BuiltinCall { .. }
            | ExprKind::FenceFlags(_)
            | ExprKind::Statements(..)
            | ExprKind::Printf { .. } => None,
        }
    }

    /// Components picked from `base`: a place where that is one.
    fn as_found(&self, base: ExprId, bits: Bits) -> Constant {
        match self.current.exprs[base].place {
            Some(_) => Constant::Place(ConstantPlace { root: ConstantRoot::Known(bits), offset: 0 }),
            None => Constant::Bits(bits),
        }
    }
    /// The address of a constant place. A compound literal outside functions becomes program-scope data (C99 6.5.2.5).
    fn address(&mut self, place: &ConstantPlace) -> Option<Constant> {
        let offset = i64::try_from(place.offset).ok()?;
        match &place.root {
            ConstantRoot::Global(global) => Some(Constant::Address(*global, offset)),
            ConstantRoot::Literal(data, ty)
                if self.current.id.is_none() && ty.space != AddressSpace::Private =>
            {
                let align = self.alignment(*ty);
                let global = self.program.globals.push(hir::Global {
                    name: None,
                    ty: *ty,
                    align,
                    bytes: Some(data.bytes.clone()),
                    relocations: data.relocations.clone(),
                    link_name: None,
                    span: Span::NONE,
                });
                Some(Constant::Address(global, offset))
            }
            ConstantRoot::Absolute(address) => {
                Some(Constant::Bits(smallvec![address.wrapping_add(place.offset)]))
            }
            ConstantRoot::Literal(..) | ConstantRoot::Known(_) => None,
        }
    }

    fn fold_conversion(&mut self, kind: ConversionKind, operand: ExprId, ty: TypeId) -> Option<Constant> {
        let from = self.type_of(operand);
        match kind {
            ConversionKind::Load => {
                let place = self.known_place(operand)?;
                if self.current.exprs[operand].place.is_some_and(|place| place.is_volatile) {
                    return None;
                }
                self.read(place, ty)
            }
            ConversionKind::ArrayToPointer => {
                let place = self.known_place(operand)?.clone();
                self.address(&place)
            }
            ConversionKind::Arithmetic => {
                self.convert_bits(from, ty, None, false, self.known_bits(operand)?).map(Constant::Bits)
            }
            ConversionKind::Explicit { rounding, saturate } => {
                self.convert_bits(from, ty, rounding, saturate, self.known_bits(operand)?).map(Constant::Bits)
            }
            ConversionKind::Widen => {
                let count = operation::components(&self.program.types, ty);
                Some(Constant::Bits(eval::splat(count, self.known_bits(operand)?)))
            }
            ConversionKind::Pointer | ConversionKind::IntegerToPointer => self.known(operand).cloned(),
            ConversionKind::NullPointer => Some(Constant::Bits(smallvec![0])),
            ConversionKind::PointerToInteger => match self.known(operand)? {
                Constant::Bits(bits) => {
                    let to = operation::value_type(&self.program.types, ty)?.scalar()?;
                    Some(Constant::Bits(smallvec![bits[0] & to.mask()]))
                }
                address if self.program.types.size_of(ty) == 8 => Some(address.clone()),
                _ => None,
            },
            ConversionKind::PointerToBool => match self.known(operand)? {
                Constant::Bits(bits) => Some(Constant::Bits(smallvec![u64::from(bits[0] != 0)])),
                Constant::Address(..) => Some(Constant::Bits(smallvec![1])),
                _ => None,
            },
            ConversionKind::Void | ConversionKind::AddressSpace => None,
        }
    }
    /// Converts the components of a value by value.
    pub(super) fn convert_bits(
        &self,
        from: TypeId,
        to: TypeId,
        rounding: Option<ir::Rounding>,
        saturate: bool,
        bits: &Bits,
    ) -> Option<Bits> {
        let types = &self.program.types;
        let (from, to) = (Element::of(types, from)?, Element::of(types, to)?);
        Some(match operation::conversion(from, to, rounding, saturate) {
            ElementConversion::NotZero => not_zero(from, bits),
            ElementConversion::Steps(steps) => {
                let mut result = bits.clone();
                let mut scalar = from.scalar;
                for (conversion, next) in steps {
                    for word in &mut result {
                        *word = eval::scalar::convert(conversion, scalar, next, *word);
                    }
                    scalar = next;
                }
                result
            }
        })
    }

    fn fold_unary(&self, op: hir::UnaryOp, operand: ExprId, ty: TypeId) -> Option<Bits> {
        if op == hir::UnaryOp::LogicalNot && matches!(self.known(operand)?, Constant::Address(..)) {
            return Some(smallvec![0]);
        }
        self.unary_bits(op, self.type_of(operand), self.known_bits(operand)?, ty)
    }
    /// A prefix operator on a value of type `from`.
    pub(super) fn unary_bits(&self, op: hir::UnaryOp, from: TypeId, bits: &Bits, ty: TypeId) -> Option<Bits> {
        let element = Element::of(&self.program.types, from)?;
        let op = match op {
            hir::UnaryOp::Minus if element.scalar.is_float() => ir::UnaryOp::FloatNegate,
            hir::UnaryOp::Minus => ir::UnaryOp::Negate,
            hir::UnaryOp::BitNot => ir::UnaryOp::Not,
            hir::UnaryOp::LogicalNot => {
                let truth: Bits = not_zero(element, bits).iter().map(|bit| bit ^ 1).collect();
                return Some(self.truth_as(truth, ty));
            }
        };
        Some(bits.iter().map(|&word| eval::scalar::unary(op, element.scalar, word)).collect())
    }

    fn fold_binary(&self, op: hir::BinaryOp, left: ExprId, right: ExprId, ty: TypeId) -> Option<Bits> {
        match (self.known(left)?, self.known(right)?) {
            (Constant::Bits(a), Constant::Bits(b)) => self.binary_bits(op, self.type_of(left), a, b, ty),
            (a, b) => compare_addresses(op, a, b).map(|truth| smallvec![truth.into()]),
        }
    }
    /// A binary operator on values of type `from`.
    pub(super) fn binary_bits(
        &self,
        op: hir::BinaryOp,
        from: TypeId,
        a: &Bits,
        b: &Bits,
        ty: TypeId,
    ) -> Option<Bits> {
        let element = Element::of(&self.program.types, from)?;
        match operation::binary(op, element) {
            BinaryOperation::Arithmetic(op) => {
                let divides = matches!(
                    op,
                    ir::BinaryOp::DivSigned
                        | ir::BinaryOp::DivUnsigned
                        | ir::BinaryOp::RemSigned
                        | ir::BinaryOp::RemUnsigned
                );
                if divides && b.contains(&0) {
                    return None;
                }
                let words = a.iter().zip(b);
                Some(words.map(|(&a, &b)| eval::scalar::binary(op, element.scalar, a, b)).collect())
            }
            BinaryOperation::Compare { op, swapped } => {
                let (a, b) = if swapped { (b, a) } else { (a, b) };
                let words = a.iter().zip(b);
                let truth = words.map(|(&a, &b)| eval::scalar::compare(op, element.scalar, a, b).into());
                Some(self.truth_as(truth.collect(), ty))
            }
            BinaryOperation::Logical(op) => {
                let (a, b) = (not_zero(element, a), not_zero(element, b));
                let words = a.iter().zip(&b);
                let truth = words.map(|(&a, &b)| eval::scalar::binary(op, Scalar::Bool, a, b));
                Some(self.truth_as(truth.collect(), ty))
            }
        }
    }
    /// Truth values as a value of type `ty`: 0 or 1 in a scalar, 0 or −1 in the components of a vector.
    fn truth_as(&self, truth: Bits, ty: TypeId) -> Bits {
        match operation::value_type(&self.program.types, ty) {
            Some(ValueType::Vector(scalar, _)) => {
                truth.iter().map(|&t| if t != 0 { scalar.mask() } else { 0 }).collect()
            }
            _ => truth,
        }
    }
    /// Whether a scalar condition holds.
    fn known_truth(&self, id: ExprId) -> Option<bool> {
        match self.known(id)? {
            Constant::Bits(bits) => {
                let element = Element::of(&self.program.types, self.type_of(id))?;
                Some(not_zero(element, bits)[0] != 0)
            }
            Constant::Address(..) => Some(true),
            _ => None,
        }
    }

    /// Reports that `what` ("the length of an array") is not constant, and which part of it is not.
    pub(super) fn report_not_constant(&mut self, expr: ExprId, what: &str, code: Code) {
        let (culprit, reason) = self.why_not_constant(expr);
        let (span, culprit_span) = (self.span_of(expr), self.span_of(culprit));
        if matches!(self.current.exprs[culprit].kind, ExprKind::Error) {
            return;
        }
        let code = if reason == Reason::DivisionByZero {
            if let ExprKind::Binary(_, _, divisor) = self.current.exprs[culprit].kind {
                // The operator was warned of when it was read.
                let divisor = self.span_of(divisor);
                self.diagnostics.withdraw_warning(expressions::DIVISION_BY_ZERO, divisor);
            }
            codes::CONSTANT_DIVISION
        } else {
            code
        };
        let mut diagnostic =
            Diagnostic::new(code, culprit_span, format!("{what} has to be constant")).primary(reason.text());
        if span != culprit_span {
            diagnostic = diagnostic.label(span, "in this expression");
        }
        if let Some(help) = reason.help() {
            diagnostic = diagnostic.help(help);
        }
        self.report(diagnostic);
    }
    /// The innermost part of an expression that keeps it from being constant, and why.
    fn why_not_constant(&self, expr: ExprId) -> (ExprId, Reason) {
        let mut culprit = expr;
        loop {
            let mut operands = Vec::new();
            self.push_operands(culprit, &mut operands);
            let unknown = |&(id, _): &(ExprId, bool)| self.known(id).is_none();
            match operands.iter().find(|operand| unknown(operand)) {
                Some(&(id, _)) => culprit = id,
                None => break,
            }
        }
        let reason = match &self.current.exprs[culprit].kind {
            ExprKind::Variable(_) => Reason::Variable,
            ExprKind::Call(..)
            | ExprKind::BuiltinCall { .. }
            | ExprKind::FenceFlags(_)
            | ExprKind::Statements(..)
            | ExprKind::Printf { .. } => Reason::Call,
            ExprKind::Assign(..) | ExprKind::CompoundAssign { .. } | ExprKind::Increment { .. } => {
                Reason::Effect
            }
            ExprKind::Binary(hir::BinaryOp::Div | hir::BinaryOp::Rem, ..) => Reason::DivisionByZero,
            ExprKind::Convert { kind: ConversionKind::Load, .. } => Reason::Memory,
            _ => Reason::Other,
        };
        (culprit, reason)
    }
}

/// Why an expression is not constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reason {
    Variable,
    Call,
    Effect,
    DivisionByZero,
    Memory,
    Other,
}

impl Reason {
    fn text(self) -> &'static str {
        match self {
            Reason::Variable => "the value of this variable is only known when the kernel runs",
            Reason::Call => "functions are only called when the kernel runs",
            Reason::Effect => "a constant expression cannot change anything",
            Reason::DivisionByZero => "this divides by zero",
            Reason::Memory => "this reads memory that is not constant",
            Reason::Other => "this is only known when the kernel runs",
        }
    }
    fn help(self) -> Option<&'static str> {
        match self {
            Reason::Variable => Some("use a literal, a macro, an `enum` constant or a `constant` variable"),
            Reason::Call => Some("write the value out"),
            _ => None,
        }
    }
}

impl ConstantPlace {
    /// The place so many bytes further.
    fn at(&self, offset: u64) -> Option<ConstantPlace> {
        Some(ConstantPlace { root: self.root.clone(), offset: self.offset.checked_add(offset)? })
    }
}

/// Which components are not zero.
pub(super) fn not_zero(element: Element, bits: &Bits) -> Bits {
    let op = operation::compare_not_zero(element);
    bits.iter().map(|&word| eval::scalar::compare(op, element.scalar, word, 0).into()).collect()
}

/// Compares addresses of which one at least is that of program-scope data.
fn compare_addresses(op: hir::BinaryOp, a: &Constant, b: &Constant) -> Option<bool> {
    let ordering = match (a, b) {
        (Constant::Address(a, x), Constant::Address(b, y)) if a == b => x.cmp(y),
        (Constant::Address(..), Constant::Address(..)) => return differ(op),
        (Constant::Address(..), Constant::Bits(null)) | (Constant::Bits(null), Constant::Address(..))
            if null[0] == 0 =>
        {
            return differ(op);
        }
        _ => return None,
    };
    Some(match op {
        hir::BinaryOp::Equal => ordering.is_eq(),
        hir::BinaryOp::NotEqual => ordering.is_ne(),
        hir::BinaryOp::Less => ordering.is_lt(),
        hir::BinaryOp::LessEqual => ordering.is_le(),
        hir::BinaryOp::Greater => ordering.is_gt(),
        hir::BinaryOp::GreaterEqual => ordering.is_ge(),
        _ => return None,
    })
}
/// A comparison of addresses that are certain to differ, but in no certain order.
fn differ(op: hir::BinaryOp) -> Option<bool> {
    match op {
        hir::BinaryOp::Equal => Some(false),
        hir::BinaryOp::NotEqual => Some(true),
        _ => None,
    }
}

/// The bits of a value as another type of the same size; a 3-vector has the size of a 4-vector, and what its fourth component
/// would hold is unknown.
fn as_type(from: ValueType, to: ValueType, bits: &Bits) -> Option<Bits> {
    let whole = |ty: ValueType| match ty {
        ValueType::Vector(scalar, 3) => ValueType::Vector(scalar, 4),
        other => other,
    };
    if from.components() == 3 && to.components() != 3 {
        return None;
    }
    let mut padded = bits.clone();
    padded.resize(whole(from).components().into(), 0);
    let mut result = eval::bitcast(whole(from), whole(to), &padded);
    result.truncate(to.components().into());
    Some(result)
}
