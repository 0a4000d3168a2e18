// GitLab's files keep these rules, and each rule notices files that break it.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, test } from 'node:test';
import YAML from 'yaml';

const readYaml = file => YAML.parse(readFileSync(file, 'utf8'));

// The child pipeline, as the job `plan` writes it.
function planned(source = 'merge_request_event') {
    const directory = mkdtempSync(`${tmpdir()}/crosslane-pipeline-`);
    const env = {
        ...process.env, CROSSLANE_IMAGE: 'debian:12@sha256:0', CROSSLANE_POLICY: 'pull', CROSSLANE_SEED: '417',
        CROSSLANE_TOOLS_KEY: 'tools-0', CROSSLANE_SYSROOTS_KEY: 'sysroots-0', CROSSLANE_CXX_KEY: 'cxx-0', CI_PIPELINE_SOURCE: source,
    };
    const words = ['plan', '--gitlab', `${directory}/yml`, '--row', 's390x-z15-*', '--tier', 'full'];
    execFileSync(process.env.CROSSLANE_PROGRAM, words, { env });
    const pipeline = readYaml(`${directory}/yml`);
    rmSync(directory, { recursive: true });
    return pipeline;
}

const files = {
    parent: readYaml('../../.gitlab-ci.yml'), templates: readYaml('../../matrix/gitlab-cross.yml'), pipeline: planned(),
    nightly: planned('schedule'), skips: readFileSync('../expected-skips.txt', 'utf8'),
};

const notJobs = ['stages', 'workflow', 'variables', 'default', 'include'];
const jobsOf = file => Object.entries(file).filter(([name]) => !notJobs.includes(name));

// A job has a stage of its file. Its needs are jobs of `own` or, where they name a pipeline, of the parent.
function checkJob({ parent, templates }, [name, job], stages, own) {
    assert(stages.includes((job.extends ? templates[job.extends] : job).stage), `${name}: no such stage`);
    for (const need of job.needs ?? []) assert(need.job ? parent[need.job] : own[need], `${name}: no job '${need.job ?? need}'`);
}

function checkFile(all, file, count) {
    const jobs = jobsOf(file);
    for (const [name, job] of jobs) {
        checkJob(all, [name, job], file.stages, file);
        for (const line of job.script ?? [])
            assert(/^\.\/crosslane ci /.test(line) || line === 'ls -l build/ci', `${name} runs: ${line}`);
        assert(job.trigger || job.timeout, `${name}: no timeout`);
        assert(!('allow_failure' in job), `${name}: allow_failure`);
    }
    assert.equal(jobs.length, count);
}

const cacheOf = (file, job, path) =>
    file[job]?.cache?.find(({ paths }) => paths[0] === path) ?? assert.fail(`${job} has no cache of ${path}`);

