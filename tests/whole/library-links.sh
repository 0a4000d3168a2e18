#!/bin/sh
# Kernels that are linked with a library, as crosslane.yml has it: whatever of it is edited is in the next run's agents, and what is wrong
# with it is said of the rows that it is wrong for.
# SPDX-License-Identifier: MIT
# Usage: library-links.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"
directory=$work/project/linux    # which is a macro of GNU C's
mkdir -p "$directory" "$work/project/source"

# run ROW...: the kernel on these rows; what is said in $work/out.
run() {
    for word; do
        shift
        case $word in *-O[02]) set -- "$@" --row "$word" ;; *) set -- "$@" "$word" ;; esac
    done
    "$crosslane" run --kernels "$directory" --no-evidence --jobs 1 "$@" >"$work/out" 2>&1
}
says() { grep -q -e "$1" "$work/out"; }
library() { printf '%s\n' "$@" >"$directory/crosslane.yml"; }

# passes NAME / fails NAME WORDS: the run on z15, of which nothing was stale.
passes() { run s390x-z15-gcc-O2; status=$?; check "$1" [ "$status" = 0 ]; }
fails() { run s390x-z15-gcc-O2; status=$?; check "$1: status $status" [ "$status" -gt 0 ]; check "$1: '$2'" says "$2"; }

cat >"$directory/shifted.c" <<'END_OF_FILE'
#include "kernel.h"

#include "shift.h"

XL_KERNEL(shifted, .summary = "r[i] = a[i] + 3", .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_COUNT})

XL_REFERENCE(shifted)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + 3;
}

XL_VECTOR(void, shifted)(const uint32_t *a, uint32_t *r, size_t n)
{
    shift(a, r, n);
}
END_OF_FILE
mkdir "$work/project/headers"
# With a macro of the kernel's name, as a header has that chooses among several functions.
printf '%s\n' 'void shift(const unsigned *a, unsigned *r, unsigned long n);' '#define shifted shift' >"$work/project/headers/shift.h"
cp "$directory/shifted.c" "$work/project/headers/nokernel.c"
# What an agent has names for, too: main, fail, die.
cat >"$work/project/source/shift.c" <<'END_OF_FILE'
#include "shift.h"
#ifndef BY
#define BY 3
#endif
int fail = BY;
int die(void);
int die(void) { return fail; }
void shift(const unsigned *a, unsigned *r, unsigned long n)
{
    for (unsigned long i = 0; i < n; i++)
        r[i] = a[i] + (unsigned)die();
}
int main(void) { return 77; }
END_OF_FILE

library 'include: ../headers'
fails "a function that is nowhere" "^FINDING shifted on s390x-z15-gcc-O2: it does not link for vxe2: .*shifted.c:[0-9]*:.* undefined reference to .shift"
library 'include: ../headers' 'sources: ../source/shift.c'
passes "a library of one file, with a main of its own"
"$crosslane" list kernels --kernels "$directory" --json >"$work/out"
check "its family is its directory" says '"family": *"linux"'
library 'include: ../headers' 'baseline: ../source/shift.c'
passes "at the architecture's baseline"
library 'include: ../headers' 'sources: ../source/shift.c' 'define: {gcc vxe2: BY=4}'
fails "a definition for an ISA" "1 of 1 kernels failed"
library 'include: ../headers' 'sources: ../source/shift.c' 'define: {llvm: BY=4, vxe: BY=5, aarch64: BY=6}'
passes "definitions for others"
library 'include: ../headers' 'sources: ../source/shift.c' 'options: {s390x: ["-DBY=3 -UBY", "-DBY=5"]}'
fails "options for an architecture" "1 of 1 kernels failed"
# Options for a file alone: of two kernels with the same code one rounds a * b + c once, and its contract wants two roundings.
for name in rounded rounded_too; do
    write_kernel "$directory/$name.c" f32 'a b c' 'a[i] * b[i] + c[i]' "$(each 'a[i] * b[i] + c[i]')"
