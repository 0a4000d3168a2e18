# The steps of action.yml: `ci action-keys` and `ci action`. Sourced by ci.sh, whose functions it uses.
# SPDX-License-Identifier: MIT

# What the host tool is made of, and for which system: an action has no git history.
ci_action_host() {
    . /etc/os-release
    sources=$(cd "$root" && find . -name build -prune -o -name .git -prune -o -type f -exec sha256sum {} + | LC_ALL=C sort | sha256sum | cut -c 1-12)
    echo "host-$ID$VERSION_ID-$(uname -m)-$sources"
}

ci_action_keys() {
    . "$root/harness/base/cache.sh"
    ci_keys
    ci_output host "$(ci_action_host)"
    ci_output host-path "$ci_directory/host.tar.gz"
    ci_output results-path "$cache/results"
}

# Trees of this month. A cache that has none gets new ones; where these cannot be made, whole ones of an earlier month serve.
ci_action_trees() {
    [ "${CROSSLANE_ACTION_TOOLS:-}${CROSSLANE_ACTION_SYSROOTS:-}" != truetrue ] ||
        ! ci_tree_paths $(ci_arches) | while IFS= read -r path; do is_tree "$path" || exit 1; done || return 0
    (packages=$packages_to_run; install_missing) || exit
    CROSSLANE_REFRESH=$(date -u +%Y-%m)
    said=$(ci_refresh $(ci_arches)) ||
        ci_die "ci action: the compilers and sysroots cannot be made, and the cache has none of an earlier month
  help: rerun the job later, or set CROSSLANE_MIRROR to another Debian mirror" 3
    case $said in
    *renewed=false*) ci_action_annotate warning "" "" "compilers and sysroots of an earlier month: new ones could not be made; see the log" ;;
    esac
}

# ci_action_annotate LEVEL FILE LINE TEXT: a line for the runner, which the step after this one prints.
ci_action_annotate() {
    properties=title=Crosslane
    [ -z "$2" ] || properties="file=$(printf %s "$2" | sed 's/%/%25/g; s/:/%3A/g; s/,/%2C/g'),line=$3,$properties"
    printf '::%s %s::%s\n' "$1" "$properties" "$(printf %s "$4" | tr -d '\r' | sed 's/%/%25/g')" >>"$reports/annotations"
}

# Findings as annotations: each bug once, where its code is.
ci_action_annotations() {
    "$host/crosslane" report --gcc-style "$1" 2>/dev/null | grep ' error: \|^error: ' | head -n 50 | while IFS= read -r finding; do
        place=${finding%%error: *}
        place=${place%: }
        ci_action_annotate error "${place%:*}" "${place##*:}" "${finding#*error: }"
    done
}

# ci_action_run NAME COMMAND...: with reports NAME.*; the worst status counts.
ci_action_run() {
    report=$reports/$1
    shift
    now=0
    "$host/crosslane" "$@" --json "$report.json" --html "$report.html" --junit "$report.xml" --sarif "$report.sarif" --markdown "$report.md" || now=$?
    [ "$now" -le "$status" ] || status=$now
    [ ! -e "$report.json" ] || ci_action_annotations "$report.json"
    [ ! -e "$report.md" ] || cat "$report.md" >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
    # Without results nothing was run.
    not_run=$((not_run + $(sed -n 's/^.*"not_run": *\([0-9]*\).*/\1/p' "$report.json" 2>/dev/null | tail -n 1 | grep . || echo 1)))
}

# The input of action.yml in the environment; the directories are below the working directory.
ci_action() {
    kernels=${CROSSLANE_ACTION_KERNELS:-}
    suite=${CROSSLANE_ACTION_SUITE:-}
    fail_on=${CROSSLANE_ACTION_FAIL_ON:-finding}
    [ -n "$kernels$suite" ] || ci_die "ci action: neither 'kernels' nor 'suite' is set
  help: with: {kernels: DIRECTORY}, or {suite: .}"
    case $fail_on in
    finding | not-run | never) ;;
    *) ci_die "ci action: fail-on: '$fail_on' is none of finding, not-run, never" ;;
    esac
    for dir in $kernels ${suite:+"$suite"}; do
        [ -d "$dir" ] || ci_die "ci action: no directory '$dir' in $(pwd)
  help: check it out first: - uses: actions/checkout"
    done
    . "$root/harness/base/cache.sh"
    export CROSSLANE_SELF=crosslane    # in reports, for people who have it elsewhere
    reports=${RUNNER_TEMP:-/tmp}/crosslane
    rm -rf "$reports"
    mkdir -p "$reports" || exit 3
    : >"$reports/annotations"
    ci_output reports "$reports"
    case ${CROSSLANE_ACTION_REF:-} in
    '' | v[0-9]*) ;;
    *[!0-9a-f]*) ci_action_annotate warning "" "" "'uses: ...@$CROSSLANE_ACTION_REF' is a branch, which moves; use a release (@v1) or a commit" ;;
    esac
    ci_action_trees
    if [ -e "$ci_directory/host.tar.gz" ] && ! tar -tzf "$ci_directory/host.tar.gz" >/dev/null 2>&1; then
        echo "crosslane: the cached host tool is damaged; building it" >&2
        rm -f "$ci_directory/host.tar.gz"
    fi
    if [ -e "$ci_directory/host.tar.gz" ]; then
        packages="gcc:references
libc6-dev:references
cmake:builds everything
ninja-build:builds everything"
        install_missing
        ci_unpack_host
    else
        install_missing
        build_host crosslane
        ci_pack_host
        ci_output host made
    fi
    set -f    # patterns are the tool's
    set --
    [ -z "${CROSSLANE_ACTION_TIER:-}" ] || set -- --tier "$CROSSLANE_ACTION_TIER"
    for word in ${CROSSLANE_ACTION_ROWS:-}; do set -- "$@" --row "$word"; done
    status=0
    not_run=0
    if [ -n "$suite" ]; then
        install_for_suite suite "$suite"
        # Programs that tests start need user namespaces, which Ubuntu forbids to users other than root.
        [ "$(cat /proc/sys/kernel/apparmor_restrict_unprivileged_userns 2>/dev/null)" != 1 ] ||
            sudo -n sysctl -q kernel.apparmor_restrict_unprivileged_userns=0 || :
        ci_action_run suite suite "$suite" "$@"
    fi
    # A directory has a library and rows of its own, so each is a run of its own.
    name=crosslane
    count=1
    for dir in $kernels; do
        install_for_kernels run --kernels "$dir"
        # shellcheck disable=SC2086 # words
        ci_action_run "$name" run --kernels "$dir" "$@" ${CROSSLANE_ACTION_ARGS:-}
        count=$((count + 1))
        name=crosslane-$count
    done
    set +f
    ci_output status "$status"
    [ ! -d "$cache/results" ] || ci_output results kept
    # All or none: a part would be found under this key for a month.
    ! ci_paths mk-cxx | while IFS= read -r path; do is_tree "$path" || exit 1; done || ci_output cxx made
    case $status:$fail_on in
    1:never) status=0 ;;
    1:not-run) [ "$not_run" -gt 0 ] || status=0 ;;
    esac
    exit "$status"
}
