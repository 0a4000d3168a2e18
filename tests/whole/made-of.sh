#!/bin/sh
# A build that is taken as it is is of the sources that are there: every file that a compiler read is among those that
# harness/build/made_of.c looks at, and a build of others is made anew. (adding-an-isa and new-kernel edit a copy.)
# SPDX-License-Identifier: MIT
# Usage: made-of.sh CROSSLANE
set -u
crosslane=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() {
    echo "FAIL: $1" >&2
    cat "$work/out" >&2
    failed=1
}

row=s390x-z15-gcc-O2
run() { "$crosslane" run --row $row --kernel add_f32 --no-evidence >"$work/out" 2>&1; }
made=$root/build/s390x-gcc-O2/made-of-vxe2

run || fail "the row does not run"
sed -n '/^static const char \*const sources/,/};/p' "$root/harness/build/made_of.c" | grep -o '"[^"]*"' | tr -d '"' >"$work/sources"
sed -n 's/^file //p' "$root"/build/*/dependencies-* | sort -u >"$work/read"
[ "$(wc -l <"$work/read")" -gt 100 ] || fail "the build says of too few files that it read them"
while read -r file; do
    while read -r source; do
        case $file in "$source" | "$source"/*) continue 2 ;; esac
    done <"$work/sources"
    case $file in build/* | tests/*) ;; *) fail "$file is read by a compiler, and is not among the sources of made_of.c" ;; esac
done <"$work/read"

# What is up to date is left alone; what was made of something else is not.
run
touch "$work/now"
run || fail "the row does not run again"
[ -z "$(find "$made" -newer "$work/now")" ] || fail "nothing has changed, and the build was made again"
was=$(cat "$made")
echo 0123456789abcdef0123456789abcdef >"$made"
run || fail "the row does not run"
[ "$(cat "$made")" = "$was" ] || fail "the build was made of something else, and was not made again"

[ "$failed" = 0 ] && echo "1 passed, 0 failed" || echo "0 passed, 1 failed"
[ "$failed" = 0 ]
