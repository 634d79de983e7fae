//! Images: what they look like in memory, making them, and asking for what only they have.
//!
//! An image is stored row after row with the pitches that the program gave, so that its bytes are the same in a buffer, in the
//! program's memory and here.

use std::ffi::c_void;
use std::sync::Arc;

use ferrocl_runtime::ir::image::ImageKind;
use ferrocl_runtime::memory::image::ImageShape;
use ferrocl_runtime::memory::image_format::{ChannelOrder, ImageFormat};
use ferrocl_runtime::memory::region::{Extent, RowLayout};

use crate::bindings::*;
use crate::context::Context;
use crate::device;
use crate::entry::entry;
use crate::flags;
use crate::handle::{self, Object};
use crate::image_format;
use crate::info::Answer;
use crate::memory::{Kind, Memory, Store, has};
use crate::raw;
use crate::status::{Result, Status};

/// A point or a size in an image: x, y, z, where the last that an array has is the image in it.
pub(crate) type Pixels = [usize; 3];

/// What only images have.
#[derive(Clone, Copy)]
pub(crate) struct Image {
    format: ImageFormat,
    object_type: cl_mem_object_type,
    /// As the program sees them: 0 where the kind of image has none.
    width: usize,
    height: usize,
    depth: usize,
    array_size: usize,
    row_pitch: usize,
    slice_pitch: usize,
}

impl Image {
    /// What an element looks like.
    pub(crate) fn format(&self) -> ImageFormat {
        self.format
    }
    /// The kind of image, as the API has it.
    pub(crate) fn object_type(&self) -> cl_mem_object_type {
        self.object_type
    }
    /// Bytes of an element.
    pub(crate) fn element_size(&self) -> usize {
        self.format.element_size()
    }
    /// Its size as commands count it: images of an array come after the last dimension of each.
    pub(crate) fn extent(&self) -> Pixels {
        match self.object_type {
            CL_MEM_OBJECT_IMAGE1D | CL_MEM_OBJECT_IMAGE1D_BUFFER => [self.width, 1, 1],
            CL_MEM_OBJECT_IMAGE1D_ARRAY => [self.width, self.array_size, 1],
            CL_MEM_OBJECT_IMAGE2D => [self.width, self.height, 1],
            CL_MEM_OBJECT_IMAGE2D_ARRAY => [self.width, self.height, self.array_size],
            _ => [self.width, self.height, self.depth],
        }
    }
    /// How many dimensions commands count in it: 1, 2 or 3.
    pub(crate) fn dimensions(&self) -> usize {
        match self.object_type {
            CL_MEM_OBJECT_IMAGE1D | CL_MEM_OBJECT_IMAGE1D_BUFFER => 1,
            CL_MEM_OBJECT_IMAGE1D_ARRAY | CL_MEM_OBJECT_IMAGE2D => 2,
            _ => 3,
        }
    }
    /// Whether it is what a kernel's parameter of this kind takes: "If the kernel argument is a 2D depth image, then the image memory object
    /// must be of image type CL_MEM_OBJECT_IMAGE2D and image channel order CL_DEPTH", and so on.
    pub(crate) fn is_of_kind(&self, kind: ImageKind) -> bool {
        let is_depth = self.format.order() == ChannelOrder::Depth;
        let (object_type, depth) = match kind {
            ImageKind::Image1d => (CL_MEM_OBJECT_IMAGE1D, false),
            ImageKind::Image1dBuffer => (CL_MEM_OBJECT_IMAGE1D_BUFFER, false),
            ImageKind::Image1dArray => (CL_MEM_OBJECT_IMAGE1D_ARRAY, false),
            ImageKind::Image2d => (CL_MEM_OBJECT_IMAGE2D, false),
            ImageKind::Image2dDepth => (CL_MEM_OBJECT_IMAGE2D, true),
            ImageKind::Image2dArray => (CL_MEM_OBJECT_IMAGE2D_ARRAY, false),
            ImageKind::Image2dArrayDepth => (CL_MEM_OBJECT_IMAGE2D_ARRAY, true),
            ImageKind::Image3d => (CL_MEM_OBJECT_IMAGE3D, false),
        };
        self.object_type == object_type && is_depth == depth
    }
    /// Its size and pitches.
    pub(crate) fn shape(&self) -> ImageShape {
        let Image { width, height, depth, array_size, row_pitch, slice_pitch, .. } = *self;
        ImageShape { width, height, depth, array_size, row_pitch, slice_pitch }
    }
    /// Bytes from one image or slice to the next, as `clEnqueueMapImage` gives them: "For a 2D or 1D image [and 1D image buffer], zero
    /// is returned".
    pub(crate) fn slice_pitch(&self) -> usize {
        self.slice_pitch
    }
    /// Bytes from one row to the next.
    pub(crate) fn row_pitch(&self) -> usize {
        self.row_pitch
    }
    /// Where the rows from a point on lie, counted from the image's first byte: rows and slices are those of [`Image::extent`].
    pub(crate) fn layout(&self, origin: Pixels) -> RowLayout {
        // The rows of an array of rows are its images.
        let row_pitch =
            if self.object_type == CL_MEM_OBJECT_IMAGE1D_ARRAY { self.slice_pitch } else { self.row_pitch };
        let slice_pitch = if self.dimensions() == 3 { self.slice_pitch } else { 0 };
        let offset = origin[0] * self.element_size() + origin[1] * row_pitch + origin[2] * slice_pitch;
        RowLayout { offset, row_pitch, slice_pitch }
    }
    /// The bytes of a region of so many pixels.
    pub(crate) fn bytes(&self, region: Pixels) -> Extent {
        [region[0].saturating_mul(self.element_size()), region[1], region[2]]
    }
    /// "CL_INVALID_VALUE if the region being [accessed] specified by origin and region is out of bounds" or "if values in origin and
    /// region do not follow rules described in the argument description for origin and region": what an image has no dimension for
    /// has origin 0 and size 1, and no size is 0.
    pub(crate) fn check_region(&self, origin: Pixels, region: Pixels) -> Result<()> {
        let inside = (0..3).all(|axis| {
            let end = origin[axis].checked_add(region[axis]);
            region[axis] > 0 && end.is_some_and(|end| end <= self.extent()[axis])
        });
        if inside { Ok(()) } else { Err(Status::INVALID_VALUE) }
    }
    /// Bytes from its first to its last.
    fn size(&self) -> Option<usize> {
        let extent = self.extent();
        let layout = self.layout([0; 3]);
        let slices = layout.slice_pitch.checked_mul(extent[2] - 1)?;
        layout.row_pitch.checked_mul(extent[1])?.checked_add(slices)
    }
}

