// GitHub's workflow keeps each rule of rules.mjs, and each rule notices a workflow that breaks it.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, test } from 'node:test';
import YAML from 'yaml';
import { scenes } from './events.mjs';
import { holds, read, scopeOf } from './github.mjs';
import { pins, rules } from './rules.mjs';

// The outputs of a real plan, as other jobs get them.
function planned() {
    const directory = mkdtempSync(`${tmpdir()}/crosslane-plan-`);
    execFileSync(process.env.CROSSLANE_PROGRAM, ['plan', '--tier', 'pr', '--github', `${directory}/plan`]);
    const lines = readFileSync(`${directory}/plan`, 'utf8').trim().split('\n');
    rmSync(directory, { recursive: true });
    return Object.fromEntries(lines.map(line => line.split(/=(.*)/)));
}

const plan = planned();
const workflow = await read('simd.yml', YAML.parse(readFileSync('../../.github/workflows/simd.yml', 'utf8')));
const step = (job, words) => job.steps.find(({ run = '', uses = '' }) => `${run} ${uses}`.includes(words));
const oneGroup = (jobs, { concurrency }) => { concurrency.group = 'simd-${{ github.repository }}'; };
const notAfterLabels = jobs => { jobs.trees.if = "github.event.action != 'labeled'"; };

