#!/bin/sh
# Newer compilers: their trees, rows of each, `differ --by version`, link-time optimisation, C++ and suites by them; a mirror without them.
# SPDX-License-Identifier: MIT
# Usage: compilers.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"
. "$root/harness/base/environment.sh"
. "$root/harness/base/cache.sh"
cd "$work" || exit 2

# A cache without their trees: only one of gcc's, which is for one architecture, and clang's are made here.
mkdir made
for tree in "$cache"/tools-* "$cache"/sysroot-* "$cache"/cxx-*; do
    case $tree in *.lock | *.tmp.* | *"*") ;; *) ln -s "$tree" made/ ;; esac
done
mirror=${CROSSLANE_MIRROR:-}
export CROSSLANE_CACHE=$work/made

# Kernels of a directory of its own, so that no build of before has them: in C++, and in C.
mkdir user plain
cat >user/caught.cc <<'END'
// SPDX-License-Identifier: MIT
#include <stdexcept>

#include "kernel.h"

XL_KERNEL(caught, .summary = "a[i] + 1", .contract = {XL_EXACT}, .args = {XL_IN(i32, a, 1), XL_OUT(i32, r, 1), XL_COUNT})

XL_REFERENCE(caught)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int32_t)((uint32_t)a[i] + 1);
}

XL_VECTOR(void, caught)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32_store(r + i, xl_i32_add(xl_i32_load(a + i, vl), xl_i32_set1(1, vl), vl), vl);
    }
    try {
        if (n == 7)
            throw std::runtime_error("7");
    } catch (const std::exception &) {
    }
}
END
sed -e 's/caught/plain/' -e '/stdexcept/,+1d' -e '/try {/,/^    }$/d' user/caught.cc >plain/plain.c

# build_of NAME KERNELS: the directory of that build of them.
build_of() { dirname "$(grep -l "$work/$2/" "${CROSSLANE_WORK:-$root/build}/$1"+*/compile_commands.json)"; }

### Without a mirror

CROSSLANE_MIRROR=http://127.0.0.1:9/debian
export CROSSLANE_MIRROR
check "no mirror has it" exits 3 "$crosslane" run --row s390x-z15-gcc16-O2 --row s390x-z15-gcc-O2 --kernels plain
check "that is said" says 'compiler-gcc16-s390x: error: debootstrap failed'
check "its row does not run, for that reason" prints '^s390x-z15-gcc16-O2 +vxe2 .* not-run .* no gcc16 for s390x of sysroots/mk-compiler'
check "the other one runs" prints '^s390x-z15-gcc-O2 +vxe2 .* pass '
check "it is counted" prints '^FAIL: 1 of 2 rows did not run$'
check "doctor says so" exits 0 "$crosslane" doctor
check "of each" prints '^gcc16 +not made yet: '
check "of clang too" prints '^llvm22 +not made yet: '
check "no such compiler" exits 2 "$root/sysroots/mk-compiler" gcc15 s390x
check "there are others" says "no compiler 'gcc15' with a tree of its own; there are: gcc16 llvm22"
check "the tools tree's has none" exits 2 "$root/sysroots/mk-compiler" gcc s390x
check "no such architecture" exits 2 "$root/sysroots/mk-compiler" gcc16 vax
if [ -n "$mirror" ]; then CROSSLANE_MIRROR=$mirror; else unset CROSSLANE_MIRROR; fi

### Rows

both="--row aarch64-sve256-gcc16-O2 --row x86_64-haswell-llvm22-O2 --kernels plain --json json"
check "the trees are made, and the rows pass" exits 0 "$crosslane" run $both --no-cache
check "gcc's" says 'making compiler-gcc16-aarch64 '
check "clang's" says 'making compiler-llvm22 '
check "their versions" sh -c 'tr -d "\n" <json | grep -q "\"GNU 16[.].*\"Clang 22[.]\|\"Clang 22[.].*\"GNU 16[.]"'
check "with evidence and control" sh -c "[ \"\$(grep -c 'trapped with SIGILL' json)\" = 2 ]"
check "the second time" exits 0 "$crosslane" run $both
check "the third time" exits 0 "$crosslane" run $both
check "results are cached" prints '^cached: 2 of 2 results'
check "doctor has gcc's" sh -c "'$crosslane' doctor | grep -E -q '^gcc16 +16[.][0-9.]+ made for aarch64$'"
check "and clang's, of all architectures" sh -c "'$crosslane' doctor | grep -E -q '^llvm22 +22[.][0-9.]+ made for aarch64 .*x86_64$'"

lto="--row aarch64-sve256-gcc16-O2_lto --kernels plain --json json"
check "link-time optimisation" exits 0 "$crosslane" run $lto
check "with evidence" grep -q 'trapped with SIGILL' json
check "its code is made by the linker" grep -q 'ltrans.*[.]o$' "$(build_of aarch64-gcc16-O2_lto plain)/agent-sve.map"
check "of which no part is a kernel's alone" exits 0 "$crosslane" run $lto
check "so that no result is cached" sh -c '! grep -q ^cached out'

### A user's rows, in C++

cat >user/crosslane.yml <<'END'
options:
  gcc: [-DXL_BY_FAMILY]
  gcc16: [-DXL_BY_VERSION]
rows:
  exclude: '*'
  include:
    - {arch: aarch64, name: sve256, compiler: gcc16, opt: O2}
    - {arch: aarch64, name: sve256, compiler: llvm22, opt: O2_lto}
END
check "rows in C++" exits 0 "$crosslane" run --row '*' --kernels user --no-cache
check "pass" prints '^2 pass, '
check "also with link-time optimisation" grep -q 'lto[.].*[(][.]text' "$(build_of aarch64-llvm22-O2_lto user)/agent-sve.map"
check "options by family and version" sh -c "cat '$(build_of aarch64-gcc16-O2 user)/compile_commands.json' | grep -q 'XL_BY_FAMILY.*XL_BY_VERSION\|XL_BY_VERSION.*XL_BY_FAMILY'"
sed -i 's/compiler: gcc16/compiler: gcc15/' user/crosslane.yml
check "an unknown version" exits 2 "$crosslane" run --row '*' --kernels user
check "where it is" says "user/crosslane.yml:7:[0-9]+: error: unknown compiler 'gcc15'; "
sed -i 's/gcc15, opt: O2/gcc, opt: O2_lto/' user/crosslane.yml
check "a level that a compiler has not" exits 2 "$crosslane" run --row '*' --kernels user
check "and why" says "gcc of the tools tree has no 'O2_lto'; gcc16 has"

mkdir suite
cat >suite/crosslane.yml <<END
suite:
  name: compilers-${work##*.}
  dir: $root/tests/suite
  build: cmake
rows:
  exclude: '*'
  include:
    - {arch: aarch64, name: cortex_a53, compiler: gcc16, opt: O2_lto}
    - {arch: aarch64, name: cortex_a53, compiler: llvm22, opt: O2}
END
check "a suite by them" exits 0 "$crosslane" suite suite --row '*'
check "passes" prints '^2 pass, '

### differ

check "versions of gcc give the same bits" exits 0 "$crosslane" differ --row aarch64-sve256-gcc16-O2 --by version --kernel 'fma_*'
check "of the newer one" prints '^aarch64-sve256-gcc16-O2 [(]GNU 16'
check "and of the tools tree's" prints '^aarch64-sve256-gcc-O2 [(]GNU 14'
check "no row of another version" exits 2 "$crosslane" differ --row armhf-max-gcc-O2 --by version
check "is said" says "no counterpart of row 'armhf-max-gcc-O2' by version"

conclude
