//! Statements: declarations, assignments, control flow. What differs between the work-items of a group, and where barriers may
//! stand, is tracked in [`Flow`].

use ferrocl_syntax::ast::ScalarName;

use super::functions::is_anywhere;
use super::places::{Access, Variable};
use super::tree::Node;
use super::types::{INT, Type};
use super::whole::Generator;

/// What is known about the control flow at the place where a statement is made.
#[derive(Debug, Clone, Default)]
pub(super) struct Flow {
    /// Whether only some work-items of a group may be here.
    pub divergent: bool,
    /// Whether a barrier may stand in what is uniform.
    pub may_have_barriers: bool,
    /// Whether work-items may return on their own.
    pub may_return: bool,
    /// What the function gives; `None` for `void`.
    pub result: Option<Type>,
    /// What `break`, `continue` and `goto` may leave, innermost last.
    pub constructs: Vec<Construct>,
    /// How deep statements are nested.
    pub depth: usize,
}

/// What a jump may leave.
#[derive(Debug, Clone)]
pub(super) struct Construct {
    pub kind: ConstructKind,
    /// Whether only some work-items may be in it, or leave it.
    pub divergent: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ConstructKind {
    Loop,
    Switch,
    /// The label at the end of a block.
    Label(String),
}

impl Generator {
    /// Statements in a scope of their own.
    pub(super) fn scope(&mut self, count: usize) -> Vec<Node> {
        let (variables, flow) = (self.variables.len(), self.flow.clone());
        self.flow.depth += 1;
        let nodes = self.statements(count);
        self.flow = flow;
        self.variables.truncate(variables);
        nodes
    }

    pub(super) fn statements(&mut self, count: usize) -> Vec<Node> {
        let mut nodes = Vec::new();
        for _ in 0..count {
            if self.budget == 0 {
                break;
            }
            self.budget -= 1;
            let node = self.statement();
            self.excluded.clear();
            self.effect_target = None;
            nodes.extend(node);
        }
        nodes
    }

    fn statement(&mut self) -> Option<Node> {
        self.choose_effect();
        let nested = self.flow.depth < 4;
        match self.random.below(if self.has_exact_sub_groups { 53 } else { 46 }) {
            0..=5 => Some(self.declaration()),
            6..=16 => self.assignment(),
            17 | 18 => self.component_assignment(),
            19 | 20 => self.store_vector(),
            21 => self.call_statement(),
            22 => self.pointer_result(),
            23..=26 if nested => Some(self.if_statement()),
            27..=29 if nested => Some(self.loop_statement()),
            30 if nested => Some(self.switch_statement()),
            31 if nested => Some(self.label_block()),
            32 if nested => Some(Node::block("{", self.scope(3), "}")),
            33 | 34 => self.jump(),
            35 => self.atomic(),
            36..=39 => self.phase(),
            40 => self.work_group_function(),
            41 => self.sub_group_count(),
            42 => self.sub_group_round_trip(),
            44 => self.image_write(),
            45 => self.print(),
            46..=52 => self.sub_group_function(),
            43 => Some(self.small_variable()),
            _ => self.assignment(),
        }
    }

    /// Chooses the variable on which an expression of the statement may have an effect: nothing else reads it.
    pub(super) fn choose_effect(&mut self) {
        if !self.random.chance(25) {
            return;
        }
        let target =
            self.writable(|v| v.access == Access::Plain && !v.is_aliased && !v.is_punned && !v.is_uniform);
        if let Some(target) = target {
            self.excluded.push(target.name.clone());
            self.effect_target = Some(target);
        }
    }

    fn depth(&mut self) -> usize {
        1 + self.random.below(4)
    }

    /// A variable with its first value.
    pub(super) fn declaration(&mut self) -> Node {
        if self.random.chance(12)
            && let Some(node) = self.record_declaration()
        {
            return node;
        }
        if self.random.chance(10)
            && let Some(node) = self.pointer_declaration()
        {
            return node;
        }
        if self.random.chance(6) {
            return self.rows();
        }
        let ty = self.some_type();
        if self.random.chance(6) {
            let depth = self.depth();
            return self.qualified(ty, depth);
        }
        let name = self.name("v");
        let is_uniform = !self.flow.divergent && self.random.chance(25);
        let depth = self.depth();
        if self.random.chance(25) {
            let count = 1 + self.random.below(9);
            let given = if self.random.chance(50) { count } else { self.random.below(count) };
            let parts: Vec<String> =
                (0..given.max(1)).map(|_| self.expression(ty, depth.min(2), is_uniform)).collect();
            self.variables.push(Variable {
                access: if count == 1 { Access::Elements(1) } else { Access::Elements(count) },
                is_uniform,
                is_aliased: true,
                ..Variable::new(name.clone(), ty)
            });
            return Node::text(format!("{} {name}[{count}] = {{{}}};", ty.name(), parts.join(", ")));
        }
        let value = self.expression(ty, depth, is_uniform);
        self.variables.push(Variable { is_uniform, ..Variable::new(name.clone(), ty) });
        Node::text(format!("{} {name} = {value};", ty.name()))
    }

