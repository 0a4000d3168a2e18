#!/bin/sh
# A build that is taken as it is is of the sources that are there: every file that a compiler read is among those that
# harness/build/source_fingerprint.c looks at, and a build of others is made anew. (adding-an-isa edits a copy.)
# SPDX-License-Identifier: MIT
# Usage: made-of.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"
row=s390x-z15-gcc-O2
run_kernels() { "$crosslane" run --row $row --kernel "$1" --no-evidence >"$work/out" 2>&1; }
run() { run_kernels 'sat_*'; } # more than a few: the build is of all kernels
made=$root/build/s390x-gcc-O2/made-of-vxe2
few=$root/build/s390x-gcc-O2+few/made-of-vxe2

run || fail "the row does not run"
sed -n '/^static const char \*const sources/,/};/p' "$root/harness/build/source_fingerprint.c" | grep -o '"[^"]*"' | tr -d '"' >"$work/sources"
sed -n 's/^file //p' "$root"/build/*/dependencies-* | sort -u >"$work/read"
[ "$(wc -l <"$work/read")" -gt 100 ] || fail "the build says of too few files that it read them"
while read -r file; do
    while read -r source; do
        case $file in "$source" | "$source"/*) continue 2 ;; esac
    done <"$work/sources"
    case $file in build/* | examples/* | tests/*) ;; *) fail "$file is read by a compiler, and is not in the list of source_fingerprint.c" ;; esac
done <"$work/read"

# What is up to date is left alone; what was made of something else is not.
run
touch "$work/now"
run || fail "the row does not run again"
[ -z "$(find "$made" -newer "$work/now")" ] || fail "nothing has changed, and the build was made again"
was=$(head -n 1 "$made")
other=0123456789abcdef0123456789abcdef
echo $other >"$made"

# A few kernels are built alone then, others in the same directory; and taken from the build of all again once that is up to date.
rm -f "$few"
for kernel in add_f32 sub_f32; do
    run_kernels $kernel || fail "$kernel does not run"
    [ "$(head -n 1 "$few")" = "${was% *} $kernel" ] || fail "$kernel was not built alone"
    [ "$(cat "$made")" = $other ] || fail "$kernel alone was asked for, and all kernels were built"
done
run || fail "the row does not run"
[ "$(head -n 1 "$made")" = "$was" ] || fail "the build was made of something else, and was not made again"
rm -f "$few"
run_kernels add_f32 || fail "add_f32 does not run"
[ ! -e "$few" ] || fail "add_f32 was built alone, and the build of all kernels is up to date"

[ "$failed" != 0 ] || passed=1
conclude