const rules = {
    'every job has a stage, needs that are there, a timeout, and runs `./crosslane ci`': all => {
        checkFile(all, all.parent, 3);
        checkFile(all, all.templates, 5);
    },
    'rows end ten minutes before their job is stopped': ({ templates: { '.test-cross': { timeout, variables } } }) =>
        assert.equal(variables.CROSSLANE_TIME_LIMIT, parseInt(timeout, 10) * 60 - 600),
    'what fails in the child pipeline fails the parent': ({ parent }) => assert.equal(parent.cross.trigger.strategy, 'depend'),
    'one job writes the trees, each month anew, and protected branches take none of others': ({ templates, pipeline }) => {
        for (const [job, policy, kinds] of [
            ['trees', 'pull-push', ['tools', 'sysroot', 'cxx']], ['test-native', 'pull', ['tools', 'sysroot', 'cxx']],
            ['.test-cross', 'pull', ['tools', 'sysroot']],
        ])
            for (const kind of kinds) {
                const cache = cacheOf(templates, job, `.trees/${kind}-*`), name = kind.replace(/^sysroot$/, 'sysroots').toUpperCase();
                assert.equal(cache.policy, policy);
                assert(!('unprotect' in cache));
                assert.equal(cache.key, `$CROSSLANE_${name}_KEY-$CROSSLANE_MONTH`);
                // If the mirror is down, the trees of the month before do.
                assert.deepEqual(cache.fallback_keys, [`$CROSSLANE_${name}_KEY-$CROSSLANE_LAST_MONTH`]);
                assert(pipeline.variables[`CROSSLANE_${name}_KEY`], `the child has no CROSSLANE_${name}_KEY`);
            }
        assert.equal(templates.trees.variables.CROSSLANE_REFRESH, '$CROSSLANE_MONTH');
    },
    "a newer commit ends the pipeline of a merge request, and nobody else's": ({ parent, templates, pipeline, nightly }) => {
        assert.equal(parent.workflow.auto_cancel.on_new_commit, 'none');
        for (const { if: when, auto_cancel } of parent.workflow.rules)
            assert.equal(auto_cancel?.on_new_commit, /merge_request/.test(when) ? 'interruptible' : undefined, when);
        for (const file of [parent, templates]) assert.equal(file.default.interruptible, true);
        assert.equal(pipeline.workflow.auto_cancel.on_new_commit, 'interruptible');
        assert.equal(nightly.workflow.auto_cancel.on_new_commit, 'none');
    },
    'images are taken by digest': ({ parent: { variables } }) => {
        for (const name of ['CROSSLANE_IMAGE', 'CROSSLANE_TEST_IMAGE'])
            assert.match(variables[name].value, /^[a-z]+:[a-z0-9-]+@sha256:[0-9a-f]{64}$/, name);
    },
    'tests run where node is, and a skip without it is not expected': ({ templates, skips }) => {
        assert.equal(templates['test-native'].image, '$CROSSLANE_TEST_IMAGE');
        assert.doesNotMatch(skips, /node|npm/);
    },
    'all read what the default branch measured, and it alone writes it': ({ parent, templates }) => {
        for (const [cache, policy] of [
            [cacheOf(parent, 'plan', 'build/ci/known/'), 'pull'],
            [cacheOf(templates, '.report', 'build/ci/known/'), '$CROSSLANE_POLICY'],
        ]) assert.deepEqual([cache.unprotect, cache.policy], [true, policy]);
        assert.equal(cacheOf(templates, '.report', 'build/ci/known/').when, 'always');
        assert.equal(parent.variables.CROSSLANE_POLICY, 'pull');
        for (const { if: when, variables } of parent.workflow.rules)
            assert.equal(variables?.CROSSLANE_POLICY, /schedule|\$CI_DEFAULT_BRANCH/.test(when) ? 'pull-push' : undefined, when);
    },
    'GitLab shows the rows among its tests, also of a report that fails': ({ templates: { '.report': { artifacts } } }) =>
        assert.deepEqual([artifacts.when, artifacts.reports.junit], ['always', 'build/ci/report.xml']),
    'the child gets the variables of its plan and the month, and nothing is forwarded': ({ parent, templates, pipeline }) => {
        const { variables } = pipeline;
        const today = new Date(), last = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 1));
        assert.equal(variables.CROSSLANE_MONTH, today.toISOString().slice(0, 7));
        assert.equal(variables.CROSSLANE_LAST_MONTH, last.toISOString().slice(0, 7));
        assert.equal(variables.CROSSLANE_IMAGE, 'debian:12@sha256:0');
        assert.equal(variables.CROSSLANE_POLICY, 'pull');
        assert.equal(`${variables.CROSSLANE_SEED}`, '417');
        assert.equal(parent.cross.inherit.variables, false);
        for (const file of [parent, templates]) assert.equal(file.default.image, '$CROSSLANE_IMAGE');
    },
    'the child has a job for the rows of several builds, and the report': all => {
        const jobs = jobsOf(all.pipeline);
        for (const [name, job] of jobs) {
            assert(job.extends?.startsWith('.') && all.templates[job.extends], `${name} extends no job of the templates`);
            checkJob(all, [name, job], all.templates.stages, { ...all.templates, ...all.pipeline });
        }
        const rows = jobs.filter(([name]) => name.startsWith('test-cross: ')).map(([, { variables }]) => variables);
        assert(rows.length > 0, 'no rows');
        for (const { CROSSLANE_ROWS: names, CROSSLANE_ARCHES: arches } of rows)
            assert(names.split(' ').length > 1 && arches === 's390x', JSON.stringify(rows));
        assert.equal(jobs.filter(([name]) => name === 'report').length, 1);
    },
    'the file that the child includes is there': ({ pipeline: { include } }) => {
        assert.equal(include.length, 1);
        assert.match(include[0].local, /^\//);
        assert(existsSync(`../..${include[0].local}`), include[0].local);
    },
};

