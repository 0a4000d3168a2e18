#!/bin/sh
# The quick selection, run: every architecture, both compilers, and builds of its few kernels alone.
# SPDX-License-Identifier: MIT
# Usage: quick.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"
must "the quick selection" exits 0 "$crosslane" run --quick --json "$work/results.json"
arches=$(cat "$root"/arch/*/arch.def | grep -c '^XL_ARCH(')
check "the counts" prints "^([0-9]*) of \1 kernels checked on $arches of $arches rows$"
conclusion=$(tail -n 1 "$work/out")
check "the last line" eval 'echo "$conclusion" | grep -q "^PASS: [0-9]* kernels on $arches rows$"'
check "it says that it is a selection" prints '^the quick selection: '
check "it says what is next" says '^next: '
for compiler in gcc llvm; do
    check "a row by $compiler" grep -q "\"compiler\": *\"$compiler\"" "$work/results.json"
done
# A build of all kernels takes a minute and more. Objects of others that were asked for before may be there.
for build in "$root"/build/*+few; do
    [ -e "$build/build.ninja" ] || continue # the build of all is up to date
    most=$(grep '^build CMakeFiles/kernels-.*[.]c[.]o: ' "$build/build.ninja" | sed 's,^build CMakeFiles/kernels-\([^.]*\)[.].*,\1,' | sort | uniq -c | sort -rn | awk '{ print $1; exit }')
    check "$build compiles $most kernels" [ "${most:-0}" -le 10 ]
done
conclude
