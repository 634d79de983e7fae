//! What every typed tree has to keep, whatever the source: the rules that `hir`'s documentation gives for each node.

use ferrocl_sema::hir::{BinaryOp, ConversionKind, Expr, ExprId, ExprKind, Function, Program};
use ferrocl_sema::types::arithmetic::Arithmetic;
use ferrocl_sema::types::{AddressSpace, Type, TypeId, TypeTable};

/// Checks every expression of a function.
pub fn check_function(program: &Program, function: &Function) {
    let checker = Checker { program, function };
    for id in function.exprs.ids() {
        checker.check(id);
    }
}

struct Checker<'p> {
    program: &'p Program,
    function: &'p Function,
}

impl Checker<'_> {
    fn expr(&self, id: ExprId) -> &Expr {
        &self.function.exprs[id]
    }
    fn ty(&self, id: ExprId) -> TypeId {
        self.expr(id).ty
    }
    fn arithmetic(&self, ty: TypeId) -> Arithmetic {
        self.program.types.arithmetic(ty).expect("an arithmetic type")
    }
    fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), Type::Pointer(_))
    }
    fn is_value(&self, id: ExprId) {
        assert!(self.expr(id).place.is_none(), "{:?} is read without a load", self.expr(id));
    }
    fn check(&self, id: ExprId) {
        let expr = self.expr(id);
        match &expr.kind {
            ExprKind::Constant(bits) => {
                let n = self.program.types.arithmetic(expr.ty).map_or(1, |a| a.components);
                assert_eq!(bits.len(), usize::from(n));
            }
            ExprKind::Convert { kind, operand, .. } => self.check_conversion(expr, *kind, *operand),
            ExprKind::Binary(op, left, right) => {
                self.is_value(*left);
                self.is_value(*right);
                assert_eq!(self.ty(*left), self.ty(*right), "the operands of {op:?}");
                let truth = matches!(
                    op,
                    BinaryOp::Less
                        | BinaryOp::Greater
                        | BinaryOp::LessEqual
                        | BinaryOp::GreaterEqual
                        | BinaryOp::Equal
                        | BinaryOp::NotEqual
                        | BinaryOp::LogicalAnd
                        | BinaryOp::LogicalOr
                );
                if !truth {
                    assert_eq!(expr.ty, self.ty(*left), "the result of {op:?}");
                } else {
                    self.check_truth(expr.ty, self.ty(*left));
                }
            }
            ExprKind::ShortCircuit(_, left, right) => {
                assert_eq!(expr.ty, TypeTable::INT);
                for &operand in [left, right] {
                    self.is_value(operand);
                    let ty = self.ty(operand);
                    assert!(self.is_pointer(ty) || self.arithmetic(ty).components == 1);
                }
            }
            ExprKind::Unary(op, operand) => {
                self.is_value(*operand);
                match op {
                    ferrocl_sema::hir::UnaryOp::LogicalNot => self.check_truth(expr.ty, self.ty(*operand)),
                    _ => assert_eq!(expr.ty, self.ty(*operand)),
                }
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                self.is_value(*condition);
                assert_eq!(self.ty(*then), expr.ty);
                assert_eq!(self.ty(*otherwise), expr.ty);
            }
            ExprKind::VectorSelect(condition, then, otherwise) => {
                assert_eq!(self.ty(*then), expr.ty);
                assert_eq!(self.ty(*otherwise), expr.ty);
                let (mask, arms) = (self.arithmetic(self.ty(*condition)), self.arithmetic(expr.ty));
                assert_eq!(mask.components, arms.components);
                assert!(mask.is_integer());
                let size = |ty| self.program.types.size_of(ty);
                assert_eq!(size(self.ty(*condition)), size(expr.ty));
            }
            ExprKind::Assign(place, value) => {
                assert!(self.expr(*place).place.is_some());
                self.is_value(*value);
                assert_eq!(self.ty(*place), self.ty(*value));
            }
            ExprKind::CompoundAssign { place, before, value, computation, after, .. } => {
                assert!(self.expr(*place).place.is_some());
                self.is_value(*value);
                let end = before.last().map_or(self.ty(*place), |step| step.1);
                assert_eq!(end, *computation);
                let end = after.last().map_or(*computation, |step| step.1);
                assert_eq!(end, self.ty(*place));
                if !self.is_pointer(*computation) {
                    assert_eq!(self.ty(*value), *computation);
                }
                assert_eq!(expr.ty, self.ty(*place));
            }
            ExprKind::Increment { place, .. } => {
                assert!(self.expr(*place).place.is_some());
                assert_eq!(expr.ty, self.ty(*place));
            }
            ExprKind::VectorLiteral(parts) => {
                let whole = self.arithmetic(expr.ty);
                let mut count = 0;
                for &part in parts {
                    let part = self.arithmetic(self.ty(part));
                    assert_eq!(part.element, whole.element);
                    count += part.components;
                }
                assert_eq!(count, whole.components);
            }
            ExprKind::Swizzle { base, components } => {
                let base = self.arithmetic(self.ty(*base));
                assert!(base.is_vector());
                let result = self.arithmetic(expr.ty);
                assert_eq!(usize::from(result.components), components.len());
                let width = if base.components == 3 { 4 } else { base.components };
                assert!(components.iter().all(|&c| c < width));
            }
            ExprKind::PointerAdd { pointer, index, .. } => {
                assert_eq!(self.ty(*pointer), expr.ty);
                assert!(self.is_pointer(expr.ty));
                let name = self.program.types.get(self.ty(*index));
                use ferrocl_sema::types::ScalarName::{Long, Ulong};
                assert!(matches!(name, Type::Scalar(Long | Ulong)));
            }
            ExprKind::AsType(operand) => {
                self.is_value(*operand);
                let size = |ty| self.program.types.size_of(ty);
                assert_eq!(size(self.ty(*operand)), size(expr.ty));
            }
            _ => {}
        }
    }
    fn check_truth(&self, result: TypeId, operand: TypeId) {
        match self.program.types.vector(operand) {
            None => assert_eq!(result, TypeTable::INT),
            Some((_, n)) => {
                let result_type = self.arithmetic(result);
                assert_eq!(result_type.components, n);
                assert!(result_type.is_integer());
                assert_eq!(self.program.types.size_of(result), self.program.types.size_of(operand));
            }
        }
    }
    fn check_conversion(&self, expr: &Expr, kind: ConversionKind, operand: ExprId) {
        let from = self.ty(operand);
        match kind {
            ConversionKind::Load => {
                assert!(self.expr(operand).place.is_some());
                assert_eq!(from, expr.ty);
            }
            ConversionKind::ArrayToPointer => {
                assert!(matches!(self.program.types.get(from), Type::Array { .. }));
                assert!(self.is_pointer(expr.ty));
            }
            ConversionKind::Arithmetic | ConversionKind::Explicit { .. } => {
                self.is_value(operand);
                assert_ne!(from, expr.ty, "a conversion to the same type");
                assert_eq!(self.arithmetic(from).components, self.arithmetic(expr.ty).components);
            }
            ConversionKind::Widen => {
                self.is_value(operand);
                let (from, to) = (self.arithmetic(from), self.arithmetic(expr.ty));
                assert_eq!(from.components, 1);
                assert!(to.is_vector());
                assert_eq!(from.element, to.element);
            }
            ConversionKind::Pointer => assert!(self.is_pointer(from) && self.is_pointer(expr.ty)),
            ConversionKind::AddressSpace => {
                let space = |ty| self.program.types.pointee(ty).map(|pointee| pointee.space);
                assert_eq!(space(from), Some(AddressSpace::Generic));
                assert_ne!(space(expr.ty), space(from));
            }
            ConversionKind::NullPointer | ConversionKind::IntegerToPointer => {
                assert!(self.is_pointer(expr.ty));
                assert_eq!(self.arithmetic(from).components, 1);
            }
            ConversionKind::PointerToInteger => {
                assert!(self.is_pointer(from));
                assert_eq!(expr.ty, TypeTable::SIZE);
            }
            ConversionKind::PointerToBool => {
                assert!(self.is_pointer(from));
                assert_eq!(expr.ty, TypeTable::BOOL);
            }
            ConversionKind::Void => assert_eq!(expr.ty, TypeTable::VOID),
        }
    }
}
