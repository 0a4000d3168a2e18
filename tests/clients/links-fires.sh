#!/bin/sh
# tests/clients/links.sh finds what is seeded for each of its checks, and nothing else.
# SPDX-License-Identifier: MIT
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tests/clients/install.sh"
clients_install "$root/tests/clients"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p "$work/tree/docs" "$work/tree/harness"
cp "$root/.markdownlint.yaml" "$work/tree"
cat >"$work/tree/docs/good.md" <<'PAGE'
# A page

| a | b |
|---|---|
| `x` | y |

## Its `run --json`, and more

[Back](../README.md#the-start)
PAGE
printf '# One\n\n## The start\n\n[A page](docs/good.md#its-run---json-and-more)\n' >"$work/tree/README.md"
echo '/* docs/good.md#its-run---json-and-more */' >"$work/tree/harness/good.c"
"$root/tests/clients/links.sh" "$work/tree" >/dev/null

sed 's/^|---|---|$/&\n| c | d |\n/' "$work/tree/docs/good.md" >"$work/tree/docs/cut.md"
sed 's/`x`/`x` | `z`/' "$work/tree/docs/good.md" >"$work/tree/docs/cells.md"
sed 's/#the-start/#the-end/' "$work/tree/docs/good.md" >"$work/tree/docs/heading.md"
sed 's/README.md#the-start/GONE.md/' "$work/tree/docs/good.md" >"$work/tree/docs/gone.md"
sed '$a\\n[Nowhere](#nowhere)' "$work/tree/docs/good.md" >"$work/tree/docs/own.md"
printf '# See docs/gone/away.md\n# and docs/good.md#nothing\n' >"$work/tree/harness/bad.sh"
cat >"$work/wanted" <<'END_OF_WANTED'
docs/cells.md:5 MD056
docs/cut.md:7 cut-table
docs/gone.md:9 relative-links
docs/heading.md:9 relative-links
docs/own.md:11 MD051
harness/bad.sh:1 names docs/gone/away.md
harness/bad.sh:2 names docs/good.md#nothing
END_OF_WANTED
status=0
"$root/tests/clients/links.sh" "$work/tree" >"$work/out" 2>&1 || status=$?
sed -n 's/^\([^:]*:[0-9]*\)[^ ]* error \([A-Za-z0-9-]*\).*/\1 \2/p
    s/^\.\/\([^:]*:[0-9]*\): \(names [^, ]*\).*/\1 \2/p' "$work/out" | sort >"$work/got"
if [ $status = 1 ] && diff "$work/wanted" "$work/got"; then
    echo "$(wc -l <"$work/wanted") passed, 0 failed"
else
    echo "FAIL: exit $status, wanted 1; above, what is not found (<) and what should not be (>)" >&2
    cat "$work/out" >&2
    exit 1
fi
