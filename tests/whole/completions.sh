#!/bin/sh
# The completions of bash, fish and zsh load there, and complete every command, every option and values; the manual page has them too.
# SPDX-License-Identifier: MIT
# Usage: completions.sh CROSSLANE
set -u
crosslane=$(realpath "$1")
. "$(dirname "$0")/checking.sh"
shells=0

# What the shells call: the work tree's ./crosslane, in a directory with a blank, with the tool that is tested.
place="$work/a b"
mkdir -p "$place/build/host"
ln -s "$crosslane" "$place/build/host/crosslane"
cp -R "$root/crosslane" "$place"
mkdir -p "$place/harness"
cp -R "$root/harness/cli" "$root/harness/base" "$place/harness"
cd "$place" || exit 2

# "COMMAND OPTION" of each; those of scripts too.
"$crosslane" list options | cut -f 1,2 | tr '\t' ' ' | sort -u >"$work/options"
sed -n 's/^XL_COMMAND(\([a-z]*\), .*/\1/p' harness/cli/commands.def >"$work/commands"

# Lines to complete. Behind the options of each command, some that have words of their own.
{
    echo './crosslane '
    sed 's/.*/.\/crosslane & --/' "$work/commands"
    echo './crosslane run --tier '
    echo './crosslane suite --row riscv64-v256-gcc-'
    echo './crosslane run --kernel add_f'
    echo './crosslane matrix '
    echo './crosslane help co'
    echo './crosslane run --kernels '
    echo './crosslane exec --row x -- ls --'
} >"$work/lines"

# complete_in_SHELL SCRIPT: reads lines, prints LINE|WORD for each word that the line can go on with.
complete_in_bash() {
    bash -c '. "$1"
        complete -p crosslane >/dev/null || exit 1
        while IFS= read -r line; do
            read -r -a COMP_WORDS <<<"$line"
            [ "${line% }" = "$line" ] || COMP_WORDS+=("")
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _crosslane ./crosslane "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            for word in "${COMPREPLY[@]}"; do echo "$line|$word"; done
        done' bash "$1"
}

complete_in_fish() {
    HOME=$work fish --no-config -c 'source $argv[1]; or exit 1
        while read -l line
            for word in (complete -C "$line" | string replace -r "\t.*" "")
                echo "$line|$word"
            end
        end
        true' "$1"
}

