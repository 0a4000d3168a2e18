#!/bin/sh
# Several kernels in one translation unit: each is what it is alone, in its counts, its messages and its dependencies; and what does not
# go together is compiled apart.
# SPDX-License-Identifier: MIT
# Usage: units.sh CROSSLANE
set -u
crosslane=$1
# Below the root, so that the builds' records name the kernels' files.
TMPDIR=$(CDPATH= cd "$(dirname "$0")/../.." && pwd)/build
export TMPDIR
mkdir -p "$TMPDIR"
. "$(dirname "$0")/checking.sh"
row=s390x-z15-gcc-O0

# write DIRECTORY KERNEL LINE: a kernel whose helper has a name of its own, with a line of its own in front.
write() {
    mkdir -p "$work/$1"
    cat >"$work/$1/$2.c" <<END
/* Adds 1.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL($2, .summary = "r[i] = a[i] + 1", .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_COUNT})
$3

XL_REFERENCE($2)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + 1;
}

__attribute__((noinline)) static void step_${4:-$2}(const uint32_t *a, uint32_t *r, size_t vl)
{
    xl_u32_store(r, xl_u32_add(xl_u32_load(a, vl), xl_u32_set1(1, vl), vl), vl);
}

XL_VECTOR(void, $2)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        step_${4:-$2}(a + i, r + i, vl);
    }
}
END
}

run() {
    directory=$1
    shift
    "$crosslane" run --kernels "$work/$directory" "$@" --json "$work/$directory.json" >"$work/out" 2>&1
}

# counts DIRECTORY KERNEL: what was executed of it, reached and not.
counts() {
    awk -v kernel="\"kernel\": *\"$2\"" '/"kernel": *"/ { on = $0 ~ kernel } on && /"(vector_insns|insns_covered|insns_total)"/ { print $1, $2 }' "$work/$1.json"
}

same() { [ -n "$(counts "$1" "$3")" ] && [ "$(counts "$1" "$3")" = "$(counts "$2" "$3")" ]; }

# objects DIRECTORY PATTERN: the files of this name in the directory's build.
objects() { find "$(builds_of "$work/$1" s390x-gcc-O0)/CMakeFiles/kernels-vxe2.dir" -name "$2"; }

### Which files may share one

alone() {
    write line plain "$1"
    check "alone: $1" test -z "$("$root/harness/build/may-share.sh" "$work/line/plain.c")"
}
for line in 'static int state;' 'static int state = 3;' 'static const int a = 3, b;' 'static int (*f)(void);' 'int counter;' 'extern int state;' 'typedef int number;' \
    'void other__vx(void);' '#define STEP 2' '#undef XL_VEC' '#pragma GCC optimize("O1")' '_Pragma("GCC optimize(3)")' '#include "own.h"' '#include <tgmath.h>' \
    '/* a comment */ static int state;' '.autovectorized = 1'; do
    alone "$line"
done
alone 'void other__vx(int a,
               int b);'
alone 'static int
state;'
alone '/* a comment
   and its end */ static int state;'
for line in '' 'static const int steps[] = {1, 2};' 'static int twice(int a) { return 2 * a; }' '#include <math.h>' '#ifdef XL_ISA_IS_vx' \
    '#pragma GCC unroll 4' '/* static int state; */' '// #define STEP'; do
    write line plain "$line"
    check "together: $line" test -n "$("$root/harness/build/may-share.sh" "$work/line/plain.c")"
done

### Counts

