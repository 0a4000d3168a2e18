# Completes command lines of crosslane in bash. `eval "$(./crosslane completions bash)"` reads it.
# SPDX-License-Identifier: MIT
#
# All that it knows is asked of the host tool beside the ./crosslane that is being typed. It builds nothing: before the first
# run there is no tool, and nothing is completed.

# _crosslane_value OPTION: the words that may stand behind this option of $command; fails if it takes no value.
_crosslane_value() {
    local line
    line=$("$tool" list options | awk -F '\t' -v command="$command" -v option="$1" '
        $1 == command && $2 == option && $3 != "" { print $3; exit }')
    [ -n "$line" ] || return 1
    case $1 in
    --row) "$tool" list rows | cut -f 1 ;;
    --kernel | --plot | --like) "$tool" list kernels | cut -f 1 ;;
    *) case $line in *'|'*) echo "$line" | tr '|' '\n' ;; esac ;;
    esac
}

# The options of $command, and behind it alone also the words that begin its forms.
_crosslane_words() {
    "$tool" list options | awk -F '\t' -v command="$command" '$1 == command { print $2 }'
    [ "$COMP_CWORD" != 2 ] || "$tool" list commands | awk -F '\t' -v command="$command" '
        $1 == command && $3 ~ /^[a-z]/ { sub(/ .*/, "", $3); gsub(/\|/, "\n", $3); print $3 }'
}

_crosslane() {
    local tool=${1%/*}/build/host/crosslane command=${COMP_WORDS[1]} words
    COMPREPLY=()
    [ -x "$tool" ] || return
    if [ "$COMP_CWORD" = 1 ]; then
        words=$("$tool" list commands | cut -f 1 | uniq)
    else
        words=$(_crosslane_value "$3") || words=$(_crosslane_words)
    fi
    COMPREPLY=($(compgen -W "$words" -- "$2"))
}

# Where there is no word, a file.
complete -o default -F _crosslane crosslane
