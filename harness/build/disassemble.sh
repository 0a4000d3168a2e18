#!/bin/sh
# Writes FOLDER/disassembly-ISA, if the agent is newer: the instructions of the kernels, of the libraries that they need, and of the agent.
# harness/code/disassembly.c reads it. With CROSSLANE_TOOLS=host, llvm-objdump may be missing: then there is no file, and evidence reports
# that. If llvm-objdump fails, it is an error.
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
if [ "$listing" -nt "$agent" ] && [ "$listing" -nt "$0" ] && [ "$listing" -nt "$root/arch/$arch/arch.def" ]; then exit 0; fi

if [ "$4" = host ]; then objdump=$(command -v llvm-objdump-19 || command -v llvm-objdump) || { rm -f "$listing"; exit 0; }
else objdump=$4/usr/lib/llvm-19/bin/llvm-objdump; fi

fail() {
    rm -f "$listing.failed" "$listing.new"
    echo "error: $objdump cannot disassemble $agent: without that there is no evidence" >&2
    exit 1
}

# Decodes the instructions of all ISAs of the architecture.
options=$(sed -n "s/^XL_OBJDUMP($arch, *\"\(.*\)\")/\1/p" "$root/arch/$arch/arch.def")

# Reads the linker's map: where each part of the code begins, and its object, sorted by address. The code of the C library and of the
# compiler, nine tenths of all, has the one name "toolchain", with one line for adjacent parts. The compiler may name its own files where a
# symbolic link to them leads.
sysroot=$(cut -d ' ' -f 1 "$folder/made-from" 2>/dev/null) || :
real_tools=$(realpath -q "$4") || real_tools=$4
parts=$(awk -v sysroot="$sysroot/" -v tools="$4/" -v real_tools="$real_tools/" '
    function is_of_toolchain(name) {
        return index(name, sysroot) == 1 || index(name, tools) == 1 || index(name, real_tools) == 1 || name ~ /^(\/usr)?\/lib/ || name ~ /\/cxx\/library\/libstdc\+\+\.a\(/ || name ~ /^\/usr\/[^\/]*-linux-gnu/
    }
    function take_part(at, size, name) {
        sub(/^0x/, "", at)
        sub(/^0+/, "", at)
        if (size ~ /^(0x)?0+$/ || at == "") return
        if (is_of_toolchain(name)) name = "toolchain"
        if (name != last || name != "toolchain") print at " " name
        last = name
    }
    !is_long && !index($0, ".text") { next }
    # lld: VMA LMA SIZE ALIGN OBJECT:(SECTION)
    /^ *[0-9a-f]+ +[0-9a-f]+ +[0-9a-f]+ +[0-9]+ .*:\(\.text[^()]*\)$/ {
        at = $1; size = $3
        sub(/^ *[^ ]+ +[^ ]+ +[^ ]+ +[^ ]+ +/, "")
        sub(/:\(\.text[^()]*\)$/, "")
        take_part(at, size, $0)
    }
    # GNU ld: SECTION ADDRESS SIZE OBJECT, with the end of the line after a long name of a section.
    /^ \.text[^ ]*$/ { is_long = 1; next }
    (is_long || /^ \.text[^ ]* /) && /^ (\.text[^ ]*)? +0x[0-9a-f]+ +0x[0-9a-f]+ / {
        sub(/^ (\.text[^ ]*)? +/, "")
        at = $1; size = $2
        sub(/^[^ ]+ +[^ ]+ +/, "")
        take_part(at, size, $0)
    }
    { is_long = 0 }' "$agent.map") || fail
# The address ranges of the other code, one per line. The linker puts nearly all code of the toolchain behind the kernels, and its own stubs
# behind that.
ranges=$(echo "$parts" | awk '
    $2 != "toolchain" && !from { from = $1 }
    $2 == "toolchain" && from { to = $1; again = ""; next }
    to && !again { again = $1 }
    END {
        if (from) print "--start-address=0x" from (to ? " --stop-address=0x" to : "")
        if (again) print "--start-address=0x" again
    }')

# SLEEF's kernels link a library that the assembler included as data: its code is read from the library itself.
library=$folder/sleef/library
# The symbols and the code of each range: of all objects but the agent's and the toolchain's. Symbols of a library are in no range.
code() {
    [ ! -e "$library" ] || "$objdump" -t "$agent" || return
    echo "$ranges" | while read -r range; do
        "$objdump" -t -d --no-show-raw-insn -j .text $options $range "$agent" || exit
    done || return
    [ ! -e "$library" ] || "$objdump" -d --no-show-raw-insn $options $(library_options) "$(cat "$library")"
}
library_options() {
    echo "--adjust-vma=0x$("$objdump" -t "$agent" | sed -n 's/^0*\([0-9a-f]*\) .* xl_sleef_library$/\1/p')"
}

rm -f "$listing" "$listing.failed"
{ { echo "$parts" && echo .code && code; } || : >"$listing.failed"; } |
    awk -v isa="$isa" -v arch="$arch" '
    BEGIN { is_thumb = arch == "armhf"; library = "__" isa "\\.library$"; in_parts = 1; print "crosslane-disassembly 3" }
    function address(text) { sub(/^0+/, "", text); return text }
    # Addresses get the same length, so that they compare as strings.
    function padded(text) { return substr("0000000000000000", length(text) + 1) text }
    # Thumb functions have odd addresses.
    function even(text) {
        digit = index("13579bdf", substr(text, length(text)))
        return digit && is_thumb ? substr(text, 1, length(text) - 1) substr("02468ace", digit, 1) : text
    }
    # The object of a function. Parts and functions are both sorted by address.
    function object_of(at) {
        at = padded(at)
        while (part < parts && start[part + 1] <= at) part++
        return object[part]
    }
    in_parts && $0 == ".code" { in_parts = 0; next }
    in_parts { start[++parts] = padded($1); sub(/^[^ ]+ /, ""); object[parts] = $0; next }
    /^SYMBOL TABLE:$/ { in_code = 0; next }
    /^Disassembly of section / { in_code = 1; next }
    # All names of an address: a linker may merge equal functions, and a function may have aliases.
    !in_code && / \.text\t/ && substr($0, length($1) + 8, 1) == "F" {
        at = even(address($1))
        if (names[at]++) named[at] = named[at] "\n"
        else first[at] = $NF
        named[at] = named[at] "=" $NF
        is_function[at " " $NF] = 1
    }
    !in_code && substr($0, length($1) + 8, 1) == "F" {
        if (substr($0, length($1) + 2, 1) == "l") next
        if ($NF ~ library) of_library[even(address($1))] = 1
        else if ($NF == "__wrap_main" || $NF ~ /^xl_/) agents[even(address($1))] = 1
        next
    }
    !in_code { next }
    /^[0-9a-f]+ <.*>:$/ {
        at = address($1)
        from = at in of_library ? "library" : object_of(at)
        is_agents = from ~ /^CMakeFiles\/(agent|probes|vl-[a-z0-9]*)\.dir\//
        is_paused = 0
        on = is_agents ? at in agents : from != "" && from != "toolchain"
        if (!on) next
        name = $2
        gsub(/[<>:]/, "", name)
        # Labels are no functions, such as one at the end of the code before.
        if (names[at] && !((at " " name) in is_function)) name = first[at]
        print ":" at " " name (is_agents ? "" : "\t" from)
        if (!is_agents && (names[at] > 1 || (names[at] && name ~ /^_Z/))) print named[at]
        next
    }
    # A zero word begins the traceback table behind the code of a function (64-Bit ELF V2 ABI, "Traceback Tables"), whose
    # other words may look like instructions. clang also puts one behind a tail call: code goes on where a branch leads.
    on && arch == "ppc64el" && (/^[ \t]*\.\.\.$/ || /^ *[0-9a-f]+:[ \t]+(<unknown>|\.long[ \t]+0x0$)/) { on = 0; is_paused = 1 }
    is_paused && (substr($1, 1, length($1) - 1) in is_target) { on = 1; is_paused = 0 }
    on && arch == "ppc64el" && match($0, /0x[0-9a-f]+ </) { is_target[substr($0, RSTART + 2, RLENGTH - 4)] = 1 }
    on && /^ *[0-9a-f]+:/ {
        sub(/^ */, "")
        colon = index($0, ":")
        code = substr($0, colon + 1)
        sub(/^[ \t]+/, "", code)
        model = code ~ /<__cpu_(model|features2)[+>]/ ? " <__cpu_model>" : "" # what __builtin_cpu_supports reads
        sub(/[ \t]*(#|\/\/|@|;) .*$/, "", code)
        sub(/[ \t]+$/, "", code)
        if (code ~ /^\./ || code == "") next
        if (!index(code, "\t")) sub(/ +/, "\t", code)
        print substr($0, 1, colon - 1) " " code model
    }
' >"$listing.new"
[ ! -e "$listing.failed" ] || fail

# Adds the demangled C++ names: nm prints the same symbols in the same order.
symbols() { "$objdump" -t "$@" "$agent" | sed -n 's/^[^\t]*\t[0-9a-f][0-9a-f]* \(\.[a-z]* \)\{0,1\}//p'; }
if grep -q '^=_Z' "$listing.new"; then
    symbols >"$listing.mangled" && symbols -C >"$listing.demangled" || fail
    paste "$listing.mangled" "$listing.demangled" |
        awk -F '\t' 'FILENAME == "-" { if ($1 != $2) readable[$1] = $2; next } /^=/ && substr($0, 2) in readable { $0 = $0 "\t" readable[substr($0, 2)] } { print }' - "$listing.new" \
            >"$listing.readable"
    mv "$listing.readable" "$listing.new"
    rm -f "$listing.mangled" "$listing.demangled"
fi
mv "$listing.new" "$listing"
