#!/bin/sh
# Which nightly tests run with a commit: those that its changes concern, and a part of the others, drawn by its hash.
# SPDX-License-Identifier: MIT
# Usage: draw.sh BUILD                     prints the names of the tests that the uncommitted changes concern
#        draw.sh --drawn BUILD           of those that changes since a day before the commit concern, and of the drawn ones
#        draw.sh --with-seed COMMAND...    runs COMMAND with the commit's hash as its last word
# Each of the two takes at most five minutes of all cores, by the costs in tests/tests.cmake. Standard error says what is drawn.
# BUILD/nightly-tests and BUILD/rows.cmake have a line for each test: its processor time in seconds, its name, and words, one of which a
# changed file must match. There are seven parts, or more where seven would not fit. The draw takes none that this machine has drawn lately,
# so that as many runs draw all.
# Environment: CROSSLANE_DRAW, a word in place of the commit's hash
set -eu
export LC_ALL=C
root=$(CDPATH= cd "$(dirname "$0")/.." && pwd)
drawn=${CROSSLANE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/crosslane}/tests/drawn
seed=${CROSSLANE_DRAW:-$(git -C "$root" rev-parse HEAD 2>/dev/null || echo none)}
budget=$((300 * $(nproc)))

# changed: the files. A commit of a day ago is one that CI has seen.
changed() {
    cd "$root"
    git ls-files -o --exclude-standard
    git diff --name-only HEAD
    [ -n "$is_drawing" ] || return 0
    base=$(git rev-list -1 --before="$(($(git log -1 --format=%ct) - 86400))" HEAD)
    [ -z "$base" ] || git diff --name-only "$base" HEAD
}

# place NAME: where the seed puts a test.
place() {
    printf '%s %s' "$seed" "$1" | sha256sum | cut -c 1-16
}

# fit WHAT: of lines with a cost and a name, as many as the budget has room for. The others are named.
fit() {
    awk -v budget="$budget" -v what="$1" '
        used + $1 <= budget { used += $1; names = names " " $2; print $2; next }
        { left = left " " $2 }
        END {
            printf "%s:%s, about %d s of processor time\n", what, names == "" ? " none" : names, used | "cat >&2"
            if (left != "") printf "  no room in %d s for:%s\n", budget, left | "cat >&2"
        }'
}

# concerned CHANGED: lines of $tests with a word that a changed file matches.
concerned() {
    while read -r cost name words; do
        set -f
        for word in $words; do
            ! grep -q -x -e "$(printf %s "$word" | sed 's/[.]/\\./g; s/[*]/.*/g')\(/.*\)*" "$1" || { echo "$(place "$name") $cost $name"; break; }
        done
        set +f
    done <"$work/tests" | sort | cut -d ' ' -f 2-
}

# parts: how many: seven, or as many as have room in their budgets.
parts() {
    affordable | awk -v budget="$budget" '{ sum += $1 } END { parts = int(sum / (budget * 0.95)) + 1; print parts < 7 ? 7 : parts }'
}

# affordable: tests that are not dearer than the budget. Of the others each commit runs a part as a test of its own.
affordable() {
    awk -v budget="$budget" '$1 <= budget' "$work/tests" | sort -k 1,1nr -k 2
}

# in_part NUMBER COUNT: its tests: the dearest of all first, each goes where least is.
in_part() {
    affordable | awk -v part="$1" -v count="$2" '
        { least = 1; for (i = 2; i <= count; i++) if (sum[i] < sum[least]) least = i; sum[least] += $1; if (least == part) print $1, $2 }'
}

# choose COUNT: the part of this seed.
choose() {
    mkdir -p "$(dirname "$drawn")"
    touch "$drawn"
    for i in $(seq "$1"); do
        tail -n "$(($1 - 1))" "$drawn" | grep -q -x "$i" || echo "$(place "part $i") $i"
    done | sort | head -n 1 | cut -d ' ' -f 2
}

if [ "$1" = --with-seed ]; then
    shift
    exec "$@" "$seed"
fi
is_drawing=
[ "$1" != --drawn ] || { is_drawing=1; shift; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{ cat "$1/nightly-tests"; sed -n 's/^# nightly //p' "$1/rows.cmake"; } >"$work/tests"
changed 2>/dev/null | sort -u >"$work/changed"
concerned "$work/changed" | fit "nightly tests that the changes concern" >"$work/names"
if [ -n "$is_drawing" ]; then
    count=$(parts)
    number=$(choose "$count")
    echo "$number" >>"$drawn"
    in_part "$number" "$count" | while read -r cost name; do
        grep -q -x -F -e "$name" "$work/names" || echo "$cost $name"
    done | fit "nightly tests drawn by $(echo "$seed" | cut -c 1-12), part $number of $count" >>"$work/names"
fi
cat "$work/names"
