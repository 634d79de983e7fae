//! How objects of classes of C++ for OpenCL begin and end (C++17 [class.ctor], [class.base.init], [class.dtor], [class.copy]; section
//! "Construction, initialization and destruction").
//!
//! A constructor's function gives the object that it makes. What is declared without an initialiser is made by the constructor without
//! arguments, or, where a class has none, by what its data members are by default. Objects in `local` memory are not made and not ended. An
//! object of a function ends where its block does, the last one first: every way out of the block calls the destructors.

use ferrocl_base::codes::cpp as codes;
use ferrocl_base::{Diagnostic, Span, Symbol};
use ferrocl_syntax::ast::{self, InitializerTarget};

use super::Analyzer;
use super::cpp_templates::Call;
use crate::hir::{self, ConversionReason, StmtKind, VariableId};
use crate::types::{AddressSpace, QualifiedType, RecordId, Type, TypeId, TypeTable};

/// The most elements of an array that constructors make one by one.
const MAX_CONSTRUCTED: u64 = 4096;
/// How deep copies may take copies of their own.
const MAX_COPIES: u32 = 4;

impl<'a> Analyzer<'a> {
    /// The constructors of a type, if its class has any.
    pub(super) fn constructor_of(&self, ty: TypeId) -> Option<Symbol> {
        let class = self.classes.by_record.get(&self.record_of(ty)?)?;
        class.constructors.get(&AddressSpace::Generic).copied()
    }
    /// The element of an array of any depth, or the type itself.
    fn innermost_element(&self, ty: TypeId) -> TypeId {
        let mut element = ty;
        while let Type::Array { element: inner, .. } = self.program.types.get(element) {
            element = inner.ty;
        }
        element
    }
    /// Whether an object of a type is made by more than its bytes, where it has no initialiser.
    pub(super) fn needs_construction(&self, ty: TypeId) -> bool {
        self.any_class(ty, &|class| !class.constructors.is_empty() || !class.initializers.is_empty())
    }
    /// Whether an object of a type is ended by a function.
    pub(super) fn needs_destruction(&self, ty: TypeId) -> bool {
        self.is_cpp() && self.any_class(ty, &|class| class.destructor.is_some())
    }
    /// Whether a class that a type is made of has something. (Types are as deep as `MAX_TYPE_DEPTH` at most.)
    fn any_class(&self, ty: TypeId, has: &dyn Fn(&super::cpp_classes::Class<'a>) -> bool) -> bool {
        let Some(record) = self.record_of(self.innermost_element(ty)) else { return false };
        if self.classes.by_record.get(&record).is_some_and(has) {
            return true;
        }
        let record = &self.program.types.records[record];
        let mut bases = record.bases.iter();
        !record.is_union
            && (bases.any(|(base, _)| self.classes.by_record.get(base).is_some_and(has))
                || record
                    .fields
                    .iter()
                    .flatten()
                    .any(|field| field.refers_to.is_none() && self.any_class(field.ty.ty, has)))
    }
    /// Notes whether copying an object of a class takes a function.
    pub(super) fn note_copies(&mut self, record: RecordId) {
        let ty = self.program.types.intern(Type::Record(record));
        let own = self.constructor_of(ty).is_some_and(|name| {
            self.overloads(name).iter().any(|&id| {
                let parameters = self.parameter_types(id);
                matches!(parameters[..], [only] if self.referent(only).is_some_and(|to| to.ty == ty && !to.is_restrict))
            })
        });
        let inner = self.program.types.records[record].fields.iter().flatten().any(|field| {
            let element = self.innermost_element(field.ty.ty);
            field.refers_to.is_none()
                && self
                    .record_of(element)
                    .and_then(|inner| self.classes.by_record.get(&inner))
                    .is_some_and(|class| class.copies)
        });
        if let Some(class) = self.classes.by_record.get_mut(&record) {
            class.copies = own || inner && !class.constructors.is_empty();
        }
    }
    /// A value that a copy is made of, as the class of it copies; `None` where copying takes no function.
    pub(super) fn copied(&mut self, value: hir::ExprId) -> Option<hir::ExprId> {
        let ty = self.type_of(value);
        let class = self.classes.by_record.get(&self.record_of(ty)?)?;
        if !class.copies {
            return None;
        }
        let operand = self.loaded_place(value)?;
        // What an expression made needs no copy.
        if matches!(self.current.exprs[operand].kind, hir::ExprKind::CompoundLiteral(..)) {
            return None;
        }
        let constructor = self.constructor_of(ty)?;
        if self.classes.copies >= MAX_COPIES {
            return None;
        }
        let span = self.span_of(value);
        self.classes.copies += 1;
        let copy = self.call_overloads(constructor, Call::new(&[operand], span));
        self.classes.copies -= 1;
        Some(copy)
    }

    /// What an object is that is declared without an initialiser; `None`: whatever its bytes are.
    pub(super) fn default_initializer(&mut self, ty: TypeId, span: Span) -> Option<hir::Initializer> {
        if !self.is_cpp() || !self.needs_construction(ty) {
            return None;
        }
        if let Some(constructor) = self.constructor_of(ty) {
            let value = self.call_overloads(constructor, Call::new(&[], span));
            return Some(hir::Initializer::Value(value));
        }
        let mut parts = Vec::new();
        self.default_parts(ty, 0, span, &mut parts);
        Some(hir::Initializer::Parts(parts))
    }
    fn default_parts(&mut self, ty: TypeId, offset: u64, span: Span, parts: &mut Vec<hir::InitializerPart>) {
        if !self.needs_construction(ty) {
            return;
        }
        match *self.program.types.get(ty) {
            Type::Array { element, length } => {
                let count = length.unwrap_or(0);
                if count > MAX_CONSTRUCTED || parts.len() as u64 > MAX_CONSTRUCTED {
                    return self.report_many_elements(ty, span);
                }
                let size = self.program.types.size_of(element.ty);
                for index in 0..count {
                    self.default_parts(element.ty, offset + index * size, span, parts);
                }
            }
            Type::Record(record) => {
                if let Some(constructor) = self.constructor_of(ty) {
                    let value = self.call_overloads(constructor, Call::new(&[], span));
                    parts.push(hir::InitializerPart { offset, value });
                    return;
                }
                let fields = self.program.types.records[record].fields.clone().unwrap_or_default();
                for field in &fields {
                    let at = offset + field.offset;
                    match field.name.and_then(|name| self.member_default(record, name)) {
                        Some(initializer) => self.member_parts(record, field, initializer, at, parts),
                        None if field.refers_to.is_some() => {}
                        None => self.default_parts(field.ty.ty, at, span, parts),
                    }
                }
            }
            _ => {}
        }
    }
    #[cold]
    fn report_many_elements(&mut self, ty: TypeId, span: Span) {
        let found = self.quoted(ty);
        self.report(
            Diagnostic::new(
                codes::CONSTRUCTED_ARRAY,
                span,
                format!("{found} has more than {MAX_CONSTRUCTED} elements that constructors make or destructors end"),
            )
            .help("leave them out of the class, and write a function that gives an object"),
        );
    }
    /// What a data member is by default.
    fn member_default(&self, record: RecordId, name: Symbol) -> Option<&'a ast::Initializer> {
        self.classes.by_record.get(&record)?.initializers.get(&name).copied()
    }
    /// The default of a data member as parts of an object.
    fn member_parts(
        &mut self,
        record: RecordId,
        field: &crate::types::Field,
        initializer: &'a ast::Initializer,
        offset: u64,
        parts: &mut Vec<hir::InitializerPart>,
    ) {
        if field.refers_to.is_some() {
            return;
        }
        // Names mean what they mean in the class, and variables of the function do not count.
        let initializer = self.in_class(record, |analyzer| {
            let mut ty = field.ty;
            analyzer.initializer(initializer, &mut ty)
        });
        match initializer {
            hir::Initializer::Value(value) => parts.push(hir::InitializerPart { offset, value }),
            hir::Initializer::Parts(inner) => parts.extend(
                inner.into_iter().map(|part| hir::InitializerPart { offset: offset + part.offset, ..part }),
            ),
        }
    }
    /// The default of a data member that a list in braces leaves out, as parts.
    pub(super) fn left_out_member(
        &mut self,
        record: RecordId,
        number: usize,
        offset: u64,
        span: Span,
    ) -> Vec<hir::InitializerPart> {
        let mut parts = Vec::new();
        let field =
            self.program.types.records[record].fields.as_ref().and_then(|fields| fields.get(number)).cloned();
        let Some(field) = field.filter(|_| self.is_cpp()) else { return parts };
        match field.name.and_then(|name| self.member_default(record, name)) {
            Some(initializer) => self.member_parts(record, &field, initializer, offset, &mut parts),
            None if field.refers_to.is_some() => {
                let ty = self.program.types.intern(Type::Record(record));
                let class = self.quoted(ty);
                self.report(
                    Diagnostic::new(
                        ferrocl_base::codes::cpp::REFERENCE_TYPE,
                        span,
                        format!("a member of {class} is a reference and needs something to refer to"),
                    )
                    .label(field.span, "this member"),
                );
            }
            None => self.default_parts(field.ty.ty, offset, span, &mut parts),
        }
        parts
    }

