//! A plan as text: for people who ask why a kernel is as fast as it is.
//!
//! The kernel's IR with comments: what the plan says of each value, variable, branch and access. Everything comes from the
//! plan and from [`access::how`], which the emitter follows too; nothing is found out here, but for why something varies,
//! which is read off the shapes of its operands.

use std::fmt::Write;

use ferrocl_base::Span;
use ferrocl_base::id::Id;
use ferrocl_ir::text::{Named, Note, Place, print_function_with};
use ferrocl_ir::{
    Access, Function, FunctionId, LabelId, Module, Op, SlotId, Stmt, ValueId, ValueType, WorkItemQuery,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::access::{self, AtomicWay, How, Request, Stride, Way};
use super::barrier::{GroupPlan, GroupStep, Segment};
use super::width::{Choice, Limit, Why};
use super::{Level, Plan, Shape, Shapes, SlotHome, Step, StepId, Tree};
use crate::abi::LaneAxis;
use crate::emit::Callee;
use crate::target::Target;

/// What the words in a description mean, as comment lines.
pub const LEGEND: &str = "\
// How a value differs over the lanes (a vector's components apart, where they are not alike):
//   group        one for the whole work-group       uniform    one for all lanes that are on
//   linear +n    n more from lane to lane           varying    one for each lane
//   guarded +n   a value for each lane; where a test at run time says so, taken as linear
// `as index`: the value may wrap between lanes, but not where it leads to memory that there is.
// Accesses: a whole vector is one instruction; vectors + shuffles are as many as are named;
// a gather or scatter costs about as much as an access for each lane.
";

/// A line of the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceLine {
    /// Its file and number.
    pub place: String,
    /// Its text.
    pub text: String,
}

/// Everything that is described.
pub struct Planned<'a> {
    pub module: &'a Module,
    pub id: FunctionId,
    pub function: &'a Function,
    pub tree: &'a Tree<'a>,
    pub plan: &'a Plan,
    pub group: Option<&'a GroupPlan<'a>>,
    pub choice: Choice,
    pub target: &'a Target,
    /// The functions that it calls, callees first.
    pub callees: &'a [Callee<'a>],
    /// Bytes of their private memory.
    pub called_bytes: u64,
}

impl Planned<'_> {
    /// The text. `source` gives the line of the source where something begins.
    pub fn describe(&self, source: &dyn Fn(Span) -> Option<SourceLine>) -> String {
        let mut describer = Describer {
            planned: self,
            source,
            line: None,
            steps: FxHashMap::default(),
            regions: FxHashMap::default(),
            in_lane_loops: FxHashSet::default(),
            segments: 0,
            dear: Vec::new(),
        };
        describer.number(&self.tree.steps);
        if let Some(group) = self.group {
            describer.group_steps(&group.steps, group);
        }
        let body = print_function_with(self.module, self.id, &mut |place| describer.note(place));
        describer.head() + &body
    }
}

/// A statement in the text is known by where it is.
type Key = *const Stmt;

struct Describer<'a> {
    planned: &'a Planned<'a>,
    source: &'a dyn Fn(Span) -> Option<SourceLine>,
    /// The source line that was shown last.
    line: Option<SourceLine>,
    steps: FxHashMap<Key, StepId>,
    /// For kernels with barriers: what to say above a statement, and whether it runs once for the group.
    regions: FxHashMap<Key, (Vec<String>, bool)>,
    /// Statements of loops over lane groups.
    in_lane_loops: FxHashSet<Key>,
    segments: u32,
    /// What goes through an address for each lane, or lane by lane.
    dear: Vec<String>,
}

/// `first, second and third`.
fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn plural(count: u32, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    }
}

impl<'a> Describer<'a> {
    fn number(&mut self, steps: &[Step]) {
        for step in steps {
            self.steps.insert(std::ptr::from_ref(step.stmt), step.id);
            self.number(&step.first);
            self.number(&step.second);
        }
    }

    // Regions of kernels with barriers.