/// An image that is to be made: the arguments of `clCreateImage`, checked as far as each is on its own.
struct Plan {
    context: Arc<Context>,
    flags: cl_mem_flags,
    format: ImageFormat,
    description: cl_image_desc,
    host_ptr: *mut c_void,
    /// The error for pitches that break the rules.
    bad_pitch: Status,
}

impl Plan {
    /// The memory object that the image is to be made from.
    fn source(&self) -> cl_mem {
        // SAFETY: both members of the union are this handle.
        unsafe { self.description.__bindgen_anon_1.mem_object }
    }
    /// Checks the dimensions: "CL_INVALID_IMAGE_SIZE if the image dimensions specified in image_desc are not valid or exceed the maximum
    /// image dimensions".
    fn check_size(&self) -> Result<()> {
        let d = &self.description;
        let limits: &[(usize, usize)] = match d.image_type {
            CL_MEM_OBJECT_IMAGE1D => &[(d.image_width, device::IMAGE_2D_MAX)],
            CL_MEM_OBJECT_IMAGE1D_BUFFER => &[(d.image_width, device::IMAGE_MAX_BUFFER)],
            CL_MEM_OBJECT_IMAGE1D_ARRAY => {
                &[(d.image_width, device::IMAGE_2D_MAX), (d.image_array_size, device::IMAGE_MAX_ARRAY)]
            }
            CL_MEM_OBJECT_IMAGE2D => {
                &[(d.image_width, device::IMAGE_2D_MAX), (d.image_height, device::IMAGE_2D_MAX)]
            }
            CL_MEM_OBJECT_IMAGE2D_ARRAY => &[
                (d.image_width, device::IMAGE_2D_MAX),
                (d.image_height, device::IMAGE_2D_MAX),
                (d.image_array_size, device::IMAGE_MAX_ARRAY),
            ],
            _ => &[
                (d.image_width, device::IMAGE_3D_MAX),
                (d.image_height, device::IMAGE_3D_MAX),
                (d.image_depth, device::IMAGE_3D_MAX),
            ],
        };
        let good = limits.iter().all(|(size, limit)| (1..=*limit).contains(size));
        if good { Ok(()) } else { Err(Status::INVALID_IMAGE_SIZE) }
    }
    /// The image, with the pitches that were given or follow from the size. `may_have_pitch`: its bytes are the program's.
    fn image(&self, may_have_pitch: bool) -> Result<Image> {
        let d = &self.description;
        let element = self.format.element_size();
        let packed = d.image_width * element;
        // "The image_row_pitch must be zero if host_ptr is NULL ... and the image is not a 2D image created from a buffer." The same for
        // "image_slice_pitch".
        if !may_have_pitch && (d.image_row_pitch != 0 || d.image_slice_pitch != 0) {
            return Err(self.bad_pitch);
        }
        // "If image_row_pitch is zero ... the image row pitch is calculated as image_width times the size of an image element in bytes. If
        // image_row_pitch is non-zero, then it must be greater than or equal to [that], and must be a multiple of the size of an image
        // element in bytes."
        let row_pitch = if d.image_row_pitch == 0 { packed } else { d.image_row_pitch };
        if row_pitch < packed || !row_pitch.is_multiple_of(element) {
            return Err(self.bad_pitch);
        }
        let is = |kinds: &[u32]| kinds.contains(&d.image_type);
        let has_height = is(&[CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D]);
        let is_array = is(&[CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D_ARRAY]);
        let is_3d = is(&[CL_MEM_OBJECT_IMAGE3D]);
        let height = if has_height { d.image_height } else { 0 };
        let mut slice_pitch = 0;
        if is_array || is_3d {
            // "the image slice pitch is calculated as the image row pitch × image_height for a 2D image array or a 3D image, and as the
            // image row pitch for a 1D image array. ... The image slice pitch must be ≥ [that], and must be a multiple of the image row
            // pitch."
            let packed = row_pitch.checked_mul(height.max(1)).ok_or(self.bad_pitch)?;
            slice_pitch = if d.image_slice_pitch == 0 { packed } else { d.image_slice_pitch };
            if slice_pitch < packed || !slice_pitch.is_multiple_of(row_pitch) {
                return Err(self.bad_pitch);
            }
        }
        // Kernels have 32 bits for the way from one row to the next, and the rows of a 1D image array are its images.
        let row = if is(&[CL_MEM_OBJECT_IMAGE1D_ARRAY]) { slice_pitch } else { row_pitch };
        if u32::try_from(row).is_err() {
            return Err(Status::INVALID_IMAGE_SIZE);
        }
        Ok(Image {
            format: self.format,
            object_type: d.image_type,
            width: d.image_width,
            height,
            depth: if is_3d { d.image_depth } else { 0 },
            array_size: if is_array { d.image_array_size } else { 0 },
            row_pitch,
            slice_pitch,
        })
    }
    /// Makes an image with bytes of its own, or in memory of the program.
    ///
    /// # Safety
    /// The host pointer is null or leads to as many bytes as the table "Required host_ptr buffer sizes for images" asks for.
    unsafe fn create(self, properties: Vec<cl_mem_properties>) -> Result<cl_mem> {
        flags::check_new(self.flags)?;
        self.check_size()?;
        flags::check_host_pointer(self.flags, self.host_ptr)?;
        let image = self.image(!self.host_ptr.is_null())?;
        // "CL_MEM_OBJECT_ALLOCATION_FAILURE if there is a failure to allocate memory for the image object".
        let size = image.size().filter(|&size| size as u64 <= device::max_allocation());
        let size = size.ok_or(Status::MEM_OBJECT_ALLOCATION_FAILURE)?;
        // SAFETY: the caller vouches for it; the image's size is at most what the table asks for.
        let store = unsafe { Store::new(self.flags, size, self.host_ptr) }?;
        let memory = Memory::new(self.context, Kind::Image(image), self.flags, store, size, properties);
        Ok(handle::publish(Arc::new(memory)))
    }
    /// Makes an image whose bytes are those of another memory object.
    fn create_from(self, source: Arc<Memory>, properties: Vec<cl_mem_properties>) -> Result<cl_mem> {
        let flags = flags::of_part(self.flags, source.flags)?;
        // "if CL_MEM_IMMUTABLE_EXT is not set in flags and mem_object was created with CL_MEM_IMMUTABLE_EXT"
        if source.check_mutable().is_err() && !has(self.flags, crate::newer::CL_MEM_IMMUTABLE_EXT) {
            return Err(Status::INVALID_VALUE);
        }
        self.check_size()?;
        flags::check_host_pointer(self.flags, self.host_ptr)?;
        let d = &self.description;
        let image = match (source.image(), d.image_type) {
            (None, CL_MEM_OBJECT_IMAGE1D_BUFFER) => {
                // The row pitch "must be zero if host_ptr is NULL ... and the image is not a 2D image created from a buffer"; but programs
                // (the conformance tests among them) give the one that would be computed, or more. A single row has no use for it.
                let image = self.image(true)?;
                if d.image_slice_pitch != 0 {
                    return Err(self.bad_pitch);
                }
                Image { row_pitch: image.width * self.format.element_size(), ..image }
            }
            (None, CL_MEM_OBJECT_IMAGE2D) => {
                // "CL_INVALID_IMAGE_FORMAT_DESCRIPTOR if a 2D image is created from a buffer and the row pitch and base address alignment
                // does not follow the rules described for creating a 2D image from a buffer". Both alignments are one pixel.
                let bad = Status::INVALID_IMAGE_FORMAT_DESCRIPTOR;
                if d.image_slice_pitch != 0
                    || !(source.address() as usize).is_multiple_of(self.format.element_size())
                {
                    return Err(bad);
                }
                Plan { bad_pitch: bad, context: self.context.clone(), ..self }.image(true)?
            }
            (Some(parent), CL_MEM_OBJECT_IMAGE2D) => self.view(parent)?,
            // "Otherwise [mem_object] must be NULL."
            _ => return Err(Status::INVALID_IMAGE_DESCRIPTOR),
        };
        // "For a 1D image buffer created from a buffer object, the image_width × size of element in bytes must be ≤ size of the buffer
        // object", "For a 2D image created from a buffer object, the image_row_pitch × image_height must be ≤ size of the buffer object
        // specified by mem_object."
        let size = image.size().filter(|&size| size <= source.size).ok_or(Status::INVALID_IMAGE_SIZE)?;
        let part = Memory::part_of(source, Kind::Image(image), flags, 0, size, properties);
        Ok(handle::publish(Arc::new(part)))
    }
    /// The image as another channel order sees it: "Creating a 2D image object from another 2D image object".
    fn view(&self, parent: &Image) -> Result<Image> {
        let d = &self.description;
        // "All of the values specified in image_desc must match the image descriptor information associated with mem_object, except for
        // mem_object."
        if parent.object_type != CL_MEM_OBJECT_IMAGE2D
            || (d.image_width, d.image_height) != (parent.width, parent.height)
            || !(d.image_row_pitch == 0 || d.image_row_pitch == parent.row_pitch)
            || d.image_slice_pitch != 0
        {
            return Err(Status::INVALID_IMAGE_DESCRIPTOR);
        }
        // "The image channel data type specified in image_format must match the image channel data type associated with mem_object." and
        // "The image channel order ... must be compatible", as the table "Compatible Image Channel Orders" has it.
        use ferrocl_runtime::memory::image_format::ChannelOrder::*;
        let compatible = matches!(
            (self.format.order(), parent.format.order()),
            (Sbgra, Bgra) | (Bgra, Sbgra) | (Srgba, Rgba) | (Rgba, Srgba) | (Depth, R)
        );
        if !compatible || self.format.channel() != parent.format.channel() {
            return Err(Status::INVALID_IMAGE_FORMAT_DESCRIPTOR);
        }
        Ok(Image { format: self.format, ..*parent })
    }
}

