/* The names that operations had before 1.0.0. Each is its new name, and a warning that says so.
 * SPDX-License-Identifier: MIT
 *
 * vec.h includes this last. A release that renames an operation has its former name here. The release after it has not.
 */
#ifndef XL_ARCH_FORMER_H
#define XL_ARCH_FORMER_H

/* TYPE OLD PARAMETERS, which is NEW ARGUMENTS. */
#define XL_FORMER(TYPE, OLD, NEW, PARAMETERS, ARGUMENTS)                                                                   \
    XL_VEC __attribute__((deprecated("use " #NEW))) TYPE OLD PARAMETERS                                                    \
    {                                                                                                                      \
        return NEW ARGUMENTS;                                                                                              \
    }

XL_FORMER(xl_f32, xl_f32_bits_i32, xl_f32_bitcast_i32, (xl_i32 v), (v))
XL_FORMER(xl_f32, xl_f32_bits_u32, xl_f32_bitcast_u32, (xl_u32 v), (v))
XL_FORMER(xl_i32, xl_i32_bits_f32, xl_i32_bitcast_f32, (xl_f32 v), (v))
XL_FORMER(xl_i32, xl_i32_bits_u32, xl_i32_bitcast_u32, (xl_u32 v), (v))
XL_FORMER(xl_u32, xl_u32_bits_f32, xl_u32_bitcast_f32, (xl_f32 v), (v))
XL_FORMER(xl_u32, xl_u32_bits_i32, xl_u32_bitcast_i32, (xl_i32 v), (v))
XL_FORMER(xl_f64, xl_f64_bits_i64, xl_f64_bitcast_i64, (xl_i64 v), (v))
XL_FORMER(xl_f64, xl_f64_bits_u64, xl_f64_bitcast_u64, (xl_u64 v), (v))
XL_FORMER(xl_i64, xl_i64_bits_f64, xl_i64_bitcast_f64, (xl_f64 v), (v))
XL_FORMER(xl_i64, xl_i64_bits_u64, xl_i64_bitcast_u64, (xl_u64 v), (v))
XL_FORMER(xl_u64, xl_u64_bits_f64, xl_u64_bitcast_f64, (xl_f64 v), (v))
XL_FORMER(xl_u64, xl_u64_bits_i64, xl_u64_bitcast_i64, (xl_i64 v), (v))
XL_FORMER(xl_i16, xl_i16_bits_u16, xl_i16_bitcast_u16, (xl_u16 v), (v))
XL_FORMER(xl_u16, xl_u16_bits_i16, xl_u16_bitcast_i16, (xl_i16 v), (v))
XL_FORMER(xl_i8, xl_i8_bits_u8, xl_i8_bitcast_u8, (xl_u8 v), (v))
XL_FORMER(xl_u8, xl_u8_bits_i8, xl_u8_bitcast_i8, (xl_i8 v), (v))

XL_FORMER(xl_i8, xl_i8_adds, xl_i8_add_sat, (xl_i8 a, xl_i8 b, size_t vl), (a, b, vl))
XL_FORMER(xl_i8, xl_i8_subs, xl_i8_sub_sat, (xl_i8 a, xl_i8 b, size_t vl), (a, b, vl))
XL_FORMER(xl_i16, xl_i16_adds, xl_i16_add_sat, (xl_i16 a, xl_i16 b, size_t vl), (a, b, vl))
XL_FORMER(xl_i16, xl_i16_subs, xl_i16_sub_sat, (xl_i16 a, xl_i16 b, size_t vl), (a, b, vl))
XL_FORMER(xl_u8, xl_u8_adds, xl_u8_add_sat, (xl_u8 a, xl_u8 b, size_t vl), (a, b, vl))
XL_FORMER(xl_u8, xl_u8_subs, xl_u8_sub_sat, (xl_u8 a, xl_u8 b, size_t vl), (a, b, vl))
XL_FORMER(xl_u16, xl_u16_adds, xl_u16_add_sat, (xl_u16 a, xl_u16 b, size_t vl), (a, b, vl))
XL_FORMER(xl_u16, xl_u16_subs, xl_u16_sub_sat, (xl_u16 a, xl_u16 b, size_t vl), (a, b, vl))

XL_FORMER(xl_f32, xl_f32_rint, xl_f32_roundeven, (xl_f32 a, size_t vl), (a, vl))
XL_FORMER(xl_f64, xl_f64_rint, xl_f64_roundeven, (xl_f64 a, size_t vl), (a, vl))
XL_FORMER(xl_i32, xl_i32_from_f32_rint, xl_i32_from_f32_roundeven, (xl_f32 v, size_t vl), (v, vl))

XL_FORMER(xl_i16, xl_i16_load_i8, xl_i16_load_widen_i8, (const int8_t *p, size_t vl), (p, vl))
XL_FORMER(xl_i32, xl_i32_load_i8, xl_i32_load_widen_i8, (const int8_t *p, size_t vl), (p, vl))
XL_FORMER(xl_i32, xl_i32_load_i16, xl_i32_load_widen_i16, (const int16_t *p, size_t vl), (p, vl))
XL_FORMER(xl_i64, xl_i64_load_i32, xl_i64_load_widen_i32, (const int32_t *p, size_t vl), (p, vl))
XL_FORMER(xl_u16, xl_u16_load_u8, xl_u16_load_widen_u8, (const uint8_t *p, size_t vl), (p, vl))
XL_FORMER(xl_u32, xl_u32_load_u8, xl_u32_load_widen_u8, (const uint8_t *p, size_t vl), (p, vl))
XL_FORMER(xl_u32, xl_u32_load_u16, xl_u32_load_widen_u16, (const uint16_t *p, size_t vl), (p, vl))
XL_FORMER(xl_u64, xl_u64_load_u32, xl_u64_load_widen_u32, (const uint32_t *p, size_t vl), (p, vl))
XL_FORMER(xl_f64, xl_f64_load_f32, xl_f64_load_widen_f32, (const float *p, size_t vl), (p, vl))
XL_FORMER(xl_f32, xl_f32_load_f16, xl_f32_load_widen_f16, (const uint16_t *p, size_t vl), (p, vl))
XL_FORMER(xl_f64, xl_f64_load_i32, xl_f64_load_widen_i32, (const int32_t *p, size_t vl), (p, vl))

XL_FORMER(void, xl_i16_store_i8, xl_i16_store_narrow_i8, (int8_t *p, xl_i16 v, size_t vl), (p, v, vl))
XL_FORMER(void, xl_i32_store_i8, xl_i32_store_narrow_i8, (int8_t *p, xl_i32 v, size_t vl), (p, v, vl))
XL_FORMER(void, xl_i32_store_i16, xl_i32_store_narrow_i16, (int16_t *p, xl_i32 v, size_t vl), (p, v, vl))
XL_FORMER(void, xl_i64_store_i32, xl_i64_store_narrow_i32, (int32_t *p, xl_i64 v, size_t vl), (p, v, vl))
XL_FORMER(void, xl_u16_store_u8, xl_u16_store_narrow_u8, (uint8_t *p, xl_u16 v, size_t vl), (p, v, vl))
XL_FORMER(void, xl_u32_store_u8, xl_u32_store_narrow_u8, (uint8_t *p, xl_u32 v, size_t vl), (p, v, vl))
XL_FORMER(void, xl_u32_store_u16, xl_u32_store_narrow_u16, (uint16_t *p, xl_u32 v, size_t vl), (p, v, vl))
XL_FORMER(void, xl_u64_store_u32, xl_u64_store_narrow_u32, (uint32_t *p, xl_u64 v, size_t vl), (p, v, vl))
XL_FORMER(void, xl_f64_store_f32, xl_f64_store_narrow_f32, (float *p, xl_f64 v, size_t vl), (p, v, vl))
XL_FORMER(void, xl_f32_store_f16, xl_f32_store_narrow_f16, (uint16_t *p, xl_f32 v, size_t vl), (p, v, vl))

#undef XL_FORMER

#endif
