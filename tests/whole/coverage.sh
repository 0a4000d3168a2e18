#!/bin/sh
# What `crosslane coverage` says of a kernel that is reached, and of its twin with a loop that is not: as a table, as
# annotated code, as an LCOV tracefile, as JSON, and as an exit status.
# SPDX-License-Identifier: MIT
# Usage: coverage.sh CROSSLANE
# shellcheck disable=SC2016    # what is in single quotes is for another shell
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"
kernels=$root/tests/coverage
# cover OPTION...: sets $status; the output is in out and err.
cover() {
    "$crosslane" coverage --kernels "$kernels" "$@" >"$work/out" 2>"$work/err" </dev/null
    status=$?
}


### Rows of a build together, and what can count nothing

cover --row s390x-z15-gcc-O2 --row riscv64-v128_ones-gcc-O2 --row riscv64-v256_half-gcc-O2 --row ppc64el-power10-gcc-O2 \
    --row x86_64-native_avx512-gcc-O2 --lcov "$work/info" --json "$work/json"
check "a skipped row is no failure" test "$status" = 0
check "rows of a build are one" prints '^reached +riscv64-gcc-O2 +rvv +2 .* 100\.0$'
check "what only a pointer leads to is counted" prints '^pointed_too +riscv64-gcc-O2 +rvv +2 .* 100\.0$'
check "no traceback table is counted" prints '^reached +ppc64el-gcc-O2 +vsx31 +1 .* 100\.0$'
check "the ISA's line" prints '^rvv \(riscv64\): variants 4, instructions [0-9]+ of [0-9]+, [0-9.]+ %, vector [0-9]+ of [0-9]+$'
check "a native row is named" prints 'x86_64-native_avx512-gcc-O2 .*(not measured: it runs natively)'
check "an unreached vector instruction, with its line" \
    prints '^ +[0-9a-f]+  vs[a-z]* .* tests/coverage/unreached\.c:2[0-9], by arch/s390x/vx_int\.h:[0-9]+$'
check "the native row has no figures" sh -c '! grep -q "avx512 .*variants" "$1"' sh "$work/out"
check "JSON has the row" grep -q '"measured":false' "$work/json"
check "JSON has the instruction" grep -q '"source":"tests.*unreached.c:2' "$work/json"

cover --row x86_64-native_avx512-gcc-O2 --min-coverage 0
check "nothing measured is no success" test "$status" = 1
check "it says so" says "no selected row can be measured"

### The threshold

cover --row s390x-z15-gcc-O2 --min-coverage 100
check "a kernel below the threshold fails" test "$status" = 1
check "it is named" says "unreached__vxe2 of s390x-gcc-O2: "
check "its twin is not" sh -c '! grep -q "^reached__" "$1"' sh "$work/err"
cover --row s390x-z15-gcc-O2 --kernel reached --min-coverage 100
check "a kernel that is reached passes" test "$status" = 0

### Annotated code

check "the kernel's line" prints '^tests/coverage/reached\.c:[0-9]+: +vl = xl_i32_vl\(n - i\);$'
check "an instruction with its count" prints '^ +[0-9]+ +[0-9a-f]+  vaf .*; arch/s390x/vx_int\.h:[0-9]+$'
cover --row s390x-z15-gcc-O2 --kernel unreached
check "an instruction without" prints '^ +##### +[0-9a-f]+  vsf? '

### Code that only a pointer leads to, and none at all

cover --row s390x-z15-gcc-O2 --kernel pointed_too
check "a kernel that calls by a pointer: exit 0" test "$status" = 0
check "the vector instructions of what it called" prints ', vector ([1-9][0-9]*) of \1$'
cp -p "$work/out" "$work/before"
cover --row s390x-z15-gcc-O2 --kernel pointed_too
sed -i 's|  *[0-9.]* s *$||' "$work/out" "$work/before"
check "the counts are the same, whatever signals come" cmp -s "$work/out" "$work/before"

### LCOV

