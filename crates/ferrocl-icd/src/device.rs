//! Devices: the CPU, and parts of it.

use std::ffi::c_void;
use std::sync::{Arc, OnceLock};

use ferrocl_runtime as runtime;
use ferrocl_runtime::Host;
use ferrocl_runtime::codegen::Target;

use crate::bindings::*;
use crate::command_buffer;
use crate::entry::{self, entry};
use crate::extensions;
use crate::handle::{self, Handle, Object};
use crate::info::Answer;
use crate::newer::*;
use crate::platform::{self, Platform};
use crate::queue;
use crate::raw;
use crate::semaphore;
use crate::status::{Result, Status};
use crate::usm;

/// The whole CPU, or a part of it with threads of its own.
pub(crate) struct Device {
    handle: Handle<Device>,
    core: Arc<runtime::Device>,
    /// What this one is a part of.
    parent: Option<Arc<Device>>,
    /// How it was made: the properties given to `clCreateSubDevices`, with the zero at the end.
    partition: Vec<cl_device_partition_property>,
    /// "Device UUIDs must be immutable for a given device across processes, driver APIs, driver versions, and system reboots."
    uuid: [u8; CL_UUID_SIZE_KHR as usize],
}

impl Object for Device {
    type Raw = _cl_device_id;
    const INVALID: Status = Status::INVALID_DEVICE;
    fn handle(&self) -> &Handle<Device> {
        &self.handle
    }
}

impl Device {
    /// The CPU; made when it is first asked for, and there until the process ends.
    pub(crate) fn root() -> &'static Arc<Device> {
        static ROOT: OnceLock<Arc<Device>> = OnceLock::new();
        ROOT.get_or_init(|| {
            let device = Arc::new(Device {
                handle: Handle::new(),
                core: Arc::new(whole_cpu().with_cache(cache())),
                parent: None,
                partition: Vec::new(),
                uuid: runtime::uuid(&[
                    b"FerroCL device",
                    host().machine.as_bytes(),
                    host().processor.as_bytes(),
                ]),
            });
            handle::publish(device.clone());
            device
        })
    }
    /// What runs kernels.
    pub(crate) fn core(&self) -> &Arc<runtime::Device> {
        &self.core
    }
    /// The device, what it is a part of, what that is a part of, and so on.
    pub(crate) fn with_parents(self: &Arc<Device>) -> impl Iterator<Item = &Arc<Device>> {
        std::iter::successors(Some(self), |device| device.parent.as_ref())
    }
    /// Whether it is the whole CPU.
    fn is_root(&self) -> bool {
        self.parent.is_none()
    }
}

/// Where compiled kernels are kept for other processes: one place for all devices.
fn cache() -> Option<Arc<runtime::Cache>> {
    static CACHE: OnceLock<Option<Arc<runtime::Cache>>> = OnceLock::new();
    CACHE.get_or_init(|| runtime::Cache::from_environment().map(Arc::new)).clone()
}

/// All of the CPU, or what the environment leaves of it.
fn whole_cpu() -> runtime::Device {
    runtime::Device::new(None).unwrap_or_else(|error| {
        // There is no call that could tell the program; and a CPU that can do more than what was asked for does.
        entry::log(&format!("{error}; {} is ignored", runtime::CPU_VARIABLE));
        runtime::Device::with_target(None, Target::host()).expect("this machine runs its own code")
    })
}

/// The machine; asked once.
fn host() -> &'static Host {
    static HOST: OnceLock<Host> = OnceLock::new();
    HOST.get_or_init(Host::query)
}

/// The largest single buffer: the specification asks for at least a quarter of all memory.
pub(crate) fn max_allocation() -> u64 {
    (host().memory / 2).max(1 << 27)
}

/// What memory objects and shared allocations are aligned to at least: the size of the largest type, `long16`.
pub(crate) const BASE_ALIGNMENT: usize = 128;

/// Pixels of a side of a 1D or 2D image.
pub(crate) const IMAGE_2D_MAX: usize = 16384;
/// Pixels of a side of a 3D image.
pub(crate) const IMAGE_3D_MAX: usize = 2048;
/// Images of an array.
pub(crate) const IMAGE_MAX_ARRAY: usize = 2048;
/// Pixels of a 1D image of a buffer.
pub(crate) const IMAGE_MAX_BUFFER: usize = 1 << 27;

