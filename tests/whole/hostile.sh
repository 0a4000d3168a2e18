#!/bin/sh
# What is wrong with an agent must end in a message and an exit status of the tool's own: an agent cut short or with bytes
# turned round, one that is not at the baseline, a trace without end, a full disk. Never a crash, a hang or a pass.
# SPDX-License-Identifier: MIT
# Usage: hostile.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"
kernels=$root/tests/hostile
good=
patience=$(limit 4000)
trap 'restore; clean_up' EXIT

restore() {
    [ -z "$good" ] || cp -p "$work/agent" "$good"
    good=
}

fail() {
    failed=$((failed + 1))
    echo "FAIL: $1: exit $got" >&2
    head -n 8 "$work/out" >&2
}

# run OPTION...: its exit status in $got, what it says in $work/out.
run() {
    timeout "$patience" "$crosslane" run --no-cache --kernels "$kernels" "$@" >"$work/out" 2>&1 </dev/null
    got=$?
}

# refused WHAT WORDS: the last run was no pass, said the words, and ended by itself.
refused() {
    if [ "$got" -ge 1 ] && [ "$got" -le 3 ] && grep -q -E -e "$2" "$work/out"; then passed=$((passed + 1)); else fail "$1"; fi
}

# flip FILE AT: turns the bits of one byte.
flip() {
    byte=$(od -A n -t u1 -j "$2" -N 1 "$1" | tr -d ' ')
    # shellcheck disable=SC2059 # the format is the byte
    printf "\\$(printf %o $((255 - byte)))" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

for row in x86_64-nehalem-gcc-O2 armhf-max-gcc-O2 s390x-z15-gcc-O2; do
    isa=$("$crosslane" list rows | awk -F '\t' -v row="$row" '$1 == row { print $3 }')
    run --row $row --kernel plain
    [ "$got" = 0 ] || fail "$row: the agent as it is"
    good=$(builds_of "$kernels" "${row%%-*}-gcc-O2")/agent-$isa
    cp -p "$good" "$work/agent" || exit 1
    size=$(wc -c <"$good")
    for length in 0 1 19 52 64 4096 $((size / 2)) $((size - 20000)) $((size - 1)); do
        head -c "$length" "$work/agent" >"$good"
        run --row $row --kernel plain --no-build
        refused "$row: an agent of $length bytes" 'no ELF|symbol|ELF|section|agent|invalid'
        # The emulator alone, too. It needs less of the file.
        run --row $row --kernel plain --no-build --no-evidence
        { [ "$got" -le 3 ] && grep -q -E 'agent|1 of 1 kernels' "$work/out" && passed=$((passed + 1)); } ||
            fail "$row: an agent of $length bytes, without evidence"
    done
    # Its header, and the headers of its sections, which stand at its end. Some bytes mean nothing.
    for at in 4 5 7 16 18 20 24 32 40 46 48 52 54 58 60 $((size - 4)) $((size - 24)) $((size - 60)) $((size - 100)) $((size - 130)) \
        $((size - 200)) $((size - 300)); do
        cp "$work/agent" "$good"
        flip "$good" "$at"
        run --row $row --kernel plain --no-build
        { [ "$got" -le 3 ] && grep -q -E 'agent|1 of 1 kernels' "$work/out" && passed=$((passed + 1)); } ||
            fail "$row: byte $at turned round"
    done
    restore
done

# A kernel whose trace would be of hundreds of MiB.
run --row x86_64-nehalem-gcc-O2 --kernel endless_trace
refused "a trace without end" "its trace is longer than [0-9]* MiB"

# Behind another's, a trace that the log has room for by itself. What was measured is kept: not that. SSE2 has no control run.
rm -rf "$(builds_of "$kernels" x86_64-gcc-O2)/evidence"
run --row x86_64-k8-gcc-O2 --kernel brief_trace --kernel most_trace
if [ "$got" = 0 ] && grep -q '^2 of 2 kernels' "$work/out"; then passed=$((passed + 1)); else fail "a long trace behind another"; fi

# A control run has a line for each instruction. This kernel's calls fill its log.
run --row x86_64-nehalem-gcc-O2 --kernel most_trace --json "$work/results.json"
if [ "$got" = 0 ] && grep -q '"control":"none: the calls of a kernel filled the log' "$work/results.json"; then
    passed=$((passed + 1))
else
    fail "a control run whose log is full"
fi

# A build whose flags somebody changed reaches the agent's own code: AVX2 in a program that has to run without it.
run --row x86_64-k8-llvm-O2 --kernel plain
broken=$(builds_of "$kernels" x86_64-llvm-O2)
cmake -DCMAKE_C_FLAGS="$(sed -n 's/^CMAKE_C_FLAGS:STRING=//p' "$broken/CMakeCache.txt") -mavx2 -O3" "$broken" >"$work/out"
run --row x86_64-k8-llvm-O2 --kernel plain
refused "an agent with AVX2" "the agent's own code is not at the baseline: .* is v"
rm -rf "$broken"

# Where results cannot be written.
run --row s390x-z15-gcc-O2 --kernel plain --json /dev/full
refused "a full disk" "cannot write /dev/full: No space left"
[ -c /dev/full ] && [ ! -e /dev/full.lines ] && passed=$((passed + 1)) || fail "a device as it was"
"$crosslane" list rows >/dev/full 2>"$work/out"
got=$?
refused "a full disk behind standard output" "cannot write standard output"
# The table's lines are flushed one by one, and the last of them may find room again.
"$crosslane" run --kernels "$kernels" --row s390x-z15-gcc-O2 --kernel plain >/dev/full 2>"$work/out"
got=$?
refused "a full disk behind a run's table" "cannot write standard output"

### What runs before main, and behind it: a constructor of the references, which are somebody else's code

mkdir "$work/kernels"
write_early() {
    cat >"$work/kernels/early.c" <<END
#include "kernel.h"
static uint8_t table[256];
#ifdef XL_KERNEL_HOST
#include <stdlib.h>
#include <unistd.h>
__attribute__((unused)) static void forget(void) { _exit(0); }
__attribute__((constructor)) static void early(void)
{
    for (int i = 0; i < 256; i++)
        table[i] = (uint8_t)i;
    $1;
}
#endif
XL_KERNEL(early, .summary = "", .contract = {XL_EXACT}, .only = "vxe2",
          .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})
XL_REFERENCE(early)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = table[a[i]];
}
XL_VECTOR(void, early)(const uint8_t *a, uint8_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, $2, vl);
    }
}
END
}
kernels=$work/kernels
write_early 'exit(0)' 'xl_u8_load(a + i, vl)'
run --row s390x-z15-gcc-O2
if [ "$got" = 2 ] && grep -q 'the constructor early of early.c exited with status 0 on the host instead of returning' "$work/out"; then
    passed=$((passed + 1))
