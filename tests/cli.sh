#!/bin/sh
# What a user sees of wrong words: exit 2, a message that names the word and what is near, nothing else.
# SPDX-License-Identifier: MIT
# Usage: cli.sh CROSSLANE
set -u
crosslane=$1
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# expect STATUS WORDS COMMAND...: the command exits so, and the words are in what it says on standard error.
expect() {
    status=$1
    words=$2
    shift 2
    "$@" >"$work/out" 2>"$work/err" </dev/null
    got=$?
    if [ "$got" = "$status" ] && grep -q -F -e "$words" "$work/err"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL: $*: exit $got, wanted $status and '$words'" >&2
        head -n 5 "$work/err" >&2
    fi
}

# succeed WORDS COMMAND...: exits 0, and the words are in its standard output.
succeed() {
    words=$1
    shift
    "$@" >"$work/out" 2>"$work/err" </dev/null
    got=$?
    if [ "$got" = 0 ] && grep -q -F -e "$words" "$work/out"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL: $*: exit $got, wanted 0 and '$words'" >&2
        head -n 5 "$work/err" >&2
    fi
}

expect 2 "nearest: run" "$crosslane" rum
expect 2 "nearest" "$crosslane"
expect 2 "the nearest of run: row" "$crosslane" run --rows x
expect 2 "wants a value" "$crosslane" run --row
expect 2 "nearest: aarch64-sve" "$crosslane" run --row aarch64-sve255-gcc-O2
expect 2 "nearest: add_f32" "$crosslane" run --kernel ad_f32
expect 2 "nearest: trunk" "$crosslane" run --tier trunc
expect 2 "number from" "$crosslane" run --seed -1
expect 2 "number from" "$crosslane" run --seed 99999999999999999999
expect 2 "number from" "$crosslane" run --count 0
expect 2 "number from" "$crosslane" run --jobs many
expect 2 "no folder" "$crosslane" run --kernels "$work/none"
expect 2 "cannot write" "$crosslane" run --json "$work/none/r.json"
expect 2 "unexpected argument" "$crosslane" run now
expect 2 "cannot" "$crosslane" run --matrix "$work/none.yml"
expect 2 "nearest: rows" "$crosslane" list row
expect 2 "unexpected argument" "$crosslane" list rows kernels
expect 2 "none of the rows asked for is in tier pr" "$crosslane" run --row '*sve2048*' --tier pr

# A record that cannot be: more data than a slot of the shared memory holds.
# Always the same folder, so that its build is found again.
kernels=$root/build/cli-kernels
rm -rf "$kernels"
mkdir -p "$kernels"
cat >"$kernels/huge.c" <<'END'
#include "kernel.h"
XL_KERNEL(huge, .summary = "", .contract = {XL_EXACT},
          .args = {XL_IN_FIXED(f64, table, 20000), XL_OUT(f64, r, 1), XL_COUNT})
XL_REFERENCE(huge)(const double *table, double *r, size_t n)
{
    memcpy(r, table, n * sizeof *r);
}
END
expect 2 "kernel huge: an argument is larger" "$crosslane" run --kernels "$kernels" --row s390x-z15-gcc-O2
rm "$kernels/huge.c"
touch "$kernels/none.c"
expect 2 "there is no kernel in" "$crosslane" run --kernels "$kernels" --row s390x-z15-gcc-O2

printf 'test:\n  cpu: [{arch: aarch64, nmae: a}]\n  compiler: [gcc]\n  opt: [O2]\n' >"$work/key.yml"
expect 2 "$work/key.yml:2:25: error: unknown key 'nmae'; the nearest: name" "$crosslane" run --matrix "$work/key.yml"
printf 'test: {a: [1]\n' >"$work/syntax.yml"
expect 2 "$work/syntax.yml:" "$crosslane" run --matrix "$work/syntax.yml"
printf 'a: [1, 2]\nexclude: [{b: 1}]\n' >"$work/exclude.yml"
expect 2 "does not match any key within the matrix" "$crosslane" matrix expand "$work/exclude.yml"
expect 2 "Usage" "$crosslane" matrix expnd
expect 2 "no architecture 'aarch46'" "$root/sysroots/mk-sysroot" aarch46

printf 'os: [linux, mac]\nv: [1, 3.10]\n' >"$work/good.yml"
succeed '"v":3.1' "$crosslane" matrix expand "$work/good.yml"
succeed 'aarch64-sve256-gcc-O2' "$crosslane" list rows
succeed '"shape":"f32[n] f32[n] -> f32[n]"' "$crosslane" list kernels --json
succeed '"control"' "$crosslane" list isas --json
succeed 's390x-llvm-O2' "$crosslane" list builds
succeed '--kernels DIR' "$crosslane" run --help

# CMakePresets.json cannot be computed, so it is checked: a preset for each build of the level that releases have.
for build in $("$crosslane" list builds | cut -f 1 | grep -e '-O2$'); do
    succeed "\"name\": \"$build\"" cat "$root/CMakePresets.json"
done

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
