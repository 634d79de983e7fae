//! C++ for OpenCL: namespaces, `using`, qualified names. (Expressions are in `cpp_expressions`, templates in `cpp_templates`.)
//!
//! ```text
//! namespace = "inline"? "namespace" [ name { "::" name } ] "{" { external } "}" | "namespace" name "=" name { "::" name } ";"
//! using     = "using" "namespace" qualified ";" | "using" qualified ";" | "using" name "=" type-name ";"
//! qualified = [ "::" ] { name "::" } name
//! ```
//! A member of a namespace has its whole name in the tree (`A::B::f`), so that later stages need to know nothing of namespaces. Inside
//! its namespace, and where `using` makes it visible, the short name is an alias for it ([`super::scope::Names`]).

use ferrocl_base::codes::syntax as codes;
use ferrocl_base::{Diagnostic, Span, Symbol};
use rustc_hash::FxHashMap;

use super::declarator::Naming;
use super::words::{Keyword, Word};
use super::{Parse, Parser, Reported};
use crate::ast::{Declaration, InitDeclarator, Item, StmtId, StmtKind, StorageClass};
use crate::token::{Header, Punctuator, TokenKind};

/// The namespaces met so far, by their whole names.
#[derive(Default)]
pub(super) struct Namespaces {
    /// The members by their short names.
    members: FxHashMap<Symbol, FxHashMap<Symbol, Member>>,
    /// Other names of namespaces, as they are written.
    aliases: FxHashMap<Symbol, Symbol>,
    /// The one that is open, if one is.
    current: Option<Symbol>,
    /// Those whose members `using` made visible outside functions.
    used: Vec<Symbol>,
}

/// A member of a namespace: its whole name, and what it is.
type Member = (Symbol, Word);

/// A name with the namespaces before it.
pub(super) struct Qualified {
    /// The whole name.
    pub name: Symbol,
    /// What it is.
    pub word: Word,
    /// How many tokens it takes.
    pub tokens: usize,
    /// Whether a namespace was named, and not only `::`.
    pub in_namespace: bool,
}

