#!/bin/sh
# The reports as their readers' own schemas have them, and the page in a real browser: what a person would click. Skipped, with the
# reason, where npm cannot install them; the browser alone where there is no Chromium.
# SPDX-License-Identifier: MIT
# Usage: reports.sh CROSSLANE
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
crosslane=$(realpath "$1")
. "$root/tests/clients/install.sh"
clients_install "$root/tests/clients"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Modules are looked for beside the file that imports them.
cp "$root"/tests/clients/*.mjs "$work"
ln -s "$clients/node_modules" "$work/node_modules"
cd "$work"
node made-results.mjs 220 300 >large.json
"$crosslane" merge --json merged.json large.json >/dev/null || [ $? = 1 ]
"$crosslane" report --schema >schema.json
"$crosslane" report --html large.html --sarif large.sarif large.json
for file in whole hostile types; do
    "$crosslane" report --html $file.html --sarif $file.sarif "$root/tests/corpus/report/$file"
done
sed 's/"fail"/"pass"/g' "$root/tests/corpus/report/whole" >old.json
"$crosslane" report --html against.html --against old.json "$root/tests/corpus/report/whole" >/dev/null || [ $? = 1 ]
"$crosslane" report --html suite.html "$root/tests/corpus/report/suite"
node schemas.mjs

browser=
for name in chromium chromium-browser google-chrome; do
    [ -n "$browser" ] || browser=$(command -v $name || true)
done
if [ -z "$browser" ]; then
    echo "skipped: the page in a browser: Chromium is not installed (apt-get install -y chromium)"
    echo "1 passed, 0 failed, 1 skipped"
else
    HOME=$work node browser.mjs "$browser"
fi
