#!/bin/sh
# `crosslane exec`: programs of each architecture run on a row's CPU, in whatever way they are started, and the vector code that they
# executed is named; what executed none is a finding.
# SPDX-License-Identifier: MIT
# Usage: exec.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"
project=$root/tests/suite

# build ROW FLAGS: the project, built for the row's architecture with its toolchain file. Sets $build.
build() {
    arch=${1%%-*}
    build=$work/$arch
    cmake -G Ninja -S "$project" -B "$build" -DCMAKE_TOOLCHAIN_FILE="$root/toolchains/$arch-gcc.cmake" -DCMAKE_C_FLAGS="-g $2" \
        -DCMAKE_CROSSCOMPILING_EMULATOR="$crosslane;exec;--row;$1;--" >"$work/log" 2>&1 && ninja -C "$build" >>"$work/log" 2>&1 ||
        { cat "$work/log"; check "the project builds for $arch" false; }
}

# run ROW OPTION... -- COMMAND...: sets $status; the output is in out and err.
run() {
    on=$1
    shift
    (cd "$build" && "$crosslane" exec --row "$on" "$@" >"$work/out" 2>"$work/err" </dev/null)
    status=$?
}

# executed NAME FUNCTION: the last run passed, and executed the function.
executed() {
    check "$1" test "$status" = 0
    check "$1: $2 is executed" says "^  executed  $2  [1-9][0-9]* of [1-9][0-9]* vector instructions"
}

### Every architecture: a program, one that it starts, a static one

while read -r row flags; do
    build "$row" "$flags"
    run "$row" --of program -- ./program
    executed "$row, a program" sum_plain
    check "$row: what did not run is named" says '^  never     sum_never  [1-9]'
    check "$row: a sum" says '^[1-9][0-9]* of [1-9][0-9]* vector functions of [a-z0-9]+ executed on '
    run "$row" --of static -- ./static child
    executed "$row, a static program" sum_child
    [ "$arch" != x86_64 ] || continue
    run "$row" --of program -- ./program starts
    executed "$row, a program that a program starts" sum_child
    run "$row" --of program -- sh -c './program thread'
    executed "$row, a program that a shell starts" sum_thread
done <<'END'
aarch64-cortex_a53-gcc-O2
armhf-cortex_a15-gcc-O2 -mfpu=neon-vfpv4
ppc64el-power8-gcc-O2
s390x-z15-gcc-O2 -march=z15
riscv64-v256-gcc-O2 -march=rv64gcv -O3
loong64-la464_lsx-gcc-O2 -mlsx
x86_64-k8-gcc-O2
END

build s390x-z15-gcc-O2 -march=z15
run s390x-z15-gcc-O2 --of program -- ./program
check "code that does not need the newest ISA is no finding" says '^control: QEMU_CPU .*: executed the same vector functions; they need vxe only$'

row=x86_64-nehalem-gcc-O2
build=$work/x86_64
run $row --of own -- ./own
check "code for the row's ISA that never executes is a finding" test "$status" = 1
check "which names it" says 'no instruction that only sse4 has executed, though newer(, chosen)? (has|have) some: nothing asks the CPU for it'
run $row --of own -- ./own asks
check "a function for the ISA alone proves it" says '^control: QEMU_CPU .*: did not execute newer$'
run $row --of own -- ./own chosen
check "and so does one instruction of a function for both" says 'did not execute the instructions that only sse4 has, in chosen$'

### Who wrote vector code

# compile ARCH COMPILER OPTION...: with the architecture's toolchain.
compile() {
    tree=$("$root/sysroots/mk-sysroot" "$1")
    { read -r cc && read -r own_flags && read -r link_flags; } <<DRIVER
$("$root/toolchains/driver.sh" "$1" "$2" "$tree" "$("$root/sysroots/mk-tools")")
DRIVER
    shift 2
    "$cc" --sysroot="$tree" $own_flags "$@" $link_flags >"$work/log" 2>&1 || { cat "$work/log"; check "it compiles: $*" false; }
}

