//! Whole programs: their parts, the kernel, and the launch.

use std::collections::BTreeMap;

use ferrocl_sema::builtins::table::ELEMENTS;
use ferrocl_syntax::ast::ScalarName;
use ferrocl_syntax::options::Standard;

use super::Case;
use super::barriers::GROUP_ITEMS;
use super::calls::Calls;
use super::dialect::Dialect;
use super::functions::{Function, Record};
use super::images::ImageVariable;
use super::places::{Access, Variable};
use super::statements::Flow;
use super::tree::{Node, render};
use super::types::{INT, Type, UINT, element_name};
use ferrocl_base::random::Random;

/// How many elements of a buffer belong to each work-item.
pub(super) const OWN: usize = 16;

/// Makes a program from a seed.
pub struct Generator {
    pub(super) random: Random,
    pub(super) standard: Standard,
    pub(super) dialect: Dialect,
    /// Whether results may depend on how many work-items a sub-group has.
    pub(super) has_exact_sub_groups: bool,
    /// Whether it prints. (A peer would print among the answers of the process.)
    pub(super) prints: bool,
    /// How many dimensions the launch has.
    pub(super) dimensions: u32,
    pub(super) calls: Calls,
    /// Types that the program mostly uses.
    palette: Vec<Type>,
    /// Functions that the generator itself needs, by name.
    pub(super) prelude: BTreeMap<String, String>,
    pub(super) variables: Vec<Variable>,
    pub(super) functions: Vec<Function>,
    /// The kernel's images.
    pub(super) images: Vec<ImageVariable>,
    /// Samplers for them.
    pub(super) samplers: Vec<String>,
    /// An enumeration's name.
    pub(super) enumeration: Option<String>,
    /// Structs and unions, and whether they are packed.
    pub(super) records: Vec<(Record, bool)>,
    /// Variables of those: type and name.
    pub(super) objects: Vec<(String, String)>,
    /// Inputs: name and type.
    pub(super) inputs: Vec<(String, Type)>,
    /// Types of the buffers that work-items have a part of.
    pub(super) own_types: Vec<Type>,
    /// Arrays in local memory that no phase uses now.
    pub(super) locals: Vec<(String, Type)>,
    /// The same for counters.
    pub(super) local_counters: Vec<(String, Type)>,
    /// Counters that atomics may change here.
    pub(super) counters: Vec<(String, Type)>,
    /// What nothing else in the statement may read or write.
    pub(super) excluded: Vec<String>,
    /// The variable on which the statement may have an effect in passing.
    pub(super) effect_target: Option<Variable>,
    pub(super) flow: Flow,
    /// Statements left to make.
    pub(super) budget: usize,
    /// Calls of the library left to make.
    pub(super) library_calls: usize,
    /// The variable with the work-item's number, where there is one.
    pub(super) linear: Option<String>,
    /// Work-items of the launch.
    pub(super) items: u64,
    names: usize,
}

impl Generator {
    /// The case of a seed in a dialect, and its program as a tree.
    pub fn generate(seed: u64, dialect: Dialect) -> (Case, Vec<Node>) {
        let mut random = Random::new(seed);
        let mut standards = vec![
            ("-cl-std=CL3.0", Standard::Cl30),
            ("-cl-std=CL3.0", Standard::Cl30),
            ("-cl-std=CL2.0", Standard::Cl20),
            ("-cl-std=CL1.2", Standard::Cl12),
        ];
        standards.retain(|(_, standard)| *standard <= dialect.newest);
        let (option, standard) = random.pick(&standards);
        let mut case = launch(&mut random, seed, standard >= Standard::Cl20);
        case.options = option.to_owned();
        if random.chance(4) {
            case.options.push_str(" -cl-opt-disable");
        }
        let mut palette: Vec<Type> =
            (0..2 + random.below(5)).map(|_| Type::any(&mut random, dialect)).collect();
        palette.push(INT);
        let library_calls = random.pick(&[0, 0, 1, 3]);
        let mut generator = Generator {
            standard,
            dialect,
            has_exact_sub_groups: false,
            prints: false,
            dimensions: case.dimensions,
            calls: Calls::new(standard, dialect),
            palette,
            prelude: BTreeMap::new(),
            variables: Vec::new(),
            functions: Vec::new(),
            images: Vec::new(),
            samplers: Vec::new(),
            enumeration: None,
            records: Vec::new(),
            objects: Vec::new(),
            inputs: Vec::new(),
            own_types: Vec::new(),
            locals: Vec::new(),
            local_counters: Vec::new(),
            counters: Vec::new(),
            excluded: Vec::new(),
            effect_target: None,
            flow: Flow::default(),
            budget: 0,
            library_calls,
            linear: None,
            items: case.global.iter().product(),
            names: 0,
            random,
        };
        generator.has_exact_sub_groups =
            !dialect.is_strict && generator.has_sub_groups() && generator.random.chance(35);
        generator.prints = !dialect.is_strict && generator.random.chance(15);
        case.depends_on_sub_groups = generator.has_exact_sub_groups;
        let nodes = generator.program(&case);
        case.source = render(&nodes);
        (case, nodes)
    }

