//! Structs, unions and enumerations (C99 6.7.2.1 to 6.7.2.3; sections "Alignment of Types", "Restrictions" and
//! "Specifying Attributes of Types").

use ferrocl_base::codes::declarations as codes;
use ferrocl_base::{Diagnostic, Span, Symbol};
use ferrocl_syntax::ast::{self, ScalarName};
use rustc_hash::FxHashMap;

use super::attributes::AttributeTarget;
use super::declare_types::{MAX_TYPE_DEPTH, Specified};
use super::{Analyzer, Entity, Tag};
use crate::types::size::RecordLayout;
use crate::types::{Enumeration, Field, QualifiedType, Record, RecordId, Type, TypeId, TypeTable};

/// The largest type, in bytes; larger ones come from mistakes.
pub(super) const MAX_TYPE_SIZE: u64 = 1 << 46;

impl<'a> Analyzer<'a> {
    /// The type of a `struct` or `union` specifier. `alone`: it stands in a declaration that declares nothing else, so that
    /// `struct S;` makes a new type in an inner scope (C99 6.7.2.3).
    pub(super) fn record_type(&mut self, specifier: &ast::RecordSpecifier, alone: bool) -> TypeId {
        let id = match (specifier.tag, &specifier.members) {
            (Some((tag, span)), None) => match self.find_record(specifier, tag, span, alone) {
                Some(id) => id,
                None => return TypeTable::ERROR,
            },
            (None, None) => return TypeTable::ERROR,
            (Some((tag, span)), Some(_)) => self.record_to_complete(specifier, tag, span),
            (None, Some(_)) => self.new_record(specifier, None),
        };
        if let Some(members) = &specifier.members {
            self.complete_record(id, specifier, members);
        }
        self.program.types.intern(Type::Record(id))
    }

    pub(super) fn new_record(&mut self, specifier: &ast::RecordSpecifier, tag: Option<Symbol>) -> RecordId {
        // A class in another bears the names of both.
        let outer = self.scopes.last().filter(|_| self.scopes.len() > 1).and_then(|scope| scope.class);
        let tag = match (tag, outer.and_then(|outer| self.program.types.records[outer].tag)) {
            (Some(tag), Some(outer)) => {
                let text = format!("{}::{}", self.interner.text(outer), self.interner.text(tag));
                Some(self.interner.intern(&text))
            }
            (tag, _) => tag,
        };
        self.program.types.records.push(Record {
            tag,
            typedef_name: None,
            is_union: specifier.is_union,
            fields: None,
            bases: Vec::new(),
            size: 0,
            align: 1,
            span: specifier.span,
        })
    }
    fn declare_tag(&mut self, name: Symbol, tag: Tag, span: Span) {
        let scope = self.scopes.last_mut().expect("the program's scope is always open");
        scope.tags.insert(name, (tag, span));
    }
    fn innermost_tag(&self, name: Symbol) -> Option<(Tag, Span)> {
        let scope = self.scopes.last()?;
        scope.tags.get(&name).copied().or_else(|| {
            let class = self.classes.by_record.get(&scope.class?)?;
            class.scope.tags.get(&name).copied()
        })
    }
    pub(super) fn lookup_tag(&self, name: Symbol) -> Option<(Tag, Span)> {
        self.scopes
            .iter()
            .rev()
            .find_map(|scope| scope.tags.get(&name).copied().or_else(|| self.class_tag(scope.class?, name)))
    }
    /// Whether a name means a class in a scope inside that of the typedef of its name.
    pub(super) fn tag_is_nearer(&self, name: Symbol) -> bool {
        self.is_cpp()
            && self.scopes.iter().rev().find_map(|scope| {
                let typedef = scope.names.contains_key(&name)
                    || scope.class.is_some_and(|class| self.class_entity(class, name).is_some());
                let tag = scope.tags.contains_key(&name)
                    || scope.class.is_some_and(|class| self.class_tag(class, name).is_some());
                (typedef || tag).then_some(tag && !typedef)
            }) == Some(true)
    }
    /// The type that a tag names by itself, in C++.
    pub(super) fn tagged_type(&mut self, name: Symbol) -> Option<TypeId> {
        let ty = match self.lookup_tag(name)?.0 {
            Tag::Record(id) => Type::Record(id),
            Tag::Enum(id) => Type::Enum(id),
        };
        Some(self.program.types.intern(ty))
    }
    fn report_tag_mismatch(&mut self, name: Symbol, span: Span, earlier: Span, keyword: &str) {
        let text = self.interner.text(name);
        let article = super::wording::article(keyword);
        let diagnostic = Diagnostic::new(
            codes::TAG_MISMATCH,
            span,
            format!("`{text}` does not name {article} `{keyword}`"),
        )
        .label(earlier, "it was declared as something else here")
        .help("write the word that it was declared with, or take another name");
        self.report(diagnostic);
    }
    fn report_tag_redefinition(&mut self, name: Symbol, span: Span, earlier: Span) {
        let text = self.interner.text(name);
        let diagnostic =
            Diagnostic::new(codes::REDEFINITION, span, format!("`{text}` is defined twice in one scope"))
                .primary("defined again here")
                .label(earlier, "first defined here")
                .help("give one of them another name");
        self.report(diagnostic);
    }

