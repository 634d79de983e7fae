//! Text of tokens and of the syntax tree: what `ferrocl compile --emit tokens|ast` prints, and what the parser's tests compare.
//!
//! One statement or declaration a line, indented by its depth; types in words from the name outwards ("array [3] of pointer to
//! const int"); expressions in prefix form with every pair of parentheses shown (`(+ a (* b c))`). The text depends on the tree alone.
//!
//! `expr` prints expressions without recursion (sums may be long), `ty` types and declarators.

mod cpp;
mod expr;
mod ty;

use std::fmt::Write;

use ferrocl_base::{Interner, SourceMap, Span, Symbol};

use crate::ast::{
    Attribute, AttributeArgument, Declaration, Initializer, InitializerList, Item, LoopHint, StaticAssert,
    StmtId, StmtKind, TranslationUnit,
};
use crate::token::{FloatLiteral, FloatSuffix, Header, IntegerLiteral, Pragma, Token, TokenKind};

/// The tree as text.
pub fn dump(unit: &TranslationUnit, interner: &Interner) -> String {
    dump_unit(unit, interner, None)
}
/// The tree as text, with the line and column of each item and statement.
pub fn dump_with_places(unit: &TranslationUnit, interner: &Interner, map: &SourceMap) -> String {
    dump_unit(unit, interner, Some(map))
}
fn dump_unit(unit: &TranslationUnit, interner: &Interner, map: Option<&SourceMap>) -> String {
    let mut dumper = Dumper { unit, interner, map, text: String::new(), depth: 0 };
    for item in &unit.items {
        dumper.item(item);
    }
    dumper.text
}

/// The tokens as text, one a line: what it is, and its spelling or value.
pub fn dump_tokens(tokens: &[Token], interner: &Interner) -> String {
    let mut text = String::new();
    for token in tokens {
        match &token.kind {
            TokenKind::Identifier(name) => {
                text.push_str("identifier ");
                text.push_str(interner.text(*name));
            }
            TokenKind::Integer(literal) => {
                text.push_str("integer ");
                write_integer(&mut text, *literal);
            }
            TokenKind::Float(literal) => {
                text.push_str("float ");
                write_float(&mut text, literal);
            }
            TokenKind::Character(value) => write_to(&mut text, format_args!("character {value}")),
            TokenKind::String(bytes) => {
                write_to(&mut text, format_args!("string \"{}\"", bytes.escape_ascii()))
            }
            TokenKind::Punctuator(punctuator) => {
                text.push_str("punctuator ");
                text.push_str(punctuator.text());
            }
            TokenKind::Pragma(pragma) => {
                text.push_str("pragma ");
                match pragma {
                    Pragma::FpContract(state) => text.push_str(fp_contract_text(*state)),
                    Pragma::Extension { name, enable } => {
                        write_to(
                            &mut text,
                            format_args!("extension {} {}", interner.text(*name), on_off(*enable)),
                        );
                    }
                    Pragma::Unroll(None) => text.push_str("unroll"),
                    Pragma::Unroll(Some(factor)) => write_to(&mut text, format_args!("unroll {factor}")),
                    Pragma::NoUnroll => text.push_str("nounroll"),
                    Pragma::Header(Header::Reinterpret) => text.push_str("header opencl_reinterpret"),
                    Pragma::Pack(limit) => write_to(&mut text, format_args!("pack {limit}")),
                }
            }
            TokenKind::End => text.push_str("end"),
        }
        text.push('\n');
    }
    text
}

/// Writes to a string, which cannot fail.
fn write_to(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    let _ = text.write_fmt(arguments);
}
fn write_integer(text: &mut String, literal: IntegerLiteral) {
    if literal.decimal || literal.value == 0 {
        write_to(text, format_args!("{}", literal.value));
    } else {
        write_to(text, format_args!("{:#x}", literal.value));
    }
    text.push_str(if literal.unsigned { "u" } else { "" });
    text.push_str(if literal.long { "l" } else { "" });
}
fn write_float(text: &mut String, literal: &FloatLiteral) {
    text.push_str(&literal.digits);
    text.push_str(match literal.suffix {
        FloatSuffix::None => "",
        FloatSuffix::F => "f",
        FloatSuffix::H => "h",
        FloatSuffix::L => "l",
    });
}
fn fp_contract_text(state: Option<bool>) -> &'static str {
    match state {
        Some(true) => "fp_contract on",
        Some(false) => "fp_contract off",
        None => "fp_contract default",
    }
}
fn on_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

struct Dumper<'a> {
    unit: &'a TranslationUnit,
    interner: &'a Interner,
    /// For places; `None` leaves them out.
    map: Option<&'a SourceMap>,
    text: String,
    depth: usize,
}