# At -O0 gcc keeps a reference that nobody calls: it counts as its own kernel's code.
write both first ''
write both second 'static const uint32_t ones[] = {1, 1};'
write alone second 'static const uint32_t ones[] = {1, 1};'
sed -i 's/r\[i\] = a\[i\] + 1;/r[i] = a[i] + ones[0] + ones[1] - 1;/' "$work/both/second.c" "$work/alone/second.c"
run both --row $row --row aarch64-nosve-llvm-O2
check "two kernels of a unit pass" grep -q "^4 of 4 kernels checked on 2 of 2 rows" "$work/out"
check "it is a unit" test -n "$(objects both 'unit__1.c.o')" -a -z "$(objects both 'second.c.o')"
check "and of one piece" test -z "$(objects both '*.apart')"
run both --row $row
run alone --row $row
check "one alone is none" test -n "$(objects alone 'second.c.o')"
check "its counts are those that it has alone" same both alone second

# of_both KERNEL OTHER: it is made of its own file, of the headers, and not of the other's file.
of_both() {
    record=$(builds_of "$work/both" s390x-gcc-O0)/dependencies-vxe2
    made_of=$(awk -v kernel="$1" '/^file / { file[files++] = $2 } $1 == "object" && $2 == kernel { for (i = 3; i <= NF; i++) print file[$i] }' "$record")
    echo "$made_of" | grep -q "/both/$1[.]c$" && echo "$made_of" | grep -q "^arch/s390x/vx[.]h$" && ! echo "$made_of" | grep -q "/both/$2[.]c$"
}
check "the first is made of its own file" of_both first second
check "and so is the second" of_both second first

### What does not compile

# The host's compiler may be one that refuses it too, and then nothing is run.
write both second '#ifndef XL_KERNEL_HOST
static void nothing(void) { return 1; }
#endif'
write both third '' second
run both --row $row
check "the others pass" grep -q "fail .* 1 of . kernels failed" "$work/out"
check "its own line is told" grep -q "both/second.c:8:.*error" "$work/out"
check "and in its finding" grep -q '"message": *".*both/second.c:8:.*error' "$work/both.json"
check "apart" test -n "$(objects both 'second.c.o')"
write both second ''
run both --row $row
check "one name for two functions: apart, and all pass" grep -q "^3 of 3 kernels checked on 1 of 1 rows" "$work/out"
check "which the directory says" test -n "$(objects both '*.apart')"
write both third ''
run both --row $row
check "mended: of one piece" test -z "$(objects both '*.apart')"

# Of nine files, the first eight still share a unit.
for number in 1 2 3 4 5 6 7 8; do write parts "k$number" ''; done
write parts k9 '#ifndef XL_KERNEL_HOST
static void nothing(void) { return 1; }
#endif'
run parts --row $row
check "eight of nine pass" grep -q "fail .* 1 of 9 kernels failed" "$work/out"
check "eight stay a unit" test -n "$(objects parts 'part_1.o')" -a -z "$(objects parts 'k8.c.o')"
check "the ninth is apart" test -n "$(objects parts 'k9.c.o')"

### Crosslane's own kernels

apart=$(find "$root"/build/*-O[023]/CMakeFiles/kernels-*.dir/xl-units -name '*.apart' 2>/dev/null)
check "none of Crosslane's own units is compiled twice: $apart" test -z "$apart"
"$root/harness/build/may-share.sh" $(find "$root/kernels" -name '*.c' ! -path '*/sleef/*' | sort) >"$work/sharing"
check "nearly all of its kernels may share one" test "$(wc -l <"$work/sharing")" -ge 260

# One that is deleted while it is built.
gone="$work/gone.c: error: the file was deleted while it was being built"
"$root/harness/build/compile-kernel.sh" "$root/harness/build/broken.c" cc -I"$root/arch" -I"$root/kernels" -DXL_KERNEL_HOST -DXL_ISA=scalar \
    -DXL_ISA_HEADER='"scalar/scalar.h"' -DXL_FAMILY='"gone"' -o "$work/gone.o" -c "$work/gone.c" >"$work/out" 2>"$work/err"
check "a deleted file" [ "$?-$(cat "$work/gone.o.broken")" = "0-$gone" ]
check "a deleted file: nothing else is said" [ "$(cat "$work/err")" = "$gone" ]

conclude
