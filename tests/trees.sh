#!/bin/sh
# Trees that cannot be made: exit 3, what is wrong, what to do, and nothing half made. No network is used.
# SPDX-License-Identifier: MIT
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
passed=0
failed=0

expect() {
    words=$1
    shift
    env "$@" "$root/sysroots/mk-sysroot" riscv64 >"$work/out" 2>"$work/err"
    got=$?
    left=$(find "$work/cache" -mindepth 1 ! -name '*.lock' 2>/dev/null | head -n 3)
    if [ "$got" = 3 ] && grep -q -e "$words" "$work/err" && [ -z "$left" ] && [ ! -s "$work/out" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL: $*: exit $got, wanted 3, '$words' and nothing left; left: $left" >&2
        tail -n 5 "$work/err" >&2
    fi
}

# A mirror that is not there.
expect "could not be reached" CROSSLANE_CACHE="$work/cache" CROSSLANE_MIRROR="file://$work/none"

# A mirror whose suite is unsigned, and one whose signature is somebody else's.
mkdir -p "$work/mirror/dists/trixie"
printf 'Suite: stable\nCodename: trixie\nComponents: main\nArchitectures: riscv64\n' >"$work/mirror/dists/trixie/Release"
expect "error" CROSSLANE_CACHE="$work/cache" CROSSLANE_MIRROR="file://$work/mirror"
cp "$work/mirror/dists/trixie/Release" "$work/mirror/dists/trixie/Release.gpg"
expect "signature" CROSSLANE_CACHE="$work/cache" CROSSLANE_MIRROR="file://$work/mirror"

# A cache that cannot be made.
touch "$work/file"
expect "cannot make the cache folder" CROSSLANE_CACHE="$work/file/cache"

# debootstrap is not there.
mkdir "$work/bin"
for tool in sh env cat sed cut tr sha256sum mkdir dirname grep id; do ln -s "$(command -v $tool)" "$work/bin/$tool"; done
expect "is not installed" CROSSLANE_CACHE="$work/cache" PATH="$work/bin"

# The path is printed without making anything.
path=$(CROSSLANE_CACHE="$work/cache" "$root/sysroots/mk-sysroot" --path riscv64)
case $path in
"$work/cache/sysroot-riscv64-"*) passed=$((passed + 1)) ;;
*) failed=$((failed + 1)); echo "FAIL: --path printed $path" >&2 ;;
esac

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
