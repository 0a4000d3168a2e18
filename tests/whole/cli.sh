#!/bin/sh
# What a user sees of wrong words: exit 2, a message that names the word and what is near, nothing else.
# SPDX-License-Identifier: MIT
# Usage: cli.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"

# expect STATUS WORDS COMMAND...: of standard error.
expect() {
    status=$1
    words=$2
    shift 2
    check "$*" answers "$status" err "$words" "$@"
}

# succeed WORDS COMMAND...: exits 0; of standard output.
succeed() {
    words=$1
    shift
    check "$*" answers 0 out "$words" "$@"
}

expect 2 "similar: run" "$crosslane" rum
expect 2 "help: ./crosslane help" "$crosslane" zzz
expect 2 "missing command" "$crosslane"
expect 2 "similar: --row" "$crosslane" run --rows x
expect 2 "option '--row' needs a value" "$crosslane" run --row
expect 2 "similar: aarch64-sve" "$crosslane" run --row aarch64-sve255-gcc-O2
expect 2 "similar: add_f32" "$crosslane" run --kernel ad_f32
expect 2 "similar: trunk" "$crosslane" run --tier trunc
expect 2 "similar: value" "$crosslane" run --disable-check valu
expect 2 "similar: value" "$crosslane" run --without valu
expect 2 "note: --without is now --disable-check" "$crosslane" run --without valu
expect 2 "is not a number from" "$crosslane" run --seed -1
expect 2 "is not a number from" "$crosslane" run --seed 99999999999999999999
expect 2 "is not a number from" "$crosslane" run --count 0
expect 2 "is not a number from" "$crosslane" run --jobs many
expect 2 "is not a number from" "$crosslane" run --time-limit 0
expect 2 "--skip-status: '256' is not a number from 1 to 255" "$crosslane" run --skip-status 256
expect 2 "--quick cannot be combined with --row" "$crosslane" run --quick --row 's390x-*'
expect 2 "--quick cannot be combined with --kernel" "$crosslane" run --kernel add_f32 --quick
expect 2 "--quick cannot be combined with --tier" "$crosslane" run --quick --tier full
expect 2 "--quick cannot be combined with --sleef" "$crosslane" run --quick --sleef
expect 2 "no such directory: '$work/none'" "$crosslane" run --kernels "$work/none"
expect 2 "no such directory: '$work/none'" "$crosslane" run --baseline "$work/none"
# Paths that CMake or Ninja cannot have, and one that begins like an option; a file below a good one.
for sign in ';' '[' ']' '"' '\' '$' '*' '?' '|'; do
    mkdir "$work/odd$sign"
    expect 2 "/odd$sign' has the sign $sign, which CMake or Ninja takes for its own" "$crosslane" run --kernels "$work/odd$sign"
done
newline='odd
'
mkdir "$work/${newline}directory" "$work/-r"
expect 2 "--kernels: the path '$work/odd directory' has a control character" "$crosslane" list kernels --kernels "$work/${newline}directory"
expect 2 "no kernels in $work/-r" sh -c 'cd "$1" && exec "$2" run --kernels -r --row s390x-z15-gcc-O2' sh "$work" "$crosslane"
mkdir "$work/below" "$work/below/a;b"
touch "$work/below/a;b/file.c"
expect 2 "$work/below/a;b/file.c: error: its path has a sign that CMake or Ninja takes for its own" "$crosslane" list kernels --kernels "$work/below"
# Before anything is built.
expect 3 "the hard limit is 64 open files (ulimit -Hn), and this run needs up to" \
    sh -c 'ulimit -n 64 && exec "$@"' sh "$crosslane" run --kernels "$work/below" --row s390x-z15-gcc-O2
