# Reads `objdump -d --no-show-raw-insn` of one architecture, -v arch=ARCH. Writes a line for each function:
#   FUNCTION <tab> VECTOR INSTRUCTIONS <tab> MEMORY
# MEMORY is 0, or why the count is not the cost: call, stack (vectors on the stack), loop.
# SPDX-License-Identifier: MIT
BEGIN {
    FS = "\t"
    stack = arch == "x86_64" ? "rsp" : arch == "ppc64el" ? "r1" : arch == "s390x" ? "r15" : "sp"
    derive = "^(and|srli\\.d|slli\\.d|alsl\\.d|add|addi|addi\\.d|add\\.d|addvl|addpl|sub|subs|mov|move|mv|mr|lea|la|lay|lgr|aghik|or|paddi)$"
    # Bytes that prologues save: not the operation's.
    saved = arch == "s390x" ? "^(std|ld|stdy|ldy)$" : arch == "ppc64el" ? "^(stfd|lfd)$" : arch == "riscv64" ? "^(fsd|fld)$" : arch == "loong64" ? "^(fst.d|fld.d)$" : "^(vpush|vpop)$"
    for (i = 0; i < 16; i++) digit[substr("0123456789abcdef", i + 1, 1)] = i
}

function number(hex, i, n) {
    for (i = 1; i <= length(hex); i++) n = n * 16 + digit[substr(hex, i, 1)]
    return n
}

function finish() {
    if (name != "") printf "%s\t%d\t%s\n", name, count, why == "" ? "0" : why
}

# Whether an instruction works on vector registers, for the ones of floats too.
function is_vector(op, args) {
    if (arch == "x86_64") return args ~ /[xyz]mm[0-9]|(^|[^a-z0-9])k[0-7]([^0-9]|$)/
    if (arch == "aarch64") return args ~ /(^|[^a-z0-9])[vzqdshb][0-9]|(^|[^a-z0-9])p[0-9]/
    if (arch == "armhf") return op ~ /^v/
    if (arch == "loong64") return op ~ /^(v|xv|f|movgr2fr|movfr2gr)/
    if (arch == "ppc64el") return op ~ /^(v|x[xsv]|p?lxv|p?stxv|lv[xse]|stv|lxs|stxs|mtv|mfv|f|lf|stf)/ && op != "xori" && op != "xoris"
    if (arch == "riscv64") return op ~ /^(v|f)/ && op !~ /^fence/
    return op ~ /^v/ || args ~ /%[vf][0-9]/
}

# Whether an instruction of vector registers reads or writes memory.
function has_address(op, args) {
    if (arch ~ /^(x86_64|aarch64|armhf)$/) return args ~ /\[/
    return args ~ /\(/ || (arch == "loong64" && op ~ /^x?v?f?(ld|st)/) || (arch == "ppc64el" && op ~ /x$|^lxvd|^stxvd|^lxvw|^stxvw/)
}

# What an ISA needs before any operation of a length: predicates of all lanes, the length itself.
function is_length(op) {
    return op ~ /^(vsetv|vsetiv|while|ptrue|pfalse|cnt[bhwd]$|vzeroupper)/
}

/^[0-9a-f]+ <[^.].*>:$/ {
    finish()
    name = $0; sub(/^.*</, "", name); sub(/>:$/, "", name)
    count = 0; why = ""; split("", based)
    based[stack] = 1
    begin = number(substr($0, 1, index($0, " ") - 1))
    next
}

/^ *[0-9a-f]+:\t/ && name != "" {
    here = $1; gsub(/[ :]/, "", here)
    op = $2; args = $3
    if (NF == 2) { args = op; sub(/^[^ ]+ */, "", args); sub(/ .*/, "", op) }
    for (i = 4; i <= NF; i++) args = args " " $i
    sub(/ +$/, "", op)
    target = args
    sub(/[#;] .*/, "", args)
    words = args; gsub(/[^a-zA-Z0-9_.]+/, " ", words)
    parts = split(words, word, " ")
    uses = 0
    for (i = 1; i <= parts; i++) if (word[i] in based && (i > 1 || op ~ /^(st|vst|v?ld)/ || args ~ /^\[|PTR/)) uses = 1
    if (is_vector(op, args)) {
        if (uses && !has_address(op, args)) next # s390x keeps its stack pointer in a register of floats
        if (!is_length(op)) count++
        # A memory operand is a load of its own, or a constant.
        if (arch == "x86_64" && args ~ /PTR/ && op !~ /mov|broadcast|gather|scatter|compress|expand|ins|extr|lddqu/) count++
        if (uses && op !~ saved && !(arch == "aarch64" && args ~ /^d[0-9]+, d[0-9]+, \[sp/) && why != "call") why = "stack"
    } else if (op ~ /^(call|bl|blx|brasl|bctrl|jalr)$/ || (op == "blr" && arch == "aarch64") || (op == "jirl" && args ~ /ra/)) {
        why = "call"
    } else if (op ~ /^(b|j|cbn?z|tbn?z|c.*j)/ && op !~ /^(b|b[.][nw]|j|jg|jmp|br)$/ && match(target, /[0-9a-f]+ </)) {
        # Code apart from the rest ends with a jump back, without a condition: not a loop.
        target = substr(target, RSTART, RLENGTH - 2)
        to = number(target)
        if (to >= begin && to <= number(here) && why == "") why = "loop"
    }
    if (op ~ derive && parts > 1 && !(op != "lea" && args ~ /\[/)) {
        if (uses) based[word[1]] = 1
        else if (word[1] != stack) delete based[word[1]]
    } else if (parts > 1 && op !~ /^(st|s[bhwd]$|vs|xvst|push|cmp|test|b)/ && word[1] in based && word[1] != stack && args !~ /^(\[|.*PTR.*,)/) delete based[word[1]]
}
END { finish() }
