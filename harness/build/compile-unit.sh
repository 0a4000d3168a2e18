#!/bin/sh
# Compiles a unit of harness/build/kernels.cmake, a file that includes several files of kernels, to one object. If they cannot share a
# translation unit, compile-kernel.sh compiles each of them into OBJECT.apart/, and the objects are linked into one.
# SPDX-License-Identifier: MIT
# Usage: compile-unit.sh BROKEN.C COMPILER ARGUMENT...   (the source comes last, after -c)
set -u
here=$(dirname "$0")
broken=$1
shift
isa=
previous=
for word; do
    case $word in -DXL_ISA=*) isa=${word#*=} ;; esac
    [ "$previous" = -o ] && object=$word
    [ "$previous" = -MF ] && depfile=$word
    previous=$word
done
unit=$previous
apart=$object.apart
set -f
IFS='
'
members=$(sed -n 's/^#include "\(.*\)"$/\1/p' "$unit")

rm -rf "$apart" "$object.broken"
# If kernels do not link, each file is compiled separately.
if [ ! -e "unlinked-$isa" ] && [ "$("$here/may-share.sh" $members)" = "$members" ] && "$@" 2>"$object.log"; then
    cat "$object.log" >&2
    rm -f "$object.log"
    exit 0
fi
rm -f "$object.log"

# compile MEMBER ARGUMENT...: runs the unit's command for one of its files.
compile() {
    member=$1
    alone=$apart/$(basename "$member").o
    shift
    for word; do
        shift
        case $word in
        "$object") [ "$before" = -MT ] || word=$alone ;;
        "$depfile") word=$alone.d ;;
        "$unit") word=$member ;;
        esac
        before=$word
        set -- "$@" "$word"
    done
    "$here/compile-kernel.sh" "$broken" "$@"
}

mkdir -p "$apart" || exit 1
: >"$depfile"
for member in $members; do
    before=
    compile "$member" "$@" || exit 1
    cat "$alone.d" >>"$depfile"
    # The message stays beside the kernel's object. The unit's .broken makes the next build try again.
    [ ! -e "$alone.broken" ] || cat "$alone.broken" >>"$object.broken"
done
set +f
IFS=' 
'
"$(cat xl-units/compiler)" $(cat xl-units/link) -r -nostdlib -o "$object" "$apart"/*.o 2>"$object.log" || { cat "$object.log" >&2; exit 1; }
rm -f "$object.log"
