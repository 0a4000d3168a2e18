#!/bin/sh
# A bug that is seeded in one lane, on a big-endian row and on one of VL 2048: found, reproduced, shrunk, a file that fails under plain
# qemu, shown in the debugger; in rows, and in a library; and what `repro` says where there is nothing to show.
# SPDX-License-Identifier: MIT
# Usage: repro.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"
cd "$work" || exit 2
mkdir -p kernels

# write_lane LOST: lane 3 of a whole first vector loses LOST times s where b has bit 2; "0u" loses nothing.
write_lane() {
    cat >kernels/lane_i32.c <<END
#include "kernel.h"

XL_KERNEL(lane_i32, .summary = "r[i] = a[i] + s * b[i]", .contract = {XL_EXACT},
          .args = {XL_IN(i32, a, 1), XL_IN(i32, b, 1), XL_OUT(i32, r, 1), XL_VALUE(i32, s), XL_COUNT})

XL_REFERENCE(lane_i32)(const int32_t *a, const int32_t *b, int32_t *r, int32_t s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int32_t)((uint32_t)a[i] + (uint32_t)s * (uint32_t)b[i]);
}

XL_VECTOR(void, lane_i32)(const int32_t *a, const int32_t *b, int32_t *r, int32_t s, size_t n)
{
    const size_t first = xl_i32_vl(n);
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_i32_vl(n - i);
        xl_i32 of = xl_i32_mul(xl_i32_set1(s, vl), xl_i32_load(b + i, vl), vl);
        xl_i32_store(r + i, xl_i32_add(xl_i32_load(a + i, vl), of, vl), vl);
        if (vl > 3 && vl == first && (b[i + 3] & 4))
            r[i + 3] = (int32_t)((uint32_t)r[i + 3] - $1 * (uint32_t)s);
    }
}
END
}

# Where buffers are too large for the slots that all kernels share.
write_kernel kernels/far_u8.c u8 a '(uint8_t)(a[i] + 1)' 'for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u8_vl(n - i);
        xl_u8_store(r + i, xl_u8_add(xl_u8_load(a + i, vl), xl_u8_set1(1, vl), vl), vl);
    }
    if (n > 140000)
        r[n - 2] ^= 1;' '.sizes = {.thresholds = {140000}}'

# In rows that lie apart, by stride and by pointers: the third, sixth... loses the lowest bit of lane 2 where s is 1.
cat >kernels/rows_i32.c <<'END'
#include "kernel.h"

XL_KERNEL(rows_i32, .summary = "r[y][i] = a[y][i] + s", .contract = {XL_EXACT},
          .args = {XL_IN_ROWS(i32, a, 1), XL_STRIDE(a), XL_OUT_POINTERS(i32, r, 1), XL_VALUE(i32, s), XL_COUNT, XL_ROWS})

XL_REFERENCE(rows_i32)(const int32_t *a, ptrdiff_t stride, int32_t *const *r, int32_t s, size_t n, size_t rows)
{
    for (size_t y = 0; y < rows; y++)
        for (size_t i = 0; i < n; i++)
            r[y][i] = (int32_t)((uint32_t)((const int32_t *)((const char *)a + (ptrdiff_t)y * stride))[i] + (uint32_t)s);
}

XL_VECTOR(void, rows_i32)(const int32_t *a, ptrdiff_t stride, int32_t *const *r, int32_t s, size_t n, size_t rows)
{
    for (size_t y = 0; y < rows; y++) {
        const int32_t *from = (const int32_t *)((const char *)a + (ptrdiff_t)y * stride);
        for (size_t i = 0, vl; i < n; i += vl) {
            vl = xl_i32_vl(n - i);
            xl_i32_store(r[y] + i, xl_i32_add(xl_i32_load(from + i, vl), xl_i32_set1(s, vl), vl), vl);
            if (y % 3 == 2 && vl > 2)
                r[y][i + 2] &= ~1;
        }
    }
}
END

# The first call's factor is every call's; and from the eleventh call on one bit is another.
write_static() {
    cat >"kernels/$1.c" <<END
#include "kernel.h"

XL_KERNEL($1, .summary = "r[i] = a[i] * s, wrapping", .contract = {XL_EXACT},
          .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_VALUE(u32, s), XL_COUNT})

XL_REFERENCE($1)(const uint32_t *a, uint32_t *r, uint32_t s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] * s;
}