expect 2 "accuracy needs one of" "$crosslane" accuracy --plot exp_f32
expect 2 "accuracy needs one of" "$crosslane" accuracy --update --docs
expect 2 "--plot: unknown kernel 'ex'" "$crosslane" accuracy --plot ex --svg "$work/x.svg"
expect 2 "matches 'add_f32'" "$crosslane" accuracy --kernel add_f32
expect 2 "similar: --update" "$crosslane" accuracy --updatee
expect 2 "help: ./crosslane accuracy --help" "$crosslane" accuracy --upd8
# Abbreviations, also of options with a value, behind another option, and as far as one letter.
expect 2 "unknown option '--updat'" "$crosslane" accuracy --updat
expect 2 "similar: --update" "$crosslane" accuracy --kernel exp_f32 --updat
expect 2 "unknown option '--ro'" "$crosslane" run --ro
expect 2 "unknown option '--kerne=add_f32'" "$crosslane" run --row x --kerne=add_f32
expect 2 "unknown option '--hel'" "$crosslane" list rows --hel
expect 2 "unknown option '--j'" "$crosslane" list --j rows
succeed '"row"' "$crosslane" list rows --json
mkdir "$work/baseline" && echo 'avx2 * 0.5' >"$work/baseline/exp_f32.txt"
expect 2 "exp_f32.txt:1: error: not" "$crosslane" run --kernel exp_f32 --baseline "$work/baseline"
expect 2 "cannot write '$work/none/r.json'" "$crosslane" run --json "$work/none/r.json"
expect 2 "no row or kernel has 'now!' in its name" "$crosslane" run 'now!'
expect 2 "similar: add_f32" "$crosslane" run ad_f32
expect 2 "help: ./crosslane list rows, ./crosslane list kernels" "$crosslane" run 'now!'
expect 2 "help: ./crosslane differ --help" "$crosslane" differ now
expect 2 "cannot" "$crosslane" run --matrix "$work/none.yml"
expect 2 "similar: aarch64-sve" "$crosslane" coverage --row aarch64-sve255-gcc-O2
expect 2 "similar: add_f32" "$crosslane" coverage --row s390x-z15-gcc-O2 --kernel ad_f32
for percent in 101 -1 half '' nan 1e999; do
    expect 2 "is not a percentage from 0 to 100" "$crosslane" coverage --min-coverage "$percent"
done
expect 2 "cannot write" "$crosslane" coverage --lcov "$work/none/r.info"
expect 2 "is a directory" "$crosslane" coverage --json "$work"
expect 2 "unexpected argument" "$crosslane" coverage now
expect 2 "similar: --row" "$crosslane" coverage --rows x
succeed "--min-coverage P" "$crosslane" coverage --help

# A full disk behind standard output, whatever is printed and however much: what was flushed before the end too.
for command in "list kernels" "list rows --json" doctor "merge $root/tests/corpus/report/whole" "report $root/tests/corpus/report/whole"; do
    expect 3 "cannot write standard output" sh -c '"$@" >/dev/full' sh "$crosslane" $command
done

# What there is to show again, and what is missing here.
printf '{"rows": [{"row": "r", "kernels": [{"kernel": "k", "findings": [{"id": "0123abcd"}]}]}]}' >"$work/results.json"
expect 2 "repro: missing ID" "$crosslane" repro
expect 2 "no finding '0123abce' in " "$crosslane" repro 0123abce --from "$work/results.json"
expect 2 "finding 0123abcd is incomplete" "$crosslane" debug 0123abcd --from "$work/results.json"
expect 2 "not a results file" "$crosslane" repro 0 --from "$root/README.md"
expect 2 "cannot write '/nowhere/file.c'" "$crosslane" repro 0123abcd --standalone /nowhere/file.c
expect 2 "unexpected argument 'b'" "$crosslane" debug a b
expect 2 "help: ./crosslane debug --help" "$crosslane" debug a b
succeed "not made yet: a run makes it; blocks " env CROSSLANE_CACHE="$work/none" "$crosslane" doctor
succeed "ready; the first run makes: tools" env CROSSLANE_CACHE="$work/none" "$crosslane" doctor
succeed '"command":"./crosslane sysroot s390x"' env CROSSLANE_CACHE="$work/none" "$crosslane" doctor --json
expect 2 "similar: rows" "$crosslane" list row
expect 2 "list: missing rows, kernels" "$crosslane" list
expect 2 "unexpected argument" "$crosslane" list rows kernels
expect 2 "no such directory: '$work/none'" "$crosslane" list kernels --kernels "$work/none"
expect 2 "--kernels is for" "$crosslane" list isas --kernels "$work"
expect 2 "unknown commit 'nowhere'; in a shallow clone: git fetch --unshallow" "$crosslane" affected --base nowhere
expect 2 "none of the selected rows is in tier pr" "$crosslane" run --row 'aarch64-sve512-*-O0' --tier pr

# A record that cannot be: more data than a slot of the shared memory holds.
# Always the same directory, so that its build is found again.
kernels=$root/build/cli-kernels
rm -rf "$kernels"
mkdir -p "$kernels"
cat >"$kernels/huge.c" <<'END'
#include "kernel.h"
XL_KERNEL(huge, .summary = "", .contract = {XL_EXACT},
          .args = {XL_IN_FIXED(f64, table, 3000000), XL_OUT(f64, r, 1), XL_COUNT})
XL_REFERENCE(huge)(const double *table, double *r, size_t n)
{
    memcpy(r, table, n * sizeof *r);
}
END
expect 2 "kernel huge: argument table: 3000000 elements with n = 1027, of 8 bytes each, are more than the 16777216 bytes" "$crosslane" list kernels --kernels "$kernels"
expect 2 "kernel huge: argument table: 3000000 elements with n = 1027, of 8 bytes each, are more than the 16777216 bytes" "$crosslane" run --kernels "$kernels" --row s390x-z15-gcc-O2
rm "$kernels/huge.c"