    fn group_steps(&mut self, steps: &[GroupStep], group: &GroupPlan) {
        for step in steps {
            match step {
                GroupStep::Segment(segment) => self.segment(segment, group),
                GroupStep::Block { body, .. } | GroupStep::Loop { body, .. } => {
                    self.group_steps(body, group);
                }
                GroupStep::If { then, otherwise, .. } => {
                    self.group_steps(then, group);
                    self.group_steps(otherwise, group);
                }
                GroupStep::Collective(_) | GroupStep::Jump(_) => {}
            }
        }
    }

    fn segment(&mut self, segment: &Segment, group: &GroupPlan) {
        let mut first: Option<&Step> = None;
        for (steps, once) in [(&segment.front, true), (&segment.middle, false), (&segment.back, true)] {
            for &step in steps {
                if once {
                    self.regions.entry(std::ptr::from_ref(step.stmt)).or_default().1 = true;
                } else {
                    self.mark_lane_loop(step);
                }
                if !once && first.is_none_or(|f| step.id.0 < f.id.0) {
                    first = Some(step);
                }
            }
        }
        let Some(first) = first else { return };
        self.segments += 1;
        let mut lines = vec![format!("lane loop {}: for each lane group of the work-group", self.segments)];
        let (mut made, mut kept) = (Vec::new(), Vec::new());
        for &value in &segment.imports {
            let list = if group.remade[value.index()] { &mut made } else { &mut kept };
            list.push(value.to_string());
        }
        kept.extend(segment.copy_in.iter().map(|&slot| self.slot_name(slot)));
        let out: Vec<String> = segment.copy_out.iter().map(|&slot| self.slot_name(slot)).collect();
        for (list, what) in [(made, "computes again"), (kept, "reads from memory"), (out, "keeps in memory")]
        {
            if !list.is_empty() {
                lines.push(format!("  {what}: {}", listed(&list)));
            }
        }
        self.regions.entry(std::ptr::from_ref(first.stmt)).or_default().0 = lines;
    }
    fn mark_lane_loop(&mut self, step: &Step) {
        self.in_lane_loops.insert(std::ptr::from_ref(step.stmt));
        for inner in step.first.iter().chain(&step.second) {
            self.mark_lane_loop(inner);
        }
    }

    // The head.

    fn head(&self) -> String {
        let Planned { plan, function, .. } = self.planned;
        let axis = match plan.axis {
            LaneAxis::X => "along x",
            LaneAxis::Y => "along y",
            LaneAxis::Z => "along z",
            LaneAxis::Linear => "over the work-items of a group in their order",
        };
        let mut out = String::new();
        let mut line = |text: String| {
            let _ = writeln!(out, "// {text}");
        };
        line(format!("kernel `{}`: {} {axis}", function.name, plural(plan.width, "lane")));
        for reason in self.reasons() {
            line(format!("  {reason}"));
        }
        line(match plan.assumptions.compact {
            true => {
                "  for launches whose ids and buffers stay below 2^30 (others get code of their own)".into()
            }
            false => "  for launches of any size: nothing is known of ids and buffers".into(),
        });
        line(match (plan.has_barrier, plan.group_free) {
            (true, _) => format!(
                "  {} between barriers; what is between them is kept in memory: {} bytes a lane group are private",
                plural(self.segments, "lane loop"),
                plan.layout.bytes
            ),
            (false, true) => {
                "  no barrier, and nothing tells work-groups apart: they are run together".into()
            }
            (false, false) => "  no barrier: each lane group runs from start to end".into(),
        });
        if plan.has_barrier
            && let Some(group) = self.planned.group
            && group.keeps_live
        {
            line("  work-items may end early: a mask for each lane group says which are left".into());
        }
        if !self.dear.is_empty() {
            line("  an address for each lane, or lane by lane:".into());
        }
        for dear in &self.dear {
            line(format!("    {dear}"));
        }
        out
    }

