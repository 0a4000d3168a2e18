#!/bin/sh
# The .deb: made by cpack, installed where nothing is, used there.
# SPDX-License-Identifier: MIT
# Usage: package.sh BUILD     the build directory of the host tool
set -eu
root=$(CDPATH= cd "$(dirname "$0")/../.." && pwd)
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
command -v dpkg-shlibdeps >/dev/null || { echo "skipped: dpkg-shlibdeps, which cpack calls, is not installed (apt-get install -y dpkg-dev)"; exit 77; }
command -v file >/dev/null || { echo "skipped: file, which cpack calls, is not installed (apt-get install -y file)"; exit 77; }
(cd "$1" && cpack -G DEB -B "$made") >"$made/log" 2>&1 || { cat "$made/log" >&2; exit 1; }
"$root/tests/fresh.sh" --with-cache --package "$made"/crosslane_*.deb other
