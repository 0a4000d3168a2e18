#!/bin/sh
# The C++ compiler of an architecture: the C compiler with what sysroots/mk-cxx adds to it, as one command for CMake and make.
# SPDX-License-Identifier: MIT
# Usage: cxx.sh ARCH COMPILER ARGUMENT...     COMPILER: a line of compilers.def
set -eu
root=$(CDPATH= cd "$(dirname "$0")/.." && pwd)
arch=$1
compiler=$2
shift 2
if [ "${CROSSLANE_TOOLS:-}" = host ]; then
    echo "crosslane: error: C++ needs the compilers of the tools tree: unset CROSSLANE_TOOLS" >&2
    exit 3
fi
cxx=$("$root/sysroots/mk-cxx" "$arch")/cxx || exit
sysroot=$("$root/sysroots/mk-sysroot" --path "$arch")
tools=$("$root/sysroots/mk-tools" --path)
{ read -r driver && read -r flags && read -r link_flags; } <<LINES
$("$root/toolchains/driver.sh" "$arch" "$compiler" "$sysroot" "$tools")
LINES

links=1
for word; do
    case $word in
    -c | -S | -E | -M | -MM | -fsyntax-only | --version | -v | -dump*) links= ;;
    esac
done
# Flags are words without blanks in them.
[ "$compiler" != gcc ] || flags="$flags -B$cxx/compiler/"    # in a tree of its own gcc has it
set -- $flags -nostdinc++ -isystem "$cxx/headers" -isystem "$cxx/headers-of-target" "$@"
[ -z "$links" ] || set -- "$@" $link_flags "$cxx/library/libstdc++.a" -lm
exec "$driver" --sysroot="$sysroot" "$@"
