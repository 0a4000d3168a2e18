# `crosslane new kernel NAME --like MODEL`: a kernel to fill in, made from one that is there. Read by ./crosslane.
# SPDX-License-Identifier: MIT

new_usage() {
    usage_of new
    cat <<'END'

Writes kernels/FOLDER/NAME.c with MODEL's record, reference and prototype. It compiles, runs, and fails until you write its vector code.
  --like MODEL      a kernel of this repository, or the beginning of its name
  --family FOLDER   directory below kernels (default MODEL's)
  --kernels DIR     write into DIR, a directory of your own
END
}

new_error() {
    echo "crosslane: error: new: $1" >&2
    [ $# = 1 ] || echo "  help: $2" | named >&2
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
        new_error "--like: '$1' has its vector code in a header" "name a kernel with its own vector code, such as add_f32"
    fi
    new_error "--like: unknown kernel '$1'" "./crosslane list kernels"
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
                print "    /* Write one step of the loop here: kernels/elementwise.h. */"
                if (prototype ~ /^XL_STEP_[23]/) print "    (void)b;"
                if (prototype ~ /^XL_STEP_3/) print "    (void)c;"
                if (prototype ~ /^XL_STEP_BY/) print "    (void)by;"
                print "    return a;"
                return
            }
            sub(/^XL_VECTOR\([^)]*\)\(/, "", prototype)
            sub(/\)[^)]*$/, "", prototype)
            print "    /* Write the loop over strips here: arch/vec.h, docs/first-kernel.md. */"
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
        NR == 1 { print "/* " new ": what it computes, in a line. Created from " old "."; in_head = 1; if (/\*\/$/) in_head = 0; next }
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
    [ $# -gt 0 ] || new_error "missing kernel NAME" "./crosslane new --help"
    [ "$1" = kernel ] || new_error "unknown kind '$1': only kernels can be created" "./crosslane new --help"
    shift
    name= like= family= into=
    while [ $# -gt 0 ]; do
        case $1 in
        --like | --family | --kernels)
            [ $# -gt 1 ] || new_error "option '$1' needs a value"
            case $1 in
            --like) like=$2 ;;
            --family) family=$2 ;;
            *) into=$2 ;;
            esac
            shift
            ;;
        -*) new_error "unknown option '$1'" "./crosslane new --help" ;;
        *)
            [ -z "$name" ] || new_error "unexpected argument '$1'"
            name=$1
            ;;
        esac
        shift
    done
    [ -n "$name" ] || new_error "missing NAME" "./crosslane new --help"
    [ -n "$like" ] || new_error "missing --like MODEL" "./crosslane new --help"
    for word in "$name" "$like" ${family:+"$family"}; do
        case $word in
        [a-z]*) ;;
        *) new_error "invalid name '$word': it must begin with a lowercase letter" ;;
        esac
        case $word in
        *[!a-z0-9_]*) new_error "invalid name '$word': only lowercase letters, digits and _" ;;
        esac
    done
    [ -z "$family" ] || [ -z "$into" ] || new_error "--family is a folder of Crosslane's own kernels, --kernels another directory: give one of them"
    [ -n "$into" ] || [ -z "$is_installed_copy" ] || new_error "missing --kernels DIR: an installed copy's own kernels stay as they are"
    [ -z "$into" ] || [ -d "$into" ] || new_error "--kernels: no such directory: '$into'" "mkdir -p '$into'"
    taken=$(find "${into:-"$root/kernels"}" -name "$name.c")
    [ -z "$taken" ] || new_error "kernel '$name' exists: ${taken#"$root/"}"
    model=$(new_model "$like") || exit
    file=${into:-"$root/kernels/${family:-$(basename "$(dirname "$model")")}"}/$name.c
    mkdir -p "$(dirname "$file")" && new_text "$model" "$(basename "$model" .c)" "$name" >"$file.new" &&
        mv "$file.new" "$file" || { echo "crosslane: error: cannot write $file" >&2; exit 3; }
    echo "${file#"$root/"}: created from $(basename "$model" .c). Next:"
    echo "  edit its record and reference, write XL_VECTOR: docs/first-kernel.md"
    if [ -n "$into" ]; then echo "  ./crosslane run --kernels '$into' --kernel $name      # fails until XL_VECTOR is written"
    else echo "  ./crosslane run --kernel $name      # fails until XL_VECTOR is written"; fi | named
}
