#!/bin/sh
# CMakePresets.json: CMake accepts it, presets configure and build, test presets find their rows, no directory is one of the tool's own.
# SPDX-License-Identifier: MIT
# Usage: presets.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"

# In a copy, so that builds of this work tree stay as they are.
mkdir "$work/copy"
(cd "$root" && git ls-files -z | xargs -0 cp -P --parents -t "$work/copy" 2>"$work/err")
cd "$work/copy" || exit
check "CMake reads it" sh -c "cmake --list-presets=all >'$work/presets' 2>&1"
for build in $("$crosslane" list builds | cut -f 1 | grep -e '-O2$'); do
    check "two presets of $build" test "$(grep -c -e "^ *\"$build\" *- " "$work/presets")" = 2
done
for name in pr trunk full $("$crosslane" list builds | cut -f 2 | sort -u); do
    check "a test preset and a workflow preset of $name" test "$(grep -c -e "^ *\"$name\" *- " "$work/presets")" = 2
done
check "each has a name for people" test "$(grep -c '^ *"[^"]*"$' "$work/presets")" = 0
check "each that is not hidden has a description" test \
    "$(grep -c '"name": "[^"]*", "displayName": "[^"]*", "description": "[^"]' CMakePresets.json)" = "$(grep -c '^ *"[^"]*" *- ' "$work/presets")"

# The tool makes and deletes build/host and build/BUILD; doctor names build/*+*.
check "directories of their own" test "$(grep -o '"binaryDir": "[^"]*' CMakePresets.json | grep -v -c '"binaryDir": "${sourceDir}/build/preset-[a-z${}N]*$')" = 0

check "a cross build is configured" sh -c "cmake --preset s390x-gcc-O2 -DXL_KERNELS='$work/copy/examples/demo' >'$work/out' 2>&1"
check "and built" sh -c "cmake --build --preset s390x-gcc-O2 >'$work/out' 2>&1"
check "where the preset says" test -x build/preset-s390x-gcc-O2/agent-vx

check "the host build is configured" sh -c "cmake --preset host >'$work/out' 2>&1"
check "a test preset without any test is an error" sh -c "! ctest --preset pr >'$work/out' 2>&1"
"$crosslane" list tests >build/preset-host/rows.cmake    # as the build does
# lists PRESET ROWS: a test preset has exactly these rows.
lists() {
    ctest --preset "$1" -N >"$work/out" 2>"$work/err"
    "$crosslane" list rows | awk -F '\t' "$2 { print \$1 }" | sort >"$work/wanted"
    sed -n 's/^ *Test *#[0-9]*: //p' "$work/out" | sort >"$work/listed"
    [ -s "$work/listed" ] && cmp -s "$work/wanted" "$work/listed"
}
check "the rows of an architecture" lists riscv64 '$2 == "riscv64"'
check "the rows of a tier" lists pr '$0 ~ /"pr"/'

# Labels: an expression that is a label takes no other label's tests.
ctest --test-dir build/preset-host --print-labels | sed -n 's/^  //p' >"$work/labels"
check "there are labels" test "$(grep -c -e '/$' "$work/labels")" -gt 20
while read -r label; do
    check "no other label has '$label' in it" test "$(grep -c -E -e "$label" "$work/labels")" = 1
done <"$work/labels"
check "the rows of sve, without those of sve2" sh -c "ctest --test-dir build/preset-host -N -L isa/sve/ | grep -q ': aarch64-sve256' && ! ctest --test-dir build/preset-host -N -L isa/sve/ | grep -q ': aarch64-sve2_'"
conclude
