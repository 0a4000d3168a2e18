#!/bin/sh
# Every page under markdownlint: its form, and that each link leads to a page and to a heading that are there. Then the pages that messages
# and comments name. Skipped, with the reason, where npm cannot install the linter.
# SPDX-License-Identifier: MIT
# Usage: links.sh [ROOT]     ROOT: another work tree
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(realpath "${1:-$here/../..}")
. "$here/install.sh"
clients_install "$here"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

cp "$here/cut-table.mjs" "$work"
ln -s "$clients/node_modules" "$work/node_modules"
# Editors read the rules from .markdownlint.yaml; this adds those that are no part of markdownlint.
cat >"$work/.markdownlint-cli2.mjs" <<RULES
import cut from './cut-table.mjs';
import links from 'markdownlint-rule-relative-links';
export default { customRules: [cut, links], noBanner: true, noProgress: true };
RULES

cd "$root"
find . \( -name .git -o -path ./build -o -name node_modules \) -prune -o -name '*.md' -print | sort >"$work/pages"
xargs node "$clients/node_modules/markdownlint-cli2/markdownlint-cli2-bin.mjs" --config "$work/.markdownlint-cli2.mjs" <"$work/pages" || failed=1

# named: FILE:LINE:PAGE#HEADING of each page that a source names.
named() {
    grep -r -n -o -E --exclude-dir=.git --exclude-dir=build --exclude-dir=node_modules --exclude='*.md' --exclude=links.sh --exclude=affected.sh \
        'docs/[a-z/-]+\.md(#[a-z0-9-]+)?' .
}

# headings PAGE: the anchors of a page, as GitHub makes them.
headings() {
    sed -n 's/^##* //p' "$1" | tr 'A-Z ' 'a-z-' | tr -d '`.,:;()+/?!'"'"
}

named | sort -u >"$work/named"
while IFS=: read -r file line page; do
    heading=${page#*#} page=${page%%#*}
    if [ ! -e "$page" ]; then
        echo "$file:$line: names $page, which is not there" >&2
        failed=1
    elif [ "$heading" != "$page" ] && ! headings "$page" | grep -q -x -F -e "$heading"; then
        echo "$file:$line: names $page#$heading, and the page has no such heading" >&2
        failed=1
    fi
done <"$work/named"
[ $failed = 0 ] && echo "$(wc -l <"$work/pages") pages linted, $(wc -l <"$work/named") mentions of pages in sources checked"
exit $failed
