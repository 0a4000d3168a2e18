#!/bin/sh
# CMake's compiler launcher for kernels. If a kernel does not compile, the message is stored beside its object file, and the object file has
# the placeholder of broken.c. ./crosslane run then fails only this kernel, with this message.
# A kernel with .autovectorized is compiled with the compiler's vectorizers, and therefore without the precompiled header.
# If the build directory has unlinked-ISA (harness/build/unlinked.sh), kernels that refer to missing symbols get a placeholder too.
# SPDX-License-Identifier: MIT
# Usage: compile-kernel.sh BROKEN.C COMPILER ARGUMENT...   (the source comes last, after -c)
set -u
broken=$1
shift
object=
isa=
previous=
for word; do
    [ "$previous" = -o ] && object=$word
    case $word in -DXL_ISA=*) isa=${word#*=} ;; esac
    previous=$word
done
source=$previous
unlinked=unlinked-$isa
case $source in */xl-units/*) exec "$(dirname "$0")/compile-unit.sh" "$broken" "$@" ;; esac

# The precompiled header. If it does not compile, no kernel does, and the kernels report the error.
case $object in
*/cmake_pch.h.gch | */cmake_pch.h.pch | */cmake_pch.hxx.gch | */cmake_pch.hxx.pch)
    "$@" 2>/dev/null || : | tee "$object" >"$object.broken"
    exit 0
    ;;
esac

# plain OUTPUT SOURCE OPTIONS COMMAND...: runs the command without the precompiled header, with another source and more options, one per
# line. The header's options are `-include FILE` or pairs of -Xclang, and -Winvalid-pch.
plain() {
    output=$1
    from=$2
    options=$3
    shift 3
    count=$#
    skip=0
    before=
    for word; do
        shift
        count=$((count - 1))
        [ "$count" = 0 ] && break
        if [ "$skip" = 1 ]; then
            skip=0
            continue
        fi
        case $word in
        -include | -Xclang) skip=1; continue ;;
        -Winvalid-pch) continue ;;
        -fno-tree-vectorize | -fno-vectorize | -fno-slp-vectorize) [ -z "$vectorisers" ] || continue ;;
        "$object") [ "$before" != -o ] || word=$output ;;
        esac
        before=$word
        set -- "$@" "$word"
    done
    (
        set -f
        IFS='
'
        exec "$@" $options "$from"
    )
}

# stand_in OUTPUT KERNELS COMMAND...: compiles the placeholder of some kernels. It does not use the ISA's header, which may be what does not
# compile. The flags for dependencies stay.
stand_in() {
    output=$1
    case $source in *.c) language=c ;; *) language=c++ ;; esac
    options="-UXL_ISA_HEADER
-DXL_ISA_HEADER=\"scalar/scalar.h\"
-DXL_BROKEN_NAMES=$(for name in $2; do printf 'XL_BROKEN(%s) ' "$name"; done)
-x
$language"
    shift 2
    plain "$output" "$broken" "$options" "$@"
}

# undefined OBJECT: the undefined symbols of an object, one per line: demangled, then as they are.
undefined() {
    nm=$(sed -n '1s/^nm //p' "$unlinked")
    "$nm" -p -u "$1" >"$1.names" && "$nm" -p -u -C "$1" | paste - "$1.names" | sed -n 's/^ *U \(.*\)\t *U /\1\t/p'
    rm -f "$1.names"
}

# wanted OBJECT: the lines of unlinked-ISA about symbols of this object. nm and linkers put blanks into C++ names differently.
wanted() {
    undefined "$1" | awk -F '\t' 'function bare(name) { gsub(/ /, "", name); return name }
        FILENAME == "-" { is_wanted[bare($1)] = 1; next }
        FNR > 1 && bare($1) in is_wanted' - "$unlinked"
}

# weaken OBJECT: makes missing symbols weak. The kernels that remain in the object do not call them.
weaken() {
    undefined "$1" | awk -F '\t' 'function bare(name) { gsub(/ /, "", name); return name }
        FILENAME == "-" { if (bare($1) in is_unlinked) print $2; next }
        FNR > 1 { is_unlinked[bare($1)] = 1 }' "$unlinked" - >"$1.weak"
    [ ! -s "$1.weak" ] || "$(sed -n '1s/^nm \(.*\)nm/\1objcopy/p' "$unlinked")" --weaken-symbols="$1.weak" "$1"
    rm -f "$1.weak"
}

