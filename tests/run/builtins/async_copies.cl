// Asynchronous copies (sections "Async Copies From Global to Local Memory, Local to Global Memory, and Prefetch", "Extended Async
// Copy Functions"): every element type, contiguous and with gaps, both ways, groups that are no multiple of the lanes.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// In, turned round by the work-items, and out.
// launch: global=14 local=7
// arg: in = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20
// arg: out = zeros 20
// expect: out = 10 9 8 7 6 5 4 3 2 1 20 19 18 17 16 15 14 13 12 11
kernel void there_and_back(global const int *in, global int *out) {
    local int s[10], t[10];
    int g = get_group_id(0) * 10;
    event_t e = async_work_group_copy(s, in + g, 10, 0);
    wait_group_events(1, &e);
    for (int i = get_local_id(0); i < 10; i += get_local_size(0))
        t[i] = s[9 - i];
    barrier(CLK_LOCAL_MEM_FENCE);
    e = async_work_group_copy(out + g, t, 10, (event_t)0);
    wait_group_events(1, &e);
}

// Two copies with one event, in two dimensions; what lies beside is left alone.
// launch: global=4,2 local=2,2
// arg: a = 1.5 2.5 3.5 4.5 5.5 6.5 7.5
// arg: b = -1 -2 -3
// arg: out = 99 99 99 99 99 99 99 99 99 99 99 99
// expect: out = 99 1.5 2.5 3.5 4.5 5.5 6.5 7.5 -1 -2 -3 99
kernel void shared_event(global const float *a, global const float *b, global float *out) {
    local float s[10];
    event_t e = async_work_group_copy(s, a, 7, 0);
    e = async_work_group_copy(s + 7, b, 3, e);
    wait_group_events(1, &e);
    event_t done[2] = {0, 0};
    done[0] = async_work_group_copy(out + 1, s, 4, done[0]);
    done[1] = async_work_group_copy(out + 5, s + 4, 6, done[1]);
    wait_group_events(2, done);
}

// A launch of groups of one, and one copy of nothing.
// launch: global=5 local=1
// arg: in = 3 1 4 1 5
// arg: out = zeros 5
// expect: out = 3 1 4 1 5
kernel void alone(global const short *in, global short *out) {
    local short s[1];
    event_t e = async_work_group_copy(s, in + get_group_id(0), 1, 0);
    e = async_work_group_copy(s, in, 0, e);
    wait_group_events(1, &e);
    e = async_work_group_copy(out + get_group_id(0), s, 1, 0);
    wait_group_events(1, &e);
}

// Every element type: copied in, with a stride out, with a stride in, and out again. Bytes that should not change are counted too.
#define ROUND(T, PLACE)                                                                     \
    {                                                                                       \
        local T *s = (local T *)pool, *t = s + 5;                                           \
        global T *g = (global T *)data, *w = (global T *)work;                              \
        event_t e = async_work_group_copy(s, g, 5, 0);                                      \
        wait_group_events(1, &e);                                                           \
        e = async_work_group_strided_copy(w, s, 5, 3, 0);                                   \
        wait_group_events(1, &e);                                                           \
        e = async_work_group_strided_copy(t, w, 5, 3, 0);                                   \
        wait_group_events(1, &e);                                                           \
        if (get_local_id(0) == 0) {                                                         \
            int bad = 0;                                                                    \
            for (int i = 0; i < 5 * (int)sizeof(T); i++)                                    \
                bad += ((local uchar *)t)[i] != data[i];                                    \
            for (int i = 0; i < 13 * (int)sizeof(T); i++) {                                 \
                int k = i / (int)sizeof(T);                                                 \
                uchar want = k % 3 == 0 ? data[k / 3 * sizeof(T) + i % sizeof(T)] : 0xee;   \
                bad += work[i] != want;                                                     \
                work[i] = 0xee;                                                             \
            }                                                                               \
            out[PLACE] = bad;                                                               \
        }                                                                                   \
        barrier(CLK_GLOBAL_MEM_FENCE);                                                      \
    }
