#!/bin/sh
# `crosslane suite` of projects in Rust and Go: their tests one by one, their own vector functions, what Debian lacks, bad input.
# SPDX-License-Identifier: MIT
# Usage: languages.sh CROSSLANE
set -u
crosslane=$1
. "$(dirname "$0")/checking.sh"
. "$root/harness/base/environment.sh"
. "$root/harness/base/cache.sh"
called=test-${work##*.}    # other places have processes of the same numbers
row=aarch64-cortex_a53-gcc-O2

clean_suites() {
    rm -rf "$cache/suites/$called"*
    clean_up
}
trap clean_suites EXIT

# suite DIR BUILD [ROW...]: sets $status; the output is in out and err, the results are in json. $arguments: of the build.
arguments=
suite() {
    printf 'suite:\n  name: %s\n  build: %s\n  arguments: [%s]\n' "$called" "$2" "$arguments" >"$work/$1/crosslane.yml"
    dir=$work/$1
    shift 2
    [ $# -gt 0 ] || set -- $row
    for one; do shift; set -- "$@" --row "$one"; done
    "$crosslane" suite "$dir" --json "$work/json" "$@" >"$work/out" 2>"$work/err" </dev/null
    status=$?
}

# has TEXT: in the results, without blanks.
has() { tr -d ' \n' <"$work/json" | grep -q -E -e "$1"; }

exits_with() { [ "$status" = "$1" ] || { echo "exit status $status, not $1" >>"$work/err"; return 1; }; }

### Rust: a workspace with a build script, a macro, an integration test and a test with a main() of its own

mkdir -p "$work/crate/src" "$work/crate/tests" "$work/crate/macros/src"
cat >"$work/crate/Cargo.toml" <<'END'
[package]
name = "small"
version = "0.1.0"
edition = "2021"
[dependencies]
macros = { path = "macros" }
[[test]]
name = "alone"
harness = false
[workspace]
members = ["macros"]
END
cat >"$work/crate/macros/Cargo.toml" <<'END'
[package]
name = "macros"
version = "0.1.0"
edition = "2021"
[lib]
proc-macro = true
END
cat >"$work/crate/macros/src/lib.rs" <<'END'
#[proc_macro]
pub fn two(_: proc_macro::TokenStream) -> proc_macro::TokenStream { "2.0".parse().unwrap() }
#[test]
fn of_this_machine() { assert!(cfg!(target_arch = "x86_64")); }
END
cat >"$work/crate/build.rs" <<'END'
fn main() { println!("cargo:rustc-env=BUILT_FOR={}", std::env::var("CARGO_CFG_TARGET_ARCH").unwrap()); }
END
cat >"$work/crate/src/lib.rs" <<'END'
#[cfg(target_arch = "aarch64")]
use std::arch::aarch64::*;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;
#[inline(never)]
pub fn add(a: &[f32; 4], b: &[f32; 4]) -> [f32; 4] {
    let mut r = [0.0; 4];
    #[cfg(target_arch = "aarch64")]
    unsafe { vst1q_f32(r.as_mut_ptr(), vaddq_f32(vld1q_f32(a.as_ptr()), vld1q_f32(b.as_ptr()))) };
    #[cfg(target_arch = "x86_64")]
    unsafe { _mm_storeu_ps(r.as_mut_ptr(), _mm_add_ps(_mm_loadu_ps(a.as_ptr()), _mm_loadu_ps(b.as_ptr()))) };
    r
}
#[cfg(test)]
mod tests {
    #[test]
    fn adds() { assert_eq!(super::add(std::hint::black_box(&[1.0; 4]), &[macros::two!(); 4]), [3.0; 4]); }
    #[test]
    fn prints() { let mut v: Vec<String> = (0..99).map(|i| format!("{i} {}", env!("BUILT_FOR"))).collect(); v.sort(); assert!(v.len() == 99); }
    #[test]
    #[ignore]
    fn waits() {}
}
END
echo '#[test] fn reads() { assert!(std::fs::read("Cargo.toml").is_ok() && small::add(&[0.0; 4], &[1.0; 4]) == [1.0; 4]); }' >"$work/crate/tests/it.rs"
echo 'fn main() { assert!(small::add(&[0.0; 4], &[1.0; 4]) == [1.0; 4]); println!("alone"); }' >"$work/crate/tests/alone.rs"
arguments=--workspace
suite crate cargo $row x86_64-k8-llvm-O3 loong64-la464-gcc-O2
check "Rust: four of five tests pass, on a function each" prints "^$called/$row +neon +128 +4 of 5 +1 of 1 +pass"
check "x86_64" prints "^$called/x86_64-k8-llvm-O3 +sse2 +128 +4 of 5 +[1-9][0-9]* of [1-9][0-9]* +pass"
check "an architecture without Rust is a skip, and says why" prints "^$called/loong64-la464-gcc-O2 .* skip .*Debian trixie has no standard library of Rust \(libstd-rust-dev\) for loong64 that fits its rustc"
check "it is counted" prints '^2 pass, 0 fail, 1 skip'
check "a test executes the vector function, by its name without a hash" has '"function":"small::add",'
check "functions of the standard library do not count" sh -c "! tr -d ' \n' <'$work/json' | grep -q -E '\"function\":\"<?&?(core|alloc|std|test)::'"
check "each test has its own evidence" has '"kernel":"small::tests::adds"[^}]*"vector_functions":1'
check "and another has none" has '"kernel":"small::tests::prints"[^}]*"vector_functions":0'
check "an ignored test is a skip, and hollow" prints '^  small::tests::waits: it skipped itself'
check "a test with a main() of its own is one test" has '"kernel":"alone"[^}]*"vector_functions":1'
check "macros are tested on this machine alone" sh -c "! grep -q of_this_machine '$work/json'"
suite crate cargo $row
check "unchanged: cached" prints ' cached$'

sed -i 's/== \[1.0; 4\])/== [2.0; 4])/' "$work/crate/tests/it.rs"
suite crate cargo $row
check "a test that fails fails its row" prints "^$called/$row .* fail .*1 test failed: it::reads"

arguments=
mkdir -p "$work/bare/src"
printf '[package]\nname = "bare"\nversion = "0.1.0"\n' >"$work/bare/Cargo.toml"
echo 'pub fn one() -> u8 { 1 }' >"$work/bare/src/lib.rs"
suite bare cargo
check "a crate without tests fails" prints "^$called/$row .* fail .*no test ran"
printf '[dependencies]\nno_such_crate = "1"\n' >>"$work/bare/Cargo.toml"
suite bare cargo
check "a crate that is not there is named" says 'does not build for aarch64 by gcc: error: no matching package named .no_such_crate. found'
check "with what to do" says '^  help: packages: \[librust-no-such-crate-dev\]'
echo '[dependencies' >>"$work/bare/Cargo.toml"
suite bare cargo
check "cargo's first line, and the place" says 'does not build for aarch64 by gcc: error: .* --> Cargo.toml:[0-9]+:[0-9]+'
printf '[package]\nname = "bare"\nversion = "0.1.0"\n' >"$work/bare/Cargo.toml"
echo 'use none::None;' >>"$work/bare/src/lib.rs"
suite bare cargo
check "rustc's error, and the place" says 'by gcc: error\[E0432\]: unresolved import .none. --> src/lib.rs:2:5'
printf 'suite: {build: cargo, native: yes}\n' >"$work/bare/crosslane.yml"
"$crosslane" suite "$work/bare" >"$work/out" 2>"$work/err"
status=$?
check "a native build is refused" exits_with 2
check "with the line" says "crosslane.yml:1:8: error: 'native' is not for 'build: cargo'"

### Go: assembly, a package below, an example, a skip

mkdir -p "$work/module/sub"
printf 'module example.org/small\n\ngo 1.20\n' >"$work/module/go.mod"
printf 'package small\n\n//go:noescape\nfunc add(a, b, r *[4]uint32)\n' >"$work/module/add_arm64.go"
printf '//go:build !arm64\n\npackage small\n\nfunc add(a, b, r *[4]uint32) {\n\tfor i := range r {\n\t\tr[i] = a[i] + b[i]\n\t}\n}\n' >"$work/module/add_other.go"
cat >"$work/module/add_arm64.s" <<'END'
#include "textflag.h"
TEXT ·add(SB), NOSPLIT, $0-24
	MOVD a+0(FP), R0
	MOVD b+8(FP), R1
	MOVD r+16(FP), R2
	VLD1 (R0), [V0.S4]
	VLD1 (R1), [V1.S4]
	VADD V0.S4, V1.S4, V2.S4
	VST1 [V2.S4], (R2)
	RET
END
cat >"$work/module/add_test.go" <<'END'
package small

import (
	"bytes"
	"fmt"
	"testing"
)

func TestAdd(t *testing.T) {
	a, r := [4]uint32{1, 2, 3, 4}, [4]uint32{}
	add(&a, &a, &r)
	if r != [4]uint32{2, 4, 6, 8} {
		t.Fatal(r)
	}
}
func TestOther(t *testing.T) {
	if bytes.IndexByte(bytes.Repeat([]byte{0}, 1000), 1) != -1 {
		t.Fatal("found")
	}
}
func TestShort(t *testing.T) { t.Skip("too short") }
func Example() {
	fmt.Println("two")
	// Output: two
}
END
printf 'package sub\n\nimport "testing"\n\nfunc TestSub(t *testing.T) {}\n' >"$work/module/sub/sub_test.go"
suite module go $row loong64-la464-gcc-O2
check "Go: four of five tests pass, on one function" prints "^$called/$row +neon +128 +4 of 5 +1 of 1 +pass"
check "a module without vector code for an architecture fails there" prints "^$called/loong64-la464-gcc-O2 .* fail .*no vector code of lasx"
check "each test has its own evidence" has '"kernel":"TestAdd"[^}]*"vector_functions":1'
check "functions of Go's library do not count" has '"kernel":"TestOther"[^}]*"vector_functions":0'
check "a test of a package below" has '"kernel":"sub/TestSub","variant":"neon","outcome":"pass"'
check "a test that skips itself is hollow" prints '^  TestShort: it skipped itself'

cat >"$work/module/sub/c.go" <<'END'
package sub

// int one(void) { return 1; }
import "C"

func one() int { return int(C.one()) }
END
suite module go
check "cgo, by the row's compiler" prints "^$called/$row +neon +128 +4 of 5 +1 of 1 +pass"
rm "$work/module/sub/c.go"
printf 'require example.org/none v1.0.0\n' >>"$work/module/go.mod"
printf 'package small\n\nimport "example.org/none"\n\nvar _ = none.X\n' >"$work/module/uses.go"
suite module go
check "a package that is not there is named, with its place" says 'does not build for aarch64 by gcc: uses.go:3:8: cannot find package "example.org/none"'
check "with what to do" says '^  help: packages: \[golang-.*-dev\]'
echo 'what is this' >>"$work/module/go.mod"
sed -i '/^require/d' "$work/module/go.mod"
suite module go
check "a go.mod that cannot be read" says 'by gcc: .*go.mod:[0-9]+: unknown directive: what'
conclude