    /// The record that a tag without members means.
    fn find_record(
        &mut self,
        specifier: &ast::RecordSpecifier,
        tag: Symbol,
        span: Span,
        alone: bool,
    ) -> Option<RecordId> {
        let found = if alone { self.innermost_tag(tag) } else { self.lookup_tag(tag) };
        match found {
            Some((Tag::Record(id), _)) if self.program.types.records[id].is_union == specifier.is_union => {
                Some(id)
            }
            Some((_, earlier)) => {
                self.report_tag_mismatch(tag, span, earlier, record_keyword(specifier.is_union));
                None
            }
            None => {
                let id = self.new_record(specifier, Some(tag));
                self.declare_tag(tag, Tag::Record(id), span);
                Some(id)
            }
        }
    }
    /// The record whose members follow: one that was declared before without them, or a new one.
    fn record_to_complete(&mut self, specifier: &ast::RecordSpecifier, tag: Symbol, span: Span) -> RecordId {
        match self.innermost_tag(tag) {
            Some((Tag::Record(id), earlier))
                if self.program.types.records[id].is_union == specifier.is_union =>
            {
                if self.program.types.records[id].fields.is_none() && !self.open_records.contains(&id) {
                    self.program.types.records[id].span = specifier.span;
                    return id;
                }
                self.report_tag_redefinition(tag, span, earlier);
            }
            Some((_, earlier)) => {
                self.report_tag_mismatch(tag, span, earlier, record_keyword(specifier.is_union));
            }
            None => {}
        }
        let id = self.new_record(specifier, Some(tag));
        self.declare_tag(tag, Tag::Record(id), span);
        id
    }