# Mistakes in its names, said whole however long the path is.
long=$kernels/a-directory-whose-path-is-longer-than-the-lines-that-cmake-breaks
mkdir "$long"
echo 'XL_KERNEL(other, .summary = "")' >"$long/name.c"
expect 2 "a kernel has its file's name: XL_KERNEL(name, ...)" "$crosslane" run --kernels "$long" --row s390x-z15-gcc-O2
echo 'XL_KERNEL(name, .summary = "")' >"$long/name.c"
mkdir "$long/more"
cp "$long/name.c" "$long/more"
expect 2 "two kernels are named name below" "$crosslane" run --kernels "$long" --row s390x-z15-gcc-O2
# Several of a file have any names, but nobody else's; and their file has no other's.
printf 'XL_KERNEL(one, )\nXL_KERNEL(name, )\n' >"$long/more/name.c"
expect 2 "two kernels are named name below" "$crosslane" run --kernels "$long" --row s390x-z15-gcc-O2
printf 'XL_KERNEL(one, )\nXL_KERNEL(two, )\n' >"$long/more/name.c"
expect 2 "two files of kernels are named name.c below" "$crosslane" run --kernels "$long" --row s390x-z15-gcc-O2
rm -r "$long"

# A kernel that the preprocessor takes away, an ISA that is none, a name that the agent cannot say.
cat >"$kernels/gone.c" <<'END'
#ifdef NOBODY_DEFINES_THIS
XL_KERNEL(gone, .summary = "")
#endif
END
expect 2 "gone.c: XL_KERNEL(gone) is compiled out on the host" "$crosslane" run --kernels "$kernels" --row s390x-z15-gcc-O2
cat >"$kernels/gone.c" <<'END'
#include "kernel.h"
 XL_KERNEL (gone, .summary = "", .contract = {XL_EXACT}, .only = "neon avx",
            .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})
XL_REFERENCE(gone)(const uint8_t *a, uint8_t *r, size_t n)
{
    __builtin_memcpy(r, a, n);
}
END
expect 2 "kernel gone: .only: unknown ISA 'avx'; similar: avx2" "$crosslane" run --kernels "$kernels" --row s390x-z15-gcc-O2
# Tolerances that nothing has.
contract() {
    sed -i "s/\.contract = {[^}]*}/.contract = {$1}/" "$kernels/gone.c"
    expect 2 "kernel gone: $2" "$crosslane" list kernels --kernels "$kernels"
}
sed -i 's/, .only = "neon avx"/, .only = "neon"/' "$kernels/gone.c"
contract "XL_ULP, .ulp = 1" "XL_ULP is for float outputs; for integers there are .off_by and XL_BOUND"
contract "XL_BOUND, .off_by = 1" ".off_by is for integer outputs, and not for XL_BOUND"
contract "XL_EXACT, .zero_sign = XL_FREE" ".zero_sign is for float outputs"
sed -i "s/\.contract = {[^}]*}/.contract = {XL_EXACT}/" "$kernels/gone.c"

# Rows, sizes and strides that cannot be.
args() {
    sed -i "s/\.args = {.*})/.args = {$1})/" "$kernels/gone.c"
    expect 2 "kernel gone: $2" "$crosslane" list kernels --kernels "$kernels"
}
args "XL_IN_ROWS(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT" "a buffer's size is not an argument: add XL_ROWS or XL_DEPTH"
args "XL_IN_OF(u8, a, n, depth), XL_OUT(u8, r, 1), XL_COUNT, XL_ROWS" "a buffer's size is not an argument"
args "XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_STRIDE(b), XL_COUNT" "an XL_STRIDE names no buffer"
args "XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_STRIDE(a), XL_COUNT" "an XL_STRIDE is of buffers that have rows"
args "XL_IN_ROWS(u8, a, 1), XL_OUT_ROWS(u8, r, 2), XL_STRIDE(a, r), XL_COUNT, XL_ROWS" "the buffers of one XL_STRIDE have rows of the same length"
args "XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_VALUE_SIZE(q, 0, -1), XL_COUNT" "XL_VALUE_SIZE: the range must lie within 0..SIZE_MAX"
args "XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_VALUE_SIZE(q, 4294967295, SIZE_MAX), XL_COUNT" "XL_VALUE_SIZE: the range must begin below 4294967295"
args "XL_IN(u8, a, 1), XL_OUT_RATIO(u8, r, 1, 0, up, 0), XL_COUNT" "a ratio needs numbers from 1 on"
args "$(seq -s, -f 'XL_VALUE(u8, v%.0f)' 15), XL_OUT(u8, r, 1), XL_COUNT" "it has more than 16 arguments"
sed -i 's/\.args = {.*})/.args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})/' "$kernels/gone.c"

