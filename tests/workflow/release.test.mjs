// The release workflow keeps these rules, and each rule notices a workflow that breaks it.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import YAML from 'yaml';

const workflow = YAML.parse(readFileSync('../../.github/workflows/release.yml', 'utf8'));
const steps = w => Object.entries(w.jobs).flatMap(([id, { steps }]) => steps.map(step => ({ id, ...step })));

// v4.1.0; the others are those of rules.mjs.
const pins = [
    'actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1',
    'actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f',
    'actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c',
    'actions/attest-build-provenance@a2bbfa25375fe432b6a289bc6b6cd05ecd0c4c32',
];
// Whoever builds can sign and write nothing; whoever writes runs nothing that was built.
const permissions = {
    files: { contents: 'read', 'id-token': 'write', attestations: 'write' },
    draft: { actions: 'read', contents: 'write' },
    major: { contents: 'write' },
};

// RULE: [function that throws if the workflow breaks it, [words of the message, an edit that breaks it]...].
const rules = {
    'the token can read, and each job what it needs': [w => {
        assert.deepEqual(w.permissions, { contents: 'read' });
        for (const [id, job] of Object.entries(w.jobs)) assert.deepEqual(job.permissions, permissions[id], `permissions of ${id}`);
    }, ['read', w => { w.permissions = 'write-all'; }], ['permissions of files', w => { w.jobs.files.permissions.contents = 'write'; }]],
    'only a tag of three numbers starts it, and only a published release moves v1': [w => {
        assert.deepEqual(w.on, { push: { tags: ['v[0-9]+.[0-9]+.[0-9]+'] }, release: { types: ['published'] } });
        assert.equal(w.jobs.files.if, "github.event_name == 'push'");
        assert.equal(w.jobs.draft.needs, 'files');
        assert.match(w.jobs.major.if ?? '', /^github\.event_name == 'release' && /);
    }, ['tags', w => { w.on.push = { branches: ['main'] }; }], ['push', w => { delete w.jobs.files.if; }],
    ['files', w => { delete w.jobs.draft.needs; }], ['release', w => { delete w.jobs.major.if; }]],
    'every action is known by its commit': [w => {
        for (const { id, uses } of steps(w)) assert(!uses || pins.includes(uses), `${id}: unknown action ${uses}`);
    }, ['unknown action', w => { w.jobs.files.steps[3].uses = 'actions/attest-build-provenance@v4'; }]],
    'commands are one `./crosslane ci`, and no event is a part of them': [w => {
        const git = 'apt-get update && apt-get install -y --no-install-recommends git ca-certificates';
        const commands = steps(w).filter(({ run }) => run !== undefined && run !== git);
        for (const { id, run } of commands) assert.match(run, /^\.\/crosslane ci release(-[a-z]+)?$/, `${id} runs: ${run}`);
        assert.equal(commands.length, 3);
    }, ['draft runs', w => { w.jobs.draft.steps.at(-1).run = 'gh release create ${{ github.ref_name }}'; }]],
    'the package is made on the oldest system that it is for, of a digest': [
        w => assert.match(w.jobs.files.container, /^debian:12@sha256:[0-9a-f]{64}$/),
        ['match', w => { w.jobs.files.container = 'ubuntu:24.04'; }], ['debian:12', w => { w.jobs.files.container = 'debian:12'; }]],
    'every job ends within half an hour': [w => {
        for (const [id, job] of Object.entries(w.jobs)) assert(job['timeout-minutes'] <= 30, `${id}: timeout`);
    }, ['major: timeout', w => { delete w.jobs.major['timeout-minutes']; }]],
    'what is signed is what is handed on, and the checkout that pushes alone keeps its token': [w => {
        const [signed] = w.jobs.files.steps.filter(({ uses }) => uses?.includes('/attest'));
        assert.equal(signed?.with['subject-path'], 'build/ci/release/crosslane*');
        assert.ok(w.jobs.files.steps.indexOf(signed) < w.jobs.files.steps.findIndex(({ uses }) => uses?.includes('/upload-artifact')), 'signed later');
        for (const [id, job] of Object.entries(w.jobs))
            assert.equal(job.steps.find(({ uses }) => uses?.includes('/checkout')).with['persist-credentials'], id === 'major', `credentials of ${id}`);
    }, ['crosslane*', w => { w.jobs.files.steps[3].with['subject-path'] = '*.md'; }],
    ['signed later', w => { w.jobs.files.steps.push(w.jobs.files.steps.splice(3, 1)[0]); }],
    ['credentials of draft', w => { delete w.jobs.draft.steps[0].with['persist-credentials']; }]],
};

for (const [name, [rule, ...edits]] of Object.entries(rules))
    describe(name, () => {
        test('release.yml', () => rule(workflow));
        for (const [words, edit] of edits)
            test(`broken: ${words}`, () => {
                const other = structuredClone(workflow);
                edit(other);
                assert.throws(() => rule(other), error => error.message.includes(words) || assert.fail(error.message));
            });
    });
