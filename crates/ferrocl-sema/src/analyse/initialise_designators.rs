//! Designators, which say what part of an object an initialiser fills (C99 6.7.8, 6, 7 and 17): members by their names, elements by their
//! indices or, as an extension that is common, by ranges of them.

use ferrocl_base::codes::initialisers as codes;
use ferrocl_base::{Diagnostic, Span};
use ferrocl_syntax::ast::Designator;

use super::Analyzer;
use super::declare_globals::MAX_STATIC_SIZE;
use super::initialise::{Cursor, Object};
use super::initialise_parts::Sink;
use crate::hir::InitializerPart;
use crate::types::{RecordId, Type, TypeId};

/// The most parts that designated ranges may make in all initialisers of functions' objects, and the most bytes in those of program-scope
/// data: a short text could ask for any number.
const MAX_REPEATED_PARTS: u64 = 1 << 18;
const MAX_REPEATED_BYTES: u64 = 4 * MAX_STATIC_SIZE;

impl Analyzer<'_> {
    /// Reports a designator of the next item, for an object without parts that one could name.
    pub(super) fn reject_designator(&mut self, cursor: &Cursor<'_>) {
        if let Some(designator) = cursor.item().and_then(|item| item.designators.first()) {
            self.report_designator(
                designator,
                "only arrays, structs and unions have parts that a designator can name".to_string(),
                "remove the designator",
            );
        }
    }
    /// Reports a designator where what it says cannot be meant.
    pub(super) fn report_designator(&mut self, designator: &Designator, message: String, help: &'static str) {
        let span = designator_span(designator);
        self.report(Diagnostic::new(codes::INVALID_DESIGNATOR, span, message).help(help));
    }
    /// Which member a designator names: that of an anonymous struct or union counts as the member that holds it.
    pub(super) fn member_designator(&mut self, designator: &Designator, record: RecordId) -> Option<usize> {
        let (message, span) = match designator {
            Designator::Member(name, span) => {
                if let Some(field) = self.member_number(record, *name) {
                    return Some(field as usize);
                }
                let ty = self.program.types.intern(Type::Record(record));
                let (text, of) = (self.interner.text(*name), self.program.types.name(self.interner, ty));
                (format!("`{of}` has no member `{text}`"), *span)
            }
            Designator::Index { span, .. } => ("a struct or union has no elements".to_string(), *span),
        };
        let declared = self.program.types.records[record].span;
        let diagnostic = Diagnostic::new(codes::INVALID_DESIGNATOR, span, message)
            .label(declared, "the members are declared here");
        let near = match designator {
            Designator::Member(name, _) => self.nearest_member(record, *name),
            Designator::Index { .. } => None,
        };
        self.report(match near {
            Some(near) => diagnostic.suggest("did you mean this member?", span, near),
            None => diagnostic.help("write `.member = value` with one of its members"),
        });
        None
    }
    /// The first and last index of `[index]` or `[first ... last]`.
    pub(super) fn index_designator(
        &mut self,
        designator: &Designator,
        length: Option<u64>,
        array: TypeId,
    ) -> Option<(u64, u64)> {
        let (first, last, span) = match designator {
            Designator::Index { first, last, span } => (*first, *last, *span),
            Designator::Member(name, _) => {
                let text = self.interner.text(*name);
                let found = self.program.types.name(self.interner, array);
                self.report_designator(
                    designator,
                    format!("`{found}` is an array and has no member `{text}`"),
                    "write `[index] = value`",
                );
                return None;
            }
        };
        let low = self.constant_integer(first, "the index of a designator")?;
        let high = match last {
            Some(last) => self.constant_integer(last, "the index of a designator")?,
            None => low,
        };
        // (Lengths past this do not fit any limit anyway.)
        let end = i128::from(length.unwrap_or(1 << 40));
        if low < 0 || high < low || high >= end {
            let found = self.program.types.name(self.interner, array);
            let message = if high < low {
                "the last index of a range lies before the first".to_string()
            } else {
                let wrong = if low < 0 { low } else { high };
                format!("the index {wrong} lies outside of `{found}`")
            };
            let diagnostic = Diagnostic::new(codes::INVALID_DESIGNATOR, span, message);
            self.report(match length {
                Some(length) => diagnostic.help(format!("write an index from 0 to {}", length - 1)),
                None => diagnostic.help("write an index from 0 on, the smaller one of a range first"),
            });
            return None;
        }
        Some((low as u64, high as u64))
    }
    /// The object that the rest of a designator names in `object`, and what follows it in the same list.
    fn fill_designated(
        &mut self,
        object: Object,
        designators: &[Designator],
        cursor: &mut Cursor<'_>,
        sink: &mut Sink<'_>,
    ) {
        let Some(first) = designators.first() else {
            self.fill_next(object, cursor, sink);
            return;
        };
        match *self.program.types.get(object.ty) {
            Type::Array { element, length } => {
                let Some((low, high)) = self.index_designator(first, length, object.ty) else {
                    cursor.advance();
                    return;
                };
                let rest = &designators[1..];
                if let Err(bytes) = self.fill_range(object, element.ty, (low, high), rest, cursor, sink) {
                    self.report_too_large(designator_span(first), "initialiser", bytes);
                    return;
                }
                self.fill_elements(object, element, length, high + 1, cursor, sink);
            }
            Type::Record(record) => {
                let Some(field) = self.member_designator(first, record) else {
                    cursor.advance();
                    return;
                };
                self.fill_member_path(object, record, field, designators, cursor, sink);
                if !self.program.types.records[record].is_union {
                    self.fill_fields(object, record, field + 1, cursor, sink);
                }
            }
            _ => {
                let found = self.program.types.name(self.interner, object.ty);
                self.report_designator(
                    first,
                    format!("a value of type `{found}` has no parts that a designator can name"),
                    "remove this part of the designator",
                );
                cursor.advance();
            }
        }
    }
    /// Fills the member that a designator chose (or, where that is anonymous, the member in it that the designator names), and what
    /// follows it in the same list inside an anonymous member.
    pub(super) fn fill_member_path(
        &mut self,
        object: Object,
        record: RecordId,
        field: usize,
        designators: &[Designator],
        cursor: &mut Cursor<'_>,
        sink: &mut Sink<'_>,
    ) {
        let Some(place) = self.field(object, record, field) else { return };
        let anonymous = self.program.types.records[record]
            .fields
            .as_ref()
            .is_some_and(|fields| fields[field].name.is_none());
        match *self.program.types.get(place.ty) {
            Type::Record(inner) if anonymous => {
                let Some(designated) = self.member_designator(&designators[0], inner) else { return };
                self.fill_member_path(place, inner, designated, designators, cursor, sink);
                if !self.program.types.records[inner].is_union {
                    self.fill_fields(place, inner, designated + 1, cursor, sink);
                }
            }
            _ => self.fill_designated(place, &designators[1..], cursor, sink),
        }
    }
    /// Fills the first element of a range by what the rest of its designator names in it, and the others with the same; the error: how many
    /// bytes of repeated values would be too much.
    pub(super) fn fill_range(
        &mut self,
        object: Object,
        element: TypeId,
        (low, high): (u64, u64),
        rest: &[Designator],
        cursor: &mut Cursor<'_>,
        sink: &mut Sink<'_>,
    ) -> Result<(), u64> {
        let size = self.program.types.size_of(element);
        let start = object.element(element, size, low);
        let parts_before = sink.part_count();
        let is_range = high > low;
        self.covered.pause(is_range);
        self.fill_designated(start, rest, cursor, sink);
        self.covered.resume(is_range);
        if is_range && !self.repeat(start.offset, size, high - low, parts_before, sink) {
            return Err(size.saturating_mul(high - low));
        }
        Ok(())
    }
    /// Repeats what fills `size` bytes at `offset` so many times after it.
    fn repeat(
        &mut self,
        offset: u64,
        size: u64,
        times: u64,
        parts_before: usize,
        sink: &mut Sink<'_>,
    ) -> bool {
        match sink {
            Sink::Static { data, .. } => {
                self.repeated_bytes = self.repeated_bytes.saturating_add(size.saturating_mul(times));
                self.repeated_bytes <= MAX_REPEATED_BYTES && data.repeat(offset, size, times).is_some()
            }
            Sink::Parts(parts) => {
                let count = parts.len() - parts_before;
                self.repeated_parts =
                    self.repeated_parts.saturating_add((count as u64).saturating_mul(times));
                if self.repeated_parts > MAX_REPEATED_PARTS {
                    return false;
                }
                for time in 1..=times {
                    for i in parts_before..parts_before + count {
                        let part =
                            InitializerPart { offset: parts[i].offset + time * size, value: parts[i].value };
                        parts.push(part);
                    }
                }
                true
            }
        }
    }
}

fn designator_span(designator: &Designator) -> Span {
    match designator {
        Designator::Member(_, span) | Designator::Index { span, .. } => *span,
    }
}
