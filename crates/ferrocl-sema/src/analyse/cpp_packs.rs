//! Parameter packs of C++ for OpenCL (C++17 [temp.variadic]): what they stand for, their expansion, folds.
//!
//! A pack is a name for several entities. Where it is expanded, its pattern is analysed once for each of them, with the name standing for that
//! one. A function's parameter pack is one variable for each element.

use ferrocl_base::codes::cpp as codes;
use ferrocl_base::{Diagnostic, Span, Symbol};
use ferrocl_syntax::ast::{self, DeclaratorPart, ExprKind};

use super::cpp_templates::Call;
use super::{Analyzer, Entity};
use crate::hir;
use crate::types::TypeTable;

impl<'a> Analyzer<'a> {
    /// What an entity is where a pack is expanded: of a pack, the element that counts.
    pub(super) fn expanded(&self, entity: Entity) -> Entity {
        match (entity, self.expanding) {
            (Entity::Pack(id), Some(element)) => self.packs[id].get(element).copied().unwrap_or(entity),
            _ => entity,
        }
    }
    /// The number of elements of the packs that are named at a place; the error says why there is none.
    fn packs_at(&self, span: Span) -> Result<usize, String> {
        let text = self.map.text(span);
        let words =
            text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty());
        let mut length = None;
        for word in words {
            let Some(name) = self.interner.get(word) else { continue };
            let found = self.scopes.iter().rev().find_map(|scope| scope.names.get(&name));
            if let Some((Entity::Pack(id), _)) = found {
                let count = self.packs[*id].len();
                if length.is_some_and(|length| length != count) {
                    return Err("the packs that are expanded together have different lengths".into());
                }
                length = Some(count);
            }
        }
        length.ok_or_else(|| "no pack of parameters is named before `...`".into())
    }
    pub(super) fn pack_length(&self, pattern: ast::ExprId) -> Result<usize, String> {
        self.packs_at(self.unit.exprs[pattern].span)
    }
    pub(super) fn pack_length_of_type(&self, pattern: &ast::TypeName) -> Result<usize, String> {
        self.packs_at(pattern.span)
    }
    /// How many parameters a parameter pack is.
    pub(super) fn pack_length_of_parameter(&mut self, parameter: &ast::Parameter) -> usize {
        match self.packs_at(parameter.specifiers.span) {
            Ok(length) => length,
            Err(why) => {
                self.report_pack(parameter.span, why);
                0
            }
        }
    }
    /// The name of one parameter of a pack.
    pub(super) fn pack_element_name(&mut self, pack: Symbol, element: usize) -> Symbol {
        let text = format!("{}#{element}", self.interner.text(pack));
        self.interner.intern(&text)
    }
    /// Declares the names of the parameter packs of a function whose parameters are declared.
    pub(super) fn declare_parameter_packs(&mut self, definition: &ast::FunctionDefinition) {
        let Some(DeclaratorPart::Function { parameters, .. }) = definition.declarator.parts.first() else {
            return;
        };
        for parameter in parameters.iter().filter(|parameter| parameter.declarator.is_pack) {
            let Some((name, span)) = parameter.declarator.name else { continue };
            let mut elements = Vec::new();
            loop {
                let element = self.pack_element_name(name, elements.len());
                match self.scopes.last().and_then(|scope| scope.names.get(&element)) {
                    Some(&(entity, _)) => elements.push(entity),
                    None => break,
                }
            }
            let pack = self.packs.push(elements);
            self.declare(name, Entity::Pack(pack), span);
        }
    }
    #[cold]
    fn report_pack(&mut self, span: Span, why: String) {
        self.report(
            Diagnostic::new(codes::PACK, span, why)
                .help("a pack is declared with `...` among the parameters of a template, and expanded with `...` behind what names it"),
        );
    }
    /// Reports a pack that is named without being expanded, or expanded where nothing can be.
    #[cold]
    pub(super) fn report_expansion(&mut self, span: Span) -> hir::ExprId {
        self.report_pack(
            span,
            "a pack of parameters stands for several values, and one has to stand here".into(),
        );
        self.error_expression(span)
    }
    /// Whether a pack is expanded among arguments.
    pub(super) fn has_expansion(&self, arguments: &[ast::ExprId]) -> bool {
        self.is_cpp()
            && arguments
                .iter()
                .any(|&argument| matches!(self.unit.exprs[argument].kind, ExprKind::Expansion(_)))
    }
    /// Arguments, of which those that expand a pack are several; `children`: what they are, where none does.
    pub(super) fn expanded_arguments(
        &mut self,
        arguments: &[ast::ExprId],
        children: &[hir::ExprId],
    ) -> Vec<hir::ExprId> {
        if !self.has_expansion(arguments) {
            return children.to_vec();
        }
        let mut list = Vec::new();
        for &argument in arguments {
            match self.unit.exprs[argument].kind {
                ExprKind::Expansion(pattern) => list.extend(self.expand(pattern)),
                _ => list.push(self.expression(argument)),
            }
        }
        list
    }
    /// A pattern for each element of its packs.
    pub(super) fn expand(&mut self, pattern: ast::ExprId) -> Vec<hir::ExprId> {
        let length = match self.pack_length(pattern) {
            Ok(length) => length,
            Err(why) => {
                let span = self.unit.exprs[pattern].span;
                self.report_pack(span, why);
                return Vec::new();
            }
        };
        let mut list = Vec::with_capacity(length);
        for element in 0..length {
            let outer = self.expanding.replace(element);
            list.push(self.expression(pattern));
            self.expanding = outer;
        }
        list
    }
    /// A call among whose arguments a pack is expanded.
    pub(super) fn call_with_packs(
        &mut self,
        callee: ast::ExprId,
        arguments: &'a [ast::ExprId],
        children: &[hir::ExprId],
        span: Span,
    ) -> hir::ExprId {
        let unit = self.unit;
        let all = self.expanded_arguments(arguments, &[]);
        match &unit.exprs[callee].kind {
            ExprKind::TemplateName { name, arguments } => {
                let name_span = unit.exprs[callee].span;
                self.template_call(*name, Call { explicit: arguments, name_span, arguments: &all, span })
            }
            ExprKind::Scoped(name) => self.scoped_call(name, &all, span),
            callee @ (ExprKind::Member { arrow, name, name_span, .. }
            | ExprKind::MemberTemplate { arrow, name, name_span, .. }) => {
                let Some(&base) = children.first() else { return self.error_expression(span) };
                let explicit = match callee {
                    ExprKind::MemberTemplate { arguments, .. } => &arguments[..],
                    _ => &[],
                };
                match self.member_call(base, *arrow, (*name, *name_span), explicit, &all, span) {
                    Some(call) => call,
                    None => self.report_function_value(*name, span),
                }
            }
            _ => match self.called_name(callee) {
                Some((name, name_span)) => self.call(name, name_span, &all, span),
                None => {
                    let Some(&base) = children.first() else { return self.error_expression(span) };
                    self.call_value(base, &all, span)
                }
            },
        }
    }
    /// `sizeof...(pack)`.
    pub(super) fn pack_size(&mut self, name: Symbol, span: Span) -> hir::ExprId {
        let found = self.scopes.iter().rev().find_map(|scope| scope.names.get(&name).copied());
        match found {
            Some((Entity::Pack(id), _)) => {
                let count = self.packs[id].len() as u64;
                self.integer_constant(count, TypeTable::SIZE, span)
            }
            _ => {
                let text = self.interner.text(name).to_owned();
                self.report_pack(span, format!("`{text}` is no pack of parameters"));
                self.error_expression(span)
            }
        }
    }
    /// A fold over a pack (C++17 [expr.prim.fold]).
    #[allow(clippy::too_many_arguments, reason = "the parts of a fold")]
    pub(super) fn fold_pack(
        &mut self,
        op: ast::BinaryOp,
        pattern: ast::ExprId,
        start: Option<ast::ExprId>,
        from_left: bool,
        comma: bool,
        op_span: Span,
        span: Span,
    ) -> hir::ExprId {
        // `(start op ... op pack)` is one from the left.
        let (pattern, start, from_left) = match start {
            Some(start) if self.pack_length(pattern).is_err() => (start, Some(pattern), true),
            start => (pattern, start, from_left),
        };
        let mut values = self.expand(pattern);
        let start = start.map(|start| self.expression(start));
        match (start, from_left) {
            (Some(start), true) => values.insert(0, start),
            (Some(start), false) => values.push(start),
            (None, _) => {}
        }
        if !from_left && values.len() > ast::MAX_NESTING {
            let limit = ast::MAX_NESTING;
            self.report_pack(span, format!("a fold from the right nests deeper than {limit} levels"));
            return self.error_expression(span);
        }
        let mut values: std::collections::VecDeque<hir::ExprId> = values.into();
        let first = if from_left { values.pop_front() } else { values.pop_back() };
        let Some(mut result) = first else { return self.empty_fold(op, comma, span) };
        while let Some(next) = if from_left { values.pop_front() } else { values.pop_back() } {
            let (left, right) = if from_left { (result, next) } else { (next, result) };
            result = if comma {
                self.comma(left, right, span)
            } else {
                match self.overloaded_binary(op, false, [left, right], span) {
                    Some(call) => call,
                    None => self.binary(op, left, right, op_span, span),
                }
            };
        }
        result
    }
    /// A fold over nothing: true for `&&`, false for `||`, nothing for the comma.
    fn empty_fold(&mut self, op: ast::BinaryOp, comma: bool, span: Span) -> hir::ExprId {
        let zero = self.integer_constant(0, TypeTable::INT, span);
        if comma {
            return self.as_void(zero, hir::ConversionReason::Cast);
        }
        match op {
            ast::BinaryOp::LogicalAnd => self.integer_constant(1, TypeTable::BOOL, span),
            ast::BinaryOp::LogicalOr => self.integer_constant(0, TypeTable::BOOL, span),
            _ => {
                self.report_pack(
                    span,
                    format!("a fold with `{}` over an empty pack has no value", op.text()),
                );
                self.error_expression(span)
            }
        }
    }
}
