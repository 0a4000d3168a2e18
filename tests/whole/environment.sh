#!/bin/sh
# Nothing that the user's environment holds changes a build or a verdict: each variable of harness/base/cleared.def is set to something
# that would break or change one. The agents are the same to the byte as those of an empty environment.
# SPDX-License-Identifier: MIT
# Usage: environment.sh CROSSLANE
set -eu
crosslane=$1
. "$(dirname "$0")/checking.sh"
# Always the same directory, so that its builds take the same places.
directory=$root/build/environment-project
same() { check "$1" is "$2" "$3"; }

mkdir -p "$directory"
sed '/^$/d' "$root/tests/hostile/plain.c" >"$directory/plain.c"
set -- run --no-cache --kernels "$directory" --row x86_64-k8-gcc-O2 --row s390x-z15-llvm-O2
agents() { for build in $(builds_of "$directory"); do find "$build" -maxdepth 1 -name 'agent-*' ! -name '*.map' -type f; done | LC_ALL=C sort; }
sums() { agents | xargs sha256sum; }
code() { agents | sed 's/agent-\([^/]*\)$/disassembly-\1/' | xargs cat; }
forget() { builds_of "$directory" | xargs -r rm -rf; }

forget    # what an earlier run left
env -i HOME="$HOME" PATH="$PATH" ${CROSSLANE_CACHE:+CROSSLANE_CACHE="$CROSSLANE_CACHE"} ${CROSSLANE_TOOLS:+CROSSLANE_TOOLS="$CROSSLANE_TOOLS"} \
    "$crosslane" "$@" >"$work/clean" 2>&1 || { cat "$work/clean" >&2; exit 1; }
sums >"$work/clean-sums"
same "agents of a clean environment" "$(wc -l <"$work/clean-sums")" 2
code >"$work/clean-code"
forget

# The cache's trees may be symbolic links. gcc names its own libraries by where these lead, and their code is still the toolchain's.
mkdir "$work/links"
ln -s "${CROSSLANE_CACHE:-$HOME/.cache/crosslane}"/* "$work/links"
CROSSLANE_CACHE=$work/links "$crosslane" "$@" >"$work/linked" 2>&1 || { cat "$work/linked" >&2; failed=1; }
same "code of an agent" "$([ -s "$work/clean-code" ] && echo some)" some
check "with symbolic links, the disassembly has other code" cmp -s "$work/clean-code" /dev/stdin <<END
$(code)
END
forget

# What would break a build: a header and a library of that name that are wrong, an assembler and a linker that fail.
mkdir "$work/wrong" "$work/gcc"
for header in math.h string.h stdint.h stddef.h; do echo '#error "the header of the user'\''s environment"' >"$work/wrong/$header"; done
touch "$work/wrong/libm.a" "$work/wrong/libc.a" "$work/wrong/libgcc.a"
for program in as ld ld.lld cc1; do printf '#!/bin/sh\nexit 1\n' >"$work/wrong/$program"; chmod +x "$work/wrong/$program"; done
cat >"$work/variables" <<END
CFLAGS=-Dfloat=double
CXXFLAGS=-Dfloat=double
CPPFLAGS=-Dfloat=double
ASMFLAGS=-Wa,--nonsense
LDFLAGS=-Wl,--nonsense
CC=/nowhere/cc
CXX=/nowhere/c++
ASM=/nowhere/as
AS=/nowhere/as
LD=/nowhere/ld
AR=/nowhere/ar
NM=/nowhere/nm
RANLIB=/nowhere/ranlib
STRIP=/nowhere/strip
OBJCOPY=/nowhere/objcopy
OBJDUMP=/nowhere/objdump
READELF=/nowhere/readelf
CPATH=$work/wrong
C_INCLUDE_PATH=$work/wrong
CPLUS_INCLUDE_PATH=$work/wrong
LIBRARY_PATH=$work/wrong
COMPILER_PATH=$work/wrong
GCC_EXEC_PREFIX=$work/wrong/
CCC_OVERRIDE_OPTIONS=+-ffast-math
CLANG_CONFIG_FILE_SYSTEM_DIR=$work/wrong
COLLECT_GCC_OPTIONS=-ffast-math
DEPENDENCIES_OUTPUT=$work/dependencies
SUNPRO_DEPENDENCIES=$work/sunpro
LDEMULATION=elf_nonsense
GNUTARGET=nonsense
CMAKE_GENERATOR=Nonsense
CMAKE_TOOLCHAIN_FILE=/nowhere.cmake
CMAKE_BUILD_TYPE=Debug
CMAKE_C_COMPILER_LAUNCHER=/nowhere/launcher
CMAKE_C_LINKER_LAUNCHER=/nowhere/launcher
CMAKE_PREFIX_PATH=$work/wrong
CMAKE_EXPORT_COMPILE_COMMANDS=OFF
NINJA_STATUS=error:
VERBOSE=1
LD_LIBRARY_PATH=$work/wrong
LD_PRELOAD=/nowhere.so
LD_BIND_NOW=1
GLIBC_TUNABLES=glibc.malloc.perturb=85
MALLOC_PERTURB_=85
QEMU_CPU=nonsense
QEMU_LD_PREFIX=/nowhere
QEMU_STRACE=1
QEMU_SET_ENV=LD_BIND_NOW=1
LANG=de_DE.UTF-8
LANGUAGE=de
LC_ALL=tr_TR.UTF-8
LC_NUMERIC=de_DE.UTF-8
POSIXLY_CORRECT=1
CDPATH=/tmp:/
GREP_OPTIONS=-v
GREP_COLOR=always
TAR_OPTIONS=--nonsense
XZ_OPT=--nonsense
DEBOOTSTRAP_DIR=/nowhere
GIT_DIR=/nowhere
GIT_WORK_TREE=/nowhere
GIT_INDEX_FILE=/nowhere
GIT_COMMON_DIR=/nowhere
GIT_OBJECT_DIRECTORY=/nowhere
END

# Every pattern has its variable here.
for pattern in $(set -f && sed -n 's/^XL_CLEARED("\(.*\)")$/\1/p' "$root/harness/base/cleared.def" | sed 's/\*/.*/'); do
    same "variables of $pattern" "$(grep -q -x "$pattern=.*" "$work/variables" && echo some)" some
