//! The rules of each op by itself: what its operands and its result must be. All ids in it exist, save those
//! of variables and functions, which are checked here.

use crate::*;

type Check = Result<(), String>;

const BOOL: ValueType = ValueType::Scalar(Scalar::Bool);
const I32: ValueType = ValueType::Scalar(Scalar::I32);
const I64: ValueType = ValueType::Scalar(Scalar::I64);

/// Whether memory can be read and written like this.
pub(super) fn check_access(ty: ValueType, access: Access) -> Check {
    if ty == ValueType::Void || ty.scalar() == Some(Scalar::Bool) {
        return Err(format!("a value of type {ty} is never in memory"));
    }
    if !access.align.is_power_of_two() {
        return Err(format!("the alignment {} is not a power of two", access.align));
    }
    Ok(())
}

/// What atomics can work on.
pub(super) fn is_atomic(ty: ValueType) -> bool {
    matches!(ty, ValueType::Scalar(Scalar::I32 | Scalar::I64 | Scalar::F16 | Scalar::F32 | Scalar::F64))
}

fn expect(condition: bool, message: impl FnOnce() -> String) -> Check {
    if condition { Ok(()) } else { Err(message()) }
}

fn same(what: &str, found: ValueType, wanted: ValueType) -> Check {
    expect(found == wanted, || format!("{what} has type {found}, not {wanted}"))
}

/// Whether vectors have 2, 3, 4, 8 or 16 components.
fn check_type(ty: ValueType) -> Check {
    match ty {
        ValueType::Vector(_, n) if !matches!(n, 2 | 3 | 4 | 8 | 16) => {
            Err(format!("a vector has {n} components, which none can have"))
        }
        _ => Ok(()),
    }
}

