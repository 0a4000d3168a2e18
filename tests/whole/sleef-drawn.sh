#!/bin/sh
# All of SLEEF's functions on one of some rows, which the seed draws: each is checked, and what differs is a known bug.
# SPDX-License-Identifier: MIT
# Usage: sleef-drawn.sh CROSSLANE ROW... SEED      ROW without compiler and level
set -u
crosslane=$1
shift
. "$(dirname "$0")/checking.sh"
for seed; do :; done
drawn=$(($(printf %s "$seed" | cksum | cut -d ' ' -f 1) % ($# - 1)))
shift "$drawn"

"$crosslane" run --sleef --row "$1-gcc-O2" >"$work/out" 2>&1
status=$?
sed -n '/^FINDING/p; /kernels checked on/,$p' "$work/out"
check "SLEEF's functions on $1 have the errors that are known" is "$status" 0
check "each is checked" grep -q '^\([1-9][0-9]*\) of \1 kernels checked on 1 of 1 rows$' "$work/out"

conclude
