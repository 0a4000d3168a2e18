# Completes command lines of crosslane in zsh. `eval "$(./crosslane completions zsh)"` reads it.
# SPDX-License-Identifier: MIT
#
# All that it knows is asked of the host tool beside the ./crosslane that is being typed. It builds nothing: before the first
# run there is no tool, and nothing is completed.

# _crosslane_names rows|kernels
_crosslane_names() {
    compadd -- ${(f)"$("$tool" list $1 | cut -f 1)"}
}

# The specifications of _arguments for $command: its options, then the words that begin its forms, then files.
_crosslane_specs() {
    "$tool" list options | awk -F '\t' -v command="$1" '
        function action(option, value) {
            if (option == "--row") return " _crosslane_names rows"
            if (option ~ /^--(kernel|plot|like)$/) return " _crosslane_names kernels"
            if (value ~ /\|/) { gsub(/\|/, " ", value); return "(" value ")" }
            return value == "DIR" ? "_files -/" : value == "FILE" ? "_files" : " "
        }
        $1 == command {
            text = $4
            gsub(/[][\\]/, "\\\\&", text)
            print "*" $2 "[" text "]" ($3 == "" ? "" : ":" $3 ":" action($2, $3))
        }'
    "$tool" list commands | awk -F '\t' -v command="$1" '
        $1 == command && $3 ~ /^[a-z]/ { sub(/ .*/, "", $3); gsub(/\|/, " ", $3); words = words " " $3 }
        END { if (words != "") print "1: :(" words ")"; print "*:file:_files" }'
}

_crosslane() {
    local tool=${words[1]%/*}/build/host/crosslane
    local -a names specs
    [[ -x $tool ]] || return 1
    if (( CURRENT == 2 )); then
        names=(${(f)"$("$tool" list commands | awk -F '\t' '$2 != "" { print $1 ":" $4 }')"})
        _describe command names
        return
    fi
    specs=(${(f)"$(_crosslane_specs $words[2])"})
    shift words
    (( CURRENT-- ))
    _arguments $specs
}

compdef _crosslane crosslane
