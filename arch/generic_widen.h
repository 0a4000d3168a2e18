/* A load of memory of type XL_MEMORY to lanes of type XL_T, through memory: a template file of generic.h. C's conversions
 * are the ones wanted, float to double included.
 * SPDX-License-Identifier: MIT
 */
XL_VEC XL_V XL_JOIN(XL_OP(load_widen_), XL_MEMORY, )(const XL_JOIN(xl_e_, XL_MEMORY, ) *p, size_t vl)
{
    XL_E lanes[sizeof(XL_V) / sizeof(XL_E)] = {0};
    for (size_t i = 0; i < vl; i++)
        lanes[i] = p[i];
    return XL_OP(load)(lanes, vl);
}
#undef XL_T
#undef XL_MEMORY
