//! Which calls of built-in functions give which type, from the table of built-in functions.

use std::collections::HashMap;

use ferrocl_sema::builtins::table::{ELEMENTS, Home, Row, rows};
use ferrocl_syntax::ast::ScalarName;
use ferrocl_syntax::options::Standard;

use super::dialect::Dialect;
use super::types::{Type, element_size};

/// A call: name, the types of its parameters, and whether it goes through the library (which takes longer to compile).
#[derive(Debug, Clone)]
pub(super) struct Call {
    pub name: &'static str,
    pub parameters: Vec<Type>,
    /// Its last parameter is a pointer to that.
    pub has_result_pointer: bool,
    pub is_library: bool,
    /// Whether the result depends on more of a NaN than that it is one.
    pub sees_nan_bits: bool,
}

/// Calls by what they give.
#[derive(Debug, Default)]
pub(super) struct Calls {
    values: HashMap<Type, Vec<Call>>,
    /// Those with a pointer for a second result.
    with_pointers: Vec<(Type, Call)>,
}

impl Calls {
    /// Every call of a function of values that there is in a standard and a dialect.
    pub(super) fn new(standard: Standard, dialect: Dialect) -> Calls {
        let mut calls = Calls::default();
        for row in rows() {
            // What depends on which work-items are together, and what is undefined for some arguments.
            let of_several_items = row.section.starts_with("Work-") || row.section.contains("Sub-Group");
            let is_excluded = row.is_internal()
                || row.convergent
                || row.since > standard
                || of_several_items
                || row.section == "Other Compilers";
            if !is_excluded {
                calls.add(row, standard, dialect);
            }
        }
        calls
    }
    fn add(&mut self, row: &Row, standard: Standard, dialect: Dialect) {
        let has =
            |element: &ScalarName| row.elements.contains(*element) && dialect.allows(row, *element, standard);
        for element in ELEMENTS.into_iter().filter(has) {
            for width in row.width_list() {
                let Some((result, result_width)) = row.result.at(element, width) else { continue };
                let parameters: Option<Vec<Type>> = row
                    .parameters
                    .iter()
                    .map(|p| p.ty.at(element, width).map(|(element, width)| Type { element, width }))
                    .collect();
                let Some(parameters) = parameters else { continue };
                if !dialect.has(result) || parameters.iter().any(|ty| !dialect.has(ty.element)) {
                    continue;
                }
                let pointers = row.parameters.iter().filter(|p| p.ty.pointer.is_some()).count();
                let is_last = row.parameters.last().is_some_and(|p| p.ty.pointer.is_some());
                let is_maths = row.section == "Math Functions";
                if pointers > 1 || pointers == 1 && !(is_last && is_maths) {
                    continue;
                }
                // A result that is narrower than the operands is nowhere a question of NaNs.
                debug_assert!(element_size(result) > 0);
                let call = Call {
                    name: row.name,
                    parameters,
                    has_result_pointer: pointers == 1,
                    is_library: matches!(row.home, Home::Library(_)),
                    sees_nan_bits: matches!(row.name, "signbit" | "copysign" | "bitselect"),
                };
                let result = Type { element: result, width: result_width };
                match pointers {
                    0 => self.values.entry(result).or_default().push(call),
                    _ => self.with_pointers.push((result, call)),
                }
            }
        }
    }
    /// The calls that give a type.
    pub(super) fn giving(&self, result: Type) -> &[Call] {
        self.values.get(&result).map_or(&[], Vec::as_slice)
    }
    /// The calls that write a second result through a pointer, with what they give.
    pub(super) fn with_pointers(&self) -> &[(Type, Call)] {
        &self.with_pointers
    }
}
