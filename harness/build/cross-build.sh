#!/bin/sh
# Builds agents of one build, or the host's module of a folder of kernels; quick when nothing changed.
# SPDX-License-Identifier: MIT
# Usage: cross-build.sh --retry FOLDER     only lets the next build try again what did not compile
#        cross-build.sh FOLDER KERNELS [ARCH COMPILER OPT [TARGETS [ONLY]]]     without ARCH: the module
# TARGETS: of CMake's, with blanks between them, such as "agent-neon agent-sve"; without: all of them.
# ONLY: names of the kernels to compile, with ";" between them; FOLDER may have been made for others.
# CROSSLANE_LIBRARY: what is known of the library that the kernels test (harness/build/library.h).
# CROSSLANE_CXX: there is C++ in it.
# CROSSLANE_DEFINE: a macro to compile the kernels with; a FOLDER that was made with another is made anew.
# CROSSLANE_LOCKED=held: the caller has locked FOLDER.lock.
# CROSSLANE_FINGERPRINT, CROSSLANE_FINGERPRINT_BY_FILE: what FOLDER/made-of-ISA is to say of the sources (harness/build/fingerprint.h).
# CROSSLANE_TREES: what mk-trees printed to the caller, who has made the trees or said why they cannot be made; it is not tried again
# for each build, nor asked where they are.
# Exit status: 0; 1 it does not build; 3 the environment lacks something; 4 some of TARGETS do not build, and FOLDER/failed-ISA says why.
set -u
root=$(CDPATH= cd "$(dirname "$0")/../.." && pwd)
. "$root/harness/base/environment.sh"

# retry_broken: removes the stand-ins that compile-kernel.sh and compile-assembly.sh left, so that Ninja tries those files again.
retry_broken() {
    rm -f "$folder"/unlinked-*
    find "$folder" -name '*.broken' -exec sh -c 'for log; do rm -f "${log%.broken}" "$log"; done' sh {} +
}
[ "$1" != --retry ] || { folder=$2; retry_broken; exit; }
folder=$1
kernels=$2
arch=${3:-}
targets=${6:-all}
only=${7:-}

# tree MAKER [ARCH]: the tree's path.
tree() {
    maker=$root/sysroots/$1
    shift
    if [ -z "${CROSSLANE_TREES:-}" ]; then
        "$maker" "$@"
        return
    fi
    path=
    case $maker in */mk-cxx) ;; *) path=$(echo "$CROSSLANE_TREES" | sed -n "s/^tree ${1:-tools} //p") ;; esac
    [ -n "$path" ] || path=$("$maker" --path "$@") || return
    [ -e "$path/manifest" ] || { echo "crosslane: error: there is no $path: what was said of making it is above" >&2; return 3; }
    echo "$path"
}

# What the folder was made from: another tree or compiler makes it anew.
if [ -n "$arch" ]; then
    sysroot=$(tree mk-sysroot "$arch") || exit
    if [ "${CROSSLANE_TOOLS:-}" = host ]; then tools=host; else tools=$(tree mk-tools) || exit; fi
    compiler=$4
    set -- --toolchain "$root/toolchains/$arch-$compiler.cmake" -DXL_OPT="$5"
    rules=$(cat "$root/toolchains/crosslane.cmake" "$root/toolchains/driver.sh" "$root/toolchains/cxx.sh" "$root/toolchains/$arch-$compiler.cmake" | sha256sum | cut -c 1-12)
    made_from="$sysroot $tools $rules"
    [ -z "${CROSSLANE_CXX:-}" ] || made_from="$made_from $(tree mk-cxx "$arch")" || exit
else
    set -- -DXL_MODULE_ONLY=ON
    made_from=host
    # CMake has no way to name these in a list, or Ninja none to name them at all.
    odd=$(cd "$kernels" && find . -path '*[]"\\;[|[:cntrl:]]*' \( -name '*.c' -o -name '*.cc' -o -name '*.cpp' -o -name '*.cxx' \) -print -quit)
    [ -z "$odd" ] || {
        printf %s "$kernels/${odd#./}: error: its path has a sign that CMake or Ninja takes for its own: rename it" | tr '[:cntrl:]' '?' >&2
        exit 1
    }
fi
# The place too: CMake takes no build of a checkout that was moved.
made_from="$made_from ${CROSSLANE_LIBRARY:-}${CROSSLANE_DEFINE:+ with $CROSSLANE_DEFINE} in $(cd "$root" && pwd -P)"

