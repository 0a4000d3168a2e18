#!/bin/sh
# Kernels that were written for the last release, and before it: each operation of it still has its name, or a former name that works and whose
# warning says the new one.
# SPDX-License-Identifier: MIT
# Usage: released.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"

# has OPERATION: arch/vec.h has it, or arch/former.h has it for each type.
has() {
    grep -q -F " $1(" "$root/arch/vec.h" || grep -q -E "^XL_FORMER\([a-z0-9_]+, $(echo "$1" | sed 's/_[ATB]_/_[fiu][0-9]+_/; s/_B$/_[fiu][0-9]+/'), " "$root/arch/former.h"
}
for operation in $(grep -v '^#' "$root/tests/released/operations.txt"); do
    check "$operation of the last release is gone: give it a line in arch/former.h" has "$operation"
done
check "what no release had" eval '! has xl_T_nosuch'
check "a name before it" has xl_T_rint

cp -R "$root/tests/released" "$work/kernels"
sed 's/cvt_f32_bf16/cvt_f32_bf16_cxx/; s/ .vector_steps = 1, .elementwise = 1,//' "$root/tests/released/cvt_f32_bf16.c" >"$work/kernels/cvt_f32_bf16_cxx.cpp"
"$crosslane" run --kernels "$work/kernels" --row x86_64-nehalem-llvm-O2 --row x86_64-haswell-gcc-O2 --row aarch64-nosve-llvm-O2 --row aarch64-sve256-gcc-O2 \
    --row armhf-max-gcc-O2 --row ppc64el-power9-llvm-O2 --row s390x-z15-gcc-O2 --row riscv64-v256-llvm-O2 --row loong64-la464-gcc-O2 >"$work/out" 2>"$work/err"
check "they pass" grep -q '^54 of 54 kernels checked on 9 of 9 rows$' "$work/out"
check "a warning says the new name, once" is "$(grep -c "quantize_f32_u8.c:.* warning: .*xl_i32_from_f32_rint.* is deprecated: use xl_i32_from_f32_roundeven" "$work/err")" 1
check "in C++ too" grep -q "cvt_f32_bf16_cxx.cpp:.* warning: .*is deprecated: use xl_u32_bitcast_f32" "$work/err"

conclude
