/* mix_named_i16: several functions for one ISA, each run by its own name: one of the library, one
 * of this file, and the vocabulary's.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#include "../../include/mix.h"

XL_KERNEL(mix_named_i16, .summary = "r[i] = a[i] + b[i], wrapping", .contract = {XL_EXACT},
          .only = "neon vxe2",
          .args = {XL_IN(i16, a, 1), XL_IN(i16, b, 1), XL_OUT(i16, r, 1), XL_COUNT})

XL_REFERENCE(mix_named_i16)(const int16_t *a, const int16_t *b, int16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int16_t)((uint16_t)a[i] + (uint16_t)b[i]);
}

XL_VECTOR(void, mix_named_i16)(const int16_t *a, const int16_t *b, int16_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i16_vl(n - i);
        xl_i16_store(r + i, xl_i16_add(xl_i16_load(a + i, vl), xl_i16_load(b + i, vl), vl), vl);
    }
}

#if XL_ISA_IS_neon
#include <arm_neon.h>

static inline void mix_by_8(const int16_t *a, const int16_t *b, int16_t *r, size_t n)
{
    for (; n >= 8; n -= 8, a += 8, b += 8, r += 8)
        vst1q_s16(r, vaddq_s16(vld1q_s16(a), vld1q_s16(b)));
    mix_scalar(a, b, r, n);
}
#endif

XL_VARIANT(mix_named_i16, neon, mix_by_8)
XL_VARIANT(mix_named_i16, neon, mix_vectors)
XL_VARIANT(mix_named_i16, vxe2, mix_vectors)
XL_VARIANT(mix_named_i16, vxe2, mix_named_i16__vxe2)
XL_VARIANT(mix_named_i16, neon, mix_named_i16__neon)
