#!/bin/sh
# What ctest's last run skipped: whole tests, and checks inside of tests. In CI each must be in tests/expected-skips.txt.
# Before that, the last lines of each test that failed, which are far up in a long log.
# SPDX-License-Identifier: MIT
# Usage: skips.sh BUILD            prints each skip, its reason, and the command that runs it; exit 1 if CI is set and one is not expected
#        skips.sh --check BUILD    whether each line of the list has a test of BUILD, words and a reason
# BUILD has Testing/tests.xml, which ctest wrote with all that the tests printed: ctest --output-junit. Not LastTest.log: another ctest in the
# same directory, which lists tests, empties that.
# A test says `skipped: NAME: WHY` or `skipped: WHY`; cmocka says `[  SKIPPED ] NAME`. CROSSLANE_EXPECTED_SKIPS names another list.
set -eu
root=$(CDPATH= cd "$(dirname "$0")/.." && pwd)
list=${CROSSLANE_EXPECTED_SKIPS:-$root/tests/expected-skips.txt}

# lines: those of the list, numbered, without comments.
lines() {
    grep -n -v -E '^(#|[[:space:]]*$)' "$list" || :
}

# split LINE: sets $number, $test, $words and $reason.
split() {
    number=${1%%:*}
    test=$(echo "${1#*:}" | cut -d '|' -s -f 1 | sed 's/ *$//')
    words=$(echo "${1#*:}" | cut -d '|' -s -f 2 | sed 's/^ *//; s/ *$//')
    reason=$(echo "${1#*:}" | cut -d '|' -s -f 3- | sed 's/^ *//; s/ *$//')
}

check_list() {
    names=$(ctest --test-dir "$1" -N | sed -n 's/^ *Test *#[0-9]*: //p')
    lines | {
        bad=0
        while IFS= read -r line; do
            split "$line"
            if [ -z "$test" ] || [ -z "$words" ] || [ -z "$reason" ]; then
                echo "$list:$number: error: a line is 'TEST | WORDS OF THE SKIP | REASON'" >&2
                bad=1
            elif ! echo "$names" | { found=1; while IFS= read -r name; do case $name in $test) found=0 ;; esac; done; exit $found; }; then
                echo "$list:$number: error: no test '$test'" >&2
                bad=1
            fi
        done
        exit $bad
    }
}

# skips BUILD: a line for each: the test, a tab, what was said. Of a whole test that says nothing of itself: its row's line, or that.
skips() {
    awk -v OFS='\t' '
        function plain(text) { gsub(/&lt;/, "<", text); gsub(/&gt;/, ">", text); gsub(/&quot;/, "\"", text); gsub(/&apos;/, "\047", text); gsub(/&amp;/, "\\&", text); return text }
        /^\t<testcase name="/ {
            test = $0
            sub(/^\t<testcase name="/, "", test)
            sub(/".*/, "", test)
            test = plain(test)
            tests[test]
            is_whole[test] = /status="notrun"/
            count = 0
        }
        { line = plain($0); sub(/^\t*<system-out>/, "", line) }
        line ~ /^skipped: / { said[test, count++] = substr(line, 10); counts[test] = count }
        line ~ /^\[  SKIPPED \] / && line !~ / test\(s\)/ {
            name = substr(line, 14)
            for (i = 0; i < count; i++)
                if (index(said[test, i], name) == 1)
                    next
            said[test, count++] = name; counts[test] = count
        }
        index(line, test " ") == 1 && line ~ / skip / { sub(/^.* skip  */, "", line); sub(/^[0-9.]+ s  */, "", line); rows[test] = line }
        END {
            for (test in tests) {
                if (is_whole[test] && !counts[test]) { said[test, 0] = rows[test] == "" ? "it does not say why" : rows[test]; counts[test] = 1 }
                for (i = 0; i < counts[test]; i++) print test, said[test, i]
            }
        }
    ' "$1/Testing/tests.xml" | LC_ALL=C sort
}

# failures BUILD: the last lines of each test that failed.
failures() {
    awk '
        function plain(text) { gsub(/&lt;/, "<", text); gsub(/&gt;/, ">", text); gsub(/&quot;/, "\"", text); gsub(/&apos;/, "\047", text); gsub(/&amp;/, "\\&", text); return text }
        function show(i) {
            for (i = count > 15 ? count - 14 : 1; i <= count; i++) print "  " test ": " lines[i]
            count = 0
        }
        /^\t<testcase name="/ {
            show()
            has_failed = /status="fail"/
            test = $0
            sub(/^\t<testcase name="/, "", test)
            sub(/".*/, "", test)
            test = plain(test)
        }
        { line = plain($0); sub(/^\t*<system-out>/, "", line); sub(/<\/system-out>$/, "", line) }
        has_failed && line !~ /^\t*<\/?(testcase|failure|properties|property)/ && line ~ /[^ \t]/ { lines[++count] = substr(line, 1, 400) }
        /^\t<\/testcase>/ { show(); has_failed = 0 }
    ' "$1/Testing/tests.xml"
}

# is_expected TEST SAID: sets $why.
is_expected() {
    why=$(lines | while IFS= read -r line; do
        split "$line"
        case $1 in $test) case $2 in *"$words"*) echo "$reason"; break ;; esac ;; esac
    done)
    [ -n "$why" ]
}

report() {
    [ -s "$1/Testing/tests.xml" ] || { echo "crosslane: error: no $1/Testing/tests.xml: what was skipped is not known" >&2; return 1; }
    failures "$1" >"$1/Testing/failures"
    [ ! -s "$1/Testing/failures" ] || { echo "the last lines of each test that failed:"; cat "$1/Testing/failures"; }
    skips "$1" >"$1/Testing/skips"
    count=$(wc -l <"$1/Testing/skips")
    [ "$count" != 0 ] || { echo "nothing was skipped"; return 0; }
    echo "$count skipped:"
    unexpected=0
    while IFS="$(printf '\t')" read -r name said; do
        echo "  $name: $said"
        install=$(echo "$said" | grep -o 'apt-get install [a-z0-9 .+-]*[a-z0-9+]' || :)
        echo "    run it: ${install:+$install && }ctest --test-dir build/host -R '^$name\$' -V"
        if is_expected "$name" "$said"; then
            echo "    expected: $why"
        else
            unexpected=$((unexpected + 1))
            [ -z "${CI:-}" ] || echo "    NOT EXPECTED: install what it needs, or list it in ${list#"$root/"} with the reason"
        fi
    done <"$1/Testing/skips"
    [ -z "${CI:-}" ] || [ $unexpected = 0 ] || { echo "crosslane: error: $unexpected of $count skips are not in ${list#"$root/"}" >&2; return 1; }
}

if [ "$1" = --check ]; then check_list "$2"; else report "$1"; fi
