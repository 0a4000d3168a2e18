# Clears what harness/base/cleared.def names, and defines is_plain_path. Sourced, with $root set, by each script that a user starts.
# SPDX-License-Identifier: MIT
#
# Scripts read the output of tools, so it must be English.
cleared=$(LC_ALL=C awk '
    /^XL_CLEARED\(".*"\)$/ {
        gsub(/^XL_CLEARED\("|"\)$/, "")
        gsub(/\*/, "[A-Za-z0-9_]*")
        names = names "|" $0
    }
    END {
        names = "^(" substr(names, 2) ")$"
        for (name in ENVIRON)
            if (name ~ names) print name
    }' "$root/harness/base/cleared.def") || exit
unset $cleared cleared
export LC_ALL=C
# Scripts and compilers write files there. Not all of them report an error.
if [ ! -d "${TMPDIR:-/tmp}" ] || [ ! -w "${TMPDIR:-/tmp}" ]; then
    echo "crosslane: error: ${TMPDIR:+TMPDIR is }'${TMPDIR:-/tmp}'${TMPDIR:+, which} is no directory that this user can write: set TMPDIR to one" >&2
    exit 3
fi

# is_plain_path PATH: whether nothing in it is a word of CMake, Ninja, make, a compiler's specs or a shell.
is_plain_path() {
    case $1 in
    *[[:space:][:cntrl:]\'\"\`\$\\\;\&\|\<\>\(\)\*\?\#\:\[\]]*) return 1 ;;
    esac
}
