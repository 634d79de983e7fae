//! Classes of C++ for OpenCL: their members besides data, the classes that they are derived from, and what names mean in them (C++17
//! [class.member.lookup]).
//!
//! A class is a record with a scope of its own, in which its types, constants and `static` variables are declared. A base class is the first
//! data member, without a name, so that its members are found as those of anonymous structs are; an empty one takes no room. Functions are in
//! `cpp_members`, what makes and ends objects in `cpp_lifetimes`.

use std::rc::Rc;

use ferrocl_base::codes::{cpp as codes, declarations};
use ferrocl_base::{Diagnostic, Span, Symbol};
use ferrocl_ir::AddressSpace;
use ferrocl_syntax::ast::{self, ClassMember};
use rustc_hash::{FxHashMap, FxHashSet};

use super::cpp_templates::Chosen;
use super::declare_types::Specified;
use super::{Analyzer, Entity, Scope, Tag};
use crate::hir::{self, FunctionId, GlobalId};
use crate::types::{QualifiedType, RecordId, Type, TypeId};

/// The classes of a program.
#[derive(Default)]
pub(super) struct Classes<'a> {
    pub(super) by_record: FxHashMap<RecordId, Class<'a>>,
    /// Member functions that are called on nothing.
    pub(super) static_functions: FxHashSet<FunctionId>,
    /// Functions that are defined as deleted, and where.
    pub(super) deleted: FxHashMap<FunctionId, Span>,
    /// Constructors and conversions that are not used implicitly.
    pub(super) explicit: FxHashSet<FunctionId>,
    /// Whose the names of member functions are: classes of one name may have functions of one name.
    pub(super) owners: FxHashMap<Symbol, RecordId>,
    /// The constants of enumerations, which are known by their names too.
    pub(super) enum_constants: FxHashMap<(crate::types::EnumId, Symbol), i64>,
    /// `static` variables of classes.
    pub(super) static_variables: FxHashMap<(RecordId, Symbol), GlobalId>,
    /// The captured `this` of lambdas.
    pub(super) captured_this: FxHashMap<RecordId, u32>,
    /// The classes of lambdas that do not change what they have captured.
    pub(super) constant_lambdas: FxHashSet<RecordId>,
    /// How deep copies are being made for the arguments of copies.
    pub(super) copies: u32,
    /// How deep classes are being made for each other.
    pub(super) depth: u32,
}

/// What a class has besides its data members.
#[derive(Default)]
pub(super) struct Class<'a> {
    /// Its types, constants and `static` variables.
    pub(super) scope: Scope,
    /// The scopes round it, but for the program's: those of templates, functions, outer classes.
    pub(super) outer: Vec<Scope>,
    /// Its functions and templates of functions: the whole names by the short ones.
    pub(super) functions: FxHashMap<Symbol, Symbol>,
    /// Its constructors' whole name, by the address space of the objects that they make.
    pub(super) constructors: FxHashMap<AddressSpace, Symbol>,
    /// The whole name of its destructors, of which there may be one for each address space.
    pub(super) destructor: Option<Symbol>,
    /// Its conversions to other types.
    pub(super) conversions: Vec<FunctionId>,
    /// What it is made from, where it is made from a template.
    pub(super) instance_of: Option<(Symbol, Rc<[Chosen]>)>,
    /// What data members are where constructors do not say otherwise.
    pub(super) initializers: FxHashMap<Symbol, &'a ast::Initializer>,
    /// Whether its functions are only read where something calls them.
    pub(super) is_lazy: bool,
    /// Whether copying an object takes a function of the class.
    pub(super) copies: bool,
}

/// How deep classes may nest in each other's analysis.
const MAX_DEPTH: u32 = 64;

