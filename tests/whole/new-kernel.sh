#!/bin/sh
# `crosslane new kernel`: what it writes compiles, runs and fails until it is filled in; wrong words are refused.
# SPDX-License-Identifier: MIT
# Usage: new-kernel.sh CROSSLANE
set -u
crosslane=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

check() { # STATUS WORDS COMMAND...
    status=$1
    words=$2
    shift 2
    "$@" >"$work/said" 2>&1 </dev/null
    got=$?
    if [ "$got" = "$status" ] && grep -q -F -e "$words" "$work/said"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL: $*: exit $got, wanted $status and '$words'" >&2
        tail -n 5 "$work/said" >&2
    fi
}

# A tree with the models that are used here, so that nothing is written into this one.
tree=$work/tree
mkdir -p "$tree/harness/base" "$tree/harness/cli" "$tree/kernels/linear" "$tree/kernels/arith"
cp "$root/crosslane" "$tree"
cp "$root/harness/cli/commands.def" "$root/harness/cli/new.sh" "$tree/harness/cli"
cp "$root/harness/base/environment.sh" "$root/harness/base/cleared.def" "$tree/harness/base"
cp "$root/kernels/linear/axpy_f64.c" "$tree/kernels/linear"
cp "$root/kernels/arith/sub_f32.c" "$tree/kernels/arith"

check 0 'kernels/linear/mine_f64.c' "$tree/crosslane" new kernel mine_f64 --like axpy
check 0 'kernels/other/mine_f32.c' "$tree/crosslane" new kernel mine_f32 --like sub_f32 --family other
run() { "$crosslane" run --kernels "$tree/kernels" --kernel 'mine_*' --row x86_64-nehalem-gcc-O2 --no-evidence; }
check 1 'FINDING mine_f64' run
check 1 'FINDING mine_f32' run
sed 's/axpy_f64/mine_f64/g' "$root/kernels/linear/axpy_f64.c" >"$tree/kernels/linear/mine_f64.c"
sed 's/sub_f32/mine_f32/g' "$root/kernels/arith/sub_f32.c" >"$tree/kernels/other/mine_f32.c"
check 0 '2 of 2 kernels checked' run

mkdir "$work/my kernels"
check 0 "$work/my kernels/mine_f32.c: created from sub_f32" "$tree/crosslane" new kernel mine_f32 --like sub_f32 --kernels "$work/my kernels"
check 2 "kernel 'mine_f32' exists" "$tree/crosslane" new kernel mine_f32 --like sub_f32 --kernels "$work/my kernels"
check 2 "no such directory: '$work/none'" "$tree/crosslane" new kernel mine_f32 --like sub_f32 --kernels "$work/none"
check 2 'give one of them' "$tree/crosslane" new kernel mine_f32 --like sub_f32 --kernels "$work" --family a
check 2 "kernel 'sub_f32' exists: kernels/arith/sub_f32.c" "$tree/crosslane" new kernel sub_f32 --like axpy
check 2 "--like: unknown kernel 'nothing'" "$tree/crosslane" new kernel other --like nothing
cp "$root/kernels/math/exp_f32.c" "$tree/kernels/arith/in_header_f32.c"
check 2 "'in_header' has its vector code in a header" "$tree/crosslane" new kernel other --like in_header
check 2 'only lowercase letters, digits' "$tree/crosslane" new kernel sub-f32 --like axpy
check 2 'must begin with a lowercase letter' "$tree/crosslane" new kernel ../other --like axpy
check 2 "option '--like' needs a value" "$tree/crosslane" new kernel other --like
check 2 "unknown option '--lik'" "$tree/crosslane" new kernel other --lik axpy
check 2 'new: missing NAME' "$tree/crosslane" new kernel
check 2 'new: missing --like MODEL' "$tree/crosslane" new kernel other
check 2 'new: missing kernel NAME' "$tree/crosslane" new
check 0 'Usage:' "$tree/crosslane" new --help

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
