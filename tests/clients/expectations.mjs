// What a workflow must do at an event, whatever its words: {WHAT: complaints}, of what workflow.mjs found in the scenes.
// SPDX-License-Identifier: MIT

const events = found => Object.keys(found).filter(scene => !scene.endsWith(', after a failure'));

const group = (found, scene) => found[scene]['concurrency.group']?.text;

// The jobs that no other needs: what a branch's rules ask for is among them.
function last({ jobs }) {
    const needed = new Set(jobs.flatMap(({ needs }) => needs));
    return jobs.filter(({ id }) => !needed.has(id));
}

// A job and all that it stands on.
function chain({ jobs }, id) {
    const { needs } = jobs.find(job => job.id === id);
    return [id, ...needs.flatMap(need => chain({ jobs }, need))];
}

const check = (found, scene, { id, name }) => found[scene][`jobs.${id}.name`]?.text ?? `${name}`;

const sameGroup = (found, one, other) => (group(found, one) === group(found, other)
    ? [`${one} and ${other} are both of the group '${group(found, one)}'`] : []);

// GitHub takes a check that was skipped for one that passed, and the newest of a name for the one that counts.
function passesUnrun(workflow, found, scene) {
    const runs = (where, id) => found[where][`jobs.${id}`].runs;
    const skipped = id => runs('pull_request', id) && !runs(scene, id);
    return last(workflow).filter(job => check(found, scene, job) === check(found, 'pull_request', job))
        .flatMap(job => chain(workflow, job.id).filter(skipped).slice(0, 1)
            .map(id => `the check '${check(found, scene, job)}' is there, but ${id} is skipped`));
}

function mergeQueue(workflow, found) {
    if (!workflow.events.merge_group) return ['the workflow is not started by merge_group'];
    return workflow.jobs.filter(({ id }) => found.push[`jobs.${id}`].runs && !found.merge_group[`jobs.${id}`].runs)
        .map(({ id }) => `${id} runs for a push and not for merge_group`);
}

function secrets({ expressions, conditions, events, yaml }) {
    const writes = ({ permissions = {} }) => (typeof permissions === 'string' ? permissions !== 'read-all'
        : Object.values(permissions).includes('write'));
    return [
        ...[...expressions, ...conditions].filter(e => /\bsecrets\b|\bgithub\s*\.\s*token\b/i.test(e.expression))
            .map(e => `${e.place}: ${e.expression}`),
        ...['pull_request_target', 'workflow_run'].filter(event => events[event]),
        ...Object.entries({ workflow: yaml, ...yaml.jobs }).filter(([, holder]) => writes(holder))
            .map(([name]) => `the token of ${name} may write`),
    ];
}

export const expectations = (workflow, found) => ({
    'an unrelated label ends no run': events(found).filter(scene => scene !== 'pull_request bug')
        .flatMap(scene => sameGroup(found, 'pull_request bug', scene)),
    'an unrelated label passes no check': passesUnrun(workflow, found, 'pull_request bug'),
    'a label that asks for rows starts all jobs': passesUnrun(workflow, found, 'pull_request ciflow/riscv64'),
    'a merge queue starts the jobs of a push': mergeQueue(workflow, found),
    'a nightly run and a push do not wait for each other': sameGroup(found, 'schedule', 'push'),
    "a fork's pull request needs no secret": secrets(workflow),
});
