#!/bin/sh
# Prints a hash of all sources of the agents of one architecture. If it changes, the agents are out of date.
# SPDX-License-Identifier: MIT
# Usage: sources.sh ARCH KERNELS
set -eu
root=$(CDPATH= cd "$(dirname "$0")/../.." && pwd)

# hashes PATH...: prints the hashes of the sources below the paths.
hashes() {
    find "$@" -type f \( -name '*.[chS]' -o -name '*.cc' -o -name '*.cpp' -o -name '*.cxx' -o -name '*.hpp' -o -name '*.def' \) -exec sha256sum {} +
}

{
    cd "$root"
    hashes arch/*.[ch] arch/scalar "arch/$1" harness/agent harness/protocol.h
    cd "$2"
    hashes .
} | LC_ALL=C sort -k 2 | sha256sum | cut -c 1-12
