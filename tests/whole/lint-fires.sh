#!/bin/sh
# Each of tests/lint.sh's tools finds what is seeded for it, in a work tree of four files, and looks at nothing twice.
# SPDX-License-Identifier: MIT
set -u
. "$(dirname "$0")/checking.sh"
tree=$work/tree

lint() {
    "$root/tests/lint.sh" --in "$tree" "$@" >"$work/out" 2>&1
    status=$?
}

# expect WHAT STATUS [LINE]...: what the last run returned, and regular expressions that lines of it match.
expect() {
    what=$1
    shift
    check "$what" ended "$@"
}
ended() {
    is "$status" "$1" || return 1
    shift
    for line; do grep -q -x -e "$line" "$work/out" || { echo "no line '$line'" >&2; return 1; }; done
}

# stamped TOOL COUNT: how many files it looked at since the last time that it was asked.
stamped() {
    count=$(find "$tree/build/lint/$1"-* -type f -newer "$work/then" | wc -l)
    status=$count
    expect "files that clang-$1 looked at" "$2"
}

commit() {
    git -C "$tree" add . && git -C "$tree" -c user.name=lint -c user.email=lint@localhost commit -q -m "$1"
}

mkdir -p "$tree/harness/agent" "$tree/build/host"
cp "$root/.clang-format" "$root/.clang-tidy" "$root/.gitignore" "$tree"
echo 'int xl_layout( int a );' >"$tree/harness/layout.h"
printf '#include "layout.h"\n\nint xl_layout(int a)\n{\n    return a;\n}\n' >"$tree/harness/layout.c"
printf 'int xl_same(int a)\n{\n    return a == 1 || a == 1;\n}\n' >"$tree/harness/tidy.c"
printf 'void xl_beyond(void)\n{\n    char bytes[4];\n    bytes[4] = 0;\n}\n' >"$tree/harness/agent/check.c"
separator='['
for file in harness/layout.c harness/tidy.c; do
    printf '%s\n{\n  "directory": "%s",\n  "command": "/usr/bin/cc -DXL_NAME=\\\\\\"a\\\\\\" -std=c11 -o x.o -c %s",\n  "file": "%s"\n}' \
        "$separator" "$tree/build/host" "$tree/$file" "$tree/$file"
    separator=,
done >"$tree/build/host/compile_commands.json"
echo ']' >>"$tree/build/host/compile_commands.json"
git init -q "$tree"
commit "Seed three bugs"

again="tests/lint.sh --in $tree"
lint
if [ "$status" = 77 ]; then    # other tools were asked for, and are not there
    cat "$work/out"
    exit 77
fi
expect "all three say what they mind" 1 \
    'harness/layout.h:1: .*' 'FAIL: clang-format: harness/layout.h' "  to lay out: $again --fix" \
    '.*/harness/tidy.c:3:.*misc-redundant-expression.*' 'FAIL: clang-tidy: harness/tidy.c' "  once mended: $again harness/tidy.c" \
    'harness/agent/check.c:4:.*arrayIndexOutOfBounds.*' 'FAIL: cppcheck: harness/agent/check.c' "  once mended: $again harness/agent/check.c" \
    '0 passed, 3 failed'
lint
expect "what was found is found again" 1 '0 passed, 3 failed'
lint --fix
expect "the layout can be mended" 1 'laid out: harness/layout.h' '1 passed, 2 failed'
lint harness/tidy.c
expect "one file alone" 1 'FAIL: clang-tidy: harness/tidy.c' '2 passed, 1 failed'
lint harness/none.c
expect "a file that is not there" 2 '.*harness/none.c is no C of this work tree'

sed -i 's/a == 1 || a == 1/a == 1/' "$tree/harness/tidy.c"
sed -i 's/bytes\[4\] = 0/bytes[3] = 0/' "$tree/harness/agent/check.c"
lint
expect "everything is mended" 0 '3 passed, 0 failed'
touch "$work/then"
lint
expect "everything is as it was" 0 '3 passed, 0 failed'
stamped format 0
stamped tidy 0
echo 'int xl_other(int a);' >>"$tree/harness/layout.h"
lint
expect "a header has changed" 0 '3 passed, 0 failed'
stamped format 1
stamped tidy 1    # the one that includes it

# What has not been committed comes before what has.
echo 'int a ;' | tee "$tree/harness/a.h" >"$tree/harness/z.h"
commit "Lay out badly"
echo 'int z ;' >"$tree/harness/z.h"
lint
status=$(sed -n 's/^harness\/\([az]\)\.h:1: .*/\1/p' "$work/out" | head -n 1)
expect "what has changed comes first" z

# Without the tools there is nothing to say, except where nobody would read that nothing was said.
mkdir "$work/bin"
for program in dirname mktemp rm; do ln -s "$(command -v $program)" "$work/bin"; done
for ci in '' true; do
    env PATH="$work/bin" CROSSLANE_TOOLS=host CI="$ci" /bin/sh "$root/tests/lint.sh" >"$work/out" 2>&1
    status=$?
    case $ci in
    true) expect "no tools, in CI" 1 'FAIL: CROSSLANE_TOOLS=host, and PATH has no clang-format' ;;
    *) expect "no tools" 77 'skipped: CROSSLANE_TOOLS=host, and PATH has no clang-format' ;;
    esac
done
conclude
