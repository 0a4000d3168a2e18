#!/bin/sh
# docs/ten-minutes.md, followed to the letter: its files are made, its commands are run by a `crosslane` in PATH, its edits are applied, and what is
# printed is what the page shows. The project's path has a blank and an umlaut.
# SPDX-License-Identifier: MIT
# Usage: ten-minutes.sh BUILD|PROGRAM [ROOT]     BUILD: the host tool's build directory, which is installed; PROGRAM: what is called crosslane
#        ROOT: where the page is, if not here
set -u
program=$1
. "$(dirname "$0")/checking.sh"
page=${2:-$root}/docs/ten-minutes.md

mkdir "$work/bin" "$work/blocks" "$work/cache" "$work/Meine Bücherei"
unset CROSSLANE_SELF
if [ -d "$program" ]; then
    cmake --install "$program" --prefix "$work/usr" >"$work/out" 2>"$work/err"
    check "it is installed" [ $? = 0 ]
    # The trees of this machine, and nothing else of its cache.
    trees=${CROSSLANE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/crosslane}
    for tree in "$trees"/tools-* "$trees"/sysroot-*; do [ ! -d "$tree" ] || ln -s "$tree" "$work/cache/"; done
    export CROSSLANE_CACHE="$work/cache"
    program=$work/usr/bin/crosslane
fi
ln -s "$program" "$work/bin/crosslane"
PATH=$work/bin:$PATH

# blocks/N.sh is a script, N.diff an edit; N.console begins with a command, and what it prints follows.
awk -v blocks="$work/blocks" '
    function begin(kind) { file = sprintf("%s/%02d.%s", blocks, ++n, kind) }
    /^```(sh|diff)$/ { begin(substr($0, 4)); next }
    /^```console$/ { is_console = 1; next }
    /^```/ { file = ""; is_console = 0; next }
    is_console && /^\$ / { begin("console"); print substr($0, 3) >file; next }
    file { print >file }' "$page"

# masked FILE: without what differs from run to run: times, compiler versions, whether the newer QEMU is made, its version, the order of rows, what is cached or built, what a slow machine prints meanwhile.
masked() {
    sed -E -e '/^cached: /d' -e '/qemu-next/d' -e 's/(under QEMU) [0-9.]+/\1/' -e '/^(build .*|trees|qemu-next|run): /d' -e 's/ +([0-9]+\.[0-9] s|cached)( |$)/ TIME\2/' -e 's/\((GNU|Clang) [0-9.]+/(\1/' "$1" |
        awk '/^row / { in_rows = 1; print; next } in_rows && $0 == "" { in_rows = 0; close("sort") }
            in_rows { print | "sort"; next } { print; fflush() }'
}

# shows SHOWN PRINTED: the lines are the same. "..." stands for anything in a line, and alone for any lines.
shows() {
    awk -v printed="$2" '
        function pattern(line) {
            gsub(/[][\\.^$*+?(){}|]/, "\\\\&", line)
            gsub(/\\\.\\\.\\\./, ".*", line)
            return "^" line "$"
        }
        BEGIN { while ((getline line <printed) > 0) lines[++count] = line }
        $0 == "..." { any = 1; next }
        {
            at++
            while (any && at <= count && lines[at] !~ pattern($0)) at++
            if (at > count || lines[at] !~ pattern($0)) { print "the page has, and the output has not: " $0; bad = 1; exit }
            any = 0
        }
        END {
            if (!bad && !any && at < count) { print "the output has, and the page has not: " lines[at + 1]; bad = 1 }
            exit bad
        }' "$1" >"$work/difference.out"
}

# followed BLOCK: as its kind says.
followed() {
    case $1 in
    *.sh) sh -eu "$1" >"$work/out" 2>"$work/err" ;;
    *.diff) git apply --whitespace=nowarn "$1" >"$work/out" 2>"$work/err" ;;
    # As on a terminal: both outputs in one.
    *) sh -c "$(head -n 1 "$1")" >"$work/out" 2>&1 </dev/null ;;
    esac
    status=$?
    case $1 in *.console) cp "$work/out" "$work/err" ;; esac
    wanted=0
    case $1 in
    *.console)
        ! grep -q '^FINDING ' "$1" || wanted=1
        ! grep -q '^crosslane: error: ' "$1" || wanted=2
        ;;
    esac
    [ $status = $wanted ] || { echo "exit status $status, not $wanted" >>"$work/err"; return 1; }
}

# printed BLOCK: what the command printed is what the block shows.
printed() {
    sed 1d "$1" >"$work/block"
    masked "$work/block" >"$work/shown"
    masked "$work/out" >"$work/printed"
    shows "$work/shown" "$work/printed"
}

cd "$work/Meine Bücherei" || exit 2
for block in "$work"/blocks/*; do
    name="$(basename "$block") ($(head -n 1 "$block"))"
    check "this works: $name" followed "$block"
    case $block in
    *.console) check "the page shows what this prints: $name" printed "$block" ;;
    esac
done
check "the page has a run that is refused" test "$(grep -l '^crosslane: error: ' "$work"/blocks/*.console | wc -l)" = 1
check "one that finds the bug" test "$(grep -l '^FINDING ' "$work"/blocks/*.console | wc -l)" = 1
check "and one that passes" grep -q '^5 pass, 0 fail, ' "$work"/blocks/*.console
rm -f "$work/difference.out"
conclude