XL_VECTOR(void, $1)(const uint32_t *a, uint32_t *r, uint32_t s, size_t n)
{
    static uint32_t kept;
    static int calls;
    $2
    calls++;
    for (size_t i = 0, vl; i < n; i += vl) {
        vl = xl_u32_vl(n - i);
        xl_u32_store(r + i, xl_u32_mul(xl_u32_load(a + i, vl), xl_u32_set1(kept, vl), vl), vl);
    }
}
END
}
write_static first_scale 'if (!calls) kept = s;'
write_static eleventh_call 'kept = calls > 9 ? s ^ 1 : s;'
mkdir -p mutants/kernels
cp "$root/tests/mutants/kernels/base.h" mutants/kernels    # which shown.c includes
cp "$root/tests/detect/after_other.c" "$root/tests/detect/shown.c" kernels

says() { grep -q -F -e "$1" "$2"; }

# id_on ROW [KERNEL]: of the first finding there.
id_on() { sed -n "/\"row\": *\"$1\"/,\$p" results.json | sed -n "/\"kernel\": *\"${2:-lane_i32}\"/,\$p" | sed -n 's/.*"id": *"\([0-9a-f]*\)".*/\1/p' | head -n 1; }

# Emulators and debuggers that were started here.
left() {
    for process in /proc/[0-9]*; do
        [ "$(readlink "$process/cwd" 2>/dev/null)" = "$work" ] || continue
        case $(cat "$process/comm" 2>/dev/null) in qemu* | gdb*) echo "$process" ;; esac
    done
}

are_left() { [ "$(left | wc -l)" = "$1" ]; }

# Ended from outside while the debugger waits for its user.
ends_debugger() {
    mkfifo idle
    exec 8<>idle # a user who says nothing
    "$crosslane" debug --from results.json "$1" <idle >out 2>err &
    tool=$!
    while_running "$tool" are_left 2 || { echo "no debugger and emulator" >>err; return 1; }
    kill -TERM "$tool"
    wait "$tool"
    [ -z "$(left)" ]
}

