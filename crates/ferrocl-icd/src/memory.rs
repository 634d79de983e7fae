//! Memory objects: what is common to buffers, sub-buffers and images.
//!
//! A memory object is a range of a runtime buffer. Objects made from others (sub-buffers, images of buffers, views of images) share
//! its [`Store`], and with that the record of what is mapped. Making each kind, and asking for what only it has, is in
//! [`crate::buffer`] and [`crate::image`].

use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::{Arc, Mutex, MutexGuard};

use ferrocl_runtime as runtime;
use ferrocl_runtime::ir::image::ImageKind;
use ferrocl_runtime::memory::region::{self, Extent, RowLayout};

use crate::bindings::*;
use crate::context::{Context, UserData};
use crate::entry::entry;
use crate::handle::{self, Handle, Object};
use crate::image::Image;
use crate::info::Answer;
use crate::newer::*;
use crate::status::{Result, Status};
use crate::svm;

/// `pfn_notify` of `clSetMemObjectDestructorCallback`.
pub(crate) type Destructor = unsafe extern "C" fn(cl_mem, *mut c_void);

/// What a memory object is, with what only objects of its kind have. (Pipes cannot be made: see [`crate::pipe`].)
pub(crate) enum Kind {
    /// A buffer or sub-buffer.
    Buffer,
    Image(Image),
}

/// A memory object.
pub(crate) struct Memory {
    handle: Handle<Memory>,
    pub(crate) context: Arc<Context>,
    pub(crate) kind: Kind,
    /// As they were given, with those that it has by default or from its parent.
    pub(crate) flags: cl_mem_flags,
    /// Where its bytes are; shared with the object that this one is made from.
    pub(crate) store: Arc<Store>,
    /// Where they start in it.
    pub(crate) offset: usize,
    pub(crate) size: usize,
    /// The buffer that this one is a part of, or the memory object that an image is made from.
    pub(crate) parent: Option<Arc<Memory>>,
    /// As they were given, with the zero at the end; empty where none were.
    pub(crate) properties: Vec<cl_mem_properties>,
    /// `CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT`: the program may ask for its address.
    pub(crate) has_device_address: bool,
    destructors: Mutex<Vec<(Destructor, UserData)>>,
}

/// The bytes of a memory object and of those made from it.
pub(crate) struct Store {
    pub(crate) buffer: Arc<runtime::Buffer>,
    /// Where those of the first object start; the buffer may be an allocation of shared virtual memory of which it has a part.
    start: usize,
    /// They are where the program's `host_ptr` led, with `CL_MEM_USE_HOST_PTR`.
    is_host_memory: bool,
    /// The host pointer leads into shared virtual memory.
    is_svm: bool,
    /// What is mapped now.
    maps: Mutex<Vec<Map>>,
}

/// A part of a memory object that the program has mapped.
struct Map {
    /// Which object was mapped: its address.
    object: usize,
    /// What the program got.
    pointer: usize,
    writes: bool,
    /// The mapped bytes in the store.
    layout: RowLayout,
    extent: Extent,
}

impl Object for Memory {
    type Raw = _cl_mem;
    const INVALID: Status = Status::INVALID_MEM_OBJECT;
    fn handle(&self) -> &Handle<Memory> {
        &self.handle
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // What others share with it does not stay mapped for an object that is gone.
        self.store.maps().retain(|m| m.object != self.identity());
        let destructors = std::mem::take(self.destructors.get_mut().unwrap_or_else(|e| e.into_inner()));
        // "The registered callback functions are called in the reverse order in which they were registered. The registered callback
        // functions are called and then the memory object's resources are freed and the memory object is deleted."
        for (function, data) in destructors.into_iter().rev() {
            // SAFETY: the program gave this function to be called like this.
            unsafe { function(self.raw(), data.0) };
        }
    }
}

