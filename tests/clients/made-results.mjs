// Results of ROWS rows by KERNELS kernels, some of which fail: `node made-results.mjs ROWS KERNELS`.
// SPDX-License-Identifier: MIT
const [count, width] = process.argv.slice(2).map(Number);
let random = 1;
const draw = most => (random = (Math.imul(random, 1103515245) + 12345) >>> 0, (random >>> 8) % most);
const families = ['arith', 'convert', 'math', 'reduce'], arches = ['aarch64', 'riscv64', 's390x', 'x86_64'];
const finding = (i, row, k) => ({
  id: (row << 16 | k << 4 | i).toString(16).padStart(8, '0'), check: i === 2 ? 'alias' : 'value', message: `wrong value in r[${i}]`, n: 9, fill: 'bits', place: 'end', alignment: 4, inputs: 'a[3]=0x3f800000 b[3]=0xc0490fdb',
  arg: 'r', element: 3, lane: 3, got: '0x7fc00000', expected: '0xc0490fdb', ulp: null, lanes: '.x.x', which: 'odd lanes', differs: 'lanes are lost',
  vector_got: '0x3f800000 [0x00000000] 0x40000000 [0x7fc00000]', vector_expected: '0x3f800000 [0x40400000] 0x40000000 [0xc0490fdb]', pc: i === 1 ? '0x10a8' : undefined, command: "./crosslane run --row 'x' --seed 1",
});
const code = isa => `kernels/kernel.c:5: r[i] = a[i] + b[i]; // ${isa}\n` +
  Array.from({ length: 60 }, (_, i) => `${i % 4 ? ' ' : '*'} ${(4096 + 4 * i).toString(16)} vadd v${i % 32}, v1, v2 ; arch/isa${isa}.h:${i}\n`).join('');
function kernel(row, k) {
  const drawn = draw(1000), outcome = row === 1 && k === 2 || drawn < 5 ? 'fail' : drawn < 60 ? 'skip' : drawn < 62 ? 'emu-bug' : 'pass';
  return {
    kernel: `kernel_${k}`, variant: 'v', outcome, reason: outcome === 'skip' ? `no code: reason ${k % 9}` : outcome === 'fail' ? 'r[3] is wrong' : '',
    failing_calls: outcome === 'fail' ? '7 of 9 calls fail: only where n is odd' : '', known_bug: outcome === 'emu-bug' ? 'qemu-wrong' : '', checked: outcome === 'skip' ? 0 : 5000, max_ulp: draw(4000) / 1000, vector_insns: draw(9000),
    insns_covered: 90 + draw(10), insns_total: 100, differences: outcome === 'fail' ? 7 : 0, findings: outcome === 'fail' ? [0, 1, 2].map(i => finding(i, row, k)) : [],
    code: outcome === 'fail' ? code(row % 9) : undefined, bound: 2, errors: k % 5 ? null : `a:f32 ${Array.from({ length: 64 }, (_, i) => i % 7 ? draw(200) / 100 : '-').join(' ')}`,
  };
}
const rows = Array.from({ length: count }, (_, r) => ({
  row: `${arches[r % 4]}-cpu${r}-${r % 2 ? 'llvm' : 'gcc'}-O2`, arch: arches[r % 4], isa: `isa${r % 9}`, compiler: r % 2 ? 'llvm' : 'gcc', compiler_version: 'GNU 14.2.0',
  opt: 'O2', qemu: '10.0.13', qemu_cpu: 'max', vl_bits: 128, outcome: r % 20 === 7 ? 'skip' : 'fail', reason: r % 20 === 7 ? 'this CPU has none' : '', evidence: 'traced', control: 'died',
  seconds: 1.5, expected: width, notes: '', kernels: r % 20 === 7 ? [] : Array.from({ length: width }, (__, k) => kernel(r, k)),
}));
const sources = Array.from({ length: width }, (_, k) => ({ kernel: `kernel_${k}`, family: families[k % 4], file: `kernels/kernel_${k}.c`, line: 5, args: 'a:f32 b:f32 r:f32' }));
process.stdout.write(JSON.stringify({ version: 1, seed: 1, started: '2026-01-01T00:00:00Z', sources, rows }));
