#!/bin/sh
# Two QEMUs: rows of the newer one, findings that say where a call is right, and `differ --by emulator`.
# SPDX-License-Identifier: MIT
# Usage: emulators.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"
. "$root/harness/base/environment.sh"
. "$root/harness/base/cache.sh"
cd "$work" || exit 2
row=aarch64-sve256-gcc-O2

# kernel NAME WRONG...: adds 1; its first element is wrong where the C expression is true.
kernel() {
    mkdir -p "$1"
    cat >"$1/$1.c" <<END
/* SPDX-License-Identifier: MIT */
#include <sys/auxv.h>

#include "kernel.h"

XL_KERNEL($1, .summary = "a[i] + 1", .contract = {XL_EXACT}, .args = {XL_IN(i32, a, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE($1)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int32_t)((uint32_t)a[i] + 1);
}

XL_VECTOR(void, $1)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32_store(r + i, xl_i32_add(xl_i32_load(a + i, vl), xl_i32_set1(1, vl), vl), vl);
    }
    if (n && ($2))
        r[0] ^= 1;
}
END
}
# The bit of AT_HWCAP2 for SME2, which the newer QEMU's "max" has and the older one's lacks.
kernel by_cpu '!(getauxval(26) >> 37 & 1)'
kernel by_all 1
kernel by_none 0

### Findings

run() { "$crosslane" run --row "${2:-$row}" --kernels "$1" --json json --no-cache; }
check "a call that the QEMUs disagree on fails" exits 1 run by_cpu
check "the cause is the first line" prints "^FINDING by_cpu on $row: QEMU 10[.0-9]+ and 1[1-9][.0-9]+ differ: wrong value in r\[0\]$"
check "and where it is right" prints "^  elsewhere  right under QEMU 1[1-9][.0-9]+$"
check "JSON has it" sh -c 'tr -d "\n" <json | grep -q "\"elsewhere\": *\"right under QEMU 1"'
check "a call that both do not like fails" exits 1 run by_all
check "no emulator is accused" prints "^FINDING by_all on $row: wrong value in r\[0\]$"
check "both were asked" prints "^  elsewhere  wrong under QEMU 1[1-9][.0-9]+$"
check "natively, too" exits 1 run by_all x86_64-nehalem-gcc-O2
check "this machine was asked" prints "^  elsewhere  wrong under QEMU 1[1-9][.0-9]+ and natively$"
check "a native row asks nobody" exits 1 run by_all x86_64-native_sse4-gcc-O2
check "nothing is said" sh -c '! grep -q elsewhere out'
check "a correct kernel passes" exits 0 run by_none

# A real one (qemu-whilerw): addresses that differ by less than an element are no conflict.
mkdir real
cat >real/real.c <<'END'
/* SPDX-License-Identifier: MIT */
#include "kernel.h"