/// What the device does with single and double precision.
fn floating_point() -> cl_device_fp_config {
    u64::from(
        CL_FP_DENORM
            | CL_FP_INF_NAN
            | CL_FP_ROUND_TO_NEAREST
            | CL_FP_ROUND_TO_ZERO
            | CL_FP_ROUND_TO_INF
            | CL_FP_FMA,
    )
}

/// What the device does with half precision (`cl_khr_fp16`). It computes in single precision and rounds to half, so that `fma` is none
/// of the processor's own.
fn half_precision() -> cl_device_fp_config {
    u64::from(CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST)
}

/// How a device can be divided; empty if it cannot.
fn partitions(device: &Device) -> Vec<u32> {
    if device.core.threads() < 2 {
        return Vec::new();
    }
    let mut kinds = vec![CL_DEVICE_PARTITION_EQUALLY, CL_DEVICE_PARTITION_BY_COUNTS];
    if affinity_domains(device).next().is_some() {
        kinds.push(CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN);
    }
    kinds
}

/// What cores can share, "in the order NUMA, L4, L3, L2, L1".
const AFFINITY_DOMAINS: [(u32, runtime::Domain); 5] = [
    (CL_DEVICE_AFFINITY_DOMAIN_NUMA, runtime::Domain::Numa),
    (CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE, runtime::Domain::Cache(4)),
    (CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE, runtime::Domain::Cache(3)),
    (CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE, runtime::Domain::Cache(2)),
    (CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE, runtime::Domain::Cache(1)),
];

/// Whether dot products of bytes are faster than what a program puts together itself: the same for every combination of signs.
fn dot_product_acceleration(
    accelerated: cl_bool,
) -> cl_device_integer_dot_product_acceleration_properties_khr {
    cl_device_integer_dot_product_acceleration_properties_khr {
        signed_accelerated: accelerated,
        unsigned_accelerated: accelerated,
        mixed_signedness_accelerated: accelerated,
        accumulating_saturating_signed_accelerated: accelerated,
        accumulating_saturating_unsigned_accelerated: accelerated,
        accumulating_saturating_mixed_signedness_accelerated: accelerated,
    }
}

/// Along which domains a device can be divided, with the cores of each part. Those come first that share the most.
fn affinity_domains(device: &Device) -> impl Iterator<Item = (u32, Vec<Vec<usize>>)> {
    let cores = match device.core.cores() {
        Some(cores) => cores.to_vec(),
        // A part by number has threads that run anywhere, and so has a CPU of which only a share of the time is the process's.
        None if device.is_root() => runtime::usable_cores(),
        None => Vec::new(),
    };
    let cores = if cores.len() == device.core.threads() { cores } else { Vec::new() };
    AFFINITY_DOMAINS
        .into_iter()
        .map(move |(domain, shared)| (domain, runtime::divide(&cores, shared)))
        .filter(|(_, parts)| parts.len() > 1)
}

/// The versions of OpenCL C that are complete. `-cl-std=CL2.0` is taken too, but pipes and blocks, which are not optional in that version,
/// are not there.
const LANGUAGE_VERSIONS: &[(u32, u32)] = &[(1, 0), (1, 1), (1, 2), (3, 0)];

entry! {
    /// API specification, "Querying Devices", `clGetDeviceInfo`.
    fn clGetDeviceInfo(
        device: cl_device_id,
        param_name: cl_device_info,
        param_value_size: usize,
        param_value: *mut c_void,
        param_value_size_ret: *mut usize,
    ) {
        let device = handle::get::<Device>(device)?;
        info(&device, param_name, Answer::new(param_value_size, param_value, param_value_size_ret))
    }
}

