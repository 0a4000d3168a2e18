#!/bin/sh
# What `crosslane bench growth` measures with and draws: linear, flat and quadratic costs, each where it belongs.
# SPDX-License-Identifier: MIT
# Usage: bench-growth.sh
set -u
. "$(dirname "$0")/checking.sh"
cd "$work" || exit 1

cat >costs <<'END'
straight 1 0.02 10
straight 10 0.2 10
straight 100 2 10
steep 1 0.02 10
steep 10 2 100
steep 100 200 1000
END
awk -f "$root/tests/bench/growth-plot.awk" costs >out.svg
# ends N: where the line number N ends.
ends() { sed -n 's/.*<polyline points="[^"]* \([0-9.,-]*\) " .*/\1/p' out.svg | sed -n "$1p"; }
check "a linear cost ends at 100x" [ "$(ends 1)" = 230.0,56.0 ]
check "a quadratic cost ends above it: $(ends 2)" [ "$(ends 2)" = 230.0,-124.0 ]
check "flat memory ends at 1x" [ "$(ends 3)" = 480.0,236.0 ]
check "memory that grows ends at 100x" [ "$(ends 4)" = 480.0,56.0 ]
if command -v xmllint >/dev/null; then
    check "the picture is XML" xmllint --noout out.svg
else
    skip xml "no xmllint (apt-get install -y libxml2-utils)"
fi

check "measure compiles" cc -O2 -Wall -Wextra -Werror -o measure "$root/tests/bench/measure.c"
check "measure runs a command" ./measure measured awk 'BEGIN { for (i = 0; i < 3000000; i++) sum += i }'
check "its time: $(cat measured)" awk '$1 <= 0 || $1 > 60 || $2 <= 0 { exit 1 }' measured
check "the status is the command's" exits 3 ./measure measured sh -c 'exit 3'
check "a command that is killed is no success" exits 2 ./measure measured sh -c 'kill -9 $$'
conclude
