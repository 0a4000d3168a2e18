// Whether every job of gitlab-ci-local's run passed and the report is whole: the planned row, with every planned kernel of its ISA.
// SPDX-License-Identifier: MIT
// Usage: node gitlab.mjs LOG JOBS CHILD-JOBS PLAN REPORT KERNELS ROW
import { readFileSync } from 'node:fs';

const [log, parents, children, planText, reportText, kernelsText, row] = process.argv.slice(2, 8)
    .map(file => readFileSync(file, 'utf8')).concat(process.argv[8]);
const kernels = JSON.parse(kernelsText).filter(({ family }) => family !== 'sleef');
const kernelsOf = isa => kernels.filter(({ isas }) => isas.includes(isa)).length;

// The client's list is a table with semicolons between the columns and a line of names, after its own messages.
const names = csv => csv.split('\n').filter(line => /;/.test(line)).slice(1).map(line => line.split(';')[0].replace(/"/g, ''));

// Jobs of the child stand behind the job that started it.
const passed = (text, name, prefix) =>
    text.split('\n').some(line => /^ ?PASS\b/.test(line) && line.replace(/^.*?\] ?/, '').trimEnd().endsWith(prefix + name));

function jobsThatDidNot(text) {
    const wanted = [...names(parents).map(name => [name, '']), ...names(children).map(name => [name, '[cross] -> '])];
    if (wanted.length < 7) return [`only ${wanted.length} jobs are listed`];
    return wanted.filter(([name, prefix]) => !passed(text, name, prefix)).map(([name]) => `${name} did not pass`);
}

function notWhole(plan, report) {
    const [only, ...others] = report.rows;
    if (!only || others.length) return [`${report.rows.length} rows are in the report`];
    return [
        ...(only.row === row && only.outcome === 'pass' ? [] : [`${only.row}: ${only.outcome}`]),
        ...(plan.kernels === kernels.length ? [] : [`${plan.kernels} of ${kernels.length} kernels are planned`]),
        ...(only.kernels.length === kernelsOf(only.isa) ? [] : [`${only.kernels.length} of ${kernelsOf(only.isa)} kernels`]),
        ...only.kernels.filter(k => k.outcome !== 'pass' || !(k.checked > 0)).map(k => `${k.kernel ?? k.name}: ${k.outcome}`),
    ];
}

let good = 0, bad = 0;

function expect(what, holds, said) {
    if (holds) return good++;
    bad++;
    console.error(`FAIL: ${what}: ${said.join(', ')}`);
}

const report = () => JSON.parse(reportText);
const plan = JSON.parse(planText);
const late = jobsThatDidNot(log), missing = notWhole(plan, report());
expect('every job passed', late.length === 0, late);
expect('the report is whole', missing.length === 0, missing);

// Each of these must be noticed.
function notice(what, said, words) {
    expect(`self-test: ${what}`, said.length > 0 && said.every(line => line.includes(words)), said);
}

function worse(change) {
    const other = report();
    change(other.rows[0]);
    return notWhole(plan, other);
}

// They start from a run that is good.
if (bad === 0) {
    notice('a job that failed', jobsThatDidNot(log.replace(/^ ?PASS(.*-> report *)$/m, ' FAIL$1')), 'report did not pass');
    notice('no row', notWhole(plan, { rows: [] }), '0 rows');
    notice('another row', worse(r => { r.row = 'other'; }), 'other: pass');
    notice('a kernel too few', worse(r => { r.kernels.pop(); }), `${report().rows[0].kernels.length - 1} of ${report().rows[0].kernels.length}`);
    notice('a kernel not checked', worse(r => { r.kernels[0].checked = 0; }), 'pass');
}

console.log(`${names(parents).length} jobs, ${names(children).length} of the child pipeline`);
console.log(`${good} passed, ${bad} failed`);
process.exitCode = bad ? 1 : 0;
