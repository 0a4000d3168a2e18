#!/bin/sh
# `crosslane test --mutants DIR`: a mutant that is killed, one that survives, one whose twin is wrong, and wrong directories.
# SPDX-License-Identifier: MIT
# Usage: mutants-outside.sh MUTANTS
set -u
mutants=$1
. "$(dirname "$0")/checking.sh"
# Always the same directory, so that its builds are found again.
directory=$root/build/mutants-outside
row=x86_64-nehalem-gcc-O2

# kernel DIRECTORY NAME LINE: adds floats, with this LINE under #ifdef XL_MUTANT.
kernel() {
    mkdir -p "$1"
    sed "s/NAME/$2/g; s/^LINE/$3/" >"$work/new" <<'END'
/* SPDX-License-Identifier: MIT */
#include "kernel.h"

XL_KERNEL(NAME, .summary = "r[i] = a[i] + b[i]", .contract = {XL_EXACT},
          .args = {XL_IN(f32, a, 1), XL_IN(f32, b, 1), XL_OUT(f32, r, 1), XL_COUNT})

XL_REFERENCE(NAME)(const float *a, const float *b, float *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + b[i];
}

XL_VECTOR(void, NAME)(const float *a, const float *b, float *r, size_t n)
{
    size_t whole = n;
#ifdef XL_MUTANT
LINE
#endif
    for (size_t i = 0, vl; i < whole; i += vl) {
        vl = xl_f32_vl(whole - i);
        xl_f32_store(r + i, xl_f32_add(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), vl), vl);
    }
}
END
    cmp -s "$work/new" "$1/$2.c" || cp "$work/new" "$1/$2.c"
}

# try STATUS OPTION...
try() {
    wanted=$1
    shift
    tried="$*"
    "$mutants" "$@" >"$work/out" 2>&1 </dev/null
    got=$?
    check "$tried: exit $got, wanted $wanted" [ $got = "$wanted" ]
}

# says WORDS: a line of what was said last is so.
says() { check "$tried: it says '$1'" grep -q -E -e "$1" "$work/out"; }

kernel "$directory" killed '    whole -= n % xl_f32_lanes();'
kernel "$directory" survives '    (void)n;'
kernel "$directory" accused '#endif\n    whole -= n % 2;\n#ifdef XL_MUTANT'
kernel "$directory" broken '    whole = no_such_thing;'
rm -f "$directory/mutants.def"

try 1 "$directory" --row $row --row s390x-z15-gcc-O2 --json "$work/json"
says "^killed +sse4 +$row +killed by value +passes$"
says '^killed +vxe2 +s390x-z15-gcc-O2 +killed by value +passes$'
says "^survives +sse4 +$row +SURVIVED +passes$"
says "^accused +sse4 +$row +killed by value +false positive: value$"
says "^broken +sse4 +$row +NOT BUILT +passes$"
says '^4 of 8 mutants killed, 6 twins pass$'
cp "$work/json" "$work/out"
says '"outcome": *"survived"'
says '"twin": *"accused"'
says '"killed": *4'
try 0 "$directory" --mutant killed --row $row
says '^1 of 1 mutants killed, 1 twins pass$'

### The check that is to kill

echo 'XL_MUTANT(killed, value)' >"$directory/mutants.def"
try 0 "$directory" --mutant killed --row $row
echo 'XL_MUTANT(killed, crash)' >"$directory/mutants.def"
try 1 "$directory" --mutant killed --row $row
says 'killed by another check: value, not crash +passes$'
says '^0 of 1 mutants killed, 1 twins pass$'
echo 'XL_MUTANT(killed, valu)' >"$directory/mutants.def"
try 2 "$directory" --mutant killed --row $row
says "mutants.def:1: unknown check 'valu'; similar: value"
echo 'XL_MUTANT(killed value)' >"$directory/mutants.def"
try 2 "$directory" --mutant killed --row $row
says 'mutants.def:1: a line is XL_MUTANT\(NAME, CHECK\)'
echo 'XL_MUTANT(killed, value)' >"$directory/mutants.def"
try 2 "$directory" --row $row
says 'mutants.def has no line for (survives|accused|broken)'
echo 'XL_MUTANT(nobody, value)' >"$directory/mutants.def"
try 2 "$directory" --row $row
says 'mutants.def:1: there is no mutant nobody'
rm -f "$directory/mutants.def"

### Directories that are none

kernel "$work/plain" plain '    (void)n;'
sed -i 's/XL_MUTANT/0/' "$work/plain/plain.c"
try 2 "$work/plain"
says 'plain/plain.c has no mutant: no line says XL_MUTANT'
try 2 "$work/nowhere"
says "there is no directory '.*/nowhere'"
mkdir "$work/empty"
try 2 "$work/empty"
says 'empty has no mutant'
try 2 "$directory" --mutant nobody
says 'has no mutant that is so named'
try 2 "$directory" --mutant killed --row nowhere
says "no row matches 'nowhere'"
try 2 "$directory" --mutant killed --json "$work/no/file"
says 'json: cannot write'
try 2 "$directory" --docs
says '^Usage: '
try 2 --json "$work/json"
says '^Usage: '

conclude
