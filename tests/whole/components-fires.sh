#!/bin/sh
# tests/whole/components.sh finds what is seeded for each of its checks.
# SPDX-License-Identifier: MIT
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# finds WORDS COMMAND: after COMMAND in a copy of the tree, components.sh fails with these words.
finds() {
    rm -rf "$work/tree"
    mkdir -p "$work/tree/docs" "$work/tree/tests"
    cp -R "$root/harness" "$work/tree"
    cp -R "$root/tests/unit" "$root/tests/whole" "$root/tests/fuzz" "$work/tree/tests"
    cp "$root/CONTRIBUTING.md" "$work/tree"
    cp "$root/docs/components.svg" "$work/tree/docs"
    (cd "$work/tree" && eval "$2")
    if "$root/tests/whole/components.sh" "$work/tree" >"$work/out" 2>&1; then status=passes; else status=fails; fi
    if [ $status = "$3" ] && grep -q -e "$1" "$work/out"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL: after '$2' it $status:" >&2
        sed 's/^/  /' "$work/out" >&2
    fi
}

finds 'no arrow up' : passes
finds 'harness/base/yaml.c includes run/run.h, which stands above it' "echo '#include \"run/run.h\"' >>harness/base/yaml.c" fails
finds 'a circle of includes: .*matrix/' "echo '#include \"matrix/rows.h\"' >>harness/matrix/isas.h" fails
finds 'two sources are named image.c' 'touch harness/oracle/image.c' fails
finds 'has no line for harness/: attic' 'mkdir harness/attic' fails
finds 'for what harness/ has not: repro' 'rm -r harness/repro' fails
finds 'docs/components.svg is not what' 'echo >>docs/components.svg' fails
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
