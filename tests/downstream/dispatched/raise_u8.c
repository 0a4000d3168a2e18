/* raise_u8: a library's public entry, which chooses among its implementations.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

#include "raise.h"

XL_KERNEL(raise_u8, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT},
          .dispatch = {{"avx2", "raise_avx2"},
                       {"sse4", "raise_sse4"},
                       {"sse2", "raise_sse2"},
                       {"sve", "raise_sve"},
                       {"neon", "raise_neon"},
                       {"neon32", "raise_neon32"},
                       {"vsx31", "raise_vsx31"},
                       {"vsx", "raise_vsx"},
                       {"vxe2", "raise_vxe2"},
                       {"vx", "raise_vx"},
                       {"rvv", "raise_rvv"},
                       {"lasx", "raise_lasx"},
                       {"lsx", "raise_lsx"},
                       {"", "raise_scalar"}})

XL_REFERENCE(raise_u8)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint8_t)(a[i] + 1);
}

XL_VECTOR(void, raise_u8)(const uint8_t *a, uint8_t *r, size_t n)
{
    raise_bytes(a, r, n);
}
