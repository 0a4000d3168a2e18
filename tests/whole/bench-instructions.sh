#!/bin/sh
# `crosslane bench --instructions`, and the checks `work` and `lengths`: what they say, and that they stay silent where nothing is wrong.
# SPDX-License-Identifier: MIT
# Usage: bench-instructions.sh CROSSLANE BENCH_INSTRUCTIONS
set -u
crosslane=$1
bench=$2
. "$(dirname "$0")/checking.sh"
cd "$work" || exit 1
short=aarch64-sve128-gcc-O2
long=aarch64-sve512-gcc-O2

# Both sum all elements before each one. `grows` does so anew for each lane: an element costs more, the longer a vector is.
mkdir kernels
for of in 'grows 1' 'steady 0'; do
    kernel=${of% *}
    is_anew=${of#* }
    write_kernel kernels/$kernel.c i32 a '(int32_t)(sum += (uint32_t)a[i])' "uint32_t before = 0;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        int32_t lanes[64];
        xl_i32_store(lanes, xl_i32_add(xl_i32_load(a + i, vl), xl_i32_set1(0, vl), vl), vl);
        uint32_t sum = 0;
        for (size_t lane = 0; lane < vl; lane++) {
            sum = $is_anew ? 0 : sum;
            for (size_t k = $is_anew ? 0 : lane; k <= lane; k++)
                sum += (uint32_t)*(volatile int32_t *)&lanes[k];
            r[i + lane] = (int32_t)(before + sum);
        }
        before += sum;
    }" \
        '.by_lane = {{"all", "of this test"}}, .narrow = "of this test"'
    sed -i '/_REFERENCE/,/^}/s/^{/&\n    uint32_t sum = 0;/' kernels/$kernel.c
done

# counts FILE: what does not depend on the time.
counts() { "$bench" --instructions --jobs 1 --row $short --row $long --kernel dot_f32 --kernel sat_add_u8 >"$1" 2>err; }
check "instructions are counted" counts first.txt
check "each time the same" counts again.txt
check "it is the same" cmp first.txt again.txt
check "four lines and a head" [ "$(wc -l <first.txt)" = 5 ]
# A vector of 512 bits is four of 128.
check "a longer vector needs a quarter" awk -v short=$short -v long=$long '
    $2 == "dot_f32" { all[$1] = $6 }
    END { exit !(all[short] > 0 && all[long] > 0 && all[long] * 4 < all[short] * 1.02 && all[long] * 4 > all[short] * 0.98) }' first.txt
check "native rows are not counted" exits 1 "$bench" --instructions --row x86_64-native_avx2-gcc-O2 --kernel dot_f32
check "that is said" grep -q 'it runs natively, so no emulator counts its instructions' err
check "cycles are predicted" exits 0 "$bench" --instructions --cycles --row $short --kernel dot_f32
check "one is there" awk '$2 == "dot_f32" { found = $8 > 0 } END { exit !found }' out
check "--update refuses other kernels" exits 2 "$bench" --instructions --update --kernels kernels

# fails CHECK KERNEL ROW: the run's findings are these alone.
fails() {
    grep -q "^FINDING $2 on $3: " out && [ "$(grep -c '^FINDING ' out)" = 1 ] && grep -q "^  check  *$1\$" out
}
check "a longer vector that needs more is found" exits 1 "$crosslane" run --kernels kernels --row $short --row $long
check "of the right kernel and row" fails lengths grows $long
check "also of cached results" exits 1 "$crosslane" run --kernels kernels --row $short --row $long
check "the same" fails lengths grows $long
check "one row alone shows nothing" exits 0 "$crosslane" run --kernels kernels --row $long
check "the check can be switched off" exits 0 "$crosslane" run --kernels kernels --row $short --row $long --disable-check lengths

# A baseline that is 3 % lower, and one that is 1 % lower.
lowered() {
    awk -v by="$1" '/^#|^kernel/ { print; next } $1 == "dot_f64" {
        for (i = 2; i <= NF; i++) {
            split($i, work, "/")
            $i = sprintf("%.3f/%.3f", work[1] * by, work[2] * by)
        }
        print
    }' "$root/tests/work/aarch64.txt"
}
mkdir -p lower/work little/work
cp "$root"/tests/accuracy/*.txt lower/
cp "$root"/tests/accuracy/*.txt little/
cp "$root/tests/work/compilers.txt" lower/work/
cp "$root/tests/work/compilers.txt" little/work/
lowered 0.97 >lower/work/aarch64.txt
lowered 0.99 >little/work/aarch64.txt
check "kernels are as their baselines" exits 0 "$crosslane" run --row $short --kernel dot_f64
check "1 % is no finding" exits 0 "$crosslane" run --row $short --kernel dot_f64 --baseline little
check "3 % is one" exits 1 "$crosslane" run --row $short --kernel dot_f64 --baseline lower
check "of the right check" fails work dot_f64 $short
check "which names the command" grep -q 'accept: .* bench --instructions --update --kernel dot_f64' out
sed -i 's/GNU /GNU 1/' lower/work/compilers.txt
check "another compiler has no baseline" exits 0 "$crosslane" run --row $short --kernel dot_f64 --baseline lower
echo 'dot_f64 1' >lower/work/aarch64.txt
check "a line that is none" exits 2 "$crosslane" run --row $short --kernel dot_f64 --baseline lower
check "has its place" grep -q "work/aarch64.txt:1: error: not 'kernel ISA-VL-COMPILER...'" err
printf 'kernel sve-128-gcc sve-256-gcc\ndot_f64 1.000/0.500\n' >lower/work/aarch64.txt
check "a line that lacks a column" exits 2 "$crosslane" run --row $short --kernel dot_f64 --baseline lower
check "has its place too" grep -q "work/aarch64.txt:2: error: not 'KERNEL ALL/VECTOR...'" err
conclude
