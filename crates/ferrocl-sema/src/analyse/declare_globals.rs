//! Variables that a program has once, in constant or global memory, wherever they are declared (C99 6.9.2; sections "Usage for
//! Declaration Scopes and Variable Types" and "Initialization").

use ferrocl_base::codes::declarations as codes;
use ferrocl_base::codes::initialisers;
use ferrocl_base::{Diagnostic, Span};
use ferrocl_ir::AddressSpace;
use ferrocl_syntax::ast::{self, StorageClass};

use super::attributes::AttributeTarget;
use super::declare_variables::Declared;
use super::{Analyzer, Entity};
use crate::hir::{self, GlobalId};
use crate::types::name::space_text;
use crate::types::{QualifiedType, Type};

/// The most program-scope data that a program may have in all, in bytes.
pub(super) const MAX_STATIC_SIZE: u64 = 256 << 20;

impl<'a> Analyzer<'a> {
    /// The address space of a variable at program scope, or a `static` or `extern` one in a function.
    pub(super) fn static_space(
        &mut self,
        declared: &Declared<'_>,
        written: Option<AddressSpace>,
        outside: bool,
    ) -> Option<AddressSpace> {
        let globals = self.program_scope_globals();
        match written.or_else(|| self.sampler_space(declared.derived.ty.ty)) {
            Some(AddressSpace::Constant) => return Some(AddressSpace::Constant),
            Some(AddressSpace::Global) if globals => return Some(AddressSpace::Global),
            None if globals => return Some(AddressSpace::Global),
            _ => {}
        }
        let text = self.interner.text(declared.name).to_string();
        let what = match (outside, declared.storage) {
            (false, Some((storage, _))) => {
                let word = if storage == StorageClass::Static { "static" } else { "extern" };
                format!("the {word} variable `{text}`")
            }
            _ => format!("the program-scope variable `{text}`"),
        };
        let at = declared.derived.space_span.unwrap_or(declared.span);
        let mut diagnostic = match written {
            None => Diagnostic::new(
                codes::PROGRAM_SCOPE_ADDRESS_SPACE,
                at,
                format!("{what} needs the address space `constant`"),
            ),
            Some(space) => Diagnostic::new(
                codes::PROGRAM_SCOPE_ADDRESS_SPACE,
                at,
                format!("{what} cannot lie in {} memory", space_text(space)),
            ),
        }
        .note(if globals {
            "such variables lie in `constant` or `global` memory (section \"Usage for Declaration Scopes and Variable Types\")"
        } else {
            "before OpenCL C 2.0 such variables lie in `constant` memory (section \"Usage for Declaration Scopes and Variable Types\")"
        });
        let is_pointer = matches!(self.program.types.get(declared.derived.ty.ty), Type::Pointer(_));
        diagnostic = match written {
            None if is_pointer => diagnostic.suggest(
                "put the pointer itself into constant memory",
                declared.span.start(),
                "constant ",
            ),
            None => diagnostic.suggest(
                "write `constant` before the type",
                declared.specifiers.span.start(),
                "constant ",
            ),
            Some(AddressSpace::Local) => {
                diagnostic.help("declare it in the kernel, or pass a `local` pointer as a kernel argument")
            }
            Some(_) => diagnostic.help("use `constant`, or pass a buffer as a kernel argument"),
        };
        self.report(diagnostic);
        None
    }
    /// A variable in constant or global memory.
    pub(super) fn declare_global(&mut self, declared: &Declared<'a>, ty: QualifiedType) {
        let lists = [&*declared.specifiers.attributes, &*declared.declarator.attributes];
        let attributes = self.attributes(&lists, AttributeTarget::Variable, Some(ty));
        let is_extern = matches!(declared.storage, Some((StorageClass::Extern, _)));
        let outside = self.current.id.is_none();
        // What an `extern` declaration in a function and any declaration at program scope may mean again.
        let linked = outside || is_extern;
        let earlier = self.linked_globals.get(&declared.name).copied().filter(|_| linked);
        let id = match earlier {
            Some(id) => {
                self.merge_global(id, declared, ty);
                id
            }
            None => {
                let align = self.alignment(ty);
                self.program.globals.push(hir::Global {
                    name: Some(declared.name),
                    ty,
                    align,
                    bytes: None,
                    relocations: Vec::new(),
                    link_name: None,
                    span: declared.span,
                })
            }
        };
        let global = &mut self.program.globals[id];
        global.align = global.align.max(attributes.aligned.unwrap_or(1));
        if linked {
            self.linked_globals.insert(declared.name, id);
        }
        if matches!(declared.storage, Some((StorageClass::Static, _))) {
            self.static_globals.insert(id);
        }
        let scope = self.scopes.last().expect("the program's scope is always open");
        match scope.names.get(&declared.name) {
            Some((Entity::Global(known), _)) if *known == id => {}
            _ => {
                self.declare(declared.name, Entity::Global(id), declared.span);
            }
        }
        match declared.initializer {
            Some(initializer) if is_extern && !outside => {
                let diagnostic = Diagnostic::new(
                    codes::STORAGE_CLASS,
                    self.initializer_span(initializer),
                    "an `extern` variable inside a function cannot have an initialiser",
                )
                .label(declared.span, "it is defined elsewhere in the program")
                .note("the declaration only makes the variable known here (C99 6.7.8, 5)")
                .help("initialise it where it is defined, outside of functions");
                self.report(diagnostic);
            }
            Some(initializer) => self.define_global(id, declared, initializer),
            None if is_extern => {}
            None if ty.space == AddressSpace::Constant => {
                let text = self.interner.text(declared.name);
                let diagnostic = Diagnostic::new(
                    initialisers::MISSING_INITIALIZER,
                    declared.span,
                    format!("the constant variable `{text}` has no initialiser"),
                )
                .note("nothing can write `constant` memory later (section \"Initialization\")")
                .help("write `= value` after it");
                self.report(diagnostic);
                self.program.globals[id].bytes.get_or_insert_with(Vec::new);
            }
            // A tentative definition (C99 6.9.2): zeros, unless one with an initialiser follows.
            None if self.program.globals[id].bytes.is_none() => {
                let size = self.program.types.size_of(ty.ty);
                if self.reserve_static(size, declared.span) {
                    self.tentative.insert(id);
                    self.program.globals[id].bytes = Some(vec![0; size as usize]);
                }
            }
            None => {}
        }
    }
    /// A variable that was declared before: the types have to agree; the one with a known length wins.
    fn merge_global(&mut self, id: GlobalId, declared: &Declared<'_>, ty: QualifiedType) {
        let before = self.program.globals[id].ty;
        let (same_ty, before_open, open) =
            match (self.program.types.get(before.ty), self.program.types.get(ty.ty)) {
                (Type::Array { element: a, length: x }, Type::Array { element: b, length: y }) => {
                    (a == b && (x == y || x.is_none() || y.is_none()), x.is_none(), y.is_none())
                }
                _ => (before.ty == ty.ty, false, false),
            };
        let agree = same_ty
            && before.space == ty.space
            && before.is_const == ty.is_const
            && before.is_volatile == ty.is_volatile;
        if !agree && before.ty != crate::types::TypeTable::ERROR {
            let text = self.interner.text(declared.name);
            let (before, now) = (
                self.program.types.qualified_name(self.interner, before),
                self.program.types.qualified_name(self.interner, ty),
            );
            let diagnostic = Diagnostic::new(
                codes::CONFLICTING_TYPES,
                declared.span,
                format!("`{text}` was declared as `{before}` before and is `{now}` here"),
            )
            .label(self.program.globals[id].span, "first declared here")
            .help("declare it with the same type and address space everywhere");
            self.report(diagnostic);
        } else if before_open && !open {
            self.program.globals[id].ty = ty;
        }
    }
    /// Evaluates a variable's initialiser into its bytes.
    fn define_global(&mut self, id: GlobalId, declared: &Declared<'a>, initializer: &'a ast::Initializer) {
        if self.program.globals[id].bytes.is_some() && !self.tentative.remove(&id) {
            let earlier = self.program.globals[id].span;
            self.report_redefinition(declared.name, declared.span, earlier);
        }
        self.program.globals[id].bytes = None;
        let mut ty = self.program.globals[id].ty;
        if let Type::Array { length: None, .. } = self.program.types.get(declared.derived.ty.ty) {
            // The initialiser says how long it is.
            let open = declared.derived.ty;
            ty = self.with_space(open, ty.space);
        }
        let text = self.interner.text(declared.name).to_string();
        let what = format!("the initialiser of `{text}`");
        let contents = match declared.value {
            // `auto`, whose value is analysed.
            Some(value) => self.static_value(value, ty.ty, &what),
            None => self.static_initializer(initializer, &mut ty, &what),
        };
        if self.program.types.is_complete(ty.ty) {
            self.program.globals[id].ty = ty;
        }
        let global = &mut self.program.globals[id];
        global.span = declared.span;
        global.bytes = Some(contents.bytes);
        global.relocations = contents.relocations;
    }
    /// Counts program-scope data against the limit; reports where it is passed.
    pub(super) fn reserve_static(&mut self, size: u64, span: Span) -> bool {
        let total = self.static_size.saturating_add(size);
        if total > MAX_STATIC_SIZE {
            let diagnostic = Diagnostic::new(
                codes::TYPE_TOO_LARGE,
                span,
                format!("the program-scope data exceeds {} MiB here", MAX_STATIC_SIZE >> 20),
            )
            .primary(format!("this has {size} bytes"))
            .help("pass large data to the kernel in a buffer");
            self.report(diagnostic);
            return false;
        }
        self.static_size = total;
        true
    }
}
