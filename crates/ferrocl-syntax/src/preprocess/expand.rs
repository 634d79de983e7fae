//! Macro expansion: the stream of pending tokens, arguments, filling in a replacement list, `#` and `##`.
//!
//! Pending tokens lie on one stack, the next on top; an expansion is pushed there and so is scanned again
//! together with what follows it (C99 6.10.3.4), and hide sets on the tokens keep it from running in
//! circles. An argument is expanded on its own by pushing it above a barrier that nothing reads past. Only
//! that nests on the machine's stack, and [`MAX_ARGUMENT_NESTING`] bounds it; everything that macros
//! produce counts against a limit that grows with the text ([`super::LEAST_WORK`]).

use std::rc::Rc;
use std::sync::Arc;

use ferrocl_base::codes::{options as limit_codes, preprocess as codes};
use ferrocl_base::source::Expansion;
use ferrocl_base::{Diagnostic, Diagnostics, ExpansionId, Span, Symbol, excerpt};
use smallvec::SmallVec;

use super::hide_sets::HideSet;
use super::macros::{Macro, MacroKind, Special};
use super::{LEAST_WORK, MAX_ARGUMENT_NESTING, MAX_EXPANSIONS, MAX_WORK, Preprocessor, WORK_PER_BYTE};
use crate::lexer::{Lexer, RawKind, RawToken, flags};
use crate::token::Punctuator;

/// So many bytes that `#` or `##` make count as much as a token.
const TEXT_COST: usize = 8;

/// The arguments of a call, expanded as far as they were needed.
type Expanded = SmallVec<[Option<Vec<RawToken>>; 4]>;

/// The arguments of a macro call.
struct Arguments {
    tokens: Vec<RawToken>,
    /// The range in `tokens` of each.
    ranges: SmallVec<[(usize, usize); 4]>,
    /// The closing parenthesis.
    close: RawToken,
}

impl Arguments {
    fn get(&self, number: usize) -> &[RawToken] {
        let (start, end) = self.ranges[number];
        &self.tokens[start..end]
    }
}

/// Where the tokens of an expansion are said to stand.
#[derive(Clone, Copy)]
enum Place {
    /// Where the macro's contents are written, in this expansion.
    Body(ExpansionId),
    /// Where the macro is used: predefined macros are written nowhere.
    Call(Span),
}

impl Place {
    fn of(self, span: Span) -> Span {
        match self {
            Place::Body(expansion) => Span { expansion, ..span },
            Place::Call(call) => call,
        }
    }
}