done
library 'include: ../headers' 'sources: ../source/shift.c' 'options: {gcc rounded.c vxe2: -ffp-contract=fast}'
fails "options for a kernel's file" "^FINDING rounded on"
check "of that file alone" says "1 of 3 kernels failed"
library 'include: ../headers' 'sources: ../source/shift.c' 'options: {llvm ./rounded.c: -ffp-contract=fast, ../source/: "-DBY=5 -Wall"}'
fails "options for a directory of sources" "^FINDING shifted on"
check "of that directory alone" says "1 of 3 kernels failed"
library 'include: ../headers' 'sources: ../source/shift.c' 'options: {../headers/shift.h: -g}'
fails "options for what is not compiled" "error: options for .*headers/shift.h: no kernel is in it, and it is none of the sources"
rm "$directory/rounded.c" "$directory/rounded_too.c"

library 'include: ../headers' 'sources: ../source/shift.c'
sed -i 's/define BY 3/define BY 7/' "$work/project/source/shift.c"
fails "an edited source" "1 of 1 kernels failed"
sed -i 's/define BY 7/define BY 3/' "$work/project/source/shift.c"

# A file that is no kernel, though it says it is one.
cp "$work/project/headers/nokernel.c" "$directory/bench.c"
fails "a kernel of another name" "a kernel has its file's name"
library 'include: ../headers' 'sources: ../source/shift.c' 'exclude: ben*'
passes "a file that is excluded"
echo 'link_libraries(m)' >"$directory/rules.cmake"
fails "rules.cmake" "rules.cmake: error: it is not read any more"
rm "$directory/rules.cmake" "$directory/bench.c"
echo 'includes: ../headers' >"$directory/crosslane.yml"
fails "an unknown key" "crosslane.yml:1:1: error: unknown key 'includes'; similar: include"

# What is wrong is said once a cause, before a build for a target begins.
for other in one two three; do sed "s/shifted/$other/" "$directory/shifted.c" >"$directory/$other.c"; done
library 'include: ../headers' 'sources: ../source/shift.c'
echo 'int wrong = nowhere;' >>"$work/project/headers/shift.h"
fails "a mistake in a header" 'kernel one and 3 more do not compile on the host'
check "it is said once" [ "$(grep -c "error: .*nowhere" "$work/out")" = 1 ]
check "how often it is left out" says '^3 more errors with the same causes$'
check "nothing is built for a target" [ "$(grep -c '^build s390x' "$work/out")" = 0 ]
sed -i '/nowhere/d' "$work/project/headers/shift.h"

"$crosslane" run --kernels "$root/tests/uncompiled" --row s390x-z15-gcc-O2 >"$work/out" 2>&1
check "a kernel that writes floats where its contract has doubles: exit 2" [ $? = 2 ]
check "its words" says 'narrow_reference.c:9:.*under XL_ULP the reference writes the next wider'

# A kernel that is for some ISAs is compiled for these alone.
sed -i -e 's/XL_COUNT}/&, .only = "neon vxe"/' -e '/^XL_VECTOR/i #ifdef XL_ISA_IS_vxe2\n#error "not for it"\n#endif' "$directory/one.c"
passes "a kernel of another ISA"
check "three of four are run" says ' 3 of 3  pass '
sed -i 's/neon vxe"/neon vxe2"/' "$directory/one.c"
fails "it is for this one now" 'one.c:[0-9]*:2: error: #error "not for it"'
sed -i 's/neon vxe2"/nein"/' "$directory/one.c"
fails "no name of an ISA" "unknown ISA 'nein'; similar: neon"
sed -i 's/"nein"/"neon"/' "$directory/one.c"
run s390x-z15-gcc-O2 --kernel one
check "kernels that are for no row" says 'kernels are for neon, rows have vxe2'
rm "$directory/one.c" "$directory/two.c" "$directory/three.c"

# Of a file of several kernels each is for its own ISAs, and each fails alone that does not link.
cat >"$directory/pair.c" <<'END_OF_FILE'
#include "kernel.h"

void nowhere(const uint32_t *a, uint32_t *r, size_t n);

#define RECORD .summary = "r[i] = a[i] + 3", .args = {XL_IN(u32, a, 1), XL_OUT(u32, r, 1), XL_COUNT}
XL_KERNEL(pair_right, RECORD)
XL_KERNEL(pair_lost, RECORD)

