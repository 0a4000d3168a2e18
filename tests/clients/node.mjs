// Prepares node for the clients: `node --import node.mjs`. CROSSLANE_CLIENTS, if set, is the directory with their node_modules.
// SPDX-License-Identifier: MIT
import { register } from 'node:module';

// Packages are looked up beside the file that imports them, unless this says where they are. @actions/workflow-parser imports
// JSON without an import attribute, as its bundler allows.
const hooks = `import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
const clients = process.env.CROSSLANE_CLIENTS;
export async function resolve(name, context, next) {
    const isOurs = clients && /^[@a-z]/.test(name) && !name.includes(':') && !context.parentURL?.includes('/node_modules/');
    return next(name, isOurs ? { ...context, parentURL: pathToFileURL(clients + '/x.mjs').href } : context);
}
export async function load(url, context, next) {
    if (!url.endsWith('.json')) return next(url, context);
    return { format: 'module', source: 'export default ' + (await readFile(new URL(url))), shortCircuit: true };
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

// gitlab-ci-local is written for node 22.
Set.prototype.union ??= function union(other) { return new Set([...this, ...other]); };
