// What GitHub tells a workflow of the events that start it: https://docs.github.com/webhooks/webhook-events-and-payloads
// SPDX-License-Identifier: MIT
import { fields, scopeOf, value } from './github.mjs';

const repository = { full_name: 'owner/crosslane', fork: false, default_branch: 'main' };

const github = (event_name, ref, event, more = {}) => ({
    event_name, ref, ref_name: ref.replace(/^refs\/(heads|pull)\//, ''), ref_type: 'branch',
    event: { repository, sender: { login: 'someone' }, ...event },
    sha: '4b825dc642cb6eb9a060e54bf8d69288fbee4904', repository: repository.full_name, repository_owner: 'owner',
    actor: 'someone', workflow: 'simd', run_id: '9000', run_number: '417', run_attempt: '1', head_ref: '', base_ref: '',
    server_url: 'https://github.com', ...more,
});

const pullRequest = (action, labels, more) => github('pull_request', 'refs/pull/5/merge', {
    action, number: 5,
    pull_request: {
        number: 5, draft: false, title: 'Add a kernel', labels: labels.map(name => ({ name, color: 'ededed' })),
        head: { ref: 'kernel', sha: '1'.repeat(40), repo: { full_name: 'stranger/crosslane', fork: true } },
        base: { ref: 'main', sha: '2'.repeat(40), repo: repository },
    },
    ...more,
}, { head_ref: 'kernel', base_ref: 'main' });

const labelled = (name, labels) => pullRequest('labeled', labels, { label: { name, color: 'ededed' } });

const dispatch = inputs => ({ github: github('workflow_dispatch', 'refs/heads/main', { inputs }), inputs });

// Each option of each input, the others being their defaults.
function dispatches(wanted = {}) {
    const defaults = Object.fromEntries(Object.entries(wanted).map(([name, { default: value }]) => [name, value]));
    return Object.entries(wanted).flatMap(([name, { options = [] }]) => options.map(option =>
        [`workflow_dispatch ${name}=${option}`, dispatch({ ...defaults, [name]: option })]));
}

// {NAME: {github, inputs}}, for a workflow's `on`.
export const events = on => Object.fromEntries([
    ['push', { github: github('push', 'refs/heads/main', { before: '2'.repeat(40), forced: false }), inputs: null }],
    ['pull_request', { github: pullRequest('synchronize', []), inputs: null }],
    ['pull_request ciflow/riscv64', { github: labelled('ciflow/riscv64', ['bug', 'ciflow/riscv64']), inputs: null }],
    ['pull_request bug', { github: labelled('bug', ['bug']), inputs: null }],
    ['schedule', { github: github('schedule', 'refs/heads/main', { schedule: '23 2 * * *' }), inputs: null }],
    ['merge_group', {
        github: github('merge_group', 'refs/heads/gh-readonly-queue/main/pr-5-2222222', {
            action: 'checks_requested',
            merge_group: { head_sha: '3'.repeat(40), base_sha: '2'.repeat(40), base_ref: 'refs/heads/main' },
        }),
        inputs: null,
    }],
    ...dispatches(on.workflow_dispatch?.inputs),
]);

// What expressions see at each event: {NAME: {contexts, failed}}, after success with the outputs of steps, and after failure
// without. `plan` has the outputs of `crosslane plan --github`; other outputs have their own names as values.
export function scenes(workflow, plan) {
    const steps = {}, scenes = {};
    const conditions = workflow.jobs.flatMap(job => [job, ...job.steps]).map(part => part.if);
    const all = [...workflow.expressions.map(({ expression }) => expression), ...conditions].join('\n');
    for (const [, id, name] of all.matchAll(/steps\.([\w-]+)\.outputs\.([\w-]+)/g))
        (steps[id] ??= { outputs: {} }).outputs[name] = `${id}-${name}`;
    const needs = result => Object.fromEntries(workflow.jobs.map(job => [job.id, {
        result, outputs: Object.fromEntries(Object.keys(fields(job.fields.outputs)).map(name => [name, plan[name] ?? name])),
    }]));
    const scope = scopeOf({ needs: needs('success') });
    const matrix = Object.assign({}, ...workflow.jobs.filter(job => job.fields.strategy)
        .map(job => value(fields(job.fields.strategy).matrix, scope).include[0]));
    for (const [name, event] of Object.entries(events(workflow.events))) {
        const contexts = { ...event, env: {}, matrix };
        scenes[name] = { contexts: { ...contexts, steps, needs: needs('success') }, failed: false };
        scenes[`${name}, after a failure`] = { contexts: { ...contexts, steps: {}, needs: needs('failure') }, failed: true };
    }
    return scenes;
}
