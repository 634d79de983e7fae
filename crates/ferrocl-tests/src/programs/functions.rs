//! Functions of the program, and its structs and unions.

use super::places::{Access, INPUT_ROOM, Variable};
use super::statements::Flow;
use super::tree::Node;
use super::types::{INT, Type};
use super::whole::{Generator, OWN};

/// A parameter.
#[derive(Debug, Clone)]
pub(super) struct Parameter {
    ty: Type,
    pointer: Option<PointerParameter>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PointerParameter {
    /// To a private object, which is written.
    Private,
    /// To an object in private memory or to the memory of the work-item in a buffer, which is written.
    Generic,
    /// To the memory of the work-item in a buffer, which is written.
    Own,
    /// To an input.
    Input,
}

/// A function of the program.
#[derive(Debug, Clone)]
pub(super) struct Function {
    name: String,
    parameters: Vec<Parameter>,
    result: Type,
}

impl Function {
    fn is_pure(&self) -> bool {
        self.parameters.iter().all(|p| matches!(p.pointer, None | Some(PointerParameter::Input)))
    }
}

/// A struct or union: paths to its members (`.a`, `.inner.b`), with types, and how many elements where one is an array.
#[derive(Debug, Clone)]
pub(super) struct Record {
    pub name: String,
    pub is_union: bool,
    pub members: Vec<(String, Type, Option<usize>)>,
    /// A function that takes one, with an `int`, and gives a changed one.
    pub change: Option<String>,
}

impl Record {
    /// More bytes than it has, or as many.
    pub(super) fn most_bytes(&self) -> usize {
        // No type is aligned to more than 128 bytes.
        let member = |(_, ty, count): &(String, Type, Option<usize>)| ty.size() * count.unwrap_or(1) + 128;
        (self.members.iter().map(member).sum::<usize>() + 128).next_multiple_of(128)
    }
}

impl Generator {
    /// Defines a function.
    pub(super) fn function(&mut self) -> Node {
        let name = self.name("f");
        let result = self.some_type();
        let mut parameters = Vec::new();
        for _ in 0..self.random.below(4) {
            let pointer = match self.random.below(10) {
                0 | 1 => Some(PointerParameter::Private),
                2 => Some(PointerParameter::Own),
                3 => Some(PointerParameter::Input),
                4 if self.has_newer_features() => Some(PointerParameter::Generic),
                _ => None,
            };
            let ty = match pointer {
                Some(PointerParameter::Own | PointerParameter::Generic) => {
                    self.own_types[self.random.below(self.own_types.len())]
                }
                Some(PointerParameter::Input) => self.inputs[self.random.below(self.inputs.len())].1,
                _ => self.some_type(),
            };
            parameters.push(Parameter { ty, pointer });
        }
        let outer = self.variables.len();
        let mut list = Vec::new();
        for parameter in &parameters {
            let variable = self.name("a");
            let ty = parameter.ty.name();
            let (text, access) = match parameter.pointer {
                None => (format!("{ty} {variable}"), Access::Plain),
                Some(PointerParameter::Private) => {
                    let space = self.random.pick(&["private ", ""]);
                    (format!("{space}{ty} *{variable}"), Access::Elements(1))
                }
                Some(PointerParameter::Generic) => (format!("{ty} *{variable}"), Access::Elements(1)),
                Some(PointerParameter::Own) => (format!("global {ty} *{variable}"), Access::Elements(OWN)),
                Some(PointerParameter::Input) => {
                    (format!("global const {ty} *{variable}"), Access::Elements(INPUT_ROOM))
                }
            };
            list.push(text);
            self.variables.push(Variable {
                access,
                is_constant: parameter.pointer == Some(PointerParameter::Input),
                // Two parameters may point to the same object.
                is_aliased: parameter.pointer.is_some(),
                is_private: parameter.pointer.is_none(),
                ..Variable::new(variable, parameter.ty)
            });
        }
        let body = self.body(result, outer);
        self.functions.push(Function { name: name.clone(), parameters, result });
        let inline = self.random.pick(&["", "", "inline ", "static "]);
        Node::block(format!("{inline}{} {name}({}) {{", result.name(), list.join(", ")), body, "}")
    }

    /// The body of a function; its parameters are the variables from `outer` on.
    fn body(&mut self, result: Type, outer: usize) -> Vec<Node> {
        let flow = std::mem::replace(
            &mut self.flow,
            Flow { divergent: true, may_return: true, result: Some(result), depth: 1, ..Flow::default() },
        );
        let budget = std::mem::replace(&mut self.budget, 8);
        let count = self.random.below(6);
        let mut body = self.statements(count);
        self.excluded.clear();
        self.effect_target = None;
        body.push(Node::fixed(format!("return {};", self.expression(result, 3, false))));
        self.variables.truncate(outer);
        (self.flow, self.budget) = (flow, budget);
        body
    }

