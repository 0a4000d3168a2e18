#!/bin/sh
# Rows of a project's own, as `rows` of its crosslane.yml has them: they run, are named everywhere, are never served from the cache of
# another CPU, and wrong ones are said with the line.
# SPDX-License-Identifier: MIT
# Usage: own-rows.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"
. "$root/harness/base/environment.sh"
. "$root/harness/base/cache.sh"
called=rows-$$

clean_suites() {
    rm -rf "$cache/suites/$called"*
    clean_up
}
trap clean_suites EXIT
cd "$work" || exit 2    # messages name files as seen from here
result() { tr -d '\n' <"$1" | grep -q -E -e "$2"; }

### The example

cp -Rp "$root/tests/downstream" "$work/project"
rows=$work/project/rows
run() { "$crosslane" run --kernels "$rows" "$@"; }
check "rows are listed" exits 0 "$crosslane" list rows --kernels "$rows"
check "a CPU of one's own" prints "^riscv64-x60-llvm-Os	riscv64	rvv	llvm	Os	rv64,v=true,vlen=256,elen=64.*zvfh=true	256	.\"pr\","
check "a changed CPU" prints "^riscv64-v128-gcc-O2	.*	rv64,v=true,vlen=128,rvv_ta_all_1s=true	"
check "what 'only' leaves out" sh -c '! grep -q -v -e "^riscv64-.*-O2	" -e "^riscv64-x60-" out'
check "what 'exclude' drops" sh -c '! grep -q -e v1024_ones -e "	scalar	" out'
check "builds are listed" exits 0 "$crosslane" list builds --kernels "$rows"
check "a build that Crosslane's matrix lacks" prints "^riscv64-gcc-Os	"
check "no build without a row" sh -c '! grep -q -e aarch64 -e O3 out'
check "without --kernels" exits 0 "$crosslane" list rows
check "there is none of it" sh -c '! grep -q x60 out'
check "they run" exits 0 run --row 'riscv64-x60-gcc-O*' --row riscv64-x60-llvm-Os --row riscv64-v128-gcc-O2 --json json --junit junit --html html \
    --sarif sarif --markdown markdown
check "all of them" prints "^5 of 5 kernels checked on 5 of 5 rows$"
check "JSON: the row and its CPU" result json '"row": *"riscv64-x60-gcc-Os".*"qemu_cpu": *"rv64,v=true,vlen=256,elen=64,'
check "JSON: with the ISA off, the kernel traps" result json '"row": *"riscv64-x60-gcc-Os"[^{]*"control": *"trapped with SIGILL in louder_i16__rvv'
for report in junit html; do
    check "$report has the row" grep -q riscv64-x60-gcc-Os $report
done
check "a word selects rows" exits 0 run x60-gcc-O1
check "the selected row" prints "^riscv64-x60-gcc-O1 +rvv +256 +1 of 1 +pass .*cached|^1 of 1 kernels checked on 1 of 1 rows$"
check "what passed is cached" prints "^cached: 1 of 1 results"

### Jobs

check "a plan" exits 0 "$crosslane" plan --kernels "$rows" --row 'riscv64-x60-*'
check "it has them" prints "^  riscv64-x60-llvm-Os$"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
export GIT_AUTHOR_NAME=test GIT_AUTHOR_EMAIL=test@localhost GIT_COMMITTER_NAME=test GIT_COMMITTER_EMAIL=test@localhost
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
git init -q project && git -C project add -A && git -C project commit -q -m first
echo "// edited" >>"$rows/louder_i16.c"
check "what an edit can affect" exits 0 "$crosslane" affected --kernels "$rows" --base HEAD
check "it has them, too" prints "^riscv64-x60-llvm-Os	all 1 kernel$"
check "and no rows that are dropped" sh -c '! grep -q ^aarch64 out'

### Another CPU string: nothing is stale

