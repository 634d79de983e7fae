//! What fills the parts of an object that an initialiser cannot divide further: values, vectors, texts; and where they go.

use ferrocl_base::codes::initialisers as codes;
use ferrocl_base::{Diagnostic, Span};
use ferrocl_ir::AddressSpace;
use ferrocl_syntax::ast::{self, ScalarName};

use super::Analyzer;
use super::constant_data::StaticData;
use super::initialise::{Cursor, Object};
use crate::hir::{self, ConversionKind, ConversionReason, ExprId, GlobalId, InitializerPart};
use crate::types::{QualifiedType, Type};

/// Where the parts of an initialiser go.
pub(super) enum Sink<'w> {
    /// Into a list.
    Parts(Vec<InitializerPart>),
    /// Into bytes; `what` names the initialiser in reports.
    Static { data: StaticData, what: &'w str, failed: bool },
}

impl Sink<'_> {
    pub fn part_count(&self) -> usize {
        match self {
            Sink::Parts(parts) => parts.len(),
            Sink::Static { .. } => 0,
        }
    }
}

impl Analyzer<'_> {
    /// A vector from scalars and smaller vectors, which together have to have as many components.
    pub(super) fn fill_vector(
        &mut self,
        object: Object,
        cursor: &mut Cursor<'_>,
        span: Span,
        sink: &mut Sink<'_>,
    ) {
        let Type::Vector(name, count) = *self.program.types.get(object.ty) else { return };
        let element = self.program.types.scalar(name);
        let first_mark = cursor.seen.map_or(self.current.exprs.len(), |(_, mark)| mark);
        let (mut parts, mut components) = (Vec::new(), 0);
        let mut wrong = false;
        while components < count
            && let Some(item) = cursor.undesignated()
        {
            let ast::Initializer::Expr(expr) = item.value else {
                let at = self.initializer_span(&item.value);
                let diagnostic = Diagnostic::new(
                    codes::INVALID_INITIALIZER,
                    at,
                    "too many braces round a component of a vector",
                )
                .help("remove the inner braces");
                self.report(diagnostic);
                cursor.advance();
                wrong = true;
                break;
            };
            let (value, _) = self.see(cursor, expr);
            let found = self.type_of(value);
            let part = match *self.program.types.get(found) {
                Type::Vector(other, n) if other == name && components + n <= count => {
                    components += n;
                    value
                }
                _ => {
                    components += 1;
                    self.convert_implicitly(value, element, ConversionReason::VectorLiteralPart)
                }
            };
            wrong |= matches!(self.program.types.get(self.type_of(part)), Type::Error);
            parts.push(part);
            cursor.advance();
        }
        if wrong || (parts.is_empty() && cursor.item().is_none()) {
            // Reported, or `{}`.
            return;
        }
        if components < count {
            let found = self.program.types.name(self.interner, object.ty);
            let diagnostic = Diagnostic::new(
                codes::VECTOR_COMPONENTS,
                span,
                format!("`{found}` needs {count} components; this initialiser has {components}"),
            )
            .help(format!(
                "write all of them, or one value in parentheses for every component: `({found})(value)`"
            ));
            self.report(diagnostic);
            return;
        }
        let span = parts.iter().fold(Span::NONE, |span, &part| self.map.join(span, self.span_of(part)));
        let value = self.add(hir::Expr {
            kind: hir::ExprKind::VectorLiteral(parts),
            ty: object.ty,
            place: None,
            flags: Default::default(),
            span,
        });
        self.put_converted(object.offset, value, first_mark, sink);
    }

    /// The text of a string literal that initialises an array of 8-bit integers.
    pub(super) fn string_for(&self, element: QualifiedType, mut expr: ast::ExprId) -> Option<Vec<u8>> {
        let is_text =
            matches!(self.program.types.get(element.ty), Type::Scalar(ScalarName::Char | ScalarName::Uchar));
        if !is_text {
            return None;
        }
        loop {
            match &self.unit.exprs[expr].kind {
                ast::ExprKind::Paren(inner) => expr = *inner,
                ast::ExprKind::String(text) => return Some(text.to_vec()),
                _ => return None,
            }
        }
    }
    /// `{ "text" }` for an array of 8-bit integers (C99 6.7.8, 14), and where the text stands.
    pub(super) fn braced_string(
        &self,
        element: QualifiedType,
        list: &ast::InitializerList,
    ) -> Option<(Vec<u8>, Span)> {
        let [item] = list.items.as_slice() else { return None };
        let ast::Initializer::Expr(expr) = item.value else { return None };
        if !item.designators.is_empty() {
            return None;
        }
        Some((self.string_for(element, expr)?, self.unit.exprs[expr].span))
    }
    /// Fills an array with a string literal: the closing zero only where there is room for it (C99 6.7.8, 14).
    pub(super) fn put_string(&mut self, object: Object, text: &[u8], span: Span, sink: &mut Sink<'_>) {
        let room = self.program.types.size_of(object.ty) as usize;
        self.cover(object.offset, room as u64, span);
        if text.len() > room {
            let found = self.program.types.name(self.interner, object.ty);
            let diagnostic = Diagnostic::new(
                codes::STRING_TOO_LONG,
                span,
                format!("this text has {} characters, but `{found}` only has room for {room}", text.len()),
            )
            .help("make the array longer, or leave its length away");
            self.report(diagnostic);
            return;
        }
        match sink {
            Sink::Static { data, .. } => {
                data.write(object.offset, text);
            }
            Sink::Parts(parts) => {
                let closed = text.len() < room;
                let literal = self.string_data(text, closed);
                let ty = self.program.globals[literal].ty;
                let place = self.add(hir::Expr {
                    kind: hir::ExprKind::Global(literal),
                    ty: ty.ty,
                    place: Some(hir::Place {
                        is_const: false,
                        is_volatile: false,
                        space: AddressSpace::Constant,
                        align: 1,
                    }),
                    flags: Default::default(),
                    span,
                });
                let value =
                    self.add_conversion(ConversionKind::Load, place, ty.ty, ConversionReason::Initialization);
                parts.push(InitializerPart { offset: object.offset, value });
            }
        }
    }
    /// Fills an object with a value of its type, converted as by assignment.
    pub(super) fn put(&mut self, object: Object, value: ExprId, mark: usize, sink: &mut Sink<'_>) {
        let value = self.convert_implicitly(value, object.ty, ConversionReason::Initialization);
        self.put_converted(object.offset, value, mark, sink);
    }
    fn put_converted(&mut self, offset: u64, value: ExprId, mark: usize, sink: &mut Sink<'_>) {
        let size = self.program.types.size_of(self.type_of(value));
        self.cover(offset, size, self.span_of(value));
        match sink {
            Sink::Parts(parts) => parts.push(InitializerPart { offset, value }),
            Sink::Static { data, what, failed } => {
                let ty = self.type_of(value);
                let stored = match self.fold_constant(value) {
                    Some(constant) => self.store(data, offset, ty, &constant).is_some(),
                    None => false,
                };
                // One report an object is enough: tables tend to be wrong in every place.
                if !stored && !*failed && !matches!(self.program.types.get(ty), Type::Error) {
                    *failed = true;
                    self.report_not_constant(value, what, codes::NOT_CONSTANT);
                }
                self.forget_expressions(mark);
            }
        }
    }

    /// Notes that a value fills these bytes, and warns where an earlier one did.
    fn cover(&mut self, offset: u64, size: u64, span: Span) {
        if self.covered.add(offset, size) {
            return;
        }
        let diagnostic = Diagnostic::new(
            codes::OVERRIDDEN_VALUE,
            span,
            "this value replaces one that the same initialiser gave before",
        )
        .note("the last value counts, and the earlier one may not even be computed (C99 6.7.8, 19)")
        .help("give each element and member one value");
        self.report(diagnostic);
    }

    /// The data of a string literal (given without its closing zero): an array of `char` in constant space (section
    /// "Inference"). Equal literals share it.
    pub fn string_literal(&mut self, text: &[u8]) -> GlobalId {
        self.string_data(text, true)
    }
    /// The same, without the closing zero where it is not `closed`.
    fn string_data(&mut self, text: &[u8], closed: bool) -> GlobalId {
        let mut bytes = Vec::with_capacity(text.len() + 1);
        bytes.extend_from_slice(text);
        if closed {
            bytes.push(0);
        }
        if let Some(&id) = self.string_literals.get(bytes.as_slice()) {
            return id;
        }
        let element = QualifiedType::new(self.program.types.scalar(ScalarName::Char), AddressSpace::Constant);
        let array = Type::Array { element, length: Some(bytes.len() as u64) };
        let ty = QualifiedType::new(self.program.types.intern(array), AddressSpace::Constant);
        let id = self.program.globals.push(hir::Global {
            name: None,
            ty,
            align: 1,
            bytes: Some(bytes.clone()),
            relocations: Vec::new(),
            link_name: None,
            span: Span::NONE,
        });
        self.string_literals.insert(bytes.into_boxed_slice(), id);
        id
    }
}
