// Ballots of sub-groups as bit fields (section "Built-in Sub-Group Ballot Functions"). A sub-group has 64 work-items at most, so that
// the fields' upper halves say nothing.

ulong __ferrocl_ballot_word(uint4 value) {
    return (ulong)value.x | (ulong)value.y << 32;
}
uint4 __ferrocl_ballot_field(ulong word) {
    return (uint4)((uint)word, (uint)(word >> 32), 0u, 0u);
}
// The bits of the work-items that a full sub-group has.
ulong __ferrocl_ballot_all(void) {
    return ~0UL >> (64u - get_max_sub_group_size());
}

int sub_group_ballot_bit_extract(uint4 value, uint index) {
    return (int)(__ferrocl_ballot_word(value) >> (index & 63u)) & 1;
}
int sub_group_inverse_ballot(uint4 value) {
    return sub_group_ballot_bit_extract(value, get_sub_group_local_id());
}
uint sub_group_ballot_bit_count(uint4 value) {
    return (uint)popcount(__ferrocl_ballot_word(value) & __ferrocl_ballot_all());
}
uint sub_group_ballot_exclusive_scan(uint4 value) {
    ulong own = 1UL << get_sub_group_local_id();
    return (uint)popcount(__ferrocl_ballot_word(value) & (own - 1UL));
}
uint sub_group_ballot_inclusive_scan(uint4 value) {
    ulong own = 1UL << get_sub_group_local_id();
    return (uint)popcount(__ferrocl_ballot_word(value) & (own | (own - 1UL)));
}
uint sub_group_ballot_find_lsb(uint4 value) {
    return (uint)ctz(__ferrocl_ballot_word(value) & __ferrocl_ballot_all());
}
uint sub_group_ballot_find_msb(uint4 value) {
    return 63u - (uint)clz(__ferrocl_ballot_word(value) & __ferrocl_ballot_all());
}

uint4 get_sub_group_eq_mask(void) {
    return __ferrocl_ballot_field(1UL << get_sub_group_local_id());
}
uint4 get_sub_group_ge_mask(void) {
    return __ferrocl_ballot_field(~0UL << get_sub_group_local_id() & __ferrocl_ballot_all());
}
uint4 get_sub_group_gt_mask(void) {
    return __ferrocl_ballot_field(~0UL << get_sub_group_local_id() << 1 & __ferrocl_ballot_all());
}
uint4 get_sub_group_le_mask(void) {
    ulong own = 1UL << get_sub_group_local_id();
    return __ferrocl_ballot_field(own | (own - 1UL));
}
uint4 get_sub_group_lt_mask(void) {
    return __ferrocl_ballot_field((1UL << get_sub_group_local_id()) - 1UL);
}