// RULE: [[words of the message, an edit of the workflow that breaks the rule]].
const broken = {
    'the token can read the repository and do nothing else': [
        ['write', (jobs, all) => { all.permissions.contents = 'write'; }],
        ['plan has permissions', jobs => { jobs.plan.permissions = { contents: 'read' }; }],
    ],
    'every job ends within an hour': [
        ['plan: timeout-minutes: undefined', jobs => { delete jobs.plan['timeout-minutes']; }],
        ['fuzz: timeout-minutes: 61', jobs => { jobs.fuzz['timeout-minutes'] = 61; }],
    ],
    'a row that fails does not end the others': [
        ['test-cross: fail-fast', jobs => { delete jobs['test-cross'].strategy['fail-fast']; }],
        ['2', jobs => { delete jobs.fresh.strategy; delete jobs.fresh.name; step(jobs.fresh, 'fresh').env = {}; }],
    ],
    'what an event brings is never a part of a command': [
        ['plan runs: ', jobs => { step(jobs.plan, 'ci plan').run = './crosslane ci ${{ github.event.label.name }}'; }],
        ['trees runs: ', jobs => { step(jobs.trees, 'ci trees').run += '\nls'; }],
    ],
    'every action is one that is known to run on node24': [
        ['report: unknown action', jobs => { step(jobs.report, 'cache/save').uses = 'actions/cache/save@v4'; }],
    ],
    'one job saves the trees, nothing after a failure, and those that need them wait for it': [
        ['plan: 1 cache/save', jobs => {
            jobs.plan.steps.push({ id: 'keys', run: './crosslane ci keys' }, step(jobs.trees, 'cache/save'));
        }],
        ['test-cross: 0 cache/restore of tools', jobs => {
            jobs['test-cross'].steps.splice(jobs['test-cross'].steps.indexOf(step(jobs['test-cross'], 'cache/restore')), 1);
        }],
        ['month', jobs => { step(jobs['test-native'], 'cache/restore').with.key = '${{ steps.keys.outputs.tools }}'; }],
        ['test-cross does not need trees', jobs => { jobs['test-cross'].needs = ['plan']; }],
        ['after a failure', jobs => { jobs.trees.steps.at(-1).if = 'always()'; }],
    ],
    "an earlier month's trees do if no new ones can be made, and are not saved as this month's": [
        ['2 restores', jobs => { delete jobs.trees.steps.find(step => step.with?.['restore-keys']).with['restore-keys']; }],
        ['month', jobs => { step(jobs.trees, 'ci trees').env.CROSSLANE_REFRESH = 'x'; }],
        ['renewed=false', jobs => { jobs.trees.steps.at(-1).if = "steps.cxx.outputs.cache-hit != 'true'"; }],
        ['what is made again', jobs => { jobs.trees.steps.find(step => step.with?.['restore-keys']).if = 'github.ref'; }],
    ],
    'after a cancellation nothing begins but verdict, which does not take long': [
        ['a step of test-cross', jobs => { jobs['test-cross'].steps.at(-1).if = '${{ always() }}'; }],
        ['report after', jobs => { jobs.report.if = '${{ always() }}'; }],
        ['verdict after', jobs => { jobs.verdict.if = '${{ !cancelled() }}'; }],
        ['long', jobs => { jobs.verdict['timeout-minutes'] = 10; }],
    ],
    'the jobs that failed can run again': [
        ['test-cross: its artifact', jobs => { delete jobs['test-cross'].steps.at(-1).with.overwrite; }],
    ],
    'fresh runs if the plan wants it': [
        ['fresh: false', jobs => { delete jobs.fresh.if; }],
        ['false', jobs => { step(jobs.verdict, 'ci').env.CROSSLANE_FRESH = 'true'; }],
    ],
    'verdict hears of every other job, and is never skipped': [
        ['always', jobs => { jobs.verdict.if = '${{ !cancelled() }}'; }],
        ['does not need report', jobs => { jobs.verdict.needs.pop(); }],
        ['no step of verdict has CROSSLANE_RESULT_FRESH', jobs => {
            delete step(jobs.verdict, 'ci').env.CROSSLANE_RESULT_FRESH;
        }],
        ['its own', jobs => { step(jobs.verdict, 'ci').env.CROSSLANE_RESULT_PLAN = '${{ needs.report.result }}'; }],
    ],
    'a label that asks for nothing starts no run, ends none, and makes no check that is required': [
        ['simd-pull_request-5-99', (jobs, { concurrency }) => {
            concurrency.group = concurrency.group.replace('github.run_id', "'run'");
        }],
        ['false', (jobs, { concurrency }) => { concurrency['cancel-in-progress'] = true; }],
        ['trees starts', jobs => { delete jobs.trees.if; }],
        ['verdict', jobs => { jobs.verdict.name = "${{ github.event_name == 'push' && 'verdict' || 'check' }}"; }],
        ['synchronize', jobs => { step(jobs.verdict, 'ci').env.CROSSLANE_LABEL = '${{ github.event.action }}'; }],
    ],
    'the fuzzers run at night alone, and begin where the night before ended': [
        ['fuzz runs at push', jobs => { jobs.fuzz.if = "github.event_name != 'pull_request'"; }],
        ['corpus-', jobs => { delete step(jobs.fuzz, 'cache/restore').with['restore-keys']; }],
        ['other', jobs => { step(jobs.fuzz, 'cache/save').with.path = 'build/ci/other'; }],
    ],
    'each event has its rows, and what its change is counted from': [
        ['trunk', jobs => { step(jobs.plan, 'ci plan').env.CROSSLANE_TIER = "${{ inputs.tier || 'pr' }}"; }],
        ['HEAD', jobs => { step(jobs.plan, 'ci plan').env.CROSSLANE_BASE = '${{ github.event.pull_request.base.sha }}'; }],
    ],
    'random input is another each night, and the same everywhere else': [
        ['417', jobs => { step(jobs['test-cross'], 'ci test-cross').env.CROSSLANE_SEED = 1; }],
    ],
    'rows end ten minutes before their job is stopped, and their results are kept': [
        ['3000', jobs => { step(jobs['test-cross'], 'ci test-cross').env.CROSSLANE_TIME_LIMIT = 3600; }],
        ['always', jobs => { jobs['test-cross'].steps.at(-1).if = '${{ always() }}'; }],
        ['uses', jobs => { jobs['test-cross'].steps.pop(); }],
    ],
    'only nights count those without a row of an ISA': [
        ['14', jobs => { step(jobs.report, 'ci report').env.CROSSLANE_NIGHTS = '14'; }],
    ],
    'every expression has a value at every event': [
        ['fromJSON(github.event.label.name)', jobs => { jobs.plan.env = { X: '${{ fromJSON(github.event.label.name) }}' }; }],
    ],
    'an unrelated label ends no run': [['is of its group', oneGroup]],
    'an unrelated label passes no check': [['is skipped', jobs => { notAfterLabels(jobs); delete jobs.verdict.name; }]],
    'a label that asks for rows starts all jobs': [['is skipped', notAfterLabels]],
    'a merge queue starts the jobs of a push': [
        ['not started', (jobs, { on }) => { delete on.merge_group; }],
        ['trees', jobs => { jobs.trees.if = "github.event_name != 'merge_group'"; }],
    ],
    'a nightly run and a push do not wait for each other': [['simd-owner/crosslane', oneGroup]],
    "a fork's pull request needs no secret": [
        ['secrets.X', jobs => { jobs.plan.env = { X: '${{ secrets.X }}' }; }],
        ['pull_request_target', (jobs, { on }) => { on.pull_request_target = {}; }],
        ['the token of plan', jobs => { jobs.plan.permissions = { issues: 'write' }; }],
    ],
};

