//! What only the whole program shows: recursion, and functions and variables that are used but not defined (section
//! "Restrictions").

use ferrocl_base::codes::declarations as codes;
use ferrocl_base::{Diagnostic, Span};
use rustc_hash::FxHashMap;

use super::Analyzer;
use crate::hir::{ExprKind, FunctionId, GlobalId, Stmt};

/// A call of a function of the program, and where it stands.
type Call = (FunctionId, Span);

impl Analyzer<'_> {
    /// Checks the program when all of it has been read.
    pub(super) fn check_program(&mut self) {
        let mut calls: Vec<Vec<Call>> = Vec::with_capacity(self.program.functions.len());
        let mut undefined_functions: Vec<Call> = Vec::new();
        let mut undefined_globals: Vec<(GlobalId, Span)> = Vec::new();
        for function in &self.program.functions {
            let mut callees: FxHashMap<FunctionId, Span> = FxHashMap::default();
            let mut order = Vec::new();
            let mut pending = Vec::new();
            Stmt::for_each_expr(function.body.as_deref().unwrap_or(&[]), |expr| pending.push(expr));
            pending.reverse();
            while let Some(id) = pending.pop() {
                let expr = &function.exprs[id];
                match expr.kind {
                    ExprKind::Call(callee, _) => {
                        callees.entry(callee).or_insert_with(|| {
                            order.push((callee, expr.span));
                            expr.span
                        });
                    }
                    ExprKind::Global(global) if self.program.globals[global].bytes.is_none() => {
                        undefined_globals.push((global, expr.span));
                    }
                    _ => {}
                }
                expr.kind.for_each_operand(|operand| pending.push(operand));
            }
            undefined_functions
                .extend(order.iter().filter(|(callee, _)| self.program.functions[*callee].body.is_none()));
            calls.push(order);
        }
        match self.options.separate_compilation {
            true => self.name_for_linking(),
            false => self.report_undefined(&undefined_functions, &undefined_globals),
        }
        self.report_recursion(&calls);
    }

    /// Gives what other objects may name or define its name there. Overloaded functions are told apart by their parameters.
    fn name_for_linking(&mut self) {
        for id in self.program.functions.ids() {
            let function = &self.program.functions[id];
            let is_known = self.external_functions.contains(&id) || function.body.is_none();
            if function.is_library || self.static_functions.contains(&id) || !is_known {
                continue;
            }
            let mut name = self.interner.text(function.name).to_owned();
            if self.overloadable.contains(&function.name) {
                let types = function.parameters.iter().map(|&parameter| {
                    self.program.types.qualified_name(self.interner, function.variables[parameter].ty)
                });
                name = format!("{name}({})", types.collect::<Vec<_>>().join(", "));
            }
            self.program.functions[id].link_name = Some(name);
        }
        for (&name, &id) in &self.linked_globals {
            if !self.static_globals.contains(&id) {
                self.program.globals[id].link_name = Some(self.interner.text(name).to_owned());
            }
        }
    }

    fn report_undefined(&mut self, functions: &[Call], globals: &[(GlobalId, Span)]) {
        let mut reported = rustc_hash::FxHashSet::default();
        for &(callee, span) in functions {
            if !reported.insert(callee) {
                continue;
            }
            let function = &self.program.functions[callee];
            let text = self.interner.text(function.name);
            let diagnostic = Diagnostic::new(
                codes::UNDEFINED_FUNCTION,
                span,
                format!("the function `{text}` is called but has no body"),
            )
            .primary("called here")
            .label(function.span, "only declared here")
            .help("define it in this program");
            self.report(diagnostic);
        }
        let mut reported = rustc_hash::FxHashSet::default();
        for &(global, span) in globals {
            if !reported.insert(global) {
                continue;
            }
            let declared = &self.program.globals[global];
            let text = declared.name.map_or("", |name| self.interner.text(name));
            let diagnostic = Diagnostic::new(
                codes::UNDEFINED_VARIABLE,
                span,
                format!("the variable `{text}` is used but only declared `extern`"),
            )
            .primary("used here")
            .label(declared.span, "only declared here")
            .help("define it in this program");
            self.report(diagnostic);
        }
    }

    /// Reports every cycle that a depth-first walk of the call graph closes.
    fn report_recursion(&mut self, calls: &[Vec<Call>]) {
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            New,
            Open,
            Done,
        }
        let mut states = vec![State::New; calls.len()];
        for start in 0..calls.len() {
            if states[start] != State::New {
                continue;
            }
            // The functions being visited, with the next call to look at.
            let mut path: Vec<(usize, usize)> = vec![(start, 0)];
            states[start] = State::Open;
            while let Some((function, next)) = path.last_mut() {
                let Some(&(callee, span)) = calls[*function].get(*next) else {
                    states[*function] = State::Done;
                    path.pop();
                    continue;
                };
                *next += 1;
                let callee = callee.0 as usize;
                match states[callee] {
                    State::New => {
                        states[callee] = State::Open;
                        path.push((callee, 0));
                    }
                    State::Open if !self.diagnostics.is_full() => {
                        let first = path
                            .iter()
                            .position(|&(f, _)| f == callee)
                            .expect("open functions are on the path");
                        let cycle: Vec<Call> = path[first..]
                            .iter()
                            .map(|&(f, next)| (FunctionId(f as u32), calls[f][next - 1].1))
                            .collect();
                        if !self.is_constant_cycle(&cycle, calls) {
                            self.report_cycle(&cycle, span);
                        }
                    }
                    State::Open | State::Done => {}
                }
            }
        }
    }
    /// Whether a cycle is of functions that only constant expressions call, which have been evaluated: their bodies are not needed any more.
    fn is_constant_cycle(&mut self, cycle: &[Call], calls: &[Vec<Call>]) -> bool {
        let members: Vec<FunctionId> = cycle.iter().map(|&(id, _)| id).collect();
        let is_called = calls.iter().enumerate().any(|(caller, callees)| {
            !members.contains(&FunctionId(caller as u32))
                && callees.iter().any(|(callee, _)| members.contains(callee))
        });
        if is_called || !members.iter().all(|id| self.constexpr_functions.contains(id)) {
            return false;
        }
        for id in members {
            self.program.functions[id].body = None;
        }
        true
    }
    /// Reports recursion: each function of the cycle with its call of the next one; the last call closes it.
    fn report_cycle(&mut self, cycle: &[Call], closing: Span) {
        const SHOWN: usize = 8;
        let name = |analyzer: &Self, id: FunctionId| {
            analyzer.interner.text(analyzer.program.functions[id].name).to_string()
        };
        let first = name(self, cycle[0].0);
        let message = match cycle {
            [_] => format!("the function `{first}` calls itself"),
            _ => format!("the function `{first}` calls itself through {} others", cycle.len() - 1),
        };
        let mut diagnostic = Diagnostic::new(codes::RECURSION, closing, message)
            .primary(format!("this call of `{first}` closes the cycle"));
        for (i, &(function, call)) in cycle.iter().enumerate().take(cycle.len() - 1).take(SHOWN) {
            let (caller, callee) = (name(self, function), name(self, cycle[i + 1].0));
            diagnostic = diagnostic.label(call, format!("`{caller}` calls `{callee}` here"));
        }
        let diagnostic = diagnostic
            .note("OpenCL C has no recursion (section \"Restrictions\")")
            .help("write it as a loop, with an array as the stack if it needs one");
        self.report(diagnostic);
    }
}
