#!/bin/sh
# Somebody else's kernels, in a directory of their own outside the repository, tested with no change to either.
# SPDX-License-Identifier: MIT
# Usage: downstream.sh CROSSLANE
set -eu
crosslane=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
# Always the same directory, so that its builds are found again.
directory=$root/build/downstream-project
rm -rf "$directory"
mkdir -p "$root/build"
cp -Rp "$root/tests/downstream" "$directory"
run() { "$crosslane" run --kernels "$directory/kernels" --row aarch64-nosve-llvm-O2 --row s390x-z15-gcc-O2 "$@"; }
run --json "$directory/json" | tee "$directory/out"
grep -q '^43 of 43 kernels checked on 2 of 2 rows$' "$directory/out"

# Each function of an XL_VARIANT, by its name.
tr -d ' \n' <"$directory/json" >"$directory/flat"
for variant in neon:mix_by_8 neon:mix_vectors neon:mix_named_i16__neon vxe2:mix_vectors vxe2:mix_named_i16__vxe2; do
    [ "$(grep -o -F "\"variant\":\"$variant\",\"outcome\":\"pass\"" "$directory/flat" | wc -l)" = 1 ]
done

# Natively nothing is traced but what has no vectors in its own code: mix() calls by a pointer that it has set.
"$crosslane" run --kernels "$directory/kernels" --row x86_64-native_sse4-gcc-O2 --kernel mix_i16 | tee "$directory/out"
grep -q '^1 of 1 kernels checked on 1 of 1 rows$' "$directory/out"

# xxHash, as it is shipped: this machine has its header, for the host tool.
mkdir "$directory/xxhash/headers"
cp -p /usr/include/xxhash.h "$directory/xxhash/headers/"
"$crosslane" run --kernels "$directory/xxhash" --row aarch64-nosve-llvm-O2 --row s390x-z15-gcc-O2 | tee "$directory/out"
grep -q '^2 of 2 kernels checked on 2 of 2 rows$' "$directory/out"

# A library behind its dispatcher: which implementation was taken is said; another one than the CPU's is a finding, and one that the CPU
# cannot run is another.
dispatched() { "$crosslane" run --kernels "$directory/$1" --row aarch64-nosve-llvm-O2 --row s390x-z15-gcc-O2 --json "$directory/dispatched.json" >"$directory/out"; }
dispatched dispatched
grep -q '^2 of 2 kernels checked on 2 of 2 rows$' "$directory/out"
grep -q -E '^dispatch: raise_u8 called (raise_neon on aarch64-nosve-llvm-O2; )?raise_vxe2 on s390x-z15-gcc-O2(; raise_neon on aarch64-nosve-llvm-O2)?$' "$directory/out"
grep -q '^dispatch: .*raise_neon on aarch64-nosve-llvm-O2' "$directory/out"
grep -q '"dispatched": *"raise_neon"' "$directory/dispatched.json"
cp -Rp "$directory/dispatched" "$directory/misled"
sed -i -e 's/1UL << 22 ?/1UL << 1 ?/' -e 's/1UL << 15 ?/1UL << 63 ?/' "$directory/misled/library/raise.c"
! dispatched misled || exit 1
grep -q '^FINDING raise_u8 on aarch64-nosve-llvm-O2: crashed with signal 4 (Illegal instruction), .*(raise_sve+0x[0-9a-f]*: rdvl x' "$directory/out"
grep -q '^FINDING raise_u8 on s390x-z15-gcc-O2: CPU with vxe2: dispatcher must call raise_vxe2, called raise_vx$' "$directory/out"
id=$(sed -n '/^FINDING raise_u8 on s390x/,/^  id/s/^  id *//p' "$directory/out")
"$crosslane" repro --from "$directory/dispatched.json" "$id" >"$directory/out" && exit 1
grep -q "^finding $id shows again among all calls of raise_u8; it has no call of its own$" "$directory/out"

# A record that does not say what its dispatcher must take: the finding says what to write, both where the CPU of the control run
# lacks the ISA and where the dispatcher takes scalar code.
cp -Rp "$directory/dispatched" "$directory/undeclared"
sed -i -e '/\.dispatch = /,/raise_scalar"}})/d' -e 's/XL_COUNT},$/XL_COUNT})/' "$directory/undeclared/raise_u8.c"
undeclared() { "$crosslane" run --kernels "$directory/undeclared" --row s390x-z13-gcc-O2 --json "$directory/undeclared.json" >"$directory/out"; }
! undeclared || exit 1
grep -q -F 'FINDING raise_u8 on s390x-z13-gcc-O2: it called raise_vx, and on a CPU without vx raise_scalar: add .dispatch = {{"vx", "raise_vx"}, {"", "raise_scalar"}}' "$directory/out"
sed -i 's/: has & 1UL << 11 ? raise_vx : raise_scalar/: raise_scalar/' "$directory/undeclared/library/raise.c"
! undeclared || exit 1
grep -q '^FINDING raise_u8 on s390x-z13-gcc-O2: no vx instruction in raise_u8__vx .*; called raise_bytes, raise_scalar: if it calls a dispatcher, add \.dispatch = {{"vx", "FUNCTION"}, ' "$directory/out"

# Vectors in the project's own library are evidence, and whose they are is said; its scalar code is none.
[ "$(grep -c -F '"proof":"vectors in mix_vectors, which mix_direct_i16__' "$directory/json")" != 0 ]
cp "$directory/wrong/mix_scalar_i16.c" "$directory/kernels/audio/"
! run --kernel mix_scalar_i16 >"$directory/out" || exit 1
[ "$(grep -c '^FINDING.* instruction in mix_scalar_i16__[a-z0-9]* .*; functions counted: mix_scalar_i16__[a-z0-9]*, mix_scalar$' "$directory/out")" = 1 ]
grep -q '^  also on    [A-Za-z0-9_-]*$' "$directory/out"    # one cause, one finding

# The library's own CMake says what it is made of.
mkdir "$directory/by-cmake"
sed 's/mix_i16/mix_by_cmake_i16/g; s/"[^"]*mix.h"/"mix.h"/' "$directory/kernels/audio/mix_i16.c" >"$directory/by-cmake/mix_by_cmake_i16.c"
cmake -G Ninja -S "$directory" -B "$directory/made" >"$directory/out"
"$crosslane" run --kernels "$directory/by-cmake" --row s390x-z15-gcc-O2 | tee "$directory/out"
grep -q '^1 of 1 kernels checked on 1 of 1 rows$' "$directory/out"

# A toolchain file leads pkg-config to the sysroot, whatever it is told of this machine.
sysroot=$("$root/sysroots/mk-sysroot" s390x)
cat >"$directory/pkg-config.cmake" <<END
cmake_minimum_required(VERSION 3.20)
include("$root/toolchains/s390x-gcc.cmake")
message("'\$ENV{PKG_CONFIG_LIBDIR}' '\$ENV{PKG_CONFIG_SYSROOT_DIR}' '\$ENV{PKG_CONFIG_PATH}'")
END
PKG_CONFIG_PATH=/nowhere PKG_CONFIG_LIBDIR=/nowhere PKG_CONFIG_SYSROOT_DIR=/nowhere cmake -P "$directory/pkg-config.cmake" 2>"$directory/out"
grep -q -x -F -e "'$sysroot/usr/lib/s390x-linux-gnu/pkgconfig:$sysroot/usr/share/pkgconfig' '$sysroot' ''" "$directory/out"
[ -e "$sysroot/usr/lib/s390x-linux-gnu/pkgconfig/zlib.pc" ]
