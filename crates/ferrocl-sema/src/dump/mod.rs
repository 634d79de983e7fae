//! The typed tree as text: what `ferrocl compile --emit hir` prints and tests compare.
//!
//! One item or statement a line, indented by its depth. Expressions are in prefix form with their type after a colon where it is not plain
//! (`(+:float4 …)`); each conversion shows what it does and why. The text depends on the tree alone.
//!
//! `expr` prints expressions, without recursion, since sums may be long.

mod expr;

use std::fmt::Write;

use ferrocl_base::{Interner, Symbol};
use ferrocl_syntax::ast::LoopHint;

use crate::hir::{ExprId, Function, Global, Initializer, LabelId, Program, Stmt, StmtKind, VariableId};
use crate::types::{RecordId, TypeId};

/// How many bytes of a variable's contents are shown.
const SHOWN_BYTES: usize = 256;

/// The program as text. Functions of the built-in library are left out.
pub fn dump(program: &Program, interner: &Interner) -> String {
    let mut dumper = Dumper { program, interner, text: String::new(), depth: 0 };
    for id in program.types.records.ids() {
        dumper.record(id);
    }
    for (id, global) in program.globals.iter_enumerated() {
        dumper.global(id, global);
    }
    for function in program.functions.iter().filter(|function| !function.is_library) {
        dumper.function(function);
    }
    dumper.text
}

/// One expression of a function as text.
pub fn dump_expression(program: &Program, interner: &Interner, function: &Function, expr: ExprId) -> String {
    Dumper { program, interner, text: String::new(), depth: 0 }.expr_text(function, expr)
}

struct Dumper<'a> {
    program: &'a Program,
    interner: &'a Interner,
    text: String,
    depth: usize,
}

