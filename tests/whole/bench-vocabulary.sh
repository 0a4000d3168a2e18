#!/bin/sh
# `crosslane bench --vocabulary`: known cells on each ISA, and a vocabulary with planted operations, each of which must show.
# SPDX-License-Identifier: MIT
# Usage: bench-vocabulary.sh
set -u
. "$(dirname "$0")/checking.sh"
cost=$root/tests/bench/vocabulary-cost.sh

# try STATUS ARGUMENT...
try() {
    wanted=$1
    shift
    "$cost" "$@" >"$work/out" 2>"$work/err" </dev/null
    got=$?
    check "$*: exit $got, wanted $wanted" [ $got = "$wanted" ]
}

# cell OPERATION TYPE ISA: what the list in $work/cells has.
cell() { awk -F '\t' -v operation="$1" -v type="$2" -v isa="$3" '$1 == operation && $2 == type && $3 == isa { print $4 }' "$work/cells"; }

# holds OPERATION TYPE ISA CELL
holds() { check "$1 of $2 on $3: '$(cell "$1" "$2" "$3")', wanted '$4'" [ "$(cell "$1" "$2" "$3")" = "$4" ]; }

# The page is of the compilers that the tree has.
if [ "${CROSSLANE_TOOLS:-}" = host ]; then try 0 --list
else
    export XL_KEEP="$work/kept"
    mkdir "$XL_KEEP"
    try 0 --docs --check
    awk -v form=list -f "$root/tests/bench/vocabulary-table.awk" "$XL_KEEP/list" "$XL_KEEP"/*.counts >"$work/out"
    unset XL_KEEP
fi
cp "$work/out" "$work/cells"
isas=$(cut -f 3 "$work/cells" | sort -u)
check "every ISA but scalar" [ "$(echo "$isas" | wc -w)" = "$(grep -h '^XL_ISA(' "$root"/arch/*/isas.def | grep -c -v '(scalar,')" ]
check "a cell for each operation, type and ISA" [ "$(cut -f 1-3 "$work/cells" | sort -u | wc -l)" = "$(wc -l <"$work/cells")" ]
check "each cell is one of five" [ "$(cut -f 4 "$work/cells" | grep -c -v -x -E 'native|memory|loop|call|[2-9]|[1-9][0-9]+')" = 0 ]
for isa in $isas; do
    # z13 has no vectors of f32.
    [ "$isa" = vx ] || holds add f32 "$isa" native
    for operation in load store add sub and or xor eq merge; do holds $operation i32 "$isa" native; done
    holds bitcast_u32 i32 "$isa" native
    holds 'mask and' m32 "$isa" native
done
# The page says why these have no number.
awk -F '\t' '$4 ~ /^[a-z]/ && $4 != "native" { print $1, $3, $4 }' "$work/cells" | sort -u >"$work/without"
{
    for isa in avx2 avx512 lasx lsx neon neon32 rva23 rvv sme2 sse2 sse4 sve sve2 sve2p1 vx vxe vxe2; do
        for operation in u128_aes_enc u128_aes_enc_last; do echo "$operation $isa memory"; done
    done
    for isa in avx2 avx512 neon32 rva23 rvv sse2 sse4 sve; do
        for part in lo hi; do echo "u128_clmul_$part $isa memory"; done
        [ $isa = sve ] || echo "u128_clmul_mid $isa memory"
    done
    for isa in neon neon32 rva23 rvv sse2 vsx vsx3 vsx31 vx vxe vxe2; do echo "u64_crc32c $isa loop"; done
    cat <<'END'
compress sse2 memory
fma sse2 call
fma sse4 call
fma_keep sse2 call
fma_keep sse4 call
load3 sse2 loop
scan_add rva23 loop
scan_add rvv loop
scan_add sme2 loop
scan_add sve loop
scan_add sve2 loop
scan_add sve2p1 loop
store3 sse2 loop
u8_load_first_fault lasx call
u8_load_first_fault lsx call
u8_lookup16 sse2 memory
END
} | sort -u >"$work/explained"
check "each operation has a number where the ISA has an instruction: $(diff "$work/explained" "$work/without")" cmp -s "$work/explained" "$work/without"
check "z13 adds f32 by lanes" [ "$(cell add f32 vx)" -gt 4 ]
for isa in sve sve2 rvv rva23; do holds compress u32 "$isa" native; done
for isa in sse4 avx2; do check "mul of i64 on $isa is a sequence" [ "$(cell mul i64 "$isa")" -gt 2 ]; done

# A copy of arch/ in which operations of u32 are worse, in ways that are known. Those of i32 stay.
cp -R "$root/arch" "$work/arch"
sed -i '$d' "$work/arch/vec.h"
cat >>"$work/arch/vec.h" <<'END'
XL_VEC xl_u32 planted_memory(xl_u32 a, xl_u32 b, size_t vl)
{
    uint32_t lanes[64];
    xl_u32_store(lanes, a, vl);
    __asm__("" : "+m"(lanes));
    return xl_u32_add(xl_u32_load(lanes, vl), b, vl);
}
XL_VEC xl_u32 planted_loop(xl_u32 a, xl_u32 b, size_t vl)
{
    extern unsigned planted_turns;
    for (unsigned i = planted_turns; i; i--) {
        a = xl_u32_add(a, b, vl);
        __asm__ volatile("");
    }
    return a;
}
XL_VEC xl_u32 planted_call(xl_u32 a, xl_u32 b, size_t vl)
{
    extern void planted_function(void);
    planted_function();
    return xl_u32_add(a, b, vl);
}
XL_VEC xl_u32 planted_sequence(xl_u32 a, xl_u32 b, size_t vl)
{
    return xl_u32_xor(xl_u32_add(xl_u32_and(a, b, vl), a, vl), b, vl);
}
#define xl_u32_add planted_memory
#define xl_u32_and planted_loop
#define xl_u32_or planted_call
#define xl_u32_xor planted_sequence
#endif
END
export XL_VOCABULARY="$work/arch"
planted="neon sve neon32 lasx vsx31 rvv vxe avx2 avx512"
# shellcheck disable=SC2086
try 0 --list $planted
unset XL_VOCABULARY
cp "$work/out" "$work/cells"
for isa in $planted; do
    holds add u32 "$isa" memory
    holds and u32 "$isa" loop
    holds or u32 "$isa" call
    holds xor u32 "$isa" 3
    for operation in add and or xor; do holds $operation i32 "$isa" native; done
done

try 0 avx2
check "a table of one ISA" grep -q -x '| operation | types | avx2 |' "$work/out"
try 2 --docs avx2
try 2 --check
try 2 --all
check "an unknown option" grep -q "unknown option '--all'" "$work/err"
try 2 avx3
check "an ISA that is none" grep -q "unknown ISA 'avx3'" "$work/err"
mkdir "$work/empty"
sed '/^ \*   xl_T/d' "$root/arch/vec.h" >"$work/empty/vec.h"
XL_VOCABULARY=$work/empty try 1 avx2
check "a comment without operations" grep -q 'too few operations' "$work/err"

conclude