#define REFERENCE(NAME) XL_REFERENCE(NAME)(const uint32_t *a, uint32_t *r, size_t n) { for (size_t i = 0; i < n; i++) r[i] = a[i] + 3; }
REFERENCE(pair_right)
REFERENCE(pair_lost)

__attribute__((unused)) static void step(const uint32_t *a, uint32_t *r, size_t n)
{
    nowhere(a, r, n);
}

XL_VECTOR(void, pair_right)(const uint32_t *a, uint32_t *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r[i] = a[i] + 3;
}

XL_VECTOR(void, pair_lost)(const uint32_t *a, uint32_t *r, size_t n)
{
    step(a, r, n);
}
END_OF_FILE
for row in s390x-z15-gcc-O2 s390x-z15-gcc-O0 aarch64-nosve-llvm-O2; do
    run $row --kernel 'pair_*' --kernel shifted
    check "$row: a kernel that does not link is a finding of its own" says "^FINDING pair_lost on $row: it does not link for .*undefined .*nowhere"
    check "$row: and of no other" says "^$row .* fail .* 1 of 3 kernels failed"
done
sed -i 's/^XL_KERNEL(pair_lost, RECORD/&, .missing = {{"vxe2", "there is none"}}/' "$directory/pair.c"
run s390x-z15-gcc-O2
check "one that is said to be missing is skipped" says '^s390x-z15-gcc-O2 .* 2 of 3  pass '
sed -i 's/^XL_KERNEL(pair_lost, RECORD.*/XL_KERNEL(pair_lost, RECORD, .only = "neon vxe")/' "$directory/pair.c"
run s390x-z15-gcc-O2
check "one for other ISAs is no kernel of this one" says '^s390x-z15-gcc-O2 .* 2 of 2  pass '
check "and is linked at once" sh -c '! grep -q nowhere "$1"' sh "$work/out"
sed -i 's/"neon vxe"/"neon vxe2"/' "$directory/pair.c"
fails "it is for this one now" "^FINDING pair_lost on s390x-z15-gcc-O2: it does not link for vxe2"
rm "$directory/pair.c"

# Assembly that does not assemble fails the kernels that need it.
printf '#ifdef __s390x__\n\t.globl\tmoved\nmoved:\n\tbranch to nowhere\n#endif\n' >"$work/project/source/moved.S"
sed -e 's/shifted/assembled/' -e 's/shift(a, r, n)/moved(a, r, n)/; s/^#include "shift.h"/void moved(const uint32_t *a, uint32_t *r, size_t n);/' "$directory/shifted.c" >"$directory/assembled.c"
library 'include: ../headers' 'sources: [../source/shift.c, ../source/moved.S]'
fails "assembly of the library" "^FINDING assembled on s390x-z15-gcc-O2: it does not link for vxe2: .*moved.S does not assemble: .*moved.S:4: Error: "
check "the other kernel passes" says " fail .* 1 of 2 kernels failed"
rm "$directory/assembled.c"
fails "assembly that no kernel needs" "^s390x-z15-gcc-O2 .* not-run .*moved.S:4: Error: "
library 'include: ../headers' 'sources: ../source/shift.c'
sed -e 's/shifted/beside/; /^XL_VECTOR/,$d' "$directory/shifted.c" >"$directory/beside.c"
sed 's/moved/beside__vxe2/' "$work/project/source/moved.S" >"$directory/beside.S"
fails "assembly beside a kernel" "^FINDING beside on s390x-z15-gcc-O2: .*beside.S does not assemble: .*beside.S:4: Error: "
check "which fails that kernel alone" says " fail .* 1 of 2 kernels failed"
sed -i 's/branch to nowhere/br %r14/' "$directory/beside.S"
run s390x-z15-gcc-O2
check "mended: it is called" says "^FINDING beside on s390x-z15-gcc-O2: .*wrong value"
rm "$directory/beside.c" "$directory/beside.S" "$work/project/source/moved.S"

