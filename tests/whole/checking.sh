# What the scripts of this folder share: a scratch folder, checks that are counted, the builds of a folder of kernels. Sourced first.
# SPDX-License-Identifier: MIT
# It sets $root, the work tree, and $work, a folder that goes at the end with the builds of every folder of kernels in it.
root=$(CDPATH= cd "$(dirname "$0")/../.." && pwd)
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

# check NAME COMMAND...: the command succeeds. What was said last, in $work/out, $work/err and $work/*.out, is shown if not.
check() {
    name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL: $name" >&2
        for said in "$work/out" "$work/err" "$work"/*.out; do
            [ ! -s "$said" ] || tail -n 40 "$said" >&2
        done
    fi
}

# exits STATUS COMMAND...: with this status; what it says is in out and err.
exits() {
    wanted=$1
    shift
    "$@" >out 2>err
    status=$?
    [ "$status" = "$wanted" ] || { echo "exit status $status, not $wanted: $*" >>err; return 1; }
}

# skip NAME WHY: what a check wants is not here.
skip() {
    skipped=$((skipped + 1))
    echo "skipped: $1: $2"
}

# builds_of FOLDER [BUILD]: where the kernels of this folder are built, by this build or by all, a line each. By the folder and not by
# what is new there: other tests build beside this one.
builds_of() {
    grep -l -s -x -F -e "XL_KERNELS:PATH=$1" "$root/build/${2-}"*+*/CMakeCache.txt | xargs -r -n 1 dirname
}

# The last line of a script: what was counted, and its exit status.
conclude() {
    tail=
    [ "$skipped" = 0 ] || tail=", $skipped skipped"
    echo "$passed passed, $failed failed$tail"
    [ "$failed" = 0 ]
}
