#!/bin/sh
# Finds out of which kernels it is that an agent does not link, so that they alone fail: FOLDER/unlinked-ISA gets a line for each thing
# that no linker found, or for each kernel's file whose assembly does not assemble, and the objects that it concerns are removed. The next
# build makes them anew by compile-kernel.sh, with stand-ins for these kernels.
# SPDX-License-Identifier: MIT
# Usage: unlinked.sh FOLDER ISA TOOLS    with the linker's words in FOLDER/failed-ISA; TOOLS: the tree of mk-tools, or "host"
#
# A line: NAME or file:SOURCE, a tab, and what was said of it. In front of them: nm PROGRAM.
# Exit status: 0 there is something to be built again; 1 there is not; 2 there is not, and what does not assemble is needed by no kernel.
set -u
folder=$1
isa=$2
if [ "$3" = host ]; then nm=$(command -v llvm-nm-19 || command -v llvm-nm || command -v nm) || exit 1
else nm=$3/usr/lib/llvm-19/bin/llvm-nm; fi
cd "$folder" || exit 1
unlinked=unlinked-$isa
[ -e "$unlinked" ] || echo "nm $nm" >"$unlinked"
tab=$(printf '\t')
is_new=1

# add NAME WORDS: a line that is not there yet.
add() {
    grep -q -F -x -e "$1$tab$2" "$unlinked" || printf '%s\t%s\n' "$1" "$2" >>"$unlinked"
}

# Kernels' objects: units, and those of one file.
objects() { find "CMakeFiles/kernels-$isa.dir" -name '*.o' ! -path '*.apart/*'; }

# remove OBJECT: so that it is made anew.
remove() {
    rm -f "$1"
    is_new=0
}

# What does not assemble; that beside a file of kernels is a part of it.
assembly=$(find "CMakeFiles/library-$isa.dir" CMakeFiles/library-for-*.dir CMakeFiles/library-baseline.dir -name '*.broken' 2>/dev/null)
needless=
first=
IFS='
'
for log in $assembly; do
    source=$(sed -n '1s/^source //p' "$log")
    words="$(basename "$source") does not assemble: $(grep -m 1 -i 'error: ' "$log")"
    [ -n "$first" ] || first=$words
    stem=$(basename "${source%.*}")
    kernels=
    for file in "${source%.*}.c" "${source%.*}.cc" "${source%.*}.cpp" "${source%.*}.cxx"; do
        [ ! -e "$file" ] || ! grep -q " $stem\$" kernel-names || kernels=$file
    done
    [ -n "$kernels" ] || { needless=1; continue; }
    grep -q -F -e "file:$kernels$tab" "$unlinked" && continue
    add "file:$kernels" "$words"
    for object in $(objects); do
        case $object in
        */xl-units/*) ! grep -q -F -x -e "#include \"$kernels\"" "${object%.o}" 2>/dev/null || remove "$object" ;;
        */"$(basename "$kernels").o") remove "$object" ;;
        esac
    done
done

# What the linker says is nowhere: GNU ld has a line for each place, and lld a line, and those behind it.
say_names() {
    awk '
        match($0, /undefined reference to .[^\x27]*\x27/) {
            name = substr($0, RSTART + 24, RLENGTH - 25)
            words = $0
            sub(/^[^ ]*ld(\.bfd)?: /, "", words)
            print name "\t" words
        }
        match($0, /undefined ([a-z]+ )?symbol: /) { name = substr($0, RSTART + RLENGTH); words = substr($0, RSTART); next }
        />>> referenced by / && name != "" { sub(/^>>> /, ""); print name "\t" words ", " $0; next }
        !/^>>> / { name = "" }' "failed-$isa"
}
[ ! -e "failed-$isa" ] || for line in $(say_names); do
    name=${line%%"$tab"*}
    words=${line#*"$tab"}
    # An assembler's words say more.
    for log in $assembly; do
        source=$(sed -n '1s/^source //p' "$log")
        if grep -q -F -e "$name" "$source"; then words="$(basename "$source") does not assemble: $(grep -m 1 -i 'error: ' "$log")"; first=; break; fi
    done
    [ -z "$first" ] || words="$words; $first"
    add "$name" "$words"
done

# The kernels' objects that refer to it. Compilers and linkers set blanks in names of C++ otherwise.
for object in $(objects | tr '\n' '\0' | xargs -0 -r "$nm" -A -u -C 2>/dev/null | awk '
    function bare(name) { gsub(/ /, "", name); return name }
    FILENAME != "-" { if (FNR > 1) { sub(/\t.*/, ""); is_wanted[bare($0)] = 1 } next }
    match($0, / U /) {
        object = substr($0, 1, RSTART)
        sub(/: *$/, "", object)
        if (bare(substr($0, RSTART + 3)) in is_wanted && !was[object]++) print object
    }' "$unlinked" -); do
    remove "$object"
done
[ "$is_new" = 0 ] && exit 0
[ -n "$needless" ] && ! grep -q -v -e '^file:' -e '^nm ' "$unlinked" && exit 2
exit 1
