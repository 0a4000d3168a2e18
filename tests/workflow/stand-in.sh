#!/bin/sh
# Stands in for ./crosslane where the workflow is tried, not the tool. Each step fails without the files and variables that it
# needs, and makes files and outputs of the same names.
# SPDX-License-Identifier: MIT
set -eu
root=.
ci=build/ci
mkdir -p $ci

die() {
    echo "$1"
    exit 3
}

# needs FILE...: in build/ci. wants VARIABLE...: not empty.
needs() { for file; do [ -e "$ci/$file" ] || die "no $file"; done; }
wants() { for name; do eval "[ -n \"\${$name:-}\" ]" || die "no $name"; done; }
gives() { echo "$1=$2" >>"$GITHUB_OUTPUT"; }

case $2 in
build-native) echo host >$ci/host.tar.gz ;;
keys)
    gives month 2000-01
    for trees in tools sysroots cxx; do gives $trees "$trees"; gives $trees-path "$PWD.$trees"; done
    ;;
trees)
    [ -z "${CROSSLANE_REFRESH:-}" ] || gives renewed "${RENEWED:-true}"
    touch "$PWD.tools" "$PWD.sysroots"
    [ -z "${CROSSLANE_CXX:-}" ] || touch "$PWD.cxx"
    ;;
test-native)
    needs host.tar.gz
    echo '100% tests passed, 0 tests failed out of 3'
    echo 'lint 3 2.5' >$ci/costs.txt
    ;;
fresh) wants CROSSLANE_SUITE CROSSLANE_USER ;;
plan)
    needs host.tar.gz
    wants CROSSLANE_TIER CROSSLANE_LABELS
    changed=$([ -z "$CROSSLANE_BASE" ] || git diff --name-only "$CROSSLANE_BASE")
    echo "$(echo "$changed" | wc -l) changed files"
    echo "labels: $CROSSLANE_LABELS"
    echo "known: $(ls $ci/known 2>/dev/null)"
    touch $ci/plan.json
    gives any true
    gives fresh true
    gives tests '{"include": [{"name": "rows", "arches": "s390x", "rows": "s390x-z15-gcc-O2 s390x-z15-llvm-O2", "kernels": "*", "vocabulary": "true"}]}'
    ;;
test-cross)
    wants CROSSLANE_JOB CROSSLANE_ROWS CROSSLANE_KERNELS CROSSLANE_VOCABULARY CROSSLANE_SEED CROSSLANE_TIME_LIMIT
    needs host.tar.gz
    [ -e "$PWD.sysroots" ] || die "no sysroots"
    echo "$CROSSLANE_ROWS" >"$ci/results-$CROSSLANE_JOB.json"
    touch $ci/s390x-gcc-O2-vxe2.dependencies $ci/s390x-llvm-O2-vxe2.dependencies
    ;;
report)
    needs host.tar.gz plan.json results-rows.json s390x-gcc-O2-vxe2.dependencies s390x-llvm-O2-vxe2.dependencies
    mkdir -p $ci/known
    touch $ci/report.json $ci/report.html
    cp $ci/*.dependencies $ci/known
    ;;
verdict)
    # The real one, which needs no host tool.
    . ./harness/cli/ci.sh
    ci_main verdict
    ;;
*) die "no step $2" ;;
esac
