#!/bin/sh
# Nothing stale is served: each ingredient of a result's key is changed, one at a time, and the kernel is run again. And with a
# tool that forgets that ingredient, it is not, so that this test would notice.
# SPDX-License-Identifier: MIT
# Usage: cache.sh CROSSLANE FORGETFUL     FORGETFUL: the tool, built to leave the ingredient CROSSLANE_FORGET out of its keys
set -u
crosslane=$1
forgetful=$2
. "$(dirname "$0")/checking.sh"
row=riscv64-v256-gcc-O2

# write KERNEL ONE: a kernel that adds 1, which it has from ONE.
write() {
    cat >"$work/kernels/$1.c" <<END
/* Adds 1.
 * SPDX-License-Identifier: MIT
 */
#include "kernel.h"

XL_KERNEL($1, .summary = "r[i] = a[i] + 1", .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE($1)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + 1;
}

#ifdef XL_ISA_IS_rvv
$2
XL_VECTOR(void, $1)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + one();
}
#endif
END
}

# run TOOL OPTION...
run() {
    tool=$1
    shift
    "$tool" run --kernels "$work/$directory" --row "$row" --no-evidence --json "$work/r.json" $always "$@" >"$work/out" 2>&1
}

# cached KERNEL: whether its result was kept.
cached() {
    sed -n '/"kernel": *"'"$1"'"/,/"checked"/p' "$work/r.json" | grep -q '"cached": *"20'
}

fresh() { ! cached "$1"; }

# One byte behind a file's end, which nobody reads, and away again; at the same time, or Ninja would make it anew.
keep_time() {
    touch -r "$2" "$work/time"
    "$1" "$2"
    touch -r "$work/time" "$2"
}
append_byte() { printf x >>"$1"; }
drop_byte() { truncate -s -1 "$1"; }
append() { keep_time append_byte "$1"; }
drop() { keep_time drop_byte "$1"; }

# serves NAME KERNEL: nothing has changed, and the kernel's result is served.
serves() {
    run "$forgetful"
    check "$1: nothing changed, and it is served" cached "$2"
}

# changes INGREDIENT DO UNDO OPTION...: runs a tool before and after a change, with this ingredient and without it. DO and UNDO are
# commands; OPTION is given after the change only. The tool itself is $after then.
changes() {
    what=$1
    do=$2
    undo=$3
    shift 3
    echo "$what" >>"$work/tried"
    CROSSLANE_FORGET=none run "$forgetful"
    CROSSLANE_FORGET=none serves "$what" plus_one
    eval "$do"
    CROSSLANE_FORGET=none run "$after" "$@"
    check "$what: it has changed, and the kernel is run again" fresh plus_one
    check "$what: and passes" grep -q " pass " "$work/out"
    eval "$undo"
    CROSSLANE_FORGET=$what run "$forgetful"
    eval "$do"
    CROSSLANE_FORGET=$what run "$after" "$@"
    check "$what: who forgets it serves what is stale" cached plus_one
    eval "$undo"
}

mkdir "$work/kernels" "$work/bin" "$work/baselines"
write plus_one 'uint32_t one(void); uint32_t one(void) { return 1; }'
write plus_two 'uint32_t one(void);'
always=
directory=kernels
after=$forgetful
run "$crosslane"
build=$(builds_of "$work/kernels" riscv64-gcc-O2)
module=$(builds_of "$work/kernels" kernels)
check "a build" test -d "$build" -a -d "$module"
tools=$("$root/sysroots/mk-tools" --path)

cp "$forgetful" "$work/bin/tool"
append "$work/bin/tool"
after=$work/bin/tool
changes tool : :
after=$forgetful

cp /lib/x86_64-linux-gnu/libm.so.6 "$work/bin/libm.so.6"
append "$work/bin/libm.so.6"
changes host "LD_LIBRARY_PATH=$work/bin; export LD_LIBRARY_PATH" 'unset LD_LIBRARY_PATH'

# with_changed NAME: runs with a copy of a library that the tool has loaded, one byte longer.
with_changed() {
    file=$(ldd "$forgetful" | awk -v name="$1" 'index($1, name ".so") == 1 { print $3; exit }')
    check "the tool loads $1" test -n "$file"
    rm -rf "$work/libraries"
    mkdir "$work/libraries"
    cp "$file" "$work/libraries/"
    append "$work/libraries/${file##*/}"
    LD_LIBRARY_PATH=$work/libraries run "$forgetful"
}
serves "before a library changes" plus_one
for name in libmpfr libgmp libelf; do
    with_changed "$name"
    check "$name has changed, and the kernel is run again" fresh plus_one
done
for name in libssl libcrypto libexpat; do
    with_changed "$name"
    check "$name has changed, which computes nothing, and it is served" cached plus_one
done

cp "$tools/usr/bin/qemu-riscv64" "$work/bin/"
always=--host-emulator
PATH=$work/bin:$PATH
changes emulator "append '$work/bin/qemu-riscv64'" "drop '$work/bin/qemu-riscv64'"
always=

sed 's/v=true,vlen=256,elen=64,vext_spec=v1.0/&,zvbb=true/' "$root/matrix/matrix.yml" >"$work/matrix.yml"
changes row : : --matrix "$work/matrix.yml"

object=$build/CMakeFiles/agent.dir/harness/agent/agent.c.o
changes agent "append '$object'" "drop '$object'"

object=$module/CMakeFiles/kernels.dir/harness/build/module_entry.c.o
changes module "append '$object'" "drop '$object'"

changes inputs : : --seed 2
changes checks : : --disable-check alias

