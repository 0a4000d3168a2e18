# The step `ci outside`: libraries of examples/outside. Sourced by ci.sh.
# SPDX-License-Identifier: MIT

# Runs every library, whatever the others' results are. A finding that matrix/known-library-bugs.yml does not explain fails the step.
ci_outside() {
    libraries=${CROSSLANE_LIBRARIES:-$(ls "$root/examples/outside")}
    for library in $libraries; do
        CROSSLANE_LIBRARY=$library
        ci_plain CROSSLANE_LIBRARY
        [ -e "$root/examples/outside/$library/crosslane.yml" ] ||
            ci_die "ci outside: unknown library '$library'
  help: there are: $(ls "$root/examples/outside" | paste -s -d ' ' -)"
    done
    install_missing
    install_unless python3 "$for_pages"
    for library in $libraries; do install_for_kernels run --kernels "$root/examples/outside/$library"; done
    build_host crosslane
    status=0
    rm -f "$ci_folder"/outside-*.json
    for library in $libraries; do
        out=$ci_folder/outside-$library
        ended=0
        "$host/crosslane" run --kernels "$root/examples/outside/$library" --tier "${CROSSLANE_TIER:-pr}" --json "$out.json" --html "$out.html" || ended=$?
        [ "$ended" -le "$status" ] || status=$ended
    done
    cp "$root/docs/results/libraries.md" "$ci_folder/libraries.md"
    ended=0
    "$root/docs/generate/libraries.py" "$host/crosslane" "$ci_folder/libraries.md" "$ci_folder"/outside-*.json || ended=$?
    [ "$ended" -le "$status" ] || status=$ended
    [ -z "${GITHUB_STEP_SUMMARY:-}" ] || cat "$ci_folder/libraries.md" >>"$GITHUB_STEP_SUMMARY"
    return "$status"
}
