// What .github/workflows/simd.yml promises, without running it: {RULE: function that throws if a workflow breaks the rule}.
// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { begin, evaluate, fields, holds, scopeOf, text } from './github.mjs';

// These run on node24. Other pins are not known to.
export const pins = [
    'actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1',
    'actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f',
    'actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c',
    'actions/cache/restore@27d5ce7f107fe9357f9df03efb73ab90386fccae',
    'actions/cache/save@27d5ce7f107fe9357f9df03efb73ab90386fccae',
];

const entries = ({ yaml }) => Object.entries(yaml.jobs);
const steps = w => entries(w).flatMap(([id, { steps }]) => steps.map(step => ({ ...step, id })));
const jobOf = (w, id) => w.jobs.find(job => job.id === id) ?? assert.fail(`no job ${id}`);
const uses = (step, action) => step.uses?.startsWith(`actions/${action}@`);
const gives = (token, contexts, wanted) => assert.equal(text(token, scopeOf(contexts)), wanted);

// A variable of a step of a job, as the library's token.
function variable(w, id, name) {
    const tokens = jobOf(w, id).steps.map(step => fields(step.fields.env)[name]);
    return tokens.find(token => token !== undefined) ?? assert.fail(`no step of ${id} has ${name}`);
}

const runsAt = (w, id, contexts) => holds(jobOf(w, id).if, scopeOf(contexts));
const pullRequest = more => ({ event_name: 'pull_request', event: { ...more, pull_request: { number: 5 } } });

// {JOB: whether it runs} at an event, if every job that runs succeeds.
function running(w, { contexts }) {
    const done = {}, runs = {};
    for (const { id } of w.jobs) {
        ({ runs: runs[id] } = begin(w, id, contexts, done));
        done[id] = runs[id] ? { result: 'success', outputs: contexts.needs[id].outputs } : { result: 'skipped', outputs: {} };
    }
    return runs;
}

const group = (w, { contexts }) => text(fields(w.fields.concurrency).group, scopeOf(contexts));

// A branch's rules ask for jobs that no other needs. GitHub takes a check that was skipped for one that passed, and the newest
// check of a name for the one that counts.
function passesNothingUnrun(w, scenes, name) {
    const usual = running(w, scenes.pull_request), now = running(w, scenes[name]);
    const chain = id => [id, ...jobOf(w, id).needs.flatMap(chain)];
    const check = ({ id, fields }, scene) => (fields.name ? text(fields.name, scopeOf(scene.contexts)) : id);
    for (const job of w.jobs.filter(({ id }) => !w.jobs.some(({ needs }) => needs.includes(id))))
        if (check(job, scenes[name]) === check(job, scenes.pull_request))
            for (const id of chain(job.id)) assert(now[id] || !usual[id], `the check '${job.id}' is there, but ${id} is skipped`);
}