/// Answers a query, in the order of the specification's table "List of supported param_names by clGetDeviceInfo".
#[allow(non_upper_case_globals, reason = "`4x8BIT` in the header's names")]
fn info(device: &Arc<Device>, name: cl_device_info, answer: Answer) -> Result<()> {
    let group = runtime::MAX_GROUP_ITEMS as usize;
    match name {
        // "The device must report a single device type, which must not be CL_DEVICE_TYPE_DEFAULT or CL_DEVICE_TYPE_ALL."
        CL_DEVICE_TYPE => answer.value(u64::from(CL_DEVICE_TYPE_CPU)),
        // Not a member of the PCI group: "a unique vendor identifier" that is not one of theirs.
        CL_DEVICE_VENDOR_ID => answer.value::<cl_uint>(0x0F_E220),
        CL_DEVICE_MAX_COMPUTE_UNITS => answer.value(device.core.threads() as cl_uint),
        CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS => answer.value::<cl_uint>(3),
        CL_DEVICE_MAX_WORK_ITEM_SIZES => answer.value([group; 3]),
        CL_DEVICE_MAX_WORK_GROUP_SIZE => answer.value(group),
        // A work-item is one lane of the vector registers, so that its own vectors are never held by one. Programs that choose the width of
        // their vectors by these numbers (hashcat does) would otherwise fill every register many times over.
        CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR
        | CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT
        | CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT
        | CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG
        | CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT
        | CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE
        | CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF
        | CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR
        | CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT
        | CL_DEVICE_NATIVE_VECTOR_WIDTH_INT
        | CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG
        | CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT
        | CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE
        | CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF => answer.value::<cl_uint>(1),
        CL_DEVICE_MAX_CLOCK_FREQUENCY => answer.value(host().megahertz),
        CL_DEVICE_ADDRESS_BITS => answer.value::<cl_uint>(64),
        CL_DEVICE_MAX_MEM_ALLOC_SIZE => answer.value(max_allocation()),
        CL_DEVICE_IMAGE_SUPPORT => answer.boolean(true),
        CL_DEVICE_MAX_READ_IMAGE_ARGS
        | CL_DEVICE_MAX_WRITE_IMAGE_ARGS
        | CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS => answer.value::<cl_uint>(128),
        CL_DEVICE_MAX_SAMPLERS => answer.value::<cl_uint>(16),
        // In pixels: images of buffers are aligned to a pixel.
        CL_DEVICE_IMAGE_PITCH_ALIGNMENT | CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT => {
            answer.value::<cl_uint>(1)
        }
        CL_DEVICE_IMAGE2D_MAX_WIDTH | CL_DEVICE_IMAGE2D_MAX_HEIGHT => answer.value(IMAGE_2D_MAX),
        CL_DEVICE_IMAGE3D_MAX_WIDTH | CL_DEVICE_IMAGE3D_MAX_HEIGHT | CL_DEVICE_IMAGE3D_MAX_DEPTH => {
            answer.value(IMAGE_3D_MAX)
        }
        CL_DEVICE_IMAGE_MAX_BUFFER_SIZE => answer.value(IMAGE_MAX_BUFFER),
        CL_DEVICE_IMAGE_MAX_ARRAY_SIZE => answer.value(IMAGE_MAX_ARRAY),
        CL_DEVICE_IL_VERSION => answer.text(""),
        CL_DEVICE_ILS_WITH_VERSION | CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION => answer.nothing(),
        CL_DEVICE_MAX_PARAMETER_SIZE => answer.value::<usize>(4096),
        // Bits, not bytes.
        CL_DEVICE_MEM_BASE_ADDR_ALIGN => answer.value(BASE_ALIGNMENT as cl_uint * 8),
        CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE => answer.value(BASE_ALIGNMENT as cl_uint),
        CL_DEVICE_SINGLE_FP_CONFIG => {
            answer.value(floating_point() | u64::from(CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT))
        }
        CL_DEVICE_DOUBLE_FP_CONFIG => answer.value(floating_point()),
        CL_DEVICE_HALF_FP_CONFIG => answer.value(half_precision()),
        CL_DEVICE_GLOBAL_MEM_CACHE_TYPE => answer.value(CL_READ_WRITE_CACHE),
        CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE => answer.value(host().cache_line),
        CL_DEVICE_GLOBAL_MEM_CACHE_SIZE => answer.value(host().last_level_cache),
        CL_DEVICE_GLOBAL_MEM_SIZE => answer.value(host().memory),
        CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE => answer.value(max_allocation()),
        CL_DEVICE_MAX_CONSTANT_ARGS => answer.value::<cl_uint>(480),
        CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE => answer.value::<usize>(64 << 20),
        CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE => {
            answer.value::<usize>(host().last_level_cache as usize)
        }
        CL_DEVICE_LOCAL_MEM_TYPE => answer.value(CL_GLOBAL),
        CL_DEVICE_LOCAL_MEM_SIZE => answer.value(runtime::MAX_LOCAL_BYTES),
        CL_DEVICE_ERROR_CORRECTION_SUPPORT => answer.boolean(false),
        CL_DEVICE_PROFILING_TIMER_RESOLUTION => answer.value::<usize>(1),
        CL_DEVICE_ENDIAN_LITTLE
        | CL_DEVICE_AVAILABLE
        | CL_DEVICE_COMPILER_AVAILABLE
        | CL_DEVICE_LINKER_AVAILABLE
        | CL_DEVICE_HOST_UNIFIED_MEMORY
        | CL_DEVICE_PREFERRED_INTEROP_USER_SYNC
        | CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT
        | CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT
        | CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT => answer.boolean(true),
        CL_DEVICE_EXECUTION_CAPABILITIES => answer.value(u64::from(CL_EXEC_KERNEL | CL_EXEC_NATIVE_KERNEL)),
        CL_DEVICE_QUEUE_ON_HOST_PROPERTIES => answer.value(queue::HOST_FLAGS),
        CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES => answer.value::<cl_command_queue_properties>(0),
        CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE
        | CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE
        | CL_DEVICE_MAX_ON_DEVICE_QUEUES
        | CL_DEVICE_MAX_ON_DEVICE_EVENTS
        | CL_DEVICE_MAX_PIPE_ARGS
        | CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS
        | CL_DEVICE_PIPE_MAX_PACKET_SIZE => answer.value::<cl_uint>(0),
        CL_DEVICE_MAX_NUM_SUB_GROUPS => {
            answer.value(runtime::MAX_GROUP_ITEMS.div_ceil(device.core().sub_group_size().into()) as cl_uint)
        }
        CL_DEVICE_BUILT_IN_KERNELS => answer.text(""),
        CL_DEVICE_PLATFORM => answer.value(Platform::the().raw()),
        CL_DEVICE_NAME => answer.text(&host().processor),
        CL_DEVICE_VENDOR => answer.text("FerroCL"),
        // Programs keep binaries by this, so it changes whenever other builds' binaries are refused.
        CL_DRIVER_VERSION => answer.text(runtime::BUILD),
        CL_DEVICE_PROFILE => answer.text("FULL_PROFILE"),
        CL_DEVICE_VERSION => answer.text(platform::VERSION),
        CL_DEVICE_NUMERIC_VERSION => answer.value::<cl_version>(3 << 22),
        CL_DEVICE_OPENCL_C_VERSION => answer.text("OpenCL C 1.2 FerroCL"),
        CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR => answer.value::<cl_version>(1 << 22 | 2 << 12),
        // What `-cl-std=CLC++` is.
        CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT => answer.value::<cl_version>(1 << 22),
        CL_DEVICE_OPENCL_C_ALL_VERSIONS => answer.slice(
            &LANGUAGE_VERSIONS
                .iter()
                .map(|&(major, minor)| platform::name_version("OpenCL C", (major, minor, 0)))
                .collect::<Vec<_>>(),
        ),
        CL_DEVICE_OPENCL_C_FEATURES => answer.slice(
            &runtime::syntax::preprocess::predefined::features()
                .map(|name| platform::name_version(name, (3, 0, 0)))
                .collect::<Vec<_>>(),
        ),
        CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR => answer.value(cl_bitfield::from(
            CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR
                | CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR,
        )),
        // "CL_TRUE when ... the implementation ... has a performance advantage over application-provided code": whatever the CPU, its
        // byte instructions are used for packed bytes and not for vectors of them.
        CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR => {
            answer.value(dot_product_acceleration(CL_TRUE))
        }
        CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR => {
            answer.value(dot_product_acceleration(CL_FALSE))
        }
        CL_DEVICE_EXTENSIONS => answer.text(&extensions::names()),
        CL_DEVICE_EXTENSIONS_WITH_VERSION => answer.slice(&extensions::with_versions()),
        CL_DEVICE_PRINTF_BUFFER_SIZE => answer.value::<usize>(16 << 20),
        CL_DEVICE_PARENT_DEVICE => {
            answer.value(device.parent.as_ref().map_or(std::ptr::null_mut(), |parent| parent.raw()))
        }
        CL_DEVICE_PARTITION_MAX_SUB_DEVICES => answer.value(device.core.threads() as cl_uint),
        CL_DEVICE_PARTITION_PROPERTIES => {
            // "If the device cannot be partitioned ... a value of 0 will be returned."
            let kinds = partitions(device).into_iter().map(|kind| kind as cl_device_partition_property);
            let kinds: Vec<_> = kinds.collect();
            answer.slice(if kinds.is_empty() { &[0] } else { &kinds })
        }
        // "If the device does not support any affinity domains, a value of 0 will be returned."
        CL_DEVICE_PARTITION_AFFINITY_DOMAIN => {
            let domains = affinity_domains(device).fold(0, |domains, (domain, _)| domains | domain);
            let next = if domains == 0 { 0 } else { CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE };
            answer.value(u64::from(domains | next))
        }
        CL_DEVICE_PARTITION_TYPE => answer.slice(&device.partition),
        CL_DEVICE_REFERENCE_COUNT => {
            answer.value(if device.is_root() { 1 } else { device.handle.references() })
        }
        // Host and kernels share all memory, and atomic operations are the processor's.
        CL_DEVICE_SVM_CAPABILITIES => answer.value(u64::from(
            CL_DEVICE_SVM_COARSE_GRAIN_BUFFER
                | CL_DEVICE_SVM_FINE_GRAIN_BUFFER
                | CL_DEVICE_SVM_FINE_GRAIN_SYSTEM
                | CL_DEVICE_SVM_ATOMICS,
        )),
        CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL
        | CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL
        | CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL
        | CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL
        | CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL => answer.value(usm::CAPABILITIES),
        CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR => answer.value(command_buffer::CAPABILITIES),
        CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR => {
            answer.value::<cl_command_queue_properties>(0)
        }
        CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR => answer.value(queue::HOST_FLAGS),
        CL_DEVICE_SEMAPHORE_TYPES_KHR => answer.slice(&semaphore::TYPES),
        CL_DEVICE_UUID_KHR => answer.value(device.uuid),
        CL_DRIVER_UUID_KHR => {
            answer.value(runtime::uuid(&[b"FerroCL driver", env!("CARGO_PKG_VERSION").as_bytes()]))
        }
        // "It is not an error to query CL_DEVICE_LUID when CL_DEVICE_LUID_VALID returns CL_FALSE": no system but Windows has them.
        CL_DEVICE_LUID_VALID_KHR => answer.boolean(false),
        CL_DEVICE_LUID_KHR => answer.value([0_u8; CL_LUID_SIZE_KHR as usize]),
        CL_DEVICE_NODE_MASK_KHR => answer.value::<cl_uint>(0),
        CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT
        | CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT
        | CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT => {
            answer.value(CL_DEVICE_GLOBAL_FP_ATOMIC_ALL_EXT | CL_DEVICE_LOCAL_FP_ATOMIC_ALL_EXT)
        }
        CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT
        | CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT
        | CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT => answer.value::<cl_uint>(0),
        CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS | CL_DEVICE_PIPE_SUPPORT => answer.boolean(false),
        CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES => answer.value(u64::from(
            CL_DEVICE_ATOMIC_ORDER_RELAXED
                | CL_DEVICE_ATOMIC_ORDER_ACQ_REL
                | CL_DEVICE_ATOMIC_ORDER_SEQ_CST
                | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP
                | CL_DEVICE_ATOMIC_SCOPE_DEVICE
                | CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES,
        )),
        CL_DEVICE_ATOMIC_FENCE_CAPABILITIES => answer.value(u64::from(
            CL_DEVICE_ATOMIC_ORDER_RELAXED
                | CL_DEVICE_ATOMIC_ORDER_ACQ_REL
                | CL_DEVICE_ATOMIC_ORDER_SEQ_CST
                | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM
                | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP
                | CL_DEVICE_ATOMIC_SCOPE_DEVICE
                | CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES,
        )),
        CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE => answer.value(device.core.sub_group_size() as usize),
        CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES => answer.value::<cl_device_device_enqueue_capabilities>(0),
        // "the latest version of the conformance test suite that this device has fully passed in accordance with the official conformance
        // process": none has been submitted. The date tells that in the form that programs expect, `vYYYY-MM-DD-XX`.
        CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED => answer.text("v0000-01-01-00"),
        _ => Err(Status::INVALID_VALUE),
    }
}

