//! Text → module: a reader of lines. It checks the form only; [`crate::verify()`] checks the sense.

use ferrocl_base::id::Id;
use ferrocl_base::{IndexVec, Span};
use smallvec::SmallVec;

use super::names::{Named, value_type};
use super::print::FLAG_NAMES;
use crate::image::{ImageAccess, ImageKind, ParameterObject};
use crate::*;

/// Why a text is no module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub message: String,
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ReadError {}

type Result<T> = std::result::Result<T, ReadError>;

/// Reads the text form. The first error ends it.
pub fn read(text: &str) -> Result<Module> {
    let mut lines = Lines { text: text.lines(), number: 0 };
    let mut module = Module::default();
    while let Some(mut line) = lines.next()? {
        if line.accept("global") {
            line.id("g", module.globals.len())?;
            let global = lines.global(line)?;
            module.globals.push(global);
        } else if line.accept("function") {
            line.id("f", module.functions.len())?;
            let function = lines.function(line)?;
            module.functions.push(function);
        } else {
            return line.fail("expected `global` or `function`");
        }
    }
    Ok(module)
}

#[derive(Debug, Clone, PartialEq)]
enum Token {
    /// Letters, digits, `_`, `.`, `+`, `-`.
    Word(String),
    Text(String),
    /// One of `, : = { } [ ]`, or `->` as `>`.
    Mark(char),
}

/// The tokens of one line.
struct Line {
    tokens: std::iter::Peekable<std::vec::IntoIter<Token>>,
    number: usize,
}

struct Lines<'a> {
    text: std::str::Lines<'a>,
    number: usize,
}

