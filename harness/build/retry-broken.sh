#!/bin/sh
# Removes the stand-ins that compile-kernel.sh and compile-assembly.sh left, so that the next build tries those files again.
# SPDX-License-Identifier: MIT
# Usage: retry-broken.sh BUILD-FOLDER
rm -f "$1"/unlinked-*
exec find "$1" -name '*.broken' -exec sh -c 'for log; do rm -f "${log%.broken}" "$log"; done' sh {} +
