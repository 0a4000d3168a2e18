#!/bin/sh
# Builds native_peers for an ISA of this machine, and runs it. Usage: native_peers.sh avx2|avx512 DIRECTORY [KERNEL]...
# SPDX-License-Identifier: MIT
#
# The kernels are compiled as rows of gcc at -O2 have them. Their references are compiled by the same compiler for the same ISA, at -O3 with
# its vectorizers. DIRECTORY keeps the objects.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/harness/base/environment.sh"
isa=$1
to=$2/$1
shift 2
mkdir -p "$to"
tools=$("$root/sysroots/mk-tools")
sysroot=$("$root/sysroots/mk-sysroot" x86_64)
flags=$(sed -n "s/^XL_ISA($isa, \"\([^\"]*\)\".*/\1/p" "$root/arch/x86_64/isas.def")
[ -n "$flags" ] || { echo "native_peers.sh: error: unknown ISA '$isa'" >&2; exit 2; }

cc="$tools/bin/x86_64-linux-gnu-gcc-14 --sysroot=$sysroot -std=gnu11 $flags -ffp-contract=off -w -D_GNU_SOURCE -I$root/arch -I$root/kernels"
kernel="-O2 -fno-tree-vectorize -fno-lax-vector-conversions -DXL_ISA=$isa '-DXL_ISA_HEADER=\"x86_64/$isa.h\"' -DXL_ISA_IS_$isa=1"
plain="-O3 -DXL_KERNEL_HOST -DXL_ISA=scalar '-DXL_ISA_HEADER=\"scalar/scalar.h\"' '-DXL_FAMILY=\"\"'"

# header NAME FLAGS: makes a precompiled header.
header() {
    [ -e "$to/of-$1.h.gch" ] && [ -z "$(find $headers -newer "$to/of-$1.h.gch")" ] && return
    echo '#include "kernel.h"' >"$to/of-$1.h"
    sh -c "$cc $2 -x c-header -o $to/of-$1.h.gch $to/of-$1.h"
}

# compile FILE: prints the commands that make a kernel's code, and its record and reference, if they are older than the file or a header.
compile() {
    name=$(basename "$1" .c)
    echo "$to/$name.o" >>"$to/objects"
    echo "$to/$name-plain.o" >>"$to/objects"
    [ -e "$to/$name-plain.o" ] && [ -z "$(find "$1" $headers -newer "$to/$name-plain.o")" ] && return
    echo "$cc $kernel -include $to/of-kernel.h -c -o $to/$name.o $1 && $cc $plain -include $to/of-plain.h -c -o $to/$name-plain.o $1"
}

headers=$(find "$root/arch" "$root/kernels" -name '*.h')
: >"$to/objects"
header kernel "$kernel"
header plain "$plain"
for file in $(grep -l '^XL_KERNEL(' -r "$root/kernels" --include='*.c'); do
    [ $# = 0 ] || case " $* " in *" $(basename "$file" .c) "*) ;; *) continue ;; esac
    compile "$file"
done | xargs -r -d '\n' -n 1 -P "$(nproc)" sh -c
is_512=0
[ "$isa" != avx512 ] || is_512=1
cc -D_GNU_SOURCE -O2 $flags -DPEERS_AVX512=$is_512 "-DPEERS_ISA=\"$isa\"" -I"$root/arch" -I"$root/kernels" -o "$to/native_peers" "$root/tests/bench/native_call.c" \
    "$root/tests/bench/native_libraries.c" "$root/tests/bench/native_peers.c" "$root/arch/x86_64/features.c" "@$to/objects" -ldl -lm
# Sysroots with more packages have the same SLEEF.
exec "$to/native_peers" "$sysroot/usr/lib/x86_64-linux-gnu/libsleef.so.3" "$@"
