#!/bin/sh
# A checkout at odd places: at a path that CMake cannot have, called by a link, moved, not writable, on a full disk.
# SPDX-License-Identifier: MIT
# Usage: odd-places.sh CROSSLANE
set -u
. "$(dirname "$0")/checking.sh"

# as_reader DIRECTORY COMMAND...: as somebody who may not write into the directory.
as_reader() {
    directory=$1
    shift
    if [ "$(id -u)" = 0 ]; then
        setpriv --reuid 65534 --clear-groups "$@"
        return
    fi
    chmod u-w "$directory"
    "$@"
    status=$?
    chmod u+w "$directory"
    return $status
}
chmod 755 "$work"

ln -s "$root/crosslane" "$work/crosslane"
check "called by a link" answers 0 out "s390x-z15-gcc-O2" "$work/crosslane" list rows

# A cache of its own, since each odd checkout has a link there.
for tree in "$("$root/sysroots/mk-sysroot" s390x)" "$("$root/sysroots/mk-tools")"; do
    mkdir -p "$work/cache"
    ln -s "$tree" "$work/cache"
done
export CROSSLANE_CACHE="$work/cache"

# No tests, no optimisation and few kernels, so that it is built soon.
odd="$work/it's a [b];c\$d"
scratch_copy "$odd"
echo 'add_custom_target(rows)' >"$odd/tests/tests.cmake"
sed -i 's/ -g -O2)/ -O0)/' "$odd/harness/harness.cmake"
find "$odd/kernels" -mindepth 1 -maxdepth 1 -type d ! -name sleef -exec rm -r {} +
mkdir "$odd/kernels/arith" "$odd/few"
cp "$root/kernels/arith/add_f32.c" "$odd/kernels/arith"
cp "$root/tests/hostile/plain.c" "$odd/few"

# Before it is built: what makes that fail. A stand-in for CMake fails as on a full disk.
mkdir "$work/bin"
printf '#!/bin/sh\necho "fatal error: error writing to main.o: No space left on device"\necho "$@" >"%s/cmake"\nexit 1\n' "$work" >"$work/bin/cmake"
chmod +x "$work/bin/cmake"
check "a full disk" answers 3 err "the disk is full" env PATH="$work/bin:$PATH" "$odd/crosslane" list rows
check "a full disk: nothing else is said" [ "$(grep -c -v -e '^crosslane: ' -e '^  [a-z ]*: ' "$work/err")" = 0 ]
mkdir -p "$odd/build/host"
echo "CMAKE_HOME_DIRECTORY:INTERNAL=$work/elsewhere" >"$odd/build/host/CMakeCache.txt"
touch "$odd/build/host/build.ninja"
rm "$work/cmake"
check "one that was moved" answers 3 err "the disk is full" env PATH="$work/bin:$PATH" "$odd/crosslane" list rows
check "one that was moved is configured anew" grep -q -e '^-G Ninja -S' "$work/cmake"
rm -r "$odd/build"
check "one that cannot be written" answers 3 err "cannot write into" as_reader "$odd" "$odd/crosslane" list rows
check "one that cannot be written: why" grep -q -e "/build, where the host tool is built: Permission denied$" "$work/err"
check "no directory for temporary files" answers 3 err "TMPDIR is '$work/none'" env TMPDIR="$work/none" "$odd/crosslane" list rows
check "no cache" answers 3 err "neither CROSSLANE_CACHE nor HOME is set" env -u CROSSLANE_CACHE -u XDG_CACHE_HOME -u HOME "$odd/crosslane" list rows

check "an odd path" answers 0 out "s390x-z15-gcc-O2" "$odd/crosslane" list rows
check "an odd path: built once" answers 0 out "s390x-z15-gcc-O2" "$odd/crosslane" list rows
check "an odd path: nothing is built again" grep -q -x "ninja: no work to do." "$odd/build/host.log"
check "kernels below it" answers 0 out "1 of 1 kernels checked on 1 of 1 rows" "$odd/crosslane" run --kernels "$odd/few" --row s390x-z15-gcc-O2
mkdir "$work/other"
cp "$root/tests/hostile/plain.c" "$work/other"
check "builds that cannot be written" answers 3 err ".cmake: Permission denied" as_reader "$odd/build" "$odd/build/host/crosslane" run --kernels "$work/other"
# Moved once it is built: its builds are configured anew too.
mv "$odd" "$work/moved"
rm "$work/cmake"
few=$(dirname "$work"/moved/build/kernels+*/made-from)
CROSSLANE_LIBRARY=$(sed 's/^host //; s/ .*//' "$few/made-from") PATH="$work/bin:$PATH" "$work/moved/harness/build/cross-build.sh" "$few" "$work/moved/few" >"$work/out" 2>&1
check "a build of one that was moved" grep -q -e "-S $work/moved " "$work/cmake"
conclude
