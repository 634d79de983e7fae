//! The overload that a call means.
//!
//! The candidates are the overloads of the built-in functions of the name that this OpenCL C has, and the program's
//! own functions of that name: a program may add overloads to a built-in function or replace some. What
//! is said where none or several fit best is in [`messages`](self::messages).

use ferrocl_base::codes::calls as codes;
use ferrocl_base::{Diagnostic, Span, Symbol};
use ferrocl_ir::AddressSpace;
use ferrocl_syntax::ast::ScalarName;
use smallvec::SmallVec;

use super::fit::{Argument, Fit, Fits, best};
use super::table::{self, PatternType, RowId, TypePattern};
use super::{Callee, Home, LibraryCall};
use crate::analyse::Analyzer;
use crate::hir;
use crate::types::{ImageAccess, QualifiedType, Type, TypeId, TypeTable};

mod messages;

/// What a call means.
#[derive(Debug, Clone, PartialEq)]
pub enum Resolution {
    /// A function of the program.
    User(hir::FunctionId),
    /// An overload of a built-in function.
    Builtin {
        /// Which. The arguments are to be converted to its `parameters`.
        callee: Callee,
        /// What the call gives.
        result: TypeId,
    },
}

/// A function that a call may mean.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Candidate {
    User(hir::FunctionId),
    Builtin { row: RowId, element: ScalarName, width: u8 },
}

