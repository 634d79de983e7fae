//! Arguments of which the language says more than their types: the enumerators of `memory_order` and `memory_scope` (sections "Order and
//! Consistency", "Memory Scope"), and which of them a call may pass; and the sizes of clusters.
//!
//! Both types are `int` here. No value is in both, so that an order in a scope's place shows.

use ferrocl_base::codes::{calls as codes, declarations};
use ferrocl_base::{Diagnostic, Span};
use ferrocl_ir::{AddressSpace, AtomicOrdering};
use ferrocl_syntax::options::Standard;

use super::Analyzer;
use super::wording::rule;
use crate::builtins::Callee;
use crate::builtins::table::ElementPattern;
use crate::hir;
use crate::types::{Type, TypeTable};

/// An enumerator.
struct Constant {
    name: &'static str,
    value: u64,
    since: Standard,
}

const fn constant(name: &'static str, value: u64, since: Standard) -> Constant {
    Constant { name, value, since }
}

const RELAXED: u64 = 0;
const ACQUIRE: u64 = 2;
const RELEASE: u64 = 3;
const ACQUIRE_RELEASE: u64 = 4;
const SEQUENTIALLY_CONSISTENT: u64 = 5;

const ORDERS: &[Constant] = &[
    constant("memory_order_relaxed", RELAXED, Standard::Cl20),
    constant("memory_order_acquire", ACQUIRE, Standard::Cl20),
    constant("memory_order_release", RELEASE, Standard::Cl20),
    constant("memory_order_acq_rel", ACQUIRE_RELEASE, Standard::Cl20),
    constant("memory_order_seq_cst", SEQUENTIALLY_CONSISTENT, Standard::Cl20),
];

const WORK_ITEM: u64 = 16;

const SCOPES: &[Constant] = &[
    constant("memory_scope_work_item", WORK_ITEM, Standard::Cl20),
    constant("memory_scope_sub_group", 17, Standard::Cl20),
    constant("memory_scope_work_group", 18, Standard::Cl20),
    constant("memory_scope_device", 19, Standard::Cl20),
    constant("memory_scope_all_svm_devices", 20, Standard::Cl20),
    // "An alias for memory_scope_all_svm_devices."
    constant("memory_scope_all_devices", 20, Standard::Cl30),
];

/// `CLK_IMAGE_MEM_FENCE`.
const IMAGE_FENCE: u64 = 4;

/// The order that an enumerator's value stands for.
pub(crate) fn ordering(value: u64) -> Option<AtomicOrdering> {
    Some(match value {
        RELAXED => AtomicOrdering::Relaxed,
        ACQUIRE => AtomicOrdering::Acquire,
        RELEASE => AtomicOrdering::Release,
        ACQUIRE_RELEASE => AtomicOrdering::AcquireRelease,
        SEQUENTIALLY_CONSISTENT => AtomicOrdering::SequentiallyConsistent,
        _ => return None,
    })
}

/// The enumerator of a value.
fn name_of(list: &[Constant], value: u64) -> Option<&'static str> {
    list.iter().find(|constant| constant.value == value).map(|constant| constant.name)
}
/// The same in a message: a number where it has no name.
fn shown(list: &[Constant], value: u64) -> String {
    name_of(list, value).map_or_else(|| value.to_string(), |name| format!("`{name}`"))
}

