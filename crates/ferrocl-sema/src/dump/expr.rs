//! Expressions as text.

use std::fmt::Write;

use ferrocl_ir::{AddressSpace, Rounding, eval};
use smallvec::SmallVec;

use super::Dumper;
use crate::hir::{ConversionKind, Expr, ExprId, ExprKind, Function, Initializer, UnaryOp};
use crate::operation::Element;
use crate::types::{Type, TypeId};

/// What is still to be printed.
enum Piece {
    Expr(ExprId),
    Text(String),
}

impl Dumper<'_> {
    pub(super) fn expr_text(&self, function: &Function, id: ExprId) -> String {
        let mut text = String::new();
        let mut pending = vec![Piece::Expr(id)];
        while let Some(piece) = pending.pop() {
            match piece {
                Piece::Text(piece) => text.push_str(&piece),
                Piece::Expr(id) => self.expr(&function.exprs[id], &mut text, &mut pending),
            }
        }
        text
    }

    fn expr(&self, expr: &Expr, text: &mut String, pending: &mut Vec<Piece>) {
        let ty = || self.ty(expr.ty);
        let head = match &expr.kind {
            ExprKind::Error => return text.push_str("<error>"),
            ExprKind::Constant(bits) => return text.push_str(&self.constant(expr.ty, bits)),
            ExprKind::Variable(variable) => return text.push_str(&variable.to_string()),
            ExprKind::Global(global) => return text.push_str(&global.to_string()),
            ExprKind::Dereference(_) => "*".to_string(),
            ExprKind::Member { record, field, .. } => {
                let fields = self.program.types.records[*record].fields.as_deref().unwrap_or(&[]);
                let name = fields.get(*field as usize).and_then(|field| field.name);
                format!(".{}", self.name(name))
            }
            ExprKind::Swizzle { components, .. } => {
                let letters: String = components.iter().map(|c| format!("{c:x}")).collect();
                format!(".s{letters}")
            }
            ExprKind::ComponentIndex { .. } => "component".to_string(),
            ExprKind::AddressOf(_) => "&".to_string(),
            ExprKind::Convert { kind, reason, .. } => match kind {
                ConversionKind::Load => "load".to_string(),
                ConversionKind::ArrayToPointer => "decay".to_string(),
                kind => format!("{}:{} {reason:?}", conversion_text(*kind), ty()),
            },
            ExprKind::Unary(op, _) => {
                let op = match op {
                    UnaryOp::Minus => "-",
                    UnaryOp::BitNot => "~",
                    UnaryOp::LogicalNot => "!",
                };
                format!("{op}:{}", ty())
            }
            ExprKind::Binary(op, ..) => format!("{}:{}", op.text(), ty()),
            ExprKind::ShortCircuit(is_and, ..) => if *is_and { "&&" } else { "||" }.to_string(),
            ExprKind::Conditional(..) => format!("?:{}", ty()),
            ExprKind::VectorSelect(..) => format!("select:{}", ty()),
            ExprKind::PointerAdd { negative, .. } => {
                if *negative { "pointer-" } else { "pointer+" }.to_string()
            }
            ExprKind::PointerDifference(..) => "distance".to_string(),
            ExprKind::Assign(..) => "=".to_string(),
            ExprKind::CompoundAssign { op, before, computation, after, .. } => {
                let mut head = format!("{}=:{}", op.text(), self.ty(*computation));
                for (word, steps) in [("before", before), ("after", after)] {
                    for (kind, to, reason) in steps {
                        let _ =
                            write!(head, " [{word} {}:{} {reason:?}]", conversion_text(*kind), self.ty(*to));
                    }
                }
                head
            }
            ExprKind::Increment { decrement, prefix, .. } => {
                let op = if *decrement { "--" } else { "++" };
                if *prefix { format!("{op}_") } else { format!("_{op}") }
            }
            ExprKind::Comma(..) => ",".to_string(),
            ExprKind::VectorLiteral(_) => format!("vector:{}", ty()),
            ExprKind::CompoundLiteral(variable, initializer) => {
                return self.compound_literal(variable.to_string(), initializer, text, pending);
            }
            ExprKind::AsType(_) => format!("as:{}", ty()),
            ExprKind::Call(callee, _) => {
                format!("call {}", self.interner.text(self.program.functions[*callee].name))
            }
            ExprKind::BuiltinCall { callee, .. } => format!("builtin {}:{}", callee.row.row().name, ty()),
            ExprKind::FenceFlags(_) => "get_fence".to_string(),
            ExprKind::Printf { format, .. } => format!("printf {format}"),
            ExprKind::Statements(..) => "statements".to_string(),
        };
        text.push('(');
        text.push_str(&head);
        let first = pending.len();
        expr.kind.for_each_operand(|operand| {
            pending.push(Piece::Text(" ".to_string()));
            pending.push(Piece::Expr(operand));
        });
        pending.push(Piece::Text(")".to_string()));
        pending[first..].reverse();
    }
    fn compound_literal(
        &self,
        variable: String,
        initializer: &Initializer,
        text: &mut String,
        pending: &mut Vec<Piece>,
    ) {
        let _ = write!(text, "(literal {variable}");
        let first = pending.len();
        match initializer {
            Initializer::Value(value) => {
                pending.push(Piece::Text(" ".to_string()));
                pending.push(Piece::Expr(*value));
            }
            Initializer::Parts(parts) => {
                for part in parts {
                    pending.push(Piece::Text(format!(" {}: ", part.offset)));
                    pending.push(Piece::Expr(part.value));
                }
            }
        }
        pending.push(Piece::Text(")".to_string()));
        pending[first..].reverse();
    }

    /// A constant with the type's name where that is not `int`.
    fn constant(&self, ty: TypeId, bits: &[u64]) -> String {
        let types = &self.program.types;
        let Some(element) = Element::of(types, ty) else { return "?".into() };
        if matches!(types.get(ty), Type::Pointer(_)) {
            let space = match types.get(ty) {
                Type::Pointer(pointee) => pointee.space,
                _ => AddressSpace::Private,
            };
            return if bits == [0] { format!("null:{space}") } else { format!("{:#x}:{space}", bits[0]) };
        }
        let words: SmallVec<[String; 4]> = bits
            .iter()
            .map(|&word| {
                if element.scalar.is_float() {
                    format!("{:?}", eval::scalar::float_to_f64(element.scalar, word))
                } else if element.signed {
                    eval::scalar::signed(element.scalar, word).to_string()
                } else {
                    word.to_string()
                }
            })
            .collect();
        let value = if words.len() == 1 { words[0].clone() } else { format!("({})", words.join(", ")) };
        let name = self.ty(ty);
        if name == "int" { value } else { format!("{value}:{name}") }
    }
}

fn conversion_text(kind: ConversionKind) -> String {
    match kind {
        ConversionKind::Load => "load".into(),
        ConversionKind::ArrayToPointer => "decay".into(),
        ConversionKind::Arithmetic => "to".into(),
        ConversionKind::Explicit { rounding, saturate } => {
            let rounding = match rounding {
                None => "",
                Some(Rounding::NearestEven) => "_rte",
                Some(Rounding::TowardZero) => "_rtz",
                Some(Rounding::Upward) => "_rtp",
                Some(Rounding::Downward) => "_rtn",
            };
            format!("convert{}{rounding}", if saturate { "_sat" } else { "" })
        }
        ConversionKind::Widen => "widen".into(),
        ConversionKind::Pointer => "pointer".into(),
        ConversionKind::AddressSpace => "address_space".into(),
        ConversionKind::NullPointer => "null".into(),
        ConversionKind::PointerToInteger => "address".into(),
        ConversionKind::IntegerToPointer => "from_address".into(),
        ConversionKind::PointerToBool => "not_null".into(),
        ConversionKind::Void => "drop".into(),
    }
}
