#!/bin/sh
# `crosslane suite`: a project's own tests run on rows, by whatever runner it has; tests that test nothing, code that does not execute and
# projects that misbehave are named.
# SPDX-License-Identifier: MIT
# Usage: suite.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"
. "$root/harness/base/environment.sh"
. "$root/harness/base/cache.sh"
project=$root/tests/suite
called=test-${work##*.}    # other places have processes of the same numbers
row=aarch64-cortex_a53-gcc-O2

clean_suites() {
    rm -rf "$cache/suites/$called"*
    clean_up
}
trap clean_suites EXIT

mkdir "$work/mount" "$work/suite"
# What this place allows: binfmt_misc and mounts of one's own, or else PRoot alone (harness/suite/launch.c).
way=binfmt
unshare -Urm mount -t binfmt_misc none "$work/mount" 2>/dev/null || way=proot

# describe [DIR [BUILD]]: the suite of the project, or of DIR, built by CMake or otherwise, with the lines on standard input.
describe() {
    { printf 'suite:\n  name: %s\n  dir: %s\n  build: %s\n' "$called" "${1-$project}" "${2-cmake}"; sed 's/^/  /'; } >"$work/suite/crosslane.yml"
}

# suite OPTION...: sets $status; the output is in out and err.
suite() {
    "$crosslane" suite "$work/suite" "$@" >"$work/out" 2>"$work/err" </dev/null
    status=$?
}

# exits_with STATUS: the last run.
exits_with() { [ "$status" = "$1" ] || { echo "exit status $status, not $1" >>"$work/err"; return 1; }; }

### ctest

describe </dev/null
suite --row $row --row s390x-z15-gcc-O2 --json "$work/json" --lcov "$work/lcov" --junit "$work/junit" --html "$work/html" --sarif "$work/sarif" \
    --markdown "$work/markdown"
check "a row without the ISA's options fails" exits_with 1
check "and its line says so" prints "^$called/s390x-z15-gcc-O2 +vxe2 +128 +3 of 3 +- +fail .*no vector code of vxe2 in what the command ran"
check "three tests passed" prints "^$called/$row +neon +128 +3 of 3 +[1-9][0-9]* of [1-9][0-9]* +pass"
check "functions that no row executed" prints '^neon: [1-9][0-9]* of [1-9][0-9]* vector functions executed on no row: .*sum_never'
check "the sum" prints '^6 of 6 tests ran on 2 of 2 rows$'
check "the conclusion is the last line" sh -c "tail -n 1 '$work/out' | grep -q '^FAIL: 1 of 2 rows: no vector code of vxe2'"
check "JSON: a test with its functions" sh -c "tr -d ' \n' <'$work/json' | grep -q '\"kernel\":\"plain\",.*\"programs\":1,\"vector_functions\":1,'"
check "JSON: a program that a program starts counts for its test" sh -c "tr -d ' \n' <'$work/json' | grep -q '\"kernel\":\"starts\"[^}]*\"programs\":2,'"
check "LCOV: a line that executed" grep -q -x 'DA:24,[1-9]' "$work/lcov"
check "LCOV: a line that did not" grep -q -x 'DA:28,0' "$work/lcov"
check "JUnit has the tests" grep -q "<testcase classname=\"$called/$row\" name=\"plain\"" "$work/junit"
check "Markdown has the functions that no row executed" grep -q "^- neon: .* executed on no row: .*sum_never" "$work/markdown"
check "SARIF has them" grep -q '"ruleId":"never-executed","level":"note","message":{"text":"neon: .*sum_never' "$work/sarif"
check "HTML has them" sh -c "sed 's/.*\"files\"//' '$work/html' | grep -q sum_never"
check "SARIF has the row" grep -q "no vector code of vxe2" "$work/sarif"
check "Markdown has the row" grep -q "no vector code of vxe2" "$work/markdown"
check "HTML has the row" grep -q "no vector code of vxe2" "$work/html"
printf '# Suites\n\n## Measured\nold\n' >"$work/page"
check "tables of suites" "$crosslane" report --suites "$work/page" "$work/json"
check "a row of the table" grep -q "^| $row | neon | 3 of 3 | 0 | " "$work/page"
check "what was there before is gone" sh -c "! grep -q old '$work/page'"
echo >"$work/page"
check "a page without a heading is refused" sh -c "! '$crosslane' report --suites '$work/page' '$work/json' 2>/dev/null"
suite --row $row
check "a row that passed is not run again" prints "^$called/$row .* cached$"
check "and passes" exits_with 0
suite --row $row --no-cache --test from_shell
check "--test runs one test" prints "^$called/$row +neon +128 +1 of 1 +1 of "
suite --row $row --test 'plane'
check "no test is selected: bad usage" exits_with 2
check "with similar names" says "^crosslane: error: --test 'plane' matches no test; similar: plain$"
suite --row $row --test 'none*'
check "or all there are" says "^crosslane: error: --test 'none\*' matches no test; there are: .*from_shell"
suite --jobs 1 --fail-fast --row $row --row s390x-z15-gcc-O2 --test 'none*' --json "$work/json"
check "--fail-fast ends the run" exits_with 1
check "the next row is not run" prints ' not-run .*--fail-fast: a row failed$'
check "JSON: why the run stopped" grep -q '"cut_short": *"--fail-fast: a row failed"' "$work/json"
check "rows are streamed until the JSON is written" test ! -e "$work/json.lines"
suite --row $row --sample 0.001
check "the smallest sample has a test" prints "^$called/$row +neon +128 +1 of 1 "

# Parts have each test of each row once. 8 tests in 3 parts: 3 of the first row; 1, and 2 of the other; 2.
describe <<END
test: {a: ./program, b: ./program thread, c: ./program starts, d: ./program child}
END
other=aarch64-sve384-gcc-O2
for part in 1 5 3; do
    suite --row $row --row $other --sample $part/3 --seed $part --no-cache --json "$work/json"
    check "part $part of 3 passes" exits_with 0
    tr -d ' \n' <"$work/json" | grep -o -e '"row":"[^"]*"' -e '"kernel":"[^"]*"' |
        awk -F'"' '$2 == "row" { row = $4; next } { print row, $4 }' >>"$work/parts"
done
check "parts: each test of each row once" sh -c "test \$(wc -l <'$work/parts') = 8 && test \$(sort -u '$work/parts' | wc -l) = 8"
check "the last part: a row without a test" prints "^$called/$row .* skip .*all its tests are in other parts$"
check "and how many are elsewhere" prints '^note: 2 of 4 tests are in part 3 of 3, 2 in others, on 1 row'
check "what all tests decide is a note in a part" prints '^note: in this part, no vector code of sve in what the command ran'
suite --row $row --sample 3/3 --no-cache
check "one row in parts" prints "^$called/$row +neon +128 +1 of 1 "
suite --row $row --sample 9/9 --no-cache
check "a part of no tests is a finding" prints '^FAIL: no test ran on any of 1 row$'
describe </dev/null

# As a program of x86_64 starts another, Linux must tell it from this machine's own.
suite --row x86_64-k8-llvm-O3 --json "$work/json"
if [ $way = binfmt ]; then
    check "x86_64" prints "^$called/x86_64-k8-llvm-O3 +sse2 +128 +3 of 3 +[1-9]"
    check "x86_64: a program that a program starts" sh -c "tr -d ' \n' <'$work/json' | grep -q '\"kernel\":\"starts\"[^}]*\"programs\":2,'"
else # PRoot cannot tell it either
    check "x86_64: a direct test runs on the CPU" sh -c "tr -d ' \n' <'$work/json' | grep -q '\"kernel\":\"plain\"[^}]*\"programs\":1,'"
    check "x86_64: what other tests start does not, and that is red" prints "^$called/x86_64-k8-llvm-O3 .* fail .*programs that tests start do not run here"
fi

# The arguments make a build of their own. The options are those of a row's ISA.
describe <<END
arguments: {vxe2: [-DCMAKE_C_FLAGS=-march=z15]}
END
suite --row s390x-z15-gcc-O2 --row s390x-z13-gcc-O2
check "options for an ISA" prints "^$called/s390x-z15-gcc-O2 +vxe2 +128 +3 of 3 +[1-9]"
check "and not for another" prints "^$called/s390x-z13-gcc-O2 +vx +128 +3 of 3 +- +fail"

# The project's own ctest has a test for each row.
mkdir "$work/own"
cat >"$work/own/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.18)
project(own C)
enable_testing()
include($root/toolchains/suite.cmake)
crosslane_add_suite(ROWS $row 's390x-z1[35]-gcc-O2' DIR $work/suite)
END
sed -i "s/'//g" "$work/own/CMakeLists.txt"
cmake -S "$work/own" -B "$work/own/b" >"$work/out" 2>&1
check "crosslane_add_suite: it is configured" prints 'Build files have been written'
ctest --test-dir "$work/own/b" -L crosslane -j 3 >"$work/out" 2>"$work/err"
check "its row passes" prints "crosslane/$row \.+ +Passed"
check "a row without the ISA's options fails" prints 'crosslane/s390x-z13-gcc-O2 \.+\*\*\*Failed'
check "by labels" sh -c "test \$(ctest --test-dir '$work/own/b' -N -L arch/s390x/ | grep -c 'crosslane/s390x') = 2"

### Commands: what tests nothing, and what is no proof

describe <<END
test:
  scalar: ./program never
  skips: exit 77
  native: "true"
  lacks: ./program plain; echo "CPU does not support the feature"
  names: ./program thread
END
suite --row $row --test scalar
check "a dispatcher that picks scalar code" prints 'fail .*no vector code of neon executed, though [1-9][0-9]* functions have some'
suite --row $row
check "hollow: it skipped itself" prints '^  skips: it skipped itself, on 1 row:'
check "hollow: nothing of the architecture" prints "^  native: it started no program of the row's architecture, on 1 row"
check "hollow: the CPU lacks what it needs" prints '^  lacks: its output reports that the CPU lacks what it needs, on 1 row:'
check "a test that tests is not hollow" lacks '^  names: '

# Names are whatever a project says. People see them escaped; JSON has them as they are.
describe <<END
test:
  "x [l]": exit 1
  "e\u001b[31m\u202eman\r": printf 'a\033[8mb\342\200\256c'; exit 1
  "x l": exit 77
END
suite --row $row --json "$work/json" --junit "$work/junit" --html "$work/html" --sarif "$work/sarif" --markdown "$work/markdown"
# is_inert FILE: nothing in it acts on a terminal or turns the text around, as ESC, CR and U+202E do; a SARIF file may escape them.
is_inert() { ! LC_ALL=C grep -q -e "$(printf '\033')" -e "$(printf '\r')" -e "$(printf '\342\200\256')" -e '\\u001b' -e '\\r' "$1"; }
check "a name is escaped" prints 'FINDING e.x1b\[31m.u202eman.x0d on '
for file in out err junit html sarif markdown; do
    check "$file: nothing acts on a terminal" is_inert "$work/$file"
done
check "JSON has the name itself" grep -q "\"kernel\": *\"e.u001b.31m$(printf '\342\200\256')man.r\"" "$work/json"
check "a name is no pattern in the command" prints "--test 'x .\[l\]'$"
check "nor has the command what acts" prints "--test 'e\*.\[31m\*man\*'$"
suite --row $row --no-cache --test 'x \[l]'
check "the command runs its test alone" prints "^$called/$row .* 0 of 1 "

describe <<END
test: ./stripped
of: stripped
END
suite --row $row --json "$work/json"
check "a stripped program: nobody knows who wrote it" prints "^$called/$row .* fail .*no written vector code of neon in .*1 function without debug information"
check "is named so in JSON" grep -q '"stripped":true' "$work/json"
describe <<END
test: ./stripped
of: stripped
expect: {neon: 0x*}
END
suite --row $row
check "a stripped program whose functions are named" prints "^$called/$row +neon +128 +1 of 1 +1 of 1 +pass"
check "and a note" prints '^note: 1 executed function without debug information, counted by the name: 0x'
describe <<END
test: ./program
expect: {neon: [sum_plain, 'fast_*']}
END
suite --row $row
check "a function that the library was not built with" prints "fail .*no vector function 'fast_\*' executed"

### Vector code that nobody wrote

mkdir "$work/linked_only"
cat >"$work/linked_only/main.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#ifdef USE_NEON
#include <arm_neon.h>
__attribute__((noinline)) void add(int *to, const int *a) { vst1q_s32(to, vaddq_s32(vld1q_s32(to), vld1q_s32(a))); }
__attribute__((noinline)) void dot(void) { __asm__ volatile("sdot v0.4s, v0.16b, v0.16b"); }
#else
#define dot() (void)0
__attribute__((noinline)) void add(int *to, const int *a)
{
    for (int i = 0; i < 4; i++)
        to[i] += a[i];
}
#endif
int sums[64];
int main(int argc, char **argv)
{
    for (int i = 0; i < 64; i++)
        sums[i] += argc;
    add(sums, sums + 32);
    for (int line = 0; argc > 1 && line < 12; line++)
        printf("line %d\n", line);
    fflush(stdout);
    if (argc > 1 && argv[1][0] == 'd')
        dot();
    return argc > 1;
}
END
cat >"$work/linked_only/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.18)
project(linked_only C)
enable_testing()
add_executable(main main.c)
set_source_files_properties(main.c PROPERTIES COMPILE_OPTIONS "-O3;-march=armv8.2-a+dotprod")
if(MENDED)
    target_compile_definitions(main PRIVATE USE_NEON)
else()
    target_link_options(main PRIVATE -DUSE_NEON)
endif()
add_test(NAME main COMMAND main)
END
describe "$work/linked_only" </dev/null
suite --row $row --json "$work/json"
check "a define for the linker only: a finding" exits_with 1
check "its cause comes first" prints "^$called/$row +neon +128 +1 of 1 +- +fail +[0-9.]+ s  no written vector code of neon in what the command ran: the compiler vectorized [12] functions? \(.*main"
check "and what to do" prints 'if that is meant, name (it|them) under `autovectorized`, or use --allow-autovectorized$'
check "JSON: the function" sh -c "tr -d ' \n' <'$work/json' | grep -q '\"function\":\"main\",\"origin\":\"vectorized\",\"counts\":false'"
suite --row $row --allow-autovectorized
check "--allow-autovectorized: no finding" exits_with 0
check "and a note" prints '^note: [12] executed functions? vectorized by the compiler, counted as `autovectorized`: .*main'
suite --row $row
check "which is not cached for runs without" exits_with 1
describe "$work/linked_only" <<END
autovectorized: {neon: [main]}
END
suite --row $row
check "autovectorized: no finding" exits_with 0
check "and only that function counts" prints "^$called/$row +neon +128 +1 of 1 +1 of 1 +pass"
describe "$work/linked_only" <<END
arguments: [-DMENDED=ON]
END
suite --row $row --json "$work/json"
check "a define for the compiler: no finding" exits_with 0
check "which has two functions" prints "^$called/$row +neon +128 +1 of 1 +1 of 2 +pass"
check "JSON: it is written" sh -c "tr -d ' \n' <'$work/json' | grep -q '\"function\":\"add\",\"origin\":\"written\",\"counts\":true'"

# What a test that fails says.
describe "$work/linked_only" <<END
arguments: [-DMENDED=ON]
test: {dot: ./main dot, other: ./main other, first: "seq 3; echo 'a.cc:7: Failure'; seq 4 30; false"}
END
suite --row $row
check "an instruction that the CPU lacks" prints 'FINDING dot on .*: test dot: SIGILL at dot \(\+0x[0-9a-f]+\): `sdot\s+v0.4s, v0.16b, v0.16b` needs DotProd, which QEMU_CPU "cortex-a53" lacks; '
check "another failure has none" prints 'FINDING other on .*: test other: exit status 1$'
check "the last lines of a test's output" sh -c "grep -A 11 '^  output     without 2 lines before, which --json has$' '$work/out' | grep -q '^    line 11$'"
check "and not those before" lacks '^    line [01]$'
check "the first failure that is recognized" sh -c "grep -A 10 '^  output     10 of 31 lines, which --json has$' '$work/out' | tr '\n' ' ' | grep -q '    a.cc:7: Failure     4 .*     12 '"
check "and no more" lacks '^    13$'

### What a run shows, and what another would

describe <<END
test:
  passes: ./program
  once_red: ./program; case \$HOME in */logged/*) echo it is red; exit 5 ;; esac
  red_without_log: case \$HOME in */plain/*) exit 6 ;; esac; ./program
  by_log: case \$HOME in */logged*) exit 7 ;; esac; ./program
  by_no_log: case \$HOME in */plain*) exit 8 ;; esac; ./program
  leaves_mark: test -e mark || { touch mark; exit 9; }
  copy: cp program /tmp/crosslane-copy-$called && exec /tmp/crosslane-copy-$called
