//! Separation: a kernel for work-groups of one work-item becomes one that does not look at groups.
//!
//! Alone in its group, a work-item has local id 0 and a group of its own number, and waits for nobody. What is left no longer depends on
//! how work-items are grouped, so an engine may do those of many groups at once.

use smallvec::smallvec;

use super::simplify;
use crate::*;

/// Separates a kernel without calls, without local memory (which each group has for itself) and sub-groups, for launches
/// with a local size of 1 in each dimension.
pub fn separate(function: &mut Function) {
    let mut body = std::mem::take(&mut function.body);
    list(&mut function.values, &mut body);
    function.body = body;
    simplify(function);
}

fn list(values: &mut ferrocl_base::IndexVec<ValueId, Value>, statements: &mut Vec<Stmt>) {
    let mut made = Vec::with_capacity(statements.len());
    for mut stmt in std::mem::take(statements) {
        match &mut stmt {
            Stmt::Barrier { .. } => continue,
            Stmt::Let(id) => {
                let id = *id;
                // A group of one finds out what it knew.
                if let Op::Collective { op, operand, .. } = values[id].op {
                    let scalar = values[operand].ty.scalar().unwrap_or(Scalar::I64);
                    values[id].op = match op {
                        CollectiveOp::ScanExclusive(op) => {
                            Op::Constant(smallvec![eval::identity(op, scalar).unwrap_or(0)])
                        }
                        _ => Op::Bitcast(operand),
                    };
                }
                if let Op::WorkItem(query, dimension) = values[id].op {
                    let mut query_first = |query| {
                        let value = Value { op: Op::WorkItem(query, dimension), ..values[id].clone() };
                        let id = values.push(value);
                        made.push(Stmt::Let(id));
                        id
                    };
                    match query {
                        WorkItemQuery::LocalId => values[id].op = Op::Constant(smallvec![0]),
                        WorkItemQuery::LocalSize | WorkItemQuery::EnqueuedLocalSize => {
                            values[id].op = Op::Constant(smallvec![1]);
                        }
                        WorkItemQuery::NumGroups => {
                            values[id].op = Op::WorkItem(WorkItemQuery::GlobalSize, dimension);
                        }
                        WorkItemQuery::GroupId => {
                            let global = query_first(WorkItemQuery::GlobalId);
                            let offset = query_first(WorkItemQuery::GlobalOffset);
                            values[id].op = Op::Binary(BinaryOp::Sub, global, offset);
                        }
                        // Whoever asks for sub-groups is not separated.
                        WorkItemQuery::SubGroupSize
                        | WorkItemQuery::MaxSubGroupSize
                        | WorkItemQuery::NumSubGroups
                        | WorkItemQuery::EnqueuedNumSubGroups
                        | WorkItemQuery::SubGroupId
                        | WorkItemQuery::SubGroupLocalId
                        | WorkItemQuery::WorkDimension
                        | WorkItemQuery::GlobalSize
                        | WorkItemQuery::GlobalId
                        | WorkItemQuery::GlobalOffset => {}
                    }
                }
            }
            Stmt::Block { body, .. } | Stmt::Loop { body, .. } => list(values, body),
            Stmt::If { then, otherwise, .. } => {
                list(values, then);
                list(values, otherwise);
            }
            _ => {}
        }
        made.push(stmt);
    }
    *statements = made;
}
