//! What the parameters of templates stand for: what is written between `<` and `>`, what the types of arguments say, defaults (C++17
//! [temp.arg], [temp.deduct]).
//!
//! A pattern is the syntax of a parameter's type, in which names of the template's parameters are open; it is laid over the type of the argument
//! from the outside in: references, pointers, arrays, classes made by templates.

use ferrocl_base::Symbol;
use ferrocl_syntax::ast::{
    self, DeclaratorPart, ExprKind, TemplateArgument, TemplateParameter, TemplateParameterKind,
};

use super::Analyzer;
use super::cpp_templates::{Chosen, Template};
use crate::hir;
use crate::types::{AddressSpace, QualifiedType, RecordId, Type, TypeId, TypeTable};

/// What parameters stand for, as far as it is known.
pub(super) type Found = Vec<Option<Chosen>>;

/// What an argument is to deduction.
#[derive(Clone, Copy)]
struct Given {
    ty: QualifiedType,
    /// Whether its address space counts.
    has_space: bool,
}

impl<'a> Analyzer<'a> {
    /// What the parameters of a template stand for in a call; the error says why it does not fit.
    pub(super) fn template_arguments(
        &mut self,
        template: Template<'a>,
        explicit: &[TemplateArgument],
        arguments: &[hir::ExprId],
    ) -> Result<Vec<Chosen>, String> {
        let Some(DeclaratorPart::Function { parameters, .. }) = template.function.declarator.parts.first()
        else {
            return Err("not a function".into());
        };
        // The object of a member function is no argument of the call.
        let has_this = matches!(
            template.context.kind,
            Some(ast::MemberKind::Method | ast::MemberKind::Conversion | ast::MemberKind::Destructor)
        );
        let arguments = if has_this { arguments.get(1..).unwrap_or(&[]) } else { arguments };
        let least = parameters
            .iter()
            .filter(|parameter| parameter.default.is_none() && !parameter.declarator.is_pack)
            .count();
        let is_open = parameters.iter().any(|parameter| parameter.declarator.is_pack);
        if arguments.len() > parameters.len() && !is_open || arguments.len() < least {
            return Err(format!("it takes {} arguments, and is given {}", parameters.len(), arguments.len()));
        }
        let mut found = self.explicit_arguments(template.parameters, explicit, template.context.class)?;
        let written: Vec<bool> = found.iter().map(Option::is_some).collect();
        let mut arguments = arguments.iter();
        for parameter in parameters {
            if parameter.declarator.is_pack {
                self.deduce_pack(template.parameters, parameter, arguments.by_ref(), &mut found)?;
                continue;
            }
            let Some(&argument) = arguments.next() else { break };
            if self.is_list(argument) {
                continue;
            }
            let mut attempt: Found = vec![None; found.len()];
            self.deduce_argument(template.parameters, parameter, argument, &mut attempt);
            self.merge(template.parameters, attempt, &written, &mut found)?;
        }
        self.complete_arguments(template.parameters, found, template.context.class)
    }
    fn merge(
        &mut self,
        open: &[TemplateParameter],
        attempt: Found,
        written: &[bool],
        found: &mut Found,
    ) -> Result<(), String> {
        for (index, deduced) in attempt.into_iter().enumerate() {
            let Some(deduced) = deduced else { continue };
            match &found[index] {
                None => found[index] = Some(deduced),
                Some(before) if *before == deduced || written[index] || same_value(before, &deduced) => {}
                Some(_) => {
                    let text = self.interner.text(open[index].name);
                    return Err(format!("the arguments do not agree on what `{text}` is"));
                }
            }
        }
        Ok(())
    }
    /// The rest of the arguments, for a parameter that stands for any number.
    fn deduce_pack<'e>(
        &mut self,
        open: &[TemplateParameter],
        parameter: &ast::Parameter,
        arguments: impl Iterator<Item = &'e hir::ExprId>,
        found: &mut Found,
    ) -> Result<(), String> {
        let mut lists: Vec<Vec<Chosen>> = vec![Vec::new(); open.len()];
        let mut seen = vec![false; open.len()];
        for &argument in arguments {
            let mut attempt: Found = vec![None; found.len()];
            self.deduce_argument(open, parameter, argument, &mut attempt);
            for (index, deduced) in attempt.into_iter().enumerate() {
                if let Some(deduced) = deduced {
                    if open[index].is_pack {
                        lists[index].push(deduced);
                        seen[index] = true;
                    } else if found[index].is_none() {
                        found[index] = Some(deduced);
                    }
                }
            }
        }
        for (index, list) in lists.into_iter().enumerate() {
            if open[index].is_pack && (seen[index] || found[index].is_none()) {
                found[index] = Some(Chosen::Pack(list));
            }
        }
        Ok(())
    }
    /// The same for a specialisation, whose parameters have these types.
    pub(super) fn arguments_for_types(
        &mut self,
        template: Template<'a>,
        explicit: &[TemplateArgument],
        types: &[TypeId],
    ) -> Result<Vec<Chosen>, String> {
        let Some(DeclaratorPart::Function { parameters, .. }) = template.function.declarator.parts.first()
        else {
            return Err("not a function".into());
        };
        if parameters.len() != types.len() {
            return Err("it has other parameters".into());
        }
        let mut found = self.explicit_arguments(template.parameters, explicit, template.context.class)?;
        let written: Vec<bool> = found.iter().map(Option::is_some).collect();
        for (parameter, &ty) in parameters.iter().zip(types) {
            let mut attempt: Found = vec![None; found.len()];
            let given = match self.referent(ty) {
                Some(to) => Given { ty: to, has_space: false },
                None => Given { ty: QualifiedType::new(ty, AddressSpace::Private), has_space: false },
            };
            let parts = match parameter.declarator.parts.first() {
                Some(DeclaratorPart::Reference { .. }) => &parameter.declarator.parts[1..],
                _ => &parameter.declarator.parts[..],
            };
            self.deduce(template.parameters, &parameter.specifiers, parts, given, &mut attempt);
            self.merge(template.parameters, attempt, &written, &mut found)?;
        }
        self.complete_arguments(template.parameters, found, template.context.class)
    }
    /// What stands between `<` and `>`.
    pub(super) fn explicit_arguments(
        &mut self,
        open: &[TemplateParameter],
        explicit: &[TemplateArgument],
        class: Option<RecordId>,
    ) -> Result<Found, String> {
        let mut found: Found = vec![None; open.len()];
        let mut given: Vec<Chosen> = Vec::with_capacity(explicit.len());
        let mut index = 0;
        for argument in explicit {
            let parameter = open.get(index).or_else(|| open.last().filter(|last| last.is_pack));
            let Some(parameter) = parameter else {
                return Err(format!("it has {} parameters between `<` and `>`", open.len()));
            };
            let list = self.explicit_argument(open, &given, parameter, argument, class)?;
            for chosen in list {
                if index >= open.len() && !open.last().is_some_and(|last| last.is_pack) {
                    return Err(format!("it has {} parameters between `<` and `>`", open.len()));
                }
                given.push(chosen);
                if !open.get(index).is_some_and(|open| open.is_pack) {
                    index += 1;
                }
            }
        }
        for (index, parameter) in open.iter().enumerate() {
            if parameter.is_pack {
                if given.len() > index {
                    found[index] = Some(Chosen::Pack(given.split_off(index)));
                }
                break;
            }
            match given.get(index) {
                Some(chosen) => found[index] = Some(chosen.clone()),
                None => break,
            }
        }
        Ok(found)
    }
    /// One argument, which an expansion makes several.
    fn explicit_argument(
        &mut self,
        open: &[TemplateParameter],
        before: &[Chosen],
        parameter: &TemplateParameter,
        argument: &TemplateArgument,
        class: Option<RecordId>,
    ) -> Result<Vec<Chosen>, String> {
        match (&parameter.kind, argument) {
            (TemplateParameterKind::Type(_), TemplateArgument::Type(name, is_pack)) => {
                let count = if *is_pack { self.pack_length_of_type(name)? } else { 1 };
                let mut list = Vec::new();
                for element in 0..count {
                    let outer = std::mem::replace(&mut self.expanding, is_pack.then_some(element));
                    let base = self.specified(&name.specifiers);
                    let derived = self.derive(base, &name.declarator);
                    self.expanding = outer;
                    if derived.is_error() {
                        return Err("what it is given is not a type".into());
                    }
                    list.push(Chosen::Type(derived.ty, derived.has_space));
                }
                Ok(list)
            }
            (TemplateParameterKind::Value(..), TemplateArgument::Value(value, is_pack)) => {
                let count = if *is_pack { self.pack_length(*value)? } else { 1 };
                let mut list = Vec::new();
                for element in 0..count {
                    let outer = std::mem::replace(&mut self.expanding, is_pack.then_some(element));
                    let value = self.expression_value(*value);
                    self.expanding = outer;
                    let ty = self.parameter_value_type(open, before, parameter, class, value);
                    list.push(self.constant_argument(ty, value)?);
                }
                Ok(list)
            }
            (TemplateParameterKind::Type(_), _) => {
                Err(format!("`{}` stands for a type", self.interner.text(parameter.name)))
            }
            _ => Err(format!("`{}` stands for a value", self.interner.text(parameter.name))),
        }
    }
    /// The type of a parameter that is a value, which may depend on those before it; `auto` is the value's.
    fn parameter_value_type(
        &mut self,
        open: &[TemplateParameter],
        before: &[Chosen],
        parameter: &TemplateParameter,
        class: Option<RecordId>,
        value: hir::ExprId,
    ) -> TypeId {
        let TemplateParameterKind::Value(declared, _) = &parameter.kind else { return TypeTable::ERROR };
        let (specifiers, declarator) = &**declared;
        if matches!(specifiers.ty, ast::TypeSpecifier::Auto) {
            return self.type_of(value);
        }
        self.in_template(class, open, before, |analyzer| {
            let base = analyzer.specified(specifiers);
            analyzer.derive(base, declarator).ty.ty
        })
    }
    fn constant_argument(&mut self, ty: TypeId, value: hir::ExprId) -> Result<Chosen, String> {
        let value = self.convert_implicitly(value, ty, hir::ConversionReason::Initialization);
        let is_integer = self.program.types.is_integer_scalar(ty)
            || ty == TypeTable::BOOL
            || matches!(self.program.types.get(ty), Type::Enum(_));
        match self.fold(value) {
            Some(bits) if is_integer => Ok(Chosen::Value(ty, bits[0])),
            _ => Err("a value between `<` and `>` is an integer constant".into()),
        }
    }
    /// All of the arguments: defaults stand for those that are not known.
    pub(super) fn complete_arguments(
        &mut self,
        open: &[TemplateParameter],
        found: Found,
        class: Option<RecordId>,
    ) -> Result<Vec<Chosen>, String> {
        let mut all: Vec<Chosen> = Vec::with_capacity(found.len());
        for (parameter, found) in open.iter().zip(found) {
            let chosen = match (found, &parameter.kind) {
                (Some(chosen), _) => chosen,
                (None, _) if parameter.is_pack => Chosen::Pack(Vec::new()),
                (None, TemplateParameterKind::Type(Some(default))) => {
                    let (ty, failed) = self.silently(|analyzer| {
                        analyzer.in_template(class, open, &all, |analyzer| {
                            let base = analyzer.specified(&default.specifiers);
                            analyzer.derive(base, &default.declarator)
                        })
                    });
                    if failed || ty.is_error() {
                        return Err("a default of its parameters does not exist here".into());
                    }
                    Chosen::Type(ty.ty, ty.has_space)
                }
                (None, TemplateParameterKind::Value(_, Some(default))) => {
                    let (chosen, failed) = self.silently(|analyzer| {
                        let value = analyzer
                            .in_template(class, open, &all, |analyzer| analyzer.expression_value(*default));
                        let ty = analyzer.parameter_value_type(open, &all, parameter, class, value);
                        analyzer.constant_argument(ty, value)
                    });
                    if failed {
                        return Err("a default of its parameters does not exist here".into());
                    }
                    chosen?
                }
                (None, _) => {
                    let text = self.interner.text(parameter.name);
                    return Err(format!("the arguments do not say what `{text}` is"));
                }
            };
            all.push(chosen);
        }
        Ok(all)
    }

    /// What the value of a data member of an aggregate says.
    pub(super) fn deduce_member(
        &mut self,
        open: &[TemplateParameter],
        specifiers: &ast::DeclarationSpecifiers,
        parts: &[DeclaratorPart],
        value: hir::ExprId,
        found: &mut Found,
    ) {
        let ty = QualifiedType::new(self.type_as_value(value), AddressSpace::Private);
        self.deduce(open, specifiers, parts, Given { ty, has_space: false }, found);
    }
    /// What an argument of a call says.
    fn deduce_argument(
        &mut self,
        open: &[TemplateParameter],
        parameter: &ast::Parameter,
        argument: hir::ExprId,
        found: &mut Found,
    ) {
        let parts = &parameter.declarator.parts;
        if let Some(DeclaratorPart::Reference { .. }) = parts.first() {
            let mut ty = QualifiedType::new(self.type_of(argument), AddressSpace::Private);
            if let Some(place) = self.current.exprs[argument].place {
                (ty.is_const, ty.is_volatile) = (place.is_const, place.is_volatile);
            }
            self.deduce(open, &parameter.specifiers, &parts[1..], Given { ty, has_space: false }, found);
            return;
        }
        let ty = QualifiedType::new(self.type_as_value(argument), AddressSpace::Private);
        self.deduce(open, &parameter.specifiers, parts, Given { ty, has_space: false }, found);
    }
    /// Lays a pattern over a type.
    fn deduce(
        &mut self,
        open: &[TemplateParameter],
        specifiers: &ast::DeclarationSpecifiers,
        parts: &[DeclaratorPart],
        given: Given,
        found: &mut Found,
    ) {
        let mut given = given;
        for part in parts {
            match part {
                DeclaratorPart::Pointer { .. } => {
                    let Some(pointee) = self.program.types.pointee(given.ty.ty) else { return };
                    let has_space = pointee.space != AddressSpace::Generic;
                    given = Given { ty: pointee, has_space };
                }
                DeclaratorPart::Array { size, .. } => {
                    match *self.program.types.get(given.ty.ty) {
                        Type::Array { element, length } => {
                            if let (Some(size), Some(length)) = (size, length) {
                                self.deduce_value(open, *size, TypeTable::INT, length, found);
                            }
                            given = Given {
                                ty: QualifiedType {
                                    is_const: element.is_const || given.ty.is_const,
                                    ..element
                                },
                                has_space: false,
                            };
                        }
                        // An array parameter is a pointer.
                        Type::Pointer(pointee) => {
                            given = Given { ty: pointee, has_space: pointee.space != AddressSpace::Generic };
                        }
                        _ => return,
                    }
                }
                DeclaratorPart::Reference { .. } => match *self.program.types.get(given.ty.ty) {
                    Type::Reference(to) => given = Given { ty: to, has_space: false },
                    _ => return,
                },
                DeclaratorPart::Function { .. } | DeclaratorPart::Block { .. } => return,
            }
        }
        let qualifiers = &specifiers.qualifiers;
        given.ty.is_const &= qualifiers.is_const.is_none();
        given.ty.is_volatile &= qualifiers.is_volatile.is_none();
        if !qualifiers.address_spaces.is_empty() || !given.has_space {
            given.has_space = false;
            given.ty.space = AddressSpace::Private;
        }
        given.ty.is_restrict = false;
        if given.ty.ty == TypeTable::ERROR {
            return;
        }
        match &specifiers.ty {
            ast::TypeSpecifier::Typedef(name, _) => {
                if let Some(index) = position(open, *name) {
                    found[index].get_or_insert(Chosen::Type(given.ty, given.has_space));
                }
            }
            ast::TypeSpecifier::Template(id) => {
                let Some(arguments) = &id.arguments else { return };
                let Some(record) = self.record_of(given.ty.ty) else { return };
                let made = self.in_bases(record, |analyzer, record| {
                    let (name, chosen) = analyzer.classes.by_record.get(&record)?.instance_of.as_ref()?;
                    (*name == id.name).then(|| chosen.clone())
                });
                if let Some(chosen) = made {
                    self.deduce_arguments(open, arguments, &chosen, found);
                }
            }
            _ => {}
        }
    }
    /// Lays the arguments of a template in a pattern over those of a class that it made.
    pub(super) fn deduce_arguments(
        &mut self,
        open: &[TemplateParameter],
        pattern: &[TemplateArgument],
        chosen: &[Chosen],
        found: &mut Found,
    ) {
        let mut flat: Vec<Chosen> = Vec::new();
        for one in chosen {
            match one {
                Chosen::Pack(list) => flat.extend(list.iter().cloned()),
                other => flat.push(other.clone()),
            }
        }
        for (index, argument) in pattern.iter().enumerate() {
            match argument {
                TemplateArgument::Type(name, true) => {
                    if let ast::TypeSpecifier::Typedef(pack, _) = &name.specifiers.ty
                        && let Some(at) = position(open, *pack)
                    {
                        let rest = flat.get(index..).unwrap_or(&[]).to_vec();
                        found[at].get_or_insert(Chosen::Pack(rest));
                    }
                }
                TemplateArgument::Value(value, true) => {
                    if let Some(at) = self.open_name(open, *value) {
                        let rest = flat.get(index..).unwrap_or(&[]).to_vec();
                        found[at].get_or_insert(Chosen::Pack(rest));
                    }
                }
                TemplateArgument::Type(name, false) => {
                    if let Some(&Chosen::Type(ty, has_space)) = flat.get(index) {
                        let given = Given { ty, has_space };
                        self.deduce(open, &name.specifiers, &name.declarator.parts, given, found);
                    }
                }
                TemplateArgument::Value(value, false) => {
                    if let Some(&Chosen::Value(ty, bits)) = flat.get(index) {
                        self.deduce_value(open, *value, ty, bits, found);
                    }
                }
            }
        }
    }
    fn deduce_value(
        &mut self,
        open: &[TemplateParameter],
        pattern: ast::ExprId,
        ty: TypeId,
        bits: u64,
        found: &mut Found,
    ) {
        let Some(index) = self.open_name(open, pattern) else { return };
        let mut ty = ty;
        if let TemplateParameterKind::Value(declared, _) = &open[index].kind
            && !matches!(declared.0.ty, ast::TypeSpecifier::Auto | ast::TypeSpecifier::Typedef(..))
        {
            let (own, failed) = self.silently(|analyzer| analyzer.specified(&declared.0).ty.ty);
            ty = if failed { ty } else { own };
        }
        found[index].get_or_insert(Chosen::Value(ty, bits));
    }
    /// The parameter that an expression names.
    fn open_name(&self, open: &[TemplateParameter], mut expr: ast::ExprId) -> Option<usize> {
        loop {
            match self.unit.exprs[expr].kind {
                ExprKind::Paren(inner) => expr = inner,
                ExprKind::Name(name) => return position(open, name),
                _ => return None,
            }
        }
    }
    /// How much of the types of a template's parameters is not open: the more, the more specialised it is.
    pub(super) fn specialisation_of(&self, template: Template<'_>) -> u32 {
        let Some(DeclaratorPart::Function { parameters, .. }) = template.function.declarator.parts.first()
        else {
            return 0;
        };
        // What takes any number of arguments is less specialised than what takes so many.
        let mut score = u32::from(!parameters.iter().any(|parameter| parameter.declarator.is_pack));
        for parameter in parameters {
            if parameter.declarator.is_pack {
                continue;
            }
            score +=
                1 + self.fixed_parts(template.parameters, &parameter.specifiers, &parameter.declarator.parts);
        }
        score
    }
    fn fixed_parts(
        &self,
        open: &[TemplateParameter],
        specifiers: &ast::DeclarationSpecifiers,
        parts: &[DeclaratorPart],
    ) -> u32 {
        let derived =
            parts.iter().filter(|part| !matches!(part, DeclaratorPart::Reference { .. })).count() as u32;
        let qualified = u32::from(specifiers.qualifiers.is_const.is_some() && derived > 0)
            + 2 * specifiers.qualifiers.address_spaces.len() as u32;
        4 * derived
            + qualified
            + match &specifiers.ty {
                ast::TypeSpecifier::Typedef(name, _) if position(open, *name).is_some() => 0,
                ast::TypeSpecifier::Template(id) => {
                    4 + self.fixed_arguments(open, id.arguments.as_deref().unwrap_or(&[]))
                }
                _ => 8,
            }
    }
    /// The same for the arguments of a partial specialisation.
    pub(super) fn fixed_arguments(&self, open: &[TemplateParameter], arguments: &[TemplateArgument]) -> u32 {
        let mut score = 0;
        let mut seen: Vec<Symbol> = Vec::new();
        for argument in arguments {
            score += match argument {
                TemplateArgument::Type(name, false) => {
                    let repeated = match &name.specifiers.ty {
                        ast::TypeSpecifier::Typedef(symbol, _) => {
                            let again = seen.contains(symbol);
                            seen.push(*symbol);
                            u32::from(again) * 3
                        }
                        _ => 0,
                    };
                    1 + repeated + self.fixed_parts(open, &name.specifiers, &name.declarator.parts)
                }
                TemplateArgument::Value(value, false) => {
                    1 + if self.open_name(open, *value).is_some() { 0 } else { 8 }
                }
                _ => 0,
            };
        }
        score
    }
}

/// The number of a template's parameter.
fn position(open: &[TemplateParameter], name: Symbol) -> Option<usize> {
    open.iter().position(|parameter| parameter.name == name)
}

/// Whether two constants are the same number, whatever their types.
fn same_value(a: &Chosen, b: &Chosen) -> bool {
    matches!((a, b), (Chosen::Value(_, a), Chosen::Value(_, b)) if a == b)
}
