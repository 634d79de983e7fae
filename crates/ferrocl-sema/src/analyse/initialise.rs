//! Initialisers of every form (C99 6.7.8; section "Initialization").
//!
//! An initialiser is walked along with the type that it fills: braces open an object, without them the parts of an inner object
//! are taken from the same list (brace elision), designators jump (`initialise_designators`). What fills a scalar, a vector or a whole struct is a *part*, at an
//! offset. Where parts go is the [`Sink`]'s business: a list for objects of functions, bytes for program-scope data, whose
//! expressions are evaluated and dropped at once, so that large tables cost no more than their bytes.

use ferrocl_base::codes::initialisers as codes;
use ferrocl_base::{Diagnostic, Span};
use ferrocl_syntax::ast;
use smallvec::smallvec;

use super::Analyzer;
use super::constant_data::{Contents, StaticData};
use super::declare_globals::MAX_STATIC_SIZE;
use super::initialise_parts::Sink;
use crate::hir::{self, ExprId};
use crate::operation;
use crate::types::{QualifiedType, RecordId, Type, TypeId};

/// The items of one pair of braces, from the next one on.
pub(super) struct Cursor<'t> {
    pub items: &'t [ast::InitializerItem],
    pub next: usize,
    /// The next item's expression, if it was analysed to see what it fills, and how many expressions there were before.
    pub seen: Option<(ExprId, usize)>,
}

impl<'t> Cursor<'t> {
    fn new(list: &'t ast::InitializerList) -> Self {
        Cursor { items: &list.items, next: 0, seen: None }
    }
    pub fn item(&self) -> Option<&'t ast::InitializerItem> {
        self.items.get(self.next)
    }
    /// The next item, if it has no designator: one with a designator belongs to the braces, not to an inner object.
    pub fn undesignated(&self) -> Option<&'t ast::InitializerItem> {
        self.item().filter(|item| item.designators.is_empty())
    }
    pub fn advance(&mut self) {
        self.next += 1;
        self.seen = None;
    }
}

