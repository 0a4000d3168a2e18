#!/bin/sh
# Two runs at once in one checkout: each runs what it has built, whatever the other makes of it meanwhile.
# SPDX-License-Identifier: MIT
# Usage: two-runs.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"

# write right|wrong: the kernel.
write() {
    [ "$1" = right ] && result='a[i] ^ b[i]' || result='(a[i] ^ b[i]) + 1'
    write_kernel "$work/kernels/mix_u32.c" u32 'a b' 'a[i] ^ b[i]' "$(each "$result")"
}

# run NAME OPTION...: on rows of one agent, one after the other.
run() {
    said=$1
    shift
    "$crosslane" run --no-cache --kernels "$work/kernels" --jobs 1 --no-evidence --json "$work/$said.json" \
        "$@" >"$work/$said.out" 2>&1
}

# rows NAME OUTCOME: how many rows of that run ended so.
rows() { grep -c "^riscv64.* $2 " "$work/$1.out"; }

# begin_first: a run of all rows, stopped when its first row has ended. Fails if it has ended before.
begin_first() {
    rm -f "$work/first.json.lines"
    setsid "$crosslane" run --no-cache --kernels "$work/kernels" --jobs 1 --no-evidence --json "$work/first.json" \
        --row 'riscv64-v[125]*[0-9]-gcc-O2' --count $count >"$work/first.out" 2>&1 &
    first=$!
    while_running $first test -s "$work/first.json.lines" || return 1
    kill -s STOP -- "-$first"
    [ "$(wc -l <"$work/first.json.lines")" = 1 ]
}

# at_once FIRST SECOND: a run of the first version, and one of the second while it is stopped. More rounds keep a quick machine busy.
count=200
at_once() {
    write "$1"
    until begin_first || [ $count -gt 100000 ]; do
        kill -s CONT -- "-$first" 2>/dev/null
        wait $first
        count=$((4 * count))
    done
    write "$2"
    run second --row riscv64-v128-gcc-O2
    kill -0 $first 2>/dev/null && still=yes || still=no
    kill -s CONT -- "-$first"
    wait $first
}

mkdir "$work/kernels"
write right
run first --row 'riscv64-v[125]*[0-9]-gcc-O2'
all=$(rows first pass)
check "several rows" test "$all" = 3

at_once right wrong
check "the second run is over while the first goes on" test "$still" = yes
check "the right one passes although a wrong one was built" test "$(rows first pass)" = "$all"
check "the wrong one fails beside it" test "$(rows second fail)" = 1

at_once wrong right
check "the wrong one fails although a right one was built" test "$(rows first fail)" = "$all"
check "the right one passes beside it" test "$(rows second pass)" = 1

conclude
