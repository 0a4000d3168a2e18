/* One number from an array by additions, or by minima or maxima: four strips at a time are folded
 * lane by lane, and the lanes are folded at the end.
 * SPDX-License-Identifier: MIT
 *
 * xl_fold_OP_T(a, n, start): start is in every lane, so it must change no result.
 */
#ifndef XL_KERNELS_REDUCE_FOLD_H
#define XL_KERNELS_REDUCE_FOLD_H

#include "kernel.h"

#define XL_T f32
#define XL_FOLD_OP add
#include "fold_one.h"

#define XL_T f32
#define XL_FOLD_OP min
#include "fold_one.h"

#define XL_T f32
#define XL_FOLD_OP max
#include "fold_one.h"

#define XL_T f64
#define XL_FOLD_OP add
#include "fold_one.h"

#define XL_T i32
#define XL_FOLD_OP min
#include "fold_one.h"

#define XL_T i32
#define XL_FOLD_OP max
#include "fold_one.h"

#endif