    /// A pointer to variables of one type, chosen at run time.
    fn pointer_declaration(&mut self) -> Option<Node> {
        let is_generic = self.has_newer_features() && self.random.chance(50);
        let is_target = |v: &Variable| is_anywhere(v) && (v.is_private || is_generic);
        let variable = self.writable(is_target)?;
        let ty = variable.ty;
        let targets: Vec<Variable> = self
            .variables
            .iter()
            .filter(|v| v.ty == ty && is_target(v) && !self.excluded.contains(&v.name))
            .cloned()
            .collect();
        let mut addresses = Vec::new();
        for _ in 0..2 {
            let target = targets[self.random.below(targets.len())].clone();
            addresses.push(match target.access {
                Access::Elements(count) => format!("&{}[{}]", target.name, self.index(count, 1, false)),
                _ => {
                    self.variables
                        .iter_mut()
                        .filter(|v| v.name == target.name)
                        .for_each(|v| v.is_aliased = true);
                    format!("&{}", target.name)
                }
            });
        }
        let name = self.name("p");
        let address = if self.random.chance(50) {
            addresses[0].clone()
        } else {
            let condition = self.any_integer(2, false);
            let cast = if is_generic { format!("({} *)", ty.name()) } else { String::new() };
            format!("{condition} ? {cast}{} : {cast}{}", addresses[0], addresses[1])
        };
        self.variables.push(Variable {
            access: Access::Elements(1),
            is_aliased: true,
            is_private: false,
            ..Variable::new(name.clone(), ty)
        });
        Some(Node::text(format!("{} *{name} = {address};", ty.name())))
    }

    /// A scalar to decide by.
    pub(super) fn condition(&mut self, depth: usize, uniform: bool) -> String {
        let ty = if self.random.chance(70) { INT } else { self.any_type().scalar() };
        self.expression(ty, depth, uniform)
    }

    fn assignment(&mut self) -> Option<Node> {
        let variable = self.writable(|_| true)?;
        let uniform = variable.is_uniform;
        let place = self.place(&variable, 2, uniform);
        let ty = variable.ty;
        if !variable.is_punned && !ty.is_float() && self.may_count(ty) && self.random.chance(12) {
            let operator = self.random.pick(&["++", "--"]);
            let text = if self.random.chance(50) {
                format!("{place}{operator};")
            } else {
                format!("{operator}{place};")
            };
            return Some(Node::text(text));
        }
        let depth = self.depth();
        if !variable.is_punned && self.random.chance(35) {
            let operators: &[&str] = match ty.is_float() {
                _ if self.dialect.is_strict => self.strict_compound_operators(ty),
                true => &["+=", "-=", "*=", "/="],
                false => &["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="],
            };
            let operator = self.random.pick(operators);
            let operand = match self.random.below(4) {
                0 if !ty.is_scalar() => ty.scalar(),
                _ if self.dialect.is_strict => ty,
                0 if operator.len() == 2 && !matches!(operator, "%=" | "&=" | "|=" | "^=") => {
                    self.any_type().scalar()
                }
                _ => ty,
            };
            let value = self.expression(operand, depth, uniform);
            return Some(Node::text(format!("{place} {operator} {value};")));
        }
        let value = self.expression(ty, depth, uniform);
        let value = if variable.is_punned { self.canonical(ty, value) } else { value };
        Some(Node::text(format!("{place} = {value};")))
    }

    fn component_assignment(&mut self) -> Option<Node> {
        let variable = self.writable(|v| !v.ty.is_scalar() && !v.is_punned)?;
        let uniform = variable.is_uniform;
        let counts: Vec<u8> =
            [1, 2, 3, 4, 8].into_iter().filter(|&count| count <= variable.ty.width).collect();
        let count = self.random.pick(&counts);
        let selector = match (variable.ty.width, self.selector(variable.ty.width, count, false)?) {
            // The upper half of a 3-vector has a component that does not exist.
            (3, selector) if matches!(selector.as_str(), "hi" | "odd") => return None,
            (_, selector) => selector,
        };
        let place = self.place(&variable, 2, uniform);
        let part = Type { width: count, ..variable.ty };
        let depth = self.depth();
        let value = self.expression(part, depth, uniform);
        let operator = self.random.pick(self.component_operators(&variable));
        Some(Node::text(format!("{place}.{selector} {operator} {value};")))
    }

