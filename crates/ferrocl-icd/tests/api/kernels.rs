//! Kernels: their queries and their arguments.

use std::ffi::c_void;
use std::ptr::{null, null_mut};

use crate::bindings::*;
use crate::setup::{Setup, kernel_of, pointer, set};

const TEXT: &str = "struct s { int a; float b; };
kernel __attribute__((reqd_work_group_size(4, 1, 1)))
void k(global const float4 *restrict v, constant int *w, local volatile uchar *l, unsigned int n, struct s t, float3 f)
{ local int z[8]; z[get_local_id(0)] = n; v; }";

trials! {
    fn argument_queries() {
        let setup = Setup::new();
        let kernel = setup.kernel(TEXT);
        // "The type name returned will be the argument type name as it was declared with any whitespace removed."
        for (index, name, ty, space, qualifiers) in [
            (0, "v", "float4*", CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_RESTRICT),
            (1, "w", "int*", CL_KERNEL_ARG_ADDRESS_CONSTANT, CL_KERNEL_ARG_TYPE_CONST),
            (2, "l", "uchar*", CL_KERNEL_ARG_ADDRESS_LOCAL, CL_KERNEL_ARG_TYPE_VOLATILE),
            (3, "n", "uint", CL_KERNEL_ARG_ADDRESS_PRIVATE, 0),
            (4, "t", "structs", CL_KERNEL_ARG_ADDRESS_PRIVATE, 0),
            (5, "f", "float3", CL_KERNEL_ARG_ADDRESS_PRIVATE, 0),
        ] {
            assert_eq!(text!(clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_NAME)).as_deref(), Ok(name));
            assert_eq!(text!(clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_NAME)).as_deref(), Ok(ty));
            assert_eq!(info!(clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER) as cl_uint), Ok(space));
            assert_eq!(info!(clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ACCESS_QUALIFIER) as cl_uint), Ok(CL_KERNEL_ARG_ACCESS_NONE));
            let told = info!(clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_QUALIFIER) as u64);
            assert_eq!(told, Ok(qualifiers.into()), "the qualifiers of {name}");
        }
        assert_eq!(text!(clGetKernelArgInfo(kernel, 6, CL_KERNEL_ARG_NAME)), Err(CL_INVALID_ARG_INDEX));
        assert_eq!(text!(clGetKernelArgInfo(kernel, 0, 1)), Err(CL_INVALID_VALUE));
        assert_eq!(cl!(clReleaseKernel(kernel)), 0);
    }
    fn kernel_queries() {
        let setup = Setup::new();
        let (kernel, device) = (setup.kernel(TEXT), setup.device);
        assert_eq!(text!(clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME)).as_deref(), Ok("k"));
        assert_eq!(info!(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS) as cl_uint), Ok(6));
        assert_eq!(info!(clGetKernelInfo(kernel, CL_KERNEL_CONTEXT) as cl_context), Ok(setup.context));
        assert_eq!(info!(clGetKernelInfo(kernel, CL_KERNEL_REFERENCE_COUNT) as cl_uint), Ok(1));
        let attributes = text!(clGetKernelInfo(kernel, CL_KERNEL_ATTRIBUTES)).unwrap();
        assert!(attributes.replace(' ', "").contains("reqd_work_group_size(4,1,1)"), "{attributes}");
        // "If device ... is associated with a single device, device can be a NULL value."
        assert_eq!(info!(clGetKernelWorkGroupInfo(kernel, null_mut(), CL_KERNEL_COMPILE_WORK_GROUP_SIZE) as [usize; 3]), Ok([4, 1, 1]));
        // "CL_INVALID_VALUE if param_name is CL_KERNEL_GLOBAL_WORK_SIZE and device is not a custom device and kernel is not a built-in kernel."
        assert_eq!(info!(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_GLOBAL_WORK_SIZE) as [usize; 3]), Err(CL_INVALID_VALUE));
        assert_eq!(info!(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE) as u64), Ok(32));
        assert_eq!(cl!(clSetKernelArg(kernel, 2, 100, null())), 0);
        assert_eq!(info!(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE) as u64), Ok(132));
        assert_eq!(info!(clGetKernelWorkGroupInfo(kernel, setup.context.cast(), CL_KERNEL_LOCAL_MEM_SIZE) as u64), Err(CL_INVALID_DEVICE));
        assert!(info!(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE) as usize).unwrap() >= 4);
        assert_eq!(cl!(clReleaseKernel(kernel)), 0);
    }
    fn arguments() {
        let setup = Setup::new();
        let kernel = setup.kernel(TEXT);
        let buffer = setup.buffer(&[0_u8; 4096]);
        let zeros = [0_u8; 64];
        let set_bytes = |index, size| cl!(clSetKernelArg(kernel, index, size, pointer(&zeros)));
        assert_eq!(set_bytes(6, 4), CL_INVALID_ARG_INDEX);
        // Buffers: a handle, a null handle or no handle at all; a handle of another kind is none.
        assert_eq!(cl!(clSetKernelArg(kernel, 0, 4, pointer(&buffer))), CL_INVALID_ARG_SIZE);
        assert_eq!((set(kernel, 0, buffer), set(kernel, 1, buffer)), (0, 0));
        assert_eq!((set(kernel, 0, null_mut::<c_void>()), cl!(clSetKernelArg(kernel, 0, 8, null()))), (0, 0));
        assert_eq!(set(kernel, 0, setup.context), CL_INVALID_MEM_OBJECT);
        // Local memory: a size and no value.
        assert_eq!(cl!(clSetKernelArg(kernel, 2, 0, null())), CL_INVALID_ARG_SIZE);
        assert_eq!(set(kernel, 2, buffer), CL_INVALID_ARG_VALUE);
        assert_eq!(cl!(clSetKernelArg(kernel, 2, 16, null())), 0);
        // Values: of the argument's size.
        assert_eq!((set_bytes(3, 8), set_bytes(3, 4)), (CL_INVALID_ARG_SIZE, 0));
        assert_eq!(cl!(clSetKernelArg(kernel, 3, 4, null())), CL_INVALID_ARG_VALUE);
        assert_eq!((set_bytes(4, 7), set_bytes(4, 8)), (CL_INVALID_ARG_SIZE, 0));
        assert_eq!((set_bytes(5, 12), set_bytes(5, 16)), (CL_INVALID_ARG_SIZE, 0), "three floats take the room of four");
        assert_eq!(setup.launch(kernel, 16), 0);
        assert_eq!(cl!(clFinish(setup.queue)), 0);
        assert_eq!(cl!(clReleaseKernel(kernel)), 0);
        assert_eq!(cl!(clReleaseMemObject(buffer)), 0);
    }
    fn execution_information() {
        let setup = Setup::new();
        let kernel = setup.kernel(TEXT);
        let tell = |name, size, value: *const c_void| cl!(clSetKernelExecInfo(kernel, name, size, value));
        let yes = pointer(&1_u32);
        assert_eq!(tell(CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, 4, yes), 0);
        assert_eq!(tell(CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, 8, yes), CL_INVALID_VALUE);
        assert_eq!(tell(CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, 4, null()), CL_INVALID_VALUE);
        assert_eq!(tell(CL_KERNEL_EXEC_INFO_SVM_PTRS, 8, null()), CL_INVALID_VALUE);
        assert_eq!(tell(0x99, 4, yes), CL_INVALID_VALUE);
        assert_eq!(cl!(clReleaseKernel(kernel)), 0);
    }
    /// "The cloned kernel object ... with the same argument values"; from then on each has its own.
    fn clones() {
        let setup = Setup::new();
        let kernel = setup.kernel("kernel void k(global int *p, int n) { p[get_global_id(0)] = n; }");
        let buffer = setup.buffer(&[0_i32; 4]);
        assert_eq!((set(kernel, 0, buffer), set(kernel, 1, 5)), (0, 0));
        let clone = create!(clCloneKernel(kernel)).unwrap();
        assert_eq!(info!(clGetKernelInfo(clone, CL_KERNEL_REFERENCE_COUNT) as cl_uint), Ok(1));
        assert_eq!(set(kernel, 1, 6), 0);
        assert_eq!(setup.launch(clone, 4), 0);
        assert_eq!(setup.read::<i32>(buffer, 4), [5; 4]);
        assert_eq!(setup.launch(kernel, 4), 0);
        assert_eq!(setup.read::<i32>(buffer, 4), [6; 4]);
        for kernel in [kernel, clone] {
            assert_eq!(cl!(clReleaseKernel(kernel)), 0);
        }
        assert_eq!(cl!(clReleaseMemObject(buffer)), 0);
    }
    fn all_kernels_of_a_program() {
        let setup = Setup::new();
        let program = setup.program("kernel void a() {} kernel void b() {} kernel void c() {}");
        let (mut kernels, mut count) = ([null_mut(); 3], 0);
        assert_eq!(cl!(clCreateKernelsInProgram(program, 2, kernels.as_mut_ptr(), &mut count)), CL_INVALID_VALUE);
        assert_eq!(cl!(clCreateKernelsInProgram(program, 3, kernels.as_mut_ptr(), &mut count)), 0);
        assert_eq!(count, 3);
        for (kernel, name) in kernels.into_iter().zip(["a", "b", "c"]) {
            assert_eq!(text!(clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME)).as_deref(), Ok(name));
            assert_eq!(cl!(clReleaseKernel(kernel)), 0);
        }
        let unbuilt = setup.source("kernel void a() {}");
        assert_eq!(cl!(clCreateKernelsInProgram(unbuilt, 0, null_mut(), &mut count)), CL_INVALID_PROGRAM_EXECUTABLE);
        assert_eq!(kernel_of(program, "A"), Err(CL_INVALID_KERNEL_NAME), "names are in the case of the source");
        for program in [program, unbuilt] {
            assert_eq!(cl!(clReleaseProgram(program)), 0);
        }
    }
    /// Changing an argument after a launch does not change the launch.
    fn arguments_are_taken_when_the_launch_is_enqueued() {
        let setup = Setup::new();
        let kernel = setup.kernel("kernel void k(global int *p, int n) { p[n] = n; }");
        let buffer = setup.buffer(&[-1_i32; 100]);
        assert_eq!(set(kernel, 0, buffer), 0);
        for number in 0..100_i32 {
            assert_eq!(set(kernel, 1, number), 0);
            assert_eq!(setup.launch(kernel, 1), 0);
        }
        assert!((0..100).eq(setup.read::<i32>(buffer, 100)));
        assert_eq!(cl!(clReleaseKernel(kernel)), 0);
        assert_eq!(cl!(clReleaseMemObject(buffer)), 0);
    }
}