XL_KERNEL(real, .summary = "a[i] + 1", .only = "sve2", .contract = {XL_EXACT}, .args = {XL_IN(i32, a, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(real)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int32_t)((uint32_t)a[i] + 1);
}

#if XL_ISA_IS_sve2
XL_VECTOR(void, real)(const int32_t *a, int32_t *r, size_t n)
{
    char *volatile at = (char *)r;
    for (size_t i = 0; i < n; i += svcntw()) {
        svbool_t free = svwhilerw_s32((int32_t *)at, (int32_t *)(at + 1));
        svbool_t below = svand_b_z(svwhilelt_b32_u64(i, n), free, free);
        svst1_s32(below, r + i, svadd_n_s32_x(below, svld1_s32(below, a + i), 1));
    }
}
#endif
END
check "a bug that 11.1 has mended fails" exits 1 run real aarch64-neoverse_n2-gcc-O2
check "and is named so" prints "^FINDING real on aarch64-neoverse_n2-gcc-O2: QEMU 10[.0-9]+ and 1[1-9][.0-9]+ differ: wrong value in r\[0\]$"

### Rows of the newer one

check "those of the matrix, with kernels of others" exits 0 run by_none aarch64-sve2p1-llvm-O2

cat >by_cpu/crosslane.yml <<'END'
rows:
  exclude: '*'
  include:
    - {arch: aarch64, name: newer, isa: sve, vl: 256, qemu_cpu: "max,sve=on,sve256=on", runner: qemu-next, compiler: gcc, opt: O2}
END
newer=aarch64-newer-gcc-O2
check "a row of the newer QEMU passes" exits 0 run by_cpu $newer
check "its version" sh -c 'tr -d "\n" <json | grep -q "\"qemu\": *\"1[1-9]\."'
check "with evidence and control" sh -c 'tr -d "\n" <json | grep -q "\"control\": *\"trapped with SIGILL"'
check "cached results" exits 0 "$crosslane" run --row $newer --kernels by_cpu
check "are used" exits 0 "$crosslane" run --row $newer --kernels by_cpu
check "of this QEMU" prints '^cached: 1 of 1 results'
sed -i 's/qemu-next/qemu/' by_cpu/crosslane.yml
check "and of no other" exits 1 "$crosslane" run --row $newer --kernels by_cpu
sed -i 's/runner: qemu/runner: qemu-old/' by_cpu/crosslane.yml
check "a runner that there is not" exits 2 run by_cpu $newer
check "where" says "by_cpu/crosslane.yml:4:[0-9]+: error: unknown runner 'qemu-old'; known: qemu, qemu-next, bochs, "
sed -i 's/runner: qemu-old/runner: qemu-next/; s/arch: aarch64/arch: x86_64/; s/isa: sve, vl: 256/isa: avx2, vl: 256/; s/qemu_cpu: ".*"/qemu_cpu: native/' by_cpu/crosslane.yml
check "a native row has none" exits 2 run by_cpu x86_64-newer-gcc-O2
check "as it says" says "'qemu_cpu: native' has no emulator: remove 'runner'"

### differ

check "the kernels' bits are the same under both" exits 0 "$crosslane" differ --row s390x-z15-gcc-O2 --by emulator
check "whose versions differ" prints '^s390x-z15-gcc-O2 .*qemu 1[1-9]\.'

### Without the newer one

mkdir other
for tree in "$cache"/tools-* "$cache"/sysroot-*; do
    ln -s "$tree" other/
done
export CROSSLANE_CACHE=$work/other CROSSLANE_MIRROR=http://127.0.0.1:9/debian
check "no mirror has it" exits 1 run by_all
check "that is said" says 'qemu-next: error: debootstrap failed'
check "and the finding is there" prints "^FINDING by_all on $row: wrong value in r\[0\]$"
sed -i 's/arch: x86_64/arch: aarch64/; s/isa: avx2, vl: 256/isa: sve, vl: 256/; s/qemu_cpu: native/qemu_cpu: "max,sve=on,sve256=on"/' by_cpu/crosslane.yml
check "a row of it does not run" exits 3 run by_cpu $newer
check "for that reason" says 'no QEMU of sysroots/mk-qemu-next'

# A mirror that has Debian 13, and not its backports.
mkdir -p mirror/dists/trixie && echo 'Codename: trixie' >mirror/dists/trixie/InRelease
python3 -u -m http.server --bind 127.0.0.1 --directory mirror 0 >served 2>&1 &
server=$!
wait_for grep -q ' port [0-9]' served
CROSSLANE_MIRROR=http://127.0.0.1:$(sed -n 's/.* port \([0-9]*\) .*/\1/p' served)
check "without backports a row is skipped" exits 0 run by_cpu $newer
check "by that name" prints '0 pass, 0 fail, 1 skip'
check "in words" sh -c 'tr -d "\n" <json | grep -q "\"reason\": *\"no QEMU of sysroots/mk-qemu-next: the mirror lacks its suite\""'
kill $server

conclude
