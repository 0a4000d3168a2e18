#!/bin/sh
# The host tool and its unit tests under AddressSanitizer and UndefinedBehaviorSanitizer, and one row by that tool.
# SPDX-License-Identifier: MIT
# Usage: sanitize.sh CROSSLANE     beside it is the module of kernels, which is C that somebody else's sanitizers test
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
directory=$root/build/sanitize
export UBSAN_OPTIONS=print_stacktrace=1
[ -e "$directory/build.ninja" ] || cmake -G Ninja -S "$root" -B "$directory" -DXL_SANITIZE=ON -DXL_HOST_MODULE="$(dirname "$1")/kernels.so"
cmake --build "$directory" --target crosslane rows unit-tests
echo "skipped: run: AddressSanitizer takes terabytes of addresses, which this test limits"
ctest --test-dir "$directory" -j "$(nproc)" --output-on-failure --no-tests=error -L '^sanitized$' -E '^run$'
"$directory/crosslane" run --no-cache --row s390x-z15-gcc-O2 --kernel '*_add_*' --kernel 'sum_*' --kernel 'sin_f*' --kernel 'utf8_*' --json "$directory/r.json"
