//! Calls: of the program's functions, of built-in ones and of conversion functions. `printf` is in `calls_printf`,
//! `to_global` and its like in `calls_spaces`.

use ferrocl_base::codes::calls as codes;
use ferrocl_base::{Diagnostic, Span, Symbol};
use ferrocl_syntax::ast;
use ferrocl_syntax::options::Standard;

use super::calls_spaces::space_function;
use super::compilers_functions::compiler_function;
use super::convert_functions::conversion_call;
use super::{Analyzer, Entity};
use crate::builtins::overloads::Resolution;
use crate::builtins::table;
use crate::hir::{self, ConversionReason};
use crate::types::TypeId;

/// Whether this is the name of a built-in function that is no row of the table.
fn is_function_without_row(text: &str) -> bool {
    use super::convert_functions::ConversionCall::{Convert, Reinterpret};
    text == "printf"
        || compiler_function(text).is_some()
        || space_function(text).is_some()
        || matches!(conversion_call(text), Some(Convert(_) | Reinterpret(..)))
}
/// Whether programs in this version of the language have a built-in function of this name.
pub fn is_builtin_function(text: &str, standard: Standard) -> bool {
    is_function_without_row(text)
        || table::find(text).any(|id| id.row().since <= standard && !id.row().is_internal())
}