impl Analyzer<'_> {
    /// The enumerator of this name, if it is one.
    pub(super) fn memory_constant(&mut self, text: &str, span: Span) -> Option<hir::ExprId> {
        let constant = ORDERS.iter().chain(SCOPES).find(|constant| constant.name == text)?;
        if self.options.standard < constant.since {
            let version = constant.since.version();
            let diagnostic = Diagnostic::new(
                declarations::UNDECLARED_NAME,
                span,
                format!("`{text}` is not declared before OpenCL C {version}"),
            )
            .primary("nothing in scope has this name")
            .help(format!("build with `-cl-std=CL{version}` or later"));
            self.report(diagnostic);
            return Some(self.error_expression(span));
        }
        Some(self.integer_constant(constant.value, TypeTable::INT, span))
    }

    /// Looks at the orders and scopes among the arguments of a call, as far as they are constants, and at where an atomic object is.
    pub(super) fn check_memory_arguments(&mut self, callee: &Callee, arguments: &[hir::ExprId]) {
        let row = callee.row.row();
        let mut success = None;
        for (parameter, &argument) in row.parameters.iter().zip(arguments) {
            if parameter.name == "clustersize" {
                self.check_cluster(row.name, argument);
            }
            let is_order = matches!(parameter.name, "order" | "success" | "failure");
            if !is_order && parameter.name != "scope" {
                continue;
            }
            let Some(value) = self.plain_integer(argument).map(|value| value as u64) else { continue };
            if is_order {
                self.check_order(row.name, parameter.name, value, success, argument);
                if parameter.name == "success" {
                    success = Some(value);
                }
            } else {
                self.check_scope(row.name, value, arguments[0], argument);
            }
        }
        if let Some(ElementPattern::Atomic | ElementPattern::AtomicFlag) =
            row.parameters.first().map(|parameter| parameter.ty.element)
        {
            self.warn_private_atomic(row.name, arguments[0]);
        }
    }

    fn check_cluster(&mut self, function: &str, argument: hir::ExprId) {
        let known = self.fold(argument).map(|bits| bits[0]);
        if known.is_some_and(u64::is_power_of_two) {
            return;
        }
        let span = self.span_of(argument);
        let diagnostic = Diagnostic::new(
            codes::CLUSTER_SIZE,
            span,
            format!("the size of a cluster of `{function}` has to be a constant and a power of two"),
        )
        .primary(match known {
            Some(size) => format!("this is {size}"),
            None => "this is not known before the kernel runs".to_string(),
        })
        .note("section \"Built-in Sub-Group Clustered Reduction Functions\"")
        .help("write 1, 2, 4, 8, … (no more than the sub-group has work-items)");
        self.report(diagnostic);
    }

    fn check_order(
        &mut self,
        function: &str,
        parameter: &str,
        value: u64,
        success: Option<u64>,
        argument: hir::ExprId,
    ) {
        let span = self.span_of(argument);
        let Some(name) = name_of(ORDERS, value) else {
            let given = shown(SCOPES, value);
            let diagnostic = Diagnostic::new(
                codes::MEMORY_ORDER,
                span,
                format!("`{function}` takes a memory order here, and {given} is none"),
            )
            .note("the memory orders are `memory_order_relaxed`, `_acquire`, `_release`, `_acq_rel` and `_seq_cst` (section \"Order and Consistency\")");
            self.report(diagnostic);
            return;
        };
        let reads_only = parameter == "failure" || function.starts_with("atomic_load");
        let writes_only = function.starts_with("atomic_store") || function.starts_with("atomic_flag_clear");
        let fault = if reads_only && matches!(value, RELEASE | ACQUIRE_RELEASE) {
            let what = if parameter == "failure" { "a failed exchange" } else { "a load" };
            Some((format!("{what} writes nothing that it could release"), "acquire"))
        } else if writes_only && matches!(value, ACQUIRE | ACQUIRE_RELEASE) {
            Some(("a store reads nothing that it could acquire".to_string(), "release"))
        } else {
            None
        };
        if let Some((why, instead)) = fault {
            let diagnostic = Diagnostic::new(
                codes::MEMORY_ORDER,
                span,
                format!("`{function}` does not take the order `{name}` here"),
            )
            .primary(why)
            .note("section \"Operations on Atomic Types\"")
            .help(format!("write `memory_order_{instead}`, or `memory_order_seq_cst` for the strongest"));
            self.report(diagnostic);
            return;
        }
        // Acquiring is no stronger than releasing; it is another thing.
        let stronger = match (value, success) {
            (ACQUIRE, Some(success)) => success == RELAXED,
            (SEQUENTIALLY_CONSISTENT, Some(success)) => success != SEQUENTIALLY_CONSISTENT,
            _ => false,
        };
        if parameter == "failure" && stronger {
            let success = success.and_then(|value| name_of(ORDERS, value)).unwrap_or("it");
            let diagnostic = Diagnostic::new(
                codes::MEMORY_ORDER,
                span,
                format!("the order of failure, `{name}`, is stronger than that of success, `{success}`"),
            )
            .note(rule(
                "the failure argument shall be no stronger than the success argument",
                "The atomic_compare_exchange Functions",
            ))
            .help("pass a stronger order for success, or a weaker one for failure");
            self.report(diagnostic);
        }
    }

    fn check_scope(&mut self, function: &str, value: u64, flags: hir::ExprId, argument: hir::ExprId) {
        let span = self.span_of(argument);
        let Some(name) = name_of(SCOPES, value) else {
            let given = shown(ORDERS, value);
            let diagnostic = Diagnostic::new(
                codes::MEMORY_SCOPE,
                span,
                format!("`{function}` takes a memory scope here, and {given} is none"),
            )
            .note("the memory scopes are `memory_scope_work_item`, `_sub_group`, `_work_group`, `_device` and `_all_svm_devices` (section \"Memory Scope\")");
            self.report(diagnostic);
            return;
        };
        if value != WORK_ITEM {
            return;
        }
        let fences_images = function == "atomic_work_item_fence"
            && self.plain_integer(flags).is_none_or(|flags| flags as u64 == IMAGE_FENCE);
        if !fences_images {
            let diagnostic = Diagnostic::new(
                codes::MEMORY_SCOPE,
                span,
                format!("`{function}` does not take the scope `{name}` here"),
            )
            .note(rule(
                "it can only be used with atomic_work_item_fence with flags set to CLK_IMAGE_MEM_FENCE",
                "Memory Scope",
            ))
            .help("write `memory_scope_work_group`, or a wider scope");
            self.report(diagnostic);
        }
    }

    fn warn_private_atomic(&mut self, function: &str, object: hir::ExprId) {
        // A pointer to private memory that became a generic one counts as what it was.
        let mut source = object;
        while let hir::ExprKind::Convert { operand, .. } = self.current.exprs[source].kind
            && self.program.types.pointee(self.type_of(operand)).is_some()
        {
            source = operand;
        }
        let Type::Pointer(pointee) = *self.program.types.get(self.type_of(source)) else { return };
        if pointee.space != AddressSpace::Private {
            return;
        }
        let diagnostic = Diagnostic::new(
            codes::PRIVATE_ATOMIC,
            self.span_of(object),
            format!("`{function}` on an object in private memory"),
        )
        .primary("no other work-item sees this object")
        .note(rule(
            "the behavior of atomic operations where pointer arguments refer to an atomic type in the private address space is undefined",
            "Restrictions",
        ))
        .help("declare the object in local memory, or pass it in a buffer");
        self.report(diagnostic);
    }
}
