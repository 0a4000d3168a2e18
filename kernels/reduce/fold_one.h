/* Template of fold.h, for the lane type XL_T and the operation XL_FOLD_OP.
 * SPDX-License-Identifier: MIT
 */
#define XL_FOLD_NAME_(OP, T) xl_fold_##OP##_##T
#define XL_FOLD_NAME(OP, T) XL_FOLD_NAME_(OP, T)
#define XL_FOLD XL_FOLD_NAME(XL_FOLD_OP, XL_T)
#define XL_FOLD_STEP XL_JOIN(XL_FOLD, _step, )
#define XL_FOLD_TWO XL_JOIN(XL_JOIN(xl_, XL_T, _), XL_FOLD_OP, )
#define XL_FOLD_LANES XL_JOIN(XL_JOIN(xl_, XL_T, _reduce_), XL_FOLD_OP, )

XL_VEC void XL_FOLD_STEP(size_t i, size_t vl, XL_V *all, const XL_E *a)
{
    *all = XL_OP(merge)(*all, XL_FOLD_TWO(*all, XL_OP(load)(a + i, vl), vl), vl);
}

XL_VEC XL_E XL_FOLD(const XL_E *a, size_t n, XL_E start)
{
    size_t lanes = XL_OP(lanes)();
    XL_V all0 = XL_OP(set1)(start, lanes), all1 = all0, all2 = all0, all3 = all0;
    XL_STRIPS_4(XL_T, n, XL_FOLD_STEP, all, a);
    all0 = XL_FOLD_TWO(XL_FOLD_TWO(all0, all1, lanes), XL_FOLD_TWO(all2, all3, lanes), lanes);
    return XL_FOLD_LANES(all0, lanes);
}

#undef XL_FOLD_NAME_
#undef XL_FOLD_NAME
#undef XL_FOLD
#undef XL_FOLD_STEP
#undef XL_FOLD_TWO
#undef XL_FOLD_LANES
#undef XL_FOLD_OP
#undef XL_T