    pub(super) fn some_function(&mut self) -> Option<Function> {
        (!self.functions.is_empty()).then(|| self.functions[self.random.below(self.functions.len())].clone())
    }

    /// A call in an expression: of a function that writes nothing.
    pub(super) fn function_call(&mut self, ty: Type, depth: usize) -> Option<String> {
        let found: Vec<Function> =
            self.functions.iter().filter(|f| f.result == ty && f.is_pure()).cloned().collect();
        if found.is_empty() {
            return None;
        }
        let function = found[self.random.below(found.len())].clone();
        self.function_call_text(&function, depth, false).map(|(text, _)| text)
    }

    /// A call and what it gives; `None` where there is nothing to point to.
    pub(super) fn function_call_text(
        &mut self,
        function: &Function,
        depth: usize,
        may_write: bool,
    ) -> Option<(String, Type)> {
        let mut arguments = Vec::new();
        for parameter in &function.parameters {
            let ty = parameter.ty;
            arguments.push(match parameter.pointer {
                None => self.expression(ty, depth.min(2), false),
                Some(PointerParameter::Private) if may_write => {
                    let target =
                        self.writable(|v| v.ty == ty && v.is_private && !v.is_uniform && !v.is_punned)?;
                    match target.access {
                        Access::Elements(count) => {
                            format!("&{}[{}]", target.name, self.index(count, 1, false))
                        }
                        _ => format!("&{}", target.name),
                    }
                }
                Some(PointerParameter::Generic) if may_write => {
                    let target = self.writable(|v| is_anywhere(v) && v.ty == ty)?;
                    match target.access {
                        Access::Elements(count) => {
                            format!("&{}[{}]", target.name, self.index(count, 1, false))
                        }
                        _ => format!("&{}", target.name),
                    }
                }
                Some(PointerParameter::Own) if may_write => self.writable(|v| v.ty == ty && v.is_own())?.name,
                Some(PointerParameter::Input) => {
                    let inputs: Vec<String> = self
                        .variables
                        .iter()
                        .filter(|v| v.ty == ty && v.is_constant && v.access == Access::Input)
                        .map(|v| v.name.clone())
                        .collect();
                    if inputs.is_empty() {
                        return None;
                    }
                    inputs[self.random.below(inputs.len())].clone()
                }
                Some(_) => return None,
            });
        }
        Some((format!("{}({})", function.name, arguments.join(", ")), function.result))
    }

    /// Defines a struct or union, and perhaps a function that takes and gives one.
    pub(super) fn record(&mut self) -> Vec<Node> {
        let name = self.name("R");
        let is_union = self.random.chance(30);
        let mut lines = Vec::new();
        let mut members: Vec<(String, Type, Option<usize>)> = Vec::new();
        let count = 1 + self.random.below(4);
        let first = self.some_type();
        while members.len() < count {
            let member = format!("m{}", members.len());
            if is_union {
                // All members are as long as the first, so that every byte of each was written. A 3-vector has bytes of its own.
                let ty = if members.is_empty() { first } else { self.any_type() };
                if ty.width == 3 && !members.is_empty() {
                    continue;
                }
                if ty.width == 3 {
                    members.push((format!(".{member}"), INT, None));
                    lines.push(format!("    int {member};"));
                    break;
                }
                let times = first.size() / ty.size();
                if times * ty.size() != first.size() || times == 0 || first.width == 3 {
                    continue;
                }
                let (suffix, array) =
                    if times > 1 { (format!("[{times}]"), Some(times)) } else { (String::new(), None) };
                lines.push(format!("    {} {member}{suffix};", ty.name()));
                members.push((format!(".{member}"), ty, array));
                continue;
            }
            let ty = self.some_type();
            match self.random.below(6) {
                0 => {
                    let length = 1 + self.random.below(5);
                    lines.push(format!("    {} {member}[{length}];", ty.name()));
                    members.push((format!(".{member}"), ty, Some(length)));
                }
                1 => {
                    let other = self.some_type();
                    lines.push(format!("    struct {{ {} x; {} y; }} {member};", ty.name(), other.name()));
                    members.push((format!(".{member}.x"), ty, None));
                    members.push((format!(".{member}.y"), other, None));
                }
                _ => {
                    lines.push(format!("    {} {member};", ty.name()));
                    members.push((format!(".{member}"), ty, None));
                }
            }
        }
        let kind = if is_union { "union" } else { "struct" };
        let attribute = match self.random.below(5) {
            0 if !is_union => " __attribute__((packed))",
            1 => " __attribute__((aligned(16)))",
            _ => "",
        };
        let packed = attribute.contains("packed");
        let mut nodes =
            vec![Node::text(format!("typedef {kind} {{\n{}\n}}{attribute} {name};", lines.join("\n")))];
        let mut record = Record { name: name.clone(), is_union, members, change: None };
        if self.random.chance(60) {
            let function = self.name("g");
            let outer = self.variables.len();
            self.register(&record, "r.", packed);
            self.variables.push(Variable::new("n", INT));
            let flow =
                std::mem::replace(&mut self.flow, Flow { divergent: true, depth: 1, ..Flow::default() });
            let budget = std::mem::replace(&mut self.budget, 6);
            let count = 1 + self.random.below(4);
            let mut body = self.statements(count);
            (self.flow, self.budget) = (flow, budget);
            self.variables.truncate(outer);
            body.push(Node::fixed("return r;"));
            nodes.push(Node::block(format!("{name} {function}({name} r, int n) {{"), body, "}"));
            record.change = Some(function);
        }
        self.records.push((record, packed));
        nodes
    }