object=$(find "$build/CMakeFiles/kernels-rvv.dir" -name plus_one.c.o)
changes code "append '$object'" "drop '$object'"

object=$(find "$module/CMakeFiles" -name plus_one.c.o)
changes reference "append '$object'" "drop '$object'"

# The digests of objects come from a file, unless it is damaged.
run "$forgetful"
check "digests of objects are kept" grep -q '^code ' "$build/read-agent-rvv"
cp "$build/read-agent-rvv" "$work/read"
sed -i 's/^code ................/code 0123456789abcdef/' "$build/read-agent-rvv"
serves "the kept digests of objects are damaged" plus_one
check "they are made anew" cmp "$work/read" "$build/read-agent-rvv"

always="--baseline $work/baselines"
changes baseline "echo >'$work/baselines/plus_one.txt'" "rm '$work/baselines/plus_one.txt'"
always=

sed -n 's/^XL_CACHE_INPUT(\([a-z]*\),.*/\1/p' "$root/harness/run/cache_key.def" | sort >"$work/wanted"
sort "$work/tried" >"$work/has"
check "each ingredient is tried" cmp "$work/wanted" "$work/has"

# What a kernel calls is a part of it, and what it does not call is none.
run "$crosslane"
run "$crosslane"
check "nothing changed" cached plus_two
write plus_one 'uint32_t one(void); uint32_t one(void) { return 2; }'
run "$crosslane"
check "the function that it calls has changed" fresh plus_two
check "and that is found" grep -q "FINDING plus_two" "$work/out"
run "$crosslane"
check "a failure is never served" fresh plus_two
check "and is found again" grep -q "FINDING plus_two" "$work/out"
write plus_one 'uint32_t one(void); uint32_t one(void) { return 1; }'
run "$crosslane"
check "as it was: what was kept serves again" cached plus_two
write plus_two 'static uint32_t one(void) { return 1; }'
run "$crosslane"
check "it has changed" fresh plus_two
check "and the other has not" cached plus_one
check "the row says what it ran" grep -q "^cached: 1 of 2 results" "$work/out"
run "$crosslane"
check "a row that is wholly kept says so" grep -q "^$row .* pass .* cached" "$work/out"
run "$crosslane" --no-cache
check "--no-cache runs all" fresh plus_one
run "$crosslane" --kernel plus_one
check "a part of the row is served" cached plus_one

# Of kernels that are one object, each is known by its own code and text.
write_member() {
    write "$1" "static uint32_t one_$1(void) { $2 }"
    sed "s/ one()/ one_$1()/" "$work/kernels/$1.c" >"$work/unit/$1.c"
    rm "$work/kernels/$1.c"
}
mkdir "$work/unit"
directory=unit
write_member first 'return 1;'
write_member second 'return 1;'
run "$crosslane"
run "$crosslane"
unit=$(builds_of "$work/unit" riscv64-gcc-O2)
check "two kernels are one object" test -e "$unit/CMakeFiles/kernels-rvv.dir/xl-units/rvv/unit__1.c.o" -a ! -e "$unit/CMakeFiles/kernels-rvv.dir/xl-units/rvv/unit__1.c.o.apart"
check "nothing changed: the first" cached first
check "and the second" cached second
write_member first 'volatile uint32_t v = 1; return v;'
run "$crosslane"
check "the first has changed" fresh first
check "and the second has not" cached second
write_member second 'return 1; /* as ever */'
run "$crosslane"
check "the second's text has changed" fresh second
check "and the first's has not" cached first
# With the same text.
sed -i '/^build .*unit__1.c.o: /,/^$/s/ -O2 / -O0 /' "$unit/build.ninja"
run "$crosslane"
check "other options: other code of the first" fresh first
check "and of the second" fresh second
check "which pass" grep -q " pass " "$work/out"
directory=kernels

# Which code a native row ran is known only where it was looked at.
native() { "$crosslane" run --row x86_64-native_sse2-gcc-O2 --kernel sat_add_u32 --json "$work/r.json" --seed $$ "$@" >"$work/out" 2>&1; }
native --no-evidence
check "a native row passes" grep -q " pass " "$work/out"
native --no-evidence
check "its code was not looked at, and it is run again" fresh sat_add_u32
native
check "where evidence is wanted it is run, too" fresh sat_add_u32
native
check "its code was looked at, and it is served" cached sat_add_u32

# A failure of a known bug is served, with its findings.
bug() {
    "$crosslane" run --row x86_64-haswell-gcc-O2 --kernel cvt_i32_f64 --json "$work/r.json" --seed $$ "$@" >"$work/out" 2>&1
    sed -n '/"findings": *\[/,/^ *\]/p' "$work/r.json"
}
bug >"$work/findings"
check "a kernel meets a known bug" grep -q " emu-bug " "$work/out"
check "it has run" fresh cvt_i32_f64
check "and has findings" grep -q '"message"' "$work/findings"
bug >"$work/again"
check "it is served" cached cvt_i32_f64
check "as what it was" grep -q " emu-bug " "$work/out"
check "with the same findings" cmp "$work/findings" "$work/again"
bug --no-cache >"$work/again"
check "--no-cache runs it" fresh cvt_i32_f64

# Nobody sees when a library changes that the linker looks for by itself.
sed -i "/^build agent-rvv: /,/^\$/s# LINK_LIBRARIES = # LINK_LIBRARIES = -L/nowhere #" "$build/build.ninja"
run "$crosslane"
run "$crosslane"
check "with a library by its name alone nothing is kept" fresh plus_one

conclude
