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
"$crosslane" run --kernels "$folder/kernels" --row aarch64-nosve-llvm-O2 --row s390x-z15-gcc-O2 | tee "$folder/out"
grep -q '^2 of 2 kernels checked on 2 of 2 rows$' "$folder/out"