export const rules = {
    'the token can read the repository and do nothing else': w => {
        assert.deepEqual(w.yaml.permissions, { contents: 'read' });
        for (const [id, job] of entries(w)) assert(!job.permissions, `${id} has permissions of its own`);
    },
    'every job ends within an hour': w => {
        for (const [id, { 'timeout-minutes': minutes }] of entries(w))
            assert(typeof minutes === 'number' && minutes <= 60, `${id}: timeout-minutes: ${minutes}`);
    },
    'a row that fails does not end the others': w => {
        const strategies = entries(w).filter(([, job]) => job.strategy);
        assert.equal(strategies.length, 2);
        for (const [id, { strategy }] of strategies) assert.equal(strategy['fail-fast'], false, `${id}: fail-fast is not false`);
    },
    'what an event brings is never a part of a command': w => {
        for (const [id, job] of entries(w)) assert(!job.defaults, `${id} has defaults`);
        const commands = steps(w).filter(({ run }) => run !== undefined);
        for (const { id, run } of commands) assert(!/\$\{\{|\n/.test(run), `${id} runs: ${run}`);
        assert(commands.length >= 6);
    },
    'every action is one that is known to run on node24': w => {
        for (const step of steps(w)) assert(!step.uses || pins.includes(step.uses), `${step.id}: unknown action ${step.uses}`);
    },
    'one job saves the trees, nothing after a failure, and those that need them wait for it': w => {
        for (const [id, job] of entries(w)) {
            const makes = id === 'trees', takes = ['test-native', 'test-cross'].includes(id);
            for (const kind of ['tools', 'sysroots', 'cxx']) {
                const wants = takes && (kind !== 'cxx' || id === 'test-native');
                for (const [action, wanted] of [['cache/save', makes ? 1 : 0], ['cache/restore', makes ? 2 : wants ? 1 : 0]]) {
                    const path = `\${{ steps.keys.outputs.${kind}-path }}`;
                    const found = job.steps.filter(step => uses(step, action) && step.with.path === path);
                    assert.equal(found.length, wanted, `${id}: ${found.length} ${action} of ${kind}-path`);
                    for (const step of found)
                        assert.equal(step.with.key, `\${{ steps.keys.outputs.${kind} }}-\${{ steps.keys.outputs.month }}`);
                }
            }
            if (takes) assert(jobOf(w, id).needs.includes('trees'), `${id} does not need trees`);
        }
        for (const step of w.yaml.jobs.trees.steps)
            assert.doesNotMatch(step.if ?? '', /\(/, 'a step that may come after a failure');
    },
    "an earlier month's trees do if no new ones can be made, and are not saved as this month's": w => {
        const { steps } = w.yaml.jobs.trees, made = steps.findIndex(({ run }) => run === './crosslane ci trees');
        const old = steps.slice(0, made).filter(step => uses(step, 'cache/restore') && step.with['restore-keys']);
        assert.equal(old.length, 3, `${old.length} restores of an earlier month`);
        for (const step of old) {
            assert(step.with.key.startsWith(step.with['restore-keys']), 'restore-keys are of the same recipe');
            assert.equal(step.if, steps[made].if, 'what is made again is not what was restored');
        }
        assert.equal(steps[made].env.CROSSLANE_REFRESH, '${{ steps.keys.outputs.month }}');
        const saves = jobOf(w, 'trees').steps.filter(({ fields }) => `${fields.uses}`.includes('cache/save'));
        for (const renewed of ['true', 'false', '']) {
            const outputs = { tools: {}, sysroots: {}, cxx: {}, [steps[made].id]: { outputs: { renewed } } };
            for (const save of saves)
                assert.equal(holds(save.if, scopeOf({ steps: outputs })), renewed === 'true', `saved with renewed=${renewed}`);
        }
    },
    'after a cancellation nothing begins but verdict, which does not take long': w => {
        const every = scopeOf({ needs: { plan: { outputs: { any: 'true', fresh: 'true' } } }, github: {}, steps: {} }, false, true);
        for (const job of w.jobs) {
            assert.equal(holds(job.if, every), job.id === 'verdict', `${job.id} after a cancellation`);
            for (const step of job.steps) assert(!holds(step.if, every), `a step of ${job.id} after a cancellation`);
        }
        assert(w.yaml.jobs.verdict['timeout-minutes'] <= 5, 'verdict may take long');
    },
    'the jobs that failed can run again': w => {
        for (const step of steps(w).filter(step => uses(step, 'upload-artifact')))
            assert.equal(step.with.overwrite, true, `${step.id}: its artifact is there already`);
    },
    'fresh runs if the plan wants it': w => {
        for (const fresh of ['true', 'false']) {
            const contexts = { needs: { plan: { outputs: { fresh } } }, github: { event: {} } };
            assert.equal(runsAt(w, 'fresh', contexts), fresh === 'true', `fresh: ${fresh}`);
            gives(variable(w, 'verdict', 'CROSSLANE_FRESH'), contexts, fresh);
        }
    },
    'verdict hears of every other job, and is never skipped': w => {
        assert.equal(w.yaml.jobs.verdict.if, '${{ always() }}');
        for (const { id } of w.jobs.filter(job => job.id !== 'verdict')) {
            const name = `CROSSLANE_RESULT_${id.toUpperCase().replaceAll('-', '_')}`;
            assert(jobOf(w, 'verdict').needs.includes(id), `verdict does not need ${id}`);
            gives(variable(w, 'verdict', name), { needs: { [id]: { result: 'its own' } } }, 'its own');
        }
    },
    'a label that asks for nothing starts no run, ends none, and makes no check that is required': w => {
        const other = { event: {} }, queue = { event_name: 'merge_group', event: { action: 'checks_requested' } };
        for (const [github, name, cancels, starts] of [
            [pullRequest({ action: 'synchronize' }), 'pull_request-5-run', true, true],
            [pullRequest({ action: 'labeled', label: { name: 'ciflow/full' } }), 'pull_request-5-run', true, true],
            [pullRequest({ action: 'labeled', label: { name: 'bug' } }), 'pull_request-5-99', true, false],
            [{ event_name: 'push', ...other }, 'push-refs/heads/main-run', false, true],
            [{ event_name: 'schedule', ...other }, 'schedule-refs/heads/main-99', false, true],
            [{ event_name: 'workflow_dispatch', ...other }, 'workflow_dispatch-refs/heads/main-99', false, true],
            [queue, 'merge_group-refs/heads/main-run', false, true],
        ]) {
            const contexts = { github: { ref: 'refs/heads/main', run_id: '99', ...github } };
            gives(fields(w.fields.concurrency).group, contexts, `simd-${name}`);
            gives(fields(w.fields.concurrency)['cancel-in-progress'], contexts, `${cancels}`);
            for (const id of ['plan', 'trees']) assert.equal(runsAt(w, id, contexts), starts, `${id} starts`);
            gives(jobOf(w, 'verdict').fields.name, contexts, starts ? 'verdict' : 'label');
            gives(variable(w, 'verdict', 'CROSSLANE_LABEL'), contexts, starts ? '' : 'bug');
        }
    },
    'the fuzzers run at night alone, and begin where the night before ended': w => {
        for (const event_name of ['schedule', 'pull_request', 'push']) {
            const contexts = { github: { event_name, event: {} } }, night = event_name === 'schedule';
            assert.equal(runsAt(w, 'fuzz', contexts), night, `fuzz runs at ${event_name}`);
            gives(variable(w, 'verdict', 'CROSSLANE_NIGHT'), contexts, night ? 'night' : '');
        }
        const [first, last] = ['cache/restore', 'cache/save']
            .map(action => w.yaml.jobs.fuzz.steps.find(step => uses(step, action))?.with);
        assert.equal(first.path, 'build/ci/corpus');
        assert.deepEqual([last.path, last.key], [first.path, first.key]);
        assert.equal(first['restore-keys'], 'corpus-');
        assert(jobOf(w, 'verdict').needs.includes('fuzz'));
    },
    'each event has its rows, and what its change is counted from': w => {
        for (const [event_name, event, inputs, tier, base] of [
            ['pull_request', { pull_request: { base: { sha: 'old' } } }, null, 'pr', 'HEAD^1'],
            ['merge_group', { merge_group: { base_sha: 'b' } }, null, 'trunk', 'b'],
            ['push', {}, null, 'trunk', ''],
            ['schedule', {}, null, 'full', ''],
            ['workflow_dispatch', {}, { tier: 'pr' }, 'pr', ''],
        ]) {
            gives(variable(w, 'plan', 'CROSSLANE_TIER'), { inputs, github: { event_name, event } }, tier);
            gives(variable(w, 'plan', 'CROSSLANE_BASE'), { inputs, github: { event_name, event } }, base);
        }
        assert(w.yaml.on.merge_group);
    },
    'random input is another each night, and the same everywhere else': w => {
        for (const [event_name, seed] of [['schedule', '417'], ['push', '1'], ['pull_request', '1']])
            gives(variable(w, 'test-cross', 'CROSSLANE_SEED'), { github: { event_name, run_number: '417' } }, seed);
    },
    'rows end ten minutes before their job is stopped, and their results are kept': w => {
        const { steps, 'timeout-minutes': minutes } = w.yaml.jobs['test-cross'];
        assert.equal(`${variable(w, 'test-cross', 'CROSSLANE_TIME_LIMIT')}`, `${minutes * 60 - 600}`);
        assert(uses(steps.at(-1), 'upload-artifact'));
        assert.equal(steps.at(-1).if, '${{ !cancelled() }}');
    },
    'only nights count those without a row of an ISA': w => {
        for (const [event_name, nights] of [['schedule', '14'], ['push', '']])
            gives(variable(w, 'report', 'CROSSLANE_NIGHTS'), { github: { event_name } }, nights);
    },
    'every expression has a value at every event': (w, scenes) => {
        for (const [name, { contexts, failed }] of Object.entries(scenes)) {
            const scope = scopeOf(contexts, failed);
            for (const { place, expression } of w.expressions.filter(e => !e.place.endsWith('.if')))
                assert.doesNotThrow(() => evaluate(expression, scope), `${name}: ${place}: ${expression}`);
            for (const job of w.jobs) for (const part of [job, ...job.steps]) holds(part.if, scope);
        }
    },
    'an unrelated label ends no run': (w, scenes) => {
        const bug = group(w, scenes['pull_request bug']);
        for (const [name, scene] of Object.entries(scenes))
            assert(name.startsWith('pull_request bug') || group(w, scene) !== bug, `${name} is of its group`);
    },
    'an unrelated label passes no check': (w, scenes) => passesNothingUnrun(w, scenes, 'pull_request bug'),
    'a label that asks for rows starts all jobs': (w, scenes) => passesNothingUnrun(w, scenes, 'pull_request ciflow/riscv64'),
    'a merge queue starts the jobs of a push': (w, scenes) => {
        assert(w.events.merge_group, 'the workflow is not started by merge_group');
        assert.deepEqual(running(w, scenes.merge_group), running(w, scenes.push));
    },
    'a nightly run and a push do not wait for each other': (w, scenes) =>
        assert.notEqual(group(w, scenes.schedule), group(w, scenes.push)),
    "a fork's pull request needs no secret": w => {
        const conditions = w.jobs.flatMap(job => [job, ...job.steps].map(part => part.if));
        for (const expression of [...w.expressions.map(e => e.expression), ...conditions])
            assert.doesNotMatch(expression, /\bsecrets\b|\bgithub\s*\.\s*token\b/i);
        for (const event of ['pull_request_target', 'workflow_run']) assert(!w.events[event], `it is started by ${event}`);
        for (const [name, { permissions = {} }] of [['workflow', w.yaml], ...entries(w)])
            assert(typeof permissions === 'string' ? permissions === 'read-all' : !Object.values(permissions).includes('write'),
                `the token of ${name} may write`);
    },
};