impl<'a> Dumper<'a> {
    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        for _ in 0..self.depth {
            self.text.push_str("  ");
        }
        // Writing to a string does not fail.
        let _ = self.text.write_fmt(line);
        self.text.push('\n');
    }
    fn ty(&self, ty: TypeId) -> String {
        self.program.types.name(self.interner, ty)
    }
    fn name(&self, name: Option<Symbol>) -> &'a str {
        let interner = self.interner;
        name.map_or("_", |name| interner.text(name))
    }

    fn record(&mut self, id: RecordId) {
        let program = self.program;
        let record = &program.types.records[id];
        let keyword = if record.is_union { "union" } else { "struct" };
        let tag = self.name(record.tag);
        let Some(fields) = &record.fields else {
            self.line(format_args!("{keyword} {id} {tag}: incomplete"));
            return;
        };
        self.line(format_args!("{keyword} {id} {tag}: size {}, align {}", record.size, record.align));
        self.depth += 1;
        for field in fields {
            let ty = self.program.types.qualified_name(self.interner, field.ty);
            let name = self.name(field.name);
            self.line(format_args!("{}: {name} {ty}", field.offset));
        }
        self.depth -= 1;
    }

    fn global(&mut self, id: crate::hir::GlobalId, global: &Global) {
        let ty = self.program.types.qualified_name(self.interner, global.ty);
        let name = self.name(global.name);
        let Some(bytes) = &global.bytes else {
            self.line(format_args!("global {id} {name}: {ty}, undefined"));
            return;
        };
        self.line(format_args!("global {id} {name}: {ty}, align {}, {} bytes", global.align, bytes.len()));
        self.depth += 1;
        if bytes.iter().any(|&byte| byte != 0) {
            for chunk in bytes[..bytes.len().min(SHOWN_BYTES)].chunks(32) {
                let mut words = String::new();
                for (i, byte) in chunk.iter().enumerate() {
                    let gap = if i > 0 && i % 4 == 0 { " " } else { "" };
                    let _ = write!(words, "{gap}{byte:02x}");
                }
                self.line(format_args!("{words}"));
            }
            if bytes.len() > SHOWN_BYTES {
                self.line(format_args!("… {} more bytes", bytes.len() - SHOWN_BYTES));
            }
        }
        for (offset, target, addend) in &global.relocations {
            self.line(format_args!("at {offset}: address of {target} + {addend}"));
        }
        self.depth -= 1;
    }

    fn function(&mut self, function: &Function) {
        let what = if function.kernel.is_some() { "kernel" } else { "function" };
        let parameters: Vec<String> =
            function.parameters.iter().map(|&id| self.variable(function, id)).collect();
        let name = self.name(Some(function.name));
        let (result, list) = (self.ty(function.result), parameters.join(", "));
        let Some(body) = &function.body else {
            self.line(format_args!("{what} {name}({list}) -> {result}, undefined"));
            return;
        };
        self.line(format_args!("{what} {name}({list}) -> {result}"));
        self.depth += 1;
        if let Some(kernel) = &function.kernel
            && !kernel.attributes.is_empty()
        {
            self.line(format_args!("attributes {}", kernel.attributes));
        }
        // Private variables show where they begin; local ones begin nowhere.
        for (id, variable) in function.variables.iter_enumerated() {
            if variable.ty.space == ferrocl_ir::AddressSpace::Local {
                let text = self.variable(function, id);
                self.line(format_args!("variable {text}"));
            }
        }
        for stmt in body {
            self.stmt(function, stmt);
        }
        self.depth -= 1;
    }
    /// `x3 name: type`, and the alignment where it is not the type's.
    fn variable(&self, function: &Function, id: VariableId) -> String {
        let variable = &function.variables[id];
        let ty = self.program.types.qualified_name(self.interner, variable.ty);
        let mut text = format!("{id} {}: {ty}", self.name(variable.name));
        if variable.align != self.program.types.align_of(variable.ty.ty) {
            let _ = write!(text, " align {}", variable.align);
        }
        text
    }

    fn stmt(&mut self, function: &Function, stmt: &Stmt) {
        let expr = |dumper: &Self, id: ExprId| dumper.expr_text(function, id);
        match &stmt.kind {
            StmtKind::Expr(value) => {
                let text = expr(self, *value);
                self.line(format_args!("{text}"));
            }
            StmtKind::Declare(variable, initializer) => {
                let text = self.variable(function, *variable);
                match initializer {
                    None => self.line(format_args!("variable {text}")),
                    Some(initializer) => {
                        let value = self.initializer_text(function, initializer);
                        self.line(format_args!("variable {text} = {value}"));
                    }
                }
            }
            StmtKind::Block(stmts) => {
                self.line(format_args!("block"));
                self.nested(function, stmts);
            }
            StmtKind::If(arms, otherwise) => {
                for (number, arm) in arms.iter().enumerate() {
                    let text = expr(self, arm.condition);
                    let word = if number == 0 { "if" } else { "else if" };
                    self.line(format_args!("{word} {text}"));
                    self.body(function, &arm.then);
                }
                if let Some(otherwise) = otherwise {
                    self.line(format_args!("else"));
                    self.body(function, otherwise);
                }
            }
            StmtKind::While(condition, body, hint) => {
                let text = expr(self, *condition);
                self.line(format_args!("while {text}{}", hint_text(*hint)));
                self.body(function, body);
            }
            StmtKind::DoWhile(body, condition, hint) => {
                self.line(format_args!("do{}", hint_text(*hint)));
                self.body(function, body);
                let text = expr(self, *condition);
                self.line(format_args!("while {text}"));
            }
            StmtKind::For(init, condition, step, body, hint) => {
                self.line(format_args!("for{}", hint_text(*hint)));
                self.depth += 1;
                for stmt in init {
                    self.stmt(function, stmt);
                }
                if let Some(condition) = condition {
                    let text = expr(self, *condition);
                    self.line(format_args!("condition {text}"));
                }
                if let Some(step) = step {
                    let text = expr(self, *step);
                    self.line(format_args!("step {text}"));
                }
                self.depth -= 1;
                self.body(function, body);
            }
            StmtKind::Switch(value, body) => {
                let text = expr(self, *value);
                self.line(format_args!("switch {text}"));
                self.body(function, body);
            }
            StmtKind::Case(first, last, body) => {
                if first == last {
                    self.line(format_args!("case {first:#x}"));
                } else {
                    self.line(format_args!("case {first:#x} ... {last:#x}"));
                }
                self.labelled(function, body);
            }
            StmtKind::Default(body) => {
                self.line(format_args!("default"));
                self.labelled(function, body);
            }
            StmtKind::Label(label, body) => {
                let text = self.label(function, *label);
                self.line(format_args!("label {text}"));
                self.labelled(function, body);
            }
            StmtKind::Break => self.line(format_args!("break")),
            StmtKind::Continue => self.line(format_args!("continue")),
            StmtKind::Return(None) => self.line(format_args!("return")),
            StmtKind::Return(Some(value)) => {
                let text = expr(self, *value);
                self.line(format_args!("return {text}"));
            }
            StmtKind::Goto(label) => {
                let text = self.label(function, *label);
                self.line(format_args!("goto {text}"));
            }
            StmtKind::Empty => self.line(format_args!("empty")),
        }
    }
    fn label(&self, function: &Function, label: LabelId) -> String {
        format!("{label} {}", self.interner.text(function.labels[label]))
    }
    fn labelled(&mut self, function: &Function, body: &Stmt) {
        if !matches!(body.kind, StmtKind::Empty) {
            self.body(function, body);
        }
    }
    fn nested(&mut self, function: &Function, stmts: &[Stmt]) {
        self.depth += 1;
        for stmt in stmts {
            self.stmt(function, stmt);
        }
        self.depth -= 1;
    }
    fn body(&mut self, function: &Function, body: &Stmt) {
        match &body.kind {
            StmtKind::Block(stmts) => self.nested(function, stmts),
            _ => self.nested(function, std::slice::from_ref(body)),
        }
    }
    fn initializer_text(&self, function: &Function, initializer: &Initializer) -> String {
        match initializer {
            Initializer::Value(value) => self.expr_text(function, *value),
            Initializer::Parts(parts) => {
                let parts: Vec<String> = parts
                    .iter()
                    .map(|part| format!("{}: {}", part.offset, self.expr_text(function, part.value)))
                    .collect();
                format!("{{ {} }}", parts.join(", "))
            }
        }
    }
}

fn hint_text(hint: LoopHint) -> String {
    match hint {
        LoopHint::None => String::new(),
        LoopHint::Full => ", unroll".into(),
        LoopHint::By(factor) => format!(", unroll {factor}"),
        LoopHint::Factor(_) => ", unroll ?".into(),
    }
}
