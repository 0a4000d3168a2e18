#!/bin/sh
# Kernels of real libraries: examples/outside, on rows that each show something; the page of their results; sources that are not there.
# SPDX-License-Identifier: MIT
# Usage: outside.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"
cd "$work" || exit
outside=$root/examples/outside
unset CROSSLANE_MIRROR
says() { grep -q -e "$1" out err; }
key() { sed -n "s/^ *\"$1\": *\"\(.*\)\",\{0,1\}$/\1/p" "$2" | sort -u; }

if ! "$root/sysroots/mk-source" libdeflate 1.23-2 trixie >/dev/null 2>err || ! "$root/sysroots/mk-source" xxhash 0.8.3-2 trixie >/dev/null 2>err ||
    ! "$root/sysroots/mk-source" pytorch 2.6.0+dfsg-7 trixie >/dev/null 2>err; then
    sed -n 's/.*error: //p' err | head -n 1 | sed 's/^/skipped: outside: /'
    exit 77
fi
# A dispatcher that takes code of 128 bits on a CPU with AVX2.
check "libdeflate" exits 0 "$crosslane" run --kernels "$outside/libdeflate" --row x86_64-haswell-gcc-O2 --json libdeflate.json
check "its version" [ "$(key library libdeflate.json)" = "libdeflate 1.23-2" ]
check "what it dispatched to" says "crc32 called crc32_x86_pclmulqdq_avx"
# clang: code behind a tail call on POWER8, a second vecintrin.h on z14.
check "xxHash" exits 0 "$crosslane" run --kernels "$outside/xxhash" --row ppc64el-power8-llvm-O2 --row s390x-z14-llvm-O2 --json xxhash.json
check "all of it" says '^6 of 6 kernels checked on 2 of 2 rows$'
# A scalar function for each argument outside the domain.
check "libmvec" exits 0 "$crosslane" run --kernels "$outside/libmvec" --row x86_64-haswell-gcc-O2 --kernel log_f32 --kernel sin_f64 --json libmvec.json
check "the sysroot's version" [ -n "$(key library libmvec.json | grep '^libc6-dev [0-9]')" ]
check "its proof" grep -q 'a scalar loop for others' libmvec.json
check "generate.sh" exits 0 "$outside/libmvec/generate.sh"
check "libmvec.c is of the sysroots' functions: $outside/libmvec/generate.sh >libmvec.c" cmp -s out "$outside/libmvec/libmvec.c"

# Templates in C++, and a bug that is known.
check "PyTorch" exits 0 "$crosslane" run --kernels "$outside/pytorch" --row ppc64el-power9-gcc-O2 --kernel shift_left_i32 --kernel extremes_i32
check "its wrong shift" says '^known bug pytorch-vsx-shift: '
check "on NEON" exits 0 "$crosslane" run --kernels "$outside/pytorch" --row aarch64-nosve-gcc-O2 --kernel fmsub_f32 --kernel zero_mask_f32
check "the wrong sign" says '^known bug pytorch-neon-fmsub: '
check "a new ISA: docs/pytorch.md" exits 0 "$crosslane" run --kernels "$outside/pytorch-rvv" --kernel extremes
check "SLEEF" exits 0 "$crosslane" run --kernels "$outside/pytorch" --row ppc64el-power9-gcc-O2 --kernel exp_f32 --kernel sin_f64
check "its bug" says '^known bug sleef-trig-2-46: '

printf '# Libraries\n\n## Measured\nold\n' >page.md
check "the page" exits 0 "$root/docs/generate/libraries.py" "$crosslane" page.md libdeflate.json xxhash.json
check "a line for each library" [ "$(grep -c -e '^| libdeflate | 1.23-2 | 2 of 2 | avx2 | 1 of 1 | 0 |$' -e '^| xxhash | 0.8.3-2 | 6 of 6 | v[sxe]* v[sxe]* | 2 of 2 | 0 |$' page.md)" = 2 ]
check "nothing old" [ "$(grep -c old page.md)" = 0 ]
sed 's/"outcome": *"pass"/"outcome":"fail"/; s/"checks": *\[ *\]/"checks":["value"]/' libdeflate.json >failed.json
check "a finding that nobody explained" exits 1 "$root/docs/generate/libraries.py" "$crosslane" page.md failed.json
check "is named" grep -q 'not stated' page.md
check "and what to do" says 'help: find out whose fault each is'
echo '{}' >none.json
check "no results" exits 2 "$root/docs/generate/libraries.py" "$crosslane" page.md none.json
check "said so" says "none.json: error: no results of .crosslane run --json"

# Sources that are not there: nothing of them is made.
mkdir kernels
cp "$outside/xxhash/xxh3.c" kernels
printf 'source: {package: xxhash, version: 0.0-1, suite: trixie}\ninclude: ["@SOURCE@"]\n' >kernels/crosslane.yml
check "a version that Debian has not" exits 2 env CROSSLANE_CACHE="$work/cache" "$crosslane" run --kernels "$work/kernels" --row aarch64-cortex_a53-llvm-O2
check "which it has" says 'error: .*trixie has 0.8.3-2 of xxhash, not 0.0-1'
check "what to do" says '^  help: name a package and a version that the suite has$'
check "nothing half made" [ -z "$(find "$work/cache" -mindepth 1 -path '*source-*' ! -name '*.lock')" ]
conclude
