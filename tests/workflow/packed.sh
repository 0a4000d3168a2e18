#!/bin/sh
# The packed host tool, where nothing is installed but glibc; and what is said of one that does not start. Needs a chroot.
# SPDX-License-Identifier: MIT
# Usage: packed.sh CROSSLANE
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
host=$(dirname "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "$root/harness/cli/ci.sh"
ci_folder=$work
ci_step=packed
passed=0

fail() {
    echo "FAIL: $1" >&2
    sed 's/^/  /' "$work/out" >&2
    exit 1
}

# What the loader says of a pack that lacks a library reaches the reader, and is no wrong name of a build.
mkdir "$work/broken"
printf '#!/bin/sh\necho "crosslane: error while loading shared libraries: libdw.so.1: cannot open" >&2\nexit 127\n' \
    >"$work/broken/crosslane"
chmod +x "$work/broken/crosslane"
status=0
(host=$work/broken CROSSLANE_BUILD=s390x-gcc-O2 CROSSLANE_ROWS=s390x-z15-gcc-O2 ci_test_cross) >"$work/out" 2>&1 || status=$?
[ "$status" = 3 ] && grep -q 'does not start here: .*libdw.so.1' "$work/out" || fail "exit $status for a tool that does not start"
passed=$((passed + 1))

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
    inside_root "$host/crosslane" "$@" >"$work/out" 2>&1 || fail "crosslane $*: exit $?"
    grep -q -e "$words" "$work/out" || fail "crosslane $*: no '$words'"
    passed=$((passed + 1))
}

inside '^s390x-gcc-O2' list builds
inside '^add_f32' list kernels
inside '^plan: 1 of' plan --tier full --row s390x-z15-gcc-O2

# Without its libraries it does not: there is nothing else in there.
rm -r "$tree$host/lib"
if inside_root "$host/crosslane" list isas >"$work/out" 2>&1 || ! grep -q 'loading shared libraries' "$work/out"; then
    fail "the tool starts without its libraries: the chroot has them, or they are linked in"
fi
passed=$((passed + 1))
echo "$passed passed, 0 failed"