impl Store {
    /// Where the bytes of a new memory object are to be: zeros, a copy, or the program's own memory, as its flags say.
    ///
    /// # Safety
    /// With `CL_MEM_USE_HOST_PTR` or `CL_MEM_COPY_HOST_PTR`, `host_ptr` leads to `size` bytes; with the former, for as long as
    /// the memory object lives.
    pub(crate) unsafe fn new(flags: cl_mem_flags, size: usize, host_ptr: *mut c_void) -> Result<Arc<Store>> {
        let failed = |_| Status::MEM_OBJECT_ALLOCATION_FAILURE;
        let store = |buffer, start, is_host_memory, is_svm| {
            Ok(Arc::new(Store { buffer, start, is_host_memory, is_svm, maps: Mutex::default() }))
        };
        if let Some(pointer) = NonNull::new(host_ptr.cast::<u8>()).filter(|_| has(flags, CL_MEM_USE_HOST_PTR))
        {
            // The allocation itself, so that it is there for as long as the memory object is.
            return match svm::find(host_ptr as usize).filter(|found| found.remaining() >= size) {
                Some(svm::Found { allocation, offset }) => {
                    store(allocation.buffer, offset, true, allocation.kind == svm::Kind::Svm)
                }
                // SAFETY: the caller vouches for it.
                None => store(Arc::new(unsafe { runtime::Buffer::lent(pointer, size) }), 0, true, false),
            };
        }
        let buffer = runtime::Buffer::new(size).map_err(failed)?;
        if has(flags, CL_MEM_COPY_HOST_PTR) {
            let row = RowLayout::at(0);
            // SAFETY: the caller vouches for it.
            unsafe { buffer.write_rows(row, host_ptr.cast(), row, [size, 1, 1]) }.map_err(failed)?;
        }
        store(Arc::new(buffer), 0, false, false)
    }
    fn maps(&self) -> MutexGuard<'_, Vec<Map>> {
        self.maps.lock().unwrap_or_else(|e| e.into_inner())
    }
}

/// Whether a set of flags has one.
pub(crate) fn has(flags: cl_bitfield, flag: u32) -> bool {
    flags & u64::from(flag) != 0
}

