//! How memory is read and written, by the shape of the address.
//!
//! One function decides it: the emitter asks with the address that it has, the [description](super::describe) with the shape
//! that the analysis found.

use ferrocl_ir::{AddressSpace, AtomicOp, ValueType};

use super::Shape;

/// How an address differs over the lanes, as far as accesses go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stride {
    /// Not at all.
    Zero,
    /// By this many bytes from lane to lane.
    Fixed(i64),
    /// In no known way.
    Unknown,
}

impl Stride {
    /// That of an address of this shape (of a guarded one: where the guard holds).
    pub fn of(shape: Shape) -> Stride {
        match shape {
            Shape::Linear(linear) | Shape::Guarded(linear) => Stride::Fixed(linear.stride),
            Shape::Varying => Stride::Unknown,
            _ => Stride::Zero,
        }
    }
}

/// What is accessed.
#[derive(Clone, Copy)]
pub struct Request {
    /// The type of the value.
    pub ty: ValueType,
    /// Whether the access must happen as written.
    pub volatile: bool,
    /// Whether it is written.
    pub write: bool,
    /// Whether it is in memory that is laid out by elements, see [`super::SlotHome::ByElement`].
    pub by_element: bool,
}

/// How it is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct How {
    /// Words of a lane's value: its components, or several narrow ones at once.
    pub count: u32,
    /// The size of a word in bytes.
    pub size: u32,
    /// How the words are.
    pub way: Way,
}

/// How the words of all lanes are accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Each by one scalar access for all lanes.
    Scalar,
    /// Each by one vector access: the lanes' lie side by side.
    Whole,
    /// The same in opposite order: one vector access and a shuffle.
    Reversed,
    /// By vector accesses to the memory of all lanes, `step` words a lane, and shuffles.
    Interleaved {
        /// How many words the lanes are apart.
        step: u32,
    },
    /// Each by a gather or scatter: an address for each lane.
    Scattered,
}

/// Decides how memory is accessed by `width` lanes. `has_masked_words`: the CPU has fast masked accesses to single words
/// (AVX-512).
pub fn how(stride: Stride, request: Request, width: u32, has_masked_words: bool) -> How {
    let size = request.ty.scalar().map_or(8, |s| s.bytes());
    let count = u32::from(request.ty.components());
    let separate = |way| How { count, size, way };
    let bytes = match stride {
        Stride::Zero => return separate(Way::Scalar),
        Stride::Fixed(bytes) => bytes,
        // Nothing is known but that narrow components of one lane lie side by side.
        Stride::Unknown => 0,
    };
    let (count, size) = match request.volatile || request.by_element {
        true => (count, size),
        false => joined(count, size),
    };
    let (signed_size, mut way) = (i64::from(size), Way::Scattered);
    if bytes == signed_size {
        way = Way::Whole;
    }
    if !request.volatile && !request.by_element {
        if bytes > 0 && bytes % signed_size == 0 {
            let step = (bytes / signed_size).min(i64::from(u32::MAX)) as u32;
            let pays = pays_interleaved(count, step, request.write, size, has_masked_words);
            if step > 1 && pays && width > 1 && u64::from(width * step * size) <= 2048 {
                way = Way::Interleaved { step };
            }
        }
        if bytes == -signed_size && count == 1 {
            way = Way::Reversed;
        }
    }
    How { count, size, way }
}

/// Whether `count` words of every `step` are worth accessing by whole vectors.
fn pays_interleaved(count: u32, step: u32, write: bool, size: u32, has_masked_words: bool) -> bool {
    let limit = match (count, write) {
        (_, true) if step > count => {
            // Writing with gaps needs masked stores of words.
            if has_masked_words && size >= 4 { 4 } else { 0 }
        }
        (1, _) => 4,
        (2 | 3, _) => 8,
        _ => 16,
    };
    step >= count && step <= limit
}

/// Narrow components are accessed several at once: how many words, and their size.
fn joined(count: u32, size: u32) -> (u32, u32) {
    let bytes = count * size;
    if count == 1 || size >= 4 {
        return (count, size);
    }
    let word = match bytes {
        2 => 2,
        _ if bytes.is_multiple_of(4) => 4,
        _ => return (count, size),
    };
    (bytes / word, word)
}

/// How an atomic update is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AtomicWay {
    /// One lane after the other.
    LaneByLane,
    /// As one update: the lanes' operands are combined first.
    Combined,
    /// By one vector load and store: each lane has a place of its own, in memory that only this thread sees.
    Whole,
}

/// Whether only the thread that runs the work-group sees memory of this space: what is done there needs no atomic instructions.
pub fn is_of_one_thread(space: AddressSpace) -> bool {
    matches!(space, AddressSpace::Local | AddressSpace::Private)
}

/// Decides how an atomic update is done. `size`: of what is updated, in bytes; `is_used`: somebody asks for the old value.
pub fn atomic_way(stride: Stride, op: AtomicOp, space: AddressSpace, size: u32, is_used: bool) -> AtomicWay {
    match (stride, op) {
        // Sums of floats depend on the order.
        (_, AtomicOp::Exchange | AtomicOp::FloatAdd | AtomicOp::FloatMin | AtomicOp::FloatMax) => {
            AtomicWay::LaneByLane
        }
        (Stride::Zero, _) if !is_used => AtomicWay::Combined,
        (Stride::Fixed(bytes), _) if bytes == i64::from(size) && is_of_one_thread(space) => AtomicWay::Whole,
        _ => AtomicWay::LaneByLane,
    }
}
