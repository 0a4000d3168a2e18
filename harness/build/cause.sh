#!/bin/sh
# Prints the line of a build log that names the cause of the failure: the first of the most specific ones.
# SPDX-License-Identifier: MIT
# Usage: cause.sh LOG
#
# Tools such as configure print many lines with "error" that are no errors. Like make, they repeat the errors of others before they stop.
exec awk '
    # take(RANK, TEXT): a lower rank is more specific.
    function take(rank, text) {
        sub(/^[ \t|]+/, "", text)
        if (best == "" || rank < best_rank) { best = text; best_rank = rank }
    }
    # Questions and results of configure, CMake and Meson, commands, and counts of 0 errors.
    function is_harmless(line) {
        return line ~ /^(--|checking |Checking |Compiler for |Fetching |Has header |Header |Library |Message: |Program |configure: (checking|WARNING)|creating |config[.]status: )/ ||
               line ~ /(:|[.][.][.]) *(yes|no|YES|NO)([ (].*)?$/ ||
               line ~ /(^|[^0-9])0 errors|[Nn]o errors/ ||
               line ~ /^(\[[0-9]+\/[0-9]+\] )?[^ :]*(cc|[+][+]|gcc|clang|nasm|ar|ld|cxx[.]sh)(-[0-9.]+)? .*-[A-Za-z]/
    }
    { gsub(/\033\[[0-9;]*[mK]/, ""); sub(/\r$/, "") }
    /[^ \t]/ { last = $0 }
    is_wanted && /[^ \t]/ { sub(/^[ \t]+/, ""); best = best " " $0; is_wanted = /:$/ }
    # configure compiles small programs to find out what exists.
    /^(<stdin>|conftest[.][a-z]+):/ { take(6, $0); next }
    # Errors of compilers, assemblers and Meson.
    /^[ \t|]*[^ :][^:]*:[0-9]+:([0-9]+:)? *(fatal error|internal compiler error|[Ee]rror|ERROR): / { take(1, $0); next }
    # Autoconf names the directory here, and the error in the next line.
    /configure: error: in .*:$/ { next }
    is_harmless($0) { next }
    /undefined (reference to|symbol)|multiple definition of|duplicate symbol|ld([.][a-z]+)?: (error|cannot find|fatal)|cannot find -l|relocation truncated/ { take(2, $0); next }
    # CMake names the place here, and the error in the next line.
    /^CMake Error/ { if (best == "" || best_rank > 3) { take(3, $0); is_wanted = /:$/ }; next }
    /^[^ ]*(configure|config[.]status): error: |^[^ ]*auto[a-z]*: error: |^ERROR: |^meson[^ ]*: error: |^[^ :]+:[0-9]+: [*][*][*] / { take(3, $0); next }
    # A missing program, file or rule.
    /No rule to make target|missing and no known rule|sh: .*not found$|command not found|Exec format error|cannot execute/ { take(4, $0); next }
    /^[^ ][^:]*: (fatal )?error: |^[Ee]rror: |^[^ ]*make[^ ]*: [*][*][*] [^[]/ { take(5, $0); next }
    /No such file or directory|Permission denied|No space left/ { take(6, $0); next }
    /make[^ ]*: [*][*][*] / { take(7, $0); next }
    /^FAILED: / { take(8, $0); next }
    /(^|[^A-Za-z_.\/=-])([Ee]rror|ERROR)s?([^A-Za-z_.\/=-]|$)/ { take(9, $0) }
    END {
        if (best == "") take(10, last)
        print best
    }' "$1"