# Sizes that n cannot be.
sizes() {
    sed -i "s/\.contract = {XL_EXACT}\(, \.sizes = {.*}\)\{0,1\}, \.only/.contract = {XL_EXACT}, .sizes = {$1}, .only/" "$kernels/gone.c"
    expect 2 "kernel gone: $2" "$crosslane" list kernels --kernels "$kernels"
}
sizes ".least = 8, .multiple_of = 16" "the least n of .sizes is a multiple of its .multiple_of"
sizes ".multiple_of = 100000" "the .multiple_of of .sizes is more than the largest n that most calls have, 10007"
sizes ".thresholds = {16777216}" "argument a: 16777217 elements with n = 16777217, of 1 bytes each, are more than the 16777216 bytes"
sizes ".least = 32, .thresholds = {16}" ".thresholds: n can never equal a threshold"
sizes ".n = {4, 8}, .least = 4" ".sizes that list n have no .least, .multiple_of and .thresholds"
sizes ".blocks = {{4, 4}}" "the .rows and .blocks of .sizes are for kernels with XL_ROWS"
sizes ".row_thresholds = {64}" "the .row_thresholds of .sizes are for kernels with XL_ROWS"
sizes ".rows_within_2_gib = 1" "the .rows_within_2_gib of .sizes is for kernels with XL_ROWS"
sizes ".depth_thresholds = {64}" "the .depth_thresholds of .sizes are for kernels with XL_DEPTH"
sizes ".n = {33554432}" "argument a: 33554432 elements with n = 33554432"
# With the place of its record.
expect 2 "$kernels/gone.c:2:2: error: kernel gone: argument a" "$crosslane" list kernels --kernels "$kernels"
expect 2 "$kernels/gone.c:2:2: error: kernel gone: argument a" "$crosslane" run --kernels "$kernels" --row s390x-z15-gcc-O2
sed -i 's/, \.sizes = {.*}, \.only/, .aligns = {{"neom", 8}}, .only/' "$kernels/gone.c"
expect 2 "kernel gone: .aligns: unknown ISA 'neom'; similar: neon" "$crosslane" list kernels --kernels "$kernels"
sed -i 's/, \.aligns = {.*}, \.only/, .aligns = {{"neon", 24}}, .only/' "$kernels/gone.c"
expect 2 "kernel gone: .aligns needs powers of two up to 64" "$crosslane" list kernels --kernels "$kernels"
sed -i 's/, \.aligns = {.*}, \.only/, .aligns = {{"neon:g", 8}}, .only/' "$kernels/gone.c"
expect 2 "$kernels/gone.c:2:2: error: kernel gone: .aligns: no XL_VARIANT 'neon:g'" "$crosslane" list kernels --kernels "$kernels"
sed -i 's/, \.aligns = {.*}, \.only/, .slack = {{"q", 8}}, .only/' "$kernels/gone.c"
expect 2 "kernel gone: .slack names no buffer" "$crosslane" list kernels --kernels "$kernels"
sed -i 's/, \.slack = {.*}, \.only/, .slack = {{"r", 2049}}, .only/' "$kernels/gone.c"
expect 2 "kernel gone: .slack is more than 2048 bytes" "$crosslane" list kernels --kernels "$kernels"
sed -i 's/, \.slack = {.*}, \.only/, .lengths = {{"r", "n"}}, .only/' "$kernels/gone.c"
expect 2 "kernel gone: .lengths needs an XL_RETURNS of an integer" "$crosslane" list kernels --kernels "$kernels"
sed -i 's/, \.lengths = {.*}, \.only/, .only/' "$kernels/gone.c"

# XL_VARIANTs that cannot be.
named() {
    sed -i '/^XL_VARIANT/d' "$kernels/gone.c"
    echo "XL_VARIANT($1)" >>"$kernels/gone.c"
    expect 2 "$2" "$crosslane" list kernels --kernels "$kernels"
}
named "gome, neon, f" "XL_VARIANT(gome, neon, f): there is no kernel of this name"
named "gone, neom, f" "kernel gone: XL_VARIANT: unknown ISA 'neom'; similar: neon"
named "gone, sve, f" "XL_VARIANT(gone, sve, f): .only excludes the ISA"
named "gone, neon, $(printf %0130d 0 | tr 0 f)" "the function's name is longer than 127 characters"
rm "$kernels/gone.c"
long=kernel_with_a_name_that_is_longer_than_the_sixty_three_characters_of_the_protocol
sed "s/gone/$long/" >"$kernels/$long.c" <<'END'
#include "kernel.h"
XL_KERNEL(gone, .summary = "", .contract = {XL_EXACT}, .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})
XL_REFERENCE(gone)(const uint8_t *a, uint8_t *r, size_t n)
{
    __builtin_memcpy(r, a, n);
}
END
for command in "run --row s390x-z15-gcc-O2" "list kernels"; do
    expect 2 "$kernels/$long.c:2: error: a kernel's name has at most 63 characters, and $long has 81" "$crosslane" $command --kernels "$kernels"