END
suite --row $row --json "$work/json" --junit "$work/junit"
outcome() { sh -c "tr -d ' \n' <'$work/json' | grep -q '\"kernel\":\"$1\",\"variant\":\"neon\",\"outcome\":\"$2\"'"; }
check "flaky: red by default" exits_with 1
check "flaky: a failure and a pass" outcome once_red flaky
check "flaky: the other way round" outcome red_without_log flaky
check "flaky: the row names them" prints "[23] tests are flaky: once_red, red_without_log"
check "flaky: how often" prints 'once_red is flaky: it failed in 1 of 4 runs \(exit status 5\), and passed unchanged'
check "flaky: both outputs" grep -q 'when it failed.*it is red.*when it passed' "$work/json"
check "flaky: JUnit has a failure" grep -q '<failure.*once_red is flaky' "$work/junit"
check "what the log alone makes fail passes, and it is said" outcome by_log pass
check "in a note" prints "^note: by_log fails with the emulator's log, twice \(exit status 7\), and passes without, twice"
check "what passes by the log alone fails" outcome by_no_log fail
check "with the cause" prints "test by_no_log: exit status 8; it passes with the emulator's log only"
if [ $way = binfmt ]; then
    check "a run finds nothing of an earlier one" outcome leaves_mark fail
else
    check "what finds its own mark is flaky" outcome leaves_mark flaky
