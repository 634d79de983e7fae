//! What names objects: names, indirection, indexing, and the address of an object.

use ferrocl_base::codes::{declarations, expressions as codes};
use ferrocl_base::{Diagnostic, Span, Symbol};
use ferrocl_ir::Bits;
use ferrocl_syntax::ast::ScalarName;
use ferrocl_syntax::options::Standard;

use super::wording::rule;
use super::{Analyzer, Entity};
use crate::hir::{self, ConversionKind, ConversionReason};
use crate::types::{AddressSpace, QualifiedType, Type, TypeId, TypeTable};

impl Analyzer<'_> {
    /// A name as an expression.
    pub(super) fn name_expression(&mut self, name: Symbol, span: Span) -> hir::ExprId {
        if self.is_cpp()
            && let Some(member) = self.implicit_member(name, span)
        {
            return member;
        }
        match self.lookup(name).map(|(entity, _)| entity) {
            Some(Entity::Variable(id)) => {
                let variable = &self.current.variables[id];
                let (ty, align) = (variable.ty, variable.align);
                if let Type::Reference(to) = *self.program.types.get(ty.ty) {
                    return self.reference_variable(id, to, span);
                }
                self.add_place(hir::ExprKind::Variable(id), ty, align, span)
            }
            Some(Entity::Global(id)) => {
                if let Some(bits) = self.known_sampler(id) {
                    let ty = self.program.globals[id].ty.ty;
                    return self.add_value(hir::ExprKind::Constant(bits), ty, span);
                }
                let global = &self.program.globals[id];
                let (ty, align) = (global.ty, global.align);
                self.add_place(hir::ExprKind::Global(id), ty, align, span)
            }
            Some(Entity::Constant(ty, value)) => self.integer_constant(value, ty, span),
            Some(Entity::EnumConstant(id, value)) => self.enum_constant(id, value, span),
            Some(Entity::Uncaptured) => self.report_uncaptured(name, span),
            Some(Entity::Pack(_)) => self.report_expansion(span),
            Some(Entity::Function(_)) => self.report_function_value(name, span),
            Some(Entity::Typedef(_)) => {
                let text = self.interner.text(name);
                let diagnostic = Diagnostic::new(
                    codes::INVALID_OPERANDS,
                    span,
                    format!("`{text}` is a type, where a value is needed"),
                )
                .help(format!("to convert a value to it, write `({text})value`"));
                self.report(diagnostic);
                self.error_expression(span)
            }
            None => self.unknown_name(name, span),
        }
    }
    /// A name that no declaration gives a meaning: one that the language has of itself, or a mistake.
    fn unknown_name(&mut self, name: Symbol, span: Span) -> hir::ExprId {
        let text = self.interner.text(name).to_string();
        match text.as_str() {
            "true" | "false" => {
                let bits = Bits::from_elem(u64::from(text == "true"), 1);
                return self.add_value(hir::ExprKind::Constant(bits), TypeTable::BOOL, span);
            }
            "NULL" => return self.null_constant(span),
            _ if text.starts_with("memory_") => {
                if let Some(constant) = self.memory_constant(&text, span) {
                    return constant;
                }
            }
            "__func__" if self.current.id.is_some() && self.options.standard < Standard::Cl12 => {
                let diagnostic = Diagnostic::new(
                    declarations::UNDECLARED_NAME,
                    span,
                    "`__func__` is not declared before OpenCL C 1.2",
                )
                .primary("nothing in scope has this name")
                .note("predefined identifiers are not supported (section \"Restrictions\")")
                .help("build with `-cl-std=CL1.2`, or write the name as a string");
                self.report(diagnostic);
                return self.error_expression(span);
            }
            "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__" if self.current.id.is_some() => {
                let function = self.current.id.map(|id| self.program.functions[id].name);
                let function = function.map(|name| self.interner.text(name).to_string()).unwrap_or_default();
                return self.string_constant(function.as_bytes(), span);
            }
            _ => {}
        }
        if self.is_builtin_function(name) {
            return self.report_function_value(name, span);
        }
        let diagnostic =
            Diagnostic::new(declarations::UNDECLARED_NAME, span, format!("`{text}` is not declared here"))
                .primary("nothing in scope has this name");
        let names = self.scopes.iter().rev().flat_map(|scope| scope.names.keys());
        let mut names: Vec<&str> = names.map(|&name| self.interner.text(name)).collect();
        names.sort_unstable();
        let nearest = super::similar::nearest(&text, names.into_iter());
        let diagnostic = match nearest {
            Some(nearest) => diagnostic.suggest(format!("did you mean `{nearest}`?"), span, nearest),
            None => diagnostic,
        };
        self.report(diagnostic);
        self.error_expression(span)
    }
    /// `((void*)0)`.
    pub(super) fn null_constant(&mut self, span: Span) -> hir::ExprId {
        let space = if self.generic_address_space() { AddressSpace::Generic } else { AddressSpace::Private };
        let zero = self.integer_constant(0, TypeTable::INT, span);
        let pointer = self.program.types.pointer(QualifiedType::new(TypeTable::VOID, space));
        self.add_conversion(ConversionKind::NullPointer, zero, pointer, ConversionReason::Cast)
    }
    /// A string literal: an array of `char` in constant space.
    pub(super) fn string_constant(&mut self, text: &[u8], span: Span) -> hir::ExprId {
        let id = self.string_literal(text);
        let global = &self.program.globals[id];
        let (ty, align) = (global.ty, global.align);
        self.add_place(hir::ExprKind::Global(id), ty, align, span)
    }
    pub(super) fn report_function_value(&mut self, name: Symbol, span: Span) -> hir::ExprId {
        let text = self.interner.text(name);
        let diagnostic = Diagnostic::new(
            codes::FUNCTION_VALUE,
            span,
            format!("the function `{text}` can only be called, not used as a value"),
        )
        .primary("this names a function")
        .note(rule("pointers to functions are not allowed", "Restrictions"))
        .help(format!("call it: `{text}(…)`"));
        self.report(diagnostic);
        self.error_expression(span)
    }
    /// Adds a node that names an object of this type.
    pub(super) fn add_place(
        &mut self,
        kind: hir::ExprKind,
        ty: QualifiedType,
        align: u32,
        span: Span,
    ) -> hir::ExprId {
        let place = Some(hir::Place {
            is_const: ty.is_const,
            is_volatile: ty.is_volatile,
            space: ty.space,
            align: align.max(1),
        });
        self.add(hir::Expr { kind, ty: ty.ty, place, flags: Default::default(), span })
    }

    /// `*pointer` on a pointer value.
    pub(super) fn dereference(&mut self, pointer: hir::ExprId, span: Span) -> hir::ExprId {
        let Some(pointee) = self.program.types.pointee(self.type_of(pointer)) else {
            return self.report_not_a_pointer(pointer, span);
        };
        match self.program.types.get(pointee.ty) {
            Type::Void => {
                let diagnostic = Diagnostic::new(
                    codes::NOT_A_POINTER,
                    span,
                    format!("{} points to nothing that has a type", self.a_type(self.type_of(pointer))),
                )
                .primary("`*` would give a `void`");
                let diagnostic = diagnostic.help("cast it to a pointer to what lies there first");
                self.report(diagnostic);
                return self.error_expression(span);
            }
            Type::Error => return self.error_expression(span),
            _ => {}
        }
        let align = self.known_align(pointer, pointee);
        self.add_place(hir::ExprKind::Dereference(pointer), pointee, align, span)
    }
    /// What the address in a pointer is known to be a multiple of: the alignment of what it points to, or less where it
    /// was just made from a member of a packed struct.
    fn known_align(&self, pointer: hir::ExprId, pointee: QualifiedType) -> u32 {
        let natural = match pointee.align_log2 {
            Some(log2) => 1u32 << log2.min(31),
            None => self.program.types.align_of(pointee.ty),
        };
        let base = match self.current.exprs[pointer].kind {
            hir::ExprKind::PointerAdd { pointer, .. } => pointer,
            _ => pointer,
        };
        match self.current.exprs[base].kind {
            hir::ExprKind::Convert { kind: ConversionKind::ArrayToPointer, operand: place, .. }
            | hir::ExprKind::AddressOf(place) => match self.current.exprs[place].place {
                Some(place) => natural.min(place.align),
                None => natural,
            },
            _ => natural,
        }
    }
    fn report_not_a_pointer(&mut self, value: hir::ExprId, span: Span) -> hir::ExprId {
        if self.is_error(value) {
            return self.error_expression(span);
        }
        let ty = self.type_of(value);
        let diagnostic = Diagnostic::new(
            codes::NOT_A_POINTER,
            span,
            format!("`*` needs a pointer, but this is {}", self.a_type(ty)),
        )
        .label(self.span_of(value), "not a pointer")
        .note(rule("the operand points to the object that `*` gives", "Indirection Operator"));
        self.report(diagnostic);
        self.error_expression(span)
    }

    /// `base[index]`: an element of an array or behind a pointer; of a vector, its component, as compilers of the field
    /// have it.
    pub(super) fn index(&mut self, base: hir::ExprId, index: hir::ExprId, span: Span) -> hir::ExprId {
        if let Some((element, n)) = self.program.types.vector(self.type_of(base)) {
            let index = self.value(index);
            return self.component_index(base, element, n, index, span);
        }
        let (base, index) = (self.value(base), self.value(index));
        if self.is_error(base) || self.is_error(index) {
            return self.error_expression(span);
        }
        let types = &self.program.types;
        let is_pointer = |expr| types.pointee(self.type_of(expr)).is_some();
        // `i[a]` is `a[i]` (C99 6.5.2.1).
        let (pointer, index) = if is_pointer(base) {
            (base, index)
        } else if is_pointer(index) {
            (index, base)
        } else {
            let ty = self.type_of(base);
            let diagnostic =
                Diagnostic::new(codes::INVALID_INDEX, span, format!("{} cannot be indexed", self.a_type(ty)))
                    .label(self.span_of(base), "neither an array, nor a pointer, nor a vector");
            self.report(diagnostic);
            return self.error_expression(span);
        };
        if !types.is_integer_scalar(self.type_of(index)) {
            return self.report_index(index, span);
        }
        let pointer = self.pointer_add(pointer, index, false, span);
        if self.is_error(pointer) {
            return pointer;
        }
        self.dereference(pointer, span)
    }
    fn report_index(&mut self, index: hir::ExprId, span: Span) -> hir::ExprId {
        let ty = self.type_of(index);
        let index_span = self.span_of(index);
        let diagnostic = Diagnostic::new(
            codes::INVALID_INDEX,
            index_span,
            format!("an index is an integer, but this is {}", self.a_type(ty)),
        )
        .primary("not an integer");
        let diagnostic = match self.program.types.arithmetic(ty) {
            Some(arithmetic) if arithmetic.is_vector() => {
                self.suggest_after(diagnostic, index_span, "index with one component", ".x")
            }
            Some(_) => self.suggest_cast_to(diagnostic, index_span, "convert it", "int"),
            None => diagnostic,
        };
        self.report(diagnostic);
        self.error_expression(span)
    }
    /// `v[i]` on a vector: a place if the vector is one.
    fn component_index(
        &mut self,
        base: hir::ExprId,
        element: ScalarName,
        n: u8,
        index: hir::ExprId,
        span: Span,
    ) -> hir::ExprId {
        if self.is_error(index) {
            return self.error_expression(span);
        }
        if !self.program.types.is_integer_scalar(self.type_of(index)) {
            return self.report_index(index, span);
        }
        if let Some(number) = self.plain_integer(index) {
            if !(0..i128::from(n)).contains(&number) {
                let ty = self.type_of(base);
                let diagnostic = Diagnostic::new(
                    codes::INVALID_INDEX,
                    self.span_of(index),
                    format!("{} has no component {number}", self.a_type(ty)),
                )
                .primary("out of range")
                .label(self.span_of(base), format!("this has components 0 to {}", n - 1));
                self.report(diagnostic);
                return self.error_expression(span);
            }
            return self.swizzle(base, element, vec![number as u8], span);
        }
        let index = self.index_value(index);
        let ty = self.program.types.scalar(element);
        let place = self.current.exprs[base]
            .place
            .map(|place| hir::Place { align: crate::types::size::scalar_size(element) as u32, ..place });
        let kind = hir::ExprKind::ComponentIndex { base, index };
        self.add(hir::Expr { kind, ty, place, flags: Default::default(), span })
    }

    /// `&place`.
    pub(super) fn address_of(&mut self, operand: hir::ExprId, span: Span) -> hir::ExprId {
        let expr = &self.current.exprs[operand];
        let ty: TypeId = expr.ty;
        if ty == TypeTable::ERROR {
            return self.error_expression(span);
        }
        let Some(place) = expr.place else {
            let what = match expr.kind {
                hir::ExprKind::Swizzle { .. } => return self.report_component_address(operand, span),
                hir::ExprKind::Constant(_) => "a constant",
                hir::ExprKind::Call(..) | hir::ExprKind::BuiltinCall { .. } => "the result of a call",
                _ => "a value",
            };
            let diagnostic = Diagnostic::new(
                codes::NO_ADDRESS,
                span,
                format!("`&` needs an object in memory, but this is {what}"),
            )
            .label(self.span_of(operand), "not an object")
            .help("store it in a variable first, and take the address of that");
            self.report(diagnostic);
            return self.error_expression(span);
        };
        match expr.kind {
            hir::ExprKind::Swizzle { .. } | hir::ExprKind::ComponentIndex { .. } => {
                return self.report_component_address(operand, span);
            }
            // `&*p` is `p`, and `&a[i]` is `a + i` (section "Address Operator").
            hir::ExprKind::Dereference(pointer) => return pointer,
            _ => {}
        }
        if self.keeps_values {
            self.fold_all();
            self.forget_value(operand);
        }
        let types = &self.program.types;
        if place.align < types.align_of(ty) {
            let diagnostic = Diagnostic::new(
                codes::UNALIGNED_ADDRESS,
                span,
                format!(
                    "this member may lie at an address that is not aligned for {}, as a pointer to it has to be",
                    self.a_type(ty)
                ),
            )
            .primary(format!("a multiple of {}, not of {}", place.align, types.align_of(ty)))
            .note(rule(
                "loads and stores through a pointer that is not aligned are undefined",
                "Alignment of Types",
            ))
            .help("copy the member to a variable, or access it with `vloadn` and `vstoren`");
            self.report(diagnostic);
        }
        if matches!(self.program.types.get(ty), Type::Image(..) | Type::Sampler) {
            self.report_pointer_to_object(ty, span);
            return self.error_expression(span);
        }
        let pointer = self.program.types.pointer(place.object_type(ty));
        self.add_value(hir::ExprKind::AddressOf(operand), pointer, span)
    }
    fn report_component_address(&mut self, operand: hir::ExprId, span: Span) -> hir::ExprId {
        let base = match self.current.exprs[operand].kind {
            hir::ExprKind::Swizzle { base, .. } | hir::ExprKind::ComponentIndex { base, .. } => base,
            _ => operand,
        };
        let diagnostic = Diagnostic::new(codes::NO_ADDRESS, span, "components of a vector have no address")
            .label(self.span_of(operand), "a component, not an object of its own")
            .note(rule("it is illegal to take the address of a vector element", "Vector Components"));
        let base_span = self.span_of(base);
        let scalar = self.program.types.vector(self.type_of(base)).map(|(element, _)| element);
        let diagnostic = match (scalar, self.current.exprs[base].place, self.source(base_span)) {
            (Some(element), Some(place), Some(text)) => diagnostic.help(format!(
                "cast the address of the whole vector: `({} {}*)&{text}`",
                crate::types::name::space_text(place.space),
                crate::types::name::scalar_text(element)
            )),
            _ => diagnostic.help("copy the component to a variable and take the address of that"),
        };
        self.report(diagnostic);
        self.error_expression(span)
    }
}
