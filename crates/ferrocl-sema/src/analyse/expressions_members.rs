//! What stands after `.` and `->`: members of structs and unions (C99 6.5.2.3), and components of vectors (section
//! "Vector Components").

use ferrocl_base::codes::expressions as codes;
use ferrocl_base::{Diagnostic, Span, Symbol};
use ferrocl_syntax::options::Standard;

use super::Analyzer;
use super::wording::rule;
use crate::hir;
use crate::types::{AddressSpace, QualifiedType, RecordId, ScalarName, Type, TypeId, TypeTable};

/// The section of the rules of components.
const SECTION: &str = "Vector Components";

/// How deep anonymous members nest at most: no more than types do.
const MAX_ANONYMOUS_DEPTH: usize = 256;

/// What a component selection was found to be.
enum Selection {
    /// These components.
    Components(Vec<u8>),
    /// A text that names components of a vector of `n`, but wrongly: what is wrong, and what to write instead.
    Wrong(String, Option<String>),
}

/// The name of a component: `x`, `s5`, `sa`.
pub(super) fn component_text(component: u8) -> String {
    match component {
        0..=3 => ["x", "y", "z", "w"][usize::from(component)].to_string(),
        _ => format!("s{component:x}"),
    }
}

impl Analyzer<'_> {
    /// `base.name` or `base->name`.
    pub(super) fn member(
        &mut self,
        base: hir::ExprId,
        arrow: bool,
        name: Symbol,
        name_span: Span,
        span: Span,
    ) -> hir::ExprId {
        let base = if arrow {
            let pointer = self.value(base);
            if self.is_error(pointer) {
                return self.error_expression(span);
            }
            match self.program.types.pointee(self.type_of(pointer)) {
                Some(_) => self.dereference(pointer, span),
                None => return self.report_arrow(pointer, span),
            }
        } else {
            base
        };
        let ty = self.type_of(base);
        if ty == TypeTable::ERROR {
            return self.error_expression(span);
        }
        match *self.program.types.get(ty) {
            Type::Vector(element, n) => self.components(base, element, n, name, name_span, span),
            Type::Record(record) => self.record_member(base, record, name, name_span, span),
            _ => self.report_no_members(base, name, name_span, span),
        }
    }

    /// A member of a struct or union, through anonymous ones where it stands in one.
    fn record_member(
        &mut self,
        base: hir::ExprId,
        record: RecordId,
        name: Symbol,
        name_span: Span,
        span: Span,
    ) -> hir::ExprId {
        if self.program.types.records[record].fields.is_none() {
            let diagnostic = Diagnostic::new(
                codes::INCOMPLETE_VALUE,
                self.span_of(base),
                format!("the members of {} are not known here", self.quoted(self.type_of(base))),
            )
            .primary("its definition is missing")
            .help("define the type before this use");
            self.report(diagnostic);
            return self.error_expression(span);
        }
        let Some(path) = self.find_member(record, name) else {
            return self.report_no_member(base, record, name, name_span, span);
        };
        self.member_by_path(base, &path, span)
    }
    /// Whether a class has a data member of this name, its own or a base's.
    pub(super) fn has_member(&self, record: RecordId, name: Symbol) -> bool {
        self.find_member(record, name).is_some()
    }
    /// A member of a member and so on; what is a reference is what it refers to.
    pub(super) fn member_by_path(
        &mut self,
        base: hir::ExprId,
        path: &[(RecordId, u32)],
        span: Span,
    ) -> hir::ExprId {
        let mut base = base;
        for &(record, field) in path {
            base = self.raw_member(base, record, field, span);
            let refers_to = self.program.types.records[record]
                .fields
                .as_ref()
                .and_then(|fields| fields[field as usize].refers_to);
            if refers_to.is_some() {
                let pointer = self.value(base);
                base = self.dereference(pointer, span);
            }
        }
        base
    }
    /// A member by its number; of a reference, the pointer that it is.
    pub(super) fn raw_member(
        &mut self,
        base: hir::ExprId,
        record: RecordId,
        field: u32,
        span: Span,
    ) -> hir::ExprId {
        let mut base = base;
        {
            let member =
                &self.program.types.records[record].fields.as_ref().expect("it was found")[field as usize];
            let (ty, offset) = (member.ty, member.offset);
            let is_array = matches!(self.program.types.get(ty.ty), Type::Array { .. });
            if is_array && self.current.exprs[base].place.is_none() {
                base = self.materialised(base);
            }
            let place = self.current.exprs[base].place.map(|place| hir::Place {
                is_const: place.is_const || ty.is_const,
                is_volatile: place.is_volatile || ty.is_volatile,
                space: place.space,
                align: common_align(place.align, offset),
            });
            let kind = hir::ExprKind::Member { base, record, field };
            base = self.add(hir::Expr { kind, ty: ty.ty, place, flags: Default::default(), span });
        }
        base
    }
    /// The way to a member: which field of which record, from the outside in.
    pub(super) fn find_member(&self, record: RecordId, name: Symbol) -> Option<Vec<(RecordId, u32)>> {
        // Breadth first over anonymous members: (record, how it is reached).
        let mut queue = vec![(record, Vec::new())];
        let mut next = 0;
        while next < queue.len() {
            let (record, path) = queue[next].clone();
            next += 1;
            for (index, field) in self.program.types.records[record].fields.iter().flatten().enumerate() {
                let mut path: Vec<(RecordId, u32)> = path.clone();
                path.push((record, index as u32));
                match (field.name, self.program.types.get(field.ty.ty)) {
                    (Some(own), _) if own == name => return Some(path),
                    (None, Type::Record(inner)) if path.len() < MAX_ANONYMOUS_DEPTH => {
                        queue.push((*inner, path))
                    }
                    _ => {}
                }
            }
        }
        None
    }
    /// A struct value as an object without a name, so that arrays in it can be indexed (C99 6.5.2.2). Outside of functions
    /// there are no such values.
    fn materialised(&mut self, value: hir::ExprId) -> hir::ExprId {
        if self.current.id.is_none() {
            return value;
        }
        let (ty, span) = (self.type_of(value), self.span_of(value));
        let align = self.program.types.align_of(ty);
        let variable = self.current.variables.push(hir::Variable {
            name: None,
            ty: QualifiedType::new(ty, AddressSpace::Private),
            align,
            span,
        });
        // `is_const`: assigning to a part of a result would be lost.
        let place =
            Some(hir::Place { is_const: true, is_volatile: false, space: AddressSpace::Private, align });
        let kind = hir::ExprKind::CompoundLiteral(variable, Box::new(hir::Initializer::Value(value)));
        self.add(hir::Expr { kind, ty, place, flags: Default::default(), span })
    }

    /// Components of a vector.
    fn components(
        &mut self,
        base: hir::ExprId,
        element: ScalarName,
        n: u8,
        name: Symbol,
        name_span: Span,
        span: Span,
    ) -> hir::ExprId {
        let text = self.interner.text(name).to_string();
        let components = match select(&text, n) {
            Selection::Components(components) => components,
            Selection::Wrong(why, help) => {
                let vector = self.quoted(self.type_of(base));
                let mut diagnostic = Diagnostic::new(
                    codes::INVALID_COMPONENT,
                    name_span,
                    format!("`.{text}` does not select components of {vector}: {why}"),
                )
                .label(self.span_of(base), format!("this is {}", self.a_type(self.type_of(base))));
                diagnostic = diagnostic.note(rule(
                    "components are `x`, `y`, `z`, `w`; `s0` to `sf`; `lo`, `hi`, `odd`, `even`; and from OpenCL C 3.0 on `r`, `g`, `b`, `a`",
                    SECTION,
                ));
                if let Some(help) = help {
                    diagnostic = diagnostic.help(help);
                }
                self.report(diagnostic);
                return self.error_expression(span);
            }
        };
        if text.bytes().all(|b| b"rgba".contains(&b)) && self.options.standard < Standard::Cl30 {
            let portable: String =
                text.chars().map(|c| ["x", "y", "z", "w"]["rgba".find(c).unwrap_or(0)]).collect();
            let diagnostic = Diagnostic::new(
                codes::RGBA_COMPONENTS,
                name_span,
                format!("`.{text}` names components as OpenCL C 3.0 does, but this is an earlier version"),
            )
            .primary("other compilers may not know it")
            .note(rule("`.rgba` is available in OpenCL C 3.0 or newer", SECTION))
            .suggest("to be portable, write `.xyzw` names", name_span, portable);
            self.report(diagnostic);
        }
        self.swizzle(base, element, components, span)
    }
    /// Components of a vector by number; those of components of a vector are taken from the vector.
    pub(super) fn swizzle(
        &mut self,
        base: hir::ExprId,
        element: ScalarName,
        components: Vec<u8>,
        span: Span,
    ) -> hir::ExprId {
        let ty: TypeId = self.program.types.gentype(element, components.len() as u8);
        let repeats = components.iter().enumerate().any(|(i, c)| components[..i].contains(c));
        let place = self.current.exprs[base]
            .place
            .filter(|_| !repeats)
            .map(|place| hir::Place { align: crate::types::size::scalar_size(element) as u32, ..place });
        let (base, components) = match &self.current.exprs[base].kind {
            // (A fourth component of a selection of three is nowhere in the vector.)
            hir::ExprKind::Swizzle { base: inner, components: outer }
                if components.iter().all(|&c| usize::from(c) < outer.len()) =>
            {
                (*inner, components.iter().map(|&c| outer[usize::from(c)]).collect())
            }
            _ => (base, components),
        };
        let kind = hir::ExprKind::Swizzle { base, components };
        self.add(hir::Expr { kind, ty, place, flags: Default::default(), span })
    }

    fn report_arrow(&mut self, value: hir::ExprId, span: Span) -> hir::ExprId {
        let ty = self.type_of(value);
        let diagnostic = Diagnostic::new(
            codes::MEMBER_ACCESS,
            span,
            format!("`->` needs a pointer on its left, but this is {}", self.a_type(ty)),
        )
        .label(self.span_of(value), "not a pointer");
        let has_members = matches!(self.program.types.get(ty), Type::Record(_) | Type::Vector(..));
        let diagnostic = if has_members { diagnostic.help("write `.` instead of `->`") } else { diagnostic };
        self.report(diagnostic);
        self.error_expression(span)
    }
    fn report_no_members(
        &mut self,
        base: hir::ExprId,
        name: Symbol,
        name_span: Span,
        span: Span,
    ) -> hir::ExprId {
        let ty = self.type_of(base);
        let text = self.interner.text(name);
        let diagnostic = Diagnostic::new(
            codes::MEMBER_ACCESS,
            name_span,
            format!("{} has no members or components, so there is no `.{text}`", self.a_type(ty)),
        )
        .label(self.span_of(base), format!("this is {}", self.a_type(ty)));
        let pointee = self.program.types.pointee(ty);
        let diagnostic = match pointee {
            Some(pointee)
                if matches!(self.program.types.get(pointee.ty), Type::Record(_) | Type::Vector(..)) =>
            {
                diagnostic.help("it points to something that has: write `->` instead of `.`")
            }
            _ => diagnostic,
        };
        self.report(diagnostic);
        self.error_expression(span)
    }
    fn report_no_member(
        &mut self,
        base: hir::ExprId,
        record: RecordId,
        name: Symbol,
        name_span: Span,
        span: Span,
    ) -> hir::ExprId {
        let text = self.interner.text(name);
        let fields = self.program.types.records[record].fields.as_deref().unwrap_or(&[]);
        let names = fields.iter().filter_map(|field| field.name).map(|name| self.interner.text(name));
        let nearest = super::similar::nearest(text, names);
        let ty = self.type_of(base);
        let mut diagnostic = Diagnostic::new(
            codes::NO_MEMBER,
            name_span,
            format!("{} has no member `{text}`", self.quoted(ty)),
        )
        .label(self.program.types.records[record].span, "declared here");
        if let Some(nearest) = nearest {
            diagnostic = diagnostic.suggest("a member with a similar name exists", name_span, nearest);
        }
        self.report(diagnostic);
        self.error_expression(span)
    }
}

