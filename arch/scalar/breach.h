/* Where no architecture is meant, on the host, nothing breaks the ABI: what arch/<arch>/breach.h
 * must define.
 * SPDX-License-Identifier: MIT
 */
#ifndef XL_ARCH_BREACH_H
#define XL_ARCH_BREACH_H

/* Changes a general register that its caller wants back. */
#define XL_BREACH_GENERAL ""

/* Changes a floating-point or vector register that its caller wants back. */
#define XL_BREACH_FLOAT ""

#endif
