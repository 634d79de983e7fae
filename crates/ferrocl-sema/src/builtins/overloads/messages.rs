//! What is said where a call has no best candidate.
//!
//! Each message names the arguments' types and the candidates, and says which cast makes the call right.

use ferrocl_base::codes::calls as codes;
use ferrocl_base::{Diagnostic, ExpansionId, Span, Symbol};
use ferrocl_syntax::ast::ScalarName;
use ferrocl_syntax::options::Standard;

use super::super::fit::{Argument, Fit, Fits};
use super::super::table::{
    self, Accesses, ELEMENTS, ElementPattern, PatternType, Row, RowId, Spaces, TypePattern, WIDTHS,
};
use super::Candidate;
use crate::analyse::Analyzer;
use crate::hir::{self, ConversionKind, ConversionReason, ExprKind};
use crate::types::name::{gentype_text, scalar_text, space_text};
use crate::types::{ImageAccess, ImageKind};

/// How many candidates a message lists.
pub(super) const MAX_CANDIDATES: usize = 6;

/// A call of a name.
pub(super) struct Call<'a> {
    pub name: Symbol,
    pub name_span: Span,
    pub user: &'a [hir::FunctionId],
    pub arguments: &'a [hir::ExprId],
    pub shapes: &'a [Argument],
}

/// `OpenCL C 1.2`.
pub(super) fn standard_text(standard: Standard) -> String {
    format!("OpenCL C {}", standard.version())
}

/// The type of a parameter in one overload.
fn pattern_text(pattern: &TypePattern, element: ScalarName, width: u8) -> String {
    let base = match pattern.pattern_type(element, width) {
        PatternType::Void => "void".into(),
        PatternType::Bool => "bool".into(),
        PatternType::Event => "event_t".into(),
        PatternType::Arithmetic(name, n) => gentype_text(name, n),
        PatternType::Atomic(name) => format!("atomic_{}", scalar_text(name)),
        PatternType::Sampler => "sampler_t".into(),
        PatternType::Image(kind, accesses) => {
            let access = match accesses {
                Accesses::ReadOnly | Accesses::Readable => "read_only ",
                Accesses::Writable => "write_only ",
                Accesses::Any => "",
            };
            format!("{access}{}", kind.name())
        }
    };
    let Some(pointer) = pattern.pointer else { return base };
    let mut text = String::new();
    for (is, word) in [(pointer.is_const, "const "), (pointer.is_volatile, "volatile ")] {
        if is {
            text.push_str(word);
        }
    }
    match pointer.spaces {
        Spaces::Private => text.push_str("private "),
        Spaces::Local => text.push_str("local "),
        Spaces::Global => text.push_str("global "),
        Spaces::Constant => text.push_str("constant "),
        Spaces::Any | Spaces::Readable | Spaces::Shared => {}
    }
    format!("{text}{base}*")
}

/// Where pointers of a set may point, in words; `None` where it does not matter.
fn spaces_text(spaces: Spaces) -> &'static str {
    match spaces {
        Spaces::Private => "private memory",
        Spaces::Local => "local memory",
        Spaces::Global => "global memory",
        Spaces::Constant => "constant memory",
        Spaces::Any => "private, local or global memory",
        Spaces::Readable => "memory",
        Spaces::Shared => "local or global memory",
    }
}

/// A row for messages: the prototype, and what gentype stands for.
fn row_text(row: &Row) -> String {
    let prototype = row
        .prototype
        .replace(" any ", " ")
        .replace("(any ", "(")
        .replace(" readable ", " ")
        .replace("(readable ", "(")
        .replace("(writable ", "(write_only ")
        .replace(" shared ", " ")
        .replace("(shared ", "(")
        .replace("wgentype", "the next wider type")
        .replace("rgentype", "int or intn");
    if !row.is_generic() {
        return format!("`{prototype}`");
    }
    let elements: Vec<&str> = row.elements.iter().map(scalar_text).collect();
    let elements = match row.elements.0 {
        0x7ff => "any number".to_string(),
        0x0ff => "any integer".to_string(),
        0x700 => "half, float, double".to_string(),
        _ => elements.join(", "),
    };
    let widths: Vec<u8> = row.width_list().collect();
    let shape = match &widths[..] {
        [1] => "",
        [1, ..] if widths.len() == WIDTHS.len() => " or a vector of it",
        [2, ..] if widths.len() == WIDTHS.len() - 1 => ", as a vector",
        [1, ..] => " or a vector of up to 4",
        _ => ", as a vector of 3 or 4",
    };
    format!("`{prototype}` with gentype {elements}{shape}")
}