    fn reasons(&self) -> Vec<String> {
        let target = self.planned.target;
        let mut reasons = Vec::new();
        let (start, limit) = match self.planned.choice.why {
            Why::Wanted => return vec!["as many lanes as were asked for".into()],
            Why::Calls => {
                return vec![
                    "one lane: with all functions inlined the kernel would be too large, and functions compute \
                     for one work-item"
                        .into(),
                ];
            }
            Why::Register(start, limit) | Why::Wider(start, limit) | Why::Chain(start, limit) => {
                (start, limit)
            }
        };
        reasons.push(format!(
            "most values have {} bits; a register of {} ({} bits) holds {} of them",
            start.dominant.bits(),
            target.cpu_name(),
            target.vector_bits(),
            target.vector_bits() / start.dominant.bits(),
        ));
        let times = self.planned.choice.width / start.width.min(self.planned.choice.width);
        match self.planned.choice.why {
            Why::Wider(..) => reasons.push(format!(
                "{times} times as many, as a loop carries varying values from turn to turn: more lanes fill the time it waits",
            )),
            Why::Chain(..) => reasons.push(format!(
                "{times} times as many, as operations wait for each other in a long chain: more lanes fill the time they wait",
            )),
            _ => {}
        }
        let limit = match limit {
            Limit::Row(row) => format!("only {} lie in a row", plural(row, "work-item")),
            Limit::NothingCarried => {
                "no loop carries a varying value from turn to turn, and no chain of operations is long".into()
            }
            Limit::LaneByLane => "some things go lane by lane".into(),
            Limit::Parting => "lanes part in a loop, and would wait for each other".into(),
            Limit::Registers(used, all) => format!("{used} of {all} vector registers are in use already"),
            Limit::Operations(count) => format!("the code has {count} vector operations already"),
            Limit::Most => "there are no wider lane groups".into(),
            Limit::Enough => "there is no more to gain".into(),
        };
        reasons.push(format!("not more: {limit}"));
        reasons
    }

    // Notes.

    fn note(&mut self, place: Place<'_>) -> Note {
        let mut note = Note::default();
        match place {
            Place::Parameter(number) => {
                let value = self.planned.function.parameters[number].value;
                note.beside = shapes_text(self.planned.plan.shapes(value));
            }
            Place::Slot(slot) => note.beside = self.slot(slot),
            Place::Local(local) => {
                note.beside =
                    format!("at {} in the group's local memory", self.planned.plan.locals[local.index()]);
            }
            Place::Value(value) => {
                if matches!(self.planned.function.values[value].op, Op::SlotAddress(_)) {
                    note.beside = shapes_text(self.planned.plan.shapes(value));
                }
            }
            Place::Statement(stmt) => self.statement(stmt, &mut note),
            Place::End => {}
        }
        note
    }

    fn slot_name(&self, slot: SlotId) -> String {
        match self.planned.function.slots[slot].name.as_str() {
            "" => slot.to_string(),
            name => format!("{slot} `{name}`"),
        }
    }

    fn slot(&self, slot: SlotId) -> String {
        match self.planned.plan.home(slot) {
            SlotHome::Registers => {
                format!("in registers: {}", shapes_text(self.planned.plan.slot_shapes(slot)))
            }
            SlotHome::PerLane { stride, .. } if self.planned.plan.width > 1 => {
                format!("in memory, lane after lane, {stride} bytes apart: not accessed by elements alone")
            }
            SlotHome::PerLane { .. } => "in memory".into(),
            SlotHome::ByElement { element, .. } => {
                format!("in memory as [element][lane], elements of {}", plural(element, "byte"))
            }
        }
    }

