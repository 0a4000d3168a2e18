#!/bin/sh
# `crosslane report`: each format as others read it, files that are no results, disks that are full.
# SPDX-License-Identifier: MIT
# Usage: report-files.sh CROSSLANE
set -u
crosslane=$(realpath "$1")
. "$(dirname "$0")/checking.sh"
corpus=$root/tests/corpus/report
cd "$work" || exit 2

# exits_saying STATUS WORDS COMMAND...: the command exits so, and says the words on standard error.
exits_saying() {
    status=$1 words=$2
    shift 2
    "$@" >out 2>err </dev/null
    [ $? = "$status" ] && { [ -z "$words" ] || grep -q -F -e "$words" err; }
}

# valid NAME: the file is the JUnit XML of junit.xsd.
valid() {
    if command -v xmllint >/dev/null; then
        check "$1 is valid" xmllint --noout --schema "$root/tests/whole/junit.xsd" "$1" 2>"$work/err"
    else
        skip "$1 is valid" "xmllint is not installed (apt-get install -y libxml2-utils)"
    fi
}

### All at once, of good results and of hostile ones

for file in whole hostile types; do
    check "$file" exits_saying 0 "" "$crosslane" report --junit $file.xml --sarif $file.sarif --markdown $file.md --html $file.html "$corpus/$file"
    valid $file.xml
    check "no two pages in $file" test "$(grep -c '^<!doctype html>' $file.html)" = 1
done
if command -v xmllint >/dev/null; then
    sed 's/ name="a" tests="2"/ name="a"/' whole.xml >less.xml
    check "xmllint minds what lacks" sh -c '! xmllint --noout --schema "$1" less.xml 2>/dev/null' sh "$root/tests/whole/junit.xsd"
fi
check "nothing of the page is elsewhere" sh -c '! grep -E "(src|href)=.?(https?:)?//|@import|url\(" whole.html'

### Standard output, and what is said without an option

check "a page on standard output" sh -c '"$1" report --html - "$2" | cmp - whole.html' sh "$crosslane" "$corpus/whole"
check "only one goes there" exits_saying 2 "only one report" "$crosslane" report --html - --junit - "$corpus/whole"
check "a summary" sh -c '"$1" report "$2" | grep -q "^FINDING k on a: r\[0\] is wrong"' sh "$crosslane" "$corpus/whole"
check "two files" sh -c 'sed "s/\"row\":\"/&other-/g" "$2" >more.json; "$1" report "$2" more.json | grep -q "on 4 of 8 rows"' sh "$crosslane" "$corpus/whole"
check "no file" exits_saying 2 "Usage: crosslane report" "$crosslane" report

### Older results

sed 's/"fail"/"pass"/g; s/"max_ulp":null/"max_ulp":0.5/' "$corpus/whole" >old.json
check "what broke is said, and is an exit status" exits_saying 1 "" "$crosslane" report --against old.json "$corpus/whole"
check "in lines" grep -q -F "  broke: k on a: pass → fail" out
"$crosslane" report --against old.json --html against.html --markdown against.md "$corpus/whole" >out 2>err
check "in Markdown" grep -q -F -e "- k on a: pass → fail" against.md
check "on the page" grep -q -F '"broke":[{"kernel":"k","rows":["a"]' against.html
check "what is the same" exits_saying 0 "" "$crosslane" report --against "$corpus/whole" "$corpus/whole"

### Files that are none

head -c 300 "$corpus/whole" >cut.json
: >empty.json
mkdir folder
echo '{"seed":1}' >other.json
echo '{"version":2,"rows":[]}' >later.json
check "cut short" exits_saying 2 "cut.json: error: no result of a run: it is no JSON, or not all of it; \`crosslane run --json FILE\`" "$crosslane" report --html x.html cut.json
check "empty" exits_saying 2 "empty.json: error: no result of a run: it is empty" "$crosslane" report empty.json
check "a folder" exits_saying 2 "folder: error: no result of a run: it is a folder" "$crosslane" report folder
check "not there" exits_saying 2 "none.json: error: no result of a run: No such file" "$crosslane" report none.json
check "another's" exits_saying 2 "other.json: error: no result of a run: it wants an object with 'rows'" "$crosslane" report other.json
check "of a later version" exits_saying 2 "later.json: error: results of version 2, and this Crosslane reads 1: use the one" "$crosslane" report later.json
check "twice the same" exits_saying 2 "row a is in" "$crosslane" report "$corpus/whole" "$corpus/whole"
check "older ones that are none" exits_saying 2 "cut.json: error" "$crosslane" report --against cut.json "$corpus/whole"
check "before a run begins, too" exits_saying 2 "cut.json: error" "$crosslane" run --against cut.json --row nothing
check "no file is made of what cannot be read" test ! -e x.html

### Files that cannot be written

for option in junit sarif markdown html; do
    check "--$option, a full disk" exits_saying 3 "cannot write /dev/full" "$crosslane" report --$option /dev/full "$corpus/whole"
    check "--$option, no folder" exits_saying 2 "--$option: cannot write into the folder" "$crosslane" report --$option none/x "$corpus/whole"
    check "run --$option, no folder" exits_saying 2 "--$option: cannot write into the folder" "$crosslane" run --$option none/x --row nothing
done
check "standard output, a full disk" sh -c '"$1" report --html - "$2" >/dev/full 2>err; [ $? = 3 ] && grep -q "cannot write standard output" err' sh "$crosslane" "$corpus/whole"
check "nothing is left beside them" sh -c '! ls | grep "\.tmp\."'
conclude
