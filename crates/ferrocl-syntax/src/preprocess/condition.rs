//! The value of an `#if` (C99 6.10.1): an integer expression over 64 bits after macro expansion.
//!
//! Precedence climbing over the line's tokens. Signed and unsigned values follow C's rules for `intmax_t`
//! and `uintmax_t`; what is not evaluated (the right side of `0 && …`) is parsed but not judged.

use ferrocl_base::codes::preprocess as codes;
use ferrocl_base::{Diagnostic, Span, excerpt};

use super::Preprocessor;
use crate::attributes;
use crate::lexer::{RawKind, RawToken, flags};
use crate::literal;
use crate::parse::words;
use crate::token::{Punctuator as P, TokenKind};

/// How deep parentheses and operators may nest in a condition.
const MAX_DEPTH: usize = 512;

/// A value of `intmax_t` or `uintmax_t`.
#[derive(Debug, Clone, Copy)]
struct Value {
    bits: u64,
    unsigned: bool,
}

impl Value {
    fn signed(value: i64) -> Self {
        Value { bits: value as u64, unsigned: false }
    }
    fn truth(value: bool) -> Self {
        Value::signed(value as i64)
    }
    fn is_true(self) -> bool {
        self.bits != 0
    }
}

/// The expression is malformed; it was said so.
struct Malformed;

struct Parser<'a, 'b> {
    preprocessor: &'a mut Preprocessor<'b>,
    tokens: &'a [RawToken],
    next: usize,
    depth: usize,
    /// The place of what is missing at the end.
    end: Span,
}

/// The binary operators, weakest first.
fn precedence(punctuator: P) -> Option<u8> {
    Some(match punctuator {
        P::OrOr => 1,
        P::AndAnd => 2,
        P::Pipe => 3,
        P::Caret => 4,
        P::Ampersand => 5,
        P::EqualEqual | P::NotEqual => 6,
        P::Less | P::Greater | P::LessEqual | P::GreaterEqual => 7,
        P::ShiftLeft | P::ShiftRight => 8,
        P::Plus | P::Minus => 9,
        P::Star | P::Slash | P::Percent => 10,
        _ => return None,
    })
}