/// Makes an image.
///
/// # Safety
/// The pointers are as `clCreateImage` wants them.
unsafe fn create(
    context: cl_context,
    properties: *const cl_mem_properties,
    flags: cl_mem_flags,
    image_format: *const cl_image_format,
    image_desc: *const cl_image_desc,
    host_ptr: *mut c_void,
) -> Result<cl_mem> {
    let context = handle::get::<Context>(context)?;
    // SAFETY: the caller vouches for it.
    let given = unsafe { raw::properties(properties) };
    // "CL_INVALID_PROPERTY if a property name in properties is not a supported property name": there are none.
    if !given.is_empty() {
        return Err(Status::INVALID_PROPERTY);
    }
    // `CL_INVALID_IMAGE_DESCRIPTOR`: "Returned when the specified image descriptor is NULL or specifies invalid values."
    let invalid = Status::INVALID_IMAGE_DESCRIPTOR;
    // SAFETY: the caller vouches for it.
    let description = unsafe { raw::slice(image_desc, 1) }.first();
    let image_type = description.map_or(CL_MEM_OBJECT_IMAGE2D, |d| d.image_type);
    // SAFETY: the caller vouches for it.
    let format = unsafe { image_format::from_api(image_format, image_type) }?;
    let description = *description.ok_or(invalid)?;
    // "num_mip_levels must be 0", "num_samples must be 0".
    if !image_format::is_image_type(image_type)
        || description.num_mip_levels != 0
        || description.num_samples != 0
    {
        return Err(invalid);
    }
    let plan = Plan { context, flags, format, description, host_ptr, bad_pitch: invalid };
    let properties = crate::buffer::property_list(properties, &given);
    if plan.source().is_null() {
        // A 1D image buffer is a view of a buffer.
        if image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER {
            return Err(invalid);
        }
        // SAFETY: the caller vouches for it.
        return unsafe { plan.create(properties) };
    }
    // "mem_object may refer to a valid buffer or image memory object."
    let source = handle::get::<Memory>(plan.source()).map_err(|_| invalid)?;
    if !Arc::ptr_eq(&source.context, &plan.context) {
        return Err(invalid);
    }
    plan.create_from(source, properties)
}

