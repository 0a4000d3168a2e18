#!/bin/sh
# The steps of a release: each disagreement of tag, version, changelog and manual page is named; archives are reproducible; drafts only of what
# passed; v1 never moves back.
# SPDX-License-Identifier: MIT
# Usage: release.sh
set -u
. "$(dirname "$0")/checking.sh"
cd "$work" || exit 2
export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x@localhost GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x@localhost
export GIT_AUTHOR_DATE=2026-01-01T00:00:00Z GIT_COMMITTER_DATE=2026-01-01T00:00:00Z
unset GITHUB_OUTPUT

# What this repository says of itself. A release is made of a commit whose versions agree, so they agree in every commit but that of a new number.
project=$(sed -n 's/^project(crosslane VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")
manual=$(sed -n 's/^\.TH CROSSLANE 1 ".*" "Crosslane \([0-9.]*\)"$/\1/p' "$root/docs/crosslane.1")
check "project() has version $project, docs/crosslane.1 has '$manual'" test "$project" = "$manual"

# A repository with a release.
mkdir -p new/docs new/harness bin
cp -R "$root/harness/cli" new/harness
echo 'project(crosslane VERSION 1.2.3 LANGUAGES C)   # here' >new/CMakeLists.txt
printf '# Changelog\n\n## Unreleased\n\n## 1.2.3 - 2026-01-02\n\n- Better.\n\n## 1.2.2 - 2026-01-01\n\n- Older.\n' >new/CHANGELOG.md
printf '.\\" a\n.\\" b\n.TH CROSSLANE 1 "2026-01-02" "Crosslane 1.2.3"\n' >new/docs/crosslane.1
echo /build/ >new/.gitignore
git -C new init -q -b main && git -C new add -A && git -C new commit -q -m a && git -C new tag v1.2.3
git clone -q --bare new origin.git
git -C new remote add origin "$work/origin.git"

# cpack and gh, as far as the steps call them. gh answers from files.
cat >bin/cpack <<'END_OF_CPACK'
#!/bin/sh
while [ "$1" != -B ]; do shift; done
mkdir -p "$2"
[ ! -e "$STUBS/no-package" ] || { echo "CPack Error: no license file"; exit 1; }
for name in $(cat "$STUBS/packages"); do echo deb >"$2/$name"; done
END_OF_CPACK
cat >bin/gh <<'END_OF_GH'
#!/bin/sh
echo "$*" >>"$STUBS/gh-log"
case "$1 $2" in
'run list') cat "$STUBS/runs" ;;
'release view') cat "$STUBS/state" 2>/dev/null || { echo 'release not found' >&2; exit 1; } ;;
esac
END_OF_GH
chmod +x bin/*
export STUBS="$work"
echo crosslane_1.2.3_amd64.deb >packages
echo 1 >runs

# step DIRECTORY NAME: as ./crosslane ci NAME there.
step() {
    PATH="$work/bin:$PATH" sh -c 'set -eu
        root=$1 host=$1/build/host
        . "$root/harness/cli/ci.sh"
        install_missing() { :; }
        install_unless() { :; }
        build_host() { mkdir -p "$host"; }
        ci_main "$2"' sh "$work/$1" "$2"
}
says() { grep -q -F -e "$1" out err; }
release() { CROSSLANE_TAG=${2:-v1.2.3} step "$1" release; }

check "a release" exits 0 release new
made=$(ls new/build/ci/release | paste -s -d ' ' -)
check "its files: $made" test "$made" = "SHA256SUMS crosslane-1.2.3.tar.gz crosslane_1.2.3_amd64.deb notes.md"
check "its checksums" sh -c 'cd new/build/ci/release && sha256sum --check --quiet SHA256SUMS && [ "$(wc -l <SHA256SUMS)" = 2 ]'
check "its notes" sh -c '[ "$(grep . new/build/ci/release/notes.md)" = "- Better." ]'
git clone -q origin.git again
sleep 1
check "the release again, elsewhere" exits 0 release again
check "the archive is the same" cmp new/build/ci/release/crosslane-1.2.3.tar.gz again/build/ci/release/crosslane-1.2.3.tar.gz
check "the archive has the commit's files" sh -c 'tar -tzf new/build/ci/release/crosslane-1.2.3.tar.gz | grep -q -x crosslane-1.2.3/docs/crosslane.1'

# wrong NAME MESSAGE EDIT [TAG]: after the edit, committed and tagged, the step names it, and makes nothing.
wrong() {
    rm -rf edited
    git clone -q origin.git edited
    (cd edited && sh -c "$3" && git add -A && git commit -q --allow-empty -m b && git tag -f v1.2.3) >out 2>&1
    check "$1: exit" exits 1 release edited "${4:-v1.2.3}"
    check "$1: '$2'" says "$2"
    check "$1: makes no archive" sh -c '! ls edited/build/ci/release | grep -q -v notes.md'
}
wrong "another tag" "CMakeLists.txt:1:1: error: project() has version 1.2.3, the tag is v1.2.4" 'git tag v1.2.4' v1.2.4
wrong "another version" "CMakeLists.txt:1:1: error: project() has version 1.3.0, the tag is v1.2.3" 'sed -i s/1.2.3/1.3.0/ CMakeLists.txt'
wrong "no section" "CHANGELOG.md:5:1: error: this section is not '## 1.2.3 - DATE'" 'sed -i 5,8d CHANGELOG.md'
wrong "no date" "CHANGELOG.md:5:1: error: this section is not '## 1.2.3 - DATE'" 'sed -i "s/^\(## 1.2.3\).*/\1/" CHANGELOG.md'
wrong "no room for what comes" "CHANGELOG.md:3:1: error: the first section is not '## Unreleased'" 'sed -i 3,4d CHANGELOG.md'
wrong "entries left behind" "CHANGELOG.md:3:1: error: Unreleased has entries" 'sed -i "4a - New.\n" CHANGELOG.md'
wrong "an empty section" "CHANGELOG.md:5:1: error: the section of 1.2.3 has no entry" 'sed -i 7d CHANGELOG.md'
wrong "an old manual page" "docs/crosslane.1:3:1: error: its version and date are not those of CHANGELOG.md" 'sed -i s/1.2.3/1.2.2/ docs/crosslane.1'
wrong "no tag" "this checkout has no tag v9.9.9" 'sed -i s/1.2.3/9.9.9/ CMakeLists.txt CHANGELOG.md docs/crosslane.1' v9.9.9
check "the help of a missing tag" says "  help: git tag -s v9.9.9; in CI: fetch-depth: 0"
rm -rf edited && git clone -q origin.git edited && (cd edited && git commit -q --allow-empty -m c)
check "a later commit" exits 1 release edited
check "a later commit: its message" says "v1.2.3 is not the commit that is checked out"
(cd edited && git checkout -q v1.2.3 && echo >>CMakeLists.txt)
check "an edit" exits 1 release edited
check "an edit: its message" says "the checkout has edits that v1.2.3 lacks"
for tag in 1.2.3 v1.2 v1.2.3-rc1 'v1.2.3; ls'; do
    check "the tag '$tag'" exits 2 release new "$tag"
    check "the tag '$tag': its message" says "is no tag of a release"
