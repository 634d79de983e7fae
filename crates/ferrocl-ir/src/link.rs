//! Linking: several modules that were compiled apart become one.
//!
//! A [`Unit`] is a module with a table of the functions and variables that it shares with others: those that it defines, and
//! those that it needs. In the module, a function that is needed has a body that does nothing, and a variable no bytes. What is not in the
//! table belongs to the unit alone, whatever it is called.
//!
//! [`link`] makes a whole program: what its kernels reach is taken, each need becomes its definition, and the rest is left out.
//! [`join`] makes a library: everything is taken, and what no unit defines stays needed.
//!
//! What lives here: names, and the renumbering that they cause. What does not: checks of the module itself, which the verifier does
//! afterwards.

use ferrocl_base::id::Id;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Function, FunctionId, Global, GlobalId, Module, Op};

/// A module that is to be linked with others.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Unit {
    /// The module.
    pub module: Module,
    /// Functions that it shares. (Kernels are launched by name and need not be listed; a function that calls a kernel calls a
    /// second form of it, which is.)
    pub functions: Vec<Symbol<FunctionId>>,
    /// Variables that it shares.
    pub globals: Vec<Symbol<GlobalId>>,
}

/// A function or variable that units share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol<I> {
    /// Which of the module.
    pub id: I,
    /// By what name other units know it.
    pub name: String,
    /// Whether this unit defines it, or needs another that does.
    pub defined: bool,
}

/// Why units do not fit together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkError {
    /// Two units define the same name.
    Duplicate {
        /// The name.
        name: String,
        /// The units, by their place in the list.
        units: [usize; 2],
    },
    /// No unit defines a name.
    Unresolved {
        /// The name.
        name: String,
        /// The unit that needs it.
        unit: usize,
        /// The function that uses it; `None` for the initial value of a variable.
        user: Option<String>,
    },
    /// A unit declares a name otherwise than the unit that defines it.
    Mismatch {
        /// The name.
        name: String,
        /// The unit that needs it, and the one that defines it.
        units: [usize; 2],
        /// In what they differ.
        difference: String,
    },
    /// Functions of several units call each other in a circle.
    Recursion {
        /// The functions, the first again at the end.
        cycle: Vec<String>,
    },
}

impl std::fmt::Display for LinkError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LinkError::Duplicate { name, units: [a, b] } => write!(
                f,
                "`{name}` is defined in input program {} and again in input program {}",
                a + 1,
                b + 1
            ),
            LinkError::Unresolved { name, unit, user: Some(user) } => write!(
                f,
                "`{name}` is used by `{user}` in input program {}, and no input program defines it",
                unit + 1
            ),
            LinkError::Unresolved { name, unit, user: None } => write!(
                f,
                "the address of `{name}` is needed in input program {}, and no input program defines it",
                unit + 1
            ),
            LinkError::Mismatch { name, units: [needs, defines], difference } => write!(
                f,
                "`{name}` is declared in input program {} otherwise than input program {} defines it: {difference}",
                needs + 1,
                defines + 1
            ),
            LinkError::Recursion { cycle } => {
                let cycle: Vec<String> = cycle.iter().map(|name| format!("`{name}`")).collect();
                write!(f, "functions call each other in a circle: {}", cycle.join(" calls "))
            }
        }
    }
}

impl std::error::Error for LinkError {}

/// Links units to a program: their kernels, and what those need.
pub fn link(units: &[&Unit]) -> Result<Module, Vec<LinkError>> {
    let mut linker = Linker::new(units, true);
    let kernels: Vec<(usize, FunctionId)> = linker
        .all_functions()
        .filter(|&(unit, id)| units[unit].module.functions[id].kernel.is_some())
        .collect();
    for (unit, id) in kernels {
        linker.take_function(unit, id, None);
    }
    Ok(linker.finish()?.module)
}

