#!/bin/sh
# Writes FOLDER/disassembly-ISA: the instructions of an agent's kernels and of its own code, which harness/evidence/listing.c
# reads. Only when the agent is newer. The host's own tools (CROSSLANE_TOOLS=host) may have no llvm-objdump: then there is none, and
# evidence says so. An llvm-objdump that fails is an error.
# SPDX-License-Identifier: MIT
# Usage: disassemble.sh FOLDER ISA ARCH TOOLS        TOOLS: the tree of mk-tools, or "host"
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$1
isa=$2
arch=$3
agent=$folder/agent-$isa
listing=$folder/disassembly-$isa
[ -e "$agent" ] || exit 0
if [ "$listing" -nt "$agent" ] && [ "$listing" -nt "$0" ]; then exit 0; fi

if [ "$4" = host ]; then objdump=$(command -v llvm-objdump-19 || command -v llvm-objdump) || { rm -f "$listing"; exit 0; }
else objdump=$4/usr/lib/llvm-19/bin/llvm-objdump; fi

# So that every instruction of every ISA of the architecture is decoded.
options=$(sed -n "s/^XL_OBJDUMP($arch, *\"\(.*\)\")/\1/p" "$root/arch/$arch/arch.def")

# SLEEF's kernels have a library linked in, which the assembler took for data: its code is read from the library itself.
library=$folder/sleef/library
code() {
    "$objdump" -d --no-show-raw-insn -j .text $options "$agent" || return
    [ ! -e "$library" ] || "$objdump" -d --no-show-raw-insn $options $(library_options) "$(cat "$library")"
}
library_options() {
    echo "--adjust-vma=0x$("$objdump" -t "$agent" | sed -n 's/^0*\([0-9a-f]*\) .* xl_sleef_library$/\1/p')"
}

# The symbols first: those of kernels, local ones of the files that kernels are in, and the agent's own. Then the code.
rm -f "$listing" "$listing.failed"
{ { "$objdump" -t "$agent" && echo .code && code; } || : >"$listing.failed"; } | awk -v isa="$isa" -v arch="$arch" '
    BEGIN { is_thumb = arch == "armhf"; kernel = "__" isa "(\\.library)?$"; print "crosslane-disassembly 1" }
    function address(text) { sub(/^0+/, "", text); return text }
    # Thumb functions have odd addresses.
    function even(text) {
        digit = index("13579bdf", substr(text, length(text)))
        return digit && is_thumb ? substr(text, 1, length(text) - 1) substr("02468ace", digit, 1) : text
    }
    !in_code && / df \*ABS\*/ { file = $NF; next }
    !in_code && substr($0, length($1) + 8, 1) == "F" {
        if (substr($0, length($1) + 2, 1) == "l") { locals++; file_of[locals] = file; address_of[locals] = even(address($1)) }
        else if ($NF ~ kernel) { keep[even(address($1))] = 1; name = $NF; sub(kernel, "", name); files[name ".c"] = 1 }
        else if ($NF == "main" || $NF ~ /^xl_/) keep[even(address($1))] = 1
        next
    }
    $0 == ".code" {
        in_code = 1
        for (i = 1; i <= locals; i++) if (file_of[i] in files) keep[address_of[i]] = 1
        next
    }
    !in_code { next }
    /^[0-9a-f]+ <.*>:$/ {
        on = address($1) in keep
        if (on) { name = $2; gsub(/[<>:]/, "", name); print ":" address($1) " " name }
        next
    }
    # A zero word begins the traceback table behind the code of a function (64-Bit ELF V2 ABI, "Traceback Tables"), whose
    # other words may look like instructions.
    on && arch == "ppc64el" && (/^[ \t]*\.\.\.$/ || /^ *[0-9a-f]+:[ \t]+(<unknown>|\.long[ \t]+0x0$)/) { on = 0 }
    on && /^ *[0-9a-f]+:/ {
        sub(/^ */, "")
        colon = index($0, ":")
        code = substr($0, colon + 1)
        sub(/^[ \t]+/, "", code)
        sub(/[ \t]*(#|\/\/|@|;) .*$/, "", code)
        sub(/[ \t]+$/, "", code)
        if (code ~ /^[.<]/ || code == "") next
        if (!index(code, "\t")) sub(/ +/, "\t", code)
        print substr($0, 1, colon - 1) " " code
    }
' >"$listing.new"
if [ -e "$listing.failed" ]; then
    rm -f "$listing.failed" "$listing.new"
    echo "error: $objdump cannot disassemble $agent: without that there is no evidence" >&2
    exit 1
fi
mv "$listing.new" "$listing"
