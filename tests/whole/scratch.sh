# A copy of the work tree to try things in. Sourced, with $root set.
# SPDX-License-Identifier: MIT

# scratch_copy FOLDER: the work tree as it is, without what was built; an earlier copy's builds are kept, so that they are not made
# again.
scratch_copy() {
    mkdir -p "$1"
    find "$1" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
    (cd "$root" && git ls-files -z --cached --others --exclude-standard |
        xargs -0 sh -c 'for f; do [ ! -e "$f" ] || printf "%s\0" "$f"; done' sh | xargs -0 cp --parents -p -t "$1")
}