// GitHub itself refuses these.
const refused = [
    ["'gihub'", jobs => { jobs.plan.env = { X: '${{ gihub.ref }}' }; }],
    ["unknown job 'build-nativ'", jobs => { jobs.plan.needs = 'build-nativ'; }],
    ["'keys'", jobs => { jobs.trees.steps[2].id = 'keys'; }],
    ["'timeout-minute'", jobs => { jobs.plan['timeout-minute'] = 10; }],
];

// What documents teach is as the workflows are: actions by commit, and ours the same. Crosslane itself is taken by its release.
function unpinned(text) {
    const uses = [...text.matchAll(/\buses: *['"]?([\w.-]+\/[\w./-]+@[^\s'"}]+)/g)].map(([, action]) => action);
    return uses.filter(action => !/^[^/]+\/crosslane(\/|@)/.test(action)).filter(action => {
        const [name, commit = ''] = action.split('@');
        const ours = pins.some(pin => pin.startsWith(`${name}@`));
        return !/^[0-9a-f]{40}$/.test(commit) || (ours && !pins.includes(action));
    });
}

const documents = ['docs', 'harness/cli', '.github/workflows', 'examples'].flatMap(directory =>
    readdirSync(`../../${directory}`, { recursive: true }).map(file => `../../${directory}/${file}`))
    .concat('../../README.md', '../../CONTRIBUTING.md').filter(file => /\.(md|sh|yml)$/.test(file));

describe('documents:', () => {
    test('actions are pinned', () => {
        const texts = documents.map(file => readFileSync(file, 'utf8'));
        assert(texts.some(text => text.includes('uses: github/codeql-action/')), 'no document has an action');
        for (const [n, text] of texts.entries()) assert.deepEqual(unpinned(text), [], documents[n]);
    });
    for (const [text, found] of [
        ['- uses: actions/checkout@v4', 1], ['{uses: x/y@main}', 1], ["uses: 'x/y/z@v1'", 1], [`uses: x/y@${'1'.repeat(40)}`, 0],
        [`uses: actions/checkout@${'1'.repeat(40)}`, 1], [`uses: ${pins[0]}`, 0], ['uses: OWNER/crosslane@v1', 0], ['uses: ./', 0],
    ])
        test(`${text}: ${found}`, () => assert.equal(unpinned(text).length, found));
});

function changed(edit) {
    const yaml = structuredClone(workflow.yaml);
    edit(yaml.jobs, yaml);
    return read('changed.yml', yaml);
}

// An `if:` has success() added unless it asks for the status itself. It holds after success, after a failure.
describe('if:', () => {
    for (const [condition, ...wanted] of [
        [undefined, true, false],
        ["github.event.text == 'text'", true, false],
        ["${{ github.event.text != 'text' }}", false, false],
        ['${{ !cancelled() }}', true, true],
        ["${{ !cancelled() && github.event.text == 'x' }}", false, false],
        ['cancelled()', false, false],
        ['${{ always() }}', true, true],
    ])
        test(`${condition}`, async () => {
            const jobs = { probe: { 'runs-on': 'ubuntu-24.04', steps: [{ if: condition, run: 'true' }] } };
            const { jobs: [{ steps: [step] }] } = await read('probe.yml', JSON.parse(JSON.stringify({ on: 'push', jobs })));
            const contexts = { github: { event: { text: 'text' } } };
            assert.deepEqual([false, true].map(failed => holds(step.if, scopeOf(contexts, failed))), wanted);
        });
});

describe('simd.yml:', () => {
    const all = scenes(workflow, plan);
    for (const [name, rule] of Object.entries(rules)) test(name, () => rule(workflow, all));
});

describe('a broken workflow is noticed:', () => {
    test('of each rule', () => assert.deepEqual(Object.keys(broken), Object.keys(rules)));
    for (const [rule, edits] of Object.entries(broken))
        for (const [words, edit] of edits)
            test(`${rule}: ${words}`, async () => {
                const other = await changed(edit);
                // Scenes are slow to make, and few rules look at them.
                const all = rules[rule].length > 1 ? scenes(other, plan) : undefined;
                assert.throws(() => rules[rule](other, all),
                    ({ message }) => message.includes(words) || assert.fail(message));
            });
    for (const [words, edit] of refused) test(words, () => assert.rejects(changed(edit), new RegExp(words)));
});