entry! {
    /// API specification, "Creating Image Objects", `clCreateImage`.
    fn clCreateImage(
        context: cl_context,
        flags: cl_mem_flags,
        image_format: *const cl_image_format,
        image_desc: *const cl_image_desc,
        host_ptr: *mut c_void,
    ) -> cl_mem {
        // SAFETY: the pointers are what the call asks for.
        unsafe { create(context, std::ptr::null(), flags, image_format, image_desc, host_ptr) }
    }
}

entry! {
    /// API specification, "Creating Image Objects", `clCreateImageWithProperties`.
    fn clCreateImageWithProperties(
        context: cl_context,
        properties: *const cl_mem_properties,
        flags: cl_mem_flags,
        image_format: *const cl_image_format,
        image_desc: *const cl_image_desc,
        host_ptr: *mut c_void,
    ) -> cl_mem {
        // SAFETY: the pointers are what the call asks for.
        unsafe { create(context, properties, flags, image_format, image_desc, host_ptr) }
    }
}

/// A description of an image of the first version of OpenCL.
fn describe(
    image_type: cl_mem_object_type,
    size: Pixels,
    row_pitch: usize,
    slice_pitch: usize,
) -> cl_image_desc {
    cl_image_desc {
        image_type,
        image_width: size[0],
        image_height: size[1],
        image_depth: size[2],
        image_array_size: 0,
        image_row_pitch: row_pitch,
        image_slice_pitch: slice_pitch,
        num_mip_levels: 0,
        num_samples: 0,
        __bindgen_anon_1: _cl_image_desc__bindgen_ty_1 { mem_object: std::ptr::null_mut() },
    }
}