    /// `vstoren` into an array of components.
    fn store_vector(&mut self) -> Option<Node> {
        let array = self.writable(|v| {
            v.ty.is_scalar()
                && !v.is_punned
                && !v.is_packed
                && matches!(v.access, Access::Elements(count) if count > 1)
        })?;
        let Access::Elements(count) = array.access else { return None };
        let widths: Vec<u8> = [2, 3, 4, 8, 16].into_iter().filter(|&w| usize::from(w) <= count).collect();
        let width = self.random.pick(&widths);
        let depth = self.depth();
        let value = self.expression(Type { width, ..array.ty }, depth, array.is_uniform);
        let index = self.index(count / usize::from(width), 2, array.is_uniform);
        if array.ty.element == ScalarName::Half && self.random.chance(60) {
            let from = Type::new(self.random.pick(&[ScalarName::Float, ScalarName::Double]), width);
            let value = self.expression(from, depth, array.is_uniform);
            let rounding = self.random.pick(&["", "_rte", "_rtz", "_rtp", "_rtn"]);
            return Some(Node::text(format!(
                "vstore_half{width}{rounding}({value}, {index}, {});",
                array.name
            )));
        }
        Some(Node::text(format!("vstore{width}({value}, {index}, {});", array.name)))
    }

    /// A call of a function of the program.
    fn call_statement(&mut self) -> Option<Node> {
        let function = self.some_function()?;
        let (text, result) = self.function_call_text(&function, 2, true)?;
        match self.writable(|v| v.ty == result && !v.is_uniform && v.access == Access::Plain && !v.is_punned)
        {
            Some(variable) => Some(Node::text(format!("{} = {text};", variable.name))),
            None => Some(Node::text(format!("{text};"))),
        }
    }

    /// A built-in function that gives a second result through a pointer.
    fn pointer_result(&mut self) -> Option<Node> {
        let count = self.calls.with_pointers().len();
        let (result, call) = self.calls.with_pointers()[self.random.below(count)].clone();
        if !self.may_call(&call) {
            return None;
        }
        let pointee = *call.parameters.last()?;
        let (value, second) = (self.name("v"), self.name("v"));
        // Where there is NaN or infinity, the second result of some is open.
        let text = self.call(&call, 2, false, Some(&format!("&{second}")));
        let zero = pointee.literal(&mut self.random, self.dialect);
        self.variables.push(Variable::new(value.clone(), result));
        self.variables.push(Variable { is_aliased: true, ..Variable::new(second.clone(), pointee) });
        Some(Node::Group(vec![
            Node::text(format!("{} {second} = {zero};", pointee.name())),
            Node::text(format!("{} {value} = {text};", result.name())),
        ]))
    }

    fn if_statement(&mut self) -> Node {
        let uniform = self.random.chance(30);
        let depth = self.depth();
        let condition = self.condition(depth, uniform);
        let outer = self.flow.divergent;
        self.flow.divergent |= !uniform;
        let count = 1 + self.random.below(4);
        let mut body = self.scope(count);
        let tail = if self.random.chance(45) {
            let count = 1 + self.random.below(3);
            let other = self.scope(count);
            body = vec![Node::Group(body), Node::block("} else {", other, "")];
            "}"
        } else {
            "}"
        };
        self.flow.divergent = outer;
        Node::block(format!("if ({condition}) {{"), body, tail)
    }

    /// A loop with a bounded number of turns.
    fn loop_statement(&mut self) -> Node {
        let uniform = !self.flow.divergent && self.random.chance(50);
        let counter = self.name("i");
        let bound = if self.random.chance(40) {
            (1 + self.random.below(5)).to_string()
        } else {
            let bound = self.any_integer(2, uniform);
            format!("(int)({bound} & 7)")
        };
        let (outer, depth) = (self.flow.clone(), self.depth());
        let condition = self.condition(depth, uniform);
        let kind = self.random.below(5);
        self.flow.divergent |= !uniform;
        self.flow.constructs.push(Construct { kind: ConstructKind::Loop, divergent: self.flow.divergent });
        let variables = self.variables.len();
        // What expressions see of the counter is read-only.
        self.variables.push(Variable {
            is_constant: true,
            is_uniform: uniform,
            is_private: false,
            ..Variable::new(counter.clone(), INT)
        });
        // The effect of the statement's head is not one of its body.
        self.excluded.clear();
        self.effect_target = None;
        let count = 1 + self.random.below(4);
        let body = self.scope(count);
        self.variables.truncate(variables);
        self.flow = outer;
        match kind {
            0 => Node::Group(vec![
                Node::text(format!("int {counter} = 0;")),
                Node::block(format!("while ({counter}++ < {bound} && {condition}) {{"), body, "}"),
            ]),
            1 => Node::Group(vec![
                Node::text(format!("int {counter} = 0;")),
                Node::block("do {", body, format!("}} while (++{counter} < {bound} && {condition});")),
            ]),
            2 => Node::block(format!("for (int {counter} = {bound}; {counter}-- > 0;) {{"), body, "}"),
            3 => Node::Group(vec![
                Node::text(format!("int {counter} = 0;")),
                Node::block(format!("for (;;) {{ if ({counter}++ >= {bound}) break;"), body, "}"),
            ]),
            _ => Node::block(
                format!("for (int {counter} = 0; {counter} < {bound}; {counter}++) {{"),
                body,
                "}",
            ),
        }
    }