done
check "no tag given" exits 2 step new release

touch no-package
check "no package" exits 3 release again
check "no package: cpack's words" says "CPack Error: no license file"
rm no-package
echo crosslane_1.2.2_amd64.deb >packages
check "a package of another version" exits 3 release again
echo crosslane_1.2.3_amd64.deb >packages

# The draft.
draft() { CROSSLANE_TAG=v1.2.3 step "$1" release-draft; }
check "a draft without files" exits 2 draft edited
rm -f gh-log
check "a draft" exits 0 draft new
check "a draft: one release, of a tag that exists" grep -q -e '^release create v1.2.3 --draft --verify-tag .*SHA256SUMS$' gh-log
rm gh-log && echo true >state
check "the draft again" exits 0 draft new
check "the draft again: its files" sh -c "grep -q '^release upload v1.2.3 --clobber' gh-log && ! grep -q '^release create' gh-log"
rm gh-log && echo false >state
check "a published release" exits 1 draft new
check "a published release: nothing is uploaded" sh -c "! grep -q -e upload -e create gh-log"
rm -f state gh-log && echo 0 >runs
check "rows that have not passed" exits 1 draft new
check "rows that have not passed: the message" says "no run of simd.yml has passed for the commit of v1.2.3"
check "rows that have not passed: no draft" sh -c "! grep -q create gh-log"
echo 1 >runs
echo x >>new/build/ci/release/crosslane_1.2.3_amd64.deb
check "another file than was signed" exits 1 draft new

# The tag of the major version.
major() { CROSSLANE_TAG=$1 step new release-major; }
at() { git -C origin.git rev-parse "$1^{commit}"; }
check "v1" exits 0 major v1.2.3
check "v1 is v1.2.3" test "$(at v1)" = "$(at v1.2.3)"
(cd new && git commit -q --allow-empty -m d && git tag v1.10.0 && git push -q origin v1.10.0)
check "v1 moves" exits 0 major v1.10.0
check "v1 is v1.10.0" test "$(at v1)" = "$(at v1.10.0)"
check "v1 does not move back" exits 0 major v1.2.3
check "v1 is v1.10.0 still" test "$(at v1)" = "$(at v1.10.0)"
check "v1 stays: the message" says "v1 stays: v1.10.0 is newer than v1.2.3"
(cd new && git commit -q --allow-empty -m e && git tag v2.0.0)
check "v2" exits 0 major v2.0.0
check "v1 is v1.10.0 after v2" test "$(at v1) $(at v2)" = "$(at v1.10.0) $(git -C new rev-parse HEAD)"
conclude
