// options: -cl-std=CL3.0
// Atomic types and the functions of OpenCL C 2.0 (section "Atomic Functions"): what is right, and what is not.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

global atomic_int guide = ATOMIC_VAR_INIT(42);
global atomic_flag guard = ATOMIC_FLAG_INIT;

kernel void right(global atomic_int *i, volatile global atomic_ulong *u, local atomic_float *f, global atomic_half *h,
                  global atomic_flag *flag, global int *plain, memory_order chosen) {
    int e = 3;
    atomic_store(i, 1);
    atomic_store_explicit(u, 7, memory_order_release);
    e += atomic_load_explicit(i, memory_order_acquire, memory_scope_all_devices);
    bool b = atomic_compare_exchange_strong(i, &e, 4);
    b = atomic_compare_exchange_weak_explicit(i, plain, 4, memory_order_acq_rel, memory_order_acquire, memory_scope_device);
    float x = atomic_fetch_add(f, 1.0f) + atomic_fetch_min_explicit(f, 2, chosen);
    half y = atomic_exchange(h, 1.0h) + atomic_fetch_sub(h, 2.0h);
    b = atomic_flag_test_and_set(&guard) || atomic_flag_test_and_set_explicit(flag, memory_order_acquire);
    atomic_flag_clear_explicit(flag, memory_order_release, memory_scope_work_group);
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
    atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
    plain[1] = atomic_fetch_or(&guide, e) + b + x + y;
}

kernel void operators(global atomic_int *i, local atomic_uint *u, global int *out) {
    out[0] = *i; // error[CL0436]: only read by the atomic functions
    *i = 3; // error[CL0436]: only written by the atomic functions
    *i += 3; // error[CL0436]: only written by the atomic functions
    (*u)++; // error[CL0436]: only written by the atomic functions
    int j = i[1]; // error[CL0436]: only read by the atomic functions
    _Atomic int a; // error[CL0320]: OpenCL C does not have `_Atomic`
}

kernel void arguments(global atomic_int *i, global atomic_float *f, global int *plain, constant atomic_int *c) {
    atomic_store(plain, 1); // error[CL0510]: no overload of `atomic_store` takes
    atomic_fetch_and(f, 1); // error[CL0510]: no overload of `atomic_fetch_and` takes
    atomic_add(i, 1); // error[CL0510]: no overload of `atomic_add` takes
    atomic_load(c); // error[CL0510]: no overload of `atomic_load` takes
    atomic_compare_exchange_strong(i, 3, 4); // error[CL0510]: no overload of `atomic_compare_exchange_strong` takes
    atomic_int own;
    atomic_init(&own, 1); // warning[CL0517]: `atomic_init` on an object in private memory
}

kernel void orders(global atomic_int *i, global atomic_flag *flag, memory_order chosen) {
    int e = 0;
    atomic_load_explicit(i, memory_order_release); // error[CL0515]: does not take the order `memory_order_release`
    atomic_load_explicit(i, memory_order_acq_rel, memory_scope_device); // error[CL0515]: does not take the order
    atomic_store_explicit(i, 1, memory_order_acquire); // error[CL0515]: does not take the order `memory_order_acquire`
    atomic_flag_clear_explicit(flag, memory_order_acq_rel); // error[CL0515]: does not take the order
    atomic_compare_exchange_strong_explicit(i, &e, 1, memory_order_acq_rel, memory_order_release); // error[CL0515]: does not take
    atomic_compare_exchange_strong_explicit(i, &e, 1, memory_order_relaxed, memory_order_acquire); // error[CL0515]: is stronger
    atomic_compare_exchange_strong_explicit(i, &e, 1, memory_order_release, memory_order_acquire);
    atomic_compare_exchange_weak_explicit(i, &e, 1, memory_order_acq_rel, memory_order_seq_cst); // error[CL0515]: is stronger
    atomic_compare_exchange_weak_explicit(i, &e, 1, chosen, memory_order_seq_cst);
    atomic_fetch_add_explicit(i, 1, memory_scope_device); // error[CL0515]: and `memory_scope_device` is none
    atomic_fetch_add_explicit(i, 1, 1); // error[CL0515]: and 1 is none
}

kernel void scopes(global atomic_int *i) {
    atomic_fetch_add_explicit(i, 1, memory_order_relaxed, memory_scope_work_item); // error[CL0516]: does not take the scope
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_work_item); // error[CL0516]: does not take
    atomic_fetch_add_explicit(i, 1, memory_order_relaxed, memory_order_relaxed); // error[CL0516]: and `memory_order_relaxed` is none
    work_group_barrier(CLK_GLOBAL_MEM_FENCE, 99); // error[CL0516]: and 99 is none
}
