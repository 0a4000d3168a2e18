#!/bin/sh
# What selects, ends, repeats and streams a run: words, --failed, --fail-fast, --durations, --stream, --watch; and what is kept of past runs.
# SPDX-License-Identifier: MIT
# Usage: run-options.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"

# write NAME RESULT: a kernel whose vector code computes RESULT, where a[i] + b[i] is right.
write() { write_kernel "$work/kernels/$1.c" u32 'a b' 'a[i] + b[i]' "$(each "$2")"; }

# run OPTION...: of these kernels, without evidence: a plain loop has none.
run() {
    "$crosslane" run --kernels "$work/kernels" --no-evidence "$@" >"$work/out" 2>"$work/err" </dev/null
    status=$?
}

says() { grep -q -F -e "$2" "$work/$1"; }
ended() { [ "$status" = "$1" ] && tail -n 2 "$work/out" | grep -q -x "$2"; }
refuses() { [ "$status" = 2 ] && says err "$1" && [ ! -s "$work/out" ]; }
id_of() { sed -n 's/^  id  *//p' "$work/out" | head -n 1; }

mkdir "$work/kernels"
write plus_u32 'a[i] + b[i]'
write sum_u32 'a[i] + b[i] + 1'
rows='s390x-z15-gcc-O2 s390x-z14-gcc-O2'

# Words.
run z15-gcc-O2 plus
check "words select the rows and kernels that have them" ended 0 "1 of 1 kernels checked on 1 of 1 rows"
run --jobs 1 z15-gcc-O2 plus z14-gcc-O2 --seed 7
check "several words add up, and options follow" ended 0 "2 of 2 kernels checked on 2 of 2 rows"
check "an option behind a word counts" says out "seed 7"
run z15-gcc-O2 pluz_u32
check "a word that nothing has" refuses "no row or kernel has 'pluz_u32' in its name"
check "similar names" says err "similar: plus_u32"
run --quick z15
check "a word beside --quick" refuses "--quick cannot be combined with a word"
run --failed z15
check "a word beside --failed" refuses "--failed cannot be combined with a word"
run --failed --row s390x-z15-gcc-O2
check "--row beside --failed" refuses "--failed cannot be combined with --row"
run --failed --quick
check "--quick beside --failed" refuses "--quick cannot be combined with --failed"

# One row after the other: the second is not begun. A row that passes ends nothing.
run --jobs 1 --fail-fast z15-gcc-O2 z14-gcc-O2 sum
check "--fail-fast ends the run" ended 1 "1 of 2 kernels checked on 1 of 2 rows"
check "--fail-fast says why" says out "stopped early: --fail-fast: a row failed; 1 of 2 rows unfinished"
check "--fail-fast keeps the finding" says out "FINDING sum_u32"
check "no line of a row that was not begun" test "$(grep -c '^s390x-' "$work/out")" = 1
run --jobs 1 --fail-fast z15-gcc-O2 z14-gcc-O2 plus
check "--fail-fast, nothing fails" ended 0 "2 of 2 kernels checked on 2 of 2 rows"

# What failed last, without the rows and kernels that passed. Other tests run beside this one, so the last run may be another's.
for attempt in 1 2 3 4 5; do
    run --jobs 1 z15-gcc-O2 z14-gcc-O2
    id=$(id_of)
    "$crosslane" run --failed --no-evidence >"$work/out" 2>"$work/err" </dev/null
    status=$?
    ! says err "2 rows, 1 kernel of the last run" || break
done
check "--failed takes the kernels' directory from the run" ended 1 "2 of 2 kernels checked on 2 of 2 rows"
check "--failed says what it selects" says err "crosslane: --failed: 2 rows, 1 kernel of the last run ("
write sum_u32 'a[i] + b[i]'
for attempt in 1 2 3 4 5; do
    run z15-gcc-O2
    "$crosslane" run --failed --no-evidence >"$work/out" 2>"$work/err" </dev/null
    status=$?
    ! says err "nothing failed" || break
done
check "--failed, nothing failed" test "$status" = 0
check "it says so" says err "--failed: nothing failed in the last run ("
write sum_u32 'a[i] + b[i] + 1'

# `report` without a file: the last run, with the kernels that passed. A file of build/runs counts them.
write sum_u32 'a[i] + b[i] + 1'
for attempt in 1 2 3 4 5; do
    run --jobs 1 z15-gcc-O2 z14-gcc-O2 --json "$work/all.json"
    "$crosslane" report --markdown "$work/last.md"
    "$crosslane" report --markdown "$work/all.md" "$work/all.json"
    ! cmp -s "$work/last.md" "$work/all.md" || break
