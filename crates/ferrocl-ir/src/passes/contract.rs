//! Contraction: `a * b + c` → `fma(a, b, c)`, where both operators are marked [`MathFlags::CONTRACT`].
//!
//! A product is fused only where the sum is its only use, so none is computed twice; of two products the first
//! is. Halves are left alone: they are computed in float, where two operators are less work than the one rounding of a fused one. The
//! result depends on the function alone, so every engine that contracts rounds alike.

use ferrocl_base::IndexVec;
use ferrocl_base::id::Id;

use crate::*;

/// Contracts a function.
pub fn contract(function: &mut Function) {
    let marked = |value: &Value| {
        value.flags.contains(MathFlags::CONTRACT) && matches!(value.op, Op::Binary(BinaryOp::FloatMul, ..))
    };
    if !function.values.iter().any(marked) {
        return;
    }
    let mut contractor = Contractor { uses: uses(function), values: &mut function.values };
    let mut body = std::mem::take(&mut function.body);
    contractor.list(&mut body);
    function.body = body;
}

/// How often each value is used.
fn uses(function: &Function) -> Vec<u32> {
    fn list(function: &Function, statements: &[Stmt], uses: &mut [u32]) {
        for stmt in statements {
            stmt.for_each_operand(|id| uses[id.index()] += 1);
            if let Stmt::Let(id) = stmt {
                function.values[*id].op.for_each_operand(|id| uses[id.index()] += 1);
            }
            for nested in stmt.lists() {
                list(function, nested, uses);
            }
        }
    }
    let mut uses = vec![0; function.values.len()];
    list(function, &function.body, &mut uses);
    uses
}

struct Contractor<'f> {
    values: &'f mut IndexVec<ValueId, Value>,
    uses: Vec<u32>,
}

impl Contractor<'_> {
    /// The factors, if the value is a product that may be fused.
    fn product(&self, id: ValueId) -> Option<(ValueId, ValueId)> {
        let value = &self.values[id];
        match value.op {
            Op::Binary(BinaryOp::FloatMul, a, b)
                if value.flags.contains(MathFlags::CONTRACT) && self.uses[id.index()] == 1 =>
            {
                Some((a, b))
            }
            _ => None,
        }
    }

    fn list(&mut self, list: &mut Vec<Stmt>) {
        let mut i = 0;
        while i < list.len() {
            match &mut list[i] {
                Stmt::Let(id) => {
                    let id = *id;
                    if let Some(negated) = self.value(id) {
                        list.insert(i, Stmt::Let(negated));
                        i += 1;
                    }
                }
                Stmt::Block { body, .. } | Stmt::Loop { body, .. } => self.list(body),
                Stmt::If { then, otherwise, .. } => {
                    self.list(then);
                    self.list(otherwise);
                }
                _ => {}
            }
            i += 1;
        }
    }

    /// Fuses a sum; the value to be evaluated before it, if there is one. (The product, without use now, is left to
    /// [`super::simplify`].)
    fn value(&mut self, id: ValueId) -> Option<ValueId> {
        let value = &self.values[id];
        let Op::Binary(op @ (BinaryOp::FloatAdd | BinaryOp::FloatSub), left, right) = value.op else {
            return None;
        };
        if !value.flags.contains(MathFlags::CONTRACT) || value.ty.scalar() == Some(Scalar::F16) {
            return None;
        }
        let subtract = op == BinaryOp::FloatSub;
        let (fused, (a, b)) = match (self.product(left), self.product(right)) {
            (Some(factors), _) => (left, factors),
            (None, Some(factors)) => (right, factors),
            (None, None) => return None,
        };
        self.uses[fused.index()] = 0;
        if !subtract {
            let addend = if fused == left { right } else { left };
            self.values[id].op = Op::Fma(a, b, addend);
            return None;
        }
        // a * b − c = a * b + (−c);  c − a * b = (−a) * b + c. Negation is exact.
        let negated = if fused == left { right } else { a };
        let negation = Value { op: Op::Unary(UnaryOp::FloatNegate, negated), ..self.values[id].clone() };
        let negation = self.values.push(negation);
        self.uses.push(1);
        self.values[id].op = if fused == left { Op::Fma(a, b, negation) } else { Op::Fma(negation, b, left) };
        Some(negation)
    }
}