impl Analyzer<'_> {
    /// `(float4, int)`.
    fn argument_types(&self, call: &Call) -> String {
        let list: Vec<String> = call
            .arguments
            .iter()
            .map(|&argument| self.program.types.name(self.interner, self.type_of(argument)))
            .collect();
        format!("({})", list.join(", "))
    }
    fn candidate_text(&self, call: &Call, candidate: Candidate) -> String {
        let (name, types) = match candidate {
            Candidate::User(id) => (
                self.interner.text(call.name).to_owned(),
                self.parameter_types(id)
                    .iter()
                    .map(|&ty| self.program.types.name(self.interner, ty))
                    .collect::<Vec<_>>(),
            ),
            Candidate::Builtin { row, element, width } => (
                row.row().name.to_owned(),
                row.row().parameters.iter().map(|p| pattern_text(&p.ty, element, width)).collect(),
            ),
        };
        format!("`{name}({})`", types.join(", "))
    }
    /// Puts each argument's type on it.
    fn label_arguments(&self, call: &Call, mut diagnostic: Diagnostic) -> Diagnostic {
        for &argument in call.arguments {
            let name = self.program.types.name(self.interner, self.type_of(argument));
            diagnostic = diagnostic.label(self.span_of(argument), format!("`{name}`"));
        }
        diagnostic
    }
    /// No candidate takes the arguments.
    pub(super) fn report_no_match(&mut self, call: &Call) {
        let text = self.interner.text(call.name).to_owned();
        let mut rows: Vec<RowId> = table::find(&text).filter(|&id| self.is_visible(id)).collect();
        // Those for the image that is given are told first.
        if let Some(&Argument::Image(kind, _)) = call.shapes.first() {
            rows.sort_by_key(|id| !is_for_image(id.row(), kind));
        }
        if rows.is_empty() && call.user.is_empty() {
            return self.report_undeclared_function(call.name, call.name_span);
        }
        let mut counts: Vec<usize> = rows.iter().map(|id| id.row().parameters.len()).collect();
        counts.extend(call.user.iter().map(|&id| self.program.functions[id].parameters.len()));
        counts.sort_unstable();
        counts.dedup();
        let mut diagnostic = if counts.contains(&call.arguments.len()) {
            let diagnostic = Diagnostic::new(
                codes::NO_MATCHING_OVERLOAD,
                call.name_span,
                format!("no overload of `{text}` takes {}", self.argument_types(call)),
            );
            self.label_arguments(call, diagnostic)
        } else {
            let wanted = counts.iter().map(usize::to_string).collect::<Vec<_>>().join(" or ");
            let plural = if wanted == "1" { "" } else { "s" };
            Diagnostic::new(
                codes::BUILTIN_ARGUMENT_COUNT,
                call.name_span,
                format!("`{text}` takes {wanted} argument{plural}, not {}", call.arguments.len()),
            )
        };
        for id in rows.iter().take(MAX_CANDIDATES) {
            diagnostic = diagnostic.note(format!("there is {}", row_text(id.row())));
        }
        for &id in call.user.iter().take(MAX_CANDIDATES) {
            diagnostic = diagnostic.label(
                self.program.functions[id].span,
                format!("there is {}", self.candidate_text(call, Candidate::User(id))),
            );
        }
        if let Some(help) = self.access_help(call, &rows).or_else(|| self.mismatch_help(call, &rows)) {
            diagnostic = diagnostic.help(help);
        }
        self.report(diagnostic);
    }
    /// What to write where only an image's access qualifier stands in the way, or a sampler at an image that takes none.
    fn access_help(&self, call: &Call, rows: &[RowId]) -> Option<String> {
        let Some(&Argument::Image(kind, access)) = call.shapes.first() else { return None };
        let of_kind: Vec<&RowId> = rows.iter().filter(|id| is_for_image(id.row(), kind)).collect();
        let accesses = |id: &RowId| match id.row().parameters[0].ty.element {
            ElementPattern::Image(_, accesses) => accesses,
            _ => Accesses::Any,
        };
        if of_kind.is_empty() || of_kind.iter().any(|id| accesses(id).contains(access)) {
            // What is left is a sampler where the image may be written.
            let with_sampler = call.shapes.get(1) == Some(&Argument::Sampler);
            return (with_sampler && access == ImageAccess::ReadWrite).then(|| {
                "a `read_write` image is read without a sampler (section \"Access Qualifiers\")".to_owned()
            });
        }
        let (does, needs) = match accesses(of_kind[0]) {
            Accesses::Writable => ("writes", "write_only"),
            _ => ("reads", "read_only"),
        };
        let text = self.interner.text(call.name);
        Some(format!("`{text}` {does} the image: declare it as `{needs} {}`", kind.name()))
    }
    /// What to write where no candidate takes the arguments: how to mend the one argument that fits no overload of the kind
    /// that the first vector or scalar argument asks for.
    fn mismatch_help(&self, call: &Call, rows: &[RowId]) -> Option<String> {
        for &id in rows {
            let row = id.row();
            if row.parameters.len() != call.shapes.len() {
                continue;
            }
            for (index, (shape, parameter)) in call.shapes.iter().zip(row.parameters).enumerate() {
                if let (Some(pointer), Some(space)) = (parameter.ty.pointer, Self::argument_space(*shape))
                    && !pointer.spaces.contains(space)
                {
                    return Some(format!(
                        "argument {} has to point to {}, not to {} memory",
                        index + 1,
                        spaces_text(pointer.spaces),
                        space_text(space)
                    ));
                }
            }
            let gentype_at = |index: usize| {
                let ty = row.parameters[index].ty;
                (ty.pointer.is_none() && ty.element == ElementPattern::Gentype).then_some(ty)
            };
            let Some(Argument::Arithmetic(element, width)) =
                (0..call.shapes.len()).find(|&i| gentype_at(i).is_some()).map(|i| call.shapes[i])
            else {
                continue;
            };
            let (element, width) = nearest(row, element, width)?;
            let wrong: Vec<usize> = (0..call.shapes.len())
                .filter(|&i| call.shapes[i].fit_pattern(&row.parameters[i].ty, element, width).is_none())
                .collect();
            let [index] = wrong[..] else { continue };
            let (to, n) = row.parameters[index].ty.at(element, width)?;
            let wanted = gentype_text(to, n);
            return match call.shapes[index] {
                Argument::Arithmetic(_, from) if from == n => {
                    Some(format!("convert argument {} with `convert_{wanted}(…)`", index + 1))
                }
                _ => Some(format!("argument {} has to be `{wanted}`", index + 1)),
            };
        }
        None
    }
    /// Several candidates fit equally well.
    pub(super) fn report_ambiguous(&mut self, call: &Call, tied: &[(Candidate, Fits)]) {
        let text = self.interner.text(call.name).to_owned();
        let mut diagnostic = Diagnostic::new(
            codes::AMBIGUOUS_CALL,
            call.name_span,
            format!("the call of `{text}` with {} is ambiguous", self.argument_types(call)),
        );
        diagnostic = self.label_arguments(call, diagnostic);
        let list: Vec<String> =
            tied.iter().map(|(candidate, _)| self.candidate_text(call, *candidate)).collect();
        diagnostic = diagnostic.note(format!("these fit equally well: {}", list.join(", ")));
        for (index, &argument) in call.arguments.iter().enumerate() {
            if let Some(why) = self.promotion_note(argument) {
                diagnostic = diagnostic.note(format!("argument {} {why}", index + 1));
            }
        }
        // The candidate that the first argument asks for, and among those, the one that leaves most arguments alone.
        let favourite = tied.iter().min_by_key(|(candidate, fits)| {
            let not_float = !matches!(
                candidate,
                Candidate::Builtin { element: ScalarName::Float, .. } | Candidate::User(_)
            );
            (fits[0], fits.iter().filter(|&&fit| fit != Fit::Exact).count(), not_float)
        });
        if let Some((Candidate::Builtin { row, element, width }, fits)) = favourite
            // No cast of a value helps where it is pointers that disagree.
            && !fits.contains(&Fit::WrongPointee)
        {
            for (index, fit) in fits.iter().enumerate() {
                if *fit == Fit::Exact || *fit >= Fit::LosesQualifier {
                    continue;
                }
                let Some((to, n)) = row.row().parameters[index].ty.at(*element, *width) else { continue };
                diagnostic = self.suggest_cast(diagnostic, call.arguments[index], to, n);
            }
        }
        self.report(diagnostic);
    }
    /// Says how to make an argument a value of another type.
    fn suggest_cast(
        &self,
        diagnostic: Diagnostic,
        argument: hir::ExprId,
        to: ScalarName,
        width: u8,
    ) -> Diagnostic {
        let span = self.span_of(argument);
        let wanted = gentype_text(to, width);
        let text = if span.expansion == ExpansionId::NONE { self.map.text(span) } else { "" };
        let replacement = if text.is_empty() || text.len() > 60 || text.contains('\n') {
            return diagnostic.help(format!("cast the argument: `({wanted})(…)`"));
        } else if let Some(literal) = literal_as(text, to).filter(|_| width == 1) {
            literal
        } else if text.chars().all(|c| c.is_alphanumeric() || c == '_') {
            format!("({wanted}){text}")
        } else {
            format!("({wanted})({text})")
        };
        diagnostic.suggest(format!("make it `{wanted}`"), span, replacement)
    }
    /// Why an argument has the type `int` although its operands are narrower.
    fn promotion_note(&self, argument: hir::ExprId) -> Option<String> {
        let operand = match &self.current.exprs[argument].kind {
            ExprKind::Conditional(_, arm, other) => self
                .promoted_from(*arm)
                .or_else(|| self.promoted_from(*other))
                .map(|ty| (ty, "the arms of `?:`")),
            ExprKind::Binary(_, left, right) => self
                .promoted_from(*left)
                .or_else(|| self.promoted_from(*right))
                .map(|ty| (ty, "its operands")),
            ExprKind::Unary(_, operand) => self.promoted_from(*operand).map(|ty| (ty, "its operand")),
            _ => None,
        };
        let (from, what) = operand?;
        let ty = self.type_of(argument);
        if !self.is_integer(ty) {
            return None;
        }
        let ty = self.program.types.name(self.interner, ty);
        let from = self.program.types.name(self.interner, from);
        Some(format!("is `{ty}`, because {what} are promoted from `{from}` (C99 6.3.1.1)"))
    }
    /// The type before integer promotion.
    fn promoted_from(&self, expr: hir::ExprId) -> Option<crate::types::TypeId> {
        match &self.current.exprs[expr].kind {
            ExprKind::Convert {
                kind: ConversionKind::Arithmetic,
                operand,
                reason:
                    ConversionReason::IntegerPromotion
                    | ConversionReason::UsualArithmetic
                    | ConversionReason::ConditionalArms,
            } => Some(self.type_of(*operand)),
            _ => None,
        }
    }
}