own=$work/own
mkdir "$own"
cp "$root/examples/demo/sum_i32.c" "$own"
# cpus LINE...: the CPUs of the project, by gcc at -O2.
cpus() {
    printf "rows:\n  exclude: '*'\n  include:\n" >"$own/crosslane.yml"
    printf '    - {%s, compiler: gcc, opt: O2}\n' "$@" >>"$own/crosslane.yml"
}
run_own() { "$crosslane" run --kernels "$own" --json own.json "$@"; }
mine="arch: riscv64, name: mine, isa: rvv, vl: 256, qemu_cpu:"
cpus "$mine 'rv64,v=true,vlen=256'"
check "tail lanes are kept" exits 0 run_own
check "again" exits 0 run_own
check "and that is cached" prints "^cached: 1 of 1 results"
cpus "$mine 'rv64,v=true,vlen=256,rvv_ta_all_1s=true'"
check "a CPU that sets them to ones" exits 1 run_own
check "a finding" prints "^FINDING sum_i32 on riscv64-mine-gcc-O2: .*wrong value"
check "its CPU" prints "QEMU_CPU rv64,\.\.\., VL 256"
id=$(sed -n 's/^  id *//p' out)
check "repro repeats it" exits 1 "$crosslane" repro --from own.json "$id"
check "so it says" prints "^finding $id shows again$"
cpus "$mine 'rv64,v=true,vlen=256'"
check "the CPU is another now" exits 0 "$crosslane" repro --from own.json "$id"
check "repro says so" says "note: riscv64-mine-gcc-O2 has QEMU_CPU \"rv64,v=true,vlen=256\" now, and had \"rv64,v=true,vlen=256,rvv_ta_all_1s=true\" in the run of the finding \(own/crosslane.yml:4:"
cpus "$(echo "$mine" | sed 's/mine/other/') 'rv64,v=true,vlen=256'"
check "the row is gone" exits 2 "$crosslane" repro --from own.json "$id"
check "repro says that, too" says "no row matches 'riscv64-mine-gcc-O2'"

### Wrong ones, in a run

cpus "arch: riscv64, name: refused, qemu_cpu: 'rv64,zvnone=true', isa: rvv, vl: 256" "arch: riscv64, name: unknown, qemu_cpu: x60, isa: rvv, vl: 256" \
    "arch: riscv64, name: short, qemu_cpu: 'rv64,v=true,vlen=128', isa: rvv, vl: 256" "arch: riscv64, name: without, qemu_cpu: 'rv64,v=false', isa: rvv, vl: 256" \
    "arch: riscv64, name: has, qemu_cpu: 'rv64,v=true,vlen=256', isa: scalar, vl: 0, lacks: [rvv]"
check "wrong CPUs" exits 1 run_own
check "a property that QEMU does not know" says "^own/crosslane.yml:4:[0-9]*: error: QEMU_CPU \"rv64,zvnone=true\": .*Property 'rv64-riscv-cpu.zvnone' not found"
check "a model that QEMU does not know" says "^own/crosslane.yml:5:[0-9]*: error: QEMU_CPU \"x60\": .*unable to find CPU model 'x60'"
check "a vector length that it has not" prints "^riscv64-short-gcc-O2 .* fail .*vector length 128 bits, expected 256 \(own/crosslane.yml:6:"
check "an ISA that it has not" prints "^riscv64-without-gcc-O2 .* fail .*CPU \"rv64,v=false\" lacks rvv \(own/crosslane.yml:7:"
check "an ISA that it must not have" prints "^riscv64-has-gcc-O2 .* fail .*the CPU has rvv, which .lacks. of the row excludes \(own/crosslane.yml:8:"

# wrong MESSAGE LINE...: a run of this crosslane.yml ends at once.
wrong() {
    message=$1
    shift
    printf '%s\n' "$@" >"$own/crosslane.yml"
    check "$message" exits 2 "$crosslane" run --kernels "$own"
    check "$message: it is said" says "$(basename "$own")/crosslane.yml:$message"
    check "$message: list says it, too" exits 2 "$crosslane" list "${listed:-rows}" --kernels "$own"
}
wrong "3:14: error: unknown arch 'riscv46'; similar: riscv64" "rows:" "  include:" "    - {arch: riscv46, name: a, qemu_cpu: a, isa: rvv, vl: 128}"
wrong "1:17: error: no row matches 'riscv64-v182-\*'; similar: riscv64-v128-gcc-O2" "rows: {exclude: 'riscv64-v182-*'}"
listed=kernels
wrong "1:1: error: unknown key 'row'; similar: rows" "row: {exclude: '*'}"
printf '%s\n' "rows: {exclude: '*', include: {arch: riscv64, name: v128, kernels: [sum_i23], compiler: gcc, opt: O2}}" >"$own/crosslane.yml"
check "a kernel that there is not" exits 2 "$crosslane" run --kernels "$own"
check "it is said" says "^own/crosslane.yml:1:31: error: row riscv64-v128-gcc-O2: no kernel matches 'sum_i23'; similar: sum_i32$"
check "two directories" exits 2 "$crosslane" run --kernels "$own" --kernels "$rows"
check "each has its own rows" says "^crosslane: error: --kernels is given twice: '$own' and '$rows'$"
check "two directories of a list" exits 2 "$crosslane" list kernels --kernels "$own" --kernels "$rows"
check "it is said, too" says "^crosslane: error: --kernels is given twice: '$own' and '$rows'$"