fi
check "a program that a test makes is seen" sh -c "tr -d ' \n' <'$work/json' | grep -q '\"kernel\":\"copy\"[^}]*\"programs\":1,\"vector_functions\":1,'"
suite --row $row --test once_red --allow-flaky --json "$work/json"
check "--allow-flaky: no failure" exits_with 0
check "--allow-flaky: it is said" prints '^  once_red: it failed in 1 of 4 runs'
describe <<END
test: "case \$HOME in */plain/*) exit 6 ;; esac; ./program"
END
suite --row $row --allow-flaky
suite --row $row --allow-flaky
check "a flaky test is not cached" lacks ' cached$'
suite --row $row --no-log-check
check "--no-log-check: it is not seen" exits_with 0

# Tests that differ in their environment or directory only.
mkdir "$work/twins"
cp "$project/program.c" "$work/twins"
cat >"$work/twins/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.18)
project(twins C)
enable_testing()
find_package(Threads REQUIRED)
add_executable(program program.c)
target_link_libraries(program Threads::Threads ${CMAKE_DL_LIBS})
file(WRITE ${CMAKE_BINARY_DIR}/by_environment "test \"$IMPL\" != none || exit 0; exec ${CMAKE_BINARY_DIR}/program $IMPL")
foreach(impl none plain thread)
    add_test(NAME ${impl} COMMAND sh ${CMAKE_BINARY_DIR}/by_environment)
    set_tests_properties(${impl} PROPERTIES ENVIRONMENT "IMPL=${impl}")