impl Preprocessor<'_> {
    /// Reads and evaluates the condition on the rest of the line; a malformed one does not hold.
    pub(super) fn condition(&mut self, directive: Span) -> bool {
        let written = self.line_tokens();
        if written.is_empty() {
            self.diagnostics.push(
                Diagnostic::new(codes::INVALID_CONDITION, directive, "this directive has no condition")
                    .help("write an integer expression after it, or use `#ifdef NAME`"),
            );
            return false;
        }
        self.in_condition = true;
        let tokens = self.expand_alone(&written);
        self.in_condition = false;
        if self.fatal {
            return false;
        }
        let end = self.lexer.after_last_token();
        let mut parser = Parser { preprocessor: self, tokens: &tokens, next: 0, depth: 0, end };
        match parser.conditional(true) {
            Ok(value) => match parser.peek() {
                None => value.is_true(),
                Some(extra) => {
                    let _ = parser.unexpected(extra);
                    false
                }
            },
            Err(Malformed) => false,
        }
    }

    /// `defined NAME`, `defined(NAME)`, `__has_include(…)` and `__has_attribute(…)` with its kin, before anything after them
    /// is expanded.
    pub(super) fn condition_operator(&mut self, operator: RawToken) -> Option<RawToken> {
        if operator.text == self.names.defined {
            return Some(self.defined_operator(operator));
        }
        if operator.text == self.names.has_include {
            return Some(self.has_include_operator(operator));
        }
        if self.names.is_feature_test(operator.text) {
            return Some(self.feature_operator(operator));
        }
        None
    }

    /// `__has_attribute(name)`, `__has_builtin(name)`, `__has_feature(name)`, `__has_extension(name)`: Clang's, for which programs
    /// look with `#ifdef`.
    fn feature_operator(&mut self, operator: RawToken) -> RawToken {
        let open = self.next_raw();
        let name = if open.is(P::LeftParen) { self.next_raw() } else { open };
        let named = open.is(P::LeftParen) && name.kind == RawKind::Identifier;
        let mut close = if named { self.next_raw() } else { name };
        if !named || !close.is(P::RightParen) {
            let text = self.interner.text(operator.text);
            self.diagnostics.push(
                Diagnostic::new(
                    codes::INVALID_CONDITION,
                    operator.span,
                    format!("`{text}` must be followed by a name in parentheses"),
                )
                .help(format!("write `{text}(name)`")),
            );
            let ends = |token: &RawToken| matches!(token.kind, RawKind::Barrier | RawKind::End);
            while open.is(P::LeftParen) && !close.is(P::RightParen) && !ends(&close) {
                close = self.next_raw();
            }
            if !close.is(P::RightParen) {
                self.push_back(close);
            }
            return self.number(operator, 0);
        }
        let name = self.interner.text(name.text);
        let plain = name.strip_prefix("__").and_then(|name| name.strip_suffix("__")).unwrap_or(name);
        let has = if operator.text == self.names.has_attribute {
            attributes::is_known(plain)
        } else if operator.text == self.names.has_builtin {
            words::keyword_since(name).is_some() || self.includes.has_builtin(name)
        } else {
            let of_c11 =
                matches!(plain, "c_static_assert" | "c_generic_selections" | "c_alignas" | "c_alignof");
            matches!(plain, "attribute_ext_vector_type" | "attribute_overloadable")
                || of_c11 && operator.text == self.names.has_extension
        };
        self.number(operator, has.into())
    }

    fn defined_operator(&mut self, operator: RawToken) -> RawToken {
        let mut name = self.next_raw();
        let parenthesised = name.is(P::LeftParen);
        if parenthesised {
            name = self.next_raw();
        }
        if name.kind != RawKind::Identifier {
            self.diagnostics.push(
                Diagnostic::new(
                    codes::INVALID_CONDITION,
                    operator.span,
                    "`defined` must be followed by the name of a macro",
                )
                .help("write `defined(NAME)`"),
            );
            if matches!(name.kind, RawKind::Barrier | RawKind::Punctuator(P::RightParen)) {
                self.push_back(name);
            }
            return self.number(operator, 0);
        }
        if parenthesised {
            let close = self.next_raw();
            if !close.is(P::RightParen) {
                self.diagnostics.push(
                    Diagnostic::new(
                        codes::INVALID_CONDITION,
                        close.span,
                        "`)` is missing after `defined(` and a name",
                    )
                    .label(operator.span, "of this operator"),
                );
                self.push_back(close);
            }
        }
        let defined = self.is_defined(name.text);
        self.number(operator, defined as u32)
    }

    fn has_include_operator(&mut self, operator: RawToken) -> RawToken {
        let open = self.next_raw();
        let mut tokens = Vec::new();
        let mut depth = 0usize;
        let mut closed = false;
        if open.is(P::LeftParen) {
            loop {
                let token = self.next_raw();
                match token.kind {
                    RawKind::End | RawKind::Barrier => {
                        self.push_back(token);
                        break;
                    }
                    RawKind::Punctuator(P::LeftParen) => depth += 1,
                    RawKind::Punctuator(P::RightParen) if depth == 0 => {
                        closed = true;
                        break;
                    }
                    RawKind::Punctuator(P::RightParen) => depth -= 1,
                    _ => {}
                }
                tokens.push(token);
            }
        } else {
            self.push_back(open);
        }
        let mut header = self.header_from_tokens(&tokens);
        if header.is_none() && closed {
            let expanded = self.expand_argument(&tokens, operator.span);
            header = self.header_from_tokens(&expanded);
        }
        let Some(((name, angled, _), _)) = header.filter(|_| closed) else {
            if self.fatal {
                return self.number(operator, 0);
            }
            self.diagnostics.push(
                Diagnostic::new(
                    codes::INVALID_CONDITION,
                    operator.span,
                    "`__has_include` must be followed by a file name in parentheses",
                )
                .help("write `__has_include(\"name\")` or `__has_include(<name>)`"),
            );
            return self.number(operator, 0);
        };
        let including = self.including_file();
        let found = self.includes.load(&name, angled, &including, &self.options.include_directories);
        self.number(operator, found.is_some() as u32)
    }

    /// Gives a token back that was read too far.
    fn push_back(&mut self, token: RawToken) {
        if token.kind != RawKind::End {
            self.pending.push(token);
        }
    }

    fn number(&mut self, place: RawToken, value: u32) -> RawToken {
        let text = self.interner.intern(if value == 0 { "0" } else { "1" });
        RawToken { kind: RawKind::Number, text, ..place }
    }
}