impl Lines<'_> {
    /// The next line that holds something.
    fn next(&mut self) -> Result<Option<Line>> {
        for text in self.text.by_ref() {
            self.number += 1;
            let tokens = tokenise(text).map_err(|message| ReadError { line: self.number, message })?;
            if !tokens.is_empty() {
                return Ok(Some(Line { tokens: tokens.into_iter().peekable(), number: self.number }));
            }
        }
        Ok(None)
    }
    fn expect_next(&mut self) -> Result<Line> {
        let number = self.number;
        self.next()?.ok_or_else(|| ReadError { line: number, message: "the text ends inside `{`".into() })
    }

    fn global(&mut self, mut line: Line) -> Result<Global> {
        let space = line.named::<AddressSpace>("an address space")?;
        let name = line.text()?;
        line.expect("align")?;
        let align = line.number()?;
        line.mark('{')?;
        line.end()?;
        let mut global =
            Global { name, space, align, bytes: Vec::new(), relocations: Vec::new(), span: Span::NONE };
        loop {
            let mut line = self.expect_next()?;
            if line.accept_mark('}') {
                line.end()?;
                return Ok(global);
            } else if line.accept("bytes") {
                while let Some(Token::Word(_)) = line.tokens.peek() {
                    let word = line.word("a byte")?;
                    match u8::from_str_radix(&word, 16) {
                        Ok(byte) if word.len() == 2 => global.bytes.push(byte),
                        _ => return line.fail(format!("`{word}` is not a byte in hexadecimal")),
                    }
                }
            } else {
                line.expect("address")?;
                line.expect("at")?;
                let offset = line.number()?;
                line.expect("of")?;
                let target = line.any_id("g")?;
                line.expect("plus")?;
                global.relocations.push(Relocation { offset, target, addend: line.number()? });
            }
            line.end()?;
        }
    }

    fn function(&mut self, mut line: Line) -> Result<Function> {
        let name = line.text()?;
        line.mark('>')?;
        let result = line.ty()?;
        let kernel = line.accept("kernel").then(Kernel::default);
        line.mark('{')?;
        line.end()?;
        let mut function = Function {
            name,
            parameters: Vec::new(),
            result,
            slots: IndexVec::new(),
            locals: IndexVec::new(),
            values: IndexVec::new(),
            label_count: 0,
            body: Vec::new(),
            kernel,
            span: Span::NONE,
        };
        let mut values = Values::default();
        loop {
            let mut line = self.expect_next()?;
            if line.accept("body") {
                line.mark('{')?;
                line.end()?;
                break;
            }
            line.function_head(&mut function, &mut values)?;
            line.end()?;
        }
        function.body = self.statements(&mut values)?;
        let mut line = self.expect_next()?;
        line.mark('}')?;
        line.end()?;
        for (number, value) in values.list.into_iter().enumerate() {
            let Some(value) = value else {
                return line.fail(format!("v{number} is not defined (ids are dense)"));
            };
            function.values.push(value);
        }
        Ok(function)
    }

    /// The statements to the closing brace of the body. Nesting is kept in a list of its own, so that no text can
    /// exhaust the stack.
    fn statements(&mut self, values: &mut Values) -> Result<Vec<Stmt>> {
        let mut open: Vec<(Open, Vec<Stmt>)> = Vec::new();
        let mut list = Vec::new();
        loop {
            let mut line = self.expect_next()?;
            if line.accept_mark('}') {
                let Some((kind, outer)) = open.pop() else {
                    line.end()?;
                    return Ok(list);
                };
                let inner = std::mem::replace(&mut list, outer);
                let span = Span::NONE;
                match kind {
                    Open::Then { condition } if line.accept("else") => {
                        line.mark('{')?;
                        line.end()?;
                        open.push((Open::Else { condition, then: inner }, std::mem::take(&mut list)));
                        continue;
                    }
                    Open::Then { condition } => {
                        list.push(Stmt::If { condition, then: inner, otherwise: Vec::new(), span })
                    }
                    Open::Else { condition, then } => {
                        list.push(Stmt::If { condition, then, otherwise: inner, span })
                    }
                    Open::Block { label } => list.push(Stmt::Block { label, body: inner }),
                    Open::Loop { label, unroll } => {
                        list.push(Stmt::Loop { label, body: inner, unroll, span })
                    }
                }
            } else {
                let kind = match line.word("a statement")?.as_str() {
                    "block" => Open::Block { label: line.any_id("l")? },
                    "loop" => {
                        let label = line.any_id("l")?;
                        let unroll = match line.accept("unroll") {
                            true if line.accept("all") => u32::MAX,
                            true => line.number()?,
                            false => 0,
                        };
                        Open::Loop { label, unroll }
                    }
                    "if" => Open::Then { condition: line.any_id("v")? },
                    first => {
                        list.push(line.simple_statement(first, values)?);
                        line.end()?;
                        continue;
                    }
                };
                if open.len() >= MAX_NESTING {
                    return line.fail(format!("statements nest deeper than {MAX_NESTING}"));
                }
                line.mark('{')?;
                open.push((kind, std::mem::take(&mut list)));
            }
            line.end()?;
        }
    }
}

enum Open {
    Block { label: LabelId },
    Loop { label: LabelId, unroll: u32 },
    Then { condition: ValueId },
    Else { condition: ValueId, then: Vec<Stmt> },
}

/// The values of a function, in order of id, as far as their definitions were read.
#[derive(Default)]
struct Values {
    list: Vec<Option<Value>>,
}

/// No function has more values than this in the text form: the number in an id is read before its definition is.
const MAX_VALUES: u32 = 1 << 24;

impl Values {
    fn define(&mut self, line: &Line, id: ValueId, value: Value) -> Result<()> {
        if id.0 >= MAX_VALUES {
            return line.fail(format!("{id} is beyond the limit of {MAX_VALUES} values"));
        }
        if self.list.len() <= id.index() {
            self.list.resize(id.index() + 1, None);
        }
        if self.list[id.index()].is_some() {
            return line.fail(format!("{id} is defined twice"));
        }
        self.list[id.index()] = Some(value);
        Ok(())
    }
}

