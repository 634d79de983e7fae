//! What programs may be written in: all that FerroCL has, or what the specification leaves nothing open in and another implementation
//! has too.

use ferrocl_sema::builtins::table::{ELEMENTS, Row};
use ferrocl_syntax::ast::ScalarName;
use ferrocl_syntax::options::Standard;

/// What a program may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dialect {
    /// Whether programs stay clear of what the specification leaves open but FerroCL defines: overflow of signed integers, division by
    /// zero, conversions out of range, functions with an error bound, contraction.
    pub is_strict: bool,
    /// Whether there is `half`.
    pub has_half: bool,
    /// The newest OpenCL C.
    pub newest: Standard,
    /// Whether there are the packed dot products and the bit-field functions of OpenCL C 3.1.
    pub has_packed_products: bool,
    /// Functions that an implementation has not, or that do not do there what they should.
    pub without: &'static [&'static str],
    /// Whether there are FerroCL's own extensions (AMD's functions).
    pub has_media_operations: bool,
    /// Whether there are the optional features of OpenCL C 3.0 in which 2.0 went beyond 1.2: the generic address space, work-group
    /// functions, variables in program scope.
    pub has_newer_features: bool,
}

impl Dialect {
    /// All that FerroCL has.
    pub const FULL: Dialect = Dialect {
        is_strict: false,
        has_half: true,
        newest: Standard::Cl30,
        has_packed_products: true,
        without: &[],
        has_media_operations: true,
        has_newer_features: true,
    };

    pub(super) fn has(self, element: ScalarName) -> bool {
        self.has_half || element != ScalarName::Half
    }

    /// The element types that it has.
    pub(super) fn elements(self) -> Vec<ScalarName> {
        ELEMENTS.into_iter().filter(|&element| self.has(element)).collect()
    }

    /// Whether the calls of a row of the table of built-in functions may be written for an element.
    pub(super) fn allows(self, row: &Row, element: ScalarName, standard: Standard) -> bool {
        let has_packed_products = self.has_packed_products && standard >= Standard::Cl30;
        if row.section.starts_with("cl_amd_media_ops") {
            return self.has_media_operations;
        }
        if self.without.contains(&row.name) {
            return false;
        }
        if !self.is_strict {
            return true;
        }
        match row.section {
            "Math Functions" => match row.name {
                // The sign of a zero and the payload of a NaN are left open in others.
                "fabs" | "ceil" | "floor" | "trunc" | "rint" | "round" | "copysign" | "fma" | "nextafter"
                | "fmod" | "remainder" | "modf" => true,
                // Intel's driver has it not for vectors of `half`.
                "ldexp" => element != ScalarName::Half,
                "sqrt" => element == ScalarName::Double,
                _ => false,
            },
            "Integer Functions" => match row.name {
                "mad24" | "mul24" | "mad_hi" => false,
                name => has_packed_products || !name.contains("dot"),
            },
            // With NaN they are undefined.
            "Common Functions" => false,
            "Relational Functions" | "Miscellaneous Vector Functions" => true,
            "Extended Bit Operations" => has_packed_products,
            _ => false,
        }
    }
}