    pub(super) fn complete_record(
        &mut self,
        id: RecordId,
        specifier: &ast::RecordSpecifier,
        members: &[ast::MemberDeclaration],
    ) {
        self.open_records.push(id);
        let attributes = self.attributes(&[&specifier.attributes], AttributeTarget::Record, None);
        let mut builder = RecordBuilder {
            layout: RecordLayout::new(specifier.is_union, attributes.packed, specifier.pack),
            is_union: specifier.is_union,
            fields: Vec::new(),
            names: FxHashMap::default(),
            depth: 0,
        };
        let unit = self.unit;
        let body = specifier.class.map(|class| &unit.classes[class]);
        if let Some(body) = body {
            let bases = self.open_class(id, body);
            self.add_bases(id, bases, &mut builder);
        }
        for (i, member) in members.iter().enumerate() {
            if let Some(body) = body {
                self.class_members_before(id, body, i);
            }
            self.member_declaration(member, i + 1 == members.len(), &mut builder);
            if body.is_some() {
                self.keep_class_names(id);
            }
        }
        if let Some(body) = body {
            self.class_members_before(id, body, members.len());
        }
        for assertion in &specifier.assertions {
            self.static_assert(assertion);
        }
        self.open_records.pop();
        if builder.fields.is_empty() && body.is_some() {
            // So that no object of a class is at the address of another.
            builder.layout.add(1, 1, None, false);
        } else if members.is_empty() && body.is_none() {
            let keyword = record_keyword(specifier.is_union);
            let diagnostic = Diagnostic::new(
                codes::EMPTY_RECORD,
                specifier.span,
                format!("this `{keyword}` has no members"),
            )
            .primary("compilers disagree about its size, which is 1 here")
            .help("give it at least one member");
            self.report(diagnostic);
            // So that nothing has size 0.
            builder.layout.add(1, 1, None, false);
        }
        let (mut size, align) = builder.layout.finish(attributes.aligned);
        if size > MAX_TYPE_SIZE {
            self.report_too_large(specifier.span, "type", size);
            (size, builder.fields) = (1, Vec::new());
        }
        if builder.depth + 1 > MAX_TYPE_DEPTH {
            self.report_too_deep(specifier.span);
            (size, builder.fields, builder.depth) = (1, Vec::new(), 0);
        }
        self.record_depths.insert(id, builder.depth + 1);
        for (number, field) in builder.fields.iter().enumerate() {
            let number = number as u32;
            match (field.name, self.program.types.get(field.ty.ty)) {
                (Some(name), _) => {
                    self.member_numbers.insert((id, name), number);
                }
                (None, Type::Record(inner)) => {
                    let mut names = Vec::new();
                    self.member_names(*inner, &mut names);
                    self.member_numbers.extend(names.into_iter().map(|(name, _)| ((id, name), number)));
                }
                (None, _) => {}
            }
        }
        let record = &mut self.program.types.records[id];
        record.fields = Some(builder.fields);
        // Where every member was reported, nothing has size 0 either.
        record.size = size.max(1);
        record.align = align;
        if let Some(body) = body {
            self.close_class(id, body);
        }
    }

