#!/bin/sh
# CMake's compiler launcher for kernels: a kernel that does not compile leaves the message beside its object file, and
# the stand-in of broken.c in its place. ./crosslane run then fails that kernel, with that message, and no other.
# SPDX-License-Identifier: MIT
# Usage: compile-kernel.sh BROKEN.C COMPILER ARGUMENT...   (the source comes last, after -c)
set -u
broken=$1
shift
object=
previous=
for word; do
    [ "$previous" = -o ] && object=$word
    previous=$word
done
source=$previous

if "$@" 2>"$object.log"; then
    cat "$object.log" >&2
    rm -f "$object.log" "$object.broken"
    exit 0
fi
cat "$object.log" >&2
# The next build must try again, whatever changed: it removes every object that has a .broken beside it.
cp "$object.log" "$object.broken"

# The same command, with the stand-in for the source. Flags that describe the failed source's dependencies stay.
count=$#
for word; do
    count=$((count - 1))
    [ "$count" = 0 ] && word=$broken
    shift
    set -- "$@" "$word"
done
name=$(basename "$source" .c)
# The ISA's own header may be what does not compile.
exec "$@" -DXL_BROKEN="$name" -UXL_ISA_HEADER -DXL_ISA_HEADER='"scalar/scalar.h"'
