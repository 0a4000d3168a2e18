# `crosslane --version`: the tool, its compilers and its emulator, at once and without a build. Read by ./crosslane.
# SPDX-License-Identifier: MIT

# version_of FILE...: the versions of these programs of PATH, each once; of qemu, "qemu-riscv64 version 10.0.2" has it.
version_of() {
    for program; do
        command -v "$program" >/dev/null || continue
        case $program in
        *gcc) "$program" -dumpfullversion ;;
        clang) "$program" -dumpversion ;;
        *) "$program" --version | sed -n '1s/.* version \([^ ]*\).*/\1/p' ;;
        esac
    done 2>/dev/null | sort -u | paste -s -d ' ' -
}

# package_of MANIFEST EXPRESSION: the version of the first package with such a name, without Debian's epoch.
package_of() {
    sed -n -E "s/^$2 ([0-9]+:)?//p" "$1" | head -n 1
}

print_version() {
    # The version has one place: project() in CMakeLists.txt.
    version=$(sed -n 's/^project(crosslane VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")
    # An installed Crosslane has no commit, but can lie in somebody else's repository.
    commit=
    [ ! -e "$root/.git" ] || commit=$(git -C "$root" describe --always --dirty --exclude '*' 2>/dev/null) || commit=
    echo "crosslane $version${commit:+ ($commit)}"

    arches=$(sed -n 's/^XL_ARCH([^,]*,[^,]*, *"\([^"]*\)", *\([^,]*\),.*/\1 \2/p' "$root"/arch/*/arch.def)
    if [ "${CROSSLANE_TOOLS:-}" = host ]; then
        echo "toolchain PATH (CROSSLANE_TOOLS=host)"
        gcc=$(version_of $(echo "$arches" | sed 's/ .*/-gcc/'))
        clang=$(version_of clang)
        qemu=$(version_of $(echo "$arches" | sed 's/.* /qemu-/'))
        missing="not on PATH"
    else
        tree=$("$root/sysroots/mk-tools" --path) || exit
        suite=$(sed -n 's/^tree_suite=//p' "$root/sysroots/mk-tools")
        missing="not known before $(echo ./crosslane | named) tools, or a run, makes the toolchain"
        gcc= clang= qemu=
        if [ -e "$tree/manifest" ]; then
            echo "toolchain $tree (Debian $suite)"
            gcc=$(package_of "$tree/manifest" 'gcc-[0-9]+')
            clang=$(package_of "$tree/manifest" 'clang-[0-9]+')
            qemu=$(package_of "$tree/manifest" qemu-user)
            missing="not in $tree/manifest"
        else
            echo "toolchain not made (Debian $suite)"
        fi
    fi
    echo "gcc       ${gcc:-$missing}"
    echo "clang     ${clang:-$missing}"
    echo "qemu      ${qemu:-$missing}"
}