    fn member_declaration(
        &mut self,
        member: &ast::MemberDeclaration,
        last: bool,
        builder: &mut RecordBuilder,
    ) {
        self.reject_storage(&member.specifiers, "a member");
        let base = self.specified(&member.specifiers);
        if member.declarators.is_empty() {
            if self.is_cpp() && self.declares_type_only(&member.specifiers) {
                return;
            }
            self.anonymous_member(member, base, builder);
            return;
        }
        for (i, declarator) in member.declarators.iter().enumerate() {
            if let Some(width) = declarator.bit_width {
                let span = self.unit.exprs[width].span;
                let diagnostic = Diagnostic::new(
                    codes::BIT_FIELD,
                    self.map.join(declarator.declarator.span, span),
                    "OpenCL C has no bit-fields",
                )
                .note("section \"Restrictions\"")
                .help("pack the bits into an unsigned integer with shifts and masks");
                self.report(diagnostic);
            }
            let Some((name, span)) = declarator.declarator.name else { continue };
            let derived = self.derive(base, &declarator.declarator);
            let last = last && i + 1 == member.declarators.len();
            if !self.member_type_is_fine(name, span, &derived, last, builder) {
                continue;
            }
            let lists = [&*member.specifiers.attributes, &*declarator.declarator.attributes];
            let attributes = self.attributes(&lists, AttributeTarget::Member, Some(derived.ty));
            if let Some(&earlier) = builder.names.get(&name) {
                self.report_redefinition(name, span, earlier);
                continue;
            }
            builder.names.insert(name, span);
            self.add_member(Some(name), span, &derived, attributes.aligned, attributes.packed, builder);
        }
    }
    /// Whether a member without a name declares a class or enumeration and no data member (C++17 [class.mem]).
    fn declares_type_only(&self, specifiers: &ast::DeclarationSpecifiers) -> bool {
        match &specifiers.ty {
            ast::TypeSpecifier::Record(record) => record.tag.is_some(),
            ast::TypeSpecifier::Enum(_) => true,
            _ => false,
        }
    }
    /// The bases of a class as its first members, without names.
    fn add_bases(&mut self, id: RecordId, bases: Vec<(RecordId, Span)>, builder: &mut RecordBuilder) {
        for (base, span) in bases {
            let is_empty = self.program.types.records[base].fields.as_ref().is_some_and(Vec::is_empty);
            let number = builder.fields.len() as u32;
            if !is_empty {
                let ty = self.program.types.intern(Type::Record(base));
                self.add_member(None, span, &Specified::plain(ty), None, false, builder);
            }
            self.program.types.records[id].bases.push((base, (!is_empty).then_some(number)));
        }
    }
    /// The members of a class that are no data members and stand before so many of these.
    fn class_members_before(&mut self, id: RecordId, body: &'a ast::ClassBody, before: usize) {
        for (position, member) in &body.members {
            if *position == before {
                self.class_member(id, member);
            }
        }
    }
    /// `struct { … };` inside a struct: its members count as the outer one's (C11 6.7.2.1, taken by compilers of the field).
    fn anonymous_member(
        &mut self,
        member: &ast::MemberDeclaration,
        base: Specified,
        builder: &mut RecordBuilder,
    ) {
        let Type::Record(id) = *self.program.types.get(base.ty.ty) else {
            if !base.is_error() {
                self.report_declares_nothing(member.span);
            }
            return;
        };
        if self.program.types.records[id].tag.is_some() {
            self.report_declares_nothing(member.span);
            return;
        }
        let mut names = Vec::new();
        self.member_names(id, &mut names);
        for (name, span) in names {
            match builder.names.get(&name) {
                Some(&earlier) => self.report_redefinition(name, span, earlier),
                None => {
                    builder.names.insert(name, span);
                }
            }
        }
        let attributes =
            self.attributes(&[&member.specifiers.attributes], AttributeTarget::Member, Some(base.ty));
        self.add_member(None, member.span, &base, attributes.aligned, attributes.packed, builder);
    }
    /// The names of a record's members, those of anonymous ones among them too.
    pub(super) fn member_names(&self, id: RecordId, names: &mut Vec<(Symbol, Span)>) {
        for field in self.program.types.records[id].fields.iter().flatten() {
            match (field.name, self.program.types.get(field.ty.ty)) {
                (Some(name), _) => names.push((name, field.span)),
                // As deep as anonymous records nest in the source, which the parser bounds.
                (None, Type::Record(inner)) => self.member_names(*inner, names),
                (None, _) => {}
            }
        }
    }
    /// The number of the member with this name; of the anonymous struct or union that holds it, where it is in one.
    pub fn member_number(&self, record: RecordId, name: Symbol) -> Option<u32> {
        self.member_numbers.get(&(record, name)).copied()
    }
    /// The name of a member that looks like this one.
    pub(super) fn nearest_member(&self, record: RecordId, name: Symbol) -> Option<String> {
        const MAX_COMPARED: usize = 1000;
        // Names of a letter or two are not slips of each other.
        if self.interner.text(name).len() < 3 {
            return None;
        }
        let mut names = Vec::new();
        self.member_names(record, &mut names);
        let texts = names.iter().take(MAX_COMPARED).map(|&(name, _)| self.interner.text(name));
        super::similar::nearest(self.interner.text(name), texts)
    }
    fn report_declares_nothing(&mut self, span: Span) {
        let diagnostic = Diagnostic::new(
            ferrocl_base::codes::syntax::DECLARES_NOTHING,
            span,
            "this declaration declares no member",
        )
        .help("give the member a name");
        self.report(diagnostic);
    }
    fn add_member(
        &mut self,
        name: Option<Symbol>,
        span: Span,
        derived: &Specified,
        aligned: Option<u32>,
        packed: bool,
        builder: &mut RecordBuilder,
    ) {
        let mut derived = *derived;
        let refers_to = self.referent(derived.ty.ty);
        if let Some(to) = refers_to {
            derived =
                Specified::plain(self.program.types.pointer(QualifiedType { is_restrict: false, ..to }));
        }
        let size = self.program.types.size_of(derived.ty.ty);
        let offset = builder.layout.add(size, self.alignment(derived.ty), aligned, packed);
        let depth = self.type_depth(derived.ty.ty);
        builder.depth = builder.depth.max(depth);
        builder.fields.push(Field {
            name,
            ty: derived.ty,
            refers_to,
            pointer_sized: derived.pointer_sized,
            offset,
            span,
        });
    }