void prepare(global uchar *data, global uchar *work) {
    for (int i = get_local_id(0); i < 640; i += get_local_size(0))
        data[i] = i * 7 + (i >> 5);
    for (int i = get_local_id(0); i < 1664; i += get_local_size(0))
        work[i] = 0xee;
    barrier(CLK_GLOBAL_MEM_FENCE);
}
// launch: global=3 local=3
// arg: data = zeros 640
// arg: work = zeros 1664
// arg: out = unset 7
// expect: out = 0 0 0 0 0 0 0
kernel void small_types(global uchar *data, global uchar *work, global int *out) {
    local double16 pool[10];
    prepare(data, work);
    ROUND(char, 0)
    ROUND(uchar3, 1)
    ROUND(uchar2, 2)
    ROUND(char16, 3)
    ROUND(short, 4)
    ROUND(ushort3, 5)
    ROUND(short8, 6)
}
// launch: global=9 local=9
// arg: data = zeros 640
// arg: work = zeros 1664
// arg: out = unset 7
// expect: out = 0 0 0 0 0 0 0
kernel void integers(global uchar *data, global uchar *work, global int *out) {
    local double16 pool[10];
    prepare(data, work);
    ROUND(int, 0)
    ROUND(uint2, 1)
    ROUND(uint3, 2)
    ROUND(int4, 3)
    ROUND(long, 4)
    ROUND(ulong3, 5)
    ROUND(long16, 6)
}
// launch: global=16 local=16
// arg: data = zeros 640
// arg: work = zeros 1664
// arg: out = unset 7
// expect: out = 0 0 0 0 0 0 0
kernel void floats(global uchar *data, global uchar *work, global int *out) {
    local double16 pool[10];
    prepare(data, work);
    ROUND(half, 0)
    ROUND(half3, 1)
    ROUND(float, 2)
    ROUND(float3, 3)
    ROUND(float16, 4)
    ROUND(double, 5)
    ROUND(double3, 6)
}

// Lines of three shorts out of lines of seven, to lines of four; size known and not; and back from local memory.
// launch: global=5 local=5
// arg: in = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24
// arg: size = 2
// arg: out = zeros 22
// expect: out = 3 4 5 0 10 11 12 0 17 18 19 0 0 0 3 0 0 10 0 0 17 0
kernel void lines(global const short *in, ulong size, global short *out) {
    local short s[12];
    if (get_local_id(0) == 0)
        for (int i = 0; i < 12; i++)
            s[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t e = async_work_group_copy_2D2D(s, 0, in, 3, sizeof(short), 3, 3, 7, 4, 0);
    wait_group_events(1, &e);
    for (int i = get_local_id(0); i < 12; i += 5)
        out[i] = s[i];
    e = async_work_group_copy_2D2D(out, 14, s, 0, size, 1, 3, 4, 3, 0);
    async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    wait_group_events(1, &e);
}

// Two planes of two lines of two, out of planes of twelve in lines of four; to planes of five in lines of two.
// launch: global=6 local=3
// arg: in = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23
// arg: out = zeros 10
// expect: out = 0 5 6 9 10 0 17 18 21 22
kernel void planes(global const int *in, global int *out) {
    local int s[10];
    for (int i = get_local_id(0); i < 10; i += get_local_size(0))
        s[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t e = async_work_group_copy_3D3D(s, 1, in, 5, 4, 2, 2, 2, 4, 12, 2, 5, 0);
    wait_group_events(1, &e);
    e = async_work_group_copy_3D3D(out, 0, s, 0, 4, 5, 1, 2, 5, 5, 5, 5, 0);
    wait_group_events(1, &e);
}

// In a loop, the next piece while the last one is worked on.
// launch: global=4 local=4
// arg: in = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
// arg: n = 4
// arg: out = unset 4
// expect: out = 28 32 36 40
kernel void pipelined(global const int *in, int n, global int *out) {
    local int s[2][4];
    int l = get_local_id(0), sum = 0;
    event_t e = async_work_group_copy(s[0], in, 4, 0);
    for (int i = 0; i < n; i++) {
        wait_group_events(1, &e);
        if (i + 1 < n)
            e = async_work_group_copy(s[(i + 1) & 1], in + 4 * (i + 1), 4, 0);
        sum += s[i & 1][l];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[l] = sum;
}