    /// A name that nothing else has.
    pub(super) fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// Whether there is what [`Dialect::has_newer_features`] says.
    pub(super) fn has_newer_features(&self) -> bool {
        self.dialect.has_newer_features && self.standard >= Standard::Cl20
    }

    /// A type, mostly one that the program uses elsewhere.
    pub(super) fn some_type(&mut self) -> Type {
        if self.random.chance(85) { self.random.pick(&self.palette) } else { self.any_type() }
    }

    /// Any type of the dialect.
    pub(super) fn any_type(&mut self) -> Type {
        Type::any(&mut self.random, self.dialect)
    }

    /// Any element type of the dialect.
    pub(super) fn any_element(&mut self) -> ScalarName {
        let elements = self.dialect.elements();
        self.random.pick(&elements)
    }

    fn program(&mut self, launch: &Case) -> Vec<Node> {
        for _ in 0..1 + self.random.below(3) {
            let ty = self.some_type();
            let name = format!("in_{}_{}", self.names, ty.name());
            self.names += 1;
            self.inputs.push((name, ty));
        }
        for _ in 0..1 + self.random.below(2) {
            let ty = self.some_type();
            if !self.own_types.contains(&ty) {
                self.own_types.push(ty);
            }
        }
        let mut nodes = Vec::new();
        for _ in 0..self.random.below(3) {
            let ty = self.some_type();
            let name = self.name("table");
            let count = 1 + self.random.below(8);
            let list: Vec<String> = (0..count).map(|_| ty.literal(&mut self.random, self.dialect)).collect();
            nodes.push(Node::text(format!(
                "constant {} {name}[{count}] = {{{}}};",
                ty.name(),
                list.join(", ")
            )));
            self.variables.push(Variable {
                access: Access::Elements(count),
                is_uniform: true,
                is_constant: true,
                is_private: false,
                ..Variable::new(name, ty)
            });
        }
        if self.random.chance(25) {
            nodes.push(self.enumeration());
        }
        for _ in 0..self.random.below(3) {
            nodes.extend(self.record());
        }
        for _ in 0..self.random.below(4) {
            nodes.push(self.function());
        }
        let (before, kernel) = self.kernel(launch);
        nodes.extend(before);
        let contract = match self.dialect.is_strict {
            true => "#pragma OPENCL FP_CONTRACT OFF\n",
            false => self.random.pick(&["", "", "#pragma OPENCL FP_CONTRACT OFF\n"]),
        };
        let half = if self.dialect.has_half { "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" } else { "" };
        let mut all = vec![Node::text(format!(
            "{half}#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n\
             #pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n\
             #pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable\n{contract}"
        ))];
        all.extend(self.prelude.values().map(Node::fixed));
        all.extend(nodes);
        all.push(kernel);
        all
    }

