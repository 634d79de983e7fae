//! What a function does with each of its variables, found before it is lowered: that decides how the variable
//! is represented.

use ferrocl_base::IndexVec;

use crate::hir::{self, ConversionKind, ExprId, ExprKind, Initializer, Stmt, StmtKind, VariableId};

/// What a function does with one variable.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct VariableFacts {
    /// Its address goes where its uses cannot be followed: `&x`, or an array that is not indexed on the spot.
    pub address_taken: bool,
    /// It is written besides by its initialiser.
    pub written: bool,
    /// Its declaration comes before each of its uses, in the same list of statements or one around them.
    pub declared_before_use: bool,
}

/// The facts of every variable of a function.
pub(super) fn collect(function: &hir::Function) -> IndexVec<VariableId, VariableFacts> {
    let mut facts: IndexVec<VariableId, VariableFacts> =
        function.variables.iter().map(|_| VariableFacts::default()).collect();
    let evaluated = evaluated(function);
    let mut indexed = vec![false; function.exprs.len()];
    for &id in &evaluated {
        if let ExprKind::Dereference(pointer) = function.exprs[id].kind {
            indexed[array_of(function, pointer).0 as usize] = true;
        }
    }
    for id in evaluated {
        let (place, change): (ExprId, fn(&mut VariableFacts)) = match function.exprs[id].kind {
            ExprKind::AddressOf(place) => (place, |facts| facts.address_taken = true),
            ExprKind::Convert { kind: ConversionKind::ArrayToPointer, operand, .. }
                if !indexed[id.0 as usize] =>
            {
                (operand, |facts| facts.address_taken = true)
            }
            ExprKind::Assign(place, _)
            | ExprKind::CompoundAssign { place, .. }
            | ExprKind::Increment { place, .. } => (place, |facts| facts.written = true),
            _ => continue,
        };
        if let Some(variable) = root(function, place) {
            change(&mut facts[variable]);
        }
    }
    // A jump may pass a declaration by.
    if function.labels.is_empty() {
        let mut walk = Walk { facts: &mut facts };
        walk.list(function.body.as_deref().unwrap_or_default());
    }
    facts
}

/// The expressions that the function's statements consist of. There are others: what analysis made and left out again, as the `*` of `&*p`.
fn evaluated(function: &hir::Function) -> Vec<ExprId> {
    let mut is_known = vec![false; function.exprs.len()];
    let mut found = Vec::new();
    let mut pending = Vec::new();
    Stmt::for_each_expr(function.body.as_deref().unwrap_or_default(), |id| pending.push(id));
    while let Some(id) = pending.pop() {
        if !std::mem::replace(&mut is_known[id.0 as usize], true) {
            found.push(id);
            function.exprs[id].kind.for_each_operand(|operand| pending.push(operand));
        }
    }
    found
}

/// Under additions of indices, the expression that a pointer comes from.
fn array_of(function: &hir::Function, mut pointer: ExprId) -> ExprId {
    while let ExprKind::PointerAdd { pointer: inner, .. } = function.exprs[pointer].kind {
        pointer = inner;
    }
    pointer
}

/// The variable that a place is part of, if it is not reached through a pointer.
pub(super) fn root(function: &hir::Function, mut place: ExprId) -> Option<VariableId> {
    loop {
        place = match function.exprs[place].kind {
            ExprKind::Variable(variable) | ExprKind::CompoundLiteral(variable, _) => return Some(variable),
            ExprKind::Member { base, .. }
            | ExprKind::Swizzle { base, .. }
            | ExprKind::ComponentIndex { base, .. } => base,
            ExprKind::Dereference(pointer) => match function.exprs[array_of(function, pointer)].kind {
                ExprKind::Convert { kind: ConversionKind::ArrayToPointer, operand, .. } => operand,
                _ => return None,
            },
            _ => return None,
        };
    }
}

struct Walk<'f> {
    facts: &'f mut IndexVec<VariableId, VariableFacts>,
}

impl Walk<'_> {
    /// Whether `case` or `default` labels of an enclosing `switch` are in the list. Its own declarations may be passed by then.
    fn list(&mut self, list: &[Stmt]) -> bool {
        let mut declared = Vec::new();
        let mut has_case = false;
        for stmt in list {
            has_case |= self.stmt(stmt, &mut declared);
        }
        if !has_case {
            for variable in declared {
                self.facts[variable].declared_before_use = true;
            }
        }
        has_case
    }
    fn stmt(&mut self, mut stmt: &Stmt, declared: &mut Vec<VariableId>) -> bool {
        let mut has_case = false;
        loop {
            stmt = match &stmt.kind {
                StmtKind::Declare(variable, Some(Initializer::Value(_))) => {
                    declared.push(*variable);
                    return has_case;
                }
                StmtKind::Block(list) => return self.list(list) || has_case,
                StmtKind::If(arms, otherwise) => {
                    for arm in arms {
                        has_case |= self.stmt(&arm.then, declared);
                    }
                    match otherwise {
                        Some(otherwise) => otherwise,
                        None => return has_case,
                    }
                }
                StmtKind::While(_, body, _) | StmtKind::DoWhile(body, _, _) => body,
                StmtKind::For(init, _, _, body, _) => {
                    for stmt in init {
                        self.stmt(stmt, declared);
                    }
                    body
                }
                StmtKind::Switch(_, body) => {
                    self.stmt(body, declared);
                    return has_case;
                }
                StmtKind::Case(_, _, body) | StmtKind::Default(body) => {
                    has_case = true;
                    body
                }
                StmtKind::Label(_, body) => body,
                _ => return has_case,
            };
        }
    }
}
