#!/bin/sh
# Prints what builds of an architecture by a compiler are made and run with, a line each: the compiler, its flags, those of linking,
# the emulator, the GNU triple. The line of a program that PATH lacks (CROSSLANE_TOOLS=host) is empty.
# SPDX-License-Identifier: MIT
# Usage: driver.sh ARCH COMPILER SYSROOT TOOLS     COMPILER: gcc or llvm; TOOLS: the tree of mk-tools, or "host"
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
arch=$1
sysroot=$3
tools=$4

line=$(sed -n "s/^XL_ARCH($arch, *\(.*\))/\1/p" "$root/arch/$arch/arch.def")
field() { echo "$line" | cut -d , -f "$1" | tr -d ' "'; }
triple=$(field 2)
qemu=$(field 3)

# first NAME...: the path of the first that PATH has.
first() {
    for name; do
        command -v "$name" && return
    done
    echo
}

if [ "$tools" = host ]; then
    gcc=$(first "$triple-gcc-14" "$triple-gcc-13" "$triple-gcc-12" "$triple-gcc")
    clang=$(first clang-19 clang-18 clang-17 clang-16 clang)
    emulator=$(first "qemu-$qemu-static" "qemu-$qemu")
    lld=-fuse-ld=lld
else
    gcc=$tools/usr/bin/$triple-gcc-14
    clang=$tools/usr/bin/clang-19
    emulator=$tools/usr/bin/qemu-$qemu
    lld="-fuse-ld=lld -B$tools/usr/lib/llvm-19/bin"
fi

case $2-$arch in
gcc-x86_64)
    printf '%s\n' "$gcc"
    if [ "$tools" = host ]; then
        printf '\n\n'
    else
        # The tree's native gcc would take the host's as from PATH; it tells its linker of no sysroot, and Debian's native ld knows
        # none, so that the absolute paths in libm.a, which is a linker script here, would lead out of it.
        printf '%s\n' "-B$tools/usr/bin" "$lld -Wl,--sysroot=$sysroot"
    fi
    ;;
gcc-*) printf '%s\n\n\n' "$gcc" ;;
# lld for every target: the GNU linker of another architecture is not beside clang.
*) printf '%s\n' "$clang" "--target=$triple" "$lld" ;;
esac
printf '%s\n' "$emulator" "$triple"
