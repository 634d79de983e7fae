//! A launch: its groups one after the other, and the turns that a group's work-items take at barriers.

use std::ops::Range;

use ferrocl_base::id::Id;
use ferrocl_ir::{AddressSpace, CollectiveGroup, Parameter, ValueType, WorkItemQuery, eval};

use crate::address::{Address, AllocationKind};
use crate::error::{Allocation, CallSite, RunError, RunErrorKind, WorkItem};
use crate::launch::{Argument, Launch, Limits, Report};
use crate::machine::{self, Shared, Stop, WorkItemState};
use crate::memory::{Memory, Place, Spaces, constants};
use crate::program::{Collective, Program, query_register};

impl Program<'_> {
    /// Runs the kernel. The buffers keep what was written, after an error too.
    pub fn run(
        &self,
        launch: &Launch,
        arguments: &[Argument],
        memory: &mut Memory,
        limits: &Limits,
    ) -> Result<Report, RunError> {
        self.check_launch(launch)?;
        let mut window = self.window.clone();
        let mut bound =
            Bound { arguments: Vec::new(), places: self.local_places.clone(), size: self.local_size };
        let parameters = &self.module.functions[self.kernel].parameters;
        if parameters.len() != arguments.len() {
            let (wanted, given) = (parameters.len(), arguments.len());
            return Err(RunError::launch(format!(
                "the kernel has {wanted} parameters, {given} arguments are given"
            )));
        }
        for (number, (parameter, argument)) in parameters.iter().zip(arguments).enumerate() {
            let first = self.parameters[number] as usize;
            let words = &mut window[first..first + usize::from(parameter.ty.components())];
            bound.bind(number, parameter, argument, memory, words).map_err(|message| {
                let name =
                    if parameter.name.is_empty() { String::new() } else { format!(" `{}`", parameter.name) };
                RunError::launch(format!("argument {number}{name}: {message}"))
            })?;
        }
        if launch.global_size.contains(&0) {
            return Ok(Report::default());
        }
        Group::new(self, launch, memory, limits, window, bound)?.launch()
    }

    fn check_launch(&self, launch: &Launch) -> Result<(), RunError> {
        let fail = |message: String| Err(RunError::launch(message));
        if !(1..=3).contains(&launch.dimensions) {
            return fail(format!("a launch has 1 to 3 dimensions, not {}", launch.dimensions));
        }
        if !(1..=64).contains(&launch.sub_group_size) {
            return fail(format!("a sub-group has 1 to 64 work-items, not {}", launch.sub_group_size));
        }
        for d in 0..3 {
            let (global, local) = (launch.global_size[d], launch.local_size[d]);
            if local == 0 {
                return fail(format!("the work-group size in dimension {d} is 0"));
            }
            if d >= launch.dimensions as usize && (global > 1 || local != 1) {
                return fail(format!(
                    "a launch of {} dimensions has a size in dimension {d}",
                    launch.dimensions
                ));
            }
        }
        let kernel = self.module.functions[self.kernel].kernel.as_ref();
        if let Some(required) = kernel.and_then(|kernel| kernel.required_work_group_size)
            && required != launch.local_size
        {
            return fail(format!(
                "the kernel requires work-groups of {required:?}, the launch has {:?}",
                launch.local_size
            ));
        }
        Ok(())
    }
}

/// The arguments in their places.
struct Bound {
    /// The bytes of aggregates, by number.
    arguments: Vec<Vec<u8>>,
    places: Vec<Place>,
    /// Bytes of local memory so far.
    size: u64,
}