### Vectors of one length

fixed=$work/fixed
mkdir "$fixed"
cat >"$fixed/mixed_u32.c" <<'END'
#include "kernel.h"

XL_KERNEL(mixed_u32, .summary = "r[i] = 3 * a[i] ^ a[i]", .contract = {XL_EXACT}, .only = "sve rvv",
          .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(mixed_u32)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = 3 * a[i] ^ a[i];
}

#if XL_ISA_IS_sve
#include <arm_sve.h>
typedef svuint32_t vector __attribute__((arm_sve_vector_bits(__ARM_FEATURE_SVE_BITS)));
#if HALF
enum { STEP = sizeof(vector) / 8 };
#define LANES svptrue_pat_b32(SV_VL4)
#else
enum { STEP = sizeof(vector) / 4 };
#define LANES svptrue_b32()
#endif
static void mix(const uint32_t *a, uint32_t *r)
{
    vector v = svld1_u32(LANES, a), sum = svadd_u32_x(LANES, v, v);
    svst1_u32(LANES, r, sveor_u32_x(LANES, svadd_u32_x(LANES, sum, v), v));
}
#elif XL_ISA_IS_rvv
#include <riscv_vector.h>
typedef vuint32m1_t vector __attribute__((riscv_rvv_vector_bits(__riscv_v_fixed_vlen)));
enum { STEP = sizeof(vector) / 4 };
static void mix(const uint32_t *a, uint32_t *r)
{
    vector v = __riscv_vle32_v_u32m1(a, STEP), sum = __riscv_vadd_vv_u32m1(v, v, STEP);
    __riscv_vse32_v_u32m1(r, __riscv_vxor_vv_u32m1(__riscv_vadd_vv_u32m1(sum, v, STEP), v, STEP), STEP);
}
#else
enum { STEP = 1 };
static void mix(const uint32_t *a, uint32_t *r) { *r = 3 * *a ^ *a; }
#endif

XL_VECTOR(void, mixed_u32)(const uint32_t *a, uint32_t *r, size_t n)
{
    size_t i = 0;
    for (; i + STEP <= n; i += STEP)
        mix(a + i, r + i);
    for (; i < n; i++)
        r[i] = 3 * a[i] ^ a[i];
}
END
run_fixed() { "$crosslane" run --kernels "$fixed" --jobs 1 "$@"; }
sve='-march=armv8.2-a+sve, -msve-vector-bits=256'
printf '%s\n' "options: {sve: [$sve], rvv: [-march=rv64gcv_zvl256b, -mrvv-vector-bits=zvl]}" >"$fixed/crosslane.yml"
check "code for 256 bits" exits 0 run_fixed --row 'aarch64-sve*-gcc-O2' --row riscv64-v128-llvm-O2 --row riscv64-v256-llvm-O2
for row in aarch64-sve256-gcc-O2 riscv64-v256-llvm-O2; do
    check "it passes where vectors have them: $row" prints "^$row .* 1 of 1 +pass "
done
for row in aarch64-sve128-gcc-O2 aarch64-sve512-gcc-O2 riscv64-v128-llvm-O2; do
    check "it is skipped elsewhere: $row" prints "^$row .* skip .*vectors of exactly 256 bits"
