#!/bin/sh
# A test that passed is not run again while nothing has changed that it could see. Only `./crosslane test` asks for that, and never CI.
# SPDX-License-Identifier: MIT
# Usage: unchanged.sh NAME COMMAND...     runs the command, unless it has passed with everything as it is
#        unchanged.sh --key               a digest of everything: this work tree, the host's packages and CPU, the trees
# Environment: CROSSLANE_UNCHANGED, the key that was true when the tests began; without it every test runs. CROSSLANE_UNCHANGED_LIST, a
# file that is told the names of those that were not run.
set -u
root=$(CDPATH= cd "$(dirname "$0")/.." && pwd)
cache=${CROSSLANE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/crosslane}

# Trees are named by their recipes; their manifests have the packages that they were made from.
key() {
    {
        cd "$root" || exit
        echo "$root"
        git rev-parse HEAD 2>/dev/null
        find . \( -path ./build -o -path ./.git \) -prune -o -type f -exec sha256sum {} + | LC_ALL=C sort -k 2
        sha256sum /var/lib/dpkg/status
        uname -srm
        sed '/^$/q; /^cpu MHz/d; /^bogomips/d' /proc/cpuinfo
        env | grep '^CROSSLANE_' | grep -v '^CROSSLANE_UNCHANGED' | LC_ALL=C sort
        sha256sum "$cache"/*/manifest
    } 2>/dev/null | sha256sum | cut -c 1-32
}

if [ "$1" = --key ]; then
    key
    exit
fi
name=$1
shift
if [ -n "${CROSSLANE_UNCHANGED:-}" ] && [ "$(head -n 1 "$cache/tests/$name" 2>/dev/null)" = "$CROSSLANE_UNCHANGED" ]; then
    echo "it passed, and nothing has changed since"
    tail -n +2 "$cache/tests/$name"
    [ -z "${CROSSLANE_UNCHANGED_LIST:-}" ] || echo "$name" >>"$CROSSLANE_UNCHANGED_LIST"
    exit 0
fi
rm -f "$cache/tests/$name"
# Tests that this one starts, in a clone, are not these.
unset CROSSLANE_UNCHANGED_LIST
if [ -z "${CROSSLANE_UNCHANGED:-}" ]; then exec "$@"; fi
wanted=$CROSSLANE_UNCHANGED
unset CROSSLANE_UNCHANGED
said=$(mktemp)
trap 'rm -f "$said"' EXIT
exec 4>&1
status=$({ { "$@" 3>&- 4>&-; echo $? >&3; } | tee "$said" >&4; } 3>&1)
# What was edited while it ran may have been seen or not. The skips are kept too: a skip is no pass.
if [ "$status" = 0 ] && [ "$(key)" = "$wanted" ] && mkdir -p "$cache/tests"; then
    { echo "$wanted"; grep -E '^(skipped: |\[  SKIPPED \] )' "$said"; } >"$cache/tests/$name.$$"
    mv "$cache/tests/$name.$$" "$cache/tests/$name"
fi
exit "$status"