impl Bound {
    fn bind(
        &mut self,
        number: usize,
        parameter: &Parameter,
        argument: &Argument,
        memory: &Memory,
        words: &mut [u64],
    ) -> Result<(), String> {
        self.arguments.push(Vec::new());
        match (parameter.ty, argument) {
            (_, Argument::Bytes(bytes)) if parameter.aggregate.is_some() => {
                let size = parameter.aggregate.map_or(0, |(size, _)| size);
                if bytes.len() as u64 != size {
                    return Err(format!("{} bytes are given for an aggregate of {size}", bytes.len()));
                }
                self.arguments[number] = bytes.clone();
                words[0] = Address::new(AllocationKind::Argument, number).0;
            }
            (ValueType::Pointer(AddressSpace::Local), Argument::LocalSize(size)) => {
                // As aligned as any type needs.
                let start = self.size.checked_next_multiple_of(128).ok_or("the local memory is too large")?;
                words[0] = Address::new(AllocationKind::Local, self.places.len()).0;
                let allocation = Allocation::LocalArgument(number as u32);
                self.places.push(Place { start, size: *size, allocation, function: 0 });
                self.size = start.saturating_add(*size);
            }
            (
                ValueType::Pointer(AddressSpace::Global | AddressSpace::Constant),
                Argument::Buffer(id, offset),
            ) => {
                if parameter.aggregate.is_some() || id.index() >= memory.buffer_count() {
                    return Err("a buffer that does not fit the parameter".into());
                }
                if *offset > memory.bytes(*id).len() as u64 {
                    return Err(format!("the offset {offset} is beyond the buffer's end"));
                }
                words[0] = Address::new(AllocationKind::Buffer, id.index()).plus(*offset as i64).0;
            }
            (ValueType::Pointer(AddressSpace::Global | AddressSpace::Constant), Argument::Null)
                if parameter.aggregate.is_none() =>
            {
                words[0] = Address::NULL.0;
            }
            (ValueType::Scalar(scalar) | ValueType::Vector(scalar, _), Argument::Bytes(bytes)) => {
                if bytes.len() as u64 != u64::from(parameter.ty.size()) {
                    let (given, wanted) = (bytes.len(), parameter.ty.size());
                    return Err(format!("{given} bytes are given for a value of {wanted}"));
                }
                for (word, part) in words.iter_mut().zip(bytes.chunks(scalar.bytes() as usize)) {
                    let mut bytes = [0; 8];
                    bytes[..part.len()].copy_from_slice(part);
                    *word = u64::from_le_bytes(bytes);
                }
            }
            (ty, argument) => {
                let given = match argument {
                    Argument::Bytes(_) => "a value",
                    Argument::Buffer(..) => "a buffer",
                    Argument::LocalSize(_) => "a size of local memory",
                    Argument::Null => "a null pointer",
                };
                return Err(format!("{given} is given for a parameter of type {ty}"));
            }
        }
        Ok(())
    }
}

/// The work-group that runs.
struct Group<'r> {
    program: &'r Program<'r>,
    launch: &'r Launch,
    spaces: Spaces<'r>,
    shared: Shared,
    /// What a window holds at first.
    window: Vec<u64>,
    /// The windows of all work-items that are alive.
    registers: Vec<u64>,
    states: Vec<WorkItemState>,
    group: [u64; 3],
    /// The group's own size: smaller in the last groups of a launch that is no multiple.
    size: [u64; 3],
}

