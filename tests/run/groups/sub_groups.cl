// options: -cl-std=CL3.0
// Sub-groups (sections "Sub-Group Functions" and "Built-in Sub-Group … Functions"): how many work-items one has is the engine's choice, so
// each kernel computes for itself what it has to get. Groups of every shape; branches that part a sub-group.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define QUERIES                                                                         \
    uint max = get_max_sub_group_size(), id = get_sub_group_id(), l = get_sub_group_local_id(); \
    uint size = get_sub_group_size(), first = id * max;                                 \
    uint all = get_local_size(0) * get_local_size(1) * get_local_size(2);               \
    int bad = 0;

// launch: global=37 local=37
// arg: out = zeros 37
// expect: out = 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
// launch: global=11,3 local=4,2
// arg: out = zeros 37
// expect: out = 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
// launch: global=3,2,5 local=3,2,5
// arg: out = zeros 37
// expect: out = 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
kernel void queries(global int *out) {
    QUERIES
    uint enqueued = get_enqueued_local_size(0) * get_enqueued_local_size(1) * get_enqueued_local_size(2);
    bad += get_local_linear_id() != first + l;
    bad += max == 0 || (max & (max - 1)) != 0 || l >= size || size > max;
    bad += size != min(max, all - first);
    bad += get_num_sub_groups() != (all + max - 1) / max;
    bad += get_enqueued_num_sub_groups() != (enqueued + max - 1) / max;
    out[get_global_linear_id()] = bad;
}

// Collective functions of every type.
#define TYPE(T)                                                                         \
    {                                                                                   \
        T least = (T)(first + 1), most = (T)(first + size), sum = 0, own = 0, one = (T)1; \
        for (uint i = 0; i < size; i++)                                                 \
            sum += (T)(first + i + 1);                                                  \
        for (uint i = 0; i <= l; i++)                                                   \
            own += (T)(first + i + 1);                                                  \
        T x = (T)(first + l + 1);                                                       \
        bad += sub_group_reduce_add(x) != sum;                                          \
        bad += sub_group_reduce_min(x) != least;                                        \
        bad += sub_group_reduce_max(x) != most;                                         \
        bad += sub_group_scan_inclusive_add(x) != own;                                  \
        bad += sub_group_scan_exclusive_add(x) != (T)(own - x);                         \
        bad += sub_group_scan_inclusive_max(x) != x;                                    \
        bad += sub_group_scan_inclusive_min(x) != least;                                \
        T before = sub_group_scan_exclusive_max(x);                                     \
        bad += l > 0 && before != (T)(x - one);                                         \
        bad += sub_group_broadcast(x, size - 1) != most;                                \
        bad += sub_group_non_uniform_reduce_mul((T)(l == 0 ? 3 : 1)) != (T)3;           \
        bad += sub_group_clustered_reduce_add(x, 1) != x;                               \
        bad += sub_group_broadcast_first(x) != least;                                   \
        bad += !sub_group_non_uniform_all_equal(most);                                  \
        bad += sub_group_non_uniform_all_equal(x) != (size == 1);                       \
        T other = sub_group_shuffle_xor(x, max / 2);                                    \
        bad += max > 1 && (l ^ max / 2) < size && other != (T)(first + (l ^ max / 2) + 1); \
        other = sub_group_shuffle(x, (l * 5 + 3) % size);                               \
        bad += other != (T)(first + (l * 5 + 3) % size + 1);                            \
        other = sub_group_shuffle_up(x, 1);                                             \
        bad += l > 0 && other != (T)(x - one);                                          \
        other = sub_group_shuffle_down(x, 1);                                           \
        bad += l + 1 < size && other != (T)(x + one);                                   \
        other = sub_group_rotate(x, 1);                                                 \
        bad += size == max && other != (T)(first + (l + 1) % max + 1);                  \
        other = sub_group_rotate(x, -1);                                                \
        bad += size == max && other != (T)(first + (l + max - 1) % max + 1);            \
    }
// launch: global=21 local=21
// arg: out = unset 21
// expect: out = 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
kernel void small_types(global int *out) {
    QUERIES
    TYPE(char)
    TYPE(ushort)
    TYPE(half)
    out[first + l] = bad;
}
// launch: global=5,4 local=5,4
// arg: out = unset 20
// expect: out = 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
kernel void large_types(global int *out) {
    QUERIES
    TYPE(int)
    TYPE(ulong)
    TYPE(float)
    TYPE(double)
    out[first + l] = bad;
}

