#!/bin/sh
# Writes the kernels of libmvec from the dynamic symbols of the sysroots' libmvec.so, to standard output: every function that it exports.
# SPDX-License-Identifier: MIT
# Usage: generate.sh >libmvec.c
set -eu
root=$(CDPATH= cd "$(dirname "$0")/../../.." && pwd)
cat <<'END'
/* Every vector function of libmvec. Written by generate.sh.
 * SPDX-License-Identifier: MIT
 */
#include "mvec_more.h"
END
for arch in x86_64 aarch64; do
    readelf --dyn-syms -W "$("$root/sysroots/mk-sysroot" "$arch")/usr/lib/$arch-linux-gnu/libmvec.so.1" |
        grep -o '_ZGV[A-Za-z0-9_]*' | LC_ALL=C sort -u | sed "s/^_ZGV\(.\)[MN]\([0-9x]*\)\(v*\)_\(.*\)$/$arch \1 \2 \3 \4 &/"
done | awk '
    {
        letter = $2; lanes = $3; operands = $4; name = $5; symbol = $6; type = "f64"
        if (name ~ /f$/ && name != "erf") { type = "f32"; sub(/f$/, "", name) }
        is_half = letter == "n" && type == "f32" && lanes == 2
        kind = letter == "c" ? "c_" : is_half ? "n2_" : ""
        kernel = kind name "_" type
        if (!(kernel in of)) order[++count] = kernel
        if (index(of[kernel], " " letter)) { print "generate.sh: error: " symbol " is a second " kernel >"/dev/stderr"; exit 1 }
        of[kernel] = of[kernel] " " letter
        is_for[kernel] = is_for[kernel] ($1 == "x86_64" ? "x" : "a")
        symbols[kernel] = symbol; names[kernel] = name; types[kernel] = type; forms[kernel] = operands; halves[kernel] = is_half
    }
    END {
        for (k = 1; k <= count; k++) {
            kernel = order[k]; name = names[kernel]; type = types[kernel]; form = forms[kernel]
            letters = of[kernel]
            isas = letters == " c" ? "\"avx2\", .dispatch = {{\"" (form == "vvv" ? "\", \"_ZGVbN*_sincos" : "sse4\", \"_ZGVbN*_" name) (type == "f32" ? "f" : "") (form == "vvv" ? "" : "_sse4") "\"}}" : halves[kernel] ? "\"neon\", .narrow = \"vectors of 64 bits\"" : \
                letters == " b d e n s" ? "MVEC_ALL" : letters == " b d e" ? "MVEC_X86" : letters == " n s" ? "MVEC_ARM" : ""
            if (isas == "") { print "generate.sh: error: " kernel " has functions for" letters " only" >"/dev/stderr"; exit 1 }
            printf "\nXL_KERNEL(%s, MVEC_%s(\"%s\", %s, %s))\n", kernel, form, name == "logp1" ? "log1p" : name, type, isas
            symbol = letters == " c" ? symbols[kernel] : "MVEC_" type "(" form ", " name ")"
            if (form == "vvv")
                printf "#if %s\nMVEC_SINCOS(%s, %s, %s, %s, %d)\n#endif\n", letters == " c" ? "XL_ISA_IS_avx2" : "XL_ISA_IS_sse4 || XL_ISA_IS_avx2 || XL_ISA_IS_avx512", \
                    kernel, type, symbol, letters == " c" ? "__m128i" : "mvec_pointers", (letters == " c") * (type == "f32" ? 4 : 2) + (letters != " c") * (type == "f32" ? 2 : 1)
            else if (halves[kernel])
                printf "#if XL_ISA_IS_neon\nMVEC_HALF_%s(%s, %s)\n#endif\n", form, kernel, symbols[kernel]
            else
                printf "MVEC_CALL_%s(%s, %s, %s)\n", form, kernel, type, symbol
        }
    }'
