#!/bin/sh
# Somebody else's kernels, in a folder of their own outside the repository, tested with no change to either.
# SPDX-License-Identifier: MIT
# Usage: downstream.sh CROSSLANE
set -eu
crosslane=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
# Always the same folder, so that its builds are found again.
folder=$root/build/downstream-project
rm -rf "$folder"
mkdir -p "$root/build"
cp -Rp "$root/tests/downstream" "$folder"
run() { "$crosslane" run --kernels "$folder/kernels" --row aarch64-nosve-llvm-O2 --row s390x-z15-gcc-O2 "$@"; }
run --json "$folder/json" | tee "$folder/out"
grep -q '^43 of 43 kernels checked on 2 of 2 rows$' "$folder/out"

# Each function of an XL_VARIANT, by its name.
tr -d ' \n' <"$folder/json" >"$folder/flat"
for variant in neon:mix_by_8 neon:mix_vectors neon:mix_named_i16__neon vxe2:mix_vectors vxe2:mix_named_i16__vxe2; do
    [ "$(grep -o -F "\"variant\":\"$variant\",\"outcome\":\"pass\"" "$folder/flat" | wc -l)" = 1 ]
done

# Natively nothing is traced but what has no vectors in its own code: mix() calls by a pointer that it has set.
"$crosslane" run --kernels "$folder/kernels" --row x86_64-native_sse4-gcc-O2 --kernel mix_i16 | tee "$folder/out"
grep -q '^1 of 1 kernels checked on 1 of 1 rows$' "$folder/out"

# xxHash, as it is shipped: this machine has its header, for the host tool.
mkdir "$folder/xxhash/headers"
cp -p /usr/include/xxhash.h "$folder/xxhash/headers/"
"$crosslane" run --kernels "$folder/xxhash" --row aarch64-nosve-llvm-O2 --row s390x-z15-gcc-O2 | tee "$folder/out"
grep -q '^2 of 2 kernels checked on 2 of 2 rows$' "$folder/out"

# A library behind its dispatcher: which implementation was taken is said; another one than the CPU's is a finding, and one that the CPU
# cannot run is another.
dispatched() { "$crosslane" run --kernels "$folder/$1" --row aarch64-nosve-llvm-O2 --row s390x-z15-gcc-O2 --json "$folder/dispatched.json" >"$folder/out"; }
dispatched dispatched
grep -q '^2 of 2 kernels checked on 2 of 2 rows$' "$folder/out"
grep -q -E '^dispatch: raise_u8 called (raise_neon on aarch64-nosve-llvm-O2; )?raise_vxe2 on s390x-z15-gcc-O2(; raise_neon on aarch64-nosve-llvm-O2)?$' "$folder/out"
grep -q '^dispatch: .*raise_neon on aarch64-nosve-llvm-O2' "$folder/out"
grep -q '"dispatched": *"raise_neon"' "$folder/dispatched.json"
cp -Rp "$folder/dispatched" "$folder/misled"
sed -i -e 's/1UL << 22 ?/1UL << 1 ?/' -e 's/1UL << 15 ?/1UL << 63 ?/' "$folder/misled/library/raise.c"
! dispatched misled || exit 1
grep -q '^FINDING raise_u8 on aarch64-nosve-llvm-O2: crashed with signal 4 (Illegal instruction), .*(raise_sve+0x[0-9a-f]*: rdvl x' "$folder/out"
grep -q '^FINDING raise_u8 on s390x-z15-gcc-O2: CPU with vxe2: dispatcher must call raise_vxe2, called raise_vx$' "$folder/out"
id=$(sed -n '/^FINDING raise_u8 on s390x/,/^  id/s/^  id *//p' "$folder/out")
"$crosslane" repro --from "$folder/dispatched.json" "$id" >"$folder/out" && exit 1
grep -q "^finding $id shows again among all calls of raise_u8; it has no call of its own$" "$folder/out"

# A record that does not say what its dispatcher must take: the finding says what to write, both where the CPU of the control run
# lacks the ISA and where the dispatcher takes scalar code.
cp -Rp "$folder/dispatched" "$folder/undeclared"
sed -i -e '/\.dispatch = /,/raise_scalar"}})/d' -e 's/XL_COUNT},$/XL_COUNT})/' "$folder/undeclared/raise_u8.c"
undeclared() { "$crosslane" run --kernels "$folder/undeclared" --row s390x-z13-gcc-O2 --json "$folder/undeclared.json" >"$folder/out"; }
! undeclared || exit 1
grep -q -F 'FINDING raise_u8 on s390x-z13-gcc-O2: it called raise_vx, and on a CPU without vx raise_scalar: add .dispatch = {{"vx", "raise_vx"}, {"", "raise_scalar"}}' "$folder/out"
sed -i 's/: has & 1UL << 11 ? raise_vx : raise_scalar/: raise_scalar/' "$folder/undeclared/library/raise.c"
! undeclared || exit 1
grep -q '^FINDING raise_u8 on s390x-z13-gcc-O2: no vx instruction in raise_u8__vx .*; called raise_bytes, raise_scalar: if it calls a dispatcher, add \.dispatch = {{"vx", "FUNCTION"}, ' "$folder/out"

# Vectors in the project's own library are evidence, and whose they are is said; its scalar code is none.
[ "$(grep -c -F '"proof":"vectors in mix_vectors, which mix_direct_i16__' "$folder/json")" != 0 ]
cp "$folder/wrong/mix_scalar_i16.c" "$folder/kernels/audio/"
! run --kernel mix_scalar_i16 >"$folder/out" || exit 1
[ "$(grep -c '^FINDING.* instruction in mix_scalar_i16__[a-z0-9]* .*; functions counted: mix_scalar_i16__[a-z0-9]*, mix_scalar$' "$folder/out")" = 1 ]
grep -q '^  also on    [A-Za-z0-9_-]*$' "$folder/out"    # one cause, one finding

# The library's own CMake says what it is made of.
mkdir "$folder/by-cmake"
sed 's/mix_i16/mix_by_cmake_i16/g; s/"[^"]*mix.h"/"mix.h"/' "$folder/kernels/audio/mix_i16.c" >"$folder/by-cmake/mix_by_cmake_i16.c"
cmake -G Ninja -S "$folder" -B "$folder/made" >"$folder/out"
"$crosslane" run --kernels "$folder/by-cmake" --row s390x-z15-gcc-O2 | tee "$folder/out"
grep -q '^1 of 1 kernels checked on 1 of 1 rows$' "$folder/out"

# A toolchain file leads pkg-config to the sysroot, whatever it is told of this machine.
sysroot=$("$root/sysroots/mk-sysroot" s390x)
cat >"$folder/pkg-config.cmake" <<END
cmake_minimum_required(VERSION 3.20)
include("$root/toolchains/s390x-gcc.cmake")
message("'\$ENV{PKG_CONFIG_LIBDIR}' '\$ENV{PKG_CONFIG_SYSROOT_DIR}' '\$ENV{PKG_CONFIG_PATH}'")
END
PKG_CONFIG_PATH=/nowhere PKG_CONFIG_LIBDIR=/nowhere PKG_CONFIG_SYSROOT_DIR=/nowhere cmake -P "$folder/pkg-config.cmake" 2>"$folder/out"
grep -q -x -F -e "'$sysroot/usr/lib/s390x-linux-gnu/pkgconfig:$sysroot/usr/share/pkgconfig' '$sysroot' ''" "$folder/out"
[ -e "$sysroot/usr/lib/s390x-linux-gnu/pkgconfig/zlib.pc" ]