# written ARCH COMPILER FLAGS INSTRUCTION RETURN: $build/written, which has vector code in each way to write it.
written() {
    build=$work/written
    rm -rf "$build"
    mkdir "$build"
    printf '.text\n.globl by_file\n.type by_file, %%function\nby_file:\n\t%s\n\t%s\n.size by_file, . - by_file\n' "$4" "$5" >"$build/file.S"
    compile "$1" "$2" $3 -O3 -g "-DINSTRUCTION=\"$(echo "$4" | sed 's/%/%%/g')\"" -o "$build/written" "$project/written.c" "$build/file.S"
}
while IFS='|' read -r row flags instruction return; do
    for compiler in gcc llvm; do
        written "${row%%-*}" $compiler "$flags" "$instruction" "$return"
        on=$(echo "$row" | sed "s/-gcc-/-$compiler-/")
        run "$on" --of written -- ./written
        check "$on: written vector code" test "$status" = 0
        for way in intrinsics vectors structures asm file; do
            check "$on: by $way" says "^  executed  by_$way  [1-9][0-9]* of [1-9][0-9]* vector instructions?$"
        done
        check "$on: not by the compiler" says '^  executed  by_compiler  [1-9][0-9]* of [1-9][0-9]* vector instructions?, vectorized by the compiler$'
        check "$on: which does not count" says '^program written: 5 of 5 vector functions executed'
    done
done <<'END'
aarch64-cortex_a53-gcc-O2||add v0.4s, v0.4s, v0.4s|ret
armhf-cortex_a15-gcc-O2|-mfpu=neon-vfpv4|vadd.i32 q0, q0, q0|bx lr
ppc64el-power8-gcc-O2||vadduwm 0, 0, 0|blr
s390x-z15-gcc-O2|-march=z15 -mzvector|vaf %v0, %v0, %v0|br %r14
riscv64-v256-gcc-O2|-march=rv64gcv|vadd.vv v8, v8, v8|ret
loong64-la464_lsx-gcc-O2|-mlsx|vadd.w $vr0, $vr0, $vr0|jr $ra
x86_64-k8-gcc-O2||paddd %xmm0, %xmm0|ret
END
run $on --of written -- ./written compiler
check "written code that does not execute: a finding" test "$status" = 1
check "its text has what executed instead" says 'no vector code of sse2 executed, though 5 functions have some: the compiler vectorized 1 function \(by_compiler\); if that is meant, name it under `autovectorized`, or use --allow-autovectorized$'
run $on --allow-autovectorized --of written -- ./written compiler
check "--allow-autovectorized: none" test "$status" = 0
check "and a note" says '^note: 1 executed function vectorized by the compiler, counted as `autovectorized`: by_compiler$'
run $on --of written --expect by_compiler -- ./written
check "--expect of what the compiler vectorized: a finding" says "no written vector function 'by_compiler' executed: the compiler vectorized by_compiler$"
echo 'int main(void) { return 0; }' >"$build/main.c"
for row in aarch64-cortex_a53-gcc-O2 ppc64el-power8-gcc-O2 riscv64-v256-gcc-O2 x86_64-k8-gcc-O2; do
    compile ${row%%-*} gcc -static -o "$build/empty" "$build/main.c"
    run $row --of empty -- ./empty
    check "$row: a static program without vector code: a finding" test "$status" = 1
    check "$row: the C library's does not count" says "^FINDING evidence on $row: no vector code of [a-z0-9]+ in what the command ran: was it compiled for [a-z0-9]+\?$"
done

### Every way to start code, on one architecture

row=aarch64-cortex_a53-gcc-O2
build $row ""
run $row --of pie -- ./pie
executed "a PIE" sum_plain
run $row --of program -- ./program starts_bare
executed "a child without an environment" sum_child
run $row --of program -- ./program becomes
executed "a program that becomes another, before" sum_plain
executed "a program that becomes another, after" sum_child
run $row -- ./program library ./libopened.so
check "without evidence nothing is shown" test "$status:$(cat "$work/err")" = 0:
run $row --of '*' -- ./program library ./libopened.so
executed "a library that is opened" sum_library
check "--of * has the C library" says '^library .*libc\.so\.6'
mkdir "$build/with\",quotes"
cp "$build/libopened.so" "$build/with\",quotes"
for way in chdir fchdir fd many quotes; do
    directory=$build
    [ $way != quotes ] || directory="$build/with\",quotes"
    (ulimit -n 2048 && run $row --of '*opened.so' -- ./program library_by $way "$directory" libopened.so && exit "$status")
    status=$?
    executed "a library that is opened by $way" sum_library
