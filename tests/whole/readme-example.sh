#!/bin/sh
# README.md's finding: its commands are run, and print what the page shows; docs/report.svg shows the same finding.
# SPDX-License-Identifier: MIT
# Usage: readme-example.sh CROSSLANE [README]     README: another file, by its whole path
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"
readme=${2:-$root/README.md}

# masked FILE: what differs from run to run is left out: times, versions of compilers, the order of rows, what is cached.
masked() {
    sed -E -e '/^cached: /d' -e 's/ +([0-9]+\.[0-9] s|cached)/ TIME/' -e 's/\((GNU|Clang) [0-9.]+/(\1/' "$1" |
        awk '/^row / { in_rows = 1; print; next } in_rows && $0 == "" { in_rows = 0; close("sort") }
            in_rows { print | "sort"; next } { print; fflush() }'
}

# "$ ./crosslane ..." begins a command, and what follows it in the block is what it prints.
awk -v work="$work" '/^```/ { in_block = !in_block; file = ""; next }
    in_block && /^\$ / { file = work "/shown" ++n; print substr($0, 3) >(work "/commands"); printf "" >file; next }
    in_block && file { print >file }' "$readme"
check "a block has a command" test -s "$work/commands"

# Another run beside this one may write build/last-results.json between `run` and `repro`: then both are done once more.
id=$(sed -n 's/.*`\.\/crosslane repro \([0-9a-f]*\)`.*/\1/p' "$readme" | head -n 1)
check "the page has an id to repeat" test -n "$id"
cd "$root" || exit 2
for attempt in 1 2 3; do
    n=0
    while read -r command; do
        n=$((n + 1))
        sh -c "\"\$0\" ${command#./crosslane }" "$crosslane" >"$work/printed$n" 2>"$work/err"
        echo $? >"$work/status$n"
    done <"$work/commands"
    "$crosslane" repro "$id" >"$work/repro" 2>"$work/err"
    status=$?
    [ $status = 2 ] || break
done

n=0
while read -r command; do
    n=$((n + 1))
    masked "$work/shown$n" >"$work/shown"
    masked "$work/printed$n" >"$work/printed"
    diff -u "$work/shown" "$work/printed" >"$work/difference.out"
    check "README.md shows what this prints: $command" test ! -s "$work/difference.out"
    rm "$work/difference.out"
    check "it finds a bug" test "$(cat "$work/status$n")" = 1
done <"$work/commands"

# README.md tells of the call that repro makes of it.
check "repro $id: shown again" test $status = 1
check "repro $id: a zero" grep -q -x -E ' +a +0 \(0x00000000\)' "$work/repro"
check "repro $id: of which the sum is -7" grep -q -F 'result[0]: got -7 (0xfffffff9), expected 0 (0x00000000)' "$work/repro"

# The picture has the values of the finding.
sed -n -e '/^FINDING /s/[^:]*: //p' -e 's/^FINDING \([^:]*\): .*/\1/p' -e 's/^  \(id\|where\|got\|expected\)  *//p' -e 's/^  input .*=//p' \
    -e 's/^\([0-9]* differences\) .*/\1/p' "$work/printed1" >"$work/values"
check "a finding has values" test "$(wc -l <"$work/values")" -ge 7
while read -r value; do
    check "docs/report.svg has '$value'" grep -q -F -e "$value" "$root/docs/report.svg"
done <"$work/values"
conclude