impl Dumper<'_> {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }
    fn name(&mut self, symbol: Symbol) {
        let text = self.interner.text(symbol);
        self.text.push_str(text);
    }
    /// Starts a line for something that stands at `span`.
    fn start(&mut self, span: Span) {
        for _ in 0..self.depth {
            self.text.push_str("  ");
        }
        if let Some(place) = self.map.and_then(|map| map.locate(map.outermost(span).low)) {
            write_to(&mut self.text, format_args!("{}:{} ", place.line, place.column));
        }
    }
    fn end(&mut self) {
        self.text.push('\n');
    }
    /// A line of its own.
    fn line(&mut self, span: Span, text: &str) {
        self.start(span);
        self.push(text);
        self.end();
    }
    fn deeper(&mut self, inner: impl FnOnce(&mut Self)) {
        self.depth += 1;
        inner(self);
        self.depth -= 1;
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Function(function) => {
                self.start(function.span);
                self.push("function ");
                self.declared(&function.specifiers, &function.declarator);
                self.end();
                self.deeper(|dumper| dumper.stmt(function.body));
            }
            Item::Declaration(declaration) => self.declaration(declaration),
            Item::StaticAssert(assertion) => self.static_assert(assertion),
            Item::Extension { name, enable, span } => {
                self.start(*span);
                self.push("extension ");
                self.name(*name);
                self.push(" ");
                self.push(on_off(*enable));
                self.end();
            }
            Item::Template(template) => self.function_template(template),
            Item::ClassTemplate(template) => self.class_template(template),
            Item::FpContract(state) => self.line(Span::NONE, fp_contract_text(*state)),
        }
    }
    fn declaration(&mut self, declaration: &Declaration) {
        if declaration.declarators.is_empty() {
            self.start(declaration.span);
            self.push("declare ");
            self.specifiers(&declaration.specifiers);
            self.end();
            if let crate::ast::TypeSpecifier::Record(record) = &declaration.specifiers.ty {
                self.deeper(|dumper| dumper.class_members(record));
            }
        }
        for (index, declared) in declaration.declarators.iter().enumerate() {
            self.start(declared.declarator.span);
            self.push("declare ");
            if index == 0 {
                self.declared(&declaration.specifiers, &declared.declarator);
            } else {
                // The specifiers were shown with the first.
                self.also_declared(&declared.declarator);
            }
            if let Some(initializer) = &declared.initializer {
                self.push(" = ");
                self.initializer(initializer);
            }
            self.end();
        }
    }
    fn static_assert(&mut self, assertion: &StaticAssert) {
        self.start(assertion.span);
        self.push("static_assert ");
        self.expr(assertion.condition);
        if let Some(message) = &assertion.message {
            write_to(&mut self.text, format_args!(" \"{}\"", message.escape_ascii()));
        }
        self.end();
    }
    fn initializer(&mut self, initializer: &Initializer) {
        match initializer {
            Initializer::Expr(expr) => self.expr(*expr),
            Initializer::List(list) => self.initializer_list(list),
            Initializer::Expansion(expr) => {
                self.expr(*expr);
                self.push("...");
            }
            Initializer::Arguments(parts, _) => {
                self.push("(");
                for (index, &part) in parts.iter().enumerate() {
                    self.push(if index > 0 { ", " } else { "" });
                    self.expr(part);
                }
                self.push(")");
            }
        }
    }
    fn initializer_list(&mut self, list: &InitializerList) {
        self.push("{");
        for (index, item) in list.items.iter().enumerate() {
            self.push(if index > 0 { ", " } else { "" });
            for designator in &item.designators {
                match designator {
                    crate::ast::Designator::Member(name, _) => {
                        self.push(".");
                        self.name(*name);
                    }
                    crate::ast::Designator::Index { first, last, .. } => {
                        self.push("[");
                        self.expr(*first);
                        if let Some(last) = last {
                            self.push(" ... ");
                            self.expr(*last);
                        }
                        self.push("]");
                    }
                }
            }
            self.push(if item.designators.is_empty() { "" } else { " = " });
            self.initializer(&item.value);
        }
        self.push("}");
    }
    fn attributes(&mut self, attributes: &[Attribute]) {
        for attribute in attributes {
            self.push(" @");
            self.name(attribute.name);
            if attribute.arguments.is_empty() {
                continue;
            }
            self.push("(");
            for (index, argument) in attribute.arguments.iter().enumerate() {
                self.push(if index > 0 { ", " } else { "" });
                match argument {
                    AttributeArgument::Expr(expr) => self.expr(*expr),
                    AttributeArgument::Type(ty) => self.type_name(ty),
                }
            }
            self.push(")");
        }
    }

    /// `head expr…` on a line.
    fn head(&mut self, span: Span, head: &str, exprs: &[crate::ast::ExprId]) {
        self.start(span);
        self.push(head);
        for expr in exprs {
            self.push(" ");
            self.expr(*expr);
        }
        self.end();
    }
    fn hinted(&mut self, span: Span, head: &str, condition: Option<crate::ast::ExprId>, hint: LoopHint) {
        self.start(span);
        self.push(head);
        if let Some(condition) = condition {
            self.push(" ");
            self.expr(condition);
        }
        match hint {
            LoopHint::None => {}
            LoopHint::Full => self.push(" unroll fully"),
            LoopHint::By(factor) => write_to(&mut self.text, format_args!(" unroll by {factor}")),
            LoopHint::Factor(factor) => {
                self.push(" unroll by ");
                self.expr(factor);
            }
        }
        self.end();
    }
    fn stmt(&mut self, id: StmtId) {
        let unit = self.unit;
        let stmt = &unit.stmts[id];
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Block { stmts, fp_contract } => {
                self.start(span);
                self.push("block");
                if let Some(state) = fp_contract {
                    self.push(" ");
                    self.push(fp_contract_text(*state));
                }
                self.end();
                self.deeper(|dumper| stmts.iter().for_each(|&stmt| dumper.stmt(stmt)));
            }
            StmtKind::Declaration(declaration) => self.declaration(declaration),
            StmtKind::StaticAssert(assertion) => self.static_assert(assertion),
            StmtKind::Expr(expr) => self.head(span, "do", &[*expr]),
            StmtKind::Empty => self.line(span, "empty"),
            StmtKind::If { .. } => self.if_chain(id),
            StmtKind::Switch { value, body } => {
                self.head(span, "switch", &[*value]);
                self.deeper(|dumper| dumper.stmt(*body));
            }
            StmtKind::Case { .. } | StmtKind::Default { .. } | StmtKind::Label { .. } => self.labelled(id),
            StmtKind::While { condition, body, hint } => {
                self.hinted(span, "while", Some(*condition), *hint);
                self.deeper(|dumper| dumper.stmt(*body));
            }
            StmtKind::DoWhile { body, condition, hint } => {
                self.hinted(span, "do-while", Some(*condition), *hint);
                self.deeper(|dumper| dumper.stmt(*body));
            }
            StmtKind::For { init, condition, step, body, hint } => {
                self.hinted(span, "for", None, *hint);
                self.deeper(|dumper| {
                    if let Some(init) = init {
                        dumper.line(span, "init");
                        dumper.deeper(|dumper| dumper.stmt(*init));
                    }
                    if let Some(condition) = condition {
                        dumper.head(unit.exprs[*condition].span, "condition", &[*condition]);
                    }
                    if let Some(step) = step {
                        dumper.head(unit.exprs[*step].span, "step", &[*step]);
                    }
                    dumper.stmt(*body);
                });
            }
            StmtKind::RangeFor { element, range, body, hint } => {
                self.hinted(span, "for-range", Some(*range), *hint);
                self.deeper(|dumper| {
                    dumper.declaration(element);
                    dumper.stmt(*body);
                });
            }
            StmtKind::Item(item) => self.item(item),
            StmtKind::ReturnList(list) => {
                self.start(span);
                self.push("return ");
                self.initializer_list(list);
                self.end();
            }
            StmtKind::Break => self.line(span, "break"),
            StmtKind::Continue => self.line(span, "continue"),
            StmtKind::Return(value) => self.head(span, "return", value.as_slice()),
            StmtKind::Goto(name, _) => {
                self.start(span);
                self.push("goto ");
                self.name(*name);
                self.end();
            }
            StmtKind::Error => self.line(span, "error"),
        }
    }
    /// An `if` with all its `else if`, which may be many.
    fn if_chain(&mut self, mut id: StmtId) {
        let unit = self.unit;
        let mut word = "if";
        while let StmtKind::If { condition, then, otherwise, .. } = &unit.stmts[id].kind {
            self.head(unit.stmts[id].span, word, &[*condition]);
            self.deeper(|dumper| dumper.stmt(*then));
            let Some(otherwise) = otherwise else { return };
            id = *otherwise;
            word = "else if";
        }
        self.line(unit.stmts[id].span, "else");
        self.deeper(|dumper| dumper.stmt(id));
    }
    /// A statement with all its labels, which may be many.
    fn labelled(&mut self, mut id: StmtId) {
        let unit = self.unit;
        loop {
            let stmt = &unit.stmts[id];
            id = match &stmt.kind {
                StmtKind::Case { value, last, body } => {
                    self.start(stmt.span);
                    self.push("case ");
                    self.expr(*value);
                    if let Some(last) = last {
                        self.push(" ... ");
                        self.expr(*last);
                    }
                    self.end();
                    *body
                }
                StmtKind::Default { body } => {
                    self.line(stmt.span, "default");
                    *body
                }
                StmtKind::Label { name, body } => {
                    self.start(stmt.span);
                    self.push("label ");
                    self.name(*name);
                    self.end();
                    *body
                }
                _ => return self.deeper(|dumper| dumper.stmt(id)),
            };
        }
    }
}