# What the build of all kernels has compiled besides kernels is not compiled again: Ninja sees what of it is as it would make it. Not
# while somebody makes that build.
take_objects() {
    all=${folder%+few}
    [ "$made_from" = "$(cat "$all/made-from" 2>/dev/null)" ] || return 0
    (
        flock -n -s 8 || exit
        cd "$all" && find .ninja_deps .ninja_log CMakeFiles ! -path '*/kernels-*' \( -name '*.o' -o -name '.ninja_*' \) -exec cp -p --parents -t "$folder" {} +
    ) 8<"$all.lock" || rm -f "$folder"/.ninja_*
}

made=$(mkdir -p "$folder" 2>&1) || { echo "crosslane: error: cannot write into ${folder%/*}: ${made##*: }" >&2; exit 3; }
# Two runs at once build in turn.
[ "${CROSSLANE_LOCKED:-}" = held ] || { exec 9>"$folder.lock"; flock 9; }
if [ "$made_from" != "$(cat "$folder/made-from" 2>/dev/null)" ]; then
    rm -rf "$folder"
    mkdir -p "$folder" || exit 3
    case $folder in *+few) take_objects ;; esac
    cmake -G Ninja -S "$root" -B "$folder" -DXL_KERNELS="$kernels" -DXL_LIBRARY="${CROSSLANE_LIBRARY:-}" -DXL_DEFINE="${CROSSLANE_DEFINE:-}" -DXL_ONLY="$only" "$@" || exit 1
    echo "$made_from" >"$folder/made-from"
    echo "$only" >"$folder/only"
elif [ "$only" != "$(cat "$folder/only" 2>/dev/null)" ]; then
    rm -f "$folder/only"
    cmake -DXL_ONLY="$only" "$folder" || exit 1
    echo "$only" >"$folder/only"
fi
retry_broken
# A build that is told to end waits for Ninja, which removes objects that are half written; the next would take them for done.
trap 'exit 130' TERM
rm -f "$folder"/failed-* "$folder/library/failed"
status=0
# Before Ninja: what is edited while it builds may be in the agents or not.
sources=$([ -z "$arch" ] || "$root/harness/build/sources.sh" "$arch" "$kernels") || exit 1
# Ninja looks at headers once, before it has anything made. What is wrong with this build is said by the next.
! grep -q -s . "$folder/library/headers" || (cd "$folder" && exec ninja library-build) >/dev/null 2>&1 || :
(cd "$folder" && exec ninja -k 0 $targets) || status=4
assembly=$(find "$folder"/CMakeFiles/library-*.dir -name '*.broken' 2>/dev/null | head -n 1)

# make_agent TARGET: without the kernels that do not link, where it is of them that it does not.
make_agent() {
    isa=${1#agent-}
    while :; do
        (cd "$folder" && exec ninja "$1") >"$folder/failed-$isa" 2>&1
        made=$?
        [ $made != 0 ] || rm -f "$folder/failed-$isa"
        [ -z "$only" ] || return $made    # of a few kernels, one may need another: the build of all decides
        "$root/harness/build/unlinked.sh" "$folder" "$isa" "$tools"
        case $? in
        0) continue ;;
        2) find "$folder"/CMakeFiles/library-*.dir -name '*.broken' -exec cat {} + >"$folder/failed-$isa"; return 1 ;;
        *) return $made ;;
        esac
    done
}
if [ $status != 0 ] || [ -n "$assembly" ]; then
    # An agent that nothing is wrong with is made all the same.
    [ -n "$arch" ] && [ "$targets" != all ] || exit 1
    status=0
    made_targets=
    for target in $targets; do
        if make_agent "$target"; then
            made_targets="$made_targets $target"
        else
            rm -f "$folder/$target"
            status=4
        fi
    done
    targets=$made_targets
fi
[ "$targets" != all ] || targets=$(find "$folder" -maxdepth 1 -name 'agent-*' ! -name '*.map' -exec basename {} \;)
set --
for target in $targets; do
    isa=${target#agent-}
    [ "$target" = "agent-$isa" ] || continue
    set -- "$@" "$isa"
    echo "$sources" >"$folder/sources-$isa"
    "$root/harness/build/disassemble.sh" "$folder" "$isa" "$arch" "$tools" || exit 1
done
[ $# -gt 0 ] || exit $status
"$root/harness/build/dependencies.sh" "$folder" "$@" || for isa; do rm -f "$folder/dependencies-$isa"; done
# A kernel that did not compile is tried again by each run.
[ -z "${CROSSLANE_FINGERPRINT:-}" ] || [ -n "$(find "$folder" -name '*.broken' | head -n 1)" ] ||
    for isa; do printf '%s %s\n%s' "$CROSSLANE_FINGERPRINT" "$only" "${CROSSLANE_FINGERPRINT_BY_FILE:-}" >"$folder/made-of-$isa"; done
exit $status
