# Reads arch/vec.h's first comment. Writes C with a function for each operation and lane type, and to the file `list` a line for each:
#   FUNCTION <tab> OPERATION <tab> TYPE <tab> BASE
# BASE is what the function does besides the operation: L:T a load, S:T a store, M:W a mask made by a comparison, U:W a mask used.
# SPDX-License-Identifier: MIT
BEGIN {
    every = "f32 f64 i8 i16 i32 i64 u8 u16 u32 u64"
    FS = "\n"
}

/^ \*\// { exit }
/^ \* ## / { heading($0); next }
/^ \*   [A-Za-z]/ && section { operation(substr($0, 6)) }

function heading(text, found, word, count, i) {
    sub(/^ \* ## /, "", text)
    section = text
    if (text == "Every type") types = every
    else if (text == "Integers") types = "i8 i16 i32 i64 u8 u16 u32 u64"
    else if (text ~ /^Masks/) types = "8 16 32 64"
    else {
        types = ""
        gsub(/[,:]/, " ", text)
        count = split(text, word, " ")
        for (i = 1; i <= count; i++) if (index(" " every " ", " " word[i] " ")) types = types " " word[i]
    }
}

function operation(text, type, count, i, j, class, members, group) {
    if (text ~ /_(lanes|vl)\(/) return
    if (text ~ /xl_A_bitcast_B/) {
        group = split("f32 i32 u32,f64 i64 u64,i16 u16,i8 u8", class, ",")
        for (; group; group--) {
            count = split(class[group], members, " ")
            for (i = 1; i <= count; i++) for (j = 1; j <= count; j++)
                if (i != j) emit(put(put(text, "A", members[i]), "B", members[j]), members[i], members[i])
        }
        return
    }
    if (text !~ /xl_T|xl_mW_/) {
        match(text, /xl_[a-z]+[0-9]+_/)
        emit(text, "", substr(text, RSTART + 3, RLENGTH - 4))
        return
    }
    count = split(types, type, " ")
    for (i = 1; i <= count; i++) {
        if (section ~ /^Masks/) emit(put(text, "W", type[i]), "m" type[i], "u" type[i])
        else if (!(text ~ /_mul(_s)?\(/ && type[i] ~ /^.8$/))
            emit(put(put(put(text, "T", type[i]), "W", substr(type[i], 2)), "E", "xl_e_" type[i]), type[i], type[i])
    }
}

# A letter that stands for a type: T in xl_T_add, W in xl_mW, E alone.
function put(text, letter, by, out, before, after, at) {
    out = ""
    while ((at = index(text, letter))) {
        before = at > 1 ? substr(text, at - 1, 1) : ""
        after = substr(text, at + 1, 1)
        out = out substr(text, 1, at - 1) ((before ~ /[_m( ]/ || before == "") && after !~ /[A-Za-z0-9]/ ? by : letter)
        text = substr(text, at + 1)
    }
    return out text
}

# emit SIGNATURE TYPE LANES: a signature without letters. A number of lanes, bits or a lane is both any and the constant 1.
function emit(text, type, lanes) {
    if (text ~ /(size_t|unsigned) [ik],/) {
        one(text, type, lanes, 0)
        one(text, type, lanes, 1)
    } else one(text, type, lanes, -1)
}

function one(text, type, lanes, constant, result, name, label, rest, part, count, i, p, t, v, params, body, args, base, after, width) {
    result = text; sub(/ ?xl_[a-z0-9_]*\(.*/, "", result)
    match(text, /xl_[a-z0-9_]+\(/)
    name = substr(text, RSTART, RLENGTH - 1)
    rest = substr(text, RSTART + RLENGTH); sub(/\).*/, "", rest)
    count = split(rest, part, /, */)
    params = ""; body = ""; args = ""; base = ""; after = ""
    for (i = 1; i <= count; i++) {
        p = part[i]
        if (p == "vl") { args = args ", vl"; continue }
        v = p; sub(/.*[ *]/, "", v)
        t = p; sub(/[ ]*[a-z]+$/, "", t)
        if (t ~ /^xl_[fiu][0-9]+ \*$/) {                  # a vector that comes back: load2
            t = substr(t, 4); sub(/ \*/, "", t)
            body = body "    xl_" t " v" i ";\n"
            params = params ", xl_e_" t " *restrict p" i
            after = after "    xl_" t "_store(p" i ", v" i ", vl);\n"
            args = args ", &v" i
            base = base " S:" t
        } else if (t ~ /^xl_[fiu][0-9]+$/) {
            t = substr(t, 4)
            params = params ", const xl_e_" t " *restrict p" i
            body = body "    xl_" t " v" i " = xl_" t "_load(p" i ", vl);\n"
            args = args ", v" i
            base = base " L:" t
        } else if (t ~ /^xl_m[0-9]+$/) {
            t = substr(t, 5)
            params = params ", const xl_e_u" t " *restrict p" i ", const xl_e_u" t " *restrict q" i
            body = body "    xl_m" t " v" i " = xl_u" t "_eq(xl_u" t "_load(p" i ", vl), xl_u" t "_load(q" i ", vl), vl);\n"
            args = args ", v" i
            base = base " M:" t
        } else if (constant == 1 && t ~ /^(size_t|unsigned)$/) args = args ", 1"
        else {
            params = params ", " t " p" i
            args = args ", p" i
        }
    }
    args = substr(args, 3)
    if (result ~ /^xl_m/) {
        width = substr(result, 5)
        params = ", xl_e_u" width " *restrict out, const xl_e_u" width " *restrict yes, const xl_e_u" width " *restrict no" params
        body = body "    xl_m" width " r = " name "(" args ");\n    xl_u" width "_store(out, xl_u" width "_select(r, xl_u" width "_load(yes, vl), xl_u" width "_load(no, vl), vl), vl);\n"
        base = base " L:u" width " L:u" width " U:" width " S:u" width
        result = "void"
    } else if (result ~ /^xl_[fiu][0-9]+$/) {
        t = substr(result, 4)
        params = ", xl_e_" t " *restrict out" params
        body = body "    xl_" t "_store(out, " name "(" args "), vl);\n"
        base = base " S:" t
        result = "void"
    } else if (result == "void") body = body "    " name "(" args ");\n" after
    else body = body "    return " name "(" args ");\n"
    label = name
    if (type != "") sub(/^xl_[a-z]+[0-9]+_/, type ~ /^m/ ? "mask " : "", label)
    else sub(/^xl_/, "", label)
    if (constant == 1) label = label " by 1"
    functions++
    printf "%s f%d(%s)\n{\n    const size_t vl = xl_%s_lanes();\n    (void)vl;\n%s}\n", result, functions, substr(params, 3), lanes, body
    printf "f%d\t%s\t%s\t%s\n", functions, label, type, substr(base, 2) >list
}

# What loads, stores, comparisons and selections cost: from differences of functions that have more or fewer of them.
END {
    count = split(every " u128", type, " ")
    for (i = 1; i <= count; i++) {
        t = type[i]
        printf "void l1_%s(xl_e_%s *restrict o, const xl_e_%s *restrict a)\n{\n    size_t vl = xl_%s_lanes();\n    xl_%s_store(o, xl_%s_load(a, vl), vl);\n}\n", t, t, t, t, t, t
        printf "void l2_%s(xl_e_%s *restrict o, xl_e_%s *restrict q, const xl_e_%s *restrict a)\n{\n    size_t vl = xl_%s_lanes();\n    xl_%s v = xl_%s_load(a, vl);\n    xl_%s_store(o, v, vl);\n    xl_%s_store(q, v, vl);\n}\n", t, t, t, t, t, t, t, t, t
        printf "void l3_%s(xl_e_%s *restrict o, xl_e_%s *restrict q, const xl_e_%s *restrict a, const xl_e_%s *restrict b)\n{\n    size_t vl = xl_%s_lanes();\n    xl_%s_store(o, xl_%s_load(a, vl), vl);\n    xl_%s_store(q, xl_%s_load(b, vl), vl);\n}\n", t, t, t, t, t, t, t, t, t, t
    }
    for (w = 8; w <= 64; w *= 2) {
        u = "xl_u" w
        printf "#define LOAD(N) %s_load(p + %d * N, vl)\n", u, 4096
        printf "void k1_%d(xl_e_u%d *restrict o, const xl_e_u%d *restrict p)\n{\n    size_t vl = %s_lanes();\n    %s_store(o, %s_select(%s_eq(LOAD(0), LOAD(1), vl), LOAD(2), LOAD(3), vl), vl);\n}\n", w, w, w, u, u, u, u
        printf "void k2_%d(xl_e_u%d *restrict o, const xl_e_u%d *restrict p)\n{\n    size_t vl = %s_lanes();\n    xl_m%d m = %s_eq(LOAD(0), LOAD(1), vl);\n    %s_store(o, %s_select(m, LOAD(2), LOAD(3), vl), vl);\n    %s_store(o + 4096, %s_select(m, LOAD(4), LOAD(5), vl), vl);\n}\n", w, w, w, u, w, u, u, u, u, u
        print "#undef LOAD"
    }
}