done
run $row --of '*opened.so' --expect sum_library -- ./program library_by last "$build" libopened.so
check "a library that is opened last, before a signal" says '^  executed  sum_library'
run $row --of program -- ./program log
check "the log has no line for each system call" prints '^in_asm,page,trace:user_'
run $row --of program --expect sum_before_end -- ./program aborts
check "the signal is the status" test "$status" = 134
check "what ran before a signal" says '^  executed  sum_before_end'
run $row --of stripped -- ./stripped
check "a stripped program is named so" says '^program stripped \(stripped\): 0 of 0 vector functions executed'
check "whether its code was written is unknown: a finding" test "$status" = 1
check "its text" says 'no written vector code of neon in what the command ran: 1 function without debug information may be written or vectorized \(0x[0-9a-f]+\); compile with -g, or name it under `expect`$'
run $row --of stripped --expect '0x*' -- ./stripped
check "--expect says that it was" test "$status" = 0
check "and a note" says '^note: 1 executed function without debug information, counted by the name: 0x'
run $row -- ./program closes
check "a program that closes all files keeps its own" test "$status" = 0
run $row --of program -- ./program closes
check "a closed log is said" says '^note: 1 program closed its log or was killed: what was executed later is unknown'
check "a closed log is written to no file of the program: it runs again" says '^note: a program closed its log, and may have written'
check "its status is that of the run without a log: a finding" test "$status" = 1

### As the emulator of CMake, and around ctest

(cd "$build" && ctest --output-on-failure) >"$work/out" 2>&1
check "ctest, with exec as its emulator: the direct tests" prints '1/3 Test #1: plain \.+ +Passed'
check "and one that starts itself" prints '2/3 Test #2: starts \.+ +Passed'
check "a test that a shell starts has no emulator" prints 'from_shell \.+\*\*\*Failed'
cmake -U CMAKE_CROSSCOMPILING_EMULATOR "$build" >"$work/log" 2>&1
run $row --of program -- ctest --output-on-failure
check "ctest calls the toolchain file's emulator: all pass" prints '100% tests passed, 0 tests failed out of 3'
check "evidence of a program that it starts" says '^  executed  sum_plain'
check "evidence of a program that a program starts" says '^  executed  sum_child'
cmake -DCMAKE_CROSSCOMPILING_EMULATOR= "$build" >"$work/log" 2>&1
run $row --json "$work/json" -- ctest --output-on-failure
check "all pass within exec" prints '100% tests passed, 0 tests failed out of 3'
check "its evidence" says '^  executed  sum_plain'
check "of the shell's, too" says '^  executed  sum_thread'
check "JSON" grep -q '"function":"sum_thread"' "$work/json"

### What is no proof

run $row --of program -- ./program never
check "no vector code executed: a finding" test "$status" = 1
check "its text" says '^FINDING evidence on aarch64-cortex_a53-gcc-O2: no vector code of neon executed, though [1-9][0-9]* functions have some$'
run $row --of program --expect sum_thread -- ./program
check "--expect" test "$status" = 1
check "its text" says "no vector function 'sum_thread' executed"
run $row --of program -- true
check "no program: a finding" says 'the command started no program of aarch64$'
check "and 1" test "$status" = 1
run $row --of program -- sh -c './program; exit 7'
check "the command's own status" test "$status" = 7
build riscv64-v256-gcc-O2 -march=rv64gc
run riscv64-v256-gcc-O2 --of program -- ./program
check "compiled without the ISA: a finding" says 'no vector code of rvv in what the command ran: was it compiled for rvv\?'

### A machine without namespaces: PRoot, or nothing

