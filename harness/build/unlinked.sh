#!/bin/sh
# Finds the kernels that keep an agent from linking, so that only they fail. Adds a line to DIRECTORY/unlinked-ISA for each missing symbol, and for
# each file of kernels whose assembly fails, and removes the objects that need them. In the next build compile-kernel.sh compiles these objects
# again, with placeholders for the kernels.
# SPDX-License-Identifier: MIT
# Usage: unlinked.sh DIRECTORY ISA TOOLS    DIRECTORY/failed-ISA: the linker's output; TOOLS: the tree of mk-tools, or "host"
#
# The first line is "nm PROGRAM". Other lines: NAME or file:SOURCE, a tab, and the message.
# Exit status: 0 objects were removed; 1 none were; 2 none were, and no kernel needs the assembly that fails.
set -u
directory=$1
isa=$2
if [ "$3" = host ]; then nm=$(command -v llvm-nm-19 || command -v llvm-nm || command -v nm) || exit 1
else nm=$3/usr/lib/llvm-19/bin/llvm-nm; fi
cd "$directory" || exit 1
unlinked=unlinked-$isa
[ -e "$unlinked" ] || echo "nm $nm" >"$unlinked"
tab=$(printf '\t')
is_new=1

# add NAME WORDS: adds a line, unless it exists.
add() {
    grep -q -F -x -e "$1$tab$2" "$unlinked" || printf '%s\t%s\n' "$1" "$2" >>"$unlinked"
}

# Prints the objects of kernels: units, and single files.
objects() { find "CMakeFiles/kernels-$isa.dir" -name '*.o' ! -path '*.apart/*'; }

# remove OBJECT: removes it, so that it is compiled again.
remove() {
    rm -f "$1"
    is_new=0
}

# Assembly that fails. If it is beside a file of kernels and has its name, it belongs to that file.
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

# Missing symbols: GNU ld prints a line for each place; lld prints one line and then the places.
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
    # The assembler's message is more specific.
    for log in $assembly; do
        source=$(sed -n '1s/^source //p' "$log")
        if grep -q -F -e "$name" "$source"; then words="$(basename "$source") does not assemble: $(grep -m 1 -i 'error: ' "$log")"; first=; break; fi
    done
    [ -z "$first" ] || words="$words; $first"
    add "$name" "$words"
done

# Objects of kernels that refer to missing symbols. nm and linkers put blanks into C++ names differently.
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
