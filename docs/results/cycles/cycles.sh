#!/bin/sh
# Times kernels on this machine's CPU, beside the cycles that llvm-mca predicts for them: docs/results/performance.md.
# SPDX-License-Identifier: MIT
# Usage: cycles.sh    after `./crosslane bench --instructions --row x86_64-haswell-gcc-O2 --kernel add_f32` has built what it needs
set -eu
here=$(CDPATH= cd "$(dirname "$0")" && pwd)
root=$(CDPATH= cd "$here/../../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
grep -q -w avx2 /proc/cpuinfo || { echo "cycles.sh: error: this CPU has no AVX2" >&2; exit 3; }
set -- --instructions --cycles --row x86_64-haswell-gcc-O2
for kernel in $(sed -n '/^#define UNARY/,/^#define DECLARE/p' "$here/native_time.c" | grep -o 'X([a-z0-9_]*)' | tr -d 'X()'); do
    set -- "$@" --kernel "$kernel"
done
"$root/build/host/bench_instructions" "$@" >"$work/predicted"
find "$root/build/x86_64-gcc-O2/CMakeFiles/kernels-avx2.dir" -name '*.o' >"$work/objects"
cc -O2 -o "$work/native_time" "$here/native_time.c" "@$work/objects" -lm
awk '$1 ~ /^x86/ { gsub(/[*~]/, ""); print $2, $6, $8 }' "$work/predicted" | "$work/native_time"