done
check "skips are counted" prints "^2 pass, 0 fail, [0-9]+ skip, "
check "where all rows are others" exits 1 run_fixed --row aarch64-sve512-gcc-O2
sed -i "s/$sve/&, -DHALF=1/" "$fixed/crosslane.yml"
check "half of each vector" exits 1 run_fixed --row aarch64-sve256-gcc-O2
check "so it says" prints "^FINDING mixed_u32 on aarch64-sve256-gcc-O2: .*mixed_u32__sve executes .* with 256 bits as with 128.*uses a part of each vector"
own=$fixed
listed=rows
wrong "1:16: error: '-msve-vector-bits=640': no row of sve has vectors of 640 bits" "options: {sve: -msve-vector-bits=640}"

### A suite

mkdir "$work/mount" "$work/suite"
cat >"$work/suite/crosslane.yml" <<END
rows:
  only: aarch64-cortex_a53-gcc-O2
  include: {arch: aarch64, name: mine, qemu_cpu: cortex-a57, isa: neon, vl: 128, compiler: gcc, opt: Os}
suite:
  name: $called
  dir: $root/tests/suite
  build: cmake
END
check "rows of a suite" exits 0 "$crosslane" suite --list "$work/suite"
check "Crosslane's and its own" sh -c 'printf "%s\n" aarch64-cortex_a53-gcc-O2 aarch64-mine-gcc-Os | cmp -s - out'
echo "  rows: aarch64-mine-*" >>"$work/suite/crosslane.yml"
check "rows under 'suite'" exits 0 "$crosslane" suite --list "$work/suite"
check "they pick among these" sh -c 'echo aarch64-mine-gcc-Os | cmp -s - out'
check "the tests run" exits 0 "$crosslane" suite "$work/suite"
check "on the CPU of one's own" prints "^$called/aarch64-mine-gcc-Os +neon +128 +3 of 3 .* pass"
cat >"$work/suite/crosslane.yml" <<END
rows: {exclude: '*', include: {arch: aarch64, name: mine, qemu_cpu: none, isa: neon, vl: 128, compiler: gcc, opt: Os}}
suite: {name: $called, dir: $root/tests/suite, build: cmake}
END
check "a CPU that QEMU refuses" exits 1 "$crosslane" suite "$work/suite"
check "the row says where it is" prints "^$called/aarch64-mine-gcc-Os .* not-run .*suite/crosslane.yml:1:[0-9]*: error: QEMU_CPU \"none\": .*unable to find CPU model 'none'"

cat >"$work/suite/crosslane.yml" <<END
suite: {name: $called, dir: $root/tests/suite, build: cmake, arguments: [-DCMAKE_C_FLAGS=-msve-vector-bits=512], rows: aarch64-sve256-gcc-O2}
END
check "a suite for vectors of another length" exits 1 "$crosslane" suite --row aarch64-sve256-gcc-O2 "$work/suite"
check "the row is skipped" prints "^$called/aarch64-sve256-gcc-O2 .* skip .*it is compiled for vectors of 512 bits, and this CPU has 256"
check "it is not built" sh -c '! grep -q "^build " out err'

### A command

own=$work/own
printf '%s\n' "rows: {exclude: '*', include: {arch: aarch64, name: mine, qemu_cpu: cortex-a57, isa: neon, vl: 128, compiler: gcc, opt: Os}}" >"$own/crosslane.yml"
check "exec on a CPU of one's own" exits 0 "$crosslane" exec --rows own --row aarch64-mine-gcc-Os -- true
check "a row that it has not" exits 2 "$crosslane" exec --rows own --row aarch64-cortex_a53-gcc-O2 -- true
check "a directory without the file" exits 2 "$crosslane" exec --rows project --row aarch64-mine-gcc-Os -- true
check "it is said" says "^crosslane: error: --rows: no crosslane.yml in 'project'$"

### What all records ask

mkdir "$work/ruled"
write_kernel "$work/ruled/plus_one.c" u32 a 'a[i] + 1' 'XL_STRIPS(u32, n, xl_u32_store(r + i, xl_u32_add(xl_u32_load(a + i, vl), xl_u32_set1(1, vl), vl), vl));'
check "no rule is broken" exits 0 "$crosslane" run --kernels "$work/ruled" --row x86_64-haswell-gcc-O2
echo 'abi: [upper_halves, landing_pads]' >"$work/ruled/crosslane.yml"
check "crosslane.yml asks" exits 1 "$crosslane" run --kernels "$work/ruled" --row x86_64-haswell-gcc-O2
check "and is answered" prints '^FINDING plus_one on .*: no landing pad: the call arrives at'
conclude