else
    fail "a constructor that exits"
fi
write_early 'while (getenv("PATH")) {}' 'xl_u8_load(a + i, vl)'
timeout -k "$patience" "$patience" "$crosslane" run --kernels "$kernels" --row s390x-z15-gcc-O2 >"$work/out" 2>&1 &
guard=$!
# is_in_constructor: a process that the tool has forked, and that became no other program, computes.
is_in_constructor() {
    for child in $(pgrep -P "$(pgrep -P "$guard")"); do
        [ "$(cat "/proc/$child/comm")" = crosslane ] && has_computed "$child" 50 && return
    done
    false
}
while_running "$guard" is_in_constructor
kill -s TERM "$guard"
wait "$guard"
got=$?
[ "$got" = 130 ] && grep -q '^crosslane: error: interrupted$' "$work/out" && passed=$((passed + 1)) || fail "SIGTERM, in a constructor without end"
write_early 'atexit(forget); close(1); (void)!chdir("/")' 'xl_u8_add(xl_u8_load(a + i, vl), xl_u8_load(a + i, vl), vl)'
run --row s390x-z15-gcc-O2
if [ "$got" = 1 ] && grep -q '^FINDING early .*r\[' "$work/out"; then passed=$((passed + 1)); else fail "a finding, and a handler that exits with 0"; fi
write_early 'atexit(forget); close(1); (void)!chdir("/")' 'xl_u8_load(a + i, vl)'
run --row s390x-z15-gcc-O2 --no-evidence
if [ "$got" = 0 ] && grep -q '^1 of 1 kernels' "$work/out"; then passed=$((passed + 1)); else fail "a reference that wants its constructor"; fi

# As -ffast-math's start-up code changes floating point for the whole program.
sed -i -e 's/#ifdef XL_KERNEL_HOST/#include <fenv.h>\n&/' -e "/^XL_KERNEL(/i __attribute__((constructor)) static void round_up(void)\n{\n    fesetround(FE_UPWARD);\n}" "$work/kernels/early.c"
run --row s390x-z15-gcc-O2 --no-evidence
if [ "$got" = 1 ] && grep -q '^FINDING early .*changed the floating-point control in a static initialiser' "$work/out" &&
    grep -q 'its reference or another one changed the floating-point control' "$work/out"; then
    passed=$((passed + 1))
else
    fail "a constructor that changes the rounding mode"
fi
sed -i 's/fesetround(FE_UPWARD);/fesetround(FE_UPWARD), fesetround(FE_TONEAREST);/' "$work/kernels/early.c"
run --row s390x-z15-gcc-O2 --no-evidence
if [ "$got" = 0 ] && grep -q '^1 of 1 kernels' "$work/out"; then passed=$((passed + 1)); else fail "a constructor that undoes its change"; fi
kernels=$root/tests/hostile

### Without a disassembly, there is no evidence

run --row x86_64-nehalem-gcc-O2 --kernel plain
mv "$(builds_of "$kernels" x86_64-gcc-O2)/disassembly-sse4" "$work"
run --row x86_64-nehalem-gcc-O2 --kernel plain --no-build
refused "a build without its disassembly" 'no disassembly-sse4 in .*: build it again'
mv "$work/disassembly-sse4" "$(builds_of "$kernels" x86_64-gcc-O2)"

conclude
