/* Instructions with which a function of armhf breaks the ABI: the tests need them, nothing else
 * may.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_BREACH_H
#define XL_ARCH_BREACH_H

/* Changes a general register that its caller wants back. */
#define XL_BREACH_GENERAL "mov r10, #1"

/* Changes a floating-point or vector register that its caller wants back. */
#define XL_BREACH_FLOAT "vmov.i32 q4, #0"

#endif