impl Memory {
    /// A memory object of its own.
    pub(crate) fn new(
        context: Arc<Context>,
        kind: Kind,
        flags: cl_mem_flags,
        store: Arc<Store>,
        size: usize,
        properties: Vec<cl_mem_properties>,
    ) -> Memory {
        Memory {
            handle: Handle::new(),
            context,
            kind,
            flags,
            offset: store.start,
            store,
            size,
            parent: None,
            properties,
            has_device_address: false,
            destructors: Mutex::default(),
        }
    }
    /// A memory object that shares the bytes of another, from an offset on.
    pub(crate) fn part_of(
        parent: Arc<Memory>,
        kind: Kind,
        flags: cl_mem_flags,
        offset: usize,
        size: usize,
        properties: Vec<cl_mem_properties>,
    ) -> Memory {
        let (context, store) = (parent.context.clone(), parent.store.clone());
        let mut memory = Memory::new(context, kind, flags, store, size, properties);
        memory.offset = parent.offset + offset;
        memory.has_device_address = parent.has_device_address;
        memory.parent = Some(parent);
        memory
    }
    /// The address of its first byte, as kernels and maps see it.
    pub(crate) fn address(&self) -> *mut u8 {
        // SAFETY: the range lies in the buffer.
        unsafe { self.store.buffer.address().add(self.offset) }
    }
    /// What has its bytes, from `offset` on.
    pub(crate) fn buffer(&self) -> &Arc<runtime::Buffer> {
        &self.store.buffer
    }
    /// A layout in this object as one in [`Memory::buffer`].
    pub(crate) fn in_store(&self, layout: RowLayout) -> RowLayout {
        layout.moved(self.offset)
    }
    /// The memory object behind a handle, if it is a buffer or sub-buffer: "CL_INVALID_MEM_OBJECT if buffer is not a valid buffer object."
    pub(crate) fn get_buffer(raw: cl_mem) -> Result<Arc<Memory>> {
        handle::get::<Memory>(raw).and_then(|m| if m.is_buffer() { Ok(m) } else { Err(Memory::INVALID) })
    }
    /// The memory object behind a handle, if it is an image: "CL_INVALID_MEM_OBJECT if image is not a valid image object."
    pub(crate) fn get_image(raw: cl_mem) -> Result<Arc<Memory>> {
        handle::get::<Memory>(raw)
            .and_then(|m| if m.image().is_some() { Ok(m) } else { Err(Memory::INVALID) })
    }
    /// Whether it is a buffer or sub-buffer.
    pub(crate) fn is_buffer(&self) -> bool {
        matches!(self.kind, Kind::Buffer)
    }
    /// Whether it is a part of a buffer.
    pub(crate) fn is_sub_buffer(&self) -> bool {
        self.is_buffer() && self.parent.is_some()
    }
    /// Where a sub-buffer starts in its buffer; 0 for other objects.
    pub(crate) fn origin(&self) -> usize {
        match &self.parent {
            Some(parent) if self.is_buffer() => self.offset - parent.offset,
            _ => 0,
        }
    }
    /// What only images have.
    pub(crate) fn image(&self) -> Option<&Image> {
        match &self.kind {
            Kind::Image(image) => Some(image),
            Kind::Buffer => None,
        }
    }
    /// The image as a kernel gets it that declares it to be of this kind; `None` where it is of another.
    pub(crate) fn image_for_kernel(&self, kind: ImageKind) -> Option<runtime::memory::image::Image> {
        let image = self.image().filter(|image| image.is_of_kind(kind))?;
        let (buffer, offset) = (self.buffer().clone(), self.offset);
        runtime::memory::image::Image::new(buffer, offset, kind, image.format(), &image.shape())
    }
    /// "CL_INVALID_OPERATION if clEnqueueRead… is called on [an object] which has been created with CL_MEM_HOST_WRITE_ONLY or
    /// CL_MEM_HOST_NO_ACCESS."
    pub(crate) fn check_host_may_read(&self) -> Result<()> {
        let no = has(self.flags, CL_MEM_HOST_WRITE_ONLY) || has(self.flags, CL_MEM_HOST_NO_ACCESS);
        if no { Err(Status::INVALID_OPERATION) } else { Ok(()) }
    }
    /// "CL_INVALID_OPERATION if clEnqueueWrite… is called on [an object] which has been created with CL_MEM_HOST_READ_ONLY or
    /// CL_MEM_HOST_NO_ACCESS", or with `CL_MEM_IMMUTABLE_EXT`.
    pub(crate) fn check_host_may_write(&self) -> Result<()> {
        let no = has(self.flags, CL_MEM_HOST_READ_ONLY) || has(self.flags, CL_MEM_HOST_NO_ACCESS);
        if no { Err(Status::INVALID_OPERATION) } else { self.check_mutable() }
    }
    /// "CL_INVALID_OPERATION if [what a command writes to] was created with CL_MEM_IMMUTABLE_EXT."
    pub(crate) fn check_mutable(&self) -> Result<()> {
        if has(self.flags, CL_MEM_IMMUTABLE_EXT) { Err(Status::INVALID_OPERATION) } else { Ok(()) }
    }
    /// Maps a box of its bytes: records that, and gives the pointer. A box of a buffer is `RowLayout::at(offset)` with `[size, 1, 1]`.
    pub(crate) fn map(&self, flags: cl_map_flags, layout: RowLayout, extent: Extent) -> Result<*mut c_void> {
        let writes = has(flags, CL_MAP_WRITE) || has(flags, CL_MAP_WRITE_INVALIDATE_REGION);
        let layout = self.in_store(layout);
        let mut maps = self.store.maps();
        // "Mapping (and unmapping) overlapped regions in a memory object and/or associated memory objects ... for writing is an error
        // and will result in CL_INVALID_OPERATION error".
        let clashes = |m: &Map| m.writes && region::overlap(m.layout, m.extent, layout, extent);
        if writes && maps.iter().any(clashes) {
            return Err(Status::INVALID_OPERATION);
        }
        let pointer = self.store.buffer.address().wrapping_add(layout.offset);
        maps.push(Map { object: self.identity(), pointer: pointer as usize, writes, layout, extent });
        Ok(pointer.cast())
    }
    /// Takes a map back: "CL_INVALID_VALUE if mapped_ptr is not a valid pointer returned by clEnqueueMapBuffer or
    /// clEnqueueMapImage for memobj."
    pub(crate) fn unmap(&self, pointer: *mut c_void) -> Result<()> {
        let mut maps = self.store.maps();
        let found = maps.iter().position(|m| m.object == self.identity() && m.pointer == pointer as usize);
        maps.swap_remove(found.ok_or(Status::INVALID_VALUE)?);
        Ok(())
    }
    /// How many maps of it there are.
    fn map_count(&self) -> cl_uint {
        self.store.maps().iter().filter(|m| m.object == self.identity()).count() as cl_uint
    }
    /// What tells it from every other object that shares its store.
    fn identity(&self) -> usize {
        std::ptr::from_ref(self) as usize
    }
    /// The host pointer that it was made with, with the offset of a sub-buffer; null where there was none.
    fn host_pointer(&self) -> *mut c_void {
        if self.store.is_host_memory { self.address().cast() } else { std::ptr::null_mut() }
    }
    /// The kind of object, as the API has it.
    fn object_type(&self) -> cl_mem_object_type {
        match &self.kind {
            Kind::Buffer => CL_MEM_OBJECT_BUFFER,
            Kind::Image(image) => image.object_type(),
        }
    }
}

