# What the tests in shell share: a scratch directory, checks that are counted, kernels, the builds of a directory of kernels, a copy of the work
# tree. Sourced first.
# SPDX-License-Identifier: MIT
# It sets $root, the work tree, and $work, a directory that goes at the end with the builds of every directory of kernels in it.
root=$(CDPATH= cd "$(dirname "$0")/../.." && pwd)    # of all tests/DIRECTORY/NAME.sh
work=$(mktemp -d)
unset CROSSLANE_REMOTE_CACHE    # what another run had passed
passed=0
failed=0
skipped=0

clean_up() {
    grep -l -s -e "^XL_KERNELS:PATH=$work/" "$root"/build/*+*/CMakeCache.txt | xargs -r -n 1 dirname | sed 'p; s/$/.lock/' | xargs -r rm -rf
    rm -rf "$work"
}
trap clean_up EXIT

# fail NAME: a check that does not hold. What was said last, in $work/out, $work/err and $work/*.out, is shown.
fail() {
    failed=$((failed + 1))
    echo "FAIL: $1" >&2
    for said in "$work/out" "$work/err" "$work"/*.out; do
        [ ! -s "$said" ] || tail -n 40 "$said" >&2
    done
}

# check NAME COMMAND...: the command succeeds.
check() {
    name=$1
    shift
    if "$@"; then passed=$((passed + 1)); else fail "$name"; fi
}

# must NAME COMMAND...: a check without which the next ones mean nothing.
must() {
    check "$@"
    [ "$failed" = 0 ] || { conclude; exit 1; }
}

# is GOT WANTED
is() { [ "$1" = "$2" ] || { echo "'$1', not '$2'" >&2; return 1; }; }

# exits STATUS COMMAND...: with this status; what it prints and says is in $work/out and $work/err.
exits() {
    wanted=$1
    shift
    "$@" >"$work/out" 2>"$work/err" </dev/null
    status=$?
    [ "$status" = "$wanted" ] || { echo "exit status $status, not $wanted: $*" >>"$work/err"; return 1; }
}

# answers STATUS out|err WORDS COMMAND...: it exits so, and prints or says these words.
answers() {
    wanted=$1
    answer=$work/$2
    words=$3
    shift 3
    exits "$wanted" "$@" && { grep -q -F -e "$words" "$answer" || { echo "no '$words': $*" >>"$work/err"; return 1; }; }
}

# prints PATTERN, lacks PATTERN, says PATTERN: what is in $work/out, not there, and in $work/err; an extended regular expression.
prints() { grep -q -E -e "$1" "$work/out"; }
lacks() { ! prints "$1"; }
says() { grep -q -E -e "$1" "$work/err"; }

# write_kernel FILE TYPE INPUTS RESULT VECTOR [FIELDS]: a kernel, named as its file, of arrays of this type: u32 or f64. INPUTS are their names.
# RESULT is what the reference gives each r[i]; VECTOR is the body of the vector code; FIELDS are more of the record.
write_kernel() {
    kernel=$(basename "$1" .c)
    case $2 in f32) type=float ;; f64) type=double ;; u*) type=uint${2#u}_t ;; i*) type=int${2#i}_t ;; esac
    parameters=
    args=
    for input in $3; do
        parameters="${parameters}const $type *$input, "
        args="${args}XL_IN($2, $input, 1), "
    done
    cat >"$1" <<END_OF_KERNEL
/* A kernel of this test.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL($kernel, .summary = "r[i] = $4", ${6:+$6, }.args = {${args}XL_OUT($2, r, 1), XL_COUNT})

XL_REFERENCE($kernel)(${parameters}$type *r, size_t n)
{
    $(each "$4")
}

XL_VECTOR(void, $kernel)(${parameters}$type *r, size_t n)
{
    $5
}
END_OF_KERNEL
}

# each RESULT: a body that gives each r[i] this result.
each() { printf 'for (size_t i = 0; i < n; i++)\n        r[i] = %s;' "$1"; }

# Milliseconds that a reference action takes on this machine, as busy as it is: 100 shells. 100 ms are little for them.
pace=
measure_pace() {
    begin=$(date +%s%N)
    for shell in 0 1 2 3 4 5 6 7 8 9; do sh -c 'for shell in 0 1 2 3 4 5 6 7 8; do sh -c :; done'; done
    pace=$((($(date +%s%N) - begin) / 1000000))
    [ "$pace" -ge 100 ] || pace=100
}

# limit N: prints the seconds that N reference actions take, at least N / 10. A limit for what takes N / 100 s on an idle machine.
limit() {
    [ -n "$pace" ] || measure_pace
    echo $((($1 * pace + 999) / 1000))
}

# wait_for COMMAND...: until it succeeds. Fails if it does not for very long: 10 minutes on an idle machine.
wait_for() {
    [ -n "$pace" ] || measure_pace
    until=$(($(date +%s) + $(limit 6000)))
    until "$@" >/dev/null 2>&1; do
        [ "$(date +%s)" -lt "$until" ] || { echo "nothing came of: $*" >&2; return 1; }
        sleep 0.05
    done
}

# while_running PID COMMAND...: the same, but fails as soon as the process has ended.
is_or_ended() {
    of=$1
    shift
    "$@" || ! kill -0 "$of"
}
while_running() {
    wait_for is_or_ended "$@" || return 1
    shift
    "$@" >/dev/null 2>&1
}

# ticks PID: the processor time that it has had, in 1/100 s.
ticks() { sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | awk '{ print $12 + $13 }'; }

# has_computed PID TICKS: it has had so much processor time.
has_computed() { [ "$(ticks "$1")" -ge "$2" ]; }

# forbid_namespaces COMMAND...: where only root may mount. A place that forbids more is such a place already.
forbid_namespaces() {
    if unshare -Urm true 2>/dev/null; then
        # shellcheck disable=SC2016 # of the inner shell
        unshare -Urm sh -c 'echo 0 >/proc/sys/user/max_user_namespaces; exec "$@"' sh "$@"
    else
        "$@"
    fi
}

# skip NAME WHY: what a check wants is not here.
skip() {
    skipped=$((skipped + 1))
    echo "skipped: $1: $2"
}

# builds_of DIRECTORY [BUILD]: where the kernels of this directory are built, by this build or by all, a line each. By the directory and not by
# what is new there: other tests build beside this one.
builds_of() {
    grep -l -s -x -F -e "XL_KERNELS:PATH=$1" "$root/build/${2-}"*+*/CMakeCache.txt | xargs -r -n 1 dirname
}

# scratch_copy DIRECTORY: the work tree as it is, without what was built; an earlier copy's builds are kept, so that they are not made again.
scratch_copy() {
    mkdir -p "$1"
    find "$1" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
    (cd "$root" && git ls-files -z --cached --others --exclude-standard |
        xargs -0 sh -c 'for f; do [ ! -e "$f" ] || printf "%s\0" "$f"; done' sh | xargs -0 cp --parents -p -t "$1")
}

# The last line of a script: what was counted, and its exit status.
conclude() {
    tail=
    [ "$skipped" = 0 ] || tail=", $skipped skipped"
    echo "$passed passed, $failed failed$tail"
    [ "$failed" = 0 ]
}
