#!/bin/sh
# The components of harness/: each has a line in the table of CONTRIBUTING.md, includes only those below it there, and has no circle among its
# files, neither of includes nor of calls; a function is in the source of the header that declares it; no two sources have one name.
# docs/components.svg is their picture.
# SPDX-License-Identifier: MIT
# Usage: components.sh [--draw] [ROOT [LIBRARY]]     --draw: writes docs/components.svg; ROOT: another work tree; LIBRARY: harness/ compiled, for
#        the calls
set -u
draw=
[ "${1:-}" != --draw ] || { draw=1; shift; }
. "$(dirname "$0")/checking.sh"
root=${1:-$root}
library=${2:-}
cd "$root" || exit 2

# "component<TAB>what it does", from the top to the bottom.
sed -n 's/^| `harness\/\([a-z]*\)` | \(.*\) |$/\1\t\2/p' CONTRIBUTING.md | tr -d '`' >"$work/components"
cut -f 1 "$work/components" | sort >"$work/named"
for directory in harness/*/; do basename "$directory"; done | sort >"$work/there"
missing=$(comm -13 "$work/named" "$work/there" | paste -s -d ' ' -)
gone=$(comm -23 "$work/named" "$work/there" | paste -s -d ' ' -)
[ -z "$missing" ] || fail "CONTRIBUTING.md has no line for harness/: $missing"
[ -z "$gone" ] || fail "CONTRIBUTING.md has a line for what harness/ has not: $gone"

# "file included", both without harness/.
grep -H '^#include "' harness/*/*.[ch] | sed -n 's#^harness/\([^:]*\):\#include "\([a-z]*/[^"]*\)".*#\1 \2#p' >"$work/includes"
[ -s "$work/includes" ] || fail "no file includes another"

awk -v components="$work/components" '
    BEGIN { FS = "\t"; while ((getline <components) > 0) level[$1] = ++count; FS = " " }
    { from = $1; to = $2; sub(/\/.*/, "", from); sub(/\/.*/, "", to) }
    from != to && level[to] < level[from] { print "harness/" $1 " includes " $2 ", which stands above it" }' \
    "$work/includes" >"$work/up"
while read -r line; do fail "$line"; done <"$work/up"

# A module is a header and its source: no circle of modules, inside a component or across.
awk '{ gsub(/\.[ch]( |$)/, " "); if ($1 != $2) print $1, $2 }' "$work/includes" | sort -u | tsort >/dev/null 2>"$work/circles" ||
    fail "a circle of includes: $(sed -n 's/^tsort: \([a-z_]*\/.*\)/\1/p' "$work/circles" | paste -s -d ' ' -)"

