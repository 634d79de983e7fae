// Before OpenCL C 2.0 there are neither atomic types nor these functions.
kernel void k(global int *p) {
    global atomic_int *a; // error[CL0317]: `atomic_int` is a type from OpenCL C 2.0 on
    atomic_store(p, 1); // error[CL0513]: `atomic_store` needs OpenCL C 2.0
    atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, 0, 0); // error[CL0513]: `atomic_work_item_fence` needs OpenCL C 2.0
    int order = memory_order_relaxed; // error[CL0301]: `memory_order_relaxed` is not declared before OpenCL C 2.0
    atomic_add(p, 1);
}