# Its own build. One row cannot be built; the other is. It makes a header too, which two kernels include: the reference of one has what
# is in it, and the code of the other.
for of in host target; do
    sed -e "s/shifted/made_$of/" -e 's/"shift.h"/"by.h"/' -e "$([ "$of" = host ] && echo 's/a\[i\] + 3/a[i] + MADE_BY/')" \
        -e "s/shift(a, r, n)/for (size_t i = 0; i < n; i++) r[i] = a[i] + $([ "$of" = host ] && echo 3 || echo MADE_BY)/" "$directory/shifted.c" >"$directory/made_$of.c"
done
echo 3 >"$work/project/source/by.txt"
printf '        .data\n        .globl number\nnumber: .long 3\n' >"$work/project/source/number.s"
# What a host's own tools would make of an object for another machine is nothing.
cat >"$work/project/source/Makefile" <<'END_OF_FILE'
libshift.a: shift.o number.o generated/by.h
	$(LD) -r -o whole.o shift.o number.o
	$(NM) whole.o | grep -q ' T shift$$'
	$(OBJCOPY) --redefine-sym number=shift_number whole.o
	$(STRIP) --strip-debug whole.o
	$(OBJDUMP) -h whole.o | grep -q '[.]text'
	$(READELF) -h whole.o >header
	$(AR) rcs $@ whole.o
	$(RANLIB) $@
shift.o: shift.c
	$(CC) -O2 -I../../../headers -I$(HEADERS) -c -o $@ $<
generated/by.h: by.txt
	mkdir -p generated
	echo "#define MADE_BY $$(cat by.txt)" >$@
END_OF_FILE
cat >"$work/project/source/CMakeLists.txt" <<'END_OF_FILE'
cmake_minimum_required(VERSION 3.22)
project(shift C ASM)
file(STRINGS by.txt by)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS by.txt)
file(CONFIGURE OUTPUT by.h CONTENT "#define MADE_BY ${by}\n")
add_library(shift STATIC shift.c)
target_include_directories(shift PRIVATE ../headers)
if(CMAKE_CROSSCOMPILING)
    add_custom_command(TARGET shift POST_BUILD COMMAND ${CMAKE_NM} libshift.a COMMAND ${CMAKE_OBJCOPY} --redefine-sym number=shift_number libshift.a
        COMMAND ${CMAKE_STRIP} --strip-debug libshift.a COMMAND ${CMAKE_READELF} -h libshift.a COMMAND ${CMAKE_OBJDUMP} -d libshift.a COMMAND ${CMAKE_LINKER} -r -o whole.o
        $<TARGET_OBJECTS:shift> COMMAND_EXPAND_LISTS)
endif()
END_OF_FILE
library 'include: ../headers' 'build: make' 'dir: ../source' 'archives: libshift.a' "arguments: HEADERS=$work/project/headers" 'headers: generated'
passes "built by make"
sed -i 's/define BY 3/define BY 7/' "$work/project/source/shift.c"
fails "an edited source, built by make" "1 of 3 kernels failed"
printf '#ifdef __s390x__\n#error "not for this machine"\n#endif\n' >>"$work/project/source/shift.c"
sed -i 's/define BY 7/define BY 3/' "$work/project/source/shift.c"
run s390x-z15-gcc-O2 riscv64-v256-gcc-O2
check "one that does not build fails its rows, with its own words" says '^s390x-z15.*not-run.*the library in .* does not build for s390x by gcc: shift.c:[0-9]*:2: error: #error "not for this machine"'
check "the other rows are run" says '^riscv64-v256-gcc-O2 .* pass '
check "nothing is written into the library's directory" [ "$(find "$work/project/source" -type f | wc -l)" = 5 ]
sed -i '/#ifdef __s390x__/,$d' "$work/project/source/shift.c"
echo 4 >"$work/project/source/by.txt"
fails "what a header is made of is edited, built by make" "2 of 3 kernels failed"
library 'include: ../headers' 'build: cmake' 'dir: ../source' 'archives: libshift.a' 'targets: {all: shift, host: help}' 'headers: .'
fails "a made header, built by CMake" "2 of 3 kernels failed"
echo 3 >"$work/project/source/by.txt"
passes "built by CMake"
sed -i 's/define BY 3/define BY 7/' "$work/project/source/shift.c"
fails "an edited source, built by CMake" "1 of 3 kernels failed"
library 'include: ../headers' 'build: cmake' 'dir: ../source' 'archives: libshift.a' 'headers: [., nowhere]'
fails "another directory of headers than it makes" "makes no directory nowhere; it makes by.h"
rm "$directory/made_host.c" "$directory/made_target.c"
library 'include: ../headers' 'build: cmake' 'dir: ../source' 'archives: libshaft.a'
fails "another archive than it makes" "makes no libshaft.a; it makes libshift.a"

