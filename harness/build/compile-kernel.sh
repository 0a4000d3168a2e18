#!/bin/sh
# CMake's compiler launcher for kernels: a kernel that does not compile leaves the message beside its object file, and
# the stand-in of broken.c in its place. ./crosslane run then fails that kernel, with that message, and no other.
# A kernel that says .autovectorized is compiled with the compiler's vectorisers, and so without the precompiled header.
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
case $source in */xl-units/*) exec "$(dirname "$0")/compile-unit.sh" "$broken" "$@" ;; esac

# The precompiled header. Where it does not compile, neither does a kernel: that is where it is told.
case $object in
*/cmake_pch.h.gch | */cmake_pch.h.pch | */cmake_pch.hxx.gch | */cmake_pch.hxx.pch)
    "$@" 2>/dev/null || : | tee "$object" >"$object.broken"
    exit 0
    ;;
esac

# compiles COMMAND...: ends the script if it does.
compiles() {
    "$@" 2>"$object.log" || return 0
    cat "$object.log" >&2
    rm -f "$object.log" "$object.broken"
    exit 0
}

vectorisers=
if grep -q '^[^/*]*\.autovectorized *= *1' "$source" 2>/dev/null; then vectorisers=1; else compiles "$@"; fi

# The same command without the precompiled header: its options are `-include FILE` or pairs of -Xclang, and -Winvalid-pch.
# The source is apart.
count=$#
skip=0
for word; do
    shift
    count=$((count - 1))
    [ "$count" = 0 ] && break
    if [ "$skip" = 1 ]; then
        skip=0
        continue
    fi
    case $word in
    -include | -Xclang) skip=1 ;;
    -Winvalid-pch) ;;
    -fno-tree-vectorize | -fno-vectorize | -fno-slp-vectorize) [ -n "$vectorisers" ] || set -- "$@" "$word" ;;
    *) set -- "$@" "$word" ;;
    esac
done
compiles "$@" "$source"
cat "$object.log" >&2
# The next build must try again, whatever changed: it removes every object that has a .broken beside it.
cp "$object.log" "$object.broken"

# All kernels of the file.
names=$(sed -n 's/^[[:blank:]]*XL_KERNEL[[:blank:]]*([[:blank:]]*\([A-Za-z0-9_]\{1,\}\).*/XL_BROKEN(\1)/p' "$source" | tr '\n' ' ')
# Flags that describe the failed source's dependencies stay. The ISA's own header may be what does not compile.
case $source in *.c) language=c ;; *) language=c++ ;; esac
stem=$(basename "$source")
exec "$@" -x $language "$broken" -DXL_BROKEN_NAMES="${names:-XL_BROKEN(${stem%.*})}" -UXL_ISA_HEADER -DXL_ISA_HEADER='"scalar/scalar.h"'
