#!/bin/sh
# Runs what shows each bug of matrix/known-*-bugs.yml with the tools of today: an entry whose bug does not show any more
# fails, with its place, so that it goes.
# SPDX-License-Identifier: MIT
# Usage: known-bugs.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"
tools=$("$root/sysroots/mk-tools") || exit 3

# shows FILE ARCH COMPILER FLAGS CPU GOOD ASM: 0 if the bug shows. "null" is what the entry does not have.
shows() {
    sysroot=$("$root/sysroots/mk-sysroot" "$2") || exit 3
    triple=$(sed -n "s/^XL_ARCH($2,[^,]*, *\"\([^\"]*\)\".*/\1/p" "$root/arch/$2/arch.def")
    qemu=$(sed -n "s/^XL_ARCH($2,[^,]*,[^,]*, *\([^,]*\),.*/\1/p" "$root/arch/$2/arch.def")
    linker="-fuse-ld=lld -B$tools/usr/lib/llvm-19/bin"
    case $3 in
    gcc) compiler="$tools/usr/bin/$triple-gcc-14 -B$tools/usr/bin" ;;
    llvm) compiler="$tools/usr/bin/clang-19 --target=$triple" ;;
    esac
    compiler="$compiler --sysroot=$sysroot -w $4"
    if [ "$7" != null ]; then
        $compiler -S "$root/$1" -o "$work/out.s" 2>"$work/said" && grep -q -e "$7" "$work/out.s"
    elif [ "$5" != null ]; then
        $compiler $linker -Wl,--sysroot="$sysroot" -static "$root/$1" -o "$work/program" 2>"$work/said" || { cat "$work/said"; return 1; }
        said=$("$tools/usr/bin/qemu-$qemu" -cpu "$5" "$work/program" 2>&1 | tr '\n' ' ' | sed 's/ *$//')
        [ "$said" != "$6" ]
    else
        ! $compiler -c "$root/$1" -o "$work/out.o" 2>"$work/said"
    fi
}

"$crosslane" list bugs >"$work/bugs" || exit
tab=$(printf '\t')
while IFS=$tab read -r id where file arch compiler flags cpu asm link good; do    # good may be empty, and comes last
    check "$where: $id ($link) does not show any more with these tools: remove the entry, and what goes round it" \
        shows "$file" "$arch" "$compiler" "$flags" "$cpu" "$good" "$asm"
done <"$work/bugs"
# The control run of a native row is the emulator's, which may crash one kernel (qemu-cvtdq2pd) where another has nothing that
# traps: the row is right all the same.
cd "$work" || exit 1
check "a native row" exits 0 "$crosslane" run --row x86_64-native_sse4-llvm-O2 --kernel relu_f32 --kernel cvt_i32_f64 --no-cache
conclude
