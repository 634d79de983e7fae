//! `printf` of values. Work-items print in any order: lines are compared sorted.

use ferrocl_syntax::ast::ScalarName;

use super::tree::Node;
use super::types::Type;
use super::whole::Generator;

impl Generator {
    /// A line with the work-item's number and some values.
    pub(super) fn print(&mut self) -> Option<Node> {
        if !self.prints || self.flow.depth > 2 || self.linear.is_none() {
            return None;
        }
        let (mut format, mut arguments) = ("%d".to_owned(), vec!["(int)lin".to_owned()]);
        for _ in 0..1 + self.random.below(3) {
            // Vectors of `half` and `double` have no form that all compilers know.
            let ty = self.some_type();
            let ty = if ty.element == ScalarName::Half { ty.scalar() } else { ty };
            let flags = self.random.pick(&["", "", "+", "-", "0", " "]);
            let width = self.random.pick(&["", "", "3", "12"]);
            let value = self.expression(ty, 2, false);
            // The sign of a NaN is left open.
            arguments.push(self.canonical(ty, value));
            format.push_str(&format!(" %{flags}{width}{}", self.conversion(ty)));
        }
        Some(Node::text(format!("printf(\"{format}\\n\", {});", arguments.join(", "))))
    }

    /// Precision, vector, length and letter of a conversion.
    fn conversion(&mut self, ty: Type) -> String {
        let vector = if ty.is_scalar() { String::new() } else { format!("v{}", ty.width) };
        let length = match (ty.element, ty.is_scalar()) {
            (ScalarName::Char | ScalarName::Uchar, _) => "hh",
            (ScalarName::Short | ScalarName::Ushort, _) => "h",
            (ScalarName::Long | ScalarName::Ulong, _) | (ScalarName::Double, false) => "l",
            (ScalarName::Int | ScalarName::Uint | ScalarName::Float, false) => "hl",
            _ => "",
        };
        let precision = self.random.pick(&["", "", ".0", ".3", ".9"]);
        let letter = match (ty.is_float(), ty.is_unsigned()) {
            (true, _) => self.random.pick(&["f", "e", "g", "a", "F", "E", "G", "A"]),
            (false, true) => self.random.pick(&["u", "x", "o", "X"]),
            (false, false) => self.random.pick(&["d", "i"]),
        };
        format!("{precision}{vector}{length}{letter}")
    }
}
