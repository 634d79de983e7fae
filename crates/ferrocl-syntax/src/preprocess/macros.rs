//! Macros as data: what is defined, how a `#define` is read, and when two definitions are the same.
//!
//! A replacement list is prepared when it is read: parameters carry their number, `#` before a parameter
//! and `##` have kinds of their own, so that filling it in is one pass without look-ups. Predefined macros
//! ([`super::predefined`]) enter the table when a program first names them.
//!
//! `__VA_OPT__(…)` (C23 6.10.5.1, taken in every version of the language as Clang does) is an item that is followed by its
//! contents, which count only where there are variable arguments.

use std::rc::Rc;
use std::sync::Arc;

use ferrocl_base::codes::preprocess as codes;
use ferrocl_base::{Diagnostic, Interner, Span, Symbol, excerpt};
use rustc_hash::FxHashMap;

use super::{Preprocessor, predefined};
use crate::lexer::{Lexer, RawKind, RawToken, flags};
use crate::options::BuildOptions;
use crate::token::Punctuator;

/// A macro.
#[derive(Debug)]
pub(super) struct Macro {
    /// Its name.
    pub name: Symbol,
    /// Its name as text, shared with the record of its uses.
    pub text: Arc<str>,
    /// The name in its `#define`; none for a predefined macro.
    pub definition: Span,
    /// How it is used.
    pub kind: MacroKind,
    /// The replacement list.
    pub body: Vec<RawToken>,
    /// Whether the replacement list has parameters or `##`, so that it must be filled in.
    pub has_operators: bool,
}

/// How a macro is used.
#[derive(Debug, PartialEq)]
pub(super) enum MacroKind {
    /// By its name alone.
    Object,
    /// With arguments.
    Function {
        /// The names of the parameters; the last is `__VA_ARGS__` (or a name of its own, a GNU habit) where
        /// it is variadic.
        parameters: Vec<Symbol>,
        /// Whether the last parameter takes all arguments that are left.
        variadic: bool,
    },
    /// By its name alone, with a value that depends on the place.
    Special(Special),
}

/// A macro whose value depends on the place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Special {
    /// `__FILE__`
    File,
    /// `__LINE__`
    Line,
    /// `__COUNTER__` (a GNU habit): 0, 1, 2, …
    Counter,
}

impl Macro {
    /// Whether the implementation brought it.
    pub fn is_predefined(&self) -> bool {
        self.definition.is_none()
    }

    /// Whether a second definition says the same (C99 6.10.3p2): same kind, parameters, tokens, and white
    /// space at the same places.
    fn same_as(&self, other: &Macro) -> bool {
        self.kind == other.kind
            && self.body.len() == other.body.len()
            && self
                .body
                .iter()
                .zip(&other.body)
                .all(|(a, b)| a.kind == b.kind && a.text == b.text && (a.flags ^ b.flags) & flags::SPACE == 0)
    }
}

/// What is known of a name, in [`MacroTable::slots`].
const UNKNOWN: u32 = 0;
const NO_MACRO: u32 = 1;
const FIRST_MACRO: u32 = 2;

/// Every macro that is defined.
#[derive(Debug, Default)]
pub(super) struct MacroTable {
    /// By symbol: `UNKNOWN`, `NO_MACRO`, or `FIRST_MACRO` plus an index into `macros`.
    slots: Vec<u32>,
    macros: Vec<Rc<Macro>>,
}

impl MacroTable {
    /// The macro of this name.
    pub fn lookup(
        &mut self,
        name: Symbol,
        interner: &mut Interner,
        options: &BuildOptions,
    ) -> Option<&Rc<Macro>> {
        let slot = match self.slots.get(name.0 as usize) {
            Some(&slot) if slot != UNKNOWN => slot,
            _ => {
                match predefined::definition(interner.text(name), options) {
                    None => self.set(name, NO_MACRO),
                    Some(definition) => self.define(prepare_predefined(name, definition, interner)),
                }
                self.slots[name.0 as usize]
            }
        };
        (slot >= FIRST_MACRO).then(|| &self.macros[(slot - FIRST_MACRO) as usize])
    }
    /// Defines a macro, or replaces it.
    pub fn define(&mut self, new: Macro) {
        let slot = FIRST_MACRO + self.macros.len() as u32;
        self.set(new.name, slot);
        self.macros.push(Rc::new(new));
    }
    /// Takes a macro away.
    pub fn undefine(&mut self, name: Symbol) {
        self.set(name, NO_MACRO);
    }
    fn set(&mut self, name: Symbol, slot: u32) {
        let index = name.0 as usize;
        if index >= self.slots.len() {
            self.slots.resize((index + 1).max(2 * self.slots.len()), UNKNOWN);
        }
        self.slots[index] = slot;
    }
}