/// Joins units to one that has all that they have: a library.
pub fn join(units: &[&Unit]) -> Result<Unit, Vec<LinkError>> {
    let mut linker = Linker::new(units, false);
    let functions: Vec<(usize, FunctionId)> = linker.all_functions().collect();
    for (unit, id) in functions {
        linker.take_function(unit, id, None);
    }
    for (number, unit) in units.iter().enumerate() {
        for id in unit.module.globals.ids() {
            linker.take_global(number, id, None);
        }
    }
    linker.finish()
}

/// What a name stands for: a function or variable of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Entity {
    Function(usize, FunctionId),
    Global(usize, GlobalId),
}

impl Entity {
    fn unit(self) -> usize {
        match self {
            Entity::Function(unit, _) | Entity::Global(unit, _) => unit,
        }
    }
}

struct Linker<'a> {
    units: &'a [&'a Unit],
    /// Whether a name that nobody defines is an error.
    whole: bool,
    /// Who defines a name.
    definitions: FxHashMap<&'a str, Entity>,
    /// The first that needs a name which nobody defines; it stands for all of them.
    open: FxHashMap<&'a str, Entity>,
    /// The symbol of an entity that has one.
    symbols: FxHashMap<Entity, (&'a str, bool)>,
    /// What was taken, in the order of its new ids, and the new id of each.
    functions: Vec<(usize, FunctionId)>,
    function_ids: FxHashMap<(usize, FunctionId), FunctionId>,
    globals: Vec<(usize, GlobalId)>,
    global_ids: FxHashMap<(usize, GlobalId), GlobalId>,
    errors: Vec<LinkError>,
    /// Names that an error was reported for.
    reported: FxHashSet<&'a str>,
}