pub(super) fn check(module: &Module, function: &Function, id: ValueId, value: &Value) -> Check {
    let of = |id: ValueId| function.values[id].ty;
    let ty = value.ty;
    check_type(ty)?;
    if ty == ValueType::Void && !matches!(value.op, Op::Call { .. }) {
        return Err("only a call can be void".into());
    }
    match &value.op {
        Op::Parameter(number) => match function.parameters.get(*number as usize) {
            Some(parameter) if parameter.value == id => Ok(()),
            _ => Err(format!("is not the value of parameter {number}")),
        },
        Op::Constant(bits) => {
            let mask = ty.scalar().map_or(u64::MAX, Scalar::mask);
            expect(bits.len() == usize::from(ty.components()), || {
                format!("a constant of {} components has type {ty}", bits.len())
            })?;
            expect(bits.iter().all(|word| word & !mask == 0), || format!("a constant is too large for {ty}"))
        }
        Op::Undefined => Ok(()),
        Op::Unary(op, a) => check_unary(*op, of(*a), ty),
        Op::Binary(op, a, b) => check_binary(*op, of(*a), of(*b), ty),
        Op::Fma(a, b, c) => {
            for operand in [*a, *b, *c] {
                same("an operand", of(operand), ty)?;
            }
            expect_float(ty)
        }
        Op::Compare(op, a, b) => check_compare(*op, of(*a), of(*b), ty),
        Op::Select { condition, then, otherwise } => {
            same("an operand", of(*then), ty)?;
            same("an operand", of(*otherwise), ty)?;
            let condition = of(*condition);
            let by_component = matches!((condition, ty), (ValueType::Vector(Scalar::Bool, n), ValueType::Vector(_, m)) if n == m);
            expect(condition == BOOL || by_component, || {
                format!("a condition of type {condition} cannot select from {ty}")
            })
        }
        Op::Convert(conversion, a) => check_conversion(*conversion, of(*a), ty),
        Op::Bitcast(a) => {
            let width = |ty: ValueType| match ty.scalar() {
                Some(scalar) if scalar != Scalar::Bool => scalar.bits() * u32::from(ty.components()),
                _ => 0,
            };
            let from = of(*a);
            expect(width(from) == width(ty) && width(ty) != 0, || {
                format!("{from} and {ty} do not have the same bits")
            })
        }
        Op::Splat(a) => match ty {
            ValueType::Vector(scalar, _) => same("the operand", of(*a), ValueType::Scalar(scalar)),
            _ => Err(format!("the result has type {ty}, not a vector")),
        },
        Op::Construct(list) => {
            let ValueType::Vector(scalar, n) = ty else {
                return Err(format!("the result has type {ty}, not a vector"));
            };
            expect(list.len() == usize::from(n), || format!("{} operands make {ty}", list.len()))?;
            list.iter().try_for_each(|&a| same("an operand", of(a), ValueType::Scalar(scalar)))
        }
        Op::Extract(a, index) => {
            let (scalar, n) = vector(of(*a))?;
            expect(*index < n, || format!("component {index} of {n}"))?;
            same("the result", ty, ValueType::Scalar(scalar))
        }
        Op::ExtractDynamic(a, index) => {
            let (scalar, _) = vector(of(*a))?;
            expect_integer_scalar(of(*index))?;
            same("the result", ty, ValueType::Scalar(scalar))
        }
        Op::Insert { vector: a, index, value } => {
            let (scalar, n) = vector(of(*a))?;
            expect(*index < n, || format!("component {index} of {n}"))?;
            same("the component", of(*value), ValueType::Scalar(scalar))?;
            same("the result", ty, of(*a))
        }
        Op::Shuffle { left, right, picks } => {
            let (scalar, n) = vector(of(*left))?;
            same("the second operand", of(*right), of(*left))?;
            expect(picks.iter().all(|&pick| pick < 2 * n || pick == SHUFFLE_UNDEFINED), || {
                format!("a pick beyond the {} components", 2 * n)
            })?;
            expect(matches!(picks.len(), 1 | 2 | 3 | 4 | 8 | 16), || format!("{} picks", picks.len()))?;
            same("the result", ty, ValueType::of(scalar, picks.len() as u8))
        }
        Op::SlotLoad(slot) => match function.slots.get(*slot).map(|slot| slot.ty) {
            None => Err(format!("{slot} does not exist")),
            Some(SlotType::Bytes { .. }) => Err(format!("{slot} holds bytes, so it cannot be read whole")),
            Some(SlotType::Value(wanted)) => same("the result", ty, wanted),
        },
        Op::SlotAddress(slot) => {
            expect(function.slots.get(*slot).is_some(), || format!("{slot} does not exist"))?;
            same("the result", ty, ValueType::Pointer(AddressSpace::Private))
        }
        Op::LocalAddress(local) => {
            expect(function.locals.get(*local).is_some(), || format!("{local} does not exist"))?;
            same("the result", ty, ValueType::Pointer(AddressSpace::Local))
        }
        Op::GlobalAddress(global) => {
            let Some(target) = module.globals.get(*global) else {
                return Err(format!("{global} does not exist"));
            };
            same("the result", ty, ValueType::Pointer(target.space))
        }
        Op::PointerOffset { base, index, .. } => {
            expect_pointer(ty)?;
            same("the base", of(*base), ty)?;
            index.map_or(Ok(()), |index| same("the index", of(index), I64))
        }
        Op::PointerToInteger(a) => {
            expect_pointer(of(*a))?;
            same("the result", ty, I64)
        }
        Op::IntegerToPointer(a) => {
            expect_pointer(ty)?;
            same("the operand", of(*a), I64)
        }
        Op::PointerCast { pointer, checked } => {
            use AddressSpace::{Constant, Generic};
            let from = of(*pointer);
            let allowed = match (from, ty) {
                (ValueType::Pointer(from), ValueType::Pointer(to)) => {
                    (from == Generic || (to == Generic && !checked)) && from != Constant && to != Constant
                }
                _ => false,
            };
            expect(allowed, || {
                format!("{from} cannot be cast to {ty}{}", if *checked { " (checked)" } else { "" })
            })
        }
        Op::Load { pointer, access } => {
            expect_pointer(of(*pointer))?;
            check_access(ty, *access)
        }
        Op::AtomicUpdate { op, pointer, operand, .. } => {
            expect_writable(of(*pointer))?;
            same("the operand", of(*operand), ty)?;
            expect_atomic(ty)?;
            let float = matches!(op, AtomicOp::FloatAdd | AtomicOp::FloatMin | AtomicOp::FloatMax);
            let is_float = ty.scalar().is_some_and(Scalar::is_float);
            expect(*op == AtomicOp::Exchange || float == is_float, || format!("{op:?} on {ty}"))
        }
        Op::AtomicCompareExchange { pointer, expected, desired, .. } => {
            expect_writable(of(*pointer))?;
            same("an operand", of(*expected), ty)?;
            same("an operand", of(*desired), ty)?;
            expect_atomic(ty)
        }
        Op::AtomicLoad { pointer, ordering } => {
            expect_pointer(of(*pointer))?;
            expect(!matches!(ordering, AtomicOrdering::Release | AtomicOrdering::AcquireRelease), || {
                "an atomic load cannot release".into()
            })?;
            expect_atomic(ty)
        }
        Op::Collective { group, op, operand, source } => {
            let from = of(*operand);
            check_collective(*group, *op, from, ty)?;
            expect(source.is_some() == op.has_source(), || "a source is missing, or too much".into())?;
            source.map_or(Ok(()), |source| same("the source", of(source), I64))
        }
        Op::WorkItem(query, dimension) => {
            expect(*dimension < 3, || format!("dimension {dimension}"))?;
            same("the result", ty, if *query == WorkItemQuery::WorkDimension { I32 } else { I64 })
        }
        Op::Call { function: callee, arguments } => {
            let Some(target) = module.functions.get(*callee) else {
                return Err(format!("{callee} does not exist"));
            };
            expect(arguments.len() == target.parameters.len(), || {
                format!("{} arguments for {} parameters", arguments.len(), target.parameters.len())
            })?;
            for (argument, parameter) in arguments.iter().zip(&target.parameters) {
                same("an argument", of(*argument), parameter.ty)?;
            }
            same("the result", ty, target.result)
        }
        Op::Printf { format, arguments } => {
            let Some(global) = module.globals.get(*format) else {
                return Err(format!("{format} does not exist"));
            };
            expect(global.space == AddressSpace::Constant && global.bytes.contains(&0), || {
                format!("{format} is no zero-terminated string in constant space")
            })?;
            for &argument in arguments {
                let ty = of(argument);
                expect(ty != ValueType::Void && ty.scalar() != Some(Scalar::Bool), || {
                    format!("an argument of type {ty}")
                })?;
            }
            same("the result", ty, I32)
        }
    }
}

