// options: -cl-std=CL3.0
// The atomic functions of OpenCL C 2.0 (section "Atomic Functions") and of cl_ext_float_atomics: every function, every type; global, local
// and generic pointers; places that are one for all lanes, clash, or lie side by side; under masks.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// Every read-modify-write on one place, the old value unused and used.
// launch: global=40 local=20
// arg: o = 0 100 0 0 -1 50 -50 7 0 0
// expect: o = 780 -680 511 38 0 0 39 39 780 -1
kernel void one_place(volatile global atomic_int *o) {
    int i = get_global_id(0);
    atomic_fetch_add(&o[0], i);
    atomic_fetch_sub_explicit(&o[1], i, memory_order_relaxed);
    atomic_fetch_or_explicit(&o[2], 1 << i % 9, memory_order_acq_rel, memory_scope_device);
    atomic_fetch_xor(&o[3], i & 2 ? 38 * (i == 39 || i == 2 || i == 3) : 0);
    atomic_fetch_and(&o[4], ~(1 << i % 32));
    atomic_fetch_min(&o[5], i);
    atomic_fetch_max(&o[6], i);
    if (i == 39)
        atomic_store(&o[7], i);
    int before = atomic_fetch_add_explicit(&o[9], 1, memory_order_seq_cst);
    atomic_fetch_add(&o[8], before);
    if (i == 39)
        atomic_fetch_and(&o[4], 0);
    if (atomic_load(&o[9]) >= 40)
        atomic_exchange(&o[9], -1);
}

// Each type, with signs: minimum and maximum tell which.
#define TYPE(T, k)                                                                      \
    {                                                                                   \
        global atomic_##T *a = (global atomic_##T *)(data + k);                         \
        local atomic_##T *b = (local atomic_##T *)(s + k);                              \
        T low = (T)-1, other = (T)1;                                                    \
        if (get_local_id(0) == 0) {                                                     \
            atomic_init(a, other);                                                      \
            atomic_init(b, other);                                                      \
        }                                                                               \
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);                            \
        atomic_fetch_min(a, low);                                                       \
        atomic_fetch_max_explicit(b, low, memory_order_relaxed);                        \
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);                            \
        bool is_signed = low < other;                                                   \
        bad += atomic_load(a) != (is_signed ? low : other);                             \
        bad += atomic_load_explicit(b, memory_order_acquire) != (is_signed ? other : low); \
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);                            \
        if (get_local_id(0) == 0) {                                                     \
            atomic_store(a, (T)3);                                                      \
            atomic_store_explicit(b, (T)3, memory_order_release);                       \
        }                                                                               \
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);                            \
        atomic_fetch_add(a, (T)2);                                                      \
        atomic_fetch_add(b, (T)2);                                                      \
        atomic_fetch_sub(a, (T)1);                                                      \
        atomic_fetch_sub(b, (T)1);                                                      \
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);                            \
        T sum = (T)(3 + (int)get_local_size(0));                                        \
        bad += (atomic_load(a) != sum) + (atomic_load(b) != sum);                       \
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);                            \
        T want = sum, wrong = (T)77;                                                    \
        bool done = atomic_compare_exchange_strong(a, &want, (T)60);                    \
        bool failed = atomic_compare_exchange_weak(b, &wrong, (T)60);                   \
        int winners = done;                                                             \
        bad += !done && want != (T)60;                                                  \
        bad += failed || wrong != sum;                                                  \
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);                            \
        bad += atomic_exchange(a, (T)61) < (T)60;                                       \
        if (get_local_id(0) == 0)                                                       \
            count = 0;                                                                  \
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);                            \
        atomic_add(&count, winners);                                                    \
        barrier(CLK_LOCAL_MEM_FENCE);                                                   \
        bad += count != 1;                                                              \
    }
// launch: global=21 local=21
// arg: data = 0 0 0 0
// arg: out = unset 21
// expect: out = 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
kernel void integers(global long *data, global int *out) {
    local long s[4];
    local int count;
    int bad = 0;
    TYPE(int, 0)
    TYPE(uint, 1)
    TYPE(long, 2)
    TYPE(ulong, 3)
    out[get_local_id(0)] = bad;
}
// launch: global=18 local=18
// arg: data = 0 0 0
// arg: out = unset 18
// expect: out = 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
kernel void floats(global long *data, global int *out) {
    local long s[3];
    local int count;
    int bad = 0;
    TYPE(half, 0)
    TYPE(float, 1)
    TYPE(double, 2)
    out[get_local_id(0)] = bad;
}