done

touch "$work/mark"
hostile() { (set -f; IFS='
'; exec env $(cat "$work/variables") "$@"); }
status=0
hostile "$crosslane" "$@" >"$work/hostile" 2>&1 || status=$?
same "exit status" "$status" 0
same "kernels" "$(tail -n 2 "$work/hostile" | head -n 1)" "2 of 2 kernels checked on 2 of 2 rows"
sums >"$work/hostile-sums"
same "agents" "$(cat "$work/hostile-sums")" "$(cat "$work/clean-sums")"
same "files that compilers were told to write" "$(ls "$work/dependencies" "$work/sunpro" 2>/dev/null)" ""
[ "$failed" = 0 ] || cat "$work/hostile" >&2

# The scripts clear them too: they start the host's compiler, CMake and the trees' makers before there is a tool.
same "crosslane's rows" "$(hostile "$root/crosslane" list rows 2>"$work/said" | sha256sum)" "$("$crosslane" list rows | sha256sum)"
same "a sysroot's path" "$(hostile "$root/sysroots/mk-sysroot" s390x 2>"$work/said")" "$("$root/sysroots/mk-sysroot" s390x)"
same "the tools' path" "$(hostile "$root/sysroots/mk-tools" 2>"$work/said")" "$("$root/sysroots/mk-tools")"

# Configured by hand, a build keeps no flags of that environment either, nor has them where it is reused.
flags=$(grep '^[A-Z]*FLAGS=' "$work/variables")
(set -f; IFS='
'; exec env $flags cmake -G Ninja -S "$root" -B "$work/by-hand" -DXL_MODULE_ONLY=ON -DXL_KERNELS="$directory") >"$work/said" 2>&1 ||
    { cat "$work/said" >&2; failed=$((failed + 1)); }
same "flags in the cache" "$(grep -E '^CMAKE_[A-Z]+(_LINKER)?_FLAGS:[A-Z]+=.' "$work/by-hand/CMakeCache.txt")" ""
same "flags in the rules" "$(grep -c -e -Dfloat -e nonsense "$work/by-hand/build.ninja")" 0

conclude
