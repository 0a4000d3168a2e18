#!/bin/sh
# Builds the agents of one build, or the host's module of a directory of kernels. Quick if nothing changed.
# SPDX-License-Identifier: MIT
# Usage: cross-build.sh --retry DIRECTORY     only lets the next build try again what did not compile
#        cross-build.sh DIRECTORY KERNELS [ARCH COMPILER OPT [TARGETS [ONLY]]]     no ARCH: the module
# TARGETS: CMake targets separated by blanks, such as "agent-neon agent-sve" (default: all).
# ONLY: names of the kernels to compile, separated by ";". DIRECTORY may have been made for other kernels.
# CROSSLANE_LIBRARY: the description of the library that the kernels test (harness/build/library.h).
# CROSSLANE_CXX: set if there are C++ files.
# CROSSLANE_DEFINE: a macro to compile the kernels with. If DIRECTORY was made with another macro, it is made anew.
# CROSSLANE_LOCKED=held: the caller has locked DIRECTORY.lock.
# CROSSLANE_FINGERPRINT, CROSSLANE_FINGERPRINT_BY_FILE: the content of DIRECTORY/made-of-ISA (harness/build/fingerprint.h).
# CROSSLANE_TREES: the output of mk-trees. The caller has made the trees or reported why it could not, so no build tries again.
# Exit status: 0; 1 the build failed; 3 the environment lacks something; 4 some of TARGETS failed, and DIRECTORY/failed-ISA has the messages.
set -u
root=$(CDPATH= cd "$(dirname "$0")/../.." && pwd)
. "$root/harness/base/environment.sh"

# retry_broken: removes the placeholders of compile-kernel.sh and compile-assembly.sh, so that Ninja compiles those files again.
retry_broken() {
    rm -f "$directory"/unlinked-*
    find "$directory" -name '*.broken' -exec sh -c 'for log; do rm -f "${log%.broken}" "$log"; done' sh {} +
}
[ "$1" != --retry ] || { directory=$2; retry_broken; exit; }
directory=$1
kernels=$2
arch=${3:-}
targets=${6:-all}
only=${7:-}

# tree MAKER [ARCH]: prints the path of the tree.
tree() {
    maker=$root/sysroots/$1
    shift
    if [ -z "${CROSSLANE_TREES:-}" ]; then
        "$maker" "$@"
        return
    fi
    path=
    case $maker in */mk-cxx | */mk-compiler) ;; *) path=$(echo "$CROSSLANE_TREES" | sed -n "s/^tree ${1:-tools} //p") ;; esac
    [ -n "$path" ] || path=$("$maker" --path "$@") || return
    [ -e "$path/manifest" ] || { echo "crosslane: error: there is no $path: what was said of making it is above" >&2; return 3; }
    echo "$path"
}

# If the tree or the compiler changes, DIRECTORY is made anew.
if [ -n "$arch" ]; then
    sysroot=$(tree mk-sysroot "$arch") || exit
    if [ "${CROSSLANE_TOOLS:-}" = host ]; then tools=host; else tools=$(tree mk-tools) || exit; fi
    compiler=$4
    own=
    grep -q "^XL_COMPILER($compiler, .*, tools)\$" "$root/toolchains/compilers.def" || [ "$tools" = host ] || own=$(tree mk-compiler "$compiler" "$arch") || exit
    set -- --toolchain "$root/toolchains/$arch-$compiler.cmake" -DXL_OPT="$5"
    rules=$(cat "$root/toolchains/crosslane.cmake" "$root/toolchains/driver.sh" "$root/toolchains/compilers.def" "$root/toolchains/cxx.sh" "$root/toolchains/$arch-$compiler.cmake" | sha256sum | cut -c 1-12)
    made_from="$sysroot $tools $rules${own:+ $own}"
    [ -z "${CROSSLANE_CXX:-}" ] || made_from="$made_from $(tree mk-cxx "$arch")" || exit
else
    set -- -DXL_MODULE_ONLY=ON
    made_from=host
    # CMake lists or Ninja cannot have these characters in file names.
    odd=$(cd "$kernels" && find . -path '*[]"\\;[|[:cntrl:]]*' \( -name '*.c' -o -name '*.cc' -o -name '*.cpp' -o -name '*.cxx' \) -print -quit)
    [ -z "$odd" ] || {
        printf %s "$kernels/${odd#./}: error: its path has a sign that CMake or Ninja takes for its own: rename it" | tr '[:cntrl:]' '?' >&2
        exit 1
    }
fi
# CMake refuses the build directory of a checkout that was moved.
made_from="$made_from ${CROSSLANE_LIBRARY:-}${CROSSLANE_DEFINE:+ with $CROSSLANE_DEFINE} in $(cd "$root" && pwd -P)"

# Copies the objects without kernels from the build of all kernels. Ninja keeps those that are up to date. Copies nothing while another
# process builds there.
take_objects() {
    all=${directory%+few}
    [ "$made_from" = "$(cat "$all/made-from" 2>/dev/null)" ] || return 0
    (
        flock -n -s 8 || exit
        cd "$all" && find .ninja_deps .ninja_log CMakeFiles ! -path '*/kernels-*' \( -name '*.o' -o -name '.ninja_*' \) -exec cp -p --parents -t "$directory" {} +
    ) 8<"$all.lock" || rm -f "$directory"/.ninja_*
}