done
check "report without a file: the last run" cmp "$work/last.md" "$work/all.md"
counts_all() {
    file=$(grep -l -F "$work/kernels" "$root"/build/runs/*.json | tail -n 1)
    "$crosslane" report "$file" | grep -q -x "4 of 4 kernels checked on 2 of 2 rows" && grep -q '"left_out": *1' "$file"
}
check "a trimmed run counts what it left out" counts_all

# A run does not take the ids of another away.
run z15-gcc-O2 plus
"$crosslane" repro "$id" >"$work/out" 2>"$work/err"
status=$?
check "an id of an earlier run" test "$status" = 1
check "it shows again" says out "finding $id shows again"
"$crosslane" repro 00000000 >"$work/out" 2>"$work/err"
status=$?
check "an id of no run" test "$status" = 2
check "it says where it looked" grep -q "no finding '00000000' in .*the last [0-9]* runs of this checkout" "$work/err"
alien=$root/build/runs/9999-of-another-version.json
echo '{"version": 999, "rows": []}' >"$alien"
"$crosslane" repro "$id" >"$work/out" 2>"$work/err"
status=$?
"$crosslane" repro 00000000 >"$work/out.none" 2>"$work/err.none"
"$crosslane" run --failed >"$work/out.failed" 2>"$work/err.failed"
failed_status=$?
rm "$alien"
check "results of another version hide no others" test "$status" = 1
check "they are named" grep -q -F "others cannot be read" "$work/err.none"
check "--failed does not guess beside them" test "$failed_status" = 2
check "--failed names them" grep -q "results of version 999" "$work/err.failed"

# Durations, and lines of JSON.
run --no-cache --jobs 1 --durations 1 --stream "$work/lines" z15-gcc-O2
check "--durations" sh -c 'grep -A 1 "^longest: 1 of 2 results" "$1" | grep -q " s  .*_u32, variant .*, on s390x-z15-gcc-O2$"' sh "$work/out"
check "--stream: a line for the row" test "$(wc -l <"$work/lines")" = 1
check "--stream: as in results" grep -q '^{"row":"s390x-z15-gcc-O2",.*"outcome":"fail"' "$work/lines"
"$crosslane" run --kernels "$work/kernels" --no-evidence --jobs 1 --stream - z15-gcc-O2 z14-gcc-O2 plus 2>"$work/err" | {
    read -r first
    read -r second
    ! read -r third && echo "$first" | grep -q '^{"row":' && echo "$second" | grep -q '^{"row":'
}
check "--stream -: lines alone on standard output" test $? = 0
check "the console is on standard error" says err "2 of 2 kernels checked on 2 of 2 rows"
run --stream - --json - z15-gcc-O2
check "--stream and --json on standard output" refuses "only one report can be written to standard output"
run --stream "$work/none/lines" z15-gcc-O2
check "--stream where there is no directory" refuses "--stream: cannot write '$work/none/lines'"
run --stream /dev/full z15-gcc-O2 plus
check "--stream on a full disk" test "$status" = 3
check "it says so" says err "--stream: cannot write all lines to '/dev/full'"
for wrong in 0 -1 x ''; do
    run --durations "$wrong"
    check "--durations '$wrong'" refuses "--durations: '$wrong' is not a number from 1 to"
done

# runs COUNT: waits until the watched run has ended so often.
has_run() { [ "$(grep -c "crosslane: watching $work/kernels; Ctrl-C ends" "$work/watched")" -ge "$1" ]; }
runs() { while_running "$pid" has_run "$1"; }

# The kernel is right, does not compile, is right again. A file that nobody compiles changes nothing that is run.
rm "$work/kernels/sum_u32.c"
setsid "$crosslane" run --kernels "$work/kernels" --no-evidence --watch z15-gcc-O2 >"$work/watched" 2>&1 </dev/null &
pid=$!
check "--watch runs" runs 1
write plus_u32 'a[i] + '
check "--watch runs again after an edit" runs 2
check "it shows why the kernel does not compile" says watched "error: "
write plus_u32 'a[i] + b[i]'
check "--watch goes on after an error" runs 3
check "and the kernel passes again" test "$(grep -c '^1 of 1 kernels checked on 1 of 1 rows$' "$work/watched")" = 2
mkdir "$work/library"
echo 'int library_of_nobody;' >"$work/library/one.c"
echo 'sources: [../library/one.c]' >"$work/kernels/crosslane.yml"
check "--watch runs again after crosslane.yml" runs 4
sleep 1
echo 'int library_of_somebody;' >"$work/library/one.c"
check "--watch runs again after an edit of the library" runs 5
kill -INT "$pid"
wait "$pid"
status=$?
check "Ctrl-C ends it" test "$status" = 130
conclude
