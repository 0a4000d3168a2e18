/* The vector vocabulary on SVE2: that of SVE, compiled for SVE2.
 * SPDX-License-Identifier: MIT
 *
 * What SVE2 adds for these operations are encodings, not intrinsics: integer mul and mulhi without a predicate, which
 * a compiler may choose for the same `_x` form. Its new operations (narrowing, pairwise, complex, bit permutes) have no
 * counterpart in vec.h; scans, gathers, structure loads and reductions are as in SVE.
 */
#ifndef XL_ARCH_AARCH64_SVE2_H
#define XL_ARCH_AARCH64_SVE2_H

#include "sve.h"

#endif
