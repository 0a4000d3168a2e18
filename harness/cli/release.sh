# `./crosslane ci release` and the two steps after it: the files of a release, its draft, and the tag of its major version. Sourced by ci.sh.
# SPDX-License-Identifier: MIT

# release_error TEXT [HELP]: all that is wrong is said, before the step ends.
release_error() {
    echo "$1" >&2
    [ $# = 1 ] || echo "  help: $2" >&2
    release_wrong=1
}

# Sets $version of CROSSLANE_TAG.
release_version() {
    ci_want CROSSLANE_TAG "a tag, such as v1.0.0"
    version=$(echo "$CROSSLANE_TAG" | sed -n 's/^v\([0-9][0-9]*\.[0-9][0-9]*\.[0-9][0-9]*\)$/\1/p')
    [ -n "$version" ] || ci_die "ci $ci_step: CROSSLANE_TAG: '$CROSSLANE_TAG' is no tag of a release
  help: git tag -s v1.0.0"
}

# The tag, project(), CHANGELOG.md and the manual page agree, and what is checked out is the tag.
release_check() {
    release_wrong=
    line=$(grep -n '^project(crosslane VERSION ' "$root/CMakeLists.txt")
    project=$(echo "$line" | sed -n 's/.*VERSION \([0-9.]*\).*/\1/p')
    [ "$project" = "$version" ] ||
        release_error "CMakeLists.txt:${line%%:*}:1: error: project() has version $project, the tag is $CROSSLANE_TAG" "edit project(), or tag v$project"

    # "LINE:## Unreleased", then "LINE:## VERSION - DATE", with no entry between them.
    headings=$(grep -n '^## ' "$root/CHANGELOG.md" | head -n 3)
    first=$(echo "$headings" | sed -n 1p)
    newest=$(echo "$headings" | sed -n 2p)
    next=$(echo "$headings" | sed -n 3p)
    [ "${first#*:}" = "## Unreleased" ] ||
        release_error "CHANGELOG.md:${first%%:*}:1: error: the first section is not '## Unreleased'" "add it, empty, above the release"
    case ${newest#*:} in
    "## $version - "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]) ;;
    *)
        newest=${newest:-$first}
        release_error "CHANGELOG.md:${newest%%:*}:1: error: this section is not '## $version - DATE', the tag is $CROSSLANE_TAG" \
            "write the heading '## $version - $(date -u +%Y-%m-%d)' below '## Unreleased'"
        return
        ;;
    esac
    date=${newest##* - }
    begin=${newest%%:*}
    end=${next%%:*}
    ! sed -n "$((${first%%:*} + 1)),$((begin - 1))p" "$root/CHANGELOG.md" | grep -q . ||
        release_error "CHANGELOG.md:${first%%:*}:1: error: Unreleased has entries" "move them below '## $version - $date'"
    sed -n "$((begin + 1)),$((${end:-1000000} - 1))p" "$root/CHANGELOG.md" >"$release/notes.md"
    grep -q '^- ' "$release/notes.md" || release_error "CHANGELOG.md:$begin:1: error: the section of $version has no entry"
    grep -q -x -F ".TH CROSSLANE 1 \"$date\" \"Crosslane $version\"" "$root/docs/crosslane.1" ||
        release_error "docs/crosslane.1:3:1: error: its version and date are not those of CHANGELOG.md" "./crosslane matrix docs"

    tagged=$(git -C "$root" rev-parse --quiet --verify "$CROSSLANE_TAG^{commit}") || tagged=
    if [ -z "$tagged" ]; then
        release_error "crosslane: error: this checkout has no tag $CROSSLANE_TAG" "git tag -s $CROSSLANE_TAG; in CI: fetch-depth: 0"
    elif [ "$tagged" != "$(git -C "$root" rev-parse HEAD)" ]; then
        release_error "crosslane: error: $CROSSLANE_TAG is not the commit that is checked out" "git checkout $CROSSLANE_TAG"
    elif [ -n "$(git -C "$root" status --porcelain --untracked-files=no)" ]; then
        release_error "crosslane: error: the checkout has edits that $CROSSLANE_TAG lacks" "git stash"
    fi
}