/// Whether a function takes images of a kind.
fn is_for_image(row: &Row, kind: ImageKind) -> bool {
    row.parameters
        .first()
        .is_some_and(|first| matches!(first.ty.element, ElementPattern::Image(own, _) if own == kind))
}

/// The element and width that gentype would most likely be, given an argument's.
fn nearest(row: &Row, element: ScalarName, width: u8) -> Option<(ScalarName, u8)> {
    if row.takes(element, width) {
        return Some((element, width));
    }
    let preferred = [ScalarName::Float, ScalarName::Int];
    let element = preferred.into_iter().chain(ELEMENTS).find(|&e| row.takes(e, width))?;
    Some((element, width))
}

/// A literal's spelling as one of another type.
fn literal_as(text: &str, to: ScalarName) -> Option<String> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let is_integer = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit());
    let is_float = !is_integer
        && digits.len() == text.len()
        && digits.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && digits.contains('.')
        && digits.chars().all(|c| c.is_ascii_digit() || c == '.');
    match to {
        ScalarName::Float if is_integer => Some(format!("{digits}.0f")),
        ScalarName::Double if is_integer => Some(format!("{digits}.0")),
        ScalarName::Half if is_integer => Some(format!("{digits}.0h")),
        ScalarName::Float if is_float => Some(format!("{digits}f")),
        ScalarName::Half if is_float => Some(format!("{digits}h")),
        ScalarName::Int if is_integer => Some(digits.into()),
        ScalarName::Uint if is_integer => Some(format!("{digits}u")),
        ScalarName::Long if is_integer => Some(format!("{digits}L")),
        ScalarName::Ulong if is_integer => Some(format!("{digits}UL")),
        _ => None,
    }
}