# Agents of the remote cache (harness/build/shared_build.h) have no objects here.
drop_shared() {
    for linked in "$directory"/linked-agent-*; do
        [ ! -e "$linked" ] || rm -f "$directory/agent-${linked##*/linked-agent-}" "$directory/made-of-${linked##*/linked-agent-}" "$linked"
    done
}

made=$(mkdir -p "$directory" 2>&1) || { echo "crosslane: error: cannot write into ${directory%/*}: ${made##*: }" >&2; exit 3; }
# Concurrent runs build one after the other.
[ "${CROSSLANE_LOCKED:-}" = held ] || { exec 9>"$directory.lock"; flock 9; }
if [ "$made_from" != "$(cat "$directory/made-from" 2>/dev/null)" ]; then
    rm -rf "$directory"
    mkdir -p "$directory" || exit 3
    case $directory in *+few) take_objects ;; esac
    cmake -G Ninja -S "$root" -B "$directory" -DXL_KERNELS="$kernels" -DXL_LIBRARY="${CROSSLANE_LIBRARY:-}" -DXL_DEFINE="${CROSSLANE_DEFINE:-}" -DXL_ONLY="$only" "$@" || exit 1
    echo "$made_from" >"$directory/made-from"
    echo "$only" >"$directory/only"
elif [ "$only" != "$(cat "$directory/only" 2>/dev/null)" ]; then
    rm -f "$directory/only"
    cmake -DXL_ONLY="$only" "$directory" || exit 1
    echo "$only" >"$directory/only"
fi
retry_broken
drop_shared
# hashes PATH...: prints the hashes of the sources below the paths.
hashes() {
    find "$@" -type f \( -name '*.[chS]' -o -name '*.cc' -o -name '*.cpp' -o -name '*.cxx' -o -name '*.hpp' -o -name '*.def' \) -exec sha256sum {} +
}

# hash_sources: prints a hash of all sources of the agents of the architecture. If it changes, the agents are out of date.
hash_sources() {
    { cd "$root" && hashes arch/*.[ch] arch/scalar "arch/$arch" harness/agent harness/protocol.h harness/frames.h && cd "$kernels" && hashes .; } |
        LC_ALL=C sort -k 2 | sha256sum | cut -c 1-12
}

# After SIGTERM, waits for Ninja, which removes half-written objects. The next build would take them for complete.
trap 'exit 130' TERM
rm -f "$directory"/failed-* "$directory/library/failed"
status=0
# Hashed before Ninja starts, because an edit during the build may be in the agents or not.
sources=$([ -z "$arch" ] || hash_sources) || exit 1
# Ninja checks headers only once, before it builds, so the library is built first. If it fails, the build below reports why.
! grep -q -s . "$directory/library/headers" || (cd "$directory" && exec ninja library-build) >/dev/null 2>&1 || :
(cd "$directory" && exec ninja -k 0 $targets) || status=4
assembly=$(find "$directory"/CMakeFiles/library-*.dir -name '*.broken' 2>/dev/null | head -n 1)

# make_agent TARGET: builds an agent. If kernels do not link, builds it without them.
make_agent() {
    isa=${1#agent-}
    while :; do
        (cd "$directory" && exec ninja "$1") >"$directory/failed-$isa" 2>&1
        made=$?
        [ $made != 0 ] || rm -f "$directory/failed-$isa"
        [ -z "$only" ] || return $made    # a kernel may need one that is left out here: the build of all kernels decides
        "$root/harness/build/unlinked.sh" "$directory" "$isa" "$tools"
        case $? in
        0) continue ;;
        2) find "$directory"/CMakeFiles/library-*.dir -name '*.broken' -exec cat {} + >"$directory/failed-$isa"; return 1 ;;
        *) return $made ;;
        esac
    done
}
if [ $status != 0 ] || [ -n "$assembly" ]; then
    # Agents without errors are built all the same.
    [ -n "$arch" ] && [ "$targets" != all ] || exit 1
    status=0
    made_targets=
    for target in $targets; do
        if make_agent "$target"; then
            made_targets="$made_targets $target"
        else
            rm -f "$directory/$target"
            status=4
        fi
    done
    targets=$made_targets
fi
[ "$targets" != all ] || targets=$(find "$directory" -maxdepth 1 -name 'agent-*' ! -name '*.map' -exec basename {} \;)
set --
for target in $targets; do
    isa=${target#agent-}
    [ "$target" = "agent-$isa" ] || continue
    set -- "$@" "$isa"
    echo "$sources" >"$directory/sources-$isa"
    # The caller writes it anew.
    for newer in "$directory/agent-$isa" "$root/arch/$arch/arch.def" "$root/harness/build/disassemble.c"; do
        [ "$directory/disassembly-$isa" -nt "$newer" ] || rm -f "$directory/disassembly-$isa"
    done
done
[ $# -gt 0 ] || exit $status
"$root/harness/build/dependencies.sh" "$directory" "$@" || for isa; do rm -f "$directory/dependencies-$isa"; done
# Each run compiles broken kernels again, so it gets no fingerprint.
[ -z "${CROSSLANE_FINGERPRINT:-}" ] || [ -n "$(find "$directory" -name '*.broken' | head -n 1)" ] ||
    for isa; do printf '%s %s\n%s' "$CROSSLANE_FINGERPRINT" "$only" "${CROSSLANE_FINGERPRINT_BY_FILE:-}" >"$directory/made-of-$isa"; done
exit $status
