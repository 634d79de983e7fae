//! Conversions that classes of C++ for OpenCL define or have (C++17 [class.conv], [conv.ptr]): converting constructors, conversion functions,
//! from a class to one that it is derived from; and lists in braces as arguments.

use ferrocl_base::Span;
use ferrocl_syntax::ast;

use super::Analyzer;
use super::cpp_templates::Call;
use crate::builtins::fit::{Argument, Fit};
use crate::hir::{self, ConversionKind, ConversionReason, FunctionId};
use crate::types::{RecordId, Type, TypeId, TypeTable};

impl<'a> Analyzer<'a> {
    /// What an argument is to a parameter that it fits by a conversion of a class only.
    pub(crate) fn fit_user_conversion(&mut self, argument: hir::ExprId, to: TypeId) -> Option<Fit> {
        if !self.is_cpp() {
            return None;
        }
        let from = self.type_as_value(argument);
        if self.program.types.derives(from, to) {
            return Some(Fit::Conversion);
        }
        if let (Some(a), Some(b)) = (self.program.types.pointee(from), self.program.types.pointee(to))
            && self.program.types.derives(a.ty, b.ty)
        {
            return Some(Fit::Conversion);
        }
        self.user_conversion(argument, from, to, false).map(|_| Fit::UserDefined)
    }
    /// The function by which a value of a class becomes one of a type, or a value one of a class.
    fn user_conversion(
        &mut self,
        argument: hir::ExprId,
        from: TypeId,
        to: TypeId,
        explicit: bool,
    ) -> Option<UserConversion> {
        if let Some(found) = self.conversion_function_to(from, to, explicit) {
            return Some(UserConversion::Function(found));
        }
        let name = self.constructor_of(to)?;
        if self.converting || from == to {
            return None;
        }
        // A constructor's own argument is converted by no further function (C++17 [over.best.ics]).
        self.converting = true;
        let mut found = None;
        for id in self.overloads(name).to_vec() {
            if (explicit || !self.classes.explicit.contains(&id))
                && !self.classes.deleted.contains_key(&id)
                && let Some(fits) = self.fits_of(id, &[argument])
                && fits.iter().all(|fit| *fit < Fit::UserDefined)
            {
                found = Some(UserConversion::Constructor);
                break;
            }
        }
        if found.is_none() {
            for template in self.templates.by_name.get(&name).cloned().unwrap_or_default() {
                let takes = !template.context.is_explicit || explicit;
                if takes
                    && let Ok(chosen) = self.template_arguments(template, &[], &[argument])
                    && let Some(id) = self.instance(template, chosen, name)
                    && self.fits_of(id, &[argument]).is_some()
                {
                    found = Some(UserConversion::Constructor);
                    break;
                }
            }
        }
        self.converting = false;
        found
    }
    /// The conversion function of a class to a type, or to one that becomes it: an exact one before others.
    fn conversion_function_to(&mut self, from: TypeId, to: TypeId, explicit: bool) -> Option<FunctionId> {
        let record = self.record_of(from)?;
        let mut best: Option<(Fit, FunctionId)> = None;
        for id in self.conversions_of(record) {
            if !explicit && self.classes.explicit.contains(&id) {
                continue;
            }
            let result = self.program.functions[id].result;
            let result = self.referent(result).map_or(result, |to| to.ty);
            let Some(fit) = Argument::of(&self.program.types, result).fit(&self.program.types, to) else {
                continue;
            };
            if best.is_none_or(|(before, _)| fit < before) {
                best = Some((fit, id));
            }
        }
        best.map(|(_, id)| id)
    }
    /// The conversion functions of a class, or else of the first of its bases that has any.
    fn conversions_of(&self, record: RecordId) -> Vec<FunctionId> {
        let found = self.in_bases(record, |analyzer, record| {
            let conversions = &analyzer.classes.by_record.get(&record)?.conversions;
            (!conversions.is_empty()).then(|| conversions.clone())
        });
        found.unwrap_or_default()
    }
    /// A value as one of a type by what a class defines or is derived from; `None` if nothing of the kind does it.
    pub(super) fn convert_by_class(
        &mut self,
        value: hir::ExprId,
        to: TypeId,
        reason: ConversionReason,
        explicit: bool,
    ) -> Option<hir::ExprId> {
        if !self.is_cpp() {
            return None;
        }
        let from = self.type_of(value);
        let span = self.span_of(value);
        if self.program.types.derives(from, to) {
            let place = self.loaded_place(value).unwrap_or(value);
            let base = self.record_of(to)?;
            let object = self.object_place(place, span);
            let part = self.as_base(object, base, span);
            return Some(self.value(part));
        }
        if let (Some(a), Some(b)) = (self.program.types.pointee(from), self.program.types.pointee(to))
            && self.program.types.derives(a.ty, b.ty)
        {
            let pointer = self.base_pointer(value, b.ty, span);
            return Some(self.convert_implicitly(pointer, to, reason));
        }
        match self.user_conversion(value, from, to, explicit)? {
            UserConversion::Function(id) => {
                let place = self.loaded_place(value).unwrap_or(value);
                let object = self.object_place(place, span);
                let address = self.address_of(object, span);
                let call = self.call_function(id, &[address], span);
                let result = self.value(call);
                Some(self.convert_implicitly(result, to, reason))
            }
            UserConversion::Constructor => {
                let place = self.loaded_place(value).unwrap_or(value);
                let name = self.constructor_of(to)?;
                Some(self.call_overloads(name, Call::new(&[place], span)))
            }
        }
    }
    /// A pointer to an object as one to its part of a base class; null stays null.
    pub(super) fn base_pointer(&mut self, pointer: hir::ExprId, base: TypeId, span: Span) -> hir::ExprId {
        let Some(record) = self.record_of(base) else { return pointer };
        let pointer_type = self.type_of(pointer);
        let object = self.dereference(pointer, span);
        let part = self.as_base(object, record, span);
        let address = self.address_of(part, span);
        let Some(offset) = self.base_offset(pointer_type, record) else { return address };
        if offset == 0 {
            return address;
        }
        let ty = self.type_of(address);
        let is_object = self.add_conversion(
            ConversionKind::PointerToBool,
            pointer,
            TypeTable::BOOL,
            ConversionReason::Condition,
        );
        let zero = self.integer_constant(0, TypeTable::INT, span);
        let null = self.add_conversion(ConversionKind::NullPointer, zero, ty, ConversionReason::Cast);
        self.add_value(hir::ExprKind::Conditional(is_object, address, null), ty, span)
    }
    fn base_offset(&self, pointer: TypeId, base: RecordId) -> Option<u64> {
        let pointee = self.program.types.pointee(pointer)?;
        let path = self.program.types.base_path(self.record_of(pointee.ty)?, base)?;
        let fields = path.iter().map(|&(record, field)| {
            self.program.types.records[record]
                .fields
                .as_ref()
                .map_or(0, |fields| fields[field as usize].offset)
        });
        Some(fields.sum())
    }
    /// The place that a value was read from.
    pub(super) fn loaded_place(&self, value: hir::ExprId) -> Option<hir::ExprId> {
        match self.current.exprs[value].kind {
            hir::ExprKind::Convert { kind: ConversionKind::Load, operand, .. } => Some(operand),
            _ => None,
        }
    }
    /// An operand of a class that converts to one arithmetic or pointer type, as that; any other as it is.
    pub(super) fn as_operand(&mut self, operand: hir::ExprId) -> hir::ExprId {
        if !self.is_cpp() {
            return operand;
        }
        let from = self.type_of(operand);
        let Some(record) = self.record_of(from) else { return operand };
        let mut implicit = self.conversions_of(record);
        implicit.retain(|id| !self.classes.explicit.contains(id));
        let [only] = implicit[..] else { return operand };
        let span = self.span_of(operand);
        let object = self.object_place(operand, span);
        let address = self.address_of(object, span);
        let call = self.call_function(only, &[address], span);
        self.value(call)
    }
    /// A condition of a class that has a conversion to `bool`, explicit or not.
    pub(super) fn as_condition(&mut self, value: hir::ExprId) -> hir::ExprId {
        if !self.is_cpp() || !matches!(self.program.types.get(self.type_of(value)), Type::Record(_)) {
            return value;
        }
        self.convert_by_class(value, TypeTable::BOOL, ConversionReason::Condition, true).unwrap_or(value)
    }

    /// A list in braces where a value has to stand: what it is depends on where it goes.
    pub(super) fn braces(&mut self, id: ast::ExprId, span: Span) -> hir::ExprId {
        let expr = self.add_value(hir::ExprKind::Constant(Default::default()), TypeTable::VOID, span);
        self.current.lists.insert(expr, id);
        expr
    }
    /// Whether an argument is such a list.
    pub(super) fn is_list(&self, argument: hir::ExprId) -> bool {
        self.current.lists.contains_key(&argument)
    }
    /// Such a list as a value of a type; `None` if the argument is none.
    pub(super) fn list_value(&mut self, argument: hir::ExprId, ty: TypeId) -> Option<hir::ExprId> {
        let id = *self.current.lists.get(&argument)?;
        let unit = self.unit;
        let ast::ExprKind::Braces(list) = &unit.exprs[id].kind else { return None };
        Some(self.list_as(list, ty))
    }
}

/// How a value becomes one of another type by a function of a class.
enum UserConversion {
    /// A conversion function of its class.
    Function(FunctionId),
    /// A constructor of the other.
    Constructor,
}
