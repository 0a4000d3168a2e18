#!/bin/sh
# Compiles a unit of harness/build/kernels.cmake, a file that includes several files of kernels, to one object. If they cannot share a
# translation unit, parts of eight are tried. compile-kernel.sh compiles each file of a part that fails. These objects are in
# OBJECT.apart/, and are linked into one.
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

# may_share FILE...: whether the files can share a unit. If kernels do not link, each file is compiled separately.
may_share() { [ ! -e "unlinked-$isa" ] && [ "$("$here/may-share.sh" "$@")" = "$*" ]; }

rm -rf "$apart" "$object.broken"
if may_share $members && "$@" 2>"$object.log"; then
    cat "$object.log" >&2
    rm -f "$object.log"
    exit 0
fi
rm -f "$object.log"

# compile FROM TO COMMAND...: runs the unit's command for another source and object.
compile() {
    from=$1
    to=$2
    shift 2
    before=
    for word; do
        shift
        case $word in
        "$object") [ "$before" = -MT ] || word=$to ;;
        "$depfile") word=$to.d ;;
        "$unit") word=$from ;;
        esac
        before=$word
        set -- "$@" "$word"
    done
    "$@"
}

# compile_part NUMBER FILES COMMAND...: compiles files together. Fails if they cannot share a unit, or do not compile.
compile_part() {
    stem=$apart/part_$1
    files=$2
    shift 2
    may_share $files || return
    printf '#include "%s"\n' $files >"$stem.c"
    compile "$stem.c" "$stem.o" "$@" 2>"$stem.log" || { rm -f "$stem.o"; return 1; }
    cat "$stem.log" >&2
    cat "$stem.o.d" >>"$depfile"
}

# compile_alone FILES COMMAND...: compiles each file separately. The message of a broken kernel stays beside its object. The unit's .broken
# makes the next build try again.
compile_alone() {
    files=$1
    shift
    for member in $files; do
        alone=$apart/$(basename "$member").o
        compile "$member" "$alone" "$here/compile-kernel.sh" "$broken" "$@" || return
        cat "$alone.d" >>"$depfile"
        [ ! -e "$alone.broken" ] || cat "$alone.broken" >>"$object.broken"
    done
}

mkdir -p "$apart" || exit 1
: >"$depfile"
number=0
rest=$members
while [ -n "$rest" ]; do
    number=$((number + 1))
    part=$(printf '%s\n' "$rest" | head -n 8)
    rest=$(printf '%s\n' "$rest" | tail -n +9)
    { [ "$part" != "$members" ] && compile_part "$number" "$part" "$@"; } || compile_alone "$part" "$@" || exit 1
done
set +f
IFS=' 
'
"$(cat xl-units/compiler)" $(cat xl-units/link) -r -nostdlib -o "$object" "$apart"/*.o 2>"$object.log" || { cat "$object.log" >&2; exit 1; }
rm -f "$object.log"
