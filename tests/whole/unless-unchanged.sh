#!/bin/sh
# unchanged.sh leaves out a test that passed, and only while its inputs are as they were; draw.sh draws every nightly test in time.
# SPDX-License-Identifier: MIT
# Usage: unless-unchanged.sh BUILD    BUILD: of the host tool
set -u
host=$1
. "$(dirname "$0")/checking.sh"
tab=$(printf '\t')
cd "$work" || exit 2
copy=$work/copy
scratch_copy "$copy"
unset CROSSLANE_DRAW CROSSLANE_ANEW CROSSLANE_AUDIT
CROSSLANE_CACHE=$work/cache
export CROSSLANE_CACHE

### In a copy of the work tree: one test whose inputs are a directory, a package and a tree

unchanged() { "$copy/tests/unchanged.sh" "$@"; }
begin() {
    rm -rf "$work/run"
    mkdir "$work/run"
    CROSSLANE_INPUTS=$work/run
    export CROSSLANE_INPUTS
    : >"$work/run/began"
    unchanged --list >"$work/run/list"
}
# some_test STATUS [EDIT]: prints its exit status, and how often it has been run by now.
some_test() {
    unchanged some-test "arch/vec.h harness/base package:zsh tree:sysroot-*" sh -c 'echo >>"$1"; eval "$3"; exit "$2"' sh "$work/ran" "$1" "${2:-}" >"$work/said" 2>&1
    echo "$? $(wc -l <"$work/ran")"
}
# once STATUS [EDIT]: a whole run with this one test.
once() {
    begin
    some_test "$@"
    unchanged --keep
}

check "it fails" is "$(once 1)" "1 1"
check "what failed is run again" is "$(once 0)" "0 2"
check "what passed is run again, as its command was another" is "$(once 0)" "0 2"
check "it says so" grep -q -x some-test "$work/run/unchanged"
check "a skip is handed on" is "$(once 77)" "77 3"
check "and not taken for a pass" is "$(once 77)" "77 4"
once 0 >"$work/out"
runs=$(wc -l <"$work/ran")
check "it passed" is "$(once 0)" "0 $runs"
echo >>"$copy/README.md"
check "an edit of what is no input" is "$(once 0)" "0 $runs"
cp "$copy/harness/base/text.c" "$work/text.c"
echo >>"$copy/harness/base/text.c"
check "an edit of an input" is "$(once 0)" "0 $((runs + 1))"
cp "$work/text.c" "$copy/harness/base/text.c"
check "the edit is undone" is "$(once 0)" "0 $((runs + 2))"
touch "$copy/harness/base/text.c"
check "an input is touched" is "$(once 0)" "0 $((runs + 2))"
echo >"$copy/harness/base/new.c"
check "a new input" is "$(once 0)" "0 $((runs + 3))"
rm "$copy/harness/base/new.c"
check "an input is gone" is "$(once 0)" "0 $((runs + 4))"
check "CROSSLANE_ANEW runs it" is "$(CROSSLANE_ANEW=1 once 0)" "0 $((runs + 5))"
check "a variable of ours" is "$(CROSSLANE_SEED=7 once 0)" "0 $((runs + 6))"
once 0 >"$work/out"
runs=$(wc -l <"$work/ran")
edit="echo >>'$copy/arch/vec.h'; sleep 0.1"
once 0 "$edit" >"$work/out"
check "an input that was edited while it ran" is "$(once 0 "$edit")" "0 $((runs + 2))"
restore="cp '$copy/arch/vec.h' '$work/vec.h'; echo >>'$copy/arch/vec.h'; cp '$work/vec.h' '$copy/arch/vec.h'"
once 0 "$restore" >"$work/out"
check "and restored" is "$(once 0 "$restore")" "0 $((runs + 4))"
make_tree="mkdir -p '$work/cache/sysroot-new'; echo made >'$work/cache/sysroot-new/manifest'"
once 0 "$make_tree" >"$work/out"
check "a tree that it made" is "$(once 0 "$make_tree")" "0 $((runs + 5))"
once 0 >"$work/out"
runs=$(wc -l <"$work/ran")
echo other >"$work/cache/sysroot-new/manifest"
check "another tree" is "$(once 0)" "0 $((runs + 1))"
begin
echo some-test >"$work/run/drawn"
check "a drawn test is run" is "$(some_test 1)" "1 $((runs + 2))"
touch -d '46 minutes ago' "$work/run/began"
check "but not after 45 minutes" is "$(some_test 1)" "77 $((runs + 2))"
check "it says why" grep -q "^skipped: no time: " "$work/said"
rm "$work/run/drawn"
check "others are" is "$(some_test 1)" "1 $((runs + 3))"