endforeach()
add_test(NAME same COMMAND program)
add_test(NAME same_again COMMAND program)
END
describe "$work/twins" </dev/null
suite --row $row --json "$work/json"
check "tests by environment: what starts nothing is hollow" prints "^  none: it started no program of the row's architecture"
check "and the others are not" lacks "^  (plain|thread|same|same_again): "
check "each has its own functions" sh -c "tr -d ' \n' <'$work/json' | grep -q '\"kernel\":\"thread\"[^}]*\"programs\":1,\"vector_functions\":1,'"

# What is cached, and until when.
suite --row $row
check "unchanged: cached" prints ' cached$'
export A_VARIABLE=1
suite --row $row
unset A_VARIABLE
check "another environment: not cached" lacks ' cached$'
mkdir "$work/linked"
echo 1 >"$work/linked/data"
ln -s "$work/linked" "$work/twins/data"
suite --row $row
suite --row $row
check "with a linked directory: cached" prints ' cached$'
echo 2 >"$work/linked/data"
suite --row $row
check "a file behind the link changed: not cached" lacks ' cached$'
describe "$work/twins" <<END
test: "test -e @SOURCE@/../linked/data && ./program"
END
suite --row $row
suite --row $row
check "what is not watched is not cached" lacks ' cached$'
check "and it is said" prints '^note: not cached, because a change of what this names is not seen: '