entry! {
    /// API specification, "Retaining and Releasing Memory Objects", `clRetainMemObject`.
    fn clRetainMemObject(memobj: cl_mem) {
        handle::retain::<Memory>(memobj)
    }
}

entry! {
    /// API specification, "Retaining and Releasing Memory Objects", `clReleaseMemObject`.
    fn clReleaseMemObject(memobj: cl_mem) {
        handle::release::<Memory>(memobj)
    }
}

entry! {
    /// API specification, "Retaining and Releasing Memory Objects", `clSetMemObjectDestructorCallback`.
    fn clSetMemObjectDestructorCallback(
        memobj: cl_mem,
        pfn_notify: Option<Destructor>,
        user_data: *mut c_void,
    ) {
        let memory = handle::get::<Memory>(memobj)?;
        // "CL_INVALID_VALUE if pfn_notify is NULL."
        let function = pfn_notify.ok_or(Status::INVALID_VALUE)?;
        memory.destructors.lock().unwrap_or_else(|e| e.into_inner()).push((function, UserData(user_data)));
        Ok(())
    }
}

entry! {
    /// API specification, "Memory Object Queries", `clGetMemObjectInfo`.
    fn clGetMemObjectInfo(
        memobj: cl_mem,
        param_name: cl_mem_info,
        param_value_size: usize,
        param_value: *mut c_void,
        param_value_size_ret: *mut usize,
    ) {
        let memory = handle::get::<Memory>(memobj)?;
        let answer = Answer::new(param_value_size, param_value, param_value_size_ret);
        match param_name {
            CL_MEM_TYPE => answer.value(memory.object_type()),
            CL_MEM_FLAGS => answer.value(memory.flags),
            CL_MEM_SIZE => answer.value(memory.size),
            CL_MEM_HOST_PTR => answer.value(memory.host_pointer()),
            CL_MEM_MAP_COUNT => answer.value(memory.map_count()),
            CL_MEM_REFERENCE_COUNT => answer.value(memory.handle.references()),
            CL_MEM_CONTEXT => answer.value(memory.context.raw()),
            CL_MEM_ASSOCIATED_MEMOBJECT => {
                answer.value(memory.parent.as_ref().map_or(std::ptr::null_mut(), |parent| parent.raw()))
            }
            // "Return offset if memobj is a sub-buffer object ... This return 0 if memobj is not a subbuffer object."
            CL_MEM_OFFSET => answer.value(memory.origin()),
            // "Return CL_TRUE if memobj is a buffer object that was created with CL_MEM_USE_HOST_PTR or is a sub-buffer object of a
            // buffer object that was created with CL_MEM_USE_HOST_PTR and the host_ptr specified when the buffer object was created
            // is a SVM pointer; otherwise returns CL_FALSE."
            CL_MEM_USES_SVM_POINTER => answer.boolean(memory.is_buffer() && memory.store.is_svm),
            CL_MEM_PROPERTIES => answer.slice(&memory.properties),
            CL_MEM_DEVICE_ADDRESS_EXT => {
                // "CL_INVALID_OPERATION is returned for the CL_MEM_DEVICE_ADDRESS_EXT query ... if the buffer was not allocated with
                // CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT."
                if !memory.has_device_address {
                    return Err(Status::INVALID_OPERATION);
                }
                // "returns a list of device addresses for the buffer, one for each device in the context".
                answer.slice(&vec![memory.address() as cl_mem_device_address_ext; memory.context.devices().len()])
            }
            _ => Err(Status::INVALID_VALUE),
        }
    }
}