# The standalone file by the commands of its own head, with the tools' compiler and emulator.
fails_under_qemu() {
    tools=$("$root/sysroots/mk-tools" --path)
    sysroot=$("$root/sysroots/mk-sysroot" --path "$2")
    compile=$(sed -n 's/^ \*     \([^ ]*-gcc[^ ]* .*\)/\1/p' "$1")
    emulate=$(sed -n 's/^ \*     \(qemu-.*\)/\1/p' "$1")
    PATH=$tools/usr/bin:$PATH
    ${compile%% *} --sysroot="$sysroot" ${compile#* } >out 2>err || return 1
    exits 1 $emulate
    rm -f a.out
    says 'r[3]: got 0x00000000, expected 0x00000004' out
}

show_row() {
    row=$1
    arch=$2
    id=$(id_on "$row")
    check "$row: a finding has an id" [ -n "$id" ]
    check "$row: shown again by its id" exits 1 "$crosslane" repro --from results.json "$id" --standalone "$arch.c"
    check "$row: exactly" says 'original call: n = ' out
    check "$row: made smaller: a whole lane 3 and no more" says ': n = 4, buffers at end' out
    check "$row: a does not matter" says 'a: 4 times 0 (0x00000000)' out
    check "$row: b is one bit of one lane" says 'b: 0, except b[3] = 4' out
    check "$row: s is one" says 's: 1 (0x00000001)' out
    check "$row: the file of its own fails too" says "$arch.c fails too: r[3]: got 0x00000000" out
    check "$row: without a header of Crosslane" [ -z "$(grep '#include "' "$arch.c")" ]
    check "$row: under plain qemu" fails_under_qemu "$arch.c" "$arch"
    check "$row: in the debugger" exits 1 "$crosslane" debug --from results.json "$id" --batch
    check "$row: at the line that is wrong" grep -q -E '^[0-9]+[[:space:]]+r\[i \+ 3\] = ' out
    check "$row: registers as lanes" grep -q -E '^  \$[a-z0-9]+ as i32: \[0\] 0  \[1\] 0  \[2\] 0  \[3\] 4' out
    check "$row: expected beside got" grep -q -E '^ +3 +3  0 \(0x00000000\) +4 \(0x00000004\) +WRONG a=0' out
    check "$row: nothing is left running" [ -z "$(left)" ]
}

show_rows() {
    id=$(id_on s390x-z14-gcc-O2 rows_i32)
    check "rows: shown again" exits 1 "$crosslane" repro --from results.json "$id" --standalone rows.c
    check "rows: no more of them than it takes, and of n" grep -q -E '^reduced call \([0-9]+ attempts\): n = 3, .*rows = 3, ' out
    check "rows: the file of its own fails too" grep -q -E '^rows.c fails too: r\[8\]: got 0x[0-9a-f]*[02468ace], expected 0x[0-9a-f]*[13579bdf]$' out
    check "rows: in the debugger" exits 1 "$crosslane" debug --from results.json "$id" --batch
    check "rows: at the line that is wrong" grep -q -E '^[0-9]+[[:space:]]+r\[y\]\[i \+ 2\] &= ' out
    check "rows: one element, in lane 2 of its row" grep -q -E '^ +8 +2  .*WRONG' out
    check "rows: and no other" says 'r: 1 of 9 elements are not what is expected' out
}

# alone_on ROW KERNEL WORDS: the file of its own fails too, with the words.
alone_on() {
    check "$2: shown again" exits 1 "$crosslane" repro --from results.json "$(id_on "$1" "$2")" --standalone "$2.c"
    check "$2: the file of its own fails too" grep -q -E -e "^$2.c fails too: .*$3" out
    check "$2: without a header of Crosslane" [ -z "$(grep '#include "' "$2.c")" ]
}

# Flags, control words, registers, what a call leaves to later ones; and what has no program of its own.
show_others() {
    row=s390x-z14-gcc-O2
    alone_on $row spurious_flag 'FE_DIVBYZERO: should not be raised'
    alone_on $row rounding_left 'fpc: 0x0 before, 0x1 after'
    alone_on $row callee_saved 'f8 was not kept'
    alone_on aarch64-sve2048-gcc-O2 callee_saved 'd8 was not kept'
    alone_on $row stack_canary "its caller's stack was not kept"
    alone_on $row dirty_zero 'r\[0\]: got 0x7f[aef][2a]3456' # what a register held before
    alone_on $row static_state 'r\[[0-9]*\]: got'
    "$crosslane" repro --from results.json "$(id_on $row race)" --standalone race.c >out 2>err # up to chance
    check "threads: the file of its own fails too" says 'race.c fails too: ' out
    check "lanes: shown again" exits 1 "$crosslane" repro --from results.json "$(id_on $row lane_dependent)" --standalone none.c
    check "lanes: no file, and why" says 'no standalone program for check lanes: no single value is wrong' out
    check "lanes: there is none" [ ! -s none.c ]
    check "registers: in the debugger" exits 1 "$crosslane" debug --from results.json "$(id_on $row callee_saved)" --batch
    check "registers: where one is changed" grep -q -E '^ +0x[0-9a-f]+ <callee_saved__vxe\+[0-9]+>:[[:space:]]+lzdr' out
    check "large buffers: in the debugger" exits 1 "$crosslane" debug --from results.json "$(id_on $row far_u8)" --batch
    check "large buffers: at the line that is wrong" grep -q -E '^[0-9]+[[:space:]]+r\[n - 2\] \^= 1;' out
    check "overwrite: in the debugger" exits 1 "$crosslane" debug --from results.json "$(id_on $row overwrite)" --batch
    check "overwrite: what it is" says '0x00 was written here, where nothing may be written:' out
    check "overwrite: at the line that is wrong" grep -q -E '^[0-9]+[[:space:]]+r\[n\] = 0;' out
    check "exit: in the debugger" exits 1 "$crosslane" debug --from results.json "$(id_on $row exits)" --batch
    check "exit: as what it is" says 'the guest ended within the call: the guest exited with status 7' out
    check "repeat: no call for the debugger" exits 1 "$crosslane" debug --from results.json "$(id_on $row static_state)" --batch
    check "repeat: and why" says 'nothing to debug: no call fails alone' out
}

# What depends on calls before is shown with the fewest of them.
show_after() {
    row=s390x-z14-gcc-O2
    check "static state: the finding says so" grep -q '"alone":"the call is right in a process that has made no other: it depends on calls before it' results.json
    check "static state: shown again" exits 1 "$crosslane" repro --from results.json "$(id_on $row first_scale)" --standalone first.c
    check "static state: after which call" grep -q -E '^shows only after call 1 of [0-9]+ \(n = [0-9]+, fill [a-z]+, buffers at [a-z]+\): the result depends on earlier calls \(static state\)$' out
    check "static state: that call too" says 'earlier call: n = ' out
    check "static state: made smaller" grep -q -E '^reduced call \([0-9]+ attempts\): n = 1,' out
    check "static state: the file has both, and fails" grep -q -E '^first.c fails too: r\[0\]: got' out
    check "static state: is said at the end" says 'shows again, after other calls' out
    check "static state: no call for the debugger" exits 1 "$crosslane" debug --from results.json "$(id_on $row first_scale)" --batch
    check "many calls: shown again" exits 1 "$crosslane" repro --from results.json "$(id_on $row eleventh_call)" --standalone none.c
    check "many calls: how many" grep -q -E '^shows only after calls [0-9]+ to [0-9]+ of [0-9]+: ' out
    check "many calls: no file, and why" grep -q -E '^no standalone program: it needs [0-9]+ earlier calls$' out
    check "another kernel: shown again" exits 1 "$crosslane" repro --from results.json "$(id_on $row after_other)"
    check "another kernel: which" says 'shows again: it needs earlier calls of before_other' out
}

# On each architecture, and natively.
show_every_architecture() {
    mkdir -p lane
    cp kernels/lane_i32.c lane
    rows="aarch64-sve256-gcc-O2 armhf-max-gcc-O2 loong64-la464-gcc-O2 ppc64el-power9-gcc-O2 riscv64-v256_ones-gcc-O2 x86_64-haswell-gcc-O2
        x86_64-native_sse4-gcc-O2"
    check "every architecture: it is found" exits 1 "$crosslane" run --kernels lane --no-evidence --json results.json $(printf -- '--row %s ' $rows)
    for row in $rows; do
        check "$row: in the debugger" exits 1 "$crosslane" debug --from results.json "$(id_on "$row")" --batch
        check "$row: at the line that is wrong" grep -q -E '^[0-9]+[[:space:]]+r\[i \+ 3\] = ' out
        check "$row: the wrong lane" grep -q -E '^ +3 +3  0 \(0x00000000\) +4 \(0x00000004\) +WRONG a=0' out
        check "$row: and no other" says 'r: 1 of 4 elements are not what is expected' out
    done
}

# Of a function of a library, to which the kernel jumps, in a file of two kernels.
show_library() {
    mkdir -p library
    printf '%s\n' 'sources: [add.c]' 'define: [WRONG=3]' >library/crosslane.yml
    cat >library/add.c <<'END'
void add(const short *a, short *r, unsigned long n);
void add(const short *a, short *r, unsigned long n)
{
    for (unsigned long i = 0; i < n; i++)
        r[i] = (short)(a[i] + (i == WRONG));
}
END
    cat >library/two.c <<'END'
#include "kernel.h"

void add(const short *a, short *r, unsigned long n);

XL_KERNEL(add_i16, .summary = "r[i] = a[i]", .contract = {XL_EXACT},
          .args = {XL_IN(i16, a, 1), XL_OUT(i16, r, 1), XL_COUNT})

XL_REFERENCE(add_i16)(const int16_t *a, int16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i];
}

XL_VECTOR(void, add_i16)(const int16_t *a, int16_t *r, size_t n)
{
    add(a, r, n);
}

XL_KERNEL(same_i16, .summary = "r[i] = a[i]", .contract = {XL_EXACT}, .missing = {"vxe", "another"},
          .args = {XL_IN(i16, a, 1), XL_OUT(i16, r, 1), XL_COUNT})

XL_REFERENCE(same_i16)(const int16_t *a, int16_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i];
}
END
    check "library: it is found" exits 1 "$crosslane" run --kernels library --row s390x-z14-gcc-O2 --no-evidence --json results.json
    id=$(id_on s390x-z14-gcc-O2 add_i16)
    check "library: shown again" exits 1 "$crosslane" repro --from results.json "$id" --standalone library.c
    check "library: the file of its own fails too" says 'library.c fails too: r[3]: got 0x0001, expected 0x0000' out
    check "library: with what it is linked with" grep -q -E -e "-DWRONG=3 .*/library/add.c" library.c
    check "library: in the debugger" exits 1 "$crosslane" debug --from results.json "$id" --batch
    check "library: where it is written" grep -q -E '^r\[3\] = 1 \(0x0001\) was written here:$' out
}

write_lane 4u
check "it is found" exits 1 "$crosslane" run --kernels kernels --row s390x-z14-gcc-O2 --row aarch64-sve2048-gcc-O2 --json results.json
check "its code is kept, with its source and its vector instructions" grep -q -E '"code": *"lane_i32__.*kernels/lane_i32.c:[0-9]+: .*\\n\* [0-9a-f]+ ' results.json
show_row s390x-z14-gcc-O2 s390x
show_row aarch64-sve2048-gcc-O2 aarch64
show_rows
show_others
show_after
check "a debugger that is ended from outside" ends_debugger "$(id_on s390x-z14-gcc-O2)"

id=$(id_on s390x-z14-gcc-O2)
check "an id that is not there" exits 2 "$crosslane" repro --from results.json "${id%?}z"
check "names the id" says "no finding '${id%?}z' in results.json" err
head -c 2000 results.json >cut.json
check "a file that is cut short" exits 2 "$crosslane" repro --from cut.json "$id"
check "is no result" says 'cut.json: error: not a results file: invalid or truncated JSON' err
check "without results" exits 2 "$crosslane" debug --from nowhere.json "$id"

write_lane 0u
check "what does not show any more" exits 0 "$crosslane" repro --from results.json "$id"
check "is said" says "finding $id does not show any more: lane_i32 passes on s390x-z14-gcc-O2" out
show_library
write_lane 4u
show_every_architecture
conclude
