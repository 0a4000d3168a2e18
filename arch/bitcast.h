/* Bit casts, for ISAs on which C's cast of one vector type to another keeps the bits.
 * SPDX-License-Identifier: MIT
 *
 * The ISA's header includes this file after its vector types. SVE and RVV have sizeless vectors, and casts of their own.
 */
#ifndef XL_ARCH_BITCAST_H
#define XL_ARCH_BITCAST_H

XL_VEC xl_f32 xl_f32_bitcast_i32(xl_i32 v) { return (xl_f32)v; }
XL_VEC xl_f32 xl_f32_bitcast_u32(xl_u32 v) { return (xl_f32)v; }
XL_VEC xl_i32 xl_i32_bitcast_f32(xl_f32 v) { return (xl_i32)v; }
XL_VEC xl_i32 xl_i32_bitcast_u32(xl_u32 v) { return (xl_i32)v; }
XL_VEC xl_u32 xl_u32_bitcast_f32(xl_f32 v) { return (xl_u32)v; }
XL_VEC xl_u32 xl_u32_bitcast_i32(xl_i32 v) { return (xl_u32)v; }
XL_VEC xl_f64 xl_f64_bitcast_i64(xl_i64 v) { return (xl_f64)v; }
XL_VEC xl_f64 xl_f64_bitcast_u64(xl_u64 v) { return (xl_f64)v; }
XL_VEC xl_i64 xl_i64_bitcast_f64(xl_f64 v) { return (xl_i64)v; }
XL_VEC xl_i64 xl_i64_bitcast_u64(xl_u64 v) { return (xl_i64)v; }
XL_VEC xl_u64 xl_u64_bitcast_f64(xl_f64 v) { return (xl_u64)v; }
XL_VEC xl_u64 xl_u64_bitcast_i64(xl_i64 v) { return (xl_u64)v; }
XL_VEC xl_i16 xl_i16_bitcast_u16(xl_u16 v) { return (xl_i16)v; }
XL_VEC xl_u16 xl_u16_bitcast_i16(xl_i16 v) { return (xl_u16)v; }
XL_VEC xl_i8 xl_i8_bitcast_u8(xl_u8 v) { return (xl_i8)v; }
XL_VEC xl_u8 xl_u8_bitcast_i8(xl_i8 v) { return (xl_u8)v; }

#endif
