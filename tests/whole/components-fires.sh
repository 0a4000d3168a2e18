#!/bin/sh
# tests/whole/components.sh finds what is seeded for each of its checks.
# SPDX-License-Identifier: MIT
set -u
. "$(dirname "$0")/checking.sh"

# finds STATUS WORDS COMMAND: after COMMAND in a copy of the tree, components.sh ends so with these words.
says() {
    if [ -e "$work/tree/calls.a" ]; then set -- "$1" "$2" "$work/tree/calls.a"; fi
    "$root/tests/whole/components.sh" "$work/tree" ${3:+"$3"} >"$work/out" 2>&1
    [ $? = "$1" ] && grep -q -e "$2" "$work/out"
}
finds() {
    rm -rf "$work/tree"
    mkdir -p "$work/tree/docs" "$work/tree/tests"
    cp -R "$root/harness" "$work/tree"
    cp -R "$root/tests/unit" "$root/tests/whole" "$root/tests/fuzz" "$work/tree/tests"
    cp "$root/CONTRIBUTING.md" "$work/tree"
    cp "$root/docs/components.svg" "$work/tree/docs"
    (cd "$work/tree" && eval "$3")
    check "after '$3': $2" says "$1" "$2"
}

finds 0 'no arrow up' :
finds 1 'harness/base/yaml.c includes run/run.h, which stands above it' "echo '#include \"run/run.h\"' >>harness/base/yaml.c"
finds 1 'a circle of includes: .*matrix/' "echo '#include \"matrix/rows.h\"' >>harness/matrix/isas.h"
finds 1 'two sources are named elf.c' 'touch harness/oracle/elf.c'
finds 1 'has no line for harness/: attic' 'mkdir harness/attic'
finds 1 'for what harness/ has not: repro' 'rm -r harness/repro'
finds 1 'docs/components.svg is not what' 'echo >>docs/components.svg'

# Sources that call each other, as a library: compiled NAME FUNCTION [CALLED].
compiled() {
    printf 'int %s(void);\nint %s(void) { return %s(); }\n' "${3:-puts}" "$2" "${3:-puts}" >"$work/$1.c"
    (cd "$work" && cc -w -fno-builtin -c -o "$1.c.o" "$1.c" && ar rc tree/calls.a "$1.c.o")
}
finds 0 'no circle' 'compiled yaml xl_yaml_read xl_text_add; compiled text xl_text_add'
finds 1 'a circle of calls: .*text.c' 'compiled yaml xl_yaml_read xl_text_add; compiled text xl_text_add xl_yaml_read'
finds 1 'has no file that calls another' 'compiled text xl_text_add'
finds 1 'text.h declares xl_text_add, which yaml.c has' \
    'echo "void xl_text_add(void);" >>harness/base/text.h; compiled yaml xl_text_add; compiled json xl_json_read xl_text_add'
conclude
