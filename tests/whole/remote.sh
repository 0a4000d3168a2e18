#!/bin/sh
# The remote cache: what one checkout passed and built serves another one with an empty cache, through nginx and by bazel-remote's
# protocol; and whatever a bad server does, a run has its verdict and says what happened in one line.
# SPDX-License-Identifier: MIT
# Usage: remote.sh CROSSLANE SERVER     SERVER: tests/whole/remote_server.c
set -u
crosslane=$1
host=$(dirname "$1")
server=$2
. "$(dirname "$0")/checking.sh"
. "$root/harness/base/environment.sh"
. "$root/harness/base/cache.sh"
unset CROSSLANE_REMOTE_CACHE CROSSLANE_REMOTE_CACHE_TOKEN CROSSLANE_REMOTE_CACHE_READONLY CROSSLANE_TOOLS
row=aarch64-nosve-gcc-O2
servers=
trap 'kill $servers 2>/dev/null; clean_up' EXIT

# A cache without results, which has the trees of the user's.
empty_cache() {
    rm -rf "$work/cache"
    mkdir "$work/cache"
    ln -s "$cache"/tools-*[0-9a-f] "$cache"/sysroot-*[0-9a-f] "$work/cache/"
    CROSSLANE_CACHE=$work/cache
    export CROSSLANE_CACHE
}

# kernel NAME NUMBER CODE: a kernel that adds a number, which its vector code has from CODE. Its reference is wrong if it sees a token.
kernel() {
    write_kernel "$work/kernels/$1.c" u32 a "a[i] + $2 + (getenv(TOKEN) != NULL)" "$(each "a[i] + $3")"
    sed -i "s/^#include.*/#include <stdlib.h>\n\n&\n#define TOKEN \"${seen:-CROSSLANE_REMOTE_CACHE_TOKEN}\"/" "$work/kernels/$1.c"
}

# run OPTION...: the verdict is in $work/r.json, the status in $status.
run() {
    status=0
    "$crosslane" run --kernels "$work/kernels" --row "$row" --no-evidence --json "$work/r.json" "$@" >"$work/out" 2>"$work/err" || status=$?
}