impl<'a> Linker<'a> {
    fn new(units: &'a [&'a Unit], whole: bool) -> Linker<'a> {
        let mut linker = Linker {
            units,
            whole,
            definitions: FxHashMap::default(),
            open: FxHashMap::default(),
            symbols: FxHashMap::default(),
            functions: Vec::new(),
            function_ids: FxHashMap::default(),
            globals: Vec::new(),
            global_ids: FxHashMap::default(),
            errors: Vec::new(),
            reported: FxHashSet::default(),
        };
        for (number, unit) in units.iter().enumerate() {
            for symbol in &unit.functions {
                linker.enter(Entity::Function(number, symbol.id), &symbol.name, symbol.defined);
            }
            for symbol in &unit.globals {
                linker.enter(Entity::Global(number, symbol.id), &symbol.name, symbol.defined);
            }
        }
        linker.check_kernels();
        linker
    }
    fn enter(&mut self, entity: Entity, name: &'a str, defined: bool) {
        self.symbols.insert(entity, (name, defined));
        if !defined {
            return;
        }
        if let Some(earlier) = self.definitions.insert(name, entity) {
            self.duplicate(name, [earlier.unit(), entity.unit()]);
        }
    }
    fn duplicate(&mut self, name: &'a str, units: [usize; 2]) {
        if self.reported.insert(name) {
            self.errors.push(LinkError::Duplicate { name: name.to_owned(), units });
        }
    }
    /// Kernels of one name could not be told apart by the host.
    fn check_kernels(&mut self) {
        let mut known: FxHashMap<&'a str, usize> = FxHashMap::default();
        for (number, unit) in self.units.iter().enumerate() {
            for function in unit.module.functions.iter().filter(|f| f.kernel.is_some()) {
                if let Some(earlier) = known.insert(&function.name, number) {
                    self.duplicate(&function.name, [earlier, number]);
                }
            }
        }
    }
    fn all_functions(&self) -> impl Iterator<Item = (usize, FunctionId)> + use<'a> {
        let units = self.units;
        (0..units.len()).flat_map(move |unit| units[unit].module.functions.ids().map(move |id| (unit, id)))
    }
    /// What an entity is in the end: itself, or what its unit needs it to be.
    fn resolve(&mut self, entity: Entity, user: Option<&str>) -> Entity {
        let Some(&(name, false)) = self.symbols.get(&entity) else { return entity };
        if let Some(&definition) = self.definitions.get(name) {
            if let Some(difference) = self.difference(entity, definition)
                && self.reported.insert(name)
            {
                self.errors.push(LinkError::Mismatch {
                    name: name.to_owned(),
                    units: [entity.unit(), definition.unit()],
                    difference,
                });
            }
            return definition;
        }
        if self.whole && self.reported.insert(name) {
            self.errors.push(LinkError::Unresolved {
                name: name.to_owned(),
                unit: entity.unit(),
                user: user.map(str::to_owned),
            });
        }
        let first = *self.open.entry(name).or_insert(entity);
        if let Some(difference) = self.difference(entity, first)
            && self.reported.insert(name)
        {
            self.errors.push(LinkError::Mismatch {
                name: name.to_owned(),
                units: [entity.unit(), first.unit()],
                difference,
            });
        }
        first
    }
    /// In what a declaration and a definition differ, as far as code could notice.
    fn difference(&self, needed: Entity, defined: Entity) -> Option<String> {
        match (needed, defined) {
            (Entity::Function(a, f), Entity::Function(b, g)) => {
                let (f, g) = (&self.units[a].module.functions[f], &self.units[b].module.functions[g]);
                signature_difference(f, g)
            }
            (Entity::Global(a, x), Entity::Global(b, y)) => {
                let (x, y) = (&self.units[a].module.globals[x], &self.units[b].module.globals[y]);
                (x.space != y.space).then(|| format!("it is in {} and in {} memory", x.space, y.space))
            }
            _ => Some("one is a function and one a variable".to_owned()),
        }
    }
    /// The new id of a function; it is taken if it was not yet.
    fn take_function(&mut self, unit: usize, id: FunctionId, user: Option<&str>) -> FunctionId {
        let Entity::Function(unit, id) = self.resolve(Entity::Function(unit, id), user) else {
            // It was reported.
            return FunctionId(0);
        };
        let next = FunctionId::new(self.functions.len());
        *self.function_ids.entry((unit, id)).or_insert_with(|| {
            self.functions.push((unit, id));
            next
        })
    }
    /// The same for a variable.
    fn take_global(&mut self, unit: usize, id: GlobalId, user: Option<&str>) -> GlobalId {
        let Entity::Global(unit, id) = self.resolve(Entity::Global(unit, id), user) else {
            return GlobalId(0);
        };
        let next = GlobalId::new(self.globals.len());
        *self.global_ids.entry((unit, id)).or_insert_with(|| {
            self.globals.push((unit, id));
            next
        })
    }
    /// Copies what was taken and what that leads to.
    fn finish(mut self) -> Result<Unit, Vec<LinkError>> {
        let mut result = Unit::default();
        let (mut function, mut global) = (0, 0);
        loop {
            if let Some(&(unit, id)) = self.functions.get(function) {
                function += 1;
                let copy = self.function(unit, id);
                let new = result.module.functions.push(copy);
                if let Some(&(name, defined)) = self.symbols.get(&Entity::Function(unit, id)) {
                    result.functions.push(Symbol { id: new, name: name.to_owned(), defined });
                }
            } else if let Some(&(unit, id)) = self.globals.get(global) {
                global += 1;
                let copy = self.global(unit, id);
                let new = result.module.globals.push(copy);
                if let Some(&(name, defined)) = self.symbols.get(&Entity::Global(unit, id)) {
                    result.globals.push(Symbol { id: new, name: name.to_owned(), defined });
                }
            } else {
                break;
            }
        }
        if self.errors.is_empty()
            && let Some(cycle) = cycle(&result.module)
        {
            self.errors.push(LinkError::Recursion { cycle });
        }
        if self.errors.is_empty() { Ok(result) } else { Err(self.errors) }
    }
    fn function(&mut self, unit: usize, id: FunctionId) -> Function {
        let mut copy = self.units[unit].module.functions[id].clone();
        for value in copy.values.iter_mut() {
            match &mut value.op {
                Op::Call { function, .. } => {
                    *function = self.take_function(unit, *function, Some(&copy.name));
                }
                Op::GlobalAddress(global) | Op::Printf { format: global, .. } => {
                    *global = self.take_global(unit, *global, Some(&copy.name));
                }
                _ => {}
            }
        }
        copy
    }
    fn global(&mut self, unit: usize, id: GlobalId) -> Global {
        let mut copy = self.units[unit].module.globals[id].clone();
        for relocation in &mut copy.relocations {
            relocation.target = self.take_global(unit, relocation.target, None);
        }
        copy
    }
}