done
# The longest that there may be.
short=$(printf %.63s "$long")
sed "s/$long/$short/" "$kernels/$long.c" >"$kernels/$short.c"
rm "$kernels/$long.c"
succeed "$short	" "$crosslane" list kernels --kernels "$kernels"
rm "$kernels/$short.c"

# One that prepares its inputs, and wants lanes compared that are filled alike.
cat >"$kernels/prepared.c" <<'END'
#include "kernel.h"
XL_PREPARE(prepared)(size_t arg, void *elements, size_t count, uint64_t seed)
{
    (void)arg, (void)elements, (void)count, (void)seed;
}
XL_KERNEL(prepared, .summary = "", .contract = {XL_ULP, .ulp = 1}, .elementwise = 1,
          .prepare = prepared_prepare, .args = {XL_IN(f32, a, 1), XL_OUT(f32, r, 1), XL_COUNT})
XL_REFERENCE(prepared)(const float *a, double *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i];
}
END
expect 2 "kernel prepared: .prepare breaks" "$crosslane" run --kernels "$kernels" --row s390x-z15-gcc-O2
rm "$kernels/prepared.c"
touch "$kernels/none.c"
expect 2 "no kernels in" "$crosslane" run --kernels "$kernels" --row s390x-z15-gcc-O2

printf 'test:\n  cpu: [{arch: aarch64, nmae: a}]\n  compiler: [gcc]\n  opt: [O2]\n' >"$work/key.yml"
expect 2 "$work/key.yml:2:25: error: unknown key 'nmae'; similar: name" "$crosslane" run --matrix "$work/key.yml"
printf 'test:\n  cpu: [{arch: x86_64, name: n, qemu_cpu: native, isa: avx2, vl: 256}]\n  compiler: [gcc]\n  opt: [O2]\n' >"$work/native.yml"
expect 2 "has no row under an emulator, which --quick needs" "$crosslane" run --quick --matrix "$work/native.yml"
printf 'test: {a: [1]\n' >"$work/syntax.yml"
expect 2 "$work/syntax.yml:" "$crosslane" run --matrix "$work/syntax.yml"
printf 'a: [1, 2]\nexclude: [{b: 1}]\n' >"$work/exclude.yml"
expect 2 "does not match any key within the matrix" "$crosslane" matrix expand "$work/exclude.yml"
expect 2 "similar: expand" "$crosslane" matrix expnd
expect 2 "matrix: missing FILE" "$crosslane" matrix expand
expect 2 "unexpected argument 'x'" "$crosslane" matrix docs x
expect 2 "no row matches 'nothing'" "$crosslane" plan --row nothing
succeed "277 of 277 rows in 3 jobs" "$crosslane" plan --tier full --max-jobs 3
expect 2 "--kernels: no such directory: '$work/none'" "$crosslane" plan --kernels "$work/none"
expect 2 "JSON array" "$crosslane" plan --labels '[1]'
expect 2 "similar after ciflow/: riscv64" "$crosslane" plan --labels '["help wanted","ciflow/risc64"]'
expect 2 "not a results file: no 'rows'" "$crosslane" plan --costs "$root/README.md"
expect 3 "cannot write" "$crosslane" plan --json "$work/none/plan.json"
expect 2 "No such file" "$crosslane" merge "$work/none.json"
expect 2 "invalid or truncated JSON" "$crosslane" merge "$root/README.md"
echo '{"seed":1}' >"$work/other.json"
expect 2 "no array 'rows'" "$crosslane" merge "$work/other.json"
expect 2 "differ: missing --row ROW" "$crosslane" differ
expect 2 "unknown option '--al'" "$crosslane" differ --al
expect 2 "unknown --by 'y'" "$crosslane" differ --row x --by y
expect 2 "unknown row 'x'" "$crosslane" differ --row x --by level
expect 2 "unknown option '--nightlyy'" "$root/crosslane" test --nightlyy
expect 2 "unexpected argument 'x'" "$root/crosslane" test --nightly x
expect 2 "unknown step 'nope'" "$root/crosslane" ci nope
expect 2 "missing CROSSLANE_ROWS" "$root/crosslane" ci test-cross
expect 2 "CROSSLANE_JOB: invalid name '../x'" env CROSSLANE_ROWS=x CROSSLANE_JOB=../x "$root/crosslane" ci test-cross
expect 2 "CROSSLANE_CPU: invalid name" env CROSSLANE_CPU='$(x)' "$root/crosslane" ci plan
expect 2 "results of no job cannot be green" "$root/crosslane" ci verdict
expect 2 "there is no fuzzer 'x': there are agent elf" env CROSSLANE_FUZZERS=x "$root/crosslane" ci fuzz
expect 2 "no number of seconds: '1m'" env CROSSLANE_FUZZ_SECONDS=1m "$root/crosslane" ci fuzz
succeed 'fuzz: skipped' env CROSSLANE_RESULT_FUZZ=skipped "$root/crosslane" ci verdict
succeed 'fuzz: skipped, expected success' sh -c '"$@" || [ $? = 1 ]' sh env CROSSLANE_NIGHT=night CROSSLANE_RESULT_FUZZ=skipped "$root/crosslane" ci verdict
succeed 'fresh: skipped, expected success' sh -c '"$@" || [ $? = 1 ]' sh env CROSSLANE_RESULT_FRESH=skipped "$root/crosslane" ci verdict
succeed 'fresh: skipped' env CROSSLANE_FRESH=false CROSSLANE_RESULT_FRESH=skipped "$root/crosslane" ci verdict
succeed 'test-cross: skipped' env CROSSLANE_ANY=false CROSSLANE_RESULT_PLAN=success CROSSLANE_RESULT_TEST_CROSS=skipped \
    "$root/crosslane" ci verdict