entry! {
    /// API specification, "Creating Image Objects", `clCreateImage2D`.
    fn clCreateImage2D(
        context: cl_context,
        flags: cl_mem_flags,
        image_format: *const cl_image_format,
        image_width: usize,
        image_height: usize,
        image_row_pitch: usize,
        host_ptr: *mut c_void,
    ) -> cl_mem {
        let context = handle::get::<Context>(context)?;
        // SAFETY: a pointer to a format, as the call asks.
        let format = unsafe { image_format::from_api(image_format, CL_MEM_OBJECT_IMAGE2D) }?;
        let description = describe(CL_MEM_OBJECT_IMAGE2D, [image_width, image_height, 0], image_row_pitch, 0);
        // "CL_INVALID_IMAGE_SIZE ... if values specified by image_row_pitch do not follow rules described in the argument description
        // above."
        let bad_pitch = Status::INVALID_IMAGE_SIZE;
        // SAFETY: the host pointer is what the call asks for.
        unsafe { Plan { context, flags, format, description, host_ptr, bad_pitch }.create(Vec::new()) }
    }
}

entry! {
    /// API specification, "Creating Image Objects", `clCreateImage3D`.
    fn clCreateImage3D(
        context: cl_context,
        flags: cl_mem_flags,
        image_format: *const cl_image_format,
        image_width: usize,
        image_height: usize,
        image_depth: usize,
        image_row_pitch: usize,
        image_slice_pitch: usize,
        host_ptr: *mut c_void,
    ) -> cl_mem {
        let context = handle::get::<Context>(context)?;
        // SAFETY: a pointer to a format, as the call asks.
        let format = unsafe { image_format::from_api(image_format, CL_MEM_OBJECT_IMAGE3D) }?;
        // "CL_INVALID_IMAGE_SIZE ... if image_depth ≤ 1".
        if image_depth <= 1 {
            return Err(Status::INVALID_IMAGE_SIZE);
        }
        let size = [image_width, image_height, image_depth];
        let description = describe(CL_MEM_OBJECT_IMAGE3D, size, image_row_pitch, image_slice_pitch);
        // "or if values specified by image_row_pitch and image_slice_pitch do not follow rules described in the argument description
        // above."
        let bad_pitch = Status::INVALID_IMAGE_SIZE;
        // SAFETY: the host pointer is what the call asks for.
        unsafe { Plan { context, flags, format, description, host_ptr, bad_pitch }.create(Vec::new()) }
    }
}

