#!/bin/sh
# The finding of README.md, docs/quick-start.md and docs/findings.md: their commands are run, and print what the pages show. docs/report.svg shows
# the same finding.
# SPDX-License-Identifier: MIT
# Usage: readme-example.sh CROSSLANE [ROOT]     ROOT: where the pages are, if not here
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"
pages=${2:-$root}

# masked FILE: without what differs from run to run: times, compiler versions, whether the newer QEMU is made, its version, the order of rows, what is cached or built, progress. "..." stands for
# what is printed before the first row.
masked() {
    sed -E -e '/^cached: /d' -e '/qemu-next/d' -e 's/(under QEMU) [0-9.]+/\1/' -e '/^((build|trees)\b.*: |run: [0-9]+ of [0-9]+ rows, )/d' -e '/^(crosslane: [0-9]+ of |  builds: |  rows: |\.\.\.$)/d' -e 's/ +([0-9]+\.[0-9] s|cached)/ TIME/' -e 's/\((GNU|Clang) [0-9.]+/(\1/' "$1" |
        awk '/^row / { in_rows = 1; print; next } in_rows && $0 == "" { in_rows = 0; close("sort") }
            in_rows { print | "sort"; next } { print; fflush() }'
}

# "$ ./crosslane ..." begins a command. The lines that follow it in the block are its output.
awk -v work="$work" '/^```/ { in_block = !in_block; file = ""; next }
    in_block && /^\$ \.\/crosslane / { file = work "/shown" ++n; print substr($0, 3) >(work "/commands"); printf "" >file; next }
    in_block && file { print >file }' "$pages/README.md" "$pages/docs/quick-start.md" "$pages/docs/findings.md"
check "there are a run and two repros" test "$(cut -d ' ' -f 2 "$work/commands" | paste -s -d ' ' -)" = 'run repro repro'

cd "$root" || exit 2
n=0
while read -r command; do
    n=$((n + 1))
    sh -c "\"\$0\" ${command#./crosslane }" "$crosslane" >"$work/printed$n" 2>&1
    echo $? >"$work/status$n"
done <"$work/commands"

n=0
while read -r command; do
    n=$((n + 1))
    masked "$work/shown$n" >"$work/shown"
    masked "$work/printed$n" >"$work/printed"
    diff -u "$work/shown" "$work/printed" >"$work/difference.out"
    check "the page shows what this prints: $command" test ! -s "$work/difference.out"
    rm "$work/difference.out"
    check "it fails: $command" test "$(cat "$work/status$n")" = 1
done <"$work/commands"

# The README names the finding that is printed, and what `repro` makes of it. The picture has its values.
id=$(sed -n 's/^  id  *//p' "$work/printed1")
check "README.md names the id" grep -q -F -e "\`./crosslane repro $id\`" "$pages/README.md"
check "README.md has the reduced call" grep -q -F 'result[0]: got -7 (0xfffffff9), expected 0 (0x00000000)' "$work/printed2"
sed -n -e '/^FINDING /s/[^:]*: //p' -e 's/^FINDING \([^:]*\): .*/\1/p' -e 's/^  \(id\|where\|got\|expected\)  *//p' \
    -e 's/^  input .*=//p' -e 's/^\([0-9]* differences\)[ ;].*/\1/p' "$work/printed1" | sed 's/ ([0-9]*)$//' >"$work/values"
check "a finding has values" test "$(wc -l <"$work/values")" -ge 7
while read -r value; do
    check "docs/report.svg has '$value'" grep -q -F -e "$value" "$pages/docs/report.svg"
done <"$work/values"
conclude