expect 2 "no architecture 'aarch46'" "$root/sysroots/mk-sysroot" aarch46

# On GitHub no line of foreign output is a command. As its runner has it (ActionCommandManager): `::name`, behind blanks, or `##[name`
# anywhere, of both streams; none between stop-commands and its token.
commands() {
    awk '/^[ \t]*::stop-commands::/ && token == "" { token = $0; sub(/.*::/, "", token); next }
        token != "" { if ($0 == "::" token "::") token = ""; next }
        /^[ \t]*::/ || /##\[/ { print >"/dev/stderr"; found = 1 }
        END { if (!found && token == "") print "none"; exit found || token != "" }' "$1"
}
cat >"$kernels/loud.c" <<'END'
#include "kernel.h"
__asm__(".print \"::error file=x::y\"\n.print \"  ::set-output name=x::y\"\n.print \"a ##[error]y\"\n.error \"error: no\"");
XL_KERNEL(loud, .summary = "", .contract = {XL_EXACT}, .args = {XL_IN(u8, a, 1), XL_OUT(u8, r, 1), XL_COUNT})
XL_REFERENCE(loud)(const uint8_t *a, uint8_t *r, size_t n)
{
    __builtin_memcpy(r, a, n);
}
END
"$crosslane" list kernels --kernels "$kernels" >"$work/loud" 2>&1
expect 1 "::set-output" commands "$work/loud"    # it was printed at all
GITHUB_ACTIONS=true "$root/crosslane" list kernels --kernels "$kernels" >"$work/loud" 2>&1
succeed none commands "$work/loud"
succeed "::error file=x::y" cat "$work/loud"
rm "$kernels/loud.c"
expect 2 "::stop-commands::crosslane-" env GITHUB_ACTIONS=true "$root/crosslane" list nothing
echo 'os: [linux]' | GITHUB_ACTIONS=true "$root/crosslane" matrix expand - >"$work/expanded" 2>"$work/token"
succeed '{"os":"linux"}' cat "$work/expanded"
succeed '2' grep -c '::crosslane-................................' "$work/token"

printf 'os: [linux, mac]\nv: [1, 3.10]\n' >"$work/good.yml"
succeed '"v":3.1' "$crosslane" matrix expand "$work/good.yml"
succeed 'aarch64-sve256-gcc-O2' "$crosslane" list rows
succeed '"shape":"f32[n] f32[n] -> f32[n]"' "$crosslane" list kernels --json
for directory in "$root/tests/downstream/kernels" "$root/tests/downstream/../downstream/kernels/"; do
    succeed 'gain_i16	audio	i16[n] -> i16[n]' "$crosslane" list --kernels "$directory" kernels
done
succeed '"missing"' "$crosslane" list kernels --json --kernels "$root/tests/downstream/kernels"
succeed '"control"' "$crosslane" list isas --json
succeed 's390x-llvm-O2' "$crosslane" list builds
expect 2 "unknown row 'x'" "$root/crosslane" bench --row x
expect 2 "number from 1 to 999" "$root/crosslane" bench --rounds 0
succeed '--kernels DIR' "$crosslane" run --help

