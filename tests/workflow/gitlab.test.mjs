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
function planned() {
    const folder = mkdtempSync(`${tmpdir()}/crosslane-pipeline-`);
    const env = { ...process.env, CROSSLANE_IMAGE: 'debian:12@sha256:0', CROSSLANE_POLICY: 'pull', CROSSLANE_SEED: '417' };
    const words = ['plan', '--gitlab', `${folder}/yml`, '--row', 's390x-z15-*', '--tier', 'full'];
    execFileSync(process.env.CROSSLANE_PROGRAM, words, { env });
    const pipeline = readYaml(`${folder}/yml`);
    rmSync(folder, { recursive: true });
    return pipeline;
}

const files = {
    parent: readYaml('../../.gitlab-ci.yml'), templates: readYaml('../../matrix/gitlab-cross.yml'), pipeline: planned(),
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
        checkFile(all, all.parent, 4);
        checkFile(all, all.templates, 6);
    },
    'rows end five minutes before their job is stopped': ({ templates: { '.test-cross': { timeout, variables } } }) =>
        assert.equal(variables.CROSSLANE_TIME_LIMIT, parseInt(timeout, 10) * 60 - 300),
    'what fails in the child pipeline fails the parent': ({ parent }) => assert.equal(parent.cross.trigger.strategy, 'depend'),
    'one job writes the trees, each month anew, and protected branches take none of others': ({ templates }) => {
        for (const [job, policy] of [['trees', 'pull-push'], ['test-native', 'pull'], ['.build-cross', 'pull']])
            for (const path of ['.trees/tools-*', '.trees/sysroot-*']) {
                const cache = cacheOf(templates, job, path);
                assert.equal(cache.policy, policy);
                assert(!('unprotect' in cache));
                assert.match(cache.key.prefix, /-\$CROSSLANE_MONTH/);
            }
    },
    'all read what the default branch measured, and it alone writes it': ({ parent, templates }) => {
        for (const [cache, policy] of [
            [cacheOf(parent, 'plan', 'build/ci/known/'), 'pull'],
            [cacheOf(templates, '.report', 'build/ci/known/'), '$CROSSLANE_POLICY'],
        ]) assert.deepEqual([cache.unprotect, cache.policy], [true, policy]);
        assert.equal(parent.variables.CROSSLANE_POLICY, 'pull');
        for (const { if: when, variables } of parent.workflow.rules)
            assert.equal(variables?.CROSSLANE_POLICY, /schedule|\$CI_DEFAULT_BRANCH/.test(when) ? 'pull-push' : undefined, when);
    },
    'GitLab shows the rows among its tests, also of a report that fails': ({ templates: { '.report': { artifacts } } }) =>
        assert.deepEqual([artifacts.when, artifacts.reports.junit], ['always', 'build/ci/report.xml']),
    'the child gets the variables of its plan and the month, and nothing is forwarded': ({ parent, templates, pipeline }) => {
        const { variables } = pipeline;
        assert.equal(variables.CROSSLANE_MONTH, new Date().toISOString().slice(0, 7));
        assert.equal(variables.CROSSLANE_IMAGE, 'debian:12@sha256:0');
        assert.equal(variables.CROSSLANE_POLICY, 'pull');
        assert.equal(`${variables.CROSSLANE_SEED}`, '417');
        assert.equal(parent.cross.inherit.variables, false);
        for (const file of [parent, templates]) assert.equal(file.default.image, '$CROSSLANE_IMAGE');
    },
    'the child has a job for each build, one for its rows that needs it, and the report': all => {
        const jobs = jobsOf(all.pipeline), count = words => jobs.filter(([name]) => name.startsWith(words)).length;
        for (const [name, job] of jobs) {
            assert(job.extends?.startsWith('.') && all.templates[job.extends], `${name} extends no job of the templates`);
            checkJob(all, [name, job], all.templates.stages, { ...all.templates, ...all.pipeline });
        }
        assert(count('build-cross: s390x-') > 1);
        const rows = jobs.filter(([name, { needs }]) => needs && name.startsWith('test-cross: s390x-z15-'));
        assert.equal(rows.length, count('build-cross: s390x-'));
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
        ["build-nativ'", ({ parent }) => { parent.plan.needs = ['build-nativ']; }],
        ['fuzz: no such stage', ({ parent }) => { parent.fuzz.stage = 'fuzz'; }],
        ['plan runs: ', ({ parent }) => { parent.plan.script.push('./crosslane plan'); }],
        ['trees: no timeout', ({ templates }) => { delete templates.trees.timeout; }],
        ['.report: allow_failure', ({ templates }) => { templates['.report'].allow_failure = true; }],
        ["inputs: no job 'pla'", ({ templates }) => { templates.inputs.needs[1].job = 'pla'; }],
        ['3', ({ parent }) => { delete parent.fuzz; }],
    ],
    [['3300', ({ templates }) => { templates['.test-cross'].timeout = '50 minutes'; }]],
    [['depend', ({ parent }) => { delete parent.cross.trigger.strategy; }]],
    [
        ['pull-push', ({ templates }) => { templates['.build-cross'].cache[0].policy = 'pull-push'; }],
        ['trees has no cache of .trees/sysroot', ({ templates }) => { templates.trees.cache.pop(); }],
        ['unprotect', ({ templates }) => { templates.trees.cache[0].unprotect = true; }],
        ['MONTH', ({ templates }) => { templates['test-native'].cache[1].key = { prefix: 'sysroots' }; }],
    ],
    [
        ['pull-push', ({ templates }) => { templates['.report'].cache[0].policy = 'pull-push'; }],
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
        ['no job', ({ pipeline }) => { delete pipeline[Object.keys(pipeline).find(name => name.startsWith('build-cross'))]; }],
        ['0 !== 1', ({ pipeline }) => { delete pipeline.report; }],
        ['!==', ({ pipeline }) => { delete pipeline[Object.keys(pipeline).find(name => name.startsWith('test-cross'))]; }],
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