    /// Begins a constructor's body: the object, `this`, its bases and members in their order.
    pub(super) fn begin_constructor(
        &mut self,
        initializers: &'a [ast::MemberInitializer],
        result: TypeId,
        span: Span,
        out: &mut Vec<hir::Stmt>,
    ) {
        let made = self.unnamed_variable(result, span);
        let object_type = QualifiedType::new(result, AddressSpace::Private);
        let pointer_type = self.program.types.pointer(object_type);
        let this_name = self.interner.intern("this");
        let qualified = QualifiedType::new(pointer_type, AddressSpace::Private);
        let this = self.current.variables.push(hir::Variable {
            name: Some(this_name),
            ty: qualified,
            align: 8,
            span,
        });
        out.push(hir::Stmt { kind: StmtKind::Declare(made, None), span });
        let object = self.variable_place(made, span);
        let address = self.address_of(object, span);
        let start = hir::Initializer::Value(address);
        out.push(hir::Stmt { kind: StmtKind::Declare(this, Some(start)), span });
        if let Some(class) = &mut self.current.class {
            (class.this, class.made) = (Some(this), Some(made));
        }
        let Some(record) = self.record_of(result) else { return };
        let targets = self.initializer_targets(record, initializers);
        // Another constructor of the class makes all of it.
        if let Some(whole) = targets.iter().find(|target| target.is_whole) {
            let value = self.initializer_value(&whole.initializer.value, result);
            self.assign_made(made, &[], value, whole.initializer.span, out);
            return;
        }
        let fields = self.program.types.records[record].fields.clone().unwrap_or_default();
        for (number, field) in fields.iter().enumerate() {
            let number = number as u32;
            let given = targets.iter().find(|target| target.field == Some(number));
            let at = given.map_or(span, |target| target.initializer.span);
            if let Some(to) = field.refers_to {
                let written = match given {
                    Some(target) => self.sole_value_of(&target.initializer.value),
                    None => field
                        .name
                        .and_then(|name| self.member_default(record, name))
                        .and_then(|initializer| self.sole_value_of(initializer)),
                };
                self.bind_member(made, record, number, to, written, at, field.span, out);
                continue;
            }
            let value = match given {
                Some(target) => Some(self.initializer_value(&target.initializer.value, field.ty.ty)),
                None => match field.name.and_then(|name| self.member_default(record, name)) {
                    Some(initializer) => {
                        // Parameters of the constructor do not hide members here.
                        let hidden = self.scopes.pop();
                        let value = self.initializer_value(initializer, field.ty.ty);
                        self.scopes.extend(hidden);
                        Some(value)
                    }
                    None => match self.default_initializer(field.ty.ty, at) {
                        Some(hir::Initializer::Value(value)) => Some(value),
                        Some(parts) => {
                            let place = self.temporary(field.ty.ty, parts, at);
                            Some(self.loaded(place))
                        }
                        None => None,
                    },
                },
            };
            if let Some(value) = value {
                self.assign_made(made, &[(record, number)], value, at, out);
            }
        }
    }
    /// The value of a place as a whole, arrays too.
    fn loaded(&mut self, place: hir::ExprId) -> hir::ExprId {
        let ty = self.type_of(place);
        self.add_conversion(hir::ConversionKind::Load, place, ty, ConversionReason::Initialization)
    }
    fn sole_value_of(&mut self, initializer: &'a ast::Initializer) -> Option<hir::ExprId> {
        let value = match initializer {
            ast::Initializer::List(list) => match &list.items[..] {
                [item] => item.value.sole_value()?,
                _ => return None,
            },
            other => other.sole_value()?,
        };
        Some(self.expression(value))
    }
    #[allow(clippy::too_many_arguments, reason = "a member and what it is bound to")]
    fn bind_member(
        &mut self,
        made: VariableId,
        record: RecordId,
        number: u32,
        to: QualifiedType,
        written: Option<hir::ExprId>,
        at: Span,
        declared: Span,
        out: &mut Vec<hir::Stmt>,
    ) {
        let Some(written) = written else {
            self.report(
                Diagnostic::new(
                    codes::REFERENCE_TYPE,
                    at,
                    "this constructor leaves a reference without something to refer to",
                )
                .label(declared, "this member is a reference")
                .help("bind it: `: member(object)`"),
            );
            return;
        };
        let pointer = self.bind_reference(written, to, ConversionReason::Initialization);
        if self.is_error(pointer) {
            return;
        }
        let object = self.variable_place(made, at);
        let place = self.raw_member(object, record, number, at);
        let ty = self.type_of(place);
        let assign = self.add_value(hir::ExprKind::Assign(place, pointer), ty, at);
        out.push(hir::Stmt { kind: StmtKind::Expr(assign), span: at });
    }
    /// What an initialiser of a member or base makes.
    fn initializer_value(&mut self, initializer: &'a ast::Initializer, ty: TypeId) -> hir::ExprId {
        if let ast::Initializer::Arguments(parts, span) = initializer
            && !matches!(self.program.types.get(ty), Type::Array { .. })
        {
            let value = self.construct_variable(ty, parts, *span);
            return self.convert_implicitly(value, ty, ConversionReason::Initialization);
        }
        let mut qualified = QualifiedType::new(ty, AddressSpace::Private);
        let span = self.initializer_span(initializer);
        match self.initializer(initializer, &mut qualified) {
            hir::Initializer::Value(value) => value,
            parts => {
                let place = self.temporary(ty, parts, span);
                self.loaded(place)
            }
        }
    }
    fn assign_made(
        &mut self,
        made: VariableId,
        path: &[(RecordId, u32)],
        value: hir::ExprId,
        span: Span,
        out: &mut Vec<hir::Stmt>,
    ) {
        if self.is_error(value) {
            return;
        }
        let object = self.variable_place(made, span);
        let place = self.member_by_path(object, path, span);
        // What is `const` gets its value here.
        let ty = self.type_of(place);
        let assign = self.add_value(hir::ExprKind::Assign(place, value), ty, span);
        out.push(hir::Stmt { kind: StmtKind::Expr(assign), span });
    }
    /// What the initialisers of a constructor make.
    fn initializer_targets(
        &mut self,
        record: RecordId,
        initializers: &'a [ast::MemberInitializer],
    ) -> Vec<Target<'a>> {
        let mut targets = Vec::new();
        for initializer in initializers {
            let mut target = Target { field: None, is_whole: false, initializer };
            match &initializer.target {
                InitializerTarget::Member(name) => match self.member_number(record, *name) {
                    Some(number) => target.field = Some(number),
                    None => {
                        self.report_no_such_member(record, *name, initializer.span);
                        continue;
                    }
                },
                InitializerTarget::Class(ty) => {
                    let found = self.type_of_specifier(ty, initializer.span);
                    let Some(base) = self.record_of(found.ty.ty) else { continue };
                    if base == record {
                        target.is_whole = true;
                    } else {
                        let bases = &self.program.types.records[record].bases;
                        match bases.iter().find(|&&(found, _)| found == base) {
                            Some(&(_, Some(field))) => target.field = Some(field),
                            // An empty base has nothing to make.
                            Some(_) => continue,
                            None => {
                                let text = self.quoted(found.ty.ty);
                                self.report(
                                    Diagnostic::new(
                                        codes::BASE_CLASS,
                                        initializer.span,
                                        format!(
                                            "{text} is neither this class nor one that it is derived from"
                                        ),
                                    )
                                    .help("name a member, a base class, or the class itself"),
                                );
                                continue;
                            }
                        }
                    }
                }
            }
            if let Some(earlier) =
                targets.iter().find(|other: &&Target<'_>| other.field == target.field && !target.is_whole)
            {
                let first = earlier.initializer.span;
                self.report(
                    Diagnostic::new(
                        ferrocl_base::codes::declarations::REDEFINITION,
                        initializer.span,
                        "this member is made twice",
                    )
                    .label(first, "first here"),
                );
                continue;
            }
            targets.push(target);
        }
        targets
    }
    /// A variable of the function that no name means.
    pub(super) fn unnamed_variable(&mut self, ty: TypeId, span: Span) -> VariableId {
        let ty = QualifiedType::new(ty, AddressSpace::Private);
        let align = self.alignment(ty);
        self.current.variables.push(hir::Variable { name: None, ty, align, span })
    }
    /// A variable as a place that can be written.
    pub(super) fn variable_place(&mut self, variable: VariableId, span: Span) -> hir::ExprId {
        let ty = QualifiedType::new(self.current.variables[variable].ty.ty, AddressSpace::Private);
        let align = self.current.variables[variable].align.max(1);
        self.add_place(hir::ExprKind::Variable(variable), ty, align, span)
    }
    /// What `return;` gives in a constructor.
    pub(super) fn constructed(&mut self, span: Span) -> Option<hir::ExprId> {
        let made = self.current.class?.made?;
        let object = self.variable_place(made, span);
        Some(self.loaded(object))
    }