# Labels: an expression that is a label takes no other label's tests.
"$crosslane" list tests | sed -n 's/.* LABELS "\([^"]*\)".*/\1/p' | tr ';' '\n' | sort -u >"$work/labels"
succeed "isa/sve2/" cat "$work/labels"
succeed "none is in another" awk '{ label[NR] = $0 } END {
    for (i in label) for (k in label) if (i != k && index(label[k], label[i])) { print label[i] " is in " label[k]; exit }
    print "none is in another" }' "$work/labels"

# Shards have each row once; Slurm's scripts have what Slurm can read.
for shard in 0/2 3/2 1 1/0 x/2 1/2/3; do
    expect 2 "--shard: '$shard' is not I/N" "$crosslane" run --list --shard "$shard"
done
expect 2 "--shard: '2/1' is not I/N" "$crosslane" suite "$root/examples/suites/libdeflate" --list --shard 2/1
expect 2 "1 selected rows have 1 part, so N is at most 1" "$crosslane" run --list --row aarch64-nosve-gcc-O2 --shard 1/2
expect 2 "--costs needs --shard" "$crosslane" run --list --costs "$root/README.md"
expect 2 "not a results file" "$crosslane" run --list --costs "$root/README.md" --shard 1/2
"$crosslane" run --list --tier full | sort >"$work/rows"
for i in 1 2 3 4 5 6 7; do "$crosslane" run --list --tier full --shard $i/7; done >"$work/shards"
sort -o "$work/shards" "$work/shards"
check "shards have each row once" cmp -s "$work/shards" "$work/rows"
expect 2 "need --slurm DIR" "$crosslane" plan --native --constraint=x
expect 2 "has the sign ' '" "$crosslane" plan --slurm "$work/with blank"
expect 2 "'x' is no option of sbatch" "$crosslane" plan --slurm "$work/slurm" --sbatch x
expect 2 "'var' is not absolute" "$crosslane" plan --slurm "$work/slurm" --slurm-local var
expect 2 "whole tiers" "$crosslane" plan --slurm "$work/slurm" --base HEAD
expect 2 "cannot make" "$crosslane" plan --slurm "$work/none/slurm"
expect 2 "cannot be combined with --costs" "$crosslane" plan --slurm "$work/slurm" --slurm-local /tmp --costs "$root/README.md"
expect 2 "no row of the tier is selected" "$crosslane" plan --slurm "$work/slurm" --row aarch64-nosve-gcc-O3
succeed "native: 4 rows in 1 task" "$crosslane" plan --slurm "$work/slurm" --tier trunk --native --constraint=avx512 --row '*-gcc-*'
for script in submit rows native merge; do
    check "$script.sh is a script" sh -n "$work/slurm/$script.sh"
    check "$script.sh can be executed" [ -x "$work/slurm/$script.sh" ]
done

# A plan has each row once, in no more jobs than there may be.
"$crosslane" plan --tier full --job-seconds 1 --max-jobs 46 --json "$work/plan.json" --github "$work/outputs" >"$work/plan"
rows=$("$crosslane" list rows | wc -l)
succeed "plan: $rows of $rows rows in " cat "$work/plan"
jobs=$(sed -n 's/^plan: .* rows in \([0-9]*\) jobs.*/\1/p' "$work/plan")
check "$jobs jobs: more than 18" [ "$jobs" -gt 18 ]
check "$jobs jobs: up to 46" [ "$jobs" -le 46 ]
check "each row is planned" [ "$(grep -o '"row":' "$work/plan.json" | wc -l)" = "$rows" ]
succeed 'any=true' cat "$work/outputs"
succeed 'fresh=true' cat "$work/outputs"

# Merged: what one run has and another has not; a planned row without a result was not run.
printf '{"version":1,"rows":[{"row":"a","outcome":"pass","expected":1,"seconds":0.5,"kernels":[{"kernel":"k","outcome":"pass","checked":3}]}]}' >"$work/a.json"
printf '{"rows":[{"row":"a","kernels":1},{"row":"b","kernels":2}]}' >"$work/ab.json"
succeed '1 of 1 kernels checked on 1 of 1 rows' "$crosslane" merge "$work/a.json"
sed 's/"pass"/"emu-bug"/g' "$work/a.json" >"$work/bug.json"
succeed '1 of 1 kernels checked on 1 of 1 rows' "$crosslane" merge "$work/bug.json"
succeed '1 of 3 kernels' sh -c '"$@" || [ $? = 1 ]' sh "$crosslane" merge --plan "$work/ab.json" --summary "$work/summary" "$work/a.json"
succeed '1 of 3 kernels checked on 1 of 2 rows' cat "$work/summary"
succeed '### b: not-run' cat "$work/summary"
# A heading for each reason, not for each row.
printf '{"rows":[{"row":"a","kernels":1},{"row":"b","kernels":2},{"row":"c","kernels":2},{"row":"d","kernels":2}]}' >"$work/abcd.json"
check "rows that did not run fail" answers 1 out "3 not-run" "$crosslane" merge --plan "$work/abcd.json" --summary "$work/folded" "$work/a.json"
succeed '### 3 rows: not-run' cat "$work/folded"
succeed 'b, c, d' cat "$work/folded"
check "one heading for all rows" [ "$(grep -c '^###' "$work/folded")" = 1 ]
expect 2 'row a is in' "$crosslane" merge "$work/a.json" "$work/a.json"
printf '{"rows":[{"row":"a","outcome":"pass"}]}' >"$work/half.json"
expect 2 "a row without 'row', 'kernels' or 'outcome'" "$crosslane" merge "$work/half.json"