    /// What stands in program scope for the kernel, and itself.
    fn kernel(&mut self, launch: &Case) -> (Vec<Node>, Node) {
        let mut parameters = Vec::new();
        let mut body = Vec::new();
        let items = self.items;
        let has_barriers = self.random.chance(50);
        self.flow =
            Flow { may_have_barriers: has_barriers, may_return: !has_barriers, depth: 1, ..Flow::default() };
        self.numbers(launch.dimensions, &mut body);
        for (name, ty) in self.inputs.clone() {
            let space = self.random.pick(&["global const", "global const", "constant"]);
            let is_constant_space = space == "constant";
            parameters.push(format!("{space} {} *{name}", ty.name()));
            self.variables.push(Variable {
                // Functions take those in global memory; an array of so many elements is the start of an input.
                access: if is_constant_space {
                    Access::Elements(super::places::INPUT_ROOM)
                } else {
                    Access::Input
                },
                is_constant: true,
                is_uniform: true,
                is_private: false,
                ..Variable::new(name, ty)
            });
        }
        for ty in self.own_types.clone() {
            let buffer = format!("own_{}_{OWN}", ty.name());
            parameters.push(format!("global {} *{buffer}", ty.name()));
            let name = self.name("o");
            body.push(Node::text(format!("global {} *{name} = {buffer} + lin * {OWN};", ty.name())));
            self.variables.push(Variable {
                access: Access::Elements(OWN),
                is_aliased: true,
                is_private: false,
                ..Variable::new(name, ty)
            });
        }
        let mut before = Vec::new();
        if self.random.chance(20) {
            before.extend(self.program_variable(&mut body));
        }
        for _ in 0..self.random.below(4) {
            let ty = self.some_type();
            let name = self.name("k");
            parameters.push(format!("{} {name}", ty.name()));
            self.variables.push(Variable { is_uniform: true, ..Variable::new(name, ty) });
        }
        if self.random.chance(50) {
            let ty = self.counter_type();
            let name = format!("count_{}", ty.name());
            parameters.push(format!("volatile global {} *{name}", ty.name()));
            self.counters.push((name, ty));
        }
        if self.random.chance(25)
            && let Some((record, packed)) = self.records.last().cloned()
        {
            let name = format!("records_{}", record.most_bytes());
            parameters.push(format!("global {} *{name}", record.name));
            self.register(&record, &format!("{name}[lin]."), packed);
            self.objects.push((record.name, format!("{name}[lin]")));
        }
        self.choose_images(&mut parameters, &mut before);
        if has_barriers {
            self.local_memory(&mut parameters, &mut body);
        }
        self.budget = 12 + self.random.below(30);
        let half = self.budget;
        body.extend(self.statements(half * 2 / 3));
        // From here on work-items may leave on their own.
        if self.random.chance(30) {
            (self.flow.may_have_barriers, self.flow.may_return) = (false, true);
        }
        body.extend(self.statements(half));
        self.dump(items, &mut parameters, &mut body);
        let attribute = match self.random.below(8) {
            0 => "__attribute__((vec_type_hint(float4))) ".to_owned(),
            // Groups of another size are not allowed then.
            1 if launch.is_uniform() => {
                let [x, y, z] = launch.local;
                format!("__attribute__((reqd_work_group_size({x}, {y}, {z}))) ")
            }
            2 => {
                let [x, y, z] = launch.local;
                format!("__attribute__((work_group_size_hint({x}, {y}, {z}))) ")
            }
            _ => String::new(),
        };
        let kernel =
            Node::block(format!("{attribute}kernel void t({}) {{", parameters.join(", ")), body, "}");
        (before, kernel)
    }

    /// The work-item's numbers.
    fn numbers(&mut self, dimensions: u32, body: &mut Vec<Node>) {
        let ty = self.random.pick(&["int", "uint", "size_t", "int"]);
        let from_zero = |d: u32| format!("(get_global_id({d}) - get_global_offset({d}))");
        let mut linear = from_zero(dimensions - 1);
        for d in (0..dimensions - 1).rev() {
            linear = format!("({linear} * get_global_size({d}) + {})", from_zero(d));
        }
        if self.standard >= Standard::Cl20 && self.random.chance(20) {
            linear = "get_global_linear_id()".to_owned();
        }
        body.push(Node::fixed(format!("{ty} lin = ({ty}){linear};")));
        body.push(Node::fixed(
            "uint lid = (uint)(get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2)));",
        ));
        body.push(Node::fixed(
            "uint lsize = (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));",
        ));
        let element = match ty {
            "int" => INT,
            "uint" => UINT,
            _ => Type::new(ScalarName::Ulong, 1),
        };
        for (name, ty, is_uniform) in [("lin", element, false), ("lid", UINT, false), ("lsize", UINT, true)] {
            self.variables.push(Variable {
                is_constant: true,
                is_uniform,
                is_private: false,
                ..Variable::new(name, ty)
            });
        }
        self.linear = Some("lin".to_owned());
    }