# Every record in its order, every sum right, every file there.
awk '
    function wrong(why) { print FILENAME ":" NR ": " why ": " $0; bad = 1 }
    BEGIN { state = "TN" }
    /^TN:/ { if (state != "TN" || $0 !~ /^TN:[A-Za-z0-9_]*$/) wrong("TN"); state = "SF"; next }
    /^SF:\// { if (state != "SF" || system("test -f \"" substr($0, 4) "\"") || seen[$0]++) wrong("SF")
        state = "FN"; fn = fnh = lf = lh = last = 0; delete functions; next }
    /^FN:[1-9][0-9]*,[A-Za-z_][A-Za-z0-9_]*$/ { if (state != "FN") wrong("FN"); sub(/.*,/, ""); functions[$0] = 1; fn++; next }
    /^FNDA:[0-9]+,/ { if (state != "FN" && state != "FNDA") wrong("FNDA"); state = "FNDA"
        count = substr($0, 6) + 0; name = $0; sub(/.*,/, "", name)
        if (!(name in functions)) wrong("FNDA of no FN"); delete functions[name]; fnh += count > 0; next }
    /^FNF:/ { if (substr($0, 5) != fn) wrong("FNF"); for (name in functions) wrong("FN without FNDA"); state = "FNH"; next }
    /^FNH:/ { if (state != "FNH" || substr($0, 5) != fnh) wrong("FNH"); state = "DA"; next }
    /^DA:[1-9][0-9]*,[0-9]+$/ { split(substr($0, 4), f, ","); if (state != "DA" || f[1] + 0 <= last) wrong("DA")
        last = f[1] + 0; lf++; lh += f[2] > 0; next }
    /^LF:/ { if (state != "DA" || substr($0, 4) != lf || !lf) wrong("LF"); state = "LH"; next }
    /^LH:/ { if (state != "LH" || substr($0, 4) != lh) wrong("LH"); state = "end"; next }
    /^end_of_record$/ { if (state != "end") wrong("end"); state = "TN"; files++; next }
    { wrong("unknown") }
    END { if (state != "TN" || !files) { print "cut short"; bad = 1 } exit bad }
' "$work/info" >"$work/err"
check "the tracefile is one" test $? = 0
line=$(grep -n 'xl_i32_sub' "$kernels/unreached.c" | cut -d : -f 1)
sed -n "/^SF:.*unreached.c/,/^end/p" "$work/info" >"$work/file"
check "the loop that is not reached" grep -q "^DA:$line,0$" "$work/file"
check "the one that is" grep -q "^DA:$((line + 4)),[1-9]" "$work/file"
check "the function" grep -q '^FNDA:[1-9][0-9]*,unreached__rvv$' "$work/file"
check "no header of a compiler" sh -c '! grep "^SF:" "$1" | grep -v -F "SF:$2/"' sh "$work/info" "$root"
if command -v genhtml >/dev/null; then
    check "genhtml reads it" sh -c 'genhtml -q -o "$1/html" "$1/info" >"$1/err" 2>&1 && [ ! -s "$1/err" ]' sh "$work"
else
    skip "genhtml reads it" "genhtml is not installed (apt-get install -y lcov)"
fi

### A build without debug information

# Always the same directory, so that its module is found again.
mkdir -p "$root/build/coverage-kernels"
cp -p "$kernels"/*.c "$root/build/coverage-kernels"
kernels=$root/build/coverage-kernels
sed 's/XL_KERNEL(pointed/XL_KERNEL(plain/; s/pointed_too/plain_too/; s/XL_REFERENCE(pointed/XL_REFERENCE(plain/; s/XL_VECTOR(void, pointed/XL_VECTOR(void, plain/
    s/for (size_t i = 0, vl; .*/for (size_t i = 0; i < n; i++)/; s/^        vl = .*/        r[i] = a[i] + 1;/; /^        xl_u32_store/,/^    }/d' \
    "$kernels/pointed.c" >"$kernels/plain.c"
cover --row s390x-z15-gcc-O2 --kernel plain
check "a kernel without a vector instruction is no success" test "$status" = 1
check "it is said of it" says "plain__vxe2 of s390x-gcc-O2: nothing says whether its vector instructions were reached"
check "and it is not said that every one was reached" sh -c '! grep -q "every vector" "$1"' sh "$work/out"
rm "$kernels/plain.c"
"$crosslane" coverage --kernels "$kernels" --row s390x-z15-gcc-O2 --kernel reached >"$work/out" 2>"$work/err"
directory=$(builds_of "$kernels" s390x-gcc-O2)
check "its own build" test -e "$directory/agent-vxe2"
"$("$root/sysroots/mk-tools")/usr/lib/llvm-19/bin/llvm-strip" --strip-debug "$directory/agent-vxe2"
cover --row s390x-z15-gcc-O2 --kernel reached --no-build
check "exit 2 without line numbers" test "$status" = 2
check "and the reason" says "build s390x-gcc-O2: no source lines in the agent"
[ ! -d "$directory" ] || rm -rf "$directory" "$directory.lock"

conclude