    /// Checks a member's type.
    fn member_type_is_fine(
        &mut self,
        name: Symbol,
        span: Span,
        derived: &Specified,
        last: bool,
        builder: &RecordBuilder,
    ) -> bool {
        if derived.is_error() {
            return false;
        }
        let text = self.interner.text(name).to_string();
        if derived.has_space {
            let diagnostic = Diagnostic::new(
                codes::MISPLACED_ADDRESS_SPACE,
                derived.space_span.unwrap_or(span),
                format!("the member `{text}` cannot have an address space of its own"),
            )
            .note("a struct lies in one address space with all of its members")
            .help("make it a pointer into that address space, or put the address space on the variable");
            self.report(diagnostic);
            return false;
        }
        match self.program.types.get(derived.ty.ty) {
            Type::Array { length: None, .. } => {
                let what = if last && !builder.is_union && !builder.fields.is_empty() {
                    "OpenCL C has no flexible array members"
                } else {
                    "an array in a struct needs its length"
                };
                let diagnostic = Diagnostic::new(codes::FLEXIBLE_ARRAY, span, what)
                    .note("section \"Restrictions\"")
                    .help("give the array a length, or pass the elements in a buffer of their own");
                self.report(diagnostic);
                false
            }
            Type::Function { .. } => {
                let diagnostic = Diagnostic::new(
                    codes::INVALID_MEMBER,
                    span,
                    format!("the member `{text}` is a function"),
                )
                .help("declare the function outside");
                self.report(diagnostic);
                false
            }
            Type::Image(..) | Type::Sampler | Type::Event | Type::Opaque(_) => {
                let found = self.program.types.name(self.interner, derived.ty.ty);
                let diagnostic = Diagnostic::new(
                    codes::INVALID_MEMBER,
                    span,
                    format!("the member `{text}` cannot have the type `{found}`"),
                )
                .note("images, samplers and events cannot be members (section \"Restrictions\")")
                .help("pass it to the kernel as an argument of its own");
                self.report(diagnostic);
                false
            }
            _ => self.require_complete(derived.ty.ty, span, &format!("the member `{text}`")),
        }
    }
    /// Reports a type whose contents are unknown; `what` has it.
    pub(super) fn require_complete(&mut self, ty: TypeId, span: Span, what: &str) -> bool {
        if self.program.types.is_complete(ty) {
            return true;
        }
        let found = self.program.types.name(self.interner, ty);
        let mut diagnostic = Diagnostic::new(
            codes::INCOMPLETE_TYPE,
            span,
            format!("{what} has the incomplete type `{found}`"),
        );
        diagnostic = match *self.program.types.get(ty) {
            Type::Record(id) => {
                let declared = self.program.types.records[id].span;
                if self.open_records.contains(&id) {
                    diagnostic
                        .label(declared, "its members end after this place")
                        .help("a struct cannot hold itself; hold a pointer to it")
                } else {
                    diagnostic
                        .label(declared, "declared here without members")
                        .help("define it before this place")
                }
            }
            Type::Enum(id) => {
                let declared = self.program.types.enums[id].span;
                diagnostic
                    .label(declared, "declared here without constants")
                    .help("define it before this place")
            }
            Type::Array { .. } => diagnostic.help("write the length, or an initialiser that gives it"),
            _ => diagnostic.help("use a type that has objects, or a pointer"),
        };
        self.report(diagnostic);
        false
    }
    /// Reports a type or object past the limits.
    pub(super) fn report_too_large(&mut self, span: Span, what: &str, size: u64) {
        let size = if size == u64::MAX { "more than 2^64 bytes".into() } else { format!("{size} bytes") };
        let diagnostic = Diagnostic::new(codes::TYPE_TOO_LARGE, span, format!("this {what} is too large"))
            .primary(format!("it has {size}"))
            .help("pass large data to the kernel in a buffer");
        self.report(diagnostic);
    }
    pub(super) fn report_too_deep(&mut self, span: Span) {
        let diagnostic = Diagnostic::new(
            codes::TYPE_TOO_DEEP,
            span,
            format!("this type is derived in more than {MAX_TYPE_DEPTH} steps"),
        )
        .help("make it of fewer pointers, arrays and structs that hold each other");
        self.report(diagnostic);
    }

