/* The vectors of one of SLEEF's ISAs, XL_SLEEF_<isa>, as sleef.h passes them; then, for each shape
 * of function, the loop over an array.
 * SPDX-License-Identifier: MIT
 *
 * For a lane type T: xl_sv_T a vector, xl_si_T the vector of 32-bit integers that goes with it,
 * xl_sp_T a pair of vectors, xl_slanes_T() their lanes, and loads and stores of whole ones. What is
 * private to this header begins with xl_s.
 */
#ifndef XL_KERNELS_SLEEF_VECTORS_H
#define XL_KERNELS_SLEEF_VECTORS_H

#include "kernel.h"

#define XL_INLINE static inline __attribute__((always_inline))

/* A function's address, as a value of which the compiler knows nothing. */
#define XL_S_UNSEEN(F)                                                                             \
    __extension__({                                                                                \
        __typeof__(F) unseen = (F);                                                                \
        __asm__("" : "+r"(unseen));                                                                \
        unseen;                                                                                    \
    })

/* More than any vector has: two registers of 2048 bits. */
enum { XL_MOST_LANES = 128 };

#if defined(XL_SLEEF_sve) || defined(XL_SLEEF_svenofma)
#include "vectors_sve.h"
#elif defined(XL_SLEEF_rvvm1) || defined(XL_SLEEF_rvvm1nofma) || defined(XL_SLEEF_rvvm2) ||        \
    defined(XL_SLEEF_rvvm2nofma)
#include "vectors_rvv.h"
#else
#include "vectors_fixed.h"
#endif

#define XL_DECLARE(RESULT, NAME, ...) extern RESULT NAME(__VA_ARGS__);
#define XL_SLEEF_DECLARE_V_V(T, NAME) XL_DECLARE(xl_sv_##T, NAME, xl_sv_##T)
#define XL_SLEEF_DECLARE_V2_V(T, NAME) XL_DECLARE(xl_sv_##T, NAME, xl_sv_##T, xl_sv_##T)
#define XL_SLEEF_DECLARE_V3_V(T, NAME) XL_DECLARE(xl_sv_##T, NAME, xl_sv_##T, xl_sv_##T, xl_sv_##T)
#define XL_SLEEF_DECLARE_VI_V(T, NAME) XL_DECLARE(xl_sv_##T, NAME, xl_sv_##T, xl_si_##T)
#define XL_SLEEF_DECLARE_V_I(T, NAME) XL_DECLARE(xl_si_##T, NAME, xl_sv_##T)
#define XL_SLEEF_DECLARE_V_VV(T, NAME) XL_DECLARE(xl_sp_##T, NAME, xl_sv_##T)

#define XL_LANE f32
#define XL_ELEMENT float
#include "loops.h"
#undef XL_LANE
#undef XL_ELEMENT

#ifndef XL_SLEEF_ONLY_F32
#define XL_LANE f64
#define XL_ELEMENT double
#define XL_LOOPS_INT
#include "loops.h"
#undef XL_LOOPS_INT
#undef XL_LANE
#undef XL_ELEMENT
#endif

#endif