impl<'r> Group<'r> {
    fn new(
        program: &'r Program<'r>,
        launch: &'r Launch,
        memory: &'r mut Memory,
        limits: &Limits,
        window: Vec<u64>,
        bound: Bound,
    ) -> Result<Group<'r>, RunError> {
        // Without barriers, one work-item is alive at a time.
        let alive = match program.has_barrier {
            true => {
                (0..3).fold(1u64, |n, d| n.saturating_mul(launch.local_size[d].min(launch.global_size[d])))
            }
            false => 1,
        };
        let each = window.len() as u64 * 8 + program.private_size + program.functions.len() as u64 + 64;
        let needed = alive.saturating_mul(each).saturating_add(bound.size);
        // What passes is a size that the host can address, so that no cast below cuts anything off.
        let limit = limits.max_memory.min(isize::MAX as u64);
        if needed > limit {
            return Err(RunErrorKind::MemoryLimit { needed, limit }.nowhere());
        }
        let (alive, private_size) = (alive as usize, program.private_size as usize);
        let (buffers, globals) = memory.parts(program.module);
        let spaces = Spaces {
            buffers,
            globals,
            constant: constants(program.module),
            arguments: bound.arguments,
            local: vec![0; bound.size as usize],
            local_places: bound.places,
            private: vec![0; alive * private_size],
            private_places: &program.private_places,
            private_base: 0,
            active: vec![false; alive * program.functions.len()],
            active_base: 0,
        };
        let shared = Shared {
            steps: 0,
            max_steps: limits.max_steps,
            output: Vec::new(),
            max_output: limits.max_output,
        };
        let registers = window.repeat(alive);
        let states = vec![WorkItemState::default(); alive];
        Ok(Group { program, launch, spaces, shared, window, registers, states, group: [0; 3], size: [0; 3] })
    }

    fn launch(mut self) -> Result<Report, RunError> {
        let counts = self.launch.group_counts();
        for z in 0..counts[2] {
            for y in 0..counts[1] {
                for x in 0..counts[0] {
                    self.group = [x, y, z];
                    for d in 0..3 {
                        let before = self.group[d] * self.launch.local_size[d];
                        self.size[d] = self.launch.local_size[d].min(self.launch.global_size[d] - before);
                    }
                    self.spaces.local.fill(0);
                    match self.program.has_barrier {
                        true => self.run_in_turns()?,
                        false => self.run_one_by_one()?,
                    }
                }
            }
        }
        Ok(Report { output: self.shared.output, steps: self.shared.steps })
    }

    fn items(&self) -> u64 {
        self.size.iter().product()
    }
    fn local_id(&self, item: u64) -> [u64; 3] {
        let [x, y, _] = self.size;
        [item % x, item / x % y, item / x / y]
    }
    fn work_item(&self, item: u64) -> WorkItem {
        let local = self.local_id(item);
        WorkItem { global: std::array::from_fn(|d| self.global_id(local, d)), local, group: self.group }
    }
    fn global_id(&self, local: [u64; 3], d: usize) -> u64 {
        self.launch.global_offset[d]
            .wrapping_add(self.group[d].wrapping_mul(self.launch.local_size[d]))
            .wrapping_add(local[d])
    }

    /// Prepares the work-item to run from its start, in this place among those alive.
    fn begin(&mut self, item: u64, place: usize) -> Result<(), RunError> {
        let local = self.local_id(item);
        let base = place * self.window.len();
        for &(query, dimension) in &self.program.queries {
            let d = usize::from(dimension);
            self.registers[base + query_register(query, dimension) as usize] = match query {
                WorkItemQuery::WorkDimension => self.launch.dimensions.into(),
                WorkItemQuery::GlobalSize => self.launch.global_size[d],
                WorkItemQuery::GlobalId => self.global_id(local, d),
                WorkItemQuery::LocalSize => self.size[d],
                WorkItemQuery::EnqueuedLocalSize => self.launch.local_size[d],
                WorkItemQuery::LocalId => local[d],
                WorkItemQuery::NumGroups => self.launch.group_counts()[d],
                WorkItemQuery::GroupId => self.group[d],
                WorkItemQuery::GlobalOffset => self.launch.global_offset[d],
                WorkItemQuery::SubGroupSize => {
                    let (size, first) =
                        (self.launch.sub_group_size, item - item % self.launch.sub_group_size);
                    size.min(self.items() - first)
                }
                WorkItemQuery::MaxSubGroupSize => self.launch.sub_group_size,
                WorkItemQuery::NumSubGroups => self.items().div_ceil(self.launch.sub_group_size),
                WorkItemQuery::EnqueuedNumSubGroups => {
                    self.launch.local_size.iter().product::<u64>().div_ceil(self.launch.sub_group_size)
                }
                WorkItemQuery::SubGroupId => item / self.launch.sub_group_size,
                WorkItemQuery::SubGroupLocalId => item % self.launch.sub_group_size,
            };
        }
        let private = self.program.private_size as usize;
        self.spaces.private[place * private..(place + 1) * private].fill(0);
        let functions = self.program.functions.len();
        let active = &mut self.spaces.active[place * functions..(place + 1) * functions];
        active.fill(false);
        active[0] = true;
        self.states[place].pc = 0;
        self.states[place].calls.clear();
        let length = self.program.functions[0].length;
        self.shared.count(length).map_err(|fault| self.error(*fault, item, place))
    }

    /// Lets the work-item in this place go on.
    fn go_on(&mut self, item: u64, place: usize) -> Result<Stop, RunError> {
        let length = self.window.len();
        self.spaces.private_base = place * self.program.private_size as usize;
        self.spaces.active_base = place * self.program.functions.len();
        let registers = &mut self.registers[place * length..(place + 1) * length];
        let state = &mut self.states[place];
        machine::run(self.program, registers, state, &mut self.spaces, &mut self.shared)
            .map_err(|fault| self.error(*fault, item, place))
    }

    fn run_one_by_one(&mut self) -> Result<(), RunError> {
        for item in 0..self.items() {
            self.begin(item, 0)?;
            self.go_on(item, 0)?;
        }
        Ok(())
    }

    fn run_in_turns(&mut self) -> Result<(), RunError> {
        let items = self.items();
        for item in 0..items {
            self.begin(item, item as usize)?;
        }
        let size = self.launch.sub_group_size;
        let mut stops = vec![Stop::Finished; items as usize];
        loop {
            for first in (0..items).step_by(size as usize) {
                self.run_sub_group(first..(first + size).min(items), &mut stops)?;
            }
            let first = stops[0];
            for item in 1..items {
                if !self.are_together(0, item, &stops) {
                    return Err(self.divergence(0, item, &stops));
                }
            }
            match first {
                Stop::Finished => return Ok(()),
                Stop::Collective(number) => self.meet(number, &(0..items).collect::<Vec<_>>(), 0),
                Stop::Barrier | Stop::SubGroupBarrier => {}
            }
        }
    }

    /// Lets the work-items of a sub-group go on until each has finished or waits for the whole group.
    fn run_sub_group(&mut self, items: Range<u64>, stops: &mut [Stop]) -> Result<(), RunError> {
        for item in items.clone() {
            stops[item as usize] = self.go_on(item, item as usize)?;
        }
        loop {
            let waits = |item: &u64| match stops[*item as usize] {
                Stop::SubGroupBarrier => true,
                Stop::Collective(number) => {
                    self.program.collectives[number as usize].group != CollectiveGroup::WorkGroup
                }
                Stop::Finished | Stop::Barrier => false,
            };
            // Those who are furthest behind go first, so that the others, who parted from them, meet them again.
            let behind = |a: &u64, b: &u64| {
                let (a, b) = (&self.states[*a as usize], &self.states[*b as usize]);
                a.position().cmp(b.position())
            };
            let Some(first) = items.clone().filter(waits).min_by(behind) else { return Ok(()) };
            let members: Vec<u64> =
                items.clone().filter(|&item| self.are_together(first, item, stops)).collect();
            let stop = stops[first as usize];
            let takes_active = matches!(stop, Stop::Collective(number)
                if self.program.collectives[number as usize].group == CollectiveGroup::Active);
            if !takes_active && let Some(other) = items.clone().find(|item| !members.contains(item)) {
                return Err(self.divergence(first, other, stops));
            }
            if let Stop::Collective(number) = stop {
                self.meet(number, &members, items.start);
            }
            for item in members {
                stops[item as usize] = self.go_on(item, item as usize)?;
            }
        }
    }

    /// Whether two work-items stopped at the same place.
    fn are_together(&self, a: u64, b: u64, stops: &[Stop]) -> bool {
        let (a, b) = (a as usize, b as usize);
        stops[a] == stops[b] && (stops[a] == Stop::Finished || self.states[a].is_at(&self.states[b]))
    }

    /// Gives work-items, of a group that begins at `first`, what their collective gives.
    fn meet(&mut self, number: u32, items: &[u64], first: u64) {
        let Collective { op, ty, to, operand, source, .. } = self.program.collectives[number as usize];
        let window = self.window.len();
        let read = |register: u32| -> Vec<u64> {
            items.iter().map(|&item| self.registers[item as usize * window + register as usize]).collect()
        };
        let (values, sources) = (read(operand), source.map(read).unwrap_or_default());
        let numbers: Vec<u64> = items.iter().map(|item| item - first).collect();
        let results = eval::collective(op, ty, &numbers, &values, &sources);
        for (&item, result) in items.iter().zip(results) {
            self.registers[item as usize * window + to as usize] = result;
        }
    }

    /// Two work-items did not stop at the same place: one of them waits for the other.
    fn divergence(&self, first: u64, item: u64, stops: &[Stop]) -> RunError {
        let span = |item: u64| self.program.spans[self.states[item as usize].pc - 1];
        let (waiting, other, other_barrier) = match (stops[first as usize], stops[item as usize]) {
            (_, Stop::Finished) => (first, item, None),
            (Stop::Finished, _) => (item, first, None),
            _ => (item, first, Some(span(first))),
        };
        let kind = RunErrorKind::BarrierDivergence { other: Box::new(self.work_item(other)), other_barrier };
        self.error(kind, waiting, waiting as usize)
    }

    /// The error of the work-item in this place, at the instruction that it ran last.
    fn error(&self, kind: RunErrorKind, item: u64, place: usize) -> RunError {
        let state = &self.states[place];
        let last = state.pc.saturating_sub(1);
        let positions = std::iter::once(last).chain(state.calls.iter().rev().map(|&back| back as usize - 1));
        let site = |pc: usize| CallSite {
            function: self.program.functions[self.program.function_at(pc)].id,
            span: self.program.spans[pc],
        };
        RunError {
            kind,
            span: self.program.spans[last],
            stack: positions.map(site).collect(),
            work_item: Some(Box::new(self.work_item(item))),
        }
    }
}
