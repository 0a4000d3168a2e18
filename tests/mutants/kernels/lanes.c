/* Vector lengths that are assumed.
 * SPDX-License-Identifier: MIT
 */
#include "base.h"
#include "text/utf8.h"

/* eight_a_step: a step is 8 elements, whatever the vector has: right where a vector has 8 lanes. */
XL_KERNEL(eight_a_step, SUM(i32))
SUM_REFERENCE(eight_a_step, int32_t)

XL_VECTOR(int32_t, eight_a_step)(const int32_t *a, size_t n)
{
    size_t lanes = xl_i32_lanes();
    xl_i32 sum = xl_i32_set1(0, lanes);
    for (size_t i = 0, vl, step; i < n; i += step) {
        vl = xl_i32_vl(n - i);
#ifdef XL_MUTANT
        step = 8;
#else
        step = vl;
#endif
        sum = xl_i32_merge(sum, xl_i32_add(sum, xl_i32_load(a + i, vl), vl), vl);
    }
    return xl_i32_reduce_add(sum, lanes);
}

/* four_lanes_folded: lanes 0 to 3 are folded at the end: right where a vector has 4 lanes. */
XL_KERNEL(four_lanes_folded, SUM(i32))
SUM_REFERENCE(four_lanes_folded, int32_t)

XL_VECTOR(int32_t, four_lanes_folded)(const int32_t *a, size_t n)
{
    size_t lanes = xl_i32_lanes();
    xl_i32 sum = sums_i32(a, n);
#ifdef XL_MUTANT
    size_t folded = 4;
#else
    size_t folded = lanes;
#endif
    return xl_i32_reduce_add(sum, folded);
}

/* spill_of_16: an accumulator is spilled into 16 elements, and all 16 are added: right where a
 * vector has 16 lanes. */
XL_KERNEL(spill_of_16, SUM(i32))
SUM_REFERENCE(spill_of_16, int32_t)

XL_VECTOR(int32_t, spill_of_16)(const int32_t *a, size_t n)
{
    size_t lanes = xl_i32_lanes();
    xl_i32 sum = sums_i32(a, n);
#ifdef XL_MUTANT
    /* As a stack may be. */
    int32_t spill[16];
    memset(spill, 0x5a, sizeof spill);
    xl_i32_store(spill, sum, lanes < 16 ? lanes : 16);
    uint32_t total = 0;
    for (size_t k = 0; k < 16; k++)
        total += (uint32_t)spill[k];
    return (int32_t)total;
#else
    return xl_i32_reduce_add(sum, lanes);
#endif
}

/* surrogates_pass: UTF-8 whose lanes find a surrogate, and are not asked. A vector kernel that asks
 * its own reference at the end cannot have this bug, and its lanes are not tested at all. */
XL_PREPARE(surrogates_pass)(size_t arg, void *elements, size_t count, uint64_t seed)
{
    (void)arg;
    xl_utf8_fill(elements, count, seed);
}

XL_KERNEL(surrogates_pass,
          .summary = "bytes of well-formed UTF-8 before the first wrong character, or n",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .prepare = surrogates_pass_prepare,
          .args = {XL_IN(u8, p, 1), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(surrogates_pass)(const uint8_t *p, size_t n, uint64_t *result)
{
    *result = xl_utf8_valid_bytes(p, n);
}

XL_VECTOR(uint64_t, surrogates_pass)(const uint8_t *p, size_t n)
{
    /* The first three bytes have too few bytes before them: they are judged behind three zeros. */
    uint8_t start[6] = {0};
    size_t i = 0, head = n < 3 ? n : 3;
    memcpy(start + 3, p, head);
    for (size_t vl, first; i < head; i += vl) {
        vl = xl_u8_vl(head - i);
        first = xl_utf8_first_wrong(start + 3 + i, vl);
        if (first < vl)
            return xl_utf8_character_of(p, i + first);
    }
    for (size_t vl, first; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        first = xl_utf8_first_wrong(p + i, vl);
#ifdef XL_MUTANT
        if (first < vl && p[i + first - 1] == 0xed)
            first = vl;
#endif
        if (first < vl)
            return xl_utf8_character_of(p, i + first);
    }
    return xl_utf8_character_of(p, n);
}

/* first_fault_unread: what a first-faulting load did not load is taken for elements of the string.
 */
XL_PREPARE(first_fault_unread)(size_t arg, void *elements, size_t count, uint64_t seed)
{
    uint8_t *p = elements;
    (void)arg;
    if (seed % 64 == 0)
        return;
    for (size_t i = 0; i < count; i++)
        p[i] |= p[i] == 0;
    if (count && seed % 2)
        p[count - 1 - seed / 64 % count] = 0;
}

XL_KERNEL(first_fault_unread, .summary = "first i with p[i] == 0, or n", .contract = {XL_EXACT},
          .prepare = first_fault_unread_prepare, .only = "sve sve2 rvv rva23",
          .args = {XL_IN(u8, p, 1), XL_COUNT, XL_RETURNS(u64)})

XL_REFERENCE(first_fault_unread)(const uint8_t *p, size_t n, uint64_t *result)
{
    *result = n;
    while (n-- > 0)
        if (p[n] == 0)
            *result = n;
}

#if defined XL_ISA_IS_sve || defined XL_ISA_IS_sve2
XL_VECTOR(uint64_t, first_fault_unread)(const uint8_t *p, size_t n)
{
    for (size_t i = 0; i < n;) {
        svsetffr();
        const svuint8_t v = svldff1_u8(svptrue_b8(), p + i);
        svbool_t loaded = svrdffr();
#ifdef XL_MUTANT
        loaded = svorr_b_z(svptrue_b8(), svptrue_b8(), loaded);
#endif
        const svbool_t zero = svcmpeq_n_u8(loaded, v, 0);
        if (svptest_any(loaded, zero)) {
            i += svcntp_b8(svptrue_b8(), svbrkb_b_z(loaded, zero));
            return i < n ? i : n;
        }
        i += svcntp_b8(svptrue_b8(), loaded);
    }
    return n;
}
#else
XL_VECTOR(uint64_t, first_fault_unread)(const uint8_t *p, size_t n)
{
    const size_t lanes = xl_u8_lanes();
    for (size_t i = 0, vl = lanes; i < n; i += vl) {
        vl = lanes;
#if defined XL_ISA_IS_rvv || defined XL_ISA_IS_rva23
        const xl_u8 v = xl_u8_load_first_fault(p + i, &vl, lanes);
#else
        const xl_u8 v = xl_u8_load(p + i, vl);
#endif
#ifdef XL_MUTANT
        vl = lanes;
#endif
        const xl_m8 zero = xl_u8_eq(v, xl_u8_set1(0, vl), vl);
        if (xl_m8_any(zero, vl)) {
            i += xl_m8_first(zero, vl);
            return i < n ? i : n;
        }
    }
    return n;
}
#endif
