/* The vocabulary's unit tests of one ISA; with a line of options.txt, those of what its instructions are for.
 * SPDX-License-Identifier: MIT
 */
#include "test_vec.h"

/* arch/<arch>/features.c */
#define XL_PASTE_(A, B) A##B
#define XL_PASTE(A, B) XL_PASTE_(A, B)
bool XL_PASTE(xl_has_, XL_ISA)(void);

enum { XL_SKIPPED = 77 };

int main(void)
{
    if (!XL_PASTE(xl_has_, XL_ISA)()) {
        puts("skipped: this CPU has no " XL_STRING(XL_ISA));
        return XL_SKIPPED;
    }
#ifdef __AVX512VNNI__ /* options.txt */
    if (!__builtin_cpu_supports("avx512vnni")) {
        puts("skipped: this CPU has no AVX512_VNNI");
        return XL_SKIPPED;
    }
#endif
    int failed = test_dot() + test_blocks() + test_blocks_crypto();
#ifndef XL_TEST_OPTIONS
    failed += test_vec() + test_generic() + test_scalar();
#endif
    return failed != 0;
}
