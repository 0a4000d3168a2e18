#!/bin/sh
# The pipeline of .gitlab-ci.yml and the one that its plan makes, run for one row by gitlab-ci-local in a clean clone; skipped,
# with the reason, where npm cannot install it.
# SPDX-License-Identifier: MIT
# What was said stays in build/gitlab-test/log, and after a failure what ran in build/gitlab-test/clone/.gitlab-ci-local.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tests/clients/install.sh"
clients_install "$root/tests/clients"
for program in bash rsync; do
    command -v $program >/dev/null || clients_skip "$program is not installed, with which gitlab-ci-local runs jobs (apt-get install -y $program)"
done
work=$root/build/gitlab-test
clone=$work/clone
cache=${CROSSLANE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/crosslane}
cpu=armhf-max    # of all builds, one of the quickest
build=gcc-O2

mkdir -p "$root/build"
exec 8>"$work.lock"
flock 8    # two runs at once take turns
rm -rf "$work"
mkdir "$work"

# The work tree as it is, with what is not committed. What a hook or a CI system has set is not for these.
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
git init -q --bare -b main "$work/origin"
(
    export GIT_DIR="$work/origin" GIT_WORK_TREE="$root"
    cd "$root"
    git add -A
    git -c user.name=test -c user.email=test -c commit.gpgSign=false commit -qm all
)
git clone -q "file://$work/origin" "$clone"

# As the settings of a GitLab project would: one row, a few of all tests, and trees that its runners keep, which nothing makes again. A tree runs only
# where it was made, and the client's jobs each have a directory of their own.
cat >"$clone/.gitlab-ci-local-variables.yml" <<END
CROSSLANE_CPU=$cpu
CROSSLANE_CPU_BUILD=$build
CROSSLANE_CACHE=$cache
CROSSLANE_REFRESH=
CROSSLANE_CXX=
CROSSLANE_ARCHES=${cpu%%-*}
CROSSLANE_TESTS=^(rows|judge|docs)$
END
# The one thing that the client does not do: `needs` of another pipeline.
sed -i '/^inputs:/a\  before_script: ["mkdir -p build/ci", "cp ../../artifacts/*/build/ci/* build/ci"]' \
    "$clone/matrix/gitlab-cross.yml"

# client OPTION...: gitlab-ci-local in the clone, with what a runner's shell has.
client() {
    (cd "$clone" && env -i PATH="$PATH" HOME="$HOME" NO_COLOR=1 ${CROSSLANE_MIRROR:+"CROSSLANE_MIRROR=$CROSSLANE_MIRROR"} \
        ${http_proxy:+"http_proxy=$http_proxy"} ${https_proxy:+"https_proxy=$https_proxy"} \
        node --import "$root/tests/clients/node.mjs" "$clients/node_modules/gitlab-ci-local/dist/index.js" \
        --home "$work" --force-shell-executor --shell-isolation "$@")
}

fail() {
    echo "FAIL: $1" >&2
    tail -n 40 "$2" >&2
    exit 1
}

# It can say no.
sed 's/^\( *needs: \[\)plan\]/\1pla]/' "$clone/.gitlab-ci.yml" >"$clone/misspelt.yml"
if client --file misspelt.yml --list >"$work/misspelt" 2>&1 || ! grep -q -w pla "$work/misspelt"; then
    fail "gitlab-ci-local did not mind a need of no job" "$work/misspelt"
fi

status=0
client --timestamps >"$work/log" 2>&1 || status=$?
[ $status = 0 ] || fail "gitlab-ci-local: exit $status; build/gitlab-test/log has all of it:" "$work/log"
state=$clone/.gitlab-ci-local
client --list-csv >"$work/jobs" 2>"$work/said" || fail "the jobs of the pipeline cannot be listed" "$work/said"
client --file .gitlab-ci-local/includes/triggers/cross.yml --list-csv >"$work/child-jobs" 2>"$work/said" ||
    fail "the jobs of the child pipeline cannot be listed" "$work/said"
"$root/build/host/crosslane" list kernels --json >"$work/kernels"
# The client exits with 0 although a job of the child pipeline failed: its log tells.
node "$root/tests/clients/gitlab.mjs" "$work/log" "$work/jobs" "$work/child-jobs" "$state/artifacts/plan/build/ci/plan.json" \
    "$state/artifacts/report/build/ci/report.json" "$work/kernels" "$cpu-$build" || fail "build/gitlab-test/log ends with:" "$work/log"
rm -rf "$clone" "$work/origin"