/// Reads the definition of a predefined macro; it has no errors.
fn prepare_predefined(name: Symbol, definition: predefined::Definition, interner: &mut Interner) -> Macro {
    let text: Arc<str> = Arc::from(interner.text(name));
    let (parameters, body) = match definition {
        predefined::Definition::Special(special) => {
            return Macro {
                name,
                text,
                definition: Span::NONE,
                kind: MacroKind::Special(special),
                body: Vec::new(),
                has_operators: false,
            };
        }
        predefined::Definition::Object(body) => (None, body),
        predefined::Definition::Function(parameters, body) => (Some(parameters), body),
    };
    let mut diagnostics = ferrocl_base::Diagnostics::new();
    let mut lexer = Lexer::for_text(Arc::from(body), 0);
    let mut tokens = Vec::new();
    loop {
        let mut token = lexer.next(interner, &mut diagnostics);
        if token.kind == RawKind::End {
            break;
        }
        token.flags &= flags::SPACE;
        tokens.push(token);
    }
    let parameters: Option<Vec<Symbol>> =
        parameters.map(|names| names.iter().map(|name| interner.intern(name)).collect());
    for token in &mut tokens {
        let number = parameters.as_ref().and_then(|names| names.iter().position(|&name| name == token.text));
        if let (RawKind::Identifier, Some(number)) = (token.kind, number) {
            (token.kind, token.text) = (RawKind::Parameter, Symbol(number as u32));
        }
    }
    let has_operators = parameters.is_some();
    let kind = match parameters {
        None => MacroKind::Object,
        Some(parameters) => MacroKind::Function { parameters, variadic: false },
    };
    Macro { name, text, definition: Span::NONE, kind, body: tokens, has_operators }
}

/// The parameter list of a function-like macro while it is read.
struct Parameters {
    names: Vec<Symbol>,
    numbers: FxHashMap<Symbol, u32>,
    variadic: bool,
}

/// A `__VA_OPT__` whose contents are being read.
struct OpenOption {
    /// The place of its item in the replacement list.
    item: usize,
    /// How many parentheses are open in it.
    depth: usize,
    span: Span,
}

