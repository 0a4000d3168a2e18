#!/bin/sh
# Removes the stand-ins that compile-kernel.sh left, so that the next build tries those kernels again.
# SPDX-License-Identifier: MIT
# Usage: retry-broken.sh BUILD-FOLDER
exec find "$1" -name '*.broken' -exec sh -c 'for log; do rm -f "${log%.broken}" "$log"; done' sh {} +
