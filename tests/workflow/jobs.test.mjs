// GitHub's workflow, run job by job with stand-in.sh for ./crosslane: it passes, its verdict is red when it should be, and jobs
// fail if it is broken.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { after, describe, test } from 'node:test';
import YAML from 'yaml';
import { events } from './events.mjs';
import { read } from './github.mjs';
import { cleanEnvironment, Runner } from './runner.mjs';

const yaml = YAML.parse(readFileSync('../../.github/workflows/simd.yml', 'utf8'));
// One entry shows as much as six.
yaml.jobs.fresh.strategy.matrix = '${{ fromJSON(\'{"include": [{"suite": "trixie", "user": "root"}]}\') }}';

cleanEnvironment();
const directory = mkdtempSync(`${tmpdir()}/crosslane-workflow-`);
after(() => rmSync(directory, { recursive: true }));
execFileSync('sh', ['-euc', `mkdir -p "$1/tree/harness/cli"
    cp stand-in.sh "$1/tree/crosslane"; cp ../../harness/cli/ci.sh "$1/tree/harness/cli"
    git init -q -b main "$1/tree"; cd "$1/tree"; git add .
    commit() { git -c user.name=test -c user.email=test -c commit.gpgSign=false commit -q "$@"; }
    commit -m old; echo '# changed' >>crosslane; commit -am new; git clone -q --bare . ../origin`, 'sh', directory]);

const step = (job, words) => job.steps.find(({ run = '', uses = '', with: { name = '', pattern = '' } = {} }) =>
    `${run} ${uses} ${name} ${pattern}`.includes(words));
const without = (job, words) => { job.steps.splice(job.steps.indexOf(step(job, words)), 1); };

// What each of these says, and what breaks the workflow.
const broken = [
    ['test-cross: .*no host.tar.gz', 'a download that is missing', jobs => without(jobs['test-cross'], 'download-artifact')],
    ['report: .*no artifact plan', 'an upload that is missing', jobs => { jobs.plan.steps.pop(); }],
    ['plan: .*no build/host.tar.gz to upload', 'the path of an upload', jobs => {
        step(jobs.plan, 'upload').with.path = 'build/host.tar.gz';
    }],
    ['test-cross: .*no artifact host', 'the name of an artifact', jobs => { step(jobs.plan, 'upload').with.name = 'hots'; }],
    ['report: .*no results-rows.json', 'the pattern of a download', jobs => {
        step(jobs.report, 'results-').with.pattern = 'result-*';
    }],
    ['report: .*no s390x-gcc-O2-vxe2.dependencies', 'one of several paths of an upload', jobs => {
        step(jobs['test-cross'], 'results-').with.path = 'build/ci/results-${{ matrix.name }}.json';
    }],
    ['a pattern and merge-multiple', 'a download of several that stay apart', jobs => {
        delete step(jobs.report, 'results-').with['merge-multiple'];
    }],
    ['plan: .*no step plna', 'the name of a step', jobs => { step(jobs.plan, 'ci plan').run = './crosslane ci plna'; }],
    ['a step that is not `./crosslane ci STEP`', 'quotes of the shell', jobs => {
        step(jobs.plan, 'ci plan').run = "./crosslane 'ci plan'";
    }],
    ['test-cross: .*no CROSSLANE_ROWS', 'a value of the matrix', jobs => {
        step(jobs['test-cross'], 'ci test-cross').env.CROSSLANE_ROWS = '${{ matrix.row }}';
    }],
    ['empty input', 'the name of an output', jobs => { jobs.plan.outputs.tests = '${{ steps.plan.outputs.tets }}'; }],
    ['an include of some entries', 'the expression of a matrix', jobs => {
        jobs['test-cross'].strategy.matrix = '${{ fromJSON(needs.plan.outputs.tests).include[0] }}';
    }],
    ['test-cross: skipped, and should be success', 'a condition', jobs => {
        jobs['test-cross'].if = '${{ !cancelled() && needs.plan.outputs.any == true }}';
    }],
    ['a cache has a path and a key', 'the id of a step', jobs => { step(jobs['test-native'], 'ci keys').id = 'key'; }],
    ['a cache has a path and a key', 'a key of a cache that is missing', jobs => {
        delete step(jobs.report, 'cache/restore').with.key;
    }],
    ["does not know the key 'keys'", 'an input that the action does not have', jobs => {
        step(jobs.report, 'cache/save').with.keys = 'known';
    }],
    ['unknown action', 'an action that the runner does not know', jobs => {
        jobs.plan.steps[0].uses = `actions/setup-node@${'1'.repeat(40)}`;
    }],
    ['not pinned', 'an action by its tag', jobs => { jobs.plan.steps[0].uses = 'actions/checkout@v7'; }],
    ["does not know the key 'container'", 'a container', jobs => { jobs.plan.container = 'debian:12'; }],
    ['test-cross: .*no sysroots', 'a step that is missing', jobs => {
        for (const job of [jobs.trees, jobs['test-cross']]) without(job, 'ci trees');
    }],
    ['trees: .*to save', 'trees that are saved and not made', jobs => { delete step(jobs.trees, 'ci trees').env.CROSSLANE_CXX; }],
    ['verdict: .*plan: no result', 'the name of a need', jobs => {
        step(jobs.verdict, 'ci').env.CROSSLANE_RESULT_PLAN = '${{ needs.paln.result }}';
    }],
    ['no cache known-', 'a condition of a save', jobs => { step(jobs.report, 'cache/save').if = "github.event_name == 'main'"; }],
    ["no 'known: s390x-gcc-O2-vxe2.dependencies'", 'the key that a cache is looked for by', jobs => {
        delete step(jobs.plan, 'cache/restore').with['restore-keys'];
    }],
    ['plan: failure, .*HEAD', 'a clone without history', jobs => { delete jobs.plan.steps[0].with['fetch-depth']; }],
    ["no 'ciflow/riscv64'", 'a variable of the event', jobs => { step(jobs.plan, 'ci plan').env.CROSSLANE_LABELS = '[]'; }],
];

