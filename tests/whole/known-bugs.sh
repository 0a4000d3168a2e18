#!/bin/sh
# Runs what shows each bug of matrix/known-*-bugs.yml with the tools of today: an entry whose bug does not show any more
# fails, with its place, so that it goes. A compiler's bug is also looked for in its newer versions: it shows in those that the entry names,
# and in no other.
# SPDX-License-Identifier: MIT
# Usage: known-bugs.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"
tools=$("$root/sysroots/mk-tools") || exit 3
newer=$("$root/sysroots/mk-qemu-next") || exit 3

# shows FILE ARCH COMPILER FLAGS CPU GOOD ASM [VERSIONS]: 0 if the bug shows; of an emulator, with these versions of it, and with no other.
# "null" is what the entry does not have.
shows() {
    sysroot=$("$root/sysroots/mk-sysroot" "$2") || exit 3
    triple=$(sed -n "s/^XL_ARCH($2,[^,]*, *\"\([^\"]*\)\".*/\1/p" "$root/arch/$2/arch.def")
    qemu=$(sed -n "s/^XL_ARCH($2,[^,]*,[^,]*, *\([^,]*\),.*/\1/p" "$root/arch/$2/arch.def")
    linker="-fuse-ld=lld -B$tools/usr/lib/llvm-19/bin"
    of=$tools
    case $3 in *[0-9]) of=$("$root/sysroots/mk-compiler" "$3" "$2") || exit 3 ;; esac
    case $3 in
    gcc*) with="$of/usr/bin/$triple-gcc-$(version_of "$3") -B$of/usr/bin" ;;
    llvm*) with="$of/usr/bin/clang-$(version_of "$3") --target=$triple" ;;
    esac
    with="$with --sysroot=$sysroot -w $4"
    if [ "$7" != null ]; then
        $with -S "$root/$1" -o "$work/out.s" 2>"$work/said" && grep -q -e "$7" "$work/out.s"
    elif [ "$5" != null ]; then
        $with $linker -Wl,--sysroot="$sysroot" -static "$root/$1" -o "$work/program" 2>"$work/said" || { cat "$work/said"; return 1; }
        if names "${8:-}" bochs; then
            said=$("$crosslane" --bochs "$("$root/sysroots/mk-bochs")" "$5" "$work/program" </dev/zero 2>&1 | tr '\n' ' ' | sed 's/ *$//')
            [ "$said" != "$6" ]
            return
        fi
        for tree in "$tools" "$newer"; do
            emulator=$("$tree/usr/bin/qemu-$qemu" --version | head -n 1)
            said=$("$tree/usr/bin/qemu-$qemu" -cpu "$5" "$work/program" 2>&1 | tr '\n' ' ' | sed 's/ *$//')
            version=$(echo "$emulator" | sed 's/.* version \([0-9]*\).*/\1/')
            if [ -z "${8:-}" ]; then [ "$said" != "$6" ] || return 1
            elif [ "$said" = "$6" ] && names "$8" "$version"; then echo "$emulator: it does not show"; return 1
            elif [ "$said" != "$6" ] && ! names "$8" "$version"; then echo "$emulator: it shows: $said"; return 1
            fi
        done
    else
        ! $with -c "$root/$1" -o "$work/out.o" 2>"$work/said"
    fi
}

# version_of COMPILER: its major version.
version_of() { sed -n "s/^XL_COMPILER($1, *[a-z]*, *\([0-9]*\),.*/\1/p" "$root/toolchains/compilers.def"; }

# names VERSIONS VERSION: whether one of the patterns is of this major version, or of Bochs.
names() { case " $1 " in *" $2."* | *" $2 "*) ;; *) return 1 ;; esac; }

hidden() { ! shows "$@"; }

"$crosslane" list bugs >"$work/bugs" || exit
tab=$(printf '\t')
while IFS=$tab read -r id where file arch compiler flags cpu asm versions link good; do    # good may be empty, and comes last
    of_emulator=$versions
    case $where in *known-compiler-bugs*) of_emulator= ;; esac
    check "$where: $id ($link) does not show any more with these tools, or with other versions: mend the entry, and what goes round it" \
        shows "$file" "$arch" "$compiler" "$flags" "$cpu" "$good" "$asm" "$of_emulator"
    case $where in *known-compiler-bugs*) ;; *) continue ;; esac
    for newer_compiler in $(sed -n "/, tools)\$/d; s/^XL_COMPILER(\([^,]*\), *$compiler,.*/\1/p" "$root/toolchains/compilers.def"); do
        if names "$versions" "$(version_of "$newer_compiler")"; then
            check "$where: $id ($link) does not show with $newer_compiler: take its version from the entry" \
                shows "$file" "$arch" "$newer_compiler" "$flags" "$cpu" "$good" "$asm"
        else
            check "$where: $id ($link) shows with $newer_compiler: add its version to the entry" \
                hidden "$file" "$arch" "$newer_compiler" "$flags" "$cpu" "$good" "$asm"
        fi
    done
done <"$work/bugs"
# The control run of a native row is the emulator's, which may crash one kernel (qemu-cvtdq2pd) where another has nothing that
# traps: the row is right all the same.
cd "$work" || exit 1
check "a native row" exits 0 "$crosslane" run --row x86_64-native_sse4-llvm-O2 --kernel relu_f32 --kernel cvt_i32_f64 --no-cache

# kernel NAME LOAD MASK: a user's kernel that loads its tail so, and stores it by this mask.
kernel() {
    mkdir -p "$work/$1" && cat >"$work/$1/$1.c" <<END
#include "kernel.h"
XL_KERNEL($1, .summary = "r[i] = a[i] + a[i]", .contract = {XL_EXACT}, .only = "avx2",
          .args = {XL_IN(i32, a, 1), XL_OUT(i32, r, 1), XL_COUNT})
XL_REFERENCE($1)(const int32_t *a, int32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = (int32_t)(2u * (uint32_t)a[i]);
}
#if XL_ISA_IS_avx2
#include <immintrin.h>
XL_VECTOR(void, $1)(const int32_t *a, int32_t *r, size_t n)
{
    const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    for (size_t i = 0; i < n; i += 8) {
        const int left = n - i < 8 ? (int)(n - i) : 8;
        __m256i mask = _mm256_cmpgt_epi32(_mm256_set1_epi32(left), lanes), x = $2;
        _mm256_maskstore_epi32(r + i, $3, _mm256_add_epi32(x, x));
    }
}
#endif
END
}
row=x86_64-haswell-gcc-O2
kernel masked '_mm256_maskload_epi32(a + i, mask)' mask
check "a user's masked load" exits 0 "$crosslane" run --kernels "$work/masked" --row $row --no-cache
check "its crash is the emulator's" prints "^known bug qemu-vpmaskmov: masked on $row"
kernel stored '_mm256_loadu_si256((const __m256i *)(a + i)); (void)mask' '_mm256_set1_epi32(-1)'
check "a kernel that reads and writes too far" exits 1 "$crosslane" run --kernels "$work/stored" --row $row --no-cache
if grep -qw avx2 /proc/cpuinfo; then
    check "the masked load is right" exits 0 "$crosslane" run --kernels "$work/masked" --row x86_64-native_avx2-gcc-O2 --no-cache
fi
conclude
