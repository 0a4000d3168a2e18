/* The vocabulary of SSE2 to AVX-512, but for what is in the ISA's header: the template files, once for each lane type.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_X86_64_ALL_TYPES_H
#define XL_ARCH_X86_64_ALL_TYPES_H

#define XL_HAS_AVERAGE
#define XL_HAS_ABSDIFF
#define XL_HAS_REVERSE
#define XL_HAS_SLIDE
/* Whether a <= b takes fewer instructions than a < b (int_lanes.h), for generic_scalar.h. */
#if XL_X86_BITS < 512 && defined __SSE4_1__
#define XL_LE_IS_SHORT (XL_W < 64 && !XL_IS_SIGNED)
#endif
#ifdef __SSE4_1__
#define XL_HAS_ROUND_F32
#define XL_HAS_ROUND_F64
#define XL_HAS_MULHI32
#endif

#define XL_W 8
#define XL_K 64
#include "mask_lanes.h"

#define XL_W 16
#define XL_K 32
#include "mask_lanes.h"

#define XL_W 32
#define XL_K 16
#include "mask_lanes.h"

#define XL_W 64
#define XL_K 8
#include "mask_lanes.h"

#define XL_T f32
#define XL_W 32
#define XL_N ps
#include "float_lanes.h"

#define XL_T f64
#define XL_W 64
#define XL_N pd
#include "float_lanes.h"

#define XL_T i8
#define XL_W 8
#define XL_N epi8
#define XL_SIGNED 1
#include "int_lanes.h"

#define XL_T i16
#define XL_W 16
#define XL_N epi16
#define XL_SIGNED 1
#include "int_lanes.h"

#define XL_T i32
#define XL_W 32
#define XL_N epi32
#define XL_SIGNED 1
#include "int_lanes.h"

#define XL_T i64
#define XL_W 64
#define XL_N epi64
#define XL_SIGNED 1
#include "int_lanes.h"

#define XL_T u8
#define XL_W 8
#define XL_N epu8
#define XL_SIGNED 0
#include "int_lanes.h"

#define XL_T u16
#define XL_W 16
#define XL_N epu16
#define XL_SIGNED 0
#include "int_lanes.h"

#define XL_T u32
#define XL_W 32
#define XL_N epu32
#define XL_SIGNED 0
#include "int_lanes.h"

#define XL_T u64
#define XL_W 64
#define XL_N epu64
#define XL_SIGNED 0
#include "int_lanes.h"

#define XL_T f32
#define XL_W 32
#define XL_ZERO -0.0f
#define XL_LEAST -__builtin_inff()
#define XL_GREATEST __builtin_inff()
#include "reduce_lanes.h"

#define XL_T f64
#define XL_W 64
#define XL_ZERO -0.0
#define XL_LEAST -__builtin_inf()
#define XL_GREATEST __builtin_inf()
#include "reduce_lanes.h"

#define XL_T i32
#define XL_W 32
#define XL_ZERO 0
#define XL_LEAST INT32_MIN
#define XL_GREATEST INT32_MAX
#include "reduce_lanes.h"

#define XL_T i64
#define XL_W 64
#define XL_ZERO 0
#define XL_LEAST INT64_MIN
#define XL_GREATEST INT64_MAX
#include "reduce_lanes.h"

#define XL_T u32
#define XL_W 32
#define XL_ZERO 0
#define XL_LEAST 0
#define XL_GREATEST UINT32_MAX
#include "reduce_lanes.h"

#define XL_T u64
#define XL_W 64
#define XL_ZERO 0
#define XL_LEAST 0
#define XL_GREATEST UINT64_MAX
#include "reduce_lanes.h"

#define XL_T i32
#define XL_W 32
#include "indexed_lanes.h"

#define XL_T u32
#define XL_W 32
#include "indexed_lanes.h"

#endif
