#!/bin/sh
# A run after an edit builds and runs the kernels alone whose results are not kept, says what a run of all would, and builds all where
# that would not do: in a copy with a few kernels.
# SPDX-License-Identifier: MIT
# Usage: edited.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"
copy=$work/copy
row=s390x-z13-gcc-O2
isa=vx
made=$copy/build/s390x-gcc-O2/made-of-$isa
few=$copy/build/s390x-gcc-O2+few/only

scratch_copy "$copy"
cd "$copy" || exit 3
rm tests/work/*.txt # kernels change what they cost here
# The matrix has rows of those that are named.
find kernels -name '*.c' ! -path 'kernels/arith/[ams]*' ! -name axpy_za_f32.c ! -name gemm_outer_f32.c ! -name narrow_multi_i32_i16.c ! -name fma_fp16.c ! -name sha256_blocks.c -delete
mkdir -p build/host
cmake -G Ninja -S . -B build/host -DXL_MODULE_ONLY=ON -DXL_KERNELS="$copy/kernels" >"$work/out" 2>&1
cp "$crosslane" build/host/crosslane
count=$(find kernels/arith -name '*.c' ! -name fma_fp16.c | wc -l) # not for this ISA

# run OPTION...: the status is the run's.
run() {
    cp "$made" "$work/made" 2>/dev/null
    ninja -C build/host >"$work/out" 2>&1 || return 9
    build/host/crosslane run --row $row --json "$work/r.json" "$@" >"$work/out" 2>&1
}
fails() {
    run "$@"
    [ $? = 1 ]
}
said() { grep -q -F -e "$1" "$work/out"; }
# alone NAMES: these were built, and not the others.
alone() { cmp -s "$made" "$work/made" && [ "$(cat "$few")" = "$1" ]; }
all_were_built() { ! cmp -s "$made" "$work/made"; }
# ran N: so many kernels; the results of the others were kept.
ran() { [ "$(grep -c '"cached": *"20' "$work/r.json")" = $((count - $1)) ]; }
# edit KERNEL...: its lines have other numbers, which are in its object.
nth=0
edit() {
    nth=$((nth + 1))
    for kernel; do sed -i "1i /* $$ $nth */" "kernels/arith/$kernel.c"; done
}

edit_header() {
    sed -i "1i /* $$ */" kernels/elementwise.h
    run
}

check "all are run" run
check "and again" run
check "of which nothing has changed" ran 0

edit add_f32
check "one is edited" run
check "it was built alone" alone add_f32
check "it was run alone" ran 1
check "all are told of" said "$count of $count kernels checked on 1 of 1 rows"
check "evidence is there" grep -q '"evidence": *"traced' "$work/r.json"
check "and the control run" grep -q '"control": *"trapped with SIG' "$work/r.json"
check "again" run
check "nothing was run" ran 0

sed -i 's/xl_f32_add(/xl_f32_sub(/' kernels/arith/add_f32.c
check "it is wrong" fails
check "and was built alone" alone add_f32
check "it has a finding" said "FINDING add_f32"
sed -i 's/^XL_VECTOR.*/#if XL_ISA_IS_vx\n#error no\n#endif\n&/' kernels/arith/add_f32.c
check "it does not compile" fails
check "and was tried alone" alone add_f32
check "the compiler's words are there" said "#error no"
sed -i '/^#if XL_ISA_IS_vx/,/^#endif/d' kernels/arith/add_f32.c
edit sub_f32
check "another is edited, too" fails
check "both were built alone" alone "add_f32;sub_f32"
check "only the first has a finding" [ "$(grep -c '^FINDING' "$work/out")" = 1 ]
sed -i 's/xl_f32_sub(/xl_f32_add(/' kernels/arith/add_f32.c
check "and right again" run
check "which was built alone, with the other" alone "add_f32;sub_f32"

# A row needs a kernel whose instructions die on the control CPU.
edit abs_f32
check "bit operations are edited" run
check "the control run has another kernel" grep -q '"control": *"trapped with SIG' "$work/r.json"
check "the build of all is as it was" cmp -s "$made" "$work/made"

# insert FILE: standard input, behind the first #include.
insert() { sed -i '/^#include/r /dev/stdin' "kernels/arith/$1"; }
check "a header is edited" edit_header
check "all were built" all_were_built

# A kernel that refers to another's code is run again with it, and not linked alone.
insert mul_f32.c <<'END'
#if XL_ISA_IS_vx
int lent_by_mul(void);
int lent_by_mul(void)
{
    return 0;
}
#endif
END
insert max_f32.c <<'END'
#if XL_ISA_IS_vx
int lent_by_mul(void);
#define LENT lent_by_mul()
#else
#define LENT 0
#endif
END
sed -i '/^XL_STEP/,$ s|^{$|{ if (LENT) return b;|' kernels/arith/max_f32.c
check "one refers to another, which has a new name for others" run
check "all were built" all_were_built
edit max_f32
check "it is edited, and cannot be linked alone" run
check "all were built" all_were_built
sed -i 's/    return 0;/    return 1;/' kernels/arith/mul_f32.c
check "the other is edited, which makes this one wrong" fails
check "which was run" said "FINDING max_f32"
sed -i 's/    return 1;/    return 0;/' kernels/arith/mul_f32.c
check "and right again" run

# What concerns more than a few kernels' own files.
edit add_f64 mul_f64 sub_f64 max_f64 min_f64 abs_f64 sqrt_f64 signed_sqrt_f64
check "many are edited" run
check "all were built" all_were_built
edit add_f32
check "other inputs are wanted of an edited one" run --seed $$
check "all were built" all_were_built
edit add_f32
check "nothing is to be taken from what is kept" run --no-cache
check "all were built" all_were_built
sed 's/sub_f32/subtract_f32/g' kernels/arith/sub_f32.c >kernels/arith/subtract_f32.c
count=$((count + 1))
cmake build/host >"$work/out" 2>&1
check "there is a new one" run
check "all were built" all_were_built
rm kernels/arith/subtract_f32.c
count=$((count - 1))
cmake build/host >"$work/out" 2>&1
check "it has gone" run
check "all were built" all_were_built
printf '#if 0\n#include "%s"\n#endif\n' add_f32.c >>kernels/arith/sub_f32.c
check "one includes another" run
edit add_f32
check "which is edited" run
check "all were built" all_were_built

conclude
