#!/bin/sh
# Prints the files of kernels whose code stays the same if other files precede them in a translation unit (harness/build/compile-unit.sh).
# SPDX-License-Identifier: MIT
# Usage: may-share.sh FILE...
#
# A file cannot share if it defines macros, has other headers, has pragmas (but for unrolling), has declarations that could merge with those
# of another file, or needs its own options. All other conflicts are compile errors. It reads lines, not C: in doubt, a file cannot share.
set -eu
root=$(CDPATH= cd "$(dirname "$0")/../.." && pwd)
exec awk -v root="$root" '
    function exists(path,    line, status) { status = (getline line < path); close(path); return status >= 0 }
    # Headers that are the same for all kernels: those of Crosslane, and of C without macros of common names.
    function is_common(name) {
        if (name ~ /^<(math|stdint|stddef|stdbool|string|stdlib|limits|float)[.]h>/) return 1
        if (name !~ /^"/) return 0
        sub(/^"/, "", name)
        sub(/".*/, "", name)
        if (name ~ /[.][.]/) return 0
        if (exists(directory "/" name)) return index(directory "/", root "/kernels/") == 1
        return exists(root "/kernels/" name) || exists(root "/arch/" name)
    }
    # A function, or a constant with its value.
    function is_harmless_static(text) {
        sub(/^.*static/, "", text)
        gsub(/__attribute__ *\(\([^()]*\)\)/, "", text)
        if (text ~ /__attribute__|_Alignas|alignas/) return 0
        if (text ~ /^[^=;,(]*[A-Za-z0-9_]\(/) return 1
        if (text !~ /^ *(inline )? *const [^=;,(]*=/) return 0
        gsub(/\{[^{}]*\}/, "", text)
        return text ~ /\{/ || text !~ /,/
    }
    function finish() { if (file != "" && !apart) print file }
    FNR == 1 {
        finish()
        file = FILENAME
        directory = file
        sub(/\/[^\/]*$/, "", directory)
        apart = is_declaring = in_comment = 0
    }
    apart { next }
    {
        gsub(/\/\*([^*]|\*+[^*\/])*\*+\//, " ")
        sub(/\/\/.*/, "")
        if (in_comment && !sub(/^.*\*\//, "")) next
        in_comment = sub(/\/\*.*/, "")
    }
    /^[ \t]*#[ \t]*include/ { name = $0; sub(/^[ \t]*#[ \t]*include[ \t]*/, "", name); apart = !is_common(name); next }
    /^[ \t]*#[ \t]*pragma GCC unroll [0-9]+$/ { next }    # of the next loop only
    /^[ \t]*#/ { apart = !/^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)/; next }
    /_Pragma|__COUNTER__|__INCLUDE_LEVEL__|__BASE_FILE__|[.]autovectorized|\\$/ { apart = 1; next }
    /(^|[^A-Za-z0-9_])static([^A-Za-z0-9_]|$)/ { apart = !is_harmless_static($0); is_declaring = 0; next }
    # A declaration that defines nothing begins in the first column, and has no value and no body.
    /^[A-Za-z_]/ && !/^XL_/ { is_declaring = 1 }
    is_declaring && /[{=]/ { is_declaring = 0; apart = /^[^{=]*;/ || /^extern/; next }
    is_declaring && /;/ { apart = 1 }
    END { finish() }' "$@"
