#!/bin/sh
# The host tool and its unit tests under AddressSanitizer and UndefinedBehaviorSanitizer, and one row by that tool.
# SPDX-License-Identifier: MIT
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$root/build/sanitize
export UBSAN_OPTIONS=print_stacktrace=1
[ -e "$folder/build.ninja" ] || cmake -G Ninja -S "$root" -B "$folder" -DXL_SANITIZE=ON
cmake --build "$folder"
echo "skipped: run: AddressSanitizer takes terabytes of addresses, which this test limits"
ctest --test-dir "$folder" --output-on-failure --no-tests=error -L unit -E '^run$'
"$folder/crosslane" run --no-cache --row s390x-z15-gcc-O2 --json "$folder/r.json"
