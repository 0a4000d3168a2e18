#!/bin/sh
# `crosslane bench rate`: what it writes of two kernels on a row, and what it says to wrong words.
# SPDX-License-Identifier: MIT
# Usage: bench-rate.sh BENCH_RATE
set -u
rate=$1
. "$(dirname "$0")/checking.sh"
row=x86_64-nehalem-gcc-O2

# try STATUS OPTION...
try() {
    wanted=$1
    shift
    "$rate" "$@" >"$work/out" 2>&1 </dev/null
    got=$?
    check "$*: exit $got, wanted $wanted" [ $got = "$wanted" ]
}

says() { check "it does not say '$1'" grep -q -E -e "$1" "$work/out"; }

try 0 --row $row --kernel add_f32 --kernel exp_f32 --json "$work/json"
says "^$row +add_f32 +[0-9.]+ +[0-9.]+ +[0-9.]+$"
says '^x86_64 +2 '
# Each object has its five fields, and the efficiency is what it says.
awk -v row=$row '
    function value(line) { sub(/^[^:]*: */, "", line); sub(/,$/, "", line); gsub(/"/, "", line); return line }
    /"row"/ { rows += value($0) == row }
    /"kernel"/ { kernels = kernels " " value($0) }
    /"raw"/ { raw = value($0) }
    /"checked"/ { checked = value($0) }
    /"efficiency"/ { is = value($0); right += raw > 0 && checked > 0 && (is - checked / raw) ^ 2 < 1e-12 }
    END { exit rows != 2 || right != 2 || (kernels != " add_f32 exp_f32" && kernels != " exp_f32 add_f32") }
' "$work/json"
check "two objects" [ $? = 0 ]
cp "$work/json" "$work/out"
says '^\[$'

# The calls of exhaustive runs: of kernels that have them, others are not measured.
try 0 --exhaustive --row $row --kernel exp_f32 --kernel dot_f32
says "^$row +exp_f32 +[0-9.]+ +[0-9.]+ +[0-9.]+$"
says '^x86_64 +1 '
try 1 --exhaustive --row $row --kernel dot_f32

try 2 --row nowhere
says "no row matches 'nowhere'"
try 2 --row $row --kernel nobody
says "no kernel matches 'nobody'"
try 2 --rounds 3
says "unknown option '--rounds'"
try 2 rate
says "unexpected argument 'rate'"
try 2 --json "$work/no/file"
says "json: cannot write '$work/no/file'"
try 0 --help
says '^Usage: crosslane bench rate'

conclude
