/* Instructions with which a function of aarch64 breaks the ABI: the tests need them, nothing else
 * may.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_BREACH_H
#define XL_ARCH_BREACH_H

/* Changes a general register that its caller wants back. */
#define XL_BREACH_GENERAL "mov x28, #1"

/* Changes a floating-point or vector register that its caller wants back. */
#define XL_BREACH_FLOAT "movi v8.2d, #0"

#endif