// Vectors, votes, ballots.
// launch: global=19 local=19
// arg: out = unset 19
// expect: out = 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
kernel void ballots(global int *out) {
    QUERIES
    float3 v = sub_group_broadcast((float3)(l, first, 2.5f), size / 2);
    bad += any(v != (float3)(size / 2, first, 2.5f));
    bad += !sub_group_all(l < size) || sub_group_all(l > 0) || !sub_group_any(l == size - 1) || sub_group_any(l == max);
    uint4 b = sub_group_ballot(l & 1), full = sub_group_ballot(1);
    uint want = 0;
    for (uint i = 1; i < size; i += 2)
        want |= 1u << i;
    bad += b.x != want || b.y || b.z || b.w;
    bad += sub_group_ballot_bit_count(full) != size || sub_group_ballot_bit_count(b) != size / 2;
    bad += (sub_group_inverse_ballot(b) != 0) != (l & 1);
    bad += sub_group_ballot_bit_extract(b, size - 1) != (size - 1 & 1);
    bad += sub_group_ballot_inclusive_scan(b) != (l + 1) / 2 || sub_group_ballot_exclusive_scan(b) != l / 2;
    bad += sub_group_ballot_find_lsb(full) != 0 || sub_group_ballot_find_msb(full) != size - 1;
    bad += size > 1 && sub_group_ballot_find_lsb(b) != 1;
    uint4 eq = get_sub_group_eq_mask(), ge = get_sub_group_ge_mask(), gt = get_sub_group_gt_mask();
    uint4 le = get_sub_group_le_mask(), lt = get_sub_group_lt_mask();
    bad += eq.x != 1u << l || any((gt | eq) != ge) || any((lt | eq) != le) || any((lt & ge) != 0u);
    bad += popcount(gt.x | lt.x | eq.x) != (int)max;
    bad += (sub_group_elect() != 0) != (l == 0);
    out[get_local_id(0)] = bad;
}

// Those who are in a branch, in a loop, or left before.
// launch: global=23 local=23
// arg: out = unset 23
// expect: out = 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
kernel void parted(global int *out) {
    QUERIES
    uint odd = size / 2, even = size - odd;
    if (l & 1) {
        bad += sub_group_non_uniform_reduce_add(1) != (int)odd;
        bad += sub_group_non_uniform_scan_exclusive_add(1) != (int)(l / 2);
        bad += sub_group_broadcast_first(l) != 1;
        bad += (sub_group_elect() != 0) != (l == 1);
        bad += !sub_group_non_uniform_all(l & 1);
        bad += sub_group_non_uniform_scan_exclusive_min(3.0f) != (l == 1 ? INFINITY : 3.0f);
        bad += popcount(sub_group_ballot(1).x) != (int)odd;
    } else {
        bad += sub_group_non_uniform_reduce_max(l) != 2 * (even - 1);
        bad += sub_group_non_uniform_reduce_logical_xor(1) != (even & 1);
        bad += sub_group_non_uniform_scan_inclusive_or(1u << l) != (0x55555555u & ((2u << l) - 1u));
    }
    for (uint i = 0; i < l; i++)
        bad += sub_group_non_uniform_reduce_add(1u) != size - 1 - i;
    if (l == 2) {
        out[get_local_id(0)] = bad;
        return;
    }
    bad += sub_group_non_uniform_reduce_add(1u) != size - (size > 2);
    bad += sub_group_non_uniform_any(l == 2);
    out[get_local_id(0)] = bad;
}

// Clusters of what a sub-group has.
// launch: global=26 local=26
// arg: out = unset 26
// expect: out = 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
kernel void clusters(global int *out) {
    QUERIES
    if (max >= 4) {
        uint start = l & ~3u, count = min(4u, size - start);
        uint sum = 0, other = 0;
        for (uint i = 0; i < count; i++)
            sum += start + i, other |= 1u << (start + i);
        bad += sub_group_clustered_reduce_add(l, 4) != sum;
        bad += sub_group_clustered_reduce_or(1u << l, 4) != other;
        bad += sub_group_clustered_reduce_max((float)l, 4) != start + count - 1;
        bad += sub_group_clustered_reduce_logical_and(l != start, 4) != 0;
        uint turned = sub_group_clustered_rotate(l, 3, 4);
        bad += count == 4 && turned != start + ((l + 3) & 3);
    }
    out[get_local_id(0)] = bad;
}

// Messages through local memory, and what stays alive over sub-group functions and barriers.
// launch: global=18 local=9
// arg: out = unset 18
// expect: out = 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
kernel void messages(global int *out) {
    local uint s[9];
    QUERIES
    uint n = get_local_id(0), sum = 0;
    for (uint turn = 1; turn < 4; turn++) {
        s[n] = turn * 100 + n;
        sub_group_barrier(CLK_LOCAL_MEM_FENCE);
        sum += s[first + (l + 1) % size];
        bad += sub_group_broadcast(s[n], 0) != turn * 100 + first;
        sub_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_sub_group);
    }
    bad += sum != 600 + 3 * (first + (l + 1) % size);
    barrier(CLK_LOCAL_MEM_FENCE);
    s[n] = sub_group_reduce_add(1u);
    barrier(CLK_LOCAL_MEM_FENCE);
    uint count = 0;
    for (uint i = 0; i < get_num_sub_groups(); i++)
        count += s[i * max];
    bad += count != 9 || work_group_reduce_add(l == 0) != (int)get_num_sub_groups();
    out[get_global_id(0)] = bad;
}