without_namespaces() {
    (cd "$build" && forbid_namespaces "$crosslane" exec --row $row --of program "$@" >"$work/out" 2>"$work/err" </dev/null)
    status=$?
}
build $row ""
without_namespaces -- ./program
executed "without namespaces, a program itself runs" sum_plain
without_namespaces -- ./program starts
executed "PRoot: a program that a program starts" sum_child
without_namespaces -- sh -c './program thread'
executed "PRoot: a program that a shell starts" sum_thread
without_namespaces --expect sum_before_end -- sh -c './program aborts; exit $?'
check "PRoot: a signal of a program that is started" test "$status" = 134
without_namespaces --expect sum_before_end -- ./program aborts
check "PRoot: a signal of the command" test "$status" = 134
without_namespaces -- sh -c './program; exit 7'
check "PRoot: the command's own status" test "$status" = 7
without_namespaces -- sh -c './program; echo "$PATH"; env | grep -c CROSSLANE_OLD_PATH'
check "PRoot: the command's environment has nothing of ours" prints '^0$'
check "PRoot: nor has its PATH" sh -c '! grep -q crosslane-exec "$1"' sh "$work/out"
check "PRoot: it is no news" sh -c '! grep -q "^note: programs of" "$1"' sh "$work/err"
export CROSSLANE_PROOT=none
without_namespaces -- ./program
executed "without PRoot, a program itself runs" sum_plain
check "the reason is said" says '^note: programs of aarch64 that a program starts do not run: (unshare|mount): '
without_namespaces -- sh -c './program; true'
check "what did not run is no success" test "$status" = 1
cmake -U CMAKE_CROSSCOMPILING_EMULATOR "$build" >"$work/log" 2>&1
without_namespaces -- ctest -R plain
executed "root sees what calls the emulator" sum_plain
without_namespaces -- sh -c './program; true'
check "the finding has the reason" says 'the command started no program of aarch64: (unshare|mount): '
unset CROSSLANE_PROOT

# A namespace that does not know the user would run the command as nobody.
if [ "$(id -u)" = 0 ]; then
    (cd "$build" && setpriv --bounding-set=-setuid,-setgid --inh-caps=-setuid,-setgid "$crosslane" exec --row $row -- sh -c 'id -u' >"$work/out" 2>"$work/err" </dev/null)
    check "root that may not map users stays root" prints '^0$'
    (cd "$build" && setpriv --bounding-set=-setuid,-setgid --inh-caps=-setuid,-setgid "$crosslane" exec --row $row --of program -- ./program >"$work/out" 2>"$work/err" </dev/null)
    status=$?
    executed "and its program runs" sum_plain
fi

### How often the command runs, with which input and output

# counted ROW TIMES SHELL_COMMAND: it is run so often.
counted() {
    rm -f "$work/count"
    (cd "$build" && "$crosslane" exec --row "$1" --of program -- sh -c "echo run >>'$work/count'; $3" >"$work/out" 2>"$work/err")
    status=$?
    check "$1, $3: runs $2 times" test "$(grep -c run "$work/count")" = "$2"
}
build $row ""
printf '1 line\n2 line\n' >"$work/lines"
read_all='cat; ./program; echo said >&2; exit 7'
counted $row 1 "$read_all" <"$work/lines"
check "one run has the input, and its output is seen" test "$(grep -c line "$work/out"):$(grep -c said "$work/err"):$status" = 2:1:7
mkfifo "$work/pipe"
cat "$work/lines" >"$work/pipe" &
counted $row 2 "$read_all" <"$work/pipe"
needs_isa=riscv64-v256-gcc-O2
build $needs_isa "-march=rv64gcv -O3"
counted $needs_isa 1 'exit 0' </dev/null
counted $needs_isa 2 'read -r word rest; ./program; echo "$word" "$rest"' <"$work/lines"
check "the control run is not seen" test "$(grep -c line "$work/out")" = 1
counted $needs_isa 2 'read -r line && ./program' <"$work/lines"
check "the control run has the same input, from its begin" says '^control: QEMU_CPU .*: trapped with SIGILL'
(cd "$build" && { "$crosslane" exec --row $needs_isa --of program -- sh -c 'read -r line; ./program'; cat; } <"$work/lines" >"$work/out" 2>"$work/err")
check "what the command does not read is left" prints '^2 line$'

### How it is ended

mkdir "$work/temporary"
left() { ls -d "$work/temporary"/crosslane-* 2>/dev/null; }
is_gone() { ! left && ! kill -0 "$pid"; }
# A shell ignores the keys of a terminal for what it starts in the background, and nohup(1) ignores SIGHUP.
case $(sed -n 's/^SigIgn:[[:space:]]*//p' /proc/$$/status) in *[13579bdf]) signals=TERM ;; *) signals="HUP TERM" ;; esac
for signal in $signals; do
    (cd "$build" && TMPDIR=$work/temporary exec "$crosslane" exec --row $row --of program -- sleep 1000 >"$work/out" 2>"$work/err") &
    pid=$!
    wait_for left
    kill -$signal "$pid"
    check "SIG$signal ends it, and leaves nothing" wait_for is_gone
