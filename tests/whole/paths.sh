#!/bin/sh
# Paths of any length and of any characters: they work, or the message says what does not. No file of a shortened name is made.
# SPDX-License-Identifier: MIT
# Usage: paths.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"

# A checkout at a path that CMake and a shell would read as something else: ctest is to start the programs that are there.
# shellcheck disable=SC2016 # it is the folder's name
odd=$work/'it'"'"'s "a" $HOME; x'
mkdir -p "$odd/build/host" "$odd/matrix" "$odd/tests"
cp "$crosslane" "$odd/build/host/crosslane"
cp "$root/matrix/matrix.yml" "$odd/matrix"
cp "$root/tests/unchanged.sh" "$odd/tests"
"$odd/build/host/crosslane" list tests >"$odd/tests/CTestTestfile.cmake"
(cd "$odd/tests" && ctest --show-only=json-v1) >"$work/tests.json" 2>"$work/err"
shown=$(printf '%s' "$odd" | sed 's/"/\\"/g')    # as JSON has it
check "ctest starts a row's program" grep -q -F -e "\"$shown/build/host/crosslane\"" "$work/tests.json"
check "ctest starts the vocabulary's" grep -q -F -e "\"$shown/tests/vec/run-vec.sh\"" "$work/tests.json"

conclude