fn tokenise(text: &str) -> std::result::Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let Some(first) = rest.chars().next() else { return Ok(tokens) };
        if rest.starts_with("//") {
            return Ok(tokens);
        }
        if let Some(after) = rest.strip_prefix("->") {
            tokens.push(Token::Mark('>'));
            rest = after;
        } else if ",:={}[]".contains(first) {
            tokens.push(Token::Mark(first));
            rest = &rest[1..];
        } else if first == '"' {
            let (text, after) = quoted(&rest[1..])?;
            tokens.push(Token::Text(text));
            rest = after;
        } else {
            let end =
                rest.find(|c: char| !(c.is_ascii_alphanumeric() || "_.+-".contains(c))).unwrap_or(rest.len());
            if end == 0 {
                return Err(format!("unexpected character {first:?}"));
            }
            tokens.push(Token::Word(rest[..end].to_string()));
            rest = &rest[end..];
        }
    }
}

/// The text up to the closing quote, and what follows it.
fn quoted(rest: &str) -> std::result::Result<(String, &str), String> {
    let mut text = String::new();
    let mut chars = rest.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Ok((text, &rest[at + 1..])),
            '\\' => match chars.next() {
                Some((_, c @ ('"' | '\\'))) => text.push(c),
                Some((_, 'u')) => {
                    let after = &rest[at..];
                    let code =
                        after.strip_prefix("\\u{").and_then(|t| t.split_once('}')).map(|(code, _)| code);
                    let c = code.and_then(|code| u32::from_str_radix(code, 16).ok()).and_then(char::from_u32);
                    text.push(c.ok_or("a bad \\u{…} in the text")?);
                    for (_, c) in chars.by_ref() {
                        if c == '}' {
                            break;
                        }
                    }
                }
                _ => return Err("a bad escape in the text".into()),
            },
            c => text.push(c),
        }
    }
    Err("the text has no closing quote".into())
}

