#!/bin/sh
# Two bugs of compilers that tests/reproducers has, met in kernels: `repro` makes of each a file of its own that shows the same under
# plain qemu, and blames the compiler.
# SPDX-License-Identifier: MIT
# Usage: repro-bugs.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"
cd "$work" || exit 2
mkdir -p either folded

# As clang-aarch64-setcc-min.c: a comparison is lost where a is a signalling NaN.
cat >either/either_f64.c <<'END'
#include "kernel.h"

XL_KERNEL(either_f64, .summary = "r[i] = a[i] < b[i] or c[i] < b[i]", .contract = {XL_EXACT},
          .args = {XL_IN(f64, a, 1), XL_IN(f64, b, 1), XL_IN(f64, c, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(either_f64)(const double *a, const double *b, const double *c, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const volatile double x = a[i], y = c[i];
        r[i] = x < b[i] || y < b[i];
    }
}

XL_VECTOR(void, either_f64)(const double *a, const double *b, const double *c, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (a[i] < b[i]) | (c[i] < b[i]);
}
END

# As gcc-cvttps-fold.c: a conversion of a constant out of range is folded to another value.
cat >folded/folded_i32.c <<'END'
#include "kernel.h"

XL_KERNEL(folded_i32, .summary = "r[i] = 3e9 as int32_t, out of range", .contract = {XL_EXACT}, .only = "avx2",
          .args = {XL_OUT(i32, r, 8), XL_COUNT})

XL_REFERENCE(folded_i32)(int32_t *r, size_t n)
{
    for (size_t i = 0; i < 8 * n; i++)
        r[i] = INT32_MIN;
}

#if XL_ISA_IS_avx2
XL_VECTOR(void, folded_i32)(int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        _mm256_storeu_si256((__m256i *)(void *)(r + 8 * i), _mm256_cvttps_epi32(_mm256_set1_ps(3e9f)));
}
#endif
END

# alone DIRECTORY ROW WORDS: found on the row; made again, alone and by others.
alone() {
    check "$1: it is found" exits 1 "$crosslane" run --no-evidence --kernels "$1" --row "$2" --json results.json
    id=$(sed -n 's/.*"id": *"\([0-9a-f]*\)".*/\1/p' results.json | head -n 1)
    check "$1: made again" exits 1 "$crosslane" repro --from results.json "$id" --standalone "$1.c" --blame
    check "$1: the file of its own gives the same" grep -q -F -e "$1.c fails too: $3" out
    check "$1: without a header of Crosslane" [ -z "$(grep '#include "' "$1.c")" ]
}

alone either aarch64-nosve-llvm-O2 'r[0]: got 0x00000000, expected 0x00000001'
check "either: by a signalling NaN" grep -q -E '^  a: nan.*\(0x7ff[0-7]' out
check "either: the compiler is to blame" grep -q -E '^to blame: llvm' out
alone folded x86_64-haswell-gcc-O2 'r[0]: got 0x7fffffff, expected 0x80000000'
check "folded: the compiler is to blame" grep -q -E '^to blame: gcc' out
conclude
