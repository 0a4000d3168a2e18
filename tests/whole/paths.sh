#!/bin/sh
# Paths of any length and of any characters: they work, or the message says what does not. No file of a shortened name is made.
# SPDX-License-Identifier: MIT
# Usage: paths.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"
cd "$work" || exit 2

# A checkout at a path that CMake and a shell would read as something else: ctest is to start the programs that are there.
# shellcheck disable=SC2016 # it is the directory's name
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

# long_directory LENGTH: makes a directory whose path has so many characters.
long_directory() {
    long=$work/long
    while [ $((${#long} + 204)) -lt "$1" ]; do long=$long/$(printf '%0200d' 0); done
    long=$long/$(printf "%0$(($1 - ${#long} - 1))d" 0)
    mkdir -p "$long"
}

# A checkout with a long path: an agent is looked for where it is. What is there is none, and that is what is said.
for length in 1200 3800; do
    long_directory $length
    mkdir -p "$long/build/host" "$long/matrix" "$long/build/s390x-gcc-O2"
    ln "$odd/build/host/crosslane" "$long/build/host/crosslane"
    cp "$root"/matrix/*.yml "$long/matrix"
    echo '#!/bin/sh' >"$long/build/s390x-gcc-O2/agent-vxe2"
    chmod +x "$long/build/s390x-gcc-O2/agent-vxe2"
    echo "$long/qemu" >"$long/build/s390x-gcc-O2/emulator"
    "$long/build/host/crosslane" run --no-build --row s390x-z15-gcc-O2 --kernel add_f32 --json "$long/r.json" \
        >"$work/out" 2>"$work/err"
    check "a checkout of $length characters: its agent is found, and what else is wanted is not" \
        grep -q 'no disassembly-vxe2 in ' "$long/r.json"
done

# The cache, too: as long as it is.
check "a long cache" grep -q -F -e "$long/c/results: 0 files" <<END
$(CROSSLANE_CACHE=$long/c "$crosslane" cache)
END

# What Linux does not take is refused before the run, and named. $long has 3800 characters; behind the directory in it there is room for 94.
inner=$long/$(printf '%0200d' 1)
mkdir "$inner"
refused='path or name too long: Linux allows 4095 and 255 bytes'
for file in "$work/$(printf '%0240d' 2)" "$inner/$(printf '%080d' 2)"; do
    check "a file whose temporary name is too long" exits 2 "$crosslane" run --kernel add_f32 --json "$file"
    check "and why" grep -q "$refused" err
done
cd "$inner" || exit 2
mkdir "$(printf '%0200d' 3)"
env -C "$(printf '%0200d' 3)" "$crosslane" run --kernels . >"$work/out" 2>"$work/err"
check "a directory that has no absolute path: exit 2" test "$?" = 2
check "and why" grep -q 'path too long for Linux' "$work/err"
cd "$work" || exit 2
check "nothing of a shorter name was made" test "$(ls "$inner")" = "$(printf '%0200d' 3)"

conclude
