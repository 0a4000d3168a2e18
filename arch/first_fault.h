/* A load that faults only for its first byte: by SVE's LDFF1, RVV's vle8ff, z's vlbb, and elsewhere by the distance to the page's end.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_FIRST_FAULT_H
#define XL_ARCH_FIRST_FAULT_H

/* No system that runs this has smaller pages. */
enum { XL_LEAST_PAGE = 4096 };

#if defined XL_ARCH_AARCH64_SVE_H
XL_VEC xl_u8 xl_u8_load_first_fault(const uint8_t *p, size_t *loaded, size_t vl)
{
    svbool_t below = xl_sve_below_8(vl), first;
    svuint8_t v;
#ifdef __clang__
    svsetffr();
    v = svldff1_u8(below, p);
    first = svrdffr_z(below);
#else
    /* gcc 14 takes the FFR of two loads for the same: gcc-sve-rdffr in matrix/known-compiler-bugs.yml. */
    __asm__ volatile("setffr\n\tldff1b\t{%0.b}, %2/z, [%3]\n\trdffr\t%1.b, %2/z" : "=&w"(v), "=&Upa"(first) : "Upl"(below), "r"(p) : "memory");
#endif
    *loaded = svcntp_b8(below, first);
    return v;
}
#elif defined XL_ARCH_RISCV64_RVV_H
XL_VEC xl_u8 xl_u8_load_first_fault(const uint8_t *p, size_t *loaded, size_t vl) { return __riscv_vle8ff_v_u8m1(p, loaded, vl); }
#else
XL_VEC xl_u8 xl_u8_load_first_fault(const uint8_t *p, size_t *loaded, size_t vl)
{
    const size_t left = XL_LEAST_PAGE - (uintptr_t)p % XL_LEAST_PAGE, lanes = xl_u8_lanes();
    *loaded = vl < left ? vl : left;
#ifdef XL_ARCH_S390X_VX_H
    (void)lanes;
    return (xl_u8)__builtin_s390_vlbb(p, 6); /* pages of 4096; in C++ vec_load_bndry takes no number */
#else
    return left >= lanes ? xl_u8_load(p, lanes) : xl_u8_load(p, *loaded);
#endif
}
#endif

#endif
