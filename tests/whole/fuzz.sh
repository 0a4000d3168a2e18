#!/bin/sh
# `crosslane ci fuzz`: every fuzzer runs, keeps what it learns, and what one finds fails the step.
# SPDX-License-Identifier: MIT
set -u
. "$(dirname "$0")/checking.sh"

# A second each. CROSSLANE_FUZZERS is of whoever runs this test.
check "each fuzzer" env CROSSLANE_FUZZ_SECONDS=1 CROSSLANE_FUZZERS= "$root/crosslane" ci fuzz >"$work/out" 2>"$work/err"
for file in "$root"/tests/fuzz/fuzz_*.c; do
    fuzzer=$(basename "$file" .c)
    check "$fuzzer: what it did" grep -q "^$fuzzer: [0-9][0-9]* inputs, [1-9][0-9]* kept$" "$work/out"
    check "$fuzzer: has a corpus" test -n "$(ls "$root/tests/corpus/${fuzzer#fuzz_}")"
    check "$fuzzer: has a log" test -s "$root/build/ci/fuzz/${fuzzer#fuzz_}.log"
done

# One that finds something: a root whose only fuzzer is a script.
source=$root
root=$work/root
ci_directory=$root/build/ci
mkdir -p "$root/build/fuzz" "$root/tests/corpus/x" "$ci_directory/fuzz"
cat >"$root/build/fuzz/fuzz_x" <<'END'
#!/bin/sh
for word; do case $word in -artifact_prefix=*) echo bad >"${word#*=}crash-1" ;; esac; done
echo "==1==ERROR: AddressSanitizer: heap-use-after-free"
exit 77
END
chmod +x "$root/build/fuzz/fuzz_x"
. "$source/harness/cli/ci.sh"
CROSSLANE_FUZZ_SECONDS=1
ci_fuzz_one x >"$work/out" 2>"$work/err"
status=$?
check "a finding is a failure" test "$status" = 77
check "it is said" grep -q "heap-use-after-free" "$work/err"
check "what broke it is kept" test -s "$ci_directory/fuzz/x-crash-1"
root=$source
conclude