impl Parser<'_> {
    /// Whether the text is C++ for OpenCL.
    pub(super) fn is_cpp(&self) -> bool {
        self.cpp.is_some()
    }
    /// Steps over a qualified name that stands here.
    pub(super) fn step_over(&mut self, name: &Qualified) {
        for _ in 0..name.tokens {
            self.advance();
        }
    }
    /// The whole name of a member of a namespace or class.
    pub(super) fn member_name(&mut self, outer: Symbol, name: Symbol) -> Symbol {
        let text = format!("{}::{}", self.text(outer), self.text(name));
        self.interner.intern(&text)
    }
    /// Declares a name outside functions; gives the whole name.
    pub(super) fn declare_member(&mut self, name: Symbol, word: Word) -> Symbol {
        if let Some(class) = &self.class {
            let class = class.whole;
            self.names.declare(name, word);
            self.note_class_member(class, name, word);
            return name;
        }
        let Some(namespace) = self.namespaces.current.filter(|_| self.open_function.is_none()) else {
            self.names.declare(name, word);
            return name;
        };
        let whole = self.member_name(namespace, name);
        self.names.declare_as(name, word, whole);
        self.names.declare(whole, word);
        self.add_member(namespace, name, whole, word);
        whole
    }
    /// The whole name that a name has which is declared here outside functions.
    pub(super) fn namespace_member_name(&mut self, name: Symbol) -> Symbol {
        match self.namespaces.current.filter(|_| self.open_function.is_none() && self.class.is_none()) {
            Some(namespace) => self.member_name(namespace, name),
            None => name,
        }
    }
    /// The whole name of a member of the open namespace that exists.
    pub(super) fn namespace_member(&self, name: Symbol) -> Option<Symbol> {
        let members = self.namespaces.members.get(&self.namespaces.current?)?;
        members.get(&name).map(|&(whole, _)| whole)
    }
    fn add_member(&mut self, namespace: Symbol, name: Symbol, whole: Symbol, word: Word) {
        self.namespaces.members.entry(namespace).or_default().insert(name, (whole, word));
    }
    /// Makes the short names of a namespace's members visible here.
    fn show_members(&mut self, namespace: Symbol, over: bool) {
        let Some(members) = self.namespaces.members.get(&namespace) else { return };
        for (&name, &(whole, word)) in members {
            if over || self.names.get(name) == Word::Unknown {
                self.names.declare_as(name, word, whole);
            }
        }
    }

    /// What begins with a word that only C++ has, outside functions; false if nothing of the kind stands here.
    pub(super) fn cpp_external(&mut self) -> Parse<bool> {
        match self.keyword() {
            Some(Keyword::Inline) if self.nth_keyword(1) == Some(Keyword::Namespace) => {
                self.advance();
                self.namespace()?;
            }
            Some(Keyword::Namespace) => self.namespace()?,
            Some(Keyword::Using) => {
                if let Some(declaration) = self.using()? {
                    self.push_item(Item::Declaration(Box::new(declaration)));
                }
            }
            Some(Keyword::Template) => self.template()?,
            _ if self.member_outside_without_type() => {
                let start = self.span();
                let (function, initializers, is_defined) = self.special_member_outside(start)?;
                let template = crate::ast::FunctionTemplate {
                    parameters: Vec::new(),
                    outer: Vec::new(),
                    arguments: None,
                    function,
                    initializers,
                    is_defined,
                };
                self.push_item(Item::Template(Box::new(template)));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
    /// The same in a block.
    pub(super) fn cpp_block_declaration(&mut self) -> Parse<Option<StmtId>> {
        let start = self.span();
        if self.keyword() != Some(Keyword::Using) {
            return Ok(None);
        }
        let kind = match self.using()? {
            Some(declaration) => StmtKind::Declaration(Box::new(declaration)),
            None => StmtKind::Empty,
        };
        let span = self.span_from(start);
        Ok(Some(self.stmt(kind, span)))
    }

    /// `namespace`, which stands here.
    fn namespace(&mut self) -> Parse<()> {
        self.advance();
        let outer = self.namespaces.current;
        let mut whole = outer;
        while let Some(name) = self.name() {
            self.advance();
            self.names.declare(name, Word::Namespace);
            whole = Some(match whole {
                None => name,
                Some(outer) => {
                    let inner = self.member_name(outer, name);
                    self.add_member(outer, name, inner, Word::Namespace);
                    inner
                }
            });
            if !self.eat(Punctuator::ColonColon) {
                break;
            }
        }
        if self.at(Punctuator::Equal)
            && let Some(alias) = whole
        {
            self.advance();
            let namespace = self.namespace_name()?;
            self.namespaces.aliases.insert(alias, namespace);
            return self.expect(Punctuator::Semicolon, "after the namespace").map(|_| ());
        }
        let open = self.expect(Punctuator::LeftBrace, "after `namespace`")?;
        // A namespace without a name is open to what surrounds it.
        let named = whole.filter(|_| whole != outer);
        if let Some(namespace) = named {
            self.namespaces.members.entry(namespace).or_default();
            self.namespaces.current = Some(namespace);
            self.names.open();
            self.show_members(namespace, true);
        }
        let result = self.nested(|parser| parser.members_of_namespace(open));
        if named.is_some() {
            self.names.close();
            self.namespaces.current = outer;
            for used in self.namespaces.used.clone() {
                self.show_members(used, false);
            }
        }
        result
    }
    fn members_of_namespace(&mut self, open: Span) -> Parse<()> {
        self.external_declarations_until(Some(Punctuator::RightBrace));
        if self.eat(Punctuator::RightBrace) {
            return Ok(());
        }
        Err(self.unclosed(open, "{", Punctuator::RightBrace))
    }
    /// The name of a namespace that exists.
    fn namespace_name(&mut self) -> Parse<Symbol> {
        let start = self.span();
        self.eat(Punctuator::ColonColon);
        let mut whole = None;
        loop {
            let Some(name) = self.name() else {
                return Err(self.expected("the name of a namespace", "", None));
            };
            self.advance();
            whole = match whole {
                None => self.find_namespace(name),
                Some(outer) => self.inner_namespace(outer, name),
            };
            if !self.eat(Punctuator::ColonColon) {
                break;
            }
        }
        match whole {
            Some(namespace) => Ok(namespace),
            None => {
                let span = self.span_from(start);
                let text = self.map.text(span).to_owned();
                Err(self.fail(
                    Diagnostic::new(
                        codes::UNKNOWN_NAMESPACE,
                        span,
                        format!("there is no namespace `{text}`"),
                    )
                    .primary("nothing declares it before this place"),
                ))
            }
        }
    }
    /// The namespace of a whole name, or that which the name is another one for; `None` if there is none.
    fn namespace_of(&self, whole: Symbol) -> Option<Symbol> {
        let namespace = *self.namespaces.aliases.get(&whole).unwrap_or(&whole);
        self.namespaces.members.contains_key(&namespace).then_some(namespace)
    }
    /// A namespace in another.
    fn inner_namespace(&self, outer: Symbol, name: Symbol) -> Option<Symbol> {
        let whole = format!("{}::{}", self.text(outer), self.text(name));
        self.namespace_of(self.interner.get(&whole)?)
    }
    /// The namespace that a first name means here: a member of one that is open, or one outside.
    fn find_namespace(&self, name: Symbol) -> Option<Symbol> {
        let mut outer = self.namespaces.current;
        while let Some(open) = outer {
            if let Some(namespace) = self.inner_namespace(open, name) {
                return Some(namespace);
            }
            let text = self.text(open);
            outer = text.rfind("::").and_then(|at| self.interner.get(&text[..at]));
        }
        self.namespace_of(name)
    }

    /// `using`, which stands here. A declaration comes back where it makes a type known.
    fn using(&mut self) -> Parse<Option<Declaration>> {
        let start = self.advance();
        if self.eat_keyword(Keyword::Namespace) {
            let namespace = self.namespace_name()?;
            self.show_members(namespace, false);
            if self.open_function.is_none() && !self.namespaces.used.contains(&namespace) {
                self.namespaces.used.push(namespace);
            }
            self.semicolon("after the namespace");
            return Ok(None);
        }
        if self.name().is_some() && self.nth_is(1, Punctuator::Equal) {
            return self.type_alias(start).map(Some);
        }
        let name_span = self.span();
        let Some(qualified) = self.qualified_name(0) else {
            return Err(self.expected("a name of a namespace", "after `using`", None));
        };
        let last = self.nth_kind(qualified.tokens - 1);
        self.step_over(&qualified);
        if qualified.word == Word::Unknown {
            let span = self.span_from(name_span);
            return Err(self.unknown_member(span));
        }
        if let TokenKind::Identifier(short) = last {
            self.names.declare_as(*short, qualified.word, qualified.name);
        }
        self.semicolon("after the name");
        Ok(None)
    }
    /// `name = type;` behind `using`, which the parser has stepped over.
    pub(super) fn type_alias(&mut self, start: Span) -> Parse<Declaration> {
        let (Some(name), span) = (self.name(), self.advance()) else { return Err(Reported) };
        self.advance();
        let mut specifiers = self.specifiers(super::specifiers::Place::TypeName, Vec::new())?;
        specifiers.storage.push((StorageClass::Typedef, start));
        let mut declarator = self.declarator_with(Naming::Forbidden)?;
        declarator.name = Some((name, span));
        declarator.span = span;
        self.declare(&specifiers, &mut declarator);
        self.semicolon("after the type");
        let declarators = vec![InitDeclarator { declarator, initializer: None }];
        Ok(Declaration { specifiers, declarators, span: self.span_from(start) })
    }

    /// The qualified name that stands that many tokens further on; `None` if none does. A name that its namespace does not have is
    /// [`Word::Unknown`].
    pub(super) fn qualified_name(&self, n: usize) -> Option<Qualified> {
        let mut at = n;
        let mut namespace = None;
        let from_top = self.is_cpp() && self.nth_is(at, Punctuator::ColonColon);
        if from_top {
            at += 1;
        }
        loop {
            let TokenKind::Identifier(name) = *self.nth_kind(at) else { return None };
            let goes_on = self.nth_is(at + 1, Punctuator::ColonColon);
            let word = self.names.get(name);
            if goes_on && (word == Word::Namespace || namespace.is_some()) {
                namespace = Some(match namespace {
                    None if from_top => self.namespace_of(name)?,
                    None => self.find_namespace(name)?,
                    Some(outer) => self.inner_namespace(outer, name)?,
                });
                at += 2;
                continue;
            }
            if namespace.is_none() && !from_top {
                return None;
            }
            let tokens = at + 1 - n;
            let Some(namespace) = namespace else {
                return Some(Qualified { name, word, tokens, in_namespace: false });
            };
            let members = self.namespaces.members.get(&namespace);
            return Some(match members.and_then(|members| members.get(&name)) {
                Some(&(whole, word)) => Qualified { name: whole, word, tokens, in_namespace: true },
                None => Qualified { name, word: Word::Unknown, tokens, in_namespace: true },
            });
        }
    }
    /// Says that a namespace has no such member.
    #[cold]
    pub(super) fn unknown_member(&mut self, span: Span) -> Reported {
        let text = self.map.text(span).to_owned();
        let mut diagnostic =
            Diagnostic::new(codes::UNKNOWN_MEMBER, span, format!("no namespace has a member `{text}`"))
                .primary("nothing declares it before this place");
        if text == "cl::as_type" || text == "::cl::as_type" {
            diagnostic = diagnostic.help("write `#include <opencl_reinterpret>` at the start");
        }
        self.fail(diagnostic)
    }
    /// What a header of the language declares.
    pub(super) fn include_header(&mut self, header: Header) {
        let Header::Reinterpret = header;
        let (namespace, name) = (self.interner.intern("cl"), self.interner.intern("as_type"));
        let whole = self.member_name(namespace, name);
        self.names.declare(namespace, Word::Namespace);
        self.names.declare(whole, Word::Reinterpret);
        self.add_member(namespace, name, whole, Word::Reinterpret);
    }
}
