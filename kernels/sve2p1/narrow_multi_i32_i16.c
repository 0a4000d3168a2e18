/* narrow_multi_i32_i16: signed 32-bit integers to 16 bits, saturating, two vectors at once.
 * SPDX-License-Identifier: MIT
 *
 * A predicate as counter (WHILELT) loads both vectors. SQCVTN takes the lanes of its two vectors in
 * turn, so these have the even and the odd elements.
 */
#include "convert/convert.h"

XL_KERNEL(narrow_multi_i32_i16, .summary = "r[i] = a[i], saturating, by SQCVTN", .only = "sve2p1",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, XL_CONVERT(i32, i16))

XL_CONVERT_LANE(narrow_multi_i32_i16, i32, i16)
{
    return a < INT16_MIN ? INT16_MIN : a > INT16_MAX ? INT16_MAX : (int16_t)a;
}

#ifdef __ARM_FEATURE_SVE2p1
XL_VECTOR(void, narrow_multi_i32_i16)(const int32_t *a, int16_t *r, size_t n)
{
    for (uint64_t i = 0; i < n; i += svcnth()) {
        svint32x2_t v = svld1_s32_x2(svwhilelt_c32_u64(i, n, 2), a + i);
        svint32_t even = svuzp1_s32(svget2_s32(v, 0), svget2_s32(v, 1));
        svint32_t odd = svuzp2_s32(svget2_s32(v, 0), svget2_s32(v, 1));
        svint16_t narrow = svqcvtn_s16_s32_x2(svcreate2_s32(even, odd));
        svst1_s16(svwhilelt_b16_u64(i, n), r + i, narrow);
    }
}
#endif
