// What the clients take for granted and node 20 has not: `node --import node.mjs`.
// SPDX-License-Identifier: MIT
import { register } from 'node:module';

// @actions/workflow-parser imports JSON as its bundler lets it, without saying so.
const load = `import { readFile } from 'node:fs/promises';
export async function load(url, context, next) {
    if (!url.endsWith('.json')) return next(url, context);
    return { format: 'module', source: 'export default ' + (await readFile(new URL(url))), shortCircuit: true };
}`;
register(`data:text/javascript,${encodeURIComponent(load)}`);

// gitlab-ci-local is written for node 22.
Set.prototype.union ??= function union(other) { return new Set([...this, ...other]); };
