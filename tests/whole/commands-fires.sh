#!/bin/sh
# tests/whole/commands.sh finds what is seeded for each of its checks, and nothing else.
# SPDX-License-Identifier: MIT
# Usage: commands-fires.sh CROSSLANE
set -u
crosslane=$(realpath "$1")
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p "$work/tree/harness"
cp -R "$root/harness/cli" "$root/harness/base" "$work/tree/harness"
cp -R "$root/docs" "$root/README.md" "$root/CONTRIBUTING.md" "$root/crosslane" "$root/CMakeLists.txt" "$root/sysroots" "$root/arch" "$work/tree"
cd "$work/tree" || exit 2

add() { echo "XL_COMMAND($1, $2, \"\", \"$3\")" >>harness/cli/commands.def; }

add frob tool 'A command that nobody wrote.'
add grob script 'One of a script that nobody wrote.'
add mob Tool 'One by whom nobody knows.'
echo 'int xl_cli_drob(int argc, char **argv)' >harness/cli/cmd_drob.c
echo 'trob_main() {' >harness/cli/trob.sh
sed -i 's/"\$commands" |$/"$commands" | grep -v "^  doctor" |/' crosslane
sed -i 's/crosslane packages/crosslane/' README.md docs/*.md docs/*/*.md
sed -i 's/--row) bench_row=/--row | --lob) bench_row=/' harness/cli/bench.sh

# A host tool that says of an option what it does not take, has one twice, and does not complete two.
mkdir -p build/host
ln -s ../../tool build/host/crosslane
cat >tool <<END
#!/bin/sh
case "\$*" in
'run --help') echo '  --throb N  throbs' ;;
'debug --help') "$crosslane" debug --help; echo '  --batch  again'; exit ;;
'list completions') "$crosslane" list completions | sed "/'coverage' '--lcov'/d; /'plan' '--base'/d"; exit ;;
esac
exec "$crosslane" "\$@"
END
chmod +x tool

cat >"$work/wanted" <<'END'
./crosslane help debug differs without a build: ./crosslane matrix docs
./crosslane help does not have doctor
bash does not complete coverage --lcov
bash does not complete plan --base
bash does not complete run --throb
bash does not complete the command frob
bash does not complete the command grob
./crosslane help frob says no usage without a build
./crosslane help grob says no usage without a build
./crosslane help run differs without a build: ./crosslane matrix docs
harness/cli/cmd_debug.c has --batch twice
harness/cli/commands.def has no line for drob
harness/cli/commands.def has no line for trob
harness/cli/commands.def: ./crosslane cannot read this line: XL_COMMAND(mob, Tool, "", "One by whom nobody knows.")
harness/cli/commands.def: the words of bench lack --lob, which harness/cli/bench.sh takes
nothing in README.md, CONTRIBUTING.md and docs/ mentions `./crosslane frob`
nothing in README.md, CONTRIBUTING.md and docs/ mentions `./crosslane grob`
nothing in README.md, CONTRIBUTING.md and docs/ mentions `./crosslane packages`
run --help has --throb, which run does not take
the host tool has no command frob, or its help does not begin 'Usage: crosslane frob': harness/cli/cmd_frob.c
there is no grob_main: crosslane or harness/cli/grob.sh is to have it
END
"$root/tests/whole/commands.sh" ./tool . >"$work/out" 2>&1
status=$?
sed 's/^FAIL: //' "$work/out" | LC_ALL=C sort >"$work/got"
if [ $status = 1 ] && LC_ALL=C sort "$work/wanted" | diff - "$work/got"; then
    echo "$(wc -l <"$work/wanted") of as many are found"
else
    echo "FAIL: exit $status, wanted 1; above, what is not found (<) and what is not there (>)" >&2
    exit 1
fi
