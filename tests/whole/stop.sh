#!/bin/sh
# What becomes of a run that is ended before it is done: what was computed is kept, the rest is not-run and says why.
# SPDX-License-Identifier: MIT
# Usage: stop.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"

# says FILE WORDS: the words are in the file.
says() { grep -q -F -e "$2" "$work/$1"; }

last_lines() {
    tail -n 2 "$work/out" | head -n 1 | grep -q "^[0-9]* of [0-9]* kernels checked on $1 of $2 rows$" && tail -n 1 "$work/out" | grep -q -x "FAIL: .*"
}

# run OPTION...: two rows of a project that has been built for the first only, one row at a time.
run() {
    rm -f "$work/r.json"
    "$crosslane" run --no-cache --kernels "$work/project/kernels" --jobs 1 --json "$work/r.json" "$@" >"$work/out" 2>"$work/err"
    status=$?
}

# all_say REASON: each row of the results is not-run for this reason, and the whole is cut short.
all_say() {
    says r.json "\"cut_short\":\"$1\"" || return 1
    [ "$(grep -c '"outcome": *"not-run"' "$work/r.json")" -ge 1 ] && ! grep -q '"outcome": *"fail"' "$work/r.json" &&
        says out "stopped early: $1" && grep -q '"reason": *"'"$1"'"' "$work/r.json"
}

cp -R "$root/tests/downstream" "$work/project"
run --row s390x-z15-gcc-O2
check "nothing ends it" test "$status" = 0
check "a whole run is not cut short" sh -c '! grep -q cut_short "$1"' sh "$work/r.json"
build=$(builds_of "$work/project/kernels" s390x-gcc-O2)

# While rows run: the first is under way, the second has not begun.
run --row s390x-z15-gcc-O2 --row s390x-z14-gcc-O2 --count 1000000 --time-limit 3
check "time limit: exit 1" test "$status" = 1
check "time limit: reasons" all_say "time limit 3 s reached"
check "time limit: both rows" says out "2 of 2 rows unfinished"
check "time limit: the last lines" last_lines 0 2

# While a build is made, a second after what comes before it: on a slow machine that takes long. Its compiler is ended with it.
began=$(date +%s)
"$crosslane" run --kernels "$work/project/kernels" --row s390x-z15-gcc-O2 >"$work/out" 2>&1
limit=$(($(date +%s) - began + 1))
run --row s390x-z15-llvm-O2 --time-limit $limit
check "a build: exit 1" test "$status" = 1
check "a build: reasons" all_say "time limit $limit s reached"
nothing_of() { ! pgrep -f -- "$1"; }
check "a build: nothing of it goes on" wait_for nothing_of "s390x-llvm-O2[+]${build##*+}"
run --row s390x-z15-llvm-O2
check "a build that was ended is made by the next run" test "$status" = 0

# Killed while its compilers run: they end with it, although ninja gives each a process group of its own.
compilers() { pgrep -f "cc1 .*$work/project"; }
"$crosslane" run --kernels "$work/project/kernels" --row aarch64-sve256-gcc-O2 >"$work/out" 2>"$work/err" &
pid=$!
check "killed: there was a compiler" while_running "$pid" compilers
kill -KILL "$pid"
wait "$pid"
check "killed: nothing of it goes on" wait_for nothing_of "$work/project|[+]${build##*+}"

# A finding that was there before the end stays one, and its row fails for it.
sed -e 's/gain_i16/early_i16/; s/>> GAIN_SHIFT/>> (GAIN_SHIFT + 1)/' \
    "$work/project/kernels/audio/gain_i16.c" | sed 's/gain_i16/early_i16/g' >"$work/project/kernels/audio/early_i16.c"
# The limit is a multiple of what it takes here to find it; what builds it is not measured.
run --row s390x-z15-gcc-O2 --row s390x-z14-gcc-O2 --build-only
begin=$(date +%s)
run --row s390x-z15-gcc-O2 --row s390x-z14-gcc-O2
seconds=$((4 * ($(date +%s) - begin + 1)))
run --row s390x-z15-gcc-O2 --row s390x-z14-gcc-O2 --count 1000000 --time-limit $seconds
check "a finding: exit 1" test "$status" = 1
check "a finding: its row fails" says out " kernels failed; time limit $seconds s reached"
check "a finding: it is kept" says r.json "\"check\":\"value\""
check "a finding: the other row is not run" says out "1 of 2 rows unfinished"
rm "$work/project/kernels/audio/early_i16.c"

# Without trees: what there is to be made is said before it is begun.
seconds=$(limit 10)
CROSSLANE_CACHE=$work/cache run --row s390x-z15-gcc-O2 --time-limit "$seconds"
check "trees: exit 1" test "$status" = 1
check "trees: what and where" says err "trees: 2 to make in $work/cache, once: tools s390x"
check "trees: how much" says err "MiB on disk"
check "trees: reasons" all_say "time limit $seconds s reached"

# guests PID: the emulators that run for this run.
guests() { pgrep -f "qemu-s390x .*/proc/$1/fd/"; }

for signal in INT TERM; do
    "$crosslane" run --no-cache --kernels "$work/project/kernels" --jobs 1 --json "$work/r.json" --count 1000000 \
        --row s390x-z15-gcc-O2 --row s390x-z14-gcc-O2 >"$work/out" 2>"$work/err" &
    pid=$!
    while_running "$pid" guests "$pid"
    kill -"$signal" "$pid"
    wait "$pid"
    status=$?
    check "$signal: exit 130" test "$status" = 130
    check "$signal: reasons" all_say interrupted
    check "$signal: the last lines" last_lines 0 2
done

# Stopped in the middle, with its guests, for longer than a call may take: no call hangs.
"$crosslane" run --no-cache --kernels "$work/project/kernels" --jobs 1 --json "$work/r.json" --count 1000000 --call-limit 6 \
    --row s390x-z15-gcc-O2 >"$work/out" 2>"$work/err" &
pid=$!
make_calls() { has_computed "$(guests "$pid" | tail -n 1)" "$1"; }
check "stopped: its guest makes calls" while_running "$pid" make_calls 50
stopped=$(guests "$pid")
# shellcheck disable=SC2086 # a list of numbers
kill -STOP $stopped
kill -STOP "$pid"
sleep 7 # longer than the limit, and nothing has to happen
kill -CONT "$pid"
# shellcheck disable=SC2086 # a list of numbers
kill -CONT $stopped
# A call that hangs would be seen before these calls are made.
check "continued: it goes on" while_running "$pid" make_calls $(($(ticks "${stopped##*
}") + 100))
kill -INT "$pid"
wait "$pid"
status=$?
check "stopped and continued: exit 130" test "$status" = 130
check "stopped and continued: no hang" all_say interrupted

# While a reference does not return.
cp "$root/tests/detect/reference_hangs.c" "$work/project/kernels/audio"
"$crosslane" run --kernels "$work/project/kernels" --kernel reference_hangs --jobs 1 --json "$work/r.json" --call-limit 3600 \
    --row s390x-z15-gcc-O2 >"$work/out" 2>"$work/err" &
pid=$!
computes() { for child in $(pgrep -P "$pid"); do has_computed "$child" 50 && return; done; false; }
check "a reference: it computes" while_running "$pid" computes
kill -INT "$pid"
wait "$pid"
status=$?
check "a reference: exit 130" test "$status" = 130
check "a reference: reasons" all_say interrupted
check "a reference: nothing of it goes on" wait_for nothing_of "$work/project/kernels --kernel reference_hang[s]"
conclude
