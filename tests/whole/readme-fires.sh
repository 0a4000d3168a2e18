#!/bin/sh
# tests/whole/readme.sh finds what is seeded for each of its checks.
# SPDX-License-Identifier: MIT
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0

# Names alone are looked at.
mkdir "$work/tests"
(cd "$root/tests" && find . -maxdepth 2 -type d) | (cd "$work/tests" && xargs mkdir -p)
(cd "$root/tests" && find . -maxdepth 2 -type f) | (cd "$work/tests" && xargs touch)

# fires WORDS: readme.sh says this, and fails; then all is as it was.
fires() {
    if "$root/tests/whole/readme.sh" "$work" >"$work/out" 2>&1 || ! grep -q -F -x -e "FAIL: tests/README.md $1" "$work/out"; then
        echo "FAIL: it does not say '$1'" >&2
        cat "$work/out" >&2
        exit 1
    fi
    passed=$((passed + 1))
    cp "$root/tests/README.md" "$work/tests/README.md"
}

cp "$root/tests/README.md" "$work/tests/README.md"
"$root/tests/whole/readme.sh" "$work" >/dev/null
touch "$work/tests/unit/test_new.c"
fires 'has no line for unit/test_new.c'
rm "$work/tests/unit/test_new.c"
mkdir "$work/tests/new"
fires 'has no line for new/'
rmdir "$work/tests/new"
sed -i 's/^\(| `whole\/cli.sh` |\).*/\1 |/' "$work/tests/README.md"
fires 'has no line for whole/cli.sh'
mv "$work/tests/fuzz/replay.c" "$work/replay.c"
fires 'has a line for fuzz/replay.c, which is not there'
mv "$work/replay.c" "$work/tests/fuzz/replay.c"
sed -i '/^| `whole\/cli.sh`/p' "$work/tests/README.md"
fires 'has two lines for whole/cli.sh'
echo "$passed passed, 0 failed"