impl Preprocessor<'_> {
    /// The next token after directives and macros.
    pub(super) fn next_expanded(&mut self) -> RawToken {
        loop {
            let token = self.next_raw();
            if token.kind != RawKind::Identifier {
                return token;
            }
            if self.in_condition
                && let Some(result) = self.condition_operator(token)
            {
                return result;
            }
            let Some(found) = self.macros.lookup(token.text, self.interner, self.options) else {
                return token;
            };
            if self.hide_sets.contains(token.hide_set, token.text) {
                return token;
            }
            let found = Rc::clone(found);
            if !self.expand(token, &found) {
                return token;
            }
        }
    }

    /// Expands a list of tokens on its own, as if nothing followed it.
    pub(super) fn expand_alone(&mut self, tokens: &[RawToken]) -> Vec<RawToken> {
        let barrier = RawToken {
            kind: RawKind::Barrier,
            flags: 0,
            hide_set: HideSet::default(),
            text: Symbol(0),
            span: tokens.last().map_or(Span::NONE, |last| last.span.end()),
        };
        self.pending.push(barrier);
        self.pending.extend(tokens.iter().rev());
        let mut result = Vec::with_capacity(tokens.len());
        loop {
            let token = self.next_expanded();
            match token.kind {
                RawKind::Barrier | RawKind::End => return result,
                _ => result.push(token),
            }
        }
    }

    /// Puts the expansion of `name` on the pending tokens; false where it is not a use of the macro (the
    /// name of a function-like one without arguments).
    fn expand(&mut self, name: RawToken, found: &Rc<Macro>) -> bool {
        match &found.kind {
            MacroKind::Special(special) => {
                let token = self.special(*special, name);
                self.pending.push(token);
            }
            MacroKind::Object => {
                let Some(place) = self.place(found, name.span) else { return true };
                let hide_set = self.hide_sets.with(name.hide_set, found.name);
                if !self.spend(found.body.len() + 1, name.span) {
                    return true;
                }
                if found.has_operators {
                    let result = self.fill_in(found, None, place);
                    self.push_expansion(&result, name, hide_set);
                } else {
                    let first = self.pending.len();
                    self.pending.extend(found.body.iter().rev().map(|token| RawToken {
                        hide_set,
                        span: place.of(token.span),
                        ..*token
                    }));
                    take_spacing(&mut self.pending[first..], name);
                }
            }
            MacroKind::Function { parameters, variadic } => {
                let opens = match self.pending.last() {
                    Some(next) => next.is(Punctuator::LeftParen),
                    None => self.lexer.next_is_left_paren(),
                };
                if !opens {
                    return false;
                }
                let Some(mut arguments) = self.arguments(name, found, parameters.len(), *variadic) else {
                    return true;
                };
                let call = self.map.join(name.span, arguments.close.span);
                if !self.check_count(found, parameters.len(), *variadic, &mut arguments, call) {
                    return true;
                }
                let Some(place) = self.place(found, call) else { return true };
                let hide_set = self.hide_sets.intersection(name.hide_set, arguments.close.hide_set);
                let hide_set = self.hide_sets.with(hide_set, found.name);
                if !self.spend(found.body.len() + arguments.tokens.len() + 1, call) {
                    return true;
                }
                let result = self.fill_in(found, Some(&arguments), place);
                self.push_expansion(&result, name, hide_set);
            }
        }
        true
    }

    /// Records a use of a macro; none where there are too many.
    fn place(&mut self, found: &Macro, call: Span) -> Option<Place> {
        if found.is_predefined() {
            return Some(Place::Call(call));
        }
        if self.map.expansion_count() >= MAX_EXPANSIONS {
            self.too_large(call);
            return None;
        }
        let expansion = Expansion { name: found.text.clone(), call, definition: found.definition };
        Some(Place::Body(self.map.add_expansion(expansion)))
    }

    /// Counts work that macros make; false (and everything ends) where it is too much.
    pub(super) fn spend(&mut self, work: usize, span: Span) -> bool {
        self.work += work;
        if self.work > self.work_limit() || self.hide_sets.is_full() {
            self.too_large(span);
            return false;
        }
        true
    }

    /// How many tokens macros may produce in a program of this size.
    fn work_limit(&self) -> usize {
        (LEAST_WORK + WORK_PER_BYTE * self.map.total_bytes()).min(MAX_WORK)
    }
    /// Reports that the program grows too large, and ends preprocessing.
    pub(super) fn too_large(&mut self, span: Span) {
        if !self.fatal {
            self.diagnostics.push_fatal(
                Diagnostic::new(
                    limit_codes::TOO_MANY_TOKENS,
                    span,
                    "the program is too large from here on; preprocessing stops",
                )
                .note(format!(
                    "in a program of this size macros may produce {} million tokens, by {} million uses",
                    self.work_limit() >> 20,
                    MAX_EXPANSIONS >> 20
                ))
                .help("write a loop or a function instead of macros that multiply"),
            );
        }
        self.fatal = true;
    }

    /// Puts an expansion that was filled in on the pending tokens.
    fn push_expansion(&mut self, result: &[RawToken], name: RawToken, hide_set: HideSet) {
        let first = self.pending.len();
        for token in result.iter().rev() {
            let hide_set = self.hide_sets.union(token.hide_set, hide_set);
            self.pending.push(RawToken { hide_set, ..*token });
        }
        take_spacing(&mut self.pending[first..], name);
    }

    /// Reads the arguments of a call; its `(` comes next. None where the closing one is missing.
    fn arguments(
        &mut self,
        name: RawToken,
        found: &Macro,
        parameters: usize,
        variadic: bool,
    ) -> Option<Arguments> {
        self.collecting += 1;
        let open = self.next_raw();
        let mut tokens: Vec<RawToken> = Vec::new();
        let mut ranges = SmallVec::new();
        let mut start = 0;
        let mut depth = 0usize;
        let result = loop {
            let mut token = self.next_raw();
            match token.kind {
                RawKind::End | RawKind::Barrier => {
                    if !self.fatal {
                        self.diagnostics.push(
                            Diagnostic::new(
                                codes::UNTERMINATED_CALL,
                                name.span,
                                format!("the call of the macro `{}` has no closing parenthesis", found.text),
                            )
                            .label(open.span, "this parenthesis is not closed"),
                        );
                    }
                    if token.kind == RawKind::Barrier {
                        self.pending.push(token);
                    }
                    self.give_back_after_call(name, &tokens);
                    break None;
                }
                RawKind::Punctuator(Punctuator::LeftParen) => depth += 1,
                RawKind::Punctuator(Punctuator::RightParen) => {
                    if depth == 0 {
                        ranges.push((start, tokens.len()));
                        break Some(token);
                    }
                    depth -= 1;
                }
                RawKind::Punctuator(Punctuator::Comma)
                    if depth == 0 && !(variadic && ranges.len() + 1 == parameters) =>
                {
                    ranges.push((start, tokens.len()));
                    start = tokens.len();
                    continue;
                }
                _ => {}
            }
            if token.has(flags::LINE_START) {
                // A new line inside the arguments is white space (C99 6.10.3p10).
                token.flags = token.flags & !flags::LINE_START | flags::SPACE;
            }
            tokens.push(token);
        };
        self.collecting -= 1;
        Some(Arguments { tokens, ranges, close: result? })
    }

    /// A call without its `)` has taken all that follows: what comes after the statement that it stands in
    /// is given back, so that the parser sees the rest of the program, and `0` for the call. Only once, as
    /// reading the same tokens again for every such call would take quadratic time.
    fn give_back_after_call(&mut self, name: RawToken, tokens: &[RawToken]) {
        if std::mem::replace(&mut self.gave_back, true) || self.fatal {
            return;
        }
        let ends = |token: &RawToken| {
            matches!(
                token.kind,
                RawKind::Punctuator(Punctuator::Semicolon | Punctuator::LeftBrace | Punctuator::RightBrace)
            )
        };
        let end = tokens.iter().position(ends).unwrap_or(tokens.len());
        self.pending.extend(tokens[end..].iter().rev());
        let text = self.interner.intern("0");
        self.pending.push(RawToken { kind: RawKind::Number, text, ..name });
    }

    /// Checks the number of arguments. Where it is wrong, the call goes, and its arguments in parentheses
    /// stay, which most often is something that the parser can read.
    fn check_count(
        &mut self,
        found: &Macro,
        wanted: usize,
        variadic: bool,
        arguments: &mut Arguments,
        call: Span,
    ) -> bool {
        let given = match &arguments.ranges[..] {
            [(start, end)] if start == end && wanted == 0 => 0,
            ranges => ranges.len(),
        };
        if given == wanted {
            return true;
        }
        if variadic && given + 1 == wanted {
            // C99 wants a comma before no variable arguments; C23 and every compiler do not.
            let end = arguments.tokens.len();
            arguments.ranges.push((end, end));
            return true;
        }
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let at_least = if variadic { "at least " } else { "" };
        let wanted = wanted - usize::from(variadic);
        let mut diagnostic = Diagnostic::new(
            codes::MACRO_ARGUMENTS,
            call,
            format!(
                "the macro `{}` takes {at_least}{wanted} argument{}, but {given} {} given",
                found.text,
                plural(wanted),
                if given == 1 { "is" } else { "are" }
            ),
        );
        if !found.is_predefined() {
            diagnostic = diagnostic.label(found.definition, "it is defined here");
        }
        if given > wanted {
            diagnostic = diagnostic
                .note("a comma divides arguments unless it stands in parentheses; braces and brackets do not protect it");
        }
        self.diagnostics.push(diagnostic);
        let tokens = &arguments.tokens;
        if self.spend(tokens.len() + given + 2, call) {
            let punctuator = |punctuator, span| RawToken {
                kind: RawKind::Punctuator(punctuator),
                flags: flags::SPACE,
                hide_set: HideSet::default(),
                text: Symbol(0),
                span,
            };
            self.pending.push(arguments.close);
            for (number, &(start, end)) in arguments.ranges.iter().enumerate().rev() {
                self.pending.extend(tokens[start..end].iter().rev());
                if number > 0 {
                    self.pending.push(punctuator(Punctuator::Comma, call));
                }
            }
            self.pending.push(punctuator(Punctuator::LeftParen, call));
        }
        false
    }

    /// Fills arguments into a replacement list and does its `#` and `##`.
    fn fill_in(&mut self, found: &Macro, arguments: Option<&Arguments>, place: Place) -> Vec<RawToken> {
        let mut expanded: Expanded = SmallVec::new();
        expanded.resize(arguments.map_or(0, |list| list.ranges.len()), None);
        let mut result: Vec<RawToken> = Vec::with_capacity(found.body.len());
        if !self.fill_in_items(&found.body, arguments, place, &mut expanded, &mut result) {
            return Vec::new();
        }
        result.retain(|token| token.kind != RawKind::Placemarker);
        result
    }

    /// Does that for the items of a replacement list, or of a `__VA_OPT__` in one; false where it grows too large.
    fn fill_in_items(
        &mut self,
        items: &[RawToken],
        arguments: Option<&Arguments>,
        place: Place,
        expanded: &mut Expanded,
        result: &mut Vec<RawToken>,
    ) -> bool {
        let argument = |number: Symbol| arguments.map_or(&[][..], |list| list.get(number.0 as usize));
        let mut index = 0;
        while index < items.len() {
            let mut item = items[index];
            let mut left = None;
            // The paste's own text is its two operands in the macro's contents.
            let mut low = item.span.low;
            if item.kind == RawKind::Paste {
                low = items[index - 1].span.low;
                index += 1;
                (item, left) = (items[index], result.pop());
            }
            let first = result.len();
            match item.kind {
                RawKind::Parameter if item.has(flags::UNEXPANDED) => {
                    let tokens = argument(item.text);
                    if tokens.is_empty() {
                        result.push(RawToken { kind: RawKind::Placemarker, flags: 0, ..item });
                    }
                    result.extend_from_slice(tokens);
                    if !self.spend(tokens.len(), place.of(item.span)) {
                        return false;
                    }
                }
                RawKind::Parameter => {
                    let tokens = self.expanded_argument(item.text.0 as usize, arguments, item.span, expanded);
                    result.extend_from_slice(tokens);
                    let count = tokens.len();
                    if !self.spend(count, place.of(item.span)) {
                        return false;
                    }
                }
                RawKind::VariableOption => {
                    let group = &items[index + 1..][..item.text.0 as usize];
                    index += group.len();
                    let variable = expanded.len().saturating_sub(1);
                    let is_there = !expanded.is_empty()
                        && !self.expanded_argument(variable, arguments, item.span, expanded).is_empty();
                    let mut content = Vec::new();
                    if is_there && !self.fill_in_items(group, arguments, place, expanded, &mut content) {
                        return false;
                    }
                    if item.has(flags::STRINGIZED) {
                        content.retain(|token| token.kind != RawKind::Placemarker);
                        content = vec![self.stringize(&content, item, place)];
                    }
                    if content.is_empty() {
                        result.push(RawToken { kind: RawKind::Placemarker, flags: 0, ..item });
                    }
                    result.append(&mut content);
                }
                RawKind::Stringize => {
                    let token = self.stringize(argument(item.text), item, place);
                    result.push(token);
                }
                RawKind::Punctuator(Punctuator::Comma) if item.has(flags::ELIDABLE_COMMA) => {
                    let variable = arguments.and_then(|list| list.ranges.last());
                    if variable.is_some_and(|(start, end)| start != end) {
                        result.push(RawToken { span: place.of(item.span), ..item });
                    }
                }
                _ => result.push(RawToken { span: place.of(item.span), ..item }),
            }
            if let Some(left) = left {
                let span = place.of(Span { low: low.min(item.span.low), ..item.span });
                self.paste(left, result, first, span);
            } else if let Some(token) = result.get_mut(first) {
                token.flags = token.flags & !(flags::SPACE | flags::LINE_START) | item.flags & flags::SPACE;
            }
            index += 1;
        }
        true
    }

    /// The argument of this number, expanded the first time that it is asked for.
    fn expanded_argument<'e>(
        &mut self,
        number: usize,
        arguments: Option<&Arguments>,
        span: Span,
        expanded: &'e mut Expanded,
    ) -> &'e [RawToken] {
        if expanded[number].is_none() {
            let tokens = arguments.map_or(&[][..], |list| list.get(number));
            expanded[number] = Some(self.expand_argument(tokens, span));
        }
        expanded[number].as_deref().unwrap_or(&[])
    }

    /// An argument, expanded on its own (C99 6.10.3.1).
    pub(super) fn expand_argument(&mut self, tokens: &[RawToken], span: Span) -> Vec<RawToken> {
        if !tokens.iter().any(|token| token.kind == RawKind::Identifier) {
            return tokens.to_vec();
        }
        if self.nesting >= MAX_ARGUMENT_NESTING {
            let span = tokens.first().map_or(span, |first| first.span);
            if !self.fatal {
                self.diagnostics.push_fatal(
                    Diagnostic::new(
                        limit_codes::TOO_MANY_TOKENS,
                        span,
                        "macro calls are nested too deeply in the arguments of others; preprocessing stops",
                    )
                    .note(format!("they may nest {MAX_ARGUMENT_NESTING} times")),
                );
            }
            self.fatal = true;
            return Vec::new();
        }
        self.nesting += 1;
        let result = self.expand_alone(tokens);
        self.nesting -= 1;
        result
    }

    /// The string literal of an argument's spelling (C99 6.10.3.2).
    fn stringize(&mut self, tokens: &[RawToken], item: RawToken, place: Place) -> RawToken {
        let span = place.of(item.span);
        let mut text = String::from("\"");
        for (index, token) in tokens.iter().enumerate() {
            if index > 0 && token.has(flags::SPACE) {
                text.push(' ');
            }
            let spelling = token.spelling(self.interner);
            if matches!(token.kind, RawKind::String | RawKind::Character) {
                for character in spelling.chars() {
                    if matches!(character, '"' | '\\') {
                        text.push('\\');
                    }
                    text.push(character);
                }
            } else {
                text.push_str(spelling);
            }
        }
        let backslashes = text.len() - text.trim_end_matches('\\').len();
        if backslashes % 2 == 1 {
            text.pop();
            self.diagnostics.push(
                Diagnostic::new(
                    codes::INVALID_ESCAPE,
                    span,
                    "the string that `#` makes here would end with a `\\`",
                )
                .note("an argument that ends with a backslash makes no string (C99 6.10.3.2p2)"),
            );
        }
        text.push('"');
        self.spend(text.len() / TEXT_COST, span);
        RawToken {
            kind: RawKind::String,
            flags: item.flags & flags::SPACE,
            hide_set: HideSet::default(),
            text: self.interner.intern(&text),
            span,
        }
    }

    /// Joins `left` and the token at `first` of `result` (C99 6.10.3.3).
    fn paste(&mut self, left: RawToken, result: &mut Vec<RawToken>, first: usize, span: Span) {
        let right = result[first];
        if right.kind == RawKind::Placemarker {
            result[first] = left;
            return;
        }
        let spacing = left.flags & flags::SPACE;
        if left.kind == RawKind::Placemarker {
            result[first].flags = right.flags & !(flags::SPACE | flags::LINE_START) | spacing;
            return;
        }
        let mut text = String::from(left.spelling(self.interner));
        text.push_str(right.spelling(self.interner));
        self.spend(text.len() / TEXT_COST, span);
        let hide_set = self.hide_sets.intersection(left.hide_set, right.hide_set);
        match self.single_token(&text) {
            Some(token) => {
                result[first] =
                    RawToken { flags: token.flags & !flags::LINE_START | spacing, hide_set, span, ..token };
            }
            None => {
                self.diagnostics.push(
                    Diagnostic::new(
                        codes::INVALID_PASTE,
                        span,
                        format!("`##` makes `{}`, which is no token", excerpt(&text)),
                    )
                    .note("the result of `##` must be one name, number, string or operator (C99 6.10.3.3p3)")
                    .help("leave the `##` out where the tokens need only stand side by side"),
                );
                result.insert(first, left);
            }
        }
    }

    /// The one token that a text is, if it is one.
    fn single_token(&mut self, text: &str) -> Option<RawToken> {
        let mut ignored = Diagnostics::new();
        let mut lexer = Lexer::for_text(Arc::from(text), 0);
        let token = lexer.next(self.interner, &mut ignored);
        let whole = lexer.offset() == text.len() && token.span.low == 0 && !text.is_empty();
        (whole && !matches!(token.kind, RawKind::Other | RawKind::End)).then_some(token)
    }

    /// The value of a macro that depends on the place.
    fn special(&mut self, special: Special, name: RawToken) -> RawToken {
        let mut outermost = name.span;
        let mut depth = 0;
        while outermost.expansion != ExpansionId::NONE {
            outermost = self.map.expansion(outermost.expansion).call;
            depth += 1;
        }
        self.spend(depth, outermost);
        let (kind, text) = match special {
            Special::Line => {
                // In the expansion of a call that spans lines it is the last of them, as in GCC and Clang.
                let position = if depth == 0 { outermost.low } else { outermost.high };
                let line = self.map.presumed(position).map_or(0, |(_, _, line)| line);
                (RawKind::Number, line.to_string())
            }
            Special::File => {
                let mut text = String::from("\"");
                for character in self.map.presumed(outermost.low).map_or("", |(_, name, _)| name).chars() {
                    match character {
                        '"' | '\\' => text.extend(['\\', character]),
                        '\n' => text.push_str("\\n"),
                        _ => text.push(character),
                    }
                }
                text.push('"');
                (RawKind::String, text)
            }
            Special::Counter => {
                self.counter += 1;
                (RawKind::Number, (self.counter - 1).to_string())
            }
        };
        let text = self.interner.intern(&text);
        RawToken { kind, text, flags: name.flags & flags::SPACE, ..name }
    }
}

/// The first token of an expansion (the last of the stack's part) stands where the macro's name stood.
fn take_spacing(stack: &mut [RawToken], name: RawToken) {
    if let Some(first) = stack.last_mut() {
        first.flags = first.flags & !flags::SPACE | name.flags & flags::SPACE;
    }
}
