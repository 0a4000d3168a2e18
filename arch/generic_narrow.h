/* A store of lanes of type XL_T to memory of type XL_MEMORY, through memory: a template file of generic.h.
 * SPDX-License-Identifier: MIT
 */
XL_VEC void XL_JOIN(XL_OP(store_narrow_), XL_MEMORY, )(XL_JOIN(xl_e_, XL_MEMORY, ) *p, XL_V v, size_t vl)
{
    XL_E lanes[sizeof(XL_V) / sizeof(XL_E)] = {0};
    XL_OP(store)(lanes, v, vl);
    for (size_t i = 0; i < vl; i++)
        p[i] = (XL_JOIN(xl_e_, XL_MEMORY, ))lanes[i];
}
#undef XL_T
#undef XL_MEMORY