impl Preprocessor<'_> {
    /// Obeys `#define`; the directive's name has been read.
    pub(super) fn define_directive(&mut self) {
        let Some(name) = self.macro_name("define") else { return };
        let first = self.lex();
        let (parameters, first) = if first.is(Punctuator::LeftParen) && !first.has(flags::SPACE) {
            let Some(parameters) = self.parameters() else { return };
            (Some(parameters), self.lex())
        } else {
            if first.kind != RawKind::End && !first.has(flags::SPACE) {
                self.diagnostics.push(
                    Diagnostic::new(
                        codes::MISSING_SPACE,
                        first.span,
                        format!(
                            "white space is missing after the macro name `{}`",
                            self.interner.text(name.text)
                        ),
                    )
                    .note("all that follows the name is taken as the macro's contents (C99 6.10.3p3)")
                    .suggest("write a space", first.span.start(), " "),
                );
            }
            (None, first)
        };
        let Some((body, has_operators)) = self.replacement_list(parameters.as_ref(), first) else { return };
        let kind = match parameters {
            None => MacroKind::Object,
            Some(list) => MacroKind::Function { parameters: list.names, variadic: list.variadic },
        };
        let text = Arc::from(self.interner.text(name.text));
        let new = Macro { name: name.text, text, definition: name.span, kind, body, has_operators };
        if let Some(old) = self.macros.lookup(name.text, self.interner, self.options).cloned()
            && !old.same_as(&new)
        {
            self.warn_redefinition(&old, name);
        }
        self.macros.define(new);
    }

    fn warn_redefinition(&mut self, old: &Macro, name: RawToken) {
        let text = excerpt(&old.text);
        let diagnostic = if old.is_predefined() {
            Diagnostic::new(
                codes::PREDEFINED_MACRO,
                name.span,
                format!("the predefined macro `{text}` is defined again with other contents"),
            )
            .note("OpenCL C defines it already; from here on the program's own definition holds")
            .help(format!("remove this definition, or put it in `#ifndef {text}` … `#endif`"))
        } else {
            Diagnostic::new(
                codes::MACRO_REDEFINED,
                name.span,
                format!("the macro `{text}` is defined again with other contents"),
            )
            .label(old.definition, "its first definition")
            .note("the new definition holds from here on (C99 6.10.3p2 allows only the same contents)")
            .help(format!("write `#undef {text}` before it where this is meant"))
        };
        self.diagnostics.push(diagnostic);
    }

    /// Obeys `#undef`; the directive's name has been read.
    pub(super) fn undef_directive(&mut self) {
        let Some(name) = self.macro_name("undef") else { return };
        if let Some(old) = self.macros.lookup(name.text, self.interner, self.options)
            && let MacroKind::Special(_) = old.kind
        {
            let text = old.text.clone();
            self.diagnostics.push(
                Diagnostic::new(
                    codes::PREDEFINED_MACRO,
                    name.span,
                    format!("the predefined macro `{text}` is taken away"),
                )
                .note("C99 6.10.8p4 forbids to undefine it"),
            );
        }
        self.macros.undefine(name.text);
        self.expect_line_end("undef");
    }

    /// Reads the name of a macro after the directive `#directive`.
    pub(super) fn macro_name(&mut self, directive: &str) -> Option<RawToken> {
        let token = self.lex();
        match token.kind {
            RawKind::Identifier if token.text != self.names.defined => Some(token),
            RawKind::Identifier => {
                self.diagnostics.push(
                    Diagnostic::new(codes::INVALID_MACRO_NAME, token.span, "`defined` cannot be a macro")
                        .note("it is the operator of `#if` (C99 6.10.8p4)"),
                );
                None
            }
            RawKind::End => {
                self.diagnostics.push(
                    Diagnostic::new(
                        codes::MALFORMED_DIRECTIVE,
                        token.span,
                        format!("`#{directive}` without the name of a macro"),
                    )
                    .primary("a name belongs here"),
                );
                None
            }
            _ => {
                let text = excerpt(token.spelling(self.interner));
                self.diagnostics.push(
                    Diagnostic::new(
                        codes::INVALID_MACRO_NAME,
                        token.span,
                        format!("`{text}` cannot be the name of a macro"),
                    )
                    .note("a name consists of letters, digits and `_`, and does not start with a digit"),
                );
                None
            }
        }
    }

    /// Reads a parameter list after its `(`.
    fn parameters(&mut self) -> Option<Parameters> {
        let mut list = Parameters { names: Vec::new(), numbers: FxHashMap::default(), variadic: false };
        let mut token = self.lex();
        if token.is(Punctuator::RightParen) {
            return Some(list);
        }
        loop {
            if token.is(Punctuator::Ellipsis) {
                list.variadic = true;
                list.numbers.insert(self.names.va_args, list.names.len() as u32);
                list.names.push(self.names.va_args);
                token = self.lex();
            } else if token.kind == RawKind::Identifier {
                if token.text == self.names.va_args {
                    self.invalid_parameters(token.span, "`__VA_ARGS__` cannot be the name of a parameter");
                    return None;
                }
                if list.numbers.insert(token.text, list.names.len() as u32).is_some() {
                    let text = excerpt(self.interner.text(token.text));
                    self.invalid_parameters(token.span, &format!("two parameters are named `{text}`"));
                    return None;
                }
                list.names.push(token.text);
                token = self.lex();
                if token.is(Punctuator::Ellipsis) {
                    // `args...`: the GNU way to name the variable arguments.
                    list.variadic = true;
                    token = self.lex();
                }
            } else {
                let message = if token.kind == RawKind::End {
                    "the parameter list has no `)`".to_string()
                } else {
                    format!(
                        "a parameter's name belongs here, not `{}`",
                        excerpt(token.spelling(self.interner))
                    )
                };
                self.invalid_parameters(token.span, &message);
                return None;
            }
            if token.is(Punctuator::RightParen) {
                return Some(list);
            }
            if !token.is(Punctuator::Comma) || list.variadic {
                let message = match token.kind {
                    RawKind::End => "the parameter list has no `)`".to_string(),
                    _ if list.variadic => "nothing may follow `...` but `)`".to_string(),
                    _ => format!("`,` or `)` belongs here, not `{}`", excerpt(token.spelling(self.interner))),
                };
                self.invalid_parameters(token.span, &message);
                return None;
            }
            token = self.lex();
        }
    }

    fn invalid_parameters(&mut self, span: Span, message: &str) {
        self.diagnostics.push(Diagnostic::new(codes::INVALID_PARAMETERS, span, message).note(
            "a parameter list is names with commas between them, and `...` at the end for a variadic macro",
        ));
    }

    /// Reads a replacement list up to the end of the line: the list, and whether it must be filled in.
    fn replacement_list(
        &mut self,
        parameters: Option<&Parameters>,
        first: RawToken,
    ) -> Option<(Vec<RawToken>, bool)> {
        let mut body: Vec<RawToken> = Vec::new();
        let mut has_operators = parameters.is_some_and(|list| !list.names.is_empty());
        let variadic = parameters.is_some_and(|list| list.variadic);
        let mut option: Option<OpenOption> = None;
        // The end of the last `__VA_OPT__`: what is inside is no operand of what follows.
        let mut closed_at = 0;
        let mut token = first;
        let mut valid = true;
        while token.kind != RawKind::End {
            token.flags &= !flags::LINE_START;
            if let Some(open) = &mut option {
                match token.kind {
                    RawKind::Punctuator(Punctuator::LeftParen) => open.depth += 1,
                    RawKind::Punctuator(Punctuator::RightParen) if open.depth > 0 => open.depth -= 1,
                    RawKind::Punctuator(Punctuator::RightParen) => {
                        if let Some(last) = body.last().filter(|last| last.kind == RawKind::Paste) {
                            self.misplaced_paste(last.span, "end of the contents of `__VA_OPT__`");
                            return None;
                        }
                        body[open.item].text = Symbol((body.len() - open.item - 1) as u32);
                        (option, closed_at) = (None, body.len());
                        token = self.lex();
                        continue;
                    }
                    _ => {}
                }
            }
            match token.kind {
                RawKind::Identifier if token.text == self.names.va_opt && variadic => {
                    option = Some(self.variable_option(token, option.as_ref(), &mut body)?);
                }
                RawKind::Identifier => match parameters.and_then(|list| list.numbers.get(&token.text)) {
                    Some(&number) => {
                        (token.kind, token.text) = (RawKind::Parameter, Symbol(number));
                        if body.last().is_some_and(|last| last.kind == RawKind::Paste) {
                            token.flags |= flags::UNEXPANDED;
                            self.mark_elidable_comma(&mut body, &mut token, parameters);
                        }
                    }
                    None if token.text == self.names.va_args || token.text == self.names.va_opt => {
                        let text = self.interner.text(token.text);
                        self.diagnostics.push(
                            Diagnostic::new(
                                codes::MISPLACED_VA_ARGS,
                                token.span,
                                format!("`{text}` means something only in a variadic macro"),
                            )
                            .help("end the macro's parameter list with `...`"),
                        );
                    }
                    None => {}
                },
                RawKind::Punctuator(Punctuator::Hash) if parameters.is_some() => {
                    let operand = self.lex();
                    if variadic && operand.kind == RawKind::Identifier && operand.text == self.names.va_opt {
                        let flags = token.flags & flags::SPACE | flags::STRINGIZED;
                        let span = Span { low: token.span.low, ..operand.span };
                        token = RawToken { flags, span, ..operand };
                        continue;
                    }
                    let number = parameters.and_then(|list| list.numbers.get(&operand.text));
                    match number {
                        Some(&number) if operand.kind == RawKind::Identifier => {
                            token.kind = RawKind::Stringize;
                            token.text = Symbol(number);
                            token.span.high = operand.span.high;
                        }
                        _ => {
                            self.diagnostics.push(
                                Diagnostic::new(
                                    codes::INVALID_STRINGIZE,
                                    token.span,
                                    "`#` in a function-like macro must stand before a parameter",
                                )
                                .note("it makes a string of the parameter's argument (C99 6.10.3.2)"),
                            );
                            valid = false;
                            body.push(token);
                            token = operand;
                            continue;
                        }
                    }
                }
                RawKind::Punctuator(Punctuator::HashHash) => {
                    token.kind = RawKind::Paste;
                    has_operators = true;
                    let after_option = body.len() == closed_at;
                    match body.last_mut() {
                        None => {
                            self.misplaced_paste(token.span, "start of the macro's contents");
                            return None;
                        }
                        Some(last) if last.kind == RawKind::VariableOption && !after_option => {
                            self.misplaced_paste(token.span, "start of the contents of `__VA_OPT__`");
                            return None;
                        }
                        Some(last) if last.kind == RawKind::Parameter && !after_option => {
                            last.flags |= flags::UNEXPANDED;
                        }
                        Some(_) => {}
                    }
                }
                _ => {}
            }
            if token.kind != RawKind::Identifier || token.text != self.names.va_opt || !variadic {
                body.push(token);
            }
            token = self.lex();
        }
        if let Some(open) = option {
            self.malformed_variable_option(open.span, "`__VA_OPT__` has no closing parenthesis");
            return None;
        }
        if let Some(last) = body.last()
            && last.kind == RawKind::Paste
        {
            self.misplaced_paste(last.span, "end of the macro's contents");
            return None;
        }
        if let Some(first) = body.first_mut() {
            first.flags &= !flags::SPACE;
        }
        valid.then_some((body, has_operators))
    }

    /// Starts a `__VA_OPT__`, whose name was read last: its item is put into the list.
    fn variable_option(
        &mut self,
        name: RawToken,
        around: Option<&OpenOption>,
        body: &mut Vec<RawToken>,
    ) -> Option<OpenOption> {
        if around.is_some() {
            self.malformed_variable_option(name.span, "`__VA_OPT__` cannot stand inside another one");
            return None;
        }
        if !self.lex().is(Punctuator::LeftParen) {
            let message = "`__VA_OPT__` must be followed by its contents in parentheses";
            self.malformed_variable_option(name.span, message);
            return None;
        }
        let item = body.len();
        body.push(RawToken { kind: RawKind::VariableOption, text: Symbol(0), ..name });
        Some(OpenOption { item, depth: 0, span: name.span })
    }
    fn malformed_variable_option(&mut self, span: Span, message: &str) {
        self.diagnostics.push(
            Diagnostic::new(codes::MALFORMED_DIRECTIVE, span, message)
                .note("`__VA_OPT__(contents)` stands for its contents where the macro has variable arguments, else for nothing (C23 6.10.5.1)"),
        );
    }

    /// `, ## __VA_ARGS__` (a GNU habit that all compilers took over): the comma goes where the variable
    /// arguments are empty, and nothing is pasted. `body` ends in `##`, `parameter` follows it.
    fn mark_elidable_comma(
        &self,
        body: &mut Vec<RawToken>,
        parameter: &mut RawToken,
        parameters: Option<&Parameters>,
    ) {
        let Some(list) = parameters else { return };
        let is_variable = list.variadic && parameter.text.0 as usize + 1 == list.names.len();
        if let [.., comma, _paste] = body.as_mut_slice()
            && is_variable
            && comma.is(Punctuator::Comma)
        {
            comma.flags |= flags::ELIDABLE_COMMA;
            parameter.flags &= !flags::UNEXPANDED;
            body.pop();
        }
    }

    fn misplaced_paste(&mut self, span: Span, end: &str) {
        self.diagnostics.push(
            Diagnostic::new(codes::MISPLACED_PASTE, span, format!("`##` stands at the {end}"))
                .note("it joins the tokens on both of its sides (C99 6.10.3.3)"),
        );
    }
}
