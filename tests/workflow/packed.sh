#!/bin/sh
# The packed host tool, where nothing is installed but glibc; and what is said of one that does not start. Needs a chroot.
# SPDX-License-Identifier: MIT
# Usage: packed.sh CROSSLANE
set -eu
. "$(dirname "$0")/../whole/checking.sh"
host=$(dirname "$1")
. "$root/harness/cli/ci.sh"
ci_directory=$work
ci_step=packed

# What the loader says of a pack that lacks a library reaches the reader, and is no wrong name of a build.
mkdir "$work/broken"
printf '#!/bin/sh\necho "crosslane: error while loading shared libraries: libdw.so.1: cannot open" >&2\nexit 127\n' \
    >"$work/broken/crosslane"
chmod +x "$work/broken/crosslane"
status=0
(host=$work/broken CROSSLANE_BUILD=s390x-gcc-O2 CROSSLANE_ROWS=s390x-z15-gcc-O2 ci_test_cross) >"$work/out" 2>&1 || status=$?
check "a tool that does not start" is "$status" 3
check "the loader's words" grep -q 'does not start here: .*libdw.so.1' "$work/out"

# inside_root COMMAND...: where the loader learns from /proc where a program is.
user=-m
[ "$(id -u)" = 0 ] || user=-rm
inside_root() {
    unshare $user sh -ec 'mount --rbind /proc "$0/proc"; exec chroot "$0" "$@"' "$tree" "$@"
}

tree=$work/tree
mkdir -p "$tree/proc" "$tree/dev" "$tree/tmp"
if ! unshare $user sh -ec 'mount --rbind /proc "$0/proc"; chroot / true' "$tree" 2>"$work/out"; then
    echo "skipped: no chroot here: $(cat "$work/out")"
    exit 77
fi

# A root with the loader, glibc, the pack and the files that the tool reads, each where it is outside.
ci_pack_host
mkdir -p "$tree$host" "$tree$root"
touch "$tree/dev/null"
{
    ldd "$1" | sed -n 's/^[[:space:]]*\(\/[^ ]*ld-linux[^ ]*\) .*/\1/p'
    ldd "$1" | sed -n 's/^[[:space:]]*lib\(c\|m\|mvec\|pthread\|dl\|rt\|resolv\)\.so[^ ]* => \([^ ]*\) .*/\2/p'
} | xargs -I FILE cp --parents -L FILE "$tree"
tar -xzf "$work/host.tar.gz" -C "$tree$host" --strip-components=1
cp -R "$root/matrix" "$root/arch" "$tree$root"

# inside WORDS ARGUMENT...: the tool in there succeeds and says this.
inside() {
    words=$1
    shift
    check "crosslane $*" exits 0 inside_root "$host/crosslane" "$@"
    check "its words: $words" grep -q -e "$words" "$work/out" "$work/err"
}

inside '^s390x-gcc-O2' list builds
inside '^add_f32' list kernels
inside '^plan: 1 of' plan --tier full --row s390x-z15-gcc-O2

# Without its libraries it does not: there is nothing else in there.
rm -r "$tree$host/lib"
starts() { inside_root "$host/crosslane" list isas >"$work/out" 2>&1; }
check "without its libraries it does not start" eval '! starts && grep -q "loading shared libraries" "$work/out"'
conclude
