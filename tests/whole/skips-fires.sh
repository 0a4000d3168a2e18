#!/bin/sh
# skips.sh sees each kind of skip, repeats the last lines of a test that failed, says the command that runs it, and makes CI red for one that tests/expected-skips.txt does not list.
# SPDX-License-Identifier: MIT
# Usage: skips-fires.sh BUILD    BUILD: of the host tool
set -u
host=$1
. "$(dirname "$0")/checking.sh"
cd "$work" || exit 2
unset CI
mkdir project
cat >project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.22)
project(skips NONE)
enable_testing()
add_test(NAME passes COMMAND sh -c "seq 1000; echo nothing is skipped: here")
add_test(NAME whole COMMAND sh -c "echo 'skipped: no such machine (apt-get install -y some-package)'; exit 77")
add_test(NAME silent COMMAND sh -c "exit 77")
add_test(NAME inside COMMAND sh -c "seq 1000; echo 'skipped: one check: no <program> & none'; echo 'skipped: another: no program'; echo '1 passed, 0 failed, 2 skipped'")
add_test(NAME unit COMMAND sh -c "echo '[ RUN      ] test_a'; echo '[  SKIPPED ] test_a'; echo '[  SKIPPED ] tests: 1 test(s), listed below:'; echo '[  SKIPPED ] test_a'")
add_test(NAME row COMMAND sh -c "echo 'row  avx512  -  -  skip  0.0 s  this CPU has no avx512'; echo '0 pass, 0 fail, 1 skip'; exit 77")
add_test(NAME broken COMMAND sh -c "seq 100; echo; echo 'FAIL: a <check>'; exit 1")
set_tests_properties(whole silent row PROPERTIES SKIP_RETURN_CODE 77)
END
cmake -S project -B build >out 2>err || exit 2

# skips [VARIABLE=VALUE...]: what skips.sh says of a run of them all.
skips() { env CROSSLANE_EXPECTED_SKIPS="$work/list" "$@" "$root/tests/skips.sh" build; }
run_all() {
    mkdir -p build/Testing
    rm -f build/Testing/tests.xml
    ctest --test-dir build --output-junit "$work/build/Testing/tests.xml" --test-output-size-passed 100000000 "$@" >run 2>&1
    ctest --test-dir build -N >listed # as other tests do meanwhile
}
says() { grep -q -x -F -e "$1" out; }

: >list
check "the tests run" run_all -E broken
check "no skip is a failure, but in CI" exits 0 skips
check "all are counted, each once" says "6 skipped:"
check "a whole test, with its reason" says "  whole: no such machine (apt-get install -y some-package)"
check "the command that runs it" says "    run it: apt-get install -y some-package && ctest --test-dir build/host -R '^whole\$' -V"
check "one that is silent" says "  silent: it does not say why"
check "a check inside" says "  inside: one check: no <program> & none"
check "another" says "  inside: another: no program"
check "cmocka's, once" says "  unit: test_a"
check "a row, with its reason" says "  row: this CPU has no avx512"
check "CI is red" exits 1 skips CI=true
check "how many" grep -q -F '6 of 6 skips are not in' err

cat >list <<'END'
# a comment

whole | no such machine | because
silent | it does not say why | because
inside | one check | because
unit | test_a | because
row* | avx512 | because
END
check "one is not expected" exits 1 skips CI=true
check "which" sh -c 'grep -B 3 "NOT EXPECTED" out | grep -q "inside: another: no program"'
echo 'inside | another: | because of that' >>list
check "all are" exits 0 skips CI=true
check "the reason is shown" says "    expected: because of that"
check "without a skip" run_all -R passes
check "nothing is said of the run before" exits 0 skips CI=true
check "but that there is none" says "nothing was skipped"
check "of a passed test nothing is repeated" [ "$(grep -c '^  passes: ' out)" = 0 ]
check "a test fails" run_all -R 'passes|broken'
check "it is reported after the run" exits 0 skips CI=true
check "its last line" says "  broken: FAIL: a <check>"
check "and the lines before" says "  broken: 100"
check "no more than 15" [ "$(grep -c '^  broken: ' out)" = 15 ]

rm build/Testing/tests.xml
check "without what ctest wrote nothing is taken for no skip" exits 1 skips

# The list itself.
checks() { env CROSSLANE_EXPECTED_SKIPS="$work/list" "$root/tests/skips.sh" --check build; }
check "a list of tests that are there" exits 0 checks
echo 'gone | word | because' >>list
check "a test that is not" exits 1 checks
check "with its line" grep -q -x -F -e "$work/list:9: error: no test 'gone'" err
sed -i '$d' list
echo 'whole | word |' >>list
check "a line without a reason" exits 1 checks
check "what a line is" grep -q -x -F -e "$work/list:9: error: a line is 'TEST | WORDS OF THE SKIP | REASON'" err
check "the list of this repository" "$root/tests/skips.sh" --check "$host"

conclude