# In a terminal of its own; what completes writes down what it adds.
cat >"$work/inner.zsh" <<'END_OF_INNER'
# Where a package has put it, or as the startup file reads it.
[[ ! -e $WORK/functions ]] || fpath=($WORK/functions $fpath)
autoload -Uz compinit
compinit -u -d $WORK/dump
[[ -e $WORK/functions ]] || . $WORK/script.zsh
compadd() {
    local -a hits
    if [[ " ${@[1,(i)(-|--)]} " == *' -'[a-zA-Z]#[OAD]' '* ]]; then builtin compadd "$@"; return; fi
    builtin compadd -A hits "$@"
    (( ! $#hits )) || print -rl -- $hits >>$WORK/hits
}
setopt extended_glob
tab() { zle complete-word; print done >>$WORK/done; }
zle -N tab
bindkey '^I' tab
print ready >>$WORK/done
END_OF_INNER
cat >"$work/outer.zsh" <<'END_OF_OUTER'
zmodload zsh/zpty zsh/zselect
zpty -b inner zsh -f -i
# await: until the inner shell has written WORK/done, 10 s at most.
await() {
    local i
    for i in {1..1000}; do
        zpty -r -t inner trash
        [[ ! -s $WORK/done ]] || { : >$WORK/done; return; }
        zselect -t 1
    done
    print -u2 "zsh does not answer: $1"
    exit 1
}
: >$WORK/done
zpty -w inner "cd ${(q)PWD}; . $WORK/inner.zsh"
await start
while IFS= read -r line; do
    : >$WORK/hits
    zpty -w -n inner "$line"$'\t'
    await $line
    zpty -w -n inner $'\C-u'
    while IFS= read -r hit; do print -r -- "$line|$hit"; done <$WORK/hits
done
zpty -d inner
END_OF_OUTER
complete_in_zsh() {
    cp "$1" "$work/script.zsh"
    WORK=$work HOME=$work TERM=vt100 zsh -f "$work/outer.zsh"
}

# look SHELL SCRIPT: prints what the shell does not complete, and what it should not.
look() {
    "complete_in_$1" "$2" <"$work/lines" >"$work/words" 2>"$work/err" || echo "$1 does not load its completions: $(head -n 1 "$work/err")"
    while read -r command; do
        grep -q -x -F "./crosslane |$command" "$work/words" || echo "$1 does not complete the command $command"
    done <"$work/commands"
    while read -r command option; do
        grep -q -x -F "./crosslane $command --|$option" "$work/words" || echo "$1 does not complete $command $option"
    done <"$work/options"
    for wanted in 'run --tier |pr' 'run --tier |full' 'suite --row riscv64-v256-gcc-|riscv64-v256-gcc-O2' 'run --kernel add_f|add_f32' \
        'matrix |docs' 'help co|completions'; do
        grep -q -x -F "./crosslane $wanted" "$work/words" || echo "$1 does not complete: ./crosslane $wanted"
    done
    # After -- come another program's words.
    ! grep -q -x -F './crosslane exec --row x -- ls --|--row' "$work/words" || echo "$1 completes its options behind --"
    ! grep -q -e '^./crosslane help co|ci$' -e '^./crosslane list |--row' "$work/words" || echo "$1 completes words that do not begin so"
}

for shell in bash fish zsh; do
    if ! command -v $shell >/dev/null; then
        skip completions "no $shell (apt-get install -y $shell)"
        continue
    fi
    ./crosslane completions $shell >"$work/completions.$shell" || fail "./crosslane completions $shell: exit $?"
    look $shell "$work/completions.$shell" >"$work/missing"
    while read -r line; do fail "$line"; done <"$work/missing"
    shells=$((shells + 1))
done

# zsh finds it by itself where a package has put it.
if command -v zsh >/dev/null; then
    mkdir "$work/functions"
    rm -f "$work/dump"
    cp "$work/completions.zsh" "$work/functions/_crosslane"
    printf '%s\n' './crosslane run --tier ' './crosslane run --qui' | complete_in_zsh /dev/null >"$work/words" 2>&1
    { grep -q -x -F './crosslane run --tier |pr' "$work/words" && grep -q -x -F './crosslane run --qui|--quick' "$work/words"; } ||
        fail "zsh does not complete from a file of its path: $(head -n 3 "$work/words")"
fi

# Before a build, no names, and no message.
rm "$place/build/host/crosslane"
said=$(./crosslane completions rows 2>&1) && [ -z "$said" ] || fail "./crosslane completions rows, without a build: '$said'"

# The manual page has each option below its command, and no reader complains.
page=$root/docs/crosslane.1
manual() { awk -v command="$1" '/^\.S[SH] / { is_it = $0 == ".SS " command } is_it' "$page" | sed 's/\\-/-/g'; }
while read -r command option; do
    [ "$option" = --help ] || manual "$command" | grep -q -e "$option\([] |]\|\$\)" || echo "$command $option"
done <"$work/options" >"$work/missing"
while read -r line; do fail "docs/crosslane.1 has no $line"; done <"$work/missing"
if command -v mandoc >/dev/null; then
    mandoc -Tlint "$page" >"$work/said" || fail "mandoc -Tlint docs/crosslane.1: $(cat "$work/said")"
else
    skip completions "no mandoc (apt-get install -y mandoc)"
fi
[ "$failed" != 0 ] || echo "$(wc -l <"$work/options") options in $shells shells and in the manual page"
[ "$failed" = 0 ]
