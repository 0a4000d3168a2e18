#!/bin/sh
# `crosslane exec` on this machine's own CPU: breakpoints show which functions a command executes, and the command does not notice them.
# SPDX-License-Identifier: MIT
# Usage: exec-native.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"
row=x86_64-native_avx2-gcc-O2
build=$work/build
. "$root/harness/base/environment.sh"
. "$root/harness/base/cache.sh"
called=test-native-${work##*.}

clean_suites() {
    rm -rf "$cache/suites/$called"
    clean_up
}
trap clean_suites EXIT

# run ROW OPTION... -- COMMAND...: sets $status; the output is in out and err.
run() {
    on=$1
    shift
    (cd "$build" && "$crosslane" exec --row "$on" "$@" >"$work/out" 2>"$work/err" </dev/null)
    status=$?
}

is_silent_about() { ! says "$1"; }
executes() { [ "$(sed -n 's/^  executed  //p' "$work/err" | LC_ALL=C sort | tr '\n' ' ')" = "$1 " ]; }

# executed NAME STATUS FUNCTIONS: the last run ended so, as it does without breakpoints, and executed exactly these.
executed() {
    check "$1: its exit status" test "$status" = "$2"
    check "$1: its exit status is the same with breakpoints" is_silent_about '^note: the command ended with'
    check "$1: executed functions are $3" executes "$3"
}

mkdir "$build"
if ! grep -q -w avx2 /proc/cpuinfo; then
    run $row -- true
    check "a CPU without the ISA" test "$status" = 3
    conclude || exit 1
    echo "skipped: this machine's CPU has no avx2"
    exit 77
fi
cmake -G Ninja -DCMAKE_C_FLAGS=-g -S "$root/tests/suite/native" -B "$build" >"$work/log" 2>&1 && ninja -C "$build" >>"$work/log" 2>&1 ||
    { cat "$work/log"; check "the project builds" false; }
run $row --of program -- ./program
if says 'cannot trace the command'; then
    check "a machine that forbids ptrace" test "$status" = 3
    conclude || exit 1
    echo "skipped: this machine forbids ptrace"
    exit 77
fi

### What a program does, for each way to link it; it checks its own sums

executed "a PIE" 0 sum_avx2
check "what did not run is named" says '^  never     sum_never  [1-9][0-9]* vector instructions$'
check "a sum" says '^1 of 7 vector functions of avx2 executed on x86_64-native_avx2-gcc-O2, in 1 program$'
check "no control" says "^control: none: this machine's CPU always has avx2$"
for program in ./program ./fixed; do
    while read -r wanted mode functions; do
        run $row --of "${program#./}" -- $program $mode
        executed "$program $mode" "$wanted" "$functions"
    done <<'END'
0 starts sum_child
0 forks sum_child sum_parent
0 vforks sum_child sum_parent
0 threads sum_thread
0 forks_threads sum_thread
0 becomes sum_child
0 traps sum_avx2 sum_handler
0 stops sum_child
0 reads sum_avx2
0 leaves sum_parent
134 aborts sum_before_end
143 terminates sum_before_end
END
done
run $row --of static -- ./static forks
check "a static program" test "$status" = 0
check "a static program's own functions" says '^  executed  sum_parent$'
check "not its libc's" is_silent_about '^  (executed|never)  +__str'
run $row --of libopened.so -- ./program library ./libopened.so
executed "a library that is opened twice" 0 "sum_constructor sum_library sum_reopened"
run $row --of program -- ctest
executed "ctest" 0 "sum_avx2 sum_child"
run $row --json "$work/json" -- ./program
executed "all files but the system's" 0 sum_avx2
check "JSON: executed functions" test "$(grep -c '"executed":true' "$work/json")" = 1
check "JSON: the others" test "$(grep -c '"executed":false' "$work/json")" = 6
check "JSON: no numbers of executed instructions" sh -c '! grep -q insns_executed "$1"' sh "$work/json"
check "JSON: unknown functions" grep -q '"vector_functions_unknown":2' "$work/json"
run $row --of 'libc.so*' -- ./program
check "a library of the system is looked at if it is named, also if its debug file is installed" says '^library .*/libc\.so\.6'

run $row --of program -- "$root/toolchains/emulator.sh" qemu-x86_64 -L / ./program
executed "a build system's emulator is not called" 0 sum_avx2

### suite

# suite LINE: with a further line of crosslane.yml; sets $status; the output is in out.
suite() {
    printf 'suite:\n  name: %s\n  dir: %s\n  build: cmake\n  %s\n' "$called" "$root/tests/suite/native" "$1" >"$work/crosslane.yml"
    "$crosslane" suite "$work" --row $row --json "$work/json" >"$work/out" 2>"$work/err" </dev/null
    status=$?
}
if unshare -Urm true 2>/dev/null; then
    suite 'targets: [program]'
    check "suite: it passes, also if the sysroot's C library is newer" test "$status" = 0
    check "suite: its functions" grep -q -E '2 of 2 +2 of 7 +pass' "$work/out"
    check "suite: what did not run" grep -q 'avx2: 5 of 7 vector functions executed on no row: sum_before_end' "$work/out"
    suite 'expect: {avx2: [sum_thread]}'
    check "suite: a function that must execute: a finding" test "$status" = 1
    check "suite: its text" grep -q "no vector function 'sum_thread' executed" "$work/json"
    suite 'test: {scalar: ./program dispatched scalar}'
    check "suite: a dispatcher that chooses scalar code: a finding" test "$status" = 1
    check "suite: its text" grep -q 'no vector code of avx2 executed, though 7 functions have some' "$work/json"
else # a newer C library of the sysroot cannot be mounted here
    suite 'targets: [program]'
    check "suite: without mounts it passes, or says why not" grep -q -E "2 of 2 +2 of 7 +pass|skip .*C library is too old" "$work/out"
fi

### What is no proof

run $row --of program -- ./program dispatched scalar
check "a dispatcher that chooses scalar code: a finding" test "$status" = 1
check "its text" says '^FINDING evidence on x86_64-native_avx2-gcc-O2: no vector code of avx2 executed, though 7 functions have some$'
run $row --of program --expect sum_thread -- ./program
check "--expect" test "$status" = 1
check "its text" says "no vector function 'sum_thread' executed"
run $row --of program -- ./program makes
check "code that a program makes is in no file" test "$status" = 1
run $row --of stripped -- ./stripped
check "a stripped program: a finding" test "$status" = 1
check "its text" says '1 vector function cannot be measured natively: no symbol has its entry'
check "its function" says '^  unknown   0x[0-9a-f]+  [1-9][0-9]* vector instructions?$'
run $row --of program -- ./program
check "a label may be data" says '^  unknown   table  1 vector instruction$'
check "a function that begins with int3" says '^  unknown   own_trap  1 vector instruction$'
check "they are counted" says '^note: 2 vector functions are not measured: no symbol says that they are functions$'

### What cannot be followed

lost='^note: 1 program or file could not be followed'
run $row --of gone --of program -- sh -c 'cp program gone; ./gone vanishes && ./program'
executed "a program without a file" 0 sum_avx2
check "a program without a file is said" says "$lost"
run $row --of gone -- sh -c 'cp program gone; ./gone child; cp program new; mv new gone; ./gone forks'
check "a program that is replaced" says '^note: 2 programs or files could not be followed'
check "a program that is replaced has no evidence" test "$status" = 1
printf '.globl _start\n_start: movl $1, %%eax\nxorl %%ebx, %%ebx\nint $0x80\n' | as --32 -o "$work/short.o" - && ld -m elf_i386 -o "$build/short" "$work/short.o"
if (cd "$build" && ./short) 2>/dev/null; then
    run $row --of program -- sh -c './short && ./program'
    executed "a 32-bit program" 0 sum_avx2
    check "a 32-bit program is said" says "$lost"
else
    skip "a 32-bit program" "this machine runs none"
fi
sed s/_dl_debug_state/_dl_debug_other/g "$(readlink -f /lib64/ld-linux-x86-64.so.2)" >"$build/loader" && chmod +x "$build/loader"
cc -g -O2 -pthread -o "$build/loaded" "$root/tests/suite/native/program.c" "-Wl,--dynamic-linker=$build/loader"
run $row --of loaded -- ./loaded
executed "an unknown dynamic linker" 0 sum_avx2
check "an unknown dynamic linker is said" says "$lost"
cp "$build/program" "$build/granted"
chmod u+s "$build/granted"
as_user=
[ "$(id -u)" != 0 ] || as_user="unshare -U --map-user=1000"
if $as_user true 2>/dev/null; then # else root cannot be a user here, whose rights the program would change
    (cd "$build" && $as_user "$crosslane" exec --row $row --of granted -- ./granted >"$work/out" 2>"$work/err" </dev/null)
    check "a set-user-ID program is said" says "$lost"
fi

### Bad input, other machines

run $row --of program -- "$crosslane" exec --row $row --of program -- ./program
check "a command that is traced cannot trace" says '^note: the command ended with 3 when it was logged, with 0 before$'
tools=$("$root/sysroots/mk-tools")
(cd "$build" && "$tools/usr/bin/qemu-x86_64" -cpu Haswell "$crosslane" exec --row $row --of program -- ./program >"$work/out" 2>"$work/err" </dev/null)
check "a machine without ptrace" test $? = 3
check "its text" says 'cannot trace the command, so what executes is unknown: Function not implemented'
for evidence in '' '--of program'; do
    (cd "$build" && "$tools/usr/bin/qemu-x86_64" -cpu Haswell "$crosslane" exec --row x86_64-native_avx512-gcc-O2 $evidence -- ./program >"$work/out" 2>"$work/err" </dev/null)
    check "a CPU without the ISA $evidence" test $? = 3
    check "its text" says "this machine's CPU has no avx512"
done
run $row --of program -- no-such-command
check "an unknown command" test "$status" = 3
run $row --of program -- "$work/log"
check "a file that is no program" test "$status" = 3
conclude
