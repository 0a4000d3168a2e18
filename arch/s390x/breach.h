/* Instructions with which a function of s390x breaks the ABI: the tests need them, nothing else
 * may.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_BREACH_H
#define XL_ARCH_BREACH_H

/* Changes a general register that its caller wants back. */
#define XL_BREACH_GENERAL "lghi %r10, 1"

/* Changes a floating-point or vector register that its caller wants back. */
#define XL_BREACH_FLOAT "lzdr %f8"

#endif
