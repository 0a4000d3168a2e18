#!/bin/sh
# The .deb, made by cpack: installed where nothing is, and used there. With `image`: the image of Containerfile runs a row without network, as a
# user who is not root, by podman or docker, or else what they would make by debootstrap and chroot.
# SPDX-License-Identifier: MIT
# Usage: package.sh BUILD [image]     BUILD: the build directory of the host tool
set -eu
root=$(CDPATH= cd "$(dirname "$0")/../.." && pwd)
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
command -v dpkg-shlibdeps >/dev/null || { echo "skipped: dpkg-shlibdeps, which cpack calls, is not installed (apt-get install -y dpkg-dev)"; exit 77; }
command -v file >/dev/null || { echo "skipped: file, which cpack calls, is not installed (apt-get install -y file)"; exit 77; }
(cd "$1" && cpack -G DEB -B "$made") >"$made/log" 2>&1 || { cat "$made/log" >&2; exit 1; }
if [ "${2:-}" != image ]; then
    "$root/tests/fresh.sh" --with-cache --package "$made"/crosslane_*.deb other
    exit
fi
rm -rf "$made/_CPack_Packages"

for engine in podman docker; do
    "$engine" info >/dev/null 2>&1 || continue
    echo "package.sh: by $engine"
    "$engine" build -q -t crosslane-test -f "$root/Containerfile" "$made"
    "$engine" run --rm --network none --user 4321:4321 crosslane-test \
        crosslane run --kernels /usr/share/doc/crosslane/examples/demo --row riscv64-v256-gcc-O2 | tail -n 2 |
        grep -x '1 of 1 kernels checked on 1 of 1 rows'
    "$engine" image rm crosslane-test >/dev/null
    exit
done
case $(sed -n 's/^FROM //p' "$root/Containerfile") in
debian:13-slim@*) suite=trixie ;;
*) suite=bookworm ;;
esac
"$root/tests/fresh.sh" --image "$made"/crosslane_*.deb "$suite"