entry! {
    /// API specification, "Partitioning a Device", `clRetainDevice`: "increments the device reference count if device is a valid
    /// sub-device ... If device is a root level device ... the device reference count remains unchanged."
    fn clRetainDevice(device: cl_device_id) {
        if handle::get::<Device>(device)?.is_root() { Ok(()) } else { handle::retain::<Device>(device) }
    }
}

entry! {
    /// API specification, "Partitioning a Device", `clReleaseDevice`.
    fn clReleaseDevice(device: cl_device_id) {
        if handle::get::<Device>(device)?.is_root() { Ok(()) } else { handle::release::<Device>(device) }
    }
}

entry! {
    /// API specification, "Partitioning a Device", `clCreateSubDevices`.
    fn clCreateSubDevices(
        in_device: cl_device_id,
        properties: *const cl_device_partition_property,
        num_devices: cl_uint,
        out_devices: *mut cl_device_id,
        num_devices_ret: *mut cl_uint,
    ) {
        let parent = handle::get::<Device>(in_device)?;
        if properties.is_null() {
            return Err(Status::INVALID_VALUE);
        }
        // SAFETY: a list of properties that ends as the call asks.
        let (given, parts) = unsafe { partition(&parent, properties) }?;
        // "CL_INVALID_VALUE if ... out_devices is not NULL and num_devices is less than the number of sub-devices created."
        if !out_devices.is_null() && (num_devices as usize) < parts.len() {
            return Err(Status::INVALID_VALUE);
        }
        // SAFETY: a pointer for a number is writable where it is not null.
        unsafe { raw::write(num_devices_ret, parts.len() as cl_uint) };
        if out_devices.is_null() {
            return Ok(());
        }
        for (index, part) in parts.into_iter().enumerate() {
            let target = parent.core.target().clone();
            let part = match part {
                Part::Threads(threads) => runtime::Device::with_target(Some(threads), target),
                Part::Cores(cores) => runtime::Device::on_cores(cores, target),
            };
            let part = part.map_err(|_| Status::OUT_OF_RESOURCES)?;
            let device = Arc::new(Device {
                handle: Handle::new(),
                core: Arc::new(part.with_cache(cache())),
                parent: Some(parent.clone()),
                partition: given.clone(),
                uuid: part_uuid(&parent, &given, index),
            });
            // SAFETY: there is room for as many handles as were just checked.
            unsafe { out_devices.add(index).write(handle::publish(device)) };
        }
        Ok(())
    }
}

