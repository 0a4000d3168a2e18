/* find_any: where any of 16 bytes first occurs, or n.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"
#include "native.h"

enum { XL_FIND_ANY_SET = 16 };

XL_KERNEL(find_any, .summary = "first i with p[i] in set, or n",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS},
          .args = {XL_IN(u8, p, 1), XL_IN_FIXED(u8, set, XL_FIND_ANY_SET), XL_COUNT,
                   XL_RETURNS(u64)})

XL_REFERENCE(find_any)(const uint8_t *p, const uint8_t *set, size_t n, uint64_t *result)
{
    size_t i = 0;
    while (i < n && !memchr(set, p[i], XL_FIND_ANY_SET))
        i++;
    *result = i;
}

/* The number of the first lane of v that is in the set; vl or more if there is none. */
XL_VEC size_t xl_find_any_first(const uint8_t *set, xl_u8 v, size_t vl)
{
#if XL_ON_SVE2
    /* MATCH looks within each 128 bits of its second operand. */
    svuint8_t all = svld1rq_u8(svptrue_b8(), set);
    return xl_m8_first(svmatch_u8(xl_sve_below_8(vl), v, all), vl);
#elif XL_ISA_IS_sse4
    return (size_t)_mm_cmpestri(_mm_loadu_si128((const __m128i *)set), XL_FIND_ANY_SET, (__m128i)v,
                                (int)vl, _SIDD_UBYTE_OPS | _SIDD_CMP_EQUAL_ANY);
#elif XL_ISA_IS_vx || XL_ISA_IS_vxe || XL_ISA_IS_vxe2
    (void)vl;                                                      /* without one, 16 is left */
    return vec_extract(vec_find_any_eq_idx(v, vec_xl(0, set)), 7); /* VFAE leaves it in byte 7 */
#else
    xl_m8 found = xl_u8_eq(v, xl_u8_set1(set[0], vl), vl);
    for (size_t k = 1; k < XL_FIND_ANY_SET; k++)
        found = xl_m8_or(found, xl_u8_eq(v, xl_u8_set1(set[k], vl), vl), vl);
    return xl_m8_first(found, vl);
#endif
}

XL_VECTOR(uint64_t, find_any)(const uint8_t *p, const uint8_t *set, size_t n)
{
    size_t first;
    XL_STRIPS(u8, n,
              if ((first = xl_find_any_first(set, xl_u8_load(p + i, vl), vl)) < vl) return i +
                  first);
    return n;
}