impl<'a> Analyzer<'a> {
    /// What a name means in a class: in it, or in one that it is derived from. (Data members and functions are found elsewhere.)
    pub(super) fn class_entity(&self, record: RecordId, name: Symbol) -> Option<(Entity, Span)> {
        self.in_bases(record, |analyzer, record| {
            analyzer.classes.by_record.get(&record)?.scope.names.get(&name).copied()
        })
    }
    /// The same for tags.
    pub(super) fn class_tag(&self, record: RecordId, name: Symbol) -> Option<(Tag, Span)> {
        self.in_bases(record, |analyzer, record| {
            analyzer.classes.by_record.get(&record)?.scope.tags.get(&name).copied()
        })
    }
    /// The first answer of a class and those that it is derived from.
    pub(super) fn in_bases<T>(
        &self,
        record: RecordId,
        find: impl Fn(&Self, RecordId) -> Option<T>,
    ) -> Option<T> {
        const MAX_BASES: usize = 1024;
        let mut pending = vec![record];
        let mut seen = 0;
        while let Some(record) = pending.pop() {
            seen += 1;
            if let Some(found) = find(self, record) {
                return Some(found);
            }
            if seen < MAX_BASES {
                pending.extend(self.program.types.records[record].bases.iter().rev().map(|&(base, _)| base));
            }
        }
        None
    }
    /// The record of a type, if it is one.
    pub(super) fn record_of(&self, ty: TypeId) -> Option<RecordId> {
        match self.program.types.get(ty) {
            Type::Record(record) => Some(*record),
            _ => None,
        }
    }
    /// The scopes that are open round a class or lambda, for its functions: variables of the function are no longer variables there, but those
    /// with a known value are constants.
    pub(super) fn outer_scopes(&self) -> Vec<Scope> {
        self.scopes[1..].iter().map(|scope| self.without_variables(scope)).collect()
    }
    fn without_variables(&self, scope: &Scope) -> Scope {
        let names = scope.names.iter().map(|(&name, &(entity, span))| {
            let entity = match entity {
                Entity::Variable(id) => match self.current.known_values.get(&id) {
                    Some(bits) => Entity::Constant(self.current.variables[id].ty.ty, bits[0]),
                    None => Entity::Uncaptured,
                },
                other => other,
            };
            (name, (entity, span))
        });
        Scope { names: names.collect(), tags: scope.tags.clone(), class: scope.class }
    }
    /// Runs `inner` in the scope of a class, and in no other than those round it.
    pub(super) fn in_class<T>(&mut self, record: RecordId, inner: impl FnOnce(&mut Self) -> T) -> T {
        let scopes = self.class_scopes(record);
        self.in_scopes(scopes, inner)
    }
    /// The scope of a class behind those round it.
    pub(super) fn class_scopes(&self, record: RecordId) -> Vec<Scope> {
        let class = self.classes.by_record.get(&record);
        let mut scopes = class.map(|class| class.outer.clone()).unwrap_or_default();
        scopes.push(Scope { class: Some(record), ..Scope::default() });
        scopes
    }
    /// Runs `inner` in these scopes behind the program's, instead of those that are open.
    pub(super) fn in_scopes<T>(&mut self, scopes: Vec<Scope>, inner: impl FnOnce(&mut Self) -> T) -> T {
        let saved = self.scopes.split_off(1);
        self.scopes.extend(scopes);
        let result = inner(self);
        self.scopes.truncate(1);
        self.scopes.extend(saved);
        result
    }
    /// Whether a name is that of a class in its own text, which its constructors bear: without scopes and arguments of a template.
    pub(super) fn is_class_name(&self, record: RecordId, name: Symbol) -> bool {
        self.program.types.records[record].tag.is_some_and(|tag| {
            let tag = self.interner.text(tag);
            tag.split('<').next().unwrap_or(tag).rsplit("::").next() == Some(self.interner.text(name))
        })
    }

