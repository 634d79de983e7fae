//! The statements of a function with numbers: what the analyses say of a statement they say of its number, and the emitter
//! looks it up there. Also what is the same for every analysis: which statements hold a barrier, which labels a
//! statement leaves to.

use ferrocl_ir::{CollectiveGroup, Function, LabelId, Op, Stmt};

/// A statement's number, in the order of the text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StepId(pub u32);

/// A statement.
#[derive(Clone, Debug)]
pub struct Step<'f> {
    /// Its number.
    pub id: StepId,
    /// The statement. Its inner lists are in `first` and `second`, numbered too.
    pub stmt: &'f Stmt,
    /// The body of a block or loop, the `then` of an `if`.
    pub first: Vec<Step<'f>>,
    /// The `otherwise` of an `if`.
    pub second: Vec<Step<'f>>,
    /// Labels around it that something inside goes to, in the order of their numbers.
    pub exits: Vec<Exit>,
    /// Whether a barrier or a collective of the work-group is inside (or it is one).
    pub has_barrier: bool,
}

/// A way out of a statement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Exit {
    /// To the end of this label's block or loop.
    Break(LabelId),
    /// To the start of this label's loop.
    Continue(LabelId),
    /// Out of the function.
    Return,
}

/// A function's statements.
pub struct Tree<'f> {
    /// In order.
    pub steps: Vec<Step<'f>>,
    /// How many there are, inner ones counted.
    pub count: u32,
}

impl<'f> Tree<'f> {
    /// Numbers a function's statements.
    pub fn new(function: &'f Function) -> Tree<'f> {
        let mut count = 0;
        let steps = build(function, &function.body, &mut count);
        Tree { steps, count }
    }
}

fn build<'f>(function: &Function, list: &'f [Stmt], count: &mut u32) -> Vec<Step<'f>> {
    let mut steps: Vec<Step<'f>> = Vec::with_capacity(list.len());
    for stmt in list {
        let id = StepId(*count);
        *count += 1;
        let (mut first, mut second) = (Vec::new(), Vec::new());
        let mut exits = Vec::new();
        match stmt {
            Stmt::Block { body, .. } | Stmt::Loop { body, .. } => first = build(function, body, count),
            Stmt::If { then, otherwise, .. } => {
                first = build(function, then, count);
                second = build(function, otherwise, count);
            }
            Stmt::Break(label) => exits.push(Exit::Break(*label)),
            Stmt::Continue(label) => exits.push(Exit::Continue(*label)),
            Stmt::Return(_) => exits.push(Exit::Return),
            _ => {}
        }
        exits.extend(first.iter().chain(&second).flat_map(|s| s.exits.iter().copied()));
        if let Stmt::Block { label, .. } | Stmt::Loop { label, .. } = stmt {
            exits.retain(|e| *e != Exit::Break(*label) && *e != Exit::Continue(*label));
        }
        exits.sort();
        exits.dedup();
        let waits = match stmt {
            Stmt::Barrier { sub_group, .. } => !sub_group,
            Stmt::Let(value) => is_work_group_collective(&function.values[*value].op),
            _ => false,
        };
        let has_barrier = waits || first.iter().chain(&second).any(|s| s.has_barrier);
        steps.push(Step { id, stmt, first, second, exits, has_barrier });
        // What follows a statement that never comes to its end is not reached.
        if matches!(stmt, Stmt::Break(_) | Stmt::Continue(_) | Stmt::Return(_)) {
            break;
        }
    }
    steps
}

/// Whether the work-items of a group wait for each other to evaluate it.
pub fn is_work_group_collective(op: &Op) -> bool {
    matches!(op, Op::Collective { group: CollectiveGroup::WorkGroup, .. })
}

/// A set of small numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BitSet(Vec<u64>);

impl BitSet {
    /// An empty set for numbers below `count`.
    pub fn new(count: usize) -> BitSet {
        BitSet(vec![0; count.div_ceil(64)])
    }
    /// Whether it holds `index`.
    pub fn contains(&self, index: u32) -> bool {
        self.0[index as usize / 64] >> (index % 64) & 1 == 1
    }
    /// Puts `index` in.
    pub fn insert(&mut self, index: u32) {
        self.0[index as usize / 64] |= 1 << (index % 64);
    }
    /// Takes `index` out.
    pub fn remove(&mut self, index: u32) {
        self.0[index as usize / 64] &= !(1 << (index % 64));
    }
    /// Adds what `other` holds; whether that was new.
    pub fn union(&mut self, other: &BitSet) -> bool {
        let mut grew = false;
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            grew |= *b & !*a != 0;
            *a |= b;
        }
        grew
    }
}