/// What the address of a member `offset` bytes into an object is a multiple of.
fn common_align(align: u32, offset: u64) -> u32 {
    if offset == 0 {
        return align.max(1);
    }
    let of_offset = 1u64 << offset.trailing_zeros().min(31);
    align.max(1).min(of_offset as u32)
}

/// Reads a component selection on a vector of `n`.
fn select(text: &str, n: u8) -> Selection {
    // A 3-vector halves as if it had a fourth component, which is undefined.
    let half = n.div_ceil(2);
    match text {
        "lo" => return Selection::Components((0..half).collect()),
        "hi" => return Selection::Components((half..2 * half).collect()),
        "even" => return Selection::Components((0..half).map(|i| 2 * i).collect()),
        "odd" => return Selection::Components((0..half).map(|i| 2 * i + 1).collect()),
        _ => {}
    }
    let numeric = text.len() > 1 && text.starts_with(['s', 'S']);
    let digits = if numeric { &text[1..] } else { text };
    let mut components = Vec::new();
    let mut colours = false;
    let mut positions = false;
    for c in digits.chars() {
        let component = if numeric {
            match c.to_digit(16) {
                Some(digit) => digit as u8,
                None => {
                    return Selection::Wrong(
                        format!("`{c}` is not a hexadecimal digit"),
                        Some("after `s`, each digit names one component: `.s0`, `.s3210`, `.saB`".into()),
                    );
                }
            }
        } else if let Some(position) = "xyzw".find(c) {
            positions = true;
            position as u8
        } else if let Some(colour) = "rgba".find(c) {
            colours = true;
            colour as u8
        } else {
            let help = match c {
                '0'..='9' => {
                    Some("numbers are written with `s` in front and not mixed with letters: `.s012`".into())
                }
                _ => None,
            };
            return Selection::Wrong(format!("`{c}` is not a component"), help);
        };
        if component >= n {
            let last = component_text(n - 1);
            let shown = if numeric { format!("s{c}") } else { c.to_string() };
            let names = if n <= 4 { format!("`.x` to `.{last}`, or ") } else { String::new() };
            return Selection::Wrong(
                format!("it has {n} components, and `{shown}` would be number {}", component + 1),
                Some(format!("its components are {names}`.s0` to `.s{:x}`", n - 1)),
            );
        }
        components.push(component);
    }
    if positions && colours {
        return Selection::Wrong(
            "`xyzw` and `rgba` are two ways to name components, and are not mixed".into(),
            Some("use one of the two".into()),
        );
    }
    match components.len() {
        1 | 2 | 3 | 4 | 8 | 16 => Selection::Components(components),
        count => Selection::Wrong(
            format!("there are no vectors of {count} components"),
            Some("a vector has 2, 3, 4, 8 or 16 components".into()),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selected(text: &str, n: u8) -> Option<Vec<u8>> {
        match select(text, n) {
            Selection::Components(components) => Some(components),
            Selection::Wrong(..) => None,
        }
    }
    #[test]
    fn every_form_of_selection() {
        assert_eq!(selected("wzyx", 4), Some(vec![3, 2, 1, 0]));
        assert_eq!(selected("bgr", 3), Some(vec![2, 1, 0]));
        assert_eq!(selected("s0aF", 16), Some(vec![0, 10, 15]));
        assert_eq!(selected("s0aFb", 16), Some(vec![0, 10, 15, 11]));
        assert_eq!(selected("Sf", 16), Some(vec![15]));
        assert_eq!(selected("xyzw", 8), Some(vec![0, 1, 2, 3]));
        assert_eq!(selected("hi", 8), Some(vec![4, 5, 6, 7]));
        assert_eq!(selected("hi", 3), Some(vec![2, 3]), "the fourth is undefined");
        assert_eq!(selected("odd", 3), Some(vec![1, 3]));
        assert_eq!(selected("even", 3), Some(vec![0, 2]));
        assert_eq!(selected("lo", 2), Some(vec![0]));
        assert_eq!(selected("odd", 16), Some(vec![1, 3, 5, 7, 9, 11, 13, 15]));
    }
    #[test]
    fn what_is_no_selection() {
        for (text, n) in [
            ("z", 2),
            ("w", 3),
            ("s4", 4),
            ("x12w", 4),
            ("xg", 4),
            ("xxxxx", 4),
            ("s", 4),
            ("q", 4),
            ("sg", 16),
            ("s8", 8),
        ] {
            assert_eq!(selected(text, n), None, ".{text} on a vector of {n}");
        }
    }
    #[test]
    fn alignment_of_members() {
        assert_eq!(common_align(16, 0), 16);
        assert_eq!(common_align(16, 4), 4);
        assert_eq!(common_align(1, 4), 1);
        assert_eq!(common_align(4, 24), 4);
    }
}
