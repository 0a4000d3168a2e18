#!/bin/sh
# Runs a test, unless it has passed with the same inputs.
# SPDX-License-Identifier: MIT
# Usage: unchanged.sh NAME INPUTS COMMAND...   INPUTS: words, with blanks between them
#        unchanged.sh --list                   prints all inputs that there are: digest, tab, name
#        unchanged.sh --key NAME INPUTS COMMAND...
#        unchanged.sh --keep                   after the tests: keeps what passed; prints what these tests cost
# A word is the path of a file, a directory (all files below it), a pattern with * (of paths and of other inputs), package:NAME (with all
# that it depends on), program:NAME (its version) or tree:NAME. Each test also has the inputs that $always names.
# Environment:
#   CROSSLANE_INPUTS  a directory of this run, whose file `list` is what --list printed when the tests began. Without it every test runs.
#                     Those that its file `drawn` names are skipped where the tests began long ago: on a slow machine.
#   CROSSLANE_ANEW    if set, no test is left out, and those that pass are kept.
#   CROSSLANE_AUDIT   if set, a test that reads a file of the work tree that is not among its inputs fails. Only for one test at a time,
#                     on a file system that records times of access.
set -u
export LC_ALL=C
root=$(CDPATH= cd "$(dirname "$0")/.." && pwd)
cache=${CROSSLANE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/crosslane}
tab=$(printf '\t')
always="host-packages machine environment tests/unchanged.sh"

files() {
    find . \( -path ./build -o -path ./.git \) -prune -o -type f "$@"
}

