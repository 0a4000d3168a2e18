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

# run OPTION...: its exit status in $got, what it says in $work/out.
run() {
    timeout "$patience" "$crosslane" run --no-cache --kernels "$kernels" "$@" >"$work/out" 2>&1 </dev/null
    got=$?
}

# ended FIRST LAST WORDS: the last run ended by itself, with an exit status from FIRST to LAST, and said the words.
ended() { [ "$got" -ge "$1" ] && [ "$got" -le "$2" ] && grep -q -E -e "$3" "$work/out"; }
# refused WHAT WORDS: the last run was no pass, and said the words.
refused() { check "$1: exit $got" ended 1 3 "$2"; }

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
        check "$row: an agent of $length bytes, without evidence: exit $got" ended 0 3 'agent|1 of 1 kernels'
    done
    # Its header, and the headers of its sections, which stand at its end. Some bytes mean nothing.
    for at in 4 5 7 16 18 20 24 32 40 46 48 52 54 58 60 $((size - 4)) $((size - 24)) $((size - 60)) $((size - 100)) $((size - 130)) \
        $((size - 200)) $((size - 300)); do
        cp "$work/agent" "$good"
        flip "$good" "$at"
        run --row $row --kernel plain --no-build
        check "$row: byte $at turned round: exit $got" ended 0 3 'agent|1 of 1 kernels'
    done
    restore
done

# A kernel whose trace would be of hundreds of MiB.
run --row x86_64-nehalem-gcc-O2 --kernel endless_trace
refused "a trace without end" "its trace is longer than [0-9]* MiB"

# Behind another's, a trace that the log has room for by itself. What was measured is kept: not that. SSE2 has no control run.
rm -rf "$(builds_of "$kernels" x86_64-gcc-O2)/evidence"
run --row x86_64-k8-gcc-O2 --kernel brief_trace --kernel most_trace
check "a long trace behind another" ended 0 0 '^2 of 2 kernels'

# A control run has a line for each instruction. This kernel's calls fill its log.
run --row x86_64-nehalem-gcc-O2 --kernel most_trace --json "$work/results.json"
check "a run whose control run fills the log" is "$got" 0
check "says so" grep -q '"control":"none: the calls of a kernel filled the log' "$work/results.json"

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
check "a device as it was" [ -c /dev/full -a ! -e /dev/full.lines ]
"$crosslane" list rows >/dev/full 2>"$work/out"
got=$?
refused "a full disk behind standard output" "cannot write standard output"
# The table's lines are flushed one by one, and the last of them may find room again.
"$crosslane" run --kernels "$kernels" --row s390x-z15-gcc-O2 --kernel plain >/dev/full 2>"$work/out"
got=$?
refused "a full disk behind a run's table" "cannot write standard output"

### Where ptrace is refused: what is not traced says so, and is not kept

contained=$(dirname "$crosslane")/contained
mkdir "$work/untraced"
sed "s/r\[i\] = a\[i\] + 1, wrapping/and again in ${work##*/}/" "$kernels/plain.c" >"$work/untraced/plain.c"
native() {
    timeout "$patience" "$@" run --kernels "$work/untraced" --row 'x86_64-native_avx512-gcc-O2' --json "$work/results.json" \
        >"$work/out" 2>&1 </dev/null
    got=$?
}
evidence_is() { [ "$got" = 0 ] && grep -q -F "\"evidence\":\"$1" "$work/results.json"; }
if grep -q -w avx512vl /proc/cpuinfo; then
    native "$contained" untraced "$crosslane"
    check "AVX-512 without ptrace: exit $got" evidence_is "static: native row, by disassembly"
    native "$crosslane"
    check "AVX-512 with ptrace, after that: exit $got" evidence_is "traced: native row, by single steps"
    native "$contained" untraced "$crosslane"
    check "what was traced is kept: exit $got" evidence_is "traced: native row, by single steps"
fi
kernels=$root/tests/downstream/dispatched
timeout "$patience" "$contained" untraced "$crosslane" run --no-cache --kernels "$kernels" --row x86_64-native_sse4-gcc-O2 \
    --json "$work/results.json" >"$work/out" 2>&1 </dev/null
check "a dispatcher without ptrace" grep -q 'not traced: unknown which implementation it calls: ptrace: Operation not permitted' \
    "$work/results.json"
mkdir "$work/idle"
sed 's/XL_KERNEL(plain,/& .needs = {{"sse4", "pclmulqdq"}},/' "$root/tests/hostile/plain.c" >"$work/idle/plain.c"
timeout "$patience" "$contained" untraced "$crosslane" run --no-cache --kernels "$work/idle" --row x86_64-native_sse4-gcc-O2 >"$work/out" 2>&1 </dev/null
got=$?
check "a feature of .needs that the code lacks, without ptrace: exit $got" ended 1 1 'it has no instruction of pclmulqdq, which its .needs names'
kernels=$root/tests/hostile

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
check "a constructor that exits" ended 2 2 'the constructor early of early.c exited with status 0 on the host instead of returning'
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
check "SIGTERM, in a constructor without end" ended 130 130 '^crosslane: error: interrupted$'
write_early 'atexit(forget); close(1); (void)!chdir("/")' 'xl_u8_add(xl_u8_load(a + i, vl), xl_u8_load(a + i, vl), vl)'
run --row s390x-z15-gcc-O2
check "a finding, and a handler that exits with 0" ended 1 1 '^FINDING early .*r\['
write_early 'atexit(forget); close(1); (void)!chdir("/")' 'xl_u8_load(a + i, vl)'
run --row s390x-z15-gcc-O2 --no-evidence
check "a reference that wants its constructor" ended 0 0 '^1 of 1 kernels'

# As -ffast-math's start-up code changes floating point for the whole program.
sed -i -e 's/#ifdef XL_KERNEL_HOST/#include <fenv.h>\n&/' -e "/^XL_KERNEL(/i __attribute__((constructor)) static void round_up(void)\n{\n    fesetround(FE_UPWARD);\n}" "$work/kernels/early.c"
run --row s390x-z15-gcc-O2 --no-evidence
check "a constructor that changes the rounding mode" ended 1 1 '^FINDING early .*changed the floating-point control in a static initialiser'
check "the reference's" ended 1 1 'its reference or another one changed the floating-point control'
sed -i 's/fesetround(FE_UPWARD);/fesetround(FE_UPWARD), fesetround(FE_TONEAREST);/' "$work/kernels/early.c"
run --row s390x-z15-gcc-O2 --no-evidence
check "a constructor that undoes its change" ended 0 0 '^1 of 1 kernels'
kernels=$root/tests/hostile

### Without a disassembly, there is no evidence

run --row x86_64-nehalem-gcc-O2 --kernel plain
mv "$(builds_of "$kernels" x86_64-gcc-O2)/disassembly-sse4" "$work"
run --row x86_64-nehalem-gcc-O2 --kernel plain --no-build
refused "a build without its disassembly" 'no disassembly-sse4 in .*: build it again'
mv "$work/disassembly-sse4" "$(builds_of "$kernels" x86_64-gcc-O2)"

conclude
