# Which paths are plain. Sourced.
# SPDX-License-Identifier: MIT

# is_plain_path PATH: whether nothing in it is a word of CMake, Ninja, make, a compiler's specs or a shell.
is_plain_path() {
    case $1 in
    *[[:space:][:cntrl:]\'\"\`\$\\\;\&\|\<\>\(\)\*\?\#\:\[\]]*) return 1 ;;
    esac
}
