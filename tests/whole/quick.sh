#!/bin/sh
# The quick selection, run: every architecture, both compilers, and builds of its few kernels alone.
# SPDX-License-Identifier: MIT
# Usage: quick.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"
fail() {
    echo "FAIL: $1" >&2
    cat "$work/err" "$work/out" >&2
    exit 1
}
"$crosslane" run --quick --json "$work/results.json" >"$work/out" 2>"$work/err" || fail "exit $?"
arches=$(cat "$root"/arch/*/arch.def | grep -c '^XL_ARCH(')
grep -q "^\([0-9]*\) of \1 kernels checked on $arches of $arches rows$" "$work/out" || fail "the counts"
tail -n 1 "$work/out" | grep -q "^PASS: [0-9]* kernels on $arches rows$" || fail "the last line"
grep -q '^the quick selection: ' "$work/out" || fail "it does not say that it is a selection"
grep -q '^next: ' "$work/err" || fail "it does not say what is next"
for compiler in gcc llvm; do
    grep -q "\"compiler\": *\"$compiler\"" "$work/results.json" || fail "no row by $compiler"
done
# A build of all kernels takes a minute and more. Objects of others that were asked for before may be there.
for build in "$root"/build/*+few; do
    [ -e "$build/build.ninja" ] || continue # the build of all is up to date
    most=$(grep '^build CMakeFiles/kernels-.*[.]c[.]o: ' "$build/build.ninja" | sed 's,^build CMakeFiles/kernels-\([^.]*\)[.].*,\1,' | sort | uniq -c | sort -rn | awk '{ print $1; exit }')
    [ "${most:-0}" -le 10 ] || fail "$build compiles $most kernels"
done
echo "$(tail -n 1 "$work/out")"
