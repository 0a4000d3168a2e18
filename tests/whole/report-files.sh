#!/bin/sh
# `crosslane report`: each format as others read it, files that are no results, disks that are full.
# SPDX-License-Identifier: MIT
# Usage: report-files.sh CROSSLANE
set -u
crosslane=$(realpath "$1")
. "$(dirname "$0")/checking.sh"
corpus=$root/tests/corpus/report
cd "$work" || exit 2

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
    check "$file" exits 0 "$crosslane" report --junit $file.xml --sarif $file.sarif --markdown $file.md --html $file.html "$corpus/$file"
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
check "only one goes there" answers 2 err "only one report" "$crosslane" report --html - --junit - "$corpus/whole"
check "a summary" sh -c '"$1" report "$2" | grep -q "^FINDING k on a: r\[0\] is wrong"' sh "$crosslane" "$corpus/whole"
check "two files" sh -c 'sed "s/\"row\":\"/&other-/g" "$2" >more.json; "$1" report "$2" more.json | grep -q "on 4 of 8 rows"' sh "$crosslane" "$corpus/whole"

### Older results

sed 's/"fail"/"pass"/g; s/"max_ulp":null/"max_ulp":0.5/' "$corpus/whole" >old.json
check "what broke is said, and is an exit status" exits 1 "$crosslane" report --against old.json "$corpus/whole"
check "in lines" grep -q -F "  broke: k on a: pass -> fail" out
"$crosslane" report --against old.json --html against.html --markdown against.md "$corpus/whole" >out 2>err
check "in Markdown" grep -q -F -e "- k on a: pass -> fail" against.md
check "on the page" grep -q -F '"broke":[{"kernel":"k","rows":["a"]' against.html
check "what is the same" exits 0 "$crosslane" report --against "$corpus/whole" "$corpus/whole"

### Large files, which are read row by row

# rows FROM TO LENGTH: rows that passed, with a reason of this length.
rows() {
    awk -v from="$1" -v to="$2" -v most="$3" 'BEGIN {
        for (text = "x"; length(text) < most;) text = text "xxxxxxxxx"
        for (i = from; i < to; i++)
            printf "%s{\"row\":\"r%d\",\"arch\":\"s390x\",\"isa\":\"vx\",\"outcome\":\"pass\",\"reason\":\"%s\\\"]}\",\"expected\":1,\"seconds\":1.5,\"kernels\":[{\"kernel\":\"k\",\"variant\":\"vx\",\"outcome\":\"pass\",\"checked\":3,\"max_ulp\":0.5,\"findings\":[]}]}", (i > from ? ",\n" : ""), i, text }'
}
results() { printf '{"version":1,"seed":7,"rows":['; cat; printf '],"sources":[]}\n'; }
rows 0 3000 3000 | results >small1.json
rows 3000 6000 3000 | results >small2.json
{ rows 0 3000 3000; echo ,; rows 3000 6000 3000; } | results >large.json
check "it is large" test "$(wc -c <large.json)" -gt $((16 << 20))
report_all() { "$crosslane" report --junit $1.xml --sarif $1.sarif --markdown $1.md --html $1.html $2 "$corpus/whole" >out 2>err; }
report_all one large.json
report_all two "small1.json small2.json"
for report in xml sarif md html; do
    check "$report of a large file" cmp one.$report two.$report
done
"$crosslane" report large.json "$corpus/whole" >one.out 2>err
"$crosslane" report small1.json small2.json "$corpus/whole" >two.out 2>err
check "the summary of a large file" cmp one.out two.out
"$crosslane" merge --json one.json large.json "$corpus/whole" >out 2>err
"$crosslane" report --junit again.xml one.json >out 2>err
check "a large file that was merged" cmp one.xml again.xml
check "its rows, as they were" grep -q -F '"row":"r5999","arch":"s390x"' one.json
check "what broke since a large file" sh -c 'sed "s/\"r17\",\(.*\)\"pass\",/\"r17\",\1\"fail\",/" large.json >broke.json; "$1" report --against large.json broke.json | grep -q "r17: pass"' sh "$crosslane"
head -c 17000000 large.json >cut.json
check "a large file that is cut short" answers 2 err "invalid or truncated JSON" "$crosslane" report cut.json
sed 's/{"row":"r4000",/{"row""r4000",/' large.json >bad.json
check "a row that is no JSON" answers 2 err "invalid or truncated JSON" "$crosslane" report bad.json
sed 's/{"row":"r4000",/5,&/' large.json >bad.json
check "a row that is a number" answers 2 err "not a results file" "$crosslane" report bad.json
sed 's/"version":1/"version":99/' large.json >bad.json
check "a large file of a later version" answers 2 err "results of version 99" "$crosslane" report bad.json
check "a row that is there twice" answers 2 err "row r0 is in large.json too" "$crosslane" report large.json small1.json

# A row as an object takes 5 KB. A sanitizer takes more.
if ! grep -q __asan_init "$crosslane"; then
    rows 0 100000 10 | results >many.json
    "$crosslane" report many.json >out 2>err &
    pid=$! most=0
    while now=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\) kB/\1/p' /proc/$pid/status 2>/dev/null) && [ -n "$now" ]; do most=$now; sleep 0.02; done
    wait $pid
    check "many rows: $most KiB" test "$most" -gt 10000 -a "$most" -lt 150000
    check "all of them" grep -q '100000 of 100000 kernels checked on 100000 of 100000 rows' out
fi

### Files that are none

head -c 300 "$corpus/whole" >cut.json
: >empty.json
mkdir directory
echo '{"seed":1}' >other.json
echo '{"version":2,"rows":[]}' >later.json
check "cut short" answers 2 err "cut.json: error: not a results file: invalid or truncated JSON; see run --json FILE" "$crosslane" report --html x.html cut.json
check "empty" answers 2 err "empty.json: error: not a results file: it is empty" "$crosslane" report empty.json
check "a directory" answers 2 err "directory: error: not a results file: it is a directory" "$crosslane" report directory
check "not there" answers 2 err "none.json: error: not a results file: No such file" "$crosslane" report none.json
check "another's" answers 2 err "other.json: error: not a results file: no array 'rows'" "$crosslane" report other.json
check "of a later version" answers 2 err "later.json: error: results of version 2, but this Crosslane reads 1: use the Crosslane" "$crosslane" report later.json
check "twice the same" answers 2 err "row a is in" "$crosslane" report "$corpus/whole" "$corpus/whole"
check "older ones that are none" answers 2 err "cut.json: error" "$crosslane" report --against cut.json "$corpus/whole"
check "before a run begins, too" answers 2 err "cut.json: error" "$crosslane" run --against cut.json --row nothing
check "no file is made of what cannot be read" test ! -e x.html

### Files that cannot be written

for option in junit sarif markdown html; do
    check "--$option, a full disk" answers 3 err "cannot write /dev/full" "$crosslane" report --$option /dev/full "$corpus/whole"
    check "--$option, no directory" answers 2 err "--$option: cannot write 'none/x': directory missing or read-only" "$crosslane" report --$option none/x "$corpus/whole"
    check "run --$option, no directory" answers 2 err "--$option: cannot write 'none/x': directory missing or read-only" "$crosslane" run --$option none/x --row nothing
done
check "standard output, a full disk" sh -c '"$1" report --html - "$2" >/dev/full 2>err; [ $? = 3 ] && grep -q "cannot write standard output" err' sh "$crosslane" "$corpus/whole"
check "nothing is left beside them" sh -c '! ls | grep "\.tmp\."'
conclude