    /// The integer type that an enumeration names for its constants.
    fn written_underlying(
        &mut self,
        specifier: &ast::EnumSpecifier,
        lowest: i128,
        highest: i128,
    ) -> Option<ScalarName> {
        let written = specifier.underlying.as_ref()?;
        let ty = self.specified(written).ty.ty;
        let Some(name) = self.integer_name(ty) else {
            if ty != TypeTable::ERROR {
                let text = self.program.types.name(self.interner, ty);
                self.report(
                    Diagnostic::new(
                        ferrocl_base::codes::cpp::ENUM_TYPE,
                        written.span,
                        format!("an enumeration is stored in an integer, and `{text}` is none"),
                    )
                    .help("write an integer type, such as `uchar`"),
                );
            }
            return None;
        };
        let (low, high) =
            crate::types::arithmetic::integer_range(crate::types::arithmetic::Element::Number(name));
        if lowest < low || highest > high {
            let text = self.program.types.name(self.interner, ty);
            self.report(
                Diagnostic::new(
                    codes::ENUM_RANGE,
                    specifier.span,
                    format!("`{text}` does not hold all constants of the enumeration"),
                )
                .label(written.span, "the type in which it is stored"),
            );
        }
        Some(name)
    }
    /// The type of an `enum` specifier.
    pub(super) fn enum_type(&mut self, specifier: &ast::EnumSpecifier) -> TypeId {
        let Some(constants) = &specifier.constants else {
            let Some((tag, span)) = specifier.tag else { return TypeTable::ERROR };
            return match self.lookup_tag(tag) {
                Some((Tag::Enum(id), _)) => self.program.types.intern(Type::Enum(id)),
                Some((_, earlier)) => {
                    self.report_tag_mismatch(tag, span, earlier, "enum");
                    TypeTable::ERROR
                }
                None => {
                    let text = self.interner.text(tag);
                    let diagnostic = Diagnostic::new(
                        codes::INCOMPLETE_TYPE,
                        span,
                        format!("`enum {text}` is not defined before this place"),
                    )
                    .help("write its constants first: C has no forward declarations of enumerations");
                    self.report(diagnostic);
                    TypeTable::ERROR
                }
            };
        };
        let attributes = self.attributes(&[&specifier.attributes], AttributeTarget::Enum, None);
        let id = self.program.types.enums.push(Enumeration {
            tag: specifier.tag.map(|(name, _)| name),
            typedef_name: None,
            underlying: ScalarName::Int,
            constants: ScalarName::Int,
            complete: false,
            is_scoped: specifier.is_scoped,
            span: specifier.span,
        });
        if let Some((tag, span)) = specifier.tag {
            match self.innermost_tag(tag) {
                Some((Tag::Enum(_), earlier)) => self.report_tag_redefinition(tag, span, earlier),
                Some((Tag::Record(_), earlier)) => self.report_tag_mismatch(tag, span, earlier, "enum"),
                None => {}
            }
            self.declare_tag(tag, Tag::Enum(id), span);
        }
        let (mut lowest, mut highest) = (0, 0);
        let mut next = 0i128;
        for constant in constants {
            if let Some(value) = constant.value {
                // (Where it is not constant, it was reported and the constant goes on from the one before.)
                next = self.constant_integer(value, "the value of an enumeration constant").unwrap_or(next);
            }
            let (low, high) = (next.min(lowest), next.max(highest));
            if low < i64::MIN.into() || high > u64::MAX.into() || (low < 0 && high > i64::MAX.into()) {
                let text = self.interner.text(constant.name);
                let diagnostic = Diagnostic::new(
                    codes::ENUM_RANGE,
                    constant.span,
                    format!(
                        "no integer type holds the value {next} of `{text}` and the others of its enumeration"
                    ),
                )
                .help("give it a value that fits `int`");
                self.report(diagnostic);
                next = 0;
            } else {
                (lowest, highest) = (low, high);
            }
            if self.is_cpp() {
                let text = self.interner.text(constant.name);
                let short = text.rsplit("::").next().unwrap_or(text).to_owned();
                let short = self.interner.intern(&short);
                self.classes.enum_constants.insert((id, short), next as i64);
            }
            if !specifier.is_scoped {
                self.declare(constant.name, Entity::EnumConstant(id, next as i64), constant.span);
            }
            next += 1;
        }
        let stored = self.written_underlying(specifier, lowest, highest);
        let enumeration = &mut self.program.types.enums[id];
        (enumeration.underlying, enumeration.constants) = match stored {
            Some(stored) => (stored, stored),
            None if specifier.is_scoped => (ScalarName::Int, ScalarName::Int),
            None => enum_types(lowest, highest, attributes.packed),
        };
        enumeration.complete = true;
        self.program.types.intern(Type::Enum(id))
    }
}