    fn statement(&mut self, stmt: &Stmt, note: &mut Note) {
        let key = std::ptr::from_ref(stmt);
        let region = self.regions.get(&key).cloned().unwrap_or_default();
        note.above.extend(region.0);
        if let Some(line) = self.span(stmt).and_then(self.source)
            && self.line.as_ref() != Some(&line)
        {
            note.above.push(format!("{}: {}", line.place, line.text));
            self.line = Some(line);
        }
        if !self.steps.contains_key(&key) {
            note.beside = "never reached".into();
            return;
        }
        let mut beside = match stmt {
            Stmt::Let(value) => self.value(*value, note),
            Stmt::Store { pointer, value, access, .. } => {
                let ty = self.planned.function.values[*value].ty;
                let what = format!("store to {pointer}");
                let mut text = self.access(&what, *pointer, ty, *access, true, note);
                let varies = self.planned.plan.shapes(*value).iter().any(|s| !s.is_uniform());
                if varies && self.address(*pointer).is_uniform() {
                    text.push_str(" of the last lane's");
                }
                text
            }
            Stmt::SlotStore { slot, value, .. } => self.slot_store(stmt, *slot, *value),
            Stmt::AtomicStore { pointer, value, .. } if self.is_of_one_thread(*pointer) => {
                let ty = self.planned.function.values[*value].ty;
                let access = Access { align: ty.align(), volatile: false };
                self.access(&format!("store to {pointer}"), *pointer, ty, access, true, note)
            }
            Stmt::AtomicStore { pointer, .. } => {
                self.dear(&format!("atomic store to {pointer}"));
                "lane by lane".into()
            }
            Stmt::Copy { to, from, .. } => {
                let both_uniform = [to, from].iter().all(|p| self.address(**p).is_uniform());
                if both_uniform { "one copy for all lanes" } else { "word by word" }.into()
            }
            Stmt::Zero { to, .. } => {
                if self.address(*to).is_uniform() { "once for all lanes" } else { "word by word" }.into()
            }
            Stmt::If { condition, .. } => self.branch(stmt, *condition),
            Stmt::Block { label, .. } => self.construct(stmt, *label, false),
            Stmt::Loop { label, .. } => self.construct(stmt, *label, true),
            Stmt::Break(label) => self.exit(self.planned.plan.label(*label).breaks),
            Stmt::Continue(label) => self.exit(self.planned.plan.label(*label).continues),
            Stmt::Return(_) => self.exit(self.planned.plan.analysis.returns),
            Stmt::Barrier { .. } => "every lane group arrives before one goes on".into(),
            Stmt::SlotStart(_) | Stmt::Fence { .. } => String::new(),
        };
        if region.1 {
            beside.push_str(if beside.is_empty() { "" } else { "; " });
            beside.push_str("once for the work-group");
        }
        note.beside = beside;
    }

    /// The source of a statement.
    fn span(&self, stmt: &Stmt) -> Option<Span> {
        let span = match stmt {
            Stmt::Let(value) => self.planned.function.values[*value].span,
            Stmt::SlotStore { span, .. }
            | Stmt::Store { span, .. }
            | Stmt::AtomicStore { span, .. }
            | Stmt::Copy { span, .. }
            | Stmt::Zero { span, .. }
            | Stmt::Loop { span, .. }
            | Stmt::If { span, .. }
            | Stmt::Barrier { span, .. }
            | Stmt::Fence { span, .. } => *span,
            _ => return None,
        };
        (span != Span::NONE).then_some(span)
    }

    fn is_of_group(&self, stmt: &Stmt) -> bool {
        self.planned.group.is_some() && !self.in_lane_loops.contains(&std::ptr::from_ref(stmt))
    }

    fn branch(&self, stmt: &Stmt, condition: ValueId) -> String {
        if self.is_of_group(stmt) {
            return "a branch of the whole work-group, round the lane loops".into();
        }
        match self.planned.plan.shapes(condition)[0].is_uniform() {
            true => "a branch: all lanes go one way".into(),
            false => "lanes part: each side under its mask".into(),
        }
    }

    fn construct(&self, stmt: &Stmt, label: LabelId, is_loop: bool) -> String {
        let masked = self.planned.plan.label(label).is_masked();
        match (self.is_of_group(stmt), masked, is_loop) {
            (true, _, true) => "a loop of the whole work-group, round the lane loops".into(),
            (true, _, false) => "of the whole work-group".into(),
            (false, true, true) => "masked: turns go on until no lane is left".into(),
            (false, true, false) => "masked: lanes leave it at different times".into(),
            (false, false, true) => "all lanes make the same turns".into(),
            (false, false, false) => String::new(),
        }
    }

    fn exit(&self, level: Level) -> String {
        match level {
            Level::Varying => "lanes leave the mask".into(),
            Level::Uniform | Level::Group => "a jump of all lanes".into(),
        }
    }

