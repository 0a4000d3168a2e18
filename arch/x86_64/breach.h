/* Instructions with which a function of x86_64 breaks the ABI: the tests need them, nothing else
 * may.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_BREACH_H
#define XL_ARCH_BREACH_H

/* Changes a general register that its caller wants back. */
#define XL_BREACH_GENERAL "movq $1, %r14; movq $1, %r15" /* a compiler may well save one */

/* Changes a floating-point or vector register that its caller wants back. */
#define XL_BREACH_FLOAT "movd %eax, %mm0" /* there is none, but MMX without emms */

#endif
