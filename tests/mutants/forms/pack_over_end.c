/* pack_over_end: what is kept of a vector is stored with the whole vector, and at the end of the
 * output, too, if the page has room for it.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(pack_over_end,
          .summary = "r = twice the positive elements of a, each two times; how many",
          .contract = {XL_EXACT}, .lengths = {{"r", "kept"}},
          .args = {XL_IN(i32, a, 1), XL_OUT(i32, r, 2), XL_COUNT, XL_OUT_FIXED(u32, kept, 1)})

XL_REFERENCE(pack_over_end)(const int32_t *a, int32_t *r, size_t n, uint32_t *kept)
{
    *kept = 0;
    for (size_t i = 0; i < n; i++)
        for (int twice = 0; twice < 2 && a[i] > 0; twice++)
            r[(*kept)++] = (int32_t)(2 * (uint32_t)a[i]);
}

/* Whether a whole vector fits behind r + kept. */
static int has_room(const int32_t *r, size_t kept, size_t n)
{
#ifdef XL_MUTANT
    (void)n;
    return 4096 - (uintptr_t)(r + kept) % 4096 >= xl_i32_lanes() * sizeof *r;
#else
    (void)r;
    return 2 * n - kept >= xl_i32_lanes();
#endif
}

XL_VECTOR(void, pack_over_end)(const int32_t *a, int32_t *r, size_t n, uint32_t *kept)
{
    size_t end = 0;
    for (size_t i = 0; i < n; i++) {
        const size_t vl = xl_i32_lanes();
        if (a[i] <= 0)
            continue;
        const xl_i32 x = xl_i32_set1(a[i], vl);
        xl_i32_store(r + end, xl_i32_add(x, x, vl), has_room(r, end, n) ? vl : 2);
        end += 2;
    }
    *kept = (uint32_t)end;
}
