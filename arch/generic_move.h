/* Groups of generic.h that move lanes of all types: a template file of each_float.h and each_int.h.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_HAS_REVERSE
XL_VEC XL_V XL_OP(reverse)(XL_V v, size_t vl)
{
    XL_E from[sizeof(XL_V) / sizeof(XL_E)] = {0};
    XL_E to[sizeof(XL_V) / sizeof(XL_E)] = {0};
    XL_OP(store)(from, v, vl);
    for (size_t i = 0; i < vl; i++)
        to[i] = from[vl - 1 - i];
    return XL_OP(load)(to, vl);
}
#endif

#ifndef XL_HAS_SLIDE
/* Sizeless vectors have no sizeof: their buffers have the length that the CPU gives. */
#if defined __ARM_FEATURE_SVE || defined __riscv_vector
#define XL_GENERIC_LANES XL_OP(lanes)()
#else
#define XL_GENERIC_LANES (sizeof(XL_V) / sizeof(XL_E))
#endif
/* The second store leaves the lanes below k. */
XL_VEC XL_V XL_OP(slide_up)(XL_V v, size_t k, size_t vl)
{
    const size_t lanes = XL_GENERIC_LANES;
    XL_E buffer[2 * XL_GENERIC_LANES];
    (void)vl;
    XL_OP(store)(buffer, v, lanes);
    XL_OP(store)(buffer + (k < lanes ? k : lanes), v, lanes);
    return XL_OP(load)(buffer, lanes);
}
XL_VEC XL_V XL_OP(slide_down)(XL_V v, size_t k, size_t vl)
{
    const size_t lanes = XL_GENERIC_LANES;
    XL_E buffer[2 * XL_GENERIC_LANES];
    (void)vl;
    XL_OP(store)(buffer, v, lanes);
    XL_OP(store)(buffer + lanes, v, lanes);
    return XL_OP(load)(buffer + (k < lanes ? k : lanes), lanes);
}
XL_VEC XL_V XL_OP(broadcast_lane)(XL_V v, size_t i, size_t vl) { return XL_OP(set1)(XL_OP(get)(v, i, vl), vl); }
#undef XL_GENERIC_LANES
#endif

#if XL_W == 64 && !defined XL_HAS_GATHER64
XL_VEC XL_V XL_OP(gather)(const XL_E *p, xl_u64 index, size_t vl)
{
    enum { XL_GATHERED = sizeof(XL_V) / sizeof(XL_E) };
    uint64_t at[XL_GATHERED];
    XL_E lanes[XL_GATHERED] = {0};
    xl_u64_store(at, index, XL_GATHERED);
#pragma GCC unroll 8
    for (size_t i = 0; i < XL_GATHERED; i++)
        if (i < vl)
            lanes[i] = p[at[i]];
    return XL_OP(load)(lanes, XL_GATHERED);
}
#endif