cached() { sed -n "/\"kernel\": *\"$1\"/,/\"checked\"/p" "$work/r.json" | grep -q '"cached": *"20'; }
fresh() { ! cached "$1"; }
passes() { [ "$status" = 0 ] && grep -q '^1 pass, 0 fail' "$work/out"; }
says() { grep -q -e "$1" "$work/err" && [ "$(grep -c '^crosslane: remote cache' "$work/err")" = 1 ]; }
is_quiet() { ! grep -q 'remote cache' "$work/err"; }
counts() { "$crosslane" cache >"$work/cache.out" && grep -q "in the last run: $1" "$work/cache.out"; }
entries() { grep -l -a -x "kind $1" "$work/store"/*; }

mkdir "$work/kernels" "$work/store" "$work/good" "$work/nginx" "$work/nginx/data"
kernel plus_one 1 1
kernel plus_two 2 2
empty_cache
run
check "without a remote cache: passes" passes

# ---- bazel-remote's protocol ----
"$server" "$work/store" >"$work/port" &
servers=$!
wait_for test -s "$work/port"
CROSSLANE_REMOTE_CACHE=http://127.0.0.1:$(cat "$work/port")/cache/
export CROSSLANE_REMOTE_CACHE
secret=not-to-be-shown
echo "$secret" >"$work/store/token"
CROSSLANE_REMOTE_CACHE_TOKEN=$secret
export CROSSLANE_REMOTE_CACHE_TOKEN
empty_cache
run
check "what passed is stored" counts '0 hits, 1 miss, 0 refused, 1 stored, 0 not stored'
check "and nothing is said" is_quiet
empty_cache
run
check "an empty cache gets it" cached plus_one
check "as the last line says" grep -q '^cached: 2 of 2 results, 2 from the remote cache' "$work/out"
check "and passes" passes
check "and it is counted" counts '1 hit, 0 misses, 0 refused, 0 stored, 0 not stored; 2 results'
: >"$work/store/log"
run
check "what is here is not asked for" test ! -s "$work/store/log"
kernel plus_two 2 '(uint32_t)i'
run
check "a failure is found" test "$status" = 1
empty_cache
run
check "and is not shared" fresh plus_two
check "the other kernel's result is" cached plus_one
kernel plus_two 2 2
: >"$work/store/log"
empty_cache
CROSSLANE_REMOTE_CACHE_READONLY=1
export CROSSLANE_REMOTE_CACHE_READONLY
run --seed 2
unset CROSSLANE_REMOTE_CACHE_READONLY
check "read-only: it is asked" grep -q '^GET ' "$work/store/log"
check "and nothing is stored" test -z "$(grep '^PUT ' "$work/store/log")"
seen=CROSSLANE_REMOTE_CACHE
kernel plus_two 2 2
run
check "a kernel sees other variables" test "$status" = 1
seen=
kernel plus_two 2 2
check "the token is in no output" test -z "$(grep -r -l "$secret" "$work/out" "$work/err" "$work/r.json" "$work/cache/results")"

# ---- bad servers ----
empty_cache
run # all that is to be there is there
cp $(entries results) "$work/good/"

# restore: the store as it is to be.
restore() {
    rm -f $(entries results)
    cp "$work/good"/* "$work/store/"
    echo >"$work/store/mode"
}

# bad NAME TEXT: the kernels are run again, pass, and one line has the text.
bad() {
    empty_cache
    run
    check "$1: it is run again" fresh plus_one
    check "$1: and passes" passes
    check "$1: one line: $2" says "$2"
    restore
}

# damaged TEXT COMMAND...: the same after the command damaged each entry.
damaged() {
    text=$1
    shift
    for entry in $(entries results); do "$@" "$entry"; done
    bad "$*" "entries refused, the first because $text"
}
flip() { printf '\377\377\377' | dd of="$1" bs=1 seek=$(($(wc -c <"$1") - 20)) conv=notrunc 2>"$work/dd"; }
damaged "its checksum is wrong" flip
damaged "it is no entry" truncate -s -40
damaged "another version wrote it" sed -i 's/^version [0-9]/version 9/'
damaged "its format is another version's" sed -i 's/crosslane-entry 1/crosslane-entry 2/'
damaged "it is of another key" sed -i 's/^key ..../key 0000/'
damaged "it is of another key" sed -i 's/^host ..../host 0000/'
damaged "its head is damaged" sed -i 's/^size /sise /'
damaged "it is no entry" cp "$0"

while IFS=: read -r mode text; do
    [ "$mode" != full ] || rm -f $(entries results)
    echo "$mode" >"$work/store/mode"
    bad "$mode" "$text"
done <<'END'
html:1 entries refused, the first because it is no entry
redirect:it redirects (302); this run goes on without it
password:it asks for another token (401); this run goes on without it
broken:it answers 500; this run goes on without it
drop:; this run goes on without it
endless:its answer is too large; this run goes on without it
slow:it is too slow; this run goes on without it
full:it answers 507; what this run makes is not shared
END
CROSSLANE_REMOTE_CACHE_TOKEN=wrong
bad "a wrong token" "it asks for another token (401); this run goes on without it"
CROSSLANE_REMOTE_CACHE_TOKEN=$secret
good=$CROSSLANE_REMOTE_CACHE
CROSSLANE_REMOTE_CACHE=http://user:hidden@127.0.0.1:1
bad "nobody answers" "remote cache http://127.0.0.1:1/: .*; this run goes on without it"
for url in file:///etc/passwd ftp://127.0.0.1/x nonsense:: 'http://127.0.0.1/?a=b'; do
    CROSSLANE_REMOTE_CACHE=$url
    run
    check "$url is refused in one line" test "$status" = 2 -a "$(grep -c . "$work/err")" = 1
done
CROSSLANE_REMOTE_CACHE=$good

# ---- agents: checkouts of a few kernels, at different places ----
checkout() {
    mkdir -p "$work/$1/kernels/arith" "$work/$1/build/host/CMakeFiles" "$work/$1/tests" "$work/$1/harness"
    cp -r "$root/arch" "$root/matrix" "$root/sysroots" "$root/toolchains" "$root/CMakeLists.txt" "$work/$1/"
    cp -r "$root/harness/agent" "$root/harness/base" "$root/harness/build" "$root/harness/protocol.h" "$root/harness/frames.h" "$work/$1/harness/"
    cp -r "$root/tests/vec" "$root/tests/work" "$root/tests/accuracy" "$work/$1/tests/"
    cp "$root/kernels"/*.h "$work/$1/kernels/"
    for kernel in $kernels; do cp "$root/kernels/arith/$kernel.c" "$work/$1/kernels/arith/"; done
    cp "$crosslane" "$host/kernels.so" "$host/build.ninja" "$host/kernel-names" "$work/$1/build/host/"
    cp -r "$host/CMakeFiles/kernels-objects.dir" "$host/CMakeFiles/kernels.dir" "$work/$1/build/host/CMakeFiles/"
}
# More than are built alone.
kernels="abs_f32 abs_f64 add_f32 add_f64 div_f32 div_f64 max_f32 max_f64 sub_f32 sub_f64"
count=$(echo "$kernels" | wc -w)
in_checkout() {
    status=0
    "$work/$1/build/host/crosslane" run --row "$row" $(printf -- '--kernel %s ' $kernels) --json "$work/r.json" >"$work/out" 2>"$work/err" || status=$?
    built=$work/$1/build/aarch64-gcc-O2
}
# From nothing, but what the server has.
anew() {
    rm -rf "$work/second/build/aarch64-gcc-O2"*
    empty_cache
    in_checkout second
}
checkout first
empty_cache
in_checkout first
check "a checkout compiles its kernels" test -e "$built/build.ninja"
check "which pass" passes
check "and stores the agent" test "$(entries agent | wc -l)" = 1
mv "$work/first" "$work/second"
: >"$work/store/log"
anew
check "another checkout compiles nothing" test ! -e "$built/build.ninja" -a -x "$built/agent-neon"
check "and runs nothing" grep -q "^cached: $count of $count results, $count from the remote cache" "$work/out"
check "by few requests" test "$(wc -l <"$work/store/log")" = 2
check "and passes" passes
rm -rf "$work/cache/results"
CROSSLANE_REMOTE_CACHE=
in_checkout second
check "its agent runs" fresh add_f32
check "and its kernels pass" passes
CROSSLANE_REMOTE_CACHE=$good

# What a reader writes of a kernel must be compiled and run, and only that.
cp "$work/second/kernels/arith/add_f32.c" "$work/as-it-was"
sed -i 's/xl_f32_add(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), vl)/xl_f32_sub(xl_f32_load(a + i, vl), xl_f32_load(b + i, vl), vl)/' "$work/second/kernels/arith/add_f32.c"
anew
check "an edited kernel is run, and its bug is found" grep -q '^FINDING add_f32' "$work/out"
check "and is the only one that is compiled" test ! -e "$built/build.ninja" -a -e "$built+few/build.ninja"
check "the others are not run" grep -q "^cached: $((count - 1)) of $count results, $((count - 1)) from the remote cache" "$work/out"
cp "$work/as-it-was" "$work/second/kernels/arith/add_f32.c"
sed -i 's/^#define XL_PROTOCOL.*/& \/\* edited \*\//' "$work/second/harness/protocol.h"
anew
check "another header: all are compiled" test -e "$built/build.ninja"
check "and pass" passes
for entry in $(entries agent); do flip "$entry"; done
anew
check "a damaged agent is not used" test -e "$built/build.ninja"
check "its kernels pass" passes
check "and one line says so" says "refused, the first because its checksum is wrong"

# ---- nginx ----
nginx=$(PATH=$PATH:/usr/sbin command -v nginx) || nginx=
if [ -n "$nginx" ]; then
    port=$((20000 + $$ % 20000))
    chmod 755 "$work"
    cat >"$work/nginx/conf" <<END
daemon off; pid nginx.pid; error_log stderr; worker_processes 1; $([ "$(id -u)" != 0 ] || echo 'user root;')
events {}
http {
    map "\$request_method \$http_authorization" \$refused { default 1; "~^GET " 0; "PUT Bearer $secret" 0; }
    access_log off; client_body_temp_path t; proxy_temp_path t; fastcgi_temp_path t; uwsgi_temp_path t; scgi_temp_path t;
    server {
        listen 127.0.0.1:$port; root data; client_max_body_size 64m;
        location / { if (\$refused) { return 401; } dav_methods PUT; create_full_put_path on; }
    }
}
END
    "$nginx" -p "$work/nginx" -c conf >"$work/nginx.out" 2>&1 &
    servers="$servers $!"
    wait_for test -s "$work/nginx/nginx.pid"
    CROSSLANE_REMOTE_CACHE=http://127.0.0.1:$port/team/x
    empty_cache
    run
    check "nginx: stored" counts '0 hits, 1 miss, 0 refused, 1 stored, 0 not stored'
    empty_cache
    run
    check "nginx: got" counts '1 hit, 0 misses, 0 refused, 0 stored, 0 not stored; 2 results'
    check "nginx: and passes" passes
    CROSSLANE_REMOTE_CACHE_TOKEN=
    run --seed 2
    check "nginx: without the token nothing is stored" says "it asks for another token (401); what this run makes is not shared"
    kill "$(cat "$work/nginx/nginx.pid")"
    wait_for test ! -e "$work/nginx/nginx.pid"
    openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout "$work/nginx/key" -out "$work/nginx/certificate" 2>/dev/null
    sed -i "s/listen 127.0.0.1:$port;/listen 127.0.0.1:$((port + 1)) ssl; ssl_certificate certificate; ssl_certificate_key key;/" "$work/nginx/conf"
    "$nginx" -p "$work/nginx" -c conf >"$work/nginx.out" 2>&1 &
    servers="$servers $!"
    wait_for test -s "$work/nginx/nginx.pid"
    CROSSLANE_REMOTE_CACHE=https://127.0.0.1:$((port + 1))/team/x
    run --seed 3
    check "a certificate that is not trusted: a line" says "this machine does not trust its certificate"
    check "and passes" passes
else
    skip nginx "nginx is not installed (apt-get install -y nginx-light)"
fi

conclude