# words LINES: the message of the lines that names this file, or else the first message.
words() {
    echo "$1" | awk -F '\t' -v file="$(basename "$source")" 'NR == 1 { first = $2 } index($2, file) && !own { own = $2 } END { print own ? own : first }'
}

# All kernels of the file.
kernels() { sed -n 's/^[[:blank:]]*XL_KERNEL[[:blank:]]*([[:blank:]]*\([A-Za-z0-9_]\{1,\}\).*/\1/p' "$source" 2>/dev/null; }

# left_out KERNEL...: the options that leave kernels out.
left_out() {
    for name; do printf '%s\n' "-DXL_LEFT_OUT_$name=1"; done
}

# report KERNEL LINES: stores why the kernel has a placeholder.
report() {
    printf 'kernel %s: it does not link for %s: %s\n' "$1" "$isa" "$(words "$2")" >>"$object.broken"
}

# leave_out COMMAND...: replaces kernels that do not link by placeholders.
leave_out() {
    lines=$(awk -F '\t' -v file="file:$source" '$1 == file' "$unlinked")
    is_whole=$lines
    [ -n "$lines" ] || lines=$(wanted "$object")
    [ -n "$lines" ] || return 0
    : >"$object.broken"
    names=$(kernels)
    unable=
    able=
    for kernel in $names; do
        own=$lines
        # -O1, because at -O0 gcc also compiles functions that are never called.
        others=$(left_out $(echo "$names" | grep -v -x "$kernel"))
        if [ -z "$is_whole" ] && plain "$object.one" "$source" "$others
-O1" "$@" 2>/dev/null; then own=$(wanted "$object.one"); fi
        if [ -z "$own" ]; then
            able="$able $kernel"
        else
            unable="$unable $kernel"
            report "$kernel" "$own"
        fi
    done
    if [ -z "$able" ]; then
        stand_in "$object" "$names" "$@"
    else
        plain "$object.one" "$source" "$(left_out $unable)" "$@" && weaken "$object.one" && stand_in "$object.two" "$unable" "$@" &&
            "$(cat xl-units/compiler)" $(cat xl-units/link) -r -nostdlib -o "$object" "$object.one" "$object.two"
    fi
    made=$?
    rm -f "$object.one" "$object.two"
    return $made
}

# beside_references: the lines of the file that are in no reference.
beside_references() { awk '/^XL_REFERENCE\(/ { inside = 1 } !inside { print } /^}/ { inside = 0 }' "$source"; }

# has_wide_reference: whether the file did not compile because references, and nothing else, use __int128, which targets of 32 bits lack.
has_wide_reference() {
    grep -q 'error: .*__int128' "$object.log" && ! grep 'error: .*__int128' "$object.log" | grep -q -v -F "$(basename "$source"):" &&
        ! beside_references | grep -q __int128
}

# narrow COMMAND...: compiles it with another type there. No target calls a reference.
narrow() {
    plain "$object" "$source" "-D__int128=long long
-w" "$@" 2>"$object.log"
}

vectorisers=
if grep -q '^[^/*]*\.autovectorized *= *1' "$source" 2>/dev/null; then vectorisers=1; fi
if { [ -z "$vectorisers" ] && "$@" 2>"$object.log"; } || plain "$object" "$source" "" "$@" 2>"$object.log" ||
    { has_wide_reference && narrow "$@"; }; then
    cat "$object.log" >&2
    rm -f "$object.log" "$object.broken"
    [ ! -e "$unlinked" ] || leave_out "$@"
    exit
fi
[ -e "$source" ] || echo "$source: error: the file was deleted while it was being built" >"$object.log"
sed -i "s/error: .*__int128.*/& (references are compiled for targets too: put what only they need inside #ifdef XL_KERNEL_HOST)/" "$object.log"
cat "$object.log" >&2
# The next build must try again even if nothing changed: it removes each object with a .broken file.
cp "$object.log" "$object.broken"
stem=$(basename "$source")
names=$(kernels)
stand_in "$object" "${names:-${stem%.*}}" "$@"
