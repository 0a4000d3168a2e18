#!/bin/sh
# Our kernels on some rows of `pr`, with a seed: the commit draws both. Inputs that nobody has chosen accuse no correct kernel.
# SPDX-License-Identifier: MIT
# Usage: seeds-drawn.sh CROSSLANE SEED      It prints the command that repeats the run.
set -u
crosslane=$1
drawn=$2
. "$(dirname "$0")/checking.sh"
count=6

seed=$(printf %s "$drawn" | cksum | cut -d ' ' -f 1)
rows=$("$crosslane" list rows | awk -F '\t' '$8 ~ /"pr"/ { print $1 }' | while read -r row; do
    echo "$(printf '%s %s' "$drawn" "$row" | sha256sum | cut -c 1-16) $row"
done | sort | head -n $count | sed 's/.* /--row /')
# shellcheck disable=SC2086 # words
echo ./crosslane run --no-cache --seed "$seed" $rows
must "there are so many rows" is "$(echo "$rows" | wc -l)" $count

# shellcheck disable=SC2086 # words
"$crosslane" run --no-cache --seed "$seed" $rows >"$work/out" 2>&1
status=$?
sed -n '/^FINDING/,/^$/p; /kernels checked on/,$p' "$work/out"
check "no kernel is accused" is "$status" 0
check "which its last line says" eval 'tail -n 1 "$work/out" | grep -q "^PASS: "'

conclude
