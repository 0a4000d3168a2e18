#!/bin/sh
# clang-format, clang-tidy and cppcheck; skipped, with the reason, where they are not installed.
# SPDX-License-Identifier: MIT
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
for tool in clang-format clang-tidy cppcheck; do
    command -v $tool >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
# Other versions lay code out otherwise and know other checks.
version=$(clang-format --version | sed 's/.*version \([0-9]*\).*/\1/')
[ "$version" = 14 ] || { echo "skipped: clang-format 14 is wanted, and this is $version"; exit 77; }
# The headers of the vocabulary are macros over ten types, which clang-format only makes longer.
{ git ls-files '*.c' '*.h' | grep -v -E '^arch/.*/.*\.h$|^arch/(vec|vec_perm|generic|neon_[a-z]*|thirds)\.h$|^tests/vec/' &&
    git ls-files 'arch/*/pc.h' 'arch/*/breach.h'; } |
    xargs clang-format --dry-run -Werror
cppcheck -q --std=c11 --enable=warning,performance,portability --inline-suppr --error-exitcode=1 \
    --suppress=missingIncludeSystem -Iharness -Ikernels -Iarch -Ibuild/host/arch harness
find harness -name '*.c' ! -path '*/agent/*' -print0 |
    xargs -0 -P "$(nproc)" -n 4 clang-tidy -p build/host --quiet 2>/dev/null
echo "1 passed, 0 failed"
