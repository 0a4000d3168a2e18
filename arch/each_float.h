/* Includes the template file XL_TEMPLATE, a path from arch/, for f32 and f64.
 * SPDX-License-Identifier: MIT
 *
 *     #define XL_TEMPLATE "scalar/scalar_float.h"
 *     #include "../each_float.h"
 *
 * The template finds the lane type in XL_T, its width in XL_W, 1 in XL_IS_FLOAT and XL_IS_SIGNED, and the names of template.h.
 */
#include "template.h"

#define XL_IS_FLOAT 1
#define XL_IS_SIGNED 1

#define XL_T f32
#define XL_W 32
#include XL_TEMPLATE
#undef XL_T
#undef XL_W

#define XL_T f64
#define XL_W 64
#include XL_TEMPLATE
#undef XL_T
#undef XL_W

#undef XL_IS_FLOAT
#undef XL_IS_SIGNED
#undef XL_TEMPLATE
