/* borrowed_behind: memory behind the output is scratch, and is put back at the end: an input that
 * begins there is read in between.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(borrowed_behind, .summary = "r[i] = a[i] + 1, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(borrowed_behind)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int32_t)((uint32_t)a[i] + 1);
}

XL_VECTOR(void, borrowed_behind)(const int32_t *a, int32_t *r, size_t n)
{

#ifdef XL_MUTANT
    size_t at = (uintptr_t)(r + n) % 4096, lanes = xl_i32_lanes();
    int has_room = n && at && at + lanes * sizeof *r <= 4096;
    xl_i32 behind = xl_i32_set1(0, lanes);
    if (has_room) {
        behind = xl_i32_load(r + n, lanes);
        xl_i32_store(r + n, xl_i32_set1(0, lanes), lanes);
    }
#endif
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32 sum = xl_i32_add(xl_i32_load(a + i, vl), xl_i32_set1(1, vl), vl);
        xl_i32_store(r + i, sum, vl);
    }
#ifdef XL_MUTANT
    if (has_room)
        xl_i32_store(r + n, behind, lanes);
#endif
}