impl Line {
    fn fail<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(ReadError { line: self.number, message: message.into() })
    }
    fn end(&mut self) -> Result<()> {
        match self.tokens.next() {
            None => Ok(()),
            Some(token) => self.fail(format!("{} is too much on this line", show(Some(&token)))),
        }
    }
    /// Takes the word if it is the next token.
    fn accept(&mut self, word: &str) -> bool {
        self.tokens.next_if(|t| matches!(t, Token::Word(w) if w == word)).is_some()
    }
    fn accept_mark(&mut self, mark: char) -> bool {
        self.tokens.next_if(|t| *t == Token::Mark(mark)).is_some()
    }
    fn expect(&mut self, word: &str) -> Result<()> {
        if self.accept(word) {
            return Ok(());
        }
        let found = show(self.tokens.peek());
        self.fail(format!("expected `{word}`, found {found}"))
    }
    fn mark(&mut self, mark: char) -> Result<()> {
        if self.accept_mark(mark) {
            return Ok(());
        }
        let found = show(self.tokens.peek());
        let mark = if mark == '>' { "->".to_string() } else { mark.to_string() };
        self.fail(format!("expected `{mark}`, found {found}"))
    }
    fn word(&mut self, what: &str) -> Result<String> {
        match self.tokens.next() {
            Some(Token::Word(word)) => Ok(word),
            token => self.fail(format!("expected {what}, found {}", show(token.as_ref()))),
        }
    }
    fn text(&mut self) -> Result<String> {
        match self.tokens.next() {
            Some(Token::Text(text)) => Ok(text),
            token => self.fail(format!("expected a text in quotes, found {}", show(token.as_ref()))),
        }
    }
    fn number<T: std::str::FromStr>(&mut self) -> Result<T> {
        let word = self.word("a number")?;
        word.parse().or_else(|_| self.fail(format!("`{word}` is no number that fits here")))
    }
    fn named<T: Named>(&mut self, what: &str) -> Result<T> {
        let word = self.word(what)?;
        T::from_name(&word).map_or_else(|| self.fail(format!("`{word}` is not {what}")), Ok)
    }
    fn ty(&mut self) -> Result<ValueType> {
        let word = self.word("a type")?;
        value_type(&word).map_or_else(|| self.fail(format!("`{word}` is not a type")), Ok)
    }
    /// An id with this prefix.
    fn any_id<I: Id>(&mut self, prefix: &str) -> Result<I> {
        let word = self.word("an id")?;
        match word.strip_prefix(prefix).and_then(|digits| digits.parse::<u32>().ok()) {
            Some(number) => Ok(I::new(number as usize)),
            None => self.fail(format!("expected an id `{prefix}…`, found `{word}`")),
        }
    }
    /// The id with this prefix and number.
    fn id(&mut self, prefix: &str, number: usize) -> Result<()> {
        let word = self.word("an id")?;
        if word == format!("{prefix}{number}") {
            return Ok(());
        }
        self.fail(format!("expected `{prefix}{number}`, found `{word}` (ids are dense and in order)"))
    }
    fn value_id(&mut self) -> Result<ValueId> {
        self.any_id("v")
    }
    fn comma_value(&mut self) -> Result<ValueId> {
        self.mark(',')?;
        self.value_id()
    }
    fn value_list(&mut self) -> Result<SmallVec<[ValueId; 4]>> {
        let mut list = SmallVec::new();
        let is_id = |t: &Token| matches!(t, Token::Word(w) if w.strip_prefix('v').is_some_and(|d| d.starts_with(|c: char| c.is_ascii_digit())));
        if self.tokens.peek().is_some_and(is_id) {
            list.push(self.value_id()?);
            while self.accept_mark(',') {
                list.push(self.value_id()?);
            }
        }
        Ok(list)
    }
    fn access(&mut self) -> Result<Access> {
        self.expect("align")?;
        Ok(Access { align: self.number()?, volatile: self.accept("volatile") })
    }
    fn sign(&mut self) -> Result<bool> {
        if self.accept("signed") {
            return Ok(true);
        }
        self.expect("unsigned")?;
        Ok(false)
    }

    /// A line at the head of a function.
    fn function_head(&mut self, function: &mut Function, values: &mut Values) -> Result<()> {
        let first = self.word("a line of a function's head")?;
        match first.as_str() {
            "required_work_group_size" | "work_group_size_hint" => {
                let size = Some([self.number()?, self.number()?, self.number()?]);
                let kernel = self.kernel(function)?;
                match first.as_str() {
                    "required_work_group_size" => kernel.required_work_group_size = size,
                    _ => kernel.work_group_size_hint = size,
                }
            }
            "vector_type_hint" => {
                let hint = self.text()?;
                self.kernel(function)?.vector_type_hint = Some(hint);
            }
            "attributes" => {
                let attributes = self.text()?;
                self.kernel(function)?.attributes = attributes;
            }
            "parameter" => {
                let parameter = self.parameter()?;
                let number = function.parameters.len() as u32;
                let (op, ty) = (Op::Parameter(number), parameter.ty);
                let value = Value { op, ty, flags: MathFlags::empty(), span: Span::NONE };
                values.define(self, parameter.value, value)?;
                function.parameters.push(parameter);
            }
            "slot" => {
                self.id("s", function.slots.len())?;
                self.mark(':')?;
                let ty = if self.accept("bytes") {
                    let size = self.number()?;
                    self.expect("align")?;
                    let align = self.number()?;
                    let element = if self.accept("of") { Some(self.ty()?) } else { None };
                    SlotType::Bytes { size, align, element }
                } else {
                    SlotType::Value(self.ty()?)
                };
                function.slots.push(Slot { name: self.text()?, ty, span: Span::NONE });
            }
            "local" => {
                self.id("m", function.locals.len())?;
                let name = self.text()?;
                self.expect("size")?;
                let size = self.number()?;
                self.expect("align")?;
                function.locals.push(LocalVariable { name, size, align: self.number()?, span: Span::NONE });
            }
            "labels" => function.label_count = self.number()?,
            "value" => {
                let id = self.value_id()?;
                let value = self.value()?;
                values.define(self, id, value)?;
            }
            _ => return self.fail(format!("`{first}` does not stand at the head of a function")),
        }
        Ok(())
    }

    fn kernel<'f>(&self, function: &'f mut Function) -> Result<&'f mut Kernel> {
        match &mut function.kernel {
            Some(kernel) => Ok(kernel),
            None => self.fail("only a kernel has this"),
        }
    }

    fn parameter(&mut self) -> Result<Parameter> {
        let value = self.value_id()?;
        self.mark(':')?;
        let ty = self.ty()?;
        let name = self.text()?;
        let type_name = if self.accept("type") { self.text()? } else { String::new() };
        let mut aggregate = None;
        if self.accept("aggregate") {
            let size = self.number()?;
            self.expect("align")?;
            aggregate = Some((size, self.number()?));
        }
        let object = self.parameter_object()?;
        let mut pointee = None;
        if self.accept("pointee") {
            let ty = self.ty()?;
            self.expect("size")?;
            pointee = Some(ParameterPointee { ty, size: self.number()?, signed: self.accept("signed") });
        }
        Ok(Parameter {
            name,
            ty,
            value,
            aggregate,
            object,
            type_name,
            pointee,
            is_const: self.accept("const"),
            is_restrict: self.accept("restrict"),
            is_volatile: self.accept("volatile"),
        })
    }

    fn parameter_object(&mut self) -> Result<Option<ParameterObject>> {
        if self.accept("sampler") {
            return Ok(Some(ParameterObject::Sampler));
        }
        let Some(access) = ImageAccess::ALL.into_iter().find(|access| self.accept(access.name())) else {
            return Ok(None);
        };
        match ImageKind::ALL.into_iter().find(|kind| self.accept(kind.name())) {
            Some(kind) => Ok(Some(ParameterObject::Image(kind, access))),
            None => self.fail("an access qualifier stands before the name of an image type"),
        }
    }

    fn simple_statement(&mut self, first: &str, values: &mut Values) -> Result<Stmt> {
        let span = Span::NONE;
        Ok(match first {
            "let" => {
                let id = self.value_id()?;
                let value = self.value()?;
                values.define(self, id, value)?;
                Stmt::Let(id)
            }
            "set" => {
                let slot = self.any_id("s")?;
                self.mark('=')?;
                Stmt::SlotStore { slot, value: self.value_id()?, span }
            }
            "store" => {
                let value = self.value_id()?;
                self.expect("to")?;
                Stmt::Store { pointer: self.value_id()?, value, access: self.access()?, span }
            }
            "atomic_store" => {
                let value = self.value_id()?;
                self.expect("to")?;
                let pointer = self.value_id()?;
                Stmt::AtomicStore { pointer, value, ordering: self.named("a memory order")?, span }
            }
            "copy" => {
                let from = self.value_id()?;
                self.expect("to")?;
                let to = self.value_id()?;
                self.expect("size")?;
                let size = self.number()?;
                self.expect("align")?;
                Stmt::Copy { to, from, size, align: self.number()?, span }
            }
            "zero" => {
                let to = self.value_id()?;
                self.expect("size")?;
                let size = self.number()?;
                self.expect("align")?;
                Stmt::Zero { to, size, align: self.number()?, span }
            }
            "start" => Stmt::SlotStart(self.any_id("s")?),
            "break" => Stmt::Break(self.any_id("l")?),
            "continue" => Stmt::Continue(self.any_id("l")?),
            "return" if self.tokens.peek().is_none() => Stmt::Return(None),
            "return" => Stmt::Return(Some(self.value_id()?)),
            "barrier" => Stmt::Barrier {
                sub_group: self.accept("sub_group"),
                local: self.accept("local"),
                global: self.accept("global"),
                span,
            },
            "fence" => Stmt::Fence { ordering: self.named("a memory order")?, span },
            _ => return self.fail(format!("`{first}` is no statement")),
        })
    }

    /// `: type = op flags`.
    fn value(&mut self) -> Result<Value> {
        self.mark(':')?;
        let ty = self.ty()?;
        self.mark('=')?;
        let op = self.op(ty)?;
        let mut flags = MathFlags::empty();
        for (name, flag) in FLAG_NAMES {
            if self.accept(name) {
                flags |= flag;
            }
        }
        Ok(Value { op, ty, flags, span: Span::NONE })
    }

    fn op(&mut self, ty: ValueType) -> Result<Op> {
        let name = self.word("an operator")?;
        if let Some(op) = UnaryOp::from_name(&name) {
            return Ok(Op::Unary(op, self.value_id()?));
        }
        if let Some(op) = BinaryOp::from_name(&name) {
            return Ok(Op::Binary(op, self.value_id()?, self.comma_value()?));
        }
        if let Some(op) = CompareOp::from_name(&name) {
            return Ok(Op::Compare(op, self.value_id()?, self.comma_value()?));
        }
        if let Some(conversion) = self.conversion(&name)? {
            return Ok(Op::Convert(conversion, self.value_id()?));
        }
        Ok(match name.as_str() {
            "parameter" => Op::Parameter(self.number()?),
            "constant" => Op::Constant(self.constant(ty)?),
            "undefined" => Op::Undefined,
            "fma" => Op::Fma(self.value_id()?, self.comma_value()?, self.comma_value()?),
            "select" => Op::Select {
                condition: self.value_id()?,
                then: self.comma_value()?,
                otherwise: self.comma_value()?,
            },
            "bitcast" => Op::Bitcast(self.value_id()?),
            "splat" => Op::Splat(self.value_id()?),
            "construct" => Op::Construct(self.value_list()?),
            "extract" => {
                let vector = self.value_id()?;
                self.expect("at")?;
                Op::Extract(vector, self.number()?)
            }
            "extract_dynamic" => Op::ExtractDynamic(self.value_id()?, self.comma_value()?),
            "insert" => {
                let value = self.value_id()?;
                self.expect("into")?;
                let vector = self.value_id()?;
                self.expect("at")?;
                Op::Insert { vector, index: self.number()?, value }
            }
            "shuffle" => {
                let (left, right) = (self.value_id()?, self.comma_value()?);
                let mut picks = SmallVec::new();
                self.mark('[')?;
                while !self.accept_mark(']') {
                    if !picks.is_empty() {
                        self.mark(',')?;
                    }
                    picks.push(if self.accept("_") { SHUFFLE_UNDEFINED } else { self.number()? });
                }
                Op::Shuffle { left, right, picks }
            }
            "get" => Op::SlotLoad(self.any_id("s")?),
            "address" => match self.tokens.peek() {
                Some(Token::Word(w)) if w.starts_with('s') => Op::SlotAddress(self.any_id("s")?),
                Some(Token::Word(w)) if w.starts_with('m') => Op::LocalAddress(self.any_id("m")?),
                _ => Op::GlobalAddress(self.any_id("g")?),
            },
            "pointer_offset" => {
                let base = self.value_id()?;
                let index = if self.accept("index") { Some(self.value_id()?) } else { None };
                let scale = if self.accept("scale") { self.number()? } else { 0 };
                let offset = if self.accept("offset") { self.number()? } else { 0 };
                Op::PointerOffset { base, index, scale, offset }
            }
            "pointer_to_integer" => Op::PointerToInteger(self.value_id()?),
            "integer_to_pointer" => Op::IntegerToPointer(self.value_id()?),
            "pointer_cast" => Op::PointerCast { pointer: self.value_id()?, checked: self.accept("checked") },
            "load" => Op::Load { pointer: self.value_id()?, access: self.access()? },
            "atomic_update" => Op::AtomicUpdate {
                op: self.named("an atomic operator")?,
                pointer: self.value_id()?,
                operand: self.comma_value()?,
                ordering: self.named("a memory order")?,
            },
            "atomic_compare_exchange" => Op::AtomicCompareExchange {
                pointer: self.value_id()?,
                expected: self.comma_value()?,
                desired: self.comma_value()?,
                ordering: self.named("a memory order")?,
            },
            "atomic_load" => {
                Op::AtomicLoad { pointer: self.value_id()?, ordering: self.named("a memory order")? }
            }
            "collective" => {
                let group = self.named("a group")?;
                let name = self.word("a collective operator")?;
                let op = match name.as_str() {
                    "reduce" => CollectiveOp::Reduce(self.named("an operator")?),
                    "scan_inclusive" => CollectiveOp::ScanInclusive(self.named("an operator")?),
                    "scan_exclusive" => CollectiveOp::ScanExclusive(self.named("an operator")?),
                    "reduce_clustered" => {
                        CollectiveOp::ReduceClustered(self.named("an operator")?, self.number()?)
                    }
                    "broadcast" => CollectiveOp::Broadcast,
                    "shuffle" => CollectiveOp::Shuffle,
                    "ballot" => CollectiveOp::Ballot,
                    _ => return self.fail(format!("`{name}` is no collective operator")),
                };
                let operand = self.value_id()?;
                let source = if self.accept_mark(',') { Some(self.value_id()?) } else { None };
                Op::Collective { group, op, operand, source }
            }
            "work_item" => Op::WorkItem(self.named("a work-item query")?, self.number()?),
            "call" => Op::Call { function: self.any_id("f")?, arguments: self.value_list()? },
            "printf" => {
                let format = self.any_id("g")?;
                let mut arguments = SmallVec::new();
                while self.accept_mark(',') {
                    arguments.push(self.value_id()?);
                }
                Op::Printf { format, arguments }
            }
            _ => return self.fail(format!("`{name}` is no operator")),
        })
    }

    fn conversion(&mut self, name: &str) -> Result<Option<Conversion>> {
        let rounding = |line: &mut Self| line.named::<Rounding>("a rounding mode");
        Ok(Some(match name {
            "truncate" => Conversion::Truncate,
            "zero_extend" => Conversion::ZeroExtend,
            "sign_extend" => Conversion::SignExtend,
            "saturate_integer" => {
                Conversion::SaturateInteger { from_signed: self.sign()?, to_signed: self.sign()? }
            }
            "integer_to_float" => {
                Conversion::IntegerToFloat { signed: self.sign()?, rounding: rounding(self)? }
            }
            "float_to_integer" => Conversion::FloatToInteger {
                signed: self.sign()?,
                rounding: rounding(self)?,
                saturate: self.accept("saturate"),
            },
            "float_to_float" => Conversion::FloatToFloat { rounding: rounding(self)? },
            _ => return Ok(None),
        }))
    }

    fn constant(&mut self, ty: ValueType) -> Result<Bits> {
        let mut bits = Bits::new();
        if self.accept_mark('[') {
            while !self.accept_mark(']') {
                if !bits.is_empty() {
                    self.mark(',')?;
                }
                bits.push(self.component(ty)?);
            }
        } else {
            bits.push(self.component(ty)?);
        }
        Ok(bits)
    }

    fn component(&mut self, ty: ValueType) -> Result<u64> {
        let word = self.word("a constant")?;
        let bits = if let Some(digits) = word.strip_prefix("0x") {
            u64::from_str_radix(digits, 16).ok()
        } else {
            match ty.scalar() {
                None => (word == "null").then_some(0),
                Some(Scalar::Bool) => match word.as_str() {
                    "false" => Some(0),
                    "true" => Some(1),
                    _ => None,
                },
                // f16 → f32 is exact, and so are the digits that print wrote.
                Some(Scalar::F16) => word.parse().ok().map(|x: f64| half::f16::from_f64(x).to_bits().into()),
                Some(Scalar::F32) => word.parse().ok().map(|x: f32| x.to_bits().into()),
                Some(Scalar::F64) => word.parse().ok().map(|x: f64| x.to_bits()),
                Some(integer) => word
                    .parse::<i128>()
                    .ok()
                    .filter(|x| *x >= -(1 << (integer.bits() - 1)) && *x <= integer.mask().into())
                    .map(|x| x as u64 & integer.mask()),
            }
        };
        bits.map_or_else(|| self.fail(format!("`{word}` is no constant of type {ty}")), Ok)
    }
}

fn show(token: Option<&Token>) -> String {
    match token {
        None => "the end of the line".into(),
        Some(Token::Word(word)) => format!("`{word}`"),
        Some(Token::Text(text)) => format!("{text:?}"),
        Some(Token::Mark('>')) => "`->`".into(),
        Some(Token::Mark(mark)) => format!("`{mark}`"),
    }
}
