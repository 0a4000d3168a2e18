#!/bin/sh
# Prints what builds of an architecture by a compiler are made and run with, a line each: the compiler, its flags, those of linking,
# the emulator; the GNU triple, the machine that `uname -m` names, Meson's CPU family, the byte order; how the paths of objcopy and
# the like begin, the linker, the assembler, nasm. The line of a program that PATH lacks (CROSSLANE_TOOLS=host) is empty, and so are nasm's
# where the architecture is not x86 and the beginning of paths where the programs are in PATH.
# SPDX-License-Identifier: MIT
# Usage: driver.sh ARCH COMPILER SYSROOT TOOLS     COMPILER: a line of compilers.def; TOOLS: the tree of mk-tools, or "host"
#
# What gcc of a tree of its own links is run with the sysroot's libraries, of which libgcc is older: its own one is linked statically.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
arch=$1
sysroot=$3
tools=$4

line=$(sed -n "s/^XL_ARCH($arch, *\(.*\))/\1/p" "$root/arch/$arch/arch.def")
field() { echo "$line" | cut -d , -f "$1" | tr -d ' "'; }
triple=$(field 2)
qemu=$(field 3)
known=$(sed -n "s/^XL_COMPILER($2, *\(.*\))/\1/p" "$root/toolchains/compilers.def" | tr -d ' ')
[ -n "$known" ] || { echo "crosslane: error: toolchains/compilers.def has no compiler '$2'" >&2; exit 2; }
family=${known%%,*}
suite=${known##*,}
version=${known#*,}
version=${version%,*}
machine=$(sed -n "s/^XL_MACHINE($arch, *\([^,]*\), *\([^)]*\))/\1\n\2/p" "$root/arch/$arch/arch.def")
[ -n "$machine" ] || { echo "crosslane: error: arch/$arch/arch.def has no XL_MACHINE" >&2; exit 3; }

# first NAME...: the path of the first that PATH has.
first() {
    for name; do
        command -v "$name" && return
    done
    echo
}

# What PATH may have in place of the tools tree.
gccs="$triple-gcc-14 $triple-gcc-13 $triple-gcc-12 $triple-gcc"
clangs="clang-19 clang-18 clang-17 clang-16 clang"
llds="ld.lld-19 ld.lld-18 ld.lld-17 ld.lld-16 ld.lld"
of=$tools
static=
if [ "$suite" != tools ]; then
    gccs=$triple-gcc-$version
    clangs=clang-$version
    llds=ld.lld-$version
    [ "$tools" = host ] || of=$("$root/sysroots/mk-compiler" --path "$2" "$arch")
    [ "$family" != gcc ] || static=-static-libgcc
fi
if [ "$tools" = host ]; then
    gcc=$(first $gccs)
    clang=$(first $clangs)
    emulator=$(first "qemu-$qemu-static" "qemu-$qemu")
    lld=-fuse-ld=lld
    binutils=
    as=$(first "$triple-as")
    nasm=$(first nasm)
    case $family in gcc) ld=$(first "$triple-ld") ;; *) ld=$(first $llds) ;; esac
else
    gcc=$of/usr/bin/$triple-gcc-$version
    clang=$of/usr/bin/clang-$version
    emulator=$tools/usr/bin/qemu-$qemu
    lld="-fuse-ld=lld -B$tools/usr/lib/llvm-19/bin"
    as=$tools/usr/bin/$triple-as
    nasm=$tools/usr/bin/nasm
    case $family in
    gcc)
        binutils=$of/usr/bin/$triple-
        as=${binutils}as
        ld=${binutils}ld
        ;;
    *)
        binutils=$tools/usr/lib/llvm-19/bin/llvm-
        ld=$of/usr/lib/llvm-$version/bin/ld.lld
        lld="-fuse-ld=lld -B$of/usr/lib/llvm-$version/bin"
        ;;
    esac
fi
[ "$arch" = x86_64 ] || nasm=
case $machine in "$(uname -m)
"*) native=native ;; *) native= ;; esac

case $family-$native in
gcc-native)
    printf '%s\n' "$gcc"
    if [ "$tools" = host ]; then
        printf '\n%s\n' "$static"
    else
        # The tree's native gcc would take the host's as from PATH; it tells its linker of no sysroot, and Debian's native ld knows
        # none, so that the absolute paths in libm.a, which is a linker script here, would lead out of it.
        printf '%s\n' "-B$of/usr/bin" "$lld -Wl,--sysroot=$sysroot${static:+ $static}"
    fi
    ;;
gcc-*) printf '%s\n\n%s\n' "$gcc" "$static" ;;
# lld for every target: the GNU linker of another architecture is not beside clang.
*) printf '%s\n' "$clang" "--target=$triple" "$lld" ;;
esac
printf '%s\n' "$emulator" "$triple" "$machine" "$(field 5)" "$binutils" "$ld" "$as" "$nasm"
