// GitHub's workflow, run job by job for one row: what passes, and what does not when results or an agent are missing.
// SPDX-License-Identifier: MIT
// It runs in build/workflow-test, which stays: logs/JOB has what a job printed.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { before, test } from 'node:test';
import YAML from 'yaml';
import { read } from './github.mjs';
import { cleanEnvironment, Runner } from './runner.mjs';

const root = realpathSync('../..'), directory = `${root}/build/workflow-test`, row = 's390x-z15-gcc-O2';
const jobs = ['plan', 'trees', 'test-native', 'test-cross', 'report', 'verdict'];

const event = (event_name, run_id, event = {}, ref = 'refs/heads/main', inputs = null) =>
    ({ github: { event_name, ref, run_id, event }, inputs });
const dispatch = event('workflow_dispatch', '1', {}, undefined, { tier: 'pr', cpu: 's390x-z15', build: 'gcc-O2' });
const pullRequest = base => event('pull_request', '2', {
    action: 'labeled', label: { name: 'ciflow/s390x' },
    pull_request: { number: 5, base, labels: [{ name: 'ciflow/s390x' }, { name: 'bug' }] },
}, 'refs/pull/5/merge');

// Jobs on a machine without compilers, trees and packages have this. A compiler that is called there leaves a mark.
const bare = {
    PATH: `${directory}/bare/bin:${process.env.PATH}`, HOME: `${directory}/bare/home`, CROSSLANE_CACHE: `${directory}/bare/cache`,
};
const compilers = 'gcc cc c99 clang ld as cmake ninja make debootstrap pkg-config dpkg-query apt-get sudo wget curl'.split(' ');

const shell = (script, ...words) => execFileSync('sh', ['-euc', script, 'sh', ...words], { encoding: 'utf8' });
const json = name => JSON.parse(readFileSync(`${directory}/${name}`, 'utf8'));
const lose = names => shell('cd "$1/artifacts"; rm -r $2', directory, names);

let runner, ran;

function prepareBare() {
    for (const name of ['bin', 'home', 'cache']) mkdirSync(`${directory}/bare/${name}`, { recursive: true });
    for (const name of compilers) {
        const script = `#!/bin/sh\necho "${name} $*" >>'${directory}/bare/mark'\nexit 99\n`;
        writeFileSync(`${directory}/bare/bin/${name}`, script, { mode: 0o755 });
    }
    assert.throws(() => execFileSync('gcc', ['--version'], { env: { ...process.env, ...bare } }), { status: 99 });
    runner.has('bare/mark', 'gcc --version');
    rmSync(`${directory}/bare/mark`);
}

before(async () => {
    cleanEnvironment();
    // Of all tests a few.
    process.env.CROSSLANE_TESTS = '^(rows|judge|docs)$';
    rmSync(directory, { recursive: true, force: true });
    mkdirSync(directory);
    // The work tree as it is, with what is not committed.
    shell(`git init -q --bare -b main "$2"
        export GIT_DIR="$2" GIT_WORK_TREE="$1"
        cd "$1"
        git add -A
        git -c user.name=test -c user.email=test -c commit.gpgSign=false commit -qm all`, root, `${directory}/origin`);
    const yaml = YAML.parse(readFileSync(`${root}/.github/workflows/simd.yml`, 'utf8'));
    // This machine's trees are others' too: they stay.
    delete yaml.jobs.trees.steps.find(({ run }) => run === './crosslane ci trees').env.CROSSLANE_REFRESH;
    const workflow = await read('simd.yml', yaml);
    runner = new Runner(workflow, directory, { report: bare, verdict: bare });
    prepareBare();
});

// The report has the row and no other, and each kernel of the plan passed on it.
function checkReport() {
    const { rows: [only, ...others] } = json('artifacts/report/report.json');
    assert.deepEqual([only.row, only.outcome, others.length], [row, 'pass', 0]);
    assert(only.kernels.length > 0);
    const kernels = JSON.parse(shell('"$1/build/host/crosslane" list kernels --json', root)).filter(({ family }) => family !== 'sleef');
    assert.equal(json('artifacts/plan/plan.json').kernels, kernels.length);
    assert.equal(only.kernels.length, kernels.filter(({ isas }) => isas.includes('vxe2')).length);
    for (const kernel of only.kernels) assert(kernel.outcome === 'pass' && kernel.checked > 0, JSON.stringify(kernel));
    for (const [format, words] of [['html', row], ['xml', row], ['sarif', '"2.1.0"']])
        runner.has(`artifacts/report/report.${format}`, words);
}