# Crosslane, its builds and its cache inside the library's repository: they are no files of the library, so no copy has them or grows.
inside="$work/project/all/with a blank [1]/tools/crosslane"
mkdir -p "$inside/harness" "$inside/build/made" "$work/project/all/sub"
cp -R "$root/harness/build" "$inside/harness/"
cp "$work/project/source/shift.c" "$work/project/all/sub/shift.c"
ln -s sub/shift.c "$work/project/all/shift.c"
ln -s nowhere "$work/project/all/dangling"
printf 'libshift.a:\n\t$(CC) -I%s -c -o shift.o shift.c\n\t$(AR) rcs libshift.a shift.o\n' "$work/project/headers" >"$work/project/all/Makefile"
nested() {
    for list in arguments targets archives headers; do : >"$inside/build/$list"; done
    echo libshift.a >"$inside/build/archives"
    head -c 100000 /dev/zero >"$inside/build/result-$1"
    CROSSLANE_TOOLS=host CC=cc AR=ar "$inside/harness/build/build-library.sh" make "$work/project/all" "$inside/build" host >"$work/out" 2>&1 || return
    cp "$inside/build/made-of" "$work/made-of-$1"
    [ -e "$inside/build/made/libshift.a" ] && [ ! -L "$inside/build/made/shift.c" ] && [ ! -e "$inside/build/made/with a blank [1]/tools/crosslane" ]
}
check "a library that Crosslane is inside of" nested 1
check "the same again" nested 2
check "builds of Crosslane are no change of the library" cmp "$work/made-of-1" "$work/made-of-2"
rm -rf "$work/project/all"

# An archive that only names its objects does not say what they are: nothing is kept of it.
cp "$(builds_of "$directory" s390x-gcc-O2)/library/made/CMakeFiles/shift.dir/shift.c.o" "$work/shift.o"
(cd "$work" && "$("$root/sysroots/mk-tools" --path)/usr/lib/llvm-19/bin/llvm-ar" crsT thin.a shift.o)
library 'include: ../headers' "archives: $work/thin.a"
fails "a thin archive" "1 of 1 kernels failed"
cp "$work/project/source/shift.c" "$work/shift.c"
sed -i 's/define BY 7/define BY 3/' "$work/project/source/shift.c"