### Objects without the marks that others have

# Assembly without the mark of landing pads, which the compiler's objects have.
mkdir "$work/marks"
cat >"$work/marks/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.20)
project(marks C ASM)
enable_testing()
add_executable(program main.c double.S)
target_compile_options(program PRIVATE $<$<COMPILE_LANGUAGE:C>:-mbranch-protection=standard>)
add_test(NAME double COMMAND program)
END
cat >"$work/marks/main.c" <<'END'
void double_neon(int *a);
int main(void)
{
    int a[4] = {1, 2, 3, 4};
    double_neon(a);
    return a[3] != 8;
}
END
cat >"$work/marks/double.S" <<'END'
    .text
    .globl double_neon
    .type double_neon, %function
double_neon:
    ld1 {v0.4s}, [x0]
    add v0.4s, v0.4s, v0.4s
    st1 {v0.4s}, [x0]
    ret
    .size double_neon, . - double_neon
    .section .note.GNU-stack, "", %progbits
END
describe "$work/marks" </dev/null
suite --row $row
check "an object that loses a program its marks" prints '1 of 2 objects lacks BTI, PAC in \.note\.gnu\.property, which others have, and the linker drops it: .*double\.S\.o, on 1 row: '
check "and it is no failure" exits_with 0
sed -i 's/-mbranch-protection=standard/-mbranch-protection=none/' "$work/marks/CMakeLists.txt"
suite --row $row
check "nothing is said where no object has them" sh -c "! grep -q 'note.gnu.property' '$work/out' '$work/err'"

### Rows that fail

describe <<END
test:
  order: case \$PWD in *s390x*) echo wrong order; exit 1 ;; esac; ./program
  other: ./program thread
exclude: {oth*: it is the same}
END
suite --row $row --row s390x-z15-gcc-O2 --row s390x-z13-gcc-O2 --json "$work/json"
check "what failing rows share" prints '^  rows +fails on s390x alone \(big-endian\); passes on 1 rows?$'
check "one command repeats it" prints "^  reproduce  ./crosslane suite .*suite --row s390x-z1[35]-gcc-O2 --test 'order'$"
check "its output is in JSON" grep -q 'wrong order' "$work/json"
check "an excluded test is a skip with its reason" sh -c "tr -d '\n' <'$work/json' | grep -q '\"kernel\":\"other\",[^}]*\"skip\",[^}]*excluded: it is the same'"
describe <<END
arguments: {s390x: [-DCMAKE_C_FLAGS=-mnothing]}
END
suite --row $row --row s390x-z15-gcc-O2
check "a build that fails fails its row" prints "^$called/s390x-z15-gcc-O2 .*fail .*the project in .* does not build for s390x by gcc"
check "in its own words" says "unrecognized command-line option '-mnothing'"
check "and the others run" prints "^$called/$row +neon +128 +3 of 3 .*pass"

### Projects that misbehave

outside=$HOME/crosslane-outside-$called
describe <<END
test:
  writes: ./hostile writes $outside
  inside: echo changed >program.txt && echo changed >/tmp/crosslane-inside-$called && ./program
  network: test \$(wc -l </proc/net/dev) = 3
  illegal: ./hostile illegal
  kills: ./hostile kills
  other_machine: $work/of_s390x
END
for built in "$cache/suites/$called"/s390x-gcc-O2-*/made/static; do cp "$built" "$work/of_s390x"; done
suite --row $row --json "$work/json"
check "a test that fails makes the row fail" exits_with 1
if [ $way = binfmt ]; then
    check "it cannot write elsewhere" test ! -e "$outside"
    check "nor into the build that is kept, nor into /tmp" sh -c "! ls '$cache/suites/$called'/aarch64-gcc-O2-*/made/program.txt /tmp/crosslane-inside-$called 2>/dev/null"
    for test in writes inside network; do
        check "$test passes" sh -c "tr -d ' \n' <'$work/json' | grep -q '\"kernel\":\"$test\",\"variant\":\"neon\",\"outcome\":\"pass\"'"
    done
else
    check "it is said that tests are not confined" says '^note: tests can change files of this machine, and rows run one by one: (unshare|mount): '
    check "and in the results" prints '^note: the tests were not confined: (unshare|mount): '
    rm -f "$outside"
fi
for test in illegal kills other_machine; do
    check "$test fails" sh -c "tr -d ' \n' <'$work/json' | grep -q '\"kernel\":\"$test\",\"variant\":\"neon\",\"outcome\":\"fail\"'"
