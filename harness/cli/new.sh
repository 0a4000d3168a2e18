# `crosslane new kernel NAME --like MODEL`: a kernel to fill in, made from one that is there. Read by ./crosslane.
# SPDX-License-Identifier: MIT

new_usage() {
    usage_of new
    cat <<'END'
Writes kernels/FOLDER/NAME.c, which compiles, runs and fails until its vector code is filled in. Record, reference and
prototype are MODEL's: a kernel of this repository, or the beginning of one's name (--like dot).
FOLDER is MODEL's own folder, if not given.
END
}

new_error() {
    echo "crosslane: error: $*" >&2
    exit 2
}

# The file of the kernel that is named so, or of the first whose name begins so.
new_model() {
    found=
    for file in "$root"/kernels/*/"$1".c "$root"/kernels/*/"$1"_*.c; do
        [ ! -e "$file" ] || found=$file
        grep -qsE '^XL_(VECTOR|STEP_[A-Z0-9]+)\(' "$file" && { echo "$file"; return; }
    done
    if [ -n "$found" ]; then
        new_error "--like $1: its vector code is in a header of its folder: name a kernel that has it in its own file," \
            "such as add_f32"
    fi
    new_error "--like $1: no kernel is named so, or begins so; ./crosslane list kernels has them"
}

# The model's file under another name, with nothing in its vector code.
new_text() {
    awk -v old="$2" -v new="$3" '
        function renamed(line, out) {
            while (match(line, "(^|[^A-Za-z0-9_])" old "($|[^A-Za-z0-9])")) {
                out = out substr(line, 1, RSTART - 1) renamed_once(substr(line, RSTART, RLENGTH))
                line = substr(line, RSTART + RLENGTH)
            }
            return out line
        }
        function renamed_once(part) { sub(old, new, part); return part }
        # The names of the parameters: the last word of each.
        function empty_body(prototype, count, i, parameter, parameters, type) {
            type = prototype
            sub(/^XL_VECTOR\(/, "", type)
            sub(/,.*/, "", type)
            if (prototype ~ /^XL_STEP_/) {
                print "    /* To be filled in: what one step of the loop does; kernels/elementwise.h. */"
                if (prototype ~ /^XL_STEP_[23]/) print "    (void)b;"
                if (prototype ~ /^XL_STEP_3/) print "    (void)c;"
                if (prototype ~ /^XL_STEP_BY/) print "    (void)by;"
                print "    return a;"
                return
            }
            sub(/^XL_VECTOR\([^)]*\)\(/, "", prototype)
            sub(/\)[^)]*$/, "", prototype)
            print "    /* To be filled in: the loop over strips, as arch/vec.h and docs/first-kernel.md have it. */"
            count = split(prototype, parameters, ",")
            for (i = 1; i <= count; i++) {
                parameter = parameters[i]
                gsub(/[^A-Za-z0-9_]+/, " ", parameter)
                sub(/ +$/, "", parameter)
                sub(/.* /, "", parameter)
                print "    (void)" parameter ";"
            }
            if (type != "void") print "    return 0;"
        }
        NR == 1 { print "/* " new ": what it computes, in a line. Made like " old "."; in_head = 1; if (/\*\/$/) in_head = 0; next }
        in_head { if (/SPDX/) print; if (/\*\//) { print " */"; in_head = 0 }; next }
        in_body { if (/^}/) { in_body = 0; print }; next }
        in_prototype || /^XL_(VECTOR|STEP_[A-Z0-9]+)\(/ {
            in_prototype = 1
            if (/^\{/) { print; empty_body(prototype); in_prototype = 0; in_body = 1; next }
            prototype = prototype $0
        }
        { print renamed($0) }
    ' "$1"
}

new_main() {
    [ "${1:-}" != --help ] || { new_usage; exit 0; }
    [ "${1:-}" = kernel ] || { new_usage >&2; exit 2; }
    shift
    name= like= family=
    while [ $# -gt 0 ]; do
        case $1 in
        --like | --family)
            [ $# -gt 1 ] || new_error "$1 wants a value"
            if [ "$1" = --like ]; then like=$2; else family=$2; fi
            shift
            ;;
        -*) new_error "unknown option $1 of new kernel" ;;
        *)
            [ -z "$name" ] || new_error "unexpected argument '$1'"
            name=$1
            ;;
        esac
        shift
    done
    [ -n "$name" ] && [ -n "$like" ] || { new_usage >&2; exit 2; }
    for word in "$name" "$like" ${family:+"$family"}; do
        case $word in
        [a-z]*) ;;
        *) new_error "'$word': a name begins with a small letter" ;;
        esac
        case $word in
        *[!a-z0-9_]*) new_error "'$word': a name has small letters, digits and _ only" ;;
        esac
    done
    taken=$(find "$root/kernels" -name "$name.c")
    [ -z "$taken" ] || new_error "kernel $name is there already: ${taken#"$root/"}"
    model=$(new_model "$like") || exit
    file=$root/kernels/${family:-$(basename "$(dirname "$model")")}/$name.c
    mkdir -p "$(dirname "$file")" && new_text "$model" "$(basename "$model" .c)" "$name" >"$file.new" &&
        mv "$file.new" "$file" || { echo "crosslane: error: cannot write $file" >&2; exit 3; }
    echo "${file#"$root/"}: made like $(basename "$model" .c). Next:"
    echo "  say in its record and reference what it computes, and fill in XL_VECTOR (docs/first-kernel.md)"
    echo "  ./crosslane run --kernel $name      # fails until that is done"
}
