#!/bin/sh
# Follows docs/adding-an-isa.md to the letter in a scratch copy: its yaml lines go into matrix.yml, its sh lines are run,
# and its text lines must be in what they print. Then looks for the new row where it must be.
# SPDX-License-Identifier: MIT
# Usage: adding-an-isa.sh
set -eu
. "$(dirname "$0")/checking.sh"
scratch=$root/build/adding-an-isa

scratch_copy "$scratch"
cd "$scratch"
touch arch/aarch64/features.c    # an earlier run's object is of the one that lies

# insert FILE: its line replaces one of the same name, or else becomes the first cpu.
insert() {
    name=$(sed 's/.*\(name: [a-z0-9_]*\).*/\1/' "$1")
    sed -i "/$name,/d" matrix/matrix.yml
    sed -i "/^  cpu:\$/r $1" matrix/matrix.yml
}

awk -v directory="$scratch.blocks" '
    BEGIN { system("rm -rf " directory "; mkdir -p " directory) }
    /^## An ISA/ { exit }
    /^```$/ { close(file); file = ""; next }
    /^```/ { file = sprintf("%s/%02d.%s", directory, ++n, substr($0, 4)); next }
    file { print > file }' docs/adding-an-isa.md
for block in "$scratch".blocks/*; do
    case $block in
    *.yaml) insert "$block" ;;
    *.sh) sh "$block" >"$scratch.said" 2>&1 || true ;;    # what it must print tells whether it went well
    *.text)
        while read -r words; do
            check "$(basename "$block") is printed" grep -q -F -e "$words" "$scratch.said"
        done <"$block"
        ;;
    *) fail "a block of unknown kind: $block" ;;
    esac
done
check "blocks were found" test "$(ls "$scratch.blocks" | wc -l)" -ge 7

for file in .github/workflows/simd.yml .gitlab-ci.yml docs/reference/matrix.md docs/reference/matrix.svg build/host/rows.cmake; do
    check "the row is in $file" grep -q sve640 "$file"
done
check "the documents are up to date" ./crosslane matrix docs --check
check "the workflow is up to date" ./crosslane matrix workflow --check
sed -i '/name: sve640,/d' matrix/matrix.yml
for command in "matrix docs" "matrix workflow" "matrix workflow --gitlab"; do
    check "without the row, $command is stale, and says what mends it" \
        sh -c "said=\$(./crosslane $command --check 2>&1) && exit 1; echo \"\$said\" | grep -F './crosslane $command'"
done

# A probe that says of every CPU that it has SVE: the row must not pass on one that has not.
sed -i '/^bool xl_has_sve(void)$/,/^}$/s/return .*/return true;/' arch/aarch64/features.c
check "the probe lies" sh -c "sed -n '/^bool xl_has_sve(void)\$/,/^}\$/p' arch/aarch64/features.c | grep 'return true'"
printf 'test:\n  cpu: [{arch: aarch64, name: lies, qemu_cpu: "max,sve=off", isa: sve, vl: 256}]\n  compiler: [gcc]\n  opt: [O2]\n' \
    >"$scratch.lies.yml"
check "a probe that lies is found out" \
    sh -c "said=\$(./crosslane run --matrix '$scratch.lies.yml' --row aarch64-lies-gcc-O2 --kernel add_f32 2>&1); [ \$? = 1 ] && echo \"\$said\" | grep -F 'crashed with signal 4 before the agent introduced itself'"

conclude