begin
partly() { unchanged partly README.md sh -c 'echo "skipped: a check: why"; i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done'; }
partly >"$work/out"
unchanged --keep
check "what it cost is recorded" grep -q '^partly [0-9]* \([1-9]\|0[.][1-9]\)' "$work/run/costs"
begin
check "what a pass skipped is said again" is "$(partly | tail -n 1)" "skipped: a check: why"
check "but it is not run" grep -q -x partly "$work/run/unchanged"
check "a test of a clone is not this one" is "$(unchanged inner README.md sh -c 'echo "${CROSSLANE_INPUTS-none}"')" none
check "an input that is none is a failure" sh -c "! '$copy/tests/unchanged.sh' wrong 'README.md no-such-file' true >'$work/out'"
check "it is named" grep -q "no input is named no-such-file" "$work/out"
check "a path of this work tree is no input" is "$("$copy/tests/unchanged.sh" --key t README.md "$copy/x")" "$(cd "$work" && mv copy moved && "$work/moved/tests/unchanged.sh" --key t README.md "$work/moved/x")"
mv "$work/moved" "$copy"
begin
if [ -n "$(find "$copy/README.md" -newerat '2001-01-01')" ] && touch -a -d 2001-01-01 "$copy/README.md" && cat "$copy/README.md" >"$work/out" &&
    [ -n "$(find "$copy/README.md" -newerat '2001-01-02')" ]; then
    check "an audit finds a file that is not named" exits 1 env CROSSLANE_AUDIT=1 "$copy/tests/unchanged.sh" reads README.md cat "$copy/README.md" "$copy/LICENSE"
    check "it is named" grep -q "not among its inputs.*: LICENSE$" out
    check "and accepts what is named" exits 0 env CROSSLANE_AUDIT=1 "$copy/tests/unchanged.sh" reads README.md cat "$copy/README.md"
else
    skip "an audit" "this file system records no times of access"
fi

### Each test of the build: an edit of each of its inputs makes another key

begin
cat "$host"/CTestTestfile.cmake "$host/rows.cmake" | sed -n 's/^add_test(\(\[=*\[\)*\([a-z0-9_-]*\)\(\]=*\]\)* *[^ ]*unchanged\.sh[^ ]* "*\2"* "\([^"]*\)".*/\2\t\4/p' >"$work/tests"
check "the tests are found" [ "$(wc -l <"$work/tests")" -gt 150 ]
cut -f 2 "$work/tests" | tr ' ' '\n' | sort -u >"$work/words"
changes_key() {
    before=$(unchanged --key t "$1" true 2>"$work/out") || return 1
    name=$(awk -F '\t' -v word="$1" '
        BEGIN { gsub(/[.]/, "\\.", word); gsub(/[*]/, ".*", word); if (word == "\\.") word = ".*" }
        $2 ~ "^" word "(/|$)" { print $2; exit }' "$work/run/list")
    [ -n "$name" ] || { case $1 in tree:*) return 0 ;; esac; echo "no input $1" >"$work/out"; return 1; }
    cp "$work/run/list" "$work/kept"
    awk -F '\t' -v OFS='\t' -v name="$name" '$2 == name { $1 = "edited" } { print }' "$work/kept" >"$work/run/list"
    after=$(unchanged --key t "$1" true)
    cp "$work/kept" "$work/run/list"
    [ "$before" != "$after" ] || { echo "an edit of $name does not change $1" >"$work/out"; return 1; }
}
while IFS= read -r word; do
    check "an edit of $word" changes_key "$word"
done <"$work/words"
unset CROSSLANE_INPUTS

### The draw

draw() { CROSSLANE_DRAW=$1 "$root/tests/draw.sh" --drawn "$host" 2>"$work/err"; }
draw 0 >"$work/drawn"
parts=$(sed -n 's/.* part [0-9]* of \([0-9]*\): .*/\1/p' "$work/err")
for i in $(seq 2 "$parts"); do draw "$i"; done | sort -u - "$work/drawn" >"$work/all"
{ cat "$host/nightly-tests"; sed -n 's/^# nightly //p' "$host/rows.cmake"; } | awk '{ print $1, $2 }' >"$work/nightly"
awk -v budget="$((300 * $(nproc)))" '$1 <= budget { print $2 }' "$work/nightly" | sort >"$work/wanted"
check "as many draws as there are parts draw all" cmp "$work/wanted" "$work/all"
[ "$(nproc)" = 1 ] || check "which is within twenty commits" [ "$parts" -le 20 ]
check "a commit's draw is within the budget" grep -q "about [1-9][0-9]* s of processor time" "$work/err"
rm -rf "$work/cache/tests"
check "the same commit draws the same" is "$(draw a)" "$(rm -rf "$work/cache/tests"; draw a)"
check "another draws others" [ "$(for i in 1 2 3 4 5 6; do rm -rf "$work/cache/tests"; draw "$i" | tail -n 1; done | sort -u | wc -l)" -gt 1 ]
awk -v budget="$((300 * $(nproc)))" '$1 > budget { print $2 }' "$work/nightly" | while read -r name; do
    ctest --test-dir "$host" -N | grep -q ": ${name%-all}$" || echo "$name"
done >"$work/out"
check "each commit has a part of what is too dear for a draw" [ ! -s "$work/out" ]
cp -r "$copy" "$work/changed"
(
    cd "$work/changed" && git init -q && git add -A && GIT_COMMITTER_DATE='2026-01-01T00:00:00Z' git -c user.name=t -c user.email=t@localhost commit -q -m old
    echo >>Containerfile
)
check "an edit of what a test is for" is "$("$work/changed/tests/draw.sh" "$host" 2>"$work/err")" image
(cd "$work/changed" && GIT_COMMITTER_DATE='2026-01-03T00:00:00Z' git -c user.name=t -c user.email=t@localhost commit -q -a -m new)
check "once committed, the draw has it" sh -c "CROSSLANE_CACHE=$work/cache2 '$work/changed/tests/draw.sh' --drawn '$host' 2>'$work/err' | grep -q -x image"
conclude