fn vector(ty: ValueType) -> Result<(Scalar, u8), String> {
    match ty {
        ValueType::Vector(scalar, n) => Ok((scalar, n)),
        _ => Err(format!("an operand has type {ty}, not a vector")),
    }
}
fn expect_pointer(ty: ValueType) -> Check {
    expect(ty.is_pointer(), || format!("{ty} is not a pointer"))
}
fn expect_writable(ty: ValueType) -> Check {
    expect_pointer(ty)?;
    expect(ty != ValueType::Pointer(AddressSpace::Constant), || "constant space cannot be written".into())
}
fn expect_atomic(ty: ValueType) -> Check {
    expect(is_atomic(ty), || format!("an atomic on {ty}"))
}
fn expect_float(ty: ValueType) -> Check {
    expect(ty.scalar().is_some_and(Scalar::is_float), || format!("{ty} is not a float"))
}
fn expect_integer(ty: ValueType) -> Check {
    expect(ty.scalar().is_some_and(Scalar::is_integer), || format!("{ty} is not an integer"))
}
fn expect_bits(ty: ValueType) -> Check {
    expect(ty.scalar().is_some_and(|s| !s.is_float()), || format!("{ty} is neither an integer nor bool"))
}
fn expect_integer_scalar(ty: ValueType) -> Check {
    expect_integer(ty)?;
    expect(ty.components() == 1, || format!("{ty} is not a scalar"))
}

fn check_collective(group: CollectiveGroup, op: CollectiveOp, operand: ValueType, ty: ValueType) -> Check {
    expect(operand.scalar().is_some() && operand.components() == 1, || format!("{operand} is not a scalar"))?;
    if group == CollectiveGroup::WorkGroup {
        let is_of_sub_groups =
            matches!(op, CollectiveOp::ReduceClustered(..) | CollectiveOp::Shuffle | CollectiveOp::Ballot);
        expect(!is_of_sub_groups, || format!("{op:?} in a work-group"))?;
    }
    if op == CollectiveOp::Ballot {
        same("the operand", operand, BOOL)?;
        return same("the result", ty, I64);
    }
    same("the result", ty, operand)?;
    if let CollectiveOp::ReduceClustered(_, size) = op {
        expect(size.is_power_of_two(), || format!("the size {size} of a cluster is not a power of two"))?;
    }
    let Some(operator) = op.operator() else { return Ok(()) };
    let allowed = crate::eval::identity(operator, operand.scalar().unwrap_or(Scalar::Bool)).is_some();
    expect(allowed, || format!("{operator:?} of {operand} is not done in groups"))
}