entry! {
    /// API specification, "Image Object Queries", `clGetImageInfo`.
    fn clGetImageInfo(
        image: cl_mem,
        param_name: cl_image_info,
        param_value_size: usize,
        param_value: *mut c_void,
        param_value_size_ret: *mut usize,
    ) {
        let memory = Memory::get_image(image)?;
        let image = memory.image().ok_or(Status::INVALID_MEM_OBJECT)?;
        let answer = Answer::new(param_value_size, param_value, param_value_size_ret);
        match param_name {
            CL_IMAGE_FORMAT => answer.value(image_format::to_api(image.format)),
            CL_IMAGE_ELEMENT_SIZE => answer.value(image.element_size()),
            CL_IMAGE_ROW_PITCH => answer.value(image.row_pitch),
            CL_IMAGE_SLICE_PITCH => answer.value(image.slice_pitch),
            CL_IMAGE_WIDTH => answer.value(image.width),
            CL_IMAGE_HEIGHT => answer.value(image.height),
            CL_IMAGE_DEPTH => answer.value(image.depth),
            CL_IMAGE_ARRAY_SIZE => answer.value(image.array_size),
            CL_IMAGE_BUFFER => {
                let buffer = memory.parent.as_ref().filter(|parent| parent.is_buffer());
                answer.value(buffer.map_or(std::ptr::null_mut(), |buffer| buffer.raw()))
            }
            CL_IMAGE_NUM_MIP_LEVELS | CL_IMAGE_NUM_SAMPLES => answer.value::<cl_uint>(0),
            _ => Err(Status::INVALID_VALUE),
        }
    }
}