test('every job passes', () => {
    runner.contexts = dispatch;
    runner.all();
    for (const job of jobs) runner.is(job, 'success');
    for (const job of ['fresh', 'fuzz']) runner.is(job, 'skipped');
    checkReport();
    runner.has('summaries/report', ' kernels checked on 1 of 1 rows');
    runner.has('logs/test-native', '100% tests passed');
    runner.has('logs/test-native', 'out of 3');
    ran = true;
});

// Each of these starts from the jobs of the first.
const afterwards = (name, check) => test(name, () => {
    assert(ran, 'not every job passed');
    runner.contexts = dispatch;
    check();
});

afterwards("the main branch's report is what later plans start from", () => {
    assert(!existsSync(`${directory}/caches/known-1`));
    runner.contexts = event('push', '1');
    lose('report');
    // Of a job that another attempt planned.
    shell('cd "$1/artifacts"; mkdir results-old; cp "results-$2/results-$2.json" results-old/results-old.json', directory, row);
    runner.expect('report', 'success');
    runner.has('logs/report', 'results-old.json is left out');
    lose('results-old');
    assert(existsSync(`${directory}/caches/known-1`));
});

afterwards('the report needs no compiler, no tree and no package', () => {
    assert(!existsSync(`${directory}/bare/mark`), 'a job called a compiler');
    for (const name of ['home', 'cache']) assert.deepEqual(readdirSync(`${directory}/bare/${name}`), []);
});

afterwards('a row without results fails the report', () => {
    lose('results-* report');
    runner.expect('report', 'failure');
    runner.has('logs/report', 'step failed: ./crosslane ci report: exit 1');
    runner.has('summaries/report', ' kernels checked on 0 of 1 rows');
    runner.has('summaries/report', row);
    runner.has('summaries/report', '1 not-run');
});

// A change that can affect no row runs none; the verdict is green without them.
afterwards('a pull request of documents runs no row', () => {
    shell(`rm -rf "$2"; git clone -q "$1" "$2"; cd "$2"
        git config user.name test; git config user.email test; git config commit.gpgSign false
        for file in README.md harness/report/svg.c .editorconfig; do echo >>$file; done
        git add .; git commit -qm docs; git push -q origin HEAD:docs
        git --git-dir "$1" symbolic-ref HEAD refs/heads/docs`, `${directory}/origin`, `${directory}/edit`);
    runner.contexts = event('pull_request', '2', { action: 'synchronize', pull_request: { number: 5, labels: [] } },
        'refs/pull/5/merge');
    for (const [job, result] of [['plan', 'success'], ['test-cross', 'skipped'], ['report', 'skipped'], ['fresh', 'skipped']])
        runner.expect(job, result);
    runner.has('logs/plan', 'plan: 0 of ');
    runner.expect('verdict', 'success');
    shell('git --git-dir "$1" symbolic-ref HEAD refs/heads/main', `${directory}/origin`);
});

// Another kernel changed in the meantime. The last run's records come from the cache.
afterwards('a pull request runs the rows of its change and of its label', () => {
    const base = shell(`rm -rf "$2"; git clone -q "$1" "$2"; cd "$2"
        git rev-parse HEAD
        change() {
            echo '/* changed */' >>"$1"
            git commit -qam change
        }
        git config user.name test; git config user.email test; git config commit.gpgSign false
        git checkout -q -b request; change kernels/arith/add_f32.c
        git checkout -q main; change kernels/arith/mul_f32.c
        git merge -q -m merge request
        git push -q origin HEAD`, `${directory}/origin`, `${directory}/edit`).split('\n')[0];
    runner.contexts = pullRequest({ sha: base });
    runner.expect('plan', 'success');
    runner.has('logs/plan', '1 changed file');
    runner.has('logs/plan', '  s390x-z13-llvm-O3\n'); // by the label
    runner.has('logs/plan', '  x86_64-k8-llvm-O0  affected kernels\n');
    assert(!readFileSync(`${directory}/logs/plan`, 'utf8').includes('  x86_64-k8-llvm-O0\n'));
    assert(existsSync(`${directory}/clone/build/ci/known/costs-full.json`));
    assert(existsSync(`${directory}/clone/build/s390x-gcc-O2/dependencies-vxe2`));
});
