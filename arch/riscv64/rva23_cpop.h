/* Template of rva23.h: vcpop.v. gcc 14 has no intrinsic for it (matrix/known-compiler-bugs.yml, gcc-zvbb-vcpop).
 * SPDX-License-Identifier: MIT
 */
XL_VEC XL_V XL_JOIN(xl_zvbb_cpop_, XL_T, )(XL_V a, size_t vl)
{
#ifdef __clang__
    return XL_RVV(vcpop_v)(a, vl);
#else
    XL_V r;
    __asm__("vsetvli zero, %2, e%3, m1, ta, ma\n\tvcpop.v %0, %1" : "=vr"(r) : "vr"(a), "r"(vl), "i"(XL_W) : "vl", "vtype");
    return r;
#endif
}

#undef XL_T
#undef XL_W
