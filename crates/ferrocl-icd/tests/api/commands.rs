//! Commands on buffers: reads, writes, rectangles, copies, fills, migration.

use std::ptr::{null, null_mut};

use crate::bindings::*;
use crate::setup::{Setup, pointer};

fn release(buffers: &[cl_mem]) {
    for &buffer in buffers {
        assert_eq!(cl!(clReleaseMemObject(buffer)), 0);
    }
}

trials! {
    fn reads_and_writes() {
        let setup = Setup::new();
        let (queue, buffer) = (setup.queue, setup.buffer(&[0_u8; 16]));
        let data: [u8; 8] = [1, 2, 3, 4, 5, 6, 7, 8];
        let place = pointer(&data);
        assert_eq!(cl!(clEnqueueWriteBuffer(queue, buffer, 1, 4, 8, place, 0, null(), null_mut())), 0);
        assert_eq!(setup.read::<u8>(buffer, 16), [0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0]);
        for (offset, size, host) in [(9, 8, place), (16, 1, place), (usize::MAX, 2, place), (0, 8, null_mut())] {
            let write = cl!(clEnqueueWriteBuffer(queue, buffer, 1, offset, size, host, 0, null(), null_mut()));
            let read = cl!(clEnqueueReadBuffer(queue, buffer, 1, offset, size, host, 0, null(), null_mut()));
            assert_eq!((write, read), (CL_INVALID_VALUE, CL_INVALID_VALUE), "{size} bytes at {offset}");
        }
        for (flags, read, write) in [
            (CL_MEM_HOST_WRITE_ONLY, CL_INVALID_OPERATION, 0),
            (CL_MEM_HOST_READ_ONLY, 0, CL_INVALID_OPERATION),
            (CL_MEM_HOST_NO_ACCESS, CL_INVALID_OPERATION, CL_INVALID_OPERATION),
        ] {
            let closed = setup.try_buffer(flags, 16, null_mut()).unwrap();
            assert_eq!(cl!(clEnqueueReadBuffer(queue, closed, 1, 0, 8, place, 0, null(), null_mut())), read);
            assert_eq!(cl!(clEnqueueWriteBuffer(queue, closed, 1, 0, 8, place, 0, null(), null_mut())), write);
            release(&[closed]);
        }
        release(&[buffer]);
    }
    fn a_buffer_uses_the_host_memory_it_was_given() {
        let setup = Setup::new();
        let host = vec![5_i32; 1024];
        let buffer = setup.try_buffer(CL_MEM_USE_HOST_PTR, 4096, host.as_ptr().cast_mut().cast()).unwrap();
        let kernel = setup.kernel("kernel void k(global int *p) { p[get_global_id(0)] += get_global_id(0); }");
        crate::setup::set(kernel, 0, buffer);
        assert_eq!(setup.launch(kernel, 1024), 0);
        let map = create!(clEnqueueMapBuffer(setup.queue, buffer, 1, CL_MAP_READ.into(), 0, 4096, 0, null(), null_mut())).unwrap();
        assert_eq!(map, host.as_ptr().cast_mut().cast(), "a map is at the host's own address");
        // SAFETY: mapped, aligned, so many.
        assert_eq!(unsafe { map.cast::<i32>().add(1023).read() }, 1028);
        assert_eq!(cl!(clEnqueueUnmapMemObject(setup.queue, buffer, map, 0, null(), null_mut())), 0);
        assert_eq!(cl!(clFinish(setup.queue)), 0);
        assert_eq!(cl!(clReleaseKernel(kernel)), 0);
        release(&[buffer]);
    }
    /// Rectangles of every place and size in a small box, against a loop over bytes.
    fn rectangles() {
        let setup = Setup::new();
        let queue = setup.queue;
        let (width, height, depth) = (5, 4, 3);
        let bytes: Vec<u8> = (0..width * height * depth).map(|at| at as u8).collect();
        let at = |x: usize, y: usize, z: usize| (z * height + y) * width + x;
        let (row, slice) = (width, width * height);
        for origin in [[0, 0, 0], [1, 2, 1], [4, 3, 2], [2, 0, 0]] {
            for region in [[1, 1, 1], [3, 2, 1], [1, 4, 3], [5, 4, 3], [1, 2, 2]] {
                if (0..3).any(|i| origin[i] + region[i] > [width, height, depth][i]) {
                    continue;
                }
                let picked: Vec<u8> = (0..region[2])
                    .flat_map(|z| (0..region[1]).flat_map(move |y| (0..region[0]).map(move |x| (x, y, z))))
                    .map(|(x, y, z)| bytes[at(origin[0] + x, origin[1] + y, origin[2] + z)])
                    .collect();
                let (source, zero) = (setup.buffer(&bytes), [0_usize; 3]);
                let mut out = vec![0_u8; picked.len()];
                assert_eq!(cl!(clEnqueueReadBufferRect(queue, source, 1, origin.as_ptr(), zero.as_ptr(), region.as_ptr(), row, slice, 0, 0, out.as_mut_ptr().cast(), 0, null(), null_mut())), 0);
                assert_eq!(out, picked, "read {region:?} at {origin:?}");
                // Written into zeros, and copied into zeros, they are where they came from.
                let expected: Vec<u8> = (0..bytes.len())
                    .map(|index| {
                        let point = [index % width, index / width % height, index / slice];
                        let inside = (0..3).all(|i| (origin[i]..origin[i] + region[i]).contains(&point[i]));
                        if inside { bytes[index] } else { 0 }
                    })
                    .collect();
                let (written, copied) = (setup.buffer(&vec![0_u8; bytes.len()]), setup.buffer(&vec![0_u8; bytes.len()]));
                assert_eq!(cl!(clEnqueueWriteBufferRect(queue, written, 1, origin.as_ptr(), zero.as_ptr(), region.as_ptr(), row, slice, 0, 0, picked.as_ptr().cast(), 0, null(), null_mut())), 0);
                assert_eq!(setup.read::<u8>(written, bytes.len()), expected, "write {region:?} at {origin:?}");
                assert_eq!(cl!(clEnqueueCopyBufferRect(queue, source, copied, origin.as_ptr(), origin.as_ptr(), region.as_ptr(), row, slice, row, slice, 0, null(), null_mut())), 0);
                assert_eq!(setup.read::<u8>(copied, bytes.len()), expected, "copy {region:?} at {origin:?}");
                release(&[source, written, copied]);
            }
        }
    }
    fn rectangles_that_are_none() {
        let setup = Setup::new();
        let (queue, buffer) = (setup.queue, setup.buffer(&[0_u8; 64]));
        let mut out = [0_u8; 64];
        let mut read = |origin: [usize; 3], region: [usize; 3], row, slice, host_row, host_slice| {
            let zero = [0_usize; 3];
            cl!(clEnqueueReadBufferRect(queue, buffer, 1, origin.as_ptr(), zero.as_ptr(), region.as_ptr(), row, slice, host_row, host_slice, out.as_mut_ptr().cast(), 0, null(), null_mut()))
        };
        for (origin, region, row, slice, host_row, host_slice) in [
            // "if any region array element is 0"
            ([0; 3], [0, 1, 1], 0, 0, 0, 0),
            ([0; 3], [1, 1, 0], 0, 0, 0, 0),
            // "if the region being read or written ... is out of bounds"
            ([60, 0, 0], [8, 1, 1], 0, 0, 0, 0),
            ([0, 8, 0], [8, 1, 1], 8, 0, 0, 0),
            ([0; 3], [8, 9, 1], 8, 0, 0, 0),
            ([usize::MAX, 0, 0], [2, 1, 1], 0, 0, 0, 0),
            ([0, usize::MAX, 0], [2, 1, 1], 8, 0, 0, 0),
            // "if buffer_row_pitch is not 0 and is less than region[0]", and the host's
            ([0; 3], [8, 2, 1], 7, 0, 0, 0),
            ([0; 3], [8, 2, 1], 0, 0, 7, 0),
            // "if buffer_slice_pitch is not 0 and is less than region[1] x buffer_row_pitch and not a multiple of buffer_row_pitch"
            ([0; 3], [4, 2, 2], 4, 7, 0, 0),
            ([0; 3], [4, 2, 2], 4, 0, 4, 7),
        ] {
            assert_eq!(read(origin, region, row, slice, host_row, host_slice), CL_INVALID_VALUE, "{region:?} at {origin:?}, {row} {slice} {host_row} {host_slice}");
        }
        release(&[buffer]);
    }
    fn copies() {
        let setup = Setup::new();
        let queue = setup.queue;
        let bytes: Vec<u8> = (0..64).collect();
        let (a, b) = (setup.buffer(&bytes), setup.buffer(&[0_u8; 64]));
        let copy = |from, to, at, target, size| cl!(clEnqueueCopyBuffer(queue, from, to, at, target, size, 0, null(), null_mut()));
        assert_eq!(copy(a, b, 8, 32, 16), 0);
        assert_eq!(setup.read::<u8>(b, 64)[31..49], [&[0][..], &bytes[8..24], &[0]].concat());
        assert_eq!(copy(a, a, 0, 32, 32), 0, "the halves of one buffer touch");
        for (at, target, size) in [(0, 16, 17), (16, 0, 17), (5, 5, 1), (0, 0, 64)] {
            assert_eq!(copy(a, a, at, target, size), CL_MEM_COPY_OVERLAP, "{at} {target} {size}");
        }
        for (at, target, size) in [(60, 0, 5), (0, 60, 5), (usize::MAX, 0, 2), (0, usize::MAX, 2)] {
            assert_eq!(copy(a, b, at, target, size), CL_INVALID_VALUE, "{at} {target} {size}");
        }
        // "or if ... they are different sub-buffers of the same associated buffer object or are the buffer and its sub-buffer and overlap"
        let big = setup.buffer(&[1_u8; 1024]);
        let region = |origin, size| {
            let region = _cl_buffer_region { origin, size };
            create!(clCreateSubBuffer(big, 0, CL_BUFFER_CREATE_TYPE_REGION, pointer(&region))).unwrap()
        };
        let (left, right) = (region(0, 256), region(128, 256));
        assert_eq!(copy(left, right, 100, 0, 100), CL_MEM_COPY_OVERLAP);
        assert_eq!(copy(left, right, 0, 0, 100), 0);
        assert_eq!(copy(big, right, 130, 4, 100), CL_MEM_COPY_OVERLAP);
        let (origin, shifted, square) = ([0_usize; 3], [1_usize, 1, 0], [4_usize, 4, 1]);
        let rect = |to: &[usize; 3]| cl!(clEnqueueCopyBufferRect(queue, a, a, origin.as_ptr(), to.as_ptr(), square.as_ptr(), 8, 0, 8, 0, 0, null(), null_mut()));
        assert_eq!(rect(&shifted), CL_MEM_COPY_OVERLAP);
        assert_eq!(rect(&[4, 0, 0]), 0, "beside each other in the same rows");
        assert_eq!(cl!(clFinish(queue)), 0);
        release(&[a, b, left, right, big]);
    }
    fn fills() {
        let setup = Setup::new();
        let (queue, buffer) = (setup.queue, setup.buffer(&[0_u8; 256]));
        let pattern: Vec<u8> = (1..=128).collect();
        let fill = |size, offset, length| cl!(clEnqueueFillBuffer(queue, buffer, pattern.as_ptr().cast(), size, offset, length, 0, null(), null_mut()));
        for size in [1, 2, 4, 8, 16, 32, 64, 128] {
            assert_eq!(fill(size, 128, 128), 0);
            let expected: Vec<u8> = pattern[..size].iter().copied().cycle().take(128).collect();
            assert_eq!(setup.read::<u8>(buffer, 256)[127..], [&[0][..], &expected].concat(), "a pattern of {size}");
        }
        for (size, offset, length) in [(0, 0, 16), (3, 0, 12), (256, 0, 256), (4, 2, 8), (4, 0, 6), (4, 252, 8), (4, 256, 4), (4, 0, usize::MAX - 3)] {
            assert_eq!(fill(size, offset, length), CL_INVALID_VALUE, "{size} {offset} {length}");
        }
        assert_eq!(cl!(clEnqueueFillBuffer(queue, buffer, null(), 4, 0, 4, 0, null(), null_mut())), CL_INVALID_VALUE);
        release(&[buffer]);
    }
    fn migration() {
        let setup = Setup::new();
        let (queue, buffer) = (setup.queue, setup.buffer(&[0_u8; 16]));
        let migrate = |count, list, flags: u32| cl!(clEnqueueMigrateMemObjects(queue, count, list, flags.into(), 0, null(), null_mut()));
        assert_eq!(migrate(1, &raw const buffer, CL_MIGRATE_MEM_OBJECT_HOST), 0);
        assert_eq!(migrate(1, &raw const buffer, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED), 0);
        assert_eq!(migrate(0, &raw const buffer, 0), CL_INVALID_VALUE);
        assert_eq!(migrate(1, null(), 0), CL_INVALID_VALUE);
        assert_eq!(migrate(1, &raw const buffer, 1 << 9), CL_INVALID_VALUE);
        assert_eq!(cl!(clFinish(queue)), 0);
        release(&[buffer]);
    }
}