done
describe <<END
test:
  net: "echo 'curl: (6) Could not resolve host: example.org'; exit 6"
  display: "echo 'Error: cannot open display: :0'; exit 1"
  memory: "echo 'terminate called after throwing an instance of std::bad_alloc'; exit 134"
END
suite --row $row
check "a test without the network" prints '^note: net may lack the network, as its output has "resolve host": `network: yes` gives it to tests, on 1 row'
check "without a display" prints '^note: display may lack a display, as its output has "open display": `exclude` leaves tests out, on 1 row'
check "without memory" prints '^note: memory may lack memory, as its output has "bad_alloc": --jobs 1, or `exclude`, on 1 row'
describe <<END
timeout: 4
test:
  hang: ./hostile hang
  after: ./program
END
suite --row $row
check "what hangs is stopped" prints 'test hang: stopped: it ran for more than [0-9]+ s'
check "what was not reached is named" prints '1 test did not run: after'
describe <<END
timeout: 60
test: {forks: ./hostile forks $called}
END
suite --row $row
check "what forks for ever is stopped" prints 'test forks: stopped: it started more than [0-9]+ processes'
no_forks() { ! pgrep -f "hostile[ ]forks $called"; }
check "and nothing of it is left" wait_for no_forks

if [ $way = binfmt ]; then
# A small disk for what suites write. The build is made there first.
small_disk() {
    unshare -Urm sh -c 'mount -t tmpfs -o size=700m none "$1" && shift && exec "$@"' sh "$cache/suites" "$crosslane" suite "$work/suite" "$@" \
        >"$work/out" 2>"$work/err" </dev/null
    status=$?
}
describe <<END
timeout: 60
test: {fill: ./hostile fill}
END
small_disk --row $row
check "what fills the disk is stopped" prints 'test fill: stopped: less than [0-9]+ MiB of disk are free'
fi

# A mount below /tmp, where the project is.
if [ $way = binfmt ]; then
    mkdir "$work/mounted"
    describe "$work/twins" </dev/null
    unshare -Urm sh -c 'mount -t tmpfs none "$1" && shift && exec "$@"' sh "$work/mounted" "$crosslane" suite "$work/suite" --row $row --no-cache \
        >"$work/out" 2>"$work/err" </dev/null
    check "a mount below /tmp: the row runs" prints "^$called/$row +neon +128 +5 of 5 .* pass"
    check "and is confined" lacks 'were not confined'
fi

# What tests could reach outside, as root too.
if [ $way = binfmt ]; then
    echo mine >"$work/victim"
    describe <<END
test:
  remounts: for way in remount,rw remount,bind,rw; do mount -o \$way / && exit 1; done; ! touch $outside && ./program
  kernel: "! { echo x >/proc/sys/kernel/core_pattern; } 2>/dev/null"
  processes: "! kill -0 $$ 2>/dev/null || test \$(id -u) = \$(stat -c %u /proc/$$)"
  sockets: test "\$(ls -A /run)" = ""
  above: for name in row.json lines tests.json out; do for up in .. ../.. ../../..; do ln -sf $work/victim \$HOME/\$up/\$name; done; done; true
  links: ln -sfn $work \$HOME/../../build.work; ln -sfn $work \$HOME/../logs.7; true
  fifos: mkfifo \$HOME/../1-1.start \$HOME/../junit; cd \$HOME/../logs.6 && mkfifo 1-1.start 1-1.log 1-1.parents; true
  closed: mkdir \$HOME/shut && chmod 0 \$HOME/shut
END
    suite --row $row --json "$work/json"
    check "tests cannot undo that: all pass" prints "^$called/$row +neon +128 +8 of 8 "
    check "what the worker writes goes nowhere else" sh -c "test \"\$(cat '$work/victim')\" = mine && test ! -e '$outside'"
    check "and nothing is left of the run" sh -c "! ls -d '$cache/suites/$called'/run-*"
fi

### Makefiles: tests get the build's variables

# What `make check` builds is of the row's architecture, and `uname -m` is the target's. A build that failed goes on.
mkdir "$work/make"
cat >"$work/make/Makefile" <<'END'
ARCH := $(shell uname -m)
CFLAGS = -O2 -DARCH=\"$(ARCH)\"
all: first.o second.o
%.o: %.c
	echo $< >>compiled
	$(CC) $(CFLAGS) $(EXTRA) -c -o $@ $<
check: program
	./program
program: program.c
	$(CC) $(CFLAGS) $(EXTRA) -o program program.c
END
cat >"$work/make/program.c" <<'END'
#include <stdio.h>
#include <string.h>
#ifdef __x86_64__
#define MACHINE "x86_64"
#else
#define MACHINE "aarch64"
#endif
typedef unsigned vector __attribute__((vector_size(16)));
__attribute__((noinline)) vector sum(vector a, vector b) { return a * 3 + b; }
int main(int argc, char **argv)
{
    (void)argv;
    puts(ARCH " " EXTRA_WORD);
    return strcmp(ARCH, MACHINE) != 0 || sum((vector){(unsigned)argc}, (vector){1})[0] == 7;
}
END
echo 'int first;' >"$work/make/first.c"
echo 'int second' >"$work/make/second.c"
describe "$work/make" make <<'END'
arguments: ['EXTRA=-DEXTRA_WORD="\"a $$ b\""']
test: {check: make check}
END
suite --row $row
check "Make: the compiler's error is the first line" says "^the project in .* does not build for aarch64 by gcc: second.c:1:[0-9:]* error: expected"
echo 'int second;' >"$work/make/second.c"
if [ $way = binfmt ]; then
    set -- --row x86_64-k8-llvm-O3 --row x86_64-k8-gcc-O2