impl Parser<'_, '_> {
    fn peek(&self) -> Option<RawToken> {
        self.tokens.get(self.next).copied()
    }
    fn eat(&mut self, punctuator: P) -> bool {
        let found = self.peek().is_some_and(|token| token.is(punctuator));
        self.next += usize::from(found);
        found
    }
    fn error(&mut self, span: Span, message: impl Into<String>) -> Malformed {
        let diagnostic = Diagnostic::new(codes::INVALID_CONDITION, span, message);
        self.preprocessor.diagnostics.push(diagnostic);
        Malformed
    }
    fn unexpected(&mut self, token: RawToken) -> Malformed {
        let text = excerpt(token.spelling(self.preprocessor.interner));
        let diagnostic = Diagnostic::new(
            codes::INVALID_CONDITION,
            token.span,
            format!("`{text}` does not belong here in a condition"),
        );
        let previous = self.next.checked_sub(1).map(|at| self.tokens[at]);
        let diagnostic = match (token.kind, previous) {
            (RawKind::Punctuator(P::Equal), _) => diagnostic.help("write `==` to compare"),
            (RawKind::Punctuator(P::LeftParen), Some(name)) if name.kind == RawKind::Identifier => {
                let name = excerpt(name.spelling(self.preprocessor.interner));
                diagnostic.note(format!(
                    "`{name}` is not a macro, so it counts as 0, and nothing can be called in a condition"
                ))
            }
            (RawKind::Punctuator(P::Comma), _) => {
                diagnostic.note("a condition has no comma operator (C99 6.6p3)")
            }
            _ => diagnostic,
        };
        self.preprocessor.diagnostics.push(diagnostic);
        Malformed
    }
    fn deeper(&mut self, span: Span) -> Result<(), Malformed> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(
                self.error(span, format!("the condition is nested more than {MAX_DEPTH} levels deep"))
            );
        }
        Ok(())
    }

    /// `binary ? conditional : conditional`
    fn conditional(&mut self, evaluated: bool) -> Result<Value, Malformed> {
        let condition = self.binary(1, evaluated)?;
        let Some(question) = self.peek().filter(|token| token.is(P::Question)) else { return Ok(condition) };
        self.next += 1;
        self.deeper(question.span)?;
        let holds = condition.is_true();
        let yes = self.conditional(evaluated && holds)?;
        if !self.eat(P::Colon) {
            let span = self.peek().map_or(self.end, |token| token.span);
            let malformed = self.error(span, "`:` is missing in this condition");
            return Err(malformed);
        }
        let no = self.conditional(evaluated && !holds)?;
        self.depth -= 1;
        let chosen = if holds { yes } else { no };
        Ok(Value { bits: chosen.bits, unsigned: yes.unsigned || no.unsigned })
    }

    /// Binary operators of at least this strength, to the left.
    fn binary(&mut self, least: u8, evaluated: bool) -> Result<Value, Malformed> {
        let mut left = self.unary(evaluated)?;
        while let Some(operator) = self.peek()
            && let RawKind::Punctuator(punctuator) = operator.kind
            && let Some(strength) = precedence(punctuator)
            && strength >= least
        {
            self.next += 1;
            self.deeper(operator.span)?;
            left = match punctuator {
                P::AndAnd => {
                    let right = self.binary(strength + 1, evaluated && left.is_true())?;
                    Value::truth(left.is_true() && right.is_true())
                }
                P::OrOr => {
                    let right = self.binary(strength + 1, evaluated && !left.is_true())?;
                    Value::truth(left.is_true() || right.is_true())
                }
                _ => {
                    let right = self.binary(strength + 1, evaluated)?;
                    self.apply(punctuator, operator, left, right, evaluated)?
                }
            };
            self.depth -= 1;
        }
        Ok(left)
    }

    fn apply(
        &mut self,
        punctuator: P,
        operator: RawToken,
        left: Value,
        right: Value,
        evaluated: bool,
    ) -> Result<Value, Malformed> {
        let shift = matches!(punctuator, P::ShiftLeft | P::ShiftRight);
        let unsigned = left.unsigned || !shift && right.unsigned;
        let (a, b) = (left.bits, right.bits);
        let (signed_a, signed_b) = (a as i64, b as i64);
        let result = |bits| Value { bits, unsigned };
        let mut overflow = false;
        let mut signed = |(value, over): (i64, bool)| {
            overflow = over;
            value as u64
        };
        let value = match punctuator {
            P::Pipe => result(a | b),
            P::Caret => result(a ^ b),
            P::Ampersand => result(a & b),
            P::EqualEqual => Value::truth(a == b),
            P::NotEqual => Value::truth(a != b),
            P::Less => Value::truth(if unsigned { a < b } else { signed_a < signed_b }),
            P::Greater => Value::truth(if unsigned { a > b } else { signed_a > signed_b }),
            P::LessEqual => Value::truth(if unsigned { a <= b } else { signed_a <= signed_b }),
            P::GreaterEqual => Value::truth(if unsigned { a >= b } else { signed_a >= signed_b }),
            P::ShiftLeft | P::ShiftRight => {
                // Undefined in C beyond the width; here all bits are shifted out, and a negative amount
                // shifts the other way, as in GCC.
                let negative = !right.unsigned && signed_b < 0;
                let amount = if negative { signed_b.unsigned_abs() } else { b };
                if (punctuator == P::ShiftLeft) != negative {
                    overflow = !unsigned && (amount > 63 || signed_a << amount >> amount != signed_a);
                    result(if amount > 63 { 0 } else { a << amount })
                } else if unsigned {
                    result(if amount > 63 { 0 } else { a >> amount })
                } else {
                    result((signed_a >> amount.min(63)) as u64)
                }
            }
            P::Plus if unsigned => result(a.wrapping_add(b)),
            P::Plus => result(signed(signed_a.overflowing_add(signed_b))),
            P::Minus if unsigned => result(a.wrapping_sub(b)),
            P::Minus => result(signed(signed_a.overflowing_sub(signed_b))),
            P::Star if unsigned => result(a.wrapping_mul(b)),
            P::Star => result(signed(signed_a.overflowing_mul(signed_b))),
            _ if b == 0 => {
                if evaluated {
                    self.preprocessor.diagnostics.push(Diagnostic::new(
                        codes::CONDITION_DIVIDES_BY_ZERO,
                        operator.span,
                        "this condition divides by zero",
                    ));
                    return Err(Malformed);
                }
                result(0)
            }
            P::Slash if unsigned => result(a / b),
            P::Slash => result(signed(signed_a.overflowing_div(signed_b))),
            _ if unsigned => result(a % b),
            _ => result(signed(signed_a.overflowing_rem(signed_b))),
        };
        if overflow && evaluated {
            self.preprocessor.diagnostics.push(
                Diagnostic::new(
                    codes::CONDITION_OVERFLOWS,
                    operator.span,
                    "this condition computes a value that 64 bits do not hold",
                )
                .note("the value wraps around here; C leaves it undefined"),
            );
        }
        Ok(value)
    }

    /// `+ - ~ !` and primary expressions.
    fn unary(&mut self, evaluated: bool) -> Result<Value, Malformed> {
        let Some(token) = self.peek() else {
            let end = self.end;
            return Err(self.error(end, "the condition ends where a value is expected"));
        };
        self.next += 1;
        match token.kind {
            RawKind::Punctuator(P::LeftParen) => {
                self.deeper(token.span)?;
                let value = self.conditional(evaluated)?;
                self.depth -= 1;
                if !self.eat(P::RightParen) {
                    if let Some(other) = self.peek() {
                        return Err(self.unexpected(other));
                    }
                    return Err(self.error(token.span, "this parenthesis is not closed in the condition"));
                }
                Ok(value)
            }
            RawKind::Punctuator(operator @ (P::Plus | P::Minus | P::Tilde | P::Exclamation)) => {
                self.deeper(token.span)?;
                let value = self.unary(evaluated)?;
                self.depth -= 1;
                Ok(match operator {
                    P::Plus => value,
                    P::Minus => Value { bits: value.bits.wrapping_neg(), ..value },
                    P::Tilde => Value { bits: !value.bits, ..value },
                    _ => Value::truth(!value.is_true()),
                })
            }
            // Every name that is left is no macro: it counts as 0, but for `true`, which OpenCL C defines
            // to be 1 (OpenCL C, "Built-in Scalar Data Types", `bool`).
            RawKind::Identifier => Ok(Value::truth(token.text == self.preprocessor.names.is_true)),
            RawKind::Number => self.number(token),
            RawKind::Character if !token.has(flags::WIDE) => {
                let preprocessor = &mut *self.preprocessor;
                let text = preprocessor.interner.text(token.text);
                let value = literal::character(text, token.span, preprocessor.diagnostics);
                Ok(Value::signed(value as i64))
            }
            RawKind::String => {
                Err(self.error(token.span, "a string is not an integer, which a condition needs"))
            }
            RawKind::Other => {
                self.preprocessor.reject(token);
                Err(Malformed)
            }
            _ => {
                self.next -= 1;
                Err(self.unexpected(token))
            }
        }
    }

    fn number(&mut self, token: RawToken) -> Result<Value, Malformed> {
        let preprocessor = &mut *self.preprocessor;
        preprocessor.count_literal(token);
        let text = preprocessor.interner.text(token.text);
        match literal::number(text, token.span, preprocessor.diagnostics) {
            TokenKind::Integer(literal) => Ok(Value {
                bits: literal.value,
                // A constant that `intmax_t` does not hold is of `uintmax_t` (C99 6.4.4.1).
                unsigned: literal.unsigned || literal.value > i64::MAX as u64,
            }),
            _ => {
                let message = format!("`{}` is not an integer, which a condition needs", excerpt(text));
                Err(self.error(token.span, message))
            }
        }
    }
}