# What Autotools make of configure.ac is called in the same way, whoever wrote it.
cat >"$work/project/source/configure" <<'END_OF_FILE'
#!/bin/sh
for word; do
    case $word in
    --host=s390x-linux-gnu) host=s390x ;;
    --headers=*) headers=${word#*=} ;;
    CFLAGS=*) flags=${word#*=} ;;
    esac
done
[ -n "$host" ] || { echo "error: for whom?"; exit 1; }
echo 'int main(void) { return 0; }' >conftest.c && $CC $flags -c conftest.c && $LD -o conftest conftest.o $LDFLAGS || exit 1
printf '%s\n' "libshift.a: shift.c" "	$CC $flags -I$headers -c -o shift.o shift.c" "	$AR rcs libshift.a shift.o" >Makefile
END_OF_FILE
chmod +x "$work/project/source/configure"
library 'include: ../headers' 'build: autotools' 'dir: ../source' 'archives: libshift.a' "arguments: --headers=$work/project/headers"
sed -i 's/define BY 7/define BY 3/' "$work/project/source/shift.c"
passes "built by Autotools"
check "nothing is configured in the library's directory" [ "$(find "$work/project/source" -newer "$work/project/source/configure" -type f ! -name shift.c | wc -l)" = 0 ]
if command -v meson >/dev/null; then
    cat >"$work/project/source/meson.build" <<'END_OF_FILE'
project('shift', 'c')
assert(meson.is_cross_build())
is_ppc = host_machine.cpu_family() == 'ppc64' and host_machine.cpu() == 'ppc64le' and host_machine.endian() == 'little'
is_s390x = host_machine.cpu_family() == 's390x' and host_machine.cpu() == 's390x' and host_machine.endian() == 'big'
assert(is_ppc or is_s390x)
assert(meson.get_compiler('c').run('int main(void) { return 0; }').returncode() == 0)
shift = static_library('shift', 'shift.c', include_directories: '../headers')
custom_target('tried', input: shift.extract_all_objects(recursive: false), output: 'tried.o', build_by_default: true,
              command: [find_program('objcopy'), '--strip-debug', '@INPUT@', '@OUTPUT@'])
END_OF_FILE
    library 'include: ../headers' 'build: meson' 'dir: ../source' 'archives: libshift.a'
    passes "built by Meson"
    sed -i 's/define BY 3/define BY 7/' "$work/project/source/shift.c"
    fails "an edited source, built by Meson" "1 of 1 kernels failed"
    sed -i 's/define BY 7/define BY 3/' "$work/project/source/shift.c"
    run ppc64el-power10-gcc-O2
    check "Meson's names of an architecture that Debian has another for" says '^ppc64el-power10-gcc-O2 .* pass '
else
    skip "built by Meson" "meson is not installed (apt-get install -y meson)"
fi

# Assembly of x86's own: build files find nasm as they do where it is installed.
source=$work/project/nasm
mkdir "$source"
cat >"$source/shift.asm" <<'END_OF_FILE'
        section .text
        global  shift:function
shift:  xor     eax, eax
.next:  cmp     rax, rdx
        jae     .done
        mov     ecx, [rdi + 4 * rax]
        add     ecx, 3
        mov     [rsi + 4 * rax], ecx
        inc     rax
        jmp     .next
.done:  ret
        section .note.GNU-stack noalloc noexec nowrite progbits
END_OF_FILE
tree=$("$root/sysroots/mk-tools" --path)
cat >"$source/CMakeLists.txt" <<END_OF_FILE
cmake_minimum_required(VERSION 3.22)
project(shift C ASM_NASM)
if(NOT CMAKE_ASM_NASM_COMPILER STREQUAL "$tree/usr/bin/nasm")
    message(FATAL_ERROR "nasm is \${CMAKE_ASM_NASM_COMPILER}")
endif()
add_library(shift STATIC shift.asm)
END_OF_FILE
cat >"$source/Makefile" <<'END_OF_FILE'
libshift.a: shift.asm
	nasm -f elf64 -o shift.o $<
	$(AR) rcs $@ shift.o
END_OF_FILE
for builder in cmake make; do
    library 'include: ../headers' "build: $builder" 'dir: ../nasm' 'archives: libshift.a'
    run x86_64-haswell-gcc-O2
    check "assembled by nasm, built by $builder" says '^x86_64-haswell-gcc-O2 .* pass '
done

# Libraries of Debian packages: one that exists as .so alone, and its header; what is no library, or nowhere; a package that no mirror has.
rm "$directory"/*.c
write_kernel "$directory/magnitude.c" f64 a 'a[i] < 0 ? -a[i] : a[i]' "$(each 'Sleef_fabsd1_purec(a[i])')" '.contract = {XL_EXACT, .zero_sign = XL_FREE}'
sed -i '/include "kernel.h"/a #include <sleef.h>' "$directory/magnitude.c"
library 'packages: libsleef-dev' 'archives: -lsleef'
passes "a shared library"
library 'packages: libsleef-dev' 'archives: -lnosuch'
fails "a library that is nowhere" "crosslane.yml: error: -lnosuch: the sysroot of s390x has neither libnosuch.a nor libnosuch.so"
library 'packages: libsleef-dev' 'archives: "@SYSROOT@/usr/lib/s390x-linux-gnu/libc.so"'
fails "what is no library" "this shared library cannot be linked into them: .*/libc.so: it is no ELF file"
export CROSSLANE_MIRROR="file://$work/none"
library 'packages: nosuch-dev' 'archives: -lsleef'
fails "a package that no mirror has" "sysroot-x86_64: error: debootstrap failed"
unset CROSSLANE_MIRROR
conclude