fn signature_difference(needed: &Function, defined: &Function) -> Option<String> {
    let (a, b) = (needed.parameters.len(), defined.parameters.len());
    if a != b {
        return Some(format!("with {a} parameters and with {b}"));
    }
    if needed.result != defined.result {
        return Some(format!("it gives {} and {}", needed.result, defined.result));
    }
    let pairs = needed.parameters.iter().zip(&defined.parameters).enumerate();
    pairs
        .filter(|(_, (a, b))| a.ty != b.ty)
        .map(|(number, (a, b))| format!("parameter {} is `{}` and `{}`", number + 1, shown(a), shown(b)))
        .next()
}

fn shown(parameter: &crate::Parameter) -> String {
    match (parameter.type_name.is_empty(), parameter.ty) {
        (false, crate::ValueType::Pointer(space)) => format!("{space} {}", parameter.type_name),
        (false, _) => parameter.type_name.clone(),
        (true, ty) => ty.to_string(),
    }
}

/// Functions that call each other in a circle, if there are any. (Within a unit, the source's analysis has seen to it.)
fn cycle(module: &Module) -> Option<Vec<String>> {
    let callees: Vec<Vec<usize>> = module
        .functions
        .iter()
        .map(|function| {
            let call = |op: &Op| match op {
                Op::Call { function, .. } => Some(function.index()),
                _ => None,
            };
            function.values.iter().filter_map(|value| call(&value.op)).collect()
        })
        .collect();
    let mut done = vec![false; callees.len()];
    let mut open = vec![false; callees.len()];
    for root in 0..callees.len() {
        // The functions being visited, with the next call to look at.
        let mut path: Vec<(usize, usize)> = if done[root] { Vec::new() } else { vec![(root, 0)] };
        open[root] = !path.is_empty();
        while let Some((function, next)) = path.last_mut() {
            let Some(&callee) = callees[*function].get(*next) else {
                done[*function] = true;
                open[*function] = false;
                path.pop();
                continue;
            };
            *next += 1;
            if open[callee] {
                let first = path.iter().position(|&(f, _)| f == callee).unwrap_or(0);
                let circle = path[first..].iter().map(|&(f, _)| f).chain([callee]);
                let name = |f: usize| module.functions[FunctionId::new(f)].name.clone();
                return Some(circle.map(name).collect());
            }
            if !done[callee] {
                open[callee] = true;
                path.push((callee, 0));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{read, verify};

    fn unit(text: &str, functions: &[(u32, &str, bool)], globals: &[(u32, &str, bool)]) -> Unit {
        let function = |&(id, name, defined): &(u32, &str, bool)| Symbol {
            id: FunctionId(id),
            name: name.to_owned(),
            defined,
        };
        let global = |&(id, name, defined): &(u32, &str, bool)| Symbol {
            id: GlobalId(id),
            name: name.to_owned(),
            defined,
        };
        Unit {
            module: read(text).expect("the text is IR"),
            functions: functions.iter().map(function).collect(),
            globals: globals.iter().map(global).collect(),
        }
    }

    /// A kernel that calls `f` and takes the address of `table`.
    fn user() -> Unit {
        unit(
            "global g0 constant \"table\" align 4 {\n}\n\
             function f0 \"k\" -> void kernel {\n  value v0: ptr.constant = address g0\n  body {\n    let v1: i32 = call f1 v0\n  }\n}\n\
             function f1 \"f\" -> i32 {\n  parameter v0: ptr.constant \"p\" type \"int*\"\n  value v1: i32 = undefined\n  body {\n    return v1\n  }\n}\n",
            &[(1, "f", false)],
            &[(0, "table", false)],
        )
    }
    /// Defines both, and a function that nobody needs.
    fn provider() -> Unit {
        unit(
            "global g0 constant \"table\" align 4 {\n  bytes 01 02 03 04\n}\n\
             function f0 \"unused\" -> void {\n  body {\n  }\n}\n\
             function f1 \"f\" -> i32 {\n  parameter v0: ptr.constant \"p\" type \"int*\"\n  body {\n    let v1: i32 = load v0 align 4\n    return v1\n  }\n}\n",
            &[(0, "unused", true), (1, "f", true)],
            &[(0, "table", true)],
        )
    }

    #[test]
    fn a_program_gets_the_definitions_and_nothing_else() {
        let module = link(&[&user(), &provider()]).expect("everything is defined");
        verify(&module).expect("the result is a module");
        let names: Vec<&str> = module.functions.iter().map(|f| f.name.as_str()).collect();
        assert_eq!(names, ["k", "f"]);
        assert_eq!(module.globals.len(), 1);
        assert_eq!(module.globals[GlobalId(0)].bytes, [1, 2, 3, 4]);
        assert!(matches!(
            module.functions[FunctionId(1)].values.iter().nth(1).map(|v| &v.op),
            Some(Op::Load { .. })
        ));
    }

    #[test]
    fn a_library_keeps_what_it_needs() {
        let library = join(&[&user()]).expect("open names are fine");
        assert_eq!(library.functions.iter().filter(|s| !s.defined).count(), 1);
        let module = link(&[&provider(), &library]).expect("everything is defined");
        assert_eq!(module.functions.len(), 2);
        let both = join(&[&library, &provider()]).expect("nothing is defined twice");
        assert!(both.functions.iter().chain(&[]).all(|s| s.defined));
        assert_eq!(link(&[&both]).expect("it is whole").functions.len(), 2);
    }

    #[test]
    fn faults_name_the_symbol() {
        let errors = |units: &[&Unit]| -> Vec<String> {
            link(units).expect_err("it does not fit").iter().map(ToString::to_string).collect()
        };
        assert_eq!(
            errors(&[&user()]),
            [
                "`table` is used by `k` in input program 1, and no input program defines it",
                "`f` is used by `k` in input program 1, and no input program defines it"
            ]
        );
        assert_eq!(
            errors(&[&provider(), &provider(), &user()])[0],
            "`unused` is defined in input program 1 and again in input program 2"
        );
        assert_eq!(
            errors(&[&user(), &user(), &provider()]),
            ["`k` is defined in input program 1 and again in input program 2"]
        );
        let other = unit(
            "global g0 global \"table\" align 4 {\n  bytes 01 02 03 04\n}\nfunction f0 \"f\" -> i32 {\n  value v0: i32 = constant 1\n  body {\n    return v0\n  }\n}\n",
            &[(0, "f", true)],
            &[(0, "table", true)],
        );
        assert_eq!(
            errors(&[&user(), &other]),
            [
                "`table` is declared in input program 1 otherwise than input program 2 defines it: it is in constant and in global memory",
                "`f` is declared in input program 1 otherwise than input program 2 defines it: with 1 parameters and with 0"
            ]
        );
    }

    #[test]
    fn a_circle_over_two_units_is_found() {
        let half = |own: &str, other: &str, kernel: &str| {
            unit(
                &format!(
                    "function f0 \"{own}\" -> void {{\n  body {{\n    let v0: void = call f1\n  }}\n}}\n\
                     function f1 \"{other}\" -> void {{\n  body {{\n  }}\n}}\n\
                     function f2 \"{kernel}\" -> void kernel {{\n  body {{\n    let v0: void = call f0\n  }}\n}}\n"
                ),
                &[(0, own, true), (1, other, false)],
                &[],
            )
        };
        let errors = link(&[&half("a", "b", "k"), &half("b", "a", "l")]).expect_err("they call each other");
        assert_eq!(errors[0].to_string(), "functions call each other in a circle: `a` calls `b` calls `a`");
    }
}