impl Analyzer<'_> {
    /// Whether a built-in function of this name exists in the OpenCL C that is compiled.
    pub fn is_builtin(&self, name: Symbol) -> bool {
        table::find(self.interner.text(name)).any(|row| self.is_visible(row))
    }
    /// Whether a row counts here: version, and for the library's helpers, who asks.
    fn is_visible(&self, id: RowId) -> bool {
        let row = id.row();
        self.in_library || (row.since <= self.options.standard && !row.is_internal())
    }
    /// Finds what a call of a name means: among the built-in functions of the name, and the functions of the program of
    /// the name (`user`: none, one, or a set of overloads). The arguments are values: places are read, arrays are
    /// pointers; `places` are the same before that. `None` where that was reported, which includes a name that nothing declares.
    pub fn resolve_call(
        &mut self,
        name: Symbol,
        name_span: Span,
        user: &[hir::FunctionId],
        places: &[hir::ExprId],
        arguments: &[hir::ExprId],
    ) -> Option<Resolution> {
        let types: SmallVec<[TypeId; 6]> = arguments.iter().map(|&argument| self.type_of(argument)).collect();
        if types.contains(&TypeTable::ERROR) {
            return None;
        }
        let shapes: SmallVec<[Argument; 6]> =
            types.iter().map(|&ty| Argument::of(&self.program.types, ty)).collect();
        let (candidates, fits) = self.candidates(name, user, places, &shapes);
        let call = messages::Call { name, name_span, user, arguments, shapes: &shapes };
        if candidates.is_empty() {
            self.report_no_match(&call);
            return None;
        }
        match best(&fits) {
            Ok(index) => self.choose(&call, candidates[index], &fits[index]),
            Err(mut indices) => {
                // The program's own function replaces the built-in one with the same parameters.
                if let [first, rest @ ..] = &indices[..]
                    && matches!(candidates[*first], Candidate::User(_))
                    && rest.iter().all(|&other| {
                        matches!(candidates[other], Candidate::Builtin { .. }) && fits[other] == fits[*first]
                    })
                {
                    return self.choose(&call, candidates[*first], &fits[*first]);
                }
                indices.truncate(messages::MAX_CANDIDATES);
                let tied: Vec<_> =
                    indices.iter().map(|&index| (candidates[index], fits[index].clone())).collect();
                self.report_ambiguous(&call, &tied);
                None
            }
        }
    }
    /// All functions that a call could mean, the program's first, with how the arguments fit.
    fn candidates(
        &mut self,
        name: Symbol,
        user: &[hir::FunctionId],
        places: &[hir::ExprId],
        shapes: &[Argument],
    ) -> (Vec<Candidate>, Vec<Fits>) {
        let (mut candidates, mut fits) = (Vec::new(), Vec::new());
        for &id in user {
            if !self.takes_arguments(id, shapes.len()) {
                continue;
            }
            let parameters = self.parameter_types(id);
            let fit = shapes.iter().zip(&parameters).zip(places).map(|((shape, &ty), &place)| {
                match *self.program.types.get(ty) {
                    Type::Reference(to) => self.fit_reference(*shape, place, to),
                    _ => shape.fit(&self.program.types, ty).or_else(|| self.fit_user_conversion(place, ty)),
                }
            });
            let fit = fit.collect::<Option<Fits>>();
            if let Some(fit) = fit {
                candidates.push(Candidate::User(id));
                fits.push(fit);
            }
        }
        for id in table::find(self.interner.text(name)) {
            let row = id.row();
            if row.parameters.len() != shapes.len() || !self.is_visible(id) {
                continue;
            }
            let generic = row.is_generic();
            'element: for element in row.elements.iter() {
                if !self.has_element(element, shapes) {
                    continue;
                }
                for width in row.width_list() {
                    let fit = shapes
                        .iter()
                        .zip(row.parameters)
                        .map(|(shape, parameter)| shape.fit_pattern(&parameter.ty, element, width));
                    if let Some(fit) = fit.collect::<Option<Fits>>() {
                        candidates.push(Candidate::Builtin { row: id, element, width });
                        fits.push(fit);
                    }
                    if !generic {
                        break 'element;
                    }
                }
            }
        }
        (candidates, fits)
    }
    /// How an argument fits a parameter that is a reference.
    pub(crate) fn fit_reference(
        &mut self,
        shape: Argument,
        place: hir::ExprId,
        to: QualifiedType,
    ) -> Option<Fit> {
        let fit = match shape.fit(&self.program.types, to.ty) {
            Some(fit) => fit,
            None => self.fit_user_conversion(place, to.ty)?,
        };
        if !self.can_bind(place, to) {
            return None;
        }
        // Of two references, the one that adds no qualifier is better (C++17 [over.ics.rank]); a value binds to `&&`, an object to `&`.
        let found = self.current.exprs[place].place;
        Some(match (fit, found) {
            (Fit::Exact, None) if !to.is_restrict => Fit::Qualification,
            (Fit::Exact, Some(_)) if to.is_restrict => Fit::Conversion,
            (Fit::Exact, Some(place)) if to.is_const && !place.is_const => Fit::Qualification,
            (Fit::Exact, Some(place)) if to.space != place.space => Fit::Qualification,
            (fit, _) => fit,
        })
    }
    /// Whether gentype takes this element here. Who has a `double` may call functions with it, though before OpenCL C 1.2 it takes
    /// `cl_khr_fp64` to have one.
    fn has_element(&self, element: ScalarName, shapes: &[Argument]) -> bool {
        match element {
            ScalarName::Half => self.in_library || self.half_arithmetic(),
            ScalarName::Double => {
                self.in_library || self.double_available() || shapes.iter().any(Argument::is_of_doubles)
            }
            _ => true,
        }
    }
    fn choose(&mut self, call: &messages::Call, candidate: Candidate, fits: &[Fit]) -> Option<Resolution> {
        let (row, element, width) = match candidate {
            Candidate::User(id) => return Some(Resolution::User(id)),
            Candidate::Builtin { row, element, width } => (row, element, width),
        };
        let mut parameters = Vec::with_capacity(call.shapes.len());
        for (index, parameter) in row.row().parameters.iter().enumerate() {
            // An image keeps the access qualifier that it has.
            if let Argument::Image(kind, access) = call.shapes[index] {
                parameters.push(self.program.types.intern(Type::Image(kind, access)));
                continue;
            }
            let ty = self.pattern_type(&parameter.ty, element, width);
            let Some(pattern) = parameter.ty.pointer else {
                parameters.push(ty);
                continue;
            };
            // The access happens with the qualifiers that the pointer has, not with those that the function could take. (What
            // does not fit is reported where the argument is converted.)
            let Argument::Pointer { is_const, is_volatile, space, .. } = call.shapes[index] else {
                unreachable!("only pointers fit a pointer");
            };
            let pointee = QualifiedType {
                is_const: pattern.is_const || is_const && fits[index] < Fit::LosesQualifier,
                is_volatile: is_volatile && pattern.is_volatile,
                ..QualifiedType::new(ty, space)
            };
            parameters.push(self.program.types.pointer(pointee));
        }
        let result = self.pattern_type(&row.row().result, element, width);
        let library = self.library_call(row, element, width);
        Some(Resolution::Builtin { callee: Callee { row, element, width, parameters, library }, result })
    }
    /// The type of a pattern; of the pointee, for a pointer.
    fn pattern_type(&mut self, pattern: &TypePattern, element: ScalarName, width: u8) -> TypeId {
        match pattern.pattern_type(element, width) {
            PatternType::Void => TypeTable::VOID,
            PatternType::Bool => TypeTable::BOOL,
            PatternType::Event => self.program.types.intern(Type::Event),
            PatternType::Image(kind, _) => {
                self.program.types.intern(Type::Image(kind, ImageAccess::ReadOnly))
            }
            PatternType::Sampler => self.program.types.intern(Type::Sampler),
            PatternType::Arithmetic(name, n) => self.program.types.gentype(name, n),
            PatternType::Atomic(name) => self.program.types.intern(Type::Atomic(name)),
        }
    }
    /// How a row of the library is called.
    fn library_call(&mut self, row: RowId, element: ScalarName, width: u8) -> Option<LibraryCall> {
        let Home::Library(entries) = row.row().home else { return None };
        let entry = if row.row().is_generic() {
            row.row().library_entry(element, width)?
        } else {
            *entries.first()?
        };
        Some(LibraryCall {
            function: self.library_function(entry.function),
            component_wise: entry.width == 1 && width > 1,
            through_float: entry.through_float,
        })
    }
    /// Reports a call of a name that neither the program nor OpenCL C declares, or declares only in later versions.
    pub(crate) fn report_undeclared_function(&mut self, name: Symbol, name_span: Span) {
        let text = self.interner.text(name).to_owned();
        let later = table::find(&text).filter(|id| !id.row().is_internal()).map(|id| id.row().since).min();
        let diagnostic = match later {
            Some(since) => Diagnostic::new(
                codes::BUILTIN_OF_NEWER_STANDARD,
                name_span,
                format!("`{text}` needs {}", messages::standard_text(since)),
            )
            .primary(format!("this is compiled as {}", messages::standard_text(self.options.standard)))
            .help(format!("build with `-cl-std=CL{}`", since.version())),
            None => {
                let mut diagnostic = Diagnostic::new(
                    codes::UNDECLARED_FUNCTION,
                    name_span,
                    format!("nothing declares a function `{text}`"),
                )
                .primary("neither the program nor OpenCL C has it")
                .note("OpenCL C has no implicit declarations: a function is declared before its first call");
                if let Some(&near) = table::similar(&text).first() {
                    diagnostic =
                        diagnostic.suggest(format!("there is a built-in function `{near}`"), name_span, near);
                }
                diagnostic
            }
        };
        self.report(diagnostic);
    }
    /// The space of a pointer argument, for messages.
    fn argument_space(shape: Argument) -> Option<AddressSpace> {
        match shape {
            Argument::Pointer { space, .. } => Some(space),
            _ => None,
        }
    }
    /// Whether a type is an integer scalar, for messages.
    fn is_integer(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), Type::Scalar(name) if !matches!(name, ScalarName::Half | ScalarName::Float | ScalarName::Double))
    }
}