// The rules in their order; of each the words of messages, and edits that break it.
const broken = [
    [
        ["pla'", ({ parent }) => { parent.cross.needs = ['pla']; }],
        ['fuzz: no such stage', ({ parent }) => { parent.fuzz.stage = 'fuzz'; }],
        ['plan runs: ', ({ parent }) => { parent.plan.script.push('./crosslane plan'); }],
        ['trees: no timeout', ({ templates }) => { delete templates.trees.timeout; }],
        ['.report: allow_failure', ({ templates }) => { templates['.report'].allow_failure = true; }],
        ["inputs: no job 'pla'", ({ templates }) => { templates.inputs.needs[0].job = 'pla'; }],
        ['2', ({ parent }) => { delete parent.fuzz; }],
    ],
    [['3000', ({ templates }) => { templates['.test-cross'].timeout = '55 minutes'; }]],
    [['depend', ({ parent }) => { delete parent.cross.trigger.strategy; }]],
    [
        ['pull-push', ({ templates }) => { templates['.test-cross'].cache[0].policy = 'pull-push'; }],
        ['trees has no cache of .trees/cxx', ({ templates }) => { templates.trees.cache.pop(); }],
        ['unprotect', ({ templates }) => { templates.trees.cache[0].unprotect = true; }],
        ['MONTH', ({ templates }) => { templates['test-native'].cache[1].key = '$CROSSLANE_SYSROOTS_KEY'; }],
        ['LAST_MONTH', ({ templates }) => { delete templates['.test-cross'].cache[1].fallback_keys; }],
        ['no CROSSLANE_CXX_KEY', ({ pipeline }) => { delete pipeline.variables.CROSSLANE_CXX_KEY; }],
        ['CROSSLANE_MONTH', ({ templates }) => { delete templates.trees.variables.CROSSLANE_REFRESH; }],
    ],
    [
        ['none', ({ parent }) => { parent.workflow.auto_cancel.on_new_commit = 'interruptible'; }],
        ['schedule', ({ parent }) => { parent.workflow.rules[1].auto_cancel = { on_new_commit: 'interruptible' }; }],
        ['none', ({ nightly, pipeline }) => { nightly.workflow = pipeline.workflow; }],
    ],
    [['CROSSLANE_IMAGE', ({ parent }) => { parent.variables.CROSSLANE_IMAGE.value = 'debian:12'; }]],
    [
        ['TEST_IMAGE', ({ templates }) => { delete templates['test-native'].image; }],
        ['node', all => { all.skips += 'clients-reports | node is not installed | why not\n'; }],
    ],
    [
        ['pull-push', ({ templates }) => { templates['.report'].cache[0].policy = 'pull-push'; }],
        ['always', ({ templates }) => { delete templates['.report'].cache[0].when; }],
        ['plan has no cache', ({ parent }) => { delete parent.plan.cache; }],
        ['merge_request_event', ({ parent }) => { parent.workflow.rules[0].variables.CROSSLANE_POLICY = 'pull-push'; }],
        ['pull-push', ({ parent }) => { parent.variables.CROSSLANE_POLICY = 'pull-push'; }],
    ],
    [['on_success', ({ templates }) => { templates['.report'].artifacts.when = 'on_success'; }]],
    [
        ['2000-01', ({ pipeline }) => { pipeline.variables.CROSSLANE_MONTH = '2000-01'; }],
        ['true', ({ parent }) => { parent.cross.inherit.variables = true; }],
        ['debian:12', ({ templates }) => { templates.default.image = 'debian:12'; }],
    ],
    [
        ['report extends no job of the templates', ({ pipeline }) => { pipeline.report.extends = '.repotr'; }],
        ['0 !== 1', ({ pipeline }) => { delete pipeline.report; }],
        ['no rows', ({ pipeline }) => {
            for (const name of Object.keys(pipeline)) if (name.startsWith('test-cross')) delete pipeline[name];
        }],
    ],
    [['/matrix/gitlab.yml', ({ pipeline }) => { pipeline.include[0].local = '/matrix/gitlab.yml'; }]],
];

describe("GitLab's files:", () => {
    for (const [name, rule] of Object.entries(rules)) test(name, () => rule(files));
});

describe('broken files are noticed:', () => {
    test('of each rule', () => assert.equal(broken.length, Object.keys(rules).length));
    for (const [n, [name, rule]] of Object.entries(rules).entries())
        for (const [words, edit] of broken[n])
            test(`${name}: ${words}`, () => {
                const other = structuredClone(files);
                edit(other);
                assert.throws(() => rule(other), e => e.message.includes(words) || assert.fail(e.message));
            });
});
