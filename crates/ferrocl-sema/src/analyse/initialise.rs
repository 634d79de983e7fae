//! Initialisers of every form (C99 6.7.8; OpenCL C 6.7.7).

use ferrocl_base::Span;
use ferrocl_ir::AddressSpace;
use ferrocl_syntax::ast::{self, ScalarName};

use super::Analyzer;
use crate::hir::{self, ConversionReason, GlobalId};
use crate::types::{QualifiedType, Type};

impl Analyzer<'_> {
    /// An initialiser for an object of type `ty`. An array of unknown length gets its length from it.
    pub fn initializer(
        &mut self,
        initializer: &ast::Initializer,
        ty: &mut QualifiedType,
    ) -> hir::Initializer {
        match initializer {
            ast::Initializer::Expr(expr) => {
                let value = self.expression_value(*expr);
                hir::Initializer::Value(self.convert_implicitly(
                    value,
                    ty.ty,
                    ConversionReason::Initialization,
                ))
            }
            ast::Initializer::List(_) => hir::Initializer::Parts(Vec::new()),
        }
    }

    /// The data of a string literal (given without its closing zero): an array of `char` in constant space (6.7.8).
    /// Equal literals share it.
    pub fn string_literal(&mut self, text: &[u8]) -> GlobalId {
        let mut bytes = Vec::with_capacity(text.len() + 1);
        bytes.extend_from_slice(text);
        bytes.push(0);
        if let Some(&id) = self.string_literals.get(bytes.as_slice()) {
            return id;
        }
        let element = QualifiedType::new(self.program.types.scalar(ScalarName::Char), AddressSpace::Constant);
        let array = Type::Array { element, length: Some(bytes.len() as u64) };
        let ty = QualifiedType::new(self.program.types.intern(array), AddressSpace::Constant);
        let id = self.program.globals.push(hir::Global {
            name: None,
            ty,
            align: 1,
            bytes: Some(bytes.clone()),
            relocations: Vec::new(),
            span: Span::NONE,
        });
        self.string_literals.insert(bytes.into_boxed_slice(), id);
        id
    }
}