async function changed(edit = () => {}) {
    const other = structuredClone(yaml);
    edit(other.jobs);
    for (const trees of ['tools', 'sysroots', 'cxx']) rmSync(`${directory}/clone.${trees}`, { force: true });
    return new Runner(await read('changed.yml', other), directory);
}

// Every job of a push passes, and the plan of a pull request after it knows what the push left.
function check(runner) {
    const { workflow } = runner, at = events(workflow.events);
    runner.contexts = at.push;
    for (const { id } of workflow.jobs) runner.expect(id, id === 'fuzz' ? 'skipped' : 'success');
    assert(existsSync(`${directory}/caches/known-9000`), 'no cache known-9000');
    runner.contexts = structuredClone(at['pull_request ciflow/riscv64']);
    runner.contexts.github.run_id = '9001';
    rmSync(`${directory}/artifacts/plan`, { recursive: true });
    runner.expect('plan', 'success');
    for (const words of ['1 changed files', 'ciflow/riscv64', 'known: s390x-gcc-O2-vxe2.dependencies'])
        runner.has('logs/plan', words);
}

test('every job passes', async () => check(await changed()));

test('a job that runs again replaces its artifact', async () => {
    const runner = await changed();
    check(runner);
    runner.contexts = events(runner.workflow.events).push;
    for (const job of ['plan', 'test-cross', 'report', 'verdict']) runner.expect(job, 'success');
});

test("trees of an earlier month pass, and are not saved as this month's", async () => {
    const runner = await changed(jobs => {
        step(jobs.trees, 'ci trees').env.RENEWED = 'false';
        // A save of what is not there would fail.
        for (const { uses, with: input } of jobs.trees.steps) if (uses?.includes('cache/save')) input.path = '/none';
    });
    runner.contexts = events(runner.workflow.events).push;
    for (const job of ['plan', 'trees']) runner.expect(job, 'success');
});

describe('the verdict', async () => {
    const runner = await changed(), { push, 'pull_request bug': bug } = events(runner.workflow.events);
    const rows = ['test-cross', 'report'];
    const jobs = ['plan', 'trees', 'test-native', 'fresh', ...rows];
    const begin = () => {
        runner.contexts = push;
        for (const job of jobs) runner.jobs[job] = { result: 'success', outputs: { any: 'true', fresh: 'true' } };
        runner.jobs.fuzz = { result: 'skipped', outputs: {} };
    };
    for (const [n, job] of jobs.entries())
        test(`is red if ${job} did not end as it should`, () => {
            begin();
            runner.jobs[job].result = ['failure', 'skipped', 'cancelled'][n % 3];
            runner.expect('verdict', 'failure');
            runner.has('logs/verdict', `${job}: ${runner.jobs[job].result}, expected success`);
        });
    test('is green if all did', () => {
        begin();
        runner.expect('verdict', 'success');
    });
    test('without a row to run: the jobs of rows are skipped, and these alone', () => {
        begin();
        runner.jobs.plan.outputs.any = 'false';
        for (const job of rows) runner.expect(job, 'skipped');
        runner.expect('verdict', 'success');
        runner.jobs['test-native'].result = 'skipped';
        runner.expect('verdict', 'failure');
    });
    test('if the plan does not want fresh: that is skipped, and must be', () => {
        begin();
        runner.jobs.plan.outputs.fresh = 'false';
        runner.expect('fresh', 'skipped');
        runner.expect('verdict', 'success');
        runner.jobs.fresh.result = 'success';
        runner.expect('verdict', 'failure');
        begin();
        runner.jobs.plan = { result: 'failure', outputs: {} };
        runner.expect('fresh', 'skipped');
        runner.expect('verdict', 'failure');
    });
    test('of a run that was cancelled is red', () => {
        begin();
        for (const job of jobs) runner.jobs[job].result = 'cancelled';
        runner.expect('verdict', 'failure');
    });
    test('after a label that asks for nothing: it runs alone', () => {
        runner.contexts = bug;
        runner.all();
        for (const job of Object.keys(runner.jobs)) runner.is(job, job === 'verdict' ? 'success' : 'skipped');
        runner.jobs.trees.result = 'success';
        runner.expect('verdict', 'failure');
    });
});

describe('jobs fail for', () => {
    for (const [words, what, edit] of broken)
        test(what, () => assert.rejects(async () => check(await changed(edit)),
            ({ message }) => new RegExp(words, 's').test(message) || assert.fail(message)));
});
