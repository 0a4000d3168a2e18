#!/bin/sh
# Builds a project with its tests for an architecture. Quick if no file of the project has changed.
# SPDX-License-Identifier: MIT
# Usage: build-suite.sh BUILDER DIR DIRECTORY ARCH COMPILER LEVEL
#        build-suite.sh BUILDER DIR DIRECTORY host
#        build-suite.sh --cross-file ARCH COMPILER [EMULATOR]   prints a Meson cross file
#
# DIRECTORY/arguments and targets: items of crosslane.yml, one per line. build-library.sh has the rest. CROSSLANE_SYSROOT_PACKAGES: mk-sysroot.
set -eu
root=$(CDPATH= cd "$(dirname "$0")/../.." && pwd)
. "$root/harness/base/environment.sh"
if [ "$1" = --cross-file ]; then
    directory=$(mktemp -d)
    trap 'rm -rf "$directory"' EXIT
    arch=$2
    compiler=$3
    level=O2
else
    directory=$3
    arch=$4
    compiler=${5:-}
    level=${6:-O2}
    mkdir -p "$directory"
    rm -f "$directory/failed"
    : >"$directory/archives"
    : >"$directory/headers"
fi
if [ "$arch" = host ]; then
    export CC=cc CXX=c++ XL_LEVEL=O2
    exec "$root/harness/build/build-library.sh" "$1" "$2" "$directory" host
fi
export XL_LEVEL="$level"
# Exit status 77: Debian lacks what the language needs for this architecture, which skips its rows.
status=0
[ "$1" != cargo ] || "$root/sysroots/mk-rust" --path "$arch" >/dev/null 2>"$directory/said" || status=$?
if [ "$status" = 77 ]; then
    sed 's/^crosslane: //; s/$/ that fits its rustc/' "$directory/said" >"$directory/failed"
    exit 77
fi
sysroot=$("$root/sysroots/mk-sysroot" "$arch") || exit
echo "$sysroot" >"$directory/sysroot"
tools=host
[ "${CROSSLANE_TOOLS:-}" = host ] || tools=$("$root/sysroots/mk-tools") || exit
family=$(sed -n "s/^XL_COMPILER($compiler, *\([a-z]*\),.*/\1/p" "$root/toolchains/compilers.def")
[ "$tools" = host ] || grep -q "^XL_COMPILER($compiler, .*, tools)\$" "$root/toolchains/compilers.def" ||
    "$root/sysroots/mk-compiler" "$compiler" "$arch" >/dev/null || exit
"$root/toolchains/driver.sh" "$arch" "$compiler" "$sysroot" "$tools" >"$directory/driver"
{
    for variable in cc flags link_flags XL_EMULATOR XL_TRIPLE XL_MACHINE XL_FAMILY XL_ORDER binutils LD XL_AS XL_NASM; do
        read -r "$variable"
    done
} <"$directory/driver"
case $family in gcc) name=GNU ;; *) name=Clang ;; esac
"$cc" --version | sed -n "1s/.* \([0-9][0-9.]*\).*/$name \1/p" >"$directory/compiler-version"
XL_EMULATOR="$root/toolchains/emulator.sh $XL_EMULATOR -L $sysroot"
CC="$cc --sysroot=$sysroot${flags:+ $flags}"
CXX="$root/toolchains/cxx.sh $arch $compiler"
if [ "$arch" = x86_64 ] && [ "$tools" != host ]; then
    # Tests build programs, too, as `make check` does. These must be marked when they run: XL_PROGRAM_MARK, at EI_PAD.
    mkdir -p "$directory/linkers"
    lld=$tools/usr/lib/llvm-19/bin/ld.lld
    case $LD in */ld.lld) lld=$LD ;; esac
    for linker in "$lld" "$tools/usr/bin/ld"; do
        cat >"$directory/linkers/${linker##*/}" <<END
#!/bin/sh
output=a.out is_output= is_program=1
for word; do
    [ -z "\$is_output" ] || output=\$word
    is_output=
    case \$word in
    -o) is_output=1 ;;
    -shared | --shared | -Bshareable | -r | -i | --relocatable | -v | --version | --oformat* | @*) is_program= ;;
    esac
done
"$linker" "\$@" || exit
[ -z "\$is_program" ] || printf xlanes | dd of="\$output" bs=1 seek=9 conv=notrunc,nocreat 2>/dev/null || : # --help has none
END
        chmod +x "$directory/linkers/${linker##*/}"
    done
    link_flags="-B$directory/linkers $link_flags"
    CC="$cc -B$directory/linkers ${CC#"$cc "}" # for Makefiles that link without LDFLAGS
fi
LDFLAGS=$link_flags
# Some Makefiles link without LDFLAGS. gcc finds its linker by itself, clang does not.
# Debug information tells written vector code from what the compiler vectorized. CMake and Meson add it by themselves.
case $1 in make | autotools) CC="$CC -g" CXX="$CXX -g" ;; esac
case $1-$family in make-llvm) CC="$CC --start-no-unused-arguments $link_flags --end-no-unused-arguments" ;; esac
case $1 in
cargo)
    XL_RUST=$("$root/sysroots/mk-rust") && XL_RUST_LIBRARY=$("$root/sysroots/mk-rust" "$arch") || exit
    export XL_RUST XL_RUST_LIBRARY
    "$XL_RUST/usr/bin/rustc" --version | cut -d ' ' -f 1,2 >"$directory/compiler-version"
    ;;
go)
    XL_GO=$("$root/sysroots/mk-go")/usr/lib/go-1.24 || exit
    export XL_GO
    GOROOT=$XL_GO "$XL_GO/bin/go" version | sed 's/^go version go\([^ ]*\).*/Go \1/' >"$directory/compiler-version"
    ;;
esac
export XL_EMULATOR XL_TRIPLE XL_MACHINE XL_FAMILY XL_ORDER XL_AS XL_NASM CC CXX LD LDFLAGS
if [ "$tools" != host ]; then
    export AR="$tools/usr/lib/llvm-19/bin/llvm-ar" RANLIB="$tools/usr/lib/llvm-19/bin/llvm-ranlib"
    for tool in nm objcopy objdump readelf strip; do
        export "$(echo $tool | tr '[:lower:]' '[:upper:]')=$binutils$tool"
    done
    # Evidence needs what a build may strip.
    STRIP="$STRIP --keep-section=.debug* --keep-section=.symtab --keep-section=.strtab"
fi
export PKG_CONFIG_LIBDIR="$sysroot/usr/lib/$XL_TRIPLE/pkgconfig:$sysroot/usr/share/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$sysroot"
if [ "$1" = --cross-file ]; then
    [ -z "${4:-}" ] || XL_EMULATOR=$4
    "$root/harness/build/build-library.sh" --cross-file
    exit
fi
exec "$root/harness/build/build-library.sh" "$1" "$2" "$directory" "$arch" "$compiler"
