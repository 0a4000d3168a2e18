#!/bin/sh
# tests/README.md has a line for each folder of tests/ and each file of unit, whole, workflow and fuzz, and for nothing that is
# gone.
# SPDX-License-Identifier: MIT
# Usage: readme.sh [ROOT]     ROOT: another work tree
set -u
root=${1:-$(cd "$(dirname "$0")/../.." && pwd)}
cd "$root/tests" || exit 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C

# A line is "| `NAME` | words |"; words that are none do not count.
sed -n '/^| `[^`]*\(\/\|\.[a-z]*\)` | *[^ |]/s/^| `\([^`]*\)`.*/\1/p' README.md | sort >"$work/lines"
sort -u "$work/lines" >"$work/named"
{
    find . -mindepth 1 -maxdepth 1 -type d -printf '%P/\n'
    find . -mindepth 1 -maxdepth 1 -type f -printf '%P\n'
    find unit whole workflow fuzz -mindepth 1 -maxdepth 1 -printf '%p\n'
} | sort >"$work/there"
{
    comm -13 "$work/named" "$work/there" | sed 's/^/tests\/README.md has no line for /'
    comm -23 "$work/named" "$work/there" | sed 's/.*/tests\/README.md has a line for &, which is not there/'
    uniq -d "$work/lines" | sed 's/^/tests\/README.md has two lines for /'
} >"$work/wrong"
sed 's/^/FAIL: /' "$work/wrong" >&2
[ ! -s "$work/wrong" ] && echo "$(wc -l <"$work/named") lines, one for each"
