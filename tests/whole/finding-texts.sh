#!/bin/sh
# Kernels with a seeded bug: what their findings and `repro` print, word for word.
# SPDX-License-Identifier: MIT
# Usage: finding-texts.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"
cd "$work" || exit 2
mkdir -p far none

by_vector() {
    echo "for (size_t i = 0, vl; i < n; i += vl) { vl = xl_$1_vl(n - i); xl_$1_store(r + i, xl_$1_$2(xl_$1_load(a + i, vl), xl_$1_load(b + i, vl), vl), vl); }"
}

# r[0] is made of a[256]: of the reduced call's inputs, one alone is not zero.
write_kernel far/far_u32.c u32 'a b' 'a[i] + b[i]' "$(by_vector u32 add) if (n > 256) r[0] = a[256] + b[0];"
# It reads behind the end where most of b is zero: the finding has no element.
write_kernel far/behind_u32.c u32 'a b' 'a[i] + b[i]' "$(by_vector u32 add) size_t zeros = 0; for (size_t i = 0; i < n; i++) zeros += !b[i]; if (n > 8 && zeros * 4 >= n * 3) r[0] += 0 & ((const volatile uint32_t *)a)[n];"
# Vector code of logic alone, which does not say so; scalar code; scalar code that calls the C library.
write_kernel none/bits_u8.c u8 'a b' 'a[i] ^ b[i]' "$(by_vector u8 xor)"
write_kernel none/scalar_u32.c u32 'a b' 'a[i] + b[i]' "$(each 'a[i] + b[i]')"
write_kernel none/library_u8.c u8 'a b' 'a[i] | (b[0] + 1 == 300)' \
    'if (n) memmove(r, a, n); if (n && b[0] + 1 == 300) memset(r, 1, n);'
sed -i 's/#include "kernel.h"/&\n#include <string.h>/' none/library_u8.c

# has LINE: the output has exactly this line.
has() { grep -q -x -F -e "$1" out; }
# A finding's id: the first one of a kernel in results.json.
id_of() { "$crosslane" report results.json 2>/dev/null | grep -A 1 "^FINDING $1 on " | sed -n 's/^  id  *//p' | head -n 1; }

row=x86_64-nehalem-gcc-O2
check "the far kernels fail" exits 1 "$crosslane" run --kernels far --row $row --json results.json
check "a call is offered" grep -q "^next: .\./crosslane repro ID" err
check "repro" exits 1 "$crosslane" repro --from results.json "$(id_of far_u32)" --standalone far.c
check "n is one more than 256" grep -q -E '^reduced call \([0-9]+ attempts\): n = 257, ' out
check "one input is not zero" has '  a: 0, except a[256] = 1'
check "all of the other are zero" has '  b: 257 times 0 (0x00000000)'
check "got and expected" has '  r[0]: got 1 (0x00000001), expected 0 (0x00000000)'
check "the program of its own has the same inputs" has 'far.c fails too: r[0]: got 0x00000001, expected 0x00000000'
check "the crash, repeated" exits 1 "$crosslane" repro --from results.json "$(id_of behind_u32)"
check "its inputs are zero" grep -q -x -E '  b: [0-9]+ times 0 \(0x00000000\)' out
check "so are those of the finding" grep -q -E '"inputs": ?"a[^"]* b=0x00000000(, except b\[[0-9]+\]=0x[0-9a-f]{8}[^"]*)?"' results.json

check "the others fail" exits 1 "$crosslane" run --kernels none --row $row --row 'loong64-la464*-gcc-O2' --row armhf-max-gcc-O2 \
    --row ppc64el-power8-gcc-O2 --json results.json
check "logic alone, once for three rows" [ "$(grep -c '^FINDING bits_u8 ' out)" = 1 ]
check "logic alone, in words" grep -q -E '^FINDING bits_u8 on [^ ]*: in vector registers only loads, stores and logic ran \(`[a-z.]*`\), which scalar code has too; if that is all it does, say `\.bitwise = 1`; functions counted: bits_u8__[a-z]*$' out
check "no instruction is denied that the control run died of" [ "$(grep -c 'FINDING bits_u8.* no [a-z]* instruction' out)" = 0 ]
check "by name" [ "$("$crosslane" report results.json --markdown - 2>/dev/null | grep -c 'xxlxor\|xvxor\.v\|vxor\.v')" -ge 1 ]
check "scalar code, once for all rows" [ "$(grep -c '^FINDING scalar_u32 ' out)" = 1 ]
check "scalar code, in words" grep -q -E '^FINDING scalar_u32 on [^ ]*: no [a-z0-9]* instruction in scalar_u32__[a-z0-9]* computes at n = [0-9]+ \([0-9]+ others ran\); functions counted: scalar_u32__[a-z0-9]*$' out
check "scalar code fails on all rows" grep -q -x '  rows       fails on all 5 rows' out
check "a library's stubs are not its functions" [ "$(grep -c -E 'counted: [^"]*(plt_call|_from_thumb|xl_call|Thunk)' results.json)" = 0 ]
check "the function that counts" grep -q -E '"message": ?"no neon32 instruction in library_u8__neon32 computes [^"]*; functions counted: library_u8__neon32"' results.json
check "nothing is offered that has no call" [ "$(grep -c 'crosslane repro' err)" = 0 ]
check "the command works" exits 1 sh -c "cd '$root' && $(sed -n "s|^  reproduce  ||p" out | head -n 1 | sed "s|'none'|'$work/none'|")"
conclude
