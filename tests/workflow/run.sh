#!/bin/sh
# Runs tests of this directory with node's own test runner. Skipped, with the reason, where node or the clients are missing.
# SPDX-License-Identifier: MIT
# Usage: run.sh CROSSLANE TEST...
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../clients/install.sh"
clients_install "$here/../clients"
CROSSLANE_PROGRAM=$(realpath "$1")
CROSSLANE_CLIENTS=$clients
export CROSSLANE_PROGRAM CROSSLANE_CLIENTS
shift
cd "$here"
exec node --import "$here/../clients/node.mjs" --test --test-reporter=spec "$@"
