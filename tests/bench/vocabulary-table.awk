# Reads vocabulary-functions.awk's list, then files ISA.counts of vocabulary-count.awk. Writes a table: operations by ISA.
# With -v form=list: a line for each cell: OPERATION <tab> TYPE <tab> ISA <tab> CELL.
# A cell is "native", the vector instructions, "memory", "loop" or "call".
# SPDX-License-Identifier: MIT
BEGIN { FS = "\t" }

FILENAME ~ /list$/ { fn[++functions] = $1; label[functions] = $2; type[functions] = $3; base[functions] = $4; next }
FNR == 1 { isa = FILENAME; sub(/.*\//, "", isa); sub(/\.counts$/, "", isa); order[++isas] = isa }
{ count[isa, $1] = $2; why[isa, $1] = $3 }

# What one load, store, comparison or selection costs: the difference of two functions.
function cost(isa, what, kind, t, load, store, select) {
    kind = substr(what, 1, 1); t = substr(what, 3)
    if (kind == "L" || kind == "S") {
        store = count[isa, "l2_" t] - count[isa, "l1_" t]
        load = count[isa, "l3_" t] - count[isa, "l2_" t]
        return kind == "L" ? load : store
    }
    load = cost(isa, "L:u" t)
    select = count[isa, "k2_" t] - count[isa, "k1_" t] - 2 * load - cost(isa, "S:u" t)
    if (kind == "U") return select
    return 2 * load + count[isa, "k1_" t] - 4 * load - cost(isa, "S:u" t) - select
}

function cell(isa, f, n, part, parts, i) {
    if (!((isa, fn[f]) in count)) { print "no code of " label[f] " for " isa >"/dev/stderr"; failed = 1; return "?" }
    if (why[isa, fn[f]] == "stack") return "memory"
    if (why[isa, fn[f]] != "0") return why[isa, fn[f]]
    n = count[isa, fn[f]]
    parts = split(base[f], part, " ")
    for (i = 1; i <= parts; i++) n -= cost(isa, part[i])
    return n <= 1 ? "native" : n
}

END {
    for (f = 1; f <= functions; f++) {
        row = ""
        for (i = 1; i <= isas; i++) {
            what = cell(order[i], f)
            if (form == "list") printf "%s\t%s\t%s\t%s\n", label[f], type[f], order[i], what
            row = row " " (what == "native" ? "1" : what == "memory" ? "**memory**" : what) " |"
        }
        if (!((label[f], row) in types)) {
            rows[label[f]] = rows[label[f]] (rows[label[f]] == "" ? "" : "\n") row
            if (!(label[f] in seen)) { seen[label[f]] = 1; labels[++names] = label[f] }
            types[label[f], row] = type[f]
        } else types[label[f], row] = types[label[f], row] " " type[f]
    }
    if (form == "list") exit failed
    printf "| operation | types |"
    for (i = 1; i <= isas; i++) printf " %s |", order[i]
    printf "\n|---|---|"
    for (i = 1; i <= isas; i++) printf "--:|"
    printf "\n"
    for (n = 1; n <= names; n++) {
        parts = split(rows[labels[n]], line, "\n")
        for (p = 1; p <= parts; p++) printf "| `%s` | %s |%s\n", labels[n], types[labels[n], line[p]], line[p]
    }
    exit failed
}