done
# Whenever it comes: the command itself gets it, so that nothing must be killed. PRoot loses what comes while it starts, and says 255.
statuses= allowed=143
unshare -Um true 2>/dev/null || allowed='143|137|255'
for delay in 0 1 2 3 4 5 6 7 8 9; do
    (cd "$build" && TMPDIR=$work/temporary exec "$crosslane" exec --row $row --of program -- sleep 1000 >"$work/out" 2>"$work/err") &
    pid=$!
    wait_for left
    sleep 0.00$delay
    kill -TERM "$pid"
    wait "$pid"
    statuses="$statuses$? "
done
check "SIGTERM at any time ends the command" eval 'echo "$statuses" | grep -Eqx "(($allowed) ){10}"'
check "and leaves nothing" eval '! left'
(cd "$build" && TMPDIR=$work/temporary exec "$crosslane" exec --row $row -- sleep 1000 >"$work/out" 2>"$work/err") &
pid=$!
wait_for left
kill -KILL "$pid"
wait "$pid" 2>/dev/null
check "SIGKILL leaves its directory" left
touch -d '2 minutes ago' "$work/temporary"/crosslane-*
next_run_removes() { TMPDIR=$work/temporary "$crosslane" exec --row $row -- true && is_gone; }
check "which the next run removes" wait_for next_run_removes # once what it started has ended, too
build $row ""
only_three() { "$@" 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-; }
for few in 5 6 7; do
    (cd "$build" && only_three sh -c "ulimit -n $few"'; exec "$@"' sh "$crosslane" exec --row $row --of program -- ./program >"$work/out" 2>"$work/err")
    check "$few descriptors: exit status 3" test $? = 3
done
(cd "$build" && only_three sh -c 'ulimit -n 40; exec "$@"' sh "$crosslane" exec --row $row --of '*opened.so' -- ./program library ./libopened.so >"$work/out" 2>"$work/err")
status=$?
executed "where few files can be open, the log has the system calls: a library" sum_library
(cd "$build" && only_three sh -c 'ulimit -n 40; exec "$@"' sh "$crosslane" exec --row $row --of program -- ./program log >"$work/out" 2>"$work/err")
check "and it says so" prints '^in_asm,page,strace$'
for few in 9 10; do
    (cd "$build" && only_three sh -c "ulimit -n $few"'; exec "$@"' sh "$crosslane" exec --row $row --of program -- ./program >"$work/out" 2>"$work/err")
    status=$?
    executed "$few descriptors are enough" sum_plain
done
(cd "$build" && sh -c 'ulimit -f 0; exec "$@"' sh "$crosslane" exec --row $row --of program -- ./program </dev/null 2>&1; echo "exit status $?") | cat >"$work/out"
check "no files can be written: exit status 3" prints '^exit status 3$'
check "and why" prints 'File too large'

### The control run

build $needs_isa "-march=rv64gcv -O3"
run riscv64-v256-gcc-O2 --of program -- ./program
check "code that needs the ISA traps without it" says '^control: QEMU_CPU "rv64,v=false": trapped with SIGILL in [a-z_]+\+0x[0-9a-f]+ of '

### Bad input

run no-such-row -- true
check "an unknown row" test "$status" = 2
run $row --
check "no command" test "$status" = 2
check "its text" says 'exec: missing -- COMMAND'
run $row -- no-such-command
check "an unknown command" test "$status" = 3
check "its text" says "no command 'no-such-command' on PATH"
run riscv64-v256-gcc-O2 --of no_such_file -- ./program
check "a pattern that matches no file" test "$status" = 1
check "its text" says 'no executed file is looked at; executed: .*program'
run "$("$crosslane" list rows | awk '$2 == "riscv64" && $3 == "scalar" { print $1; exit }')" --of program -- ./program
check "a scalar row has no evidence" test "$status" = 2
check "its text" says 'is for scalar code, which has no vector functions'
conclude