else
    set --
fi
suite --row $row "$@" --json "$work/json"
check "Make: a test's program is built for the target" prints "^$called/$row +neon +128 +1 of 1 +[1-9] of [1-9] +pass"
for machine in ${1:+k8-llvm-O3 k8-gcc-O2}; do
    check "Make: $machine: as what tests build is started, it is the row's" prints "^$called/x86_64-$machine +sse2 +128 +1 of 1 +[1-9] of [1-9] +pass"
done
check "Make: a build that failed goes on" sh -c "test \"\$(sort '$cache/suites/$called'/aarch64-gcc-O2-*/made/compiled | tr '\n' ' ')\" = 'first.c second.c second.c '"

# What a build lacks, in its own words, and what helps.
cat >"$work/make/Makefile" <<'END'
all:
	@echo 'fatal: unable to access '"'"'https://example.org/'"'"': Could not resolve host: example.org'; exit 1
END
suite --row $row
check "a download: what helps" says '^  help: it downloads what it needs. Name Debian'
printf 'all:\n\t$(CC) -static -o program main.c -l:nowhere.so\n' >"$work/make/Makefile"
echo 'int main(void) { return 0; }' >"$work/make/main.c"
suite --row $row
check "a library that is missing: the linker's error" says "^the project in .*: .*ld: cannot find -l:nowhere.so"
check "and what helps" says "^  help: if another project has that, name Debian's package with it under 'packages'"
printf 'all:\n\t$(CC) -mcpu=native -c main.c\n' >"$work/make/Makefile"
suite --row $row
check "this machine's CPU: what helps" says "^  help: 'native' is this machine's CPU"
printf 'all:\n\t$(CC) -O2 -o program program.c\n\t$(STRIP) --strip-all program\n\t./program\n' >"$work/make/Makefile"
sed -i 's/    puts.*/    (void)argv;/; s/strcmp(ARCH, MACHINE) != 0/argc > 1/' "$work/make/program.c"
describe "$work/make" make <<'END'
test: ./program
END
suite --row $row
check "a build that runs what it built, and strips it" prints "^$called/$row +neon +128 +1 of 1 +[1-9] of [1-9] +pass"

# A program that CMake tries ends without a signal, which CMake would take for a success.
ln -s /bin/sh "$work/cmTC_1"
cat >"$work/try.cmake" <<END
execute_process(COMMAND $root/toolchains/emulator.sh env $work/cmTC_1 -c "kill -ILL \$\$" RESULT_VARIABLE status)
message("ended: \${status}")
END
check "a check of CMake that dies of SIGILL fails" sh -c "cmake -P '$work/try.cmake' 2>&1 | grep -q -x 'ended: 132'"

### Runners without a list: what Automake leaves

