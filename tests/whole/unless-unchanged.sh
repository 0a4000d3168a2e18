#!/bin/sh
# unchanged.sh leaves out a test that passed, and only while everything is as it was.
# SPDX-License-Identifier: MIT
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

check() {
    if [ "$2" = "$3" ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAIL: $1: '$2', wanted '$3'" >&2; fi
}

CROSSLANE_CACHE=$work/cache
CROSSLANE_UNCHANGED_LIST=$work/list
export CROSSLANE_CACHE CROSSLANE_UNCHANGED_LIST
unset CROSSLANE_UNCHANGED
key=$("$root/tests/unchanged.sh" --key)

# runs KEY STATUS: how often the test has been run by now, and its exit status.
runs() {
    CROSSLANE_UNCHANGED=$1 "$root/tests/unchanged.sh" some-test sh -c 'echo >>"$1"; exit "$2"' sh "$work/ran" "$2" >"$work/out" 2>&1
    echo "$? $(wc -l <"$work/ran")"
}

check "it fails" "$(runs "$key" 1)" "1 1"
check "what failed is run again" "$(runs "$key" 0)" "0 2"
check "what passed is not" "$(runs "$key" 0)" "0 2"
check "it says so" "$(cat "$work/list")" "some-test"
check "without a key it is run" "$(runs "" 0)" "0 3"
check "with another key it is run" "$(runs 0123 0)" "0 4"
check "a key that is not true any more is not kept" "$(runs 0123 0)" "0 5"
check "a skip is handed on" "$(runs "$key" 77)" "77 6"
check "and not taken for a pass" "$(runs "$key" 0)" "0 7"
CROSSLANE_UNCHANGED=$key "$root/tests/unchanged.sh" partly echo "skipped: a check: why" >/dev/null
check "what a pass skipped is said again" "$(CROSSLANE_UNCHANGED=$key "$root/tests/unchanged.sh" partly false | tail -n 1)" "skipped: a check: why"
check "tests of a clone that it makes are not these" \
    "$(CROSSLANE_UNCHANGED=$key "$root/tests/unchanged.sh" another sh -c 'echo "${CROSSLANE_UNCHANGED-none}"')" none
mkdir "$work/cache/tools-other"
echo >"$work/cache/tools-other/manifest"
check "another tree is another key" "$([ "$("$root/tests/unchanged.sh" --key)" = "$key" ] && echo same || echo other)" other
rm -r "$work/cache/tools-other"
check "and it is what it was without" "$("$root/tests/unchanged.sh" --key)" "$key"

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