    fn switch_statement(&mut self) -> Node {
        let uniform = !self.flow.divergent && self.random.chance(40);
        let value = self.any_integer(3, uniform);
        let outer = self.flow.clone();
        self.flow.divergent |= !uniform;
        self.flow.constructs.push(Construct { kind: ConstructKind::Switch, divergent: self.flow.divergent });
        self.excluded.clear();
        self.effect_target = None;
        // Labels are converted to the promoted type of the operand.
        let ty =
            self.random.pick(&["int", "int", "char", "uchar", "short", "ushort", "uint", "long", "ulong"]);
        let first = self.random.pick(&[0, 0, -2, 100]);
        let mut cases: Vec<String> =
            (first..first + 2 + self.random.below(3) as i64).map(|i| format!("case {i}:")).collect();
        if self.random.chance(60) {
            let at = self.random.below(cases.len() + 1);
            cases.insert(at, "default:".to_owned());
        }
        let mut body = Vec::new();
        for case in cases {
            let count = 1 + self.random.below(2);
            let inside = self.scope(count);
            let end = if self.random.chance(60) { "} break;" } else { "}" };
            body.push(Node::block(format!("{case} {{"), inside, end));
        }
        self.flow = outer;
        Node::block(format!("switch (({ty})(((int){value} & 3) + {first})) {{"), body, "}")
    }

    /// A block with a label at its end or, with a count, at its start, and jumps there from inside.
    fn label_block(&mut self) -> Node {
        let uniform = !self.flow.divergent && self.random.chance(30);
        let label = self.name("L");
        let outer = self.flow.clone();
        self.flow.divergent |= !uniform;
        let is_forward = self.random.chance(70);
        if is_forward {
            let kind = ConstructKind::Label(label.clone());
            self.flow.constructs.push(Construct { kind, divergent: self.flow.divergent });
        } else {
            // Jumps out of the block are those of the constructs round it.
            self.flow.constructs.clear();
        }
        self.excluded.clear();
        self.effect_target = None;
        let count = 2 + self.random.below(4);
        let body = self.scope(count);
        let condition = self.condition(2, uniform);
        self.flow = outer;
        if is_forward {
            return Node::block("{ {", body, format!("}} {label}: ; }}"));
        }
        let counter = self.name("c");
        Node::block(
            format!("{{ int {counter} = 0; {label}: {{"),
            body,
            format!("}} if (++{counter} < 4 && {condition}) goto {label}; }}"),
        )
    }

    fn jump(&mut self) -> Option<Node> {
        let uniform = self.random.chance(30);
        let decides_alone = self.flow.divergent || !uniform;
        let depth = self.depth();
        let mut targets: Vec<String> = Vec::new();
        let mut inside_loop = false;
        let mut inside_any = false;
        for construct in self.flow.constructs.iter().rev() {
            let allowed = construct.divergent || !decides_alone;
            match &construct.kind {
                ConstructKind::Loop => {
                    if allowed && !inside_any {
                        targets.push("break;".to_owned());
                    }
                    if allowed && !inside_loop {
                        targets.push("continue;".to_owned());
                    }
                    (inside_loop, inside_any) = (true, true);
                }
                ConstructKind::Switch => {
                    if allowed && !inside_any {
                        targets.push("break;".to_owned());
                    }
                    inside_any = true;
                }
                ConstructKind::Label(label) if allowed => targets.push(format!("goto {label};")),
                ConstructKind::Label(_) => {}
            }
            // A jump from inside leaves this one too, which must allow for it.
            if !allowed {
                break;
            }
        }
        if (self.flow.may_return || !decides_alone) && self.random.chance(40) {
            targets.push(match self.flow.result {
                Some(ty) => format!("return {};", self.expression(ty, 2, false)),
                None => "return;".to_owned(),
            });
        }
        if targets.is_empty() {
            return None;
        }
        let target = targets[self.random.below(targets.len())].clone();
        let condition = self.condition(depth, uniform);
        Some(Node::text(format!("if ({condition}) {target}")))
    }
}