# Archive, package, checksums. The archive of a tag is the same, bit by bit, wherever it is made.
ci_release() {
    release_version
    release=$ci_directory/release
    rm -rf "$release"
    mkdir -p "$release"
    release_check
    [ -z "$release_wrong" ] || exit 1
    git -C "$root" archive --format=tar --prefix="crosslane-$version/" "$CROSSLANE_TAG" >"$release/crosslane-$version.tar" &&
        gzip -9 -n "$release/crosslane-$version.tar" || exit 3
    install_missing
    install_unless dpkg-shlibdeps "dpkg-dev:finds what the package depends on"
    install_unless file "file:tells cpack which files are programs"
    install_unless file "file:finds what the package depends on"
    build_host
    cpack -G DEB --config "$host/CPackConfig.cmake" -B "$release/cpack" >"$release/cpack.log" 2>&1 || {
        tail -n 20 "$release/cpack.log" >&2
        ci_die "ci $ci_step: cpack cannot make the package" 3
    }
    mv "$release"/cpack/*.deb "$release"
    rm -rf "$release/cpack" "$release/cpack.log"
    case $(cd "$release" && echo *.deb) in
    "crosslane_${version}_"*.deb | "crosslane_$version-"*.deb) ;;
    *) ci_die "ci $ci_step: cpack made $(cd "$release" && echo *.deb), not one package crosslane_$version" 3 ;;
    esac
    (cd "$release" && sha256sum crosslane* >SHA256SUMS && cat SHA256SUMS)
}

# What GitHub's own tool says of the release: "true" of a draft, "false" of a published one; fails if there is none.
release_state() {
    gh release view "$CROSSLANE_TAG" --json isDraft --jq .isDraft 2>/dev/null
}

# A draft, which a person reads and publishes. Only of a commit whose rows have passed.
ci_release_draft() {
    release_version
    release=$ci_directory/release
    [ -e "$release/SHA256SUMS" ] || ci_die "ci $ci_step: missing build/ci/release/SHA256SUMS
  help: ./crosslane ci release"
    (cd "$release" && sha256sum --check --strict --quiet SHA256SUMS) || ci_die "ci $ci_step: a file of build/ci/release is not what SHA256SUMS says" 1
    runs=$(gh run list --workflow simd.yml --commit "$(git -C "$root" rev-parse HEAD)" --status success --limit 1 --json databaseId --jq length) || exit 3
    [ "$runs" = 1 ] || ci_die "ci $ci_step: no run of simd.yml has passed for the commit of $CROSSLANE_TAG
  help: gh workflow run simd.yml --ref $CROSSLANE_TAG -f tier=full" 1
    state=$(release_state) || state=none
    case $state in
    none)
        gh release create "$CROSSLANE_TAG" --draft --verify-tag --title "Crosslane $version" --notes-file "$release/notes.md" \
            "$release"/crosslane* "$release/SHA256SUMS" || exit 3
        ;;
    true) gh release upload "$CROSSLANE_TAG" --clobber "$release"/crosslane* "$release/SHA256SUMS" || exit 3 ;;
    *) ci_die "ci $ci_step: $CROSSLANE_TAG is published; its files do not change
  help: make a release with the next version" 1 ;;
    esac
}

# v1 follows the newest release of version 1, for `uses: OWNER/crosslane@v1`.
ci_release_major() {
    release_version
    major=v${version%%.*}
    newest=$(git -C "$root" tag --list "$major.*.*" --sort=-version:refname | grep -x -E 'v[0-9]+\.[0-9]+\.[0-9]+' | head -n 1)
    [ -n "$newest" ] || ci_die "ci $ci_step: this checkout has no tag $CROSSLANE_TAG
  help: git fetch --tags; in CI: fetch-depth: 0"
    if [ "$newest" != "$CROSSLANE_TAG" ]; then
        echo "$major stays: $newest is newer than $CROSSLANE_TAG"
        return
    fi
    git -C "$root" push --quiet --force origin "$CROSSLANE_TAG^{commit}:refs/tags/$major" || exit 3
    echo "$major is $CROSSLANE_TAG"
}
