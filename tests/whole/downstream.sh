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
grep -q '^25 of 25 kernels checked on 2 of 2 rows$' "$folder/out"

# Each function of an XL_VARIANT, by its name.
tr -d ' \n' <"$folder/json" >"$folder/flat"
for variant in neon:mix_by_8 neon:mix_vectors neon:mix_named_i16__neon vxe2:mix_vectors vxe2:mix_named_i16__vxe2; do
    [ "$(grep -o -F "\"variant\":\"$variant\",\"outcome\":\"pass\"" "$folder/flat" | wc -l)" = 1 ]
done

# xxHash, as it is shipped: this machine has its header, for the host tool.
mkdir "$folder/xxhash/headers"
cp -p /usr/include/xxhash.h "$folder/xxhash/headers/"
"$crosslane" run --kernels "$folder/xxhash" --row aarch64-nosve-llvm-O2 --row s390x-z15-gcc-O2 | tee "$folder/out"
grep -q '^2 of 2 kernels checked on 2 of 2 rows$' "$folder/out"

# Vectors in the project's own library are evidence, and whose they are is said; its scalar code is none.
[ "$(grep -c -F '"proof":"vectors in mix_vectors, which mix_direct_i16__' "$folder/json")" != 0 ]
cp "$folder/wrong/mix_scalar_i16.c" "$folder/kernels/audio/"
! run --kernel mix_scalar_i16 >"$folder/out" || exit 1
[ "$(grep -c '^FINDING.* instruction was executed in mix_scalar_i16__[a-z0-9]* .*; what counts: mix_scalar_i16__[a-z0-9]*, mix_scalar$' "$folder/out")" = 2 ]
