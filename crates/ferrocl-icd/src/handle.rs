//! Handles: what `cl_context`, `cl_mem` and the like point to.
//!
//! A handle is the address of a slot. The loader reads a slot's first word, the dispatch table, before it calls the driver;
//! so slots are never given back to the system, and a handle that was freed still leads through the loader to here, where it is told from
//! a good one. Everything else of an object is in safe Rust behind an `Arc`.
//!
//! A slot belongs to its object for as long as the object lives, which can be longer than the program's references: a
//! buffer keeps its context. Slots that were freed are used again only after many others, so that a stale handle is found
//! out rather than taken for a new object.

use std::any::Any;
use std::collections::VecDeque;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Weak};

use crate::bindings::cl_uint;
use crate::dispatch::{DISPATCH, Dispatch};
use crate::status::{Result, Status};

/// Slots in the first slab. Each further one doubles what there is, so that there are never many.
const SLAB: usize = 1024;

/// How many freed slots wait before the first of them is used again.
const QUARANTINE: usize = 2048;

/// An object with a handle.
pub(crate) trait Object: Any + Send + Sync + Sized {
    /// What the handle's C type points to, such as `_cl_context`.
    type Raw;
    /// The error for a handle that does not lead to such an object.
    const INVALID: Status;
    /// The object's own handle.
    fn handle(&self) -> &Handle<Self>;
    /// The handle as C sees it.
    fn raw(&self) -> *mut Self::Raw {
        self.handle().raw()
    }
}

#[repr(C)]
struct Slot {
    /// Where the loader looks for it.
    dispatch: *const Dispatch,
    state: Mutex<State>,
}

// SAFETY: the dispatch table is a constant; everything else is behind the lock.
unsafe impl Sync for Slot {}
// SAFETY: as above.
unsafe impl Send for Slot {}

#[derive(Default)]
struct State {
    /// The program's references; with the last one, `held` goes.
    references: cl_uint,
    held: Option<Arc<dyn Any + Send + Sync>>,
    /// The object, for as long as anything keeps it.
    object: Option<Weak<dyn Any + Send + Sync>>,
}

impl Slot {
    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing that can panic runs with the lock.
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// Where the slabs are. A new one comes with a new table; the old one stays for those who look at it.
struct Slabs {
    /// The first and last address of each, in order.
    places: Vec<(usize, usize)>,
    /// So that what looks for lost memory finds none.
    _before: Option<&'static Slabs>,
}

static SLABS: AtomicPtr<Slabs> = AtomicPtr::new(std::ptr::null_mut());
static FREE: Mutex<VecDeque<&'static Slot>> = Mutex::new(VecDeque::new());

fn slabs() -> Option<&'static Slabs> {
    // SAFETY: null, or a table that was leaked.
    unsafe { SLABS.load(Ordering::Acquire).as_ref() }
}

/// The slot at an address, if there is one.
fn slot(address: usize) -> Option<&'static Slot> {
    let slabs = &slabs()?.places;
    let index = slabs.partition_point(|&(_, last)| last < address);
    let &(first, _) = slabs.get(index)?;
    let aligned = address >= first && (address - first).is_multiple_of(size_of::<Slot>());
    // SAFETY: slabs are leaked arrays of slots, and the address is that of an element.
    aligned.then(|| unsafe { &*(address as *const Slot) })
}

fn reserve() -> &'static Slot {
    let mut free = FREE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if free.len() <= QUARANTINE {
        let before = slabs();
        let mut places = before.map(|slabs| slabs.places.clone()).unwrap_or_default();
        let known: usize = places.iter().map(|(first, last)| (last + 1 - first) / size_of::<Slot>()).sum();
        let slab: Vec<Slot> =
            (0..known.max(SLAB)).map(|_| Slot { dispatch: &DISPATCH, state: Mutex::default() }).collect();
        let slab: &'static [Slot] = slab.leak();
        let first = slab.as_ptr() as usize;
        let at = places.partition_point(|&(_, last)| last < first);
        places.insert(at, (first, first + size_of_val(slab) - 1));
        // Nobody else changes it meanwhile: who does has the lock of `FREE`.
        SLABS.store(Box::leak(Box::new(Slabs { places, _before: before })), Ordering::Release);
        // New slots come first: those in quarantine keep waiting.
        for slot in slab {
            free.push_front(slot);
        }
    }
    free.pop_front().expect("a slab was just added if there was none")
}

/// An object's slot; the object owns it.
pub(crate) struct Handle<T: Object> {
    slot: &'static Slot,
    object: PhantomData<fn() -> T>,
}

impl<T: Object> Handle<T> {
    /// A slot for an object that is being made.
    pub(crate) fn new() -> Handle<T> {
        Handle { slot: reserve(), object: PhantomData }
    }
    fn raw(&self) -> *mut T::Raw {
        std::ptr::from_ref(self.slot).cast_mut().cast()
    }
    /// How many references the application holds.
    pub(crate) fn references(&self) -> cl_uint {
        self.slot.state().references
    }
}

impl<T: Object> Drop for Handle<T> {
    fn drop(&mut self) {
        *self.slot.state() = State::default();
        FREE.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push_back(self.slot);
    }
}

/// Gives an object to the program, with one reference.
pub(crate) fn publish<T: Object>(object: Arc<T>) -> *mut T::Raw {
    let raw = object.raw();
    let slot = object.handle().slot;
    let object: Arc<dyn Any + Send + Sync> = object;
    let mut state = slot.state();
    state.references = 1;
    state.object = Some(Arc::downgrade(&object));
    state.held = Some(object);
    raw
}

/// The object behind a handle.
pub(crate) fn get<T: Object>(raw: *mut T::Raw) -> Result<Arc<T>> {
    let slot = slot(raw as usize).ok_or(T::INVALID)?;
    let object = slot.state().object.as_ref().and_then(Weak::upgrade).ok_or(T::INVALID)?;
    object.downcast().map_err(|_| T::INVALID)
}

/// The objects behind a list of handles.
///
/// # Safety
/// A pointer that is not null leads to `count` handles.
pub(crate) unsafe fn list<T: Object>(raws: *const *mut T::Raw, count: cl_uint) -> Result<Vec<Arc<T>>> {
    // SAFETY: the caller vouches for it.
    unsafe { crate::raw::slice(raws, count as usize) }.iter().map(|&raw| get(raw)).collect()
}

/// Adds a reference of the program.
pub(crate) fn retain<T: Object>(raw: *mut T::Raw) -> Result<()> {
    let object = get::<T>(raw)?;
    let mut state = object.handle().slot.state();
    if state.references == 0 {
        return Err(T::INVALID);
    }
    state.references = state.references.checked_add(1).ok_or(Status::OUT_OF_RESOURCES)?;
    Ok(())
}

/// Takes a reference of the program back. With the last one the object goes, once nothing else needs it.
pub(crate) fn release<T: Object>(raw: *mut T::Raw) -> Result<()> {
    let object = get::<T>(raw)?;
    let mut state = object.handle().slot.state();
    if state.references == 0 {
        return Err(T::INVALID);
    }
    state.references -= 1;
    let held = if state.references == 0 { state.held.take() } else { None };
    drop(state);
    // Outside of the lock: the object's end may take its time, and frees the slot.
    drop(held);
    drop(object);
    Ok(())
}
