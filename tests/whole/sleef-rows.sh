#!/bin/sh
# SLEEF's kernels: found, run with evidence, and failing where their bound is a tenth of what SLEEF promises.
# SPDX-License-Identifier: MIT
# Usage: sleef-rows.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"
row=aarch64-nosve-gcc-O2

# holds NAME CONDITION: in the shell's words.
holds() { check "$1" eval "$2"; }

"$crosslane" run --row $row --kernel sleef_exp_u10_f32 --kernel sleef_finz_exp_u10_f64 --json "$work/json" >"$work/out" 2>&1
status=$?
holds "both pass" '[ $status = 0 ] && grep -q "2 of 2 kernels checked" "$work/out"'
holds "what was traced is the library's function" 'grep -q "\"evidence\":\"traced\"" "$work/json" && ! grep -q "\"vector_insns\":null" "$work/json"'
holds "errors are measured by .function, and have an input" 'grep -q "\"double\":[1-9]" "$work/json" && grep -A 1 "\"max_ulp_inputs\":\[" "$work/json" | grep -q "\"0x"'
holds "the library has a version" 'grep -q "\"library\":\"3\." "$work/json"'

"$crosslane" run --row $row --kernel sleef_exp_u10_f32 --kernel sleef_finz_exp_u10_f64 >"$work/out" 2>&1
status=$?
holds "results of the same library are cached" '[ $status = 0 ] && grep -q "^cached: 2 of 2 results" "$work/out"'

CROSSLANE_DEFINE=XL_SLEEF_TIGHT "$crosslane" run --row $row --kernel sleef_exp_u10_f32 --no-evidence --json "$work/tight" >"$work/out" 2>&1
status=$?
holds "a bound of a tenth fires" '[ $status = 1 ] && grep -q "FINDING sleef_exp_u10_f32" "$work/out" && grep -q "input  *a\[" "$work/out"'
holds "the worst error is that of what is wrong" 'grep -A 2 "\"max_ulp\":0\.[5-9]" "$work/tight" | grep -q "\"0x"'

"$crosslane" run --row $row --kernel sleef_exp_u10_f32 --exhaustive --time-limit 8 --json "$work/walk" >"$work/out" 2>&1
holds "a walk that is stopped is kept" 'grep -q "the same command goes on" "$work/out" && grep -q "\"inputs\":[1-9]" "$work/walk"'
"$crosslane" accuracy --update --results "$work/json" >"$work/out" 2>&1
status=$?
holds "a library has no baselines" '[ $status = 2 ] && grep -q "no kernel of this project with a contract in ULP" "$work/out"'

"$crosslane" run --row $row --kernel sleef_nothing_f32 >"$work/out" 2>&1
status=$?
holds "a function that SLEEF does not have is bad input" '[ $status = 2 ] && grep -q "matches .sleef_nothing_f32." "$work/out"'

"$crosslane" run --row s390x-z13-gcc-O2 --sleef >"$work/out" 2>&1
status=$?
holds "a row of an ISA that SLEEF has no code for is bad input" '[ $status = 2 ]'

conclude
