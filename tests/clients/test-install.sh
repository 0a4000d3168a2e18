#!/bin/sh
# What install.sh makes of a good registry, of one that serves other bytes, and of none at all.
# SPDX-License-Identifier: MIT
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$work"' EXIT
passed=0
for program in node npm; do
    command -v $program >/dev/null || { echo "skipped: $program is not installed"; exit 77; }
done

# expect STATUS WORDS COMMAND...
expect() {
    wanted=$1 words=$2 status=0
    shift 2
    "$@" >"$work/said" 2>&1 || status=$?
    if [ "$status" != "$wanted" ] || ! grep -q -e "$words" "$work/said"; then
        echo "FAIL: exit $status, wanted $wanted and '$words' of: $*" >&2
        cat "$work/said" >&2
        exit 1
    fi
    passed=$((passed + 1))
}

# install CACHE LOCKED [VARIABLE=VALUE...]
install() {
    cache=$work/$1 locked=$work/$2
    shift 2
    env CI= npm_config_cache="$work/npm" no_proxy=127.0.0.1 npm_config_registry="http://127.0.0.1:$port/" \
        CROSSLANE_CACHE="$cache" "$@" \
        sh -euc '. "$1/install.sh"; clients_install "$2"; echo "in $clients"' sh "$here" "$locked"
}

# empty CACHE: holds nothing that looks installed.
empty() {
    [ -z "$(find "$work/$1" -mindepth 1 ! -name '*.lock' ! -name '*.log')" ] && echo nothing there
}

# lock DIRECTORY HASH
lock() {
    mkdir "$work/$1"
    echo '{"dependencies": {"client": "1.0.0"}}' >"$work/$1/package.json"
    cat >"$work/$1/package-lock.json" <<END
{"lockfileVersion": 3, "requires": true, "packages": {"": {"dependencies": {"client": "1.0.0"}},
 "node_modules/client": {"version": "1.0.0", "integrity": "sha512-$2"}}}
END
}

# pinned DIRECTORY: its lock has a hash of every package, and says of none where to get it: npm's own settings do.
pinned() {
    node -e 'const { packages: { "": own, ...all } } = JSON.parse(require("fs").readFileSync(process.argv[1]));
        for (const [name, { integrity, resolved }] of Object.entries(all))
            if (!/^sha512-/.test(integrity) || resolved) throw name + " has no hash, or an address";
        console.log(Object.keys(all).length, "packages pinned");' "$1/package-lock.json"
}

# A package with a script that would run while it is installed.
mkdir "$work/client"
echo "{\"name\": \"client\", \"version\": \"1.0.0\", \"scripts\": {\"postinstall\": \"touch '$work/ran'\"}}" \
    >"$work/client/package.json"
(cd "$work" && npm pack --ignore-scripts ./client >/dev/null 2>&1)
hash=$(node -p "require('crypto').createHash('sha512').update(require('fs').readFileSync('$work/client-1.0.0.tgz')).digest('base64')")
lock good "$hash"
lock other "$(node -p "Buffer.alloc(64).toString('base64')")"
lock unpinned "$hash"
sed 's/"integrity": "[^"]*"/"resolved": "file:client"/' "$work/good/package-lock.json" >"$work/unpinned/package-lock.json"
expect 0 '[1-9] packages pinned' pinned "$here"
expect 0 '^1 packages pinned' pinned "$work/good"
expect 1 'node_modules/client has no hash' pinned "$work/unpinned"
node "$here/registry.mjs" "$work/client-1.0.0.tgz" >"$work/port" &
server=$!
while [ ! -s "$work/port" ]; do
    kill -0 "$server"
    sleep 0.1
done
port=$(cat "$work/port")

expect 1 EINTEGRITY install refused other
expect 0 'nothing there' empty refused
expect 0 "^in $work/cache/clients-" install cache good
expect 0 client-1.0.0 sh -c 'sed -n "s/.*\"version\": \"/client-/p" "$1"/cache/clients-*/node_modules/client/package.json' sh "$work"
expect 0 'no script ran' sh -c '[ ! -e "$1" ] && echo no script ran' sh "$work/ran"

kill "$server"
wait "$server" 2>/dev/null || true
server=
rm -rf "$work/npm"
expect 0 "^in $work/cache/clients-" install cache good
expect 77 'skipped: npm could not reach' install away good
expect 0 'nothing there' empty away
expect 1 'FAIL: npm could not install' install away good CI=true
expect 77 'skipped: node is not installed' env PATH=/nonexistent /bin/sh -euc '. "$1/install.sh"; clients_install "$1"' sh "$here"
echo "$passed passed, 0 failed"