/// What tells a part from every other: what it is a part of, how that was divided, and which of the parts it is.
fn part_uuid(
    parent: &Device,
    partition: &[cl_device_partition_property],
    index: usize,
) -> [u8; CL_UUID_SIZE_KHR as usize] {
    let properties: Vec<u8> = partition.iter().flat_map(|property| property.to_ne_bytes()).collect();
    runtime::uuid(&[&parent.uuid, &properties, &index.to_ne_bytes()])
}

/// A part of a device that is to be made.
enum Part {
    /// So many threads.
    Threads(usize),
    /// A thread for each of these cores.
    Cores(Vec<usize>),
}

/// What a list of partition properties asks for: the list itself, and the parts.
///
/// # Safety
/// The pointer leads to a list that ends as `clCreateSubDevices` asks.
unsafe fn partition(
    parent: &Device,
    properties: *const cl_device_partition_property,
) -> Result<(Vec<cl_device_partition_property>, Vec<Part>)> {
    let threads = parent.core.threads();
    // SAFETY: the caller vouches for the list; nothing is read past a value that ends it.
    let at = |index: usize| unsafe { properties.add(index).read() };
    let kind = u32::try_from(at(0)).map_err(|_| Status::INVALID_VALUE)?;
    // "CL_DEVICE_PARTITION_FAILED if the partition name is supported by the implementation but in_device could not be further
    // partitioned."
    if threads < 2 && matches!(kind, CL_DEVICE_PARTITION_EQUALLY | CL_DEVICE_PARTITION_BY_COUNTS) {
        return Err(Status::DEVICE_PARTITION_FAILED);
    }
    // "CL_INVALID_VALUE if values specified in properties are not valid, or if values specified in properties are valid but not are
    // supported by in_device".
    if !partitions(parent).contains(&kind) {
        return Err(Status::INVALID_VALUE);
    }
    let mut given = vec![at(0)];
    let counts = match kind {
        CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN => {
            let wanted = u32::try_from(at(1)).map_err(|_| Status::INVALID_VALUE)?;
            // "The implementation shall find the first level along which the device or sub-device may be further subdivided".
            let next = wanted == CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;
            let found = affinity_domains(parent).find(|&(domain, _)| next || domain == wanted);
            let (domain, parts) = found.ok_or(Status::INVALID_VALUE)?;
            // "... the affinity domain used to perform the partition will be returned."
            given.extend([domain as cl_device_partition_property, 0]);
            return Ok((given, parts.into_iter().map(Part::Cores).collect()));
        }
        CL_DEVICE_PARTITION_EQUALLY => {
            given.push(at(1));
            let each = usize::try_from(at(1)).map_err(|_| Status::INVALID_VALUE)?;
            match each {
                0 => return Err(Status::INVALID_VALUE),
                // "CL_INVALID_DEVICE_PARTITION_COUNT ... if the total number of compute units requested exceeds
                // CL_DEVICE_MAX_COMPUTE_UNITS for in_device".
                each if each > threads => return Err(Status::INVALID_DEVICE_PARTITION_COUNT),
                // One part with all of it is no partition.
                each if each == threads => return Err(Status::DEVICE_PARTITION_FAILED),
                each => vec![each; threads / each],
            }
        }
        // By counts.
        _ => {
            let mut counts = Vec::new();
            for index in 1.. {
                given.push(at(index));
                if at(index) == CL_DEVICE_PARTITION_BY_COUNTS_LIST_END as cl_device_partition_property {
                    break;
                }
                // "CL_INVALID_DEVICE_PARTITION_COUNT if the partition name ... is CL_DEVICE_PARTITION_BY_COUNTS and the number of
                // sub-devices requested exceeds CL_DEVICE_PARTITION_MAX_SUB_DEVICES or the total number of compute units requested
                // exceeds CL_DEVICE_MAX_COMPUTE_UNITS for in_device, or the number of compute units requested for one or more
                // sub-devices is less than zero".
                let count = usize::try_from(at(index)).map_err(|_| Status::INVALID_DEVICE_PARTITION_COUNT)?;
                counts.push(count);
                if counts.len() > threads
                    || counts.iter().fold(0, |a: usize, &b| a.saturating_add(b)) > threads
                {
                    return Err(Status::INVALID_DEVICE_PARTITION_COUNT);
                }
            }
            if counts.is_empty() {
                return Err(Status::INVALID_DEVICE_PARTITION_COUNT);
            }
            counts
        }
    };
    given.push(0);
    // Parts of a device whose threads are bound are bound to a share of its cores.
    let mut cores = parent.core.cores().unwrap_or_default().iter().copied();
    let parts = counts.into_iter().map(|threads| match parent.core.cores() {
        Some(_) => Part::Cores(cores.by_ref().take(threads).collect()),
        None => Part::Threads(threads),
    });
    let parts = parts.collect();
    Ok((given, parts))
}

entry! {
    /// API specification, "Querying Devices", `clGetDeviceAndHostTimer`. Both are the clock of events' profiles.
    fn clGetDeviceAndHostTimer(
        device: cl_device_id,
        device_timestamp: *mut cl_ulong,
        host_timestamp: *mut cl_ulong,
    ) {
        handle::get::<Device>(device)?;
        // "CL_INVALID_VALUE if host_timestamp or device_timestamp is NULL."
        if device_timestamp.is_null() || host_timestamp.is_null() {
            return Err(Status::INVALID_VALUE);
        }
        let time = runtime::queue::now();
        // SAFETY: both are pointers to a number.
        unsafe {
            raw::write(device_timestamp, time);
            raw::write(host_timestamp, time);
        }
        Ok(())
    }
}

entry! {
    /// API specification, "Querying Devices", `clGetHostTimer`.
    fn clGetHostTimer(device: cl_device_id, host_timestamp: *mut cl_ulong) {
        handle::get::<Device>(device)?;
        if host_timestamp.is_null() {
            return Err(Status::INVALID_VALUE);
        }
        // SAFETY: a pointer to a number.
        unsafe { raw::write(host_timestamp, runtime::queue::now()) };
        Ok(())
    }
}
