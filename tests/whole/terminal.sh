#!/bin/sh
# What people see on terminals: tables that fit, ASCII alone, no colours with NO_COLOR. What programs read has neither heads nor cuts.
# SPDX-License-Identifier: MIT
# Usage: terminal.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"

# shown: what stays on the screen. Progress goes up its lines and erases them; a machine that is slow shows it often.
shown() {
    awk '{
        while ((at = index($0, "\033[J")) > 0) {
            erased = substr($0, 1, at - 1)
            $0 = substr($0, at + 3)
            if (match(erased, /\033\[[0-9]+A/)) n -= substr(erased, RSTART + 2, RLENGTH - 3)
        }
        line[++n] = $0
    } END { for (i = 1; i <= n; i++) print line[i] }' | sed 's/\x1b\[[0-9;]*[A-Za-z]//g'
}

# on COLUMNS WORD...: what the command shows on a terminal of so many columns, in out, without colours in plain. Its exit status is the result.
on() {
    columns=$1
    shift
    quoted=$(printf " '%s'" "$@")
    TERM=xterm script -qec "stty cols $columns rows 50; exec $quoted" /dev/null </dev/null >"$work/typed"
    status=$?
    tr -d '\r' <"$work/typed" >"$work/out"
    shown <"$work/out" >"$work/plain"
    return $status
}

says() { grep -q -F -e "$2" "$work/$1"; }
fits() { ! awk -v most="$1" 'length > most { print length ": " $0; wide = 1 } END { exit !wide }' "$work/plain" >&2; }
is_ascii() { ! LC_ALL=C grep -q '[^ -~]' "$work/plain"; }

for columns in 40 80 120; do
    for what in rows kernels isas builds bugs; do
        on $columns "$crosslane" list $what
        check "list $what: $columns columns" fits $columns
        check "list $what: ASCII" is_ascii
        first=$("$crosslane" list $what | head -n 1 | cut -f 1 | cut -c 1-20)
        check "list $what: a head, then the first" sh -c '[ "$(sed -n 1p "$1" | cut -d " " -f 1)" = "$2" ] && sed -n 2p "$1" | grep -q -F -e "$3"' \
            sh "$work/plain" "$(case $what in bugs) echo id ;; *) echo ${what%s} ;; esac)" "$first"
    done
done
on 40 "$crosslane" list rows
check "columns without room are named" says plain "not shown: isa compiler"
on 200 "$crosslane" list builds
check "nothing is named where all have room" sh -c '! grep -q "not shown" "$1"' sh "$work/plain"
"$crosslane" list rows >"$work/lines"
check "programs read lines without a head" sh -c '[ "$(head -n 1 "$1" | cut -f 2)" = aarch64 ]' sh "$work/lines"

# doctor's words have no room only if one of them is longer than a line.
on 40 "$crosslane" doctor
check "doctor: a verdict at the end" sh -c 'grep "^[^ ]" "$1" | tail -n 1 | grep -q "^verdict"' sh "$work/plain"
check "doctor: 40 columns" sh -c 'awk "length > 40 && NF > 1" "$1" | { ! grep .; }' sh "$work/plain"
on 80 "$crosslane" run --help
check "help: 80 columns" fits 80
on 40 "$crosslane" run --help
check "help: 40 columns" fits 40

# A row that passes, and one whose reason is long.
mkdir "$work/kernels"
sed 's/sum_i32/own_i32/g' "$root/examples/demo/sum_i32.c" >"$work/kernels/own_i32.c"
rows='--row riscv64-v256-gcc-O2 --row riscv64-v256_ones-gcc-O2'
"$crosslane" run --kernels "$work/kernels" $rows >"$work/log" 2>"$work/err"    # builds
check "a log has all columns" grep -q '^row  *isa  *vl  *kernels  *outcome  *time$' "$work/log"
check "a log has no colours" sh -c '! grep -q "$(printf "\033")" "$1"' sh "$work/log"
check "progress in a log has words" sh -c '! grep -q -E ": ?$" "$1"' sh "$work/err"
# Only a machine that is slow, or was busy, prints a forecast.
forget_forecast() { sed -i '/^crosslane: [0-9]* of [0-9]* rows, /d' "$work/plain"; }
# The table alone: findings are as wide as what they show.
table() { forget_forecast; sed -i '/^FINDING/,$d' "$work/plain"; }
on 40 "$crosslane" run --kernels "$work/kernels" $rows
table
check "a run on 40 columns" fits 40
check "its table" says plain "outcome  row"
check "its row" says plain "fail     riscv64-v256_ones-gcc-O2"
check "its reason, on its own line" grep -q '^    1 of 1 kernels failed$' "$work/plain"
check "colours" sh -c 'grep -q "$(printf "\033\[31mfail")" "$1"' sh "$work/out"
on 80 env NO_COLOR=1 "$crosslane" run --kernels "$work/kernels" $rows
check "NO_COLOR" sh -c '! grep -q "$(printf "\033\[3")" "$1"' sh "$work/out"
table
check "a run on 80 columns" fits 80
for columns in 40 80 120; do
    on $columns "$crosslane" run --kernels "$work/kernels" $rows
    forget_forecast
    check "a finding on $columns columns: only a word alone is longer" sh -c 'awk -v most="$2" "length > most && NF > 1" "$1" | { ! grep .; }' sh "$work/plain" $columns
    check "the conclusion is the last line" sh -c 'grep . "$1" | tail -n 1 | grep -q -x "FAIL: own_i32 on 1 of 2 rows"' sh "$work/plain"
done
check "the long QEMU_CPU is cut" says plain "QEMU_CPU rv64i,..., VL 256"
on 80 "$crosslane" run --kernels "$work/kernels" $rows --all
check "with --all it is whole" sh -c 'tr -d "\n" <"$1" | grep -q "rvv_ma_all_1s=true, *VL 256"' sh "$work/plain"
on 80 "$crosslane" run --kernels "$work/kernels" $rows
table
check "all columns of the table" grep -q '^row  *isa  *vl  *kernels  *outcome  *time$' "$work/plain"
conclude
