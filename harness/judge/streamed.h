/* Calls whose buffers are longer than any that a kernel has else: more than 1 MiB.
 * SPDX-License-Identifier: MIT
 *
 * Code writes past the cache from some such length on. The kernels that get these calls have plain
 * strips alone, sizes of every number, and a reference that costs little.
 */
#ifndef XL_HARNESS_JUDGE_STREAMED_H
#define XL_HARNESS_JUDGE_STREAMED_H

#include "judge/inputs.h"

enum { XL_STREAMED_CASES = 2, XL_STREAMED_MORE = 4096 };

/* The n from which on its longest buffer has 1 MiB; calls have up to XL_STREAMED_MORE elements
 * more. 0: the kernel gets no such calls. */
size_t xl_streamed_n(const struct xl_kernel *kernel);

/* Whether a call is one of these, or has been made smaller from one, and no other call of the
 * kernel is as long. */
bool xl_is_streamed(const struct xl_kernel *kernel, const struct xl_case *c);

/* Bytes that no buffer of such a call is longer than. */
size_t xl_streamed_bytes(const struct xl_kernel *kernel);

#endif