# Calls, as the linker sees them. A source's object has its name, and no two sources have one.
calls=0
if [ -n "$library" ]; then
    nm -A -g "$library" 2>/dev/null | sed -n 's/^[^:]*:\([a-z_]*\)\.c\.o:[0-9a-f ]* \([A-Za-z]\) \(.*\)$/\1 \2 \3/p' >"$work/symbols"
    awk '$2 != "U" { print $3, $1 }' "$work/symbols" | sort >"$work/defined"
    awk '$2 == "U" { print $3, $1 }' "$work/symbols" | sort | join - "$work/defined" | awk '$2 != $3 { print $2, $3 }' | sort -u >"$work/calls"
    calls=$(wc -l <"$work/calls")
    [ "$calls" != 0 ] || fail "$library has no file that calls another"
    tsort <"$work/calls" >/dev/null 2>"$work/circles" || fail "a circle of calls: $(sed -n 's/^tsort: \([a-z_]*\)$/\1.c/p' "$work/circles" | paste -s -d ' ' -)"
    # A header that has no source of its name declares what several sources of its component define.
    grep -H -o '\bxl_[a-z0-9_]*(' harness/*/*.h | sed 's#^harness/[a-z]*/\([a-z_]*\)\.h:\(.*\)($#\2 \1#' | sort -u | join - "$work/defined" |
        awk '$2 != $3' | while read -r name header source; do
        [ ! -e "$(echo harness/*/"$header.c")" ] || echo "$header.h declares $name, which $source.c has"
    done >"$work/elsewhere"
    while read -r line; do fail "$line"; done <"$work/elsewhere"
fi

find harness tests/unit tests/whole tests/fuzz -name '*.c' | sed 's/.*\///' | sort | uniq -d >"$work/twice"
while read -r name; do fail "two sources are named $name"; done <"$work/twice"

# One box for each component; an arrow to each one that it uses and that none of the others that it uses leads to.
awk '{ sub(/\/.*/, "", $1); sub(/\/.*/, "", $2); if ($1 != $2) print $1, $2 }' "$work/includes" | sort -u >"$work/arrows"
awk -v arrows="$work/arrows" -F '\t' '
    function text(s) { gsub(/&/, "\\&amp;", s); gsub(/</, "\\&lt;", s); return s }
    { name[++n] = $1; what[n] = $2; at[$1] = n }
    END {
        while ((getline line <arrows) > 0) { split(line, end, " "); if (end[1] in at && end[2] in at) uses[at[end[1]], at[end[2]]] = 1 }
        for (i = n; i > 0; i--) for (k = i + 1; k <= n; k++) if ((i, k) in uses) {
            reaches[i, k] = 1
            for (j = k + 1; j <= n; j++) if ((k, j) in reaches) reaches[i, j] = 1
        }
        width = 1000; step = 46; high = 34; left = 130
        printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"13\" role=\"img\">\n", width, n * step + 12
        print "<title>The components of harness/; an arrow leads from each to those that it uses</title>"
        print "<style>rect{fill:#eef3f8;stroke:#46617c}path{fill:none;stroke:#46617c;stroke-width:1.5}text{fill:#1b2733}.n{font-weight:bold}" \
            "path.c2{stroke:#a04000}path.c3{stroke:#1e7d45}.h{stroke:none;fill:#46617c}.h2{stroke:none;fill:#a04000}.h3{stroke:none;fill:#1e7d45}" \
            "@media(prefers-color-scheme:dark){rect{fill:#1d2a36;stroke:#8fb0cf}path{stroke:#8fb0cf}text{fill:#e6edf3}" \
            "path.c2{stroke:#f0a868}path.c3{stroke:#7fd6a0}.h{fill:#8fb0cf}.h2{fill:#f0a868}.h3{fill:#7fd6a0}}</style>"
        printf "<defs>"
        for (c = 0; c <= 3; c++)
            printf "<marker id=\"a%s\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"6\" markerHeight=\"6\" orient=\"auto\"><path class=\"h%s\" d=\"M0 0L8 4L0 8z\"/></marker>",
                (c ? c : ""), (c > 1 ? c : "")
        print "</defs>"
        for (i = 1; i <= n; i++) {
            y = (i - 1) * step + 8
            printf "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"5\"/>\n", left, y, width - left - 10, high
            printf "<text class=\"n\" x=\"%d\" y=\"%d\">%s</text><text x=\"%d\" y=\"%d\">%s</text>\n", left + 10, y + 22, name[i], left + 95, y + 22, text(what[i])
        }
        # To the next box: a short arrow between the two. To others: one lane each, beside those that pass it; the shortest are next to the boxes.
        for (d = 1; d < n; d++) for (i = 1; i + d <= n; i++) {
            k = i + d
            if (!((i, k) in uses)) continue
            direct = 1
            for (j = i + 1; j < k; j++) if ((i, j) in uses && (j, k) in reaches) direct = 0
            if (!direct) continue
            if (d == 1) {
                printf "<path d=\"M%d %dV%d\" marker-end=\"url(#a)\"/>\n", left + 40, (i - 1) * step + 8 + high, (k - 1) * step + 7
                continue
            }
            for (lane = 1; ; lane++) {
                free = 1
                for (j = i; j <= k; j++) if ((lane, j) in taken) free = 0
                if (free) break
            }
            for (j = i; j <= k; j++) taken[lane, j] = 1
            x = left - 8 - lane * 15
            from = (i - 1) * step + 8 + high - 5 - 5 * out[i]++
            to = (k - 1) * step + 13 + 7 * into[k]++
            c = 1 + (lane - 1) % 3
            printf "<path class=\"c%d\" d=\"M%d %dH%dQ%d %d %d %dV%dQ%d %d %d %dH%d\" marker-end=\"url(#a%d)\"/>\n", c, left, from, x + 6, x, from, x, from + 6,
                to - 6, x, to, x + 6, to, left - 1, c
        }
        print "</svg>"
    }' "$work/components" >"$work/components.svg"
if [ -n "$draw" ] && [ "$failed" = 0 ]; then
    cp "$work/components.svg" docs/components.svg
elif ! cmp -s "$work/components.svg" docs/components.svg; then
    fail "docs/components.svg is not what the includes give: tests/whole/components.sh --draw"
fi
[ "$failed" != 0 ] ||
    echo "$(wc -l <"$work/components") components, $(wc -l <"$work/includes") includes, $calls calls: no arrow up, no circle, no name twice"
[ "$failed" = 0 ]
