#!/bin/sh
# Compiles wrong_uses.c for every ISA and compiler: each line of a wrong use must give an error, and no other line.
# SPDX-License-Identifier: MIT
# Usage: wrong-uses.sh [ISA...]     default: all. ISAs whose compilers or sysroot this machine lacks are named and left out.
set -eu
cd "$(dirname "$0")/../.."
file=tests/vec/wrong_uses.c
gaps=tests/vec/wrong-uses-gaps.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ "${CROSSLANE_TOOLS:-}" = host ]; then tools=host; else tools=$(sysroots/mk-tools --path); fi
grep -n 'wrong: ' "$file" | sed -n 's/^\([0-9]*\):.*wrong: \(.*[a-z]\) \*\/$/\1 \2/p' >"$work/wrong"
[ "$(wc -l <"$work/wrong")" -ge 29 ] || { echo "$file: too few wrong uses were found" >&2; exit 1; }

: >"$work/used"

# judge ISA: reads a compiler's messages and prints what is not as it should be. A gap is used if one of its lines compiled.
judge() {
    awk -v isa="$1" -v source="$file" -v used="$work/used" '
        FILENAME ~ /wrong$/ { line = $1; sub(/^[0-9]+ /, ""); kind[line] = $0; next }
        FILENAME ~ /gaps[.]txt$/ {
            if ($0 !~ /^#/ && split($0, part, ": ") > 2 && part[1] == isa) gap[part[2]] = 1
            next
        }
        / error: / || / fatal error: / {
            if (index($0, source ":") == 1 && split($0, place, ":") && place[2] in kind) refused[place[2]] = 1
            else if ("headers" in gap && index($0, source ":") != 1) print isa ": headers: " >>used
            else print "error outside of the wrong uses: " $0
        }
        END {
            for (line in kind) if (!(line in refused)) {
                if (kind[line] in gap) print isa ": " kind[line] ": " >>used
                else print source ":" line ": compiles, but is wrong (" kind[line] ")"
            }
        }' "$work/wrong" "$gaps" -
}

# A compiler that says nothing refuses none.
[ "$(judge none </dev/null | wc -l)" = "$(wc -l <"$work/wrong")" ] || { echo "the judge does not see what compiles" >&2; exit 1; }

failed=0
tried=0
: >"$work/isas"
for defs in arch/*/isas.def; do
    arch=$(basename "$(dirname "$defs")")
    sed -n 's/^XL_ISA(\([a-z0-9]*\), "\([^"]*\)".*/\1 \2/p' "$defs" >"$work/list"
    target=$arch
    [ "$arch" != scalar ] || target=x86_64
    sysroot=$(sysroots/mk-sysroot --path "$target")
    while read -r isa flags; do
        case " $* " in '  ' | *" $isa "*) ;; *) continue ;; esac
        for compiler in gcc llvm; do
            sh toolchains/driver.sh "$target" "$compiler" "$sysroot" "$tools" >"$work/driver"
            cc=$(sed -n 1p "$work/driver")
            if ! { [ -x "$cc" ] && [ -d "$sysroot" ]; }; then
                echo "left out: $isa, $compiler: not on this machine"
                continue
            fi
            all=-fmax-errors=0
            options=$(echo "$flags" | sed 's/\$<.*>//')
            if [ "$compiler" = llvm ]; then
                all=-ferror-limit=0
                options=$(echo "$flags" | sed -e 's/\$<\$<C_COMPILER_ID:Clang>:\(.*\)>/\1/' -e 's/\$<\$<VERSION_GREATER:[^:]*>:\(.*\)>/\1/' -e 's/-fno-tree-slp-vectorize//')
            fi
            # shellcheck disable=SC2046,SC2086
            LC_ALL=C "$cc" $(sed -n 2p "$work/driver") --sysroot="$sysroot" $options -std=gnu11 -O1 -w -fno-lax-vector-conversions \
                -fsyntax-only $all -fno-diagnostics-color -DXL_ISA="$isa" "-DXL_ISA_HEADER=\"$arch/$isa.h\"" -Iarch "$file" 2>&1 |
                judge "$isa" >"$work/said"
            tried=$((tried + 1))
            echo "$isa" >>"$work/isas"
            [ ! -s "$work/said" ] || { failed=1; sed "s/^/$isa, $compiler: /" "$work/said"; }
        done
    done <"$work/list"
done
[ "$tried" -gt 0 ] || { echo "nothing was compiled" >&2; exit 1; }
grep -v '^#' "$gaps" | while IFS= read -r line; do
    isa=${line%%:*}
    ! grep -q -x "$isa" "$work/isas" || echo "$line"
done >"$work/expected"
while IFS= read -r line; do
    key=$(echo "$line" | cut -d : -f 1,2)
    grep -q -F "$key: " "$work/used" || { failed=1; echo "$gaps: every wrong use is refused: remove \"$key\""; }
done <"$work/expected"
echo "$tried compiled"
exit $failed