    /// Notes that an object lives from here to the end of its block.
    pub(super) fn begin_object(&mut self, variable: VariableId) {
        let ty = self.current.variables[variable].ty;
        if ty.space == AddressSpace::Private && self.needs_destruction(ty.ty) {
            self.current.objects.push((self.scopes.len(), variable));
        }
    }
    /// Calls the destructors of the objects that were declared in more than so many scopes, the last one first. They live on where this is
    /// not the end of their block.
    pub(super) fn end_objects(&mut self, scopes: usize, span: Span, out: &mut Vec<hir::Stmt>) {
        let ending: Vec<VariableId> = self
            .current
            .objects
            .iter()
            .rev()
            .take_while(|&&(depth, _)| depth > scopes)
            .map(|&(_, variable)| variable)
            .collect();
        for variable in ending {
            let place = self.variable_place(variable, span);
            self.destroy(place, span, out);
        }
    }
    /// The same at the end of the innermost block, where their lives end.
    pub(super) fn end_scope(&mut self, span: Span, out: &mut Vec<hir::Stmt>) {
        let scopes = self.scopes.len() - 1;
        if self.current.objects.last().is_some_and(|&(depth, _)| depth > scopes) {
            self.end_objects(scopes, span.end(), out);
            self.current.objects.retain(|&(depth, _)| depth <= scopes);
        }
    }
    /// Calls the destructors of objects without a name at the end of a statement.
    pub(super) fn end_temporaries(&mut self, span: Span, out: &mut Vec<hir::Stmt>) {
        let temporaries = std::mem::take(&mut self.current.temporaries);
        for variable in temporaries.into_iter().rev() {
            let place = self.variable_place(variable, span);
            self.destroy(place, span, out);
        }
    }
    /// Calls the destructor of an object, and those of its members and bases after it.
    pub(super) fn destroy(&mut self, place: hir::ExprId, span: Span, out: &mut Vec<hir::Stmt>) {
        let ty = self.type_of(place);
        if !self.needs_destruction(ty) {
            return;
        }
        match *self.program.types.get(ty) {
            Type::Array { length, .. } => {
                let count = length.unwrap_or(0);
                if count > MAX_CONSTRUCTED {
                    return self.report_many_elements(ty, span);
                }
                for index in (0..count).rev() {
                    let index = self.integer_constant(index, TypeTable::INT, span);
                    let element = self.index(place, index, span);
                    self.destroy(element, span, out);
                }
            }
            Type::Record(record) => {
                if let Some(destructor) =
                    self.classes.by_record.get(&record).and_then(|class| class.destructor)
                {
                    let address = self.address_of(place, span);
                    let call = self.call_overloads(destructor, Call::new(&[address], span));
                    out.push(hir::Stmt { kind: StmtKind::Expr(call), span });
                }
                let count = self.program.types.records[record].fields.as_ref().map_or(0, Vec::len) as u32;
                for number in (0..count).rev() {
                    let is_reference = self.program.types.records[record]
                        .fields
                        .as_ref()
                        .is_some_and(|fields| fields[number as usize].refers_to.is_some());
                    if !is_reference {
                        let member = self.raw_member(place, record, number, span);
                        self.destroy(member, span, out);
                    }
                }
            }
            _ => {}
        }
    }
    /// `object.~S()`: calls the destructor and nothing else of what it may have to end.
    pub(super) fn destroy_by_name(&mut self, object: hir::ExprId, span: Span) -> hir::ExprId {
        let place = self.object_place(object, span);
        let mut calls = Vec::new();
        self.destroy(place, span, &mut calls);
        let mut result = None;
        for stmt in calls {
            if let StmtKind::Expr(call) = stmt.kind {
                result = Some(match result {
                    None => call,
                    Some(before) => self.add_value(hir::ExprKind::Comma(before, call), TypeTable::VOID, span),
                });
            }
        }
        result.unwrap_or_else(|| {
            let zero = self.integer_constant(0, TypeTable::INT, span);
            self.as_void(zero, ConversionReason::Cast)
        })
    }
}

/// What an initialiser of a constructor makes.
struct Target<'a> {
    /// The number of the member or base.
    field: Option<u32>,
    /// Whether it is the whole object.
    is_whole: bool,
    initializer: &'a ast::MemberInitializer,
}
