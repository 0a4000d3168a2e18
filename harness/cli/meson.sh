# `crosslane meson ARCH COMPILER [ROW]`: a cross file for Meson. Read by ./crosslane.
# SPDX-License-Identifier: MIT

meson_usage() {
    usage_of meson
    cat <<'END'

Prints a Meson cross file for an architecture and a compiler (gcc or llvm). With ROW, `meson test` runs programs on the row's CPU:
  ./crosslane meson s390x gcc s390x-z15-gcc-O2 >s390x.ini
  meson setup --cross-file s390x.ini build
END
}

meson_main() {
    case ${1:-} in
    --help) meson_usage; exit ;;
    '') refuse "meson: missing ARCH and COMPILER" "./crosslane meson --help" ;;
    esac
    [ -e "$root/toolchains/$1-${2:-}.cmake" ] ||
        refuse "meson: no toolchain '$1-${2:-}'" "there are: $(ls "$root/toolchains" | sed -n 's/\(.*\)-\(gcc\|llvm\)\.cmake/\1 \2/p' | paste -s -d , - | sed 's/,/, /g')"
    [ $# -le 3 ] || refuse "meson: unexpected argument '$4'" "./crosslane meson --help"
    emulator=
    if [ $# = 3 ]; then
        build_host >&2
        "$host/crosslane" list rows | cut -f 1 | grep -q -x -F -e "$3" || refuse "meson: unknown row '$3'" "./crosslane list rows"
        emulator="$host/crosslane exec --row $3 --"
    fi
    install_missing >&2
    exec "$root/harness/suite/build-suite.sh" --cross-file "$1" "$2" "$emulator"
}
