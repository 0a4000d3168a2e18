# Installs the clients that tests/clients/package-lock.json pins, once, whole or not at all. Sourced by the tests that use them.
# SPDX-License-Identifier: MIT

clients_skip() {
    echo "skipped: $1"
    exit 77
}

# A registry that cannot be reached is no fault of what is tested, but a CI run that tested nothing must not be green.
clients_explain() {
    if [ "${CI:-}" != true ] && grep -q -E 'code (E(AI_AGAIN|NOTFOUND|CONN[A-Z]*|(HOST|NET)UNREACH|TIMEDOUT|5[0-9][0-9])|ERR_SOCKET_TIMEOUT)$' "$1"; then
        clients_skip "npm could not reach its registry: $(sed -n 's/^npm \(error\|ERR!\) \(network \)*request/request/p' "$1" | head -n 1)"
    fi
    cat "$1" >&2
    echo "FAIL: npm could not install what $2/package-lock.json pins" >&2
    exit 1
}

# clients_make LOCKED DIRECTORY: npm checks every package against the hash in the lock, and runs none of their scripts.
clients_make() {
    mkdir "$2.tmp"
    cp "$1/package.json" "$1/package-lock.json" "$2.tmp"
    npm ci --prefix "$2.tmp" --ignore-scripts --no-audit --no-fund --fetch-retries=1 --fetch-retry-mintimeout=1000 \
        >"$2.log" 2>&1 || { rm -rf "$2.tmp"; clients_explain "$2.log" "$1"; }
    mv -T "$2.tmp" "$2"
}

# clients_install LOCKED: sets $clients to the directory with the node_modules of LOCKED/package-lock.json. Skips the test where
# that cannot be.
clients_install() {
    for program in node npm; do
        command -v $program >/dev/null || clients_skip "$program is not installed"
    done
    version=$(node --version)
    [ "$(echo "$version" | tr -d v | cut -d . -f 1)" -ge 20 ] || clients_skip "node 20 is wanted, and this is $version"
    clients=${CROSSLANE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/crosslane}
    mkdir -p "$clients"
    clients=$clients/clients-$(cat "$1/package.json" "$1/package-lock.json" | sha256sum | cut -c 1-12)
    exec 7>"$clients.lock"
    flock 7    # of tests that start together one installs
    rm -rf "$clients.tmp"
    [ -e "$clients" ] || clients_make "$1" "$clients"
    rm -f "$clients.log"
    exec 7>&-
}
