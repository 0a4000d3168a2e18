#!/bin/sh
# Every command and every option is wherever a user looks for it; what somebody who adds one has forgotten is named.
# SPDX-License-Identifier: MIT
# Usage: commands.sh CROSSLANE [ROOT]     ROOT: another work tree
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"
root=${2:-$root}
cd "$root" || exit 2
def=harness/cli/commands.def

# lacks FILE WORD: it is no line of the file.
lacks() { ! grep -q -x -F -e "$2" "$1"; }

# "name<TAB>by" of each command.
sed -n 's/^XL_COMMAND(\([a-z]*\), \(tool\|script\), "[^"]*", "[^"]*")$/\1\t\2/p' $def >"$work/commands"
cut -f 1 "$work/commands" >"$work/names"
grep -v -E '^XL_((COMMAND\([a-z]+, (tool|script)|FORM\([a-z]+), "[^"]*",|GROUP\() ?"[^"]*"\)$|^$' $def | sed '1,/\*\//d' >"$work/unread"
while read -r line; do fail "$def: ./crosslane cannot read this line: $line"; done <"$work/unread"

./crosslane help >"$work/help" || fail "./crosslane help: exit $?"
while IFS='	' read -r name by; do
    grep -q -E "^  $name( |\$)" "$work/help" || fail "./crosslane help does not have $name"
    grep -q -E "crosslane $name([^a-z]|\$)" README.md CONTRIBUTING.md docs/*.md docs/*/*.md ||
        fail "nothing in README.md, CONTRIBUTING.md and docs/ mentions \`./crosslane $name\`"
    if [ "$by" = script ]; then
        grep -q -s "^${name}_main() {" crosslane "harness/cli/$name.sh" ||
            fail "there is no ${name}_main: crosslane or harness/cli/$name.sh is to have it"
    elif ! "$crosslane" "$name" --help 2>"$work/err" | grep -q "^Usage: crosslane $name"; then
        fail "the host tool has no command $name, or its help does not begin 'Usage: crosslane $name': harness/cli/cmd_$name.c"
    fi
done <"$work/commands"

# Without a build: a checkout that has none, and in which none is made. What is not the host tool's has the same help with one.
mkdir -p "$work/bare/harness"
cp -R crosslane CMakeLists.txt docs sysroots arch "$work/bare"
cp -R harness/cli harness/base "$work/bare/harness"
bare() { CROSSLANE_SELF=./crosslane timeout 300 "$work/bare/crosslane" --no-install "$@" >"$work/out" 2>"$work/err" </dev/null; }
bare --version && grep -q -E '^crosslane [0-9]+\.[0-9]+\.[0-9]+( |$)' "$work/out" || fail "./crosslane --version does not print the version of CMakeLists.txt"
while IFS='	' read -r name by; do
    bare help "$name" || fail "./crosslane help $name: exit $? without a build"
    grep -q -E "^Usage: (./)?crosslane $name" "$work/out" || fail "./crosslane help $name says no usage without a build"
    cp "$work/out" "$work/helped"
    bare "$name" --help && cmp -s "$work/out" "$work/helped" || fail "./crosslane $name --help differs from help $name without a build"
    [ "$by" = script ] || "$crosslane" "$name" --help 2>/dev/null | cmp -s "$work/out" - ||
        fail "./crosslane help $name differs without a build: ./crosslane matrix docs"
    wide=$(awk 'length > 80' "$work/out")
    [ -z "$wide" ] || fail "the help of $name is wider than 80 columns: $wide"
done <"$work/commands"
wide=$(awk 'length > 80' "$work/help")
[ -z "$wide" ] || fail "./crosslane help is wider than 80 columns: $wide"
[ ! -e "$work/bare/build/host" ] || fail "help builds the host tool"
bare help none && fail "./crosslane help none: exit 0"
grep -q "unknown command 'none'" "$work/err" || fail "./crosslane help does not name an unknown command"

sed -n 's/^int xl_cli_\([a-z]*\)(int argc, char \*\*argv)$/\1/p' harness/cli/cmd_*.c >"$work/made"
sed -n 's/^\([a-z]*\)_main() {$/\1/p' crosslane harness/cli/*.sh >>"$work/made"
while read -r name; do
    ! lacks "$work/names" "$name" || fail "$def has no line for $name"
done <"$work/made"

# What the options of scripts are is said in their words alone.
"$crosslane" list options >"$work/options"
for file in harness/cli/*.sh; do
    name=$(basename "$file" .sh)
    sed -n 's/^ *\(--[a-z-]*\( | --[a-z-]*\)*\)) .*/\1/p; s/^ *\(--[a-z-]*\( | --[a-z-]*\)*\))$/\1/p' "$file" | tr -d ' ' | tr '|' '\n' |
        while read -r option; do
            [ "$option" = --help ] || grep "^XL_[A-Z]*($name, " $def | grep -q -e "$option[] \"]" ||
                echo "$def: the words of $name lack $option, which $file takes"
        done
done >"$work/unsaid"
while read -r line; do fail "$line"; done <"$work/unsaid"

# taken NAME OPTION [VALUE]: what stands behind an option is still read, or the value is refused with a message.
taken() {
    "$crosslane" "$@" --help >"$work/out" 2>"$work/err" </dev/null && return
    ! grep -q 'unknown option' "$work/err" || fail "$1 --help has $2, which $1 does not take"
}

options=0
for name in $(sed -n 's/	tool$//p' "$work/commands"); do
    "$crosslane" "$name" --help 2>/dev/null | sed -n 's/^  \(--[a-z-]*\)\( [^ ][^ ]*\)\{0,1\}\(  .*\)\{0,1\}$/\1\2/p' >"$work/of"
    cut -d ' ' -f 1 "$work/of" | sort | uniq -d >"$work/twice"
    while read -r option; do fail "harness/cli/cmd_$name.c has $option twice"; done <"$work/twice"
    while read -r option value; do
        options=$((options + 1))
        taken "$name" "$option" ${value:+x}
        grep -q "^$name	$option	" "$work/options" || fail "\`list options\`, of which completions are made, lacks $name $option"
    done <"$work/of"
done
[ "$failed" != 0 ] || echo "$(wc -l <"$work/names") commands, $options options: each is in the help, taken, and listed for completions"
[ "$failed" = 0 ]
