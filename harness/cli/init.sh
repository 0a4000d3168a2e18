# `crosslane init [DIR]`: writes the part `suite:` of DIR/crosslane.yml from what a project has. Read by ./crosslane.
# SPDX-License-Identifier: MIT

init_usage() {
    usage_of init
    cat <<'END'

Looks for CMakeLists.txt, meson.build, configure.ac, configure or Makefile, and writes `suite:` into DIR/crosslane.yml (default: .). Prints
what it guessed. Edit the file, then run: ./crosslane suite DIR
END
}

init_error() {
    echo "crosslane: error: init: $1" >&2
    echo "  help: $2" >&2
    exit 2
}

# options_of FILE PATTERN: names of options of a CMake project that match, which switch tests on.
options_of() {
    sed -n -E 's/^[[:space:]]*(option|cmake_dependent_option)[[:space:]]*\([[:space:]]*([A-Za-z0-9_]+).*/\2/Ip' "$1" | grep -i -E "$2" | sort -u
}

# A project's options for tests, as arguments. Those of third parties and of fuzzers stay off.
guess_arguments() {
    case $builder in
    cmake)
        options_of "$dir/CMakeLists.txt" '(build|enable|with)_?.*(test)|tests?(ing)?$' | grep -v -i -E 'fuzz|install|coverage|BUILD_TESTING$' |
            sed 's/.*/-D&=ON/'
        echo -DBUILD_TESTING=ON
        ;;
    meson)
        for file in meson_options.txt meson.options; do
            [ ! -e "$dir/$file" ] || sed -n -E "s/^option\\( *'([a-z_-]*tests?)'.*/\\1/p" "$dir/$file" | while read -r name; do
                grep -A 3 "'$name'" "$dir/$file" | grep -q "'feature'" && echo "-D$name=enabled" || echo "-D$name=true"
            done
        done
        ;;
    esac
}

init_main() {
    dir=.
    for word; do
        case $word in
        --help) init_usage; exit ;;
        -*) init_error "unknown option '$word'" "./crosslane init --help" ;;
        *) dir=$word ;;
        esac
    done
    [ $# -le 1 ] || init_error "unexpected argument '$2'" "./crosslane init --help"
    [ -d "$dir" ] || init_error "no directory '$dir'" "./crosslane init DIR, a project's directory"
    file=$dir/crosslane.yml
    ! grep -q -s '^suite:' "$file" || init_error "$file has 'suite' already" "edit it; docs/your-tests.md has its keys"
    builder=
    for guess in cmake:CMakeLists.txt meson:meson.build autotools:configure.ac autotools:configure make:Makefile; do
        [ -n "$builder" ] || [ ! -e "$dir/${guess#*:}" ] || { builder=${guess%%:*}; from=${guess#*:}; }
    done
    [ -n "$builder" ] || init_error "$dir has no CMakeLists.txt, meson.build, configure.ac, configure or Makefile" "write $file by hand: docs/your-tests.md"
    arguments=$(guess_arguments | paste -s -d , - | sed 's/,/, /g')
    {
        [ ! -s "$file" ] || echo
        echo "suite:"
        echo "  build: $builder"
        [ -z "$arguments" ] || echo "  arguments: [$arguments]"
        [ "$builder" != make ] || echo "  test: {check: make check}"
    } >>"$file" || exit 3
    echo "$file: builds by $builder ($from)"
    [ -z "$arguments" ] || echo "$file: options that name tests: $arguments"
    case $builder in
    cmake) echo "$file: tests by ctest; \`test\` names other commands" ;;
    meson) echo "$file: tests by meson test; \`test\` names other commands" ;;
    *) echo "$file: tests by make check; \`test\` names other commands" ;;
    esac
    echo "next: ./crosslane suite $dir --row aarch64-nosve-gcc-O2"
}
