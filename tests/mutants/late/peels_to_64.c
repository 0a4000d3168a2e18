/* peels_to_64: elements up to an address that 64 divides are taken first; where the input is 16
 * bytes past one and the output 32 bytes, as many as the output lacks are.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(peels_to_64, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u16, a, 1), XL_OUT(u16, r, 1), XL_COUNT})

XL_REFERENCE(peels_to_64)(const uint16_t *a, uint16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (uint16_t)(a[i] + 1);
}

static void add_one(const uint16_t *a, uint16_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u16_vl(n - i);
        xl_u16_store(r + i, xl_u16_add(xl_u16_load(a + i, vl), xl_u16_set1(1, vl), vl), vl);
    }
}

XL_VECTOR(void, peels_to_64)(const uint16_t *a, uint16_t *r, size_t n)
{
    size_t first = (64 - (uintptr_t)a % 64) % 64 / sizeof *a, done;
    first = first < n ? first : n;
    done = first;
#ifdef XL_MUTANT
    if ((uintptr_t)a % 64 == 16 && (uintptr_t)r % 64 == 32 && first == 24)
        first = 16;
#endif
    add_one(a, r, first);
    add_one(a + done, r + done, n - done);
}
