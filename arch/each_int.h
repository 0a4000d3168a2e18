/* Includes the template file XL_TEMPLATE, a path from arch/, for the eight integer types.
 * SPDX-License-Identifier: MIT
 *
 * The template finds the lane type in XL_T, its width in XL_W, 0 in XL_IS_FLOAT, 1 in XL_IS_SIGNED if the type is signed, and the
 * names of template.h.
 */
#include "template.h"

#define XL_IS_FLOAT 0

#define XL_IS_SIGNED 1

#define XL_T i8
#define XL_W 8
#include XL_TEMPLATE
#undef XL_T
#undef XL_W

#define XL_T i16
#define XL_W 16
#include XL_TEMPLATE
#undef XL_T
#undef XL_W

#define XL_T i32
#define XL_W 32
#include XL_TEMPLATE
#undef XL_T
#undef XL_W

#define XL_T i64
#define XL_W 64
#include XL_TEMPLATE
#undef XL_T
#undef XL_W

#undef XL_IS_SIGNED

#define XL_IS_SIGNED 0

#define XL_T u8
#define XL_W 8
#include XL_TEMPLATE
#undef XL_T
#undef XL_W

#define XL_T u16
#define XL_W 16
#include XL_TEMPLATE
#undef XL_T
#undef XL_W

#define XL_T u32
#define XL_W 32
#include XL_TEMPLATE
#undef XL_T
#undef XL_W

#define XL_T u64
#define XL_W 64
#include XL_TEMPLATE
#undef XL_T
#undef XL_W

#undef XL_IS_SIGNED
#undef XL_IS_FLOAT
#undef XL_TEMPLATE