/// What is written for an object.
#[derive(Clone, Copy)]
enum Given<'t> {
    /// A list in braces.
    List(&'t ast::InitializerList),
    /// Any initialiser.
    Other(&'t ast::Initializer),
}

/// An object that is being filled.
#[derive(Clone, Copy)]
pub(super) struct Object {
    pub ty: TypeId,
    pub offset: u64,
}

impl Object {
    /// The object that an initialiser begins with.
    fn whole(ty: TypeId) -> Self {
        Object { ty, offset: 0 }
    }
    /// An element of an array, of a type of `size` bytes.
    pub fn element(self, ty: TypeId, size: u64, index: u64) -> Self {
        Object { ty, offset: self.offset.saturating_add(index.saturating_mul(size)) }
    }
}

impl Analyzer<'_> {
    /// A list in braces for an object of type `ty`.
    pub(super) fn list_initializer(
        &mut self,
        list: &ast::InitializerList,
        ty: &mut QualifiedType,
    ) -> hir::Initializer {
        self.any_initializer(Given::List(list), ty)
    }
    /// An initialiser for an object of type `ty`. An array of unknown length gets its length from it.
    pub fn initializer(
        &mut self,
        initializer: &ast::Initializer,
        ty: &mut QualifiedType,
    ) -> hir::Initializer {
        self.any_initializer(Given::Other(initializer), ty)
    }
    /// The contents of program-scope data from a value that is analysed.
    pub(super) fn static_value(&mut self, value: ExprId, ty: TypeId, what: &str) -> Contents {
        let size = self.program.types.size_of(ty);
        if !self.reserve_static(size, self.span_of(value)) {
            return Contents::default();
        }
        let value = self.value(value);
        let mut sink = Sink::Static { data: StaticData::zeroed(size), what, failed: false };
        let outer = std::mem::take(&mut self.covered);
        let mark = self.current.exprs.len();
        self.put(Object::whole(ty), value, mark, &mut sink);
        self.covered = outer;
        let Sink::Static { data, .. } = sink else { unreachable!("the sink stays what it was") };
        data.finish()
    }
    fn any_initializer(&mut self, given: Given<'_>, ty: &mut QualifiedType) -> hir::Initializer {
        let mut sink = Sink::Parts(Vec::new());
        self.fill(given, ty, &mut sink);
        let Sink::Parts(mut parts) = sink else { unreachable!("the sink stays what it was") };
        let is_array = matches!(self.program.types.get(ty.ty), Type::Array { .. });
        match parts.as_slice() {
            [] if operation::value_type(&self.program.types, ty.ty).is_some() => {
                // `{}`, or something reported.
                let count = operation::components(&self.program.types, ty.ty);
                let zero = self.add(hir::Expr {
                    kind: hir::ExprKind::Constant(smallvec![0; count.into()]),
                    ty: ty.ty,
                    place: None,
                    flags: Default::default(),
                    span: self.given_span(given),
                });
                hir::Initializer::Value(zero)
            }
            [part] if !is_array && part.offset == 0 && self.type_of(part.value) == ty.ty => {
                hir::Initializer::Value(parts.remove(0).value)
            }
            _ => hir::Initializer::Parts(parts),
        }
    }
    /// The contents of program-scope data; `what` names the initialiser in reports. What is not constant is reported and zero.
    pub(super) fn static_initializer(
        &mut self,
        initializer: &ast::Initializer,
        ty: &mut QualifiedType,
        what: &str,
    ) -> Contents {
        let span = self.initializer_span(initializer);
        let open = matches!(self.program.types.get(ty.ty), Type::Array { length: None, .. });
        let size = if open { 0 } else { self.program.types.size_of(ty.ty) };
        if !self.reserve_static(size, span) {
            return Contents::default();
        }
        let data = if open { StaticData::growing(MAX_STATIC_SIZE) } else { StaticData::zeroed(size) };
        let mut sink = Sink::Static { data, what, failed: false };
        self.fill(Given::Other(initializer), ty, &mut sink);
        let Sink::Static { mut data, .. } = sink else { unreachable!("the sink stays what it was") };
        if open {
            let size = self.program.types.size_of(ty.ty);
            if !self.reserve_static(size, span) {
                return Contents::default();
            }
            data.resize(size);
        }
        data.finish()
    }

    fn given_span(&self, given: Given<'_>) -> Span {
        match given {
            Given::List(list) => list.span,
            Given::Other(initializer) => self.initializer_span(initializer),
        }
    }
    fn fill(&mut self, initializer: Given<'_>, ty: &mut QualifiedType, sink: &mut Sink<'_>) {
        // (An initialiser's expressions may hold compound literals, which have initialisers.)
        let outer = std::mem::take(&mut self.covered);
        self.fill_object(initializer, ty, sink);
        self.covered = outer;
    }
    fn fill_object(&mut self, initializer: Given<'_>, ty: &mut QualifiedType, sink: &mut Sink<'_>) {
        let object = Object::whole(ty.ty);
        match initializer {
            Given::List(list) | Given::Other(ast::Initializer::List(list)) => {
                self.fill_listed(list, ty, sink);
            }
            Given::Other(ast::Initializer::Expansion(expr)) => {
                let span = self.unit.exprs[*expr].span;
                self.report_expansion(span);
            }
            Given::Other(ast::Initializer::Arguments(parts, span)) => {
                let mark = self.current.exprs.len();
                let value = self.construct_variable(ty.ty, parts, *span);
                self.put(object, value, mark, sink);
            }
            Given::Other(ast::Initializer::Expr(expr)) => {
                let Type::Array { element, length } = *self.program.types.get(ty.ty) else {
                    let mark = self.current.exprs.len();
                    let value = self.expression_value(*expr);
                    self.put(object, value, mark, sink);
                    return;
                };
                let span = self.unit.exprs[*expr].span;
                match self.string_for(element, *expr) {
                    Some(text) => {
                        if length.is_none() {
                            self.complete_array(ty, element, text.len() as u64 + 1, span);
                        }
                        self.put_string(Object::whole(ty.ty), &text, span, sink);
                    }
                    None => {
                        let found = self.program.types.name(self.interner, ty.ty);
                        let diagnostic = Diagnostic::new(
                            codes::INVALID_INITIALIZER,
                            span,
                            format!("an array of type `{found}` is initialised by a list in braces"),
                        )
                        .help("write `{ … }`, or copy the elements with a loop");
                        self.report(diagnostic);
                    }
                }
            }
        }
    }
    /// An object with a list in braces.
    fn fill_listed(&mut self, list: &ast::InitializerList, ty: &mut QualifiedType, sink: &mut Sink<'_>) {
        let object = Object::whole(ty.ty);
        if let Type::Array { element, length: None } = *self.program.types.get(ty.ty) {
            if let Some((text, span)) = self.braced_string(element, list) {
                self.complete_array(ty, element, text.len() as u64 + 1, list.span);
                self.put_string(Object::whole(ty.ty), &text, span, sink);
                return;
            }
            let length = self.fill_array(object, element, None, list, sink);
            self.complete_array(ty, element, length, list.span);
        } else {
            self.fill_braced(object, list, sink);
        }
    }
    /// An object of a class with constructors, from a list in braces: its values are the constructor's arguments.
    fn fill_constructed(&mut self, object: Object, list: &ast::InitializerList, sink: &mut Sink<'_>) {
        let mark = self.current.exprs.len();
        let mut values = Vec::with_capacity(list.items.len());
        for item in &list.items {
            if let Some(designator) = item.designators.first() {
                self.report_designator(
                    designator,
                    "the values for a constructor have no designators".to_string(),
                    "write the constructor's arguments in their order",
                );
            }
            match &item.value {
                ast::Initializer::Expr(expr) => values.push(self.expression(*expr)),
                ast::Initializer::Expansion(pattern) => values.extend(self.expand(*pattern)),
                ast::Initializer::List(inner) => {
                    // What it is depends on the parameter; where all constructors agree, that is known.
                    let value = self.list_for_constructor(object.ty, values.len(), inner);
                    values.push(value);
                }
                ast::Initializer::Arguments(..) => {}
            }
        }
        let value = self.construct(object.ty, &values, list.span, list.span);
        self.put(object, value, mark, sink);
    }
    /// A list in braces as the argument of a constructor with that number.
    fn list_for_constructor(&mut self, ty: TypeId, number: usize, list: &ast::InitializerList) -> ExprId {
        let constructors =
            self.constructor_of(ty).map(|name| self.overloads(name).to_vec()).unwrap_or_default();
        let mut types: Vec<TypeId> = constructors
            .iter()
            .filter_map(|&id| self.parameter_types(id).get(number).copied())
            .map(|ty| self.referent(ty).map_or(ty, |to| to.ty))
            .filter(|&found| found != ty)
            .collect();
        types.dedup();
        match types[..] {
            [only] => self.list_as(list, only),
            _ => {
                let diagnostic = Diagnostic::new(
                    codes::INVALID_INITIALIZER,
                    list.span,
                    "it is not known what these braces make for a constructor",
                )
                .help("write the type before them: `T{…}`");
                self.report(diagnostic);
                self.error_expression(list.span)
            }
        }
    }
    /// Gives an array of unknown length its length.
    fn complete_array(&mut self, ty: &mut QualifiedType, element: QualifiedType, length: u64, span: Span) {
        if length == 0 {
            let diagnostic =
                Diagnostic::new(codes::INVALID_INITIALIZER, span, "an empty list gives an array no length")
                    .help("write the array's length, or at least one element");
            self.report(diagnostic);
            return;
        }
        ty.ty = self.program.types.intern(Type::Array { element, length: Some(length) });
    }

    /// An object with braces of its own.
    fn fill_braced(&mut self, object: Object, list: &ast::InitializerList, sink: &mut Sink<'_>) {
        match *self.program.types.get(object.ty) {
            Type::Array { element, length } => {
                if let Some((text, span)) = self.braced_string(element, list) {
                    self.put_string(object, &text, span, sink);
                    return;
                }
                self.fill_array(object, element, length, list, sink);
            }
            Type::Record(_) if self.constructor_of(object.ty).is_some() => {
                self.fill_constructed(object, list, sink);
            }
            Type::Record(record) => self.fill_record(object, record, list, sink),
            Type::Vector(..) => {
                let mut cursor = Cursor::new(list);
                self.reject_designator(&cursor);
                self.fill_vector(object, &mut cursor, list.span, sink);
                self.reject_excess(&cursor, object.ty);
            }
            Type::Error => {}
            _ => self.fill_scalar_braced(object, list, sink),
        }
    }
    /// `int x = { 1 };`
    fn fill_scalar_braced(&mut self, object: Object, list: &ast::InitializerList, sink: &mut Sink<'_>) {
        let mut cursor = Cursor::new(list);
        if cursor.item().is_none() {
            // `{}`: zero, as for structs.
            return;
        }
        self.reject_designator(&cursor);
        let item = cursor.item().expect("it was seen");
        match &item.value {
            ast::Initializer::Expr(_) | ast::Initializer::Arguments(..) | ast::Initializer::Expansion(_) => {
                self.fill_next(object, &mut cursor, sink)
            }
            ast::Initializer::List(inner) => {
                let found = self.program.types.name(self.interner, object.ty);
                let diagnostic = Diagnostic::new(
                    codes::INVALID_INITIALIZER,
                    inner.span,
                    format!("too many braces round a value of type `{found}`"),
                )
                .help("remove the inner braces");
                self.report(diagnostic);
                cursor.advance();
            }
        }
        self.reject_excess(&cursor, object.ty);
    }

    /// An array with braces; the number of elements that they cover comes back.
    fn fill_array(
        &mut self,
        object: Object,
        element: QualifiedType,
        length: Option<u64>,
        list: &ast::InitializerList,
        sink: &mut Sink<'_>,
    ) -> u64 {
        let mut cursor = Cursor::new(list);
        let (mut index, mut covered) = (0u64, 0u64);
        let size = self.program.types.size_of(element.ty);
        while let Some(item) = cursor.item() {
            if let Some(first) = item.designators.first() {
                let Some((low, high)) = self.index_designator(first, length, object.ty) else {
                    cursor.advance();
                    continue;
                };
                let rest = &item.designators[1..];
                if let Err(bytes) = self.fill_range(object, element.ty, (low, high), rest, &mut cursor, sink)
                {
                    self.report_too_large(list.span, "initialiser", bytes);
                    return covered.max(1);
                }
                index = high;
            } else {
                if length.is_some_and(|length| index >= length) {
                    self.reject_excess(&cursor, object.ty);
                    return covered;
                }
                self.fill_next(object.element(element.ty, size, index), &mut cursor, sink);
            }
            index += 1;
            covered = covered.max(index);
        }
        covered
    }

    /// A struct or union with braces.
    fn fill_record(
        &mut self,
        object: Object,
        record: RecordId,
        list: &ast::InitializerList,
        sink: &mut Sink<'_>,
    ) {
        let mut cursor = Cursor::new(list);
        let mut field = 0;
        while let Some(item) = cursor.item() {
            if let Some(first) = item.designators.first() {
                let Some(designated) = self.member_designator(first, record) else {
                    cursor.advance();
                    continue;
                };
                self.fill_member_path(object, record, designated, &item.designators, &mut cursor, sink);
                field = designated + 1;
            } else {
                match self.field(object, record, field) {
                    Some(_) if self.fill_reference(object, record, field, &mut cursor, sink) => {}
                    Some(place) => self.fill_next(place, &mut cursor, sink),
                    None => {
                        self.reject_excess(&cursor, object.ty);
                        return;
                    }
                }
                field += 1;
            }
            if self.program.types.records[record].is_union {
                // Only a designator chooses another member.
                field = usize::MAX;
            }
        }
        if self.is_cpp() && !self.program.types.records[record].is_union {
            self.fill_left_out(object, record, field, list.span, sink);
        }
    }
    /// The members from `field` on, which a list leaves out: what they are by default, in C++.
    fn fill_left_out(
        &mut self,
        object: Object,
        record: RecordId,
        field: usize,
        span: Span,
        sink: &mut Sink<'_>,
    ) {
        let count = self.program.types.records[record].fields.as_ref().map_or(0, Vec::len);
        for number in field..count {
            let Some(place) = self.field(object, record, number) else { return };
            let mark = self.current.exprs.len();
            for part in self.left_out_member(record, number, place.offset, span) {
                let ty = self.type_of(part.value);
                self.put(Object { ty, offset: part.offset }, part.value, mark, sink);
            }
        }
    }
    /// A member that is a reference, from the next item: its address. False if the member is none.
    fn fill_reference(
        &mut self,
        object: Object,
        record: RecordId,
        field: usize,
        cursor: &mut Cursor<'_>,
        sink: &mut Sink<'_>,
    ) -> bool {
        let Some(member) =
            self.program.types.records[record].fields.as_ref().and_then(|fields| fields.get(field))
        else {
            return false;
        };
        let (Some(to), offset) = (member.refers_to, object.offset.saturating_add(member.offset)) else {
            return false;
        };
        let ty = member.ty.ty;
        let Some(ast::Initializer::Expr(expr)) = cursor.item().map(|item| &item.value) else { return false };
        let mark = self.current.exprs.len();
        let expr = self.expression(*expr);
        let pointer = self.bind_reference(expr, to, crate::hir::ConversionReason::Initialization);
        cursor.advance();
        self.put(Object { ty, offset }, pointer, mark, sink);
        true
    }
    /// A member of a struct or union as an object; `None` past the last.
    pub(super) fn field(&self, object: Object, record: RecordId, field: usize) -> Option<Object> {
        let field = self.program.types.records[record].fields.as_ref()?.get(field)?;
        Some(Object { ty: field.ty.ty, offset: object.offset.saturating_add(field.offset) })
    }

    /// Fills an object from the next item: with an initialiser of its own, or, if that only fits a part of it, from the items that
    /// follow (brace elision; C99 6.7.8, 20).
    pub(super) fn fill_next(&mut self, object: Object, cursor: &mut Cursor<'_>, sink: &mut Sink<'_>) {
        let Some(item) = cursor.item() else { return };
        let expr = match &item.value {
            ast::Initializer::List(list) => {
                cursor.advance();
                self.fill_braced(object, list, sink);
                return;
            }
            ast::Initializer::Expr(expr) => *expr,
            // The parser makes these for whole variables only.
            ast::Initializer::Arguments(..) => return cursor.advance(),
            ast::Initializer::Expansion(pattern) => {
                let span = self.unit.exprs[*pattern].span;
                self.report_expansion(span);
                return cursor.advance();
            }
        };
        match *self.program.types.get(object.ty) {
            Type::Array { element, length } => match self.string_for(element, expr) {
                Some(text) => {
                    let span = self.unit.exprs[expr].span;
                    cursor.advance();
                    self.put_string(object, &text, span, sink);
                }
                None => self.fill_elements(object, element, length, 0, cursor, sink),
            },
            Type::Record(record) => {
                let (value, mark) = self.see(cursor, expr);
                let found = self.type_of(value);
                let is_whole = found == object.ty
                    || matches!(self.program.types.get(found), Type::Error)
                    || self.constructor_of(object.ty).is_some()
                    || self.program.types.derives(found, object.ty);
                if is_whole {
                    cursor.advance();
                    self.put(object, value, mark, sink);
                } else {
                    self.fill_fields(object, record, 0, cursor, sink);
                }
            }
            // A vector is no aggregate: without braces of its own it takes one value, as by assignment, by which a scalar is widened.
            _ => {
                let (value, mark) = self.see(cursor, expr);
                cursor.advance();
                self.put(object, value, mark, sink);
            }
        }
    }
    /// The value of the next item's expression, analysed once.
    pub(super) fn see(&mut self, cursor: &mut Cursor<'_>, expr: ast::ExprId) -> (ExprId, usize) {
        if let Some(seen) = cursor.seen {
            return seen;
        }
        let mark = self.current.exprs.len();
        let seen = (self.expression_value(expr), mark);
        cursor.seen = Some(seen);
        seen
    }
    /// Elements from `index` on, from a list whose braces belong to an outer object.
    pub(super) fn fill_elements(
        &mut self,
        object: Object,
        element: QualifiedType,
        length: Option<u64>,
        index: u64,
        cursor: &mut Cursor<'_>,
        sink: &mut Sink<'_>,
    ) {
        let size = self.program.types.size_of(element.ty);
        let mut index = index;
        while index < length.unwrap_or(0) && cursor.undesignated().is_some() {
            self.fill_next(object.element(element.ty, size, index), cursor, sink);
            index += 1;
        }
    }
    /// Members from `field` on, from a list whose braces belong to an outer object.
    pub(super) fn fill_fields(
        &mut self,
        object: Object,
        record: RecordId,
        field: usize,
        cursor: &mut Cursor<'_>,
        sink: &mut Sink<'_>,
    ) {
        let mut field = field;
        while cursor.undesignated().is_some()
            && let Some(place) = self.field(object, record, field)
        {
            self.fill_next(place, cursor, sink);
            if self.program.types.records[record].is_union {
                return;
            }
            field += 1;
        }
    }
    /// Whether elements or members of a type are vectors.
    fn holds_vectors(&self, ty: TypeId) -> bool {
        let is_vector = |ty: TypeId| matches!(self.program.types.get(ty), Type::Vector(..));
        match *self.program.types.get(ty) {
            Type::Array { element, .. } => is_vector(element.ty),
            Type::Record(record) => {
                self.program.types.records[record].fields.iter().flatten().any(|f| is_vector(f.ty.ty))
            }
            _ => false,
        }
    }
    fn reject_excess(&mut self, cursor: &Cursor<'_>, ty: TypeId) {
        if let Some(item) = cursor.item() {
            let span = self.initializer_span(&item.value);
            let found = self.program.types.name(self.interner, ty);
            if let Type::Vector(_, count) = *self.program.types.get(ty) {
                let message = format!("`{found}` has room for {count} components only");
                let diagnostic = Diagnostic::new(codes::VECTOR_COMPONENTS, span, message)
                    .primary("the first one that is too many")
                    .help("remove what is too much, or use a longer vector");
                self.report(diagnostic);
                return;
            }
            let diagnostic = Diagnostic::new(
                codes::EXCESS_ELEMENTS,
                span,
                format!("more values than an object of type `{found}` has room for"),
            )
            .primary("the first one that is too many, which is ignored");
            self.report(if self.holds_vectors(ty) {
                diagnostic
                    .note("a vector in a list takes one value, which a scalar gives to all its components")
                    .help("put the components of each vector in braces of their own")
            } else {
                diagnostic.help("remove what is too much, or make the object larger")
            });
        }
    }
}