mkdir "$work/auto"
cat >"$work/auto/configure" <<'END'
#!/bin/sh
# Generated by GNU Autoconf, as far as this test goes.
for word; do case $word in CC=*) CC=${word#CC=} ;; esac; done
echo "CC = $CC" >Makefile
cat >>Makefile <<'MAKE'
all: program
program: program.c
	$(CC) -O2 -o $@ program.c
check: program
	for t in one two; do \
	    ./driver --test-name $$t -- ./program $$t >$$t.log 2>&1 && r=PASS || r=FAIL; \
	    printf ':test-result: %s\n:global-test-result: %s\n' $$r $$r >$$t.trs; echo $$r: $$t; \
	done
MAKE
END
printf '#!/bin/sh\nshift 3\n"$@"\n' >"$work/auto/driver"
cat >"$work/auto/program.c" <<'END'
typedef unsigned vector __attribute__((vector_size(16)));
__attribute__((noinline)) vector sum(vector a, vector b) { return a * 3 + b; }
int main(int argc, char **argv)
{
    return argc > 1 && argv[1][0] == 't' ? 1 : (int)sum((vector){(unsigned)argc}, (vector){(unsigned)argc})[1];
}
END
chmod +x "$work/auto/configure" "$work/auto/driver"
describe "$work/auto" autotools </dev/null
suite --row $row --json "$work/json"
check "Automake: one of two passes" prints "^$called/$row +neon +128 +1 of 2 +[1-9][0-9]* of [1-9][0-9]* +fail +.*1 test failed: two"
check "Automake: a test's functions" sh -c "tr -d ' \n' <'$work/json' | grep -q '\"kernel\":\"one\"[^}]*\"vector_functions\":[1-9]'"

mkdir "$work/untested"
cat >"$work/untested/configure" <<'END'
#!/bin/sh
# Generated by GNU Autoconf, as far as this test goes.
echo 'all check:' >Makefile
END
chmod +x "$work/untested/configure"
describe "$work/untested" autotools </dev/null
suite --row $row
check "Automake without tests fails" prints "^$called/$row .* fail .*.make check. ran no tests; name the commands that test under 'test'"

### Meson

if command -v meson >/dev/null; then
    mkdir "$work/meson"
    cp "$work/auto/program.c" "$work/meson"
    cat >"$work/meson/meson.build" <<'END'
project('small', 'c')
program = executable('program', 'program.c')
test('one', program, args: ['one'])
test('two', program, args: ['two'])
END
    describe "$work/meson" meson </dev/null
    suite --row $row --row x86_64-k8-llvm-O3 --json "$work/json"
    check "Meson: one of two passes" prints "^$called/$row +neon +128 +1 of 2 +[1-9][0-9]* of [1-9][0-9]* +fail +.*1 test failed: two"
    check "Meson: a test's functions" sh -c "tr -d ' \n' <'$work/json' | grep -q '\"kernel\":\"one\"[^}]*\"vector_functions\":[1-9]'"
    check "Meson: x86_64" prints "^$called/x86_64-k8-llvm-O3 +sse2 +128 +1 of 2 "
    check "Meson: both rows fail it" prints '^  rows +fails on all 2 rows'
    "$root/crosslane" meson aarch64 gcc $row >"$work/cross.ini" 2>"$work/err"
    meson setup --cross-file "$work/cross.ini" "$work/meson/b" "$work/meson" >"$work/out" 2>&1
    meson test -C "$work/meson/b" one >>"$work/out" 2>&1
    check "Meson: exec is the wrapper of a cross file" prints '^Ok: +1'
    check "Meson: the cross file names it" grep -q "^exe_wrapper = .*'exec','--row','$row'" "$work/cross.ini"
    check "Meson: an unknown row is refused" sh -c "! '$root/crosslane' meson aarch64 gcc nowhere >/dev/null 2>&1"
else
    skip meson "no meson on PATH"
fi

### A machine without namespaces: PRoot, or nothing

describe </dev/null
forbid_namespaces "$crosslane" suite "$work/suite" --row $row --no-cache --json "$work/json" >"$work/out" 2>"$work/err" </dev/null
check "PRoot: all tests run" prints "^$called/$row +neon +128 +3 of 3 +3 of 5 +pass"
check "PRoot: a program that a program starts counts for its test" sh -c "tr -d ' \n' <'$work/json' | grep -q '\"kernel\":\"starts\"[^}]*\"programs\":2,'"
export CROSSLANE_PROOT=none
forbid_namespaces "$crosslane" suite "$work/suite" --row $row --no-cache >"$work/out" 2>"$work/err" </dev/null
check "without namespaces and PRoot it says what did not run" prints '^note: programs that tests start did not run: (unshare|mount): '
check "and what did not run is a failure" prints "^$called/$row .* fail "
describe <<END
test:
  quiet: ./program plain; true
  emulated: ctest -R plain
END
forbid_namespaces "$crosslane" suite "$work/suite" --row $row --no-cache >"$work/out" 2>"$work/err" </dev/null
check "a test that is green without its program is hollow" prints "^  quiet: it started no program of the row's architecture, on 1 row:"
check "and no success" prints "^$called/$row .* fail .*programs that tests start do not run here, so (1 test|2 tests) may have tested nothing: "

unset CROSSLANE_PROOT

### Files that are wrong

# refuses TEXT: the suite of standard input, with exit status 2 and this text.
refuses() {
    { echo "suite:"; sed 's/^/  /'; } >"$work/suite/crosslane.yml"
    suite --row $row
    check "$1: exit status" exits_with 2
    check "$1" says "$1"
}
refuses "'suite' needs 'build': cmake, meson, autotools, make, cargo or go" <<END
name: $called
END
refuses "crosslane.yml:2:[0-9]+: error: unknown key of 'suite' 'bild'" <<END
bild: cmake
END
refuses "unknown kind of build 'bazel'" <<END
build: bazel
END
refuses "'build: make' needs 'test'" <<END
build: make
END
refuses "'timeout' is a number of seconds" <<END
build: cmake
timeout: soon
END
refuses "no directory 'nowhere'" <<END
build: cmake
dir: nowhere
END
refuses "'exclude' is a mapping" <<END
build: cmake
exclude: [slow]
END
refuses "'A' is not NAME=VALUE" <<END
build: cmake
env: [A]
END
refuses "crosslane.yml:3:[0-9]+: error: 'No_such-dev' is not the name of a Debian package" <<END
build: cmake
packages: [No_such-dev]
END
refuses "unknown compiler, architecture or ISA 'mmx'" <<END
build: cmake
arguments: {mmx: [-DA=1]}
END
refuses "crosslane.yml:2:9: error: '..': a name begins with a letter" <<END
name: ..
build: cmake
END
refuses "none of the 1 selected row is among 'rows'" <<END
build: cmake
rows: [riscv64-*]
END
rm "$work/suite/crosslane.yml"
suite
check "no file: exit status" exits_with 2
check "no file" says 'crosslane.yml: error: '
suite --sample 2
check "a wrong sample" says "'2' is not a number above 0, up to 1"
for wrong in 1/0 0/3 1/3x 1/x /3 1/99999; do
    suite --sample $wrong
    check "--sample $wrong" says "'$wrong' is not a number above 0, up to 1, nor a part such as 7/30"
done

conclude
