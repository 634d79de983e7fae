//! Types and declarators in words, from the name outwards.

use super::Dumper;
use crate::ast::{
    AccessQualifier, AddressSpaceKeyword, BuiltinTypeName, DeclarationSpecifiers, Declarator, DeclaratorPart,
    EnumSpecifier, Qualifiers, RecordSpecifier, StorageClass, TypeName, TypeSpecifier,
};
use crate::parse::words::scalar_text;

impl Dumper<'_> {
    /// `[storage] name: derivation type attributes`.
    pub(super) fn declared(&mut self, specifiers: &DeclarationSpecifiers, declarator: &Declarator) {
        for (class, _) in &specifiers.storage {
            self.push(match class {
                StorageClass::Typedef => "typedef ",
                StorageClass::Static => "static ",
                StorageClass::Extern => "extern ",
                StorageClass::Auto => "auto ",
                StorageClass::Register => "register ",
            });
        }
        self.push(if specifiers.inline.is_some() { "inline " } else { "" });
        self.push(if specifiers.kernel.is_some() { "kernel " } else { "" });
        self.push(if specifiers.constexpr.is_some() { "constexpr " } else { "" });
        self.declarator(declarator);
        self.qualified_type(specifiers);
        self.attributes(&specifiers.attributes);
        self.attributes(&declarator.attributes);
    }
    /// A further declarator: like the one before, it goes with the specifiers shown with the first.
    pub(super) fn also_declared(&mut self, declarator: &Declarator) {
        self.push("also ");
        self.declarator(declarator);
        self.push("the same");
        self.attributes(&declarator.attributes);
    }
    /// Specifiers without a declarator.
    pub(super) fn specifiers(&mut self, specifiers: &DeclarationSpecifiers) {
        self.qualified_type(specifiers);
        self.attributes(&specifiers.attributes);
    }
    pub(super) fn type_name(&mut self, ty: &TypeName) {
        self.declarator(&ty.declarator);
        self.qualified_type(&ty.specifiers);
        self.attributes(&ty.specifiers.attributes);
        self.attributes(&ty.declarator.attributes);
    }

    fn declarator(&mut self, declarator: &Declarator) {
        if let Some((name, _)) = declarator.name {
            self.name(name);
            self.push(": ");
        }
        for part in &declarator.parts {
            match part {
                DeclaratorPart::Pointer { qualifiers, .. } => {
                    self.qualifiers(qualifiers);
                    self.push("pointer to ");
                }
                DeclaratorPart::Array { size, qualifiers, .. } => {
                    self.qualifiers(qualifiers);
                    self.push("array [");
                    if let Some(size) = size {
                        self.expr(*size);
                    }
                    self.push("] of ");
                }
                DeclaratorPart::Function { parameters, variadic, empty, .. } => {
                    self.push("(");
                    for (index, parameter) in parameters.iter().enumerate() {
                        self.push(if index > 0 { ", " } else { "" });
                        self.declared(&parameter.specifiers, &parameter.declarator);
                        if let Some(default) = parameter.default {
                            self.push(" = ");
                            self.expr(default);
                        }
                    }
                    self.push(match (variadic, parameters.is_empty()) {
                        (true, true) => "...",
                        (true, false) => ", ...",
                        (false, true) if !empty => "void",
                        (false, _) => "",
                    });
                    self.push(") -> ");
                }
                DeclaratorPart::Reference { rvalue, .. } => {
                    self.push(if *rvalue { "rvalue reference to " } else { "reference to " });
                }
                DeclaratorPart::Block { .. } => self.push("block "),
            }
        }
    }
    fn qualifiers(&mut self, qualifiers: &Qualifiers) {
        for (space, _) in &qualifiers.address_spaces {
            self.push(match space {
                AddressSpaceKeyword::Global => "global ",
                AddressSpaceKeyword::Local => "local ",
                AddressSpaceKeyword::Constant => "constant ",
                AddressSpaceKeyword::Private => "private ",
                AddressSpaceKeyword::Generic => "generic ",
            });
        }
        for (access, _) in &qualifiers.access {
            self.push(match access {
                AccessQualifier::ReadOnly => "read_only ",
                AccessQualifier::WriteOnly => "write_only ",
                AccessQualifier::ReadWrite => "read_write ",
            });
        }
        let words = [
            (qualifiers.is_const, "const "),
            (qualifiers.is_volatile, "volatile "),
            (qualifiers.is_restrict, "restrict "),
            (qualifiers.is_atomic, "_Atomic "),
        ];
        for (span, word) in words {
            self.push(if span.is_some() { word } else { "" });
        }
    }
    fn qualified_type(&mut self, specifiers: &DeclarationSpecifiers) {
        self.qualifiers(&specifiers.qualifiers);
        self.type_specifier(&specifiers.ty);
    }
    pub(super) fn type_specifier(&mut self, ty: &TypeSpecifier) {
        match ty {
            TypeSpecifier::Builtin(name) => self.builtin(*name),
            TypeSpecifier::Typedef(name, _) => {
                self.push("`");
                self.name(*name);
                self.push("`");
            }
            TypeSpecifier::Record(record) => self.record(record),
            TypeSpecifier::Enum(specifier) => self.enumeration(specifier),
            TypeSpecifier::TypeofExpr(expr) => {
                self.push("typeof ");
                self.expr(*expr);
            }
            TypeSpecifier::TypeofType(ty) => {
                self.push("typeof <");
                self.type_name(ty);
                self.push(">");
            }
            TypeSpecifier::Pipe(packet) => {
                self.push("pipe of ");
                self.type_specifier(packet);
            }
            TypeSpecifier::Template(id) => {
                self.name(id.name);
                if let Some(arguments) = &id.arguments {
                    self.template_arguments(arguments);
                }
            }
            TypeSpecifier::Scoped(name) => self.scoped_name(name),
            TypeSpecifier::Decltype(expr) => {
                self.push("decltype ");
                match expr {
                    Some(expr) => self.expr(*expr),
                    None => self.push("auto"),
                }
            }
            TypeSpecifier::WithoutAddressSpace(ty) => {
                self.push("without address space <");
                self.type_name(ty);
                self.push(">");
            }
            TypeSpecifier::Auto => self.push("auto"),
            TypeSpecifier::Error => self.push("error"),
        }
    }
    fn builtin(&mut self, name: BuiltinTypeName) {
        match name {
            BuiltinTypeName::Void => self.push("void"),
            BuiltinTypeName::Bool => self.push("bool"),
            BuiltinTypeName::Scalar(scalar) => self.push(scalar_text(scalar)),
            BuiltinTypeName::Vector(scalar, lanes) => {
                self.push(scalar_text(scalar));
                super::write_to(&mut self.text, format_args!("{lanes}"));
            }
            BuiltinTypeName::SizeT => self.push("size_t"),
            BuiltinTypeName::PtrdiffT => self.push("ptrdiff_t"),
            BuiltinTypeName::IntptrT => self.push("intptr_t"),
            BuiltinTypeName::UintptrT => self.push("uintptr_t"),
            BuiltinTypeName::Opaque(name) => {
                self.push("opaque ");
                self.name(name);
            }
        }
    }
    pub(super) fn record(&mut self, record: &RecordSpecifier) {
        self.push(if record.is_union { "union" } else { "struct" });
        if let Some(limit) = record.pack {
            self.push(&format!(" pack({limit})"));
        }
        if let Some((tag, _)) = record.tag {
            self.push(" ");
            self.name(tag);
        }
        self.attributes(&record.attributes);
        let Some(members) = &record.members else { return };
        self.push(" {");
        for member in members {
            if member.declarators.is_empty() {
                self.push(" ");
                self.specifiers(&member.specifiers);
                self.push(";");
            }
            for (index, declared) in member.declarators.iter().enumerate() {
                self.push(" ");
                if index == 0 {
                    self.declared(&member.specifiers, &declared.declarator);
                } else {
                    self.also_declared(&declared.declarator);
                }
                if let Some(width) = declared.bit_width {
                    self.push(" width ");
                    self.expr(width);
                }
                self.push(";");
            }
        }
        for assertion in &record.assertions {
            self.push(" assert ");
            self.expr(assertion.condition);
            self.push(";");
        }
        self.push(" }");
    }
    fn enumeration(&mut self, specifier: &EnumSpecifier) {
        self.push("enum");
        if let Some((tag, _)) = specifier.tag {
            self.push(" ");
            self.name(tag);
        }
        self.attributes(&specifier.attributes);
        let Some(constants) = &specifier.constants else { return };
        self.push(" {");
        for (index, constant) in constants.iter().enumerate() {
            self.push(if index > 0 { ", " } else { " " });
            self.name(constant.name);
            if let Some(value) = constant.value {
                self.push(" = ");
                self.expr(value);
            }
        }
        self.push(" }");
    }
}