/// A struct or union in the making.
struct RecordBuilder {
    layout: RecordLayout,
    is_union: bool,
    fields: Vec<Field>,
    names: FxHashMap<Symbol, Span>,
    /// The depth of the deepest member.
    depth: u32,
}

pub(super) fn record_keyword(is_union: bool) -> &'static str {
    if is_union { "union" } else { "struct" }
}

/// How an enumeration with constants in this range is stored, and the type of its constants.
fn enum_types(lowest: i128, highest: i128, packed: bool) -> (ScalarName, ScalarName) {
    let fits = |low: i128, high: i128| low <= lowest && highest <= high;
    let wide = if lowest < 0 {
        if fits(i32::MIN.into(), i32::MAX.into()) { ScalarName::Int } else { ScalarName::Long }
    } else if fits(0, u32::MAX.into()) {
        ScalarName::Uint
    } else {
        ScalarName::Ulong
    };
    let constants = if fits(i32::MIN.into(), i32::MAX.into()) { ScalarName::Int } else { wide };
    let packed_type = if lowest < 0 {
        match () {
            () if fits(i8::MIN.into(), i8::MAX.into()) => ScalarName::Char,
            () if fits(i16::MIN.into(), i16::MAX.into()) => ScalarName::Short,
            () => wide,
        }
    } else {
        match () {
            () if fits(0, u8::MAX.into()) => ScalarName::Uchar,
            () if fits(0, u16::MAX.into()) => ScalarName::Ushort,
            () => wide,
        }
    };
    (if packed { packed_type } else { wide }, constants)
}

impl Analyzer<'_> {
    /// How many derivations a type has; a struct counts as many as its deepest member and one more.
    pub(super) fn type_depth(&self, ty: TypeId) -> u32 {
        let mut ty = ty;
        let mut depth = 0;
        loop {
            match self.program.types.get(ty) {
                Type::Pointer(QualifiedType { ty: inner, .. })
                | Type::Array { element: QualifiedType { ty: inner, .. }, .. } => {
                    ty = *inner;
                    depth += 1;
                }
                Type::Record(id) => return depth + self.record_depths.get(id).copied().unwrap_or(0),
                _ => return depth,
            }
        }
    }
}