    fn local_memory(&mut self, parameters: &mut Vec<String>, body: &mut Vec<Node>) {
        for _ in 0..1 + self.random.below(2) {
            let ty = self.some_type();
            let name = self.name("l");
            if self.random.chance(30) {
                parameters.push(format!("local {} *{name}", ty.name()));
            } else {
                body.insert(0, Node::text(format!("local {} {name}[{GROUP_ITEMS}];", ty.name())));
            }
            self.locals.push((name, ty));
        }
        if self.random.chance(50) {
            let ty = self.counter_type();
            let name = self.name("l");
            body.insert(0, Node::text(format!("local {} {name}[6];", ty.name())));
            self.local_counters.push((name, ty));
        }
    }

    /// Writes every variable to a buffer.
    fn dump(&mut self, items: u64, parameters: &mut Vec<String>, body: &mut Vec<Node>) {
        let mut used = [0usize; ELEMENTS.len()];
        for variable in self.variables.clone() {
            let count = match variable.access {
                Access::Plain => 1,
                Access::Elements(count) => count,
                Access::Until(_) | Access::Input => continue,
            };
            if variable.is_constant || variable.is_own() {
                continue;
            }
            let element = variable.ty.element;
            let start = &mut used[element as usize];
            let buffer = format!("dump_{}", element_name(element));
            let mut lines = String::new();
            for index in 0..count {
                let place = match (&variable.access, count) {
                    (Access::Plain, _) => variable.name.clone(),
                    (_, 1) => format!("(*{})", variable.name),
                    _ => format!("{}[{index}]", variable.name),
                };
                let at = *start as u64 * items;
                let width = variable.ty.width;
                lines.push_str(&match width {
                    1 => format!("{buffer}[{at} + lin] = {place};\n"),
                    _ => format!("vstore{width}({place}, lin, {buffer} + {at});\n"),
                });
                *start += usize::from(width);
            }
            body.push(Node::text(lines));
        }
        for element in ELEMENTS {
            let count = used[element as usize];
            if count > 0 {
                let name = element_name(element);
                let buffer = format!("dump_{name}_{count}");
                parameters.push(format!("global {name} *{buffer}"));
                body.insert(0, Node::text(format!("global {name} *dump_{name} = {buffer};")));
            }
        }
    }
}

/// A launch: few work-items, but sizes of every kind.
fn launch(random: &mut Random, seed: u64, non_uniform: bool) -> Case {
    let dimensions = 1 + random.pick(&[0, 0, 0, 1, 1, 2]);
    let mut case = Case {
        seed,
        options: String::new(),
        dimensions,
        global: [1; 3],
        local: [1; 3],
        offset: [0; 3],
        depends_on_sub_groups: false,
        source: String::new(),
    };
    let (mut room, mut group_room) = (200, GROUP_ITEMS);
    for d in 0..dimensions as usize {
        let local = random.pick(&[1, 3, 4, 5, 7, 8, 13, 16, 16, 17, 32, 33, 64]).min(group_room);
        let most = (room / local).max(1);
        let groups = 1 + random.below(most.min(5) as usize) as u64;
        let global = if non_uniform && random.chance(50) {
            (local * groups).saturating_sub(random.below(local as usize) as u64).max(1)
        } else {
            local * groups
        };
        (case.global[d], case.local[d]) = (global, local);
        room = (room / global).max(1);
        group_room = (group_room / local).max(1);
        if random.chance(30) {
            case.offset[d] = random.pick(&[1, 16, 100, 1_000_003, 0xffff_fff0]);
        }
    }
    case
}