fn check_unary(op: UnaryOp, operand: ValueType, ty: ValueType) -> Check {
    match op {
        UnaryOp::AnyTrue | UnaryOp::AllTrue => {
            let (scalar, _) = vector(operand)?;
            expect(scalar == Scalar::Bool, || {
                format!("an operand has type {operand}, not a vector of bool")
            })?;
            same("the result", ty, BOOL)
        }
        UnaryOp::FloatNegate
        | UnaryOp::FloatAbs
        | UnaryOp::Sqrt
        | UnaryOp::Floor
        | UnaryOp::Ceil
        | UnaryOp::Trunc
        | UnaryOp::RoundEven
        | UnaryOp::RoundAway => {
            same("the operand", operand, ty)?;
            expect_float(ty)
        }
        UnaryOp::Not => {
            same("the operand", operand, ty)?;
            expect_bits(ty)
        }
        UnaryOp::Negate
        | UnaryOp::Abs
        | UnaryOp::CountLeadingZeros
        | UnaryOp::CountTrailingZeros
        | UnaryOp::PopulationCount
        | UnaryOp::BitReverse => {
            same("the operand", operand, ty)?;
            expect_integer(ty)
        }
    }
}

fn check_binary(op: BinaryOp, a: ValueType, b: ValueType, ty: ValueType) -> Check {
    same("the first operand", a, ty)?;
    same("the second operand", b, ty)?;
    match op {
        op if op.is_on_floats() => expect_float(ty),
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => expect_bits(ty),
        op if op.is_on_packed_bytes() => expect(ty.scalar() == Some(Scalar::I32), || {
            format!("an operator on four packed bytes has type {ty}, not i32 or a vector of it")
        }),
        _ => expect_integer(ty),
    }
}

fn check_compare(op: CompareOp, a: ValueType, b: ValueType, ty: ValueType) -> Check {
    same("the second operand", b, a)?;
    same("the result", ty, a.with_scalar(Scalar::Bool))?;
    match op {
        CompareOp::Equal | CompareOp::NotEqual if a.is_pointer() => Ok(()),
        CompareOp::Equal | CompareOp::NotEqual => expect_bits(a),
        CompareOp::LessUnsigned | CompareOp::LessEqualUnsigned if a.is_pointer() => Ok(()),
        CompareOp::LessSigned
        | CompareOp::LessEqualSigned
        | CompareOp::LessUnsigned
        | CompareOp::LessEqualUnsigned => expect_integer(a),
        CompareOp::FloatEqual
        | CompareOp::FloatNotEqual
        | CompareOp::FloatLess
        | CompareOp::FloatLessEqual
        | CompareOp::FloatOrdered
        | CompareOp::FloatUnordered => expect_float(a),
    }
}

fn check_conversion(conversion: Conversion, from: ValueType, to: ValueType) -> Check {
    let (Some(a), Some(b)) = (from.scalar(), to.scalar()) else {
        return Err(format!("{from} cannot be converted to {to}"));
    };
    let bits = |s: Scalar| !s.is_float();
    let allowed = from.components() == to.components()
        && match conversion {
            Conversion::Truncate => bits(a) && bits(b) && b.bits() < a.bits(),
            Conversion::ZeroExtend | Conversion::SignExtend => bits(a) && bits(b) && b.bits() > a.bits(),
            Conversion::SaturateInteger { .. } => a.is_integer() && b.is_integer(),
            Conversion::IntegerToFloat { .. } => a.is_integer() && b.is_float(),
            Conversion::FloatToInteger { .. } => a.is_float() && b.is_integer(),
            Conversion::FloatToFloat { .. } => a.is_float() && b.is_float() && a != b,
        };
    expect(allowed, || format!("{conversion:?} from {from} to {to}"))
}
