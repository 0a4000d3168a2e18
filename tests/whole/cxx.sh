#!/bin/sh
# Kernels in C++: templates, static initialisers, exceptions; what goes wrong in them is a finding.
# SPDX-License-Identifier: MIT
# Usage: cxx.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"
# Always the same directory, so that its builds are found again.
directory=$root/build/cxx-project
rm -rf "$directory"
mkdir -p "$root/build"
cp -Rp "$root/tests/downstream" "$directory"

run() { "$crosslane" run --no-cache --kernels "$directory/cxx" --row s390x-z15-gcc-O2 --row aarch64-sve256-llvm-O2 --json "$work/json" "$@" >"$work/out" 2>&1; }

# write KERNEL BEFORE-IT IN-IT: a copy of difference_f32 with these.
write() {
    sed -e "s/difference_f32/$1/" -e 's|^XL_VECTOR|#ifndef XL_KERNEL_HOST\n'"$2"'\n#endif\n&|' "$root/tests/downstream/cxx/difference_f32.cc" |
        awk -v line="$3" '{ print } /^XL_VECTOR/ { in_it = 1 } in_it && /^{/ { print "#ifndef XL_KERNEL_HOST\n" line "\n#endif"; in_it = 0 }' >"$directory/cxx/$1.cpp"
}

write initialised '#include <cstdlib>\nstatic struct table { float t[64]; table() { for (size_t i = 0, vl; i < 64; i += vl) { vl = xl_f32_vl(64 - i); xl_f32_store(t + i, xl_f32_set1(1, vl), vl); } } } table;' \
    'if (table.t[n % 64] != 1) abort();'
write caught '#include <stdexcept>' 'try { if (n == 7) throw std::runtime_error("7"); } catch (const std::exception &) { }'
run
check "templates, an initialiser with vectors, an exception that is caught" grep -q '^10 of 10 kernels checked on 2 of 2 rows$' "$work/out"
check "all pass but one" [ "$(grep -c '^FINDING' "$work/out")" = 1 ]
check "for which clang takes NEON" grep -q '^FINDING ramp_u32 on aarch64-sve256-llvm-O2: no sve instruction in ' "$work/out"
check "every name of a dispatcher's function is one, and it is told as it was written, a line a kernel" \
    grep -q '^dispatch: turned_u8 called turn_by_vectors = void turn::around<unsigned char>(unsigned char const\*, unsigned char\*, unsigned long) on [a-zA-Z0-9_-]*, [a-zA-Z0-9_-]*$' "$work/out"
check "on the control CPU the agent answers, and the initialiser traps" grep -q '"control":"trapped with SIGILL in _GLOBAL__sub_I_initialised' "$work/json"

sed -e 's/initialised/idle/; s/^    for (size_t i = 0, vl; i < n.*/    for (size_t i = 0; i < n; i++)\n        r[i] = a[i] - b[i];\n}\n#if 0\n{/' "$directory/cxx/initialised.cpp" >"$directory/cxx/idle.cpp"
echo '#endif' >>"$directory/cxx/idle.cpp"
run --kernel idle
check "vectors of an initialiser are no proof of its kernel" [ "$(grep -c '^FINDING idle .* instruction in idle__' "$work/out")" -ge 1 ]
check "on neither row" grep -q '^0 pass, 2 fail' "$work/out"
rm "$directory/cxx/idle.cpp"

write thrown '#include <stdexcept>' 'if (n == 7) throw std::runtime_error("7");'
run --kernel thrown
check "an exception that leaves a kernel" grep -q '^FINDING thrown .* crashed with signal 6 (Aborted)' "$work/out"
check "at the call that throws it" grep -q '^  call  *n = 7,' "$work/out"
write thrown '#ifdef __aarch64__\n#error "not for this machine"\n#endif' ''
run --kernel thrown
check "a kernel that does not compile for one target" grep -q '^aarch64-sve256-llvm-O2 .* fail ' "$work/out"
check "its words" grep -q 'thrown.cpp:[0-9]*:[0-9]*: error: "not for this machine"' "$work/out"
check "the other target's row" grep -q '^s390x-z15-gcc-O2 .* pass ' "$work/out"
rm "$directory/cxx/thrown.cpp"
write exiting '#include <cstdlib>\nstatic struct early { early() { exit(0); } } early;' ''
run --kernel exiting
check "exit in an initialiser" grep -q '^FINDING exiting .* the guest exited with status 0' "$work/out"
check "nothing passes with it" grep -q '^0 pass, 2 fail' "$work/out"

mkdir "$directory/each"
cp "$root/tests/downstream/cxx/difference_f32.cc" "$directory/each"
"$crosslane" run --build-only --kernels "$directory/each" --row '*-gcc-O2' --row '*-llvm-O2' >"$work/out" 2>&1
check "the vocabulary of every ISA is C++, to both compilers" [ $? = 0 ]
check "of all architectures" grep -q ' (14 of 14): ' "$work/out"
conclude
