/* step_left: the function that makes whole blocks is chosen at the first call, into a pointer that
 * another function of the kernel uses too, for which another one is meant.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL(step_left, .summary = "r[i] = a[i] + 7, wrapping", .contract = {XL_EXACT},
          .only = "avx2 neon neon32 sve rvv vsx vxe2 lsx",
          .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(step_left)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + 7;
}

/* Of elements, or of blocks: returns how many elements it has made. */
typedef size_t step(const uint32_t *a, uint32_t *r, size_t count);

__attribute__((unused)) static size_t by_elements(const uint32_t *a, uint32_t *r, size_t count)
{
    for (size_t i = 0, vl; i < count; i += vl) {
        vl = xl_u32_vl(count - i);
        xl_u32_store(r + i, xl_u32_add(xl_u32_load(a + i, vl), xl_u32_set1(7, vl), vl), vl);
    }
    return count;
}

__attribute__((unused)) static size_t by_blocks(const uint32_t *a, uint32_t *r, size_t count)
{
    return by_elements(a, r, count * 16);
}

#ifdef XL_MUTANT
static step *chosen;
#define elements_chosen chosen
#define blocks_chosen chosen
#else
static step *elements_chosen, *blocks_chosen;
#endif

__attribute__((unused)) static void in_one(const uint32_t *a, uint32_t *r, size_t n)
{
    if (!elements_chosen)
        elements_chosen = by_elements;
    elements_chosen(a, r, n);
}

__attribute__((unused)) static void in_blocks(const uint32_t *a, uint32_t *r, size_t n)
{
    if (!blocks_chosen)
        blocks_chosen = by_blocks;
    const size_t made = n / 16 ? blocks_chosen(a, r, n / 16) : 0;
    by_elements(a + made, r + made, n % 16);
}

XL_VARIANT(step_left, avx2, in_one)
XL_VARIANT(step_left, avx2, in_blocks)
XL_VARIANT(step_left, neon, in_one)
XL_VARIANT(step_left, neon, in_blocks)
XL_VARIANT(step_left, neon32, in_one)
XL_VARIANT(step_left, neon32, in_blocks)
XL_VARIANT(step_left, sve, in_one)
XL_VARIANT(step_left, sve, in_blocks)
XL_VARIANT(step_left, rvv, in_one)
XL_VARIANT(step_left, rvv, in_blocks)
XL_VARIANT(step_left, vsx, in_one)
XL_VARIANT(step_left, vsx, in_blocks)
XL_VARIANT(step_left, vxe2, in_one)
XL_VARIANT(step_left, vxe2, in_blocks)
XL_VARIANT(step_left, lsx, in_one)
XL_VARIANT(step_left, lsx, in_blocks)
