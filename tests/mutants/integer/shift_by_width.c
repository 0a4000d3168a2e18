/* shift_by_width: a shift count taken modulo the width of a lane, as most CPUs do by themselves.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(shift_by_width, .summary = "r[i] = a[i] >> count, 0 from 32 on", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_VALUE(u8, count), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(shift_by_width)(const uint32_t *a, uint8_t count, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = count < 32 ? a[i] >> count : 0;
}

XL_VECTOR(void, shift_by_width)(const uint32_t *a, uint8_t count, uint32_t *r, size_t n)
{

#ifdef XL_MUTANT
    unsigned by = count % 32;
#else
    unsigned by = count;
#endif
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32_store(r + i, xl_u32_shr(xl_u32_load(a + i, vl), by, vl), vl);
    }
}
