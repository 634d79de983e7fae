// Events and asynchronous copies, `shuffle` and `shuffle2`: what they do not take.
event_t pass_on(event_t e) {
    return e;
}

kernel void events(global int *g, global float *f, constant int *c) {
    local int s[8];
    event_t e = 0, none = (event_t)0, list[2];
    event_t one = 1; // error[CL0405]: `int` is not converted to `event_t`
    local event_t shared; // error[CL0329]: the variable `shared` of type `event_t` can only be in private memory
    e = async_work_group_copy(s, g, 8, 0);
    e = async_work_group_copy(s, g, 8, 1); // error[CL0405]: `int` is not converted to `event_t`
    e = async_work_group_copy(s, s + 4, 4, e); // error[CL0510]: no overload of `async_work_group_copy` takes
    e = async_work_group_copy(s, c, 4, e); // error[CL0510]: no overload of `async_work_group_copy` takes
    e = async_work_group_copy(s, f, 4, e); // error[CL0511]: is ambiguous
    e = e + 1; // error[CL0401]: `+` does not work on `event_t` and `int`
    if (e) // error[CL0411]: a condition has to be a scalar
        wait_group_events(1, &e);
    wait_group_events(2, list);
    wait_group_events(1, e); // error[CL0510]: no overload of `wait_group_events` takes
    pass_on(e);
}

kernel void shuffles(global int4 *out, int4 x, uint4 mask, short4 narrow, float3 three, ulong4 wide) {
    out[0] = shuffle(x, mask);
    out[1] = shuffle(x, narrow); // error[CL0510]: no overload of `shuffle` takes
    out[2] = shuffle(x, wide); // error[CL0510]: no overload of `shuffle` takes
    float3 t = shuffle(three, mask); // error[CL0510]: no overload of `shuffle` takes
    out[3] = shuffle2(x, x.xy, mask); // error[CL0510]: no overload of `shuffle2` takes
}