    /// Begins the members of a class: its bases become its first data members.
    pub(super) fn open_class(&mut self, record: RecordId, body: &'a ast::ClassBody) -> Vec<(RecordId, Span)> {
        let outer = self.outer_scopes();
        let class = Class {
            outer,
            initializers: body.initializers.iter().map(|(name, initializer)| (*name, initializer)).collect(),
            is_lazy: self.classes.by_record.get(&record).is_some_and(|class| class.is_lazy),
            instance_of: self.classes.by_record.get_mut(&record).and_then(|class| class.instance_of.take()),
            ..Class::default()
        };
        self.classes.by_record.insert(record, class);
        let mut bases = Vec::new();
        for base in &body.bases {
            let found = self.type_of_specifier(&base.ty, base.span);
            if found.is_error() {
                continue;
            }
            match *self.program.types.get(found.ty.ty) {
                Type::Record(id) if self.program.types.records[id].fields.is_some() && id != record => {
                    bases.push((id, base.span));
                }
                _ => {
                    let text = self.program.types.name(self.interner, found.ty.ty);
                    self.report(
                        Diagnostic::new(
                            codes::BASE_CLASS,
                            base.span,
                            format!("a class cannot be derived from `{text}`"),
                        )
                        .primary("not a class whose members are known")
                        .help("define the class before this one"),
                    );
                }
            }
        }
        // Names of the class itself are found from here on.
        self.scopes.push(Scope { class: Some(record), ..Scope::default() });
        bases
    }
    /// A member that is no data member and stands before the next data member.
    pub(super) fn class_member(&mut self, record: RecordId, member: &'a ClassMember) {
        match member {
            ClassMember::Declaration(declaration) => {
                let is_static = declaration
                    .specifiers
                    .storage
                    .iter()
                    .any(|(class, _)| *class == ast::StorageClass::Static);
                if is_static {
                    self.static_member_variables(record, declaration);
                } else {
                    self.declaration(declaration, None);
                }
                self.keep_class_names(record);
            }
            ClassMember::Template(template) => self.class_template(template),
            ClassMember::Function(_) | ClassMember::StaticAssert(_) | ClassMember::Friend(_) => {}
            ClassMember::Using(name) => self.using_member(record, name),
        }
    }
    /// Moves what was declared in the innermost scope to the class, whose scope that is.
    pub(super) fn keep_class_names(&mut self, record: RecordId) {
        let Some(scope) = self.scopes.last_mut() else { return };
        let (names, tags) = (std::mem::take(&mut scope.names), std::mem::take(&mut scope.tags));
        if let Some(class) = self.classes.by_record.get_mut(&record) {
            class.scope.names.extend(names);
            class.scope.tags.extend(tags);
        }
    }
    /// Ends the members of a class whose data members are known: declares its functions.
    pub(super) fn close_class(&mut self, record: RecordId, body: &'a ast::ClassBody) {
        self.keep_class_names(record);
        for (_, member) in &body.members {
            if let ClassMember::Function(member) = member {
                self.declare_member_function(record, member);
            }
        }
        self.note_copies(record);
        for (_, member) in &body.members {
            match member {
                ClassMember::StaticAssert(assertion) => self.static_assert(assertion),
                ClassMember::Friend(function) => self.friend_function(record, function),
                _ => {}
            }
        }
        self.scopes.pop();
    }
    /// `static` variables of a class (section "Address space inference": they lie in global memory).
    fn static_member_variables(&mut self, record: RecordId, declaration: &'a ast::Declaration) {
        let is_auto = matches!(declaration.specifiers.ty, ast::TypeSpecifier::Auto);
        let base = if is_auto { Specified::error() } else { self.specified(&declaration.specifiers) };
        for declared in &declaration.declarators {
            let Some((name, span)) = declared.declarator.name else { continue };
            let base = match is_auto {
                true => {
                    let initializer = declared.initializer.as_ref();
                    let (found, _) =
                        self.deduce_auto(&declaration.specifiers, &declared.declarator, initializer);
                    self.qualify(found, &declaration.specifiers)
                }
                false => base,
            };
            let derived = self.derive(base, &declared.declarator);
            if derived.is_error() {
                continue;
            }
            let space = match (derived.has_space, derived.ty.space) {
                (true, AddressSpace::Constant) => AddressSpace::Constant,
                (false, _) if !self.program_scope_globals() => AddressSpace::Constant,
                (false, _) | (true, AddressSpace::Global) => AddressSpace::Global,
                (true, _) => {
                    let at = derived.space_span.unwrap_or(span);
                    self.report(
                        Diagnostic::new(
                            declarations::PROGRAM_SCOPE_ADDRESS_SPACE,
                            at,
                            "a `static` member lies in `global` or `constant` memory",
                        )
                        .note("section \"Address space inference\" of C++ for OpenCL")
                        .help("remove the address space"),
                    );
                    continue;
                }
            };
            let ty = self.with_space(derived.ty, space);
            if !self.require_complete_or_open(ty.ty, span, declared.initializer.is_some()) {
                continue;
            }
            let whole = self.member_symbol(record, name);
            let align = self.alignment(ty);
            let global = self.program.globals.push(hir::Global {
                name: Some(whole),
                ty,
                align,
                bytes: None,
                relocations: Vec::new(),
                link_name: None,
                span,
            });
            self.static_globals.insert(global);
            self.classes.static_variables.insert((record, name), global);
            if let Some(scope) = self.scopes.last_mut() {
                scope.names.insert(name, (Entity::Global(global), span));
            }
            self.keep_class_names(record);
            if let Some(initializer) = &declared.initializer {
                self.define_static_member(global, ty, initializer, name);
            }
        }
    }
    fn require_complete_or_open(&mut self, ty: TypeId, span: Span, has_initializer: bool) -> bool {
        let open = matches!(self.program.types.get(ty), Type::Array { length: None, .. });
        open && has_initializer || self.require_complete(ty, span, "the `static` member")
    }
    fn define_static_member(
        &mut self,
        global: GlobalId,
        ty: QualifiedType,
        initializer: &'a ast::Initializer,
        name: Symbol,
    ) {
        let mut ty = ty;
        let what = format!("the initialiser of `{}`", self.interner.text(name));
        let contents =
            self.outside_functions(|analyzer| analyzer.static_initializer(initializer, &mut ty, &what));
        let data = &mut self.program.globals[global];
        data.ty = ty;
        data.bytes = Some(contents.bytes);
        data.relocations = contents.relocations;
    }
    /// Runs `inner` as outside of functions.
    pub(super) fn outside_functions<T>(&mut self, inner: impl FnOnce(&mut Self) -> T) -> T {
        let current = std::mem::take(&mut self.current);
        let result = inner(self);
        self.current = current;
        result
    }
    /// `int S::count = 3;`
    pub(super) fn static_member_outside(
        &mut self,
        scope: &'a ast::TypeSpecifier,
        declarator: &'a ast::Declarator,
        initializer: Option<&'a ast::Initializer>,
    ) {
        let Some((name, span)) = declarator.name else { return };
        let class = self.type_of_specifier(scope, span);
        let Some(record) = self.record_of(class.ty.ty) else { return };
        let Some(&global) = self.classes.static_variables.get(&(record, name)) else {
            self.report_no_such_member(record, name, span);
            return;
        };
        if self.program.globals[global].bytes.is_some() {
            if let Some(initializer) = initializer {
                let at = self.initializer_span(initializer);
                let earlier = self.program.globals[global].span;
                self.report_redefinition(name, at, earlier);
            }
            return;
        }
        let ty = self.program.globals[global].ty;
        match initializer {
            Some(initializer) => {
                self.in_class(record, |analyzer| {
                    analyzer.define_static_member(global, ty, initializer, name);
                });
            }
            None => {
                let size = self.program.types.size_of(ty.ty);
                if self.reserve_static(size, span) {
                    self.program.globals[global].bytes = Some(vec![0; size as usize]);
                }
            }
        }
    }
    /// Reports a member that a class does not have.
    pub(super) fn report_no_such_member(&mut self, record: RecordId, name: Symbol, span: Span) {
        let ty = self.program.types.intern(Type::Record(record));
        let class = self.program.types.name(self.interner, ty);
        let text = self.interner.text(name);
        let declared = self.program.types.records[record].span;
        self.report(
            Diagnostic::new(codes::NO_SUCH_MEMBER, span, format!("`{class}` has no member `{text}`"))
                .primary("nothing of this name is declared in it")
                .label(declared, "the class"),
        );
    }
    /// `using Base::name;`: a name of a base class as one of this class.
    fn using_member(&mut self, record: RecordId, name: &'a ast::ScopedName) {
        let class = self.type_of_specifier(&name.scope, name.span);
        let Some(base) = self.record_of(class.ty.ty) else { return };
        if let Some(entity) = self.class_entity(base, name.name) {
            if let Some(class) = self.classes.by_record.get_mut(&record) {
                class.scope.names.insert(name.name, entity);
            }
            return;
        }
        if self.is_class_name(base, name.name) {
            self.classes.by_record.entry(record).or_default().functions.insert(name.name, name.name);
            return;
        }
        let Some((_, whole)) = self.member_function_name(base, name.name) else {
            if self.member_number(base, name.name).is_none() {
                self.report_no_such_member(base, name.name, name.span);
            }
            return;
        };
        let own = self.member_symbol(record, name.name);
        let functions = self.overloads(whole).to_vec();
        self.overload_sets.entry(own).or_default().extend(functions);
        self.overloadable.insert(own);
        if let Some(class) = self.classes.by_record.get_mut(&record) {
            class.functions.insert(name.name, own);
        }
    }
    /// The whole name of a member of a class, which no other class has.
    pub(super) fn member_symbol(&mut self, record: RecordId, name: Symbol) -> Symbol {
        let class = match self.program.types.records[record].tag {
            Some(tag) => self.interner.text(tag).to_owned(),
            None => format!("class {}", record.0),
        };
        let mut text = format!("{class}::{}", self.interner.text(name));
        loop {
            let symbol = self.interner.intern(&text);
            let owner = *self.classes.owners.entry(symbol).or_insert(record);
            if owner == record {
                return symbol;
            }
            text.push('\'');
        }
    }
    /// Whether another level of classes may be opened.
    pub(super) fn enter_class_depth(&mut self, span: Span) -> bool {
        if self.classes.depth >= MAX_DEPTH {
            self.report(
                Diagnostic::new(codes::TEMPLATE_DEPTH, span, "templates ask for each other without end")
                    .primary(format!("classes more than {MAX_DEPTH} deep"))
                    .help("end the chain with a specialisation, or write a loop"),
            );
            return false;
        }
        self.classes.depth += 1;
        true
    }
    /// The type that a specifier names, outside of a declaration.
    pub(super) fn type_of_specifier(&mut self, specifier: &ast::TypeSpecifier, span: Span) -> Specified {
        self.type_specifier(specifier, span)
    }
    /// A scoped enumeration is no integer, and no integer is one.
    pub(super) fn is_scoped_enum(&self, ty: TypeId) -> bool {
        match self.program.types.get(ty) {
            Type::Enum(id) => self.program.types.enums[*id].is_scoped,
            _ => false,
        }
    }
    /// An expression of a constant of an enumeration.
    pub(super) fn enum_constant(&mut self, id: crate::types::EnumId, value: i64, span: Span) -> hir::ExprId {
        let enumeration = &self.program.types.enums[id];
        let ty = match enumeration.is_scoped {
            true => self.program.types.intern(Type::Enum(id)),
            false => {
                let constants = enumeration.constants;
                self.program.types.scalar(constants)
            }
        };
        self.integer_constant(value as u64, ty, span)
    }
}