# Options may stand behind the files, as the page of `merge` shows them.
succeed '1 of 3 kernels' sh -c '"$@" || [ $? = 1 ]' sh "$crosslane" merge "$work/a.json" --plan "$work/ab.json"
succeed '"row":"a"' sh -c '"$@" >/dev/null && cat "$0/behind.json" | tr -d " "' "$work" "$crosslane" merge "$work/a.json" --json "$work/behind.json"
succeed '2 of 2 kernels' sh -c 'sed "s/\"a\"/\"b\"/" "$0/a.json" >"$0/b.json"; "$@"' "$work" "$crosslane" merge "$work/a.json" --json "$work/both.json" "$work/b.json"
expect 2 "unknown option '--plam'" "$crosslane" merge "$work/a.json" --plam x
# A file that lost a row counts it in its summary.
sed 's/}$/,"summary":{"pass":2,"fail":0,"skip":0,"emu_bug":0,"not_run":0}}/' "$work/a.json" >"$work/lost.json"
expect 2 'lost.json: error: its summary counts 2 rows with outcome pass, but it has 1' "$crosslane" merge "$work/lost.json"
expect 2 'lost.json: error: its summary counts 2 rows' "$crosslane" report "$work/b.json" "$work/lost.json"
sed 's/"pass":2/"pass":1/' "$work/lost.json" >"$work/whole.json"
succeed '1 of 1 kernels checked on 1 of 1 rows' "$crosslane" merge "$work/whole.json"

# An ISA whose rows are skipped night after night is not green for ever.
printf '{"rows":[{"row":"z","isa":"avx512","outcome":"skip","reason":"no avx512","expected":0,"kernels":[]}]}' >"$work/z.json"
succeed 'no row ran on avx512 (1 row skipped: no avx512)' "$crosslane" merge --untested "$work/unrun.json" --nights 2 "$work/z.json"
succeed 'nothing ran on avx512 for 2 reports in a row' sh -c '"$@" || [ $? = 1 ]' sh "$crosslane" merge --untested "$work/unrun.json" --nights 2 "$work/z.json"
succeed '3 reports in a row' sh -c '"$@" || [ $? = 1 ]' sh "$crosslane" merge --untested "$work/unrun.json" --nights 2 --summary "$work/unrun.md" "$work/z.json"
succeed '**nothing ran on avx512 for 3 reports in a row**' cat "$work/unrun.md"
expect 2 'z.json: error: not a file of --untested' "$crosslane" merge --untested "$work/z.json" "$work/a.json"
expect 2 '--nights needs --untested FILE' "$crosslane" merge --nights 2 "$work/a.json"
expect 2 'is not a number from 1' "$crosslane" merge --untested "$work/unrun.json" --nights 0 "$work/a.json"
succeed 'no row ran on avx512' sh -c '"$@" || [ $? = 1 ]' sh "$crosslane" merge --unrun "$work/old.json" "$work/z.json"
expect 3 'cannot write' "$crosslane" merge --untested "$work/none/unrun.json" "$work/a.json"

# An accuracy that has become better is one to keep: said in every report, and by night a failure.
printf '{"rows":[{"row":"y","isa":"neon","outcome":"pass","expected":2,"kernels":[{"kernel":"exp_f32","variant":"neon","outcome":"pass","checked":3,"better_than":0.8},{"kernel":"log_f32","variant":"neon","outcome":"pass","checked":3,"better_than":null}]}]}' >"$work/y.json"
succeed 'can be tightened, or a regression stays unnoticed: exp_f32 (neon); ./crosslane accuracy --update --tier full --kernel exp_f32' "$crosslane" merge --summary "$work/tight.md" "$work/y.json"
succeed 'crosslane accuracy --update --tier full --kernel exp' cat "$work/tight.md"
succeed 'can be tightened' sh -c '"$@"; [ $? = 1 ]' sh "$crosslane" merge --tight "$work/y.json"
succeed '1 of 1 kernels checked' "$crosslane" merge --tight "$work/a.json"

conclude