# packages NAME WANTED...: a line of the list: the versions of these packages and of all that they depend on.
packages() {
    name=$1
    shift
    echo "$(awk -F '\t' -v wanted="$*" '
        { version[$1] = $2; needs[$1] = $3 }
        function add(package,    names, i, count) {
            sub(/[ (:].*/, "", package)
            if (package in added || !(package in version)) return
            added[package]
            print package, version[package]
            count = split(needs[package], names, /[,|] */)
            for (i = 1; i <= count; i++) { sub(/^ */, "", names[i]); add(names[i]) }
        }
        END { count = split(wanted, all, " "); for (k = 1; k <= count; k++) add(all[k]) }' "$scratch/packages" | sort | sha256sum | cut -c 1-32)$tab$name"
}

# Trees are named by their recipes; their manifests have the packages that they were made from. A test finds a CPU's features, not its clock.
list() {
    scratch=$(mktemp -d)
    dpkg-query -W -f '${Package}\t${Version}\t${Pre-Depends}, ${Depends}\n' >"$scratch/packages" 2>/dev/null
    cd "$root" || exit 2
    files -exec sha256sum {} + | sed "s#^\([0-9a-f]*\)  \./#\1$tab#"
    # shellcheck disable=SC2046 # words
    packages host-packages $(./crosslane packages)
    sed -n '/^for_[a-z]*=/,/"$/p' crosslane | sed -n 's/^[^:]* \([a-z0-9-]*\):.*/\1/p; s/^[a-z_]*="\([a-z0-9+-]*\):.*/\1/p' | sort -u |
        while read -r package; do packages "package:$package" "$package"; done
    for program in node google-chrome; do
        echo "$({ command -v $program >/dev/null && $program --version; } 2>/dev/null | sha256sum | cut -c 1-32)${tab}program:$program"
    done
    echo "$({ uname -srm; sed '/^$/q; /^cpu MHz/d; /^bogomips/d' /proc/cpuinfo; id -u; } | sha256sum | cut -c 1-32)${tab}machine"
    echo "$(env | grep '^CROSSLANE_' | grep -v -E '^CROSSLANE_(INPUTS|ANEW|AUDIT|CACHE|MIRROR|SELF|DRAW)=' | sort | sha256sum | cut -c 1-32)${tab}environment"
    for manifest in "$cache"/*/manifest; do
        [ ! -e "$manifest" ] || echo "$(sha256sum <"$manifest" | cut -c 1-64)${tab}tree:$(basename "$(dirname "$manifest")")"
    done
    rm -rf "$scratch"
}

# select_inputs LIST WORD...: the lines of the list that the words name. Exit 1: a word names nothing, but a tree that is not made yet.
select_inputs() {
    from=$1
    shift
    awk -F '\t' -v words="$*" '
        function pattern(word,    made, i, letter) {
            made = "^"
            for (i = 1; i <= length(word); i++) {
                letter = substr(word, i, 1)
                made = made (letter == "*" ? ".*" : letter ~ /[A-Za-z0-9_\/:-]/ ? letter : "\\" letter)
            }
            return made "(/|$)"
        }
        BEGIN { count = split(words, word, " "); for (i = 1; i <= count; i++) if (word[i] ~ /[*]/) is_pattern[i] = pattern(word[i]) }
        {
            chosen = 0
            for (i = 1; i <= count; i++)
                if (i in is_pattern ? $2 ~ is_pattern[i] : word[i] == $2 || word[i] == "." || index($2, word[i] "/") == 1) { found[i]; chosen = 1 }
            if (chosen) print
        }
        END { for (i = 1; i <= count; i++) if (!(i in found) && word[i] !~ /^tree:/) { print "no input is named " word[i] | "cat >&2"; status = 1 } exit status }
    ' "$from" | sort -t "$tab" -k 2
}

# key LIST NAME INPUTS COMMAND...: the same wherever the work tree is.
key() {
    from=$1 inputs=$3
    shift
    {
        printf '%s\n' "$@" | awk -v root="$root" '{ while (at = index($0, root)) $0 = substr($0, 1, at - 1) "." substr($0, at + length(root)); print }'
        # shellcheck disable=SC2086 # words
        (set -f; select_inputs "$from" $always $inputs)
    } | sha256sum | cut -c 1-32
}

# What was edited while the tests ran may have been seen or not. A tree that a test has made is as it was made.
keep() {
    [ -e "$CROSSLANE_INPUTS/passed" ] || return 0
    mkdir -p "$cache/tests" || return 0
    list >"$CROSSLANE_INPUTS/list-now"
    (cd "$root" && files -newercm "$CROSSLANE_INPUTS/began" -printf '-\t%P\n') >"$CROSSLANE_INPUTS/touched"
    awk -F '\t' 'FNR == 1 { file++ }
        file == 1 { was[$2] = $1; next }
        { if (!($2 in was ? was[$2] == $1 : $2 ~ /^tree:/)) print "-\t" $2; delete was[$2] }
        END { for (name in was) print "-\t" name }' "$CROSSLANE_INPUTS/list" "$CROSSLANE_INPUTS/list-now" >>"$CROSSLANE_INPUTS/touched"
    while IFS= read -r name; do
        . "$CROSSLANE_INPUTS/$name.passed"
        # shellcheck disable=SC2086 # words
        [ -z "$(set -f; select_inputs "$CROSSLANE_INPUTS/touched" $always $inputs 2>/dev/null)" ] || continue
        eval "new=\$(key \"\$CROSSLANE_INPUTS/list-now\" \"\$name\" \"\$inputs\" $command)"
        { echo "$new"; cat "$CROSSLANE_INPUTS/$name.skips"; } >"$cache/tests/$name.$$" && mv "$cache/tests/$name.$$" "$cache/tests/$name"
    done <"$CROSSLANE_INPUTS/passed"
}

# quoted WORD...: as the shell reads them back.
quoted() {
    for word; do printf "'%s' " "$(printf %s "$word" | sed "s/'/'\\\\''/g")"; done
}

# run COMMAND...: what it says, also into $said; and what it costs, into the run's list of costs.
run() {
    exec 4>&1
    began=$(date +%s)
    # `times` counts what its own shell has waited for.
    status=$({ { "$@" 3>&- 4>&-; echo "$?" >&3; times >"$said.times"; } | tee "$said" >&4; } 3>&1)
    tail -n 1 "$said.times" | tr 'ms' '  ' | awk -v name="$name" -v wall="$(($(date +%s) - began))" '{ printf "%s %d %.1f\n", name, wall, 60 * ($1 + $3) + $2 + $4 }' >>"$CROSSLANE_INPUTS/costs"
}

# audit: the files that the test read and that are not among its inputs. All were made to look unread before, without git's noticing.
forget_reads() {
    export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.trustctime GIT_CONFIG_VALUE_0=false
    (cd "$root" && git update-index -q --refresh; files -exec touch -a -d '2001-01-01' {} +)
}
audit() {
    (cd "$root" && files -newerat '2001-01-02' -printf '-\t%P\n') | sort >"$CROSSLANE_INPUTS/read"
    # shellcheck disable=SC2086 # words
    (set -f; select_inputs "$CROSSLANE_INPUTS/read" $always $inputs 2>/dev/null) | comm -23 "$CROSSLANE_INPUTS/read" - | cut -f 2 >"$CROSSLANE_INPUTS/undeclared"
    [ -s "$CROSSLANE_INPUTS/undeclared" ] || return 0
    echo "FAIL: $name read files that are not among its inputs in tests/tests.cmake: $(head -n 20 "$CROSSLANE_INPUTS/undeclared" | paste -s -d ' ' -)"
    status=1
}

case $1 in
--list) list; exit ;;
--keep) keep; exit ;;
--key) shift; key "$CROSSLANE_INPUTS/list" "$@"; exit ;;
esac
name=$1 inputs=$2
shift 2
if [ -z "${CROSSLANE_INPUTS:-}" ]; then exec "$@"; fi
wanted=$(key "$CROSSLANE_INPUTS/list" "$name" "$inputs" "$@" 2>"$CROSSLANE_INPUTS/$name.error")
if [ -s "$CROSSLANE_INPUTS/$name.error" ]; then
    echo "FAIL: the inputs of $name in tests/tests.cmake: $(cat "$CROSSLANE_INPUTS/$name.error")"
    exit 1
fi
if [ -z "${CROSSLANE_ANEW:-}" ] && [ "$(head -n 1 "$cache/tests/$name" 2>/dev/null)" = "$wanted" ]; then
    echo "it passed, and its inputs have not changed since"
    tail -n +2 "$cache/tests/$name"
    echo "$name" >>"$CROSSLANE_INPUTS/unchanged"
    exit 0
fi
if grep -q -s -x -F -e "$name" "$CROSSLANE_INPUTS/drawn" && [ -z "$(find "$CROSSLANE_INPUTS/began" -mmin -45)" ]; then
    echo "skipped: no time: the tests began 45 minutes ago, and this one is of the drawn ones"
    exit 77
fi
rm -f "$cache/tests/$name"
said=$CROSSLANE_INPUTS/$name.said
[ -z "${CROSSLANE_AUDIT:-}" ] || forget_reads
run env -u CROSSLANE_INPUTS -u CROSSLANE_ANEW -u CROSSLANE_AUDIT "$@"    # tests that this one starts, in a clone, are not these
[ -z "${CROSSLANE_AUDIT:-}" ] || audit
if [ "$status" = 0 ]; then
    grep -E '^(skipped: |\[  SKIPPED \] )' "$said" >"$CROSSLANE_INPUTS/$name.skips"    # a skip is no pass: it is said again
    printf "inputs='%s'\ncommand='%s'\n" "$inputs" "$(quoted "$@" | sed "s/'/'\\\\''/g")" >"$CROSSLANE_INPUTS/$name.passed"
    echo "$name" >>"$CROSSLANE_INPUTS/passed"
fi
rm -f "$said" "$said.times"
exit "$status"