    fn slot_store(&self, stmt: &Stmt, slot: SlotId, value: ValueId) -> String {
        let plan = self.planned.plan;
        if plan.home(slot) != SlotHome::Registers {
            let request = Request {
                ty: self.planned.function.values[value].ty,
                volatile: false,
                write: true,
                by_element: matches!(plan.home(slot), SlotHome::ByElement { .. }),
            };
            return self.how(self.slot_stride(slot), request);
        }
        let varies = plan.slot_shapes(slot).contains(&Shape::Varying);
        match self.steps.get(&std::ptr::from_ref(stmt)) {
            Some(&step) if varies && plan.blends(step) => "blended: lanes that are off keep theirs".into(),
            _ => String::new(),
        }
    }
    fn slot_stride(&self, slot: SlotId) -> Stride {
        match self.planned.plan.home(slot) {
            _ if self.planned.plan.width == 1 => Stride::Zero,
            SlotHome::Registers => Stride::Zero,
            SlotHome::PerLane { stride, .. } => Stride::Fixed(stride as i64),
            SlotHome::ByElement { element, .. } => Stride::Fixed(element.into()),
        }
    }

    fn value(&mut self, id: ValueId, note: &mut Note) -> String {
        let value = &self.planned.function.values[id];
        let mut text = shapes_text(self.planned.plan.shapes(id));
        match &value.op {
            Op::Load { pointer, access } => {
                let how = self.access(&format!("load {id}"), *pointer, value.ty, *access, false, note);
                let _ = write!(text, "; {how}");
            }
            Op::SlotLoad(slot) if self.planned.plan.home(*slot) != SlotHome::Registers => {
                let request = Request {
                    ty: value.ty,
                    volatile: false,
                    write: false,
                    by_element: matches!(self.planned.plan.home(*slot), SlotHome::ByElement { .. }),
                };
                let _ = write!(text, "; {}", self.how(self.slot_stride(*slot), request));
            }
            Op::AtomicLoad { pointer, .. } if self.is_of_one_thread(*pointer) => {
                let access = Access { align: value.ty.align(), volatile: false };
                let how = self.access(&format!("load {id}"), *pointer, value.ty, access, false, note);
                let _ = write!(text, "; {how}");
            }
            Op::AtomicUpdate { pointer, .. }
            | Op::AtomicCompareExchange { pointer, .. }
            | Op::AtomicLoad { pointer, .. } => {
                text.push_str(match self.planned.plan.atomic_way(self.planned.function, id) {
                    AtomicWay::Whole => "; a whole vector",
                    AtomicWay::Combined => "; one update for all lanes",
                    AtomicWay::LaneByLane => {
                        self.dear(&format!("atomic {id}"));
                        "; lane by lane"
                    }
                });
                if self.is_of_one_thread(*pointer) {
                    text.push_str(", without a lock: local memory is one thread's");
                }
            }
            Op::Printf { .. } => text = "lane by lane".into(),
            _ => {}
        }
        text
    }

    fn is_of_one_thread(&self, pointer: ValueId) -> bool {
        match self.planned.function.values[pointer].ty {
            ValueType::Pointer(space) => access::is_of_one_thread(space),
            _ => false,
        }
    }
    fn address(&self, pointer: ValueId) -> Shape {
        self.planned.plan.shapes(pointer)[0]
    }

