#!/bin/sh
# .github/workflows/simd.yml as GitHub's own parser and evaluator read it; skipped, with the reason, where npm cannot install
# them.
# SPDX-License-Identifier: MIT
# Usage: github.sh CROSSLANE EVALUATE
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
crosslane=$(realpath "$1")
evaluate=$(realpath "$2")
. "$root/tests/clients/install.sh"
clients_install "$root/tests/clients"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Modules are looked for beside the file that imports them.
cp "$root"/tests/clients/*.mjs "$root/tests/clients/expressions.yml" "$work"
ln -s "$clients/node_modules" "$work/node_modules"
cd "$work"
"$crosslane" plan --tier pr --github "$work/plan" >/dev/null
node --import ./node.mjs github.mjs "$evaluate" "$root/.github/workflows/simd.yml" "$work/plan"