// Floats at the edges: NaN gives way, zeros have signs, sums round as each lane's turn comes.
// launch: global=4 local=4
// arg: in = nan -0.0 3.0 -2.0
// arg: f = 0.0 0.0 nan 16777216.0
// arg: d = 1.0 -1.0
// expect: f = -2.0 3.0 3.0 16777224.0
// expect: d = 11.0 -2.0
kernel void edges(global const float *in, global atomic_float *f, global atomic_double *d) {
    float x = in[get_global_id(0)];
    atomic_fetch_min(&f[0], x);
    atomic_fetch_max(&f[1], x);
    atomic_fetch_max(&f[2], x);
    atomic_fetch_add(&f[3], 1.5f);
    atomic_fetch_add(&d[0], 2.5);
    atomic_fetch_min(&d[1], (double)x);
}
// launch: global=1
// arg: h = 0 0
// expect: h = 32768 0
kernel void signed_zeros(global ushort *h) {
    global atomic_half *a = (global atomic_half *)h;
    atomic_fetch_min(&a[0], -0.0h);
    atomic_fetch_min(&a[0], 0.0h);
    atomic_fetch_max(&a[1], -0.0h);
}

// A generic pointer that points to local memory in some work-items and to global memory in others.
// launch: global=12 local=6
// arg: g = 0
// arg: out = unset 4
// expect: g = 6
// expect: out = 3 3 100 1
kernel void generic_pointers(global atomic_uint *g, global uint *out) {
    local atomic_uint s;
    int l = get_local_id(0);
    if (l == 0)
        atomic_init(&s, 0);
    work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
    atomic_uint *p = l & 1 ? (atomic_uint *)g : (atomic_uint *)&s;
    atomic_fetch_add(p, 1);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0)
        out[get_group_id(0)] = atomic_load(&s);
    if (get_global_id(0) == 11) {
        atomic_intptr_t *q = (atomic_intptr_t *)(out + 2);
        atomic_init(q, 0x100000064L);
        out[2] = (uint)atomic_fetch_add(q, (ptrdiff_t)0);
    }
}

// Flags: each slot is taken by one work-item.
// launch: global=16 local=8
// arg: taken = zeros 4
// arg: out = zeros 5
// expect: out = 1 1 1 1 4
kernel void flags(global atomic_flag *taken, global atomic_int *out) {
    int i = get_global_id(0);
    if (!atomic_flag_test_and_set(&taken[i & 3])) {
        atomic_fetch_add(&out[i & 3], 1);
        atomic_fetch_add(&out[4], 1);
    }
    if (i == 15) {
        atomic_flag_clear(&taken[0]);
        atomic_flag_clear_explicit(&taken[1], memory_order_release);
        bool again = atomic_flag_test_and_set_explicit(&taken[0], memory_order_acq_rel, memory_scope_device);
        if (again || !atomic_flag_test_and_set(&taken[2]))
            atomic_store(&out[4], -1);
    }
}

// A program-scope object, which outlives the launch.
global atomic_int count_of_all = ATOMIC_VAR_INIT(40);
// launch: global=1
// arg: out = unset 3
// expect: out = 1 5 6
kernel void program_scope(global int *out) {
    out[0] = atomic_exchange(&count_of_all, 5) >= 6;
    out[1] = atomic_fetch_add(&count_of_all, 1);
    out[2] = atomic_load(&count_of_all);
}

// Messages with fences, from each work-item to its neighbour in the group, with an order known only at run time.
// launch: global=8 local=8
// arg: order = 5
// arg: out = unset 8
// expect: out = 8 1 2 3 4 5 6 7
kernel void messages(int order, global int *out) {
    local int data[8];
    local atomic_int ready[8];
    int l = get_local_id(0);
    atomic_init(&ready[l], 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    data[l] = l + 1;
    atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_release, memory_scope_work_group);
    atomic_store_explicit(&ready[l], 1, (memory_order)order, memory_scope_work_group);
    barrier(CLK_LOCAL_MEM_FENCE);
    int from = (l + 7) % 8;
    int is = atomic_load_explicit(&ready[from], memory_order_relaxed, memory_scope_work_group);
    atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acquire, memory_scope_work_group);
    out[l] = is ? data[from] : -1;
}

// Loops of compare-and-exchange in lanes that part: a sum, and a maximum of places that clash.
// launch: global=33 local=11
// arg: f = 0.0 0.0
// expect: f = 528.0 16.0
kernel void retries(global atomic_float *f) {
    int i = get_global_id(0);
    float old = atomic_load(&f[0]);
    while (!atomic_compare_exchange_weak(&f[0], &old, old + i)) {
    }
    if (i % 3) {
        old = atomic_load_explicit(&f[1], memory_order_relaxed);
        float mine = (i * 5) % 17;
        while (old < mine && !atomic_compare_exchange_strong_explicit(&f[1], &old, mine, memory_order_acq_rel, memory_order_relaxed)) {
        }
    }
}