    /// Makes the members of an object known; `object` ends with `.` or `->`.
    pub(super) fn register(&mut self, record: &Record, object: &str, packed: bool) {
        let object = object.strip_suffix('.').map_or_else(|| object.to_owned(), str::to_owned);
        for (path, ty, count) in &record.members {
            let path = if object.ends_with("->") { &path[1..] } else { path };
            self.variables.push(Variable {
                access: count.map_or(Access::Plain, Access::Elements),
                is_aliased: true,
                is_punned: record.is_union,
                is_packed: packed,
                // The address of a packed member may not be one for its type.
                is_private: !packed && !object.contains("->") && !object.contains('['),
                ..Variable::new(format!("{object}{path}"), *ty)
            });
        }
    }

    /// A variable of a struct or union.
    pub(super) fn record_declaration(&mut self) -> Option<Node> {
        if self.records.is_empty() {
            return None;
        }
        let (record, packed) = self.records[self.random.below(self.records.len())].clone();
        let name = self.name("s");
        let type_name = record.name.clone();
        let existing: Vec<String> =
            self.objects.iter().filter(|(ty, _)| *ty == type_name).map(|(_, name)| name.clone()).collect();
        let existing: Vec<String> = existing
            .into_iter()
            .filter(|object| self.variables.iter().any(|v| v.name.starts_with(&format!("{object}."))))
            .collect();
        let initial = match (existing.is_empty(), self.random.below(3)) {
            (false, 0) => existing[self.random.below(existing.len())].clone(),
            (false, 1) if record.change.is_some() => {
                let object = existing[self.random.below(existing.len())].clone();
                format!("{}({object}, {})", record.change.clone()?, self.expression(INT, 2, false))
            }
            _ => {
                let mut parts = Vec::new();
                let members = if record.is_union { &record.members[..1] } else { &record.members[..] };
                for (_, ty, count) in members {
                    let mut list = Vec::new();
                    for _ in 0..count.unwrap_or(1) {
                        let value = self.expression(*ty, 2, false);
                        list.push(if record.is_union { self.canonical(*ty, value) } else { value });
                    }
                    parts.push(match count {
                        Some(_) => format!("{{{}}}", list.join(", ")),
                        None => list.join(", "),
                    });
                }
                // Braces of inner structs may be left out.
                format!("{{{}}}", parts.join(", "))
            }
        };
        let mut nodes = vec![Node::text(format!("{type_name} {name} = {initial};"))];
        if self.random.chance(30) {
            let pointer = self.name("p");
            nodes.push(Node::text(format!("{type_name} *{pointer} = &{name};")));
            self.register(&record, &format!("{pointer}->"), packed);
        }
        self.register(&record, &format!("{name}."), packed);
        self.objects.push((type_name, name));
        Some(Node::Group(nodes))
    }
}

/// Whether a pointer to any address space may point to it: private variables, and the memory of the work-item in a buffer.
pub(super) fn is_anywhere(variable: &Variable) -> bool {
    (variable.is_own() || variable.is_private)
        && !variable.is_constant
        && !variable.is_uniform
        && !variable.is_punned
        && !variable.name.contains('*')
}
