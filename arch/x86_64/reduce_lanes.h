/* Reductions of a lane type, from SSE2 to AVX-512: a template file (arch/template.h).
 * SPDX-License-Identifier: MIT
 *
 * XL_ZERO, XL_LEAST, XL_GREATEST: the neutral lanes of sum, maximum and minimum. Of a sum of floats it is -0, because
 * +0 would make -0 + -0 positive.
 */
#define XL_FOLD add
#define XL_NEUTRAL XL_ZERO
#include "fold.h"

#define XL_FOLD min
#define XL_NEUTRAL XL_GREATEST
#include "fold.h"

#define XL_FOLD max
#define XL_NEUTRAL XL_LEAST
#include "fold.h"

#undef XL_T
#undef XL_W
#undef XL_ZERO
#undef XL_LEAST
#undef XL_GREATEST