impl Analyzer<'_> {
    /// The name that a callee is, with or without parentheses.
    pub(super) fn called_name(&self, callee: ast::ExprId) -> Option<(Symbol, Span)> {
        let mut expr = &self.unit.exprs[callee];
        while let ast::ExprKind::Paren(inner) = expr.kind {
            expr = &self.unit.exprs[inner];
        }
        match expr.kind {
            ast::ExprKind::Name(name) => Some((name, expr.span)),
            _ => None,
        }
    }
    /// Whether a name that the program does not declare is a built-in function's, also one that is no row of the table.
    pub(super) fn is_builtin_function(&self, name: Symbol) -> bool {
        is_function_without_row(self.interner.text(name)) || self.is_builtin(name)
    }
    /// `name(arguments)`; the arguments are analysed, but may be places.
    pub(super) fn call(
        &mut self,
        name: Symbol,
        name_span: Span,
        arguments: &[hir::ExprId],
        span: Span,
    ) -> hir::ExprId {
        if self.is_cpp()
            && let Some(call) = self.cpp_call(name, name_span, arguments, span)
        {
            return call;
        }
        let user: Vec<hir::FunctionId> = match self.lookup(name) {
            // What is declared like a built-in function, and has no body, is that function.
            Some((Entity::Function(_), _))
                if !self.options.separate_compilation
                    && self.is_builtin(name)
                    && !self.defines_function(name) =>
            {
                Vec::new()
            }
            Some((Entity::Function(id), _)) => match self.overloads(name) {
                [] => vec![id],
                set => set.to_vec(),
            },
            Some(_) => {
                let callee = self.name_expression(name, name_span);
                return self.call_value(callee, arguments, span);
            }
            None => Vec::new(),
        };
        let text = self.interner.text(name).to_string();
        if user.is_empty() {
            if text == "printf" {
                return self.printf(arguments, name_span, span);
            }
            if let Some(function) = compiler_function(&text) {
                return self.compiler_function_call(function, (name, name_span), arguments, span);
            }
            if let Some(function) = space_function(&text) {
                let values: Vec<_> = arguments.iter().map(|&argument| self.value(argument)).collect();
                return self.address_space_function(function, &text, &values, name_span, span);
            }
            if let Some(call) = conversion_call(&text) {
                let values: Vec<_> = arguments.iter().map(|&argument| self.value(argument)).collect();
                return self.conversion_function(&text, call, &values, name_span, span);
            }
        }
        let values: Vec<_> = arguments.iter().map(|&argument| self.value(argument)).collect();
        if let &[function] = &user[..]
            && !self.is_builtin(name)
        {
            return self.call_function(function, arguments, span);
        }
        if user.is_empty() && !self.is_builtin(name) && self.report_similar_function(&text, name_span) {
            return self.error_expression(span);
        }
        match self.resolve_call(name, name_span, &user, arguments, &values) {
            Some(Resolution::User(function)) => self.call_function(function, arguments, span),
            Some(Resolution::Builtin { callee, result }) => self.builtin_call(callee, result, &values, span),
            None => self.error_expression(span),
        }
    }
    /// Whether the program has a function of this name with a body.
    fn defines_function(&mut self, name: Symbol) -> bool {
        let unit = self.unit;
        let defined = self.defined_functions.get_or_insert_with(|| {
            let names = unit.items.iter().filter_map(|item| match item {
                ast::Item::Function(function) => function.declarator.name,
                ast::Item::Template(template) => template.function.declarator.name,
                _ => None,
            });
            names.map(|(name, _)| name).collect()
        });
        defined.contains(&name)
    }
    /// A call of the built-in function of this name, whatever else the program calls by it.
    pub(super) fn call_of_builtin(
        &mut self,
        name: Symbol,
        name_span: Span,
        values: &[hir::ExprId],
        span: Span,
    ) -> hir::ExprId {
        match self.resolve_call(name, name_span, &[], values, values) {
            Some(Resolution::Builtin { callee, result }) => self.builtin_call(callee, result, values, span),
            _ => self.error_expression(span),
        }
    }
    fn builtin_call(
        &mut self,
        callee: crate::builtins::Callee,
        result: TypeId,
        values: &[hir::ExprId],
        span: Span,
    ) -> hir::ExprId {
        self.check_memory_arguments(&callee, values);
        let parameters = callee.parameters.clone();
        let Some(arguments) = self.convert_arguments(values, &parameters) else {
            return self.error_expression(span);
        };
        let computation = parameters.iter().copied().find(|&ty| self.is_float_type(ty)).unwrap_or(result);
        self.add_operator(hir::ExprKind::BuiltinCall { callee, arguments }, result, computation, span)
    }
    fn is_float_type(&self, ty: TypeId) -> bool {
        self.program.types.arithmetic(ty).is_some_and(|arithmetic| arithmetic.is_float())
    }
    /// A call of a function of the program; the arguments may be places.
    pub(super) fn call_function(
        &mut self,
        id: hir::FunctionId,
        arguments: &[hir::ExprId],
        span: Span,
    ) -> hir::ExprId {
        if self.is_cpp() {
            self.use_function(id, span);
            if let Some(&deleted) = self.classes.deleted.get(&id) {
                return self.report_deleted(id, deleted, span);
            }
        }
        let mut values: Vec<hir::ExprId> = arguments.to_vec();
        self.add_default_arguments(id, &mut values);
        let values = &values[..];
        let function = &self.program.functions[id];
        let result = function.result;
        let parameters = self.parameter_types(id);
        if parameters.len() != values.len() {
            let name = self.interner.text(function.name);
            let this = usize::from(self.takes_this(id));
            let takes = match parameters.len() - this {
                0 => "no arguments".to_string(),
                1 => "one argument".to_string(),
                n => format!("{n} arguments"),
            };
            let mut diagnostic = Diagnostic::new(
                codes::ARGUMENT_COUNT,
                span,
                format!("`{name}` takes {takes}, and is given {}", values.len().saturating_sub(this)),
            )
            .primary(if values.len() < parameters.len() { "too few arguments" } else { "too many arguments" })
            .label(function.span, "declared here");
            if let Some(&extra) = values.get(parameters.len()) {
                diagnostic = diagnostic.label(self.span_of(extra), "the first that is too many");
            }
            self.report(diagnostic);
            return self.error_expression(span);
        }
        let Some(arguments) = self.convert_arguments(values, &parameters) else {
            return self.error_expression(span);
        };
        if let Some(to) = self.referent(result) {
            return self.referred_place(hir::ExprKind::Call(id, arguments), to, span);
        }
        let call = self.add_value(hir::ExprKind::Call(id, arguments), result, span);
        if self.constexpr_functions.contains(&id)
            && let Some(bits) = self.fold(call)
        {
            // It happens here, and not where the kernel runs.
            return self.add_value(hir::ExprKind::Constant(bits), result, span);
        }
        call
    }
    /// Remembers what calls of a function may leave out (C++17 [dcl.fct.default]).
    pub(super) fn note_default_arguments(&mut self, id: hir::FunctionId, declarator: &ast::Declarator) {
        let Some(ast::DeclaratorPart::Function { parameters, .. }) = declarator.parts.first() else { return };
        if parameters.iter().any(|parameter| parameter.default.is_some()) {
            let defaults = parameters.iter().map(|parameter| parameter.default).collect();
            self.default_arguments.insert(id, defaults);
        }
    }
    /// Whether a function can be called with so many arguments.
    pub(crate) fn takes_arguments(&self, id: hir::FunctionId, count: usize) -> bool {
        let all = self.program.functions[id].parameters.len();
        let left_out = |defaults: &Vec<Option<ast::ExprId>>| {
            defaults.get(count..).is_some_and(|rest| rest.iter().all(Option::is_some))
        };
        count == all || count < all && self.default_arguments.get(&id).is_some_and(left_out)
    }
    /// Adds the values of what a call leaves out, in which names mean what they mean outside functions.
    fn add_default_arguments(&mut self, id: hir::FunctionId, arguments: &mut Vec<hir::ExprId>) {
        if arguments.len() >= self.program.functions[id].parameters.len()
            || !self.takes_arguments(id, arguments.len())
        {
            return;
        }
        let defaults = self.default_arguments[&id][arguments.len()..].to_vec();
        let scopes = self.bodies.default_scopes.get(&id).cloned().unwrap_or_default();
        self.in_scopes(scopes, |analyzer| {
            arguments.extend(defaults.into_iter().flatten().map(|default| analyzer.expression(default)));
        });
    }
    /// Converts arguments to the types of the parameters; `None` where one does not.
    fn convert_arguments(
        &mut self,
        values: &[hir::ExprId],
        parameters: &[TypeId],
    ) -> Option<Vec<hir::ExprId>> {
        let arguments: Vec<_> = values
            .iter()
            .zip(parameters)
            .map(|(&argument, &parameter)| match self.referent(parameter) {
                Some(to) => {
                    let argument = self.list_value(argument, to.ty).unwrap_or(argument);
                    self.bind_reference(argument, to, ConversionReason::Argument)
                }
                None => {
                    let argument = self.list_value(argument, parameter).unwrap_or(argument);
                    let value = self.value(argument);
                    self.convert_implicitly(value, parameter, ConversionReason::Argument)
                }
            })
            .collect();
        arguments.iter().all(|&argument| !self.is_error(argument)).then_some(arguments)
    }
    /// Reports a name that nothing declares where a function of the program has a similar one.
    fn report_similar_function(&mut self, text: &str, name_span: Span) -> bool {
        let scopes = self.scopes.iter().rev().flat_map(|scope| &scope.names);
        let mut names: Vec<&str> = scopes
            .filter(|(_, (entity, _))| matches!(entity, Entity::Function(_)))
            .map(|(&name, _)| self.interner.text(name))
            .collect();
        names.sort_unstable();
        let Some(nearest) = super::similar::nearest(text, names.into_iter()) else { return false };
        let diagnostic = Diagnostic::new(
            codes::UNDECLARED_FUNCTION,
            name_span,
            format!("nothing declares a function `{text}`"),
        )
        .primary("neither the program nor OpenCL C has it")
        .note("OpenCL C has no implicit declarations: a function is declared before its first call")
        .suggest(format!("did you mean `{nearest}`?"), name_span, nearest);
        self.report(diagnostic);
        true
    }
    /// Reports a call of something that is not a function.
    pub(super) fn report_not_callable(&mut self, callee: hir::ExprId, span: Span) -> hir::ExprId {
        if self.is_error(callee) {
            return self.error_expression(span);
        }
        let ty = self.type_of(callee);
        let diagnostic = Diagnostic::new(
            codes::NOT_CALLABLE,
            span,
            format!("only functions can be called, and this is {}", self.a_type(ty)),
        )
        .label(self.span_of(callee), "not a function")
        .note(super::wording::rule(
            "functions are called by name, as there are no pointers to them",
            "Restrictions",
        ));
        self.report(diagnostic);
        self.error_expression(span)
    }
}
