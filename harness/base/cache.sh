# Sets $cache, the directory of trees. Sourced, after environment.sh.
# SPDX-License-Identifier: MIT

cache_die() {
    echo "crosslane: error: $1: set CROSSLANE_CACHE to the directory for compilers, sysroots and results" >&2
    exit 3
}

if [ -n "${CROSSLANE_CACHE:-}" ]; then cache=$CROSSLANE_CACHE
elif [ -n "${XDG_CACHE_HOME:-}" ]; then cache=$XDG_CACHE_HOME/crosslane
elif [ -n "${HOME:-}" ]; then cache=$HOME/.cache/crosslane
else cache_die "there is no cache: neither CROSSLANE_CACHE nor HOME is set"; fi
is_plain_path "$cache" ||
    cache_die "the cache directory '$cache' has a blank or a sign in its path that compilers, CMake or shells take for their own"