    /// How memory at a pointer is accessed; the note gets a line that says why, where it is dear.
    fn access(
        &mut self,
        what: &str,
        pointer: ValueId,
        ty: ValueType,
        access: Access,
        write: bool,
        note: &mut Note,
    ) -> String {
        let by_element = self.planned.plan.is_by_element(pointer);
        let request = Request { ty, volatile: access.volatile, write, by_element };
        let shape = self.address(pointer);
        let stride = Stride::of(shape);
        let name = if write { "scatters" } else { "gathers" };
        if self.find(stride, request).way == Way::Scattered {
            self.dear(what);
            note.above.push(match stride {
                Stride::Fixed(bytes) => format!("{name}, as lanes are {bytes} bytes apart"),
                _ => format!("{name}, as {}", self.cause(pointer)),
            });
        }
        match shape {
            Shape::Guarded(_) => {
                self.dear(&format!("{what}, where its guard does not hold"));
                let linear = self.how(stride, request);
                let other = self.how(Stride::Unknown, request);
                format!("guarded: {linear}, or else {other}")
            }
            _ => self.how(stride, request),
        }
    }
    /// Remembers something for the head.
    fn dear(&mut self, what: &str) {
        self.dear.push(match &self.line {
            Some(line) => format!("{}: {what}", line.place),
            None => what.to_owned(),
        });
    }
    fn find(&self, stride: Stride, request: Request) -> How {
        access::how(stride, request, self.planned.plan.width, self.planned.target.has_avx512())
    }
    fn how(&self, stride: Stride, request: Request) -> String {
        let How { count, size, way } = self.find(stride, request);
        let what = if request.write { "store" } else { "load" };
        match way {
            Way::Scalar => format!("{} for all lanes", plural(count, &format!("scalar {what}"))),
            Way::Whole => plural(count, "whole vector"),
            Way::Reversed => "1 whole vector + shuffle".into(),
            Way::Interleaved { step } => format!("{} + shuffles", plural(step, "whole vector")),
            Way::Scattered => {
                let name = if request.write { "scatter" } else { "gather" };
                format!("{} of {}", plural(count, name), plural(size, "byte"))
            }
        }
    }

    /// Why a value varies: the first value on the way to it that does.
    fn cause(&self, value: ValueId) -> String {
        const LONGEST: u32 = 100;
        let function = self.planned.function;
        let varies = |id: ValueId| self.planned.plan.shapes(id).contains(&Shape::Varying);
        let mut at = value;
        for _ in 0..LONGEST {
            let op = &function.values[at].op;
            match op {
                Op::Load { .. } => return format!("{at} is read from memory"),
                Op::AtomicUpdate { .. } | Op::AtomicCompareExchange { .. } | Op::AtomicLoad { .. } => {
                    return format!("{at} is the result of an atomic");
                }
                Op::SlotLoad(slot) => {
                    return format!("variable {} has no fixed step from lane to lane", self.slot_name(*slot));
                }
                _ => {}
            }
            let mut from = None;
            op.for_each_operand(|operand| {
                if from.is_none() && varies(operand) {
                    from = Some(operand);
                }
            });
            match from {
                Some(operand) => at = operand,
                None => break,
            }
        }
        let op = &function.values[at].op;
        let name = match op {
            Op::Unary(op, _) => op.name(),
            Op::Binary(op, ..) => op.name(),
            Op::Compare(op, ..) => op.name(),
            Op::Convert(..) => return format!("{at}, converted, may wrap between lanes"),
            Op::PointerOffset { .. } => {
                return match self.planned.plan.is_by_element(at) {
                    true => format!("{at} is indexed by what differs between lanes"),
                    false => format!("{at} has no fixed step that is small enough"),
                };
            }
            Op::WorkItem(WorkItemQuery::GlobalId | WorkItemQuery::LocalId, _) => {
                return format!("{at}, an id, has no fixed step where lanes go over rows");
            }
            Op::Select { .. } => "select",
            _ => return format!("{at} differs from lane to lane without a fixed step"),
        };
        format!("{at} ({name}) has no fixed step from lane to lane")
    }
}

fn shape_text(shape: Shape) -> String {
    match shape {
        Shape::Unreached | Shape::Group => "group".into(),
        Shape::Uniform => "uniform".into(),
        Shape::Linear(linear) => {
            let validity = match (linear.low_only, linear.address_only) {
                (true, _) => " in its low 32 bits",
                (false, true) => " as index",
                (false, false) => "",
            };
            format!("linear {:+}{validity}", linear.stride)
        }
        Shape::Guarded(linear) => format!("guarded {:+}", linear.stride),
        Shape::Varying => "varying".into(),
    }
}

fn shapes_text(shapes: &Shapes) -> String {
    let texts: Vec<String> = shapes.iter().map(|&shape| shape_text(shape)).collect();
    match texts.split_first() {
        Some((first, rest)) if rest.iter().all(|text| text == first) => first.clone(),
        _ => format!("({})", texts.join(", ")),
    }
}
