/* strncmp_first_fault: compares two strings of at most n bytes as strncmp does, by loads that may
 * reach past the end of either.
 * SPDX-License-Identifier: MIT
 *
 * Only the first byte of each load can fault. A step has as many bytes as both loads have. On SVE
 * one predicate says it of both.
 */
#include "kernel.h"
#include "native.h"

/* The same text in both, but for one byte in half of the calls; and an end in half of them. Both
 * arguments have the same seed. */
XL_PREPARE(strncmp_first_fault)(size_t arg, void *elements, size_t count, uint64_t seed)
{
    uint8_t *p = elements;
    uint64_t state = seed;
    if (seed % 64 == 0)
        return;
    for (size_t i = 0; i < count; i++) {
        state = state * 6364136223846793005 + 1442695040888963407;
        p[i] = (uint8_t)(1 + (state >> 33) % 255);
    }
    size_t end = (size_t)(state >> 35) % (count + 1), other = (size_t)(state >> 45) % (count + 1);
    if (seed % 2 && end < count)
        p[end] = 0;
    if (seed % 4 < 2 && arg == 1 && other < count)
        p[other] = (uint8_t)(p[other] + 128);
}

XL_KERNEL(strncmp_first_fault,
          .summary = "p[i] - q[i] at the first i where they differ, up to a zero; or 0",
          .contract = {XL_EXACT, .flags = XL_ALL_FLAGS}, .prepare = strncmp_first_fault_prepare,
          .args = {XL_IN(u8, p, 1), XL_IN(u8, q, 1), XL_COUNT, XL_RETURNS(i32)})

XL_REFERENCE(strncmp_first_fault)(const uint8_t *p, const uint8_t *q, size_t n, int32_t *result)
{
    *result = 0;
    for (size_t i = 0; i < n && *result == 0; i++) {
        *result = p[i] - q[i];
        if (p[i] == 0)
            return;
    }
}

/* At i, if that is within n. */
XL_VEC int32_t xl_strncmp_result(const uint8_t *p, const uint8_t *q, size_t i, size_t n)
{
    return i < n ? p[i] - q[i] : 0;
}

#if XL_ON_SVE
XL_VECTOR(int32_t, strncmp_first_fault)(const uint8_t *p, const uint8_t *q, size_t n)
{
    for (size_t i = 0; i < n;) {
        svsetffr();
        svuint8_t v = svldff1_u8(svptrue_b8(), p + i);
        svuint8_t w = svldff1_u8(svptrue_b8(), q + i);
        svbool_t loaded = svrdffr(); /* by both */
        svbool_t differs = svcmpne_u8(loaded, v, w);
        svbool_t stops = svorr_b_z(loaded, differs, svcmpeq_n_u8(loaded, v, 0));
        if (svptest_any(loaded, stops))
            return xl_strncmp_result(p, q, i + svcntp_b8(loaded, svbrkb_b_z(loaded, stops)), n);
        i += svcntp_b8(loaded, loaded);
    }
    return 0;
}
#else
XL_VECTOR(int32_t, strncmp_first_fault)(const uint8_t *p, const uint8_t *q, size_t n)
{
    const size_t lanes = xl_u8_lanes();
    for (size_t i = 0, of_p, vl; i < n; i += vl) {
        xl_u8 v = xl_u8_load_first_fault(p + i, &of_p, lanes);
        xl_u8 w = xl_u8_load_first_fault(q + i, &vl, of_p);
        xl_m8 stops = xl_m8_not(xl_u8_eq(v, w, vl), vl);
        stops = xl_m8_or(stops, xl_u8_eq(v, xl_u8_set1(0, vl), vl), vl);
        if (xl_m8_any(stops, vl))
            return xl_strncmp_result(p, q, i + xl_m8_first(stops, vl), n);
    }
    return 0;
}
#endif
